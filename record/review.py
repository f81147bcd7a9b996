"""A year in review: what is remarkable among the finished sessions of a time, of everybody or of one person.

Whatever was not played has no line. Games count in units of their own, so a lead, a swing or a comeback is measured by
what is usual in its game in that time; the first of several equals is named.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import combinations
from typing import NamedTuple

from record.evenings import Evening, Sitting, evenings

FEWEST = 3
"""Fewer games compare nothing: the fewest from which the most remarkable one is chosen, and the shortest streak."""


@dataclass(frozen=True)
class Stood:
    """How somebody ended a session; amounts are whole thousandths, see `scoring.insights.story`."""

    seat: int
    player: int
    side: int
    place: int
    won: bool
    lead: int = 0
    behind: int = 0
    swing: int = 0
    bid: int = 0


@dataclass(frozen=True)
class Played:
    """A finished session: `minutes` is None where nobody noted how long it took.

    `game` is what it is compared with: a slug, of a named game on the pad with the name ("score-pad:Hearts").
    """

    session: str
    game: str
    began: str
    written: str
    minutes: int | None
    seats: tuple[Stood, ...]

    def of(self, person: int) -> Stood | None:
        return next((each for each in self.seats if each.player == person), None)


class Pick(NamedTuple):
    """The most remarkable session of its sort: which, of which seat, and the amount."""

    session: str
    seat: int
    amount: int


class Won(NamedTuple):
    """How many of their games somebody won."""

    player: int
    won: int
    games: int


class Streak(NamedTuple):
    """Games won one after the other, whatever was played, from the `first` to the `last`."""

    player: int
    games: int
    first: str
    last: str


class Pair(NamedTuple):
    """Two people at one table: as partners what they won; as rivals how often the one was ahead, and the other."""

    one: int
    other: int
    games: int
    won: int = 0
    lost: int = 0


@dataclass(frozen=True)
class Review:
    """What is told of a time; what is None or empty has no line.

    `minutes` is None where they are not known of every session. `games` are the games by how often they were played,
    `evenings` are all of them, the earliest first.
    """

    sessions: int
    evenings: Sequence[Evening]
    minutes: int | None
    players: int
    games: Sequence[tuple[str, int]] = ()
    won: Sequence[Won] = ()
    tightest: Pick | None = None
    swing: Pick | None = None
    comeback: Pick | None = None
    bid: Pick | None = None
    streak: Streak | None = None
    partners: Pair | None = None
    rivals: Pair | None = None
    new: Sequence[int] = field(default=())


def review(
    sessions: Sequence[Played], *, person: int | None = None, first_played: Mapping[int, str] | None = None
) -> Review:
    """The review of these sessions, the earliest first; with a `person` of theirs alone.

    `first_played` says when each person played first; who did so among these sessions is new, unless everybody is.
    """
    own = [each for each in sessions if person is None or each.of(person)]
    minutes = [each.minutes for each in own if each.minutes is not None]
    enough = len(own) >= FEWEST
    return Review(
        sessions=len(own),
        evenings=evenings(map(_sitting, own)),
        minutes=sum(minutes) if len(minutes) == len(own) else None,
        players=len({seat.player for each in own for seat in each.seats}),
        games=Counter(each.game for each in own).most_common(),
        won=_won(own),
        tightest=_tightest(own) if enough else None,
        swing=_most(sessions, own, person, lambda seat: seat.swing) if enough else None,
        comeback=_comeback(sessions, own, person) if enough else None,
        bid=_best_bid(own, person),
        streak=_streak(own, person),
        partners=_most_together(_partners(own, person), person, lambda pair: -pair.won),
        rivals=_most_together(_rivals(own, person), person, lambda pair: abs(pair.won - pair.lost)),
        new=_new(own, first_played or {}) if person is None else (),
    )


def _sitting(played: Played) -> Sitting:
    return Sitting(
        id=played.session,
        began=datetime.fromisoformat(played.began),
        written=datetime.fromisoformat(played.written),
        people=frozenset(str(each.player) for each in played.seats),
    )


def _won(own: Iterable[Played]) -> list[Won]:
    """Everybody, who won most first, of two as good who played less."""
    games: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for each in own:
        for seat in each.seats:
            games[seat.player] += 1
            won[seat.player] += seat.won
    return sorted(
        (Won(player, won[player], games[player]) for player in games), key=lambda each: (-each.won, each.games)
    )


def _usual(sessions: Iterable[Played], amount: Callable[[Stood], int]) -> dict[str, float]:
    """By game the mean of the largest amounts of its sessions, of those that have one."""
    amounts: defaultdict[str, list[int]] = defaultdict(list)
    for each in sessions:
        if largest := max(map(amount, each.seats)):
            amounts[each.game].append(largest)
    return {game: sum(each) / len(each) for game, each in amounts.items()}


def _tightest(own: Sequence[Played]) -> Pick | None:
    """The smallest lead, measured by what is usual in its game."""
    usual = _usual(own, lambda seat: seat.lead)
    found = [
        (seat.lead / usual[each.game], Pick(each.session, seat.seat, seat.lead))
        for each in own
        for seat in each.seats
        if seat.lead
    ]
    sessions = {pick.session for _, pick in found}
    return min(found, key=lambda each: each[0])[1] if len(sessions) >= FEWEST else None


def _most(
    sessions: Sequence[Played], own: Sequence[Played], person: int | None, amount: Callable[[Stood], int]
) -> Pick | None:
    """The largest amount, measured by what is usual in its game; one that is alone in its game is usual."""
    usual = _usual(sessions, amount)
    found = [
        (amount(seat) / usual[each.game], Pick(each.session, seat.seat, amount(seat)))
        for each in own
        for seat in each.seats
        if amount(seat) > 0 and person in (None, seat.player)
    ]
    return max(found, key=lambda each: each[0])[1] if found else None


def _comeback(sessions: Sequence[Played], own: Sequence[Played], person: int | None) -> Pick | None:
    """The largest deficit that was made up, measured by the best deals that are usual in its game."""
    usual = _usual(sessions, lambda seat: seat.swing)
    found = [
        (seat.behind / usual[each.game], Pick(each.session, seat.seat, seat.behind))
        for each in own
        for seat in each.seats
        if seat.behind and each.game in usual and person in (None, seat.player)
    ]
    return max(found, key=lambda each: each[0])[1] if found else None


def _best_bid(own: Sequence[Played], person: int | None) -> Pick | None:
    found = [
        Pick(each.session, seat.seat, seat.bid)
        for each in own
        for seat in each.seats
        if seat.bid and person in (None, seat.player)
    ]
    if len({pick.session for pick in found}) < FEWEST:
        return None
    return max(found, key=lambda pick: pick.amount)


def _streak(own: Iterable[Played], person: int | None) -> Streak | None:
    """The longest run of wins; the one that was reached first."""
    best: Streak | None = None
    runs: dict[int, tuple[int, str]] = {}
    for each in own:
        for seat in each.seats:
            if person not in (None, seat.player):
                continue
            length, first = runs.get(seat.player, (0, each.session))
            runs[seat.player] = (length + 1, first if length else each.session) if seat.won else (0, "")
            length, first = runs[seat.player]
            if length >= FEWEST and (best is None or length > best.games):
                best = Streak(seat.player, length, first, each.session)
    return best


def _partners(own: Iterable[Played], person: int | None) -> Iterator[tuple[int, int, int, int]]:
    """Each two partners in each session: who, whether they won, and 0."""
    for each in own:
        for one, other in _pairs(each, person):
            if one.side == other.side:
                yield one.player, other.player, int(one.won), 0


def _rivals(own: Iterable[Played], person: int | None) -> Iterator[tuple[int, int, int, int]]:
    """Each two on different sides in each session: who, and which of them was ahead."""
    for each in own:
        for one, other in _pairs(each, person):
            if one.side != other.side:
                yield one.player, other.player, int(one.place < other.place), int(other.place < one.place)


def _pairs(played: Played, person: int | None) -> Iterator[tuple[Stood, Stood]]:
    """Each two at the table; the person who is asked about stands first."""
    return combinations(sorted(played.seats, key=lambda each: (each.player != person, each.player)), 2)


def _most_together(
    met: Iterable[tuple[int, int, int, int]], person: int | None, rank: Callable[[Pair], int]
) -> Pair | None:
    """The pair that met most often; of several the first by `rank`: who won most, or who were most even."""
    games: Counter[tuple[int, int]] = Counter()
    won: Counter[tuple[int, int]] = Counter()
    lost: Counter[tuple[int, int]] = Counter()
    for one, other, first, second in met:
        if one != other and person in (None, one, other):
            games[one, other] += 1
            won[one, other] += first
            lost[one, other] += second
    pairs = [Pair(*pair, count, won[pair], lost[pair]) for pair, count in games.items() if count >= FEWEST]
    return min(pairs, key=lambda pair: (-pair.games, rank(pair)), default=None)


def _new(own: Sequence[Played], first_played: Mapping[int, str]) -> list[int]:
    """Who played for the first time, in that order; nobody where nothing was played before."""
    if not own or not any(at < own[0].began for at in first_played.values()):
        return []
    seen = {seat.player: each.began for each in reversed(own) for seat in each.seats}
    return [player for player in sorted(seen, key=lambda each: seen[each]) if first_played.get(player) == seen[player]]
