"""A scorebook file with a table that changed while it played: as it was, and where people are others here."""

from __future__ import annotations

import json

import pytest

from store.admin.rebuild import compare
from store.transfer.importer import Taken
from tests.kit.store.changed_table import ENTRIES, JOIN, TAKEOVER, numbers, plays
from tests.kit.store.scorebook_file import exported, imports, refused
from tests.store.conftest import Keeper

pytestmark = pytest.mark.engines("sqlite")
AT = "2026-11-22T08:00:00Z"
EVERYBODY = ("Ann", "Ben", "Cleo", "Eva", "Zoe")


def figures(keeper: Keeper, name: str) -> list[tuple[object, ...]]:
    found = keeper.book.statistics(numbers(keeper)[name]).games
    return [
        (vars(each.results), each.places, each.facts, each.crossings, each.points, each.in_part, each.deals_in_part)
        for each in found
    ]


def seated(keeper: Keeper) -> list[tuple[object, ...]]:
    return [tuple(seat) for each in keeper.book.search(limit=10) for seat in each.seats]


def found_by(keeper: Keeper, name: str) -> int:
    return len(keeper.book.search(player=name))


@pytest.mark.engines("sqlite", "postgresql")
def test_it_comes_back_as_it_was(keeper: Keeper, elsewhere: Keeper) -> None:
    session = plays(keeper)
    keeper.corrects(session, {TAKEOVER: ENTRIES[TAKEOVER] | {"name": "Yui"}})
    keeper.undoes(session)
    keeper.book.rename_player(numbers(keeper)["Eva"], name="Evi")
    file = exported(keeper)
    assert imports(elsewhere, file) == Taken(new=1)
    assert exported(elsewhere) == file
    assert seated(elsewhere) == seated(keeper)
    for name in ("Ann", "Ben", "Cleo", "Evi", "Zoe"):
        assert figures(elsewhere, name) == figures(keeper, name)
        assert found_by(elsewhere, name) == 1
    assert elsewhere.sees(session).sheet.table.players == ("Zoe", "Ben", "Cleo", "Evi")
    assert compare(elsewhere.book.db).differences == ()


def test_a_name_in_the_log_means_the_person_who_is_called_so_here(keeper: Keeper, stranger: Keeper) -> None:
    stranger.sits_down("Xenia", "Ben")
    stranger.book.rename_player(numbers(stranger)["Xenia"], name="Eva")
    session = plays(keeper)
    file = exported(keeper).replace(session, "another-evening-01")
    assert imports(stranger, file) == Taken(new=1)
    assert set(numbers(stranger)) == {*EVERYBODY}
    assert found_by(stranger, "Xenia") == 2
    assert stranger.sees("another-evening-01").entries[JOIN]["name"] == "Xenia"
    assert stranger.sees("another-evening-01").sheet.table.players[3] == "Eva"
    assert imports(stranger, file, "again") == Taken(known=1)
    assert compare(stranger.book.db).differences == ()


def test_whoever_is_one_person_here_does_not_sit_twice(keeper: Keeper, stranger: Keeper) -> None:
    stranger.sits_down("Ben", "Other")
    stranger.sits_down("Eva", "Other")
    of = numbers(stranger)
    stranger.book.merge_players(of["Eva"], into=of["Ben"], at=AT)
    plays(keeper)
    assert "Eva and Ben are the same player in this scorebook." in refused(stranger, exported(keeper))


def test_one_person_may_take_over_from_themselves_under_another_name(keeper: Keeper, elsewhere: Keeper) -> None:
    elsewhere.sits_down("Ann", "Other")
    elsewhere.sits_down("Zoe", "Other")
    of = numbers(elsewhere)
    elsewhere.book.merge_players(of["Zoe"], into=of["Ann"], at=AT)
    plays(keeper)
    assert imports(elsewhere, exported(keeper)) == Taken(new=1)
    (found,) = elsewhere.book.statistics(of["Ann"]).games
    # Made both deals as Ann and missed both as Zoe, who has the place.
    bids = sum(times for told, times in found.facts.items() if told.name == "made")
    assert (found.results.games, found.in_part, bids) == (1, 1, 4)
    assert compare(elsewhere.book.db).differences == ()


@pytest.mark.parametrize("name", ["Eva", "Zoe"])
def test_who_sat_down_must_be_among_the_players(keeper: Keeper, stranger: Keeper, name: str) -> None:
    plays(keeper)
    players = [{"name": each} for each in EVERYBODY if each != name]
    file = json.dumps(json.loads(exported(keeper)) | {"players": players})
    assert f"{name} is not one of the players in this file." in refused(stranger, file)


def test_a_document_seats_people_of_the_scorebook(keeper: Keeper) -> None:
    keeper.sits_down("Eva", "Ben")
    keeper.book.rename_player(numbers(keeper)["Eva"], name="Evi")
    session = plays(keeper, (*ENTRIES[:JOIN], ENTRIES[JOIN] | {"name": "Evi"}))
    document = json.dumps(keeper.sees(session).document)
    assert imports(keeper, document) == Taken(new=1)
    assert found_by(keeper, "Evi") == 3
    assert set(numbers(keeper)) == {"Ann", "Ben", "Cleo", "Evi"}
    assert compare(keeper.book.db).differences == ()
