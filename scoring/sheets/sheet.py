"""The sheet: an immutable score sheet that says what must be entered next, checks it, and writes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from scoring.errors import Problem
from scoring.message import say
from scoring.options import Opt
from scoring.sheets import extras
from scoring.sheets.game_sheet import GameSheet
from scoring.sheets.values import Ask, DecidedBy, Entry, Level, Standing


@dataclass(frozen=True, kw_only=True)
class Sheet(GameSheet[Opt]):
    """A score sheet as a value: `ask`, `problems` and `write` are its questions, every write gives the next sheet."""

    @property
    def asks(self) -> tuple[Ask, ...]:
        """Everything that can be entered now: the game's own step first, then what every game takes at any time."""
        main = self.ask
        return (*((main,) if main else ()), *extras.asks(self))

    def ask_for(self, step: object) -> Ask | None:
        """What is asked now at this step; None where the step is not asked."""
        return next((ask for ask in self.asks if ask.step == step), None)

    def problems(self, entry: Entry) -> tuple[Problem, ...]:
        """Every rule that the entry breaks, each at its field and seat."""
        return tuple(extras.check(self, entry) if entry.step in extras.STEPS else self.check(entry))

    def write(self, entry: Entry) -> Self:
        """The next sheet; the entry must have been found without problems."""
        if entry.step in extras.STEPS:
            after = extras.write(self, entry)
            # A target is looked at after a deal: an adjustment alone never ends a game, but can make it go on.
            pending, decided = self.pending, self.decided and after.target_reached
        else:
            after = self.write_step(entry)
            finished = len(after.rows) > len(self.rows)
            pending = () if finished else (*self.pending, self.written)
            decided = finished and after.target_reached
        called = (*self.called, entry.called or say("Entry"))
        return replace(after, pending=pending, decided=decided, written=self.written + 1, called=called)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The sides from first to last; equal worth shares a place, and nothing breaks the tie."""
        ordered = sorted(self.sides, key=lambda side: (self.worth(side), self.listed_by(side)), reverse=True)
        best = self.totals[ordered[0][0]]
        return tuple(
            Standing(
                place=1 + sum(self.worth(other) > self.worth(side) for other in ordered),
                seats=side,
                total=self.totals[side[0]],
                tally=self.tally(side),
                gap=max(best, self.totals[side[0]]) - min(best, self.totals[side[0]]),
            )
            for side in ordered
        )

    @property
    def decided_by(self) -> DecidedBy | None:
        """By what the game was decided; None while it runs."""
        if not self.over:
            return None
        if not self.deals:
            return DecidedBy.NOTHING
        if self.drawn:
            return DecidedBy.DRAW
        if not self.winners:
            return DecidedBy.NOBODY
        if len(self.winners) == len(self.table.players):
            return DecidedBy.ALL_LEVEL
        return DecidedBy.COUNT if self.won_by else DecidedBy.TOTALS

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, side by side, several where the win is shared.

        None while the game runs, in a draw, or without a deal.
        """
        over = self.over and self.deals and not self.drawn
        return tuple(seat for side in self._at_the_top for seat in side) if over else ()

    @property
    def drawn(self) -> bool:
        """The game is over, and several sides are level at the top where that is a draw."""
        return self.level_at_end is Level.DRAWN and self.over and bool(self.deals) and len(self._at_the_top) > 1

    @property
    def _at_the_top(self) -> tuple[tuple[int, ...], ...]:
        """The sides that nobody is ahead of."""
        best = max(map(self.worth, self.sides))
        return tuple(side for side in self.sides if self.worth(side) == best)
