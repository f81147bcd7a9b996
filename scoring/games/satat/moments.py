"""The best moments of Satat: the longest run of a team, and the deals in which one took every trick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from scoring.message import Message, Words, say, together
from scoring.sheets.values import Row


@dataclass(frozen=True, slots=True)
class Won:
    """A deal with the seats of the team that won it; `clean`: with all thirteen tricks."""

    row: Row
    side: tuple[int, ...]
    clean: bool

    @property
    def team(self) -> Words:
        """The names of those who won it."""
        return together(*(self.row.players[seat] for seat in self.side))


def longest_run(deals: Sequence[Won]) -> Iterator[Message]:
    """The longest run of deals won, with the names of the team at its end, or of both teams."""
    runs = [list(run) for _, run in groupby(deals, key=lambda won: won.side)]
    longest = max(map(len, runs), default=0)
    if longest > 1:
        teams = dict.fromkeys(run[-1].team for run in runs if len(run) == longest)
        yield say("Longest run: {team}, {deals} deals", team=tuple(teams), deals=longest)


def clean_wins(deals: Sequence[Won]) -> Iterator[Message]:
    """The deals in which a team took all thirteen tricks."""
    for number, won in enumerate(deals, start=1):
        if won.clean:
            yield say("{team} took all thirteen tricks of deal {deal}", team=won.team, deal=number)
