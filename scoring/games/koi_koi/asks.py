"""The two steps of Koi-Koi: the brights and dealt hands, then the calls, who stopped and the yaku."""

from __future__ import annotations

from scoring.decks.hanafuda import CARDS, LIGHTS
from scoring.decks.yaku import YakuRules
from scoring.entry.choices import Choice, Pick, PickMany, SeatPick
from scoring.entry.fields import Field, Number, Own
from scoring.games.koi_koi.claim import TURNS
from scoring.message import Message, say
from scoring.sheets.values import Ask

DEALT = {"teshi": say("Teshi"), "kuttsuki": say("Kuttsuki")}
DEALT_CHOICES = (
    Choice("teshi", DEALT["teshi"], say("Four cards of one month in the hand.")),
    Choice("kuttsuki", DEALT["kuttsuki"], say("Four pairs of months in the hand.")),
)
MAX_LIGHTS = len(LIGHTS)
CARD_CHOICES = tuple(Choice(card.code, card.name) for card in CARDS)
NOVEMBER = Pick(
    name="november",
    label=say("A November card in the winner's pile"),
    help=say("It cancels Hanami-zake and Tsukimi-zake."),
    choices=(Choice("yes", say("Yes")), Choice("no", say("No"))),
    optional=True,
)


def deal(seats: tuple[int, ...], *, lights: bool, month: Message) -> Ask:
    """The step at the start of the month; the brights are asked only with `lights`."""
    field = Number(
        name="lights", label=say("Brights on the field"), low=0, high=MAX_LIGHTS, optional=True, own=Own.LIVE
    )
    hands = Pick(
        name="dealt",
        label=say("Dealt hands"),
        seats=seats,
        choices=DEALT_CHOICES,
        optional=True,
        turns=True,
        own=Own.LIVE,
    )
    return Ask(
        step="deal",
        title=say("The deal"),
        fields=(field, hands) if lights else (hands,),
        action=say("Start the month"),
        called=say("Deal of {month}", month=month),
    )


def result(seats: tuple[int, ...], *, rules: YakuRules, month: Message, private: bool = False) -> Ask:
    """The step at the end of the month, whose parts seats may enter as they play; `private`: the cards hide."""
    calls = Number(
        name="calls", label=say("Koi-koi calls"), seats=seats, low=0, high=TURNS, suggested=(0, 0), own=Own.LIVE
    )
    winner = SeatPick(
        name="winner",
        label=say("Who stopped"),
        among=seats,
        nobody=say("no one"),
        missing=say("Choose who stopped, or “no one”."),
        own=Own.LIVE,
    )
    yaku = PickMany(
        name="yaku",
        label=say("Yaku"),
        choices=tuple(Choice(yaku.slug, yaku.name, yaku.rule) for yaku in rules.plain),
        optional=True,
    )
    counts = tuple(
        Number(
            name=yaku.slug,
            label=say("{yaku}: how many cards", yaku=yaku.name),
            help=yaku.rule,
            low=yaku.least,
            high=yaku.most,
            optional=True,
        )
        for yaku in rules.counted
    )
    november: tuple[Field, ...] = (NOVEMBER,) if rules.rain else ()
    cards = PickMany(
        name="cards",
        label=say("Captured cards"),
        help=say("Instead of the yaku: tap the winner’s cards, and the sheet works out the yaku."),
        seats=seats,
        choices=CARD_CHOICES,
        optional=True,
        own=Own.LIVE,
        private=private,
    )
    return Ask(
        step="result",
        title=say("End of the month"),
        fields=(calls, winner, yaku, *counts, *november, cards),
        action=say("Save {month}", month=month),
        called=say("Result of {month}", month=month),
    )
