"""The outlook of the last game of Buki, once the stakes are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scoring.insights.outlook import Outlook
from scoring.message import Message, Points, Words, either, say


def outlook(ends: Mapping[int | None, Sequence[Points]], players: Sequence[str]) -> Outlook:
    """The outlook; `ends` are the final totals by the winner of the last game, None for a draw."""
    won = {winner: frozenset(_best(totals)) for winner, totals in ends.items()}
    return Outlook(
        safe=tuple((seat,) for seat in range(len(players)) if all(seat in best for best in won.values())),
        out=tuple((seat,) for seat in range(len(players)) if not any(seat in best for best in won.values())),
        needs=tuple(_needs(won, players)),
    )


def _best(totals: Sequence[Points]) -> Iterable[int]:
    return (seat for seat, total in enumerate(totals) if total == max(totals))


def _needs(won: Mapping[int | None, frozenset[int]], players: Sequence[str]) -> Iterable[Message]:
    for seat, name in enumerate(players):
        by = [winner for winner, best in won.items() if seat in best]
        if not by or len(by) == len(won):
            continue
        who: list[Words] = [say("nobody") if winner is None else players[winner] for winner in by]
        if by == [seat]:
            yield say("{name} wins by winning this game.", name=name)
        else:
            yield say("{name} wins if {who} wins this game.", name=name, who=either(*who))
