"""A sitting of Boo-Ray on paper: five players with 20 chips each, ante 1, the first to 3 wins, worked by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

PLAYERS = ("あんな", "ベン", "千夏", "大輔", "恵美")
FIRST_DEALER = 0
OPTIONS: dict[str, Any] = {"chips": 20, "ante": 1, "wins": 3}

# あんな: the king or the two is wild: 3-3-3 (K-J). ベン: the two is wild, Q-Q-Q. 千夏: the ace is wild, 10-10.
KALO_HANDS = [
    ["3S", "KS", "JH", "3D", "2C"],
    ["QS", "2H", "QH", "9D", "8C"],
    ["AS", "8S", "5H", "6D", "TC"],
    None,
    None,
]


@dataclass(frozen=True)
class Deal:
    """One deal: the pot, the games entered, the results as entered, and the scores."""

    pot: int
    games: tuple[str, ...]
    results: dict[str, Any] | None
    points: tuple[int, ...]
    totals: tuple[int, ...]
    left: int
    wins: tuple[int, ...]

    @property
    def entries(self) -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = [{"step": "entries", "games": list(self.games)}]
        return entries + ([{"step": "results"} | self.results] if self.results else [])


DEALS = (
    # Three games are won (ベン, 千夏 alone, 大輔): 5 ÷ 3 = 1 each, 2 stay. あんな and 恵美 pay 5 each.
    # Ante and share: 0; −1 − 5 = −6. In the pot 5 − 3 + 10 = 12; 88 + 12 = 100 chips.
    Deal(
        pot=5,
        games=("boo-ray", "boo-ray", "low-shit", "kalo", "kalo"),
        results={"booray_best": ["1"], "kalo_best": ["3"]},
        points=(-6, 0, 0, 0, -6),
        totals=(14, 20, 20, 20, 14),
        left=12,
        wins=(0, 1, 1, 1, 0),
    ),
    # 12 + 5 = 17. Boo-Ray: 千夏 2, 恵美 3. Low-Shit is drawn, both tied: they neither take nor pay.
    # 恵美 alone has won: 17 − 1 = 16. 千夏 pays 17: −18. In the pot 17 − 17 + 17 = 17; 83 + 17 = 100.
    Deal(
        pot=17,
        games=("low-shit", "low-shit", "boo-ray", "none", "boo-ray"),
        results={"booray_tricks": [None, None, 2, None, 3], "low_best": ["0", "1"]},
        points=(-1, -1, -18, -1, 16),
        totals=(13, 19, 2, 19, 30),
        left=17,
        wins=(0, 1, 1, 1, 1),
    ),
    # 17 + 5 = 22. Nobody enters: the antes stay. 78 + 22 = 100.
    Deal(
        pot=22,
        games=("none",) * 5,
        results=None,
        points=(-1, -1, -1, -1, -1),
        totals=(12, 18, 1, 18, 29),
        left=22,
        wins=(0, 1, 1, 1, 1),
    ),
    # 22 + 5 = 27. KALO by the hands: ベン. 大輔 is alone in Low-Shit. 27 ÷ 2 = 13 each, 1 stays: 13 − 1 = 12.
    # あんな and 千夏 pay 27: −28. In the pot 27 − 26 + 54 = 55; 45 + 55 = 100.
    Deal(
        pot=27,
        games=("kalo", "kalo", "kalo", "low-shit", "none"),
        results={"kalo_hands": KALO_HANDS},
        points=(-28, 12, -28, 12, -1),
        totals=(-16, 30, -27, 30, 28),
        left=55,
        wins=(0, 2, 1, 2, 1),
    ),
    # 55 + 5 = 60. ベン, 大輔 and 千夏 (alone) win 60 ÷ 3 = 20: +19. あんな and 恵美 pay 60: −61.
    # In the pot 60 − 60 + 120 = 120; −20 + 120 = 100. ベン and 大輔 have three wins: both are first.
    Deal(
        pot=60,
        games=("kalo", "boo-ray", "low-shit", "kalo", "boo-ray"),
        results={"booray_best": ["1"], "kalo_best": ["3"]},
        points=(-61, 19, 19, 19, -61),
        totals=(-77, 49, -8, 49, -33),
        left=120,
        wins=(0, 3, 2, 3, 1),
    ),
)


def document() -> dict[str, Any]:
    return {
        "takuroku": 1,
        "game": "boo-ray",
        "players": list(PLAYERS),
        "dealer": FIRST_DEALER,
        "options": OPTIONS,
        "entries": [entry for deal in DEALS for entry in deal.entries],
    }
