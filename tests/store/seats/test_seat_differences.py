"""A keeper's save never writes over what seats have said, and cards lie on the table until the month is settled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scoring.errors import EntryError
from scoring.games.boo_ray import GAME as BOO_RAY
from scoring.games.koi_koi import GAME as KOI_KOI
from scoring.games.twin_shoot import GAME as TWIN_SHOOT
from store.admin.rebuild import compare
from store.errors import DifferentInputError, NotSeatedError, OtherFactsError, StaleError
from store.seats.devices import free_seat
from store.seats.entries import enter
from tests.conftest import ENGINES
from tests.kit.store.seats import ANN, BEN, CHIKA, DAI, IN_TURN, TEA, WRITTEN, Phone, Table, bids
from tests.store.conftest import LONGEST, AtOnce, Keeper

pytestmark = pytest.mark.engines("sqlite")

Doing = Callable[[Table], object]


def test_a_keepers_whole_entry_is_told_to_every_phone_that_said_nothing_or_otherwise(keeper: Keeper) -> None:
    table = Table(keeper, **IN_TURN)
    table.bids(1, 2)
    raw = bids(1, 1, 0, 0)
    enter(keeper.book, table.session, raw, position=0, by=keeper.by(), overruled=refused(table, raw).overruled)
    assert {*table.now.entered_for} == {BEN, CHIKA, DAI}


def refused(table: Table, entry: dict[str, Any], **given: Any) -> DifferentInputError:
    """That the entry is not written, and what is told of it."""
    position, shown = table.keeper.sees(table.session).position, table.now.public_input
    with pytest.raises(DifferentInputError) as otherwise:
        enter(table.book, table.session, entry, position=position, by=table.keeper.by(), **given)
    assert (table.keeper.sees(table.session).position, table.now.public_input) == (position, shown), "it still stands"
    return otherwise.value


def told(error: DifferentInputError) -> list[tuple[int, object, object]]:
    return [(each.seat, each.reported, each.entered) for each in error.differences]


def lays(*bids: int) -> Doing:
    return lambda table: table.bids(*bids)


def ben_lays(bid: int) -> Doing:
    return lambda table: table.says(BEN, bids=bid)


def then(first: Doing, second: Doing) -> Doing:
    return lambda table: [act(table) for act in (first, second)]


def tricks(*values: int) -> dict[str, Any]:
    return {"step": "result", "tricks": [*values]}


TWIN = {"game": TWIN_SHOOT}
DIFFERS: dict[str, tuple[dict[str, Any], Doing, dict[str, Any], list[tuple[int, object, object]], str]] = {
    "said in the open": (
        IN_TURN,
        lays(2, 1),
        bids(1, 0, 1, 0),
        [(ANN, {"bids": 2}, {"bids": 1}), (BEN, {"bids": 1}, {"bids": 0})],
        '[[0,{"bids":2}],[1,{"bids":1}]]',
    ),
    "said by the keeper for a seat": (
        IN_TURN,
        lambda table: table.enters_for(BEN, bids=1),
        bids(1, 0, 1, 0),
        [(BEN, {"bids": 1}, {"bids": 0})],
        '[[1,{"bids":1}]]',
    ),
    "said before a note": (
        IN_TURN,
        then(lays(2), lambda table: table.writes(TEA)),
        bids(1, 0, 1, 0),
        [(ANN, {"bids": 2}, {"bids": 1})],
        '[[0,{"bids":2}]]',
    ),
    # The same, whatever Ben has laid.
    **{
        f"laid: {laid}": (
            WRITTEN,
            ben_lays(laid),
            bids(1, 1, 0, 0),
            [(BEN, None, {"bids": 1})],
            "[[1,null]]",
        )
        for laid in (0, 1, 2)
    },
    "revealed and waiting for the keeper": (
        WRITTEN,
        Table.reveals,
        bids(1, 1, 1, 0),
        [(DAI, {"bids": 1}, {"bids": 0})],
        '[[3,{"bids":1}]]',
    ),
    # Nothing of the bid.
    "tricks beside a bid that is laid": (
        TWIN,
        then(lays(3, 2, 4, 1), lambda table: table.says(ANN, tricks=3)),
        tricks(2, 3, 4, 1),
        [(ANN, {"tricks": 3}, {"tricks": 2})],
        '[[0,{"tricks":3}]]',
    ),
}


@pytest.mark.parametrize("said", DIFFERS)
def test_another_value_than_a_seat_said_is_told_and_written_only_once_it_is_overruled(
    keeper: Keeper, said: str
) -> None:
    options, before, entry, differences, overruled = DIFFERS[said]
    table = Table(keeper, **options)
    before(table)
    error = refused(table, entry)
    assert (told(error), error.overruled) == (differences, overruled)
    position, by = keeper.sees(table.session).position, keeper.by("mine")
    for repeated in (False, True):
        done = enter(keeper.book, table.session, entry, position=position, by=by, overruled=overruled)
        assert done.repeated == repeated, "a lost answer is asked for once more"
    assert table.entries[-1].items() >= entry.items()
    assert compare(keeper.book.db).differences == ()


@pytest.mark.parametrize(
    ("options", "before", "entry", "written"),
    [
        (IN_TURN, lays(2, 1), bids(2, None, 1, 0), bids(2, 1, 1, 0)),
        (WRITTEN, lays(2), bids(None, 0, 1, 3), bids(2, 0, 1, 3)),
        (WRITTEN, Table.reveals, bids(1, 1, 1, 1), bids(1, 1, 1, 1)),
        # A laid bid that a keeper frees is asked again.
        (
            WRITTEN,
            then(lays(2), lambda table: free_seat(table.book, table.session, ANN, by=table.keeper.by())),
            bids(1, 1, 0, 0),
            bids(1, 1, 0, 0),
        ),
        (TWIN, lays(3, 2, 4, 1), tricks(3, 2, 4, 1), {"bids": [3, 2, 4, 1], "tricks": [3, 2, 4, 1]}),
        # Everybody is out where the keeper says so of the rest, and is not told before.
        (
            {"game": BOO_RAY},
            lambda table: table.says(ANN, games="none"),
            {"step": "entries", "games": [None, "none", "none", "none"]},
            {"games": ["none"] * 4},
        ),
    ],
    ids=["said", "laid", "revealed", "freed", "laid beside tricks", "all out"],
)
def test_the_same_is_written_and_what_is_left_out_is_what_the_seats_said(
    keeper: Keeper, options: dict[str, Any], before: Doing, entry: dict[str, Any], written: dict[str, Any]
) -> None:
    table = Table(keeper, **options)
    before(table)
    assert not keeper.writes(table.session, entry, position=0, key="tapped").repeated
    (found,) = table.entries
    assert {name: found[name] for name in written} == written
    assert keeper.writes(table.session, entry, position=0, key="tapped").repeated


def test_what_was_filled_in_is_told_apart_from_what_would_be_otherwise(keeper: Keeper) -> None:
    table = Table(keeper, **IN_TURN)
    table.bids(2)
    table.writes(bids(None, 1, 1, 0), position=0, key="tapped")
    for other in (bids(None, 0, 1, 0), bids(1, 1, 1, 0)):
        with pytest.raises(OtherFactsError):
            table.writes(other, position=0, key="tapped")


def test_one_of_the_two_is_chosen_and_who_has_said_yet_another_thing_is_not_overruled_unseen(keeper: Keeper) -> None:
    table, entry = Table(keeper, **IN_TURN), bids(1, 0, 1, 0)
    table.says(ANN, bids=2)
    overruled = refused(table, entry).overruled
    table.says(ANN, bids=3)
    assert told(refused(table, entry, overruled=overruled)) == [(ANN, {"bids": 3}, {"bids": 1})]
    by = keeper.by("chosen")
    for repeated in (False, True):
        assert enter(keeper.book, table.session, entry, position=0, by=by, take=True).repeated == repeated
    assert table.entries == (bids(3, 0, 1, 0),)
    with pytest.raises(StaleError):
        keeper.writes(table.session, entry, position=0)


def test_what_the_seats_have_left_out_is_asked_at_its_field(keeper: Keeper) -> None:
    table = Table(keeper, **WRITTEN)
    table.bids(2)
    with pytest.raises(EntryError) as missing:
        table.writes(bids(None, 0, 1, None))
    assert [(each.field, each.seat) for each in missing.value.problems] == [("bids", DAI)]


def test_a_note_an_undo_a_redo_and_a_correction_ask_nothing(keeper: Keeper) -> None:
    table = Table(keeper, **IN_TURN)
    table.writes(bids(1, 0, 0, 0))
    table.says(CHIKA, tricks=2)
    table.writes(TEA)
    keeper.corrects(table.session, {0: bids(0, 0, 0, 1)})
    table.says(CHIKA, tricks=2)
    table.undoes()
    keeper.redoes(table.session)
    assert table.entries[0] == bids(0, 0, 0, 1)


@pytest.mark.engines(*ENGINES)
@pytest.mark.parametrize("first", ["the seat", "the keeper"])
def test_of_a_seat_and_a_keeper_at_once_the_later_is_told(
    keeper: Keeper, other: Keeper, at_once: AtOnce, first: str
) -> None:
    table = Table(keeper, **IN_TURN)
    entry = bids(1, 0, 1, 0)

    def says(phone: Keeper) -> Callable[[], object]:
        return lambda: Phone(phone.book.db, ANN).says(table.session, position=0, bids=2)

    def saves(phone: Keeper) -> Callable[[], object]:
        return lambda: phone.writes(table.session, entry, position=0)

    acts, refusal, stands = {
        "the seat": ((says(keeper), saves(other)), DifferentInputError, ((), {ANN: {"bids": 2}})),
        "the keeper": ((saves(keeper), says(other)), StaleError, ((entry,), {})),
    }[first]
    _, late = at_once(*acts)
    with pytest.raises(refusal):
        late.result(LONGEST)
    assert (table.entries, table.now.public_input) == stands


# Live parts: two phones at Koi-Koi settle a month, an undo leaves the cards, and who stops too late is told.

CRANE, CURTAIN, MOON, CUP, BOAR = "01-1", "03-1", "08-1", "09-1", "07-1"
LIGHTS = [CRANE, CURTAIN, MOON]
BOAR_DEER_BUTTERFLIES = [BOAR, "10-1", "06-1"]


def begins(keeper: Keeper, **options: Any) -> Table:
    """A month of Koi-Koi, with a phone each; Ann is oya."""
    table = Table(keeper, KOI_KOI, ("Ann", "Ben"), dealer=ANN, **options)
    for seat in (ANN, BEN):
        table.says(seat, lights=0)
    return table


@pytest.fixture
def month(keeper: Keeper) -> Table:
    return begins(keeper)


@pytest.mark.engines(*ENGINES)
def test_both_settle_the_month_and_the_one_who_stops_writes_it(month: Table) -> None:
    month.says(BEN, cards=[BOAR])
    assert not month.says(ANN, cards=[CRANE, CURTAIN]).written
    # 三光 6: +6.
    assert month.says(ANN, cards=LIGHTS, winner=ANN).written
    assert (month.entries[-1]["cards"], month.entries[-1]["winner"]) == ([LIGHTS, [BOAR]], ANN)
    assert month.totals == (106, 94)
    assert (month.begun, dict(month.now.entered_for)) == (set(), {}), "Ben saw it as it came"
    assert compare(month.db).differences == ()


def test_a_stop_over_a_card_in_both_piles_waits_until_that_is_mended(month: Table) -> None:
    month.says(BEN, cards=[MOON])
    stopped = month.says(ANN, cards=LIGHTS, winner=ANN)
    assert (stopped.written, len(stopped.problems)) == (False, 1)
    assert (month.says(BEN, cards=[]).written, month.totals) == (True, (106, 94))


@pytest.mark.engines(*ENGINES)
@pytest.mark.parametrize("stops", [True, False])
def test_who_stops_too_late_is_told_and_so_is_the_other_but_cards_are_no_claim(month: Table, stops: bool) -> None:
    """Ben had no network while he tapped his last cards and the stop."""
    month.says(ANN, cards=LIGHTS, winner=ANN)
    with pytest.raises(StaleError):
        month.says(BEN, position=1, cards=BOAR_DEER_BUTTERFLIES, **({"winner": BEN} if stops else {}))
    assert ({*month.now.late}, dict(month.now.entered_for)) == ({BEN} if stops else set(), {})
    month.says(BEN, lights=0)
    assert not month.now.late


def test_who_takes_a_stop_back_gives_the_month_to_the_other(month: Table) -> None:
    month.says(BEN, cards=BOAR_DEER_BUTTERFLIES)
    for seat, part in ((ANN, {"cards": LIGHTS, "winner": ANN}), (BEN, {"winner": BEN})):
        assert not month.says(seat, **part).written
    # 「こいこい」 takes the stop back, and is what a player with a yaku says instead.
    assert (month.says(ANN, calls=1).written, month.totals) == (True, (94, 106))


def test_after_an_undo_the_cards_still_lie_there_but_nobody_has_stopped(month: Table) -> None:
    month.says(BEN, cards=[BOAR])
    month.says(ANN, cards=LIGHTS, calls=1)
    month.says(ANN, cards=[*LIGHTS, CUP], winner=ANN)
    month.undoes()
    assert month.now.public_input == {ANN: {"calls": 1, "cards": [*LIGHTS, CUP]}, BEN: {"cards": [BOAR]}}
    assert ({*month.now.undone}, month.now.missing) == ({ANN, BEN}, (ANN, BEN))
    # 三光 6 + 花見 5 + 月見 5 + 鉄砲 5 = 21 → 42 × 2.
    month.says(ANN, winner=ANN)
    assert month.totals == (184, 16)


@pytest.mark.engines(*ENGINES)
def test_a_dead_phone_is_entered_for_and_who_was_freed_or_refused_leaves_the_cards(month: Table) -> None:
    month.says(BEN, cards=[BOAR], calls=0)
    for before, part, refusal in (
        (lambda: None, {"winner": BEN}, EntryError),
        (lambda: free_seat(month.book, month.session, BEN, by=month.keeper.by()), {"cards": []}, NotSeatedError),
    ):
        before()
        with pytest.raises(refusal):
            month.says(BEN, **part)
        assert month.now.public_input[BEN]["cards"] == [BOAR]
    month.enters_for(BEN, cards=[BOAR, CUP])
    assert month.now.public_input[BEN]["cards"] == [BOAR, CUP]


def test_hidden_piles_leave_the_store_with_the_month_only(keeper: Keeper) -> None:
    table = begins(keeper, boards="hidden")
    table.says(BEN, cards=[MOON, CUP])
    table.says(ANN, cards=[CRANE, CURTAIN])
    assert (table.now.public_input, table.now.problems) == ({}, ())
    assert table.now.seen_from(ANN) == {ANN: {"cards": [CRANE, CURTAIN]}}
    table.says(BEN, winner=BEN)
    assert table.entries[-1]["cards"] == [[CRANE, CURTAIN], [MOON, CUP]]


def test_a_keepers_own_entry_of_the_month_shows_what_the_phones_have_against_it(month: Table) -> None:
    month.says(ANN, cards=LIGHTS, calls=1)
    with pytest.raises(DifferentInputError) as caught:
        month.writes({"step": "result", "calls": [2, 0], "winner": "nobody"})
    assert [difference.seat for difference in caught.value.differences] == [ANN]
    assert month.keeper.sees(month.session).position == 1
