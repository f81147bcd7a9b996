"""Entries in the words of the table."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.catalogue import all_games, find_game
from scoring.core import enter, read_entry
from scoring.games.oh_hell import GAME as OH_HELL
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask
from tests.kit.games import played

PLAYERS = ["Ann", "Ben", "Chika"]
STAKES: dict[str, Any] = {
    "step": "stakes",
    "stakes": [None, 2, 3, 1],
    "spectators": [{"name": "Eva", "backs": 1, "chips": 2}],
}


def oh_hell(*entries: dict[str, Any]) -> Sheet[Any]:
    sheet: Sheet[Any] = OH_HELL.start({"players": PLAYERS, "options": {"top_hand": 3}})
    for entry in entries:
        sheet = enter(sheet, entry)
    return sheet


def ask_of(sheet: Sheet[Any], step: str) -> Ask:
    return next(ask for ask in sheet.asks if ask.step == step)


def words(sheet: Sheet[Any], **said: Any) -> list[str]:
    return [str(each) for each in ask_of(sheet, said.pop("step")).told(said, sheet)]


def difference(sheet: Sheet[Any], step: str, before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    return [str(each) for each in ask_of(sheet, step).changed(before, after, sheet)]


def test_numbers_are_told_seat_by_seat_in_the_tables_order() -> None:
    # Ann deals, so Ben enters first.
    assert words(oh_hell(), step="bids", bids=[2, 0, 1]) == ["Bids: Ben 0, Chika 1, Ann 2"]


def test_a_choice_is_told_by_its_label_and_an_empty_field_is_left_out() -> None:
    assert words(oh_hell(), step="bids", bids=[2, None, 1], trump="hearts") == ["Bids: Chika 1, Ann 2", "Trumps: ♥"]
    assert words(oh_hell(), step="bids", bids=[None] * 3, trump=None) == []


def test_what_was_typed_but_cannot_be_read_is_told_as_it_stands() -> None:
    assert words(oh_hell(), step="bids", bids=["2", "x", ""], trump="beer") == ["Bids: Ben x, Ann 2", "Trumps: beer"]


def test_an_adjustment_is_told_by_the_player() -> None:
    said = words(oh_hell(), step="adjustment", seat="1", amount="ー５", reason="dropped a card")
    assert said == ["Who: Ben", "Points: −5", "Reason: dropped a card"]


def test_a_team_is_told_by_all_its_players() -> None:
    sheet = find_game("satat").start({"players": [*PLAYERS, "Dan"]})
    assert "Ben & Dan" in words(sheet, step="result", winners=1, kind="plain")[0]
    assert words(sheet, step="adjustment", seat=1, amount=2, reason="x")[0] == "Who: Ben & Dan"


def test_nobody_is_told_in_the_words_of_the_field() -> None:
    sheet = enter(find_game("koi-koi").start({"players": PLAYERS[:2]}), {"step": "deal", "lights": 0})
    said = words(sheet, step="result", calls=[0, 1], winner="nobody", yaku=[])
    assert any("no" in each.lower() for each in said if each.startswith(str(ask_of(sheet, "result").fields[1].label)))
    assert not any("nobody'" in each or "[" in each for each in said)


def test_rows_are_told_with_what_stands_in_them() -> None:
    sheet = find_game("buki").start({"players": [*PLAYERS, "Dan"]})
    said = words(sheet, **(STAKES | {"spectators": [*STAKES["spectators"], {"name": "", "backs": None}]}))
    assert said[0] == "Stakes: Ben 2, Chika 3, Dan 1"
    assert "Eva, Ben, 2" in said[1]


def test_only_what_differs_is_told() -> None:
    sheet = oh_hell({"step": "bids", "bids": [2, 0, 0]})
    assert difference(sheet, "tricks", {"tricks": [1, 2, 0]}, {"tricks": [1, 1, 1]}) == [
        "Tricks: Ben 2 → 1, Chika 0 → 1"
    ]
    trumps = difference(oh_hell(), "bids", {"bids": [2, 0, 0]}, {"bids": [2, 0, 0], "trump": "spades"})
    assert trumps == ["Trumps: – → ♠"]
    assert difference(oh_hell(), "note", {"text": "tea"}, {"text": "tea"}) == []


@pytest.mark.parametrize("slug", all_games())
def test_every_entry_of_every_game_can_be_told(slug: str) -> None:
    play = played(find_game(slug), 0)
    for sheet, entry in zip(play.sheets, play.entries, strict=False):
        ask = ask_of(sheet, entry["step"])
        said = [str(each) for each in ask.told(entry, sheet)]
        assert said or entry["step"] == "end"
        assert not any(mark in each for each in said for mark in "[]{}")
        # As a form sends it: digits for numbers.
        typed = {name: _typed(value) for name, value in entry.items()}
        assert [str(each) for each in ask.told(typed, sheet)] == said
        assert ask.changed(entry, read_entry(sheet, entry).to_json(), sheet) == ()


def _typed(value: object) -> object:
    if isinstance(value, list):
        return [_typed(each) for each in value]
    if isinstance(value, dict):
        return {name: _typed(each) for name, each in value.items()}
    return str(value) if isinstance(value, int) else value
