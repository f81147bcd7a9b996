"""Query parameters that several operations have: times, a game, and which finished sessions count."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from record.log import stamp
from scoring import validation
from scoring.errors import refused
from scoring.message import say
from scoring.validation import Member
from store.stats.selection import Selection
from web.api.shapes import described

DAY = r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
TIME = r"T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,6})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
SELECTS = (
    "Counts all finished sessions, or those of a period, a game or a kind of it, see /statistics/games. A streak counts"
    " from the first session of the period."
)

TEXT = validation.text(100)
MOMENT = validation.matching(
    f"^({DAY}({TIME})?)?$", say("a day, “2026-05-01”, or a time with its zone, “2026-05-01T20:00:00Z”")
)
GAME = described(TEXT, "the slug of a game")
ITS_TITLE = described(TEXT, "with `game=score-pad`: the game of this name; left out, those without one")
PERIOD: Mapping[str, Member] = {
    "since": described(MOMENT, "only those that began then or later: a day (2026-05-01, in UTC) or a time"),
    "until": described(MOMENT, "only those that began before: a day or a time"),
}
FOUND: Mapping[str, Member] = {
    "game": GAME,
    "title": described(TEXT, "with `game=score-pad`: only games of this name"),
    "player": described(TEXT, "a name"),
}
"""In lists."""
SELECTED: Mapping[str, Member] = {
    **PERIOD,
    "game": GAME,
    "title": ITS_TITLE,
    "kind": described(TEXT, "with `game`: a kind of it, so that all totals can be compared"),
}
"""In statistics."""


def page(most: int, cursor: Member = MOMENT) -> Mapping[str, Member]:
    """The parameters of a list that comes in pages."""
    return {
        "limit": described(validation.whole_number(1, most), "a page’s length"),
        "cursor": described(cursor, "the `next_cursor` of the page before, with the same filters"),
    }


def selection(asked: Mapping[str, Any]) -> Selection:
    """The selection by `SELECTED`; raises EntryError for a time that does not exist, a title or kind without a game."""
    expect_game(asked, "title", "kind")
    names = ("game", "title", "kind")
    times = {name: moment(asked, name) for name in PERIOD}
    return Selection(**times, **{name: asked.get(name, "") for name in names})


def expect_game(asked: Mapping[str, Any], *of_game: str) -> None:
    """Raise EntryError at the first of these filters that was sent without the game to which it belongs."""
    for name in of_game:
        if asked.get(name) and not asked.get("game"):
            raise refused(name, say("Which game? Send “game” too."))


def moment(asked: Mapping[str, Any], name: str) -> str:
    """A time in the record's format, "" where none was sent; raises EntryError for one that does not exist."""
    if not asked.get(name):
        return ""
    try:
        at = datetime.fromisoformat(asked[name])
        return stamp(at if at.tzinfo else at.replace(tzinfo=UTC))
    except (ValueError, OverflowError) as error:
        raise refused(name, say("There is no such day.")) from error
