"""What the script of each game says of the taps of a step: what follows from them, what is missing, what is sent."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from tests.games.skull_king.sheet import ROUNDS, entries
from tests.kit.browser.fit import SHORT, SMALLEST, screen
from tests.kit.browser.journeys import FRIENDS, TEN
from tests.kit.browser.playing import (
    ACTION,
    REASON,
    SAID,
    UNCUT,
    WAITING,
    WHOLE,
    AtLeast,
    Walk,
    marked,
    walks,
)
from tests.kit.browser.table import Phone

LOWEST = "[data-lowest]"
PIPS, ONLOOKERS = "[name=pips-0]", ".onlookers li .total"
ROWS = "[data-row] >> visible=true"
UNFOLD = "tap [data-spectators] > summary"
BUKI = {
    "pips are asked only in a blocked game": Walk(
        (
            "save",
            {PIPS: False, ACTION: "Who went out?"},
            "out nobody",
            {ACTION: "あんな’s pips?"},
            "pips 9 5 5",
            {ACTION: "大輔’s pips?"},
            "refused",
            {"[data-out] [data-seat='3'] .wrong": re.compile("大輔: Pips left in hand missing")},
            "type [name=pips-3] 7",
            {SAID: re.compile("tied with 5 pips")},
            # It was 大輔 who went out, after all: what was counted is not sent.
            "tap [data-back], out 3",
            {PIPS: False, SAID: re.compile("大輔 went out")},
            "save",
            {"entry": {"out": 3, "pips": None}},
        ),
        FRIENDS,
        dealer=1,
    ),
    "pips come from keys: two digits lead on, and who has the fewest is seen": Walk(
        (
            "save, out nobody",
            {**marked(0), "[data-numbers]": True},
            "tap [data-digit='1'], tap [data-digit='2']",
            {PIPS: "12", **marked(1), LOWEST: "lowest so far: あんな 12"},
            # Whoever taps "next" nevertheless passes nobody over.
            "tap [data-next]",
            marked(1),
            "tap [data-digit='3'], tap [data-next]",
            {"[name=pips-1]": "3", **marked(2), LOWEST: "lowest so far: ベン 3", "moved": []},
            "tap [data-digit='7'], tap [data-clear], tap [data-digit='4'], tap [name=pips-3], tap [data-digit='5']",
            {"[name=pips-2]": "4", "[name=pips-3]": "5", ACTION: "Save game 1"},
            "tap [data-back]",
            {PIPS: False, "[data-numbers]": False, ACTION: "Who went out?", "[aria-current=true]": 0},
        ),
        FRIENDS,
        dealer=1,
    ),
    "who is chosen is seen, nothing moves, and a blocked game fits": Walk(
        (
            "save",
            {ACTION: "Who went out?", "moved": []},
            "out 2",
            {"moved": []},
            "out nobody",
            {"moved": [], "[data-back]": WHOLE, "fits": (screen(320, 640),)},
        ),
        FRIENDS,
        dealer=1,
    ),
    "one empty row waits for the next spectator": Walk(
        (
            UNFOLD,
            {ROWS: 1},
            "type [name=spectators-0-name] 恵美",
            {ROWS: 2},
            "reload",
            {"[name=spectators-0-name]": "恵美"},
            "refused",
            {"[data-row] >> nth=0 >> [role=alert]": 2},
            "tap [data-row] >> nth=0 >> [data-clear]",
            {ROWS: 1},
            "save",
        ),
        FRIENDS,
        dealer=1,
    ),
    "a spectator who does not stake this time is left alone": Walk(
        (
            f"{UNFOLD}, wagers 恵美 1 3, save, out 1, save",
            {"[name=spectators-0-name]": "恵美", "[name=spectators-0-backs]": False},
            {".onlookers li .name": re.compile("^\\s*恵美"), ONLOOKERS: re.compile(r"\+7.5$")},
            "save",
            {"entry": {"spectators": None}},
            "out 1, save",
            {ONLOOKERS: re.compile(r"\+7.5$")},
        ),
        FRIENDS,
        dealer=1,
    ),
}

# --- Skull King -------------------------------------------------------------------------

OF_BEN = "[data-counters] [data-seat='1'] small"
SKULL_KING = {
    "the page says at once what becomes of a bonus": Walk(
        (
            {"[data-totals] .reason b": "Bonus: tap a player"},
            "caught 1 mermaids mermaids",
            {REASON: "Ben bonus +40", OF_BEN: "bid 2 · +80 · 60 → 140 made 3 in a row"},
            "tap [data-bonus=mermaids]",
            {"[data-bonus=mermaids] b": "", OF_BEN: "bid 2 · +40 · 60 → 100 made 3 in a row", REASON: "Ben: bonus"},
            "caught 1 mermaids, loot 0 1",
            {REASON: "Ann & Ben +20 each", OF_BEN: "bid 2 · +80 · 60 → 140 made 3 in a row"},
            "reload",
            {OF_BEN: "bid 2 · +80 · 60 → 140 made 3 in a row"},
            "tap [data-counters] [data-seat='1'] [data-mark]",
            {"[data-bonus=mermaids][aria-pressed=true]": 1, "[data-loot] b": "1"},
            "takes 0 1 2 1",
            {
                REASON: "Ben not counted: 20 (mermaid), 20 (loot with Ann)",
                OF_BEN: "bid 2 · 1 under · 60 → 50 made 3 in a row",
            },
        ),
        before=[*entries(ROUNDS[:3]), {"step": "bids", "bids": [0, 2, 1, 1]}],
        options={"expansion": "on"},
    ),
    "a loot is taken back by the same key, and two are all": Walk(
        (
            "loot 0 1, tap [data-ally='2'], tap [data-ally='3']",
            {"[data-ally][aria-pressed=true]": ["Ben", "Cleo"]},
            "tap [data-ally='1'], tap [data-ally='3']",
            {"[data-ally][aria-pressed=true]": ["Cleo", "Dan"]},
            "save",
            # Dan has the place that Ben left.
            {"entry": {"alliances": [{"played": 0, "took": 3}, {"played": 0, "took": 2}]}},
        ),
        before=[*entries(ROUNDS[:3]), {"step": "bids", "bids": [1, 1, 1, 1]}],
        options={"expansion": "on"},
    ),
    # The pack has six pirates, but in a trick of four the king takes three at most.
    "what the pack does not hold is refused in the row": Walk(
        (
            "caught 0 pirates, caught 1 pirates, loot 0 3",
            {REASON: "Dan took no tricks, so no bonus."},
            {"[data-counters] [data-seat='0'] small": "bid 1 · +50 · 120 → 170 made 3 in a row"},
            "refused",
            {
                "[data-counters] [data-seat='1'] .wrong": "There is only one Skull King, so Ann and Ben can’t both have"
                " taken pirates with him.",
                "[data-counters] [data-seat='3'] .wrong": "Dan took no tricks, so no bonus.",
            },
            marked(1),
            "caught 1 pirates pirates pirates, loot 0 3, tap [data-back], loot 3 0, save",
            {"entry": {"pirates": [1, None, None, None], "alliances": [{"played": 3, "took": 0}]}},
        ),
        before=[*entries(ROUNDS[:3]), {"step": "bids", "bids": [1, 2, 1, 0]}],
        options={"expansion": "on"},
    ),
    "a cannonball is tapped beside the bids, and a deal is corrected with its bonus": Walk(
        (
            "bids 1 0 0 0, tap label:has([name=cannonballs][value='0']), save, save",
            {"[data-seat='0'] [data-total-of]": "15"},
            "tap #row-0 th a, tap .opened a, tap [data-bonus=black]",
            {"[data-list] [data-seat='0'] [data-after]": "35", ACTION: "Correct: Ann +20"},
            "tap .action .main",
            {"tr.opened dd >> nth=0": "cannonball, bid 1, took 1, made: 1 × 15 + 20 (black 14) = 35"},
        ),
        options={"scoring": "rascal", "cannonball": "on"},
    ),
}

# --- Twin Shoot -------------------------------------------------------------------------


def shot(seat: int, part: str) -> str:
    return f"[data-shots] [data-seat='{seat}'] {part}"


TRICKS, TWIN_OUTCOME = "input[type=number]", "[data-outcome]"
TWIN_SHOOT = {
    "a bid is two suits as well as their number": Walk(
        (
            "suits 0 cross",
            {shot(0, "output"): "4+", REASON: re.compile("cross 4, then the second suit"), **marked(0)},
            "suits 0 heart",
            {shot(0, "output"): "6", shot(0, TRICKS): "6", **marked(1)},
            "tap [data-shots] [data-seat='0'] [data-mark]",
            {"[data-digit='6'][aria-pressed=true]": 1, "[data-suit=heart][aria-pressed=true]": 1},
            # Another first suit is another bid, and a number is one without suits.
            "suits 0 leaf leaf",
            {shot(0, "output"): "10"},
            "shot 0 5",
            {shot(0, ".suits input:checked"): 0, shot(0, TRICKS): "5"},
        ),
        FRIENDS,
    ),
    "tricks start at the bid, and the action says what is over or missing": Walk(
        (
            {ACTION: "Ann’s bid?"},
            "shots 4 3 2 3",
            {ACTION: "2 tricks too many", WAITING: 1},
            "took 4 2 2 2",
            {
                ACTION: "Save round 1",
                shot(1, TWIN_OUTCOME): "missed by 1",
                shot(0, TWIN_OUTCOME): "hit",
                SAID: "Ann & Ben +16, Cleo & Dan +14",
            },
        ),
    ),
    "nothing moves while a round is entered": Walk(
        (
            {"moved": []},
            "shot 0 4, suits 1 leaf",
            {"moved": []},
            "suits 1 diamond, shot 2 3, shot 3 0",
            {"moved": []},
            "took 4 4 2 0",
            {"moved": []},
        ),
        FRIENDS,
    ),
    "six players fit, and the marked row lies above the keys": Walk(
        (
            {"[data-tray] button": 11 + 1 + 6},
            {"[data-tray] button:visible": AtLeast(44, 44)},
            "shots 1 1 1 1 1 1",
            {shot(5, "output"): "1", ".place[aria-current]": WHOLE, "fits": (SMALLEST, SHORT)},
        ),
        ("Maximilian von Hohenstein-Berg", "ベン", "千夏", "Wolfeschlegelsteinhausenberger", "Emi", "Fumi"),
        size=SMALLEST,
    ),
    "what was tapped survives a reload, and is taken back tap by tap": Walk(
        (
            "shot 0 4, suits 1 leaf diamond, tap [data-shots] [data-seat='1'] [data-by='-1'], reload",
            {shot(0, "output"): "4", shot(1, "output"): "5", shot(1, TRICKS): "4", **marked(2)},
            "tap [data-untap], tap [data-untap], tap [data-untap]",
            {shot(1, "output"): "", **marked(1)},
        ),
        FRIENDS,
    ),
}

# --- score pad --------------------------------------------------------------------------

SIGN = "[data-minus]"
SCORE_PAD = {
    "the sign of a Japanese keyboard is a sign": Walk(
        (marked(1), "type [name=points-0] ー３", f"tap {SIGN}", {"[name=points-0]": "３"}), FRIENDS, dealer=1
    ),
    "numbers come from keys, with the sign among them": Walk(
        (
            "tap [data-digit='1'], tap [data-digit='2'], tap [data-minus]",
            {"[name=points-1]": "−12", **marked(1), ACTION: "千夏’s points?"},
            "tap [data-next], tap [data-digit='7'], tap [data-rest]",
            {"[name=points-2]": "7", "[name=points-0]": "0", ACTION: "Save round 1", "moved": []},
        ),
        FRIENDS,
        dealer=1,
    ),
    "numbers are added up in the field, and the sum stands in it once the next is meant": Walk(
        (
            "tap [data-digit='8'], tap [data-digit='7'], tap [data-plus], tap [data-digit='7'], tap [data-digit='7']",
            "tap [data-plus], tap [data-minus], tap [data-digit='5']",
            {"[name=points-1]": "87+77−5", "[data-reason]": "87+77−5 = 159", "moved": []},
            "tap [data-next], tap [data-digit='4'], tap [data-plus], tap [data-digit='4'], tap [data-rest], save",
            {"entry": {"points": [0, 159, 8, 0]}},
        ),
        FRIENDS,
        dealer=1,
    ),
    "keys of the table add to what is in the field": Walk(
        (
            "tap [data-add='10'], tap [data-add='10'], tap [data-add='-1']",
            {"[name=points-1]": "19", "[data-add]": UNCUT, "moved": [], "fits": (SMALLEST,)},
            "tap [data-plus], tap [data-digit='4'], tap [data-add='100'], tap [data-rest], save",
            {"entry": {"points": [0, 123, 0, 0]}},
        ),
        FRIENDS,
        dealer=1,
        options={"step_keys": "5 10 -1 100"},
    ),
    "a digit that was mistyped is cleared, and a tap on the cell begins its number anew": Walk(
        (
            "tap [data-digit='1'], tap [data-digit='2'], tap [data-clear]",
            {"[name=points-1]": "1"},
            "tap [name=points-1], tap [data-digit='1'], tap [data-digit='3']",
            {"[name=points-1]": "13", **marked(1), "[data-clear]": UNCUT, "[data-rest]": UNCUT, "moved": []},
            "tap [name=points-1], tap [data-clear]",
            {"[name=points-1]": "", "fits": (SMALLEST,)},
        ),
        FRIENDS,
        dealer=1,
    ),
    "what is filled in again after a reload is counted again": Walk(
        ("points 7 7 7 7", {WAITING: 0}, "reload", {"[name=points-3]": "7", WAITING: 0}), FRIENDS, dealer=1
    ),
    "twelve players fit across, and no number is cut": Walk(
        (
            f"points {' '.join(str(1234 * (-1) ** seat) for seat in range(12))}, save",
            {"fits": (SMALLEST,), ".card td": UNCUT},
        ),
        (*TEN, "健", "Lea"),
        dealer=1,
    ),
    # ベン enters first, あんな last.
    "enter goes to the next seat, and saves at the last": Walk(
        (
            "tap [name=points-1], press 5 Enter 6 Enter 7 Enter 8 Enter",
            {".card": True, "entry": {"points": [8, 5, 6, 7]}},
        ),
        FRIENDS,
        dealer=1,
    ),
}

WALKS: Mapping[str, Mapping[str, Walk]] = {
    "buki": BUKI,
    "skull-king": SKULL_KING,
    "twin-shoot": TWIN_SHOOT,
    "score-pad": SCORE_PAD,
    "satat": {
        "a wrong team is taken back, and how it won stays ticked": Walk(
            (
                "kind 13-0, acts 0, undo",
                {"[name=kind][value='13-0']:checked": 1, ".standings .total": ["0", "0"]},
            ),
        ),
        "teams are large": Walk(
            ({"fits": (screen(320, 844),), ".acts button:visible": AtLeast(130, 56)},),
            ("Maximilian von Hohenstein-Berg", "ベン", "Wolfeschlegelsteinhausenberger", "大輔"),
            size=screen(320, 844),
        ),
        "the exchange is drawn on the table, and said to the ear": Walk(
            (
                {".round": True, ".round path": 0},
                "kind 7-0, acts 0",
                {
                    ".round .back": 2,
                    ".round:not(.mirrored)": 1,
                    ".round .middle span": ["① 1 trump", "② 1 unwanted card"],
                    # Cleo leads, and Ben, on her right, deals.
                    ".round p:nth-of-type(3) .role": "L",
                    ".round p:nth-of-type(2) .role": "D",
                    ".before p >> nth=0": re.compile(
                        "Ben → Ann, Dan → Cleo: 1 trump each, then Ann → Ben, Cleo → Dan: 1 unwanted card each"
                    ),
                    ".before p.on-table": 1,
                    ".round": True,
                    ".headline": re.compile("Next Cleo leads, Ben deals."),
                },
                # Ben deals, so it is his team that lost; Cleo's partner Ann leads next.
                "kind 13-0, acts 0",
                {".round .middle span": ["① 2 trumps", "② 2 unwanted cards"]},
                "acts 1",
                {".round path": 0, ".acts .score": ["2", "1"]},
                # Ben leads; what Ann and Cleo lose they give to their right, the other way.
                "kind 7-0, acts 1",
                {".round.mirrored": 1, "fits": (screen(320, 844), SMALLEST, SHORT)},
            ),
        ),
    },
}


@pytest.mark.parametrize("game", WALKS)
def test_a_step_says_at_once_what_its_taps_do(phone: Phone, game: str) -> None:
    for promise, walk in WALKS[game].items():
        walks(phone, game, promise, walk)
