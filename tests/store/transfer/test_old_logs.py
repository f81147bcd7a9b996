"""Logs of other apps come as games on the pad, each play once, and go again as a whole."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from fractions import Fraction
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from record.session import Session
from store.admin.rebuild import compare
from store.engines.base import Connection
from store.players.profiles import people
from store.sessions.details import describe
from store.sessions.history import find_sessions, summaries
from store.transfer.app_logs import LogFile, guess, log_kind, pack, plays_of, unpack
from store.transfer.importer import ImportResult, import_file
from store.transfer.old_logs import Plan, device_of, imported, plan, undo_import
from store.transfer.scorebook_file import BrokenFileError
from tests.conftest import ENGINES
from tests.kit.for_each import for_each
from tests.kit.mutations import mutated
from tests.kit.store.old_logs import GAMES, export, many, pages_of, play, seat, xml
from tests.kit.store.scorebook_file import by
from tests.store.conftest import Keeper

pytestmark = pytest.mark.engines("sqlite")

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
LATER = datetime(2026, 12, 2, 12, 0, tzinfo=UTC)
TOKYO = ZoneInfo("Asia/Tokyo")
LONG_AGO = "2026-11-05T00:00:00Z"


def planned(keeper: Keeper, *texts: str, columns: dict[str, int] | None = None, at: datetime = NOW) -> Plan:
    files: list[LogFile] = [(kind, text) for text in texts if (kind := log_kind(text.encode()))]
    assert len(files) == len(texts)
    plays = plays_of(unpack(pack(files), 10**8), columns=columns or {}, unnamed=lambda number: f"Player {number}")
    return plan(keeper.book, "BG Stats", plays, zone=TOKYO, now=at)


def comes(keeper: Keeper, *texts: str, at: datetime = NOW, **how: Any) -> ImportResult:
    return import_file(keeper.book, planned(keeper, *texts, at=at, **how).file(device_of(at)), by())


def only(keeper: Keeper, *texts: str, **how: Any) -> Session:
    """The one game that comes of a log."""
    (found,) = planned(keeper, *texts, **how).sessions
    assert comes(keeper, *texts, **how) == ImportResult(new=1)
    return keeper.sees(found["id"])


def left(keeper: Keeper, *texts: str, **how: Any) -> list[str]:
    found = planned(keeper, *texts, **how)
    assert found.sessions == []
    return [str(each.reason) for each in found.left]


@pytest.mark.engines(*ENGINES)
def test_six_hundred_plays_come_once_are_known_again_and_go_as_a_whole(keeper: Keeper, db: Connection) -> None:
    """A third of them is at BoardGameGeek, too; twelve do not count."""
    keeper.sits_down("Ann", "Zoë")
    plays = many()
    log, pages = export(*plays), pages_of(plays)
    found = planned(keeper, log)
    assert (len(found.sessions), found.known, found.left) == (600, 0, [])
    assert sorted(found.newcomers) == ["Ben", "Chika", "Dov", "Eva", "Fritz", "Player 7"]
    assert found.games[0] == ("Harvest", 120)
    assert comes(keeper, log) == ImportResult(new=600)
    assert [len(each.sessions) + each.known * 1000 for each in (planned(keeper, log), planned(keeper, *pages))] == [
        600_000,
        200_000,
    ]
    listed = find_sessions(keeper.book, limit=1000, over=True).sessions
    assert (len(listed), sum(each.excluded_at is not None for each in listed)) == (600, 12)
    assert (listed[-1].played_at, {each.place for each in listed}) == ("2019-01-05T10:30:00Z", {"Café Mokka"})
    assert compare(db).differences == ()
    (came,) = imported(keeper.book, since=LONG_AGO)
    assert (came.app, came.at, came.games) == ("BG Stats", "2026-12-01T12:00:00Z", 600)
    assert imported(keeper.book, since="2026-12-01T12:00:01Z") == []
    # What somebody wrote in stays, with its people.
    kept = next(each.id for each in listed if each.game == "score-pad" and len(each.seats) == 2)
    keeper.writes(kept, {"step": "note", "text": "found again"})
    undo_import(keeper.book, came.device, at="2026-12-02T12:00:00Z")
    assert [each.id for each in summaries(keeper.book, over=True)] == [kept]
    names = {each.name for each in people(keeper.book)}
    assert names == {"Ann", "Zoë", *(each.name for each in keeper_seats(keeper, kept))}
    assert compare(db).differences == ()
    assert comes(keeper, log, at=LATER) == ImportResult(new=599)


def keeper_seats(keeper: Keeper, session: str) -> Sequence[Any]:
    return next(each.seats for each in summaries(keeper.book, over=True) if each.id == session)


HALF = Fraction(1, 2)


@for_each(
    "about, totals, winners",
    [
        # Sums, halves and tenths.
        ((play(seat(1, "13+16+25+5"), seat(2, "60-2")),), (59, 58), (0,)),
        ((play(seat(1, "4,5"), seat(2, "4.5", won=True)),), (9 * HALF, 9 * HALF), (1,)),
        ((play(seat(1, "4.2"), seat(2, "4")),), (Fraction(21, 5), 4), (0,)),
        # The lowest wins; level without a word both win, with one winner the table decided.
        ((play(seat(1, "3"), seat(2, "5"), game=2),), (3, 5), (0,)),
        ((play(seat(1, "51"), seat(2, "51"), seat(3, "40")),), (51, 51, 40), (0, 1)),
        ((play(seat(1, "51"), seat(2, "51", won=True), seat(3, "40"), manualWinner=True),), (51, 51, 40), (1,)),
        # Points that do not say who won, or none at all: won or lost, a point for who won.
        ((play(seat(1, "51"), seat(2, "40", won=True), manualWinner=True),), (0, 1), (1,)),
        ((play(seat(1, "", won=True), seat(2, ""), seat(3, "")),), (1, 0, 0), (0,)),
        ((play(seat(1, "7"), seat(2, "9", won=True), game=4),), (0, 1), (1,)),
        # All together.
        ((play(seat(1), seat(2), game=3),), (0, 0), ()),
        ((play(seat(1, "30", won=True), seat(2, "30", won=True), game=3),), (30, 30), (0, 1)),
        ((play(seat(1, "30")),), (30,), (0,)),
        # Two of a team have one number.
        (
            (
                play(
                    *(seat(1, "60", won=True, team="A"), seat(2, "55", team="B")),
                    *(seat(3, "60", won=True, team="A"), seat(4, "", team="B")),
                    usesTeams=True,
                ),
            ),
            (60, 55, 60, 55),
            (0, 2),
        ),
    ],
)
def test_a_play_is_a_pad_with_one_round(
    keeper: Keeper, about: tuple[dict[str, Any], ...], totals: tuple[Any, ...], winners: tuple[int, ...]
) -> None:
    (one,) = about
    session = only(keeper, export(one | {"uuid": str(one["playerScores"])}))
    assert (session.sheet.over, session.sheet.deals, session.sheet.totals) == (True, 1, totals)
    assert session.sheet.winners == winners


def test_a_play_keeps_its_people_its_day_and_what_was_noted(keeper: Keeper) -> None:
    """Nine in the evening in Tokyo is noon in UTC."""
    first, second = seat(9, "3", seatOrder=2, startPlayer=True), seat(1, "2", seatOrder=1)
    session = only(keeper, export(play(first, second, durationMin=95, comments="It\nrained.", ignored=True)))
    assert session.sheet.table.players == ("Ann", "Player 9")
    assert (session.played_at, session.minutes) == ("2020-03-07T12:00:00Z", 95)
    assert (session.place, session.note, session.sheet.options.title) == ("Café Mokka", "It rained.", "Harvest")
    assert (session.sheet.table.dealer, session.excluded_at is None) == (1, False)


def test_what_cannot_be_a_game_is_named_and_the_rest_comes(keeper: Keeper) -> None:
    games = [*GAMES, {"name": "A name of a game that is far too long"}]
    odd = (
        play(seat(1, "1"), game=6),
        play(*(seat(each, "1") for each in range(1, 14))),
        play(seat(1, "100001"), seat(2, "1")),
        play(seat(1, "many"), seat(2, "1")),
        play(seat(1, "1.25"), seat(2, "1")),
        play(seat(1, "1"), playDate="soon"),
        play(seat(1, "1"), playDate="2026-12-02 12:00:00"),
        play(),
    )
    log = export(*(each | {"uuid": f"{number}"} for number, each in enumerate(odd)), games=games)
    assert sorted(left(keeper, log)) == sorted(
        [
            "“Game” must be a text of 1 to 30 characters.",
            "For 1 to 12 players.",
            "100001 is too high. The maximum is 100000.",
            "“many” is not a whole number or one with one decimal.",
            "“1.25” is not a whole number or one with one decimal.",
            "“soon” is not a date.",
            "That is in the future.",
            "For 1 to 12 players.",
        ]
    )
    assert comes(keeper, export(*odd, play(seat(1, "1"), uuid="good"), games=games)) == ImportResult(new=1)


def test_what_was_changed_here_stays(keeper: Keeper) -> None:
    session = only(keeper, export(play(seat(1, "3"), seat(2, "2"))))
    describe(keeper.book, session.id, place="At home", now="2026-12-01T12:00:00Z", played_at="2020-03-08T12:00:00Z")
    assert planned(keeper, export(play(seat(1, "9"), seat(2, "2")))).known == 1
    # The play is sent to BoardGameGeek later, so that it has an id there.
    assert planned(keeper, export(play(seat(1, "3"), seat(2, "2"), bggId=7))).known == 1
    assert (keeper.sees(session.id).place, keeper.sees(session.id).played_at) == ("At home", "2020-03-08T12:00:00Z")


def test_two_names_that_are_one_person_here_do_not_sit_at_one_table(keeper: Keeper) -> None:
    log = export(play(seat(1, "3"), seat(1, "2")))
    assert only(keeper, log).sheet.table.players == ("Ann", "Ann 2")


def test_one_line_of_boardgamegeek_can_be_several_plays(keeper: Keeper) -> None:
    two = [{"name": "Ann", "score": "7", "win": "1"}, {"username": "ben", "name": "", "score": "5", "win": "0"}]
    assert comes(keeper, xml([{"id": 5, "quantity": 3, "players": two, "comments": "A &amp; B"}])).new == 3
    found = [keeper.sees(each.id) for each in summaries(keeper.book)]
    assert sorted((each.sheet.totals, each.sheet.contested) for each in found) == [
        *(((0, 0), False), ((0, 0), False)),
        ((7, 5), True),
    ]
    assert {each.note for each in found} == {"A & B"}
    assert {each.played_at for each in found} == {"2020-03-07T11:00:00Z"}, "of a day it was the evening"


@for_each(
    "text",
    [
        '<!DOCTYPE a [<!ENTITY b "c">]><plays>&b;</plays>',
        "<plays><play id='1'></plays>",
        '{"playerScores": [], "plays": [}',
        "<html></html>",
    ],
)
def test_a_log_that_is_broken_is_refused_in_words(keeper: Keeper, text: str) -> None:
    with pytest.raises(BrokenFileError):
        planned(keeper, text)


@pytest.mark.thorough
def test_whatever_stands_in_a_log_the_rest_of_it_comes(keeper: Keeper) -> None:
    whole = json.loads(export(*many(plays=5)))
    for number in range(300):
        text = json.dumps(mutated(whole, Random(f"odd log {number}")))
        with suppress(BrokenFileError):
            plays = plays_of([("bg-stats", text)], columns={}, unnamed=str)
            # What is left of it can be imported.
            plan(keeper.book, "BG Stats", plays, zone=TOKYO, now=NOW).file("old-log-x")


def test_a_csv_has_a_line_a_play_or_a_line_a_player(keeper: Keeper) -> None:
    whole = "Date;Game;Players;Score;Winner\n7.3.2020;Harvest;Ann / Ben;7/5;Ann\n2020-03-08;Duel;Ann / Ben;;Ben\n"
    assert guess(whole) == {"date": 0, "game": 1, "players": 2, "scores": 3, "winners": 4}
    assert comes(keeper, whole, columns=guess(whole)).new == 2
    assert planned(keeper, whole, columns=guess(whole)).known == 2
    each = "Day,Link,Game,Player,Points,Won\n2020-03-09,x,Golf,Ann,7,Yes\n2020-03-09,x,Golf,Ben,5,No\n"
    assert comes(keeper, each, columns=guess(each)).new == 1
    totals = [keeper.sees(one.id).sheet.totals for one in summaries(keeper.book)]
    assert totals == [(7, 5), (0, 1), (7, 5)]
    assert log_kind(b"one line") is log_kind(b'{"scorebook": 1}') is log_kind(b"[1,\n2,3]") is None
