"""The filter of a page: reads from the query which games count, and writes it into links.

The query has `period` (`PERIODS`), for a season `since` and `until` as dates in the reader's time zone, `game` as slug
or "slug:name of a game on the pad", and `kind`. `month` (2026-05) is the season of its days.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import ClassVar

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
from store.stats.selection import PlayedGame, Selection, played_games
from web.i18n.games import game_name
from web.i18n.timezone import zone
from web.i18n.translate import words
from web.request import now

PERIODS = ("all", "year", "season", "evenings")
EVENINGS = 10
"""How many are meant by the last evenings."""
MAX_TYPED = 100
MAX_CACHED_KINDS = 1_000
YEARS = range(1900, 9999)
"""The years of which a day may be; the first and last ones have days that no other zone has."""


@dataclass(frozen=True)
class Filter:
    """What was asked for, as typed, and the selection that it comes to.

    `games` are on offer. `problems` has a sentence for each field of the query that cannot be understood; what it asks
    for is left out.
    """

    selection: Selection
    period: str
    since: str
    until: str
    games: Sequence[PlayedGame]
    problems: Mapping[str, str]
    last_evenings: ClassVar[int] = EVENINGS

    @property
    def status(self) -> int:
        """The HTTP status of the page."""
        return 422 if self.problems else 200

    def query(self, **changed: str) -> dict[str, str]:
        """The arguments of `url_for`, some of them `changed`; "" takes one away.

        A kind belongs to its game, dates to a season.
        """
        chosen = self.selection
        query = {
            "period": self.period if self.period != "all" else "",
            "since": self.since,
            "until": self.until,
            "game": value_of(chosen.game, chosen.title),
            "kind": chosen.kind,
        }
        belongs_to = {"kind": "game", "since": "period", "until": "period"}
        kept = {name: value for name, value in query.items() if value and belongs_to.get(name) not in changed}
        return {name: value for name, value in (kept | changed).items() if value}

    def kinds_of(self, game: str, title: str) -> dict[str, str]:
        """The kinds of a game that were played with their names, the most played first; the chosen one among them."""
        found = next((each.kinds for each in self.games if (each.game, each.title) == (game, title)), ())
        chosen = self.selection.kind if (game, title) == (self.selection.game, self.selection.title) else ""
        among = found if chosen in ("", *found) else (*found, chosen)
        return {kind: words(_kind_in_words(game, kind, among)) for kind in among}

    @property
    def kinds(self) -> dict[str, str]:
        """The kinds of the chosen game with their names."""
        return self.kinds_of(self.selection.game, self.selection.title)

    @property
    def parts(self) -> list[tuple[str, dict[str, str]]]:
        """What is chosen in words, each with the query without it."""
        chosen = self.selection
        found = [(self._period_in_words(), self.query(period=""))] if self.period != "all" else []
        if chosen.game:
            found.append((self.name_of(chosen.game, chosen.title), self.query(game="")))
        if chosen.kind:
            found.append((self.kinds[chosen.kind], self.query(kind="")))
        return found

    def _period_in_words(self) -> str:
        if self.period == "year":
            return str(_("This year"))
        if self.period == "evenings":
            return str(_("Last %(num)s evenings", num=self.last_evenings))
        first, last = (
            str(format_date(day, "medium")) if (day := _day_or_none(each)) else "" for each in (self.since, self.until)
        )
        if first and last:
            return f"{first} – {last}"
        if first:
            return str(_("since %(date)s", date=first))
        return str(_("until %(date)s", date=last) if last else _("All time"))

    @property
    def game_choices(self) -> dict[str, str]:
        """The games on offer with their names; the chosen one too where nobody played it."""
        offered = [(each.game, each.title) for each in self.games]
        chosen = (self.selection.game, self.selection.title)
        return {value_of(*each): self.name_of(*each) for each in (*offered, *([chosen] if chosen[0] else ()))}

    @property
    def title(self) -> str | None:
        """The title of the chosen game, "" where the games are meant that nobody named; None where none has one."""
        return self.selection.title or ("" if self._has_titles(self.selection.game) else None)

    def name_of(self, game: str, title: str) -> str:
        """The name of a game on offer, told apart from those of the same game that have titles."""
        name = name_of(game, title)
        return name if title or not self._has_titles(game) else str(_("%(game)s, unnamed", game=name))

    def _has_titles(self, game: str) -> bool:
        return any(each.title for each in self.games if each.game == game)


def asked_filter(book: Book, *, player: int | None = None) -> Filter:
    """The filter that the query asks for; offered is what was played, by a player or by anybody."""
    place = zone()
    asked = {name: typed(name) for name in ("period", "since", "until", "game", "kind")}
    if month := typed("month"):
        # What is no month is left for the field to refuse.
        since, until = map(str, _days_of(month) or (month, ""))
        asked |= {"period": "season", "since": since, "until": until}
    period = asked["period"] if asked["period"] in PERIODS else "season" if asked["since"] or asked["until"] else "all"
    since, until = (asked["since"], asked["until"]) if period == "season" else ("", "")
    first, last = _day_or_none(since), _day_or_none(until)
    problems = {
        name: _("This is not a date: type it as 2026-05-31.")
        for name, text, day in (("since", since, first), ("until", until, last))
        if text and day is None
    }
    if first and last and last < first:
        problems["until"] = _("The last day is before the first.")
        last = None
    if period == "season" and not (first or last or problems):
        period = "all"
    if period == "year":
        first = date(now().astimezone(place).year, 1, 1)
    games = played_games(book, player)
    game, title = as_written(games, *game_and_title(asked["game"]))
    selection = Selection(
        since=_moment(first, place) if first else "",
        until=_moment(last + timedelta(days=1), place) if last else "",
        game=game,
        title=title,
        kind=asked["kind"] if game else "",
    )
    if period == "evenings":
        selection = replace(selection, since=since_last_evenings(book, EVENINGS) or "")
    return Filter(selection, period, since, until, games, problems)


def typed(name: str) -> str:
    """A typed filter, without characters that no name or note can have."""
    return "".join(filter(str.isprintable, request.args.get(name, ""))).strip()[:MAX_TYPED]


def game_and_title(value: str) -> tuple[str, str]:
    """A game in the query as its slug and title.

    >>> game_and_title("score-pad:Spite: Malice"), game_and_title("oh-hell")
    (('score-pad', 'Spite: Malice'), ('oh-hell', ''))
    """
    game, _colon, title = value.partition(":")
    return game, title


def value_of(game: str, title: str) -> str:
    """A game in the query."""
    return f"{game}:{title}" if title else game


def as_written(games: Iterable[PlayedGame | PlayerRating], game: str, title: str) -> tuple[str, str]:
    """A game whose title somebody else may have typed with other capitals, as it is written among those played."""
    wanted = (game, same_name(title))
    return next(
        ((each.game, each.title) for each in games if (each.game, same_name(each.title)) == wanted), (game, title)
    )


def name_of(game: str, title: str) -> str:
    """The name of a game in the reader's language; of one on the pad the name that it was given."""
    known = all_games().get(game)
    return title or (game_name(known) if known else game)


@lru_cache(maxsize=MAX_CACHED_KINDS)
def _kind_in_words(game: str, kind: str, among: tuple[str, ...]) -> Words:
    """A kind of a game, as far as it differs from the others."""
    known = all_games().get(game)
    return known.options.name_of_kind(kind, among=among) if known else kind


def moments_of(month: str, place: tzinfo) -> tuple[str, str]:
    """The first and last timestamp of a local month; for an invalid one two that match no session.

    >>> from zoneinfo import ZoneInfo
    >>> moments_of("2026-11", ZoneInfo("Asia/Tokyo")), moments_of("November", ZoneInfo("Asia/Tokyo"))
    (('2026-10-31T15:00:00Z', '2026-11-30T14:59:59Z'), ('', ''))
    """
    days = _days_of(month)
    if days is None:
        return "", ""
    return _moment(days[0], place), stamp(datetime.combine(days[1], time(23, 59, 59), place))


def _days_of(month: str) -> tuple[date, date] | None:
    """The first and the last day of a month, whose number may have one digit; None where it is none.

    >>> [[f"{day}" for day in _days_of(month) or ()] for month in ("2026-02", "2026-2", "2026-")]
    [['2026-02-01', '2026-02-28'], ['2026-02-01', '2026-02-28'], []]
    """
    first = _day_or_none(f"{month[:5]}{month[5:]:0>2}-01")
    return (first, first.replace(day=monthrange(first.year, first.month)[1])) if first else None


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
