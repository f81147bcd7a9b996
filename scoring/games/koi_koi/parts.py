"""What two players enter on their own phones as they play: where it cannot be so, and what each sees of the month."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from scoring.core import read_entry
from scoring.decks.hanafuda import CARDS, Card, cards_of
from scoring.decks.yaku import YakuRules, is_wet, read_yaku
from scoring.entry.choices import NOBODY
from scoring.errors import EntryError, Problem
from scoring.games.koi_koi.payment import Answer, called_too_often, what_they_make
from scoring.message import count, plain, say
from scoring.sheets.values import Cell
from scoring.table import Table

if TYPE_CHECKING:
    from scoring.games.koi_koi.sheet import KoiKoiSheet

Part: TypeAlias = Mapping[str, Any]
"""What a seat has entered, as documents write it."""
SECOND = "second"
"""Kept beside a part: the cards that the other had tapped already, each with a number that grows each time."""


def _pile(part: Part) -> frozenset[Card]:
    return cards_of(part.get("cards") or ())


def note_second(part: Part, *, before: Part, theirs: Part) -> Part:
    """Which cards of a part the other had tapped before, so that both can be told who was first."""
    was, noted, others = _pile(before), before.get(SECOND) or {}, theirs.get(SECOND) or {}
    second = {
        card.code: noted[card.code] if card.code in noted else others.get(card.code, 0) + 1
        for card in CARDS
        if card in _pile(part) & _pile(theirs) and (card not in was or card.code in noted)
    }
    return {SECOND: second} if second else {}


def check_parts(said: Mapping[int, Part], table: Table, rules: YakuRules) -> Iterator[Problem]:
    """What two players have tapped that cannot both be so, or that one's own cards do not bear."""
    one, other = table.players
    parts = [said.get(seat, {}) for seat in table.seats]
    lights = [part["lights"] for part in parts if part.get("lights") is not None]
    if len({*lights}) > 1:
        yield Problem(
            "lights",
            None,
            say(
                "Brights on the field: {one} counts {lights}, {other} {others}. Count again, and tap the same number.",
                one=one,
                lights=plain(lights[0]),
                other=other,
                others=plain(lights[1]),
            ),
        )
    # 「手元に置きます」: a card lies in one pile.
    both = [card for card in CARDS if card in _pile(parts[0]) & _pile(parts[1])]
    noted, others = ((part.get(SECOND) or {}) for part in parts)
    for seat, first in enumerate(table.players):
        cards = tuple(card.name for card in both if (noted.get(card.code, 0) > others.get(card.code, 0)) == bool(seat))
        if cards:
            yield Problem(
                "cards",
                None,
                count(
                    "{cards}: both of you tapped it, {first} first. Whoever doesn’t have it taps it again.",
                    "{cards}: both of you tapped them, {first} first. Whoever doesn’t have them taps them again.",
                    n=len(cards),
                    cards=cards,
                    first=first,
                ),
            )
    # 「その時点で即座にラウンドが終了」: one stops, or nobody could.
    winners = [part.get("winner") for part in parts]
    if winners == [0, 1]:
        yield Problem(
            "winner",
            None,
            say("{one} and {other} both say stop. Only one can: the other takes it back.", one=one, other=other),
        )
    elif winners in ([0, NOBODY], [NOBODY, 1]):
        stops, other = (one, other) if winners[0] == 0 else (other, one)
        yield Problem(
            "winner",
            None,
            say("{name} stops, but {other} says that nobody could. One of you takes it back.", name=stops, other=other),
        )
    for seat, part in said.items():
        if pile := _pile(part):
            made, wet, calls = read_yaku(pile, rules), is_wet(pile), part.get("calls") or 0
            if too_often := called_too_often(table.players[seat], calls, made, rules, wet=wet, stopped=False):
                yield Problem("calls", None, too_often)


@dataclass(frozen=True, kw_only=True)
class Board:
    """What a player has tapped: `lights` and the hand `dealt` before the month, then the pile, the calls and the end.

    `answer` is None where the pile is hidden.
    """

    seat: int
    lights: int | None
    dealt: str | None
    calls: int
    stops: bool
    nobody: bool
    answer: Answer | None


class SeatView(NamedTuple):
    """The month as one seat sees it.

    `multiplier` is what a stop is multiplied by now, `stop` what it would pay; None while this player can't stop.
    """

    own: Board
    other: Board
    multiplier: int
    stop: Cell | None


def seat_view(sheet: KoiKoiSheet, seat: int, said: Mapping[int, Part]) -> SeatView:
    """The month as one seat sees it; `said` are the parts of both that this seat may see.

    「役は伏せる」: by that house rule the other's pile is not shown.
    """
    parts, hidden = [said.get(each, {}) for each in sheet.table.seats], sheet.options.boards == "hidden"
    calls = [part.get("calls") or 0 for part in parts]
    boards = [
        Board(
            seat=each,
            lights=part.get("lights"),
            dealt=part.get("dealt"),
            calls=calls[each],
            stops=part.get("winner") == each,
            nobody=part.get("winner") == NOBODY,
            answer=None
            if hidden and each != seat
            else what_they_make(_pile(part), sheet.options, gone=() if hidden else _pile(parts[1 - each])),
        )
        for each, part in enumerate(parts)
    ]
    cards = [part.get("cards") if each == seat else None for each, part in enumerate(parts)]
    try:
        entry = read_entry(sheet, {"step": "result", "calls": calls, "winner": seat, "cards": cards})
    except EntryError:
        stop = None
    else:
        stop = sheet.write(entry).rows[-1].cells[seat]
    return SeatView(boards[seat], boards[1 - seat], sheet.multiplier(calls, seat), stop)
