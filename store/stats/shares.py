"""What a finished session adds to the statistics of each player: its share."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from scoring.insights import counting
from scoring.insights.facts import POINTS
from scoring.insights.highlights import highlights
from scoring.sheets.sheet import Sheet
from scoring.text import same_name
from store.values import to_milli, told_to_text

GAMES, WON, TOTAL, PLACES, PLACE = "@games", "@won", "@total", "@places", "@place"
"""The last is how often each place, the one before it all places added up."""
AHEAD, LEVEL, BEHIND = "@ahead", "@level", "@behind"
"""How somebody stood at the end beside another who was not a partner; the value is the other's number."""
PARTNER, WON_WITH = "@partner", "@won-with"
HIGHLIGHTS = ("lead_milli", "behind_milli", "swing_milli", "best_bid")
"""What a list of the most remarkable games is read from, see `scoring.insights.highlights`."""
SHARE = ("player", "title", "kind", "place", "total_milli", "won", "counts", *HIGHLIGHTS)


class Key(NamedTuple):
    """What is counted: a fact with its value, by itself or in the deals in which another one stood."""

    fact: str
    value: str = ""
    by_fact: str = ""
    by_value: str = ""


@dataclass(frozen=True)
class Share:
    """What a session adds for one seat to whom it is counted, a merged player's to the other; `counts` is JSON."""

    player: int
    title: str
    kind: str
    place: int
    total_milli: int
    won: int
    counts: str
    lead_milli: int = 0
    behind_milli: int = 0
    swing_milli: int = 0
    best_bid: int = 0

    def amounts(self) -> Iterator[tuple[Key, int]]:
        yield Key(GAMES), 1
        yield Key(WON), self.won
        yield Key(TOTAL), self.total_milli
        yield Key(PLACES), self.place
        yield Key(PLACE, str(self.place)), 1
        yield from amounts_of(self.counts)


def share_of(sheet: Sheet[Any], seat: int, person: int, players: Mapping[int, int], places: Mapping[int, int]) -> Share:
    """What a finished sheet adds for a seat; `players` and `places` by seat."""
    counts = dict.fromkeys(_beside(sheet, seat, players, places), 1)
    for told, times in counting.tally(sheet, seat).items():
        counts[Key(told.name, told_to_text(told.value))] = times
    for (of, by), times in counting.crossings(sheet, seat).items():
        counts[Key(of.name, told_to_text(of.value), by.name, told_to_text(by.value))] = times
    for by, points in counting.points_by(sheet, seat).items():
        counts[Key(POINTS, "", by.name, told_to_text(by.value))] = to_milli(points)
    found = highlights(sheet, seat)
    return Share(
        player=person,
        title=same_name(sheet.options.title),
        kind=sheet.options.kind,
        place=places[seat],
        total_milli=to_milli(sheet.totals[seat]),
        won=int(seat in sheet.winners),
        counts=counts_to_text(counts),
        lead_milli=to_milli(found.lead),
        behind_milli=to_milli(found.behind),
        swing_milli=to_milli(found.swing),
        best_bid=int(found.bid),
    )


def _beside(sheet: Sheet[Any], seat: int, players: Mapping[int, int], places: Mapping[int, int]) -> Iterator[Key]:
    for other in sheet.table.seats:
        if other == seat:
            continue
        number = str(players[other])
        if other in sheet.side_of(seat):
            yield Key(PARTNER, number)
            if seat in sheet.winners:
                yield Key(WON_WITH, number)
        elif places[seat] == places[other]:
            yield Key(LEVEL, number)
        else:
            yield Key(AHEAD if places[seat] < places[other] else BEHIND, number)


def amounts_of(counts: str) -> Iterator[tuple[Key, int]]:
    """What was counted, from the JSON in which it is kept."""
    for *key, amount in json.loads(counts):
        yield Key(*key), amount


def counts_to_text(counts: Mapping[Key, int]) -> str:
    """What was counted as JSON, without what is 0."""
    lines = [[*key, amount] for key, amount in sorted(counts.items()) if amount]
    return json.dumps(lines, ensure_ascii=False, separators=(",", ":"))


@cache
def place_to_text(place: int) -> str:
    """That somebody came to a place once, as counts are kept."""
    return counts_to_text({Key(PLACE, str(place)): 1})
