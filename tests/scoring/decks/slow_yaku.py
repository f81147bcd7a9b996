"""Reads yaku from piles by counting names on fingers: slow, plain, and knowing nothing of how the program does it."""

from __future__ import annotations

from collections.abc import Collection

DRY = ("松に鶴", "桜に幕", "芒に月", "桐に鳳凰")
RED = ("松に赤短", "梅に赤短", "桜に赤短")
BLUE = ("牡丹に青短", "菊に青短", "紅葉に青短")
OTHER_RIBBONS = ("藤に短冊", "菖蒲に短冊", "萩に短冊", "柳に短冊")
ANIMALS = ("梅に鶯", "藤に不如帰", "菖蒲に八つ橋", "牡丹に蝶", "萩に猪", "芒に雁", "紅葉に鹿", "柳に燕", "菊に盃")


def slow_yaku(
    pile: Collection[str],
    *,
    sake: str = "on",
    six_alone: bool = False,
    teppo_alone: bool = False,
    without: Collection[str] = (),
) -> dict[str, int]:
    """The yaku of a pile of Japanese card names with their points, both as the text writes them.

    `without` are the yaku that a table does not play.
    """
    found: dict[str, int] = {}
    dry = sum(card in pile for card in DRY)
    rain_man = "柳に小野道風" in pile
    if dry == 4 and rain_man:
        found["五光"] = 10
    elif dry == 4:
        found["四光"] = 8
    elif dry == 3 and rain_man:
        found["雨四光"] = 7
    elif dry == 3:
        found["三光"] = 6

    november = any(card.startswith("柳") for card in pile)
    curtain, moon, cup = ("桜に幕" in pile, "芒に月" in pile, "菊に盃" in pile)
    drinks = sake == "on" or (sake == "rain" and not november)
    if curtain and moon and cup:
        found["鉄砲"] = 5
        drinks = drinks and not teppo_alone
    if drinks and moon and cup:
        found["月見で一杯"] = 5
    if drinks and curtain and cup:
        found["花見で一杯"] = 5

    red, blue = (sum(card in pile for card in ribbons) for ribbons in (RED, BLUE))
    if red == 3 and blue == 3:
        found["六短"] = 6
    if red == 3 and not (six_alone and blue == 3):
        found["赤短"] = 6
    if blue == 3 and not (six_alone and red == 3):
        found["青短"] = 6
    ribbons = red + blue + sum(card in pile for card in OTHER_RIBBONS)
    if ribbons >= 5:
        found["タン"] = 1 + (ribbons - 5)

    if "萩に猪" in pile and "紅葉に鹿" in pile and "牡丹に蝶" in pile:
        found["猪鹿蝶"] = 6
    animals = sum(card in pile for card in ANIMALS)
    if animals >= 5:
        found["タネ"] = 1 + (animals - 5)
    chaff = sum("カス" in card for card in pile) + cup
    if chaff >= 10:
        found["カス"] = 1 + (chaff - 10)
    return {name_ja: points for name_ja, points in found.items() if name_ja not in without}
