"""Recap of an evening: its sessions with winners, the standings across them, and the text to share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from typing import Any

from flask_babel import format_date
from flask_babel import gettext as _

from record.errors import UnreadableSessionError
from record.evenings import Evening, Sitting, evenings
from record.log import stamp
from record.session import Session
from scoring.insights.places import Across, across, place_points
from scoring.message import Points, bare, plain
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import DecidedBy
from scoring.text import isolated
from store.book import Book
from store.errors import NoSuchError
from store.players.profiles import colours_of
from store.sessions.history import Summary
from store.sessions.loading import load
from web.i18n.games import game_name, names, result
from web.i18n.timezone import there
from web.i18n.translate import words


@dataclass(frozen=True)
class SideStood:
    """A side of one session: place, its people and their names, total, whether it won."""

    place: int
    people: tuple[str, ...]
    names: str
    total: Points
    won: bool


@dataclass(frozen=True)
class Played:
    """One session of an evening; `counts`: it is over with a result, which may be a draw.

    `others` are out of competition: they have the place 0.
    """

    session: str
    name: str
    began: str
    over: bool
    counts: bool
    sides: tuple[SideStood, ...]
    result: str
    others: tuple[SideStood, ...] = ()


@dataclass(frozen=True)
class Recap:
    """An evening: its local day, its sessions in order, and the standings across them.

    `standing` is empty where fewer than two sessions count. `colours` are those of everybody by name.
    """

    first: str
    began: str
    ended: str
    day: datetime
    people: tuple[str, ...]
    games: tuple[Played, ...]
    standing: tuple[Across, ...]
    colours: Mapping[str, int]

    @property
    def date(self) -> str:
        """The day on which it began, in the reader's format."""
        return str(format_date(self.day.date(), "long"))

    @property
    def lines(self) -> Iterator[str]:
        """The recap as text."""
        yield f"{_('Takuroku')} · {self.date}"
        for game in self.games:
            stood = [f"{'★ ' if side.won else ''}{isolated(side.names)} {plain(side.total)}" for side in game.sides]
            stood += [f"{isolated(each.names)} {plain(each.total)} ({_('out of competition')})" for each in game.others]
            called = game.name if game.over else bare("{name} ({state})", name=game.name, state=_("in progress"))
            yield words(bare("{game}: {stood}", game=called, stood=" · ".join(stood)))
        if self.standing:
            yield ""
            yield _("Place points")
            yield from (f"{each.place}. {isolated(each.name)} {plain(each.points)}" for each in self.standing)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@dataclass(frozen=True)
class LastEvening:
    """The last evening with two finished games or more: its first session, times, and the wins by name."""

    first: str
    began: str
    minutes: int
    games: int
    won: tuple[tuple[str, int], ...]

    @property
    def most(self) -> int:
        return self.won[0][1]


def last_evening(finished: Sequence[Summary]) -> LastEvening | None:
    """The evening of the first of these sessions, which are the last ones, the newest first."""
    played = [each for each in finished if each.deals]
    if not played:
        return None
    evening = next(
        each for each in evenings(map(sitting_of, reversed(played))) if any(one.id == played[0].id for one in each)
    )
    won = winners_first(evening, {each.id: each for each in played})
    if len(evening) == 1 or not won[0][1]:
        return None
    began, ended = evening[0].began, max(each.ended for each in evening)
    return LastEvening(
        first=evening[0].id,
        began=stamp(began),
        minutes=round((ended - began) / timedelta(minutes=1)),
        games=len(evening),
        won=won,
    )


def winners_first(evening: Evening, by_id: Mapping[str, Summary]) -> tuple[tuple[str, int], ...]:
    """Everybody who played with the number of their wins, who won most first."""
    won = Counter(seat.name for each in evening for seat in by_id[each.id].seats if seat.won)
    return tuple(sorted(((name, won[name]) for name in people_of(evening)), key=lambda each: -each[1]))


def sitting_of(summary: Summary) -> Sitting:
    """A listed session as a sitting."""
    return Sitting(
        id=summary.id,
        began=datetime.fromisoformat(summary.created_at),
        written=datetime.fromisoformat(summary.updated_at),
        people=frozenset(name for seat in summary.seats for name in (*seat.before, seat.name)),
    )


def recap_of(book: Book, evening: Evening, place: tzinfo) -> Recap:
    """The recap of an evening, without unreadable sessions."""
    loaded = list(_loaded(book, evening))
    counting = [session.sheet for session in loaded if _counts(session.sheet)]
    people = people_of(evening)
    began, ended = stamp(evening[0].began), stamp(max(each.ended for each in evening))
    return Recap(
        first=evening[0].id,
        began=began,
        ended=ended,
        day=there(began, place),
        people=people,
        games=tuple(map(_played, loaded)),
        standing=tuple(across([(_points(sheet), _winners(sheet)) for sheet in counting])) if len(counting) > 1 else (),
        colours=colours_of(book),
    )


def people_of(evening: Iterable[Sitting]) -> tuple[str, ...]:
    """Everybody who played, the most frequent first."""
    times: dict[str, int] = {}
    for sitting in evening:
        for name in sorted(sitting.people):
            times[name] = times.get(name, 0) + 1
    return tuple(sorted(times, key=lambda name: (-times[name], name)))


def _loaded(book: Book, evening: Evening) -> Iterator[Session]:
    for sitting in evening:
        try:
            yield load(book, sitting.id)
        except (NoSuchError, UnreadableSessionError):
            continue


def _counts(sheet: Sheet[Any]) -> bool:
    return sheet.over and sheet.decided_by not in {DecidedBy.NOTHING, DecidedBy.NOBODY}


def _points(sheet: Sheet[Any]) -> dict[str, Points]:
    return {sheet.table.players[seat]: points for seat, points in sorted(place_points(sheet.standings).items())}


def _winners(sheet: Sheet[Any]) -> frozenset[str]:
    return frozenset(sheet.table.players[seat] for seat in sheet.winners)


def _played(session: Session) -> Played:
    sheet = session.sheet
    return Played(
        session=session.id,
        name=game_name(session.game, sheet.options),
        began=session.created_at,
        over=sheet.over,
        counts=_counts(sheet),
        sides=tuple(
            SideStood(
                each.place,
                tuple(sheet.table.players[seat] for seat in each.seats),
                names(sheet.table, each.seats),
                each.total,
                won=each.seats[0] in sheet.winners,
            )
            for each in sheet.standings
        ),
        result=result(sheet) if _counts(sheet) else "",
        others=tuple(
            SideStood(
                0,
                tuple(sheet.table.players[seat] for seat in side),
                names(sheet.table, side),
                sheet.totals[side[0]],
                won=False,
            )
            for side in sheet.sides
            if side not in sheet.competing
        ),
    )
