"""Pages of a year in review, of a scorebook and of a player, each with a picture in the same words.

A year has figures, and one line for each thing that is remarkable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from hashlib import sha256
from operator import itemgetter
from typing import Any, TypeAlias, TypeVar

from babel.dates import format_skeleton
from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date, get_locale, ngettext
from flask_babel import gettext as _

from record.evenings import morning_of
from record.log import stamp
from record.people import sits_since
from record.review import MIN_COMPARED, FinishedSession, Review, review
from record.session import Session
from scoring.catalogue import all_games
from scoring.insights import story
from scoring.insights.facts import YAKU, FactKind
from scoring.message import bare, both, plain, say
from scoring.text import isolated
from store.cache import Cache
from store.errors import NoSuchError
from store.players.profiles import people
from store.sessions.loading import load_readable
from store.stats.finished import facts_between, first_and_last_played, has_played, played_between
from web.exports.pictures import picture, wrap
from web.i18n.games import result_text
from web.i18n.timezone import duration, played_on, zone
from web.i18n.translate import translated
from web.identity.visitor import book
from web.request import now
from web.request.page import Pages
from web.summaries.filters import game_and_title, name_of

pages = Pages("review", __name__, url_prefix="/review", readers="watcher")

TOP, GAP, LINE, BELOW = 330, 56, 46, 60
"""In the picture: where the first line begins, the height of a label with its distance, of a line, of what is below."""
LETTERS = 29
"""The full-width letters of a line in the picture."""
MAX_NAMED = 3
"""Games and winners named, beside those who are level with the last of them."""
MINUTES_MATTER = 600
"""Up to so many minutes a time has them."""
# The largest integer of the database.
PLAYER = "of/<int(max=2147483647):player>"
YEAR = "<int(min=1970,max=9998):year>"
T = TypeVar("T")
Part: TypeAlias = tuple[str, str | None]
"""A piece of what happened, which should not be broken, and where to look at it."""


@dataclass(frozen=True)
class ReviewLine:
    """One remarkable thing: its label, what happened, in which game and when, and where to look at it."""

    icon: str
    label: str
    parts: tuple[Part, ...]
    about: str = ""
    url: str | None = None

    @property
    def texts(self) -> list[str]:
        return [text for text, _url in self.parts]


@dataclass(frozen=True)
class Year:
    """A year in review; `whose` is None for the whole scorebook. `figures` are numbers with what they count."""

    title: str
    whose: str | None
    figures: Sequence[tuple[str, str]]
    lines: Sequence[ReviewLine]

    @property
    def text(self) -> str:
        """The review as text."""
        figures = (translated(bare("{label}: {number}", label=label, number=number)) for label, number in self.figures)
        texts = [f"{_('Takuroku')} · {self.title}", " · ".join(figures)]
        for line in self.lines:
            text = translated(bare("{label}: {text}", label=line.label, text=" · ".join(line.texts)))
            texts.append(translated(bare("{text} ({about})", text=text, about=line.about)) if line.about else text)
        return "\n".join(texts)


DIGEST = 16
LAST_SHOWN: Cache[Year] = Cache(16)
"""The years that this process has shown last, by scorebook and by a digest of their text."""


@pages.get("", defaults={"year": None, "player": None})
@pages.get(f"/{PLAYER}", defaults={"year": None})
@pages.get(f"/{YEAR}", defaults={"player": None})
@pages.get(f"/{YEAR}/{PLAYER}")
def show(year: int | None, player: int | None) -> ResponseReturnValue:
    """A year in words, with its picture; without a year in the address the last one in which something was played."""
    years = years_of(player)
    year = year or next(iter(years), played_on(stamp(now())).year)
    found = year_of(year, player)
    # Kept for its picture, which is asked for next.
    digest = sha256(found.text.encode()).hexdigest()[:DIGEST]
    LAST_SHOWN.put((book().scorebook, digest), found)
    return render_template(
        "scorebook/review.html",
        found=found,
        year=year,
        years=years,
        player=player,
        shown=digest,
        height=_in_picture(found)[1],
    )


@pages.get(f"/{YEAR}/year.svg", defaults={"player": None})
@pages.get(f"/{YEAR}/{PLAYER}/year.svg")
def drawn(year: int, player: int | None) -> ResponseReturnValue:
    """The year as a picture, in the words of the page; of one that was just shown they are not looked for again."""
    found = LAST_SHOWN.get((book().scorebook, request.args.get("shown", "")))
    found = found or year_of(year, player)
    lines, height = _in_picture(found)
    return picture("review.svg", found=found, lines=lines, height=height, top=TOP, gap=GAP, line=LINE)


def _in_picture(found: Year) -> tuple[list[tuple[str, str, list[str]]], int]:
    """What the picture has of each line: its label, when it was, its text in lines; and its height."""
    lines = [(line.label, line.about, wrap(line.texts, LETTERS)) for line in found.lines]
    return lines, TOP + sum(GAP + LINE * len(texts) for *_about, texts in lines) + BELOW


def span_of(year: int, zone: tzinfo) -> tuple[str, str]:
    """When a year begins and when the next one does, for the reader.

    >>> from zoneinfo import ZoneInfo
    >>> span_of(2026, ZoneInfo("Asia/Tokyo"))
    ('2025-12-31T21:00:00Z', '2026-12-31T21:00:00Z')
    """
    return stamp(morning_of(date(year, 1, 1), zone)), stamp(morning_of(date(year + 1, 1, 1), zone))


def years_of(person: int | None = None) -> list[int]:
    """The years in which games were played to their end, the last one first."""
    scorebook, here = book(), zone()
    played = first_and_last_played(scorebook)
    times = [each for number, its in played.items() if person in (None, number) for each in its]
    if not times:
        return []
    years = range(played_on(min(times)).year, played_on(max(times)).year + 1)
    return [year for year in reversed(years) if has_played(scorebook, *span_of(year, here), person)]


def year_of(year: int, person: int | None) -> Year:
    """The review of a year, of everybody or of one person; raises NoSuchError."""
    scorebook, here = book(), zone()
    names = {each.id: each.name for each in people(scorebook)}
    if person is not None and person not in names:
        raise NoSuchError(f"no player {person}")
    since, until = span_of(year, here)
    played = played_between(scorebook, since, until)
    first_played = {each: first for each, (first, _last) in first_and_last_played(scorebook).items()}
    found = review(played, person=person, first_played=first_played)
    days = {evening.day(here) for evening in found.evenings}
    figures = [(_("Games"), str(found.sessions)), (_("Evenings played"), str(len(days)))]
    if found.minutes:
        hours = round(found.minutes / 60) * 60
        minutes = hours if hours > MINUTES_MATTER else found.minutes
        figures.append((_("Time at the table"), translated(duration(minutes))))
    if person is None:
        figures.append((_("Players"), str(found.players)))
    else:
        figures += [
            (_("Won"), _("%(some)s of %(all)s", some=each.won, all=each.games))
            for each in found.won
            if each.player == person
        ]
    if found.uncontested:
        figures.append((_("Alone or together"), str(found.uncontested)))
    months = Counter(f"{each:%Y-%m}" for each in days)
    telling = _Telling(year, played, found, names, person)
    return Year(
        title=_("%(year)s so far", year=year) if stamp(now()) < until else _("%(year)s in review", year=year),
        whose=names.get(person) if person is not None else None,
        figures=figures,
        lines=[*telling.often(), *telling.games(), *telling.pairs(), *telling.months(months), *telling.yaku()],
    )


def _best(ordered: Sequence[T], rank: Callable[[T], Any]) -> list[T]:
    """Those to be named, the best first: `MAX_NAMED`, and whoever is level with the last of them.

    >>> _best([("a", 3), ("b", 1), ("c", 1), ("d", 1), ("e", 0)], itemgetter(1))
    [('a', 3), ('b', 1), ('c', 1), ('d', 1)]
    """
    return [each for each in ordered if rank(each) >= rank(ordered[:MAX_NAMED][-1])]


@dataclass(frozen=True)
class _Telling:
    """Puts a review into words; reads the few sessions that it names."""

    year: int
    played: Sequence[FinishedSession]
    found: Review
    names: Mapping[int, str]
    person: int | None

    def often(self) -> Iterator[ReviewLine]:
        """What was played most, and who won most."""
        found = self.found
        if found.sessions >= MIN_COMPARED and len(found.games) > 1:
            often = []
            for game, times in _best(found.games, itemgetter(1)):
                name = name_of(*game_and_title(game))
                text = f"{isolated(name)} × {times}"
                often.append(self._figures_of(self.person, text, game=game))
            yield ReviewLine("play", _("Most played"), tuple(often))
        if found.sessions >= MIN_COMPARED and self.person is None and found.won and found.won[0].won:
            first = []
            for each in _best(found.won, lambda each: (each.won, -each.games)):
                name = self.names[each.player]
                text = f"{isolated(name)} {_('%(some)s of %(all)s', some=each.won, all=each.games)}"
                first += [self._figures_of(each.player, text)] if each.won else []
            yield ReviewLine("crown", _("Most wins"), tuple(first))

    def games(self) -> Iterator[ReviewLine]:
        """Single games, and the longest streak."""
        pick = self.found.tightest
        session = self._load(pick.session) if pick else None
        if pick and session and not pick.amount:
            sheet = session.sheet
            level = both(*(sheet.name_of_side(each.seats) for each in sheet.standings if each.place == 1))
            text = translated(say("{names} tied for the lead", names=level))
            yield self._line("lead", _("Tightest game"), text, pick.session)
        elif pick and session and pick.seat in session.sheet.winners:
            lead = story.highlights(session.sheet, pick.seat).lead
            names, won = result_text(session.sheet), len(session.sheet.winners)
            text = ngettext(
                "%(names)s wins, %(gap)s ahead", "%(names)s win, %(gap)s ahead", won, names=names, gap=plain(lead)
            )
            yield self._line("lead", _("Tightest game"), text, pick.session)
        for icon, label, pick, find in (
            ("swing", _("Biggest swing"), self.found.swing, story.swing_of),
            (
                "up",
                _("Comeback of the year"),
                self.found.comeback,
                lambda sheet, seat, _since: story.comeback_of(sheet, seat),
            ),
            ("made", _("Best bid"), self.found.bid, story.best_bid),
        ):
            session = self._load(pick.session) if pick else None
            moment = find(session.sheet, pick.seat, sits_since(session, pick.seat)) if pick and session else None
            if pick and session and moment:
                row = next(number for number, each in enumerate(session.sheet.rows) if each is moment.row)
                yield self._line(icon, label, translated(moment.text), pick.session, row)
        streak = self.found.streak
        if streak:
            text = translated(say("{name} won {n} in a row", name=self.names[streak.player], n=streak.games))
            yield self._line("again", _("Longest streak"), text, streak.last)

    def pairs(self) -> Iterator[ReviewLine]:
        """Partners and rivals, and who is new."""
        partners, rivals, names = self.found.partners, self.found.rivals, self.names
        if partners:
            url = url_for("players.pair", player=partners.one, other=partners.other)
            games = ngettext("%(num)s game", "%(num)s games", partners.games)
            won = _("%(num)s won", num=partners.won)
            two = translated(both(names[partners.one], names[partners.other]))
            yield ReviewLine("people", _("Partners of the year"), ((two, url), (games, None), (won, None)))
        if rivals:
            url = url_for("players.pair", player=rivals.one, other=rivals.other)
            games = ngettext("%(num)s game", "%(num)s games", rivals.games)
            one, other = names[rivals.one], names[rivals.other]
            ahead = f"{isolated(one)} {rivals.won} – {rivals.lost} {isolated(other)}"
            yield ReviewLine("swap", _("Rivals of the year"), ((games, None), (ahead, url)))
        if self.found.new:
            new = tuple(self._figures_of(each, names[each]) for each in self.found.new)
            yield ReviewLine("plus", _("New at the table"), new)

    def months(self, evenings: Mapping[str, int]) -> Iterator[ReviewLine]:
        """How many evenings each month had."""
        player = None if self.person is None else self.names[self.person]
        parts = []
        for month, times in sorted(evenings.items()):
            name = format_skeleton("MMM", datetime.fromisoformat(f"{month}-01"), locale=get_locale())
            text = translated(bare("{label}: {number}", label=name, number=times))
            parts.append((text, url_for("history.evenings", month=month, player=player)))
        if len(parts) > 1:
            yield ReviewLine("evening", _("Evenings by month"), tuple(parts))

    def yaku(self) -> Iterator[ReviewLine]:
        """The yaku that was made most often and by whom, and the rarest one."""
        span = span_of(self.year, zone())
        for slug, game in all_games().items():
            kind = next((each for each in game.sheet.fact_kinds if each.name == YAKU), None)
            if kind:
                yield from self._yaku_of(slug, kind, facts_between(book(), *span, game=slug, fact=YAKU))

    def _yaku_of(self, slug: str, kind: FactKind, counted: Counter[tuple[object, int, str]]) -> Iterator[ReviewLine]:
        times, by_person, where = Counter[Any](), Counter[tuple[object, int]](), {}
        for (value, player, session), often in counted.items():
            if self.person in (None, player):
                times[value] += often
                by_person[value, player] += often
                where[value] = (player, session)
        if sum(times.values()) < MIN_COMPARED:
            return
        (most, often), *others = times.most_common()
        if often >= MIN_COMPARED and (not others or others[0][1] < often):
            name = translated(kind.in_words(most))
            text = f"{isolated(name)} × {often}"
            parts: list[Part] = [(text, None)]
            if self.person is not None:
                parts = [self._figures_of(self.person, text, game=slug)]
            else:
                made = [(player, n) for (value, player), n in by_person.most_common() if value == most]
                parts += [
                    self._figures_of(player, f"{isolated(self.names[player])} {n}", game=slug)
                    for player, n in made[:MAX_NAMED]
                ]
            yield ReviewLine("star", _("Yaku of the year"), tuple(parts))
        rare = [value for value, n in times.items() if n == 1]
        if len(rare) == 1:
            player, at = where[rare[0]]
            found = self._load(at)
            rows = [
                number
                for number, row in enumerate(found.sheet.rows if found else ())
                if any(isinstance(value, tuple) and rare[0] in value for value in row.facts.get(YAKU, ()))
            ]
            if rows:
                text = translated(bare("{yaku} ({who})", yaku=kind.in_words(rare[0]), who=self.names[player]))
                yield self._line("star", _("Rarest yaku"), text, at, rows[0])

    def _figures_of(self, person: int | None, text: str, *, game: str | None = None) -> Part:
        """What leads to the figures of the year, of somebody or of all."""
        season: dict[str, Any] = {"since": f"{self.year:04}-01-01", "until": f"{self.year:04}-12-31"}
        if person is None:
            return text, url_for("statistics.league", game=game, **season)
        return text, url_for("players.show", player=person, game=game, **season)

    def _load(self, session: str) -> Session | None:
        return next(load_readable(book(), [session]), None)

    def _line(self, icon: str, label: str, text: str, session: str, row: int | None = None) -> ReviewLine:
        """A line that leads to a session, or to one of its deals."""
        head = next(each for each in self.played if each.session == session)
        when = format_date(played_on(head.began), "long")
        anchor = None if row is None else f"row-{row}"
        return ReviewLine(
            icon,
            label,
            ((text, None),),
            f"{isolated(name_of(*game_and_title(head.game)))} · {when}",
            url_for("sheets.show", session=session, row=row, _anchor=anchor),
        )
