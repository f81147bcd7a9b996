"""Place, note, archive: what is said of a session beside its log."""

from __future__ import annotations

from typing import Any

import pytest

from record.errors import RecordError
from scoring.errors import EntryError
from store.admin.rebuild import compare, rebuild
from store.engines.base import Connection
from store.errors import DeletedScorebookError, NoSuchSessionError
from store.transfer.results import results
from tests.kit.store.table_talk import ANN, BEN, note, takes
from tests.store.conftest import Keeper

AT = "2026-11-21T20:00:00Z"


def listed(keeper: Keeper, **filters: Any) -> list[str]:
    return [each.id for each in keeper.book.search(**filters)]


def test_a_session_has_a_place_and_a_note_and_is_found_by_them(keeper: Keeper, db: Connection) -> None:
    keeper.sits_down()
    session = keeper.sits_down()
    keeper.writes(session, note("rye bread"))
    keeper.sees(session)
    keeper.book.describe(session, place=" Café  Ö ", note="It rained.")
    now = keeper.sees(session)
    assert (now.place, now.note) == ("Café Ö", "It rained.")
    for text in ("café ö", "RAINED", "rye"):
        assert listed(keeper, text=text) == [session], text
    (summary,) = keeper.book.search(text="rye")
    assert (summary.place, summary.note) == ("Café Ö", "It rained.")
    # What is written on the sheet afterwards leaves them as they are.
    keeper.writes(session, takes(ANN, 3))
    assert (listed(keeper, text="rained"), compare(db).differences) == ([session], ())
    db.execute("DELETE FROM remark")
    assert rebuild(db).differences
    assert listed(keeper, text="café") == [session]
    keeper.book.describe(session, place="", note="")
    assert (keeper.sees(session).place, listed(keeper, text="café"), listed(keeper, text="rye")) == ("", [], [session])


def test_what_is_said_of_a_session_has_its_bounds(keeper: Keeper, stranger: Keeper) -> None:
    session = keeper.sits_down()
    with pytest.raises(EntryError) as refused:
        keeper.book.describe(session, place="x" * 61, note="a\0b")
    assert [(each.field, str(each.message)) for each in refused.value.problems] == [
        ("place", "That is too long. The maximum is 60 characters."),
        ("note", "That has characters that can’t be displayed."),
    ]
    with pytest.raises(NoSuchSessionError):
        stranger.book.describe(session, place="mine", note="")
    assert keeper.sees(session).place == ""


def test_an_archived_session_is_in_no_list_unless_it_is_asked_for(keeper: Keeper) -> None:
    old = keeper.sits_down("Ann", "Ben", at="2026-11-20T19:00:00Z")
    keeper.writes(old, note("rye bread"))
    new = keeper.sits_down("Chika", "Dora", at="2026-11-21T19:00:00Z")
    keeper.book.archive(old, at=AT)
    assert keeper.sees(old).archived_at == AT
    assert (listed(keeper), listed(keeper, archived=True), listed(keeper, archived=None)) == ([new], [old], [new, old])
    assert (listed(keeper, player="Ann"), listed(keeper, text="rye"), listed(keeper, over=False)) == ([], [], [new])
    assert listed(keeper, player="Ann", archived=None) == listed(keeper, text="rye", archived=True) == [old]
    assert [each.session for each in keeper.book.line_ups()] == [new]
    # One that is deleted too is with the deleted ones.
    keeper.book.discard(old, at=AT)
    assert (listed(keeper, archived=None), listed(keeper, discarded_since=AT)) == ([new], [old])
    keeper.book.restore(old)
    keeper.book.unarchive(old)
    assert listed(keeper) == [new, old]


def test_who_writes_on_an_archived_session_takes_it_out_again(keeper: Keeper) -> None:
    session = keeper.sits_down()
    keeper.book.archive(session, at=AT)
    assert keeper.writes(session, takes(ANN, 1)).session.archived_at is None
    assert (keeper.sees(session).archived_at, listed(keeper)) == (None, [session])


def test_results_are_of_archived_sessions_too(keeper: Keeper) -> None:
    session = keeper.sits_down("Ann", "Ben", pot=3)
    keeper.writes(session, takes(BEN, 3))
    assert keeper.sees(session).sheet.over
    keeper.book.archive(session, at=AT)
    assert [each.id for each in results(keeper.book)] == [session]


def test_nothing_is_written_in_a_deleted_scorebook_until_it_is_restored(keeper: Keeper, stranger: Keeper) -> None:
    session = keeper.sits_down("Ann", "Ben")
    ann = keeper.book.people()[0].id
    keeper.book.delete_scorebook(at=AT)
    assert (keeper.book.deleted_at(), stranger.book.deleted_at()) == (AT, None)
    for write in (
        keeper.sits_down,
        lambda: keeper.writes(session, takes(ANN, 1)),
        lambda: keeper.book.describe(session, place="x", note=""),
        lambda: keeper.book.archive(session, at=AT),
        lambda: keeper.book.rename_player(ann, name="Queen"),
        lambda: keeper.book.import_session(keeper.sees(session)),
    ):
        with pytest.raises(DeletedScorebookError):
            write()
    assert issubclass(DeletedScorebookError, RecordError)
    assert keeper.sees(session).position == 0
    stranger.sits_down()
    keeper.book.restore_scorebook()
    assert keeper.writes(session, takes(ANN, 1)).session.position == 1
