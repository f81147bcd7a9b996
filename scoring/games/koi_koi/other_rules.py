"""Translates the end of a month that was entered under other yaku rules, for what-if."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.decks.hanafuda import cards_of
from scoring.decks.yaku import YakuRules
from scoring.decks.yaku_by_name import elsewhere
from scoring.games.koi_koi.claim import Claim
from scoring.message import Message, say

NO_YAKU = say("No yaku under these rules, so no points are paid")
BY_NAME = say(
    "The yaku were entered by name, and under these rules the cards may make others, so these can’t be compared"
)
NOVEMBER = {"yes": True, "no": False}


def by_other_rules(
    entry: Mapping[str, object], *, was: YakuRules, now: YakuRules
) -> tuple[Mapping[str, object], Message | None]:
    """Translate the end of a month from the rules `was` to `now`, with the reason if it can't be compared.

    Tapped cards are read again. For yaku entered by name it looks at all piles that they can mean.
    """
    winner = entry["winner"]
    if was == now or not isinstance(winner, int):
        return entry, None
    counts = {yaku.slug: entry[yaku.slug] for yaku in was.counted if entry.get(yaku.slug) is not None}
    if pile := _tapped(entry, winner):
        said = {"yaku", "november", *counts}
        entry = {name: value for name, value in entry.items() if name not in said}
        return entry, None if Claim.of_cards(now, cards_of(pile)) else NO_YAKU
    yaku = frozenset(_slugs(entry.get("yaku")))
    made = elsewhere(yaku, was, now, november=NOVEMBER.get(str(entry.get("november"))))
    nearest = min(
        made, key=lambda each: (len(each ^ yaku), sorted(each)), default=yaku & {each.slug for each in now.plain}
    )
    entry = {**entry, "yaku": [each.slug for each in now.plain if each.slug in nearest]}
    if len(made) != 1:
        return entry, BY_NAME
    return entry, None if nearest or counts else NO_YAKU


def _tapped(entry: Mapping[str, object], winner: int) -> Sequence[str]:
    """The winner's cards, if they were tapped."""
    piles = entry.get("cards")
    return _slugs(piles[winner]) if isinstance(piles, Sequence) else ()


def _slugs(value: object) -> Sequence[str]:
    return value if isinstance(value, Sequence) else ()
