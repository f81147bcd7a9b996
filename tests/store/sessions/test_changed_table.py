"""Who sat where at a table that changes while it plays: lists, undo, corrections, names, the same again."""

from __future__ import annotations

import pytest

from record.people import next_table, sat_down
from scoring.errors import EntryError
from store.admin.rebuild import compare, rebuild
from store.engines.base import Connection
from store.sessions.purge import purge
from tests.conftest import ENGINES
from tests.kit.store.changed_table import ENTRIES, JOIN, TAKEOVER, numbers, plays
from tests.store.conftest import Keeper, everything

pytestmark = pytest.mark.engines("sqlite")

AT = "2026-11-21T20:00:00Z"


def seated(keeper: Keeper, session: str) -> list[tuple[str, int, int, bool, tuple[str, ...]]]:
    """What the lists say, which is what the log comes to: who, total, place, whether they won, who sat there before."""
    assert compare(keeper.book.db).differences == ()
    (found,) = keeper.book.summaries_of([session])
    return [(each.name, int(each.total), each.place, each.won, each.before) for each in found.seats]


def names(keeper: Keeper, session: str) -> str:
    return " ".join(each[0] for each in seated(keeper, session))


def found_by(keeper: Keeper, name: str) -> list[str]:
    return [each.id for each in keeper.book.search(player=name)]


@pytest.mark.engines(*ENGINES)
def test_lists_have_who_sits_there_at_the_end_and_are_found_by_everybody_who_sat_there(keeper: Keeper) -> None:
    session = plays(keeper)
    assert seated(keeper, session) == [
        ("Zoe", 23, 2, False, ("Ann",)),
        ("Ben", 21, 0, False, ()),
        ("Cleo", 21, 3, False, ()),
        ("Eva", 32, 1, True, ()),
    ]
    everybody = ["Ann", "Ben", "Cleo", "Eva", "Zoe"]
    assert [found_by(keeper, name) for name in everybody] == [[session]] * 5
    for text in ("zoe", "ann"):
        assert [each.id for each in keeper.book.search(text=text)] == [session]
        assert [each.id for each in keeper.book.search(player="Eva", text=text, over=True)] == [session]
    assert keeper.book.search(player="Zoe", over=False) == []
    assert sorted(keeper.book.evening_of(session)[0].people) == sorted(keeper.book.players()) == everybody


@pytest.mark.engines(*ENGINES)
def test_undo_redo_and_corrections_are_followed(keeper: Keeper) -> None:
    session = plays(keeper, ENTRIES[: TAKEOVER + 1])
    assert names(keeper, session) == "Zoe Ben Cleo Eva"
    keeper.undoes(session)
    assert (names(keeper, session), found_by(keeper, "Zoe")) == ("Ann Ben Cleo Eva", [])
    keeper.redoes(session)
    assert found_by(keeper, "Zoe") == [session]
    keeper.corrects(session, {TAKEOVER: ENTRIES[TAKEOVER] | {"name": "Yui"}})
    assert (names(keeper, session), found_by(keeper, "Zoe")) == ("Yui Ben Cleo Eva", [])
    keeper.undoes(session, count=5)
    assert (names(keeper, session), sat_down(keeper.sees(session))) == ("Ann Ben Cleo", ())


def test_a_correction_before_the_changes_sees_the_table_of_then(keeper: Keeper) -> None:
    session = plays(keeper)
    # Ann took 1 of the 4 tricks and missed, Ben took 2 and missed; the rest of the evening is as it was.
    keeper.corrects(session, {1: {"step": "tricks", "tricks": [1, 2, 1]}})
    found = [row[:3] for row in seated(keeper, session)]
    assert found == [("Zoe", 11, 3), ("Ben", 10, 0), ("Cleo", 21, 2), ("Eva", 32, 1)]


@pytest.mark.engines(*ENGINES)
def test_a_typed_name_means_the_person_who_is_called_so(keeper: Keeper) -> None:
    keeper.sits_down("Eva", "Ben")
    keeper.book.rename_player(numbers(keeper)["Eva"], name="Evi")
    keeper.book.archive_player(numbers(keeper)["Evi"], at=AT)
    session = plays(keeper, (*ENTRIES[:JOIN], ENTRIES[JOIN] | {"name": "ＥＶＩ"}))
    assert "Evi" in keeper.book.players(), "who sits down is archived no more"
    now = keeper.sees(session)
    assert (now.entries[-1]["name"], now.sheet.table.players[3]) == ("Eva", "Evi")
    assert str(now.sheet.said) == "Evi joined with 0 before deal 2"
    assert {*numbers(keeper)} == {"Ann", "Ben", "Cleo", "Evi"}
    keeper.book.rename_player(numbers(keeper)["Evi"], name="Eve")
    now = keeper.sees(session)
    assert now.sheet.table.players[3] == now.document["entries"][-1]["name"] == "Eve"  # type: ignore[index]
    assert names(keeper, session) == "Ann Ben Cleo Eve"


def test_somebody_at_the_table_is_refused_by_any_of_their_names_and_one_that_is_not_seen(keeper: Keeper) -> None:
    keeper.sits_down("Annie", "Ben")
    session = plays(keeper, ENTRIES[:JOIN])
    keeper.book.merge_players(numbers(keeper)["Annie"], into=numbers(keeper)["Ann"], at=AT)
    for name, words in (("Annie", "Ann is already at the table"), ("\u3164", "characters")):
        with pytest.raises(EntryError, match=words) as error:
            keeper.writes(session, ENTRIES[JOIN] | {"name": name})
        assert [each.field for each in error.value.problems] == ["name"]


def test_who_sat_at_one_table_one_after_the_other_cannot_be_merged(keeper: Keeper) -> None:
    plays(keeper)
    of = numbers(keeper)
    for one, other in (("Ann", "Zoe"), ("Eva", "Ben"), ("Zoe", "Eva")):
        with pytest.raises(EntryError, match="at the same table"):
            keeper.book.merge_players(of[one], into=of[other], at=AT)


def test_the_same_again_begins_with_those_who_play_clockwise_and_their_phones(keeper: Keeper) -> None:
    session = plays(keeper)
    keeper.book.take_seat(session, 3, by=keeper.by())
    # Ann, Ben, Cleo and Eva have dealt; to the left of Eva sits Zoe, and Ben has gone.
    assert next_table(keeper.sees(session)) == ((0, 2, 3), 0)
    (line_up,) = keeper.book.line_ups(1)
    assert (line_up.players, line_up.dealer, line_up.deals) == (("Zoe", "Cleo", "Eva"), 0, 0)
    again = keeper.sees(keeper.book.start_again(session, keeper.by()))
    assert (again.sheet.table.players, again.sheet.table.dealer) == (("Zoe", "Cleo", "Eva"), 0)
    assert [*keeper.book.pending(again).seating] == [2]
    assert keeper.book.said_names(session) == ["Zoe", "Ben", "Cleo", "Eva"]


@pytest.mark.engines(*ENGINES)
def test_rows_that_do_not_say_what_the_log_says_are_rebuilt_and_purged_with_it(keeper: Keeper, db: Connection) -> None:
    keeper.sits_down("Ann", "Zoe")
    session = plays(keeper)
    before = everything(db)
    db.execute("DELETE FROM seat_change")
    assert (session, "seat_change") in [(each.session, each.table) for each in compare(db).differences]
    rebuild(db)
    assert everything(db) == before
    keeper.book.discard(session, at=AT)
    purge(db, before="2026-12-31T00:00:00Z")
    assert {*numbers(keeper)} == {"Ann", "Zoe"}, "nobody is left who sat only there"
    assert compare(db).differences == ()
