"""What a finished session adds to the statistics of each player: a row of the table `player_result`.

Places, wins and totals are of who sits there at the end; the deals of everybody are their own.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from record.people import Spell, spells
from record.session import Session
from scoring.insights.facts import POINTS, Crossing, FactCounts, FactValue, count_facts
from scoring.insights.story import Highlights, highlights
from scoring.sheets.sheet import Sheet
from scoring.text import same_name
from store.encoding import fact_value_from_text, fact_value_to_text, from_milli, to_milli

SEPARATOR = "\t"
"""Between the names and values in a key of `facts`; JSON writes no tab as it is."""
OF_POINTS = SEPARATOR.join((POINTS, "", ""))
NO_HIGHLIGHTS = Highlights()
UNCONTESTED = -1
"""The place of who played alone, or together with all: the game counts as played, and nobody was ahead of anybody."""


class PlayerResult(NamedTuple):
    """A row: `player` is who sat there, whoever they were merged into.

    `seat`, `side` and `place` are those at the end, for who has no place there None, None and 0; `UNCONTESTED` is no
    place either. `deals` are the player's own. Points are whole thousandths. `facts` has what the player's deals had
    how often, see `facts_to_text`.
    """

    player: int
    seat: int | None
    side: int | None
    place: int
    won: int
    total_milli: int
    title: str
    kind: str
    deals: int
    lead_milli: int
    behind_milli: int
    swing_milli: int
    best_bid: int
    facts: str


def player_results(session: Session, seated: Sequence[int]) -> Iterator[PlayerResult]:
    """The rows of a finished session; `seated` has the player of each of its `spells`, by number.

    Who has no place at the end and played no deal has none.
    """
    sheet = session.sheet
    own: dict[int, list[Spell]] = {}
    for spell, player in zip(spells(session), seated, strict=False):
        own.setdefault(player, []).append(spell)
    places = {
        seat: standing.place if sheet.contested else UNCONTESTED
        for standing in sheet.standings
        for seat in standing.seats
    }
    for player, its in own.items():
        deals = sum(
            row.kind == "deal" and each.seat in row.played
            for each in its
            for row in sheet.rows[each.since : each.until]
        )
        seat = next((each.seat for each in its if each.stays and each.seat in places), None)
        if seat is None and not deals:
            continue
        found = NO_HIGHLIGHTS if seat is None else highlights(sheet, seat, its[-1].since)
        yield PlayerResult(
            player=player,
            seat=seat,
            side=None if seat is None else sheet.sides.index(sheet.side_of(seat)),
            place=0 if seat is None else places[seat],
            # Alone nobody wins.
            won=int(seat in sheet.winners and len(sheet.table.players) > 1),
            total_milli=0 if seat is None else to_milli(sheet.totals[seat]),
            title=same_name(sheet.options.title),
            kind=sheet.options.kind,
            deals=deals,
            lead_milli=to_milli(found.lead),
            behind_milli=to_milli(found.behind),
            swing_milli=to_milli(found.swing),
            best_bid=int(found.bid),
            facts=facts_to_text(sheet, its),
        )


def facts_to_text(sheet: Sheet[Any], own: Iterable[Spell]) -> str:
    """What the deals of these spells had, as a JSON object with how often.

    A key is a fact with its value, or a pair of such; what was won in the deals with a fact, in thousandths, has
    `POINTS` in place of the first.
    """
    counts: Counter[str] = Counter()
    for each in own:
        its = count_facts(sheet, each.seat, sheet.rows[each.since : each.until])
        counts.update({_key(fact): times for fact, times in its.facts.items()})
        counts.update({_key(*pair): times for pair, times in its.crossings.items()})
        counts.update({f"{OF_POINTS}{_key(by)}": to_milli(points) for by, points in its.points.items()})
    found = {key: amount for key, amount in sorted(counts.items()) if amount}
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def facts_from_texts(texts: Iterable[str]) -> FactCounts:
    """Add up what rows have in `facts`."""
    sums: defaultdict[str, int] = defaultdict(int)
    for text in texts:
        for key, amount in json.loads(text).items():
            sums[key] += amount
    found = FactCounts(Counter(), Counter(), defaultdict(int))
    for key, amount in sums.items():
        if not amount:
            continue
        if key.startswith(OF_POINTS):
            found.points[_fact(*key.split(SEPARATOR)[2:])] = from_milli(amount)
            continue
        name, value, *other = key.split(SEPARATOR)
        if other:
            found.crossings[Crossing(_fact(name, value), _fact(*other))] = amount
        else:
            found.facts[_fact(name, value)] = amount
    return found


def _key(*facts: FactValue) -> str:
    return SEPARATOR.join(part for fact in facts for part in (fact.name, fact_value_to_text(fact.value)))


def _fact(name: str, value: str) -> FactValue:
    return FactValue(name, fact_value_from_text(value))
