"""Filters: which games are listed or count, as the queries of pages and of the API have them.

Both have `since`, `until`, `game`, `title`, `kind`, `player`, `text` and `month` (2026-05). The API's are read as
`SEARCH` and `SELECTED` declare them, and what is wrong is refused. A page takes what it can: it has a game with its
title in one, "slug:name of a game on the pad", dates in the reader's time zone, which are those of a season, and as
`period` one of `PERIODS`. A month is the season of its days.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Any, ClassVar

from flask import request
from flask_babel import format_date
from flask_babel import gettext as _

from record.evenings import morning_of
from record.log import stamp
from scoring import validation
from scoring.catalogue import all_games
from scoring.errors import refused
from scoring.message import Words, either, say
from scoring.text import same_name
from scoring.validation import Member, described
from store.book import Book
from store.sessions.evenings import since_last_evenings
from store.sessions.search import SessionQuery
from store.stats.ratings import PlayerRating
from store.stats.selection import PlayedGame, Selection, played_games
from web.i18n.games import name_of_slug
from web.i18n.timezone import played_on, zone
from web.i18n.translate import translated
from web.request import now

PERIODS = ("all", "year", "season", "evenings")
MAX_LENGTH = 100
"""Characters of a filter: a page cuts longer ones, the API refuses them."""
MAX_CACHED_KINDS = 1_000
YEARS = range(1900, 9999)
"""The years of which a day may be; the first and last ones have days that no other zone has."""
DAY = r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
TIME = r"T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,6})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"

TEXT = validation.text(MAX_LENGTH)
MOMENT = validation.matching(
    f"^({DAY}({TIME})?)?$", say("of the form {form}", form=either("2026-05-01", "2026-05-01T20:00:00Z"))
)
MONTH = validation.matching("^([0-9]{4}-(0[1-9]|1[0-2]))?$", say("of the form {form}", form="2026-11"))
PERIOD: Mapping[str, Member] = {
    "since": described(MOMENT, "only those that began then or later: a day (2026-05-01, in UTC) or a time"),
    "until": described(MOMENT, "only those that began before: a day or a time"),
}
GAME: Mapping[str, Member] = {
    "game": described(TEXT, "the slug of a game"),
    "title": described(TEXT, "with `game=score-pad`: the game of this name; left out, those without one"),
}
SEARCH: Mapping[str, Member] = {
    **GAME,
    "title": described(TEXT, "with `game=score-pad`: only games of this name"),
    "player": described(TEXT, "a name"),
}
"""In lists."""
SELECTED: Mapping[str, Member] = {
    **PERIOD,
    **GAME,
    "kind": described(TEXT, "with `game`: a kind of it, so that all totals can be compared"),
}
"""In statistics."""


def search(query: Mapping[str, Any], zone: tzinfo) -> SessionQuery:
    """The filters of a list of sessions; a month is one of this time zone."""
    month = query.get("month")
    return {
        "game": query.get("game"),
        "title": query.get("title") or None,
        "player": query.get("player"),
        "text": query.get("text"),
        "began": span_of_month(month, zone) if month else None,
    }


def selection(query: Mapping[str, Any]) -> Selection:
    """The selection by `SELECTED`; raises EntryError for a time that does not exist, a title or kind without a game."""
    expect_game(query)
    names = ("game", "title", "kind")
    times = {name: moment(query, name) for name in PERIOD}
    return Selection(**times, **{name: query.get(name, "") for name in names})


def expect_game(query: Mapping[str, Any]) -> None:
    """Raise EntryError for a title or a kind that was sent without the game to which it belongs."""
    for name in ("title", "kind"):
        if query.get(name) and not query.get("game"):
            missing = say("“{field}” is missing: it must be {kind}.", field="game", kind=TEXT.expected)
            raise refused(name, missing)


def moment(query: Mapping[str, Any], name: str) -> str:
    """A time in the record's format, "" where none was sent; raises EntryError for one that does not exist."""
    if not query.get(name):
        return ""
    try:
        at = datetime.fromisoformat(query[name])
        return stamp(at if at.tzinfo else at.replace(tzinfo=UTC))
    except (ValueError, OverflowError) as error:
        raise refused(name, say("“{typed}” is not a date.", typed=query[name])) from error


@dataclass(frozen=True)
class Filter:
    """The filter of a page: what was typed, and the selection that it comes to.

    `games` are on offer. `problems` has a sentence for each field of the query that cannot be understood; what it asks
    for is left out.
    """

    selection: Selection
    period: str
    since: str
    until: str
    games: Sequence[PlayedGame]
    problems: Mapping[str, str]
    last_evenings: ClassVar[int] = 10
    """How many are meant by the last evenings."""

    @property
    def status(self) -> int:
        """The HTTP status of the page."""
        return 422 if self.problems else 200

    def query(self, **changed: str) -> dict[str, Any]:
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
        return {kind: translated(kind_in_words(game, kind, among)) for kind in among}

    @property
    def kinds(self) -> dict[str, str]:
        """The kinds of the chosen game with their names."""
        return self.kinds_of(self.selection.game, self.selection.title)

    @property
    def parts(self) -> list[tuple[str, dict[str, Any]]]:
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


def page_filter(book: Book, *, player: int | None = None) -> Filter:
    """The filter that the query asks for; offered is what was played, by a player or by anybody."""
    here = zone()
    query = {name: typed(name) for name in ("period", "since", "until", "game", "kind")}
    if month := typed("month"):
        # What is no month is left for the field to refuse.
        since, until = map(str, _days_of(month) or (month, ""))
        query |= {"period": "season", "since": since, "until": until}
    period = query["period"] if query["period"] in PERIODS else "season" if query["since"] or query["until"] else "all"
    since, until = (query["since"], query["until"]) if period == "season" else ("", "")
    first, last = _day_or_none(since), _day_or_none(until)
    problems = {
        name: translated(say("“{typed}” is not a date.", typed=text))
        for name, text, day in (("since", since, first), ("until", until, last))
        if text and day is None
    }
    if first and last and last < first:
        problems["until"] = _("The last day is before the first.")
        last = None
    if period == "season" and not (first or last or problems):
        period = "all"
    if period == "year":
        first = date(played_on(stamp(now())).year, 1, 1)
    games = played_games(book, player)
    game, title = as_written(games, *game_and_title(query["game"]))
    begins = (since_last_evenings(book, Filter.last_evenings) if period == "evenings" else None) or ""
    chosen = Selection(
        since=stamp(morning_of(first, here)) if first else begins,
        until=stamp(morning_of(last + timedelta(days=1), here)) if last else "",
        game=game,
        title=title,
        kind=query["kind"] if game else "",
    )
    return Filter(chosen, period, since, until, games, problems)


def typed(name: str) -> str:
    """A typed filter, without characters that no name or note can have."""
    return "".join(filter(str.isprintable, request.args.get(name, ""))).strip()[:MAX_LENGTH]


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
    return title or name_of_slug(game)


@lru_cache(maxsize=MAX_CACHED_KINDS)
def kind_in_words(game: str, kind: str, among: tuple[str, ...]) -> Words:
    """A kind of a game, as far as it differs from the others."""
    known = all_games().get(game)
    return known.options.name_of_kind(kind, among=among) if known else kind


def span_of_month(month: str, zone: tzinfo) -> tuple[str, str]:
    """The first and last timestamp that belong to a local month; for an invalid one two that match no session.

    >>> from zoneinfo import ZoneInfo
    >>> span_of_month("2026-11", ZoneInfo("Asia/Tokyo")), span_of_month("November", ZoneInfo("Asia/Tokyo"))
    (('2026-10-31T21:00:00Z', '2026-11-30T20:59:59Z'), ('', ''))
    """
    days = _days_of(month)
    if days is None:
        return "", ""
    first, next_first = (morning_of(day, zone) for day in (days[0], days[1] + timedelta(days=1)))
    return stamp(first), stamp(next_first - timedelta(seconds=1))


def _days_of(month: str) -> tuple[date, date] | None:
    """The first and the last day of a month, whose number may have one digit; None where it is none.

    >>> [[f"{day}" for day in _days_of(month) or ()] for month in ("2026-02", "2026-2", "2026-")]
    [['2026-02-01', '2026-02-28'], ['2026-02-01', '2026-02-28'], []]
    """
    first = _day_or_none(f"{month[:5]}{month[5:]:0>2}-01")
    return (first, first.replace(day=monthrange(first.year, first.month)[1])) if first else None


def _day_or_none(text: str) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.year in YEARS else None
