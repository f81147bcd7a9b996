"""Reads from the query which games count for the figures of a page, and tells it: a period, a game, a kind of game.

The query has `period` (`PERIODS`), for a season `since` and `until` as dates in the reader's time zone, `game` as slug
or "slug:name of a game on the pad", and `kind`. `month` (2026-05) is the season of its days.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta, tzinfo
from functools import lru_cache

from flask import request
from flask_babel import format_date
from flask_babel import gettext as _

from record.log import stamp
from scoring.catalogue import all_games
from scoring.message import Words
from scoring.text import same_name
from store.book import Book
from store.sessions.evenings import since_last_evenings
from store.stats.ratings import PlayerRating
from store.stats.selection import EVERYTHING, PlayedGame, Selection, played_games
from web.i18n.games import game_name
from web.i18n.timezone import zone
from web.i18n.translate import words
from web.identity.current import now

PERIODS = ("all", "year", "season", "evenings")
EVENINGS = 10
"""How many are meant by the last evenings."""
MAX_TYPED = 100
MAX_CACHED_KINDS = 1_000
YEARS = range(1900, 9999)
"""The years of which a day may be; the first and last ones have days that no other zone has."""


@dataclass(frozen=True)
class Part:
    """One chosen filter: what it says, and the query without it."""

    text: str
    rest: Mapping[str, str]


@dataclass(frozen=True)
class Filter:
    """What was asked for, as typed, and the selection that it comes to.

    `problems` has a sentence for each field of the query that cannot be understood; what it asks for is left out.
    """

    selection: Selection = EVERYTHING
    period: str = "all"
    since: str = ""
    until: str = ""
    games: Sequence[PlayedGame] = ()
    evenings: int = EVENINGS
    problems: Mapping[str, str] = field(default_factory=dict)

    @property
    def status(self) -> int:
        """The HTTP status of the page."""
        return 422 if self.problems else 200

    @property
    def query(self) -> dict[str, str]:
        """The filter as arguments of `url_for`, for links to other pages."""
        chosen = self.selection
        return _given(
            period=self.period if self.period != "all" else "",
            since=self.since,
            until=self.until,
            game=value_of(chosen.game, chosen.title),
            kind=chosen.kind,
        )

    def but(self, **changed: str) -> dict[str, str]:
        """The arguments with some of them changed; "" takes one away. A kind belongs to its game, dates to a season."""
        query = self.query
        if "game" in changed:
            query.pop("kind", None)
        if "period" in changed:
            query = {name: value for name, value in query.items() if name not in ("since", "until")}
        return _given(**query | changed)

    def kinds_of(self, game: str, title: str) -> Sequence[str]:
        """The kinds of a game that were played, the most played first."""
        return next((each.kinds for each in self.games if (each.game, each.title) == (game, title)), ())

    @property
    def kinds(self) -> Sequence[str]:
        """The kinds of the chosen game, the one that is chosen among them."""
        found = self.kinds_of(self.selection.game, self.selection.title)
        return found if self.selection.kind in ("", *found) else (*found, self.selection.kind)

    @property
    def parts(self) -> list[Part]:
        """What is chosen, each with the way to take it away."""
        found = []
        if self.period != "all":
            found.append(Part(self.period_name, self.but(period="")))
        if self.selection.game:
            found.append(Part(self._name(self.selection.game, self.selection.title), self.but(game="")))
        if self.selection.kind:
            found.append(Part(self.kind_name(self.selection.kind), self.but(kind="")))
        return found

    @property
    def period_name(self) -> str:
        if self.period == "year":
            return str(_("This year"))
        if self.period == "evenings":
            return str(_("Last %(num)s evenings", num=self.evenings))
        first, last = (_day_or_none(each) for each in (self.since, self.until))
        if first and last:
            return f"{_told(first)} – {_told(last)}"
        if first:
            return str(_("since %(date)s", date=_told(first)))
        return str(_("until %(date)s", date=_told(last)) if last else _("All time"))

    @property
    def game_choices(self) -> list[tuple[str, str]]:
        """The games on offer with their names; the chosen one too where nobody played it."""
        offered = {value_of(each.game, each.title): self._name(each.game, each.title) for each in self.games}
        if self.selection.game:
            chosen = value_of(self.selection.game, self.selection.title)
            offered.setdefault(chosen, self._name(self.selection.game, self.selection.title))
        return [*offered.items()]

    @property
    def title(self) -> str | None:
        """The title of the chosen game, "" where the games are meant that nobody named; None where none has one."""
        return self.selection.title or ("" if self._has_titles(self.selection.game) else None)

    def _name(self, game: str, title: str) -> str:
        name = name_of(game, title)
        return name if title or not self._has_titles(game) else str(_("%(game)s, unnamed", game=name))

    def _has_titles(self, game: str) -> bool:
        return any(each.title for each in self.games if each.game == game)

    @property
    def kind_choices(self) -> list[tuple[str, str]]:
        return [(each, self.kind_name(each)) for each in self.kinds]

    def kind_name(self, kind: str) -> str:
        return name_of_kind(self.selection.game, kind, among=self.kinds)


def asked_filter(book: Book, *, player: int | None = None) -> Filter:
    """The filter that the query asks for; offered is what was played, by a player or by anybody."""
    place = zone()
    asked = {name: typed(name) for name in ("period", "since", "until", "game", "kind")}
    if month := typed("month"):
        asked |= {"period": "season"} | _days_of(month)
    period = asked["period"] if asked["period"] in PERIODS else "season" if asked["since"] or asked["until"] else "all"
    problems: dict[str, str] = {}
    selection = EVERYTHING
    if period == "year":
        selection = replace(selection, since=_moment(date(now().astimezone(place).year, 1, 1), place))
    elif period == "evenings":
        selection = replace(selection, since=since_last_evenings(book, EVENINGS) or "")
    elif period == "season":
        selection, problems = _season(asked["since"], asked["until"], place)
    game, title = game_and_title(asked["game"])
    games = played_games(book, player)
    game, title = as_written(games, game, title)
    selection = replace(selection, game=game, title=title, kind=asked["kind"] if game else "")
    season = period == "season"
    return Filter(
        selection=selection,
        period="all" if season and not problems and not selection.has_period else period,
        since=asked["since"] if season else "",
        until=asked["until"] if season else "",
        games=games,
        problems=problems,
    )


def game_and_title(value: str) -> tuple[str, str]:
    """A game in the query as its slug and title.

    >>> game_and_title("score-pad:Spite: Malice"), game_and_title("oh-hell")
    (('score-pad', 'Spite: Malice'), ('oh-hell', ''))
    """
    game, _colon, title = value.partition(":")
    return game, title


def as_written(games: Iterable[PlayedGame | PlayerRating], game: str, title: str) -> tuple[str, str]:
    """A game whose title somebody else may have typed with other capitals, as it is written among those played."""
    wanted = (game, same_name(title))
    return next(
        ((each.game, each.title) for each in games if (each.game, same_name(each.title)) == wanted), (game, title)
    )


def value_of(game: str, title: str) -> str:
    """A game in the query."""
    return f"{game}:{title}" if title else game


def name_of(game: str, title: str) -> str:
    """The name of a game in the reader's language; of one on the pad the name that it was given."""
    known = all_games().get(game)
    return title or (game_name(known) if known else game)


def name_of_kind(game: str, kind: str, *, among: Iterable[str]) -> str:
    """A kind of a game in the reader's language, as far as it differs from the others."""
    return words(_kind_in_words(game, kind, tuple(among)))


@lru_cache(maxsize=MAX_CACHED_KINDS)
def _kind_in_words(game: str, kind: str, among: tuple[str, ...]) -> Words:
    known = all_games().get(game)
    return known.options.name_of_kind(kind, among=among) if known else kind


def _season(since: str, until: str, place: tzinfo) -> tuple[Selection, dict[str, str]]:
    """The selection of a season, from its first to its last day, and what is wrong with them."""
    problems = {
        name: _("This is not a date: type it as 2026-05-31.")
        for name, text in (("since", since), ("until", until))
        if text and _day_or_none(text) is None
    }
    first, last = _day_or_none(since), _day_or_none(until)
    if first and last and last < first:
        problems["until"] = _("The last day is before the first.")
        last = None
    return Selection(
        since=_moment(first, place) if first else "",
        until=_moment(last + timedelta(days=1), place) if last else "",
    ), problems


def _days_of(month: str) -> dict[str, str]:
    """The first and the last day of a month; what is none is left for the field to refuse.

    >>> _days_of("2026-02")
    {'since': '2026-02-01', 'until': '2026-02-28'}
    """
    first = _day_or_none(f"{month}-01")
    if first is None:
        return {"since": month, "until": ""}
    return {"since": f"{first}", "until": f"{first.replace(day=monthrange(first.year, first.month)[1])}"}


def _moment(day: date, place: tzinfo) -> str:
    """When a day begins, as a time of the record.

    >>> from zoneinfo import ZoneInfo
    >>> _moment(date(2026, 5, 1), ZoneInfo("Asia/Tokyo"))
    '2026-04-30T15:00:00Z'
    """
    return stamp(datetime.combine(day, time(), place))


def _day_or_none(text: str) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.year in YEARS else None


def _told(day: date) -> str:
    return str(format_date(day, "medium"))


def typed(name: str) -> str:
    """A typed filter, without characters that no name or note can have."""
    return "".join(filter(str.isprintable, request.args.get(name, ""))).strip()[:MAX_TYPED]


def _given(**typed: str) -> dict[str, str]:
    return {name: value for name, value in typed.items() if value}
