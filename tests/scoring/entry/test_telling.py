"""Entries in the words of the table."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.catalogue import all_games, find_game
from scoring.core import enter, read_entry, replay
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
    return replay(OH_HELL.start({"players": PLAYERS, "options": {"top_hand": 3}}), entries)


def ask_of(sheet: Sheet[Any], step: str) -> Ask:
    return next(ask for ask in sheet.asks if ask.step == step)


SATAT = find_game("satat").start({"players": [*PLAYERS, "Dan"]})
BUKI = find_game("buki").start({"players": [*PLAYERS, "Dan"]})
KOI_KOI = enter(find_game("koi-koi").start({"players": PLAYERS[:2]}), {"step": "deal", "lights": 0})
NOBODY_WITH_A_NAME = [*STAKES["spectators"], {"name": "", "backs": None}]


@pytest.mark.parametrize(
    ("sheet", "said", "told"),
    [
        # Seat by seat: Ann deals, so Ben enters first.
        (oh_hell(), {"step": "bids", "bids": [2, 0, 1]}, ["Bids: Ben 0, Chika 1, Ann 2"]),
        # A choice by its label; an empty field is left out.
        (
            oh_hell(),
            {"step": "bids", "bids": [2, None, 1], "trump": "hearts"},
            ["Bids: Chika 1, Ann 2", "Trumps: ♥"],
        ),
        (oh_hell(), {"step": "bids", "bids": [None] * 3, "trump": None}, []),
        # What cannot be read as it stands.
        (
            oh_hell(),
            {"step": "bids", "bids": ["2", "x", ""], "trump": "beer"},
            ["Bids: Ben x, Ann 2", "Trumps: beer"],
        ),
        # An adjustment by the player.
        (
            oh_hell(),
            {"step": "adjustment", "seat": "1", "amount": "ー５", "reason": "dropped a card"},
            ["Who: Ben", "Points: −5", "Reason: dropped a card"],
        ),
        # A team by all its players.
        (SATAT, {"step": "adjustment", "seat": 1, "amount": 2}, ["Who: Ben & Dan", "Points: 2"]),
        (SATAT, {"step": "result", "winners": 1}, ["Winning team: Ben & Dan"]),
        # Nobody in the words of the field.
        (
            KOI_KOI,
            {"step": "result", "calls": [0, 1], "winner": "nobody", "yaku": []},
            ["Koi-koi calls: Ann 0, Ben 1", "Who stopped: nobody", "Yaku: none"],
        ),
        # Rows with what is in them.
        (
            BUKI,
            STAKES | {"spectators": NOBODY_WITH_A_NAME},
            ["Stakes: Ben 2, Chika 3, Dan 1", "Spectators’ stakes: Eva, Ben, 2"],
        ),
    ],
)
def test_an_entry_is_told_in_the_words_of_its_fields(sheet: Sheet[Any], said: dict[str, Any], told: list[str]) -> None:
    assert [str(each) for each in ask_of(sheet, said["step"]).texts(said, sheet)] == told


@pytest.mark.parametrize(
    ("sheet", "step", "before", "after", "told"),
    [
        (
            oh_hell({"step": "bids", "bids": [2, 0, 0]}),
            "tricks",
            {"tricks": [1, 2, 0]},
            {"tricks": [1, 1, 1]},
            ["Tricks: Ben 2 → 1, Chika 0 → 1"],
        ),
        (oh_hell(), "bids", {"bids": [2, 0, 0]}, {"bids": [2, 0, 0], "trump": "spades"}, ["Trumps: – → ♠"]),
        (oh_hell(), "note", {"text": "tea"}, {"text": "tea"}, []),
    ],
)
def test_only_what_differs_is_told(
    sheet: Sheet[Any], step: str, before: dict[str, Any], after: dict[str, Any], told: list[str]
) -> None:
    assert [str(each) for each in ask_of(sheet, step).changes(before, after, sheet)] == told


@pytest.mark.parametrize("slug", all_games())
def test_every_entry_of_every_game_can_be_told(slug: str) -> None:
    play = played(find_game(slug), 0)
    for sheet, entry in zip(play.sheets, play.entries, strict=False):
        ask = ask_of(sheet, entry["step"])
        said = [str(each) for each in ask.texts(entry, sheet)]
        assert said or entry["step"] == "end"
        assert not any(mark in each for each in said for mark in "[]{}")
        # As a form sends it: digits for numbers.
        typed = {name: _typed(value) for name, value in entry.items()}
        assert [str(each) for each in ask.texts(typed, sheet)] == said
        assert ask.changes(entry, read_entry(sheet, entry).to_json(), sheet) == ()


def _typed(value: object) -> object:
    if isinstance(value, list):
        return [_typed(each) for each in value]
    if isinstance(value, dict):
        return {name: _typed(each) for name, each in value.items()}
    return str(value) if isinstance(value, int) else value
