"""A book is as much of the record as its role may use; several writes can stand or fall together."""

from __future__ import annotations

import pytest

from record.author import Author
from record.errors import NothingToUndoError
from scoring.errors import EntryError
from store.book import Book, KeepersBook, PlayersBook, open_book
from store.engines.base import Connection, Database
from store.errors import NoSuchSessionError
from tests.conftest import ENGINES
from tests.kit.store.table_talk import ANN, BEN, takes
from tests.store.conftest import THURSDAY, Keeper

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
SETUP = ("set_up", "setup_said", "start_instead", "start_next", "last_at_table")
VERSIONS = ("choose_versions",)
SEATS = ("take_seat", "leave_seat", "say")
"""What a player may do as well."""
OF_KEEPERS = (
    *WRITES,
    *TOKENS,
    *LINKS,
    *SETUP,
    *VERSIONS,
    "free_seat",
    "players_at",
    "say_for",
    "tap",
    "overrule",
    "confirm",
    "transaction",
)


def test_a_watcher_sees_what_the_keeper_wrote(keeper: Keeper, db: Connection) -> None:
    session = keeper.sits_down()
    keeper.writes(session, takes(ANN, 3))
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
    with pytest.raises(NoSuchSessionError):
        open_book(db, "another-group", "watcher").load(session)


@pytest.mark.engines(*ENGINES)
def test_several_writes_stand_together(keeper: Keeper, db: Connection, database: Database) -> None:
    with keeper.book.transaction():
        session = keeper.sits_down()
        keeper.writes(session, takes(ANN, 3))
        keeper.writes(session, takes(BEN, 2))
        other = database.connect()
        with pytest.raises(NoSuchSessionError):
            KeepersBook(other, THURSDAY).load(session)
    assert KeepersBook(other, THURSDAY).load(session).sheet.totals == (3, 2)
    other.close()


@pytest.mark.engines(*ENGINES)
def test_several_writes_fall_together(keeper: Keeper, db: Connection) -> None:
    session = keeper.sits_down()
    keeper.writes(session, takes(ANN, 3))

    def all_or_nothing() -> None:
        with keeper.book.transaction():
            keeper.writes(session, takes(BEN, 2))
            keeper.writes(session, takes(BEN, 99))

    with pytest.raises(EntryError, match="Only 5 chips are left"):
        all_or_nothing()
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


def test_an_author_is_told_when(keeper: Keeper) -> None:
    by: Author = keeper.by(at="2026-11-21T19:30:00+09:00")
    session = keeper.book.start(keeper.sees(keeper.sits_down()).game, {"players": ["Ann", "Ben"], "dealer": 0}, by)
    assert keeper.sees(session).created_at == "2026-11-21T10:30:00Z"
