"""An evening in words: its sessions with winners, the standings across them, and the text to share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo

from flask_babel import format_date
from flask_babel import gettext as _

from record.evenings import Evening, Sitting
from record.log import Time, stamp
from scoring.insights.places import Across, across, place_points
from scoring.message import Points, bare, plain
from scoring.text import isolated
from store.book import Book
from store.sessions.history import Summary
from store.sessions.loading import load_readable
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
    began: Time
    over: bool
    counts: bool
    sides: tuple[SideStood, ...]
    result: str
    others: tuple[SideStood, ...]


@dataclass(frozen=True)
class Recap:
    """An evening: its local day, its sessions in order, and the standings across them.

    `standing` is empty where fewer than two sessions count.
    """

    first: str
    began: Time
    ended: Time
    day: datetime
    people: tuple[str, ...]
    games: tuple[Played, ...]
    standing: tuple[Across, ...]

    @property
    def date(self) -> str:
        """The day on which it began, in the reader's format."""
        return str(format_date(self.day.date(), "long"))

    @property
    def text(self) -> str:
        """The recap as text."""
        lines = [f"{_('Takuroku')} · {self.date}"]
        for game in self.games:
            stood = [f"{'★ ' if side.won else ''}{isolated(side.names)} {plain(side.total)}" for side in game.sides]
            stood += [f"{isolated(each.names)} {plain(each.total)} ({_('out of competition')})" for each in game.others]
            called = game.name if game.over else bare("{name} ({state})", name=game.name, state=_("in progress"))
            lines.append(words(bare("{game}: {stood}", game=called, stood=" · ".join(stood))))
        if self.standing:
            lines += ["", _("Place points")]
            lines += [f"{each.place}. {isolated(each.name)} {plain(each.points)}" for each in self.standing]
        return "\n".join(lines)


def recap_of(book: Book, evening: Evening, place: tzinfo) -> Recap:
    """The recap of an evening, without unreadable sessions."""
    games, results = [], []
    for session in load_readable(book, (each.id for each in evening)):
        sheet = session.sheet
        winners, name_at = sheet.winners, sheet.name_at
        counts = bool(winners or sheet.drawn)
        if counts:
            points = sorted(place_points(sheet.standings).items())
            results.append(({name_at(seat): its for seat, its in points}, frozenset(map(name_at, winners))))
        stood = [(each.place, each.seats, each.total) for each in sheet.standings]
        stood += [(0, side, sheet.totals[side[0]]) for side in sheet.sides if side not in sheet.competing]
        sides = [
            SideStood(rank, tuple(map(name_at, seats)), names(sheet.table, seats), total, won=seats[0] in winners)
            for rank, seats, total in stood
        ]
        games.append(
            Played(
                session=session.id,
                name=game_name(session.game, sheet.options),
                began=session.created_at,
                over=sheet.over,
                counts=counts,
                sides=tuple(each for each in sides if each.place),
                result=result(sheet) if counts else "",
                others=tuple(each for each in sides if not each.place),
            )
        )
    began = stamp(evening[0].began)
    return Recap(
        first=evening[0].id,
        began=began,
        ended=stamp(max(each.ended for each in evening)),
        day=there(began, place),
        people=people_of(evening),
        games=tuple(games),
        standing=tuple(across(results)) if len(results) > 1 else (),
    )


def winners_first(evening: Evening, by_id: Mapping[str, Summary]) -> tuple[tuple[str, int], ...]:
    """Everybody who played with the number of their wins, who won most first."""
    won = Counter(seat.name for each in evening for seat in by_id[each.id].seats if seat.won)
    return tuple(sorted(((name, won[name]) for name in people_of(evening)), key=lambda each: -each[1]))


def people_of(evening: Iterable[Sitting]) -> tuple[str, ...]:
    """Everybody who played, the most frequent first."""
    times = Counter(name for sitting in evening for name in sorted(sitting.people))
    return tuple(sorted(times, key=lambda name: (-times[name], name)))


def sitting_of(summary: Summary) -> Sitting:
    """A listed session as a sitting."""
    return Sitting(
        id=summary.id,
        began=datetime.fromisoformat(summary.created_at),
        written=datetime.fromisoformat(summary.updated_at),
        people=frozenset(name for seat in summary.seats for name in (*seat.before, seat.name)),
    )
