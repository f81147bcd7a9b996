"""Who sat where at a table that changes while it plays: lists, undo, corrections, names, the same again."""

from __future__ import annotations

import pytest

from record.people import next_table, sat_down
from scoring.errors import EntryError
from store.admin.rebuild import compare, rebuild
from store.engines.base import Connection
from store.sessions.purge import purge
from tests.kit.store.changed_table import ENTRIES, JOIN, TAKEOVER, numbers, plays
from tests.store.conftest import Keeper

AT = "2026-11-21T20:00:00Z"


def seated(keeper: Keeper, session: str) -> list[tuple[str, int, int, bool, tuple[str, ...]]]:
    """What the lists say of a session: who, total, place, whether they won, who sat there before."""
    (found,) = keeper.book.summaries_of([session])
    return [(each.name, int(each.total), each.place, each.won, each.before) for each in found.seats]


def found_by(keeper: Keeper, name: str) -> list[str]:
    return [each.id for each in keeper.book.search(player=name)]


def changes(db: Connection) -> list[tuple[object, ...]]:
    found = db.execute("SELECT turn, seat, player FROM seat_change ORDER BY turn")
    return [(row["turn"], row["seat"], row["player"]) for row in found]


def expect_nothing_to_rebuild(db: Connection) -> None:
    assert compare(db).differences == ()


def test_a_list_has_who_sits_there_at_the_end_and_who_sat_there_before(keeper: Keeper, db: Connection) -> None:
    assert seated(keeper, plays(keeper)) == [
        ("Zoe", 23, 2, False, ("Ann",)),
        ("Ben", 21, 0, False, ()),
        ("Cleo", 21, 3, False, ()),
        ("Eva", 32, 1, True, ()),
    ]
    expect_nothing_to_rebuild(db)


def test_the_sessions_of_everybody_who_sat_there_are_found(keeper: Keeper) -> None:
    session = plays(keeper)
    for name in ("Ann", "Ben", "Cleo", "Eva", "Zoe"):
        assert found_by(keeper, name) == [session]
    for text in ("zoe", "ann"):
        assert [each.id for each in keeper.book.search(text=text)] == [session]
        assert [each.id for each in keeper.book.search(player="Eva", text=text, over=True)] == [session]
    assert keeper.book.search(player="Zoe", over=False) == []
    assert sorted(keeper.book.evening_of(session)[0].people) == ["Ann", "Ben", "Cleo", "Eva", "Zoe"]
    assert set(keeper.book.players()) == {"Ann", "Ben", "Cleo", "Eva", "Zoe"}


def test_undo_redo_and_a_corrected_name_are_followed(keeper: Keeper, db: Connection) -> None:
    session = plays(keeper, ENTRIES[: TAKEOVER + 1])
    assert [row[0] for row in seated(keeper, session)] == ["Zoe", "Ben", "Cleo", "Eva"]
    keeper.undoes(session)
    assert [row[0] for row in seated(keeper, session)] == ["Ann", "Ben", "Cleo", "Eva"]
    assert found_by(keeper, "Zoe") == []
    keeper.redoes(session)
    assert found_by(keeper, "Zoe") == [session]
    keeper.corrects(session, {TAKEOVER: ENTRIES[TAKEOVER] | {"name": "Yui"}})
    assert [row[0] for row in seated(keeper, session)] == ["Yui", "Ben", "Cleo", "Eva"]
    assert (found_by(keeper, "Zoe"), found_by(keeper, "Yui")) == ([], [session])
    expect_nothing_to_rebuild(db)


def test_a_correction_before_the_changes_sees_the_table_of_then(keeper: Keeper, db: Connection) -> None:
    session = plays(keeper)
    # Ann took 1 of the 4 tricks and missed, Ben took 2 and missed; the rest of the evening is as it was.
    keeper.corrects(session, {1: {"step": "tricks", "tricks": [1, 2, 1]}})
    found = [row[:3] for row in seated(keeper, session)]
    assert found == [("Zoe", 11, 3), ("Ben", 10, 0), ("Cleo", 21, 2), ("Eva", 32, 1)]
    expect_nothing_to_rebuild(db)


def test_a_change_that_is_taken_back_leaves_nobody_at_the_table(keeper: Keeper, db: Connection) -> None:
    session = plays(keeper, ENTRIES[: JOIN + 1])
    assert [each.name for each in sat_down(keeper.sees(session))] == ["Eva"]
    keeper.undoes(session)
    assert (sat_down(keeper.sees(session)), changes(db)) == ((), [])
    assert [row[0] for row in seated(keeper, session)] == ["Ann", "Ben", "Cleo"]


def test_a_typed_name_means_the_person_who_is_called_so(keeper: Keeper, db: Connection) -> None:
    keeper.sits_down("Eva", "Ben")
    keeper.book.rename_player(numbers(keeper)["Eva"], name="Evi")
    session = plays(keeper, (*ENTRIES[:JOIN], ENTRIES[JOIN] | {"name": "ＥＶＩ"}))
    assert keeper.sees(session).entries[-1]["name"] == "Eva"
    assert keeper.sees(session).sheet.table.players[3] == "Evi"
    assert str(keeper.sees(session).sheet.said) == "Evi joined with 0 before deal 2"
    assert set(numbers(keeper)) == {"Ann", "Ben", "Cleo", "Evi"}
    keeper.book.rename_player(numbers(keeper)["Evi"], name="Eve")
    assert keeper.sees(session).sheet.table.players[3] == "Eve"
    assert keeper.sees(session).document["entries"][-1]["name"] == "Eve"  # type: ignore[index]
    expect_nothing_to_rebuild(db)


def test_somebody_at_the_table_is_refused_by_any_of_their_names(keeper: Keeper) -> None:
    keeper.sits_down("Annie", "Ben")
    session = plays(keeper, ENTRIES[:JOIN])
    keeper.book.merge_players(numbers(keeper)["Annie"], into=numbers(keeper)["Ann"], at=AT)
    with pytest.raises(EntryError, match="Ann is already at the table"):
        keeper.writes(session, ENTRIES[JOIN] | {"name": "Annie"})


def test_a_new_name_must_be_seen(keeper: Keeper) -> None:
    session = plays(keeper, ENTRIES[:JOIN])
    with pytest.raises(EntryError) as error:
        keeper.writes(session, ENTRIES[JOIN] | {"name": "\u3164"})
    assert [each.field for each in error.value.problems] == ["name"]


def test_who_sat_at_one_table_one_after_the_other_cannot_be_merged(keeper: Keeper) -> None:
    plays(keeper)
    of = numbers(keeper)
    for one, other in (("Ann", "Zoe"), ("Eva", "Ben"), ("Zoe", "Eva")):
        with pytest.raises(EntryError, match="at the same table"):
            keeper.book.merge_players(of[one], into=of[other], at=AT)


def test_the_same_again_begins_with_those_who_play_clockwise(keeper: Keeper) -> None:
    session = plays(keeper)
    # Ann, Ben, Cleo and Eva have dealt; to the left of Eva sits Zoe, and Ben has gone.
    assert next_table(keeper.sees(session)) == ((0, 2, 3), 0)
    (line_up,) = keeper.book.line_ups(1)
    assert (line_up.players, line_up.dealer, line_up.deals) == (("Zoe", "Cleo", "Eva"), 0, 0)
    again = keeper.sees(keeper.book.start_again(session, keeper.by()))
    assert (again.sheet.table.players, again.sheet.table.dealer) == (("Zoe", "Cleo", "Eva"), 0)


def test_a_phone_keeps_the_seat_of_its_person_in_the_same_again(keeper: Keeper) -> None:
    session = plays(keeper)
    keeper.book.take_seat(session, 3, by=keeper.by())
    again = keeper.book.start_again(session, keeper.by())
    assert [*keeper.book.pending(keeper.sees(again)).seating] == [2]
    assert keeper.book.said_names(session) == ["Zoe", "Ben", "Cleo", "Eva"]


def test_rows_that_do_not_say_what_the_log_says_are_rebuilt(keeper: Keeper, db: Connection) -> None:
    session = plays(keeper)
    before = changes(db)
    with db.writing():
        db.execute("DELETE FROM seat_change")
    assert (session, "seat_change") in [(each.session, each.table) for each in compare(db).differences]
    rebuild(db)
    assert changes(db) == before
    expect_nothing_to_rebuild(db)


def test_purged_with_its_session_nobody_is_left_who_sat_only_there(keeper: Keeper, db: Connection) -> None:
    keeper.sits_down("Ann", "Zoe")
    session = plays(keeper)
    keeper.book.discard(session, at=AT)
    purge(db, before="2026-12-31T00:00:00Z")
    assert set(numbers(keeper)) == {"Ann", "Zoe"}
    expect_nothing_to_rebuild(db)


def test_who_is_archived_is_back_when_they_sit_down(keeper: Keeper) -> None:
    keeper.sits_down("Eva", "Ben")
    keeper.book.archive_player(numbers(keeper)["Eva"], at=AT)
    plays(keeper, ENTRIES[: JOIN + 1])
    assert "Eva" in keeper.book.players()
