"""A keeper's save never writes over what seats have said: it is compared where it is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scoring.errors import EntryError
from scoring.games.boo_ray import GAME as BOO_RAY
from scoring.games.twin_shoot import GAME as TWIN_SHOOT
from store.admin.rebuild import compare
from store.errors import OtherFactsError, SaidOtherwiseError, StaleError
from tests.conftest import ENGINES
from tests.kit.store.seats import ANN, BEN, CHIKA, DAI, IN_TURN, TEA, WRITTEN, Phone, Table, bids
from tests.store.conftest import LONGEST, AtOnce, Keeper

pytestmark = pytest.mark.engines("sqlite")

Doing = Callable[[Table], object]


def test_a_keepers_whole_entry_is_told_to_every_phone_that_said_nothing_or_otherwise(keeper: Keeper) -> None:
    table = Table(keeper, **IN_TURN)
    table.bids(1, 2)
    raw = bids(1, 1, 0, 0)
    keeper.book.enter(table.session, raw, position=0, by=keeper.by(), overruled=refused(table, raw).overruled)
    assert {*table.now.entered_for} == {BEN, CHIKA, DAI}


def refused(table: Table, entry: dict[str, Any], **given: Any) -> SaidOtherwiseError:
    """That the entry is not written, and what is told of it."""
    position, shown = table.keeper.sees(table.session).position, table.now.shown
    with pytest.raises(SaidOtherwiseError) as otherwise:
        table.book.enter(table.session, entry, position=position, by=table.keeper.by(), **given)
    assert (table.keeper.sees(table.session).position, table.now.shown) == (position, shown), "it still stands"
    return otherwise.value


def told(error: SaidOtherwiseError) -> list[tuple[int, object, object]]:
    return [(each.seat, each.said, each.entered) for each in error.differences]


def lays(*bids: int) -> Doing:
    return lambda table: table.bids(*bids)


def ben_lays(bid: int) -> Doing:
    return lambda table: table.says(BEN, bids=bid)


def says_before_a_note(table: Table) -> None:
    table.says(ANN, bids=2)
    table.writes(TEA)


def is_freed(table: Table) -> None:
    table.says(ANN, bids=2)
    table.book.free_seat(table.session, ANN)


def lays_and_counts(table: Table) -> None:
    table.bids(3, 2, 4, 1)
    table.says(ANN, tricks=3)


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
        says_before_a_note,
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
        lays_and_counts,
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
        done = keeper.book.enter(table.session, entry, position=position, by=by, overruled=overruled)
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
            is_freed,
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
    table = Table(keeper, **IN_TURN)
    entry = bids(1, 0, 1, 0)
    table.says(ANN, bids=2)
    overruled = refused(table, entry).overruled
    table.says(ANN, bids=3)
    assert told(refused(table, entry, overruled=overruled)) == [(ANN, {"bids": 3}, {"bids": 1})]
    by = keeper.by("chosen")
    for repeated in (False, True):
        assert keeper.book.enter(table.session, entry, position=0, by=by, take=True).repeated == repeated
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
    ann = Phone(other.book.db if first == "the keeper" else table.db, ANN)

    def seat_says() -> object:
        return ann.says(table.session, position=0, bids=2)

    def keeper_saves() -> object:
        return (other if first == "the seat" else keeper).writes(table.session, entry, position=0)

    now, then = (seat_says, keeper_saves) if first == "the seat" else (keeper_saves, seat_says)
    _, late = at_once(now, then)
    with pytest.raises(SaidOtherwiseError if first == "the seat" else StaleError):
        late.result(LONGEST)
    assert (table.entries, table.now.shown) == (((), {ANN: {"bids": 2}}) if first == "the seat" else ((entry,), {}))
