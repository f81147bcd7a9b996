"""Query parameters of the statistics: a period, a game, a kind of game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, TypeAlias

from record.author import stamp
from scoring import validation
from scoring.errors import refused
from scoring.message import say
from store.stats.selection import Selection
from web.api.shapes import Constraints, Read

MAX_LENGTH = 100
WHEN = r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2})?(Z|[+-][0-9]{2}:[0-9]{2}))?"
SELECTS = (
    "Of all finished sessions, or only of those that began in a period, of a game, of a kind of it: the table of the"
    " scorebook has both as `games`. A streak counts from the first session of the period."
)

Text: TypeAlias = Annotated[str, validation.text(MAX_LENGTH)]
Moment: TypeAlias = Annotated[str, validation.matching(f"^{WHEN}$")]


@dataclass(frozen=True)
class Selected(Read):
    """Which sessions count: all that a parameter says nothing of."""

    since: Annotated[Moment | None, Constraints(description="the first day (2026-05-01, in UTC), or a time")] = None
    until: Annotated[Moment | None, Constraints(description="the day after the last, or a time")] = None
    game: Annotated[Text | None, Constraints(description="the slug of a game")] = None
    title: Annotated[Text | None, Constraints(description="with `game=score-pad`, the name of a game on the pad")] = (
        None
    )
    kind: Annotated[
        Text | None, Constraints(description="with `game`, a kind of it: only totals of one can be compared")
    ] = None


def selection(asked: Selected) -> Selection:
    """The selection; raises EntryError for a time that there is not, for a title or a kind of no game."""
    for name in ("title", "kind"):
        if getattr(asked, name) and not asked.game:
            raise refused(name, say("Which game? Send “game” too."))
    return Selection(
        since=_moment("since", asked.since),
        until=_moment("until", asked.until),
        game=asked.game or "",
        title=asked.title or "",
        kind=asked.kind or "",
    )


def _moment(name: str, text: str | None) -> str:
    if not text:
        return ""
    try:
        at = datetime.fromisoformat(text)
        return stamp(at if at.tzinfo else at.replace(tzinfo=UTC))
    except (ValueError, OverflowError) as error:
        raise refused(name, say("There is no such day.")) from error
