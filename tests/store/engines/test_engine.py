"""What every engine promises and refuses, whichever keeps the record: see `store/engines/base.py`."""

from __future__ import annotations

from contextlib import closing
from functools import partial

import pytest

from record.log import Author
from scoring.text import same_name
from store import scorebooks
from store.admin.health import Health
from store.admin.rebuild import compare
from store.book import Book
from store.encoding import new_id
from store.engines.base import Connection, Database
from store.engines.postgresql import PostgreSQL
from store.engines.sqlite import SQLite
from store.errors import ConstraintError, NoSuchError, UnusableDatabaseError
from store.scorebooks import device_names, rule_sets, save_rule_set
from store.seats.entries import enter
from store.sessions import history
from store.sessions.details import delete_session
from store.sessions.history import summaries
from tests.kit.for_each import for_each
from tests.kit.store.table_talk import ANN, BEN, note, takes
from tests.store.conftest import THURSDAY, Keeper

OURS = "INSERT INTO scorebook (id, created_at) VALUES ('ours', '')"
THEIRS = "INSERT INTO scorebook (id, created_at) VALUES ('theirs', '')"


def scorebooks_of(db: Connection) -> list[str]:
    return [row["id"] for row in db.execute("SELECT id FROM scorebook ORDER BY id")]


def test_an_acknowledged_write_is_seen_by_everybody_and_preparing_again_changes_nothing(
    keeper: Keeper, other: Keeper, database: Database
) -> None:
    assert (database.exists(), Health().trouble(database)) == (True, None)
    session = keeper.plays(takes(ANN, 3))
    assert other.sees(session).sheet.totals == (3, 0)
    database.prepare()
    assert other.sees(session).sheet.totals == (3, 0)


# Transactions.


def test_what_fails_half_way_leaves_nothing_behind(db: Connection) -> None:
    with pytest.raises(ZeroDivisionError), db.writing():
        db.execute(OURS)
        raise ZeroDivisionError
    with pytest.raises(ConstraintError), db.writing():
        db.execute(OURS)
        db.execute(OURS)
    assert (db.in_transaction, scorebooks_of(db)) == (False, [])


def test_a_transaction_within_another_is_part_of_it_and_can_fail_alone(db: Connection) -> None:
    with db.writing():
        assert db.reads_committed
        with pytest.raises(ZeroDivisionError), db.writing():
            db.execute(THEIRS)
            raise ZeroDivisionError
        with db.writing():
            db.execute(OURS)
        with pytest.raises(ConstraintError), db.writing():
            db.execute(OURS)
        assert (scorebooks_of(db), db.reads_committed) == (["ours"], False)
        db.execute(THEIRS)
    assert (scorebooks_of(db), db.reads_committed) == (["ours", "theirs"], True)


def test_several_queries_see_the_same_moment_and_hold_up_nobody(db: Connection, database: Database) -> None:
    with closing(database.connect()) as another, db.reading():
        assert scorebooks_of(db) == []
        with another.writing():
            another.execute(OURS)
        assert scorebooks_of(another) == ["ours"]
        assert (scorebooks_of(db), db.reads_committed) == ([], True)
    assert scorebooks_of(db) == ["ours"]


def test_a_statement_that_is_none_is_said_in_the_records_words(db: Connection) -> None:
    with pytest.raises(UnusableDatabaseError, match="no_such_column"):
        db.execute("SELECT no_such_column FROM session")


def test_after_rows_with_numbers_of_their_own_the_next_has_a_higher_one(db: Connection, keeper: Keeper) -> None:
    keeper.sits_down("Ann", "Ben")
    db.execute("INSERT INTO player (id, scorebook, name, name_key) VALUES (3, ?, 'Chika', 'chika')", (THURSDAY,))
    db.advance_sequences()
    keeper.sits_down("Dan", "Eva")
    numbers = {row["name"]: row["id"] for row in db.execute("SELECT id, name FROM player")}
    assert min(numbers["Dan"], numbers["Eva"]) > 3


# Connections that wait for the next request.


def test_what_is_given_back_is_lent_again_and_two_requests_at_once_have_one_each(database: Database) -> None:
    def lent() -> tuple[Connection, int]:
        db = database.borrow()
        return db, id(db)

    first, known = lent()
    database.give_back(first)
    (second, again), (third, other) = lent(), lent()
    assert (known == again, other == again) == (True, False)
    for each in (second, third):
        database.give_back(each)


def test_what_was_begun_or_not_read_to_its_end_is_undone_and_holds_on_to_nothing(
    database: Database, db: Connection, keeper: Keeper
) -> None:
    keeper.sits_down()
    keeper.sits_down()
    half_read = database.borrow()
    half_read.execute("SELECT id FROM session").fetchone()
    database.give_back(half_read)
    half_written = database.borrow()
    never_ended = half_written.writing()
    never_ended.__enter__()
    half_written.execute(OURS)
    database.give_back(half_written)
    keeper.sits_down()
    again = database.borrow()
    assert (again.in_transaction, scorebooks_of(again)) == (False, [THURSDAY])
    assert len(again.execute("SELECT id FROM session")) == 3
    with again.writing():
        again.execute(OURS)
    database.give_back(again)
    assert scorebooks_of(db) == ["ours", THURSDAY]


# Whatever people write.


@for_each("unheard", ["\0", "An\0n", "Ann\0", "n\0"])
def test_a_zero_sign_finds_nothing_and_breaks_nothing(db: Connection, keeper: Keeper, unheard: str) -> None:
    session = keeper.sits_down("Ann", "Ben")
    search = partial(summaries, keeper.book)
    assert search(player=unheard) == search(text=unheard) == search(game=unheard) == []
    assert history.summaries(Book(db, unheard, "keeper")) == []
    with pytest.raises(NoSuchError):
        keeper.sees(unheard)
    assert summaries(keeper.book, text="Ann")[0].id == session


def test_names_stand_in_one_order_whatever_the_language_of_the_machine(db: Connection, keeper: Keeper) -> None:
    # By the code points of the key, which is folded: accents after z, kana before kanji, hangul last.
    in_order = ["1st", "Ann", "anna", "Zoe", "Émile", "Øystein", "あんな", "卓", "金", "김"]
    assert [*map(same_name, in_order)] == sorted(map(same_name, in_order))
    for names in ("Zoe 金 anna", "Émile あんな Ann", "김 1st Øystein", "卓 1st anna"):
        session = keeper.sits_down(*names.split())
        delete_session(keeper.book, session, at="2026-11-21T20:00:00Z")
    assert scorebooks.players(Book(db, THURSDAY, "keeper")) == in_order
    for name in ("Z", "a", "É", "卓", "B"):
        save_rule_set(keeper.book, "pot", name=name, options={}, at="2026-11-21T20:00:00Z")
    assert [each.name for each in rule_sets(keeper.book, "pot")] == ["a", "B", "Z", "É", "卓"]
    # Unfolded, capitals sort before small letters in every column of text.
    for name in ("a", "B", "Z", "é"):
        db.execute("INSERT INTO scorebook (id, created_at, name) VALUES (?, '', ?)", (f"of {name}", name))
    named = db.execute("SELECT name FROM scorebook WHERE name IS NOT NULL ORDER BY name")
    assert [row["name"] for row in named] == ["B", "Z", "a", "é"]
    assert len(db.execute("SELECT id FROM scorebook WHERE name < 'a'")) == 2


def test_the_longest_words_that_are_let_in_are_kept_and_found(keeper: Keeper, db: Connection) -> None:
    """They may be much longer when their case is folded."""
    blessing = "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}"
    name, longest = blessing * 30, blessing * 300
    assert len(same_name(longest).encode()) > 3000
    session = keeper.sits_down(name, "Ben", key="長" * 100)
    book = keeper.book
    by = Author(device="d" * 100, key="卓" * 100, at=keeper.by().at, name="名" * 100)
    enter(book, session, takes(BEN, 1), position=0, by=by)
    save_rule_set(book, "pot", name=name, options={}, at="2026-11-21T20:00:00Z")
    keeper.writes(session, note(longest))
    assert keeper.sees(session).sheet.table.players == (name, "Ben")
    assert [remark.text for remark in keeper.sees(session).sheet.remarks] == [longest]
    assert [each.name for each in rule_sets(book, "pot")] == [name]
    assert device_names(book, session) == {"d" * 100: "名" * 100}
    assert [each.id for each in summaries(book, text=longest[:10])] == [session]
    assert compare(db).differences == ()


def test_percent_signs_and_question_marks_in_values_are_only_signs(db: Connection) -> None:
    db.execute("INSERT INTO scorebook (id, created_at, name) VALUES (?, '', ?)", ("100%s ?", "%(name)s ? $1"))
    row = db.execute("SELECT id, name FROM scorebook WHERE id LIKE '100%' AND name = ?", ("%(name)s ? $1",)).fetchone()
    assert (row["id"], row["name"]) == ("100%s ?", "%(name)s ? $1")


# What the database itself refuses: what was said at the table is never changed.


@pytest.fixture
def said(keeper: Keeper) -> str:
    return keeper.plays(takes(ANN, 3), takes(BEN, 2))


@for_each(
    "statement, refusal",
    [
        ("UPDATE action SET facts = '{}'", "never changed"),
        ("UPDATE action SET key = 'new' WHERE position = 1", "never changed"),
        ("DELETE FROM action", "never deleted"),
        ("DELETE FROM action WHERE position = 1", "never deleted"),
        (
            """
            INSERT INTO action (session, position, kind, facts, at, device, key)
            SELECT session, position, 'undo', '{}', at, device, 'new' FROM action WHERE position = 0
            ON CONFLICT (session, position) DO UPDATE SET facts = excluded.facts
            """,
            "never changed",
        ),
    ],
)
def test_an_action_is_there_for_good(db: Connection, said: str, keeper: Keeper, statement: str, refusal: str) -> None:
    with pytest.raises(ConstraintError, match=f"an action is {refusal}: append an undo or a correction"):
        db.execute(statement)
    assert [entry["chips"] for entry in keeper.sees(said).entries] == [3, 2]


@for_each("statement", ["TRUNCATE action", "TRUNCATE session CASCADE", "TRUNCATE scorebook CASCADE"])
def test_a_table_is_not_cleared_where_that_can_be_said(postgresql: Database, statement: str) -> None:
    with closing(postgresql.connect()) as db:
        keeper = Keeper(db, "ours")
        session = keeper.plays(takes(ANN, 3))
        with pytest.raises(ConstraintError, match="an action is never deleted: append an undo or a correction"):
            db.execute(statement)
        assert keeper.sees(session).sheet.totals == (3, 0)


ACTION = "INSERT INTO action (session, position, kind, facts, at, device, key) VALUES"


@for_each(
    "statement",
    [
        "INSERT INTO sitting (session, seat, player, played_at, number)"
        " SELECT id, 5, 0, played_at, number FROM session",
        "INSERT INTO standing (session, seat, place, total_milli, won) VALUES ('no such session', 0, 1, 0, 0)",
        "INSERT INTO player (scorebook, name, name_key) VALUES ('no such scorebook', 'Dan', 'dan')",
        "INSERT INTO device_name (scorebook, device, name) VALUES ('no such scorebook', 'a phone', 'iPhone')",
        "INSERT INTO player (scorebook, name, name_key) SELECT scorebook, 'ANN', 'ann' FROM session",
        "INSERT INTO device_name (scorebook, device, name) SELECT scorebook, 'a phone', NULL FROM session",
        "UPDATE session SET game = NULL",
        "DELETE FROM session",
        "DELETE FROM scorebook",
        # No session, a position that is taken, a key that is, no such kind, no such position.
        f"{ACTION} ('no such session', 0, 'enter', '{{}}', '', '', 'new')",
        f"{ACTION} ((SELECT id FROM session), 1, 'enter', '{{}}', '', '', 'new')",
        f"{ACTION} ((SELECT id FROM session), 2, 'enter', '{{}}', '', '', (SELECT key FROM action WHERE position = 0))",
        f"{ACTION} ((SELECT id FROM session), 2, 'forget', '{{}}', '', '', 'new')",
        f"{ACTION} ((SELECT id FROM session), -1, 'enter', '{{}}', '', '', 'new')",
    ],
)
def test_what_belongs_to_nothing_or_is_there_already_is_refused(db: Connection, said: str, statement: str) -> None:
    with pytest.raises(ConstraintError):
        db.execute(statement)


def test_what_a_seat_says_of_its_session_follows_it(db: Connection, said: str) -> None:
    with pytest.raises(ConstraintError):
        db.execute("UPDATE sitting SET played_at = '2020-01-01T00:00:00Z'")
    db.execute("UPDATE session SET played_at = '2020-01-01T00:00:00Z'")
    assert {row["played_at"] for row in db.execute("SELECT played_at FROM sitting")} == {"2020-01-01T00:00:00Z"}


def test_both_engines_have_the_same_tables_and_columns(sqlite: SQLite, postgresql: PostgreSQL) -> None:
    with closing(sqlite.connect()) as one, closing(postgresql.connect()) as another:
        assert one.tables() == another.tables()
        assert {"scorebook", "player", "session", "sitting", "action", "standing", "remark"} < {*one.tables()}


def test_all_text_is_compared_by_its_code_points_whatever_the_server_speaks(postgresql: PostgreSQL) -> None:
    with closing(postgresql.connect()) as db:
        otherwise = db.execute(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
            " AND table_name <> 'migration' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'"
        )
    assert otherwise == []


def test_an_id_is_long_and_never_the_same() -> None:
    ids = {new_id() for _ in range(100)}
    assert (len(ids), min(map(len, ids)) >= 22) == (100, True)
