"""Computes exactly which seats can still win an exact-bid game, over all legal plays of the remaining deals.

The tricks of a deal add up to the hand, so the search goes over the reachable sums of tricks. In a deal without bids
yet, one outcome is the best for a player and the worst for all others: that player bids and takes all tricks, and the
others miss as badly as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from scoring.insights.outlook import OPEN, Outlook, numbers
from scoring.message import Message, Words, both, count, say


class Range(NamedTuple):
    """The least and the most that can be scored."""

    least: int
    most: int


Score: TypeAlias = Callable[[int, int], Range]
"""Maps a bid and the tricks taken to the range of their score."""


@dataclass(frozen=True)
class OpenDeal:
    """A deal without bids yet; every seat can score the same."""

    hand: int
    score: Score

    @cached_property
    def by_tricks(self) -> tuple[tuple[Range, ...], ...]:
        """The range of scores by tricks taken, then by bid."""
        every = range(self.hand + 1)
        return tuple(tuple(self.score(bid, tricks) for bid in every) for tricks in every)

    @cached_property
    def bounds(self) -> Range:
        """The range over all bids and tricks."""
        return Range(
            min(each.least for row in self.by_tricks for each in row),
            max(each.most for row in self.by_tricks for each in row),
        )

    @property
    def swing(self) -> int:
        """The most that one player can gain on another."""
        return self.bounds.most - self.bounds.least

    @cached_property
    def best_up_to(self) -> tuple[int, ...]:
        """The most that a player can score with that many tricks or fewer."""
        best: list[int] = []
        for row in self.by_tricks:
            most = max(each.most for each in row)
            best.append(max(most, best[-1]) if best else most)
        return tuple(best)

    @cached_property
    def worst(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """By tricks taken, the two worst bids as (least score, bid), the worst first."""
        return tuple(tuple(sorted((each.least, bid) for bid, each in enumerate(row))[:2]) for row in self.by_tricks)


@dataclass(frozen=True, kw_only=True)
class Seat:
    """The chances of one seat; `enough` and `possible` are about the last deal.

    They are numbers of tricks once the bids are known, before that bids that are made: `enough` win for certain, only
    `possible` ones can win. `by_missing`: a missed bid can win too.
    """

    can: bool
    safe: bool
    enough: frozenset[int] = frozenset()
    possible: frozenset[int] = frozenset()
    by_missing: bool = True


@dataclass(frozen=True, kw_only=True)
class End:
    """The rest of a game: the totals, the deal in play, and the swing of later deals.

    `known` is the range of scores by seat and tricks once the bids are known. `all_taken` and `restricted` are rules of
    the family. `away` are the totals of those who have a place but don't play the last deal.
    """

    totals: tuple[int, ...]
    deal: OpenDeal
    known: tuple[tuple[Range, ...], ...] | None
    swing: int
    all_taken: bool
    restricted: bool
    away: tuple[int, ...] = ()

    @property
    def last(self) -> bool:
        return not self.swing

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        every = range(len(self.totals))
        if self.known is not None:
            return tuple(self._after_bids(seat, self.known) for seat in every)
        return tuple(self._before_bids(seat) for seat in every)

    @cached_property
    def seats_away(self) -> tuple[Seat, ...]:
        """The chances of those who don't play: they win if nobody gets above their total."""
        return tuple(Seat(can=self._can_stand(total), safe=self._stands(total)) for total in self.away)

    def _can_stand(self, total: int) -> bool:
        if self.known is not None:
            return self._tops(total) and self._all_fallen(self._reached(total, 0, range(len(self.totals)), self.known))
        return self._fits(total, 0, 0, self.totals)

    def _stands(self, total: int) -> bool:
        if self.known is None:
            return self._tops(total) and max(self.totals) + self.deal.bounds.most <= total
        best = (mine + max(each.most for each in known) for mine, known in zip(self.totals, self.known, strict=True))
        return self._tops(total) and max(best) <= total

    def _tops(self, total: int) -> bool:
        """Whether a total is not below that of anybody who doesn't play."""
        return all(total >= other for other in self.away)

    def _others(self, seat: int) -> list[int]:
        return [other for other in range(len(self.totals)) if other != seat]

    # With known bids only the tricks are open.

    def _after_bids(self, seat: int, known: tuple[tuple[Range, ...], ...]) -> Seat:
        every = range(self.deal.hand + 1)
        possible = frozenset(tricks for tricks in every if self._can_with(seat, tricks, known))
        enough = frozenset(tricks for tricks in possible if self._is_enough(seat, tricks, known))
        safe = len(possible) == len(every) == len(enough)
        return Seat(can=bool(possible), safe=safe, enough=enough, possible=possible)

    def _can_with(self, seat: int, tricks: int, known: tuple[tuple[Range, ...], ...]) -> bool:
        limit = self.totals[seat] + known[seat][tricks].most + self.swing
        return self._tops(limit) and self._all_fallen(self._reached(limit, tricks, self._others(seat), known))

    def _reached(self, limit: int, tricks: int, others: Iterable[int], known: tuple[tuple[Range, ...], ...]) -> int:
        """The sums of tricks with which nobody else gets above a limit: a bit for each sum."""
        reached = 1 << tricks
        for other in others:
            room = limit - self.totals[other]
            reached = _or(reached << taken for taken, each in enumerate(known[other]) if each.least <= room)
        return reached

    def _all_fallen(self, reached: int) -> bool:
        """Whether a reachable sum of tricks is legal; `reached` has a bit for each sum."""
        if self.all_taken:
            return bool(reached >> self.deal.hand & 1)
        return bool(reached & ((2 << self.deal.hand) - 1))

    def _is_enough(self, seat: int, tricks: int, known: tuple[tuple[Range, ...], ...]) -> bool:
        """Compares with one opponent at a time: a third player, or nobody, can take the remaining tricks."""
        least = self.totals[seat] + known[seat][tricks].least - self.swing
        left = self.deal.hand - tricks
        return self._tops(least) and all(
            self.totals[other] + max(each.most for each in known[other][: left + 1]) <= least
            for other in self._others(seat)
        )

    # Before the bids.

    def _before_bids(self, seat: int) -> Seat:
        mine, swing = self.totals[seat], self.swing + self.deal.swing
        others = [self.totals[other] for other in self._others(seat)]
        can = mine + swing >= max(others) and self._tops(mine + self.deal.bounds.most)
        safe = mine - swing >= max(others) and self._tops(mine + self.deal.bounds.least)
        if not self.last or not can or safe:
            return Seat(can=can, safe=safe)
        every = range(self.deal.hand + 1)
        return Seat(
            can=can,
            safe=safe,
            enough=frozenset(bid for bid in every if self._made_is_enough(mine, bid, others)),
            possible=frozenset(bid for bid in every if self._can_by(mine, bid, bid, others)),
            by_missing=any(self._can_by_missing(mine, tricks, others) for tricks in every),
        )

    def _made_is_enough(self, mine: int, bid: int, others: Sequence[int]) -> bool:
        """Ignores the restriction: a third player's bid can always keep the sum off the hand."""
        best = self.deal.best_up_to[self.deal.hand - bid]
        least = mine + self.deal.by_tricks[bid][bid].least
        return self._tops(least) and least >= max(others) + best

    def _can_by_missing(self, mine: int, tricks: int, others: Sequence[int]) -> bool:
        missed = [bid for bid in range(self.deal.hand + 1) if bid != tricks]
        missed.sort(key=lambda bid: -self.deal.by_tricks[tricks][bid].most)
        # The next best bid matters only where the restriction forbids the best.
        return self._can_by(mine, missed[0], tricks, others, restricted=False) and any(
            self._can_by(mine, bid, tricks, others) for bid in missed
        )

    def _can_by(
        self, mine: int, bid: int, tricks: int, others: Sequence[int], *, restricted: bool | None = None
    ) -> bool:
        """Whether this bid with these tricks can be among the winners."""
        limit = mine + self.deal.by_tricks[tricks][bid].most
        return self._fits(limit, bid, tricks, others, restricted=restricted)

    def _fits(
        self, limit: int, bid: int, tricks: int, others: Sequence[int], *, restricted: bool | None = None
    ) -> bool:
        """Whether nobody need get above a limit, beside a bid and its tricks.

        The others must score no more and take the other tricks; with the restriction, one of them must have a choice of
        bids, or their only bids must not add up to the hand.
        """
        if not self._tops(limit):
            return False
        hand = self.deal.hand
        width = (len(others) + 1) * hand + 1
        reached, choice, bound = 1 << tricks, 0, 1 << tricks * width + bid
        for total in others:
            room = limit - total
            fitting = [
                (taken, worst, len(bids) > 1 and bids[1][0] <= room)
                for taken, bids in enumerate(self.deal.worst)
                if (worst := bids[0])[0] <= room
            ]
            choice = _or((reached if chosen else choice) << taken for taken, _, chosen in fitting)
            reached = _or(reached << taken for taken, _, _ in fitting)
            bound = _or(bound << taken * width + worst[1] for taken, worst, chosen in fitting if not chosen)
        if not (self.restricted if restricted is None else restricted):
            return self._all_fallen(reached)
        sums = bound >> hand * width & ((1 << width) - 1)
        return self._all_fallen(choice) or bool(sums & ~(1 << hand))


def _or(masks: Iterator[int]) -> int:
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def outlook(end: End, names: Sequence[Words], playing: Sequence[int], away: Sequence[int] = ()) -> Outlook:
    """The outlook, with what each needs in the last deal; `playing` and `away` are the seats of `end`, in order."""
    seats = dict(zip(playing, end.seats, strict=True))
    every = {**seats, **dict(zip(away, end.seats_away, strict=True))}
    out = tuple((seat,) for seat, each in every.items() if not each.can)
    safe = tuple((seat,) for seat, each in every.items() if each.safe)
    needs: tuple[Message, ...] = ()
    if end.last:
        tell = _by_making if end.known is None else _with_tricks
        wins = [seat for seat, each in seats.items() if each.enough]
        alike: dict[Message, list[int]] = {}
        for seat, each in seats.items():
            if seat not in wins and (message := tell("", each, hand=end.deal.hand)):
                alike.setdefault(message, []).append(seat)
        alone = [[seat] for seat in wins]
        told = (
            tell(both(*(names[seat] for seat in group)), seats[group[0]], hand=end.deal.hand)
            for group in sorted([*alone, *alike.values()])
        )
        needs = tuple(message for message in told if message)
    return Outlook(safe=safe, out=out, needs=needs) if out or safe or needs else OPEN


def _by_making(name: Words, seat: Seat, *, hand: int) -> Message | None:
    if not seat.can or seat.safe:
        return None
    if seat.enough:
        if len(seat.enough) == hand + 1:
            return say("{name} wins by making any bid.", name=name)
        return say("{name} wins by making a bid of {bids}.", name=name, bids=numbers(seat.enough, most=hand))
    if seat.by_missing or not seat.possible:
        return None
    if len(seat.possible) == hand + 1:
        return say("{name} can only win by making their bid.", name=name)
    return say("{name} can only win by making a bid of {bids}.", name=name, bids=numbers(seat.possible, most=hand))


def _with_tricks(name: Words, seat: Seat, *, hand: int) -> Message | None:
    if not seat.can or seat.safe:
        return None
    perhaps = seat.possible - seat.enough
    if seat.enough and perhaps:
        return say(
            "{name} wins with {tricks}, and could win with {others}.",
            name=name,
            tricks=_tricks(seat.enough, hand=hand),
            others=numbers(perhaps, most=hand),
        )
    if seat.enough:
        return say("{name} wins with {tricks}.", name=name, tricks=_tricks(seat.enough, hand=hand))
    if len(seat.possible) == hand + 1:
        return None
    return say("{name} can only win with {tricks}.", name=name, tricks=_tricks(seat.possible, hand=hand))


def _tricks(fitting: frozenset[int], *, hand: int) -> Message:
    told = numbers(fitting, most=hand)
    return count("{numbers} trick", "{numbers} tricks", n=1 if fitting == {1} else 2, numbers=told)
