"""Turns messages into the reader's language, and gives the templates their words."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Flask
from flask_babel import get_locale, get_translations

from scoring.game import AnyGame
from scoring.message import Message, Points, Words, plain, render, signed
from scoring.table import Table
from scoring.values import Row
from web import visitor


def register(app: Flask) -> None:
    """Filters and globals for the templates."""
    app.jinja_env.filters.update(words=words, signed=signed, points=plain, initial=initial, seat_numbers=seat_numbers)
    app.jinja_env.globals.update(
        game_name=game_name, language=visitor.language, theme=visitor.theme, names=names, running=running
    )


def words(message: Words | None) -> str:
    """A message in the reader's language."""
    if message is None:
        return ""
    return render(message, choose=_choose, comma="、" if str(get_locale()) == "ja" else ", ")


def game_name(game: AnyGame) -> str:
    """A game's name in the reader's language."""
    return game.kanji if str(get_locale()) == "ja" else game.name


def names(table: Table, seats: tuple[int, ...]) -> str:
    """The players in these seats, as one would say them."""
    return words(Message("{names}", (("names", tuple(table.players[seat] for seat in seats)),)))


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


def initial(name: str) -> str:
    """The letter that stands for a player."""
    return name[:1].upper()


def _choose(one: str, many: str | None, n: int) -> str:
    translations = get_translations()
    if many is None:
        return str(translations.ugettext(one))
    return str(translations.ungettext(one, many, n))
