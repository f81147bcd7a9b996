"""An evening of each game at a table that changes, worked by hand: totals, places, dealers and what corrections do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from record.session import Session
from tests.kit.session import FOUR, entry, evening

THREE = ("Ann", "Ben", "Cleo")
ANN, BEN, CLEO, DAN, EVA = range(5)


def rounds(*points: int | None) -> dict[str, Any]:
    return entry("round", points=list(points))


def result(bids: list[int], tricks: list[int]) -> dict[str, Any]:
    return entry("result", bids=bids, tricks=tricks)


@dataclass(frozen=True)
class ChangingTable:
    """An evening; keys of `totals`, `messages` and `places` are how many entries there are by then.

    `places` are each place with the first seat of its side. `corrections` are the position of an entry, what changes
    in it, and the totals and winners at the end.
    """

    game: str
    players: Sequence[str]
    entries: list[dict[str, Any]]
    totals: Mapping[int, tuple[Any, ...]]
    places: Mapping[int, list[tuple[int, int]]]
    seen: Mapping[str, Any]
    """What the sheet of the end shows, as `seen` in tests/kit/scoring/seen.py reads it."""
    corrections: list[tuple[int, dict[str, Any], tuple[Any, ...], tuple[int, ...]]]
    options: Mapping[str, Any] = field(default_factory=dict)
    messages: Mapping[int, str] = field(default_factory=dict)

    def after(self, entries: int, *more: dict[str, Any]) -> Session:
        """The session after so many of the entries, and some others."""
        return evening(self.game, *self.entries[:entries], *more, players=self.players, **self.options)


OH_HELL = ChangingTable(
    # 5 cards down to 1: a made bid is 10 and its tricks, a missed one 0.
    "oh-hell",
    FOUR,
    [
        # 5 cards, Ann deals; somebody else plays for Dan after the bids. Ann 11, Ben 12, Cleo 0, Zoe 12.
        entry("bids", 1, 2, 1, 2),
        entry("takeover", seat=DAN, name="Zoe"),
        entry("tricks", 1, 2, 0, 2),
        # The mean of 11, 12, 0 and 12 is 8¾. 4 cards, Eva deals: Ann 11, Ben 10, Cleo 11, Zoe 0, Eva 11.
        entry("join", name="Eva", after=ANN, start="mean"),
        entry("bids", 1, 0, 1, 2, 1),
        entry("tricks", 1, 0, 1, 1, 1),
        # 3 cards, Ben deals: Ann 11, Ben 0, Zoe 10, Eva 10.
        entry("sit-out", seat=CLEO),
        entry("bids", 1, 1, None, 0, 0),
        entry("tricks", 1, 2, None, 0, 0),
        # 2 cards, Cleo deals: Ann 0, Cleo 11, Zoe 10, Eva 10.
        entry("leave", seat=BEN, ranked="no"),
        entry("plan", hands=[2, 2, 1]),
        entry("bids", 0, None, 1, 0, 0),
        entry("tricks", 1, None, 1, 0, 0),
        # 2 cards, Zoe deals: Ann 11, Ben 11, Cleo 10, Zoe 10, Eva 0.
        entry("return", seat=BEN),
        entry("bids", 1, 1, 0, 0, 1),
        entry("tricks", 1, 1, 0, 0, 0),
        # 1 card, Ann deals: Ann 10, Ben 10, Cleo 10, Zoe 0, Eva 10.
        entry("bids", 0, 0, 0, 0, 0),
        entry("tricks", 0, 0, 0, 1, 0),
    ],
    totals={
        3: (11, 12, 0, 12),
        6: (22, 22, 11, 12, 19),
        9: (33, 22, 11, 22, 29),
        13: (33, 22, 22, 32, 39),
        16: (44, 33, 32, 42, 39),
        18: (54, 43, 42, 42, 49),
    },
    places={18: [(1, ANN), (2, EVA), (3, BEN), (4, CLEO), (4, DAN)]},
    messages={
        2: "Zoe takes over from Dan in deal 1",
        4: "Eva joined with 8 before deal 2 · Dealer: Ben → Eva · First to bid: Cleo → Ben",
        7: "Cleo sits out deal 3 · First to bid: Cleo → Zoe",
    },
    seen={
        "hands": (5, 4, 3, 2, 2, 1),
        "winners": (ANN,),
        "dealers": ["Ann", "Eva", "Ben", "Cleo", "Zoe", "Ann"],
        "absent": [[EVA], [], [CLEO], [BEN], [], []],
        # Made: Ann 5 of 6; nobody has more. The best deal is Ben's and Zoe's first, 12 each.
        "moments": ["Most bids made: Ann, 5 of 6", "Best score: Ben, Zoe +12 (5 cards, Ann dealt)"],
        # Ann is first alone after deal 3, and again from deal 5 on, where she passes Eva.
        "story": [
            "Ann took the lead with deal 5 (Ann +11, Eva 0) and kept it.",
            "The lead changed hands 2 times.",
        ],
    },
    corrections=[
        # Ben 12 and nobody else: Eva begins with 12 / 4 = 3, and everybody else loses what they had.
        (2, {"tricks": [0, 2, 0, 3]}, (54 - 11, 43, 42, 42 - 12, 49 - 5), (EVA,)),
        # Deal 3 without Cleo: Ben made his bid, Eva did not.
        (8, {"tricks": [1, 1, None, 0, 1]}, (54, 43 + 11, 42, 42, 49 - 10), (ANN, BEN)),
        (3, {"start": "typed", "points": 20}, (54, 43, 42, 42, 49 - 8 + 20), (EVA,)),
    ],
    options={"format": "short-falling", "top_hand": 5},
)

WIZARD = ChangingTable(
    # A made bid is 20 and 10 for each trick, a missed one −10 for each trick too many or too few.
    "wizard",
    THREE,
    [
        # 1 card: Ann 20 + 10, Ben 20, Cleo 20.
        entry("bids", 1, 0, 0),
        entry("tricks", 1, 0, 0),
        # 2 cards: Ann 30, Ben −10, Cleo 20, Dan 30.
        entry("join", name="Dan"),
        entry("bids", 1, 1, 0, 1),
        entry("tricks", 1, 0, 0, 1),
        # 3 cards: Ann 30, Zoe 40, Cleo 20, Dan −10.
        entry("plan", hands=[3, 15]),
        entry("takeover", seat=BEN, name="Zoe"),
        entry("bids", 1, 2, 0, 1),
        entry("tricks", 1, 2, 0, 0),
        # Eva begins with the lowest total of those who play, Zoe's 50.
        entry("leave", seat=DAN, ranked="yes"),
        entry("join", name="Eva", start="last"),
        # 15 cards, all 60 with four players: Ann 50, Zoe 60, Cleo −10, Eva 70.
        entry("bids", 3, 4, 2, None, 5),
        entry("tricks", 3, 4, 3, None, 5),
    ],
    totals={2: (30, 20, 20), 5: (60, 10, 40, 30), 9: (90, 50, 60, 20), 13: (140, 110, 50, 20, 120)},
    places={13: [(1, ANN), (2, EVA), (3, BEN), (4, CLEO), (5, DAN)]},
    messages={
        3: "Dan joined with 0 before deal 2: 20, 19, 18, 17, 16 cards can’t be dealt to 4 players; "
        "14 deals left (2 → 15 cards)"
    },
    # Eva sits down to the left of Cleo.
    seen={"over": True, "dealers": ["Ann", "Ben", "Cleo", "Eva"]},
    corrections=[
        # Deal 1: Ann −10 and Ben −10, so that Ann has 50, Zoe 20 and Cleo 60 when Eva comes: she begins with 20.
        (1, {"tricks": [0, 1, 0]}, (100, 80, 50, 20, 90), (ANN,)),
        # Deal 3: Ann 30, Zoe −10, Cleo 20, Dan 30: Eva begins with Zoe's 0.
        (8, {"tricks": [1, 1, 0, 1]}, (140, 60, 50, 60, 70), (ANN,)),
        # The last deal, after all changes: Ann −10, Zoe −10.
        (12, {"tricks": [4, 3, 3, None, 5]}, (80, 40, 50, 20, 120), (EVA,)),
    ],
    options={"bidding": "hidden"},
)

SKULL_KING = ChangingTable(
    # A made bid is 20 for each trick, a missed one −10 for each trick off; a bid of 0 is ±10 for each card.
    "skull-king",
    THREE,
    [
        # 1 card: Ann 10, Ben 20 and the black 14, Cleo 10.
        entry("bids", 0, 1, 0),
        entry("tricks", 0, 1, 0, black=[None, 1, None]),
        # 2 cards and a ghost, who takes one of the two tricks: Ann 20, Ben −10.
        entry("leave", seat=CLEO, ranked="no"),
        entry("bids", 1, 1, None),
        entry("tricks", 1, 0, None),
        # Dan begins with the mean of 30 and 30. 3 cards: Ann −10, Ben 30, Dan 20 and a mermaid.
        entry("join", name="Dan", start="mean"),
        entry("bids", 1, 0, None, 1),
        entry("tricks", 2, 0, None, 1, mermaids=[None, None, None, 1]),
        # 4 cards: Ann 40, Ben 40, Cleo 20, Dan 20.
        entry("return", seat=CLEO),
        entry("bids", 2, 0, 1, 1),
        entry("tricks", 2, 0, 1, 1),
        entry("end"),
    ],
    totals={2: (10, 40, 10), 5: (30, 30, 10), 8: (20, 60, 10, 70), 12: (60, 100, 30, 90)},
    # Whoever left out of competition has no place until they are back.
    places={
        5: [(1, ANN), (1, BEN)],
        8: [(1, DAN), (2, BEN), (3, ANN)],
        9: [(1, DAN), (2, BEN), (3, ANN), (4, CLEO)],
    },
    # Dan sits down to the left of Ben, and Cleo comes back to the left of Dan.
    seen={"winners": (BEN,), "dealers": ["Ann", "Ben", "Dan", "Cleo"]},
    corrections=[
        # Deal 2: both tricks are the ghost's. Ann has 0, Ben 30, and Dan begins with 15.
        (4, {"tricks": [0, 0, None]}, (30, 100, 30, 75), (BEN,)),
        # Deal 3: Ann made her bid; Dan missed his by one, and the mermaid does not count.
        (7, {"tricks": [1, 0, None, 2]}, (60 + 30, 100, 30, 90 - 50), (BEN,)),
    ],
)

TWIN_SHOOT = ChangingTable(
    "twin-shoot",
    FOUR,
    [
        # 5 tricks, both hit, the ten for both: 35. Beside them 5 tricks, and Cleo hit: 15.
        result([2, 3, 1, 0], [2, 3, 1, 4]),
        entry("takeover", seat=BEN, name="Zoe"),
        # All hit, 35 each: 70, 50.
        entry("open", open="no"),
        result([2, 3, 2, 3], [2, 3, 2, 3]),
        # Nobody hits: 79, 51.
        entry("plan", target=60),
        entry("open", open="no"),
        result([10, 10, 10, 10], [9, 0, 0, 1]),
    ],
    totals={1: (35, 35, 15, 15), 4: (70, 70, 50, 50), 7: (79, 79, 51, 51)},
    places={7: [(1, ANN), (2, CLEO)]},
    messages={5: "Plan: to 60 points, so this round is the last"},
    seen={
        "winners": (ANN, BEN),
        "why_over": "Ann & Zoe reached 60 points.",
        "moments": [
            # Ann and Cleo hit twice, Ben, Zoe and Dan once each.
            "Most bids made: Ann, Cleo, 2 of 3",
            "Ann & Ben: twin shoot × 1",
            "Ann & Zoe: twin shoot × 1",
            "Cleo & Dan: twin shoot × 1",
            "Best score: Ann & Ben, Ann & Zoe, Cleo & Dan +35 (round 1, round 2)",
        ],
    },
    corrections=[
        # Dan had bid 4: 5 + 10 + 10 + 10 = 35. Nobody is last alone, so that nobody was asked to open.
        (0, {"bids": [2, 3, 1, 4]}, (79, 79, 71, 71), (ANN, BEN)),
        # 1 trick for the one team, 9 for the other: 71, 59.
        (6, {"tricks": [0, 1, 9, 0]}, (71, 71, 59, 59), (ANN, BEN)),
    ],
)

KOI_KOI = ChangingTable(
    # Half a year has 50 points each; if nobody stops, the oya receives 6. Ann is the first oya.
    "koi-koi",
    ("Ann", "Ben"),
    [
        entry("deal", lights=0),
        entry("result", calls=[0, 0], winner="nobody"),  # 56, 44
        entry("deal", lights=0),
        entry("takeover", seat=BEN, name="Zoe"),
        entry("result", calls=[0, 0], winner=BEN, tane=5),  # five tane, 1: 55, 45
        entry("plan", months=2),
        entry("plan", months=3),
        # Zoe won and is oya: 49, 51.
        entry("deal", lights=0),
        entry("result", calls=[0, 0], winner="nobody"),
    ],
    totals={2: (56, 44), 5: (55, 45), 9: (49, 51)},
    places={6: [(1, ANN), (2, BEN)], 9: [(1, BEN), (2, ANN)]},
    messages={4: "Zoe takes over from Ben in February", 6: "Plan: 2 months in all", 7: "Plan: 3 months in all"},
    seen={
        "winners": (BEN,),
        "why_over": "3 months played.",
        "called": [("Ann", "Ben"), ("Ann", "Zoe"), ("Ann", "Zoe")],
    },
    corrections=[
        # Ann had ten kasu in January, 1 point, and not the six of the oya.
        (1, {"winner": ANN, "kasu": 10}, (44, 56), (BEN,)),
        # In March, Ann had eleven kasu, 2 points: 55 + 2, and Zoe did not receive her 6.
        (8, {"winner": ANN, "kasu": 11}, (57, 43), (ANN,)),
    ],
    options={"length": "half"},
)

BUKI = ChangingTable(
    "buki",
    FOUR,
    [
        # Ann banks and pays Ben 2.5 × 2 and Emi 2.5 × 2; she gets Cleo's 3 and Dan's 4.
        entry("stakes", None, 2, 3, 4, spectators=[{"name": "Emi", "backs": BEN, "chips": 2}]),
        entry("result", out=BEN),
        entry("takeover", seat=CLEO, name="Emi"),
        # Ben banks; a draw, so that all stakes stay on the table, also that of Cleo, who watches now.
        entry("stakes", 2, None, 3, 4, spectators=[{"name": "Cleo", "backs": ANN, "chips": 4}]),
        entry("result", out="nobody", pips=[9, 9, 9, 9]),
        entry("takeover", seat=ANN, name="Yui"),
        # Yui goes out. Ben pays 2.5 × (2 + 2) to her and 2.5 × 4 to Cleo, whose carried chips go back to them; he
        # gets 2 + 3 of Emi and 2 + 4 of Dan.
        entry("stakes", 2, None, 2, 2),
        entry("result", out=ANN),
    ],
    totals={2: (47, 55, 47, 46), 5: (45, 55, 44, 42), 8: (57, 46, 42, 40)},
    places={8: [(1, ANN), (2, BEN), (3, CLEO), (4, DAN)]},
    seen={
        # What Emi won as a spectator stays hers; all chips are 4 × 50.
        "spectators": (("Emi", 5), ("Cleo", 10)),
        "unowned": 4 * 50 - (57 + 46 + 42 + 40),
        "players": ("Yui", "Ben", "Emi", "Dan"),
    },
    corrections=[
        # Ben had staked 4 in the first game: 10, and not 5, from Ann.
        (0, {"stakes": [None, 4, 3, 4]}, (52, 51, 42, 40), ()),
        # Yui had staked 3 in the last: 2.5 × (3 + 2), and not 10, from Ben.
        (6, {"stakes": [3, None, 2, 2]}, (Fraction(119, 2), Fraction(87, 2), 42, 40), ()),
    ],
)

BOO_RAY = ChangingTable(
    # 50 chips each, ante 1, Ann deals first.
    "boo-ray",
    FOUR,
    [
        # A pot of 4. Ann takes it: 4 − 1. Ben pays it: −1 − 4. The others pay their antes; 4 are in the pot.
        entry("entries", games=["boo-ray", "boo-ray", "none", "none"]),
        entry("results", booray_best=["0"]),
        # With Eva's ante the pot is 4 + 5. She is alone and takes it: 9 − 1.
        entry("join", name="Eva", after=BEN),
        entry("entries", games=["none", "none", "none", "none", "kalo"]),
        # Without Dan's ante the pot is 4. Eva sits to Ben's left, so she deals. Ben 4 − 1, Ann −1 − 4, Cleo, Eva −1.
        entry("sit-out", seat=DAN),
        entry("entries", games=["low-shit", "low-shit", "none", None, "none"]),
        entry("results", low_best=["1"]),
        # Dan is back, Ben is gone: a pot of 4 + 4, which Ann takes alone.
        entry("leave", seat=BEN, ranked="no"),
        entry("entries", games=["boo-ray", None, "none", "none", "none"]),
    ],
    totals={2: (53, 45, 49, 49), 4: (52, 44, 48, 48, 58), 7: (47, 47, 47, 48, 57), 9: (54, 47, 46, 47, 56)},
    # Wins decide: Ann 2, Eva 1, the others none; Ben has no place.
    places={9: [(1, ANN), (2, EVA), (3, DAN), (3, CLEO)]},
    messages={3: "Eva joined with 50 before deal 2"},
    seen={
        "wins": (2, 1, 0, 0, 1),
        "left": 5 * 50 - (54 + 47 + 46 + 47 + 56),
        "dealers": ["Ann", "Ben", "Eva", "Cleo"],
        "absent": [[EVA], [], [DAN], [BEN]],
    },
    corrections=[
        # Ben took the pot of deal 1, not Ann: 8 chips and a win move from her to him.
        (1, {"booray_best": ["1"]}, (46, 55, 46, 47, 56), ()),
        # Ann was best in deal 3, not Ben: 8 chips move to her.
        (6, {"low_best": ["0"]}, (62, 39, 46, 47, 56), ()),
    ],
)

SATAT = ChangingTable(
    # Ann and Cleo, Ben and Dan; two wins are enough in the end.
    "satat",
    FOUR,
    [
        entry("result", winners=ANN, kind="plain"),  # 1, 0
        entry("takeover", seat=CLEO, name="Zoe"),
        entry("result", winners=ANN, kind="7-0"),  # 2, 0
        entry("result", winners=BEN, kind="plain"),  # 2, 1
        entry("takeover", seat=BEN, name="Yui"),
        entry("plan", wins=2),
        entry("result", winners=BEN, kind="13-0"),  # 2, 2
    ],
    totals={1: (1, 0, 1, 0), 3: (2, 0, 2, 0), 4: (2, 1, 2, 1), 7: (2, 2, 2, 2)},
    places={6: [(1, ANN), (2, BEN)], 7: [(1, ANN), (1, BEN)]},
    messages={
        3: "Ann & Zoe: 7–0 +1. Next Zoe leads, Ben deals.",
        6: "Plan: first to 2 wins, so this deal is the last",
    },
    seen={
        "winners": (ANN, CLEO, BEN, DAN),
        "moments": [
            "Longest run: Ann & Zoe, Yui & Dan, 2 deals",
            "Yui & Dan took all thirteen tricks of deal 4",
        ],
    },
    corrections=[
        (0, {"winners": BEN}, (1, 3, 1, 3), (BEN, DAN)),
        (6, {"winners": ANN}, (3, 1, 3, 1), (ANN, CLEO)),
    ],
    options={"end": "wins", "length": 7},
)

SCORE_PAD = ChangingTable(
    # The fewest points win. Dan begins with the highest total, 12.
    "score-pad",
    THREE,
    [
        rounds(12, 0, 7),
        entry("join", name="Dan", after=ANN, start="last"),
        entry("sit-out", seat=BEN),
        rounds(5, None, 3, 10),  # 17, 0, 10, 22
        entry("leave", seat=ANN, ranked="no"),
        rounds(None, 4, 30, 20),  # 17, 4, 40, 42
        entry("plan", target=40),
        rounds(None, 1, 1, 1),
    ],
    totals={1: (12, 0, 7), 4: (17, 0, 10, 22), 6: (17, 4, 40, 42), 8: (17, 5, 41, 43)},
    places={6: [(1, BEN), (2, CLEO), (3, DAN)]},
    messages={
        2: "Dan joined with 12 before round 2",
        6: "Round 3: Ben +4, Cleo +30, Dan +20",
        7: "Plan: to 40 points, so this round is the last",
    },
    seen={
        "winners": (BEN,),
        "why_over": "Cleo and Dan reached 40 points.",
        "moments": ["Best score: Ben 0 (round 1)"],
        "absent": [[DAN], [BEN], [ANN], [ANN]],
    },
    corrections=[
        # Ann had 14 in round 1, and Dan began with as much.
        (0, {"points": [14, 0, 7]}, (19, 5, 41, 45), (BEN,)),
        # Cleo had 25 in round 3.
        (5, {"points": [None, 4, 25, 20]}, (17, 5, 36, 43), (BEN,)),
    ],
    options={"best": "lowest", "target": 50},
)

CHANGING_TABLES = (OH_HELL, WIZARD, SKULL_KING, TWIN_SHOOT, KOI_KOI, BUKI, BOO_RAY, SATAT, SCORE_PAD)
