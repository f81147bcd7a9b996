"""The plan of what is left to play: the hands of the deals, or the numbers that a game ends by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from record.session import Session
from scoring.entry.fields import NONE, Field, Number, NumberList
from scoring.sheets.changes import PLAN, turns_in_words
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask
from web.identity.current import load, new_key
from web.request.page import Pages
from web.sheet.forms import EntryForm
from web.sheet.view import asked_again

DEALS = ("deals", "games", "months", "rounds")
"""The numbers of a plan that count deals."""
MORE = 3
"""How many deals one tap adds."""

Hands: TypeAlias = tuple[int, ...]
"""The number of cards for each player, deal by deal."""

pages = Pages("plan", __name__, url_prefix="/s/<session>", readers="keeper", of_session=True)


@dataclass(frozen=True)
class Place:
    """A deal of the row with what the row becomes: None where a change is impossible or changes nothing.

    `number` counts from the first deal of the game. Before the row stands the last deal that has begun, which has no
    `without`. `then` has the row with each size of a hand put in after this deal.
    """

    number: int
    hand: int | None
    without: str | None
    down: str | None
    last: str | None
    then: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Row:
    """A row of hands to change: its field, its places, and the row with three deals more."""

    field: NumberList
    places: tuple[Place, ...]
    more: str


@pages.get("/plan")
def show(session: str) -> ResponseReturnValue:
    """The plan; where there is none to change, the sheet."""
    found = load(session)
    ask = found.sheet.ask_for(PLAN)
    if ask is None:
        return redirect(url_for("sheets.show", session=session))
    return plan_page(found, ask, asked_again(found, ask))


def plan_page(found: Session, ask: Ask, form: EntryForm, *, problems: Sequence[str] = (), **more: object) -> str:
    """Render the page of the plan, also with problems or after an edit conflict."""
    form.position.data = found.position
    sheet = found.sheet
    return render_template(
        "session/changes/plan.html",
        session=found,
        sheet=sheet,
        form=form,
        turns=tuple(turns_in_words(sheet, sheet)),
        rows=[_row(sheet, field) for field in ask.fields if isinstance(field, NumberList)],
        others=[field for field in ask.fields if isinstance(field, Number)],
        taps={field.name: dict(_taps(sheet, field)) for field in ask.fields},
        can_undo=bool(found.log.done) and found.log.done[-1].facts.get("step") == PLAN,
        key=new_key(),
        problems=problems,
        **more,
    )


def after_plan(found: Session) -> str:
    """Where a changed plan is seen: on its page, or at the end of the game that it ends."""
    return url_for("sheets.show" if found.sheet.over else "plan.show", session=found.id)


def _row(sheet: Sheet[Any], field: NumberList) -> Row:
    left = _numbers(field.suggested)
    begun = _begun(sheet)
    more = written((*left, *three_more((*begun, *left), high=field.high)))
    return Row(field, tuple(places(left, begun=begun, high=field.high)), more)


def places(hands: Hands, *, begun: Hands, high: int) -> Iterator[Place]:
    """The last deal that has begun, if any, and those that are left; `high` are the most cards that can be dealt."""
    for place in range(len(hands) + 1):
        so_far, rest = hands[:place], hands[place:]
        hand = (*begun, *so_far)[-1] if begun or so_far else None
        falling = tuple(range(min(hand - 1, high), 0, -1)) if hand else ()
        yield Place(
            number=len(begun) + place,
            hand=hand,
            without=_changed(hands, so_far[:-1] + rest, begun) if place else None,
            down=_changed(hands, so_far + falling, begun) if falling else None,
            last=_changed(hands, so_far, begun),
            then=tuple((size, written((*so_far, size, *rest))) for size in range(1, high + 1)),
        )


def _changed(hands: Hands, changed: Hands, begun: Hands) -> str | None:
    return written(changed) if changed != hands and (changed or begun) else None


def written(hands: Hands) -> str:
    """A row of hands as a form sends it."""
    return " ".join(map(str, hands)) or NONE


def three_more(hands: Hands, *, high: int) -> Hands:
    """The next hands of a game: up or down as the last two went, and back at one card or at the largest hand.

    >>> three_more((3, 2, 1), high=10), three_more((1, 2, 3), high=10), three_more((4, 4), high=10)
    ((2, 3, 2), (2, 1, 2), (4, 4, 4))
    >>> three_more((10,), high=8)
    (8, 8, 8)
    """
    most = min(max(hands, default=high), high)
    way = hands[-1] - hands[-2] if len(hands) > 1 else 0
    row = [min(hands[-1], most) if hands else most]
    for _ in range(MORE):
        if not 1 <= row[-1] + way <= most:
            way = -way
        row.append(row[-1] + way if 1 <= row[-1] + way <= most else row[-1])
    return tuple(row[1:])


def _begun(sheet: Sheet[Any]) -> Hands:
    """The hands of the deals that are finished or in play."""
    hands: Hands = sheet.hands  # type: ignore[attr-defined]
    return hands[: sheet.deals + bool(sheet.pending)]


def _numbers(value: object) -> Hands:
    return tuple(value) if isinstance(value, tuple) else ()


def _taps(sheet: Sheet[Any], field: Field) -> Iterator[tuple[str, int]]:
    """The values of a number that take one tap each, by what they do.

    Where no number of deals is set, three more than have begun are set.
    """
    if not isinstance(field, Number):
        return
    now = field.suggested if isinstance(field.suggested, int) else None
    wanted: dict[str, int] = {}
    if now is not None:
        step = _step(now)
        wanted = {"less": now - step, "more": now + step}
    if field.name in DEALS:
        begun = sheet.deals + bool(sheet.pending)
        wanted |= {"last": field.low, "three": MORE + (begun if now is None else now)}
    for what, value in wanted.items():
        if field.low <= value <= field.high and value != now:
            yield what, value


def _step(number: int) -> int:
    """How much a tap changes a number: one up to 99, else a round part of it.

    >>> _step(12), _step(100), _step(1500)
    (1, 10, 100)
    """
    step: int = 10 ** max(0, len(str(abs(number))) - 2)
    return step
