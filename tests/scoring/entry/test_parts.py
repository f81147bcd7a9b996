"""Every game says whose part of an entry is whose; the parts together are the entry."""

from __future__ import annotations

import random
from typing import Any

import pytest

from scoring.catalogue import all_games
from scoring.core import enter, read_entry
from scoring.entry.fields import Number, Own
from scoring.entry.parts import Parts, stages
from scoring.errors import EntryError
from scoring.sheets.extras import EXTRA_STEPS
from scoring.sheets.sheet import Sheet
from tests.kit.for_each import for_each
from tests.kit.games import played, random_answer
from tests.kit.scoring.parts import ANY_TIME, BY_DEFAULT, HIDDEN, IN_TURN, LIVE, all_say, parts_of_entry, sheet_of

SEEDS = range(4)


def manner(parts: Parts) -> str:
    return LIVE if parts.live else HIDDEN if parts.hidden else IN_TURN if parts.in_turn else ANY_TIME


@pytest.mark.parametrize("slug", all_games())
def test_each_game_says_which_steps_have_parts_of_the_players_own(slug: str) -> None:
    found: dict[str, str] = {}
    for sheet in played(all_games()[slug], 0).sheets[:-1]:
        if sheet.ask and (parts := Parts(sheet)).seats:
            found[sheet.ask.step] = manner(parts)
    assert found == BY_DEFAULT[slug]


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
@for_each("seed", SEEDS)
def test_the_parts_together_are_the_entry(game: Any, seed: int) -> None:
    play = played(game, seed)
    for sheet, entry in zip(play.sheets, play.entries, strict=False):
        parts = Parts(sheet)
        if entry["step"] in EXTRA_STEPS or not parts.seats:
            continue
        said = all_say(parts, said=parts_of_entry(entry, parts))
        by_seats = {name for part in said.said.values() for name in part}
        left = {field.name for field in sheet.ask.fields if field.name not in by_seats} if sheet.ask else set()
        assert said.missing == () or "winner" in left
        whole = said.together() | {name: entry[name] for name in left if name in entry}
        assert read_entry(sheet, whole).to_json() == entry
        assert enter(sheet, whole).totals == enter(sheet, entry).totals


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
@for_each("seed", SEEDS)
def test_a_seat_is_asked_its_own_part_alone(game: Any, seed: int) -> None:
    for sheet in played(game, seed).sheets[:-1]:
        parts = Parts(sheet)
        for seat in sheet.table.seats:
            own = parts.own(seat)
            assert (own is None) == (seat not in parts.seats)
            for field in own.fields if own else ():
                assert field.seats in ((seat,), ())
                if isinstance(field.suggested, tuple):
                    assert all(value is None for at, value in enumerate(field.suggested) if at != seat)
        assert sheet.over or parts.missing == parts.seats


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
def test_what_is_hidden_is_shown_to_nobody_before_all_is_said(game: Any) -> None:
    rng = random.Random(game.slug)
    for seed in SEEDS:
        for sheet in played(game, seed).sheets[:-1]:
            parts = Parts(sheet)
            if not parts.hidden or sheet.ask is None:
                continue
            unseen = {field.name for field in parts.fields if field.own is Own.HIDDEN}
            for seat, part in parts_of_entry(random_answer(sheet, sheet.ask, rng), parts).items():
                assert not any(unseen.intersection(told) for told in parts.shown.values())
                parts = parts.saying(seat, part)
            assert parts.shown.keys() == set(parts.seats)


def test_the_last_in_turn_is_told_the_forbidden_number_and_nobody_before() -> None:
    sheet = sheet_of("oh-hell", dealer=1, top_hand=10)
    parts = Parts(sheet)
    hand = 10
    assert parts.seats == (2, 3, 0, 1)

    def forbidden(parts: Parts, seat: int) -> int | None:
        own = parts.own(seat)
        assert own is not None
        (field,) = own.fields
        assert isinstance(field, Number)
        return field.not_total

    for seat in (2, 3, 0):
        assert (parts.turn, forbidden(parts, seat), forbidden(parts, 1)) == (seat, None, None)
        parts = parts.saying(seat, {"bids": 0})
    assert (parts.turn, forbidden(parts, 1)) == (1, hand)
    with pytest.raises(EntryError) as refused:
        parts.saying(1, {"bids": hand})
    assert [(problem.field, problem.seat) for problem in refused.value.problems] == [("bids", 1)]
    assert parts.saying(1, {"bids": 0}).settled


def test_in_turn_nobody_speaks_before_the_turn_or_after_the_next_one() -> None:
    parts = Parts(sheet_of("oh-hell", dealer=3))
    assert [parts.may_say(seat) for seat in range(4)] == [True, False, False, False]
    parts = parts.saying(0, {"bids": 1})
    assert [parts.may_say(seat) for seat in range(4)] == [True, True, False, False], "what is said may be mended"
    parts = parts.saying(1, {"bids": 1})
    assert [parts.may_say(seat) for seat in range(4)] == [False, True, True, False]
    assert parts.shown == {0: {"bids": 1}, 1: {"bids": 1}}


def test_a_seat_is_bound_to_what_it_cannot_say_otherwise_any_more() -> None:
    in_turn = Parts(sheet_of("oh-hell", dealer=3)).saying(0, {"bids": 1})
    assert in_turn.bound(0) == {}
    assert in_turn.saying(1, {"bids": 1}).bound(0) == {"bids": 1}
    hidden = all_say(Parts(sheet_of("wizard", bidding="hidden")), said={seat: {"bids": 0} for seat in range(3)})
    assert hidden.bound(0) == {}
    assert hidden.saying(3, {"bids": 1}).bound(0) == {"bids": 0}, "it is revealed"
    laid = all_say(Parts(sheet_of("twin-shoot")), said={seat: {"bids": 3} for seat in range(3)})
    assert laid.bound(0) == {}
    laid = laid.saying(3, {"bids": 4}).saying(0, {"tricks": 2})
    assert laid.bound(0) == {"bids": 3}, "the tricks can be said again"


def test_hidden_bids_are_said_in_any_order_and_nobody_is_bound() -> None:
    parts = Parts(sheet_of("wizard", bidding="hidden"))
    assert parts.turn is None
    assert all(map(parts.may_say, range(4)))
    parts = all_say(parts, said={seat: {"bids": 0} for seat in (3, 1, 0)})
    assert (parts.missing, parts.shown, parts.settled) == ((2,), {}, False)
    parts = parts.saying(2, {"bids": 1})
    assert parts.settled
    assert parts.together() == {"step": "bids", "bids": [0, 0, 1, 0]}


def test_tricks_that_do_not_add_up_stand_until_somebody_mends_them() -> None:
    sheet = enter(sheet_of("wizard", bidding="hidden"), {"step": "bids", "bids": [0, 0, 0, 0]})
    parts = all_say(Parts(sheet), said={seat: {"tricks": int(seat < 2)} for seat in range(4)})
    assert (parts.missing, parts.settled) == ((), False)
    assert [(problem.field, problem.seat) for problem in parts.problems] == [("tricks", None)]
    assert parts.saying(1, {"tricks": 0}).settled


def test_what_is_most_likely_a_slip_is_asked_about_of_the_whole() -> None:
    sheet = enter(sheet_of("skull-king", expansion="on"), {"step": "bids", "bids": [0, 0, 0, 0]})
    parts = all_say(Parts(sheet), said={seat: {"tricks": 0} for seat in range(4)})
    assert parts.settled
    assert str(parts.doubt and parts.doubt.question) == "1 trick is missing. Did nobody take it?"
    assert parts.saying(2, {"tricks": 1}).doubt is None


def test_a_bid_that_is_laid_is_kept_until_the_tricks_are_said() -> None:
    sheet = sheet_of("twin-shoot")
    if sheet.ask and sheet.ask.step == "open":
        sheet = enter(sheet, {"step": "open", "open": "no"})
    laid = all_say(Parts(sheet), said={seat: {"bids": 3} for seat in range(4)})
    assert (laid.missing, laid.shown) == ((0, 1, 2, 3), {})
    assert (laid.gone, laid.left) == (1, (0, 1, 2, 3))
    assert laid.closed == {"bids", "first_suit", "second_suit"}
    assert laid.laid == {seat: {"bids", "first_suit", "second_suit"} for seat in range(4)}
    for seat, tricks in enumerate((3, 3, 3, 1)):
        assert laid.shown == {other: {"tricks": 3} for other in range(seat)}, "everybody saw them being taken"
        laid = laid.saying(seat, {"tricks": tricks})
    assert laid.laid == {}
    assert laid.together()["bids"] == [3, 3, 3, 3]
    assert laid.named == {seat: {"bids", "tricks"} for seat in range(4)}
    assert [[each.name for each in stage] for stage in stages(laid.fields)] == [
        ["bids", "first_suit", "second_suit"],
        ["tricks"],
    ]
    assert laid.settled


@pytest.mark.parametrize(
    ("sheet", "part", "field"),
    [
        (sheet_of("oh-hell"), {}, "bids"),
        (sheet_of("oh-hell"), {"bids": "many"}, "bids"),
        (sheet_of("oh-hell"), {"bids": [1, 1]}, "bids"),
        (sheet_of("oh-hell"), {"bids": 99}, "bids"),
        (sheet_of("oh-hell"), {"bids": 1, "trump": "spades"}, "trump"),
        (sheet_of("buki"), {"stakes": ""}, "stakes"),
        (sheet_of("twin-shoot"), {"first_suit": "heart"}, "second_suit"),
        (sheet_of("twin-shoot"), {"tricks": 4}, "bids"),
    ],
    ids=str,
)
def test_a_part_that_breaks_a_rule_of_its_own_is_refused(sheet: Sheet[Any], part: dict[str, Any], field: str) -> None:
    parts = Parts(sheet)
    with pytest.raises(EntryError) as refused:
        parts.saying(parts.seats[0], part)
    assert [problem.field for problem in refused.value.problems] == [field]


def test_what_is_the_keepers_keeps_a_step_from_being_written_by_the_seats_alone() -> None:
    assert Parts(sheet_of("oh-hell")).whole, "trumps may be left out"
    assert Parts(sheet_of("buki")).whole, "nobody watches"
    assert Parts(sheet_of("skull-king")).whole
    assert not Parts(sheet_of("skull-king", scoring="rascal", cannonball="on")).whole
    assert Parts(sheet_of("koi-koi", players=2)).whole, "the yaku are read from the cards"
    assert not Parts(sheet_of("satat")).whole
