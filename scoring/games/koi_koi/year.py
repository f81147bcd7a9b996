"""A year of Koi-Koi month by month: the winner, yaku and certain cards of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.decks.hanafuda import CARDS, Card
from scoring.games.koi_koi.asks import DEALT
from scoring.games.koi_koi.checks import claim_of, dealt_hands
from scoring.games.koi_koi.claim import Claim
from scoring.games.koi_koi.facts import DEALT_HAND, YAKU, name_of_month
from scoring.games.koi_koi.sheet import KoiKoiSheet
from scoring.message import Message, Points, Words, say
from scoring.sheets.values import Entry, Row


@dataclass(frozen=True)
class MonthWon:
    """A month: its name, the seat that received points (None if drawn), who sat there, and for what.

    `cards` are those that make the yaku. If none were tapped, they are the ones that the yaku must have: all three of
    boar, deer and butterflies, but none for tane, which have only a number.
    """

    month: int
    name: Message
    seat: int | None
    player: str
    points: Points
    told: tuple[Words, ...]
    cards: tuple[Card, ...] = ()


def year(sheet: KoiKoiSheet, entries: Sequence[Mapping[str, Any]]) -> Iterator[MonthWon]:
    """The months that were played; `entries` are the session's live ones, as documents write them."""
    deals = (row for row in sheet.rows if row.kind == "deal")
    for month, row in enumerate(deals, start=1):
        yield _month(month, row, sheet, entries)


def _month(month: int, row: Row, sheet: KoiKoiSheet, entries: Sequence[Mapping[str, Any]]) -> MonthWon:
    name = name_of_month(month)
    seat = next((seat for seat in sheet.table.seats if row.fact("won_by", seat) is not None), None)
    if seat is None:
        return MonthWon(month, name, None, "", 0, (say("no points moved"),))
    player, points, won_by = row.players[seat], row.points[seat], row.fact("won_by", seat)
    if won_by == DEALT_HAND:
        hands = dealt_hands(Entry("deal", entries[row.entries[0]]))
        return MonthWon(month, name, seat, player, points, (DEALT[hands[seat]],))
    if won_by != YAKU:
        return MonthWon(month, name, seat, player, points, (say("no yaku"),))
    raw = next(entries[index] for index in row.entries if entries[index]["step"] == "result")
    result = Entry("result", raw)
    rules = sheet.options.yaku_rules
    claim, pile = claim_of(result, seat, rules), (raw.get("cards") or {seat: None})[seat]
    shown = drawn(claim, frozenset(pile) if pile else None)
    return MonthWon(month, name, seat, player, points, claim.names, shown)


def drawn(claim: Claim, pile: frozenset[str] | None) -> tuple[Card, ...]:
    """The cards that make these yaku, by month: those of the pile (codes), or else the certain ones."""
    made: set[Card] = set()
    for yaku, _ in claim.standing:
        made |= yaku.certain if pile is None else {card for card in yaku.of if card.code in pile}
    return tuple(card for card in CARDS if card in made)
