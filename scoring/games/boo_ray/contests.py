"""The games of a deal of Boo-Ray: who entered each, how its result is entered and checked, who wins it and who pays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from scoring.decks import poker
from scoring.decks.playing_cards import CARD_CHOICES, card_name
from scoring.entry.choices import Choice, PickMany
from scoring.entry.fields import Field, Number
from scoring.errors import Problem
from scoring.families.exact_bids import wrong_tricks
from scoring.games.boo_ray.options import BooRayOptions
from scoring.message import Message, Words, bare, count, say, signed
from scoring.sheets.values import Cell, Entry, Outcome, Sign

BOO_RAY, LOW_SHIT, KALO = "boo-ray", "low-shit", "kalo"
NAMES: Mapping[str, Message] = {BOO_RAY: say("Boo-Ray"), LOW_SHIT: say("Low-Shit"), KALO: say("KALO")}
"""The games in the order of play."""
LETTERS: Mapping[str, Message] = {BOO_RAY: say("B"), LOW_SHIT: say("L"), KALO: say("K")}
"""Their signs on the scorecard."""
OUT_OF_ALL = say("out")
CHOICES = tuple(Choice(game, NAMES[game]) for game in (LOW_SHIT, KALO, BOO_RAY))
"""In the order in which the chips are asked."""
FIELDS = {
    BOO_RAY: ("booray_best", "booray_tricks"),
    LOW_SHIT: ("low_best", "low_hands"),
    KALO: ("kalo_best", "kalo_hands"),
}
"""The names of the fields for the winner of a game, and for what decides it."""


@dataclass(frozen=True, kw_only=True)
class Contest:
    """A game that players entered: Low-Shit or KALO, which the lowest or the highest poker hand wins.

    `entrants` are in seat order; `best` is the winner, or those who tied; empty while that is not known. `shown` is
    what each entrant held, if that was entered. `players` are all names by seat. `best_name` and `details_name` are the
    fields for the winner, and for what decides it.
    """

    size: ClassVar[int] = poker.HAND_SIZE
    """The number of cards in a hand, and so of tricks."""

    game: str
    entrants: tuple[int, ...]
    players: tuple[str, ...]
    options: BooRayOptions
    best: tuple[int, ...] = ()
    shown: Mapping[int, Words] = field(default_factory=dict)
    best_name: str
    details_name: str

    @property
    def name(self) -> Message:
        return NAMES[self.game]

    @property
    def alone(self) -> bool:
        """Whether only one entered it, and so has won."""
        return len(self.entrants) == 1

    # The result as it is entered.

    def details_field(self) -> Field:
        return PickMany(
            name=self.details_name,
            label=say("Hands in {game}", game=self.name),
            seats=self.entrants,
            choices=CARD_CHOICES,
            some=True,
            optional=True,
        )

    def check_details(self, details: Sequence[Any]) -> Iterator[Problem]:
        for seat in self.entrants:
            if (cards := len(details[seat] or ())) != self.size:
                text = say(
                    "{name} has {n} cards in {game}, not {size}. Tap the whole hand.",
                    name=self.players[seat],
                    n=cards,
                    game=self.name,
                    size=self.size,
                )
                yield Problem(self.details_name, seat, text, missing=True)

    def worth(self, detail: Any) -> poker.HandValue:
        """The value of what an entrant held."""
        return hand_value(self.game, detail, self.options)

    def can_tie(self, level: int) -> bool:
        """Whether this many entrants can tie for the win."""
        return True

    @property
    def fields(self) -> tuple[Field, Field]:
        best = PickMany(
            name=self.best_name,
            label=say("Winner of {game}", game=self.name),
            help=say("Tap several if they drew."),
            choices=tuple(Choice(str(seat), self.players[seat]) for seat in self.entrants),
            some=True,
            of_seats=True,
            optional=True,
        )
        return (best, self.details_field())

    def check(self, entry: Entry) -> Iterator[Problem]:
        best, details = entry.get(self.best_name), entry.get(self.details_name)
        if best is None and details is None:
            yield Problem(self.best_name, None, say("{game}: choose the winner.", game=self.name), missing=True)
        elif best is None:
            yield from self.check_details(details)
        elif details is not None:
            yield Problem(
                self.best_name, None, say("{game}: enter the winner, or the hands or tricks, not both.", game=self.name)
            )
        elif not self.can_tie(len(best)):
            text = say(
                "Boo-Ray: when {entrants} players share {hand} tricks, {names} can’t tie "
                "for the most. Choose who took the most.",
                hand=self.size,
                entrants=len(self.entrants),
                names=tuple(self.players[int(seat)] for seat in best),
            )
            yield Problem(self.best_name, None, text)

    def decided(self, entry: Entry) -> Self:
        """The game with who was best, by an entry without problems."""
        if self.alone:
            return replace(self, best=self.entrants)
        if best := entry.get(self.best_name):
            return replace(self, best=tuple(int(seat) for seat in best))
        worth = {seat: self.worth(entry[self.details_name][seat]) for seat in self.entrants}
        return replace(self, best=poker.winners(worth), shown={seat: each.name for seat, each in worth.items()})

    def partial_news(self, entry: Entry) -> Iterator[tuple[str, Words]]:
        """What the hands that are whole come to: each, its wild cards, who is best so far, and that in words."""
        details = entry.get(self.details_name) or ()
        worth = {seat: self.worth(hand) for seat, hand in enumerate(details) if hand and len(hand) == self.size}
        for seat, hand in worth.items():
            yield f"{self.details_name}-{seat}", hand.name
            yield f"{self.details_name}-{seat}-wild", " ".join(hand.wild)
        if len(worth) > 1:
            shown = {seat: hand.name for seat, hand in worth.items()}
            best = replace(self, best=poker.winners(worth), shown=shown)
            yield self.best_name, " ".join(map(str, best.best))
            yield self.details_name, best.verdict

    # The result.

    @property
    def winner(self) -> int | None:
        return self.best[0] if len(self.best) == 1 else None

    def pays(self, seat: int) -> bool:
        """Whether an entrant pays the counted pot."""
        if self.winner is not None or self.options.drawn == "all-pay":
            return seat != self.winner
        return self.options.drawn == "others-pay" and seat not in self.best

    def outcome(self, seat: int) -> Outcome:
        """The outcome for an entrant; paying for a game that others drew counts as lost."""
        if seat == self.winner:
            return Outcome.ALONE if self.alone else Outcome.WON
        return Outcome.LOST if seat not in self.best and self.pays(seat) else Outcome.DRAWN

    def named_for(self, seat: int) -> Message:
        """The name of the game, with what an entrant showed."""
        return bare("{game} ({shown})", game=self.name, shown=self.shown[seat]) if self.shown else self.name

    @property
    def verdict(self) -> Message:
        """Who is best of those whose hands are whole, with what."""
        names = tuple(self.players[seat] for seat in self.best)
        return say("Best: {names} ({shown})", names=names, shown=self.shown[self.best[0]])

    @property
    def in_words(self) -> Message:
        """The game with those who were best in it, or who entered it as long as that is not known."""
        names = tuple(self.players[seat] for seat in self.best or self.entrants)
        if self.alone:
            return say("{game}: {name} (alone)", game=self.name, name=names[0])
        if not self.best:
            return bare("{game} ({names})", game=self.name, names=names)
        if self.winner is None:
            return say("{game} drawn ({names})", game=self.name, names=names)
        return bare("{game}: {name}", game=self.name, name=names[0])


class TrickContest(Contest):
    """Boo-Ray, which the most tricks win."""

    def details_field(self) -> Field:
        return Number(
            name=self.details_name,
            label=say("Tricks"),
            singular=say("tricks"),
            seats=self.entrants,
            low=0,
            high=self.size,
            total=self.size,
            optional=True,
        )

    def check_details(self, details: Sequence[Any]) -> Iterator[Problem]:
        missing = [seat for seat in self.entrants if details[seat] is None]
        for seat in missing:
            yield Problem(self.details_name, seat, self.details_field().refuse_missing(self.players[seat]))
        if not missing and (wrong := wrong_tricks([details[seat] for seat in self.entrants], hand=self.size)):
            yield Problem(self.details_name, None, wrong)

    def partial_news(self, entry: Entry) -> Iterator[tuple[str, Words]]:
        if entry.get(self.details_name) is not None and not any(self.check(entry)):
            yield self.details_name, self.decided(entry).verdict

    def worth(self, detail: int | None) -> poker.HandValue:
        """The value of some tricks; in a recorded result, those that were left out are none."""
        tricks = detail or 0
        return poker.HandValue((tricks,), count("{n} trick", "{n} tricks", n=tricks))

    def can_tie(self, level: int) -> bool:
        """Whether five tricks can leave that many level: two of three by 2-2-1, but not two of two."""
        others = len(self.entrants) - level
        each = range(1, self.size + 1)
        return any(level * most <= self.size <= level * most + others * (most - 1) for most in each)


def hand_value(game: str, hand: Sequence[str], options: BooRayOptions) -> poker.HandValue:
    """The value of a hand in one of the two poker games under these house rules."""
    if game == LOW_SHIT:
        return poker.low_shit(hand, straights=options.best_low == "a-2-3-4-6")
    return poker.kalo(hand, all_wild=options.kalo_wild == "all", ace_high=options.ace_high)


def cell_of(seat: int, contests: Sequence[Contest], *, ante: int, pot: int) -> Cell:
    """The scorecard cell of a seat, with its working; `pot` is counted with all antes, and each loser pays as much.

    The winners share it in whole chips, game by game; but 「もし勝者が1人しかいない場合は、全てのポッドを獲得します」,
    be it of several games.
    """
    own = [each for each in contests if seat in each.entrants]
    won = [each for each in contests if each.winner is not None]
    only_winner = bool(won) and all(each.winner == seat for each in won)
    moves = [(-ante, say("ante {points}", points=signed(-ante)))]
    if only_winner:
        games = tuple(each.named_for(seat) for each in won)
        moves.append((pot, say("{games} won {points} (the whole pot)", games=games, points=signed(pot))))
    for each in own:
        game = each.named_for(seat)
        if each.winner != seat:
            points = -pot if each.pays(seat) else 0
            text = say("{game} drawn {points}") if each.winner is None else say("{game} lost {points}")
            moves.append((points, text.of(game=game, points=signed(points))))
        elif not only_winner:
            points, rest = divmod(pot, len(won))
            division = bare("{pot} ÷ {games}", pot=pot, games=len(won))
            if rest:
                division = say("{division}, the rest stays in the pot", division=division)
            text = say("{game} won {points} ({division})", game=game, points=signed(points), division=division)
            moves.append((points, text))
    total = sum(points for points, _ in moves)
    return Cell(
        points=total,
        working=bare(
            "{parts}: {points}",
            parts=(*(text for _, text in moves), *([] if own else [OUT_OF_ALL])),
            points=signed(total),
        ),
        outcome=None if own else Outcome.OUT,
        signs=tuple(Sign(letter=LETTERS[each.game], of=each.name, outcome=each.outcome(seat)) for each in own),
    )


def check_hands(contests: Sequence[Contest], entry: Entry) -> Iterator[Problem]:
    """The problems of all hands together: a player has one for both poker games, and no card is in two of them."""
    hands: dict[int, set[str]] = {}
    holders: dict[str, int] = {}
    for each in contests:
        details = entry.get(each.details_name)
        if details is None or each.game == BOO_RAY:
            continue
        for seat in each.entrants:
            name, hand = each.players[seat], details[seat] or ()
            if hand and hands.setdefault(seat, set(hand)) != set(hand):
                text = say("{name} plays both games with one hand. Enter the same five cards for both.", name=name)
                yield Problem(each.details_name, seat, text)
            for card in hand:
                if (other := holders.setdefault(card, seat)) != seat:
                    text = say(
                        "{card} is in two hands. Remove it from {name} or {other}.",
                        card=card_name(card),
                        other=each.players[other],
                        name=name,
                    )
                    yield Problem(each.details_name, seat, text)
