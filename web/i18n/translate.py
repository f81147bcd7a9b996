"""Translates messages into the reader's language; template filters and globals.

Texts that are put into a translated one are isolated, see `scoring.text.isolated`: here, for the templates and, as
`Isolating`, for what calls `flask_babel` itself.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, cast

from flask import Flask, g, has_app_context
from flask_babel import Domain, get_locale, get_translations
from markupsafe import Markup

from scoring import table
from scoring.errors import Problem
from scoring.game import AnyGame
from scoring.insights import news
from scoring.message import ENGLISH, Marks, Points, Words, bare, both, plain, render, say, signed, together
from scoring.options import Options
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Row
from scoring.table import Table
from scoring.text import beginning, isolated
from web.i18n import timezone
from web.i18n.dictionary_order import in_dictionary_order
from web.identity import visitor

JAPANESE = MappingProxyType(
    {
        "✓": "○",
        "✗": "×",
        "≈": "△",
        ", ": "、",
        ": ": "：",
        "; ": "。",
        " (": "（",
        ")": "）",
        " [": "（",
        "]": "）",
        " & ": "＆",
        " → ": "→",
        ". ": "。",
        ".": "。",
    }
)


@dataclass(frozen=True)
class Reader:
    """The reader's translations and punctuation marks, looked up once a page."""

    texts: Any
    marks: Marks

    def choose(self, one: str, many: str | None, n: int) -> str:
        """The text in the reader's language, see `scoring.message.Choose`."""
        return str(self.texts.ugettext(one) if many is None else self.texts.ungettext(one, many, n))


class Isolating(Domain):
    """The translations, with what is put into them isolated."""

    def gettext(self, string: str, **variables: object) -> str:
        return str(super().gettext(string, **_isolated(variables)))

    def ngettext(self, singular: str, plural: str, num: int, **variables: object) -> str:
        return str(super().ngettext(singular, plural, num, **_isolated(variables)))


LINE_WIDTH = 16
"""Full-width letters in the line above the rows on a small phone."""


def register(app: Flask) -> None:
    """Register the template filters and globals."""
    app.jinja_env.filters.update(
        words=words,
        sentences=sentences,
        signed=signed,
        points=plain,
        initial=initial,
        isolated=isolated,
        seat_numbers=seat_numbers,
        for_players=for_players,
        text_width=text_width,
    )
    app.jinja_env.globals.update(
        bare=bare,
        game_name=game_name,
        language=visitor.language,
        theme=visitor.theme,
        shows_code=visitor.shows_code,
        names=names,
        running=running,
        winners=winners,
        result=result,
        short_names=short_names,
        last_row=news.last_row,
        after_entry=after_entry,
        day_of=timezone.day_of,
        iso_day_of=timezone.iso_day_of,
        minute_of=timezone.minute_of,
        clock_of=timezone.clock_of,
    )
    # As Flask-Babel does, but without looking the locale up at every text.
    app.jinja_env.install_gettext_callables(_gettext, _ngettext, newstyle=False)  # type: ignore[attr-defined]


def words(message: Words | None) -> str:
    """A message in the reader's language."""
    if message is None:
        return ""
    reader = _reader()
    return render(message, choose=reader.choose, marks=reader.marks)


def reasons(problems: Iterable[Problem]) -> str:
    """The messages of problems, joined."""
    return sentences(words(each.message) for each in problems)


def sentences(texts: Iterable[str]) -> str:
    """Join sentences, without spaces in Japanese."""
    return ("" if _reader().marks is JAPANESE else " ").join(filter(None, texts))


def after_entry(sheet: Sheet[Any]) -> str:
    """What the last entry did, or the result of the deal that it finished, with as many news as fit in a line."""
    row = news.last_row(sheet)
    told = [words(message) for message in news.after_entry(sheet)]
    comma = _reader().marks.get(", ", ", ")
    while len(told) > max(1, len(row.told) if row else 1) and text_width(comma.join(told)) > LINE_WIDTH:
        told.pop()
    return comma.join(told)


def text_width(text: str) -> float:
    """The width of a text in full-width letters.

    >>> text_width("3 連続成功")
    5.0
    """
    return sum(1 if unicodedata.east_asian_width(letter) in "FW" else 0.5 for letter in text)


def game_name(game: AnyGame, options: Options | Mapping[str, object] | None = None) -> str:
    """A game's name in the reader's language, or the name that these house rules give it."""
    if game.called:
        given = options.to_json() if isinstance(options, Options) else options or {}
        if name := words(game.called(given)):
            return name
    return game.name_ja if _reader().marks is JAPANESE else game.name


def by_name(games: Iterable[AnyGame]) -> list[AnyGame]:
    """Games in the order of the reader's dictionary."""
    japanese = _reader().marks is JAPANESE
    return sorted(games, key=lambda game: in_dictionary_order((game.kana or game.name_ja) if japanese else game.name))


def names(table: Table, seats: tuple[int, ...]) -> str:
    """The names of the players of one side, joined."""
    return words(together(*(table.players[seat] for seat in seats)))


def winners(sheet: Sheet[Any]) -> str:
    """The names of the sides that won; "" where nobody has."""
    won = [each.seats for each in sheet.standings if each.seats[0] in sheet.winners]
    return words(both(*(names(sheet.table, seats) for seats in won))) if won else ""


def result(sheet: Sheet[Any]) -> str:
    """The winners of a session that is over, or that there are none."""
    return winners(sheet) or words(say("A draw") if sheet.drawn else say("Nobody has won"))


def running(totals: Sequence[Points], row: Row) -> list[Points]:
    """Add a row's points to the totals."""
    return [total + points for total, points in zip(totals, row.points, strict=True)]


def seat_numbers(game: AnyGame) -> str:
    """The numbers of players of a game: "3–7", "4", "4 / 6"."""
    least, most = game.seats[0], game.seats[-1]
    if least == most:
        return str(least)
    if game.seats == tuple(range(least, most + 1)):
        return f"{least}–{most}"
    return " / ".join(str(seats) for seats in game.seats)


def for_players(game: AnyGame) -> str:
    """The numbers of players of a game, as a sentence."""
    return words(table.for_players(game.seats))


def short_names(table: Table) -> list[str]:
    """For each seat the shortest unique beginning of the name, three letters at most.

    >>> short_names(Table(("Anna", "Ben", "Andy")))
    ['Ann', 'B', 'And']
    """
    short: list[str] = []
    for name in table.players:
        others = set(table.players) - {name}
        enough = (n for n in (1, 2) if not any(other.startswith(beginning(name, n)) for other in others))
        short.append(beginning(name, next(enough, 3)))
    return short


def initial(name: str) -> str:
    """A player's initial: the first sign, large if that is one sign too.

    >>> initial("ann"), initial("🇯🇵 Ken"), initial("ßen")
    ('A', '🇯🇵', 'ß')
    """
    sign = beginning(name, 1)
    large = sign.title()
    return large if len(large) == len(sign) else sign


def _gettext(text: str, /, **variables: object) -> Markup:
    return Markup(_reader().choose(text, None, 1)) % _isolated(variables)


def _ngettext(one: str, many: str, num: int, /, **variables: object) -> Markup:
    return Markup(_reader().choose(one, many, num)) % _isolated({"num": num} | variables)


def _isolated(variables: Mapping[str, object]) -> dict[str, object]:
    return {name: isolated(value) if isinstance(value, str) else value for name, value in variables.items()}


def _reader() -> Reader:
    if not has_app_context():
        return Reader(get_translations(), ENGLISH)
    reader = g.get("reader")
    if reader is None:
        japanese = str(get_locale()) == "ja"
        g.reader = reader = Reader(get_translations(), JAPANESE if japanese else ENGLISH)
    return cast(Reader, reader)
