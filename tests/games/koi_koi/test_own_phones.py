"""What two players tap on their own phones while a month is played, against the rules text, worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.core import enter, read_entry
from scoring.entry.parts import Parts
from scoring.errors import EntryError
from scoring.games.koi_koi import GAME
from tests.kit.games import session_of

ANN, BEN = range(2)
CRANE, CURTAIN, MOON, CUP, PHOENIX = "01-1", "03-1", "08-1", "09-1", "12-1"
BOAR, BUTTERFLIES, DEER, RAIN_MAN = "07-1", "06-1", "10-1", "11-1"
CHAFF = ["01-3", "01-4", "02-3", "02-4", "03-3", "03-4", "04-3", "04-4", "05-3", "05-4"]


def start(**options: Any) -> Any:
    return GAME.start(session_of(GAME, players=2, **options) | {"players": ["Ann", "Ben"]})


def month(lights: int = 0, **options: Any) -> Parts:
    """A month that has begun; Ann is oya."""
    return Parts(enter(start(**options), {"step": "deal", "lights": lights}))


def holds(parts: Parts, seat: int, *cards: str, **more: Any) -> Parts:
    return parts.saying(seat, {"cards": list(cards), **more})


def told(parts: Parts) -> list[str]:
    return [str(problem.message) for problem in parts.problems]


def scored(parts: Parts) -> Any:
    return parts.sheet.write(read_entry(parts.sheet, parts.together()))


def view(parts: Parts, seat: int) -> Any:
    """What a seat's own page shows: its own part, and what all may see of the other's."""
    own = {seat: parts.said[seat]} if seat in parts.said else {}
    return parts.sheet.seat_view(seat, {**parts.shown, **own})


# The month is settled from both.


def test_who_stops_ends_the_month_with_both_piles_and_calls() -> None:
    """三光 6; 「7点」 is not reached; 1 + 1 bright + Ann's own call 1: 6 × 3 = 18."""
    parts = holds(month(lights=1), ANN, CRANE, CURTAIN, "04-3")
    parts = holds(parts, BEN, BOAR, "07-3")
    parts = holds(parts, ANN, CRANE, CURTAIN, "04-3", BUTTERFLIES, DEER)
    assert parts.missing == (ANN, BEN)
    parts = holds(parts, ANN, CRANE, CURTAIN, MOON)
    # The call is for 三光; a second yaku comes: タン 5 ribbons 1, so 7, doubled 14, × 3 = 42.
    parts = parts.saying(ANN, {"calls": 1})
    parts = holds(parts, ANN, CRANE, CURTAIN, MOON, "04-2", "05-2", "07-2", "06-2", "10-2", winner=ANN)
    assert parts.settled
    assert parts.together() == {
        "step": "result",
        "calls": [1, 0],
        "winner": ANN,
        "cards": [[CRANE, CURTAIN, "04-2", "05-2", "06-2", "07-2", MOON, "10-2"], [BOAR, "07-3"]],
    }
    assert scored(parts).totals == (142, 58)


def test_no_one_stops_only_where_both_say_so() -> None:
    """「両プレイヤーとも1つも役を作れなかった場合…親プレイヤーが相手から6点」."""
    parts = holds(month(), ANN, CRANE).saying(ANN, {"winner": "nobody"})
    assert parts.missing == (BEN,)
    parts = parts.saying(BEN, {"winner": "nobody"})
    assert parts.settled
    assert scored(parts).totals == (106, 94)


def test_after_koi_koi_a_stop_takes_new_points() -> None:
    """「新たに点数が増えない限り「やめ」を宣言することはできません」."""
    parts = holds(month(), ANN, CRANE, CURTAIN, MOON).saying(ANN, {"calls": 1})
    assert view(parts, ANN).stop is None
    with pytest.raises(EntryError, match="After koi-koi"):
        parts.saying(ANN, {"winner": ANN})


def test_dealt_hands_and_brights_are_tapped_by_each() -> None:
    """「手四(6点)」: a flat 6; nobody waits for brights that both count alike."""
    parts = Parts(start()).saying(BEN, {"lights": 2, "dealt": "teshi"})
    assert parts.missing == (ANN,)
    parts = parts.saying(ANN, {"lights": 1})
    assert told(parts) == [
        "Brights on the field: Ann counts 1, Ben 2. Count again, and tap the same number.",
    ]
    parts = parts.saying(ANN, {"lights": 2})
    assert parts.settled
    assert scored(parts).totals == (94, 106)


# What cannot both be so is told to both.

BOTH = "silver grass with moon: both of you tapped it, {} first. Whoever doesn’t have it taps it again."


def said(*steps: tuple[int, dict[str, Any]], **options: Any) -> Parts:
    """A month in which these were said, one after the other."""
    parts = month(**options)
    for seat, part in steps:
        parts = parts.saying(seat, part)
    return parts


def piles(*steps: tuple[int, list[str]]) -> list[tuple[int, dict[str, Any]]]:
    return [(seat, {"cards": cards}) for seat, cards in steps]


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        # A card in both piles, with who was first; more cards of either do not change who was.
        (piles((BEN, [MOON]), (ANN, [CRANE, MOON])), [BOTH.format("Ben")]),
        (
            piles((BEN, [MOON]), (ANN, [CRANE, MOON]), (BEN, [MOON, DEER]), (ANN, [CRANE, MOON, CURTAIN])),
            [BOTH.format("Ben")],
        ),
        # Until one gives it back.
        (piles((BEN, [MOON]), (ANN, [CRANE, MOON]), (BEN, [DEER])), []),
        (piles((BEN, [MOON]), (ANN, [CRANE, MOON]), (ANN, [CRANE, CURTAIN])), []),
        # Who taps it anew is second then.
        (piles((BEN, [MOON]), (ANN, [MOON]), (BEN, []), (BEN, [MOON])), [BOTH.format("Ann")]),
        (
            [(BEN, {"winner": "nobody"}), (ANN, {"cards": [CRANE, CURTAIN, MOON], "winner": ANN})],
            ["Ann stops, but Ben says that nobody could. One of you takes it back."],
        ),
        (
            [*piles((ANN, [CRANE])), (ANN, {"calls": 1})],
            ["Ann called koi-koi, but Ann’s cards make no yaku. Take the call back, or tap the cards."],
        ),
        ([*piles((ANN, [CRANE])), (ANN, {"calls": 1}), (ANN, {"calls": 0})], []),
    ],
)
def test_what_does_not_go_together_is_told_until_somebody_mends_it(
    steps: list[tuple[int, dict[str, Any]]], words: list[str]
) -> None:
    parts = said(*steps)
    assert told(parts) == words
    assert not (words and parts.settled)


@pytest.mark.parametrize(
    ("before", "part", "words"),
    [
        ([], {"winner": ANN}, "Ann, tap your captured cards before you stop"),
        ([CRANE, CURTAIN], {"winner": ANN}, "yaku"),
        ([CRANE, CURTAIN, MOON], {"winner": BEN}, "is not a seat you can choose here"),
    ],
)
def test_nobody_stops_without_a_card_without_a_yaku_or_for_the_other(
    before: list[str], part: dict[str, Any], words: str
) -> None:
    parts = said(*piles((ANN, before)))
    with pytest.raises(EntryError, match=words):
        parts.saying(ANN, part)


def test_who_said_no_one_and_takes_a_card_after_all_has_taken_it_back() -> None:
    parts = said((ANN, {"winner": "nobody"}), *piles((ANN, [CRANE])), (BEN, {"winner": "nobody"}))
    assert parts.missing == (ANN,)


def test_a_month_is_not_settled_over_a_card_in_both_piles() -> None:
    parts = holds(holds(month(), BEN, MOON), ANN, CRANE, CURTAIN, MOON, winner=ANN)
    assert parts.claimed == (ANN,)
    assert not parts.settled
    parts = holds(parts, BEN)
    assert parts.settled
    assert scored(parts).totals == (106, 94)


def test_two_who_stop_are_told_both_and_one_takes_it_back() -> None:
    """Both could stop over a card that lies in both piles: 花見 and 月見 with the same cup."""
    parts = holds(month(), BEN, MOON, CUP, winner=BEN)
    assert parts.settled, "alone it would be the end of the month"
    parts = holds(holds(month(), ANN, CURTAIN, CUP), BEN, MOON, CUP)
    parts = parts.saying(BEN, {"winner": BEN}).saying(ANN, {"winner": ANN})
    assert told(parts)[1:] == ["Ann and Ben both say stop. Only one can: the other takes it back."]
    parts = holds(parts, ANN, CURTAIN)
    assert parts.settled
    assert scored(parts).totals == (95, 105)


def test_a_call_too_many_is_told() -> None:
    """「新たに点数が増えれば、再び…宣言できる」: one yaku bears one call, the next new points another."""
    parts = holds(month(), BEN, *CHAFF).saying(BEN, {"calls": 1})
    assert told(parts) == []
    parts = parts.saying(BEN, {"calls": 2})
    assert len(told(parts)) == 1
    assert "Ben" in told(parts)[0]
    # カス of 11 is a point more: two calls.
    assert told(holds(parts, BEN, *CHAFF, "06-3")) == []


# The other's board is seen by the yaku that it makes.


def test_the_other_is_seen_by_the_yaku_made_and_those_one_card_away() -> None:
    """松に鶴・桐に鳳凰: 三光 lacks one; with the moon it is made, and 四光 and 雨四光 lack one."""
    parts = holds(month(), BEN, CRANE, PHOENIX)
    assert str(view(parts, ANN).other.answer.near) == "1 away: Three Brights"
    parts = holds(parts, BEN, CRANE, PHOENIX, MOON)
    other = view(parts, ANN).other.answer
    assert [(yaku.slug, points) for yaku, points in other.made] == [("sanko", 6)]
    assert str(other.near) == "1 away: Four Brights, Rainy Four Brights, Tsukimi-zake"


def test_a_yaku_whose_last_card_lies_in_the_own_pile_is_not_near() -> None:
    parts = holds(holds(month(), BEN, BOAR, DEER), ANN, BUTTERFLIES)
    assert view(parts, ANN).other.answer.near is None


def test_what_a_stop_pays_is_told_to_who_can_stop() -> None:
    """三光 6 × (1 + 2 brights) = 18."""
    parts = holds(month(lights=2), ANN, CRANE, CURTAIN, MOON)
    assert view(parts, ANN).stop.points == 18
    assert view(parts, BEN).stop is None
    assert view(parts, ANN).multiplier == 3
    assert view(parts.saying(ANN, {"calls": 1}), ANN).multiplier == 4
    assert view(parts.saying(ANN, {"calls": 1}), BEN).multiplier == 3


def test_paid_back_the_call_of_the_other_doubles() -> None:
    """「倍返しあり」: (1 + 1 bright) × 2 for who was not the caller."""
    parts = holds(month(lights=1, koi_koi="payback"), ANN, CRANE, CURTAIN, MOON).saying(ANN, {"calls": 1})
    assert view(parts, ANN).multiplier == 2
    assert view(parts, BEN).multiplier == 4


# Hidden by a house rule.


def test_by_the_house_rule_the_other_is_seen_by_calls_alone() -> None:
    parts = holds(month(boards="hidden"), BEN, CRANE, CURTAIN, MOON).saying(BEN, {"calls": 1})
    parts = holds(parts, ANN, BOAR)
    assert view(parts, ANN).other.answer is None
    assert view(parts, ANN).other.calls == 1
    assert parts.shown == {BEN: {"calls": 1}}
    assert [card.code for card in view(parts, BEN).own.answer.pile if card.code == MOON] == [MOON]


def test_hidden_a_card_in_both_piles_is_told_only_as_the_month_ends() -> None:
    parts = holds(holds(month(boards="hidden"), BEN, MOON), ANN, CRANE, CURTAIN, MOON)
    assert told(parts) == []
    assert view(parts, ANN).own.answer == view(holds(month(boards="hidden"), ANN, CRANE, CURTAIN, MOON), ANN).own.answer
    parts = parts.saying(ANN, {"winner": ANN})
    assert len(told(parts)) == 1


def test_hidden_a_call_too_many_is_told_only_as_the_month_ends() -> None:
    parts = holds(month(boards="hidden"), BEN, CRANE).saying(BEN, {"calls": 1})
    assert told(parts) == []
    parts = holds(parts, ANN, CURTAIN, MOON, CUP, winner=ANN)
    assert "Ben called koi-koi" in told(parts)[0]
