"""Reads yaku from piles by counting names on fingers: slow, plain, and knowing nothing of how the program does it.

What a yaku is made of is read off the same table; whether a pile makes it, and what then counts, is found out anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from scoring.decks.yaku import TABLE, Yaku, YakuRules


def slow_yaku(
    pile: Collection[str],
    *,
    rain: bool = False,
    alone: Collection[str] = (),
    table: Iterable[Yaku] = TABLE,
) -> dict[str, int]:
    """The yaku of a pile of Japanese card names with their points, both as the text writes them.

    `alone` are the yaku that replace what they are made of.
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
    return found


def house_rules(
    *, sake: str = "on", ribbons_alone: bool = False, teppo_alone: bool = False, without: Iterable[str] = ()
) -> YakuRules:
    """The rules of a table, as its options say them; `without` are slugs."""
    alone = {"rokutan": ribbons_alone, "teppo": teppo_alone}
    return YakuRules(
        without=frozenset({*without, *(("hanami", "tsukimi") if sake == "off" else ())}),
        alone=frozenset(slug for slug, is_alone in alone.items() if is_alone),
        rain=sake == "rain",
    )


def slow_by(rules: YakuRules, pile: Collection[str]) -> dict[str, int]:
    """The yaku of a pile of Japanese card names at a table of these rules."""
    alone = [yaku.name_ja for yaku in rules.played if yaku.slug in rules.alone]
    return slow_yaku(pile, rain=rules.rain, alone=alone, table=rules.played)
