"""What is shown of the next step before the entry is known holds after every legal entry."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from scoring.catalogue import all_games
from scoring.document import load
from scoring.entry.fields import Number, to_json
from scoring.game import AnyGame
from scoring.lookahead import lookahead
from scoring.sheets.values import Ask
from tests.kit.examples import examples
from tests.kit.expected import expected
from tests.kit.games import played
from tests.kit.scoring.lookahead import turns

GAMES = tuple(all_games().values())
SEEDS = range(examples(24))


def unvalued(ask: Ask) -> Ask:
    plain = (replace(each, suggested=None, known=()) if isinstance(each, Number) else each for each in ask.fields)
    return replace(ask, fields=tuple(plain))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_it_holds_after_every_entry(game: AnyGame) -> None:
    found = Counter[str]()
    for seed in SEEDS:
        play = played(game, seed)
        for sheet, entry, after in zip(play.sheets, play.entries, play.sheets[1:], strict=False):
            ahead, asked = lookahead(sheet), sheet.ask
            if ahead is None or asked is None or entry["step"] != asked.step or turns(sheet, entry):
                continue
            if after.ask is None:
                continue
            found[entry["step"]] += 1
            assert unvalued(ahead.ask) == unvalued(after.ask)
            assert ahead.rows in ((), after.rows)
            assert set(ahead.notices) <= set(after.notices)
            assert set(ahead.sentences) <= set(after.sentences)
            assert all(ahead.role(seat) in (None, after.role(seat)) for seat in sheet.table.seats)
            for field in after.ask.fields:
                if isinstance(field, Number) and field.follows:
                    assert to_json(field.suggested) == entry[field.follows]
    assert set(found) == expected()[game.slug].shown_ahead


def test_whether_all_must_enter_a_game_is_not_known_before_it_is_won_or_drawn() -> None:
    # A pot of 3, Chika alone in KALO. Low-Shit won: 1 chip each, and 1 + 3 + 3 is twice the first pot. Drawn: 0 + 3.
    rules = {"staying_out": "until-doubled"}
    entered = {"step": "entries", "games": ["low-shit", "low-shit", "kalo"]}
    head = {"game": "boo-ray", "players": ["Ann", "Ben", "Chika"], "options": rules}
    assert lookahead(load(head | {"entries": [entered]})) is None


@pytest.mark.parametrize(("deals", "known"), [((), True), (("none", "kalo", "none"), False)])
def test_a_game_that_anybody_may_end_is_not_continued(deals: tuple[str, ...], known: bool) -> None:
    # Two wins end it, and Ben, who is neither the first nor the last of those in Low-Shit, has none or one.
    head = {"game": "boo-ray", "players": ["Ann", "Ben", "Chika"], "options": {"wins": 2}}
    before = [{"step": "entries", "games": list(deals)}] if deals else []
    sheet = load(head | {"entries": [*before, {"step": "entries", "games": ["low-shit"] * 3}]})
    assert (lookahead(sheet) is not None) == known


def test_what_is_on_the_table_is_not_known_before_the_stakes_though_they_are_all_alike() -> None:
    # Three stakes of 11 make 33, and spectators may add to them.
    rules = {"least": 11, "greatest": 11}
    ahead = lookahead(load({"game": "buki", "players": ["A", "B", "Chika", "Dan"], "options": rules, "entries": []}))
    assert ahead is not None
    assert [str(each.label) for each in ahead.notices] == ["Banker", "Stakes"]


def test_of_an_oh_hell_deal_everything_but_the_totals_is_known() -> None:
    sheet = next(game for game in GAMES if game.slug == "oh-hell").start(
        {"takuroku": 1, "game": "oh-hell", "players": ["Ann", "Ben", "Chika"], "dealer": 0, "options": {}}
    )
    tricks = lookahead(sheet)
    assert tricks is not None
    assert (tricks.ask.step, tricks.ask.fields[0].total) == ("tricks", 10)
    assert tricks.sentences == (), "by how much the bids are over or under is not known"
    bids = lookahead(tricks.sheets[0])
    assert bids is not None
    assert (bids.ask.step, bids.ask.fields[0].high, str(bids.ask.called)) == ("bids", 9, "Bids of deal 2")
    assert [str(bids.role(seat) or "") for seat in range(3)] == ["", "dealer", ""]
    assert bids.rows == (), "no total is known before the tricks are"
