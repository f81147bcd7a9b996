"""A year in review: what is remarkable among the finished sessions of a time, of everybody or of one person.

What was not played is left out. Games count in units of their own, so a swing or a comeback is measured by what is
usual in its game in that time; the first of several equals is named.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from operator import itemgetter
from typing import Literal, NamedTuple, TypeAlias

from record.evenings import Evening, Sitting, evenings

MIN_COMPARED = 3
"""Fewer games compare nothing: the fewest from which the most remarkable one is chosen, and the shortest streak."""


@dataclass(frozen=True)
class SeatResult:
    """How somebody ended a session; amounts are whole thousandths, see `scoring.insights.story`.

    `place` is below 0 for who played alone, or together with all.
    """

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
class FinishedSession:
    """A finished session: `minutes` is None where nobody noted how long it took, `ended_early` where somebody ended it.

    `game` is what it is compared with: a slug, of a named game on the pad with the name ("score-pad:Hearts").
    """

    session: str
    game: str
    began: str
    written: str
    minutes: int | None
    seats: tuple[SeatResult, ...]
    ended_early: bool = False


SeatResults: TypeAlias = Sequence[tuple[FinishedSession, SeatResult]]
"""Each seat of some sessions, with its session."""
Amount: TypeAlias = Literal["behind", "swing", "bid"]


class Highlight(NamedTuple):
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
    """The review of a time; what is None or empty is not shown.

    `minutes` is None where they are not known of every session. `uncontested` of the `sessions` were played alone, or
    together with all, and nobody was ahead of anybody. `games` are the games by how often they were played, `evenings`
    are all of them, the earliest first.
    """

    sessions: int
    uncontested: int
    evenings: Sequence[Evening]
    minutes: int | None
    players: int
    games: Sequence[tuple[str, int]]
    won: Sequence[Won]
    tightest: Highlight | None
    swing: Highlight | None
    comeback: Highlight | None
    bid: Highlight | None
    streak: Streak | None
    partners: Pair | None
    rivals: Pair | None
    new: Sequence[int]


def review(
    sessions: Sequence[FinishedSession], *, person: int | None = None, first_played: Mapping[int, str] | None = None
) -> Review:
    """The review of these sessions, the earliest first; with a `person` of theirs alone.

    `first_played` says when each person played first; who did so among these sessions is new, unless everybody is.
    """
    own = [each for each in sessions if person in (None, *(seat.player for seat in each.seats))]
    minutes = [each.minutes for each in own if each.minutes is not None]
    contested = [each for each in own if any(seat.place > 0 for seat in each.seats)]
    seats = [(each, seat) for each in contested for seat in each.seats]
    asked = [(each, seat) for each, seat in seats if person in (None, seat.player)]
    swings, no_swings = _usual(sessions, "swing"), len(own) < MIN_COMPARED
    return Review(
        sessions=len(own),
        uncontested=len(own) - len(contested),
        evenings=evenings(
            Sitting(
                id=each.session,
                began=datetime.fromisoformat(each.began),
                written=datetime.fromisoformat(each.written),
                people=frozenset(str(seat.player) for seat in each.seats),
            )
            for each in own
        ),
        minutes=sum(minutes) if len(minutes) == len(own) else None,
        players=len({seat.player for each in own for seat in each.seats}),
        games=Counter(each.game for each in own).most_common(),
        won=_won(seats),
        tightest=_tightest(own),
        swing=None if no_swings else _pick(asked, "swing", swings),
        # A deficit is measured by the best deals that are usual in its game.
        comeback=None if no_swings else _pick(asked, "behind", swings),
        bid=_pick(asked, "bid", {each.game: 1 for each in own}) if _is_often(asked, "bid") else None,
        streak=_streak(asked),
        partners=_pair(contested, person, partners=True),
        rivals=_pair(contested, person, partners=False),
        new=_new(own, first_played or {}) if person is None else (),
    )


def _won(seats: SeatResults) -> list[Won]:
    """Everybody, who won most first, of two as good who played less."""
    games = Counter(seat.player for _, seat in seats)
    won = Counter(seat.player for _, seat in seats if seat.won)
    found = [Won(player, won[player], games[player]) for player in games]
    return sorted(found, key=lambda each: (-each.won, each.games))


def _tightest(own: Iterable[FinishedSession]) -> Highlight | None:
    """The game that was won by least; one that ended level, of which a seat is named that was level, by nothing."""
    found = []
    for each in own:
        first = [seat for seat in each.seats if seat.place == 1]
        if len({seat.side for seat in first}) > 1 and not each.ended_early:
            found.append(Highlight(each.session, first[0].seat, 0))
        else:
            found += [Highlight(each.session, seat.seat, seat.lead) for seat in first if seat.lead][:1]
    return min(found, key=lambda each: each.amount) if len(found) >= MIN_COMPARED else None


def _is_often(seats: SeatResults, amount: Amount) -> bool:
    return len({each.session for each, seat in seats if getattr(seat, amount)}) >= MIN_COMPARED


def _usual(sessions: Iterable[FinishedSession], amount: Amount) -> dict[str, float]:
    """By game the mean of the largest amounts of its sessions, of those that have one."""
    amounts: defaultdict[str, list[int]] = defaultdict(list)
    for each in sessions:
        if largest := max(getattr(seat, amount) for seat in each.seats):
            amounts[each.game].append(largest)
    return {game: sum(each) / len(each) for game, each in amounts.items()}


def _pick(seats: SeatResults, amount: Amount, usual: Mapping[str, float]) -> Highlight | None:
    """The largest amount, measured by what is usual in its game; one that is alone in its game is usual."""
    found = [
        (getattr(seat, amount) / usual[each.game], Highlight(each.session, seat.seat, getattr(seat, amount)))
        for each, seat in seats
        if getattr(seat, amount) > 0 and each.game in usual
    ]
    return max(found, key=itemgetter(0), default=(0, None))[1]


def _streak(seats: SeatResults) -> Streak | None:
    """The longest run of wins; the one that was reached first."""
    best: Streak | None = None
    runs: dict[int, Streak] = {}
    for each, seat in seats:
        if not seat.won:
            runs.pop(seat.player, None)
            continue
        run = runs.get(seat.player, Streak(seat.player, 0, each.session, each.session))
        runs[seat.player] = run = run._replace(games=run.games + 1, last=each.session)
        if run.games >= MIN_COMPARED and (best is None or run.games > best.games):
            best = run
    return best


def _pair(own: Iterable[FinishedSession], person: int | None, *, partners: bool) -> Pair | None:
    """The partners or rivals that met most often: of several those who won most, or who were most even."""
    met: defaultdict[tuple[int, int], list[tuple[bool, bool]]] = defaultdict(list)
    for each in own:
        # The person who is asked about is the first.
        for one, other in combinations(sorted(each.seats, key=lambda seat: (seat.player != person, seat.player)), 2):
            are_asked = one.player != other.player and person in (None, one.player, other.player)
            if are_asked and (one.side == other.side) is partners:
                ahead = one.won if partners else one.place < other.place
                met[one.player, other.player].append((ahead, not partners and other.place < one.place))
    pairs = [Pair(*who, len(games), *map(sum, zip(*games, strict=True))) for who, games in met.items()]
    often = [pair for pair in pairs if pair.games >= MIN_COMPARED]
    return min(
        often, key=lambda pair: (-pair.games, -pair.won if partners else abs(pair.won - pair.lost)), default=None
    )


def _new(own: Sequence[FinishedSession], first_played: Mapping[int, str]) -> list[int]:
    """Who played for the first time, in that order; nobody where nothing was played before."""
    if not own or not any(at < own[0].began for at in first_played.values()):
        return []
    seen = {seat.player: each.began for each in reversed(own) for seat in each.seats}
    return [player for player in sorted(seen, key=lambda each: seen[each]) if first_played.get(player) == seen[player]]
