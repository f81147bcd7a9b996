"""What two players tap on their own phones while a month is played, against the rules text, worked by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from scoring.core import enter, read_entry
from scoring.entry.pending import PendingInput
from scoring.errors import EntryError
from scoring.games.koi_koi import GAME
from tests.kit.games import session_of

NAMES = ["Ann", "Ben"]
ANN, BEN = range(2)
CRANE, CURTAIN, MOON, CUP, PHOENIX = "01-1", "03-1", "08-1", "09-1", "12-1"
BOAR, BUTTERFLIES, DEER, RAIN_MAN = "07-1", "06-1", "10-1", "11-1"
CHAFF = ["01-3", "01-4", "02-3", "02-4", "03-3", "03-4", "04-3", "04-4", "05-3", "05-4"]


def start(**options: Any) -> Any:
    return GAME.start(session_of(GAME, players=2, **options) | {"players": NAMES})


def month(lights: int = 0, **options: Any) -> PendingInput:
    """A month that has begun; Ann is oya."""
    return PendingInput(enter(start(**options), {"step": "deal", "lights": lights}))


Step: TypeAlias = tuple[int, dict[str, Any]]
"""Who taps, and what."""


def holds(seat: int, *cards: str, **more: Any) -> Step:
    return seat, {"cards": list(cards), **more}


def said(begun: PendingInput, *steps: Step) -> PendingInput:
    """What was tapped, one after the other."""
    for seat, part in steps:
        begun = begun.with_input(seat, part)
    return begun


def view(parts: PendingInput, seat: int) -> Any:
    """What a seat's own page shows: its own part, and what all may see of the other's."""
    own = {seat: parts.entered[seat]} if seat in parts.entered else {}
    return parts.sheet.seat_view(seat, {**parts.public_input, **own})


READERS: dict[str, Callable[[PendingInput], Any]] = {
    "told": lambda parts: [str(problem.message) for problem in parts.problems],
    "told_of": lambda parts: [[name for name in NAMES if name in str(each.message)] for each in parts.problems],
    "entry": PendingInput.together,
    "totals": lambda parts: parts.sheet.write(read_entry(parts.sheet, parts.together())).totals,
    "multipliers": lambda parts: [view(parts, seat)["multiplier"] for seat in (ANN, BEN)],
    # What a stop pays, where it can be.
    "stops": lambda parts: [(stop := view(parts, seat)["stop"]) and stop.points for seat in (ANN, BEN)],
    # What Ann sees of Ben.
    "other": lambda parts: view(parts, ANN)["other"]["answer"],
    "near": lambda parts: str(view(parts, ANN)["other"]["answer"].near or ""),
    "made": lambda parts: [(yaku.slug, points) for yaku, points in view(parts, ANN)["other"]["answer"].made],
    "calls": lambda parts: view(parts, ANN)["other"]["calls"],
    "bens_pile": lambda parts: {card.code for card in view(parts, BEN)["own"]["answer"].pile},
}
"""How to read what is not the parts' own."""

BOTH = "You both tapped silver grass with moon ({} first). If it isn’t yours, tap it again to clear it."
BOTH_STOP = "Ann and Ben don’t agree who stopped. One of you must take it back."
MOON_IN_BOTH = (holds(BEN, MOON), holds(ANN, CRANE, MOON))
THREE_BRIGHTS = holds(ANN, CRANE, CURTAIN, MOON)
CALLS: Step = (ANN, {"calls": 1})
NOBODY, NOR_BEN = (ANN, {"winner": "nobody"}), (BEN, {"winner": "nobody"})

SHOWN: dict[str, tuple[PendingInput, tuple[Step, ...], dict[str, Any]]] = {
    # The month is settled from both.
    "both are waited for": (
        month(lights=1),
        (holds(ANN, CRANE, CURTAIN, "04-3"), holds(BEN, BOAR, "07-3")),
        {"missing": (ANN, BEN), "settled": False},
    ),
    # 三光 6; 「7点」 is not reached; 1 + 1 bright + Ann's own call 1. The call is for 三光; a second yaku comes: タン 5
    # ribbons 1, so 7, doubled 14, × 3 = 42.
    "who stops ends the month with both piles and calls": (
        month(lights=1),
        (
            holds(BEN, BOAR, "07-3"),
            holds(ANN, CRANE, CURTAIN, "04-3", BUTTERFLIES, DEER),
            THREE_BRIGHTS,
            CALLS,
            holds(ANN, CRANE, CURTAIN, MOON, "04-2", "05-2", "07-2", "06-2", "10-2", winner=ANN),
        ),
        {
            "settled": True,
            "entry": {
                "step": "result",
                "calls": [1, 0],
                "winner": ANN,
                "cards": [[CRANE, CURTAIN, "04-2", "05-2", "06-2", "07-2", MOON, "10-2"], [BOAR, "07-3"]],
            },
            "totals": (142, 58),
        },
    ),
    # 「両プレイヤーとも1つも役を作れなかった場合…親プレイヤーが相手から6点」
    "no one stops where both say so": (
        month(),
        (holds(ANN, CRANE), NOBODY, NOR_BEN),
        {"settled": True, "totals": (106, 94)},
    ),
    "and only there": (month(), (holds(ANN, CRANE), NOBODY), {"missing": (BEN,)}),
    # 三光 6 and カス 1, one light: Ann receives 6 × 2.
    "where the better pile is paid it is read from both piles": (
        month(lights=1, after_call="highest"),
        (THREE_BRIGHTS, CALLS, holds(BEN, *CHAFF, calls=1), NOBODY, NOR_BEN),
        {"settled": True, "totals": (112, 88)},
    ),
    "whose cards are not tapped is told": (
        month(after_call="highest"),
        (CALLS, holds(BEN, *CHAFF, calls=1), NOBODY, NOR_BEN),
        {"told": ["Enter Ann’s yaku or cards."], "settled": False},
    ),
    "who said no one and takes a card after all has taken it back": (
        month(),
        (NOBODY, holds(ANN, CRANE), NOR_BEN),
        {"missing": (ANN,)},
    ),
    # 「手四(6点)」: a flat 6
    "dealt hands and brights are tapped by each": (
        PendingInput(start()),
        ((BEN, {"lights": 2, "dealt": "teshi"}),),
        {"missing": (ANN,)},
    ),
    "brights are counted alike": (
        PendingInput(start()),
        ((BEN, {"lights": 2, "dealt": "teshi"}), (ANN, {"lights": 1})),
        {"told": ["Brights on the field: Ann counts 1, Ben 2. Count again, and tap the same number."]},
    ),
    "then nobody is waited for": (
        PendingInput(start()),
        ((BEN, {"lights": 2, "dealt": "teshi"}), (ANN, {"lights": 1}), (ANN, {"lights": 2})),
        {"settled": True, "totals": (94, 106)},
    ),
    # What cannot both be so is told to both.
    "a card in both piles is told with who was first": (
        month(),
        MOON_IN_BOTH,
        {"told": [BOTH.format("Ben")], "settled": False},
    ),
    "more cards of either do not change who was": (
        month(),
        (*MOON_IN_BOTH, holds(BEN, MOON, DEER), holds(ANN, CRANE, MOON, CURTAIN)),
        {"told": [BOTH.format("Ben")], "settled": False},
    ),
    "until the first gives it back": (month(), (*MOON_IN_BOTH, holds(BEN, DEER)), {"told": []}),
    "or the second": (month(), (*MOON_IN_BOTH, holds(ANN, CRANE, CURTAIN)), {"told": []}),
    "who taps it anew is second then": (
        month(),
        (holds(BEN, MOON), holds(ANN, MOON), holds(BEN), holds(BEN, MOON)),
        {"told": [BOTH.format("Ann")], "settled": False},
    ),
    "one stops and the other says that nobody could": (
        month(),
        (NOR_BEN, holds(ANN, CRANE, CURTAIN, MOON, winner=ANN)),
        {"told": ["Ann and Ben don’t agree who stopped. One of you must take it back."], "settled": False},
    ),
    "koi-koi was called without a yaku": (
        month(),
        (holds(ANN, CRANE), CALLS),
        {
            "told": ["Ann called koi-koi, but Ann’s cards make no yaku. Take the call back, or tap the cards."],
            "settled": False,
        },
    ),
    "a call that was taken back": (month(), (holds(ANN, CRANE), CALLS, (ANN, {"calls": 0})), {"told": []}),
    "a month is not settled over a card in both piles": (
        month(),
        (holds(BEN, MOON), holds(ANN, CRANE, CURTAIN, MOON, winner=ANN)),
        {"claimed": (ANN,), "settled": False},
    ),
    "it is when one gives it back": (
        month(),
        (holds(BEN, MOON), holds(ANN, CRANE, CURTAIN, MOON, winner=ANN), holds(BEN)),
        {"settled": True, "totals": (106, 94)},
    ),
    "one who stops ends the month": (month(), (holds(BEN, MOON, CUP, winner=BEN),), {"settled": True}),
    # 花見 and 月見 with the same cup
    "two who stop over a card in both piles are told both": (
        month(),
        (holds(ANN, CURTAIN, CUP), holds(BEN, MOON, CUP), (BEN, {"winner": BEN}), (ANN, {"winner": ANN})),
        {"told": [BOTH.format("Ann").replace("silver grass with moon", "chrysanthemum with sake cup"), BOTH_STOP]},
    ),
    "and one takes it back": (
        month(),
        (
            *(holds(ANN, CURTAIN, CUP), holds(BEN, MOON, CUP)),
            *((BEN, {"winner": BEN}), (ANN, {"winner": ANN}), holds(ANN, CURTAIN)),
        ),
        {"settled": True, "totals": (95, 105)},
    ),
    # 「新たに点数が増えれば、再び…宣言できる」
    "one yaku bears one call": (month(), (holds(BEN, *CHAFF), (BEN, {"calls": 1})), {"told": []}),
    "a call too many is told": (
        month(),
        (holds(BEN, *CHAFF), (BEN, {"calls": 2})),
        {"told_of": [["Ben"]]},
    ),
    # カス of 11 is a point more.
    "new points bear another call": (
        month(),
        (holds(BEN, *CHAFF), (BEN, {"calls": 2}), holds(BEN, *CHAFF, "06-3")),
        {"told": []},
    ),
    # The other's board is seen by the yaku that it makes: 松に鶴・桐に鳳凰.
    "the other is seen by the yaku that lack one card": (
        month(),
        (holds(BEN, CRANE, PHOENIX),),
        {"near": "1 away: Three Brights", "made": []},
    ),
    "and by those made": (
        month(),
        (holds(BEN, CRANE, PHOENIX, MOON),),
        {"near": "1 away: Four Brights, Rainy Four Brights, Tsukimi-zake", "made": [("sanko", 6)]},
    ),
    "a yaku whose last card lies in the own pile is not near": (
        month(),
        (holds(BEN, BOAR, DEER), holds(ANN, BUTTERFLIES)),
        {"near": ""},
    ),
    # 三光 6 × (1 + 2 brights)
    "what a stop pays is told to who can stop": (
        month(lights=2),
        (THREE_BRIGHTS,),
        {"stops": [18, None], "multipliers": [3, 3]},
    ),
    # 「新たに点数が増えない限り「やめ」を宣言することはできません」
    "after koi-koi a stop takes new points, and the own call multiplies": (
        month(lights=2),
        (THREE_BRIGHTS, CALLS),
        {"stops": [None, None], "multipliers": [4, 3]},
    ),
    # 「倍返しあり」: (1 + 1 bright) × 2 for who was not the caller
    "paid back the call of the other doubles": (
        month(lights=1, koi_koi="payback"),
        (THREE_BRIGHTS, CALLS),
        {"multipliers": [2, 4]},
    ),
    # Hidden by a house rule
    "by the house rule the other is seen by calls alone": (
        month(boards="hidden"),
        (holds(BEN, CRANE, CURTAIN, MOON, calls=1), holds(ANN, BOAR)),
        {"other": None, "calls": 1, "public_input": {BEN: {"calls": 1}}, "bens_pile": {CRANE, CURTAIN, MOON}},
    ),
    "hidden a card in both piles is not told": (
        month(boards="hidden"),
        (holds(BEN, MOON), THREE_BRIGHTS),
        {"told": []},
    ),
    "before the month ends": (
        month(boards="hidden"),
        (holds(BEN, MOON), THREE_BRIGHTS, (ANN, {"winner": ANN})),
        {"told": [BOTH.format("Ben")]},
    ),
    "hidden a call too many is not told": (month(boards="hidden"), (holds(BEN, CRANE, calls=1),), {"told": []}),
    "before the month ends either": (
        month(boards="hidden"),
        (holds(BEN, CRANE, calls=1), holds(ANN, CURTAIN, MOON, CUP, winner=ANN)),
        {"told": ["Ben called koi-koi, but Ben’s cards make no yaku. Take the call back, or tap the cards."]},
    ),
}


@pytest.mark.parametrize(("begun", "steps", "shown"), SHOWN.values(), ids=SHOWN)
def test_what_both_see(begun: PendingInput, steps: tuple[Step, ...], shown: dict[str, Any]) -> None:
    parts = said(begun, *steps)
    assert {name: READERS[name](parts) if name in READERS else getattr(parts, name) for name in shown} == shown


@pytest.mark.parametrize(
    ("before", "part", "words"),
    [
        ([holds(ANN)], {"winner": ANN}, "Enter Ann’s yaku or cards."),
        ([holds(ANN, CRANE, CURTAIN)], {"winner": ANN}, "yaku"),
        ([THREE_BRIGHTS], {"winner": BEN}, "can’t be chosen here"),
        ([THREE_BRIGHTS, CALLS], {"winner": ANN}, "After koi-koi"),
    ],
)
def test_nobody_stops_without_a_card_without_a_yaku_or_for_the_other(
    before: list[Step], part: dict[str, Any], words: str
) -> None:
    parts = said(month(), *before)
    with pytest.raises(EntryError, match=words):
        parts.with_input(ANN, part)


def test_hidden_the_own_board_is_as_without_the_other() -> None:
    alone, beside = (
        said(month(boards="hidden"), *steps) for steps in ((THREE_BRIGHTS,), (holds(BEN, MOON), THREE_BRIGHTS))
    )
    assert view(beside, ANN)["own"]["answer"] == view(alone, ANN)["own"]["answer"]
