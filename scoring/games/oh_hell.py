"""Oh Hell オーヘル: bid how many tricks you will take, and take exactly as many."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from scoring.decks import playing_cards
from scoring.entry.choices import Choice, PickList
from scoring.entry.fields import Number, NumberList, Value
from scoring.errors import Problem
from scoring.families.exact_bid_sheet import MAX_DEALS, NO_TRUMPS, ExactBidSheet
from scoring.families.exact_bids import AT_ONCE, IN_TURN, Attempt, bidding, dealers_restriction, too_many_cards
from scoring.families.void_deals import void_deal, void_fine
from scoring.game import Game
from scoring.message import Message, Words, bare, say
from scoring.options import Options, Preset, option, pick, switch
from scoring.sheets.values import Entry
from scoring.table import Table

WRITTEN = say("Written bids")
NUMBERS = "numbers"
"""The scoring by three numbers of the table's own."""
OWN_NUMBERS = ("made_points", "trick_points", "missed_points")
MOST_FOR_A_BID = 100
MOST_FOR_A_TRICK = 30
LARGEST_HAND = playing_cards.PACK_SIZE // 3
MADE_BONUS = 10
MISSED_PENALTY = 10
LONG_HAND = 5
"""The fewest cards with which bonus scoring pays more for bidding all tricks, or all but one."""

EQUAL = "equal"
"""The format in which every hand is the largest one."""
TOP = None
FORMATS = {
    "long": (say("Long (down and up)"), (TOP, 1, TOP)),
    "long-reversed": (say("Long (up and down)"), (1, TOP, 1)),
    "short-valley": (say("Short (from 6 down and up)"), (TOP, 1, TOP)),
    "short-rising": (say("Short (up only)"), (1, TOP)),
    "short-falling": (say("Short (down only)"), (TOP, 1)),
    EQUAL: (say("Equal hands"), (TOP,)),
}
"""The label of each, and its first hand, those where it turns, and its last; TOP is the largest hand."""

SCORINGS = (
    Choice(
        "normal",
        say("Normal"),
        say("A made bid scores 10 plus its tricks. A missed bid scores nothing."),
    ),
    Choice(
        "plus",
        say("Plus"),
        say("A made bid scores 10 plus its tricks. A missed bid scores its tricks."),
    ),
    Choice(
        "minus",
        say("Minus"),
        say("A made bid scores 10. A missed bid loses 10 for each trick over or under."),
    ),
    Choice(
        "bonus",
        say("Bonus"),
        say("Every trick scores 1. A made bid adds 5; with 5 cards or more, 25 for all tricks but one, 50 for all."),
    ),
    Choice(
        NUMBERS,
        say("Custom"),
    ),
)
TURNED, ORDER, DEALS = "turned", "order", "deals"
"""Where trumps come from: turned up, a list from deal 1 on over and over, turned up but in some deals."""
ORDER_SIGNS = (*playing_cards.SUIT_CHOICES, replace(NO_TRUMPS, label="–"))
USUAL_ORDER = tuple(choice.value for choice in ORDER_SIGNS)
TOP_HAND_NAMES = (
    (13, say("13, the whole pack with four players")),
    (17, say("17, the most for three players")),
)


def _own_number(label: Message, default: int, *, high: int = MOST_FOR_A_TRICK, **more: Any) -> Any:
    return option(
        Number(label=label, low=0, high=high),
        default,
        of_kind=True,
        only_with=("scoring", NUMBERS),
        **more,
    )


@dataclass(frozen=True, kw_only=True)
class OhHellOptions(Options):
    """The house rules of Oh Hell; `top_hand` None means the usual one for the format and the table."""

    format: str = pick(
        say("Length"),
        *tuple(Choice(value, label) for value, (label, _) in FORMATS.items()),
        of_kind=True,
    )
    top_hand: int | None = option(
        Number(
            label=say("Largest hand"),
            low=1,
            high=LARGEST_HAND,
            names=TOP_HAND_NAMES,
            unset=say("10, or 8 with six players, 7 with seven"),
        ),
        of_kind=True,
    )
    equal_deals: int | None = option(
        Number(label=say("Number of deals"), low=1, high=MAX_DEALS),
        of_kind=True,
        only_with=("format", EQUAL),
        sparse=True,
    )
    scoring: str = pick(
        say("Scoring"),
        *SCORINGS,
        of_kind=True,
    )
    made_points: int = _own_number(say("Points for a made bid"), 10, high=MOST_FOR_A_BID)
    trick_points: int = _own_number(say("Points for each trick of a made bid"), 2)
    missed_tricks: str = pick(
        say("Tricks of a missed bid"),
        Choice("no", say("Nothing")),
        Choice("over", say("1 each if over")),
        Choice("always", say("1 each")),
        of_kind=True,
        only_with=("scoring", NUMBERS),
        sparse=True,
    )
    missed_sum: int = _own_number(say("Points lost for a missed bid"), 0, high=MOST_FOR_A_BID, sparse=True)
    missed_points: int = _own_number(say("Points lost for each trick over or under"), 2)
    missed_bid: bool = switch(
        say("Bid lost when missed"),
        default=False,
        on=say("A missed bid also loses as many points as were bid."),
        of_kind=True,
        only_with=("scoring", NUMBERS),
        sparse=True,
    )
    trumps: str = pick(
        say("Trumps"),
        Choice(TURNED, say("Turned up")),
        Choice(ORDER, say("In a fixed order"), say("From deal 1 on, over and over. You can change them in a deal.")),
        Choice(DEALS, say("Turned up, but not in every deal")),
        sparse=True,
    )
    trump_order: tuple[str, ...] | None = option(
        PickList(
            label=say("Order of trumps"),
            choices=ORDER_SIGNS,
            least=2,
            most=8,
            help=say("2 to 8 signs, one for each deal: ♠ ♥ ♦ ♣, or S H D C; – or N for none."),
        ),
        USUAL_ORDER,
        legacy_default=None,
        only_with=("trumps", ORDER),
        sparse=True,
    )
    no_trump_deals: tuple[int, ...] | None = option(
        NumberList(
            label=say("Deals without trumps"),
            low=1,
            high=MAX_DEALS,
            most=MAX_DEALS,
            help=say("Their numbers, such as 5, 10, 15."),
        ),
        only_with=("trumps", DEALS),
        sparse=True,
    )
    bidding: str = bidding(Choice("written", WRITTEN, AT_ONCE))
    restriction: bool = dealers_restriction(default=True)
    restriction_from: int = option(
        Number(
            label=say("Restriction from"),
            low=1,
            high=LARGEST_HAND,
            help=say("The fewest cards with which the dealer is restricted."),
        ),
        1,
        only_with=("restriction", "on"),
        sparse=True,
    )
    void_deal: str = void_deal()
    void_fine: int = void_fine()

    def resolve_defaults(self, table: Table) -> Self:
        usual: int | None = 6 if self.format == "short-valley" else {6: 8, 7: 7}.get(len(table.players), 10)
        top_hand = self.top_hand or (usual if self.format != EQUAL else None)
        chosen = replace(self, top_hand=top_hand, restriction=self.restriction and self.bidding == IN_TURN)
        unused: dict[str, Any] = {
            field.name: field.legacy_default for field in self.fields() if not chosen.applies(field.name)
        }
        return replace(chosen, **unused)

    def problems(self, table: Table) -> tuple[Problem, ...]:
        problems, most = list[Problem](), playing_cards.PACK_SIZE // len(table.players)
        if self.top_hand is not None and self.top_hand > most:
            text = too_many_cards(self.top_hand, len(table.players), pack=playing_cards.PACK_SIZE)
            problems.append(Problem("top_hand", None, text))
        needed = (
            {"top_hand", "equal_deals"} if self.format == EQUAL else {"trump_order"} if self.trumps == ORDER else set()
        )
        needed |= {"no_trump_deals"} if self.trumps == DEALS else set()
        problems += [
            Problem(field.name, None, field.refuse_missing())
            for field in self.fields()
            if field.name in needed and not getattr(self, field.name)
        ]
        if self.scoring == NUMBERS:
            missed = (self.missed_tricks != "no", self.missed_sum, self.missed_points, self.missed_bid)
            if not any((self.made_points, self.trick_points, *missed)):
                problems.append(Problem("made_points", None, say("One of the three numbers must be more than 0.")))
            if all(missed):
                text = say(
                    "A missed bid can count by three of these at most: its tricks, a sum, each trick off, the bid."
                )
                problems.append(Problem("missed_bid", None, text))
        return tuple(problems)

    @property
    def kind(self) -> str:
        """As in every game; without the numbers of custom scoring where there are none, as before they existed."""
        return super().kind.rstrip(".")

    @classmethod
    def words_of_kind(cls, values: Mapping[str, Any], names: Collection[str]) -> tuple[Words, ...]:
        """The hands as numbers, such as 10→1→10, or 13 × 8 for eight equal ones, then the scoring."""
        names, hands, score = {*names}, list[Words](), list[Words]()
        length, numbers = {"format", "top_hand", "equal_deals"}, {"scoring", *OWN_NUMBERS}
        if names & length and {"format", "top_hand"} <= values.keys():
            turns = "→".join(map(str, turning_hands(values["format"], values["top_hand"])))
            hands.append(bare(f"{turns} × {values['equal_deals']}" if values["format"] == EQUAL else turns))
            names -= length
        if names & numbers and numbers <= values.keys():
            made, trick, missed = (values[name] for name in OWN_NUMBERS)
            text = say("{made} + {trick} a trick")
            if missed:
                text = say("{made} + {trick} a trick, −{missed} for each trick off")
            score.append(text.of(made=made, trick=trick, missed=missed))
            names -= numbers
        return (*hands, *score, *super().words_of_kind(values, names))


def turning_hands(format: str, top_hand: int) -> tuple[int, ...]:
    """The first hand of a game, where it turns, and the last."""
    _, turns = FORMATS[format]
    return tuple(turn or top_hand for turn in turns)


@dataclass(frozen=True, kw_only=True)
class OhHellSheet(ExactBidSheet[OhHellOptions]):
    """A score sheet of Oh Hell. Tied players share the win: 「同点の場合は該当プレイヤー全てが勝者です」."""

    player_counts = (3, 4, 5, 6, 7)
    trumps = playing_cards.SUIT_CHOICES
    pack = playing_cards.PACK_SIZE

    @property
    def restricted(self) -> bool:
        return super().restricted and self.hand >= self.options.restriction_from

    @property
    def none_left(self) -> bool:
        return self.options.trumps == TURNED and super().none_left

    @property
    def trump_choices(self) -> tuple[Choice, ...]:
        return self.trumps if self.options.trumps == TURNED else (*self.trumps, NO_TRUMPS)

    @property
    def planned_trump(self) -> str | None:
        """That of the list, or none in the deals that are named; a deal that is not finished is none of them yet."""
        rules = self.options
        if rules.trump_order is not None:
            return rules.trump_order[self.deals % len(rules.trump_order)]
        return NO_TRUMPS.value if self.deals + 1 in (rules.no_trump_deals or ()) else None

    @property
    def usual_hands(self) -> tuple[int, ...]:
        assert self.options.top_hand is not None, "resolve_defaults has chosen one"
        first, *turns = turning_hands(self.options.format, self.options.top_hand)
        if self.options.equal_deals is not None:
            return (first,) * self.options.equal_deals
        hands = [first]
        for turn in turns:
            step = 1 if turn > hands[-1] else -1
            hands += range(hands[-1] + step, turn + step, step)
        return tuple(hands)

    def points(self, attempt: Attempt, entry: Entry) -> tuple[int, str]:
        """The score by the five ways of scoring.

        - normal 「通常方式」: 10 and the tricks when made, else nothing.
        - plus 「加点方式」: the tricks always, 10 more when made.
        - minus 「減点方式」: 10 flat when made, else 10 lost for each trick of difference.
        - bonus 得点の方法の二つ目: 1 for every trick, and 5 more when made; with 5 cards or more, 50 for all tricks, 25
          for all but one.
        - custom: the table's numbers for a made bid and each of its tricks; see `missed_by_numbers`.
        """
        rules, tricks = self.options, attempt.tricks
        if not attempt.made:
            if rules.scoring == NUMBERS:
                return self.missed_by_numbers(attempt)
            if rules.scoring == "minus":
                return -MISSED_PENALTY * attempt.off, f"−{MISSED_PENALTY} × {attempt.off}"
            return (0 if rules.scoring == "normal" else tricks), ""
        if rules.scoring == "minus":
            return MADE_BONUS, ""
        if rules.scoring == "bonus":
            extra = {0: 50, 1: 25}.get(attempt.hand - attempt.bid, 5) if attempt.hand >= LONG_HAND else 5
            return tricks + extra, f"{tricks} + {extra}"
        if rules.scoring == NUMBERS:
            made, each = rules.made_points, rules.trick_points
            return made + each * tricks, f"{made} + {each} × {tricks}" if each else ""
        return MADE_BONUS + tricks, f"{MADE_BONUS} + {tricks}"

    def missed_by_numbers(self, attempt: Attempt) -> tuple[int, str]:
        """Tricks that count, less a sum, less so much for each trick of difference, less the bid: what is in use."""
        rules = self.options
        counts = rules.missed_tricks == "always" or (rules.missed_tricks == "over" and attempt.tricks > attempt.bid)
        terms = (
            (rules.missed_sum, str(rules.missed_sum)),
            (rules.missed_points * attempt.off, f"{rules.missed_points} × {attempt.off}"),
            (attempt.bid, str(attempt.bid)),
        )
        in_use = (rules.missed_sum, rules.missed_points, rules.missed_bid)
        lost = [term for term, used in zip(terms, in_use, strict=True) if used]
        kept = [attempt.tricks] if counts else []
        words = ("" if kept else "−") + " − ".join([*map(str, kept), *(text for _, text in lost)])
        is_sum = len(kept) + len(lost) > 1 or rules.missed_points
        return sum(kept) - sum(points for points, _ in lost), words if is_sum else ""


HOOKED: Mapping[str, Value] = {"bidding": IN_TURN, "restriction": True}
"""The bids of every variant: in turn, and the dealer's is restricted."""


def _numbers(made: int, trick: int, missed: int) -> dict[str, Value]:
    return {"scoring": NUMBERS, "made_points": made, "trick_points": trick, "missed_points": missed}


VARIANTS = (
    Preset(
        "rikiki",
        say("Rikiki"),
        say(
            "Hungary. From 1 card up and back. 10 and 2 a trick for a made bid, minus 2 for each trick over or under. "
            "Many deal as many cards as they can: set the largest hand."
        ),
        {**HOOKED, "format": "long-reversed", **_numbers(10, 2, 2)},
        is_variant=True,
    ),
    Preset(
        "nomination-whist",
        say("Nomination Whist"),
        say(
            "Britain. From 7 cards down to 1 and back. Every trick scores 1, a made bid 10 more. Many play trumps in a "
            "fixed order, or restrict the dealer only from 4 cards: set that too."
        ),
        {**HOOKED, "format": "long", "top_hand": 7, "scoring": "plus"},
        is_variant=True,
    ),
    Preset(
        "stiche-raten",
        say("Stiche raten"),
        say(
            "Germany. Wizard without wizards, from 1 card up. 20 and 10 a trick, minus 10 for each trick over or "
            "under. Some score 1 for every trick and 10 more for a made bid: choose plus scoring."
        ),
        {**HOOKED, "format": "short-rising", **_numbers(20, 10, 10)},
        is_variant=True,
    ),
    Preset(
        "boerenbridge",
        say("Boerenbridge"),
        say(
            "Netherlands, also “10 op en neer”; in Flanders “Chinees poepen”. From the largest hand down to 1 and "
            "back. 10 and 2 a trick, minus 2 for each trick over or under. In Flanders set the restriction from 4."
        ),
        {**HOOKED, "format": "long", **_numbers(10, 2, 2)},
        is_variant=True,
    ),
    Preset(
        "chinesisch-poker",
        say("Chinesisch Poker"),
        say(
            "A German name, not the poker with 13 cards; here the French Ascenseur, or Chinois. From 1 card up and "
            "back. 2 and 1 a trick for a made bid, minus 1 for each trick over or under."
        ),
        {**HOOKED, "format": "long-reversed", **_numbers(2, 1, 1)},
        is_variant=True,
    ),
    Preset(
        "contract-whist",
        say("Contract Whist"),
        say(
            "Britain. From the largest hand down to 1. 10 and 1 a trick for a made bid, nothing for a missed one. "
            "For 13 cards every time choose equal hands."
        ),
        {**HOOKED, "format": "short-falling", **_numbers(10, 1, 0)},
        is_variant=True,
    ),
    Preset(
        "blackout",
        say("Blackout"),
        say(
            "North America; missed bids are blacked out on the score sheet. From 1 card up, with four players often "
            "to 13, the last deal without trumps. 10 and 1 a trick for a made bid, nothing for a missed one."
        ),
        {**HOOKED, "format": "short-rising", **_numbers(10, 1, 0)},
        is_variant=True,
    ),
    Preset(
        "up-and-down-the-river",
        say("Up and Down the River"),
        say(
            "Australia, New Zealand, North America. From 1 card up and back. 10 and 1 a trick for a made bid, nothing "
            "for a missed one. Some go down and back up, or score every trick of a missed bid: choose plus scoring."
        ),
        {**HOOKED, "format": "long-reversed", **_numbers(10, 1, 0)},
        is_variant=True,
    ),
)

_FIELDS = {field.name: field for field in OhHellOptions.fields()}
_WRITTEN = tuple(
    (variant.label, {name: _FIELDS[name].written(value) for name, value in variant.values.items()})
    for variant in VARIANTS
    if variant.values["scoring"] == NUMBERS
)


_TERMS = {field.name for field in OhHellOptions.kind_fields().values() if field.sparse}
"""What documents have only where totals are others than those of a variant."""


def name_of(options: Mapping[str, object]) -> Message | None:
    """The name of the variant that these options, as documents write them, are; None if of none.

    How high the hands go is the table's own unless the variant says it; so are trumps, and from how many cards on the
    dealer is restricted. Options that are older than the names make no variant: a game that was played as Oh Hell
    keeps that name.
    """
    if _TERMS & options.keys():
        return None
    return next((label for label, written in _WRITTEN if written.items() <= options.items()), None)


GAME = Game(
    slug="oh-hell",
    name="Oh Hell",
    name_ja="オーヘル",
    options=OhHellOptions,
    sheet=OhHellSheet,
    presets=(
        Preset(
            "standard",
            say("Standard"),
            SCORINGS[0].help,
            {},
        ),
        Preset(
            "short",
            say("Short"),
            None,
            {"format": "short-valley"},
        ),
        Preset(
            "written",
            WRITTEN,
            AT_ONCE,
            {"bidding": "written", "restriction": False},
        ),
        Preset(
            "minus",
            say("Minus"),
            SCORINGS[2].help,
            {"scoring": "minus"},
        ),
        *VARIANTS,
    ),
    called=name_of,
)
