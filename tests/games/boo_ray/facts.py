"""Facts of Boo-Ray worked out independently from the entries; hands are compared the slow way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tests.kit.scoring.told import Deal
from tests.scoring.decks import slow_poker

GAMES = ("boo-ray", "low-shit", "kalo")


def told(deals: Iterator[Deal]) -> Iterator[dict[str, tuple[Any, ...]]]:
    for deal in deals:
        chosen = [[each] if isinstance(each, str) else each or [] for each in deal.entries["entries"]["games"]]
        entered = [[game for game in GAMES if game in each] for each in chosen]
        went: dict[str, list[list[str]]] = {
            name: [[] for _ in deal.seats] for name in ("won", "alone", "drawn", "lost")
        }
        for game in GAMES:
            entrants = [seat for seat in deal.seats if game in entered[seat]]
            best = entrants if len(entrants) < 2 else _best(deal, game, entrants)
            for seat in entrants:
                if best == [seat]:
                    went["won"][seat].append(game)
                    went["alone"][seat] += [game] if entrants == [seat] else []
                elif len(best) > 1 and (seat in best or deal.options["drawn"] == "nobody-pays"):
                    went["drawn"][seat].append(game)
                else:
                    went["lost"][seat].append(game)
        yield {
            "entered": tuple(map(tuple, entered)),
            **{name: tuple(map(tuple, games)) for name, games in went.items()},
            "out": tuple(not games for games in entered),
            "dealt": deal.only((deal.dealer + deal.number) % deal.players),
        }


def _best(deal: Deal, game: str, entrants: Sequence[int]) -> list[int]:
    results = deal.entries["results"]
    short = {"boo-ray": "booray", "low-shit": "low", "kalo": "kalo"}[game]
    if said := results.get(f"{short}_best"):
        return sorted(int(seat) for seat in said)
    if game == "boo-ray":
        worth: dict[int, Any] = {seat: results["booray_tricks"][seat] for seat in entrants}
    else:
        worth = {seat: _hand(results[f"{short}_hands"][seat], game, deal.options) for seat in entrants}
    top = (min if game == "low-shit" else max)(worth.values())
    return [seat for seat in entrants if worth[seat] == top]


def _hand(hand: list[str], game: str, options: Any) -> Any:
    if game == "low-shit":
        return slow_poker.low(hand, best_low=options["best_low"].upper())
    return slow_poker.kalo(hand, wild=options["kalo_wild"], ace_high=options["ace_high"] == "yes")
