"""Pages of a year in review, of a scorebook and of a player, each with a picture in the same words."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from flask import render_template, request
from flask.typing import ResponseReturnValue

from store.errors import NoSuchError
from store.players.profiles import people
from web.i18n.timezone import there, zone
from web.identity.current import book, now, now_stamp
from web.reports.review import Year, year_of, years_of
from web.reports.svg import picture, wrapped
from web.request.page import Pages

pages = Pages("review", __name__, url_prefix="/review", readers="watcher")

TOP, GAP, LINE, BELOW = 330, 56, 46, 60
"""In the picture: where the first line begins, the height of a label with its distance, of a line, of what is below."""
LETTERS = 29
"""The full-width letters of a line in the picture."""
KEPT, DIGEST = 16, 16
_last_shown: dict[tuple[str, str], Year] = {}
"""The years that this process has shown last, by scorebook and by a digest of what they say."""
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
        "scorebook/review.html",
        found=found,
        year=year,
        years=years,
        player=player,
        shown=_shown(found),
        height=_height(_lines(found)),
    )


@pages.get(f"/{YEAR}/year.svg", defaults={"player": None})
@pages.get(f"/{YEAR}/{PLAYER}/year.svg")
def drawn(year: int, player: int | None) -> ResponseReturnValue:
    """The year as a picture, in the words of the page; of one that was just shown they are not looked for again."""
    found = _last_shown.get((book().scorebook, request.args.get("shown", ""))) or _year(year, player)
    lines = _lines(found)
    return picture("review.svg", found=found, lines=lines, height=_height(lines), top=TOP, gap=GAP, line=LINE)


@pages.app_template_global()
def year_to_look_back_on() -> int | None:
    """In December this year, in January the last one, if anything was played in it."""
    today = there(now_stamp(), zone())
    year = {12: today.year, 1: today.year - 1}.get(today.month)
    return year if year and year in years_of(book(), zone()) else None


def _year(year: int, player: int | None) -> Year:
    """The year in review; raises NoSuchError."""
    scorebook = book()
    if player is not None and player not in [each.id for each in people(scorebook)]:
        raise NoSuchError(f"no player {player}")
    return year_of(scorebook, year, zone(), now=now(), person=player)


def _shown(found: Year) -> str:
    """Keep a year for its picture, which is asked for next; returns the digest of what it says."""
    digest = sha256(found.text.encode()).hexdigest()[:DIGEST]
    while len(_last_shown) >= KEPT:
        _last_shown.pop(next(iter(_last_shown), ("", "")), None)
    _last_shown[book().scorebook, digest] = found
    return digest


def _lines(found: Year) -> list[tuple[str, str, list[str]]]:
    """What the picture has of each line: its label, when it was, its text in lines."""
    return [(line.label, line.about, wrapped(line.texts, LETTERS)) for line in found.lines]


def _height(lines: Iterable[tuple[str, str, list[str]]]) -> int:
    """The height of the picture."""
    return TOP + sum(GAP + LINE * len(texts) for *_about, texts in lines) + BELOW
