"""Query parameters that several operations have: times, a game, and which finished sessions count."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, TypeAlias

from record.log import stamp
from scoring import validation
from scoring.errors import refused
from scoring.message import say
from store.stats.selection import Selection
from web.api.shapes import Constraints, Read

MAX_LENGTH = 100
DAY = r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
TIME = r"T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,6})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
SELECTS = (
    "Of all finished sessions, or only of those that began in a period, of a game, of a kind of it: see"
    " /statistics/games. A streak counts from the first session of the period."
)

Text: TypeAlias = Annotated[str | None, validation.text(MAX_LENGTH)]
Moment: TypeAlias = Annotated[
    str | None,
    validation.matching(
        f"^({DAY}({TIME})?)?$", say("a day, “2026-05-01”, or a time with its zone, “2026-05-01T20:00:00Z”")
    ),
]
Slug: TypeAlias = Annotated[Text, Constraints(description="the slug of a game")]
Title: TypeAlias = Annotated[Text, Constraints(description="with `game=score-pad`: only games of this name")]


@dataclass(frozen=True)
class Selected(Read):
    """Which finished sessions count; whatever is left out or empty selects all."""

    since: Annotated[
        Moment, Constraints(description="only those that began then or later: a day (2026-05-01, in UTC) or a time")
    ] = None
    until: Annotated[Moment, Constraints(description="only those that began before: a day or a time")] = None
    game: Slug = None
    title: Annotated[
        Text,
        Constraints(description="with `game=score-pad`: the game of this name; left out, those without one"),
    ] = None
    kind: Annotated[
        Text,
        Constraints(description="with `game`: a kind of it, so that all totals can be compared"),
    ] = None


def selection(asked: Selected) -> Selection:
    """The selection; raises EntryError for a time that there is not, for a title or a kind of no game."""
    expect_game(asked, "title", "kind")
    return Selection(
        since=moment("since", asked.since),
        until=moment("until", asked.until),
        game=asked.game or "",
        title=asked.title or "",
        kind=asked.kind or "",
    )


def expect_game(asked: Any, *of_game: str) -> None:
    """Raise EntryError at the first of these filters that is there without the game to which it belongs."""
    for name in of_game:
        if getattr(asked, name) and not asked.game:
            raise refused(name, say("Which game? Send “game” too."))


def moment(name: str, text: str | None) -> str:
    """A time of the record, or ""; raises EntryError for one that there is not."""
    if not text:
        return ""
    try:
        at = datetime.fromisoformat(text)
        return stamp(at if at.tzinfo else at.replace(tzinfo=UTC))
    except (ValueError, OverflowError) as error:
        raise refused(name, say("There is no such day.")) from error
