"""The deal in play at Boo-Ray: its pot, who plays and who entered what; and the wins that end the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from scoring.entry.fields import Field
from scoring.families.plans import PassingDeal, PlannedLength
from scoring.games.boo_ray.options import BooRayOptions
from scoring.games.boo_ray.results import Contest, contest
from scoring.games.boo_ray.settle import PLAYED
from scoring.message import Message, Points, count, say
from scoring.sheets.values import Entry

ALONE = 1


@dataclass(frozen=True, kw_only=True)
class BooRayDeal(PassingDeal[BooRayOptions], PlannedLength[BooRayOptions]):
    """The deal in play.

    `left` are the chips in the pot between deals, before the next antes; `entered` are the games of each seat in this
    deal, None while hidden; `wins` the games won by each seat, `pots` the pot of every deal with its antes.
    """

    numbers: ClassVar[tuple[int, ...]] = tuple(range(3, 11))
    """「原ルールでは明記されていません」: the table decides."""

    left: int = 0
    entered: tuple[tuple[str, ...], ...] | None = None
    wins: tuple[int, ...] = ()
    pots: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.wins:
            object.__setattr__(self, "wins", (0,) * len(self.table.players))

    def with_seat(self) -> Self:
        return replace(self, wins=(*self.wins, 0))

    @property
    def opening(self) -> Points:
        return self.options.chips

    @property
    def unowned(self) -> Points:
        return self.left

    @property
    def antes(self) -> int:
        return self.options.ante * len(self.table.playing)

    @property
    def pot(self) -> int:
        """The pot of this deal with its antes, before anybody takes from it."""
        return self.left + self.antes

    @property
    def doubled(self) -> int:
        """「最初のポッドのチップ数の倍」: twice the pot of the first deal, however many play now."""
        return 2 * (self.pots[0] if self.pots else self.antes)

    @property
    def forced(self) -> bool:
        """Whether nobody may stay out of this deal."""
        if self.options.staying_out == "until-doubled":
            return self.pot < self.doubled
        return self.options.staying_out == "forbidden"

    @property
    def contests(self) -> tuple[Contest, ...]:
        """The games of this deal that two or more entered, in the order of play."""
        return tuple(
            contest(game, entrants, players=self.table.players, options=self.options)
            for game in PLAYED
            if len(entrants := self.entrants(game)) > ALONE
        )

    def entrants(self, game: str) -> tuple[int, ...]:
        return tuple(seat for seat in sorted(self.table.playing) if game in self.games_entered[seat])

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that play, in seat order whoever deals, because all show at once."""
        return tuple(sorted(self.table.playing))

    def first_from_dealer(self, seats: Sequence[int]) -> str:
        """The first of these from the dealer's left, who exchanges cards first and leads."""
        from_the_left = self.table.round_from(self.table.after(self.dealer))
        return next(self.table.players[seat] for seat in from_the_left if seat in seats)

    @property
    def games_entered(self) -> tuple[tuple[str, ...], ...]:
        """The games of each seat; none while they are hidden."""
        return self.entered or ((),) * len(self.table.players)

    # The wins that end the game.

    @property
    def wins_needed(self) -> int:
        return self.length("wins") or self.options.wins

    @property
    def most_wins(self) -> int:
        """The most wins of anybody in the standings."""
        return max(self.wins[seat] for side in self.competing for seat in side)

    @property
    def target_reached(self) -> bool:
        """「いずれかのプレイヤーが4勝したらゲーム終了」."""
        return self.most_wins >= self.wins_needed

    @property
    def plan_fields(self) -> tuple[Field, ...]:
        return (self.length_field("wins"),)

    def plan_said(self, entry: Entry) -> Message:
        plan = first_to(entry["wins"])
        last = self.most_wins >= entry["wins"] and not self.over
        return say("{plan}, so this deal is the last", plan=plan) if last else plan


def first_to(wins: int) -> Message:
    """The number of wins that end the game, in words."""
    return count("first to {n} win", "first to {n} wins", n=wins)
