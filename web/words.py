"""Turns messages into the reader's language, and gives the templates their words."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from flask import Flask
from flask_babel import get_locale, get_translations

from scoring import table
from scoring.game import AnyGame
from scoring.message import ENGLISH, Points, Words, bare, listed, plain, render, signed, together
from scoring.sheet import Sheet
from scoring.table import Table
from scoring.values import Row
from web import visitor

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


def register(app: Flask) -> None:
    """Filters and globals for the templates."""
    app.jinja_env.filters.update(
        words=words, signed=signed, points=plain, initial=initial, seat_numbers=seat_numbers, for_players=for_players
    )
    app.jinja_env.globals.update(
        bare=bare,
        game_name=game_name,
        language=visitor.language,
        theme=visitor.theme,
        names=names,
        running=running,
        winners=winners,
    )


def words(message: Words | None) -> str:
    """A message in the reader's language."""
    if message is None:
        return ""
    return render(message, choose=_choose, marks=JAPANESE if str(get_locale()) == "ja" else ENGLISH)


def game_name(game: AnyGame) -> str:
    """A game's name in the reader's language."""
    return game.kanji if str(get_locale()) == "ja" else game.name


def names(table: Table, seats: tuple[int, ...]) -> str:
    """The players of one side, as one would say them."""
    return words(together(*(table.players[seat] for seat in seats)))


def winners(sheet: Sheet[Any]) -> str:
    """The sides that won."""
    return words(listed(*(names(sheet.table, each.seats) for each in sheet.standings if each.place == 1)))


def running(totals: Sequence[Points], row: Row) -> list[Points]:
    """The totals after a row, from those before it."""
    return [total + points for total, points in zip(totals, row.points, strict=True)]


def seat_numbers(game: AnyGame) -> str:
    """For how many players a game is: "3–7", "4", "4 / 6"."""
    least, most = game.seats[0], game.seats[-1]
    if least == most:
        return str(least)
    if game.seats == tuple(range(least, most + 1)):
        return f"{least}–{most}"
    return " / ".join(str(seats) for seats in game.seats)


def for_players(game: AnyGame) -> str:
    """For how many players a game is, as a sentence."""
    return words(table.for_players(game.seats))


def initial(name: str) -> str:
    """The letter that stands for a player."""
    return name[:1].upper()


def _choose(one: str, many: str | None, n: int) -> str:
    translations = get_translations()
    if many is None:
        return str(translations.ugettext(one))
    return str(translations.ungettext(one, many, n))
