"""A corrected setup in the record: the row, the seats, the phones at them, lists and files follow the log."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from record.errors import LaterEntriesError
from scoring import catalogue
from scoring.errors import EntryError
from scoring.games.oh_hell import GAME as OH_HELL
from scoring.games.wizard import GAME as WIZARD
from store.admin.rebuild import compare, rebuild
from store.engines.base import Connection
from store.errors import NoSuchSessionError
from store.sessions.loading import SESSION_CACHE
from store.sessions.writing import Written
from store.transfer.export import dump
from store.transfer.importer import Taken, take_in
from store.transfer.reader import read
from tests.kit.store.seats import FOUR, Phone
from tests.store.conftest import Keeper

BIDS = {"step": "bids", "bids": [3, 2, 1, 3]}
TRICKS = {"step": "tricks", "tricks": [3, 2, 2, 3]}
SWAPPED = ["Ann", "Chika", "Ben", "Dai"]


@pytest.fixture(autouse=True)
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "all_games", lambda: {"oh-hell": OH_HELL, "wizard": WIZARD})


def table(keeper: Keeper, **options: Any) -> str:
    session = keeper.sits_down(*FOUR, game=OH_HELL, **options)
    keeper.writes(session, BIDS)
    keeper.writes(session, TRICKS)
    return session


def sets_up(keeper: Keeper, session: str, *, reopen: bool = False, **changes: Any) -> Written:
    now = keeper.sees(session)
    setup = {
        "players": list(now.blank.table.players),
        "dealer": now.sheet.table.dealer,
        "options": now.sheet.options.to_json(),
    }
    return keeper.book.set_up(session, setup | changes, position=now.position, by=keeper.by(), reopen=reopen)


def totals(keeper: Keeper, session: str) -> dict[str, int]:
    (found,) = keeper.book.search()
    assert found.id == session
    return {seat.name: int(seat.total) for seat in found.seats}


def expect_whole(db: Connection) -> None:
    found = compare(db)
    assert (found.differences, found.unreadable) == ((), ())


def imports(keeper: Keeper, file: str) -> Taken:
    return take_in(keeper.book, read(BytesIO(file.encode())), keeper.by("import"))


def test_seats_and_lists_follow(keeper: Keeper, db: Connection) -> None:
    session = table(keeper)
    sets_up(keeper, session, players=SWAPPED)
    # normal: Ann made 3, Ben made 2, Chika missed, Dai made 3.
    assert totals(keeper, session) == {"Ann": 13, "Chika": 0, "Ben": 12, "Dai": 13}
    assert keeper.book.said_names(session) == SWAPPED
    expect_whole(db)


def test_the_session_is_the_same_folded_from_nothing(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    session = table(keeper)
    sets_up(keeper, session, players=SWAPPED, dealer=3)
    kept = keeper.sees(session)
    SESSION_CACHE._sessions.clear()
    again = keeper.sees(session)
    assert again == kept
    assert again.at(2).sheet.table.players == FOUR


def test_undo_brings_seats_and_rules_back(keeper: Keeper, db: Connection) -> None:
    session = table(keeper)
    before = keeper.sees(session)
    sets_up(keeper, session, players=SWAPPED, options=before.sheet.options.to_json() | {"scoring": "minus"})
    assert totals(keeper, session) == {"Ann": 10, "Chika": -10, "Ben": 10, "Dai": 10}
    keeper.undoes(session)
    assert keeper.sees(session).sheet == before.sheet
    assert totals(keeper, session) == {"Ann": 13, "Ben": 12, "Chika": 0, "Dai": 13}
    expect_whole(db)
    keeper.redoes(session)
    assert totals(keeper, session) == {"Ann": 10, "Chika": -10, "Ben": 10, "Dai": 10}
    expect_whole(db)


def test_what_does_not_fit_is_written_only_when_it_may_be_asked_again(keeper: Keeper, db: Connection) -> None:
    session = keeper.sits_down(*FOUR, game=OH_HELL, restriction="off")
    keeper.writes(session, {"step": "bids", "bids": [3, 2, 2, 3]})
    rules = keeper.sees(session).sheet.options.to_json() | {"restriction": "on"}
    with pytest.raises(LaterEntriesError):
        sets_up(keeper, session, options=rules)
    sets_up(keeper, session, reopen=True, options=rules)
    now = keeper.sees(session)
    assert now.entries == ()
    assert now.fold.stand.awaits("bids") == {"step": "bids", "bids": [3, 2, 2, 3]}
    expect_whole(db)


def test_a_phone_keeps_the_seat_of_its_person(keeper: Keeper, db: Connection) -> None:
    session = keeper.sits_down(*FOUR, game=OH_HELL)
    phone = Phone(db, 1)
    phone.sits(session)
    phone.says(session, bids=2)
    sets_up(keeper, session, players=SWAPPED)
    now = keeper.book.snapshot(session)
    assert {seat: each.device for seat, each in now.pending.seating.items()} == {2: phone.device}
    assert now.pending.parts.said == {2: {"bids": 2}}
    keeper.undoes(session)
    assert [*keeper.book.snapshot(session).pending.seating] == [1]


def test_before_the_first_entry_somebody_leaves_with_their_phone(keeper: Keeper, db: Connection) -> None:
    session = keeper.sits_down(*FOUR, game=OH_HELL)
    Phone(db, 3).sits(session)
    Phone(db, 2).sits(session)
    sets_up(keeper, session, players=["Ann", "Ben", "Chika"])
    assert [*keeper.book.snapshot(session).pending.seating] == [2]
    keeper.writes(session, {"step": "bids", "bids": [3, 2, 1]})
    expect_whole(db)


def test_a_wrong_person_leaves_nothing_behind(keeper: Keeper, db: Connection) -> None:
    session = keeper.sits_down("Ann", "Bem", "Chika", game=OH_HELL)
    sets_up(keeper, session, players=["Ann", "Ben", "Chika"])
    assert sorted(keeper.book.players()) == ["Ann", "Ben", "Chika"]
    keeper.undoes(session)
    assert keeper.sees(session).sheet.table.players == ("Ann", "Bem", "Chika")
    expect_whole(db)


def test_who_was_renamed_has_their_name_of_today_at_every_seat(keeper: Keeper, db: Connection) -> None:
    session = table(keeper)
    (ben,) = [each.id for each in keeper.book.people() if each.name == "Ben"]
    keeper.book.rename_player(ben, name="Benjamin")
    sets_up(keeper, session, players=["Ann", "Chika", "Benjamin", "Dai"])
    assert keeper.sees(session).setup["players"] == SWAPPED
    assert keeper.sees(session).sheet.table.players == ("Ann", "Chika", "Benjamin", "Dai")
    assert keeper.sees(session).at(2).sheet.table.players == ("Ann", "Benjamin", "Chika", "Dai")
    expect_whole(db)


def test_one_person_cannot_sit_twice(keeper: Keeper) -> None:
    session = table(keeper)
    with pytest.raises(EntryError, match="already at the table"):
        sets_up(keeper, session, players=["Ann", "Ann", "Ben", "Dai"])


def test_a_finished_game_counts_for_who_really_played(keeper: Keeper, db: Connection) -> None:
    session = table(keeper)
    keeper.writes(session, {"step": "end"})
    sets_up(keeper, session, players=["Eva", "Ben", "Chika", "Dai"])
    finished = {each.name: each.finished for each in keeper.book.people()}
    assert (finished["Eva"], finished["Ann"], finished["Ben"]) == (1, 0, 1)
    expect_whole(db)


def test_a_file_has_the_setup_of_the_beginning_and_every_correction(
    keeper: Keeper, stranger: Keeper, db: Connection
) -> None:
    session = table(keeper)
    sets_up(keeper, session, players=["Ann", "Chika", "Eva", "Dai"], dealer=1)
    keeper.writes(session, {"step": "note", "text": "Eva sat there all the time"})
    file = "".join(dump(keeper.book))
    assert json.loads(file)["sessions"][0]["players"] == [*FOUR]
    assert imports(stranger, file) == Taken(new=1)
    (there,) = stranger.book.search()
    assert [seat.name for seat in there.seats] == ["Ann", "Chika", "Eva", "Dai"]
    assert stranger.sees(there.id).sheet == keeper.sees(session).sheet
    assert imports(keeper, file) == Taken(known=1)
    expect_whole(db)


def test_who_is_gone_from_the_record_is_still_named_in_its_file(keeper: Keeper, stranger: Keeper) -> None:
    session = table(keeper)
    other = keeper.sits_down("Ben", "Ann", "Dai", game=OH_HELL)
    sets_up(keeper, session, players=["Ann", "Eva", "Chika", "Dai"])
    keeper.book.discard(other, at="2026-01-01T00:00:00Z")
    keeper.book.purge(before="2026-02-01T00:00:00Z")
    assert "Ben" not in {each.name for each in keeper.book.people()}
    assert imports(stranger, "".join(dump(keeper.book))) == Taken(new=1)


def test_a_file_brings_a_later_correction_to_a_session_that_is_here(
    keeper: Keeper, stranger: Keeper, db: Connection
) -> None:
    session = table(keeper)
    imports(stranger, "".join(dump(keeper.book)))
    sets_up(keeper, session, players=SWAPPED)
    assert take_in(stranger.book, read(BytesIO("".join(dump(keeper.book)).encode())), stranger.by("again")) == Taken(
        longer=1
    )
    assert totals(stranger, stranger.book.search()[0].id) == {"Ann": 13, "Chika": 0, "Ben": 12, "Dai": 13}
    expect_whole(db)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE session SET dealer = 0 WHERE begun IS NOT NULL",
        "UPDATE seat SET player = (SELECT MIN(player.id) FROM player) WHERE seat.seat = 2",
    ],
)
def test_a_rebuild_finds_and_mends_what_does_not_follow_the_log(
    keeper: Keeper, db: Connection, careless: Callable[[str], None], damage: str
) -> None:
    session = table(keeper)
    sets_up(keeper, session, players=SWAPPED, dealer=2)
    kept = keeper.sees(session)
    careless(damage)
    SESSION_CACHE._sessions.clear()
    assert compare(db).differences
    rebuild(db)
    expect_whole(db)
    SESSION_CACHE._sessions.clear()
    assert keeper.sees(session) == kept


def test_the_wrong_game_without_an_entry_is_as_if_never_begun(keeper: Keeper, db: Connection) -> None:
    wrong = keeper.sits_down(*FOUR, game=OH_HELL)
    Phone(db, 1).sits(wrong)
    sets_up(keeper, wrong, dealer=2)
    raw = {"players": SWAPPED, "dealer": 0, "options": {}}
    by = keeper.by()
    right = keeper.book.start_instead(wrong, WIZARD, raw, by)
    assert [each.id for each in keeper.book.search()] == [right]
    with pytest.raises(NoSuchSessionError):
        keeper.sees(wrong)
    assert [*keeper.book.snapshot(right).pending.seating] == [2]
    assert keeper.book.start_instead(wrong, WIZARD, raw, by) == right
    assert sorted(keeper.book.players()) == [*FOUR]
    expect_whole(db)


def test_the_wrong_game_with_entries_stays(keeper: Keeper) -> None:
    wrong = table(keeper)
    keeper.undoes(wrong, count=2)
    right = keeper.book.start_instead(wrong, WIZARD, {"players": [*FOUR], "dealer": 0, "options": {}}, keeper.by())
    assert {each.id for each in keeper.book.search()} == {wrong, right}


def test_phones_of_a_seat_that_was_taken_over_move_with_it(keeper: Keeper, db: Connection) -> None:
    session = table(keeper)
    ben, dai = Phone(db, 1), Phone(db, 3)
    ben.sits(session)
    dai.sits(session)
    keeper.writes(session, {"step": "takeover", "seat": 1, "name": "Zoe"})
    Phone(db, 1, "phone-of-Zoe").sits(session)
    sets_up(keeper, session, players=SWAPPED)
    sits = {seat: each.device for seat, each in keeper.book.snapshot(session).pending.seating.items()}
    assert sits == {2: "phone-of-Zoe", 3: dai.device}
    keeper.undoes(session, count=2)
    sits = {seat: each.device for seat, each in keeper.book.snapshot(session).pending.seating.items()}
    assert sits == {1: ben.device, 3: dai.device}
    expect_whole(db)
