"""Who can still win, who is certain to, and what a side needs in the last deal; only where it is certain."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from scoring.message import Message, both, count, say
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Side

WINS = count("{name} wins with {worth} or more in {deal}.", "{name} win with {worth} or more in {deal}.", n=1)
NEEDS = count("{name} needs {worth} or more in {deal} to win.", "{name} need {worth} or more in {deal} to win.", n=1)


@dataclass(frozen=True)
class Chances:
    """What is certain if nobody adjusts a total or ends the game by hand. A shared win counts as a win, a draw not.

    `safe` are the sides that win whatever is played, `out` those that no longer can; `messages` say so, `needs` what
    sides need in the deal in play.
    """

    safe: tuple[Side, ...] = ()
    out: tuple[Side, ...] = ()
    messages: tuple[Message, ...] = ()
    needs: tuple[Message, ...] = ()


def chances(sheet: Sheet[Any]) -> Chances:
    """The chances on a sheet; empty before the first deal is scored, once the game is over, before a change."""
    gains = None if sheet.over or not sheet.deals or sheet.waiting else sheet.gains
    if gains is None:
        return Chances()
    safe, out, messages, needs = list[Side](), list[Side](), list[Message](), list[Message]()
    names, deal = {side: sheet.name_of_side(side) for side in sheet.competing}, sheet.deal_called(sheet.deals + 1)
    # Where a tie is a draw it takes one more than the best of the others.
    ahead = int(sheet.tie_is_draw)
    rivals = [(*each, gain) for each, gain in zip(sheet.ranking_scores.items(), gains, strict=True)]
    last, target = sheet.deals + 1 == sheet.deals_in_all, sheet.target
    if target is not None and any(score + gain.least >= target for _, score, gain in rivals):
        # An adjustment or a lower plan has reached it: the game ends with the deal in play.
        last, target = True, None
    for side, score, gain in rivals:
        others = [(other, theirs) for rival, other, theirs in rivals if rival != side]
        # So much wins whatever the others gain, and less never wins.
        enough = max(other + theirs.most for other, theirs in others) + ahead - score
        needed = max(other + theirs.least for other, theirs in others) + ahead - score
        if sheet.zero_sum:
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
        if least < enough <= gain.most and (last or target is not None) and not sheet.loose:
            needs.append(WINS.of(n=len(side), name=names[side], worth=sheet.worth(math.ceil(enough)), deal=deal))
        elif least < math.floor(needed) and last:
            needs.append(NEEDS.of(n=len(side), name=names[side], worth=sheet.worth(math.floor(needed)), deal=deal))
    if len(safe) + len(out) == len(rivals):
        messages = [count("{name} has already won.", "{name} have already won.", n=len(s), name=names[s]) for s in safe]
        return Chances(tuple(safe), tuple(out), tuple(messages))
    messages += [say("{name} can no longer be overtaken.", name=names[side]) for side in safe]
    if left := [names[side] for side in names if out and side not in out]:
        # The shorter list of two: who can still win, or who can't.
        if len(left) <= len(out) or len(left) == 2:
            messages.append(say("Only {names} can still win.", names=both(*left)))
        else:
            messages.append(say("Out of the running: {names}.", names=tuple(names[side] for side in out)))
    return Chances(tuple(safe), tuple(out), tuple(messages), tuple(needs))
