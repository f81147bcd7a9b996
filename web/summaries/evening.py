"""An evening in words: its sessions with winners, the standings across them, and the text to share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from typing import NamedTuple

from flask_babel import format_date
from flask_babel import gettext as _

from record.evenings import TIMES, Evening, EveningPlace, Sitting, evening_standings, place_points, played_until
from record.log import Time, stamp
from scoring.message import Points, bare, plain
from scoring.sheets.values import DecidedBy
from scoring.text import isolated
from store.book import Book
from store.sessions.history import Summary, summaries_of
from store.sessions.loading import load_readable
from web.i18n.games import ended_as, game_name, result_text
from web.i18n.translate import translated


@dataclass(frozen=True)
class EveningSide:
    """A side of one session: place, its people and their names, total, whether it won.

    `said` is its total, or how it ended without points, or its wins where they decide.
    """

    place: int
    people: tuple[str, ...]
    names: str
    total: Points
    said: str
    won: bool


@dataclass(frozen=True)
class EveningGame:
    """One session of an evening; `counts`: it is over with a result, which may be a draw, and not excluded.

    `state` says in words that it runs or is excluded. `placed`: its places count, unless nobody won.
    `others` are out of competition: they have the place 0.
    """

    session: str
    name: str
    began: Time
    over: bool
    state: str
    counts: bool
    placed: bool
    sides: tuple[EveningSide, ...]
    result: str
    others: tuple[EveningSide, ...]

    @property
    def called(self) -> str:
        """Its name with its state."""
        return translated(bare("{name} ({state})", name=self.name, state=self.state)) if self.state else self.name


@dataclass(frozen=True)
class Recap:
    """An evening: its local day, its sessions in order, and the standings across them.

    `standing` is empty where fewer than two sessions count.
    """

    first: str
    began: Time
    ended: Time
    day: date
    people: tuple[str, ...]
    games: tuple[EveningGame, ...]
    standing: tuple[EveningPlace, ...]

    @property
    def title(self) -> str:
        """Its day in the reader's format."""
        return str(format_date(self.day, "long"))

    @property
    def text(self) -> str:
        """The recap as text."""
        lines = [f"{_('Takuroku')} · {self.title}"]
        for game in self.games:
            stood = [f"{'★ ' if side.won else ''}{isolated(side.names)} {side.said}" for side in game.sides]
            stood += [f"{isolated(each.names)} {each.said} ({_('out of competition')})" for each in game.others]
            lines.append(translated(bare("{game}: {stood}", game=game.called, stood=" · ".join(stood))))
        if self.standing:
            lines += ["", _("Place points")]
            lines += [f"{each.place}. {isolated(each.name)} {plain(each.points)}" for each in self.standing]
        return "\n".join(lines)


def recap_of(book: Book, evening: Evening, zone: tzinfo) -> Recap:
    """The recap of an evening, without unreadable sessions."""
    games, results = [], []
    for session in load_readable(book, (each.id for each in evening)):
        sheet = session.sheet
        winners, name_at = sheet.winners, sheet.name_at
        counts = bool(winners or sheet.drawn or not sheet.contested) and sheet.over and sheet.deals > 0
        counts = counts and not session.excluded_at
        if counts and sheet.contested:
            points = sorted(place_points(sheet.standings).items())
            results.append(({name_at(seat): its for seat, its in points}, frozenset(map(name_at, winners))))
        stood = [(each.place, each.seats, sheet.held(each.seats[0]), each.wins) for each in sheet.standings]
        stood += [(0, side, sheet.totals[side[0]], None) for side in sheet.sides if side not in sheet.competing]
        sides = [
            EveningSide(
                place=place,
                people=tuple(map(name_at, seats)),
                names=translated(sheet.name_of_side(seats)),
                total=total,
                said=translated(ended_as(sheet, seats) or (plain(total) if wins is None else sheet.tally(seats))),
                won=seats[0] in winners,
            )
            for place, seats, total, wins in stood
        ]
        games.append(
            EveningGame(
                session=session.id,
                name=game_name(session.game, sheet.options),
                began=session.played_at,
                over=sheet.over,
                state=_("does not count") if session.excluded_at else "" if sheet.over else _("in progress"),
                counts=counts,
                placed=sheet.decided_by != DecidedBy.NOBODY,
                sides=tuple(each for each in sides if each.place),
                result=result_text(sheet) if counts else "",
                others=tuple(each for each in sides if not each.place),
            )
        )
    return Recap(
        first=evening[0].id,
        began=stamp(evening.began),
        ended=stamp(evening.ended),
        day=evening.day(zone),
        people=evening.people,
        games=tuple(games),
        standing=tuple(evening_standings(results)) if len(results) > 1 else (),
    )


class Wins(NamedTuple):
    """Somebody who was there, and how many games they won."""

    name: str
    won: int


class TimesPlayed(NamedTuple):
    """How often a game was played."""

    game: str
    times: int


@dataclass(frozen=True)
class EveningSummary:
    """An evening in the list; `id` is that of its first session, `sessions` are the ids of all, in order.

    Who won most comes first, and the game that was played most.
    """

    id: str
    began: Time
    ended: Time
    people: list[Wins]
    games: list[TimesPlayed]
    sessions: list[str]


def summarize(evening: Evening, by_id: Mapping[str, Summary], name: Callable[[Summary], str]) -> EveningSummary:
    """An evening from the summaries of its sessions, with a name for each game."""
    counted = (each for each in map(by_id.__getitem__, (one.id for one in evening)) if not each.excluded_at)
    won = Counter(seat.name for each in counted if each.contested for seat in each.seats if seat.won)
    return EveningSummary(
        id=evening[0].id,
        began=stamp(evening.began),
        ended=stamp(evening.ended),
        people=sorted((Wins(name, won[name]) for name in evening.people), key=lambda each: -each.won),
        games=[TimesPlayed(*each) for each in Counter(name(by_id[each.id]) for each in evening).most_common()],
        sessions=[each.id for each in evening],
    )


def summarize_all(book: Book, evenings: Sequence[Evening], name: Callable[[Summary], str]) -> list[EveningSummary]:
    """Evenings without the sessions that somebody has deleted since these were read."""
    by_id = {each.id: each for each in summaries_of(book, [one.id for evening in evenings for one in evening])}
    there = (Evening(each for each in evening if each.id in by_id) for evening in evenings)
    return [summarize(evening, by_id, name) for evening in there if evening]


def sitting_of(summary: Summary) -> Sitting:
    """A listed session as a sitting."""
    return Sitting(
        id=summary.id,
        began=datetime.fromisoformat(summary.played_at),
        written=played_until(**{name: getattr(summary, name) for name in TIMES}),
        people=frozenset(name for seat in summary.seats for name in (*seat.before, seat.name)),
    )
