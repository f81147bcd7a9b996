"""A session that was carried on in two places: the other version is set aside, and somebody chooses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from store.engines.sqlite.database import SQLite
from store.errors import NoSuchSessionError
from store.transfer.checking import GoneAnotherWayError
from store.transfer.export import dump
from store.transfer.importer import Taken, take_in
from store.transfer.reader import read
from tests.kit.store.table_talk import ANN, BEN, note, takes
from tests.store.conftest import Keeper

SATURDAY, SUNDAY = "2026-11-21T22:00:00Z", "2026-11-22T10:00:00Z"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Keeper]:
    """The keeper of a record on another machine."""
    database = SQLite(tmp_path / "elsewhere.db")
    database.prepare()
    connection = database.connect()
    yield Keeper(connection, "cellar")
    connection.close()


def file_of(keeper: Keeper) -> bytes:
    return "".join(dump(keeper.book)).encode()


def takes_in(keeper: Keeper, file: bytes) -> Taken:
    return take_in(keeper.book, read(BytesIO(file)), keeper.by(at=SUNDAY), sets_aside=True)


def begun_together(keeper: Keeper, elsewhere: Keeper) -> str:
    """A session with one entry that both have."""
    session = keeper.sits_down("Ann", "Ben", at=SATURDAY)
    keeper.writes(session, takes(ANN, 3), at=SATURDAY)
    takes_in(elsewhere, file_of(keeper))
    return session


def carried_on_apart(keeper: Keeper, elsewhere: Keeper) -> str:
    session = begun_together(keeper, elsewhere)
    keeper.writes(session, note("here"), at="2026-11-21T23:00:00Z")
    elsewhere.writes(session, takes(BEN, 2), at="2026-11-21T23:05:00Z")
    return session


def is_deleted(keeper: Keeper, session: str) -> bool:
    return keeper.sees(session).discarded_at is not None


def test_the_other_version_is_set_aside_and_the_rest_comes(keeper: Keeper, elsewhere: Keeper) -> None:
    session = carried_on_apart(keeper, elsewhere)
    fresh = elsewhere.sits_down("Ann", "Ben")
    mine, theirs = keeper.sees(session), elsewhere.sees(session)
    assert takes_in(keeper, file_of(elsewhere)) == Taken(new=1, apart=(f"{session}-v2",))
    assert keeper.sees(fresh).position == 0
    assert keeper.sees(session) == mine
    other = keeper.sees(f"{session}-v2")
    assert (other.actions, other.sheet, other.discarded_at) == (theirs.actions, theirs.sheet, SUNDAY)
    assert keeper.book.versions(session) == keeper.book.versions(other.id) == [session, f"{session}-v2"]


def test_the_same_file_again_asks_nothing(keeper: Keeper, elsewhere: Keeper) -> None:
    carried_on_apart(keeper, elsewhere)
    takes_in(keeper, file_of(elsewhere))
    before = file_of(keeper)
    assert takes_in(keeper, file_of(elsewhere)) == Taken(known=1)
    assert file_of(keeper) == before


def test_what_went_on_there_goes_on_in_their_version(keeper: Keeper, elsewhere: Keeper) -> None:
    session = carried_on_apart(keeper, elsewhere)
    takes_in(keeper, file_of(elsewhere))
    keeper.book.choose_versions(session, keep=[f"{session}-v2"], at=SUNDAY)
    elsewhere.writes(session, takes(ANN, 1))
    assert takes_in(keeper, file_of(elsewhere)) == Taken(longer=1)
    assert keeper.sees(f"{session}-v2").actions == elsewhere.sees(session).actions


@pytest.mark.parametrize(("kept", "deleted"), [(["", "-v2"], []), ([""], ["-v2"]), (["-v2"], [""])])
def test_one_or_both_are_kept_and_the_choice_can_be_changed(
    keeper: Keeper, elsewhere: Keeper, kept: list[str], deleted: list[str]
) -> None:
    session = carried_on_apart(keeper, elsewhere)
    takes_in(keeper, file_of(elsewhere))
    keeper.book.choose_versions(f"{session}-v2", keep=[session + each for each in kept], at=SUNDAY)
    assert [is_deleted(keeper, session + each) for each in kept] == [False] * len(kept)
    assert [is_deleted(keeper, session + each) for each in deleted] == [True] * len(deleted)
    assert sorted(each.id for each in keeper.book.search()) == sorted(session + each for each in kept)
    keeper.book.choose_versions(session, keep=[session, f"{session}-v2"], at=SUNDAY)
    assert len(keeper.book.search()) == 2


def test_what_is_deleted_already_keeps_its_time(keeper: Keeper, elsewhere: Keeper) -> None:
    session = carried_on_apart(keeper, elsewhere)
    takes_in(keeper, file_of(elsewhere))
    keeper.book.choose_versions(session, keep=[session], at="2026-12-01T10:00:00Z")
    assert keeper.sees(f"{session}-v2").discarded_at == SUNDAY


def test_a_version_that_is_not_here_cannot_be_kept_and_nothing_is_deleted(keeper: Keeper, elsewhere: Keeper) -> None:
    session = begun_together(keeper, elsewhere)
    with pytest.raises(NoSuchSessionError):
        keeper.book.choose_versions(session, keep=[f"{session}-v2"], at=SUNDAY)
    assert not is_deleted(keeper, session)


def test_when_both_have_both_nobody_is_asked_again(keeper: Keeper, elsewhere: Keeper) -> None:
    session = carried_on_apart(keeper, elsewhere)
    takes_in(keeper, file_of(elsewhere))
    keeper.book.choose_versions(session, keep=[session, f"{session}-v2"], at=SUNDAY)
    # There the first version is the second here, and the other way round.
    assert takes_in(elsewhere, file_of(keeper)) == Taken(known=1, apart=(f"{session}-v2",))
    elsewhere.book.choose_versions(session, keep=[session, f"{session}-v2"], at=SUNDAY)
    assert takes_in(keeper, file_of(elsewhere)) == Taken(known=2)
    assert takes_in(elsewhere, file_of(keeper)) == Taken(known=2)


def test_after_ours_is_gone_for_good_theirs_is_still_known(keeper: Keeper, elsewhere: Keeper) -> None:
    session = carried_on_apart(keeper, elsewhere)
    takes_in(keeper, file_of(elsewhere))
    keeper.book.choose_versions(session, keep=[f"{session}-v2"], at=SUNDAY)
    keeper.book.purge(before="2026-12-30T00:00:00Z")
    assert takes_in(keeper, file_of(elsewhere)) == Taken(known=1)
    assert keeper.book.versions(session) == [f"{session}-v2"]


def file_with(elsewhere: Keeper, *versions: tuple[str, int]) -> bytes:
    """The file of elsewhere with these versions of its session: an id, and the chips that Ben took there."""
    file = json.loads(file_of(elsewhere))
    (session,) = file["sessions"]
    file["sessions"] = [
        {
            **session,
            "id": id,
            "actions": [
                session["actions"][0],
                {"kind": "enter", "at": SATURDAY, "device": "tablet", "facts": takes(BEN, chips)},
            ],
        }
        for id, chips in versions
    ]
    return json.dumps(file).encode()


def test_three_places_make_three_versions(keeper: Keeper, elsewhere: Keeper) -> None:
    session = begun_together(keeper, elsewhere)
    keeper.writes(session, note("here"))
    for chips, version in ((1, f"{session}-v2"), (2, f"{session}-v3")):
        assert takes_in(keeper, file_with(elsewhere, (session, chips))) == Taken(apart=(version,))
    assert len(keeper.book.versions(session)) == 3


def test_a_file_with_two_versions_that_both_differ_brings_both(keeper: Keeper, elsewhere: Keeper) -> None:
    session = begun_together(keeper, elsewhere)
    keeper.writes(session, note("here"))
    file = file_with(elsewhere, (session, 1), (f"{session}-v2", 2))
    assert takes_in(keeper, file).apart == (f"{session}-v2", f"{session}-v3")
    assert takes_in(keeper, file) == Taken(known=2)


def test_what_was_deleted_there_asks_nobody(keeper: Keeper, elsewhere: Keeper) -> None:
    session = carried_on_apart(keeper, elsewhere)
    elsewhere.book.discard(session, at=SATURDAY)
    assert takes_in(keeper, file_of(elsewhere)) == Taken(new=1)
    assert keeper.sees(f"{session}-v2").discarded_at == SATURDAY
    assert not is_deleted(keeper, session)


def test_another_scorebook_of_the_site_may_have_versions_of_the_same_ids(
    keeper: Keeper, stranger: Keeper, elsewhere: Keeper
) -> None:
    session = carried_on_apart(keeper, elsewhere)
    takes_in(keeper, file_of(elsewhere))
    assert takes_in(stranger, file_of(elsewhere)) == Taken(new=1)
    (copy,) = stranger.book.search()
    stranger.undoes(copy.id)
    elsewhere.writes(session, note("more"))
    assert takes_in(stranger, file_of(elsewhere)).apart == (f"{copy.id}-v2",)
    assert takes_in(stranger, file_of(elsewhere)) == Taken(known=1)
    assert keeper.book.versions(session) == [session, f"{session}-v2"]


def test_without_a_choice_the_whole_file_is_refused(keeper: Keeper, elsewhere: Keeper) -> None:
    carried_on_apart(keeper, elsewhere)
    before = file_of(keeper)
    with pytest.raises(GoneAnotherWayError):
        take_in(keeper.book, read(BytesIO(file_of(elsewhere))), keeper.by())
    assert file_of(keeper) == before
