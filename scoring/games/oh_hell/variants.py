"""Games known by a name of their own that are Oh Hell by certain house rules.

Each is the way that is described most often; `about` says where tables differ, and what the options cannot say.
The three numbers say the score wherever they can, so that a table can change one of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from scoring.entry.fields import Value
from scoring.families.exact_bids import IN_TURN
from scoring.games.oh_hell.options import NUMBERS, OhHellOptions
from scoring.message import Message, say
from scoring.options import Preset


def _variant(slug: str, label: Message, help: Message, about: Message, **values: Value) -> Preset:
    """A variant; in all of them bids are said in turn, and the dealer's is restricted."""
    return Preset(slug, label, help, {"bidding": IN_TURN, "restriction": True, **values}, about)


def _numbers(made: int, trick: int, missed: int) -> dict[str, Value]:
    return {"scoring": NUMBERS, "made_points": made, "trick_points": trick, "missed_points": missed}


VARIANTS = (
    _variant(
        "rikiki",
        say("Rikiki"),
        say("From 1 card up and back. 10 and 2 a trick for a made bid, minus 2 for each trick over or under."),
        say(
            "Played in Hungary. Many deal up to as many cards as the pack has, less the one turned up: set the largest "
            "hand, such as 12 with four players. In France the same name is used for the Ascenseur, where some score "
            "10 and 1 a trick, minus 1 for each trick off."
        ),
        format="long-reversed",
        **_numbers(10, 2, 2),
    ),
    _variant(
        "nomination-whist",
        say("Nomination Whist"),
        say("From 7 cards down to 1 and back. Every trick scores 1, a made bid 10 more."),
        say(
            "Played in Britain. Others start with 10 or 13 cards, or stop at 1. Trumps often follow a fixed order: "
            "pick the suit of each deal with the bids. Some let the dealer bid anything with fewer than 4 cards, which "
            "these options can’t say. The name is used for other games too."
        ),
        format="long",
        top_hand=7,
        scoring="plus",
    ),
    _variant(
        "stiche-raten",
        say("Stiche raten"),
        say("Wizard without wizards: from 1 card up. 20 and 10 a trick, minus 10 for each trick over or under."),
        say(
            "Played in Germany, and older than Wizard; here it is scored as Wizard is. Many score 1 for every trick "
            "and 10 more for a made bid (that is plus scoring), or go back down to 1 card. Some use two packs of 32 "
            "cards; these options can’t say more cards than 52 allow."
        ),
        format="short-rising",
        **_numbers(20, 10, 10),
    ),
    _variant(
        "boerenbridge",
        say("Boerenbridge"),
        say("From the largest hand down to 1 and back. 10 and 2 a trick, minus 2 for each trick over or under."),
        say(
            "Played in the Netherlands, also as “10 op en neer”, and in Flanders as “Chinees poepen”. Tables differ: 5 "
            "and 1 a trick, or 10 and 3; nothing lost for a missed bid; from 1 card up and back; bids written at once. "
            "In Flanders the dealer can bid anything with 3 cards or fewer, which these options can’t say."
        ),
        format="long",
        **_numbers(10, 2, 2),
    ),
    _variant(
        "chinesisch-poker",
        say("Chinesisch Poker"),
        say("From 1 card up and back. 2 and 1 a trick for a made bid, minus 1 for each trick over or under."),
        say(
            "A German name for guessing tricks, not the poker with 13 cards. There is no one set of rules for it; this "
            "is the French Ascenseur, which is also called Chinois. Set the numbers as your table scores."
        ),
        format="long-reversed",
        **_numbers(2, 1, 1),
    ),
    _variant(
        "contract-whist",
        say("Contract Whist"),
        say("From the largest hand down to 1. 10 and 1 a trick for a made bid, nothing for a missed one."),
        say(
            "Played in Britain. Four players often start with 13 cards: set the largest hand. Some deal 13 cards every "
            "time, which these options can’t say."
        ),
        format="short-falling",
        **_numbers(10, 1, 0),
    ),
    _variant(
        "blackout",
        say("Blackout"),
        say("From 1 card up to the largest hand. 10 and 1 a trick for a made bid, nothing for a missed one."),
        say(
            "Played in North America; a missed bid is blacked out on the score sheet. Four players often go up to 13 "
            "cards, the last deal without trumps: set the largest hand. Some let the dealer bid anything, some play "
            "from 10 cards down to 1."
        ),
        format="short-rising",
        **_numbers(10, 1, 0),
    ),
    _variant(
        "up-and-down-the-river",
        say("Up and Down the River"),
        say("From 1 card up and back. 10 and 1 a trick for a made bid, nothing for a missed one."),
        say(
            "Played in Australia, New Zealand and North America. Some start with 7, 8 or 10 cards, go down to 1 and "
            "back up; some score every trick of a missed bid (that is plus scoring)."
        ),
        format="long-reversed",
        **_numbers(10, 1, 0),
    ),
)


def name_of(options: Mapping[str, object]) -> Message | None:
    """The name of the variant that these options, as documents write them, are; None if of none.

    How high the hands go is the table's own unless the variant says it. Options that are older than the names make no
    variant: a game that was played as Oh Hell keeps that name.
    """
    for variant, values in _WRITTEN:
        if all(options.get(name) == value for name, value in values.items()):
            return variant.label
    return None


_FIELDS = {field.name: field for field in OhHellOptions.fields()}
_WRITTEN = tuple(
    (variant, {name: _FIELDS[name].written(value) for name, value in variant.values.items()})
    for variant in VARIANTS
    if variant.values["scoring"] == NUMBERS
)
