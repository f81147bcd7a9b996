"""Twin Shoot, corrected at random again and again: who opened is what was said, where the rule allows it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from record.log import Author
from record.session import Session, new_session
from scoring.core import read_entry
from tests.kit.examples import examples

BY = Author(device="phone", key="key", at=datetime(2026, 11, 22, tzinfo=UTC))
ROUNDS = 6
TRICKS = 10


@dataclass
class Paper:
    """The rounds as somebody keeps them on paper: bids and tricks, and which teams have said that they open."""

    teams: int
    rounds: list[tuple[list[int], list[int]]] = field(default_factory=list)
    opened: dict[tuple[int, int], bool] = field(default_factory=dict)

    def totals(self, rounds: int | None = None) -> list[int]:
        """The points of the teams: 1 a trick, 10 a hit, 10 for both, 30 for an open bid to one side or the other."""
        totals = [0] * self.teams
        for number, (bids, tricks) in enumerate(self.rounds[:rounds]):
            opener = self.last_alone(totals)
            opens = opener is not None and self.opened.get((number, opener), False)
            for team in range(self.teams):
                pair = (2 * team, 2 * team + 1)
                hits = sum(bids[seat] == tricks[seat] for seat in pair)
                points = sum(tricks[seat] for seat in pair) + 10 * hits + 10 * (hits == 2)
                totals[team] += points + 30 * (opens and team == opener and hits == 2)
                if opens and team == opener and hits < 2:
                    totals = [each + 30 * (other != team) for other, each in enumerate(totals)]
        return totals

    @staticmethod
    def last_alone(totals: list[int]) -> int | None:
        least = min(totals)
        return totals.index(least) if totals.count(least) == 1 else None


def random_round(luck: random.Random, seats: int) -> tuple[list[int], list[int]]:
    """Most bids hit, so that teams are level now and then."""
    tricks = [0] * seats
    for _ in range(TRICKS):
        tricks[luck.randrange(seats)] += 1
    return [took if luck.random() < 0.7 else luck.randint(0, 10) for took in tricks], tricks


def result(played: tuple[list[int], list[int]]) -> dict[str, Any]:
    bids, tricks = played
    return {"step": "result", "bids": bids, "tricks": tricks}


def opening(*, opens: bool) -> dict[str, Any]:
    return {"step": "open", "open": "yes" if opens else "no"}


@settings(max_examples=examples(60), deadline=None, derandomize=True, database=None)
@given(luck=st.randoms(use_true_random=False), teams=st.sampled_from((2, 3)))
def test_an_open_bid_counts_exactly_where_its_team_is_last_alone(luck: random.Random, teams: int) -> None:
    names = ["Ann", "Ben", "Chika", "Dan", "Emi", "Fumi"][: 2 * teams]
    head = {"game": "twin-shoot", "players": names, "dealer": 0, "options": {"target": 1000}}
    session = new_session(id="s", created_at="2026-11-22T12:00:00Z", head=head)
    paper = Paper(teams)
    for number in range(ROUNDS):
        last = paper.last_alone(paper.totals())
        if last is not None:
            paper.opened[number, last] = luck.random() < 0.7
            session = session.with_entry(read_entry(session.sheet, opening(opens=paper.opened[number, last])), BY)
        paper.rounds.append(random_round(luck, 2 * teams))
        session = session.with_entry(read_entry(session.sheet, result(paper.rounds[-1])), BY)
    assert is_as_on(paper, session)
    for _ in range(ROUNDS):
        before = session
        session = corrected(paper, session, luck)
        assert is_as_on(paper, session)
        if len(session.actions) > len(before.actions):
            assert session.after(session.undoing(BY)).entries == before.entries


def corrected(paper: Paper, session: Session, luck: random.Random) -> Session:
    """Another result of a round, or another answer to whether its team opens."""
    number = luck.randrange(ROUNDS)
    *asked, index = session.sheet.rows[number].entries
    last = paper.last_alone(paper.totals(number))
    if asked and luck.random() < 0.3:
        assert last is not None
        paper.opened[number, last] = luck.random() < 0.7
        change = {asked[0]: opening(opens=paper.opened[number, last])}
    else:
        paper.rounds[number] = random_round(luck, 2 * paper.teams)
        change = {index: result(paper.rounds[number])}
    action = session.correcting(change, BY)
    return session if action is None else session.after(action)


def is_as_on(paper: Paper, session: Session) -> bool:
    return list(session.sheet.totals[::2]) == paper.totals()
