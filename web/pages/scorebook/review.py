"""Pages of a year in review, of a scorebook and of a player, each with a picture to share."""

from __future__ import annotations

from flask import render_template
from flask.typing import ResponseReturnValue

from store.errors import NoSuchPlayerError
from web.i18n.timezone import there, zone
from web.identity.current import book, now, now_stamp
from web.reports.review import Line, Year, year_of, years_of
from web.reports.svg import picture, wrapped
from web.request.page import Pages

pages = Pages("review", __name__, url_prefix="/review", readers="watcher")

TOP, GAP, LINE = 330, 56, 46
"""In the picture: where the first line begins, the height of a label with its distance, and of a line of text."""
LETTERS = 29
"""The full-width letters of a line in the picture."""
# The largest integer of the database.
PLAYER = "of/<int(max=2147483647):player>"
YEAR = "<int(min=1970,max=9998):year>"


@pages.get("", defaults={"year": None, "player": None})
@pages.get(f"/{PLAYER}", defaults={"year": None})
@pages.get(f"/{YEAR}", defaults={"player": None})
@pages.get(f"/{YEAR}/{PLAYER}")
def show(year: int | None, player: int | None) -> ResponseReturnValue:
    """A year in words, with its picture; without a year in the address the last one in which something was played."""
    years = years_of(book(), zone(), player)
    year = year or next(iter(years), there(now_stamp(), zone()).year)
    found = _year(year, player)
    return render_template(
        "scorebook/review.html", found=found, year=year, years=years, player=player, height=_height(found)
    )


@pages.get(f"/{YEAR}/year.svg", defaults={"player": None})
@pages.get(f"/{YEAR}/{PLAYER}/year.svg")
def drawn(year: int, player: int | None) -> ResponseReturnValue:
    """The year as a picture, in the words of the page."""
    found = _year(year, player)
    lines = [(line.label, line.about, _wrapped(line)) for line in found.lines]
    return picture("review.svg", found=found, lines=lines, height=_height(found), top=TOP, gap=GAP, line=LINE)


@pages.app_template_global()
def year_to_look_back_on() -> int | None:
    """In December this year, in January the last one, if anything was played in it."""
    today = there(now_stamp(), zone())
    year = {12: today.year, 1: today.year - 1}.get(today.month)
    return year if year and year in years_of(book(), zone()) else None


def _year(year: int, player: int | None) -> Year:
    """The year in review; raises NoSuchPlayerError."""
    scorebook = book()
    if player is not None and player not in [each.id for each in scorebook.people()]:
        raise NoSuchPlayerError(player)
    return year_of(scorebook, year, zone(), now=now(), person=player)


def _wrapped(line: Line) -> list[str]:
    return wrapped(line.parts, LETTERS)


def _height(found: Year) -> int:
    """The height of the picture."""
    return TOP + sum(GAP + LINE * len(_wrapped(line)) for line in found.lines) + 60
