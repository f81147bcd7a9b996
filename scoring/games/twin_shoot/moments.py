"""The best moments of Twin Shoot: the twin shoots of each team."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scoring.message import Message, count, together
from scoring.sheets.values import Row


def twin_shoots(rows: Sequence[Row], sides: Sequence[tuple[int, ...]]) -> Iterator[Message]:
    """How many twin shoots the two partners of each team had, with open bids and without."""
    for side in sides:
        overhead, others = Counter[tuple[str, ...]](), Counter[tuple[str, ...]]()
        for row in rows:
            if row.fact("twin", side[0]):
                partners = tuple(row.players[seat] for seat in side)
                (overhead if row.fact("opened", side[0]) else others)[partners] += 1
        for partners, n in others.items():
            yield count("{team}: {n} twin shoot", "{team}: {n} twin shoots", n=n, team=together(*partners))
        for partners, n in overhead.items():
            team = together(*partners)
            yield count("{team}: {n} overhead twin shoot", "{team}: {n} overhead twin shoots", n=n, team=team)
