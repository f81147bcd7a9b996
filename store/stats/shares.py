"""What a finished session adds to the statistics of each player: its share."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from record.people import Spell, spells
from record.session import Session
from scoring.insights.facts import POINTS, count_facts
from scoring.insights.story import highlights
from scoring.sheets.sheet import Sheet
from scoring.text import same_name
from store.values import to_milli, told_to_text

GAMES, WON, TOTAL, PLACES, PLACE = "@games", "@won", "@total", "@places", "@place"
"""The last is how often each place, the one before it all places added up."""
AHEAD, LEVEL, BEHIND = "@ahead", "@level", "@behind"
"""How somebody stood at the end beside another who was not a partner; the value is the other's number."""
PARTNER, WON_WITH = "@partner", "@won-with"
IN_PART, DEALS_IN_PART = "@in-part", "@deals-in-part"
"""The games that somebody played without a place at their end, and the deals in them."""
HIGHLIGHTS = ("lead_milli", "behind_milli", "swing_milli", "best_bid")
"""What a list of the most remarkable games is read from, see `scoring.insights.story`."""
SHARE = ("player", "title", "kind", "place", "total_milli", "won", "counts", *HIGHLIGHTS)

PART_SHARE = ("seated", "player", "title", "kind", "counts")


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


@dataclass(frozen=True)
class PartShare:
    """What a session adds for who was there for a part of it, or has no place; `seated` is who sat there."""

    seated: int
    player: int
    title: str
    kind: str
    counts: str

    def amounts(self) -> Iterator[tuple[Key, int]]:
        yield from amounts_of(self.counts)


@dataclass(frozen=True)
class Shares:
    """What a finished session adds: for each seat with a place, and by their number for the others who played."""

    seats: Mapping[int, Share] = field(default_factory=dict)
    parts: Mapping[int, PartShare] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Share | PartShare]:
        yield from self.seats.values()
        yield from self.parts.values()


class Stood(NamedTuple):
    """Who has a place at the end, by seat, and which."""

    players: Mapping[int, int]
    places: Mapping[int, int]


def shares_of(session: Session, seated: Sequence[int], person: Mapping[int, int]) -> Shares:
    """What a finished session adds; `seated` has who sat there in each of its `spells`, by number.

    Places, wins and totals are of who sits there at the end; the deals of everybody are their own.
    """
    sheet = session.sheet
    times = list(zip(spells(session), seated, strict=False))
    last = {spell.seat: player for spell, player in times if spell.stays}
    places = {seat: standing.place for standing in sheet.standings for seat in standing.seats}
    own = {player: [spell for spell, other in times if other == player] for _, player in times}
    stood = {seat: last[seat] for seat in places if seat in last}
    return Shares(
        {
            seat: _share(sheet, seat, person[player], own[player], Stood(stood, places))
            for seat, player in stood.items()
        },
        {
            player: part
            for player in own.keys() - stood.values()
            if (part := _part_share(sheet, player, person[player], own[player])) is not None
        },
    )


def _part_share(sheet: Sheet[Any], seated: int, person: int, own: Sequence[Spell]) -> PartShare | None:
    """What a sheet adds for somebody without a place; None where they played no deal."""
    deals = sum(
        row.kind == "deal" and each.seat in row.played for each in own for row in sheet.rows[each.since : each.until]
    )
    if not deals:
        return None
    counts = {**_counted(sheet, own), Key(IN_PART): 1, Key(DEALS_IN_PART): deals}
    return PartShare(seated, person, same_name(sheet.options.title), sheet.options.kind, counts_to_text(counts))


def _counted(sheet: Sheet[Any], own: Sequence[Spell]) -> Counter[Key]:
    """What stood in the deals of these spells."""
    counts: Counter[Key] = Counter()
    for each in own:
        told_of = count_facts(sheet, each.seat, sheet.rows[each.since : each.until])
        for told, times in told_of.facts.items():
            counts[Key(told.name, told_to_text(told.value))] += times
        for (of, by), times in told_of.crossings.items():
            counts[Key(of.name, told_to_text(of.value), by.name, told_to_text(by.value))] += times
        for by, points in told_of.points.items():
            counts[Key(POINTS, "", by.name, told_to_text(by.value))] += to_milli(points)
    return counts


def _share(sheet: Sheet[Any], seat: int, person: int, own: Sequence[Spell], stood: Stood) -> Share:
    """What a sheet adds for a seat."""
    counts = dict.fromkeys(_beside(sheet, seat, stood), 1) | _counted(sheet, own)
    found = highlights(sheet, seat, own[-1].since)
    return Share(
        player=person,
        title=same_name(sheet.options.title),
        kind=sheet.options.kind,
        place=stood.places[seat],
        total_milli=to_milli(sheet.totals[seat]),
        won=int(seat in sheet.winners),
        counts=counts_to_text(counts),
        lead_milli=to_milli(found.lead),
        behind_milli=to_milli(found.behind),
        swing_milli=to_milli(found.swing),
        best_bid=int(found.bid),
    )


def _beside(sheet: Sheet[Any], seat: int, stood: Stood) -> Iterator[Key]:
    players, places = stood
    for other in players:
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
