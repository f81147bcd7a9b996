"""Random sittings of Koi-Koi under random house rules, against what the sentences of the rules say, reckoned anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.games.koi_koi import GAME
from tests.games.koi_koi.facts import better_pile, made_by
from tests.kit.examples import examples
from tests.kit.for_each import for_each
from tests.kit.games import played
from tests.kit.scoring.told import Deal, deals_of


@for_each("seed", range(examples(40)))
def test_each_month_pays_and_passes_the_oya_as_its_rules_say(seed: int) -> None:
    play = played(GAME, seed)
    oya = play.last.table.dealer
    for deal, row in zip(deals_of(play), play.last.deal_rows, strict=True):
        assert row.dealer == oya, row.about
        winner, points = _paid(deal, oya)
        if deal.options["overdraft"] == "capped" and winner is not None:
            points = min(points, max(deal.totals[1 - winner], 0))
        gain = points if winner == 0 else -points
        assert deal.points == (gain, -gain), row.about
        oya = _next_oya(deal.options, oya, winner)


def _paid(deal: Deal, oya: int) -> tuple[int | None, int]:
    """Who is paid, and how much."""
    dealt = [seat for seat, hand in enumerate(deal.entries["deal"].get("dealt") or ()) if hand]
    if len(dealt) == 1:
        return dealt[0], 6
    result, lights = deal.entries["result"], 1 + (deal.entries["deal"].get("lights") or 0)
    calls, winner = result["calls"], result["winner"]
    if winner == "nobody" and not any(calls):
        return oya, 6
    better = better_pile(result, deal.options, oya) if winner == "nobody" else None
    if winner == "nobody" and better is None:
        return None, 0
    paid = winner if better is None else better[0]
    total = sum(made_by(result, paid, deal.options).values())
    total *= 2 if total >= 7 else 1
    if better:
        return paid, total * lights
    if deal.options["koi_koi"] == "stacking":
        return winner, total * (lights + calls[winner])
    return winner, total * lights * (2 if calls[1 - winner] else 1)


def _next_oya(options: Mapping[str, Any], oya: int, winner: int | None) -> int:
    if options["next_oya"] == "alternate":
        return 1 - oya
    if winner is None:
        return 1 - oya if options.get("drawn_oya") == "changes" else oya
    return winner if options["next_oya"] == "winner" else 1 - winner
