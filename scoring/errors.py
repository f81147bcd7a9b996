"""Errors of the rules, worded so that the table can mend them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.message import Message


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: the field, the seat (None: the whole field), and how to mend it.

    `missing` means that the entry can't be scored without the value, so a recorded entry must have it too.
    """

    field: str
    seat: int | None
    message: Message
    missing: bool = False


class ScoringError(Exception):
    """The base class of everything the rules refuse."""


class EntryError(ScoringError):
    """An entry breaks rules; `problems` has all that it breaks."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(str(problem.message) for problem in self.problems))


def refused(field: str, message: Message) -> EntryError:
    """An error of one problem."""
    return EntryError([Problem(field, None, message)])


class ReplayError(EntryError):
    """An entry of a session is illegal; `position` counts from 0."""

    def __init__(self, position: int, problems: Iterable[Problem]) -> None:
        self.position = position
        super().__init__(problems)


class UnknownGameError(ScoringError):
    """There is no game with that slug."""
