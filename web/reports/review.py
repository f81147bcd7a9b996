"""A year in review in the reader's words: its figures, and one line for each thing that is remarkable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from functools import cached_property
from itertools import starmap
from typing import Any

from babel.dates import format_skeleton
from flask import url_for
from flask_babel import format_date, get_locale, ngettext
from flask_babel import gettext as _

from record.errors import UnreadableSessionError
from record.evenings import day_of, duration
from record.log import stamp
from record.people import sits_since
from record.review import FEWEST, Pair, Pick, Played, Review, review
from record.session import Session
from scoring.catalogue import all_games
from scoring.insights import story
from scoring.insights.facts import YAKU, FactKind, example
from scoring.insights.story import Moment
from scoring.message import bare, both, say
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Row
from scoring.text import isolated
from store.book import Book
from store.errors import NoSuchError
from store.players import profiles
from store.sessions import loading
from store.stats.finished import facts_between, first_and_last_played, has_played, played_between
from web.i18n.games import result
from web.i18n.timezone import there
from web.i18n.translate import words
from web.reports.selection import game_and_title, name_of

MOST = 3
"""Games and winners named at most, and people who are new."""
MINUTES_MATTER = 600
"""Up to so many minutes a time is told with them."""


@dataclass(frozen=True)
class Part:
    """A piece of what happened, which should not be broken, and where to look at it."""

    text: str
    url: str | None = None


@dataclass(frozen=True)
class Line:
    """One remarkable thing: its label, what happened, in which game and when, and where to look at it."""

    icon: str
    label: str
    parts: tuple[Part, ...]
    about: str = ""
    url: str | None = None

    @property
    def texts(self) -> list[str]:
        return [part.text for part in self.parts]

    @property
    def text(self) -> str:
        return " · ".join(self.texts)


@dataclass(frozen=True)
class Year:
    """A year in review; `whose` is None for the whole scorebook. `figures` are numbers with what they count."""

    title: str
    whose: str | None
    figures: Sequence[tuple[str, str]]
    lines: Sequence[Line]

    @property
    def told(self) -> Iterator[str]:
        """The review as text."""
        yield f"{_('Takuroku')} · {self.title}"
        yield " · ".join(words(bare("{label}: {number}", label=label, number=number)) for label, number in self.figures)
        for line in self.lines:
            text = words(bare("{label}: {text}", label=line.label, text=line.text))
            yield words(bare("{text} ({about})", text=text, about=line.about)) if line.about else text

    @property
    def text(self) -> str:
        return "\n".join(self.told)


def span_of(year: int, place: tzinfo) -> tuple[str, str]:
    """When a year begins and when the next one does, for the reader.

    >>> from zoneinfo import ZoneInfo
    >>> span_of(2026, ZoneInfo("Asia/Tokyo"))
    ('2025-12-31T15:00:00Z', '2026-12-31T15:00:00Z')
    """
    return stamp(datetime(year, 1, 1, tzinfo=place)), stamp(datetime(year + 1, 1, 1, tzinfo=place))


def years_of(book: Book, place: tzinfo, person: int | None = None) -> list[int]:
    """The years in which games were played to their end, the last one first."""
    played = first_and_last_played(book)
    times = [each for number, its in played.items() if person in (None, number) for each in its]
    if not times:
        return []
    years = range(there(min(times), place).year, there(max(times), place).year + 1)
    return [year for year in reversed(years) if has_played(book, *span_of(year, place), person)]


def year_of(book: Book, year: int, place: tzinfo, *, now: datetime, person: int | None = None) -> Year:
    """The review of a year, of everybody or of one person."""
    since, until = span_of(year, place)
    names = {each.id: each.name for each in profiles.people(book)}
    played = played_between(book, since, until)
    found = review(
        played,
        person=person,
        first_played={each: first for each, (first, _last) in first_and_last_played(book).items()},
    )
    telling = _Telling(book, year, played, found, names, person, place)
    title = _("%(year)s so far", year=year) if stamp(now) < until else _("%(year)s in review", year=year)
    return Year(
        title=title,
        whose=names.get(person) if person is not None else None,
        figures=list(_figures(found, telling.days, person)),
        lines=[*telling.lines(), *_yaku(telling, since, until)],
    )


def _figures(found: Review, days: Collection[date], person: int | None) -> Iterator[tuple[str, str]]:
    yield _("Games"), str(found.sessions)
    yield _("Evenings played"), str(len(days))
    if found.minutes:
        hours = round(found.minutes / 60) * 60
        yield _("Time at the table"), words(duration(hours if hours > MINUTES_MATTER else found.minutes))
    if person is None:
        yield _("Players"), str(found.players)
    else:
        won = next((each.won for each in found.won if each.player == person), 0)
        yield _("Won"), _("%(won)s of %(games)s", won=won, games=found.sessions)


@dataclass(frozen=True)
class _Telling:
    """Puts a review into words; reads the few sessions that it names."""

    book: Book
    year: int
    played: Sequence[Played]
    found: Review
    names: Mapping[int, str]
    person: int | None
    place: tzinfo

    @cached_property
    def days(self) -> frozenset[date]:
        """The days on which an evening began; in the night to the new year that is its first."""
        first = date(self.year, 1, 1)
        return frozenset(max(first, day_of(evening, self.place)) for evening in self.found.evenings)

    def lines(self) -> Iterator[Line]:
        found = self.found
        if found.sessions >= FEWEST and len(found.games) > 1:
            often = [self._often(game, times) for game, times in found.games[:MOST]]
            yield Line("play", _("Most played"), tuple(often))
        if found.sessions >= FEWEST and self.person is None and found.won[0].won:
            first = [
                self.of_person(
                    each.player,
                    _("%(name)s %(won)s of %(games)s", name=self.names[each.player], won=each.won, games=each.games),
                )
                for each in found.won[:MOST]
                if each.won
            ]
            yield Line("crown", _("Most wins"), tuple(first))
        yield from self._tightest()
        yield from self._moment("swing", _("Biggest swing"), found.swing, story.swing_of)
        yield from self._moment("up", _("Comeback of the year"), found.comeback, _comeback)
        yield from self._moment("made", _("Best bid"), found.bid, story.best_bid)
        yield from self._streak()
        if found.partners:
            pair = self._pair(found.partners)
            games = ngettext("%(num)s game", "%(num)s games", found.partners.games)
            won = _("%(num)s won", num=found.partners.won)
            yield Line("people", _("Partners of the year"), (self._two(found.partners, pair), Part(games), Part(won)))
        if found.rivals:
            yield Line("swap", _("Rivals of the year"), self._rivals(found.rivals))
        if found.new:
            new = [self.of_person(each, self.names[each]) for each in found.new]
            yield Line("plus", _("New at the table"), tuple(new))
        months = Counter(each.strftime("%Y-%m") for each in self.days)
        if len(months) > 1:
            yield Line("evening", _("Evenings by month"), tuple(starmap(self._month, sorted(months.items()))))

    def _month(self, month: str, times: int) -> Part:
        name = format_skeleton("MMM", datetime.fromisoformat(f"{month}-01"), locale=get_locale())
        player = None if self.person is None else self.names[self.person]
        text = words(bare("{label}: {number}", label=name, number=times))
        return Part(text, url_for("evenings.index", month=month, player=player))

    def of_person(self, person: int, text: str, *, game: str | None = None) -> Part:
        """What leads to somebody's figures of the year."""
        return Part(text, url_for("player.show", player=person, game=game, **self._season()))

    def _often(self, game: str, times: int) -> Part:
        name = name_of(*game_and_title(game))
        text = ngettext("%(name)s, %(num)s time", "%(name)s, %(num)s times", times, name=name)
        if self.person is not None:
            return self.of_person(self.person, text, game=game)
        return Part(text, url_for("league.show", game=game, **self._season()))

    def _season(self) -> dict[str, Any]:
        """The year in the query of other pages."""
        return {"since": f"{self.year:04}-01-01", "until": f"{self.year:04}-12-31"}

    def _two(self, pair: Pair, text: str) -> Part:
        return Part(text, url_for("pair.show", player=pair.one, other=pair.other))

    def line(self, icon: str, label: str, text: str, session: str, row: int | None = None) -> Line:
        """A line that leads to a session, or to one of its deals."""
        head = next(each for each in self.played if each.session == session)
        when = format_date(there(head.began, self.place).date(), "long")
        anchor = None if row is None else f"row-{row}"
        return Line(
            icon,
            label,
            (Part(text),),
            f"{isolated(name_of(*game_and_title(head.game)))} · {when}",
            url_for("sheets.show", session=session, row=row, _anchor=anchor),
        )

    def load(self, session: str) -> Session | None:
        try:
            return loading.load(self.book, session)
        except (NoSuchError, UnreadableSessionError):
            return None

    def _tightest(self) -> Iterator[Line]:
        pick = self.found.tightest
        session = self.load(pick.session) if pick else None
        if pick and session and pick.seat in session.sheet.winners:
            lead = story.highlights(session.sheet, pick.seat).lead
            text = say("{names} won, {gap} ahead", names=result(session.sheet), gap=lead)
            yield self.line("lead", _("Tightest game"), words(text), pick.session)

    def _moment(
        self, icon: str, label: str, pick: Pick | None, find: Callable[[Sheet[Any], int, int], Moment | None]
    ) -> Iterator[Line]:
        session = self.load(pick.session) if pick else None
        moment = find(session.sheet, pick.seat, sits_since(session, pick.seat)) if pick and session else None
        if pick and session and moment:
            yield self.line(icon, label, words(moment.text), pick.session, _number(session, moment.row))

    def _streak(self) -> Iterator[Line]:
        streak = self.found.streak
        if streak:
            text = say("{name} won {n} games in a row", name=self.names[streak.player], n=streak.games)
            yield self.line("again", _("Longest streak"), words(text), streak.last)

    def _pair(self, pair: Pair) -> str:
        return words(both(self.names[pair.one], self.names[pair.other]))

    def _rivals(self, pair: Pair) -> tuple[Part, Part]:
        one, other = self.names[pair.one], self.names[pair.other]
        games = ngettext("%(num)s game", "%(num)s games", pair.games)
        ahead = _("ahead: %(one)s %(won)s, %(other)s %(lost)s", one=one, won=pair.won, other=other, lost=pair.lost)
        return Part(games), self._two(pair, ahead)


def _number(session: Session, row: Row) -> int:
    return next(number for number, each in enumerate(session.sheet.rows) if each is row)


def _yaku(telling: _Telling, since: str, until: str) -> Iterator[Line]:
    """The yaku that was made most often and by whom, and the rarest one."""
    for slug, game in all_games().items():
        kind = next((each for each in example(game).fact_kinds if each.name == YAKU), None)
        if kind:
            counted = facts_between(telling.book, since, until, game=slug, fact=YAKU)
            yield from _yaku_of(telling, slug, kind, counted)


def _yaku_of(telling: _Telling, slug: str, kind: FactKind, counted: Counter[tuple[object, int, str]]) -> Iterator[Line]:
    times: Counter[Any] = Counter()
    by_person: Counter[tuple[object, int]] = Counter()
    where: dict[object, tuple[int, str]] = {}
    for (value, player, session), often in counted.items():
        if telling.person in (None, player):
            times[value] += often
            by_person[value, player] += often
            where[value] = (player, session)
    if sum(times.values()) < FEWEST:
        return
    (most, often), *others = times.most_common()
    if often >= FEWEST and (not others or others[0][1] < often):
        name = words(kind.in_words(most))
        text = ngettext("%(name)s, %(num)s time", "%(name)s, %(num)s times", often, name=name)
        people = [(player, n) for (value, player), n in by_person.most_common() if value == most]
        who = [
            telling.of_person(player, f"{isolated(telling.names[player])} {n}", game=slug)
            for player, n in people[:MOST]
        ]
        if telling.person is not None:
            yield Line("star", _("Yaku of the year"), (telling.of_person(telling.person, text, game=slug),))
        else:
            yield Line("star", _("Yaku of the year"), (Part(text), *who))
    rare = [value for value, n in times.items() if n == 1]
    if len(rare) == 1:
        player, at = where[rare[0]]
        found = telling.load(at)
        row = next((row for row in found.sheet.rows if _made(row, rare[0])), None) if found else None
        if found and row:
            text = words(bare("{yaku} ({who})", yaku=kind.in_words(rare[0]), who=telling.names[player]))
            yield telling.line("star", _("Rarest yaku"), text, at, _number(found, row))


def _made(row: Row, value: object) -> bool:
    return any(isinstance(told, tuple) and value in told for told in row.facts.get(YAKU, ()))


def _comeback(sheet: Sheet[Any], seat: int, _since: int) -> Moment | None:
    return story.comeback_of(sheet, seat)
