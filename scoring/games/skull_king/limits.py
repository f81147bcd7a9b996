"""Checks bonuses against the pack and the tricks taken, to find miscounts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.errors import Problem
from scoring.games.skull_king.bonuses import (
    ALLIANCES,
    KING,
    MERMAIDS,
    PIRATES,
    Alliance,
    Bonus,
    alliances,
    held,
    number_of,
    trick_size,
)
from scoring.message import Message, count, say
from scoring.sheets.values import Entry
from scoring.table import Table


def check_bonuses(bonuses: Sequence[Bonus], entry: Entry, table: Table) -> Iterator[Problem]:
    """The problems of bonuses: more than the pack has, or than a seat's tricks can hold."""
    for bonus in bonuses:
        said = sum(number_of(bonus, entry, seat) for seat in table.playing)
        if said > bonus.most:
            text = say(
                "{bonus}: you entered {said}, but the pack has only {most}.",
                bonus=bonus.label,
                said=said,
                most=bonus.most,
            )
            yield Problem(bonus.slug, None, text)
    for seat in table.playing:
        yield from _check_seat(bonuses, entry, table, seat)
    yield from _check_king(entry, table)
    if entry.get(ALLIANCES):
        yield from _check_alliances(entry, table)


def _check_seat(bonuses: Sequence[Bonus], entry: Entry, table: Table, seat: int) -> Iterator[Problem]:
    has = tuple(held(bonuses, entry, seat))
    if not has:
        return
    tricks, name = entry["tricks"][seat], table.players[seat]
    catchers = {bonus.catcher for bonus, _ in has if bonus.catcher}
    first = has[0][0].slug
    if not tricks:
        yield Problem(first, seat, say("{name} took no tricks, so no bonus cards.", name=name))
    elif len(catchers) > tricks:
        text = count(
            "{name} took only {n} trick. Each capture by a pirate, the Skull King or a mermaid needs its own trick.",
            "{name} took only {n} tricks. Each capture by a pirate, the Skull King or a mermaid needs its own trick.",
            n=tricks,
            name=name,
        )
        yield Problem(next(bonus.slug for bonus, _ in reversed(has) if bonus.catcher), seat, text)
    elif sum(n for _, n in has) + len(catchers) > tricks * trick_size(table):
        text = count(
            "{name} took {n} trick of {size} cards, too few for all these bonuses.",
            "{name} took {n} tricks of {size} cards, too few for all these bonuses.",
            n=tricks,
            size=trick_size(table),
            name=name,
        )
        yield Problem(has[-1][0].slug, seat, text)


def _check_king(entry: Entry, table: Table) -> Iterator[Problem]:
    """The problems of the Skull King: he takes one trick at most, and the mermaid that takes him is not taken."""
    kings = [seat for seat in table.playing if number_of(PIRATES, entry, seat)]
    taken = [seat for seat in table.playing if number_of(KING, entry, seat)]
    for seat in kings[1:]:
        text = say(
            "There is only one Skull King, so {first} and {name} can’t both have taken pirates with him.",
            first=table.players[kings[0]],
            name=table.players[seat],
        )
        yield Problem(PIRATES.slug, seat, text)
    if kings and taken:
        text = say("A mermaid took {name}’s Skull King, so he took no pirates.", name=table.players[kings[0]])
        yield Problem(PIRATES.slug, kings[0], text)
    mermaids = [seat for seat in table.playing if number_of(MERMAIDS, entry, seat)]
    if taken and sum(number_of(MERMAIDS, entry, seat) for seat in mermaids) == MERMAIDS.most:
        text = say("One of the two mermaids took the Skull King, so no pirate took her.")
        yield Problem(MERMAIDS.slug, mermaids[-1], text)


def _check_alliances(entry: Entry, table: Table) -> Iterator[Problem]:
    for number, alliance in enumerate(alliances(entry)):
        if text := impossible(alliance, entry, table):
            yield Problem(f"{ALLIANCES}-{number}-took", None, text)


def impossible(alliance: Alliance, entry: Entry, table: Table) -> Message | None:
    """Why this alliance can't be; None if it can."""
    name = table.players[alliance.took]
    if alliance.played == alliance.took:
        return say("{name} took their own loot, so there is no alliance.", name=name)
    if not entry["tricks"][alliance.took]:
        return say("{name} took no tricks, so no loot either.", name=name)
    return None
