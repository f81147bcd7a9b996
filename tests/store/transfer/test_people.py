"""What stands where a scorebook file says one thing of people and sessions, and the scorebook it comes into another."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from record.session import DETAILS
from scoring.games.oh_hell import GAME as OH_HELL
from store.admin.rebuild import compare
from store.engines.base import Connection
from store.players.profiles import PLAYER_FIELDS, colours_of, describe_player, people, rename_player, unmerge_player
from store.sessions.details import archive_session, delete_session, describe
from store.sessions.history import find_sessions, summaries
from store.transfer.export import dump, needed_rules
from store.transfer.importer import ImportResult
from tests.kit.store.scorebook_file import (
    FILE,
    SESSION,
    changed,
    imports,
    refused,
    told_of_people,
)
from tests.kit.store.toy_field import nicknames
from tests.record.packed.second_reader import VECTORS
from tests.store.conftest import Keeper, file_of

pytestmark = pytest.mark.engines("sqlite")

AT = "2026-11-22T08:00:00Z"
IN_FILE = {
    "device_name": {"device", "name"},
    "player": {"name", "called", *PLAYER_FIELDS, "archived_at"},
    "merged": {"player", "into_player", "at"},
    "session": {"id", "game", "options", "dealer", "created_at", "begun", *DETAILS},
    "sitting": {"session", "seat", "player"},
    "action": {"session", "position", "kind", "facts", "at", "device"},
    "rule_set": {"game", "name", "options"},
    "scorebook": {"name", "rated"},
}
LEFT_OUT = {
    "device_name": {"scorebook"},
    "player": {"id", "scorebook", "name_key", "called_key", "person"},
    "session": {"number", "scorebook", "key", "over", "ended_early", "deals", "position", "updated_at", "counted"}
    | {"confirms", "minutes", "next_table", "seats_revision", "series", "table_id"},
    # Who sat down later stands in the log.
    "sitting": {"turn", "played_at", "number"},
    "action": {"key"},
    "rule_set": {"scorebook", "name_key"},
    "scorebook": {"id", "created_at", "names_revision", "deleted_at", "results_revision"},
}
"""Numbers and keys of this database, what follows from the rest, and what lets somebody in."""


def with_players(*players: dict[str, Any], at_table: tuple[str, ...] = ("Ann", "Ben", "Chika")) -> str:
    """The file of the page with these players and a table of them, and no log."""
    session = {**SESSION, "players": list(at_table), "actions": []}
    return changed(players=list(players), sessions=[session])


def named(*names: str) -> list[dict[str, Any]]:
    return [{"name": name} for name in names]


def test_each_column_of_the_record_is_in_the_file_or_left_out_on_purpose(db: Connection) -> None:
    tables = db.tables()
    for table in IN_FILE | LEFT_OUT:
        assert tables[table] == IN_FILE.get(table, set()) | LEFT_OUT.get(table, set()), table


# Whoever is here stays.


@pytest.mark.parametrize("archived", [{}, {"archived_at": AT}], ids=["nobody", "everybody"])
@pytest.mark.parametrize("number", [3, 12], ids=["a corrected setup", "newcomers"])
def test_of_new_players_the_file_says_who_is_archived(keeper: Keeper, number: int, archived: dict[str, str]) -> None:
    """Whoever left by a corrected setup may have been brought back since, whoever came later may have been put away."""
    file = VECTORS[number]["file"]
    players = [{"name": each["name"], **archived} for each in file["players"]]
    imports(keeper, json.dumps(file | {"players": players}))
    assert json.loads(file_of(keeper))["players"] == players


def test_who_is_here_already_keeps_name_and_colour_and_is_not_archived(keeper: Keeper) -> None:
    keeper.sits_down("Ann", "Ben", "Chika", game=OH_HELL)
    imports(keeper, changed(players__0={"name": "Ann", "called": "Anna", "colour": 1, "archived_at": AT}))
    assert told_of_people(keeper) == [("Ann", None, None, []), ("Ben", None, None, []), ("Chika", None, None, [])]


def test_who_comes_with_the_colour_of_somebody_here_is_told_apart_at_a_table(keeper: Keeper) -> None:
    session = keeper.sits_down("Dora", "Emil", "Fay", game=OH_HELL)
    before = keeper.sees(session).colours
    imports(keeper, with_players({"name": "Ann", "colour": before[0]}, *named("Ben", "Chika")))
    assert keeper.sees(session).colours == before
    dora, ann, _ = keeper.sees(keeper.sits_down("Dora", "Ann", "Ben", game=OH_HELL)).colours
    assert ann == before[0] != dora, "who chose it has it"
    assert ("Dora", None, None, []) in told_of_people(keeper)


@pytest.mark.engines("sqlite", "postgresql")
def test_of_two_books_two_who_are_drawn_alike_are_told_apart_at_a_table(keeper: Keeper) -> None:
    twelve = sorted(f"Guest {letter}" for letter in "ABCDEFGHIJKL")
    imports(keeper, with_players(*named("Ann", "Ben", "Chika", *twelve)))
    drawn = colours_of(keeper.book)
    alike = next(name for name in twelve if drawn[name] == drawn["Ann"])
    first, second, _ = keeper.sees(keeper.sits_down("Ann", alike, "Ben", game=OH_HELL)).colours
    assert first == drawn["Ann"] != second
    assert colours_of(keeper.book) == drawn


def test_a_name_of_the_file_means_who_has_it_here_now(keeper: Keeper) -> None:
    keeper.sits_down("Dora", "Bob", "Emil", game=OH_HELL)
    (dora,) = (each.id for each in people(keeper.book) if each.name == "Dora")
    rename_player(keeper.book, dora, name="Ben")
    imports(keeper, FILE)
    assert [each.name for each in people(keeper.book)] == ["Ann", "Ben", "Bob", "Chika", "Emil"]
    both = with_players(*named("Ann", "Ben", "Dora"), at_table=("Ann", "Ben", "Dora")).replace(
        SESSION["id"], "another-id"
    )
    assert refused(keeper, both) == "Session 1 (2026-11-21): Dora and Ben are the same player in this scorebook."


def test_a_name_that_means_somebody_here_is_not_given_to_somebody_new(keeper: Keeper) -> None:
    keeper.sits_down("Benedikt", "Dora", "Emil", game=OH_HELL)
    imports(keeper, FILE)
    assert [each.name for each in people(keeper.book)] == ["Ann", "Ben", "Benedikt", "Chika", "Dora", "Emil"]
    assert compare(keeper.book.db).differences == ()


@pytest.mark.engines("sqlite", "postgresql")
@pytest.mark.parametrize("here", ["Ann", "Anne"])
def test_whichever_of_two_who_are_one_in_the_file_is_here_the_other_is_merged(keeper: Keeper, here: str) -> None:
    keeper.sits_down(here, "Dora", "Emil", game=OH_HELL)
    imports(keeper, with_players({"name": "Anne", "merged": {"into": "Ann", "at": AT}}, *named("Ann", "Ben", "Chika")))
    assert ("Ann", None, None, ["Anne"]) in told_of_people(keeper)
    assert keeper.sees(SESSION["id"]).sheet.table.players == ("Ann", "Ben", "Chika")
    assert compare(keeper.book.db).differences == ()


@pytest.mark.parametrize("through", [(), ("Anni",)])
def test_two_who_are_two_people_here_stay_two(keeper: Keeper, through: tuple[str, ...]) -> None:
    """Also where the file would make them one by way of somebody new."""
    keeper.sits_down("Anne", "Ann", "Emil", game=OH_HELL)
    into = [{"name": name, "merged": {"into": "Ann", "at": AT}} for name in through]
    first = {"name": "Anne", "merged": {"into": (*through, "Ann")[0], "at": AT}}
    imports(keeper, with_players(first, *into, *named("Ann", "Ben", "Chika")))
    (table,) = (each.seats for each in summaries(keeper.book) if each.id != SESSION["id"])
    assert len({seat.name for seat in table}) == 3, "nobody sits there twice"
    assert len(people(keeper.book)) == 5
    assert compare(keeper.book.db).differences == ()


def test_what_was_taken_apart_here_stays_apart(keeper: Keeper) -> None:
    file = with_players({"name": "Anne", "merged": {"into": "Ann", "at": AT}}, *named("Ann", "Ben", "Chika"))
    imports(keeper, file)
    (part,) = (part for each in people(keeper.book) for part in each.parts)
    unmerge_player(keeper.book, part.id)
    assert imports(keeper, file) == ImportResult(known=1)
    assert [each.name for each in people(keeper.book)] == ["Ann", "Anne", "Ben", "Chika"]


@pytest.mark.engines("sqlite", "postgresql")
def test_a_long_chain_of_names_is_one_person(keeper: Keeper) -> None:
    names = [f"Ann {number:03}" for number in range(300)]
    chain = [{"name": one, "merged": {"into": other, "at": AT}} for one, other in pairwise(names)]
    file = with_players(*chain, *named(names[-1], "Ben", "Chika"), at_table=(names[0], "Ben", "Chika"))
    imports(keeper, file.replace(SESSION["id"], "long-chain"))
    assert len(people(keeper.book)) == 3
    assert keeper.sees("long-chain").sheet.table.players[0] == names[-1]
    ring = with_players(*chain, {"name": names[-1], "merged": {"into": names[5], "at": AT}}, *named("Ben", "Chika"))
    assert "in a circle" in refused(keeper, ring)


def test_readers_who_do_not_know_a_field_yet_get_the_players_without_it(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper.sits_down("Ann", "Ben", "Chika", game=OH_HELL)
    describe_player(keeper.book, keeper.numbers["Ann"], colour=7)
    with nicknames(keeper.book.db, monkeypatch):
        assert needed_rules(keeper.book) == 1
        describe_player(keeper.book, keeper.numbers["Ann"], nickname="Annie")
        assert needed_rules(keeper.book) == 2
        for rules, known in ((1, {"colour": 7}), (2, {"colour": 7, "nickname": "Annie"})):
            players = json.loads("".join(dump(keeper.book, rules=rules)))["players"]
            assert players == [{"name": "Ann", **known}, *named("Ben", "Chika")], rules


# Of sessions.


@pytest.mark.engines("sqlite", "postgresql")
def test_what_nobody_said_here_of_a_session_comes_from_the_file(keeper: Keeper) -> None:
    bare = changed(sessions__0__place=None, sessions__0__note=None)
    imports(keeper, bare)
    assert imports(keeper, FILE) == ImportResult(known=1)
    found = keeper.sees(SESSION["id"])
    assert (found.place, found.note) == (SESSION["place"], SESSION["note"])
    assert find_sessions(keeper.book, limit=5, text="mokka").total == 1
    imports(keeper, bare)
    assert keeper.sees(SESSION["id"]).place == SESSION["place"], "an older file takes nothing away"


def test_what_was_said_here_of_a_session_stands(keeper: Keeper) -> None:
    imports(keeper, FILE)
    describe(keeper.book, SESSION["id"], place="At home", note="")
    archive_session(keeper.book, SESSION["id"], at=AT)
    imports(keeper, changed(sessions__0__discarded_at=AT))
    found = keeper.sees(SESSION["id"])
    assert (found.place, found.note) == ("At home", SESSION["note"])
    assert (found.archived_at, found.deleted_at) == (AT, None)


def test_a_deleted_session_comes_deleted_and_can_be_restored(keeper: Keeper) -> None:
    imports(keeper, changed(sessions__0__discarded_at=AT))
    assert find_sessions(keeper.book, limit=5).total == 0
    delete_session(keeper.book, SESSION["id"], at=None)
    assert find_sessions(keeper.book, limit=5).total == 1
    assert compare(keeper.book.db).differences == ()
