"""A session that was carried on in two places: what is new goes over, and of two versions somebody chooses."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from record.log import Author
from scoring.games.oh_hell import GAME as OH_HELL
from store.book import Book
from store.errors import NoSuchError
from store.players import profiles
from store.players.profiles import merge_players
from store.scorebooks import save_rule_set
from store.seats.entries import enter
from store.sessions.details import delete_session, describe
from store.sessions.history import summaries
from store.sessions.purge import purge_book
from store.sessions.versions import choose_versions, heads, news, version_ids
from store.sessions.writing import start
from store.transfer.check import DivergedError
from store.transfer.export import dump
from store.transfer.importer import ImportResult
from tests.conftest import ENGINES
from tests.kit.store.table_talk import ANN, BEN, note, takes
from tests.store.conftest import Keeper, file_of

pytestmark = pytest.mark.engines("sqlite")

SATURDAY, SUNDAY = "2026-11-21T22:00:00Z", "2026-11-22T10:00:00Z"


def takes_in(keeper: Keeper, file: str) -> ImportResult:
    return keeper.takes_in(file, at=SUNDAY, sets_aside=True)


def begun_together(keeper: Keeper, elsewhere: Keeper) -> str:
    """A session with one entry that both have."""
    session = keeper.plays(takes(ANN, 3), at=SATURDAY)
    takes_in(elsewhere, file_of(keeper))
    return session


def carried_on_apart(keeper: Keeper, elsewhere: Keeper) -> str:
    session = begun_together(keeper, elsewhere)
    keeper.writes(session, note("here"), at="2026-11-21T23:00:00Z")
    elsewhere.writes(session, takes(BEN, 2), at="2026-11-21T23:05:00Z")
    return session


def set_aside(keeper: Keeper, elsewhere: Keeper) -> str:
    """The same; the other version has come here."""
    session = carried_on_apart(keeper, elsewhere)
    assert takes_in(keeper, file_of(elsewhere)).apart == (f"{session}-v2",)
    return session


@pytest.mark.engines(*ENGINES)
def test_the_other_version_is_set_aside_and_the_rest_comes(keeper: Keeper, elsewhere: Keeper) -> None:
    session = carried_on_apart(keeper, elsewhere)
    fresh = elsewhere.sits_down("Ann", "Ben")
    mine, theirs = keeper.sees(session), elsewhere.sees(session)
    assert takes_in(keeper, file_of(elsewhere)) == ImportResult(new=1, apart=(f"{session}-v2",))
    assert (keeper.sees(fresh).position, keeper.sees(session)) == (0, mine)
    other = keeper.sees(f"{session}-v2")
    assert (other.actions, other.sheet, other.deleted_at) == (theirs.actions, theirs.sheet, SUNDAY)
    assert version_ids(keeper.book, session) == version_ids(keeper.book, other.id) == [session, f"{session}-v2"]
    before = file_of(keeper)
    assert takes_in(keeper, file_of(elsewhere)) == ImportResult(known=2), "the same file again asks nothing"
    assert file_of(keeper) == before


@pytest.mark.engines(*ENGINES)
@pytest.mark.parametrize("kept", [["", "-v2"], [""], ["-v2"]])
def test_one_or_both_are_kept_and_the_choice_can_be_changed(keeper: Keeper, elsewhere: Keeper, kept: list[str]) -> None:
    session = set_aside(keeper, elsewhere)
    choose_versions(keeper.book, f"{session}-v2", keep=[session + each for each in kept], at="2026-12-01T10:00:00Z")
    # What is deleted already keeps its time.
    times = {"": "2026-12-01T10:00:00Z", "-v2": SUNDAY} | dict.fromkeys(kept)
    assert {each: keeper.sees(session + each).deleted_at for each in times} == times
    assert sorted(each.id for each in summaries(keeper.book)) == sorted(session + each for each in kept)
    choose_versions(keeper.book, session, keep=[session, f"{session}-v2"], at=SUNDAY)
    assert len(summaries(keeper.book)) == 2


def test_what_went_on_there_goes_on_in_their_version_also_after_ours_is_gone_for_good(
    keeper: Keeper, elsewhere: Keeper
) -> None:
    session = set_aside(keeper, elsewhere)
    choose_versions(keeper.book, session, keep=[f"{session}-v2"], at=SUNDAY)
    elsewhere.writes(session, takes(ANN, 1))
    assert takes_in(keeper, file_of(elsewhere)) == ImportResult(longer=1)
    assert keeper.sees(f"{session}-v2").actions == elsewhere.sees(session).actions
    purge_book(keeper.book, before="2026-12-30T00:00:00Z")
    assert takes_in(keeper, file_of(elsewhere)) == ImportResult(known=1)
    assert version_ids(keeper.book, session) == [f"{session}-v2"]


def test_a_version_that_is_not_here_cannot_be_kept_and_nothing_is_deleted(keeper: Keeper) -> None:
    session = keeper.sits_down()
    with pytest.raises(NoSuchError):
        choose_versions(keeper.book, session, keep=[f"{session}-v2"], at=SUNDAY)
    assert keeper.sees(session).deleted_at is None


def test_when_both_have_both_nobody_is_asked_again(keeper: Keeper, elsewhere: Keeper) -> None:
    session = set_aside(keeper, elsewhere)
    choose_versions(keeper.book, session, keep=[session, f"{session}-v2"], at=SUNDAY)
    # There the first version is the second here, and the other way round.
    assert takes_in(elsewhere, file_of(keeper)) == ImportResult(known=1, apart=(f"{session}-v2",))
    choose_versions(elsewhere.book, session, keep=[session, f"{session}-v2"], at=SUNDAY)
    assert takes_in(keeper, file_of(elsewhere)) == takes_in(elsewhere, file_of(keeper)) == ImportResult(known=2)


def file_with(elsewhere: Keeper, *versions: tuple[str, int]) -> str:
    """The file of elsewhere with these versions of its session: an id, and the chips that Ben took there."""
    file = json.loads(file_of(elsewhere))
    (session,) = file["sessions"]
    (begun, *_), taken = session["actions"], {"kind": "enter", "at": SATURDAY, "device": "tablet"}
    file["sessions"] = [
        {**session, "id": id, "actions": [begun, {**taken, "facts": takes(BEN, chips)}]} for id, chips in versions
    ]
    return json.dumps(file)


def test_three_places_make_three_versions_one_by_one_or_in_one_file(keeper: Keeper, elsewhere: Keeper) -> None:
    session = begun_together(keeper, elsewhere)
    keeper.writes(session, note("here"))
    for chips, version in ((1, f"{session}-v2"), (2, f"{session}-v3")):
        assert takes_in(keeper, file_with(elsewhere, (session, chips))) == ImportResult(apart=(version,))
    assert len(version_ids(keeper.book, session)) == 3
    file = file_with(elsewhere, (session, 4), (f"{session}-v2", 5))
    assert takes_in(keeper, file).apart == (f"{session}-v4", f"{session}-v5")
    assert takes_in(keeper, file) == ImportResult(known=2)


def test_what_was_deleted_there_asks_nobody(keeper: Keeper, elsewhere: Keeper) -> None:
    session = carried_on_apart(keeper, elsewhere)
    delete_session(elsewhere.book, session, at=SATURDAY)
    assert takes_in(keeper, file_of(elsewhere)) == ImportResult(new=1)
    assert [keeper.sees(session + each).deleted_at for each in ("", "-v2")] == [None, SATURDAY]


def test_another_scorebook_of_the_site_may_have_versions_of_the_same_ids(
    keeper: Keeper, stranger: Keeper, elsewhere: Keeper
) -> None:
    session = set_aside(keeper, elsewhere)
    assert takes_in(stranger, file_of(elsewhere)) == ImportResult(new=1)
    (copy,) = summaries(stranger.book)
    stranger.undoes(copy.id)
    elsewhere.writes(session, note("more"))
    assert takes_in(stranger, file_of(elsewhere)).apart == (f"{copy.id}-v2",)
    assert takes_in(stranger, file_of(elsewhere)) == ImportResult(known=1)
    assert version_ids(keeper.book, session) == [session, f"{session}-v2"]


def test_without_a_choice_all_that_went_another_way_are_told_and_nothing_is_written(
    keeper: Keeper, elsewhere: Keeper
) -> None:
    apart = [carried_on_apart(keeper, elsewhere) for _ in range(2)]
    fresh, before = elsewhere.sits_down("Ann", "Ben"), file_of(keeper)
    with pytest.raises(DivergedError) as refused:
        keeper.takes_in(file_of(elsewhere))
    assert [*refused.value.sessions] == apart
    assert file_of(keeper) == before
    assert keeper.takes_in("".join(dump(elsewhere.book, {fresh}))) == ImportResult(new=1), (
        "without these the rest comes"
    )


# Two scorebooks find by the heads of their sessions what is new, and tell each other no more.


def found_new(here: Keeper, there: Keeper) -> frozenset[str]:
    return news(heads(Book(here.book.db, here.book.scorebook, "keeper")), {each.id: each for each in heads(there.book)})


def brings(here: Keeper, there: Keeper) -> ImportResult:
    """What is new here goes there."""
    return there.takes_in("".join(dump(here.book, found_new(here, there))))


@pytest.mark.engines(*ENGINES)
def test_only_what_is_new_goes_and_once_it_is_there_nothing_does(keeper: Keeper, elsewhere: Keeper) -> None:
    first = elsewhere.plays(takes(ANN, 3))
    assert found_new(elsewhere, keeper) == {first}
    assert brings(elsewhere, keeper) == ImportResult(new=1)
    assert found_new(elsewhere, keeper) == found_new(keeper, elsewhere) == frozenset()
    second = elsewhere.sits_down("Ann", "Ben")
    elsewhere.writes(first, takes(BEN, 2))
    assert found_new(elsewhere, keeper) == {first, second}
    assert brings(elsewhere, keeper) == ImportResult(new=1, longer=1)
    describe(elsewhere.book, first, place="Café Mokka", note="")
    assert found_new(elsewhere, keeper) == {first}, "what was said of it later is news too"
    assert brings(elsewhere, keeper) == ImportResult(known=1)
    assert (keeper.sees(first).place, found_new(elsewhere, keeper)) == ("Café Mokka", frozenset())
    assert file_of(keeper) == file_of(elsewhere)


@pytest.mark.engines(*ENGINES)
def test_a_part_has_some_sessions_and_what_belongs_to_them(keeper: Keeper) -> None:
    book = keeper.book

    def begins(device: str, *players: str) -> str:
        by, again = (
            Author(device, key, datetime(2026, 11, 21, 22, 0, tzinfo=UTC), f"{device}'s") for key in players[:2]
        )
        session = start(book, OH_HELL, {"players": players, "dealer": 0, "options": {}}, by)
        enter(book, session, note("tea"), position=0, by=again)
        return session

    def part(*only: str) -> Any:
        return json.loads("".join(dump(book, {*only})))

    wanted, other = begins("one", "Ann", "Benny", "Chika"), begins("two", "Dan", "Ben", "Fay")
    people = {each.name: each.id for each in profiles.people(book)}
    merge_players(book, people["Benny"], into=people["Ben"], at=SATURDAY)
    save_rule_set(book, "oh-hell", name="Thursdays", options={"scoring": "minus"}, at=SATURDAY)
    save_rule_set(book, "pot", name="Long pots", options={}, at=SATURDAY)
    whole, told = json.loads(file_of(keeper)), part(wanted)
    assert told["sessions"] == [each for each in whole["sessions"] if each["id"] == wanted]
    # Ben stands for Benny, so he comes too; he plays in none of these sessions.
    assert [each["name"] for each in told["players"]] == ["Ann", "Ben", "Benny", "Chika"]
    assert told["devices"] == {"one": "one's"}
    assert [each["name"] for each in told["rules"]] == ["Thursdays"]
    assert part(wanted, other) == {**whole, "rules": told["rules"]}
    assert part()["sessions"] == part()["players"] == []
