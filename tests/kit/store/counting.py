"""Counts every session of a scorebook anew, for what is kept as sums to be held against."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby, permutations
from typing import Any

from record.log import Action
from record.session import Session, new_session
from scoring.game import AnyGame
from scoring.games.score_pad import GAME as SCORE_PAD
from scoring.insights.facts import count_facts
from store import scorebooks
from store.admin.rebuild import compare
from store.book import Book
from store.engines.base import Connection
from store.players import profiles
from store.sessions.loading import load
from store.stats import league
from store.stats.head_to_head import head_to_head
from store.stats.player_stats import Statistics, statistics
from store.stats.results import Results
from store.stats.selection import EVERYTHING, Selection
from tests.store.conftest import Keeper

Counts = Callable[[Session], bool]


def of(book: Book, name: str, selection: Selection = EVERYTHING) -> Statistics:
    (number,) = (each.id for each in profiles.people(book) if each.name == name)
    return statistics(book, number, selection)


def a_round(*points: int) -> dict[str, Any]:
    return {"step": "round", "points": [*points]}


def pad(keeper: Keeper, day: str, *points: int, players: Sequence[str] = ("Ann", "Ben", "Chika"), **rules: Any) -> str:
    """A game on the pad that is over after a round."""
    there, at = players[: len(points)], f"{day}T20:00:00Z"
    return keeper.plays(a_round(*points), players=there, game=SCORE_PAD, at=at, rounds=1, **rules)


def logged(game: AnyGame, id: str, head: dict[str, Any], entries: list[dict[str, Any]], at: str = "") -> Session:
    blank = new_session(id=id, created_at=at or "2026-11-01T20:00:00Z", head={**head, "game": game.slug})
    return blank.after(*(Action(each, "enter", raw, blank.created_at, "pen") for each, raw in enumerate(entries)))


@dataclass
class Counted:
    """What the sheets of one player in one game come to."""

    totals: list[Any] = field(default_factory=list)
    won: list[bool] = field(default_factory=list)
    places: Counter[int] = field(default_factory=Counter)
    facts: Counter[Any] = field(default_factory=Counter)
    crossings: Counter[Any] = field(default_factory=Counter)
    points: Counter[Any] = field(default_factory=Counter)
    kinds: set[str] = field(default_factory=set)
    uncontested: int = 0
    won_together: int = 0

    def runs(self) -> list[int]:
        lengths = [(won, len([*each])) for won, each in groupby(self.won)]
        return [length if won else -length for won, length in lengths]


Met = defaultdict[tuple[str, str], list[str]]
Line = tuple[str, str, str]
"""A player, a game and its title."""


def title_of(session: Session) -> str:
    """What the game was called, from the document."""
    options: Any = session.document["options"]
    return options.get("name") or "" if session.document["game"] == "score-pad" else ""


def is_contested(session: Session) -> bool:
    """Whether anybody could be ahead of anybody, from the document."""
    document: Any = session.document
    return len(document["players"]) > 1 and document["options"].get("result") != "together"


def counted(db: Connection, book: Book, counts: Counts) -> tuple[dict[Line, Counted], Counter[tuple[str, ...]], Met]:
    """Every sheet of a scorebook in the order in which they began, who was there with whom, and when."""
    found: defaultdict[Line, Counted] = defaultdict(Counted)
    beside: Counter[tuple[str, ...]] = Counter()
    met: Met = defaultdict(list)
    rows = db.execute("SELECT id FROM session WHERE scorebook = ? ORDER BY created_at, number", (book.scorebook,))
    for session in [load(book, row["id"]) for row in rows]:
        sheet = session.sheet
        if not sheet.over or not sheet.deals or session.deleted_at is not None or not counts(session):
            continue
        places = {seat: each.place for each in sheet.standings for seat in each.seats}
        for seat, name in enumerate(sheet.table.players):
            its = found[name, session.game.slug, title_of(session)]
            if not is_contested(session):
                its.uncontested += 1
                its.won_together += seat in sheet.winners and len(sheet.table.players) > 1
                continue
            its.kinds.add(sheet.options.kind)
            its.totals.append(sheet.totals[seat])
            its.won.append(seat in sheet.winners)
            its.places[places[seat]] += 1
            for sums, more in (
                (its.facts, count_facts(sheet, seat).facts),
                (its.crossings, count_facts(sheet, seat).crossings),
                (its.points, count_facts(sheet, seat).points),
            ):
                for key, amount in more.items():
                    sums[key] += amount  # type: ignore[assignment]
            for other, opponent in enumerate(sheet.table.players):
                met[name, opponent].append(session.id)
                if any({seat, other} <= {*side} for side in sheet.sides):
                    how = ["partners", *(["won"] if seat in sheet.winners else [])] if seat != other else []
                else:
                    how = [
                        ("ahead", "level", "behind")[(places[seat] >= places[other]) + (places[seat] > places[other])]
                    ]
                beside.update((name, opponent, session.game.slug, title_of(session), each) for each in how)
    return dict(found), beside, met


def holds(db: Connection, book: Book, selection: Selection = EVERYTHING, counts: Counts = lambda _session: True) -> int:
    """What is kept is what counting everything anew gives, of the sessions that count; returns the number of lines."""
    expected, beside, met = counted(db, book, counts)
    kept = {
        (name, game.results.game, game.results.title): game
        for name in scorebooks.players(book)
        for game in of(book, name, selection).games
    }
    assert kept.keys() == expected.keys()
    for each, its in expected.items():
        game, runs = kept[each], its.runs()
        assert (game.uncontested, game.won_together) == (its.uncontested, its.won_together)
        if not its.totals:
            assert game.results == Results(each[1], title=each[2])
            continue
        average = Fraction(sum(map(Fraction, its.totals)), len(its.totals))
        assert game.results == Results(
            each[1],
            len(its.totals),
            sum(its.won),
            average,
            max(its.totals),
            min(its.totals),
            run=runs[-1],
            longest=max(0, *runs),
            driest=-min(0, *runs),
            average_place=Fraction(sum(its.places.elements()), len(its.totals)),
            title=each[2],
            kind=its.kinds.pop() if len(its.kinds) == 1 else None,
        ), (each, selection)
        assert game.places == its.places
        assert (game.facts, game.crossings) == (its.facts, its.crossings)
        assert game.points == {told: points for told, points in its.points.items() if points}
    table = league.league_table(book, selection)
    assert {(line.name, line.results.game, line.results.title): line.results for line in table} == {
        each: game.results for each, game in kept.items() if game.results.games
    }
    found_beside: Counter[tuple[str, ...]] = Counter()
    for name in scorebooks.players(book):
        for other in of(book, name, selection).beside:
            for how in ("ahead", "level", "behind", "partners", "won"):
                found_beside[name, other.name, other.game, other.title, how] = getattr(other, how)
    assert +found_beside == beside
    people = [(each.id, each.name) for each in profiles.people(book)][:4]
    for (one, called), (another, met_as) in permutations(people, 2):
        pair = head_to_head(book, one, another, selection)
        assert [each.session for each in pair.last] == met[called, met_as][::-1][:20]
        assert sum(each.against + each.partners for each in pair.games) == len(met[called, met_as])
    if not selection:
        assert compare(db).differences == ()
    return len(expected)
