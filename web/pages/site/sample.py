"""A sample game to look at for who has none yet: read-only, and in no record."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache
from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import get_locale

from record.log import Action, stamp
from record.session import Session, new_session
from web.request.page import Pages
from web.sheet.chart import chart_of
from web.sheet.scorecard import course_of

pages = Pages("sample", __name__, readers="anyone")

NAMES = {"en": ("Olivia", "Noah", "Maya", "Leo"), "ja": ("あや", "けんじ", "みほ", "たくや")}
DEALER, OPTIONS = 3, {"format": "short-valley"}
BEGAN = datetime.fromisoformat("2026-11-21T11:00:00Z")
STEP = timedelta(seconds=150)
EXAMPLE_DEALS = 3
# Of each deal the bids, the tricks and the trumps.
DEALS = """
    0302 1302 hearts
    1030 2030 diamonds
    1020 1021 hearts
    1030 1020 clubs
    1111 0101 hearts
    1010 0010 diamonds
    0010 0020 hearts
    0110 1011 hearts
    0113 0013 spades
    0213 0212 hearts
    1213 1113 diamonds
"""


@pages.get("/sample")
def show() -> ResponseReturnValue:
    """The sample as it stands at its end; `row` opens the working of a deal."""
    game = sample_game(str(get_locale()))
    row = request.args.get("row", type=int)
    return render_template(
        "site/sample.html",
        session=game,
        sheet=game.sheet,
        chart=chart_of(game.sheet),
        course=course_of(game),
        opened=row if row in range(len(game.sheet.rows)) else None,
        look=None,
        is_keeper=lambda: False,
    )


def example() -> Session:
    """Its first deals."""
    return sample_game(str(get_locale())).at(2 * EXAMPLE_DEALS)


@cache
def sample_game(language: str) -> Session:
    """The whole game, with names of a language."""
    names = NAMES.get(language, NAMES["en"])
    head = {"game": "oh-hell", "players": list(names), "dealer": DEALER, "options": OPTIONS}
    actions = (
        Action(position, "enter", entry, stamp(BEGAN + (position + 1) * STEP), "")
        for position, entry in enumerate(entries())
    )
    return new_session(id="sample", created_at=stamp(BEGAN), head=head).after(*actions)


def entries() -> list[dict[str, Any]]:
    """All its entries."""
    made: list[dict[str, Any]] = []
    for bids, tricks, trump in (line.split() for line in DEALS.strip().splitlines()):
        made.append({"step": "bids", "bids": [*map(int, bids)], "trump": trump})
        made.append({"step": "tricks", "tricks": [*map(int, tricks)]})
    return made
