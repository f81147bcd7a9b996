"""A picture of a Koi-Koi year: the months with the winning cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flask import abort, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date

from record.session import Session
from scoring.decks.hanafuda import Card
from scoring.games.koi_koi.sheet import KoiKoiSheet
from scoring.games.koi_koi.year import MonthWon, year
from web.i18n.timezone import there, zone
from web.identity.current import load
from web.reports.svg import flower_cards, picture
from web.request.page import Pages
from web.sheet.colours import INKS

FEW, ROW = 4, 8
"""Cards drawn large at most; cards in a row."""
FIELD, LARGE, SMALL, NEXT_ROW = 244, 76, 56, 62
"""Widths of a month's field and of its cards; distance between rows."""
HIGH = 132 / 84
TOP, LINE, GAP = 84, 25, 18
"""Top of a month's cards, line height of its text, gap between them and between months."""
WORDS = 3
"""Lines of text at most."""
LEAST = 260
"""The minimum height of a month."""

pages = Pages("year", __name__, url_prefix="/s", readers="watcher", of_session=True)


@pages.get("/<session>/year")
def show(session: str) -> ResponseReturnValue:
    """The page with the picture, and the months in words."""
    found, months = _year(session)
    return render_template(
        "games/koi-koi/year.html", session=found, sheet=found.sheet, months=months, height=_height(months)
    )


@pages.get("/<session>/year.svg")
def drawn(session: str) -> ResponseReturnValue:
    """The picture."""
    found, months = _year(session)
    date = format_date(there(found.created_at, zone()).date(), "long")
    return picture(
        "year.svg",
        session=found,
        sheet=found.sheet,
        months=months,
        date=date,
        laid=laid,
        high=HIGH,
        height=_height(months),
        month=_month(months),
        gap=GAP,
        top=TOP,
        line=LINE,
        lines=WORDS,
        flower_cards=flower_cards(),
        inks=INKS,
    )


def laid(cards: Sequence[Card]) -> Iterator[tuple[str, float, float, float]]:
    """Position and width of each card in its month's field; many are small and overlap.

    A card is `HIGH` times as high as wide.
    """
    rows = -(-len(cards) // ROW)
    wide = LARGE if len(cards) <= FEW else SMALL
    for row in range(rows):
        start, end = len(cards) * row // rows, len(cards) * (row + 1) // rows
        step = min(wide + 6, (FIELD - wide) / max(1, end - start - 1))
        for place, card in enumerate(cards[start:end]):
            yield card.code, round(place * step, 1), row * NEXT_ROW, wide


def _month(months: Sequence[MonthWon]) -> int:
    """The height of every month, that of the tallest."""
    return max(LEAST, *(_needed(each) for each in months))


def _needed(month: MonthWon) -> int:
    cards = max((y + wide * HIGH for _, _, y, wide in laid(month.cards)), default=0)
    return round(TOP + cards + GAP + LINE * min(len(month.told), WORDS))


def _height(months: Sequence[MonthWon]) -> int:
    """The height of the picture, with four months in a line."""
    return 240 + (_month(months) + GAP) * -(-len(months) // 4)


@pages.app_template_global()
def year_of(session: Session) -> str | None:
    """The URL of a session's year; None where there is none."""
    sheet = session.sheet
    return url_for("year.show", session=session.id) if isinstance(sheet, KoiKoiSheet) and sheet.deals else None


def _year(session: str) -> tuple[Session, list[MonthWon]]:
    found = load(session)
    if not isinstance(found.sheet, KoiKoiSheet) or not found.sheet.deals:
        abort(404)
    return found, list(year(found.sheet, found.entries))
