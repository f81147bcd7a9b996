"""What is sent twice is saved once: every action that carries a key, one after the other and at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import pytest

from scoring.games.oh_hell import GAME as OH_HELL
from store.engines.base import Connection
from store.errors import KeyUsedError, OtherFactsError, SessionBegunError
from store.seats.devices import free_seat, take_seat
from store.seats.entries import confirm, enter_seat
from store.sessions import writing
from store.sessions.series import start_again, start_instead, start_next
from store.sessions.writing import Written
from tests.kit.store.table_talk import ANN, BEN, CHIKA, END, note, takes
from tests.kit.store.toy_game import POT
from tests.store.conftest import LONGEST, AtOnce, Keeper, Meanwhile, everything


class Tables(NamedTuple):
    pot: str
    """Ann has taken 3; Ben's 2 are undone: position 3. A phone sits at Ben's seat."""
    bids: str
    """Ann and Ben have written their bids, 1 and 0, Chika has not."""
    other: str


Act: TypeAlias = Callable[[Keeper, Tables, str], object]
"""Does something at one of the tables under a key."""


def raw(*players: str) -> dict[str, Any]:
    return {"players": players, "dealer": 0, "options": {}}


def set_up(keeper: Keeper, tables: Tables, key: str, *players: str) -> Written:
    setup = {**keeper.sees(tables.pot).setup, "players": [*players]}
    return writing.set_up(keeper.book, tables.pot, setup, position=3, by=keeper.by(key))


def bid_of_chika(keeper: Keeper, session: str, key: str) -> object:
    return enter_seat(keeper.book, session, CHIKA, {"bids": 1}, position=0, by=keeper.by(key), anybody=True)


STARTS: dict[str, Act] = {
    "a new game": lambda keeper, _, key: keeper.sits_down("Ann", "Dan", key=key),
    "the same again": lambda keeper, tables, key: start_again(keeper.book, tables.pot, keeper.by(key)),
    "another game": lambda keeper, tables, key: start_next(
        keeper.book, tables.pot, POT, raw("Ann", "Dan"), by=keeper.by(key)
    ),
    "a game instead": lambda keeper, tables, key: start_instead(
        keeper.book, tables.other, POT, raw("Ann", "Dan"), keeper.by(key)
    ),
}
ENTRIES: dict[str, Act] = {
    "an entry": lambda keeper, tables, key: keeper.writes(tables.pot, takes(BEN, 4), position=3, key=key),
    "the last entry": lambda keeper, tables, key: keeper.writes(tables.pot, takes(BEN, 7), position=3, key=key),
    "the end by hand": lambda keeper, tables, key: keeper.writes(tables.pot, END, position=3, key=key),
    "a note": lambda keeper, tables, key: keeper.writes(tables.pot, note("tea"), position=3, key=key),
    "an undo": lambda keeper, tables, key: keeper.undoes(tables.pot, position=3, key=key),
    "a redo": lambda keeper, tables, key: keeper.redoes(tables.pot, position=3, key=key),
    "a correction": lambda keeper, tables, key: keeper.corrects(tables.pot, {0: takes(ANN, 4)}, position=3, key=key),
    "a corrected setup": lambda keeper, tables, key: set_up(keeper, tables, key, "Ann", "Bea"),
    "the last part of a step": lambda keeper, tables, key: bid_of_chika(keeper, tables.bids, key),
}
SENT = STARTS | ENTRIES

OTHERWISE: dict[str, tuple[str, Act, type[Exception]]] = {
    **{
        f"{name}, then with other players": (
            name,
            lambda keeper, _, key: keeper.sits_down("Dan", "Eva", key=key),
            SessionBegunError,
        )
        for name in STARTS
    },
    "with other seats": (
        "a new game",
        lambda keeper, _, key: keeper.sits_down("Dan", "Ann", key=key),
        SessionBegunError,
    ),
    "with another dealer": (
        "a new game",
        lambda keeper, _, key: keeper.sits_down("Ann", "Dan", dealer=1, key=key),
        SessionBegunError,
    ),
    "by other rules": (
        "a new game",
        lambda keeper, _, key: keeper.sits_down("Ann", "Dan", pot=12, key=key),
        SessionBegunError,
    ),
    "of another game": (
        "a new game",
        lambda keeper, _, key: keeper.sits_down("Ann", "Dan", "Eva", game=OH_HELL, key=key),
        SessionBegunError,
    ),
    "in another scorebook": (
        "a new game",
        lambda keeper, _, key: Keeper(keeper.book.db, "another-group").sits_down("Ann", "Dan", key=key),
        KeyUsedError,
    ),
    "with another value": ("an entry", ENTRIES["the last entry"], OtherFactsError),
    "with one that breaks a rule": (
        "an entry",
        lambda keeper, tables, key: keeper.writes(tables.pot, takes(BEN, 99), position=3, key=key),
        OtherFactsError,
    ),
    "an undo for an entry": ("an entry", ENTRIES["an undo"], OtherFactsError),
    "an undo of more": (
        "an undo",
        lambda keeper, tables, key: keeper.undoes(tables.pot, position=3, key=key, count=2),
        OtherFactsError,
    ),
    "another correction": (
        "a correction",
        lambda keeper, tables, key: keeper.corrects(tables.pot, {0: takes(ANN, 5)}, position=3, key=key),
        OtherFactsError,
    ),
    "another setup": (
        "a corrected setup",
        lambda keeper, tables, key: set_up(keeper, tables, key, "Ann", "Cleo"),
        OtherFactsError,
    ),
    "at another table": (
        "an entry",
        lambda keeper, tables, key: keeper.writes(tables.other, takes(BEN, 4), position=0, key=key),
        KeyUsedError,
    ),
    "a part for another table": (
        "an entry",
        lambda keeper, tables, key: bid_of_chika(keeper, tables.bids, key),
        KeyUsedError,
    ),
}


@pytest.fixture
def tables(keeper: Keeper) -> Tables:
    pot = keeper.plays(takes(ANN, 3), takes(BEN, 2))
    keeper.undoes(pot)
    take_seat(keeper.book, pot, BEN, by=keeper.by())
    bids = keeper.sits_down("Ann", "Ben", "Chika", game=OH_HELL, bidding="written")
    for seat, bid in ((ANN, 1), (BEN, 0)):
        enter_seat(keeper.book, bids, seat, {"bids": bid}, position=0, by=keeper.by(), anybody=True)
    return Tables(pot, bids, keeper.sits_down("Ann", "Ben"))


def expect_the_same_answer(first: Any, again: Any) -> None:
    if isinstance(first, Written):
        assert (first.repeated, again.repeated) == (False, True)
        assert again.session == first.session
    elif isinstance(first, str):
        assert again == first
    else:
        assert first.written and again.written


@pytest.mark.engines("sqlite")
@pytest.mark.parametrize("sent", SENT)
def test_what_is_sent_twice_is_saved_once(keeper: Keeper, tables: Tables, db: Connection, sent: str) -> None:
    first = SENT[sent](keeper, tables, "tapped")
    saved = everything(db)
    expect_the_same_answer(first, SENT[sent](keeper, tables, "tapped"))
    assert everything(db) == saved


@pytest.mark.engines("sqlite")
@pytest.mark.parametrize("sent", SENT)
def test_a_late_repeat_brings_nothing_back(keeper: Keeper, tables: Tables, db: Connection, sent: str) -> None:
    begun = SENT[sent](keeper, tables, "tapped")
    if isinstance(begun, str):
        free_seat(keeper.book, begun, BEN, by=keeper.by())
        confirm(keeper.book, begun, "on", position=0)
    else:
        take_back = keeper.redoes if sent == "an undo" else keeper.undoes
        take_back(tables.bids if sent == "the last part of a step" else tables.pot)
    changed = everything(db)
    SENT[sent](keeper, tables, "tapped")
    assert everything(db) == changed


@pytest.mark.parametrize("sent", SENT)
def test_what_is_sent_twice_at_once_is_saved_once(
    keeper: Keeper, other: Keeper, at_once: AtOnce, tables: Tables, *, db: Connection, sent: str
) -> None:
    (first, saved), again = at_once(
        lambda: (SENT[sent](keeper, tables, "tapped"), everything(db)), lambda: SENT[sent](other, tables, "tapped")
    )
    expect_the_same_answer(first, again.result(LONGEST))
    assert everything(db) == saved


@pytest.mark.engines("sqlite")
@pytest.mark.parametrize("otherwise", OTHERWISE)
def test_a_key_that_comes_with_something_else_is_refused(
    keeper: Keeper, tables: Tables, db: Connection, otherwise: str
) -> None:
    sent, act, refusal = OTHERWISE[otherwise]
    SENT[sent](keeper, tables, "tapped")
    saved = everything(db)
    with pytest.raises(refusal):
        act(keeper, tables, "tapped")
    assert (everything(db), db.in_transaction) == (saved, False)


@pytest.mark.parametrize(
    "otherwise",
    [
        *("a new game, then with other players", "a game instead, then with other players", "in another scorebook"),
        *("with another value", "another correction", "at another table", "a part for another table"),
    ],
)
def test_of_two_things_with_one_key_at_once_one_is_saved(
    keeper: Keeper, other: Keeper, at_once: AtOnce, tables: Tables, *, db: Connection, otherwise: str
) -> None:
    sent, act, refusal = OTHERWISE[otherwise]
    (_, saved), late = at_once(
        lambda: (SENT[sent](keeper, tables, "tapped"), everything(db)), lambda: act(other, tables, "tapped")
    )
    with pytest.raises(refusal):
        late.result(LONGEST)
    assert (everything(db), other.book.db.in_transaction) == (saved, False)


def test_a_key_is_free_where_who_used_it_first_gave_up(
    keeper: Keeper, other: Keeper, meanwhile: Meanwhile, tables: Tables
) -> None:
    with pytest.raises(ZeroDivisionError), keeper.book.db.writing():
        keeper.writes(tables.pot, takes(ANN, 3), key="tapped")
        late = meanwhile.waits(lambda: other.writes(tables.other, takes(BEN, 4), key="tapped"))
        raise ZeroDivisionError
    assert (late.result(LONGEST).session.position, keeper.sees(tables.pot).position) == (1, 3)


def test_the_same_names_spelled_otherwise_begin_the_same_game(keeper: Keeper) -> None:
    session = keeper.sits_down("Ann", "Ben", key="tapped")
    assert keeper.sits_down("ANN", "ｂｅｎ", key="tapped") == session
    assert keeper.sits_down("Ann", "Ben") != session, "another tap is another game"


def test_a_refused_other_thing_shows_what_was_saved(keeper: Keeper, tables: Tables) -> None:
    keeper.writes(tables.pot, takes(BEN, 4), position=3, key="tapped")
    with pytest.raises(OtherFactsError) as other:
        keeper.writes(tables.pot, takes(BEN, 5), position=3, key="tapped")
    assert (other.value.position, other.value.session.entries) == (3, (takes(ANN, 3), takes(BEN, 4)))
    begun = keeper.sits_down("Ann", "Dan", key="begun")
    with pytest.raises(SessionBegunError) as another:
        keeper.sits_down("Dan", "Ann", key="begun")
    assert another.value.began == begun
