"""A session leaves a scorebook as a game code: to look at without any record, and to go on with in another one."""

from __future__ import annotations

import json

import pytest

from record.packed.code import pack, unpack
from record.packed.unnamed import without_names
from record.session import Session
from scoring.catalogue import all_games
from scoring.games.oh_hell import GAME as OH_HELL
from store.errors import NoSuchSessionError
from store.transfer import game_code
from store.transfer.file import BrokenFileError
from store.transfer.game_code import file_of, session_in
from store.transfer.importer import Taken, take_in
from store.transfer.reader import read_value
from tests.kit.store.changed_table import ENTRIES, numbers, plays
from tests.kit.store.scorebook_file import by
from tests.store.conftest import Keeper

pytestmark = pytest.mark.engines("sqlite")


def seen(code: bytes) -> Session:
    """The session that a code shows."""
    return session_in(read_value(unpack(code)))


def code_of(keeper: Keeper, session: str) -> bytes:
    return pack(file_of(keeper.book, session))


def takes(keeper: Keeper, code: bytes, key: str = "import") -> Taken:
    return take_in(keeper.book, read_value(unpack(code)), by(key))


def told(session: Session) -> tuple[object, ...]:
    """All that pages show of a session but the colours, which go by the numbers of the database."""
    sheet = session.sheet
    about = (session.id, session.created_at, session.place, session.note, session.archived_at, session.discarded_at)
    return about, session.actions, session.document, sheet.table, sheet.totals, sheet.rows


def test_a_code_shows_a_session_of_each_game_as_the_scorebook_does(keeper: Keeper) -> None:
    for game in all_games().values():
        session = keeper.plays_in_part(game)
        keeper.book.describe(session, place="Café «Mokka»", note="Zoë’s first game 🎉")
        assert told(seen(code_of(keeper, session))) == told(keeper.sees(session))


def test_a_code_shows_a_table_that_changed_with_its_people_as_they_are_called_now(keeper: Keeper) -> None:
    session = plays(keeper)
    keeper.book.rename_player(numbers(keeper)["Eva"], name="Evi")
    keeper.book.paint_player(numbers(keeper)["Zoe"], colour=7)
    found = seen(code_of(keeper, session))
    assert told(found) == told(keeper.sees(session))
    assert found.sheet.table.players == ("Zoe", "Ben", "Cleo", "Evi")
    assert found.colours[0] == 7
    assert len({*found.colours}) == 4


def test_a_code_shows_a_corrected_setup(keeper: Keeper) -> None:
    session = plays(keeper, ENTRIES[:2])
    now = keeper.sees(session)
    setup = {**now.setup, "players": ["Cleo", "Ben", "Mia"], "dealer": 1}
    keeper.book.set_up(session, setup, position=now.position, by=keeper.by())
    assert told(seen(code_of(keeper, session))) == told(keeper.sees(session))


def test_somebody_who_was_merged_is_called_what_they_are_called_now(keeper: Keeper) -> None:
    session = plays(keeper, ENTRIES[:2])
    keeper.sits_down("Annie", "Ben", "Cleo", game=OH_HELL)
    who = numbers(keeper)
    keeper.book.merge_players(who["Ann"], into=who["Annie"], at="2026-11-22T08:00:00Z")
    assert seen(code_of(keeper, session)).sheet.table.players == ("Annie", "Ben", "Cleo")


def test_a_code_says_nothing_of_the_scorebook(keeper: Keeper) -> None:
    session = plays(keeper, ENTRIES[:2])
    keeper.book.rename(name="Thursday evenings", at="2026-11-21T20:00:00Z")
    keeper.book.keep_rule_set("oh-hell", name="Ours", options={"scoring": "plus"}, at="2026-11-21T20:00:00Z")
    keeper.sits_down("Dora", "Emil", "Fritz", game=OH_HELL)
    file = file_of(keeper.book, session)
    assert file.keys() == {"scorebook", "devices", "players", "rules", "sessions"}
    assert [each["name"] for each in file["players"]] == ["Ann", "Ben", "Cleo"]
    assert file["rules"] == []
    with pytest.raises(NoSuchSessionError):
        file_of(keeper.book, "no-such-session")


def test_a_game_is_handed_over_and_back(keeper: Keeper, elsewhere: Keeper) -> None:
    session = plays(keeper, ENTRIES[:2])
    assert takes(elsewhere, code_of(keeper, session)) == Taken(new=1)
    for entry in ENTRIES[2:6]:
        elsewhere.writes(session, entry)
    back = code_of(elsewhere, session)
    assert takes(keeper, back) == Taken(longer=1)
    assert takes(keeper, back) == Taken(known=1)
    assert told(keeper.sees(session)) == told(elsewhere.sees(session))


def test_without_names_the_game_is_the_same(keeper: Keeper, elsewhere: Keeper) -> None:
    session = plays(keeper)
    keeper.writes(session, {"step": "note", "text": "Ben spilt the tea"})
    keeper.book.describe(session, place="Café Mokka", note="At Eva’s")
    code = pack(without_names(file_of(keeper.book, session)))
    found = seen(code)
    assert found.sheet.table.players == ("P5", "P2", "P3", "P4")
    assert found.sheet.totals == keeper.sees(session).sheet.totals == (23, 21, 21, 32)
    written = json.dumps(unpack(code))
    for word in ("Ann", "Ben", "Cleo", "Eva", "Zoe", "tea", "Mokka", session, "phone"):
        assert word not in written
    assert takes(elsewhere, code) == Taken(new=1)


def test_what_no_session_can_say_is_refused_with_its_place(keeper: Keeper) -> None:
    file = file_of(keeper.book, plays(keeper, ENTRIES[:2]))
    actions = file["sessions"][0]["actions"]
    for change, said in (
        ({"game": "chess"}, "There is no game called “chess”."),
        ({"place": "x" * 61}, "“Where it was played” must be"),
        ({"players": ["Ann", "Ben", "Xaver"]}, "Xaver is not one of the players in this file."),
        ({"actions": [actions[0], actions[0]]}, "action 2"),
        ({"actions": [actions[0] | {"kind": "redo"}]}, "action 1"),
        ({"id": "short"}, "an id of 8 to 64"),
    ):
        with pytest.raises(BrokenFileError, match="Session 1") as refusal:
            seen(pack(file | {"sessions": [file["sessions"][0] | change]}))
        assert said in str(refusal.value)


def test_of_a_code_with_more_to_score_nothing_is_scored(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    code = code_of(keeper, plays(keeper, ENTRIES[:4]))
    monkeypatch.setattr(game_code, "MAX_SHOWN", 4)
    assert seen(code).position == 4
    monkeypatch.setattr(game_code, "MAX_SHOWN", 3)
    monkeypatch.setattr(game_code, "replayed", None)
    assert seen(code).position == 0


def test_what_a_correction_replays_counts_again(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    session = plays(keeper, ENTRIES[:4])
    keeper.corrects(session, {0: {**ENTRIES[0], "bids": [0, 0, 0]}}, reopen=True)
    code = code_of(keeper, session)
    assert seen(code).position == 5
    monkeypatch.setattr(game_code, "MAX_SHOWN", 4)
    assert seen(code).position == 0
