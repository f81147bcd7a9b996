"""What every engine promises, whichever keeps the record: see `store/engines/base.py`."""

from __future__ import annotations

from contextlib import closing

import pytest

from record.author import Author
from scoring.text import same_name
from store import scorebooks
from store.admin.health import Health
from store.admin.rebuild import compare
from store.engines.base import Connection, Database
from store.errors import ConstraintError, NoSuchSessionError, UnusableDatabaseError
from store.sessions import history
from tests.kit.store.table_talk import ANN, BEN, note, takes
from tests.store.conftest import THURSDAY, Keeper

OURS = "INSERT INTO scorebook (id, created_at) VALUES ('ours', '')"


def scorebooks_of(db: Connection) -> list[str]:
    return [row["id"] for row in db.execute("SELECT id FROM scorebook ORDER BY id")]


def test_preparing_a_second_time_changes_nothing(database: Database, keeper: Keeper) -> None:
    session = keeper.sits_down()
    keeper.writes(session, takes(ANN, 3))
    database.prepare()
    with closing(database.connect()) as another:
        assert Keeper(another, THURSDAY).sees(session).sheet.totals == (3, 0)


def test_an_acknowledged_write_is_seen_by_everybody(keeper: Keeper, database: Database) -> None:
    session = keeper.sits_down()
    keeper.writes(session, takes(ANN, 3))
    with closing(database.connect()) as another:
        assert Keeper(another, THURSDAY).sees(session).sheet.totals == (3, 0)


def test_it_is_there_and_answers(database: Database) -> None:
    assert (database.exists(), Health().trouble(database)) == (True, None)


# Transactions.


def test_what_fails_half_way_leaves_nothing_behind(db: Connection) -> None:
    with pytest.raises(ZeroDivisionError), db.writing():
        db.execute(OURS)
        raise ZeroDivisionError
    assert not db.in_transaction
    assert scorebooks_of(db) == []


def test_what_the_tables_refuse_leaves_nothing_behind(db: Connection) -> None:
    with pytest.raises(ConstraintError), db.writing():
        db.execute(OURS)
        db.execute(OURS)
    assert not db.in_transaction
    assert scorebooks_of(db) == []


def test_a_transaction_within_another_is_part_of_it(db: Connection) -> None:
    with db.writing():
        assert db.is_settled
        with pytest.raises(ZeroDivisionError), db.writing():
            db.execute("INSERT INTO scorebook (id, created_at) VALUES ('in vain', '')")
            raise ZeroDivisionError
        with db.writing():
            db.execute(OURS)
        assert (scorebooks_of(db), db.is_settled) == (["ours"], False)
    assert (scorebooks_of(db), db.is_settled) == (["ours"], True)


def test_what_is_refused_in_a_part_can_be_passed_over(db: Connection) -> None:
    with db.writing():
        db.execute(OURS)
        with pytest.raises(ConstraintError), db.writing():
            db.execute(OURS)
        db.execute("INSERT INTO scorebook (id, created_at) VALUES ('theirs', '')")
    assert scorebooks_of(db) == ["ours", "theirs"]


def test_several_queries_see_the_same_moment_and_hold_up_nobody(db: Connection, database: Database) -> None:
    with closing(database.connect()) as another, db.reading():
        assert scorebooks_of(db) == []
        with another.writing():
            another.execute(OURS)
        assert scorebooks_of(another) == ["ours"]
        assert (scorebooks_of(db), db.is_settled) == ([], True)
    assert scorebooks_of(db) == ["ours"]


def test_a_statement_that_is_none_is_said_in_the_records_words(db: Connection) -> None:
    with pytest.raises(UnusableDatabaseError, match="no_such_column"):
        db.execute("SELECT no_such_column FROM session")


def test_after_rows_with_numbers_of_their_own_the_next_has_a_higher_one(db: Connection, keeper: Keeper) -> None:
    keeper.sits_down("Ann", "Ben")
    db.execute("INSERT INTO player (id, scorebook, name, name_key) VALUES (3, ?, 'Chika', 'chika')", (THURSDAY,))
    db.number_on()
    keeper.sits_down("Dan", "Eva")
    numbers = {row["name"]: row["id"] for row in db.execute("SELECT id, name FROM player")}
    assert min(numbers["Dan"], numbers["Eva"]) > 3


# Connections that wait for the next request.


def test_what_is_given_back_is_lent_again(database: Database) -> None:
    def lent() -> tuple[Connection, int]:
        db = database.borrow()
        return db, id(db.raw)  # type: ignore[attr-defined]

    first, known = lent()
    database.give_back(first)
    second, again = lent()
    third, other = lent()
    assert known == again, "it is the same connection"
    assert other != again, "two requests at once have one each"
    database.give_back(second)
    database.give_back(third)


def test_what_was_begun_and_never_ended_is_undone(database: Database, db: Connection) -> None:
    borrowed = database.borrow()
    never_ended = borrowed.writing()
    never_ended.__enter__()
    borrowed.execute(OURS)
    database.give_back(borrowed)
    again = database.borrow()
    assert not again.in_transaction
    assert scorebooks_of(again) == []
    with again.writing():
        again.execute(OURS)
    database.give_back(again)
    assert scorebooks_of(db) == ["ours"]


def test_a_query_that_was_not_read_to_its_end_holds_on_to_nothing(database: Database, keeper: Keeper) -> None:
    borrowed = database.borrow()
    keeper.sits_down()
    keeper.sits_down()
    borrowed.execute("SELECT id FROM session").fetchone()
    database.give_back(borrowed)
    keeper.sits_down()
    again = database.borrow()
    assert len(again.execute("SELECT id FROM session").fetchall()) == 3
    database.give_back(again)


# Whatever people write.


@pytest.mark.parametrize("unheard", ["\0", "An\0n", "Ann\0", "n\0"])
def test_a_zero_sign_finds_nothing_and_breaks_nothing(db: Connection, keeper: Keeper, unheard: str) -> None:
    keeper.sits_down("Ann", "Ben")
    assert history.summaries(db, scorebook=THURSDAY, player=unheard) == []
    assert history.summaries(db, scorebook=THURSDAY, text=unheard) == []
    assert history.summaries(db, scorebook=THURSDAY, game=unheard) == []
    assert history.summaries(db, scorebook=unheard) == []
    with pytest.raises(NoSuchSessionError):
        keeper.sees(unheard)
    assert len(history.summaries(db, scorebook=THURSDAY, text="Ann")) == 1


def test_players_stand_in_one_order_whatever_the_language_of_the_machine(db: Connection, keeper: Keeper) -> None:
    # By the code points of the key, which is folded: accents after z, kana before kanji, hangul last.
    in_order = ["1st", "Ann", "anna", "Zoe", "Émile", "Øystein", "あんな", "卓", "金", "김"]
    assert [*map(same_name, in_order)] == sorted(map(same_name, in_order))
    keeper.sits_down("Zoe", "金", "anna")
    keeper.sits_down("Émile", "あんな", "Ann")
    keeper.sits_down("김", "1st", "Øystein")
    keeper.sits_down("卓", "1st", "anna")
    for session in history.summaries(db, scorebook=THURSDAY):
        keeper.book.discard(session.id, at="2026-11-21T20:00:00Z")
    assert scorebooks.players(db, THURSDAY) == in_order
    for name in ("Z", "a", "É", "卓", "B"):
        scorebooks.keep_rule_set(db, scorebook=THURSDAY, game="pot", name=name, options={}, at="2026-11-21T20:00:00Z")
    rules = [each.name for each in scorebooks.rule_sets(db, scorebook=THURSDAY, game="pot")]
    assert rules == ["a", "B", "Z", "É", "卓"]


def test_capitals_sort_before_small_letters_in_every_column_of_text(db: Connection) -> None:
    for name in ("a", "B", "Z", "é"):
        db.execute("INSERT INTO scorebook (id, created_at, name) VALUES (?, '', ?)", (f"of {name}", name))
    assert [row["name"] for row in db.execute("SELECT name FROM scorebook ORDER BY name")] == ["B", "Z", "a", "é"]
    assert len(db.execute("SELECT id FROM scorebook WHERE name < 'a'").fetchall()) == 2


def test_a_note_may_be_much_longer_when_its_case_is_folded(db: Connection, keeper: Keeper) -> None:
    blessing = "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 300
    assert len(same_name(blessing).encode()) > 3000
    session = keeper.sits_down("Ann", "Ben")
    keeper.writes(session, note(blessing))
    assert [remark.text for remark in keeper.sees(session).sheet.remarks] == [blessing]
    assert [each.id for each in history.summaries(db, scorebook=THURSDAY, text=blessing[:10])] == [session]
    assert compare(db).differences == ()


def test_the_longest_words_that_are_let_in_are_kept(keeper: Keeper, db: Connection) -> None:
    name = "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 30
    session = keeper.sits_down(name, "Ben", key="長" * 100)
    book = keeper.book
    by = Author(device="d" * 100, key="卓" * 100, at=keeper.by().at, name="名" * 100)
    book.enter(session, takes(BEN, 1), position=0, by=by)
    book.keep_rule_set("pot", name=name, options={}, at="2026-11-21T20:00:00Z")
    assert keeper.sees(session).sheet.table.players == (name, "Ben")
    assert [each.name for each in book.rule_sets("pot")] == [name]
    assert book.device_names(session) == {"d" * 100: "名" * 100}


def test_percent_signs_and_question_marks_in_values_are_only_signs(db: Connection) -> None:
    db.execute("INSERT INTO scorebook (id, created_at, name) VALUES (?, '', ?)", ("100%s ?", "%(name)s ? $1"))
    row = db.execute("SELECT id, name FROM scorebook WHERE id LIKE '100%' AND name = ?", ("%(name)s ? $1",)).fetchone()
    assert (row["id"], row["name"]) == ("100%s ?", "%(name)s ? $1")
