"""Operations on what could be: a session under other house rules, and who can still win."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from scoring.document import report
from scoring.insights.chances import outlook_of
from scoring.insights.what_if import Breach, outcome, what_if
from web.api import games
from web.api.answers import Report
from web.api.operation import Answered, Call, Operations
from web.api.shapes import Read, SchemaRef
from web.i18n.translate import words

OPERATIONS = Operations("Sessions")


@dataclass(frozen=True)
class OtherRules(Read):
    """The house rules that are to be others; those left out stay as they were played."""

    options: Annotated[dict[str, object], SchemaRef("Options", games.options)] = field(default_factory=dict)


@dataclass(frozen=True)
class Forbidden:
    """An entry that the other rules would have refused: what it was, and why. It is scored all the same."""

    entry: str
    why: list[str]


@dataclass(frozen=True)
class OtherReport:
    """A session as it would stand under other rules.

    `comparable`: every entry would have been legal and was scored. `notes` tell what the rules leave out, and why a
    game could not be scored to its end; `outcome` tells who would have won, or would lead.
    """

    options: dict[str, object]
    outcome: str | None
    comparable: bool
    notes: list[str]
    forbidden: list[Forbidden]
    report: Report


@OPERATIONS.add(
    method="POST",
    path="/sessions/{session}/what-if",
    summary="Score a session under other house rules; nothing is written",
    about="The same entries are scored again. A token that may only read is enough.",
    body=OtherRules,
    example_body={"options": {"scoring": "minus"}},
    answers={200: ("the session as it would stand", OtherReport)},
    problems=("unreadable",),
)
def score_otherwise(call: Call) -> Answered:
    found = call.book.load(call.path["session"])
    table = found.blank.table
    options = found.blank.options.to_json() | call.body.options
    blank = found.game.start({"players": [*table.players], "dealer": table.dealer, "options": options})
    result = what_if(found.blank, found.entries, blank)
    begun = result.sheet.begun
    assert begun is not None, "every sheet knows what it began with"
    return Answered(
        OtherReport(
            options=begun.options.to_json(),
            outcome=words(outcome(found.sheet, result.sheet)) if result.scored else None,
            comparable=result.comparable,
            notes=[*map(words, result.notes)],
            forbidden=[_forbidden(each) for each in result.against],
            report=report(result.sheet, words),  # type: ignore[arg-type]
        )
    )


def _forbidden(breach: Breach) -> Forbidden:
    return Forbidden(words(breach.called), [words(each.message) for each in breach.problems])


@dataclass(frozen=True)
class Chances:
    """What is certain if the game is played to its end, each side as its seats.

    `safe` are the sides that win whatever is played, `out` those that can win no more. `needs` says what the others
    need, in the last deal, as sentences. Nothing is in any of them as long as everything is open.
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
        "needs": ["Ann wins with 2 tricks or more.", "Ben wins with 0 tricks if Ann misses."],
    },
    problems=("unreadable",),
    by_version=True,
)
def show_chances(call: Call) -> Answered:
    sheet = call.book.load(call.path["session"]).sheet
    outlook = outlook_of(sheet)
    return Answered(
        Chances(
            over=sheet.over,
            winners=[*sheet.winners],
            safe=[[*side] for side in outlook.safe],
            out=[[*side] for side in outlook.out],
            needs=[*map(words, outlook.needs)],
        )
    )
