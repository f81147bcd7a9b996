"""A scorebook: what each role may do in its book, its regulars, its house rules and its name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from inspect import signature
from pkgutil import walk_packages

import pytest

import store
from record.errors import NothingToUndoError
from scoring.errors import EntryError
from store import scorebooks
from store.book import ROLES_BEST_FIRST, Book, Role
from store.engines.base import Connection
from store.errors import NoSuchError, RoleError
from store.scorebooks import (
    RECENT_SESSIONS,
    RuleSet,
    delete_scorebook,
    deleted_at,
    is_rated,
    players,
    rename_scorebook,
    scorebook_name,
    set_rating,
)
from store.seats.entries import enter_seat
from store.sessions.history import find_sessions, line_ups, most_played_games, summaries
from store.sessions.loading import load
from store.sessions.writing import append
from tests.conftest import ENGINES
from tests.kit.for_each import for_each
from tests.kit.store.table_talk import ANN, BEN, takes
from tests.store.conftest import THURSDAY, Keeper, refused

pytestmark = pytest.mark.engines("sqlite")

OF_PLAYERS = {"enter_seat", "take_seat", "free_seat", "take_back"}
OF_KEEPERS = {
    # Who else may come in is for keepers to see, too.
    "belong_to_seat",
    *("listed_devices", "name_device", "remove_device", "removable_devices", "players_at", "is_alone"),
    *("make_link", "renew_link", "revoke_link", "show_join_code", "make_token", "secrets_of", "revoke_secret"),
    *("open_requests", "grant_request", "refuse_request"),
    *("start", "start_again", "start_instead", "start_next", "last_at_table", "import_session"),
    *("import_file", "undo_import"),
    *("enter", "overrule", "tap_seat", "confirm", "undo", "redo", "correct", "set_up", "read_setup", "draw_dealer"),
    *("describe", "archive_session", "exclude_session", "delete_session", "choose_versions", "purge_book"),
    *("rename_player", "describe_player", "archive_player", "merge_players", "unmerge_player", "remove_player"),
    "changing_players",
    *("rename_scorebook", "delete_scorebook", "set_rating", "save_rule_set"),
}


def functions_of_books() -> Iterator[Callable[..., object]]:
    """The functions of the store that take a book first."""
    for each in walk_packages(store.__path__, "store."):
        module = import_module(each.name)
        for name, found in inspect.getmembers(module, inspect.isfunction):
            if (
                found.__module__ == each.name
                and not name.startswith("_")
                and [*signature(found).parameters][:1] == ["book"]
            ):
                yield found


def role_for(function: Callable[..., object], db: Connection) -> Role:
    """The least role that it is not refused."""
    for role in reversed(ROLES_BEST_FIRST):
        try:
            function(Book(db, THURSDAY, role))
        except RoleError:
            continue
        except TypeError:
            pass  # it was let in, with nothing to do
        return role
    raise AssertionError(f"nobody may use {function.__name__}")


def test_a_watcher_sees_what_the_keeper_wrote(keeper: Keeper, db: Connection) -> None:
    session = keeper.plays(takes(ANN, 3))
    book = Book(db, THURSDAY, "watcher")
    assert load(book, session) == keeper.sees(session)
    assert (
        [each.id for each in summaries(book)]
        == [each.id for each in find_sessions(book, limit=1).sessions]
        == [session]
    )
    assert players(book) == ["Ann", "Ben"]
    assert (most_played_games(book), [each.session for each in line_ups(book)]) == (["pot"], [session])


def test_what_a_role_may_not_do_is_refused_at_the_door(db: Connection) -> None:
    found = {each: role_for(each, db) for each in functions_of_books()}
    assert {each.__name__ for each, role in found.items() if role == "player"} == OF_PLAYERS
    assert {each.__name__ for each, role in found.items() if role == "keeper"} == OF_KEEPERS
    for each, role in found.items():
        writes = "book.db.writing()" in inspect.getsource(each) and each is not append  # which only they call
        assert (role, writes) != ("watcher", True), f"{each.__name__} writes, for whom?"


def test_only_a_keeper_enters_for_anybody(keeper: Keeper, db: Connection) -> None:
    session = keeper.sits_down()
    with pytest.raises(RoleError):
        enter_seat(Book(db, THURSDAY, "player"), session, ANN, {}, position=0, by=keeper.by(), anybody=True)


def test_a_book_has_no_other_scorebooks_sessions(keeper: Keeper, db: Connection) -> None:
    session = keeper.sits_down()
    with pytest.raises(NoSuchError):
        load(Book(db, "another-group", "watcher"), session)


@pytest.mark.engines(*ENGINES)
def test_several_writes_stand_together(keeper: Keeper, other: Keeper) -> None:
    with keeper.book.db.writing():
        session = keeper.plays(takes(ANN, 3), takes(BEN, 2))
        with pytest.raises(NoSuchError):
            other.sees(session)
    assert other.sees(session).sheet.totals == (3, 2)


@pytest.mark.engines(*ENGINES)
def test_several_writes_fall_together(keeper: Keeper, db: Connection) -> None:
    session = keeper.plays(takes(ANN, 3))
    with pytest.raises(EntryError, match="Only 5 chips are left"), keeper.book.db.writing():
        keeper.writes(session, takes(BEN, 2), takes(BEN, 99))
    assert not db.in_transaction
    # What was folded while it was still to be seen whether it stands is not what is kept.
    assert keeper.sees(session).sheet.totals == (3, 0)
    assert keeper.writes(session, takes(ANN, 1)).session.sheet.totals == (4, 0)


def test_what_fails_within_a_transaction_can_be_passed_over(keeper: Keeper) -> None:
    session = keeper.sits_down()
    with keeper.book.db.writing():
        with pytest.raises(NothingToUndoError):
            keeper.undoes(session)
        keeper.writes(session, takes(ANN, 3))
    assert keeper.sees(session).sheet.totals == (3, 0)


# What a group likes.


@pytest.mark.engines(*ENGINES)
def test_regulars_come_first_and_nobody_is_forgotten(db: Connection, keeper: Keeper, stranger: Keeper) -> None:
    for _ in range(RECENT_SESSIONS):
        keeper.sits_down("Zoe", "Once")
    for _ in range(RECENT_SESSIONS - 1):
        keeper.sits_down("Chika", "Ann")
    keeper.sits_down("Ben", "Chika")
    stranger.sits_down("Dan", "Eva")
    # Of the last 30: Chika 30, Ann 29, Ben 1; Once and Zoe were long ago.
    assert scorebooks.players(Book(db, THURSDAY, "keeper")) == ["Chika", "Ann", "Ben", "Once", "Zoe"]
    assert scorebooks.players(Book(db, "new", "keeper")) == []


def keeps(db: Connection, name: object, **options: object) -> None:
    scorebooks.save_rule_set(
        Book(db, THURSDAY, "keeper"), game="pot", name=name, options=options, at="2026-11-21T19:30:00Z"
    )


def kept(db: Connection, scorebook: str = THURSDAY, game: str = "pot") -> list[RuleSet]:
    return scorebooks.rule_sets(Book(db, scorebook, "keeper"), game=game)


@pytest.mark.engines(*ENGINES)
def test_house_rules_of_a_game_are_kept_by_name_and_the_same_name_again_replaces_them(db: Connection) -> None:
    keeps(db, "  Long   evening ", pot="100")
    keeps(db, "長" * 30)
    assert kept(db) == [RuleSet("Long evening", {"pot": 100}), RuleSet("長" * 30, {})]
    keeps(db, "LONG evening", pot=200)
    assert kept(db) == [RuleSet("LONG evening", {"pot": 200}), RuleSet("長" * 30, {})]
    assert kept(db, game="oh-hell") == kept(db, scorebook="another-group") == []


@for_each(
    "name, options, fields",
    [
        *((name, {}, {"rule_name"}) for name in ("", "  ", "x" * 31, "bell \a", "half \ud800", None, 3)),
        ("Long evening", {"pot": 0, "jokers": 2}, {"pot", "jokers"}),
    ],
)
def test_house_rules_that_are_none_are_refused_at_their_fields(
    db: Connection, name: object, options: dict[str, object], fields: set[str]
) -> None:
    assert {*refused(lambda: keeps(db, name, **options))} == fields
    assert kept(db) == []


@pytest.mark.engines(*ENGINES)
def test_a_scorebook_is_called_as_it_is_named(keeper: Keeper, stranger: Keeper) -> None:
    assert scorebook_name(keeper.book) is None
    rename_scorebook(keeper.book, name="  Thursday   evenings ", at="2026-11-22T20:00:00Z")
    assert (scorebook_name(keeper.book), scorebook_name(stranger.book)) == ("Thursday evenings", None)
    for name in ("", "x" * 41, None, "a\x00b"):
        assert refused(partial(rename_scorebook, keeper.book, name=name, at="2026-11-22T20:00:00Z")) == ["name"]
    assert scorebook_name(keeper.book) == "Thursday evenings"


@pytest.mark.engines(*ENGINES)
def test_what_is_done_to_one_whole_scorebook_is_done_to_no_other(keeper: Keeper, stranger: Keeper) -> None:
    """Both are begun: one without a row could not be hit by mistake."""
    at = "2026-11-22T20:00:00Z"
    keeper.sits_down()
    rename_scorebook(stranger.book, name="Fridays", at=at)
    for act in (
        lambda: rename_scorebook(keeper.book, name="Thursdays", at=at),
        lambda: set_rating(keeper.book, on=False, at=at),
        lambda: delete_scorebook(keeper.book, at=at),
    ):
        act()
        assert (scorebook_name(stranger.book), is_rated(stranger.book), deleted_at(stranger.book)) == (
            "Fridays",
            True,
            None,
        )
    delete_scorebook(stranger.book, at=at)
    delete_scorebook(keeper.book, at=None)
    assert (deleted_at(keeper.book), deleted_at(stranger.book)) == (None, at)
