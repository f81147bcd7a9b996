"""A scorebook: what each role may do in its book, its regulars, its house rules and its name."""

from __future__ import annotations

from functools import partial

import pytest

from record.errors import NothingToUndoError
from scoring.errors import EntryError
from store import scorebooks
from store.book import Book, KeepersBook, PlayersBook, open_book
from store.engines.base import Connection
from store.errors import NoSuchError
from store.scorebooks import RECENT_SESSIONS, RuleSet
from tests.conftest import ENGINES
from tests.kit.for_each import for_each
from tests.kit.store.table_talk import ANN, BEN, takes
from tests.store.conftest import THURSDAY, Keeper, refused

pytestmark = pytest.mark.engines("sqlite")

WRITES = (
    *("start", "start_again", "enter", "undo", "redo", "correct", "import_session", "keep_rule_set"),
    *("describe", "archive", "unarchive", "discard", "restore", "delete_scorebook", "restore_scorebook", "purge"),
    "turn_rating",
    *("rename_player", "paint_player", "archive_player", "unarchive_player", "merge_players", "unmerge_player"),
)
TOKENS = ("tokens", "make_token", "withdraw_token")
LINKS = (
    "links",
    "make_link",
    "renew_link",
    "withdraw_link",
    "show_join_code",
    "devices",
    "name_device",
    "remove_device",
    "removable_devices",
    "is_alone",
    "rename",
    "turn_rating",
)
"""Who else may come in is for keepers to see, too."""
SETUP = ("set_up", "setup_said", "start_instead", "start_next", "last_at_table", "choose_versions")
SEATS = ("take_seat", "leave_seat", "say")
"""What a player may do as well."""
OF_KEEPERS = (
    *WRITES,
    *TOKENS,
    *LINKS,
    *SETUP,
    "free_seat",
    "players_at",
    "say_for",
    "tap",
    "overrule",
    "confirm",
    "transaction",
)


def test_a_watcher_sees_what_the_keeper_wrote(keeper: Keeper, db: Connection) -> None:
    session = keeper.plays(takes(ANN, 3))
    book = open_book(db, THURSDAY, "watcher")
    assert book.load(session) == keeper.sees(session)
    assert [each.id for each in book.search()] == [each.id for each in book.find(limit=1).sessions] == [session]
    assert book.players() == ["Ann", "Ben"]
    assert (book.played(), [each.session for each in book.line_ups()]) == (["pot"], [session])


def test_what_a_role_may_not_do_cannot_be_called(db: Connection) -> None:
    watcher, player, keeper = (open_book(db, THURSDAY, role) for role in ("watcher", "player", "keeper"))
    assert [name for name in (*OF_KEEPERS, *SEATS) if hasattr(watcher, name)] == []
    assert [name for name in OF_KEEPERS if hasattr(player, name)] == []
    assert all(callable(getattr(keeper, name)) for name in (*OF_KEEPERS, *SEATS))
    assert all(callable(getattr(player, name)) for name in SEATS)
    assert offered(PlayersBook) - offered(Book) == {*SEATS}, "what is new in a player's book is written here too"
    assert offered(KeepersBook) - offered(PlayersBook) == {*OF_KEEPERS}, "and what is new in a keeper's"


def offered(book: type[Book]) -> set[str]:
    return {name for name in dir(book) if not name.startswith("_")}


def test_a_book_has_no_other_scorebooks_sessions(keeper: Keeper, db: Connection) -> None:
    session = keeper.sits_down()
    with pytest.raises(NoSuchError):
        open_book(db, "another-group", "watcher").load(session)


@pytest.mark.engines(*ENGINES)
def test_several_writes_stand_together(keeper: Keeper, other: Keeper) -> None:
    with keeper.book.transaction():
        session = keeper.plays(takes(ANN, 3), takes(BEN, 2))
        with pytest.raises(NoSuchError):
            other.sees(session)
    assert other.sees(session).sheet.totals == (3, 2)


@pytest.mark.engines(*ENGINES)
def test_several_writes_fall_together(keeper: Keeper, db: Connection) -> None:
    session = keeper.plays(takes(ANN, 3))
    with pytest.raises(EntryError, match="Only 5 chips are left"), keeper.book.transaction():
        keeper.writes(session, takes(BEN, 2), takes(BEN, 99))
    assert not db.in_transaction
    # What was folded while it was still to be seen whether it stands is not what is kept.
    assert keeper.sees(session).sheet.totals == (3, 0)
    assert keeper.writes(session, takes(ANN, 1)).session.sheet.totals == (4, 0)


def test_what_fails_within_a_transaction_can_be_passed_over(keeper: Keeper) -> None:
    session = keeper.sits_down()
    with keeper.book.transaction():
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
    assert scorebooks.players(db, THURSDAY) == ["Chika", "Ann", "Ben", "Once", "Zoe"]
    assert scorebooks.players(db, "new") == []


def keeps(db: Connection, name: object, **options: object) -> None:
    scorebooks.keep_rule_set(db, scorebook=THURSDAY, game="pot", name=name, options=options, at="2026-11-21T19:30:00Z")


def kept(db: Connection, scorebook: str = THURSDAY, game: str = "pot") -> list[RuleSet]:
    return scorebooks.rule_sets(db, scorebook=scorebook, game=game)


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
    assert keeper.book.name() is None
    keeper.book.rename(name="  Thursday   evenings ", at="2026-11-22T20:00:00Z")
    assert (keeper.book.name(), stranger.book.name()) == ("Thursday evenings", None)
    for name in ("", "x" * 41, None, "a\x00b"):
        assert refused(partial(keeper.book.rename, name=name, at="2026-11-22T20:00:00Z")) == ["name"]
    assert keeper.book.name() == "Thursday evenings"


@pytest.mark.engines(*ENGINES)
def test_what_is_done_to_one_whole_scorebook_is_done_to_no_other(keeper: Keeper, stranger: Keeper) -> None:
    """Both are begun: one without a row could not be hit by mistake."""
    at = "2026-11-22T20:00:00Z"
    keeper.sits_down()
    stranger.book.rename(name="Fridays", at=at)
    for act in (
        lambda: keeper.book.rename(name="Thursdays", at=at),
        lambda: keeper.book.turn_rating(on=False, at=at),
        lambda: keeper.book.delete_scorebook(at=at),
    ):
        act()
        assert (stranger.book.name(), stranger.book.is_rated(), stranger.book.deleted_at()) == ("Fridays", True, None)
    stranger.book.delete_scorebook(at=at)
    keeper.book.restore_scorebook()
    assert (keeper.book.deleted_at(), stranger.book.deleted_at()) == (None, at)
