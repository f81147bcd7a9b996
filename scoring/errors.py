"""What can be wrong at the table, said so that the table can mend it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.message import Message


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: at which field, of which seat (None: of the whole field), and how to mend it.

    `missing`: what is not there is needed to score the entry at all, so that no record can be without it either.
    """

    field: str
    seat: int | None
    message: Message
    missing: bool = False


class ScoringError(Exception):
    """Anything the rules refuse."""


class EntryError(ScoringError):
    """What was said breaks rules; `problems` has every one of them."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(str(problem.message) for problem in self.problems))


class ReplayError(EntryError):
    """An entry of a session is illegal; `position` counts from 0."""

    def __init__(self, position: int, problems: Iterable[Problem]) -> None:
        self.position = position
        super().__init__(problems)


class UnknownGameError(ScoringError):
    """There is no game of that name."""
