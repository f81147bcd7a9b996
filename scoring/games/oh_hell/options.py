"""The house rules of Oh Hell: length, cards, bidding, scoring."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from scoring.decks import playing_cards
from scoring.entry.choices import Choice, Pick
from scoring.entry.fields import Number
from scoring.errors import Problem
from scoring.families.exact_bids import IN_TURN, bidding, dealers_restriction
from scoring.message import Message, Words, bare, say
from scoring.options import Options, Preset, option
from scoring.table import Table

SEATS = (3, 4, 5, 6, 7)
"""The numbers of players."""
NUMBERS = "numbers"
"""The scoring by three numbers of the table's own."""
OWN_NUMBERS = ("made_points", "trick_points", "missed_points")
MOST_FOR_A_BID = 100
MOST_FOR_A_TRICK = 30


def _format(value: str, label: Message, help: Message) -> Choice:
    return Choice(value, label, help, alone=label)


FORMATS = (
    _format("long", say("Long: down and up"), say("From the largest hand down to 1 card and back up.")),
    _format("long-reversed", say("Long: up and down"), say("From 1 card up to the largest hand and back down.")),
    _format(
        "short-valley", say("Short: valley"), say("From 6 cards down to 1 and back up, with any number of players.")
    ),
    _format("short-rising", say("Short: rising"), say("From 1 card up to the largest hand.")),
    _format("short-falling", say("Short: falling"), say("From the largest hand down to 1 card.")),
)
SCORINGS = (
    Choice(
        "normal",
        say("Normal"),
        say("A made bid scores 10 plus its tricks. A missed bid scores nothing."),
        say("Normal scoring"),
    ),
    Choice(
        "plus",
        say("Plus"),
        say("A made bid scores 10 plus its tricks. A missed bid scores its tricks."),
        say("Plus scoring"),
    ),
    Choice(
        "minus",
        say("Minus"),
        say("A made bid scores 10. A missed bid loses 10 for each trick over or under."),
        say("Minus scoring"),
    ),
    Choice(
        "bonus",
        say("Bonus"),
        say("Every trick scores 1. A made bid adds 5; with 5 cards or more, 25 for all tricks but one, 50 for all."),
        say("Bonus scoring"),
    ),
    Choice(
        NUMBERS,
        say("Custom"),
        say("You set what a made bid, its tricks and each trick over or under are worth."),
        say("Custom scoring"),
    ),
)
TOP_HAND_NAMES = (
    (13, say("13, the whole pack with four players")),
    (17, say("17, the most for three players")),
)


def _own_number(label: Message, default: int, *, high: int = MOST_FOR_A_TRICK) -> Any:
    return option(
        Number(label=label, low=0, high=high, help=say("Used only with custom scoring.")),
        default,
        of_kind=True,
        only_with=("scoring", NUMBERS),
    )


@dataclass(frozen=True, kw_only=True)
class OhHellOptions(Options):
    """The house rules of Oh Hell; `top_hand` None means the usual one for the format and the table."""

    format: str = option(Pick(label=say("Length"), choices=FORMATS), "long", of_kind=True)
    top_hand: int | None = option(
        Number(
            label=say("Largest hand"),
            low=1,
            high=playing_cards.PACK_SIZE // 3,
            names=TOP_HAND_NAMES,
            unset=say("as usual: 10, or 8 with six players, 7 with seven (valley: 6)"),
        ),
        of_kind=True,
    )
    scoring: str = option(Pick(label=say("Scoring"), choices=SCORINGS), "normal", of_kind=True)
    made_points: int = _own_number(say("Points for a made bid"), 10, high=MOST_FOR_A_BID)
    trick_points: int = _own_number(say("Points for each trick of a made bid"), 2)
    missed_points: int = _own_number(say("Points lost for each trick over or under"), 2)
    bidding: str = bidding(
        Choice(
            "written",
            say("Written"),
            say("Everyone writes at once, so the dealer can bid anything."),
            say("Written bids"),
        )
    )
    restriction: bool = dealers_restriction(default=True)

    def resolve_defaults(self, table: Table) -> Self:
        top_hand = self.top_hand or usual_top_hand(self.format, players=len(table.players))
        unused = {name: getattr(type(self), name) for name in OWN_NUMBERS if not self.applies(name)}
        restriction = self.restriction and self.bidding == IN_TURN
        return replace(self, top_hand=top_hand, restriction=restriction, **unused)

    def problems(self, table: Table) -> tuple[Problem, ...]:
        problems, most = list[Problem](), playing_cards.PACK_SIZE // len(table.players)
        if self.top_hand is not None and self.top_hand > most:
            text = say(
                "{pack} cards are not enough to deal {hand} each to {players} players. The largest hand is {most}.",
                players=len(table.players),
                hand=self.top_hand,
                pack=playing_cards.PACK_SIZE,
                most=most,
            )
            problems.append(Problem("top_hand", None, text))
        if self.scoring == NUMBERS and not any(getattr(self, name) for name in OWN_NUMBERS):
            problems.append(Problem("made_points", None, say("One of the three numbers must be more than 0.")))
        return tuple(problems)

    @property
    def kind(self) -> str:
        """As in every game; without the numbers of custom scoring where there are none, as before they existed."""
        return super().kind.rstrip(".")

    @classmethod
    def words_of_kind(cls, values: Mapping[str, Any], told: Collection[str]) -> tuple[Words, ...]:
        """The hands as numbers, such as 10→1→10, then the scoring."""
        told = {*told}
        if {*OWN_NUMBERS} <= values.keys() and told & {"scoring", *OWN_NUMBERS}:
            made, trick, missed = (values[name] for name in OWN_NUMBERS)
            score = say("{made} + {trick} a trick", made=made, trick=trick)
            if missed:
                score = say(
                    "{made} + {trick} a trick, −{missed} for each trick off", made=made, trick=trick, missed=missed
                )
            return (*cls.words_of_kind(values, told - {"scoring", *OWN_NUMBERS}), score)
        if not told & {"format", "top_hand"} or not {"format", "top_hand"} <= values.keys():
            return super().words_of_kind(values, told)
        turns = turning_hands(values["format"], values["top_hand"])
        return (bare("→".join(map(str, turns))), *super().words_of_kind(values, told - {"format", "top_hand"}))

    @cached_property
    def hands(self) -> tuple[int, ...]:
        """The number of cards for each player, deal by deal.

        >>> OhHellOptions(format="short-valley", top_hand=3).hands
        (3, 2, 1, 2, 3)
        """
        assert self.top_hand is not None, "resolve_defaults has chosen one"
        first, *turns = turning_hands(self.format, self.top_hand)
        hands = [first]
        for turn in turns:
            step = 1 if turn > hands[-1] else -1
            hands += range(hands[-1] + step, turn + step, step)
        return tuple(hands)


def turning_hands(format: str, top_hand: int) -> tuple[int, ...]:
    """The first hand of a game, where it turns, and the last."""
    return {
        "long": (top_hand, 1, top_hand),
        "short-valley": (top_hand, 1, top_hand),
        "long-reversed": (1, top_hand, 1),
        "short-rising": (1, top_hand),
        "short-falling": (top_hand, 1),
    }[format]


def usual_top_hand(format: str, *, players: int) -> int:
    """The usual largest hand: 10 for 3 to 5 players, 8 for 6, 7 for 7; the valley has 6 at every table.

    >>> [usual_top_hand("long", players=players) for players in (3, 5, 6, 7)]
    [10, 10, 8, 7]
    """
    return 6 if format == "short-valley" else {6: 8, 7: 7}.get(players, 10)


PRESETS = (
    Preset(
        "standard",
        say("Standard"),
        say("Bids in turn. A made bid scores 10 plus its tricks."),
        {},
    ),
    Preset(
        "short",
        say("Short"),
        say("Bids and scores as in the standard rules."),
        {"format": "short-valley"},
    ),
    Preset(
        "written",
        say("Written bids"),
        say("Everyone writes a bid at once and the dealer can bid anything, as often played in Japan."),
        {"bidding": "written", "restriction": False},
    ),
    Preset(
        "minus",
        say("Minus"),
        say("10 for a made bid, minus 10 for each trick over or under."),
        {"scoring": "minus"},
    ),
)
