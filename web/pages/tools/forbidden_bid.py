"""Tool that names the bid that the dealer may not make."""

from __future__ import annotations

from dataclasses import replace

from flask import render_template, request
from flask.typing import ResponseReturnValue

from scoring.entry.fields import Number
from scoring.entry.reading import read_fields
from scoring.errors import Problem
from scoring.families.exact_bids import forbidden_bid
from scoring.message import bare, say
from web.i18n.translate import translated
from web.request.page import Pages

pages = Pages("tools", __name__, url_prefix="/tools", readers="anyone", limit="scoring")

USUAL_HAND = 10
HAND = Number(name="hand", label=say("Cards in hand"), low=1, high=17)
FROM = replace(HAND, name="from", label=say("Restriction from"), optional=True)
MAX_BIDS = 6


@pages.get("/forbidden-bid")
def forbidden() -> ResponseReturnValue:
    """The dealer's forbidden bid, from `hand` and the others' bids as repeated `bid`; nothing is kept.

    `from` is the fewest cards with which the dealer is restricted. `gone` are bids that a change of the hand has
    dropped; the page names them.
    """
    asked = {"hand": request.args.get("hand") or USUAL_HAND, "from": request.args.get("from")}
    facts, problems = read_fields((HAND, FROM), asked)
    hand, least = int(facts.get("hand", USUAL_HAND)), int(facts.get("from", FROM.low))
    typed = [bid for bid in request.args.getlist("bid") if bid.strip()][:MAX_BIDS]
    bids, wrong = _read_bids(typed, hand=hand)
    gone, _ = _read_bids(request.args.getlist("gone")[:MAX_BIDS], hand=HAND.high)
    found = [translated(problem.message) for problem in (*problems, *wrong)]
    page = render_template(
        "tools/forbidden.html",
        hand=hand,
        least=least,
        bids=bids,
        gone=gone,
        answer=forbidden_bid(bids, hand=hand) if hand >= least else None,
        answers=answers(),
        problems=found,
        most=HAND.high,
        most_bids=MAX_BIDS,
    )
    return page, 422 if found else 200


def answers() -> list[list[int | None]]:
    """The forbidden bid by hand and by what the others bid in all; beyond the end of a list the dealer is free.

    >>> answers()[4]
    [4, 3, 2, 1, 0]
    """
    return [[forbidden_bid([others], hand=hand) for others in range(hand + 1)] for hand in range(HAND.high + 1)]


def _read_bids(typed: list[str], *, hand: int) -> tuple[list[int], list[Problem]]:
    fields = [
        Number(name=str(place), label=bare("{bid} {place}", bid=say("Bid"), place=place), low=0, high=hand)
        for place in range(1, len(typed) + 1)
    ]
    facts, problems = read_fields(fields, {field.name: text for field, text in zip(fields, typed, strict=True)})
    return [*map(int, facts.values())], problems
