"""Lists of past sessions: newest first, filtered, without a replay."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.games.oh_hell import GAME as OH_HELL
from store.engines.base import Connection
from store.errors import NoSuchSessionError
from store.sessions import history
from tests.kit.store.table_talk import ANN, BEN, END, note, takes
from tests.store.conftest import THURSDAY, Keeper, Overheard

OCTOBER = ("2026-10-01T00:00:00Z", "2026-10-31T23:59:59Z")
NOVEMBER = ("2026-11-01T00:00:00Z", "2026-11-30T23:59:59Z")


@pytest.fixture
def evenings(keeper: Keeper) -> dict[str, str]:
    """Three evenings, the middle one still running."""
    october = keeper.sits_down("Ann", "Ben", at="2026-10-31T20:00:00Z")
    keeper.writes(october, takes(ANN, "2.5"), at="2026-10-31T20:10:00Z")
    keeper.writes(october, takes(BEN, "7.5"), at="2026-10-31T20:20:00Z")
    running = keeper.sits_down("Ben", "Chika", at="2026-11-05T20:00:00Z")
    keeper.writes(running, note("Chika brought 100% rye_bread!"), at="2026-11-05T20:10:00Z")
    november = keeper.sits_down("Chika", "Émile", "Ann", game=OH_HELL, at="2026-11-12T20:00:00Z")
    keeper.writes(november, END, at="2026-11-12T20:10:00Z")
    return {"october": october, "running": running, "november": november}


def listed(db: Connection, evenings: dict[str, str], **filters: Any) -> list[str]:
    """The evenings that are found; the count must agree."""
    names = {session: name for name, session in evenings.items()}
    found = history.find(db, scorebook=THURSDAY, limit=3, **filters)
    assert found.sessions == history.summaries(db, scorebook=THURSDAY, **filters)
    assert (found.total, found.more_than_total, found.older) == (len(found.sessions), False, False)
    return [names[each.id] for each in found.sessions]


def test_the_newest_come_first(db: Connection, evenings: dict[str, str]) -> None:
    assert listed(db, evenings) == ["november", "running", "october"]


def test_within_one_second_the_later_start_is_newer(db: Connection, keeper: Keeper) -> None:
    started = [keeper.sits_down(at="2026-11-21T10:00:00Z") for _ in range(5)]
    assert [each.id for each in history.summaries(db, scorebook=THURSDAY)] == started[::-1]


def test_a_finished_game_is_told_whole(db: Connection, evenings: dict[str, str]) -> None:
    (october,) = history.summaries(db, scorebook=THURSDAY, began=OCTOBER)
    assert (october.game, october.over, october.ended_early, october.deals) == ("pot", True, False, 2)
    assert (october.created_at, october.updated_at) == ("2026-10-31T20:00:00Z", "2026-10-31T20:20:00Z")
    assert october.seats == (("Ann", Fraction(5, 2), 2, False, ()), ("Ben", Fraction(15, 2), 1, True, ()))


def test_a_running_game_has_no_winner_yet(db: Connection, evenings: dict[str, str]) -> None:
    (running,) = history.summaries(db, scorebook=THURSDAY, over=False)
    assert (running.over, running.deals) == (False, 0)
    assert running.seats == (("Ben", 0, 1, False, ()), ("Chika", 0, 1, False, ()))


def test_a_game_ended_by_hand_says_so(db: Connection, evenings: dict[str, str]) -> None:
    (november,) = history.summaries(db, scorebook=THURSDAY, game="oh-hell")
    assert (november.over, november.ended_early) == (True, True)
    assert [seat.name for seat in november.seats] == ["Chika", "Émile", "Ann"]


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"over": True}, ["november", "october"]),
        ({"over": False}, ["running"]),
        ({"over": None, "game": "", "player": "", "text": " ", "began": None}, ["november", "running", "october"]),
        ({"game": "pot"}, ["running", "october"]),
        ({"player": "ben"}, ["running", "october"]),
        ({"player": "Be"}, []),
        ({"began": ("2026-10-31T20:00:00Z", "2026-10-31T20:00:00Z")}, ["october"]),
        ({"began": ("2026-10-31T20:00:01Z", "2026-12-31T00:00:00Z")}, ["november", "running"]),
        ({"began": ("2026-10-01T00:00:00Z", "2026-10-31T19:59:59Z")}, []),
        ({"began": ("2026-10-01T00:00:00Z", "2026-12-31T00:00:00Z"), "player": "Chika"}, ["november", "running"]),
        ({"player": "Chika", "game": "pot", "over": False, "began": NOVEMBER, "text": "rye"}, ["running"]),
        ({"over": False, "player": "Ben"}, ["running"]),
        ({"over": False, "player": "Ann"}, []),
        ({"over": False, "text": "brought"}, ["running"]),
        ({"over": False, "text": "chik"}, ["running"]),
        ({"over": False, "text": "ÉMI"}, []),
        ({"over": False, "text": "chik", "player": "Ben"}, ["running"]),
        ({"over": False, "text": "%"}, ["running"]),
        ({"player": "Chika", "game": "pot", "over": True}, []),
        ({"text": "ÉMI"}, ["november"]),
        ({"text": "CHIKA"}, ["november", "running"]),
        ({"text": "brought"}, ["running"]),
        ({"text": "１００％ RYE"}, ["running"]),
        ({"text": "a'; DROP TABLE session; --"}, []),
    ],
)
def test_filters_narrow_the_list(
    db: Connection, evenings: dict[str, str], filters: dict[str, Any], found: list[str]
) -> None:
    assert listed(db, evenings, **filters) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("%", ["running"]),
        ("0%", ["running"]),
        ("1%%", []),
        ("_", ["running"]),
        ("rye_", ["running"]),
        ("r_e", []),
        ("!", ["running"]),
        ("!%", []),
    ],
)
def test_signs_that_mean_something_to_the_database_mean_themselves(
    db: Connection, evenings: dict[str, str], text: str, found: list[str]
) -> None:
    assert listed(db, evenings, text=text) == found


def test_a_note_that_was_undone_is_not_found(db: Connection, evenings: dict[str, str], keeper: Keeper) -> None:
    keeper.undoes(evenings["running"])
    assert listed(db, evenings, text="rye") == []


def test_lists_come_in_pages(db: Connection, evenings: dict[str, str]) -> None:
    def page(offset: int) -> tuple[list[str], bool]:
        found = history.find(db, scorebook=THURSDAY, limit=2, offset=offset, text="a")
        assert found.total == 3
        return [each.id for each in found.sessions], found.older

    assert page(0) == ([evenings["november"], evenings["running"]], True)
    assert page(2) == ([evenings["october"]], False)
    assert page(4) == ([], False)


def test_many_are_not_counted_to_the_end(
    db: Connection, evenings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def counted(**filters: Any) -> tuple[int, bool]:
        found = history.find(db, scorebook=THURSDAY, limit=1, **filters)
        return found.total, found.more_than_total

    monkeypatch.setattr(history, "COUNTED", 2)
    assert counted() == counted(text="a") == (2, True)
    assert counted(player="Ann") == counted(text="ann") == (2, False)
    assert history.find(db, scorebook=THURSDAY, limit=1, offset=2).total == 3


def test_who_is_named_and_noted_twice_is_found_once(db: Connection, evenings: dict[str, str], keeper: Keeper) -> None:
    keeper.writes(evenings["running"], note("Chika again, and Anna"))
    keeper.writes(evenings["running"], note("and Chika's sister"))
    assert listed(db, evenings, text="chika") == ["november", "running"]
    assert listed(db, evenings, text="an") == ["november", "running", "october"]


def test_another_scorebook_sees_nothing(db: Connection, evenings: dict[str, str], stranger: Keeper) -> None:
    assert history.summaries(db, scorebook=stranger.scorebook) == []
    assert history.summaries(db, scorebook=stranger.scorebook, player="Ann", text="rye") == []
    assert history.find(db, scorebook=stranger.scorebook, limit=1).total == 0
    assert history.line_ups(db, scorebook=stranger.scorebook) == []


def test_a_name_that_strangers_share_finds_only_our_sessions(
    db: Connection, evenings: dict[str, str], stranger: Keeper
) -> None:
    stranger.sits_down("Ann", "Ben")
    assert listed(db, evenings, player="Ann") == ["november", "october"]
    assert listed(db, evenings, text="Ann") == ["november", "october"]


def test_a_list_takes_three_queries_and_no_replay(
    overheard: Overheard, evenings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.catalogue.all_games", dict)  # a replay would miss them
    assert len(history.summaries(overheard, scorebook=THURSDAY)) == 3
    assert len(overheard.asked) == 3


def test_the_same_again_offers_each_line_up_once(db: Connection, keeper: Keeper) -> None:
    keeper.sits_down("Ann", "Ben", dealer=0)
    keeper.sits_down("Ben", "Ann")
    keeper.sits_down("Ann", "Ben", pot=50)
    last = keeper.sits_down("Ann", "Ben", dealer=1)
    first, second, third = history.line_ups(db, scorebook=THURSDAY)
    assert (first.session, first.game, first.players, first.dealer) == (last, "pot", ("Ann", "Ben"), 1)
    assert first.options == {"pot": 10, "tip": 2}
    assert (second.players, second.options["pot"]) == (("Ann", "Ben"), 50)
    assert third.players == ("Ben", "Ann")
    assert [each.session for each in history.line_ups(db, scorebook=THURSDAY, limit=1)] == [last]


def test_what_is_played_most_comes_first_then_what_was_played_last(db: Connection, keeper: Keeper) -> None:
    assert history.played(db, scorebook=THURSDAY) == []
    keeper.sits_down("Ann", "Ben")
    assert history.played(db, scorebook=THURSDAY) == ["pot"]


# As a program reads them.


@pytest.mark.parametrize("filters", [{}, {"player": "Ann"}, {"text": "a"}, {"game": "pot"}], ids=str)
def test_after_a_session_the_list_goes_on_where_it_was(
    db: Connection, keeper: Keeper, evenings: dict[str, str], filters: dict[str, Any]
) -> None:
    """Some begin within one second, and others meanwhile."""
    for _ in range(5):
        keeper.sits_down("Ann", "Ben", at="2026-11-21T10:00:00Z")
    everything = [each.id for each in history.summaries(db, scorebook=THURSDAY, **filters)]
    seen: list[str] = []
    while True:
        page = history.find(db, scorebook=THURSDAY, limit=2, after=seen[-1] if seen else None, **filters)
        seen += [each.id for each in page.sessions]
        if not page.older:
            break
        keeper.sits_down("Ann", "Ben", at="2026-11-21T10:00:01Z")
    assert seen == everything


def test_after_a_session_of_others_comes_nothing(db: Connection, evenings: dict[str, str], stranger: Keeper) -> None:
    for session in (stranger.sits_down(), "nothing-there"):
        with pytest.raises(NoSuchSessionError):
            history.find(db, scorebook=THURSDAY, limit=2, after=session)


def test_what_has_changed_since_a_time_is_found(db: Connection, keeper: Keeper, evenings: dict[str, str]) -> None:
    assert listed(db, evenings, changed_since="2026-11-05T20:10:00Z") == ["november", "running"]
    assert listed(db, evenings, changed_since="2026-11-12T20:10:01Z") == []
    keeper.book.archive(evenings["october"], at="2026-12-01T10:00:00Z")
    assert listed(db, evenings, changed_since="2026-12-01T10:00:00Z", archived=True) == ["october"]
    keeper.book.discard(evenings["running"], at="2026-12-02T10:00:00Z")
    since: dict[str, Any] = {"changed_since": "2026-12-02T10:00:00Z", "discarded_since": "2026-11-20T10:00:00Z"}
    assert listed(db, evenings, **since) == ["running"]


def test_the_version_of_a_session_is_that_of_its_snapshot(
    db: Connection, keeper: Keeper, evenings: dict[str, str], stranger: Keeper
) -> None:
    for session in evenings.values():
        assert keeper.book.version(session) == keeper.book.snapshot(session).version
        with pytest.raises(NoSuchSessionError):
            stranger.book.version(session)
