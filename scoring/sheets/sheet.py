"""The sheet: an immutable score sheet that asks for the next entry, checks it and writes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from scoring.errors import Problem
from scoring.message import say
from scoring.options import Opt
from scoring.sheets import changes, extras
from scoring.sheets.game_sheet import GameSheet
from scoring.sheets.values import Ask, DecidedBy, Entry, Level, Standing


@dataclass(frozen=True, kw_only=True)
class Sheet(GameSheet[Opt]):
    """An immutable score sheet: `ask` says what is next, `problems` checks an entry, `write` returns the next sheet."""

    @property
    def asks(self) -> tuple[Ask, ...]:
        """All steps that can be entered now: the game's own first, then those common to all games."""
        main = self.ask
        return (*((main,) if main else ()), *extras.asks(self))

    def ask_for(self, step: object) -> Ask | None:
        """What is asked now at this step; None where the step is not asked."""
        main = self.ask
        if main is not None and step == main.step:
            return main
        asks = extras.asks(self) if step in extras.EXTRA_STEPS else ()
        return next((ask for ask in asks if ask.step == step), None)

    def problems(self, entry: Entry) -> tuple[Problem, ...]:
        """The problems of an entry, each at its field and seat."""
        return tuple(extras.check(self, entry) if entry.step in extras.EXTRA_STEPS else self.check(entry))

    def write(self, entry: Entry) -> Self:
        """The next sheet; the entry must have no problems."""
        if entry.step in extras.EXTRA_STEPS:
            after = extras.write(self, entry)
            # The target is checked after a deal: an adjustment never ends a game, but can make it go on.
            pending, decided, finished = self.pending, self.decided and after.target_reached, False
        else:
            after = self.write_step(entry)
            finished = len(after.rows) > len(self.rows)
            pending = () if finished else (*self.pending, self.written)
            decided = finished and after.target_reached
        called = (*self.called, entry.called or say("Entry"))
        after = replace(after, pending=pending, decided=decided, written=self.written + 1, called=called)
        return changes.between_deals(after, finished=finished)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The sides by place, without those out of competition; equal worth shares a place, with no tie-break."""
        scores = {side: self.ranking_score(side) for side in self.competing}
        ordered = sorted(scores, key=lambda side: (scores[side], self.listed_by(side)), reverse=True)
        best = self.totals[ordered[0][0]]
        return tuple(
            Standing(
                place=1 + sum(score > scores[side] for score in scores.values()),
                seats=side,
                total=self.totals[side[0]],
                tally=self.tally(side),
                gap=max(best, self.totals[side[0]]) - min(best, self.totals[side[0]]),
            )
            for side in ordered
        )

    @property
    def decided_by(self) -> DecidedBy | None:
        """What decided the game; None while it runs."""
        if not self.over:
            return None
        if not self.deals:
            return DecidedBy.NOTHING
        if self.drawn:
            return DecidedBy.DRAW
        if not self.winners:
            return DecidedBy.NOBODY
        if len(self.winners) == sum(map(len, self.competing)):
            return DecidedBy.ALL_LEVEL
        return DecidedBy.COUNT if self.won_by else DecidedBy.TOTALS

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, side by side; several sides where the win is shared.

        Empty while the game runs, in a draw, or without a deal.
        """
        over = self.over and self.deals and not self.drawn
        return tuple(seat for side in self._at_the_top for seat in side) if over else ()

    @property
    def drawn(self) -> bool:
        """Whether the game is over and tied for first, in a game where a tie is a draw."""
        return self.level_at_end is Level.DRAWN and self.over and bool(self.deals) and len(self._at_the_top) > 1

    @property
    def _at_the_top(self) -> tuple[tuple[int, ...], ...]:
        """The sides tied for first, or the one that is first."""
        scores = {side: self.ranking_score(side) for side in self.competing}
        best = max(scores.values())
        return tuple(side for side, score in scores.items() if score == best)
