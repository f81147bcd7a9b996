"""Facts of Koi-Koi worked out independently from the entries: yaku as entered, or counted from the cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.decks.hanafuda import CARD
from scoring.decks.yaku import TABLE, Yaku
from scoring.games.koi_koi.options import KoiKoiOptions
from scoring.options import read_options
from scoring.table import Table
from tests.kit.scoring.told import Deal
from tests.scoring.decks.slow_yaku import slow_by

NEITHER = (None, None)


def told(deals: Iterator[Deal]) -> Iterator[dict[str, tuple[Any, ...]]]:
    oya = None
    for deal in deals:
        oya = deal.dealer if oya is None else oya
        winner, won_by, yaku, calls = _month(deal, oya)
        yield {
            "month": (deal.number + 1,) * 2,
            "oya": deal.only(oya),
            "won_by": tuple(won_by if seat == winner else None for seat in deal.seats),
            "yaku": tuple(yaku if seat == winner else None for seat in deal.seats),
            "calls": calls,
            "calling": tuple(
                ("drawn" if winner is None else "won" if seat == winner else "lost") if calls[seat] else None
                for seat in deal.seats
            ),
        }
        if deal.options["next_oya"] == "alternate":
            oya = 1 - oya
        elif winner is not None:
            oya = winner if deal.options["next_oya"] == "winner" else 1 - winner
        elif deal.options.get("drawn_oya") == "changes":
            oya = 1 - oya


def _month(deal: Deal, oya: int) -> tuple[int | None, str | None, tuple[str, ...] | None, tuple[int | None, ...]]:
    dealt = [seat for seat, hand in enumerate(deal.entries["deal"].get("dealt") or ()) if hand]
    if len(dealt) == 1:
        return dealt[0], "dealt-hand", None, NEITHER
    result = deal.entries["result"]
    calls = tuple(result["calls"])
    if result["winner"] != "nobody":
        return result["winner"], "yaku", tuple(made_by(result, result["winner"], deal.options)), calls
    if not any(calls):
        return oya, "no-yaku", None, calls
    better = better_pile(result, deal.options, oya)
    return (None, None, None, calls) if better is None else (*better, calls)


def better_pile(
    result: Mapping[str, Any], options: Mapping[str, Any], oya: int
) -> tuple[int, str, tuple[str, ...]] | None:
    """Who has the higher sum of yaku, the oya where they are level, with them; nobody where the house pays nobody."""
    piles = [made_by(result, seat, options) for seat in (0, 1)]
    one, other = (sum(pile.values()) for pile in piles)
    if options.get("after_call") != "highest" or not one + other:
        return None
    better = oya if one == other else 0 if one > other else 1
    return better, "yaku", tuple(piles[better])


def made_by(result: Mapping[str, Any], seat: int, options: Mapping[str, Any]) -> dict[str, int]:
    """The yaku of a seat by their slugs, each with its points: as entered, or counted from its cards."""
    rules = read_options(KoiKoiOptions, options, Table(("Ann", "Ben"))).yaku_rules
    pile: list[str] = (result.get("cards") or ([], []))[seat]
    if pile:
        found = slow_by(rules, [CARD[code].name_ja for code in pile])
        return {yaku.slug: found[yaku.name_ja] for yaku in TABLE if yaku.name_ja in found}

    def said(name: str) -> Any:
        each = result.get(f"each_{name}") or ()
        return result.get(name) if result["winner"] == seat else each[seat] if seat < len(each) else None

    named = said("yaku") or ()
    made = {
        yaku.slug: _points(yaku, options) + ((said(yaku.slug) - yaku.least) if yaku.counted else 0)
        for yaku in TABLE
        if (said(yaku.slug) if yaku.counted else yaku.slug in named)
    }
    for counted, several in (("tane", ["inoshikacho"]), ("tan", ["akatan", "aotan"])):
        growing = [slug for slug in several if slug in made]
        if growing and options.get("yaku_values") == "leaflet":
            made.pop(counted, None)
            made[growing[-1]] += max(0, (said(counted) or 0) - 3 * len(growing))
    return made


def _points(yaku: Yaku, options: Mapping[str, Any]) -> int:
    """三光, 猪鹿蝶, 赤短 and 青短 are 5 in the leaflet; a table's own points are its options."""
    values, own = options.get("yaku_values"), f"{yaku.slug}_points"
    if values == "leaflet" and yaku.slug in ("sanko", "inoshikacho", "akatan", "aotan"):
        return 5
    return int(options.get(own, yaku.points)) if values == "own" else yaku.points
