"""How long a game still is, as its page and its end ask for it: how many deals, to how many points, which hands."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, TypeAlias

from flask_babel import gettext as _

from record.log import stamp
from record.session import Session
from scoring.entry.fields import Number, NumberList, RefusedError
from scoring.errors import EntryError, Problem
from scoring.families.plans import MINUTES_FOR_FIVE_DEALS, turns
from scoring.message import Message, count, say
from scoring.sheets.changes import PLAN
from scoring.sheets.sheet import Sheet
from web.i18n.timezone import clock_of
from web.i18n.translate import translated
from web.request import now
from web.sheet.scorecard import recorded_at

HANDS, LEFT = "hands", "left"
"""The row of hands, and how many deals are left with the one in play, as forms send them."""
DEALS = ("deals", "games", "months", "rounds")
"""The numbers of a plan that count deals."""
MORE = 3
"""How many deals more than planned the slider offers."""
MAX_BARS = 60
KEYS: Mapping[str, tuple[int, ...]] = {"months": (1, 2, 3, 6, 12), "target": (50, 100, 200, 500, 1000)}
"""What the keys of *Play on* add, where that is not 1 to 5."""

AnySheet: TypeAlias = Sheet[Any]
Hands: TypeAlias = tuple[int, ...]
"""The number of cards for each player, deal by deal."""


def lengths(sheet: AnySheet) -> list[dict[str, Any]]:
    """The numbers that end the game and that the table can change: the deals left, with the one in play, or a target.

    `now` is None for no limit. `high` is the most that can be typed, `most` that of the slider, `first` what was
    planned at first.
    """
    return [length for field in sheet.plan_fields if (length := _length(sheet, field))]


def _length(sheet: AnySheet, field: object) -> dict[str, Any] | None:
    done, left = sheet.deals, None
    if isinstance(field, NumberList):
        high = field.most
        left, first = len(sheet.hands) - done, len(sheet.usual_hands) - done  # type: ignore[attr-defined]
    elif not isinstance(field, Number):
        return None
    elif field.name not in DEALS:
        value = field.suggested if isinstance(field.suggested, int) else None
        step = 1 if value is None else 10 ** max(0, len(str(value)) - 2)
        low, most = max(field.low, step), min(field.high, 2 * (value or 0))
        return {"name": field.name, "now": value, "low": low, "high": field.high, "most": most, "step": step}
    else:
        high = field.high - done
        left = field.suggested - done if isinstance(field.suggested, int) else None
        first = (sheet.usual_length(field.name) or done) - done  # type: ignore[attr-defined]
    most = min(high, max(first, (left or 0) + MORE))
    return {"name": LEFT, "now": left, "low": 1, "high": high, "most": most, "step": 1, "first": first}


def length_in_words(sheet: AnySheet) -> str:
    """How many deals are left or what ends the game, in a few words; "" for a game that is over or has no end."""
    asked = [] if sheet.over else [each for each in lengths(sheet) if each["now"] is not None]
    if not asked:
        return ""
    if asked[-1]["name"] == LEFT:
        return str(_("%(num)s left with this one", num=asked[-1]["now"]))
    return translated(sheet.target_in_words(asked[-1]["now"]))  # type: ignore[attr-defined]


def bars(session: Session, length: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A bar for each deal that is over or can be left, with the cards of its `hand`, if it has one.

    `left` is how many are left if it is the last one, None where it is over; `ends`, `about` and `cards` say so. None
    for a game with too many of them.
    """
    sheet = session.sheet
    if length["name"] != LEFT or sheet.deals + length["most"] > MAX_BARS:
        return []
    has_hands = any(isinstance(field, NumberList) for field in sheet.plan_fields)
    hands: Hands = sheet.hands[: sheet.deals] + sheet.hands_ahead(length["most"]) if has_hands else ()  # type: ignore[attr-defined]
    pace = _pace(session) or (timedelta(minutes=MINUTES_FOR_FIVE_DEALS / 5) if hands else None)
    return [{"left": None, "hand": hands[deal] if hands else None} for deal in range(sheet.deals)] + [
        {
            "left": left,
            "hand": hands[sheet.deals + left - 1] if hands else None,
            "ends": _ends(sheet, left),
            "about": _about(sheet, pace, left),
            "cards": translated(_cards(hands[sheet.deals :][:left])) if hands else "",
        }
        for left in range(1, length["most"] + 1)
    ]


def _cards(hands: Hands) -> Message:
    if len(hands) == 1:
        return count("{n} card", "{n} cards", n=hands[0])
    return say("{hands} cards", hands=turns(hands))


def _ends(sheet: AnySheet, left: int) -> str:
    if left == 1:
        return translated(say("Ends with this {deal}", deal=sheet.deal_noun))
    return str(_("Ends with %(deal)s", deal=translated(sheet.deal_called(sheet.deals + left))))


def _pace(session: Session) -> timedelta | None:
    """How long a deal takes at this table; None before the third is over."""
    stamps = [at for row in session.sheet.deal_rows if (at := recorded_at(session, row))]
    times = [datetime.fromisoformat(at) for at in stamps]
    gaps = [(after - before).total_seconds() for before, after in pairwise(times)]
    # The middle one: a break for a meal is no pace.
    return timedelta(seconds=sorted(gaps)[len(gaps) // 2]) if len(gaps) > 1 else None


def _about(sheet: AnySheet, pace: timedelta | None, left: int) -> str:
    included = this_included(sheet)
    if pace is None:
        return included
    minutes = max(5, 5 * round(left * pace / timedelta(minutes=5)))
    until = clock_of(stamp(now() + timedelta(minutes=minutes)))
    return str(_("%(included)s. About %(num)s min, until %(clock)s.", included=included, num=minutes, clock=until))


def this_included(sheet: AnySheet) -> str:
    return translated(say("This {deal} included", deal=sheet.deal_noun))


def planned(sheet: AnySheet, typed: Mapping[str, str], *, hands: list[str] | None = None) -> dict[str, object]:
    """The raw entry of a changed plan; `hands` is the row of them, "" for one that is left out."""
    entry: dict[str, object] = {"step": PLAN}
    for field in sheet.plan_fields:
        if isinstance(field, NumberList):
            if hands is None:
                left = _read_number(
                    Number(name=LEFT, label=say("Hands left"), low=1, high=field.most), typed.get(LEFT, "")
                )
                ahead = sheet.hands_ahead(left or 0)  # type: ignore[attr-defined]
                entry[field.name] = list(ahead[sheet.begun_deals - sheet.deals :])
            else:
                entry[field.name] = [hand for hand in hands if hand]
        elif isinstance(field, Number) and field.name in DEALS:
            left = _read_number(Number(name=LEFT, label=field.label, low=1, high=field.high), typed.get(LEFT, ""))
            entry[field.name] = None if left is None else sheet.deals + left
        elif isinstance(field, Number):
            entry[field.name] = typed.get(field.name) or None
    return entry


def _read_number(field: Number, typed: str) -> int | None:
    """The number of deals left; None where nothing was typed, which is no limit where there need not be one."""
    if not typed.strip():
        return None
    try:
        return int(field.read_one(typed))
    except RefusedError as error:
        raise EntryError([Problem(LEFT, None, error.message)]) from error


def more_keys(sheet: AnySheet) -> tuple[str, list[tuple[int, str]]]:
    """What the keys of *Play on* are called, and what each sends and shows; none where no number goes on from here."""
    fields = [field for field in sheet.plan_fields if isinstance(field, Number | NumberList)]
    if not sheet.over or sheet.ended_early or not fields:
        return "", []
    if sheet.target_reached:
        field = next((each for each in fields if each.name not in DEALS), None)
        if field is None:
            return "", []
        target: int = sheet.target  # type: ignore[assignment]
        steps = [each for each in KEYS.get(field.name, range(1, 6)) if not sheet.reached(target + each)]
        return field.name, [(target + each, f"+{each}") for each in steps[: 3 if field.name in KEYS else 5]]
    field = next(each for each in fields if each.name in (*DEALS, HANDS))
    room = (field.most if isinstance(field, NumberList) else field.high) - sheet.deals
    return LEFT, [(each, str(each)) for each in KEYS.get(field.name, range(1, 6)) if each <= room]


def row_of_hands(sheet: AnySheet) -> tuple[int, Hands, int] | None:
    """The first deal of the row that can be changed, its hands, and the largest that there can be; None without one."""
    field = next((each for each in sheet.plan_fields if isinstance(each, NumberList)), None)
    return (sheet.begun_deals + 1, tuple(field.suggested or ()), field.high) if field else None  # type: ignore[arg-type]
