"""Data classes and error messages of the scorebook file, see docs/scorebook-file.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, TypeAlias

from record.errors import RecordError, UnreadableSessionError
from record.log import Action
from scoring.errors import EntryError, Problem
from scoring.message import Message, Param, Words, bare, say

VERSION = 1
MAX_PROBLEMS = 5
"""Problems reported for one place."""
DOCUMENT_HEAD = ("game", "players", "dealer", "options")

Document: TypeAlias = Mapping[str, Any]
"""A session document, see `scoring.document`."""


class BrokenFileError(RecordError):
    """The file is rejected as a whole; `message` names the place and the problem."""

    def __init__(self, message: Message) -> None:
        self.message = message
        self.problems = (Problem("file", None, message),)
        super().__init__(str(message))


class Moment(str):
    """A timestamp within a message, shown as a date: in UTC, or on a page in the reader's time zone.

    >>> str(say("on {day}", day=Moment("2026-11-21T19:30:00Z")))
    'on 2026-11-21'
    """

    stamp: str

    def __new__(cls, stamp: str) -> Moment:
        moment = super().__new__(cls, stamp[:10])
        moment.stamp = stamp
        return moment


def with_days(message: Message, day: Callable[[str], str]) -> Message:
    """Replace the timestamps in a message by dates.

    >>> str(with_days(say("on {day}", day=Moment("2026-11-21T19:30:00Z")), lambda stamp: "Saturday"))
    'on Saturday'
    """

    def there(value: Param) -> Param:
        if isinstance(value, Moment):
            return day(value.stamp)
        return with_days(value, day) if isinstance(value, Message) else value

    return replace(message, params=tuple((name, there(value)) for name, value in message.params))


@dataclass(frozen=True)
class PlayerRecord:
    """A player in the file: `name` is the original name, `called` the present one if it differs.

    `into` is the name of the player whom this one was merged into at `merged_at`.
    """

    number: int
    name: str
    called: str | None = None
    colour: int | None = None
    archived_at: str | None = None
    into: str | None = None
    merged_at: str | None = None

    @property
    def place(self) -> Message:
        return place_of_player(self.number, self.name)


@dataclass(frozen=True)
class SessionRecord:
    """A session in the file, not yet checked by the rules; `head` is its document without entries."""

    number: int
    id: str
    created_at: str
    head: Mapping[str, Any]
    place: str = ""
    note: str = ""
    archived_at: str | None = None
    discarded_at: str | None = None
    actions: tuple[Action, ...] = ()

    @property
    def where(self) -> Message:
        """Its place in the file."""
        return place_of_session(self.number, self.created_at)

    def where_is(self, position: int) -> Message:
        """The place of an action in the file."""
        return bare("{session}, {action}", session=self.where, action=say("action {number}", number=position + 1))


@dataclass(frozen=True)
class RulesRecord:
    """Named house rules in the file."""

    number: int
    game: str
    name: str
    options: Mapping[str, Any]

    @property
    def place(self) -> Message:
        return place_of_rules(self.number, self.name)


@dataclass(frozen=True)
class ScorebookFile:
    """The contents of a scorebook file: name, devices, players, named rules, sessions, whether players are rated."""

    name: str | None
    devices: Mapping[str, str]
    players: tuple[PlayerRecord, ...]
    rules: tuple[RulesRecord, ...]
    sessions: tuple[SessionRecord, ...]
    rated: bool = True


def place_of_player(number: int, name: str = "") -> Message:
    place = say("Player {number}", number=number)
    return bare("{place} ({name})", place=place, name=name) if name else place


def place_of_rules(number: int, name: str = "") -> Message:
    place = say("House rules {number}", number=number)
    return bare("{place} ({name})", place=place, name=name) if name else place


def place_of_session(number: int, began: str = "") -> Message:
    place = say("Session {number}", number=number)
    return bare("{place} ({day})", place=place, day=Moment(began)) if began else place


def broken(place: Words, problems: Iterable[Words]) -> BrokenFileError:
    """An error with its place."""
    told = tuple(islice(problems, MAX_PROBLEMS))
    return BrokenFileError(bare("{place}: {problems}", place=place, problems=_sentences(told)))


@contextmanager
def told_at(place: Words) -> Iterator[None]:
    """Raise errors of the rules as BrokenFileError with this place."""
    try:
        yield
    except EntryError as error:
        raise broken(place, _messages(error)) from error
    except UnreadableSessionError as error:
        if not isinstance(error.__cause__, EntryError):
            raise
        raise broken(place, _messages(error.__cause__)) from error


def _messages(error: EntryError) -> list[Message]:
    return [problem.message for problem in error.problems]


def _sentences(told: Sequence[Words]) -> Words:
    first, *others = told or ("?",)
    for other in others:
        first = bare("{first} {other}", first=first, other=other)
    return first
