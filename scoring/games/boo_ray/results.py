"""The fields and checks for a contested game: its winner, or the tricks or hands that decide it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from scoring.decks import poker
from scoring.decks.playing_cards import CARD_CHOICES, card_name
from scoring.entry.choices import Choice, PickMany
from scoring.entry.fields import Field, Number
from scoring.errors import Problem
from scoring.games.boo_ray.options import BooRayOptions
from scoring.games.boo_ray.settle import BOO_RAY, LOW_SHIT, NAMES, Decided
from scoring.message import Message, count, say
from scoring.sheets.values import Entry

TRICKS = 5
FIELD_NAMES = {"boo-ray": "booray", "low-shit": "low", "kalo": "kalo"}


@dataclass(frozen=True, kw_only=True)
class Contest:
    """A game that two or more players entered, `entrants` in seat order; `players` are all names by seat."""

    game: str
    entrants: tuple[int, ...]
    players: tuple[str, ...]
    options: BooRayOptions

    details: ClassVar[str]
    """The suffix of the field that is entered instead of the winner."""
    size: ClassVar[int]
    """The tricks or cards of a complete result."""

    @property
    def name(self) -> Message:
        return NAMES[self.game]

    @property
    def best_name(self) -> str:
        return FIELD_NAMES[self.game] + "_best"

    @property
    def details_name(self) -> str:
        return f"{FIELD_NAMES[self.game]}_{self.details}"

    @property
    def most_level(self) -> tuple[int, ...]:
        """As many entrants as can tie."""
        return self.entrants

    @property
    def fields(self) -> tuple[Field, Field]:
        choices = tuple(Choice(str(seat), self.players[seat]) for seat in self.entrants)
        best = PickMany(
            name=self.best_name,
            label=say("Winner of {game}", game=NAMES[self.game]),
            help=say("Tap several if they drew."),
            choices=choices,
            some=True,
            of_seats=True,
            optional=True,
        )
        return (best, self._details_field())

    def check(self, entry: Entry) -> Iterator[Problem]:
        """The problems of this game's result."""
        best, details = entry.get(self.best_name), entry.get(self.details_name)
        if best is not None and details is not None:
            yield Problem(self.best_name, None, self._said_twice())
        elif best is not None:
            yield from self._check_best(tuple(int(seat) for seat in best))
        elif details is not None:
            yield from self._check_details(details)
        else:
            yield Problem(self.best_name, None, self._said_nothing(), missing=True)

    def outcome(self, entry: Entry) -> Decided:
        best, details = entry.get(self.best_name), entry.get(self.details_name)
        if best is not None:
            return Decided(game=self.game, entrants=self.entrants, best=tuple(int(seat) for seat in best))
        return self._decided(details)

    def told(self, entry: Entry) -> Decided | None:
        """The outcome as soon as the tricks or hands decide it."""
        if entry.get(self.details_name) is None or any(self.check(entry)):
            return None
        return self.outcome(entry)

    def _details_field(self) -> Field:
        raise NotImplementedError

    def _check_best(self, best: tuple[int, ...]) -> Iterator[Problem]:
        return iter(())

    def _check_details(self, details: Sequence[object]) -> Iterator[Problem]:
        raise NotImplementedError

    def _decided(self, details: Sequence[object]) -> Decided:
        raise NotImplementedError

    def _said_twice(self) -> Message:
        raise NotImplementedError

    def _said_nothing(self) -> Message:
        raise NotImplementedError


class TrickContest(Contest):
    """Boo-Ray: the most tricks win."""

    details = "tricks"
    size = TRICKS

    @property
    def most_level(self) -> tuple[int, ...]:
        entrants = len(self.entrants)
        return self.entrants[: max(n for n in range(1, entrants + 1) if can_be_level(n, entrants=entrants))]

    def _details_field(self) -> Field:
        return Number(
            name=self.details_name,
            label=say("Tricks"),
            seats=self.entrants,
            low=0,
            high=TRICKS,
            total=TRICKS,
            optional=True,
        )

    def _check_best(self, best: tuple[int, ...]) -> Iterator[Problem]:
        if not can_be_level(len(best), entrants=len(self.entrants)):
            text = say(
                "Boo-Ray: when {entrants} players share {hand} tricks, {names} can’t tie "
                "for the most. Choose who took the most.",
                hand=TRICKS,
                entrants=len(self.entrants),
                names=tuple(self.players[seat] for seat in best),
            )
            yield Problem(self.best_name, None, text)

    def _check_details(self, details: Sequence[object]) -> Iterator[Problem]:
        missing = [seat for seat in self.entrants if details[seat] is None]
        for seat in missing:
            text = say("{name}’s tricks are missing. Enter 0 for none.", name=self.players[seat])
            yield Problem(self.details_name, seat, text)
        total = sum(_tricks(details, seat) for seat in self.entrants)
        if not missing and total != TRICKS:
            text = say("The tricks in Boo-Ray add up to {said}, not {hand}.", said=total, hand=TRICKS)
            yield Problem(self.details_name, None, text)

    def _decided(self, details: Sequence[object]) -> Decided:
        tricks = {seat: _tricks(details, seat) for seat in self.entrants}
        best = tuple(seat for seat in self.entrants if tricks[seat] == max(tricks.values()))
        shown = {seat: count("{n} trick", "{n} tricks", n=n) for seat, n in tricks.items()}
        return Decided(game=self.game, entrants=self.entrants, best=best, shown=shown)

    def _said_twice(self) -> Message:
        return say("Boo-Ray: enter the winner or the tricks, not both.")

    def _said_nothing(self) -> Message:
        return say("Boo-Ray: choose who took the most tricks.")


class HandContest(Contest):
    """Low-Shit or KALO: the lowest or the highest poker hand wins."""

    details = "hands"
    size = poker.HAND_SIZE

    def _details_field(self) -> Field:
        return PickMany(
            name=self.details_name,
            label=say("Hands in {game}", game=NAMES[self.game]),
            seats=self.entrants,
            choices=CARD_CHOICES,
            some=True,
            optional=True,
        )

    def _check_details(self, details: Sequence[object]) -> Iterator[Problem]:
        holders: dict[str, int] = {}
        for seat in self.entrants:
            hand = _hand(details, seat)
            name = self.players[seat]
            if len(hand) != poker.HAND_SIZE:
                text = say(
                    "{name} has {n} cards in {game}, not {size}. Tap the whole hand.",
                    name=name,
                    n=len(hand),
                    game=NAMES[self.game],
                    size=poker.HAND_SIZE,
                )
                yield Problem(self.details_name, seat, text, missing=True)
            for card in hand:
                if (other := holders.setdefault(card, seat)) != seat:
                    text = say(
                        "{card} is in two hands. {other} has it, so take it from {name}.",
                        card=card_name(card),
                        other=self.players[other],
                        name=name,
                    )
                    yield Problem(self.details_name, seat, text)

    def _decided(self, details: Sequence[object]) -> Decided:
        held = {seat: shown_by(self.game, _hand(details, seat), self.options) for seat in self.entrants}
        return Decided(
            game=self.game,
            entrants=self.entrants,
            best=poker.winners(held),
            shown={seat: shown.name for seat, shown in held.items()},
        )

    def _said_twice(self) -> Message:
        return say("{game}: enter the winner or the hands, not both.", game=NAMES[self.game])

    def _said_nothing(self) -> Message:
        return say("{game}: choose the winner.", game=NAMES[self.game])


def can_be_level(level: int, *, entrants: int) -> bool:
    """Whether this many entrants can tie for the most tricks.

    >>> [level for level in range(1, 7) if can_be_level(level, entrants=6)]
    [1, 2, 5]
    >>> can_be_level(2, entrants=2)
    False
    """
    return any(
        level * most <= TRICKS <= level * most + (entrants - level) * (most - 1) for most in range(1, TRICKS + 1)
    )


def shown_by(game: str, hand: Sequence[str], options: BooRayOptions) -> poker.Shown:
    """The value of a hand in one of the two poker games under these house rules."""
    if game == LOW_SHIT:
        return poker.low_shit(hand, straights=options.best_low == "a-2-3-4-6")
    return poker.kalo(hand, all_wild=options.kalo_wild == "all", ace_high=options.ace_high)


def contest(game: str, entrants: tuple[int, ...], *, players: tuple[str, ...], options: BooRayOptions) -> Contest:
    """The contest of a game: tricks in Boo-Ray, hands in the two poker games."""
    kind = TrickContest if game == BOO_RAY else HandContest
    return kind(game=game, entrants=entrants, players=players, options=options)


def check_hands(contests: Sequence[Contest], entry: Entry) -> Iterator[Problem]:
    """The problems between the two poker games: a player has one hand for both, and no card is in two hands."""
    games = [each for each in contests if isinstance(each, HandContest) and entry.get(each.details_name)]
    if len(games) != 2:
        return
    low, kalo = games
    for seat in kalo.entrants:
        hand, name = _hand(entry[kalo.details_name], seat), kalo.players[seat]
        for other in low.entrants:
            others = _hand(entry[low.details_name], other)
            if seat == other and hand and others and set(hand) != set(others):
                text = say("{name} plays both games with one hand. Enter the same five cards for both.", name=name)
                yield Problem(kalo.details_name, seat, text)
            for card in set(hand) & set(others) if seat != other else ():
                text = say(
                    "{card} is in two hands. {other} has it, so take it from {name}.",
                    card=card_name(card),
                    other=low.players[other],
                    name=name,
                )
                yield Problem(kalo.details_name, seat, text)


def _tricks(details: Sequence[object], seat: int) -> int:
    value = details[seat]
    return value if isinstance(value, int) else 0


def _hand(details: Sequence[object], seat: int) -> tuple[str, ...]:
    value = details[seat]
    return value if isinstance(value, tuple) else ()
