"""Sessions are started once and load as they were left; another scorebook sees nothing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from record.errors import RecordError, UnreadableSessionError
from scoring import catalogue, document
from scoring.errors import EntryError
from scoring.games.oh_hell import GAME as OH_HELL
from store.book import KeepersBook
from store.engines.base import Connection
from store.errors import KeyUsedError, NoSuchSessionError, SessionBegunError
from store.sessions import history
from store.sessions.loading import SessionCache
from tests.kit.store.table_talk import ANN, BEN, takes
from tests.kit.store.toy_game import POT
from tests.store.conftest import THURSDAY, Keeper

STANDINGS = "DELETE FROM standing"


def rows(db: Connection, table: str) -> int:
    number: int = db.execute(f"SELECT COUNT(*) AS many FROM {table}").fetchone()["many"]
    return number


def test_a_new_session_has_its_table_and_its_rules_in_full(keeper: Keeper) -> None:
    session = keeper.sees(keeper.sits_down("Ann", "Ben", "Chika", dealer=2, pot="20", at="2026-11-21T19:30:00+09:00"))
    assert session.game is POT
    assert session.sheet.table.players == ("Ann", "Ben", "Chika")
    assert session.sheet.table.dealer == 2
    assert session.created_at == session.updated_at == "2026-11-21T10:30:00Z"
    assert (session.position, session.actions, session.entries) == (0, (), ())
    # The tip was left open and takes the number of players.
    assert session.document["options"] == {"pot": 20, "tip": 3}


def test_its_document_is_scored_the_same_elsewhere(keeper: Keeper) -> None:
    id = keeper.sits_down("Ann", "Ben")
    keeper.writes(id, takes(ANN, "2.5"))
    session = keeper.sees(id)
    assert session.document["entries"] == [{"step": "take", "seat": ANN, "chips": "2.5"}]
    assert document.load(session.document).totals == (Fraction(5, 2), 0)


def test_oh_hell_is_kept_too(keeper: Keeper) -> None:
    session = keeper.sits_down("Ann", "Ben", "Chika", game=OH_HELL, dealer=2, top_hand=1)
    keeper.writes(session, {"step": "bids", "bids": [1, 0, 1]})
    keeper.writes(session, {"step": "tricks", "tricks": ["1", "0", "0"]})
    # Ann made 1: 10 + 1. Ben made 0: 10. Chika missed.
    assert keeper.sees(session).sheet.totals == (11, 10, 0)


def test_a_table_that_cannot_play_starts_nothing(keeper: Keeper, db: Connection) -> None:
    with pytest.raises(EntryError, match="For 2 to 3 players. You have 1") as refused:
        keeper.sits_down("Ann", pot=0)
    assert [problem.field for problem in refused.value.problems] == ["players", "pot"]
    assert [rows(db, table) for table in ("scorebook", "player", "session", "seat")] == [0, 0, 0, 0]


def test_a_start_sent_twice_is_one_session(keeper: Keeper, db: Connection) -> None:
    first = keeper.sits_down("Ann", "Ben", key="tapped")
    assert keeper.sits_down("Ann", "Ben", key="tapped") == first
    assert rows(db, "session") == 1


def test_two_starts_are_two_sessions(keeper: Keeper) -> None:
    assert keeper.sits_down("Ann", "Ben") != keeper.sits_down("Ann", "Ben")


def test_a_start_with_another_scorebooks_key_is_refused(keeper: Keeper, stranger: Keeper, db: Connection) -> None:
    keeper.sits_down("Ann", "Ben", key="tapped")
    with pytest.raises(KeyUsedError, match="another session"):
        stranger.sits_down("Dan", "Eva", key="tapped")
    assert (rows(db, "session"), rows(db, "scorebook")) == (1, 1)


def test_a_player_is_known_again_whatever_the_spelling(keeper: Keeper, db: Connection) -> None:
    keeper.sits_down("Ann", "Ben")
    session = keeper.sees(keeper.sits_down("ＢＥＮ", "ann"))
    assert session.sheet.table.players == ("Ben", "Ann")
    assert rows(db, "player") == 2


def test_the_same_name_in_another_scorebook_is_somebody_else(keeper: Keeper, stranger: Keeper, db: Connection) -> None:
    keeper.sits_down("Ann", "Ben")
    stranger.sits_down("Ann", "Ben")
    assert rows(db, "player") == 4


def test_another_scorebook_finds_no_such_session(keeper: Keeper, stranger: Keeper) -> None:
    session = keeper.sits_down()
    stranger.sits_down()
    with pytest.raises(NoSuchSessionError):
        stranger.sees(session)
    for act in (
        lambda: stranger.writes(session, takes(ANN, 1), position=0),
        lambda: stranger.undoes(session, position=0),
        lambda: stranger.corrects(session, {0: takes(ANN, 1)}, position=0),
    ):
        with pytest.raises(NoSuchSessionError):
            act()
    assert keeper.sees(session).position == 0


def test_a_session_that_never_was_is_not_found(keeper: Keeper) -> None:
    with pytest.raises(NoSuchSessionError, match="no session 'never'"):
        keeper.sees("never")


def test_a_session_whose_game_is_gone_says_so(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    session = keeper.sits_down()
    monkeypatch.setattr(catalogue, "all_games", dict)
    with pytest.raises(UnreadableSessionError, match=f"Session {session} cannot be read.*“pot”"):
        keeper.sees(session)


def test_a_rule_that_became_stricter_takes_nothing_back(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    session = keeper.sits_down(pot=20)
    keeper.writes(session, takes(ANN, 12))
    monkeypatch.setattr("tests.kit.store.toy_game.PotSheet.left", Fraction(10))
    assert keeper.sees(session).sheet.totals == (12, 0)
    with pytest.raises(EntryError, match="Only 10 chips are left"):
        keeper.writes(session, takes(BEN, 12))


def test_a_session_whose_steps_are_others_now_says_so(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    session = keeper.sits_down(pot=20)
    keeper.writes(session, takes(ANN, 12))
    monkeypatch.setattr("store.sessions.loading.SESSION_CACHE", SessionCache())
    monkeypatch.setattr("tests.kit.store.toy_game.PotSheet.next_ask", lambda sheet: None)
    with pytest.raises(UnreadableSessionError, match="The game is over") as refused:
        keeper.sees(session)
    assert isinstance(refused.value, RecordError)


def test_a_key_that_begins_another_table_is_no_repeat(keeper: Keeper, db: Connection) -> None:
    session = keeper.sits_down("Ann", "Ben", key="begun")
    assert keeper.sits_down("ANN", "Ben", key="begun") == session, "the same names, spelled otherwise"
    others: list[tuple[str, dict[str, Any]]] = [
        ("Ben Ann", {}),
        ("Ann Ben", {"dealer": 1}),
        ("Ann Ben", {"pot": 12}),
        ("Ann Ben Chika Dan", {"game": OH_HELL}),
    ]
    for players, other in others:
        with pytest.raises(SessionBegunError) as begun:
            keeper.sits_down(*players.split(), key="begun", **other)
        assert begun.value.session == session
    assert rows(db, "session") == 1


def test_a_discarded_session_is_in_no_list_until_it_is_restored(
    keeper: Keeper, stranger: Keeper, db: Connection
) -> None:
    session = keeper.sits_down("Ann", "Ben")
    book = keeper.scorebook
    keeper.book.discard(session, at="2026-11-21T20:00:00Z")
    assert keeper.sees(session).discarded_at == "2026-11-21T20:00:00Z"
    for filters in ({}, {"player": "Ann"}, {"text": "ann"}, {"game": "pot"}, {"over": False}):
        assert history.find(db, scorebook=book, limit=10, **filters).total == 0
    assert history.line_ups(db, scorebook=book) == []
    since = history.summaries(db, scorebook=book, discarded_since="2026-11-21T20:00:00Z")
    assert [each.id for each in since] == [session]
    assert history.summaries(db, scorebook=book, discarded_since="2026-11-21T20:00:01Z") == []
    with pytest.raises(NoSuchSessionError):
        stranger.book.restore(session)
    keeper.book.restore(session)
    assert [each.id for each in history.summaries(db, scorebook=book)] == [session]


def test_who_writes_on_a_discarded_session_takes_it_out_again(keeper: Keeper, db: Connection) -> None:
    session = keeper.sits_down()
    keeper.book.discard(session, at="2026-11-21T20:00:00Z")
    assert keeper.writes(session, takes(ANN, 1)).session.discarded_at is None
    assert keeper.sees(session).discarded_at is None


def test_the_log_tells_who_did_what_and_when(keeper: Keeper) -> None:
    session = keeper.sits_down(at="2026-11-21T10:00:00Z")
    keeper.writes(session, takes(BEN, 4), at="2026-11-21T10:05:00Z")
    (action,) = keeper.sees(session).actions
    assert (action.position, action.kind, action.at, action.device) == (0, "enter", "2026-11-21T10:05:00Z", "phone")
    assert action.facts == takes(BEN, 4)
    assert keeper.sees(session).updated_at == "2026-11-21T10:05:00Z"


def test_an_entry_reads_the_session_once_and_writes_only_what_changes(keeper: Keeper, overheard: Any) -> None:
    session = keeper.sits_down()
    keeper.writes(session, takes(ANN, 3))
    KeepersBook(overheard, THURSDAY).enter(session, takes(ANN, 1), position=1, by=keeper.by())
    asked = [" ".join(statement.split()[:3]) for statement, _ in overheard.asked]
    # How it stands, whose the key is; what the session comes to, and the standing of each in the place of that before.
    assert asked == ["SELECT session.id, session.game,", "SELECT session, position", "UPDATE session SET", STANDINGS]
