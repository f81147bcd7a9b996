"""What two players enter on their own phones as they play: where it cannot be so, in words for both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scoring.decks.hanafuda import CARDS, Card, cards_of
from scoring.decks.yaku import YakuRules, is_wet
from scoring.entry.choices import NOBODY
from scoring.errors import Problem
from scoring.games.koi_koi.checks import too_often
from scoring.games.koi_koi.claim import Claim
from scoring.message import Message, count, plain, say
from scoring.sheets.sheet import Said
from scoring.sheets.values import Entry
from scoring.table import Table

SECOND = "second"
"""Kept beside a part: the cards that the other had tapped already, each with a number that grows each time."""


def pile_of(part: Said) -> frozenset[Card]:
    """The captured cards of a part."""
    codes = part.get("cards")
    return cards_of(codes) if isinstance(codes, list) else frozenset()


def calls_of(said: Mapping[int, Said]) -> tuple[int, int]:
    """The koi-koi calls of both."""
    one, other = (calls if isinstance(calls := said.get(seat, {}).get("calls"), int) else 0 for seat in (0, 1))
    return one, other


def check_part(entry: Entry, seat: int, table: Table) -> Iterator[Problem]:
    """Without a card tapped nobody stops on their own phone: the yaku are read from the cards."""
    piles = entry.get("cards")
    if entry.get("winner") == seat and not (piles and piles[seat]):
        yield Problem("cards", seat, say("{name}, tap your captured cards before you stop.", name=table.players[seat]))


def check_parts(said: Mapping[int, Said], table: Table, rules: YakuRules) -> Iterator[Problem]:
    """What two players have tapped that cannot both be so, or that one's own cards do not bear."""
    yield from _check_lights(said, table)
    yield from _check_cards(said, table)
    yield from _check_ends(said, table)
    for seat, part in said.items():
        yield from _check_calls(part, table.players[seat], rules)


def note_second(part: Said, other: int, said: Mapping[int, Said]) -> Said:
    """Which cards of a part the other had tapped before, so that both can be told who was first."""
    seat = 1 - other
    theirs, before = said.get(other, {}), said.get(seat, {})
    was, noted, others = pile_of(before), _noted(before), _noted(theirs)
    second = {
        card.code: noted[card.code] if card in was and card.code in noted else others.get(card.code, 0) + 1
        for card in CARDS
        if card in pile_of(part) & pile_of(theirs) and (card not in was or card.code in noted)
    }
    return {SECOND: second} if second else {}


def _noted(part: Said) -> Mapping[str, int]:
    second = part.get(SECOND)
    return second if isinstance(second, Mapping) else {}


def _check_lights(said: Mapping[int, Said], table: Table) -> Iterator[Problem]:
    counted = {seat: lights for seat, part in said.items() if isinstance(lights := part.get("lights"), int)}
    if len(set(counted.values())) > 1:
        (one, lights), (other, others) = sorted(counted.items())
        text = say(
            "Brights on the field: {one} counts {lights}, {other} {others}. Count again, and tap the same number.",
            one=table.players[one],
            lights=plain(lights),
            other=table.players[other],
            others=plain(others),
        )
        yield Problem("lights", None, text)


def _check_cards(said: Mapping[int, Said], table: Table) -> Iterator[Problem]:
    """「手元に置きます」: a card lies in one pile."""
    piles = [pile_of(said.get(seat, {})) for seat in table.seats]
    both = [card for card in CARDS if card in piles[0] & piles[1]]
    for first in table.seats:
        cards = tuple(card.name for card in both if _first(card, said) == first)
        if cards:
            text = count(
                "{cards}: both of you tapped it, {first} first. Whoever doesn’t have it taps it again.",
                "{cards}: both of you tapped them, {first} first. Whoever doesn’t have them taps them again.",
                n=len(cards),
                cards=cards,
                first=table.players[first],
            )
            yield Problem("cards", None, text)


def _first(card: Card, said: Mapping[int, Said]) -> int:
    """The seat that tapped a card first."""
    return int(_noted(said[0]).get(card.code, 0) > _noted(said[1]).get(card.code, 0))


def _check_ends(said: Mapping[int, Said], table: Table) -> Iterator[Problem]:
    """「その時点で即座にラウンドが終了」: one stops, or nobody could."""
    stopped = [seat for seat, part in said.items() if part.get("winner") == seat]
    if len(stopped) > 1:
        text = say(
            "{one} and {other} both say stop. Only one can: the other takes it back.",
            one=table.players[0],
            other=table.players[1],
        )
        yield Problem("winner", None, text)
    for seat in stopped:
        other = table.after(seat)
        if said.get(other, {}).get("winner") == NOBODY:
            text = say(
                "{name} stops, but {other} says that nobody could. One of you takes it back.",
                name=table.players[seat],
                other=table.players[other],
            )
            yield Problem("winner", None, text)


def _check_calls(part: Said, name: str, rules: YakuRules) -> Iterator[Problem]:
    """「新たに点数が増えない限り…宣言することはできません」: each koi-koi takes new points, so first a yaku."""
    pile, calls = pile_of(part), part.get("calls") or 0
    if not pile or not isinstance(calls, int):
        return
    claim = Claim.of_cards(rules, pile)
    most = claim.chances(wet=is_wet(pile))
    if calls > most:
        yield Problem("calls", None, _called_without(name) if not claim else too_often(name, claim, calls, most))


def _called_without(name: str) -> Message:
    return say(
        "{name} called koi-koi, but {name}’s cards make no yaku. Take the call back, or tap the cards.", name=name
    )
