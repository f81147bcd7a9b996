"""Who can still win, who is certain to, and what a side needs in the last deal; said where it is never false."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from scoring.message import Message, both, count, say
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Level

Side: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class Chances:
    """What is certain if nobody adjusts a total or ends the game by hand. A shared win counts as a win, a draw not.

    `safe` are the sides that win whatever is played, `out` those that no longer can; `told` says so, `needs` says what
    sides need in the deal in play.
    """

    safe: tuple[Side, ...] = ()
    out: tuple[Side, ...] = ()
    told: tuple[Message, ...] = ()
    needs: tuple[Message, ...] = ()


def chances(sheet: Sheet[Any]) -> Chances:
    """The chances on a sheet; empty before the first deal is scored, once the game is over, before a change."""
    outlook = None if sheet.over or not sheet.deals or sheet.waiting else sheet.outlook
    if outlook is None:
        return Chances()
    safe, out, needs = list[Side](), list[Side](), list[Message]()
    # Where a tie is a draw it takes one more than the best of the others.
    ahead = int(sheet.level_at_end is Level.DRAWN)
    rivals = [
        (side, sheet.ranking_score(side), gain) for side, gain in zip(sheet.competing, outlook.gains, strict=True)
    ]
    last, target = outlook.last, outlook.target
    if target is not None and any(score + gain.least >= target for _, score, gain in rivals):
        # An adjustment or a lower plan has reached it: the game ends with the deal in play.
        last, target = True, None
    for side, score, gain in rivals:
        others = [(other, gains) for rival, other, gains in rivals if rival != side]
        # So much wins whatever the others gain, and less never wins.
        enough = max(other + gains.most for other, gains in others) + ahead - score
        needed = max(other + gains.least for other, gains in others) + ahead - score
        if outlook.zero_sum:
            enough = needed = math.ceil((others[0][0] + ahead - score) / 2)
        if target is not None:
            # With less the side may win in a later deal.
            enough, needed = max(enough, target - score), gain.least
        elif gain.least >= enough:
            safe.append(side)
            continue
        elif gain.most < needed:
            out.append(side)
            continue
        least = max(gain.least, 0)
        if least < enough <= gain.most and (last or target is not None) and not outlook.loose:
            wins = _need(sheet, side, math.ceil(enough))
            needs.append(
                count(
                    "{name} wins with {worth} or more in {deal}.", "{name} win with {worth} or more in {deal}.", **wins
                )
            )
        elif least < math.floor(needed) and last:
            must = _need(sheet, side, math.floor(needed))
            needs.append(
                count(
                    "{name} needs {worth} or more in {deal} to win.",
                    "{name} need {worth} or more in {deal} to win.",
                    **must,
                )
            )
    if len(safe) + len(out) == len(rivals):
        return Chances(tuple(safe), tuple(out), tuple(_won(sheet, safe)))
    return Chances(tuple(safe), tuple(out), (*_safe(sheet, safe), *_left(sheet, out)), tuple(needs))


def _need(sheet: Sheet[Any], side: Side, n: int) -> dict[str, Any]:
    deal = sheet.deal_called(sheet.deals + 1)
    return {"n": len(side), "name": sheet.name_of_side(side), "worth": sheet.worth(n), "deal": deal}


def _won(sheet: Sheet[Any], safe: Sequence[Side]) -> Iterator[Message]:
    for side in safe:
        name = sheet.name_of_side(side)
        yield count("{name} has already won.", "{name} have already won.", n=len(side), name=name)


def _safe(sheet: Sheet[Any], safe: Sequence[Side]) -> Iterator[Message]:
    for side in safe:
        yield say("{name} can no longer be overtaken.", name=sheet.name_of_side(side))


def _left(sheet: Sheet[Any], out: Sequence[Side]) -> Iterator[Message]:
    """The shorter list of two: who can still win, or who can't."""
    left = [sheet.name_of_side(side) for side in sheet.competing if side not in out]
    if not out:
        return
    if len(left) <= len(out) or len(left) == 2:
        yield say("Only {names} can still win.", names=both(*left))
    else:
        yield say("Out of the running: {names}.", names=tuple(map(sheet.name_of_side, out)))
