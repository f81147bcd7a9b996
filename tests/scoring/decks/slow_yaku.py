"""Reads yaku from piles by counting names on fingers: slow, plain, and knowing nothing of how the program does it.

What a yaku is made of is read off the same table; whether a pile makes it, and what then counts, is found out anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from scoring.decks.hanafuda import CARDS
from scoring.decks.yaku import TABLE, Yaku, YakuRules

KINDS = {kind: {card.name_ja for card in CARDS if card.kind == kind} for kind in ("tane", "tan")}


def slow_yaku(
    pile: Collection[str],
    *,
    rain: bool = False,
    alone: Collection[str] = (),
    growing: bool = False,
    table: Iterable[Yaku] = TABLE,
) -> dict[str, int]:
    """The yaku of a pile of Japanese card names with their points, both as the text writes them.

    `alone` are the yaku that replace what they are made of. `growing`: 猪鹿蝶, 赤短 and 青短 give a point more for each
    further tane or ribbon, instead of タネ and タン.
    """
    found: dict[str, int] = {}
    replaced: list[str] = []
    november = any(card.startswith("柳") for card in pile)
    names = {yaku.slug: yaku.name_ja for yaku in table}
    for yaku in table:
        if rain and november and yaku.rain:
            continue
        fingers = 0
        for card in yaku.of:
            if card.name_ja in pile:
                fingers += 1
        if fingers < yaku.least or any(card.name_ja not in pile for card in yaku.needs):
            continue
        found[yaku.name_ja] = yaku.points
        if yaku.counted:
            found[yaku.name_ja] += fingers - yaku.least
        replaced += yaku.beats
        if yaku.name_ja in alone:
            replaced += yaku.parts
    for slug in replaced:
        found.pop(names.get(slug, slug), None)
    for kind, counted, several in (("tane", "タネ", ["猪鹿蝶"]), ("tan", "タン", ["赤短", "青短"])):
        made = [name_ja for name_ja in several if name_ja in found]
        if growing and made:
            found.pop(counted, None)
            found[made[-1]] += sum(card in KINDS[kind] for card in pile) - 3 * len(made)
    return found


def house_rules(
    *,
    sake: str = "on",
    ribbons_alone: bool = False,
    teppo_alone: bool = False,
    without: Iterable[str] = (),
    leaflet: bool = False,
) -> YakuRules:
    """The rules of a table, as its options say them; `without` are slugs."""
    alone = {"rokutan": ribbons_alone, "teppo": teppo_alone}
    return YakuRules(
        without=frozenset(
            {
                *without,
                *(("hanami", "tsukimi") if sake == "off" else ()),
                *(("rokutan", "teppo") if leaflet else ()),
            }
        ),
        alone=frozenset(slug for slug, is_alone in alone.items() if is_alone),
        rain=sake == "rain",
        points=frozenset((slug, 5) for slug in ("sanko", "inoshikacho", "akatan", "aotan")) if leaflet else frozenset(),
        growing=leaflet,
    )


def slow_by(rules: YakuRules, pile: Collection[str]) -> dict[str, int]:
    """The yaku of a pile of Japanese card names at a table of these rules."""
    alone = [yaku.name_ja for yaku in rules.played if yaku.slug in rules.alone]
    return slow_yaku(pile, rain=rules.rain, alone=alone, growing=rules.growing, table=rules.played)
