"""An open loop: a save comes when it is due, however long the answers to others take, and after it the looks at it.

Times are counted from the moment at which a request was due: one that waits for others counts its waiting.
"""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import chain
from typing import NamedTuple

from bench.connections import Connections
from bench.crowd import Table

PHONES = 4
PATIENCE = 0.5
"""Seconds that 95 of 100 answers may take."""
THREADS = 256
"""More than wait for an answer at once as long as those come in time."""


class Answer(NamedTuple):
    """How many seconds after it was due a request was sent and answered, and whether the answer was the right one."""

    sent: float
    came: float
    right: bool


@dataclass
class Answers:
    """What came so far of so many that are `expected`."""

    expected: int
    saves: list[Answer] = field(default_factory=list)
    looks: list[Answer] = field(default_factory=list)

    @property
    def every(self) -> list[Answer]:
        return self.saves + self.looks

    @property
    def in_time(self) -> bool:
        """Whether nothing failed, and no more are late than may be.

        >>> on_time, late = Answer(0, 0.4, right=True), Answer(0, 0.6, right=True)
        >>> Answers(20, [on_time] * 19, [late]).in_time, Answers(20, [on_time] * 18, [late] * 2).in_time
        (True, False)
        >>> Answers(20, [on_time] * 19, [Answer(0, 0.4, right=False)]).in_time
        False
        """
        every = self.every
        late = sum(answer.came > PATIENCE for answer in every)
        return late * 100 <= self.expected * 5 and all(answer.right for answer in every)


class Crowd:
    """Who plays at the tables of a site. A table whose save failed plays no more."""

    def __init__(self, address: str, tables: Iterable[Table]) -> None:
        self._connections = Connections(address)
        self._tables = deque(tables)

    def paced(self, rate: float, *, seconds: float) -> Answers:
        """What so many saves a second get, and the looks after them; nothing more comes once that is not `in_time`."""
        due = moments(rate, seconds=seconds)
        answers = Answers(len(due) * (1 + PHONES))
        cycles = []
        with ThreadPoolExecutor(THREADS) as pool:
            began = time.perf_counter()
            for moment in due:
                time.sleep(max(0.0, began + moment - time.perf_counter()))
                if not answers.in_time:
                    break
                cycles.append(pool.submit(self._cycle, pool, began + moment, answers))
            for look in chain.from_iterable(cycle.result() for cycle in cycles):
                look.result()
        self._connections.close()
        return answers

    def restless(self, tables: int, *, seconds: float) -> float:
        """Saves a second when so many tables save again as soon as their phones have loaded the sheet."""
        answers = Answers(0)
        until = time.perf_counter() + seconds

        def table() -> None:
            while time.perf_counter() < until:
                for look in self._cycle(pool, time.perf_counter(), answers):
                    look.result()

        with ThreadPoolExecutor(tables * (1 + PHONES)) as pool:
            for each in [pool.submit(table) for _ in range(tables)]:
                each.result()
        self._connections.close()
        return len(answers.saves) / seconds

    def _cycle(self, pool: ThreadPoolExecutor, due: float, answers: Answers) -> list[Future[None]]:
        table = self._save(due, answers)
        now = time.perf_counter()
        return [pool.submit(self._look, table, now, answers) for _ in range(PHONES)]

    def _save(self, due: float, answers: Answers) -> Table:
        table = self._tables.popleft()
        form = next(table.forms)
        sent = time.perf_counter()
        status = self._connections.post(f"{table.sheet}/entries", form, cookie=table.cookie)
        right = status == HTTPStatus.SEE_OTHER
        answers.saves.append(Answer(sent - due, time.perf_counter() - due, right))
        if right:
            self._tables.append(table)
        return table

    def _look(self, table: Table, due: float, answers: Answers) -> None:
        sent = time.perf_counter()
        status = self._connections.get(table.sheet, cookie=table.cookie)
        answers.looks.append(Answer(sent - due, time.perf_counter() - due, status == HTTPStatus.OK))


def moments(rate: float, *, seconds: float) -> list[float]:
    """When the saves of so many seconds are due: at random, and at a higher rate at the same moments and more.

    >>> set(moments(2, seconds=4)) < set(moments(3, seconds=4)), len(moments(3, seconds=4))
    (True, 12)
    """
    chance = random.Random(1)
    return sorted(chance.uniform(0, seconds) for _ in range(round(rate * seconds)))
