"""An independent sum of what was played, from the JSON of a scorebook: logs are replayed, and everything is added up.

It shares the rules and the log with the site, and nothing of what the site keeps: no table, no read model, no SQL.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import pairwise
from typing import Any

from record.log import Action, Log
from scoring.catalogue import all_games
from scoring.core import replay_trusted
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import DecidedBy

LONGEST_GAP = timedelta(hours=2)
"""A longer one is a break, which is not counted as playing."""
EVENING_BREAK, LONGEST = timedelta(hours=4), timedelta(hours=6)
"""So long between two games is still one evening; and so long after its start a game is played at most."""
FEWEST = 3
BESIDE = ("note", "adjustment")


@dataclass(frozen=True)
class Finished:
    """A finished session: who sat there, in the order of the seats, and what they came to."""

    id: str
    game: str
    title: str
    kind: str
    began: datetime
    written: datetime
    minutes: int
    players: tuple[str, ...]
    sheet: Sheet[Any]

    @property
    def name(self) -> str:
        return self.title or all_games()[self.game].name

    @property
    def places(self) -> dict[str, int]:
        found = {seat: each.place for each in self.sheet.standings for seat in each.seats}
        return {name: found[seat] for seat, name in enumerate(self.players)}

    @property
    def totals(self) -> dict[str, Any]:
        return dict(zip(self.players, self.sheet.totals, strict=True))

    @property
    def winners(self) -> list[str]:
        return [self.players[seat] for seat in sorted(self.sheet.winners)]

    def partners(self, one: str, other: str) -> bool:
        seats = [self.players.index(name) for name in (one, other)]
        return seats[1] in self.sheet.side_of(seats[0])


def finished(file: Mapping[str, Any]) -> list[Finished]:
    """The sessions of a scorebook's file that count: over, with a deal, not deleted; the earliest first."""
    found = [played for each in file["sessions"] if not each.get("discarded_at") for played in _finished(each)]
    return sorted(found, key=lambda each: each.began)


def _finished(document: Mapping[str, Any]) -> Iterator[Finished]:
    log = Log()
    for position, each in enumerate(document["actions"]):
        log = log.after(Action(position, each["kind"], each["facts"], each["at"], each["device"]))
    game = all_games()[document["game"]]
    blank = game.start({name: document[name] for name in ("players", "dealer", "options")})
    sheet = replay_trusted(blank, log.entries)
    if not sheet.over or not sheet.deals:
        return
    moments = [_at(document["created_at"]), *(_at(each["at"]) for each in document["actions"])]
    last = max((number for number, each in enumerate(document["actions"], 1) if _plays(each)), default=0)
    gaps = [later - earlier for earlier, later in pairwise(moments[: last + 1])]
    yield Finished(
        id=document["id"],
        game=document["game"],
        title=sheet.options.title,
        kind=sheet.options.kind,
        began=moments[0],
        written=moments[-1],
        minutes=round(sum((gap for gap in gaps if gap <= LONGEST_GAP), timedelta()) / timedelta(minutes=1)),
        players=tuple(document["players"]),
        sheet=sheet,
    )


def _plays(action: Mapping[str, Any]) -> bool:
    return action["kind"] == "redo" or (action["kind"] == "enter" and action["facts"]["step"] not in BESIDE)


def _at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def evenings(played: Sequence[Finished]) -> list[list[Finished]]:
    """Who plays on after at most four hours with more than half of the smaller table plays on the same evening."""
    groups: list[list[Finished]] = []
    for each in sorted(played, key=lambda one: one.began):
        joined = [group for group in groups if any(_one_evening(other, each) for other in group)]
        groups = [group for group in groups if not any(group is one for one in joined)]
        groups.append([*(one for group in joined for one in group), each])
    return groups


def _one_evening(one: Finished, later: Finished) -> bool:
    ended = max(one.began, min(one.written, one.began + LONGEST))
    both = set(one.players) & set(later.players)
    return later.began - ended <= EVENING_BREAK and 2 * len(both) > min(len(one.players), len(later.players))


def of(played: Iterable[Finished], name: str) -> list[Finished]:
    return [each for each in played if name in each.players]


def wins(played: Iterable[Finished], name: str) -> int:
    return sum(name in each.winners for each in played)


def beside(played: Iterable[Finished], one: str, other: str) -> tuple[int, int, int]:
    """How often the one was ahead of the other at the end, level, and behind; partners are neither."""
    found = [
        each.places[other] - each.places[one]
        for each in played
        if {one, other} <= {*each.players} and not each.partners(one, other)
    ]
    return sum(gap > 0 for gap in found), found.count(0), sum(gap < 0 for gap in found)


def average(played: Iterable[Finished], name: str) -> Fraction:
    totals = [Fraction(each.totals[name]) for each in of(played, name)]
    return sum(totals, Fraction()) / len(totals)


def streak(played: Iterable[Finished], name: str) -> int:
    """The most games won in a row."""
    best = run = 0
    for each in of(played, name):
        run = run + 1 if name in each.winners else 0
        best = max(best, run)
    return best


def lead(played: Finished) -> Any:
    """By how much a side won alone, where totals decided over at least three deals that were all played."""
    sheet = played.sheet
    if sheet.decided_by is not DecidedBy.TOTALS or sheet.deals < FEWEST or (sheet.ended_early and not sheet.endless):
        return 0
    first, second, *_others = sorted({side: sheet.totals[side[0]] for side in sheet.sides}.values(), reverse=True)
    if sheet.fewest:
        second, first = sorted(sheet.totals[side[0]] for side in sheet.sides)[:2]
    return first - second


def swings(played: Finished) -> list[tuple[Any, str]]:
    """What each gained on each other in each deal, where totals decided."""
    sheet = played.sheet
    if sheet.decided_by is not DecidedBy.TOTALS:
        return []
    sign = -1 if sheet.fewest else 1
    return [
        (sign * (row.points[one] - row.points[other]), played.players[one])
        for row in sheet.rows
        if row.kind == "deal"
        for one in sheet.table.seats
        for other in sheet.table.seats
        if other not in sheet.side_of(one)
    ]


def most_unusual(amounts: Mapping[str, tuple[str, Any]], choose: Any) -> str:
    """The session whose amount is the least or the most beside the mean of its game; the first of equals."""
    by_game: dict[str, list[Any]] = {}
    for game, amount in amounts.values():
        by_game.setdefault(game, []).append(amount)
    beside_the_mean = {
        session: Fraction(amount) * len(by_game[game]) / sum(map(Fraction, by_game[game]))
        for session, (game, amount) in amounts.items()
    }
    return str(choose(beside_the_mean, key=beside_the_mean.__getitem__))


def tightest(played: Sequence[Finished]) -> str:
    """The session with the least lead beside the mean lead of its game."""
    return most_unusual({each.id: (each.name, lead(each)) for each in played if lead(each)}, min)


def biggest_swing(played: Sequence[Finished]) -> str:
    """The session with the most gained in a deal beside the mean of the most gained in its game."""
    most = {each.id: (each.name, max(found)[0]) for each in played if (found := swings(each))}
    return most_unusual({session: each for session, each in most.items() if each[1] > 0}, max)
