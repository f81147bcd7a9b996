"""Phones at seats where the table changes: a seat passes to somebody else, somebody comes or leaves, or the plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, NamedTuple

import pytest

from scoring.catalogue import all_games
from scoring.entry.pending import PendingInput
from scoring.game import AnyGame
from store.admin.rebuild import compare
from store.errors import NoSuchError, NothingToEnterError, NotSeatedError, StaleError
from store.seats.devices import seats_before
from store.seats.entries import confirm
from store.sessions.series import start_again
from tests.conftest import ENGINES
from tests.kit.expected import expected
from tests.kit.for_each import for_each
from tests.kit.games import Played, played
from tests.kit.scoring.parts import parts_of_entry
from tests.kit.store.seats import ANN, BEN, CHIKA, DAI, TEA, Phone, Table, bids
from tests.store.conftest import Keeper

pytestmark = pytest.mark.engines("sqlite")

GAMES = all_games()
STEPS = [(slug, step) for slug, each in expected().items() for step in each.own_parts]
EVA = 4
THREE_CARDS: dict[str, Any] = {"format": "short-falling", "top_hand": "3"}
WRITTEN = {**THREE_CARDS, "bidding": "written"}
"""Oh Hell from three cards down; bids are hidden until all are in. Dai deals."""
ZOE_FOR_ANN = {"step": "takeover", "seat": ANN, "name": "Zoe"}
EVA_JOINS = {"step": "join", "name": "Eva"}
ALL_ZERO = bids(0, 0, 0, 0)


def zoe_sits(table: Table, seat: int = ANN) -> Phone:
    """Her own phone, at a seat that she has taken over."""
    phone = Phone(table.db, seat, "phone-of-Zoe")
    phone.sits(table.session)
    return phone


# What was said stays with its person, unless the rules do not allow it any more.


class Change(NamedTuple):
    options: dict[str, Any]
    said: tuple[int, ...]
    """By the first seats: bids; or, where bids of 0 are written, tricks."""
    change: Callable[[Table], object]
    stays: set[int]
    """Whose part is said still."""
    void: dict[int, str] = {}  # noqa: RUF012
    """Who is told that theirs is not."""
    turn: int | None = None


def writes(*entries: Mapping[str, Any]) -> Callable[[Table], object]:
    return lambda table: table.writes(*entries)


def sets_up(**changes: Any) -> Callable[[Table], object]:
    return lambda table: table.sets_up(**changes)


BEN_FIRST = ["Ben", "Ann", "Chika", "Dai"]
TRICKS = {**WRITTEN, "tricks": True}
CHANGES = {
    "an open bid of who is replaced": Change(THREE_CARDS, (3, 0), writes(ZOE_FOR_ANN), {BEN}, {ANN: "Ann"}, ANN),
    # She sits left of Dai, who deals.
    "a newcomer": Change(THREE_CARDS, (3, 0), writes(EVA_JOINS), {ANN, BEN}, turn=EVA),
    "the dealer leaves": Change(THREE_CARDS, (3, 0), writes({"step": "leave", "seat": DAI}), {ANN, BEN}, turn=CHIKA),
    "the dealer sits out": Change(
        THREE_CARDS, (3, 0), writes({"step": "sit-out", "seat": DAI}), {ANN, BEN}, turn=CHIKA
    ),
    "another hand": Change(WRITTEN, (1,), writes({"step": "plan", "hands": [2, 1]}), set(), {ANN: "Ann"}),
    "corrected seats": Change(WRITTEN, (3, 0), sets_up(players=BEN_FIRST), {ANN, BEN}),
    # 1, 1, 0 and 1 are three, as many as there are cards: with the restriction Dai, who deals, may not say that.
    "a bid that the dealer may not make any more": Change(
        {**THREE_CARDS, "restriction": "off", "confirms": True},
        (1, 1, 0, 1),
        sets_up(options={"restriction": "on"}),
        {ANN, BEN, CHIKA},
        {DAI: "Dai"},
        DAI,
    ),
    # What was said of the deal in play.
    "tricks under another scoring": Change(TRICKS, (3,), sets_up(options={"scoring": "minus"}), {ANN}),
    "tricks, then a plan of later hands": Change(TRICKS, (3,), writes({"step": "plan", "hands": [1]}), {ANN}),
    "tricks, then a newcomer": Change(TRICKS, (3,), writes(EVA_JOINS), {ANN}),
    "tricks, then who sits out later": Change(TRICKS, (3,), writes({"step": "sit-out", "seat": BEN}), {ANN}),
    "tricks, then who leaves later": Change(TRICKS, (3,), writes({"step": "leave", "seat": DAI}), {ANN}),
    "tricks, then a corrected bid": Change(
        TRICKS, (2,), lambda table: table.keeper.corrects(table.session, {0: bids(2, 0, 0, 0)}), {ANN}
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_the_table_voids_only_what_the_rules_do_not_allow_any_more_and_undo_brings_it_back(
    keeper: Keeper, change: str
) -> None:
    options, said, act, stays, void, turn = CHANGES[change]
    options = {**options}
    confirms, of_tricks = options.pop("confirms", False), options.pop("tricks", False)
    table = Table(keeper, **options)
    confirm(table.book, table.session, "on" if confirms else "off", position=0)
    if of_tricks:
        table.writes(ALL_ZERO)
    for seat, number in enumerate(said):
        table.says(seat, **{"tricks" if of_tricks else "bids": number})
    before, position = table.now, keeper.sees(table.session).position
    act(table)
    now = table.now
    assert ({*now.entered_fields}, dict(now.void)) == (stays, void)
    assert turn is None or now.turn == turn
    # Of a hidden bid only whose it was is told.
    assert options.get("bidding") != "written" or of_tricks or not now.public_input
    table.undoes(keeper.sees(table.session).position - position)
    assert (table.now.entered_fields.keys(), table.now.public_input, table.now.entry) == (
        before.entered_fields.keys(),
        before.public_input,
        before.entry,
    )


def test_a_corrected_setup_that_asks_earlier_steps_again_tells_of_nothing_and_brings_those_back(keeper: Keeper) -> None:
    table = Table(keeper, **WRITTEN)
    table.writes(ALL_ZERO)
    table.says(ANN, tricks=3)
    table.sets_up(options={"top_hand": "2"}, reopen=True)
    assert (table.now.session.sheet.ask.step, table.now.void, table.begun) == ("bids", {}, {*range(4)})  # type: ignore[union-attr]


def test_a_hidden_bid_is_void_once_somebody_else_has_the_seat_and_the_others_stay(keeper: Keeper) -> None:
    table = Table(keeper, **WRITTEN)
    table.bids(3, 1)
    table.writes(ZOE_FOR_ANN, TEA)
    assert (dict(table.now.void), table.begun, table.now.public_input) == ({ANN: "Ann"}, {BEN}, {})
    assert "3" not in repr(table.now.void)
    assert zoe_sits(table).says(table.session, bids=0).void == {ANN: "Ann"}
    assert table.now.void == {}
    table.says(CHIKA, bids=0)
    assert table.says(DAI, bids=1).written
    assert table.entries[-1] == bids(0, 1, 0, 1)


def test_bids_that_are_shown_and_wait_for_the_keeper_stay(keeper: Keeper) -> None:
    table = Table(keeper, **WRITTEN)
    table.reveals()
    table.writes(ZOE_FOR_ANN)
    assert (table.now.void, table.now.entry) == ({}, bids(1, 1, 1, 1))


def test_what_was_entered_before_the_change_is_not_the_new_players(keeper: Keeper) -> None:
    table = Table(keeper, **WRITTEN)
    table.writes(ZOE_FOR_ANN)
    with pytest.raises(StaleError):
        table.enters_for(ANN, position=0, bids=2)
    assert table.enters_for(BEN, position=0, bids=2).entered_fields.keys() == {BEN}
    table.writes({"step": "plan", "hands": [2, 1]})
    with pytest.raises(StaleError):
        table.says(BEN, position=1, bids=2)


# Whose phone is at which seat.


@pytest.mark.engines(*ENGINES)
def test_a_phone_does_not_stay_in_a_seat_that_somebody_else_takes_over(keeper: Keeper) -> None:
    table = Table(keeper, **WRITTEN)
    table.writes(ZOE_FOR_ANN)
    assert ANN not in table.sitting
    with pytest.raises(NotSeatedError):
        table.says(ANN, bids=1)
    assert zoe_sits(table).says(table.session, bids=1).entered_fields.keys() == {ANN}
    assert seats_before(keeper.book, table.session) == {"phone-of-Ann": (ANN, -1)}
    assert compare(table.db).differences == ()


def test_an_undo_puts_the_phones_where_they_were_and_a_redo_and_a_correction_too(keeper: Keeper) -> None:
    table = Table(keeper, **WRITTEN)
    table.writes(ZOE_FOR_ANN)
    zoe_sits(table)
    for act, sitting in (
        (table.undoes, {ANN: "Ann", BEN: "Ben"}),
        (lambda: keeper.redoes(table.session), {ANN: "Zoe", BEN: "Ben"}),
        # The name was misspelt.
        (lambda: keeper.corrects(table.session, {0: {**ZOE_FOR_ANN, "name": "Zoë"}}), {ANN: "Zoe", BEN: "Ben"}),
        # It was Ben's seat.
        (lambda: keeper.corrects(table.session, {0: {**ZOE_FOR_ANN, "seat": BEN}}), {ANN: "Ann"}),
    ):
        act()
        assert table.sitting == {CHIKA: "Chika", DAI: "Dai"} | sitting


def test_phones_follow_a_corrected_order_of_seats_after_a_takeover_and_back(keeper: Keeper) -> None:
    table = Table(keeper, **WRITTEN)
    table.writes(ZOE_FOR_ANN)
    zoe_sits(table)
    table.sets_up(players=BEN_FIRST)
    assert keeper.sees(table.session).sheet.table.players == ("Ben", "Zoe", "Chika", "Dai")
    assert table.sitting == {0: "Ben", 1: "Zoe", 2: "Chika", 3: "Dai"}
    table.undoes(2)
    assert (table.sitting, compare(table.db).differences) == ({0: "Ann", 1: "Ben", 2: "Chika", 3: "Dai"}, ())


def test_a_newcomer_has_a_seat_for_a_phone_from_the_deal_on(keeper: Keeper) -> None:
    table = Table(keeper, **WRITTEN)
    eva = Phone(table.db, EVA, "phone-of-Eva")
    table.writes(ALL_ZERO)
    table.says(ANN, tricks=3)
    table.writes(EVA_JOINS)
    assert table.begun == {ANN}, "the deal in play goes on"
    with pytest.raises(NoSuchError):
        eva.sits(table.session)
    for seat in (BEN, CHIKA, DAI):
        table.says(seat, tricks=0)
    eva.sits(table.session)
    assert {*table.now.missing} == {ANN, BEN, CHIKA, DAI, EVA}
    assert eva.says(table.session, bids=1).entered_fields.keys() == {EVA}
    table.undoes(2)
    assert (EVA in table.sitting, table.begun) == (False, {ANN, BEN, CHIKA, DAI})


@pytest.mark.parametrize(
    ("goes", "comes_back"),
    [
        ([{"step": "sit-out", "seat": BEN}], [bids(0, None, 0, 0), {"step": "tricks", "tricks": [3, None, 0, 0]}]),
        ([{"step": "leave", "seat": BEN}], [{"step": "return", "seat": BEN}]),
    ],
    ids=["sits out", "leaves"],
)
def test_who_does_not_play_keeps_the_phone_and_is_asked_again_when_back(
    keeper: Keeper, goes: list[dict[str, Any]], comes_back: list[dict[str, Any]]
) -> None:
    table = Table(keeper, **WRITTEN)
    table.writes(*goes)
    assert (BEN in table.now.seats, table.sitting[BEN]) == (False, "Ben")
    with pytest.raises(NothingToEnterError):
        table.says(BEN, bids=1)
    table.writes(*comes_back)
    assert table.says(BEN, bids=1).entered_fields.keys() == {BEN}


def test_the_same_again_is_for_those_who_sit_there_now(keeper: Keeper) -> None:
    table = Table(keeper, **WRITTEN)
    table.writes({"step": "leave", "seat": DAI}, ZOE_FOR_ANN)
    zoe_sits(table)
    table.writes({"step": "end"})
    table.session = start_again(keeper.book, table.session, keeper.by())
    assert table.sitting == {ANN: "Zoe", BEN: "Ben", CHIKA: "Chika"}


# In every game.


def entered_by_seats(game: AnyGame, step: str) -> tuple[Played, int]:
    """A game with the position of the first entry of a step in which two seats or more enter something."""
    for seed in count():
        play = played(game, seed)
        for position, entry in enumerate(play.entries):
            if entry["step"] == step and len(parts_of_entry(entry, PendingInput(play.sheets[position]))) > 1:
                return play, position
    raise AssertionError


def played_up_to(keeper: Keeper, slug: str, step: str) -> tuple[Table, Played, dict[int, Mapping[str, Any]]]:
    """A table before such an entry; each seat's own part, by those first who do not stop: then the month is over."""
    play, position = entered_by_seats(GAMES[slug], step)
    start: dict[str, Any] = play.session
    table = Table(keeper, GAMES[slug], tuple(start["players"]), dealer=start["dealer"], **start["options"])
    table.writes(*play.entries[:position])
    parts = parts_of_entry(play.entries[position], PendingInput(play.sheets[position]))
    return table, play, dict(sorted(parts.items(), key=lambda own: own[1].get("winner") == own[0]))


@for_each("slug, step", STEPS)
def test_what_was_said_goes_along_where_two_change_seats_and_comes_back(keeper: Keeper, slug: str, step: str) -> None:
    """Those who sit opposite each other: partners stay partners, and at a table of two it is both."""
    table, _, parts = played_up_to(keeper, slug, step)
    for seat in [*parts][: max(1, len(parts) - 1)]:
        table.enters_for(seat, **{name: value for name, value in parts[seat].items() if name != "winner"})
    before = said_by_name(table)
    assert before
    setup = keeper.sees(table.session).setup
    players = [*setup["players"]]
    players[0], players[len(players) // 2] = players[len(players) // 2], players[0]
    table.sets_up(players=players, dealer=players.index(setup["players"][setup["dealer"]]))
    assert (said_by_name(table), dict(table.now.void)) == (before, {})
    table.undoes()
    assert said_by_name(table) == before
    assert compare(table.db).differences == ()


def said_by_name(table: Table) -> dict[str, Any]:
    """The pending input by the names of those who said it, hidden or not."""
    step = table.now
    return {step.session.sheet.table.players[seat]: dict(part) for seat, part in step.entered.items()}


@for_each("slug, step", STEPS)
def test_who_has_entered_stays_and_who_takes_over_enters_anew(keeper: Keeper, slug: str, step: str) -> None:
    table, play, parts = played_up_to(keeper, slug, step)
    position = keeper.sees(table.session).position
    first, second, *others = parts
    table.says(first, **parts[first])
    if others:
        table.says(second, **parts[second])
    table.writes({"step": "takeover", "seat": second, "name": "Zoe"})
    # Cards lie on the table, whoever sits there now.
    goes_along = bool(others) and table.now.live
    assert table.begun == ({first, second} if goes_along else {first})
    assert dict(table.now.void) == ({second: play.session["players"][second]} if others and not goes_along else {})
    now = zoe_sits(table, second).says(table.session, **parts[second])
    for seat in others:
        now = table.says(seat, **parts[seat])
    entry = play.entries[position]
    if not now.written:
        # What belongs to no seat is the scorekeeper's.
        table.writes(entry)
    written = table.entries[-1]
    assert {name: written[name] for name in parts[second]} == {name: entry[name] for name in parts[second]}
    after = keeper.sees(table.session).sheet
    assert (after.totals, after.table.players[second]) == (play.sheets[position + 1].totals, "Zoe")
    assert compare(table.db).differences == ()
