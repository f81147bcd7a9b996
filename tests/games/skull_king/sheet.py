"""A whole score sheet of Skull King as it lay on the table, worked by hand: four players, the expansion shuffled in.

Standard scoring: 20 a trick of a made bid, 10 a card dealt for a made 0; missed, 10 off for each trick, of a 0 for each
card. あんな deals first. Check at the foot, round by round:
あんな 10 30 80 60 −10 20 70 40 70 −10, ベン 20 20 20 80 20 60 −10 −80 80 −10,
千夏 10 −10 −30 20 80 40 60 −10 −10 100, 大輔 10 20 −20 40 −50 −20 40 150 20 110.
"""

from __future__ import annotations

from typing import Any, NamedTuple

PLAYERS = ("あんな", "ベン", "千夏", "大輔")
Four = tuple[int, int, int, int]
ANNA, BEN, CHINATSU, DAISUKE = range(4)


class Round(NamedTuple):
    """One line in seat order; `caught` are counts by bonus and seat, `loot` who played it and who took it."""

    bids: Four
    tricks: Four
    points: Four
    totals: Four
    caught: dict[str, dict[int, int]]
    loot: tuple[tuple[int, int], ...] = ()


# fmt: off
ROUNDS = (
    #     bids          tricks        points               running totals
    Round((0, 1, 0, 0), (0, 1, 0, 0), ( 10,  20,  10,  10), ( 10,  20,  10,  10), {}),
    # あんな 1 × 20 + 10 for the coloured 14
    Round((1, 0, 1, 1), (1, 0, 0, 1), ( 30,  20, -10,  20), ( 40,  40,   0,  30), {"fourteens": {ANNA: 1}}),
    # あんな 1 × 20 + 2 × 30; 千夏 bid 0 of 3 cards and took one: −30
    Round((1, 1, 0, 2), (1, 1, 1, 0), ( 80,  20, -30, -20), (120,  60, -30,  10), {"pirates": {ANNA: 2}}),
    # あんな 4 × 10 + 20 loot; ベン 2 × 20 + 20 mermaid + 20 loot; 大輔 20 + 20
    Round((0, 2, 1, 1), (0, 2, 1, 1), ( 60,  80,  20,  40), (180, 140, -10,  50),
          {"mermaids": {BEN: 1}, "black": {DAISUKE: 1}}, ((ANNA, BEN),)),
    # 千夏 2 × 20 + 40; あんな's 14 is lost with her bid; 大輔 bid 0 of 5 cards: −50
    Round((2, 1, 2, 0), (1, 1, 2, 1), (-10,  20,  80, -50), (170, 160,  70,   0),
          {"king": {CHINATSU: 1}, "fourteens": {ANNA: 1}}),
    # the Kraken ate a trick: five of six; ベン 2 × 20 + 2 × 10
    Round((1, 2, 2, 2), (1, 2, 2, 0), ( 20,  60,  40, -20), (190, 220, 110, -20), {"fourteens": {BEN: 2}}),
    # あんな 7 × 10; ベン's pirate is lost; 千夏's loot was 大輔's: both made theirs, 20 each
    Round((0, 3, 2, 1), (0, 4, 2, 1), ( 70, -10,  60,  40), (260, 210, 170,  20),
          {"pirates": {BEN: 1}}, ((CHINATSU, DAISUKE),)),
    # 大輔 3 × 20 + 3 × 30, but nothing for the loot of ベン, who bid 0 of 8 cards and took one: −80
    Round((2, 0, 3, 3), (2, 1, 2, 3), ( 40, -80, -10, 150), (300, 130, 160, 170),
          {"pirates": {DAISUKE: 3}}, ((BEN, DAISUKE),)),
    # あんな 2 × 20 + 10 + 20; ベン 2 × 20 + 2 × 20
    Round((2, 2, 3, 1), (2, 2, 4, 1), ( 70,  80, -10,  20), (370, 210, 150, 190),
          {"fourteens": {ANNA: 1}, "black": {ANNA: 1}, "mermaids": {BEN: 2}}),
    # 千夏 10 × 10; 大輔 3 × 20 + 40 + 10
    Round((4, 3, 0, 3), (5, 2, 0, 3), (-10, -10, 100, 110), (360, 200, 250, 300),
          {"king": {DAISUKE: 1}, "fourteens": {DAISUKE: 1}}),
)
# fmt: on

WINNER = ANNA

SESSION: dict[str, Any] = {
    "takuroku": 1,
    "game": "skull-king",
    "players": list(PLAYERS),
    "dealer": 0,
    "options": {
        "edition": "current",
        "scoring": "standard",
        "cannonball": "off",
        "missed_bonus": "no",
        "expansion": "on",
    },
}


def by_seat(counts: dict[int, int]) -> list[int | None]:
    """Counts as an entry has them: nothing for who has none."""
    return [counts.get(seat) for seat in range(len(PLAYERS))]


def entries(rounds: tuple[Round, ...] = ROUNDS) -> list[dict[str, Any]]:
    """The sheet as entries: the bids of each round, then its tricks with what was caught."""
    said: list[dict[str, Any]] = []
    for each in rounds:
        caught = {bonus: by_seat(counts) for bonus, counts in each.caught.items()}
        loot = [{"played": played, "took": took} for played, took in each.loot]
        said.append({"step": "bids", "bids": list(each.bids)})
        said.append({"step": "tricks", "tricks": list(each.tricks), "alliances": loot} | caught)
    return said


def document() -> dict[str, Any]:
    """The sheet as a session document."""
    return SESSION | {"entries": entries()}
