"""The operation on who can still win a session."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.insights.chances import chances
from store.sessions.loading import load
from web.api.operation import Answered, Call, Operations
from web.i18n.translate import words

OPERATIONS = Operations("Sessions")


@dataclass(frozen=True)
class Chances:
    """What is certain if the game is played to its end, each side as its seats.

    `safe` are the sides that win whatever is played, `out` those that can win no more. `needs` says as sentences
    what others need in the deal in play. Nothing is in any of them as long as everything is open; not all that could be
    known is there.
    """

    over: bool
    winners: list[int]
    safe: list[list[int]]
    out: list[list[int]]
    needs: list[str]


@OPERATIONS.add(
    method="GET",
    path="/sessions/{session}/chances",
    summary="Who can still win, and what they need",
    about="What the sheet says of the end of a game: who has won already, who cannot win any more, and in the last"
    " deal what each side needs. Adjustments, and an end by hand, are not foreseen.",
    answers={200: ("what is certain", Chances)},
    example={
        "over": False,
        "winners": [],
        "safe": [],
        "out": [[2]],
        "needs": ["Ann wins with 21 points or more in deal 10.", "Ben needs 5 points or more in deal 10 to win."],
    },
    problems=("unreadable",),
    by_version=True,
)
def show_chances(call: Call) -> Answered:
    sheet = load(call.book, call.path["session"]).sheet
    found = chances(sheet)
    return Answered(
        Chances(
            over=sheet.over,
            winners=[*sheet.winners],
            safe=[[*side] for side in found.safe],
            out=[[*side] for side in found.out],
            needs=[*map(words, found.needs)],
        )
    )
