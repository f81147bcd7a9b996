"""Void deals of exact-bid games: a misdeal is dealt again, passes on, or is scored as if all bids were made."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from scoring.entry.choices import NOBODY, Choice, Pick, SeatPick
from scoring.entry.fields import Number, Writing
from scoring.message import Words, bare, listed, plain, say, signed
from scoring.options import option, pick
from scoring.sheets.values import ABSENT, UNTOUCHED, Ask, Cell, Entry

if TYPE_CHECKING:
    from scoring.families.exact_bid_sheet import ExactBidSheet

VOID = "void"
"""The step, and the kind of its row."""
AGAIN, NEXT, SCORED = "again", "next", "scored"
MOST_FINE = 100

S = TypeVar("S", bound="ExactBidSheet[Any]")


def void_deal() -> Any:
    """Declare the option for what becomes of a void deal."""
    return pick(
        say("Void deal"),
        Choice(AGAIN, say("Dealt again"), say("The same dealer deals as many cards again. Bids don’t count.")),
        Choice(
            NEXT,
            say("The next player deals"),
            say("The next player deals as many cards. Bids don’t count."),
        ),
        Choice(
            SCORED,
            say("Scored"),
            say("After the bids: all but the player at fault score as if they had made theirs, and the deal is over."),
        ),
        sparse=True,
    )


def void_fine() -> Any:
    """Declare the option for what a void deal costs whoever is at fault."""
    fine = Number(
        label=say("Fine for a void deal"),
        low=0,
        high=MOST_FINE,
        help=say("What the player at fault loses. You can change it each time."),
    )
    return option(fine, 0, sparse=True)


def asks(sheet: ExactBidSheet[Any]) -> tuple[Ask, ...]:
    """What is asked of a void deal; nothing in a game without the options, nor before the bids where it is scored."""
    rules = sheet.options
    fields = {field.name: field for field in rules.fields()}
    rule, fine = fields.get("void_deal"), fields.get("void_fine")
    if not isinstance(rule, Pick) or fine is None or (rules.void_deal == SCORED and sheet.bids is None):
        return ()
    fault = SeatPick(
        name="seat",
        label=say("At fault"),
        help=next(choice.help for choice in rule.choices if choice.value == rules.void_deal),
        among=sheet.table.playing,
        nobody=say("Nobody"),
        optional=True,
        suggested=NOBODY,
    )
    reason = Writing(
        name="reason",
        label=say("Reason"),
        longest=80,
        optional=True,
    )
    points = replace(fine, name="fine", help=None, suggested=rules.void_fine, sparse=False)
    void = Ask(
        step=VOID,
        title=say("Void deal"),
        fields=(fault, points, reason),
        action=say("Save"),
        called=say("Void {deal}", deal=sheet.deal_called(sheet.deals + 1)),
    )
    return (void,)


def write(sheet: S, entry: Entry) -> S:
    """The sheet after a void deal: a fine, and where it is scored the points of all others."""
    rules, at_fault, reason = sheet.options, entry.get("seat"), entry.get("reason")
    is_scored, deal = rules.void_deal == SCORED, sheet.deal_called(sheet.deals + 1)
    loss: Words | None = None
    cells = _as_if_made(sheet) if is_scored else {}
    if isinstance(at_fault, int):
        points = -(rules.void_fine if entry.get("fine") is None else entry["fine"])
        loss = sheet.table.players[at_fault]
        if points or is_scored:
            working = bare("{what}: {points}", what=reason or say("Void deal"), points=signed(points))
            cells[at_fault] = Cell(points=points, working=working)
            loss = bare("{who} {points}", who=loss, points=signed(points))
    message = listed(*filter(None, (say("Void {deal}", deal=deal), loss, reason)))
    after = sheet.with_row(
        kind=VOID,
        label="∅",
        called=say("void {deal}", deal=deal),
        about=listed(message, sheet.cards_dealt),
        cells=sheet.by_seat(cells, absent=ABSENT if is_scored else UNTOUCHED),
        small=str(sheet.hand),
        # Who deals again has not dealt yet.
        dealer=None if rules.void_deal == AGAIN else sheet.dealer,
        entries=(*sheet.pending, sheet.written) if is_scored else (),
    )
    dealt = (*sheet.dealt, sheet.hand) if is_scored else sheet.dealt
    return replace(after, dealt=dealt, bids=None, trump=None, message=message)


def _as_if_made(sheet: ExactBidSheet[Any]) -> dict[int, Cell]:
    """The cell of each seat with a bid that counts as made."""
    made = Entry("tricks", {"tricks": sheet.bids})
    points = {each: sheet.points(each, made)[0] for each in sheet.attempts(made)}
    return {
        each.seat: Cell(
            points=got,
            working=bare("{what}: {points}", what=say("bid {bid}, as if made", bid=each.bid), points=plain(got)),
            figure=str(each.bid),
        )
        for each, got in points.items()
    }
