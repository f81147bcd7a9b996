"""Who can still win: in exact-bid games just what trying out every legal way to the end says."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from scoring.catalogue import find_game
from scoring.families.exact_bid_chances import Seat
from scoring.families.exact_bid_sheet import ExactBidSheet
from scoring.games.oh_hell.points import SCORE
from scoring.games.skull_king.options import SkullKingOptions
from scoring.games.skull_king.sheet import SkullKingSheet
from scoring.sheet import Sheet
from scoring.table import Table
from scoring.values import Entry

Gains = tuple[int, ...]
THREE = ("Ann", "Ben", "Chika")
TRIALS = 60


@dataclass(frozen=True)
class Way:
    """One legal way in which a deal can go: what was bid, what was taken, what each got."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    gains: Gains


class ShortSkullKingSheet(SkullKingSheet):
    """Skull King with hands that can be tried out."""

    @property
    def hands(self) -> tuple[int, ...]:
        return (1, 2)


def blank(name: str) -> ExactBidSheet[Any]:
    """A table of three with two deals, of 1 and of 2 cards; with Oh Hell they are named by their scoring."""
    game, _, rules = name.partition(" ")
    if game == "skull-king":
        options = SkullKingOptions(edition="old", **dict.fromkeys(rules.split(), True))  # type: ignore[arg-type]
        options = replace(options, scoring="rascal") if options.cannonball else options
        return ShortSkullKingSheet(table=Table(THREE), options=options)
    chosen: dict[str, object]
    if game == "wizard":
        chosen = {"deals": 2, "restriction": rules == "restricted"}
    else:
        chosen = {"format": "short-rising", "top_hand": 2, "scoring": game, "restriction": rules == "restricted"}
    slug = game if game == "wizard" else "oh-hell"
    sheet = find_game(slug).start({"players": THREE, "options": chosen})
    assert isinstance(sheet, ExactBidSheet)
    return sheet


GAMES = [
    *(f"{scoring} {rule}" for scoring in SCORE for rule in ("restricted", "free")),
    *("wizard restricted", "wizard free", "skull-king ", "skull-king expansion", "skull-king cannonball"),
    "skull-king missed_bonus",
]


@cache
def ways(name: str, deal: int) -> tuple[Way, ...]:
    """Every legal way of a deal, tried out on the sheet; of bonuses those that one player alone has."""
    sheet = blank(name)
    if deal == 1:
        sheet = sheet.write(Entry("bids", {"bids": (1, 1, 1)})).write(Entry("tricks", {"tricks": (1, 0, 0)}))
    return tuple(set(_ways(sheet)))


def _ways(sheet: ExactBidSheet[Any]) -> Iterator[Way]:
    every = tuple(product(range(sheet.hand + 1), repeat=3))
    for bids, beside in product(every, _beside_bids(sheet)):
        said = Entry("bids", {"bids": bids} | beside)
        if any(sheet.problems(said)):
            continue
        after = sheet.write(said)
        for tricks in every:
            plain = Entry("tricks", {"tricks": tricks})
            if any(after.problems(plain)):
                continue
            for caught in _caught(after, tricks):
                entry = Entry("tricks", {"tricks": tricks} | caught)
                if any(after.problems(entry)):
                    continue
                row = after.write(entry).rows[-1]
                yield Way(bids, tricks, tuple(int(points) for points in row.points))


def _beside_bids(sheet: Sheet[Any]) -> list[dict[str, Any]]:
    if not isinstance(sheet, SkullKingSheet) or not sheet.options.cannonballs:
        return [{}]
    return [
        {"cannonballs": tuple(s for s, on in zip("012", each, strict=True) if on)} for each in product((0, 1), repeat=3)
    ]


def _caught(sheet: Sheet[Any], tricks: tuple[int, ...]) -> Iterator[dict[str, Any]]:
    yield {}
    if isinstance(sheet, SkullKingSheet):
        for seat in range(3):
            for pirates, king in ((1, 0), (2, 0), (0, 1)):
                counts = {"pirates": pirates, "king": king}
                yield {slug: tuple(n if each == seat else 0 for each in range(3)) for slug, n in counts.items()}


def winners(totals: Sequence[int], *gained: Gains) -> tuple[bool, ...]:
    final = [sum(each) for each in zip(totals, *gained, strict=True)]
    return tuple(total == max(final) for total in final)


def looked_ahead(sheet: ExactBidSheet[Any]) -> tuple[Seat, ...]:
    return sheet.end.seats


def some_totals(name: str) -> Iterator[tuple[int, ...]]:
    rng = random.Random(name)
    step = 10 if "wizard" in name or "minus" in name or "skull" in name else 1
    for _ in range(TRIALS):
        far = rng.choice((3, 8, 15)) * (step if step > 1 else rng.choice((1, 2, 5)))
        yield tuple(rng.randint(0, far) // step * step for _ in range(3))


@pytest.mark.parametrize("name", GAMES)
def test_before_two_deals_it_is_known_who_can_win_and_who_must(name: str) -> None:
    first = {way.gains for way in ways(name, 0)}
    second = {way.gains for way in ways(name, 1)}
    both = {tuple(map(sum, zip(one, other, strict=True))) for one in first for other in second}
    for totals in some_totals(name):
        every = [winners(totals, gains) for gains in both]
        seats = looked_ahead(replace(blank(name), totals=totals))
        assert [each.can for each in seats] == [any(won[seat] for won in every) for seat in range(3)], totals
        assert [each.safe for each in seats] == [all(won[seat] for won in every) for seat in range(3)], totals


@pytest.mark.parametrize("name", GAMES)
def test_with_the_bids_of_the_first_deal_it_is_known_still(name: str) -> None:
    second = {way.gains for way in ways(name, 1)}
    for totals in some_totals(name):
        bids = random.Random(f"{name} {totals}").choice(ways(name, 0)).bids
        first = {way.gains for way in ways(name, 0) if way.bids == bids}
        if "cannonball" in name:
            continue
        every = [winners(totals, one, other) for one in first for other in second]
        seats = looked_ahead(replace(blank(name), totals=totals, bids=bids))
        assert [each.can for each in seats] == [any(won[seat] for won in every) for seat in range(3)], totals
        assert [each.safe for each in seats] == [all(won[seat] for won in every) for seat in range(3)], totals


def last_deal(name: str, totals: tuple[int, ...]) -> ExactBidSheet[Any]:
    sheet = blank(name).write(Entry("bids", {"bids": (1, 1, 1)})).write(Entry("tricks", {"tricks": (1, 0, 0)}))
    return replace(sheet, totals=totals)


@pytest.mark.parametrize("name", GAMES)
def test_before_the_last_bids_it_is_known_what_making_them_does(name: str) -> None:
    for totals in some_totals(name):
        every = [(way, winners(totals, way.gains)) for way in ways(name, 1)]
        for seat, each in enumerate(looked_ahead(last_deal(name, totals))):
            assert each.can == any(won[seat] for _, won in every), (totals, seat)
            assert each.safe == all(won[seat] for _, won in every), (totals, seat)
            if not each.can or each.safe:
                continue
            for bid in range(3):
                made = [won[seat] for way, won in every if way.bids[seat] == way.tricks[seat] == bid]
                assert (bid in each.enough) == all(made), (totals, seat, bid)
                assert (bid in each.possible) == any(made), (totals, seat, bid)
            missed = [won[seat] for way, won in every if way.bids[seat] != way.tricks[seat]]
            assert each.by_missing == any(missed), (totals, seat)


@pytest.mark.parametrize("name", [name for name in GAMES if "cannonball" not in name])
def test_after_the_last_bids_it_is_known_what_each_number_of_tricks_does(name: str) -> None:
    rng = random.Random(name)
    for totals in some_totals(name):
        bids = rng.choice(ways(name, 1)).bids
        every = [(way, winners(totals, way.gains)) for way in ways(name, 1) if way.bids == bids]
        for seat, each in enumerate(looked_ahead(replace(last_deal(name, totals), bids=bids))):
            for tricks in range(3):
                won = [won[seat] for way, won in every if way.tricks[seat] == tricks]
                assert (tricks in each.enough) == (all(won) and bool(won)), (totals, bids, seat, tricks)
                assert (tricks in each.possible) == any(won), (totals, bids, seat, tricks)
            assert each.can == any(won[seat] for _, won in every)
            assert each.safe == all(won[seat] for _, won in every)
