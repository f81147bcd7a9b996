"""Phones at seats: who sits where, what each says for itself, and when it is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scoring.errors import EntryError
from scoring.games.twin_shoot import GAME as TWIN_SHOOT
from store.admin.rebuild import compare
from store.book import Book
from store.engines.base import Connection
from store.errors import (
    EnteredMeanwhileError,
    NoSuchError,
    NothingToEnterError,
    NotSeatedError,
    NotYourTurnError,
    SeatTakenError,
    StaleError,
)
from store.seats.devices import free_seat, take_seat
from store.seats.entries import confirm, enter, enter_seat
from store.seats.pending_step import PendingStep
from store.sessions.details import delete_session
from store.sessions.purge import purge_book
from store.sessions.snapshot import read_snapshot
from tests.conftest import ENGINES
from tests.kit.store.seats import ANN, BEN, CHIKA, DAI, FOUR, IN_TURN, TEA, WRITTEN, Phone, Table, bids
from tests.kit.store.toy_game import POT
from tests.store.conftest import THURSDAY, Keeper, everything

pytestmark = pytest.mark.engines("sqlite")

AT = "2026-11-21T20:00:00Z"
END = {"step": "end"}


# Who sits where.


def test_a_phone_takes_a_seat_that_is_free_and_is_seen_there(keeper: Keeper) -> None:
    table = Table(keeper, phones=False)
    for _ in range(2):
        table.phones[BEN].sits(table.session)
    with pytest.raises(SeatTakenError):
        Phone(table.db, BEN, "phone-of-Ann").sits(table.session)
    assert (table.sitting, table.now.seating[BEN].name) == ({BEN: "Ben"}, "Android")
    Phone(table.db, CHIKA, "phone-of-Ben").sits(table.session)
    assert table.sitting == {BEN: "Ben", CHIKA: "Ben"}


@pytest.mark.engines(*ENGINES)
def test_who_stands_up_is_gone_and_what_a_freed_seat_has_said_is_void(keeper: Keeper) -> None:
    table = Table(keeper, **WRITTEN)
    table.phones[ANN].leaves(table.session)
    assert {*table.sitting} == {BEN, CHIKA, DAI}
    table.says(CHIKA, bids=2)
    free_seat(table.book, table.session, CHIKA, by=table.keeper.by())
    assert ({*table.sitting}, table.begun) == ({BEN, DAI}, set())
    Phone(table.db, CHIKA, "phone-of-Ben").sits(table.session)
    assert table.sitting[CHIKA] == "Ben"


# What is said in turn, and at any time.


@pytest.mark.engines(*ENGINES)
def test_a_deal_of_oh_hell_costs_the_keeper_nothing_and_each_player_two(keeper: Keeper) -> None:
    table = Table(keeper, **IN_TURN)
    hand = hand_of(table)
    told = table.bids(1, 0, 0)
    assert (told.written, told.public_input) == (False, {ANN: {"bids": 1}, BEN: {"bids": 0}, CHIKA: {"bids": 0}})
    assert (told.turn, told.missing) == (DAI, (DAI,))
    assert table.says(DAI, bids=0).written
    taken = [table.says(seat, tricks=hand if seat == CHIKA else 0).written for seat in (CHIKA, ANN, DAI, BEN)]
    assert taken == [False, False, False, True]
    assert table.entries == (bids(1, 0, 0, 0), {"step": "tricks", "tricks": [0, 0, hand, 0]})
    assert [action.device for action in keeper.sees(table.session).actions] == ["phone-of-Dai", "phone-of-Ben"]
    assert compare(keeper.book.db).differences == ()


def hand_of(table: Table) -> int:
    sheet: Any = table.keeper.sees(table.session).sheet
    return int(sheet.hand)


def all_lay(table: Table) -> None:
    """All bids of Twin Shoot are laid, and Ann has said her tricks and stood up in between."""
    table.bids(3, 3, 3, 3)
    table.says(ANN, tricks=2)
    table.phones[ANN].leaves(table.session)
    assert table.now.entered_fields[ANN] == {"bids"}, "a bid that is laid stays where its player stands up"
    table.phones[ANN].sits(table.session)


def nothing(table: Table) -> None: ...


def sits_down_again(stands_up: Callable[[Table], object]) -> Callable[[Table], object]:
    def again(table: Table) -> None:
        table.reveals()
        stands_up(table)
        assert table.now.entry == bids(1, 1, 1, 1), "what is revealed is not said anew by standing up"
        table.phones[ANN].sits(table.session)

    return again


STANDS_UP = sits_down_again(lambda table: table.phones[ANN].leaves(table.session))
IS_FREED = sits_down_again(lambda table: free_seat(table.book, table.session, ANN, by=table.keeper.by()))


Doing = Callable[[Table], object]
REFUSED: dict[str, tuple[dict[str, Any], Doing, Doing, type[Exception]]] = {
    "out of turn": (IN_TURN, nothing, lambda table: table.says(BEN, bids=1), NotYourTurnError),
    "another bid once somebody has answered it": (
        IN_TURN,
        lambda table: table.bids(2, 1),
        lambda table: table.says(ANN, bids=1),
        NotYourTurnError,
    ),
    "another bid once all are shown": (WRITTEN, Table.reveals, lambda table: table.says(ANN, bids=0), NotYourTurnError),
    "… and after standing up": (
        WRITTEN,
        STANDS_UP,
        lambda table: table.says(ANN, bids=0),
        NotYourTurnError,
    ),
    "… and after being freed": (
        WRITTEN,
        IS_FREED,
        lambda table: table.says(ANN, bids=0),
        NotYourTurnError,
    ),
    "… by somebody else": (WRITTEN, IS_FREED, lambda table: table.says(DAI, bids=0), NotYourTurnError),
    "another bid once the tricks are counted": (
        {"game": TWIN_SHOOT},
        all_lay,
        lambda table: table.says(BEN, bids=4),
        NotYourTurnError,
    ),
    "what the dealer may not bid": (
        IN_TURN,
        lambda table: table.bids(0, 0, 0),
        lambda table: table.says(DAI, bids=hand_of(table)),
        EntryError,
    ),
    "from a seat that was freed": (
        IN_TURN,
        lambda table: free_seat(table.book, table.session, ANN, by=table.keeper.by()),
        lambda table: table.says(ANN, bids=2),
        NotSeatedError,
    ),
    "standing up from another's seat": (
        IN_TURN,
        nothing,
        lambda table: Phone(table.db, BEN, "phone-of-Ann").leaves(table.session),
        NotSeatedError,
    ),
    "a seat that there is not": (
        {"players": FOUR[:3]},
        nothing,
        lambda table: Phone(table.db, DAI).sits(table.session),
        NoSuchError,
    ),
    "a seat of another scorebook": (
        IN_TURN,
        nothing,
        lambda table: take_seat(
            Book(table.db, "another-group", "player"), table.session, ANN, by=table.phones[ANN].by()
        ),
        NoSuchError,
    ),
    "a part in another scorebook": (
        IN_TURN,
        nothing,
        lambda table: enter_seat(
            Book(table.db, "another-group", "player"),
            table.session,
            ANN,
            {"bids": 1},
            position=0,
            by=table.phones[ANN].by(),
        ),
        NoSuchError,
    ),
    "a look from another scorebook": (
        IN_TURN,
        nothing,
        lambda table: read_snapshot(Book(table.db, "another-group", "player"), table.session),
        NoSuchError,
    ),
    "when the game is over": (
        IN_TURN,
        lambda table: table.writes(END),
        lambda table: table.says(ANN, bids=1),
        NothingToEnterError,
    ),
    "in a step that is the keeper's": (
        {"game": POT, "players": FOUR[:2]},
        nothing,
        lambda table: table.says(ANN, chips=3),
        NothingToEnterError,
    ),
    "in a game that was deleted": (
        WRITTEN,
        lambda table: delete_session(table.book, table.session, at=AT),
        lambda table: table.says(ANN, bids=1),
        NothingToEnterError,
    ),
    "a step that is written": (
        IN_TURN,
        lambda table: table.writes(bids(0, 0, 0, 0)),
        lambda table: table.says(BEN, position=0, bids=1),
        StaleError,
    ),
    "over what the keeper has entered unseen": (
        IN_TURN,
        lambda table: (table.bids(2), table.enters_for(BEN, bids=1)),
        lambda table: ben_sees(table, 3, seen=""),
        EnteredMeanwhileError,
    ),
    "over what a phone has entered unseen": (
        IN_TURN,
        lambda table: table.bids(2, 3),
        lambda table: table.enters_for(BEN, bids=0, seen=""),
        EnteredMeanwhileError,
    ),
    "over a hidden bid that the keeper has entered": (
        WRITTEN,
        lambda table: table.enters_for(BEN, bids=1),
        lambda table: ben_sees(table, 2, seen=""),
        EnteredMeanwhileError,
    ),
    "the same over a hidden bid, which tells nobody that it is": (
        WRITTEN,
        lambda table: table.enters_for(BEN, bids=1),
        lambda table: ben_sees(table, 1, seen=""),
        EnteredMeanwhileError,
    ),
}


def ben_sees(table: Table, bid: int, *, seen: str) -> PendingStep:
    """Ben bids on a page that shows what was entered at that time."""
    ben = table.phones[BEN]
    return enter_seat(ben.book, table.session, BEN, {"bids": bid}, position=0, by=ben.by(), seen=seen)


@pytest.mark.parametrize("what", REFUSED)
def test_what_a_phone_may_not_say_is_refused_and_changes_nothing(keeper: Keeper, db: Connection, what: str) -> None:
    options, before, act, error = REFUSED[what]
    table = Table(keeper, **options)
    before(table)
    kept = everything(db)
    with pytest.raises(error):
        act(table)
    assert everything(db) == kept


def test_the_keeper_says_anything_for_anybody_and_what_was_heard_is_heard_again(keeper: Keeper) -> None:
    table = Table(keeper, **IN_TURN)
    table.enters_for(BEN, bids=1)
    assert (table.now.entered_by[BEN].device, table.begun) == (keeper.by().device, {BEN})
    told = table.says(ANN, bids=2)
    assert (told.turn, told.public_input) == (CHIKA, {ANN: {"bids": 2}, BEN: {"bids": 1}})
    assert table.says(ANN, bids=2).public_input[ANN] == {"bids": 2}, "the same, though others spoke since"
    now = table.enters_for(ANN, bids=1)
    assert (now.public_input, now.turn) == ({ANN: {"bids": 1}, BEN: {"bids": 1}}, CHIKA), "Ben's bid stays"
    assert ben_sees(table, 1, seen="").public_input[BEN] == {"bids": 1}, "the same is no conflict"
    assert ben_sees(table, 3, seen=table.now.entered_by[BEN].at).public_input[BEN] == {"bids": 3}, (
        "seen, it can be replaced"
    )


def test_who_stands_up_takes_along_no_bid_after_which_others_have_spoken(keeper: Keeper) -> None:
    table = Table(keeper, **IN_TURN)
    table.bids(1, 1)
    for seat in (ANN, BEN):
        table.phones[seat].leaves(table.session)
    assert (table.now.public_input, table.now.turn) == ({ANN: {"bids": 1}}, BEN)


# What is hidden.


RULES = {
    "entered",
    "ask_of",
    "bound",
    "claims",
    "for_table",
    "may_enter",
    "on_table",
    "seen_from",
    "together",
    "with_input",
}
"""What is for the rules alone, and what is asked of a seat."""


def told_of(step: PendingStep) -> dict[str, object]:
    """All that a page can be told of a step, by its name."""
    names = {name for name in dir(step) if not name.startswith("_")} - RULES
    return {name: getattr(step, name) for name in names}


def test_hidden_bids_reach_nobody_until_all_are_in(db: Connection, keeper: Keeper) -> None:
    table = Table(keeper, **WRITTEN)
    top, before = hand_of(table), table.now
    for seat in (DAI, ANN, CHIKA):
        told = table.says(seat, bids=top)
        assert (told.public_input, told.entry, told.problems, told.written) == ({}, None, (), False)
        for book in (Book(db, THURSDAY, "watcher"), table.phones[seat].book, keeper.book):
            now = read_snapshot(book, table.session).pending
            changed = {name for name, value in told_of(now).items() if value != told_of(before)[name]}
            who_has_bid = {"entered_fields", "missing", "to_enter", "waited_for", "laid", "entered_by"}
            assert changed == who_has_bid, "nothing but who has bid"
            assert now.ask_of(BEN) == before.ask_of(BEN)
    assert told.entered_fields.keys() == {ANN, CHIKA, DAI}
    assert table.says(BEN, bids=0).written
    assert table.entries == (bids(top, 0, top, top),)


def test_a_hidden_bid_is_changed_until_all_are_in(keeper: Keeper) -> None:
    table = Table(keeper, **WRITTEN)
    table.says(ANN, bids=1)
    assert table.bids(0, 1, 1, 1).written
    assert table.entries == (bids(0, 1, 1, 1),)


def test_where_the_table_wants_it_what_all_said_waits_for_the_keeper(keeper: Keeper) -> None:
    table = Table(keeper, **WRITTEN)
    table.reveals()
    told = table.now
    assert (told.written, told.entry) == (False, bids(1, 1, 1, 1))
    assert told.public_input == {seat: {"bids": 1} for seat in range(4)}
    table.writes(bids(1, 1, 1, 1))
    assert (table.begun, table.entries) == (set(), (bids(1, 1, 1, 1),))
    confirm(table.book, table.session, "off", position=0)
    assert not table.now.confirms


def test_a_keeper_who_confirms_once_confirms_the_step_at_that_position_alone(keeper: Keeper) -> None:
    table = Table(keeper)

    def confirms(how: str) -> bool:
        confirm(table.book, table.session, how, position=0)
        return table.now.confirms

    assert confirms("once")
    assert not table.bids(1, 1, 1, 1).written
    table.writes(TEA, bids(1, 1, 1, 1))
    assert (table.now.confirms, confirms("once")) == (False, False), "the step is over"
    assert confirms("on")
    table.writes({"step": "tricks", "tricks": [4, 2, 2, 2]})
    assert confirms("once")
    table.writes(bids(1, 1, 1, 0))
    assert (table.now.confirms, confirms("off")) == (True, False), "where it is on it stays so"


@pytest.mark.parametrize("how", ["off", "on"])
def test_what_a_keeper_has_begun_to_change_adds_up_on_the_sheet_and_is_wrong_on_no_phone(
    keeper: Keeper, how: str
) -> None:
    table = Table(keeper)
    table.writes(bids(1, 1, 1, 1))
    confirm(table.book, table.session, how, position=1)
    for seat, tricks in ((ANN, 4), (BEN, 3), (CHIKA, 2), (DAI, 2)):
        table.says(seat, tricks=tricks)
    assert [each.seat for each in table.now.problems] == [None]
    confirm(table.book, table.session, "once", position=1)
    assert table.now.problems == ()
    assert not table.says(DAI, tricks=1).written


def test_hidden_input_that_came_to_nothing_is_never_told_as_entered(db: Connection, keeper: Keeper) -> None:
    """As an import of a later log would leave it: the row stays, and something else was written there."""
    table = Table(keeper, **WRITTEN)
    table.enters_for(BEN, bids=1)
    row = dict(db.execute("SELECT * FROM pending_input").fetchone())
    columns, marks = ", ".join(row), ", ".join("?" * len(row))
    enter(keeper.book, table.session, bids(0, 2, 0, 0), position=0, by=keeper.by(), overruled="[[1,null]]")
    with db.writing():
        db.execute("DELETE FROM pending_input")
        db.execute(f"INSERT INTO pending_input ({columns}) VALUES ({marks})", [*row.values()])
    assert table.now.entered_for == {}


# The keeper, and the log.


@pytest.mark.parametrize("change", ["a note", "the end by hand"])
def test_what_was_said_goes_along_with_what_leaves_the_step_as_it_is(keeper: Keeper, change: str) -> None:
    table = Table(keeper, **WRITTEN)
    table.bids(1, 1)
    if change == "a note":
        table.writes(TEA, {"step": "adjustment", "seat": 0, "amount": -5, "reason": "late"})
        table.undoes()
        assert not table.says(CHIKA, position=0, bids=1).written, "the page of before the note asked the same"
    else:
        table.writes(END, TEA)
        assert table.begun == set(), "a game that is over asks nobody"
        table.undoes(2)
        assert table.begun == {ANN, BEN}
        table.says(CHIKA, bids=1)
    assert table.says(DAI, bids=0).written
    assert table.entries[-1] == bids(1, 1, 1, 0)


TRICKS = {"step": "tricks", "tricks": [4, 3, 2, 1]}


@pytest.mark.parametrize(("options", "step"), [(IN_TURN, "bids"), (WRITTEN, "bids"), (IN_TURN, "tricks")])
def test_an_undo_gives_each_phone_its_entry_back_to_change_until_the_keeper_saves(
    keeper: Keeper, options: dict[str, Any], step: str
) -> None:
    """Ann is the first to bid; two of them were wrong."""
    table = Table(keeper, **options)
    now = {ANN: 1, BEN: 2, CHIKA: 0, DAI: 0} if step == "bids" else {ANN: 4, BEN: 3, CHIKA: 2, DAI: 1}
    table.writes(*[bids(1, 2, 0, 0), TRICKS][: 1 if step == "bids" else 2])
    table.undoes()
    for seat, value in ((ANN, 1), (ANN, 2), (BEN, 1), (ANN, 3), (BEN, 4)):
        assert not table.says(seat, **{step: value}).written
        now[seat] = value
        told = table.now
        assert (told.public_input, told.waited_for) == ({each: {step: told} for each, told in now.items()}, ())
    table.writes({"step": step, step: [*now.values()]})
    assert table.entries[-1][step] == [*now.values()]
    assert table.now.entered_for == {}, "each has entered it on the own phone"


def test_what_phones_have_said_of_the_next_step_is_there_again_after_an_undo_and_a_redo(keeper: Keeper) -> None:
    """Ben is the first to bid in the second deal, of nine cards."""
    table = Table(keeper, **IN_TURN)
    table.writes(bids(1, 2, 0, 0), TRICKS)
    said = [table.says(BEN, bids=3), table.says(CHIKA, bids=1)][-1].public_input
    table.undoes(2)
    keeper.redoes(table.session)
    keeper.redoes(table.session)
    assert table.now.public_input == said == {BEN: {"bids": 3}, CHIKA: {"bids": 1}}
    table.undoes()
    assert table.now.public_input == {seat: {"tricks": 4 - seat} for seat in range(4)}
    table.writes({"step": "tricks", "tricks": [3, 4, 2, 1]})
    assert table.now.public_input == {}, "with another entry the next step begins anew"


def test_who_may_no_longer_say_what_an_undo_brought_back_is_asked_again(keeper: Keeper) -> None:
    """Ten cards, and Dai deals."""
    table = Table(keeper, **IN_TURN)
    table.writes(bids(1, 2, 0, 0))
    table.undoes()
    table.says(ANN, bids=8)
    assert table.now.waited_for == (DAI,)
    assert not table.says(DAI, bids=1).written


def test_what_was_said_before_the_step_was_entered_is_void_even_when_it_is_undone(keeper: Keeper) -> None:
    table = Table(keeper, **WRITTEN)
    table.says(ANN, bids=1)
    enter(keeper.book, table.session, bids(2, 0, 0, 0), position=0, by=keeper.by(), overruled="[[0,null]]")
    assert table.begun == set()
    table.undoes()
    assert table.now.public_input[ANN] == {"bids": 2}


def test_what_came_back_is_not_told_as_entered_for_a_seat_but_what_the_keeper_changed_is(keeper: Keeper) -> None:
    table = Table(keeper, **IN_TURN)
    table.bids(1, 2, 0, 0)
    table.undoes()
    table.writes(bids(1, 3, 0, 0))
    assert {seat: each.entered for seat, each in table.now.entered_for.items()} == {BEN: {"bids": 3}}


def test_who_sits_down_after_an_undo_is_asked_beside_what_came_back(keeper: Keeper) -> None:
    table = Table(keeper, **IN_TURN)
    table.bids(1, 2, 0, 0)
    table.undoes()
    table.writes({"step": "join", "name": "Eva", "after": DAI, "start": "opening"})
    assert (table.begun, table.now.waited_for) == ({ANN, BEN, CHIKA, DAI}, (4,))


def test_the_keeper_alone_brings_back_what_was_deleted(keeper: Keeper) -> None:
    table = Table(keeper, **WRITTEN)
    table.bids(1, 1, 1)
    delete_session(keeper.book, table.session, at=AT)
    assert table.enters_for(DAI, bids=1).written
    assert keeper.sees(table.session).deleted_at is None


@pytest.mark.engines(*ENGINES)
def test_what_is_purged_leaves_no_seat_and_no_part_behind(keeper: Keeper, db: Connection) -> None:
    before = everything(db)
    table = Table(keeper, **WRITTEN)
    table.says(ANN, bids=1)
    table.writes({"step": "takeover", "seat": BEN, "name": "Zoe"})
    delete_session(keeper.book, table.session, at=AT)
    assert purge_book(keeper.book, before="2026-12-31T00:00:00Z").sessions == 1
    assert everything(db) | {"scorebook": []} == before


def test_what_was_entered_for_a_phone_is_told_there_after_it_is_written(keeper: Keeper) -> None:
    table = Table(keeper, **IN_TURN)
    table.says(ANN, bids=1)
    table.enters_for(BEN, bids=2)
    table.says(CHIKA, bids=0)
    assert table.says(DAI, bids=0).written
    told = table.now.entered_for
    assert {seat: (each.position, each.entered["bids"], each.by.device) for seat, each in told.items()} == {
        BEN: (0, 2, keeper.by().device)
    }
    table.writes(TEA)
    assert {*table.now.entered_for} == {BEN}, "a note changes nothing"
    table.says(BEN, tricks=1)
    assert (table.now.entered_for, table.now.public_input) == ({}, {BEN: {"tricks": 1}})
    table.undoes()
    assert table.now.entered_for == {}


def test_what_is_said_while_the_keeper_taps_another_suit_is_kept(keeper: Keeper) -> None:
    table = Table(keeper)
    table.writes({**bids(1, 0, 0, 0), "trump": "clubs"})
    before = keeper.sees(table.session).position
    table.says(BEN, tricks=0)
    keeper.corrects(table.session, {0: {**bids(1, 0, 0, 0), "trump": "hearts"}})
    table.phones[ANN].says(table.session, position=before, tricks=1)
    # Whatever was bid, she has taken as many tricks.
    keeper.corrects(table.session, {0: {**bids(2, 0, 0, 0), "trump": "hearts"}})
    table.phones[ANN].says(table.session, position=before, tricks=2)
    assert table.now.together()["tricks"] == [2, 0, None, None]
