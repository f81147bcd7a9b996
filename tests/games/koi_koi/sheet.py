"""A whole year of Koi-Koi as it lay on the table, worked by hand: stacking, the winner is oya, 100 points each.

ベン is the first oya. Every working is in the line's comment; at the foot 154 + 46 = 200.
"""

from __future__ import annotations

from typing import Any, NamedTuple

PLAYERS = ("あんな", "ベン")
FIRST_OYA = 1


class Month(NamedTuple):
    """One line: who was oya, the deal, the result if it came to one, what あんな got, the balances after it.

    `payback` are the balances when the same year is scored with 倍返しあり.
    """

    oya: int
    deal: dict[str, Any]
    result: dict[str, Any] | None
    gain: int
    totals: tuple[int, int]
    payback: tuple[int, int]


def lights(number: int, *dealt: str | None) -> dict[str, Any]:
    return {"step": "deal", "lights": number} | ({"dealt": list(dealt)} if dealt else {})


def end(winner: int | str, *yaku: str, calls: tuple[int, int] = (0, 0), **counts: Any) -> dict[str, Any]:
    said = {"yaku": list(yaku)} if yaku else {}
    return {"step": "result", "calls": list(calls), "winner": winner} | said | counts


# fmt: off
MONTHS = (
    # 赤短 6 + タン 1 = 7, doubled from 7: 14 × 1 = 14
    Month(1, lights(0), end(0, "akatan", tan=5), 14, (114, 86), (114, 86)),
    # カス of 11 cards 2, one light on the field: 2 × 2 = 4
    Month(0, lights(1), end(1, kasu=11), -4, (110, 90), (110, 90)),
    # タネ of 6 cards 2, both called once: 2 × (1 + 1) = 4; paid back: 2 × 1 × 2 = 4
    Month(1, lights(0), end(0, tane=6, calls=(1, 1)), 4, (114, 86), (114, 86)),
    # 手四 in ベン's hand: a flat 6, whatever lies on the field
    Month(0, lights(2, None, "teshi"), None, -6, (108, 92), (108, 92)),
    # ベン called twice and nobody could stop: nothing moves, and ベン stays oya
    Month(1, lights(2), end("nobody", calls=(0, 2)), 0, (108, 92), (108, 92)),
    # no yaku at all: the oya ベン receives 6
    Month(1, lights(0), end("nobody"), -6, (102, 98), (102, 98)),
    # both were dealt a hand, and it is played on: 猪鹿蝶 6 × 2 = 12
    Month(1, lights(1, "kuttsuki", "teshi"), end(1, "inoshikacho"), -12, (90, 110), (90, 110)),
    # 花見 5 + カス 1 = 6, three lights and one call: 6 × (4 + 1) = 30; paid back: only 6 × 4 = 24
    Month(1, lights(3), end(0, "hanami", kasu=10, calls=(1, 0)), 30, (120, 80), (114, 86)),
    # the cup, the curtain and the moon by the cards: 5 + 5 + 5 = 15, doubled: 30
    Month(0, lights(0), end(1, cards=[[], ["03-1", "08-1", "09-1", "04-3", "04-4"]]), -30, (90, 110), (84, 116)),
    # 三光 6 + タン 1 = 7, doubled: 14 × (2 + 1) = 42; paid back: 14 × 2 = 28
    Month(1, lights(1), end(1, "sanko", tan=5, calls=(0, 1)), -42, (48, 152), (56, 144)),
    # 赤短 6 + 青短 6 + 六短 6 + タン 2 = 20, doubled: 40
    Month(1, lights(0), end(0, "akatan", "aotan", "rokutan", tan=6), 40, (88, 112), (96, 104)),
    # 五光 10 + カス 1 = 11, doubled, two calls: 22 × (1 + 2) = 66; paid back: 22
    Month(0, lights(0), end(0, "goko", kasu=10, calls=(2, 0)), 66, (154, 46), (118, 82)),
)
# fmt: on

SESSION: dict[str, Any] = {
    "takuroku": 1,
    "game": "koi-koi",
    "players": list(PLAYERS),
    "dealer": FIRST_OYA,
    "options": {
        "length": "year",
        "field_lights": "on",
        "koi_koi": "stacking",
        "sake": "on",
        "next_oya": "winner",
        "overdraft": "full",
        "exclusive_ribbons": "off",
        "exclusive_teppo": "off",
        "boards": "open",
    },
}


def entries() -> list[dict[str, Any]]:
    """The year as entries: the deal, and the result where the month was played."""
    return [entry for month in MONTHS for entry in (month.deal, month.result) if entry is not None]


def document() -> dict[str, Any]:
    """The year as a session document."""
    return SESSION | {"entries": entries()}
