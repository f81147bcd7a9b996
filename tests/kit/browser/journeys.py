"""Each game as a list of taps and totals, worked by hand; `playing.py` plays them.

Taps are phrases with commas between them: `bids 3 2 4 2, save, takes 3 2 3 2, save`. A phrase is a word of all games
(`phrases.WORDS`) or of one (`Journey.words`) and what follows it: seats are counted from 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.games.skull_king import sheet as skull_king
from tests.games.wizard import sheet as wizard
from tests.kit.browser.phrases import BOO_RAY, BUKI, KOI_KOI, SATAT, SKULL_KING, TWIN_SHOOT, Word
from tests.kit.browser.table import FOUR

FRIENDS = ("あんな", "ベン", "千夏", "大輔")
FIVE = (*FRIENDS, "恵美")
TEN = (*FIVE, "Fay", "Gus", "Hana", "Ida", "Wolfeschlegelsteinhausenberger")


@dataclass(frozen=True)
class Short:
    """A deal on a new table, entered in no more taps than its goal, then corrected. Totals have spaces between them."""

    taps: str
    totals: str
    goal: int
    correction: str = ""
    corrected: str = ""
    dealer: int = 0
    before: Sequence[dict[str, Any]] = ()
    """What was written before without being tapped."""


@dataclass(frozen=True)
class Journey:
    """A game: its rounds with the totals after each, how it ends, a short deal, and a deal for who has no script."""

    rounds: tuple[tuple[str, str], ...]
    short: Short
    plain: tuple[str, str]
    words: Mapping[str, Word] = field(default_factory=dict)
    players: tuple[str, ...] = FRIENDS
    guests: tuple[str, ...] = FOUR
    """Who plays the short deal."""
    dealer: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    won: str = ""
    standings: str = ""
    """Place, gap and total of each line."""


JOURNEYS: Mapping[str, Journey] = {
    # A made bid scores 10 and its tricks, a missed one nothing.
    "oh-hell": Journey(
        rounds=(
            ("bids 1 1 1 0, save, takes 0 1 3 1, save", "0 11 0 0"),
            ("bids 0 2 1 2, save, takes 0 1 1 2, save", "10 11 11 12"),
            ("bids 1 0 1 0, save, takes 1 0 2 0, save", "21 21 11 22"),
            ("bids 0 1 0 2, save, takes 0 2 0 0, save", "31 21 21 22"),
            ("bids 0 0 0 0, save, takes 0 0 1 0, save", "41 31 21 32"),
        ),
        dealer=2,
        options={"format": "short-falling", "top_hand": "5"},
        won="あんなの勝ち、9 点差",
        standings="1  41, 2 −9 32, 3 −10 31, 4 −20 21",
        short=Short(
            "bids 3 2 4 2, save, takes 3 2 3 2, save", "13 12 0 12", 7, "takes 3 2 4 1", "13 12 14 0", dealer=3
        ),
        plain=(
            "fill bids-0 3, fill bids-1 2, fill bids-2 4, fill bids-3 2, save, fill tricks-2 3, save",
            "13 12 0 12",
        ),
    ),
    # A made bid scores 20 and 10 a trick, a missed one loses 10 for each trick of difference.
    "wizard": Journey(
        words={"trump": "label:has([name=trump][value='{}'])"},
        rounds=(
            ("bids 0 1 0 0, trump hearts, save, takes 0 1 0 0, save", "20 30 20 20"),
            ("bids 1 0 1 0, trump none, save, takes 1 0 0 1, save", "50 50 10 10"),
            ("bids 1 1 1 1, trump clubs, save, takes 0 1 2 0, save", "40 80 0 0"),
        ),
        dealer=2,
        # 80 + 30, 100 + 40, 30 − 10, −10 + 30; corrected 30 + 20 and −10 − 10.
        short=Short(
            "bids 1 2 0 1, save, takes 1 2 1 1, save",
            "110 140 20 20",
            7,
            "takes 1 2 0 2",
            "110 140 50 −20",
            dealer=2,
            before=wizard.entries(wizard.DEALS[:4]),
        ),
        plain=("fill bids-0 0, fill bids-1 1, fill bids-2 0, fill bids-3 0, save, save", "20 30 20 20"),
    ),
    # 20 a trick of a made bid, 10 a card dealt for a made 0; missed, 10 off a trick, of a 0 for each card.
    "skull-king": Journey(
        words=SKULL_KING,
        options={"expansion": "on"},
        rounds=(
            ("bids 0 1 0 0, save, takes 0 1 0 0, save", "10 20 10 10"),
            ("bids 1 0 1 1, save, takes 1 0 0 1, caught 0 fourteens, save", "40 40 0 30"),
            ("bids 1 1 0 2, save, takes 1 1 1 0, caught 0 pirates pirates, save", "120 60 −30 10"),
            # 40 and 20 loot; 40, 20 for the mermaid and 20 loot; 20 and 20 for the black 14
            (
                "bids 0 2 1 1, save, takes 0 2 1 1, caught 1 mermaids, caught 3 black, loot 0 1, save",
                "180 140 −10 50",
            ),
        ),
        # Corrected, ベン missed: no loot for either, and no mermaid: 120 + 40, 60 − 10, −30 − 10, 10 + 40.
        short=Short(
            "bids 0 2 1 1, save, caught 1 mermaids, caught 3 black, loot 0 1, save",
            "180 140 −10 50",
            4 + 1 + 2 + 2 + 3 + 1,
            "takes 0 1 2 1",
            "160 50 −40 50",
            before=skull_king.entries(skull_king.ROUNDS[:3]),
        ),
        # 20 and two 14s of 10
        plain=(
            "fill bids-0 1, fill bids-1 0, fill bids-2 0, fill bids-3 0, save, fill fourteens-0 2, save",
            "40 10 10 10",
        ),
    ),
    # 1 a trick of either partner, 10 for who takes as many as bid, 30 in an open bid.
    "twin-shoot": Journey(
        words=TWIN_SHOOT,
        rounds=(
            ("shots 4 3 2 1, took 4 2 2 2, save", "16 14"),
            ("acts yes, shots 5 1 3 0, took 5 1 3 1, save", "82 28"),
            # 3 and 2 by their suits
            ("acts yes, shot 0 2, shot 1 4, suits 2 club diamond, suits 3 heart diamond, took 2 3 3 2, save", "97 93"),
            ("acts no, shots 3 3 4 1, took 1 3 4 2, save", "111 109"),
        ),
        won="あんな＆ベンの勝ち、2 点差",
        standings="1  111, 2 −2 109",
        # Corrected, Cleo takes 3 of her 2: 4 tricks.
        short=Short("shots 4 3 2 3, took 4 2 2 2, save", "16 14", 7, "took 4 2 3 1", "16 4"),
        plain=(
            "fill bids-0 4, fill bids-1 3, fill bids-2 2, fill bids-3 1,"
            "fill tricks-0 4, fill tricks-1 2, fill tricks-2 2, fill tricks-3 2, save",
            "16 14",
        ),
    ),
    # 50 points each; from 7 points doubled, times one and the lights and the calls.
    "koi-koi": Journey(
        words=KOI_KOI,
        players=("千夏", "大輔"),
        guests=("Ann", "Ben"),
        options={"length": "half"},
        rounds=(
            # 花見 5 and タネ of five 1: 6 × (2 + 1)
            ("light 1, save, calls 0, stops 0, has hanami, more tane, save", "68 32"),
            # Nobody made a yaku: the oya, who won, receives 6.
            ("light 0, save, stops nobody, save", "74 26"),
            # Koi-koi was called and nobody could stop.
            ("light 2, save, calls 0, stops nobody, save", "74 26"),
            # By the cards: 猪鹿蝶 6 and タネ of five, of which the cup is one, 1: 7, doubled.
            (
                "light 0, save, calls 0, cards 0, card 0 08-1, card 0 08-3, cards 1, card 1 06-1, card 1 07-1,"
                "card 1 10-1, card 1 02-1, card 1 09-1, save",
                "60 40",
            ),
            # 手四 is a flat 6.
            ("dealt 1 teshi, save", "54 46"),
            # Who tapped the cards last month taps them again. カス of twelve 3, one call: 3 × 2
            ("light 0, save, names, calls 1, stops 1, more kasu, more kasu, more kasu, save", "48 52"),
        ),
        won="大輔の勝ち、4 点差",
        standings="1  52, 2 −4 48",
        # 6 + 6 = 12, doubled 24: × 3; without the call × 2.
        short=Short(
            "light 1, save, calls 0, stops 0, has inoshikacho, has akatan, save",
            "172 28",
            7,
            "uncalls 0",
            "148 52",
        ),
        plain=(
            "fill lights 1, save, fill calls-0 1, fill winner 0, fill yaku inoshikacho, fill yaku akatan, save",
            "172 28",
        ),
    ),
    # Who goes out has 2.5 times the stake; the banker takes what the others laid and pays it.
    "buki": Journey(
        words=BUKI,
        dealer=1,
        options={"games": "6"},
        rounds=(
            ("lays 4 - 2 6, save, out 2, save", "46 55 55 44"),
            ("lays 3 5 - 2, wagers 恵美 0 3, save, out 2, save", "43 50 68 42"),
            # Blocked and level: what was laid stays on the table.
            ("lays 2 6 - 4, wagers 恵美 3 4, save, out nobody, pips 9 5 5 12, save", "41 44 68 38"),
            ("lays 3 2 - 5, wagers フミ 1 2, save, out 3, save", "38 42 50.5 64.5"),
            ("lays 6 6 6 -, save, out nobody, pips 4 11 20 7, save", "53 36 44.5 61.5"),
            ("lays - 2 6 5, wagers 恵美 0 5, save, out 0, save", "53.5 34 38.5 56.5"),
        ),
        won="大輔の勝ち、3 点差",
        standings="1  56.5, 2 −3 53.5, 3 −18 38.5, 4 −22.5 34",
        # Cleo had 5 of Ben and banks: 48 49 55 48. Ann 3 × 2.5 = 7.5; Cleo takes 2 + 3 and pays it.
        # Corrected, Ben has 2 × 2.5 = 5, and Cleo takes 3 + 3.
        short=Short(
            "lays 3 2 - 3, save, out 0, save",
            "55.5 47 52.5 45",
            5,
            "out 1",
            "45 54 56 45",
            dealer=1,
            before=({"step": "stakes", "stakes": [2, None, 2, 2]}, {"step": "result", "out": 2}),
        ),
        plain=("save, fill out 2, save", "48 49 55 48"),
    ),
    # The winners of each game share the pot, the losers pay it, and the ante is 1.
    "boo-ray": Journey(
        words=BOO_RAY,
        players=FIVE,
        guests=FIVE,
        options={"chips": "20", "ante": "1", "wins": "3"},
        rounds=(
            (
                "in 0 boo-ray, in 1 boo-ray, in 2 low-shit, in 3 kalo, in 4 kalo, save,"
                "best booray 1, best kalo 3, save",
                "14 20 20 20 14",
            ),
            # The tricks of the last one follow.
            (
                "in 0 low-shit, in 1 low-shit, in 2 boo-ray, in 4 boo-ray, save,"
                "unfold booray, trick 2 2, best low 0, best low 1, save",
                "13 19 2 19 30",
            ),
            ("nobody", "12 18 1 18 29"),
            (
                "in 0 kalo, in 1 kalo, in 2 kalo, in 3 low-shit, save, unfold kalo, hand kalo 0 3S KS JH 3D 2C,"
                "hand kalo 1 QS 2H QH 9D 8C, hand kalo 2 AS 8S 5H 6D TC, used, save",
                "−16 30 −27 30 28",
            ),
            (
                "in 0 kalo, in 1 boo-ray, in 2 low-shit, in 3 kalo, in 4 boo-ray, save,"
                "best booray 1, best kalo 3, save",
                "−77 49 −8 49 −33",
            ),
        ),
        won="ベンと大輔、ともに 3 勝で優勝",
        # 50 chips each. Corrected, あんな was best in Boo-Ray after all: −1 + 1, and ベン −1 − 5.
        short=Short(
            "in 0 boo-ray, in 1 boo-ray, in 2 low-shit, in 3 kalo, in 4 kalo, save, best booray 1, best kalo 3, save",
            "44 50 50 50 44",
            10,
            "best booray 0",
            "50 44 50 50 44",
        ),
        # 50 − 1 + 5, and 50 − 1 − 5.
        plain=("fill games-0 kalo, fill games-1 kalo, save, fill kalo_best 0, save", "54 44 49 49 49"),
    ),
    # A plain win 1, all seven 2, all thirteen 3.
    "satat": Journey(
        words=SATAT,
        dealer=1,
        options={"end": "wins", "length": "7", "played_on": "plain", "weight_seven": "2", "weight_thirteen": "3"},
        rounds=(
            ("acts 1", "0 1"),
            ("kind 7-0, acts 1", "0 3"),
            ("kind 13-0, acts 0", "3 3"),
            ("kind 7-0-failed, acts 0", "4 3"),
            ("kind 7-0, acts 0", "6 3"),
            ("acts 1", "6 4"),
            ("kind 7-0, acts 1", "6 6"),
            ("acts 0", "7 6"),
        ),
        won="あんな＆千夏の勝ち、1 点差",
        standings="1  7, 2 −1 6",
        short=Short("kind 7-0, acts 1", "0 1", 2, "winners 0", "1 0"),
        plain=("fill kind 7-0, acts 1, acts 0", "1 1"),
    ),
    # Hearts to 60, the lowest total wins.
    "score-pad": Journey(
        words={"rest": "[data-rest]"},
        dealer=1,
        options={"best": "lowest", "target": "60"},
        rounds=(
            ("points 10 0 16 0, save", "10 0 16 0"),
            ("points 26 13 0 -13, save", "36 13 16 −13"),
            ("points 25 1 5 27, save", "61 14 21 14"),
        ),
        won="ベンと大輔の同点優勝、7 点差",
        standings="1  14, 1  14, 3 +7 21, 4 +47 61",
        short=Short("point 2 13, rest, save", "0 0 13 0", 3, "point 1 4", "0 4 13 0"),
        plain=("fill points-0 7, fill points-1 -3, fill points-2 0, fill points-3 5, save", "7 −3 0 5"),
    ),
}
