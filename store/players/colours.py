"""The colours of people: each has one for good, and no two at a table the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from store.book import Book

COLOURS = 10
"""The number of colours to choose from, numbered from 0. A table with more people has further ones."""


def colour_of(person: int, chosen: int | None) -> int:
    """The colour of a person: the chosen one, or the one that goes with their number in the database.

    >>> colour_of(1, None), colour_of(12, None), colour_of(12, 7)
    (0, 1, 7)
    """
    return (person - 1) % COLOURS if chosen is None else chosen


def at_table(people: Sequence[tuple[int, int | None]]) -> tuple[int, ...]:
    """A different colour for each seat, from the people's numbers and choices.

    Of two with the same colour the one who chose it has it, else the earlier seat; the other gets the nearest that
    nobody has.

    >>> at_table([(1, None), (2, None), (3, 7)]), at_table([(1, None), (11, None)]), at_table([(3, None), (5, 2)])
    ((0, 1, 7), (0, 1), (3, 2))
    """
    wanted = [colour_of(*each) for each in people]
    found: dict[int, int] = {}
    for seat in sorted(range(len(people)), key=lambda seat: people[seat][1] is None):
        if wanted[seat] not in found.values():
            found[seat] = wanted[seat]
    for seat, colour in enumerate(wanted):
        if seat not in found:
            nearest = ((colour + step) % COLOURS if step < COLOURS else step for step in count())
            found[seat] = next(each for each in nearest if each not in found.values())
    return tuple(found[seat] for seat in range(len(people)))


def colours_of(book: Book) -> dict[str, int]:
    """The colour of everybody in a scorebook, by name."""
    found = book.db.execute(
        "SELECT id, COALESCE(called, name) AS name, colour FROM player WHERE scorebook = ? AND person IS NULL",
        (book.scorebook,),
    )
    return {row["name"]: colour_of(row["id"], row["colour"]) for row in found}
