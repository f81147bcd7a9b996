"""What decides the games of a deal of Boo-Ray: tricks and hands, what is refused, and what is told before all is in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from scoring.core import read_entry, replay_trusted
from scoring.sheets.values import Entry
from tests.games.boo_ray.table import (
    ANNA,
    BEN,
    BOO,
    CHIKA,
    DAISUKE,
    KALO,
    LOW,
    OUT,
    best,
    five_tricks_leave,
    hand,
    hold,
    start,
    tell,
)
from tests.kit.scoring.seen import Refusal, refused


def boo_ray() -> Any:
    """Three of five have entered Boo-Ray."""
    return hold(start(5), BOO, BOO, OUT, BOO, OUT)


def poker(game: str, **options: Any) -> Any:
    """Two of three have entered a game."""
    return hold(start(3, **options), game, game, OUT)


TRICKS = ("booray_tricks", None)
NO_GAME = "あんな, Game: “{}” can’t be chosen. Choose one of these: Low-Shit, KALO, Boo-Ray, out."
KNOWN = "Choose one of these: あんな, ベン, 大輔."
LOW_HAND, OTHER_HAND = ["AS", "2S", "3S", "4S", "6S"], ["AH", "2H", "3H", "4H", "6H"]


@pytest.mark.parametrize(
    ("sheet", "raw", "refusals"),
    [
        (
            partial(start, 3),
            {"games": [[LOW, KALO], OUT, OUT]},
            [("games", ANNA, NO_GAME.format("['low-shit', 'kalo']"))],
        ),
        (partial(start, 3), {"games": ["bourre", OUT, OUT]}, [("games", ANNA, NO_GAME.format("bourre"))]),
        (
            partial(start, 3, several="on"),
            {"games": [LOW, [], []]},
            [("games", ANNA, "あんな, Game: “low-shit” is not a list.")],
        ),
        # Nobody stays out where it is forbidden.
        *(
            (
                partial(start, 4, staying_out="forbidden", several=several),
                {"games": games},
                [("games", CHIKA, "千夏: game missing.")],
            )
            for several, games in (("off", [LOW, KALO, None, BOO]), ("on", [[LOW], [KALO], [], [BOO]]))
        ),
        (
            partial(start, 4, staying_out="until-doubled"),
            {"games": [LOW, LOW, LOW, OUT]},
            [("games", DAISUKE, "大輔: game missing.")],
        ),
        # Five tricks are taken.
        *(
            (boo_ray, {"booray_tricks": tricks}, [(*TRICKS, f"The tricks add up to {said}")])
            for tricks, said in (
                ([1, 2, None, 1, None], "4, not 5. Add 1."),
                ([3, 2, None, 1, None], "6, not 5. Take away 1."),
                ([0, 0, None, 0, None], "0, not 5. Add 5."),
            )
        ),
        (
            boo_ray,
            {"booray_tricks": [5, 0, None, None, None]},
            [("booray_tricks", DAISUKE, "大輔: tricks missing.")],
        ),
        (
            boo_ray,
            {"booray_tricks": [6, -1, None, "many", None]},
            [
                ("booray_tricks", ANNA, "あんな, Tricks: 6 is too high. The maximum is 5."),
                ("booray_tricks", BEN, "ベン, Tricks: −1 is too low. The minimum is 0."),
                ("booray_tricks", DAISUKE, "大輔, Tricks: “many” is not a whole number."),
            ],
        ),
        (
            boo_ray,
            {"booray_tricks": [5, 0, 0, 0, None]},
            [("booray_tricks", CHIKA, "千夏 doesn’t enter anything here.")],
        ),
        # Each contested game is decided, in one way, by one of those who entered.
        (
            lambda: hold(start(6), KALO, KALO, LOW, LOW, BOO, BOO),
            {},
            [
                ("booray_best", None, "Boo-Ray: choose the winner."),
                ("low_best", None, "Low-Shit: choose the winner."),
                ("kalo_best", None, "KALO: choose the winner."),
            ],
        ),
        (
            boo_ray,
            {"booray_best": best(BEN), "booray_tricks": [1, 3, None, 1, None]},
            [("booray_best", None, "Boo-Ray: enter the winner, or the hands or tricks, not both.")],
        ),
        (
            partial(poker, KALO),
            {"kalo_best": best(ANNA), "kalo_hands": [hand("A 2 3 4 6"), hand("5 7 8 9 J"), None]},
            [("kalo_best", None, "KALO: enter the winner, or the hands or tricks, not both.")],
        ),
        (
            boo_ray,
            {"booray_best": best(CHIKA)},
            [("booray_best", None, f"Winner of Boo-Ray: “2” can’t be chosen. {KNOWN}")],
        ),
        # A hand has five cards of the pack, each in one hand only.
        (
            partial(poker, KALO),
            {"kalo_hands": [hand("A 2 3 4 6")[:4], [*hand("5 7 8 9 J"), "QH"], None]},
            [
                ("kalo_hands", ANNA, "あんな has 4 cards in KALO, not 5. Tap the whole hand."),
                ("kalo_hands", BEN, "ベン has 6 cards in KALO, not 5. Tap the whole hand."),
            ],
        ),
        (
            partial(poker, KALO),
            {"kalo_hands": [hand("A 2 3 4 6"), None, None]},
            [("kalo_hands", BEN, "ベン has 0 cards in KALO, not 5. Tap the whole hand.")],
        ),
        (
            partial(poker, LOW),
            {"low_hands": [LOW_HAND, ["AS", "7S", "8S", "9S", "TH"], None]},
            [("low_hands", BEN, "A♠ is in two hands. Remove it from ベン or あんな.")],
        ),
        (
            lambda: hold(start(4), LOW, LOW, KALO, KALO),
            {
                "low_hands": [LOW_HAND, OTHER_HAND, None, None],
                "kalo_hands": [None, None, ["AS", "7S", "8S", "9S", "TS"], ["AD", "7D", "8D", "9D", "TD"]],
            },
            [("kalo_hands", CHIKA, "A♠ is in two hands. Remove it from 千夏 or あんな.")],
        ),
        (
            partial(poker, LOW),
            {"low_hands": [["AS", "AS", "3S", "4S", "6S"], hand("5 7 8 9 J"), None]},
            [("low_hands", ANNA, "あんな, Hands in Low-Shit: “AS” was chosen twice.")],
        ),
        (
            partial(poker, KALO),
            {"kalo_hands": [["A♠", "2S", "3S", "4S", "5S"], hand("6 7 8 9 J"), None]},
            [("kalo_hands", ANNA, "あんな, Hands in KALO: “A♠” is written “AS” here.")],
        ),
        (
            lambda: hold(start(3, several="on"), [LOW, KALO], [LOW], [KALO]),
            {
                "low_hands": [LOW_HAND, ["KH", "QH", "9H", "8D", "7H"], None],
                "kalo_hands": [["AS", "2S", "3S", "4S", "7S"], None, ["KC", "QC", "9C", "8C", "5D"]],
            },
            [("kalo_hands", ANNA, "あんな plays both games with one hand. Enter the same five cards for both.")],
        ),
        *(
            (
                partial(poker, KALO),
                {"kalo_hands": [[typed, "2S", "3S", "4S", "5S"], hand("6 7 8 9 J"), None]},
                [("kalo_hands", ANNA, f"あんな, Hands in KALO: “{typed}” can’t be chosen here.")],
            )
            for typed in ("1S", "AX", "as", "", None, 5)
        ),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    sheet: Callable[[], Any], raw: dict[str, Any], refusals: list[Refusal]
) -> None:
    assert refused(sheet(), step=sheet().ask.step, **raw) == refusals


@pytest.mark.parametrize("entrants", range(2, 11))
def test_a_tie_that_five_tricks_cannot_give_is_refused(entrants: int) -> None:
    # two can be level where a third takes the odd trick (2-2-1), five with a trick each, and no others
    possible = {1} | ({2} if entrants >= 3 else set()) | ({5} if entrants >= 5 else set())
    sheet = hold(start(10), *[BOO] * entrants, *[OUT] * (10 - entrants))
    for level in range(1, entrants + 1):
        assert five_tricks_leave(level, entrants) == (level in possible)
        if level in possible:
            assert tell(sheet, booray_best=best(*range(level))).deals == 1
        else:
            ((field, seat, said),) = refused(sheet, step="results", booray_best=best(*range(level)))
            assert (field, seat) == ("booray_best", None)
            assert f"when {entrants} players share 5 tricks, あんな, ベン" in said
    # In a poker game hands of any number of players can be equal.
    assert tell(hold(start(3), KALO, KALO, OUT), kalo_best=best(ANNA, BEN)).wins == (0, 0, 0)


FIVE_IN_THREE_GAMES = partial(hold, start(5), BOO, BOO, KALO, KALO, LOW)
THREES, QUEENS = ("3S", "KS", "JH", "3D", "2C"), ("QS", "2H", "QH", "9D", "8C")


@pytest.mark.parametrize(
    ("sheet", "facts", "told"),
    [
        (FIVE_IN_THREE_GAMES, {}, {}),
        # A hand is told by itself, and from the second on who is best.
        (
            FIVE_IN_THREE_GAMES,
            {"kalo_hands": (None, None, THREES, QUEENS[:4], None)},
            {"kalo_hands-2": "three of a kind (3-3-3-K-J, wild 2♣)", "kalo_hands-2-wild": "2C"},
        ),
        (
            FIVE_IN_THREE_GAMES,
            {"kalo_hands": (None, None, THREES, QUEENS, None)},
            {
                "kalo_hands-2": "three of a kind (3-3-3-K-J, wild 2♣)",
                "kalo_hands-2-wild": "2C",
                "kalo_hands-3": "three of a kind (Q-Q-Q-9-8, wild 2♥)",
                "kalo_hands-3-wild": "2H",
                "kalo_best": "3",
                "kalo_hands": "Best: 大輔 (three of a kind (Q-Q-Q-9-8, wild 2♥))",
            },
        ),
        (
            FIVE_IN_THREE_GAMES,
            {"booray_tricks": (2, 3, None, None, None)},
            {"booray_tricks": "Best: ベン (3 tricks)"},
        ),
        (FIVE_IN_THREE_GAMES, {"booray_tricks": (2, None, None, None, None)}, {}),
        # Who says it knows it.
        (FIVE_IN_THREE_GAMES, {"booray_best": ("1",)}, {}),
        (
            partial(poker, LOW),
            {"low_hands": (tuple(LOW_HAND), ("AH", "2C", "3D", "4H", "6C"), None)},
            {
                **{f"low_hands-{seat}": "no pair (6-4-3-2-A)" for seat in (ANNA, BEN)},
                **{f"low_hands-{seat}-wild": "" for seat in (ANNA, BEN)},
                "low_best": "0 1",
                "low_hands": "Best: あんな, ベン (no pair (6-4-3-2-A))",
            },
        ),
        (
            lambda: hold(start(3), LOW, LOW, LOW),
            {"low_hands": (tuple(LOW_HAND), ("AH", "2C", "3D", "5H", "6C"), None)},
            {"low_best": "0", "low_hands": "Best: あんな (no pair (6-4-3-2-A))"},
        ),
    ],
)
def test_the_winner_of_a_game_is_told_as_soon_as_its_hands_are_in(
    sheet: Callable[[], Any], facts: dict[str, Any], told: dict[str, str]
) -> None:
    found = {name: str(words) for name, words in sheet().partial_news(Entry("results", facts)).items()}
    assert {name: found[name] for name in (told or found)} == told


@pytest.mark.parametrize(
    ("game", "options", "one", "other", "winners"),
    [
        (LOW, {}, "A 2 3 4 5", "A 2 3 4 6", (ANNA,)),
        (LOW, {}, "A A 3 4 5", "9 10 J Q K", (BEN,)),
        (LOW, {}, "A 2 3 4 5", "A 2 3 4 5", ()),
        (LOW, {"best_low": "a-2-3-4-6"}, "A 2 3 4 5", "A 2 3 4 6", (BEN,)),
        # The example: K-3-3-J-2 is three 3s by its two; three queens with a wild four are more.
        (KALO, {}, "K 3 3 J 2", "Q Q 9 7 4", (BEN,)),
        (KALO, {}, "K 3 3 J 2", "10 J 8 6 4", (ANNA,)),
        # All wild: four 3s against three queens.
        (KALO, {"kalo_wild": "all"}, "K 3 3 J 2", "Q Q 9 7 4", (ANNA,)),
        # Ace low: it is the wild card, a pair of jacks against a pair of queens; ace high: a pair of aces.
        (KALO, {}, "A J 9 7 5", "Q 10 8 6 3", (BEN,)),
        (KALO, {"ace_high": "yes"}, "A J 9 7 5", "Q 10 8 6 3", (ANNA,)),
    ],
)
def test_the_sheet_compares_hands_by_the_rules_of_the_house(
    game: str, options: dict[str, Any], one: str, other: str, winners: tuple[int, ...]
) -> None:
    """あんな and ベン show these hands, which share no card."""
    cards = [card[0] + "CSHDS"[place] for place, card in enumerate(hand(other))]
    after = tell(poker(game, **options), **{{LOW: "low_hands", KALO: "kalo_hands"}[game]: [hand(one), cards, None]})
    assert tuple(seat for seat, wins in enumerate(after.wins) if wins) == winners


@pytest.mark.parametrize(
    ("sheet", "raw", "question"),
    [
        *(
            (partial(start, 3, several=several), {"games": out}, "The pot of 3 stays, and everyone antes again.")
            for several, out in (("off", [OUT] * 3), ("on", [[], [], []]))
        ),
        (partial(start, 3), {"games": [BOO, OUT, OUT]}, None),
        (partial(start, 3, several="on"), {"games": [[BOO], [], []]}, None),
        (lambda: hold(start(3), BOO, BOO, OUT), {"booray_best": best(ANNA)}, None),
    ],
)
def test_whether_everybody_is_out_is_asked_before_it_is_written(
    sheet: Callable[[], Any], raw: dict[str, Any], question: str | None
) -> None:
    doubt = sheet().doubt(read_entry(sheet(), {"step": sheet().ask.step} | raw))
    assert (doubt and str(doubt.question)) == (question and f"Nobody entered. {question}")


def test_tricks_that_a_recorded_result_lacks_are_none() -> None:
    sheet = hold(start(3, chips=100, ante=1), BOO, BOO, OUT)
    after = replay_trusted(sheet, [{"step": "results", "booray_tricks": [5, None, None]}])
    # The pot of three antes is Anna's; Ben pays as much into the next.
    assert after.totals == (100 - 1 + 3, 100 - 1 - 3, 100 - 1)
