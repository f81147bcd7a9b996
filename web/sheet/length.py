"""How long a game still is, as its page and its end ask for it: how many deals, to how many points, which hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, TypeAlias

from flask_babel import gettext as _
from flask_babel import ngettext

from record.log import stamp
from record.session import Session
from scoring.entry.fields import Number, NumberList, RefusedError
from scoring.errors import EntryError, Problem
from scoring.families.plans import MINUTES_FOR_FIVE_DEALS, turns
from scoring.message import Message, count, say
from scoring.sheets.changes import PLAN
from scoring.sheets.sheet import Sheet
from web.i18n.timezone import clock_of
from web.i18n.translate import words
from web.request import now
from web.sheet.scorecard import recorded_at

HANDS, LEFT = "hands", "left"
"""The row of hands, and how many deals are left with the one in play, as forms send them."""
DEALS = ("deals", "games", "months", "rounds")
"""The numbers of a plan that count deals."""
MORE = 3
"""How many deals more than planned the slider offers."""
MOST_BARS = 60
KEYS: Mapping[str, tuple[int, ...]] = {"months": (1, 2, 3, 6, 12), "target": (50, 100, 200, 500, 1000)}
"""What the keys of *Play on* add, where that is not 1 to 5."""

AnySheet: TypeAlias = Sheet[Any]
Hands: TypeAlias = tuple[int, ...]
"""The number of cards for each player, deal by deal."""


@dataclass(frozen=True)
class Length:
    """A number that ends the game: the deals left, with the one in play, or a target; `now` is None for no limit.

    `high` is the most that can be typed, `most` that of the slider, `first` what was planned at first.
    """

    name: str
    now: int | None
    low: int
    high: int
    most: int
    step: int = 1
    first: int | None = None


@dataclass(frozen=True)
class Bar:
    """A deal of the game with the cards of its hand, if it has one.

    `left` is how many are left if it is the last one, None where it is over; `ends`, `about` and `cards` say so.
    """

    number: int
    hand: int | None
    left: int | None = None
    ends: str = ""
    about: str = ""
    cards: str = ""


def lengths(sheet: AnySheet) -> list[Length]:
    """The numbers that the table can change."""
    return [length for field in sheet.plan_fields if (length := _length(sheet, field))]


def _length(sheet: AnySheet, field: object) -> Length | None:
    done = sheet.deals
    if isinstance(field, NumberList):
        planned = len(sheet.hands) - done  # type: ignore[attr-defined]
        first = len(sheet.usual_hands) - done  # type: ignore[attr-defined]
        return Length(LEFT, planned, 1, field.most, min(field.most, max(first, planned + MORE)), first=first)
    if not isinstance(field, Number):
        return None
    value = field.suggested if isinstance(field.suggested, int) else None
    if field.name in DEALS:
        usual: int | None = sheet.usual_length(field.name)  # type: ignore[attr-defined]
        left, high = None if value is None else value - done, field.high - done
        first = 0 if usual is None else usual - done
        return Length(LEFT, left, 1, high, min(high, max(first, (left or 0) + MORE)), first=first)
    step = 1 if value is None else 10 ** max(0, len(str(value)) - 2)
    return Length(field.name, value, max(field.low, step), field.high, min(field.high, 2 * (value or 0)), step)


def length_in_words(sheet: AnySheet) -> str:
    """How many deals are left or what ends the game, in a few words; "" for a game that is over or has no end."""
    asked = [] if sheet.over else [each for each in lengths(sheet) if each.now is not None]
    if not asked:
        return ""
    if asked[-1].name == LEFT:
        return str(ngettext("%(num)s left with this one", "%(num)s left with this one", asked[-1].now))
    return words(sheet.target_in_words(asked[-1].now))  # type: ignore[attr-defined]


def bars(session: Session, length: Length) -> list[Bar]:
    """A bar for each deal that is over or can be left, with what it says; none for a game with too many of them."""
    sheet = session.sheet
    if length.name != LEFT or sheet.deals + length.most > MOST_BARS:
        return []
    field = next((each for each in sheet.plan_fields if isinstance(each, NumberList)), None)
    dealt: Hands = sheet.hands[: sheet.deals] if field else ()  # type: ignore[attr-defined]
    ahead = _hands_ahead(sheet, field, length.most) if field else ()
    pace = _pace(session) or (timedelta(minutes=MINUTES_FOR_FIVE_DEALS / 5) if field else None)
    over = [Bar(number, dealt[number - 1] if dealt else None) for number in range(1, sheet.deals + 1)]
    return over + [
        Bar(
            number=sheet.deals + left,
            hand=ahead[left - 1] if ahead else None,
            left=left,
            ends=_ends(sheet, left),
            about=_about(sheet, pace, left),
            cards=words(_cards(ahead[:left])) if ahead else "",
        )
        for left in range(1, length.most + 1)
    ]


def _cards(hands: Hands) -> Message:
    if len(hands) == 1:
        return count("{n} card", "{n} cards", n=hands[0])
    return say("{hands} cards", hands=turns(hands))


def _ends(sheet: AnySheet, left: int) -> str:
    if left == 1:
        return words(sheet.ends_here)
    return str(_("Ends with %(deal)s", deal=words(sheet.deal_called(sheet.deals + left))))


def _pace(session: Session) -> timedelta | None:
    """How long a deal takes at this table; None before the third is over."""
    stamps = [at for row in session.sheet.deal_rows if (at := recorded_at(session, row))]
    times = [datetime.fromisoformat(at) for at in stamps]
    gaps = [(after - before).total_seconds() for before, after in pairwise(times)]
    # The middle one: a break for a meal is no pace.
    return timedelta(seconds=sorted(gaps)[len(gaps) // 2]) if len(gaps) > 1 else None


def _about(sheet: AnySheet, pace: timedelta | None, left: int) -> str:
    included = words(sheet.this_included)
    if pace is None:
        return included
    minutes = max(5, 5 * round(left * pace / timedelta(minutes=5)))
    until = clock_of(stamp(now() + timedelta(minutes=minutes)))
    return str(_("%(included)s. About %(num)s min, until %(clock)s.", included=included, num=minutes, clock=until))


def _hands_ahead(sheet: AnySheet, field: NumberList, count: int) -> Hands:
    """The next hands with that of the deal in play: as planned, then by the house rules, then up and down."""
    begun: Hands = sheet.hands[: sheet.begun_deals]  # type: ignore[attr-defined]
    row = begun + tuple(field.suggested or ())  # type: ignore[arg-type]
    usual = tuple(min(hand, field.high) for hand in sheet.usual_hands)  # type: ignore[attr-defined]
    if row == usual[: len(row)]:
        row = usual
    missing = sheet.deals + count - len(row)
    return (*row, *more_hands(row, missing, high=field.high))[sheet.deals : sheet.deals + count]


def more_hands(hands: Hands, count: int, *, high: int) -> Hands:
    """The next hands of a game: up or down as the last two went, and back at one card or at the largest hand.

    >>> more_hands((3, 2, 1), 3, high=10), more_hands((1, 2, 3), 3, high=10), more_hands((4, 4), 3, high=10)
    ((2, 3, 2), (2, 1, 2), (4, 4, 4))
    >>> more_hands((10,), 2, high=8)
    (8, 8)
    """
    most = min(max(hands, default=high), high)
    way = hands[-1] - hands[-2] if len(hands) > 1 else 0
    row = [min(hands[-1], most) if hands else most]
    for _each in range(count):
        if not 1 <= row[-1] + way <= most:
            way = -way
        row.append(row[-1] + way if 1 <= row[-1] + way <= most else row[-1])
    return tuple(row[1:])


def planned(sheet: AnySheet, typed: Mapping[str, str], *, hands: list[str] | None = None) -> dict[str, object]:
    """The raw entry of a changed plan; `hands` is the row of them, "" for one that is left out."""
    entry: dict[str, object] = {"step": PLAN}
    for field in sheet.plan_fields:
        if isinstance(field, NumberList):
            if hands is None:
                left = _read(Number(name=LEFT, label=say("Deals left"), low=1, high=field.most), typed.get(LEFT, ""))
                ahead = _hands_ahead(sheet, field, left or 0)
                entry[field.name] = list(ahead[sheet.begun_deals - sheet.deals :])
            else:
                entry[field.name] = [hand for hand in hands if hand]
        elif isinstance(field, Number) and field.name in DEALS:
            left = _read(Number(name=LEFT, label=field.label, low=1, high=field.high), typed.get(LEFT, ""))
            entry[field.name] = None if left is None else sheet.deals + left
        elif isinstance(field, Number):
            entry[field.name] = typed.get(field.name) or None
    return entry


def _read(field: Number, typed: str) -> int | None:
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
        target: int = sheet.target  # type: ignore[assignment]
        field = next(each for each in fields if each.name not in DEALS)
        steps = [each for each in KEYS.get(field.name, range(1, 6)) if not sheet.reached(target + each)]
        return field.name, [(target + each, f"+{each}") for each in steps[: 3 if field.name in KEYS else 5]]
    field = next(each for each in fields if each.name in (*DEALS, HANDS))
    room = (field.most if isinstance(field, NumberList) else field.high) - sheet.deals
    return LEFT, [(each, str(each)) for each in KEYS.get(field.name, range(1, 6)) if each <= room]


def row_of_hands(sheet: AnySheet) -> tuple[int, Hands, int] | None:
    """The first deal of the row that can be changed, its hands, and the largest that there can be; None without one."""
    field = next((each for each in sheet.plan_fields if isinstance(each, NumberList)), None)
    return (sheet.begun_deals + 1, tuple(field.suggested or ()), field.high) if field else None  # type: ignore[arg-type]
