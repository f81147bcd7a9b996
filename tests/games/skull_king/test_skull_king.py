"""Tests of Skull King against the public rules that docs/games/skull-king.md names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest

from scoring.document import load
from scoring.games.skull_king import GAME
from scoring.sheets.values import Entry
from tests.games.skull_king import sheet as paper
from tests.games.skull_king.sheet import ANNA, BEN, CHINATSU, DAISUKE, Four, by_seat
from tests.kit.games import session_of
from tests.kit.scoring.bidding import bid, pass_deals, take
from tests.kit.scoring.seen import each_sheet, refused, seen

EXPANSION: dict[str, Any] = {"expansion": "on"}
RASCAL: dict[str, Any] = {"scoring": "rascal"}
FIRING = RASCAL | {"cannonball": "on"}


def start(players: int = 4, **options: Any) -> Any:
    return GAME.start(session_of(GAME, players=players, **options))


def round_of(cards: int, players: int = 4, **options: Any) -> Any:
    """The sheet of that round: everybody bid 0 in those before it, and the first seat took all."""
    return pass_deals(start(players, **options), cards - 1)


def declared(cards: int, *bids: int, **options: Any) -> Any:
    return bid(round_of(cards, len(bids), **options), *bids)


def scored(
    cards: int,
    bids: Four,
    tricks: Four,
    *,
    rules: Mapping[str, Any] | None = None,
    fired: bool = False,
    loot: tuple[tuple[int, int], ...] = (),
    **caught: dict[int, int],
) -> Any:
    """A round in which あんな may fire. `caught` are counts by bonus and seat, `loot` who played it and who took it."""
    sheet = bid(round_of(cards, **rules or {}), *bids, **{"cannonballs": [str(ANNA)]} if fired else {})
    alliances = {"alliances": [{"played": played, "took": took} for played, took in loot]} if loot else {}
    return take(sheet, *tricks, **alliances, **{bonus: by_seat(counts) for bonus, counts in caught.items()})


def on_paper(rounds: int) -> Any:
    return load(paper.SESSION | {"entries": paper.entries(paper.ROUNDS[:rounds])})


def in_rascal(said: int, took: int, *, fired: bool = False) -> Any:
    return scored(6, (said, 0, 0, 0), (took, 6 - took, 0, 0), rules=FIRING, fired=fired)


SHOWN: dict[str, tuple[Callable[[], Any], Mapping[str, Any]]] = {
    "every cell says how it came about": (
        partial(on_paper, 4),
        {
            "workings": [
                "bid 0, took 0, made: 4 × 10 + 20 (loot with ベン) = 60",
                "bid 2, took 2, made: 2 × 20 + 20 (mermaid) + 20 (loot with あんな) = 80",
                "bid 1, took 1, made: 1 × 20 = 20",
                "bid 1, took 1, made: 1 × 20 + 20 (black 14) = 40",
            ]
        },
    ),
    "a bonus that was lost is told with what it would have been": (
        partial(on_paper, 8),
        {
            "workings.3": "bid 3, took 3, made: 3 × 20 + 90 (3 pirates) = 150; not counted: 20 (loot with ベン)",
            "workings.1": "bid 0, took 1, missed by 1: −10 × 8 = −80; not counted: 20 (loot with 大輔)",
        },
    ),
    # The cards of each round
    **{
        f"ten rounds of as many cards as the {edition} pack gives {players}": (
            partial(start, players, edition=edition),
            {"hands": (*range(1, 8), *last_three)},
        )
        for edition, players, last_three in (
            *(("current", players, (8, 9, 10)) for players in (2, 3, 6, 7)),
            # 70 cards for eight: 8 each, and the round is repeated
            ("current", 8, (8, 8, 8)),
            # the old pack has 66 cards: seven get 9
            ("old", 7, (8, 9, 9)),
            ("old", 8, (8, 8, 8)),
        )
    },
    # round 10, but 8 cards: 8 × 10, not 100
    "a zero is worth the cards dealt, also where eight players repeat them": (
        lambda: take(declared(10, 0, 0, 1, 1, 1, 1, 1, 1), 0, 2, 1, 1, 1, 1, 1, 1),
        {"points.0": 80, "points.1": -80},
    ),
    "all bid at once": (
        partial(round_of, 3),
        {"sentences.0": "Everyone bids at once: yo-ho-ho!", "bids.not_total": None},
    ),
    "and anything": (partial(declared, 3, 1, 1, 1, 0), {"bids": (1, 1, 1, 0)}),
    # Standard scoring
    **{
        f"a bid scores as in the examples of the public rules ({said} of {cards}, {took} taken)": (
            partial(scored, cards, (said, 0, 0, 0), (took, cards - took, 0, 0)),
            {"points.0": points},
        )
        for cards, said, took, points in (
            (3, 3, 3, 60),  # 20 × 3
            (5, 2, 4, -20),  # −10 × 2
            (5, 4, 1, -30),  # −10 × 3
            (7, 0, 0, 70),  # 10 × 7
            (9, 0, 2, -90),  # −10 × 9, however many
        )
    },
    **{
        f"a missed bid loses its bonus unless the house says otherwise ({number} {bonus}, {result})": (
            partial(scored, 4, (said, 2, 0, 0), (2, 2, 0, 0), rules=rules, **dict[str, Any]({bonus: {ANNA: number}})),
            {"points": (points, 40, 40, 40)},
        )
        for bonus, number, worth in (
            ("fourteens", 1, 10),
            ("fourteens", 3, 30),
            ("black", 1, 20),
            ("mermaids", 1, 20),
            ("mermaids", 2, 40),
            ("pirates", 1, 30),
            ("pirates", 3, 90),
            ("king", 1, 40),
        )
        for result, said, rules, points in (
            ("made", 2, {}, 40 + worth),
            ("missed", 3, {}, -10),
            ("missed in such a house", 3, {"missed_bonus": "yes"}, -10 + worth),
        )
    },
    "the sum is said as the table says it": (
        partial(scored, 4, (2, 2, 0, 0), (2, 2, 0, 0), fourteens={ANNA: 2}, pirates={ANNA: 1}),
        {"workings.0": "bid 2, took 2, made: 2 × 20 + 20 (2 coloured 14s) + 30 (pirate) = 90"},
    ),
    "the old edition knows only pirates and the king": (
        partial(declared, 4, 2, 2, 0, 0, edition="old", **EXPANSION),
        {"asked": ["tricks", "pirates", "king"]},
    ),
    "its pirates are worth thirty": (
        partial(scored, 4, (2, 2, 0, 0), (2, 2, 0, 0), rules={"edition": "old"}, pirates={ANNA: 2}),
        {"points": (100, 40, 40, 40)},
    ),
    "its king is worth fifty": (
        partial(scored, 4, (2, 2, 0, 0), (2, 2, 0, 0), rules={"edition": "old"}, king={BEN: 1}),
        {"points": (40, 90, 40, 40)},
    ),
    # Loot
    "loot is not asked": (
        partial(declared, 1, 0, 0, 0, 0),
        {"asked": ["tricks", "fourteens", "black", "mermaids", "pirates", "king"]},
    ),
    "it is with the expansion": (
        partial(declared, 1, 0, 0, 0, 0, **EXPANSION),
        {"asked": ["tricks", "fourteens", "black", "mermaids", "pirates", "king", "alliances"]},
    ),
    # 0 of 4 cards made + 20, two made + 20, two misses by one without
    **{
        f"loot is for both or for neither (bonus of a missed bid: {kept})": (
            partial(
                scored,
                *(4, (0, 2, 1, 1), (0, 2, 0, 2)),
                rules=EXPANSION | {"missed_bonus": kept},
                loot=((ANNA, BEN), (CHINATSU, DAISUKE)),
            ),
            {"points": (60, 60, -10, -10)},
        )
        for kept in ("no", "yes")
    },
    # 4 × 10 + 2 × 20, 4 × 20 + 2 × 20
    "two loots of the same two are two alliances": (
        partial(scored, 4, (0, 4, 0, 0), (0, 4, 0, 0), rules=EXPANSION, loot=((ANNA, BEN), (ANNA, BEN))),
        {"points": (80, 120, 40, 40)},
    ),
    # Rascal
    **{
        f"rascal scoring pays for accuracy ({said} bid, {took} taken{', fired' if fired else ''})": (
            partial(in_rascal, said, took, fired=fired),
            {"points.0": points},
        )
        for said, took, grapeshot, cannonball in (
            (3, 3, 60, 90),  # the public rules' own example: 6 × 10, 6 × 15
            (3, 4, 30, 0),  # 6 × 5
            (3, 2, 30, 0),
            (3, 1, 0, 0),
            (0, 0, 60, 90),  # 0 is a bid like any other
        )
        for fired, points in ((False, grapeshot), (True, cannonball))
    },
    # off by one: 4 × 5 + half of 10; exact: 4 × 10 + 2 × 30; the loot needs both
    "rascal scoring halves the bonus with the bid but never the loot": (
        partial(
            scored,
            *(4, (1, 2, 0, 0), (2, 2, 0, 0)),
            rules=RASCAL | EXPANSION,
            loot=((ANNA, BEN),),
            fourteens={ANNA: 1},
            pirates={BEN: 2},
        ),
        {
            "points": (25, 100, 40, 40),
            "workings.0": "bid 1, took 2, missed by 1: 4 × 5 + 5 (half: coloured 14) = 25; "
            "not counted: 20 (loot with ベン)",
        },
    ),
    "far off nothing is left of it": (
        partial(scored, 4, (0, 2, 0, 0), (2, 2, 0, 0), rules=RASCAL, fourteens={ANNA: 1}),
        {"points.0": 0, "workings.0": "bid 0, took 2, missed by 2: 0; not counted: 10 (coloured 14)"},
    ),
    "a cannonball that hits keeps its bonus": (
        partial(scored, 4, (2, 2, 0, 0), (2, 2, 0, 0), rules=FIRING, fired=True, black={ANNA: 1}),
        {"workings.0": "cannonball, bid 2, took 2, made: 4 × 15 + 20 (black 14) = 80"},
    ),
    "a cannonball is exact or nothing with its bonus too": (
        partial(scored, 4, (1, 2, 0, 0), (2, 2, 0, 0), rules=FIRING, fired=True, black={ANNA: 1}),
        {"workings.0": "cannonball, bid 1, took 2, missed by 1: 0; not counted: 20 (black 14)"},
    ),
    # 5 × 10
    "it was for that round alone": (
        lambda: take(bid(scored(4, (1, 2, 0, 0), (2, 2, 0, 0), rules=FIRING, fired=True), 0, 5, 0, 0), 0, 5, 0, 0),
        {"points.0": 50},
    ),
    # 4 × 5 + 20
    "by the house rule a missed bid keeps its whole bonus under rascal too": (
        partial(scored, 4, (1, 2, 0, 0), (2, 2, 0, 0), rules=FIRING | {"missed_bonus": "yes"}, black={ANNA: 1}),
        {"points.0": 40},
    ),
    "and so does a cannonball": (
        partial(
            scored, 4, (1, 2, 0, 0), (2, 2, 0, 0), rules=FIRING | {"missed_bonus": "yes"}, fired=True, black={ANNA: 1}
        ),
        {"workings.0": "cannonball, bid 1, took 2, missed by 1: 20 (black 14) = 20"},
    ),
    "cannonballs are asked in rascal scoring": (partial(start, **FIRING), {"asked": ["bids", "cannonballs"]}),
    "where the house has them": (partial(start, **RASCAL), {"asked": ["bids"]}),
    "standard scoring has none": (partial(start, cannonball="on"), {"asked": ["bids"]}),
    # Tricks that are nobody's
    "with the expansion a trick can be lost": (
        partial(scored, 4, (1, 1, 1, 1), (1, 1, 1, 0), rules=EXPANSION),
        {"points": (20, 20, 20, -10)},
    ),
    "two play with a ghost": (
        partial(declared, 4, 1, 1),
        {"sentences.1": "Deal a third hand to the ghost. Its tricks go to nobody."},
    ),
    "who keeps what it takes": (lambda: take(declared(4, 1, 1), 1, 1), {"points": (20, 20)}),
    # What one pack and one trick hold
    "no more can be caught than the pack has": (
        partial(declared, 1, 0, 0, 0, 0),
        {"fourteens.high": 3, "black.high": 1, "mermaids.high": 2, "pirates.high": 3, "king.high": 1},
    ),
    "with the ghost three cards lie in a trick": (partial(declared, 1, 0, 0), {"pirates.high": 2}),
    "five pirates and the Tigress are all there are": (partial(declared, 1, *[0] * 8), {"pirates.high": 6}),
    # What the table is told
    "who took the Skull King is news": (
        partial(scored, 2, (1, 1, 0, 0), (1, 1, 0, 0), king={BEN: 1}),
        {"row_news": ["ベン’s mermaid took the Skull King"]},
    ),
    "the top is shared, and the sheet says what the newest book does": (
        partial(scored, 10, (5, 0, 0, 0), (10, 0, 0, 0)),
        {
            "winners": (BEN, CHINATSU, DAISUKE),
            "why_over": "10 deals played. "
            "In the newest rule book, tied players play another round. Here they share the win.",
        },
    ),
    # あんな lost every round before; the others made nine zeros: 450, and ベン 100 + 20 beside 千夏's 100
    "of one winner it says nothing": (
        partial(scored, 10, (5, 5, 0, 0), (5, 5, 0, 0), black={BEN: 1}),
        {"winners": (BEN,), "why_over": "10 deals played."},
    ),
}


@each_sheet(SHOWN)
def test_what_the_table_sees(sheet: Callable[[], Any], shown: Mapping[str, Any]) -> None:
    assert seen(sheet(), *shown) == shown


@pytest.mark.parametrize(
    ("bids", "tricks", "slip"),
    [
        ((1, 1, 1, 1), (1, 1, 1, 0), True),
        ((1, 1, 1, 1), (1, 1, 1, 1), False),
        # The ghost takes some in every round.
        ((1, 1), (1, 1), False),
    ],
)
def test_the_page_asks_whether_a_trick_was_lost(bids: tuple[int, ...], tricks: tuple[int, ...], slip: bool) -> None:
    assert (declared(4, *bids, **EXPANSION).doubt(Entry("tricks", {"tricks": tricks})) is not None) == slip


PLAIN = partial(declared, 5, 2, 2, 1, 0)
LOOTING = partial(declared, 5, 2, 2, 1, 0, **EXPANSION)
TOO_MANY = ("tricks", None, "The tricks add up to 5, not 4. Take away 1.")


@pytest.mark.parametrize(
    ("sheet", "raw", "problem"),
    [
        (partial(declared, 4, 1, 1, 1, 1, **EXPANSION), {"tricks": [1, 1, 1, 2]}, TOO_MANY),
        (partial(declared, 4, 1, 1), {"tricks": [3, 2]}, TOO_MANY),
        *(
            (PLAIN, {"tricks": [2, 2, 1, 0]} | {name: by_seat(counts) for name, counts in caught.items()}, problem)
            for caught, problem in (
                (
                    {"fourteens": {ANNA: 2, BEN: 2}},
                    ("fourteens", None, "Coloured 14s: you entered 4, but the pack has only 3."),
                ),
                ({"black": {ANNA: 1, BEN: 1}}, ("black", None, "Black 14: you entered 2, but the pack has only 1.")),
                ({"fourteens": {DAISUKE: 1}}, ("fourteens", DAISUKE, "大輔 took no tricks, so no bonus.")),
                (
                    {"pirates": {ANNA: 1, BEN: 1}},
                    (
                        *("pirates", BEN),
                        "There is only one Skull King, so あんな and ベン can’t both have taken pirates with him.",
                    ),
                ),
                (
                    {"pirates": {ANNA: 1}, "king": {BEN: 1}},
                    ("pirates", ANNA, "A mermaid took あんな’s Skull King, so he took no pirates."),
                ),
                (
                    {"mermaids": {BEN: 2}, "king": {ANNA: 1}},
                    ("mermaids", BEN, "One of the two mermaids took the Skull King, so no pirate took her."),
                ),
                (
                    {"mermaids": {CHINATSU: 1}, "pirates": {CHINATSU: 1}},
                    (
                        *("pirates", CHINATSU),
                        "千夏 took only 1 trick, too few for these bonuses. Each capture needs its own trick.",
                    ),
                ),
                (
                    # three pirates and the king who caught them are the whole trick
                    {"pirates": {CHINATSU: 3}, "fourteens": {CHINATSU: 1}},
                    (
                        "pirates",
                        CHINATSU,
                        "千夏 took only 1 trick, too few for these bonuses. Each capture needs its own trick.",
                    ),
                ),
            )
        ),
        *(
            (LOOTING, {"tricks": [2, 2, 1, 0], "alliances": [loot]}, ("alliances-0-took", None, words))
            for loot, words in (
                ({"played": BEN, "took": BEN}, "ベン took their own loot, so there is no alliance."),
                ({"played": BEN, "took": DAISUKE}, "大輔 took no tricks, so no bonus."),
                ({"played": BEN, "took": None}, "Loot 1, Taken by: missing."),
            )
        ),
    ],
)
def test_what_one_pack_and_so_many_tricks_do_not_hold_is_refused(
    sheet: Callable[[], Any], raw: dict[str, Any], problem: tuple[str, int | None, str]
) -> None:
    assert refused(sheet(), step="tricks", **raw) == [problem]


@pytest.mark.parametrize(
    ("entered", "told"),
    [
        (
            {
                "tricks": (2, 1, 1, 0),
                "fourteens": (1, 1, None, None),
                "alliances": ({"played": CHINATSU, "took": BEN}, {"played": ANNA}),
            },
            {
                "bonus-0": "bonus +10",
                "bonus-1": "not counted: 10 (coloured 14), 20 (loot with 千夏)",
                "bonus-2": "not counted: 20 (loot with ベン)",
                "kept-0": "+10",
                "kept-1": "0",
                "kept-2": "0",
                "alliances": "千夏 & ベン: not counted",
            },
        ),
        (
            {"tricks": (2, 2, 1, 0), "alliances": ({"played": CHINATSU, "took": BEN},)},
            {
                "bonus-1": "bonus +20",
                "bonus-2": "bonus +20",
                "kept-1": "+20",
                "kept-2": "+20",
                "alliances": "千夏 & ベン +20 each",
            },
        ),
        # No points are promised for loot that nobody can have.
        (
            {"tricks": (2, 2, 1, 0), "alliances": ({"played": BEN, "took": DAISUKE},)},
            {"alliances": "大輔 took no tricks, so no bonus."},
        ),
        ({"tricks": (2, None, 1, 0), "fourteens": (1, None, None, None)}, {}),
    ],
)
def test_a_bonus_is_told_before_everybodys_tricks_are_right(entered: dict[str, Any], told: dict[str, str]) -> None:
    assert {name: str(text) for name, text in LOOTING().partial_news(Entry("tricks", entered)).items()} == told
