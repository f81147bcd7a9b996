"""A keeper's save never writes over what seats have said: it is compared where it is written, on either engine."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest

from scoring import catalogue
from scoring.errors import EntryError
from scoring.games.boo_ray import GAME as BOO_RAY
from scoring.games.oh_hell import GAME as OH_HELL
from scoring.games.twin_shoot import GAME as TWIN_SHOOT
from store.admin.rebuild import compare
from store.engines.base import Connection, Database
from store.errors import OtherFactsError, SaidOtherwiseError, StaleError
from tests.store.conftest import THURSDAY, Keeper
from tests.store.seats.test_seats import ANN, BEN, CHIKA, DAI, FOUR, Phone, all_sit
from tests.store.sessions.test_at_once import LONGEST, Meanwhile


def bids(*values: int | None) -> dict[str, Any]:
    return {"step": "bids", "bids": [*values]}


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {game.slug: game for game in (OH_HELL, TWIN_SHOOT, BOO_RAY)}
    monkeypatch.setattr(catalogue, "all_games", lambda: found)


@pytest.fixture
def phones(db: Connection) -> list[Phone]:
    return [Phone(db, seat) for seat in range(4)]


@pytest.fixture
def in_turn(keeper: Keeper, phones: list[Phone]) -> str:
    """Oh Hell with a phone each, Dai deals: Ann speaks first."""
    return all_sit(keeper, phones)


@pytest.fixture
def written(keeper: Keeper, phones: list[Phone]) -> str:
    """The same with bids that are written and shown at once."""
    return all_sit(keeper, phones, bidding="written")


@pytest.fixture
def twin_shoot(keeper: Keeper, phones: list[Phone]) -> str:
    """Twin Shoot, all bids laid."""
    session = keeper.sits_down(*FOUR, game=TWIN_SHOOT)
    for phone, bid in zip(phones, (3, 2, 4, 1), strict=True):
        phone.sits(session)
        phone.says(session, bids=bid)
    return session


@pytest.fixture
def other(database: Database) -> Iterator[Keeper]:
    """The keeper in another thread."""
    with closing(database.connect()) as db:
        yield Keeper(db, THURSDAY)


@pytest.fixture
def meanwhile(address: str) -> Iterator[Meanwhile]:
    with ThreadPoolExecutor(1) as threads:
        yield Meanwhile(threads, address)


def refused(keeper: Keeper, session: str, entry: dict[str, Any], **given: Any) -> SaidOtherwiseError:
    """That the entry is not written, and what is told of it."""
    position = keeper.sees(session).position
    with pytest.raises(SaidOtherwiseError) as otherwise:
        keeper.book.enter(session, entry, position=position, by=keeper.by(), **given)
    assert keeper.sees(session).position == position
    return otherwise.value


def told(error: SaidOtherwiseError) -> list[tuple[int, object, object]]:
    return [(each.seat, each.said, each.entered) for each in error.differences]


# What was said in the open.


def test_another_bid_than_was_said_is_not_written(keeper: Keeper, phones: list[Phone], in_turn: str) -> None:
    phones[ANN].says(in_turn, bids=2)
    phones[BEN].says(in_turn, bids=1)
    error = refused(keeper, in_turn, bids(1, 0, 1, 0))
    assert told(error) == [(ANN, {"bids": 2}, {"bids": 1}), (BEN, {"bids": 1}, {"bids": 0})]
    assert keeper.book.snapshot(in_turn).pending.shown == {ANN: {"bids": 2}, BEN: {"bids": 1}}, "it still stands"


def test_one_of_the_two_is_chosen(keeper: Keeper, phones: list[Phone], in_turn: str) -> None:
    phones[ANN].says(in_turn, bids=2)
    position, by = 0, keeper.by("chosen")
    keeper.book.enter(in_turn, bids(1, 0, 1, 0), position=position, by=by, take=True)
    assert keeper.sees(in_turn).entries == (bids(2, 0, 1, 0),)
    again = keeper.book.enter(in_turn, bids(1, 0, 1, 0), position=position, by=by, take=True)
    assert again.repeated, "a lost answer is asked for once more"
    keeper.undoes(in_turn)
    phones[ANN].says(in_turn, bids=2)
    overruled = refused(keeper, in_turn, bids(1, 0, 1, 0)).overruled
    position, by = keeper.sees(in_turn).position, keeper.by("mine")
    for repeated in (False, True):
        done = keeper.book.enter(in_turn, bids(1, 0, 1, 0), position=position, by=by, overruled=overruled)
        assert done.repeated == repeated
    assert keeper.sees(in_turn).entries == (bids(1, 0, 1, 0),)
    assert compare(keeper.book.db).differences == ()


def test_who_has_said_yet_another_thing_is_not_overruled_unseen(
    keeper: Keeper, phones: list[Phone], in_turn: str
) -> None:
    phones[ANN].says(in_turn, bids=2)
    overruled = refused(keeper, in_turn, bids(1, 0, 1, 0)).overruled
    phones[ANN].says(in_turn, bids=3)
    error = refused(keeper, in_turn, bids(1, 0, 1, 0), overruled=overruled)
    assert told(error) == [(ANN, {"bids": 3}, {"bids": 1})]


def test_the_same_is_written_and_what_is_left_out_is_filled_in(
    keeper: Keeper, phones: list[Phone], in_turn: str
) -> None:
    phones[ANN].says(in_turn, bids=2)
    phones[BEN].says(in_turn, bids=1)
    keeper.writes(in_turn, bids(2, None, 1, 0))
    assert keeper.sees(in_turn).entries == (bids(2, 1, 1, 0),)


def test_what_is_filled_in_is_the_same_when_it_is_sent_again(keeper: Keeper, phones: list[Phone], in_turn: str) -> None:
    phones[ANN].says(in_turn, bids=2)
    assert not keeper.writes(in_turn, bids(None, 1, 1, 0), position=0, key="tapped").repeated
    assert keeper.writes(in_turn, bids(None, 1, 1, 0), position=0, key="tapped").repeated
    for other_facts in (bids(None, 0, 1, 0), bids(1, 1, 1, 0)):
        with pytest.raises(OtherFactsError):
            keeper.writes(in_turn, other_facts, position=0, key="tapped")


def test_who_was_too_slow_is_told_that_first(keeper: Keeper, phones: list[Phone], in_turn: str) -> None:
    phones[ANN].says(in_turn, bids=2)
    keeper.writes(in_turn, {"step": "note", "text": "tea"})
    with pytest.raises(StaleError):
        keeper.writes(in_turn, bids(1, 0, 1, 0), position=0)
    assert told(refused(keeper, in_turn, bids(1, 0, 1, 0))) == [(ANN, {"bids": 2}, {"bids": 1})]


def test_what_the_keeper_said_for_a_seat_is_what_that_seat_said(keeper: Keeper, in_turn: str) -> None:
    keeper.book.say_for(in_turn, BEN, {"bids": 1}, position=0, by=keeper.by())
    assert told(refused(keeper, in_turn, bids(1, 0, 1, 0))) == [(BEN, {"bids": 1}, {"bids": 0})]


def test_a_note_an_undo_a_redo_and_a_correction_ask_nothing(keeper: Keeper, phones: list[Phone], in_turn: str) -> None:
    keeper.writes(in_turn, bids(1, 0, 0, 0))
    phones[CHIKA].says(in_turn, tricks=2)
    keeper.writes(in_turn, {"step": "note", "text": "tea"})
    keeper.corrects(in_turn, {0: bids(0, 0, 0, 1)})
    phones[CHIKA].says(in_turn, tricks=2)
    keeper.undoes(in_turn)
    keeper.redoes(in_turn)
    assert keeper.sees(in_turn).entries[0] == bids(0, 0, 0, 1)


def test_what_a_seat_says_while_the_keeper_saves_is_compared(
    keeper: Keeper, other: Keeper, phones: list[Phone], in_turn: str, meanwhile: Meanwhile
) -> None:
    """The page that the keeper saves is of before."""
    with phones[ANN].book.db.writing():
        phones[ANN].says(in_turn, position=0, bids=2)
        late = meanwhile.waits(lambda: other.writes(in_turn, bids(1, 0, 1, 0), position=0))
    with pytest.raises(SaidOtherwiseError) as otherwise:
        late.result(LONGEST)
    assert told(otherwise.value) == [(ANN, {"bids": 2}, {"bids": 1})]
    assert keeper.book.snapshot(in_turn).pending.shown == {ANN: {"bids": 2}}


def test_a_seat_that_speaks_while_the_keeper_saves_is_told_that_the_table_has_gone_on(
    keeper: Keeper, other: Keeper, in_turn: str, meanwhile: Meanwhile
) -> None:
    ann = Phone(other.book.db, ANN)
    with keeper.book.transaction():
        keeper.writes(in_turn, bids(1, 0, 1, 0), position=0)
        late = meanwhile.waits(lambda: ann.says(in_turn, position=0, bids=2))
    with pytest.raises(StaleError):
        late.result(LONGEST)
    assert keeper.sees(in_turn).entries == (bids(1, 0, 1, 0),)


# What is laid.


@pytest.mark.parametrize("laid", [0, 1, 2])
def test_over_what_is_laid_nothing_is_written_and_nothing_of_it_is_told(
    keeper: Keeper, phones: list[Phone], written: str, laid: int
) -> None:
    phones[BEN].says(written, bids=laid)
    error = refused(keeper, written, bids(1, 1, 0, 0))
    assert told(error) == [(BEN, None, {"bids": 1})], "the same, whatever Ben has laid"
    assert error.overruled == "[[1,null]]"
    keeper.book.enter(written, bids(1, 1, 0, 0), position=0, by=keeper.by(), overruled=error.overruled)
    assert keeper.sees(written).entries == (bids(1, 1, 0, 0),)


def test_what_is_laid_is_put_together_with_what_the_keeper_enters_for_the_rest(
    keeper: Keeper, phones: list[Phone], written: str
) -> None:
    phones[ANN].says(written, bids=2)
    phones[CHIKA].says(written, bids=1)
    with pytest.raises(EntryError) as missing:
        keeper.writes(written, bids(None, 0, None, None))
    assert [(each.field, each.seat) for each in missing.value.problems] == [("bids", DAI)]
    keeper.writes(written, bids(None, 0, None, 3))
    assert keeper.sees(written).entries == (bids(2, 0, 1, 3),)


def test_a_laid_bid_that_a_keeper_frees_is_asked_again(keeper: Keeper, phones: list[Phone], written: str) -> None:
    phones[ANN].says(written, bids=2)
    keeper.book.free_seat(written, ANN)
    assert keeper.book.snapshot(written).pending.laid == {}
    keeper.writes(written, bids(1, 1, 0, 0))
    assert keeper.sees(written).entries == (bids(1, 1, 0, 0),)


def test_the_keeper_types_the_tricks_beside_bids_that_are_laid(keeper: Keeper, twin_shoot: str) -> None:
    assert keeper.book.snapshot(twin_shoot).pending.laid == {
        seat: {"bids", "first_suit", "second_suit"} for seat in range(4)
    }
    assert keeper.book.snapshot(twin_shoot).pending.shown == {}
    with pytest.raises(EntryError) as wrong:
        keeper.writes(twin_shoot, {"step": "result", "tricks": [3, 2, 4, 2]})
    assert [(each.field, each.seat) for each in wrong.value.problems] == [("tricks", None)]
    keeper.writes(twin_shoot, {"step": "result", "tricks": [3, 2, 4, 1]})
    (entry,) = keeper.sees(twin_shoot).entries
    assert (entry["bids"], entry["tricks"]) == ([3, 2, 4, 1], [3, 2, 4, 1])


def test_tricks_that_seats_have_said_beside_laid_bids_are_no_secret(
    keeper: Keeper, phones: list[Phone], twin_shoot: str
) -> None:
    phones[ANN].says(twin_shoot, tricks=3)
    assert keeper.book.snapshot(twin_shoot).pending.shown == {ANN: {"tricks": 3}}
    error = refused(keeper, twin_shoot, {"step": "result", "tricks": [2, 3, 4, 1]})
    assert told(error) == [(ANN, {"tricks": 3}, {"tricks": 2})]
    assert error.overruled == '[[0,{"tricks":3}]]', "nothing of the bid"


def test_what_is_revealed_and_waits_for_the_keeper_is_compared_as_what_is_said_in_the_open(
    keeper: Keeper, phones: list[Phone], written: str
) -> None:
    keeper.book.confirm(written, on=True)
    for phone in phones:
        phone.says(written, bids=1)
    assert told(refused(keeper, written, bids(1, 1, 1, 0))) == [(DAI, {"bids": 1}, {"bids": 0})]
    keeper.writes(written, bids(1, 1, 1, 1))
    assert keeper.sees(written).entries == (bids(1, 1, 1, 1),)


def test_everybody_is_out_where_the_keeper_says_so_of_the_rest_and_is_not_told_before(
    keeper: Keeper, phones: list[Phone]
) -> None:
    session = keeper.sits_down(*FOUR, game=BOO_RAY)
    phones[ANN].sits(session)
    phones[ANN].says(session, games="none")
    keeper.writes(session, {"step": "entries", "games": [None, "none", "none", "none"]})
    assert keeper.sees(session).entries == ({"step": "entries", "games": ["none"] * 4},)
