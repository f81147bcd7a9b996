"""Players are called otherwise, merged, archived; their log and their seats stay as they were said."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.errors import EntryError
from store.admin.rebuild import compare
from store.engines.base import Connection, Database
from store.errors import NoSuchPlayerError
from tests.kit.for_each import for_each
from tests.kit.store.counting import number_of
from tests.kit.store.table_talk import ANN, BEN, END, takes
from tests.store.conftest import Keeper

pytestmark = pytest.mark.engines("sqlite")
both_engines = pytest.mark.engines("sqlite", "postgresql")

AT = "2026-11-21T20:00:00Z"


def refused(keeper: Keeper, verb: str, *args: Any, **named: Any) -> str:
    """What is said, at which field; and that nothing came of it."""
    before = keeper.book.people()
    with pytest.raises(EntryError) as error:
        getattr(keeper.book, verb)(*args, **named)
    assert keeper.book.people() == before
    (problem,) = error.value.problems
    return f"{problem.field}: {problem.message}"


def at_table(keeper: Keeper, session: str) -> tuple[str, ...]:
    return keeper.sees(session).sheet.table.players


def seats_listed(keeper: Keeper, **filters: Any) -> list[tuple[str, ...]]:
    return [tuple(seat.name for seat in each.seats) for each in keeper.book.search(**filters)]


# Called otherwise.


@both_engines
def test_a_new_name_stands_on_every_sheet_and_list(keeper: Keeper, db: Connection, database: Database) -> None:
    session = keeper.sits_down("Ann", "Ben")
    keeper.writes(session, takes(ANN, 3))
    before = keeper.sees(session)
    assert at_table(keeper, session) == ("Ann", "Ben")
    other = Keeper(database.connect(), keeper.scorebook)
    other.book.rename_player(number_of(keeper.book, "Ann"), name="  Anne  ")
    other.book.db.close()
    now = keeper.sees(session)
    assert now.sheet.table.players == ("Anne", "Ben")
    assert (now.sheet.totals, now.actions) == (before.sheet.totals, before.actions)
    assert seats_listed(keeper) == [("Anne", "Ben")]
    assert keeper.book.players() == ["Anne", "Ben"]
    assert keeper.book.line_ups()[0].players == ("Anne", "Ben")
    assert compare(db).differences == ()


@both_engines
def test_the_first_name_still_means_the_player(keeper: Keeper) -> None:
    keeper.sits_down("Ann", "Ben", at="2026-11-21T19:00:00Z")
    keeper.book.rename_player(number_of(keeper.book, "Ann"), name="Queen")
    keeper.sits_down("ann", "Ben", at="2026-11-21T20:00:00Z")
    keeper.sits_down("QUEEN", "Ben", at="2026-11-21T21:00:00Z")
    assert [each.name for each in keeper.book.people()] == ["Ben", "Queen"]
    for filters in ({"player": "Queen"}, {"player": "Ann"}, {"text": "quee"}, {"text": "ann"}):
        assert seats_listed(keeper, **filters) == [("Queen", "Ben")] * 3, filters


def test_what_is_begun_again_under_its_key_is_known_after_a_new_name(keeper: Keeper) -> None:
    first = keeper.sits_down("Ann", "Ben", key="the key")
    keeper.book.rename_player(number_of(keeper.book, "Ann"), name="Queen")
    assert keeper.sits_down("Ann", "Ben", key="the key") == first


@both_engines
def test_a_name_means_one_player(keeper: Keeper) -> None:
    keeper.sits_down("Ann", "Ben")
    ann, ben = number_of(keeper.book, "Ann"), number_of(keeper.book, "Ben")
    assert refused(keeper, "rename_player", ann, name="BEN").startswith("name: Another player has or had the name BEN")
    keeper.book.rename_player(ann, name="Queen")
    assert "has or had the name Ann" in refused(keeper, "rename_player", ben, name="Ann")
    assert "has or had the name queen" in refused(keeper, "rename_player", ben, name="queen")
    keeper.book.rename_player(ann, name="Ann")
    assert keeper.book.players() == ["Ann", "Ben"]


@for_each(
    "name, text",
    [
        ("  ", "Enter a name."),
        ("x" * 31, "too long. The maximum is 30"),
        ("a\0b", "can’t be displayed"),
        (7, "Enter a name."),
    ],
)
def test_a_name_is_one_that_a_table_can_have(keeper: Keeper, name: object, text: str) -> None:
    keeper.sits_down("Ann", "Ben")
    assert text in refused(keeper, "rename_player", number_of(keeper.book, "Ann"), name=name)


@both_engines
def test_a_player_has_a_colour_or_none(keeper: Keeper) -> None:
    keeper.sits_down("Ann", "Ben")
    ann = number_of(keeper.book, "Ann")
    keeper.book.paint_player(ann, colour=9)
    assert [each.colour for each in keeper.book.people()] == [9, None]
    assert refused(keeper, "paint_player", ann, colour=10) == "colour: Choose one of the colours."
    keeper.book.paint_player(ann, colour=None)
    assert [each.colour for each in keeper.book.people()] == [None, None]


@both_engines
def test_a_session_knows_the_colours_of_its_players(keeper: Keeper, database: Database) -> None:
    session = keeper.sits_down("Ann", "Ben")
    # They are the first and the second of the record.
    assert keeper.sees(session).colours == (0, 1)
    other = Keeper(database.connect(), keeper.scorebook)
    other.book.paint_player(number_of(keeper.book, "Ben"), colour=0)
    other.book.db.close()
    assert keeper.sees(session).colours == (1, 0), "who chose a colour has it, the other the nearest"
    third = keeper.sits_down("Bea", "Ann", at="2026-11-21T20:00:00Z")
    keeper.book.merge_players(number_of(keeper.book, "Bea"), into=number_of(keeper.book, "Ben"), at=AT)
    keeper.writes(third, takes(ANN, 3))
    assert keeper.sees(third).colours == (0, 1), "the colour is the person's"


# Archived.


@both_engines
def test_an_archived_player_is_offered_no_more_until_he_sits_down(keeper: Keeper) -> None:
    session = keeper.sits_down("Ann", "Ben", "Chika")
    keeper.book.archive_player(number_of(keeper.book, "Chika"), at=AT)
    assert keeper.book.players() == ["Ann", "Ben"]
    assert [each.archived_at for each in keeper.book.people()] == [None, None, AT]
    assert at_table(keeper, session) == ("Ann", "Ben", "Chika")
    keeper.book.unarchive_player(number_of(keeper.book, "Chika"))
    assert len(keeper.book.players()) == 3
    keeper.book.archive_player(number_of(keeper.book, "Chika"), at=AT)
    keeper.sits_down("Chika", "Ann")
    assert len(keeper.book.players()) == 3


@both_engines
def test_what_a_player_finished_is_counted_and_follows_a_merge(keeper: Keeper) -> None:
    for table, at in ((("Ann", "Ben"), "2026-11-21T19:00:00Z"), (("Anna", "Ben"), "2026-11-21T20:00:00Z")):
        session = keeper.sits_down(*table, at=at)
        keeper.writes(session, takes(ANN, 3))
        keeper.writes(session, END)
    keeper.writes(keeper.sits_down("Ann", "Ben", at="2026-11-21T21:00:00Z"), takes(BEN, 3))

    def finished() -> dict[str, int]:
        return {each.name: each.finished for each in keeper.book.people()}

    assert finished() == {"Ann": 1, "Anna": 1, "Ben": 2}
    anna = number_of(keeper.book, "Anna")
    keeper.book.merge_players(anna, into=number_of(keeper.book, "Ann"), at=AT)
    assert finished() == {"Ann": 2, "Ben": 2}
    keeper.book.unmerge_player(anna)
    assert finished() == {"Ann": 1, "Anna": 1, "Ben": 2}


@both_engines
def test_a_line_up_says_who_is_archived_by_now(keeper: Keeper) -> None:
    keeper.sits_down("Ann", "Ben", at="2026-11-21T19:00:00Z")
    keeper.sits_down("Ann", "Chika", at="2026-11-21T20:00:00Z")
    assert [each.archived for each in keeper.book.line_ups()] == [frozenset()] * 2
    keeper.book.archive_player(number_of(keeper.book, "Chika"), at=AT)
    assert [each.archived for each in keeper.book.line_ups()] == [{"Chika"}, frozenset()]


# Two that are one person.


@pytest.fixture
def two_names(keeper: Keeper) -> tuple[str, str]:
    """A session with Ann, and one with Anna."""
    first = keeper.sits_down("Ann", "Ben", at="2026-11-21T19:00:00Z")
    keeper.writes(first, takes(ANN, 3))
    return first, keeper.sits_down("Ben", "Anna", at="2026-11-21T20:00:00Z")


@both_engines
def test_two_that_are_one_are_shown_as_one(keeper: Keeper, db: Connection, two_names: tuple[str, str]) -> None:
    keeper.sees(two_names[1])
    keeper.book.merge_players(number_of(keeper.book, "Anna"), into=number_of(keeper.book, "Ann"), at=AT)
    assert at_table(keeper, two_names[1]) == ("Ben", "Ann")
    both = [("Ben", "Ann"), ("Ann", "Ben")]
    for filters in ({}, {"player": "Ann"}, {"player": "Anna"}, {"text": "anna"}, {"player": "Ann", "text": "ben"}):
        assert seats_listed(keeper, **filters) == both, filters
    assert keeper.book.players() == ["Ann", "Ben"]
    ann, _ben = keeper.book.people()
    assert [part.name for part in ann.parts] == ["Anna"]
    # A name that was merged means the person, whoever says it.
    assert at_table(keeper, keeper.sits_down("anna", "Ben")) == ("Ann", "Ben")
    assert compare(db).differences == ()


@both_engines
def test_a_merge_is_taken_back_whole(keeper: Keeper, two_names: tuple[str, str]) -> None:
    before = keeper.book.people()
    anna = number_of(keeper.book, "Anna")
    keeper.book.merge_players(anna, into=number_of(keeper.book, "Ann"), at=AT)
    third = keeper.sits_down("Anna", "Ben", at="2026-11-21T21:00:00Z")
    keeper.book.unmerge_player(anna)
    assert keeper.book.people() == before
    assert [at_table(keeper, each) for each in (*two_names, third)] == [
        ("Ann", "Ben"),
        ("Ben", "Anna"),
        ("Anna", "Ben"),
    ]
    assert seats_listed(keeper, player="Ann") == [("Ann", "Ben")]
    with pytest.raises(NoSuchPlayerError):
        keeper.book.unmerge_player(anna)


def test_each_merge_of_a_chain_is_taken_back_alone(keeper: Keeper, two_names: tuple[str, str]) -> None:
    keeper.sits_down("Annie", "Ben")
    ann, anna, annie = (number_of(keeper.book, name) for name in ("Ann", "Anna", "Annie"))
    keeper.book.merge_players(anna, into=ann, at=AT)
    keeper.book.merge_players(ann, into=annie, at=AT)
    assert parts(keeper) == {"Annie": ["Ann", "Anna"], "Ben": []}
    assert len(seats_listed(keeper, player="Annie")) == 3
    keeper.book.unmerge_player(anna)
    assert parts(keeper) == {"Anna": [], "Annie": ["Ann"], "Ben": []}
    keeper.book.merge_players(anna, into=annie, at=AT)
    keeper.book.unmerge_player(ann)
    assert parts(keeper) == {"Ann": [], "Annie": ["Anna"], "Ben": []}


def parts(keeper: Keeper) -> dict[str, list[str]]:
    return {each.name: sorted(part.name for part in each.parts) for each in keeper.book.people()}


@both_engines
def test_who_sat_at_one_table_is_not_one(keeper: Keeper, two_names: tuple[str, str]) -> None:
    ann, anna, ben = (number_of(keeper.book, name) for name in ("Ann", "Anna", "Ben"))
    assert "so they can’t be merged" in refused(keeper, "merge_players", ben, into=ann, at=AT)
    keeper.book.merge_players(anna, into=ann, at=AT)
    assert "so they can’t be merged" in refused(keeper, "merge_players", ann, into=ben, at=AT)
    assert refused(keeper, "merge_players", ann, into=ann, at=AT) == "into: Choose another player."
    with pytest.raises(EntryError, match="Anna and Ann are the same player in this scorebook"):
        keeper.sits_down("Ann", "Anna")


def test_a_person_may_take_the_name_of_a_part(keeper: Keeper, two_names: tuple[str, str]) -> None:
    ann, anna = number_of(keeper.book, "Ann"), number_of(keeper.book, "Anna")
    keeper.book.merge_players(anna, into=ann, at=AT)
    keeper.book.rename_player(ann, name="Anna")
    assert keeper.book.players() == ["Anna", "Ben"]
    assert "Another player is now called Anna" in refused(keeper, "unmerge_player", anna)
    assert keeper.sees(two_names[1]).sheet.table.players[BEN] == "Anna"


def test_players_of_others_are_out_of_reach(keeper: Keeper, stranger: Keeper, two_names: tuple[str, str]) -> None:
    stranger.sits_down("Zoë", "Yan")
    ann, zoe = number_of(keeper.book, "Ann"), number_of(stranger.book, "Zoë")
    for verb, named in (
        ("rename_player", {"name": "X"}),
        ("paint_player", {"colour": 1}),
        ("archive_player", {"at": AT}),
        ("unarchive_player", {}),
        ("merge_players", {"into": ann, "at": AT}),
        ("unmerge_player", {}),
    ):
        with pytest.raises(NoSuchPlayerError):
            getattr(keeper.book, verb)(zoe, **named)
    with pytest.raises(NoSuchPlayerError):
        keeper.book.merge_players(ann, into=zoe, at=AT)
    assert stranger.book.players() == ["Yan", "Zoë"]
