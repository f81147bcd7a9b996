"""A whole scorebook as one JSON file, see docs/scorebook-file.md: what stands in it, and where it is broken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Any, TypeAlias

from record.actions import Action
from record.errors import RecordError, UnreadableSessionError
from record.imported import KINDS
from scoring.errors import EntryError
from scoring.message import Message, Words, bare, say
from scoring.table import LONGEST_NAME
from scoring.text import showable, tidy
from store.scorebooks import LONGEST_RULE_NAME
from store.strict_json import BadJsonError, read_json, shown

VERSION = 1
MOST_PROBLEMS = 5
"""Of what is wrong at one place so many things are told."""
LONGEST_DEVICE = 40
MOST = {"players": 10_000, "rules": 1_000, "sessions": 50_000, "actions": 3_000}
"""So long may a list be: far longer than any group's, short enough to be looked through."""
HEAD = ("game", "players", "dealer", "options")

ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
STAMP = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")

Document: TypeAlias = Mapping[str, Any]
"""A session document, see `scoring.document`."""


class BrokenFileError(RecordError):
    """A file that is refused whole; `message` names the place and says what is wrong there."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


@dataclass(frozen=True)
class KeptSession:
    """A session as the file has it: `head` is its document without entries; nothing of it is checked by the rules."""

    number: int
    id: str
    created_at: str
    discarded_at: str | None
    head: Mapping[str, Any]
    actions: tuple[Action, ...]

    @property
    def place(self) -> Message:
        return say("Session {number}", number=self.number)

    def place_of(self, position: int) -> Message:
        """The place of an action."""
        return say("Session {number}, action {action}", number=self.number, action=position + 1)


@dataclass(frozen=True)
class KeptRules:
    """House rules under a name, as the file has them."""

    number: int
    game: str
    name: str
    options: Mapping[str, Any]

    @property
    def place(self) -> Message:
        return say("House rules {number}", number=self.number)


@dataclass(frozen=True)
class ScorebookFile:
    """All that a scorebook is: the names of its devices, everybody who plays, its named rules, its sessions."""

    devices: Mapping[str, str]
    players: tuple[str, ...]
    rules: tuple[KeptRules, ...]
    sessions: tuple[KeptSession, ...]


def read(body: bytes) -> ScorebookFile | Document:
    """What is in a file: a scorebook, or a session document; raises BrokenFileError.

    The shape of a scorebook is checked here to the last field, of a document only that it is an object: what games
    and tables have to say comes when it is taken in.
    """
    try:
        raw = read_json(body)
    except BadJsonError as error:
        raise BrokenFileError(error.message) from error
    if isinstance(raw, dict) and "scorebook" in raw:
        return _scorebook(raw)
    if isinstance(raw, dict) and "game" in raw:
        return raw
    raise BrokenFileError(say("This is neither a scorebook of this site nor a session document."))


def broken(place: Words, problems: Iterable[Words]) -> BrokenFileError:
    """What is wrong, at its place."""
    told = tuple(islice(problems, MOST_PROBLEMS))
    return BrokenFileError(bare("{place}: {problems}", place=place, problems=_sentences(told)))


@contextmanager
def told_at(place: Words) -> Iterator[None]:
    """Tell of what the rules refuse that it stands at this place of the file."""
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


# --- the shape ------------------------------------------------------------------


@dataclass(frozen=True)
class _Part:
    """An object of the file with its place; what it must have is asked for by name."""

    place: Message
    raw: Mapping[str, Any]

    def only(self, *names: str) -> None:
        unknown = next((name for name in self.raw if name not in names), None)
        if unknown is not None:
            raise broken(self.place, [say("“{field}” does not belong there.", field=shown(unknown))])

    def text(self, name: str, *, longest: int) -> str:
        found = self.raw.get(name)
        if not isinstance(found, str) or not showable(found) or not 1 <= len(found) <= longest:
            raise self.wrong(name, say("a text of 1 to {most} characters", most=longest))
        return found

    def matching(self, name: str, pattern: re.Pattern[str], kind: Message) -> str:
        found = self.raw.get(name)
        if not isinstance(found, str) or not pattern.fullmatch(found):
            raise self.wrong(name, kind)
        return found

    def stamp(self, name: str) -> str:
        found = self.matching(name, STAMP, A_TIME)
        try:
            datetime.fromisoformat(found)
        except ValueError as error:
            raise self.wrong(name, A_TIME) from error
        return found

    def list_of(self, name: str) -> list[Any]:
        found = self.raw.get(name)
        if not isinstance(found, list):
            raise self.wrong(name, say("a list"))
        if len(found) > MOST[name]:
            raise broken(self.place, [say("“{field}” has more than {most} items.", field=name, most=MOST[name])])
        return found

    def object(self, name: str) -> dict[str, Any]:
        found = self.raw.get(name)
        if not isinstance(found, dict):
            raise self.wrong(name, AN_OBJECT)
        return found

    def wrong(self, name: str, kind: Message) -> BrokenFileError:
        text = say("“{field}” must be {kind}.", field=name, kind=kind)
        if name not in self.raw:
            text = say("“{field}” is missing: it must be {kind}.", field=name, kind=kind)
        return broken(self.place, [text])


AN_OBJECT = say("an object")
A_TIME = say("a time like 2026-11-21T19:30:00Z")


def _scorebook(raw: dict[str, Any]) -> ScorebookFile:
    if raw["scorebook"] != VERSION or isinstance(raw["scorebook"], bool):
        raise BrokenFileError(say("This file is of a version that is not known here."))
    whole = _Part(say("Scorebook"), raw)
    whole.only("scorebook", "devices", "players", "rules", "sessions")
    devices = _Part(say("Devices"), whole.object("devices"))
    sessions = tuple(_session(each, number) for number, each in enumerate(whole.list_of("sessions"), start=1))
    return ScorebookFile(
        devices={_device(devices, each): devices.text(each, longest=LONGEST_DEVICE) for each in devices.raw},
        players=tuple(_player(each, number) for number, each in enumerate(whole.list_of("players"), start=1)),
        rules=tuple(_rules(each, number) for number, each in enumerate(whole.list_of("rules"), start=1)),
        sessions=_each_once(sessions),
    )


def _device(part: _Part, device: str) -> str:
    return _Part(part.place, {"device": device}).text("device", longest=LONGEST_DEVICE)


def _player(raw: object, number: int) -> str:
    part = _Part(say("Player {number}", number=number), {"name": tidy(raw)})
    return part.text("name", longest=LONGEST_NAME)


def _rules(raw: object, number: int) -> KeptRules:
    part = _part(raw, say("House rules {number}", number=number))
    part.only("game", "name", "options")
    return KeptRules(
        number=number,
        game=part.text("game", longest=LONGEST_DEVICE),
        name=part.text("name", longest=LONGEST_RULE_NAME),
        options=part.object("options"),
    )


def _session(raw: object, number: int) -> KeptSession:
    part = _part(raw, say("Session {number}", number=number))
    part.only("id", "created_at", "discarded_at", *HEAD, "actions")
    kept = KeptSession(
        number=number,
        id=part.matching("id", ID, say("an id of 8 to 64 letters, digits, “-” and “_”")),
        created_at=part.stamp("created_at"),
        discarded_at=part.stamp("discarded_at") if part.raw.get("discarded_at") is not None else None,
        head={name: part.raw[name] for name in HEAD if name in part.raw},
        actions=(),
    )
    actions = part.list_of("actions")
    return replace(kept, actions=tuple(_action(each, position, kept) for position, each in enumerate(actions)))


def _action(raw: object, position: int, kept: KeptSession) -> Action:
    part = _part(raw, kept.place_of(position))
    part.only("kind", "at", "device", "facts")
    kind = part.raw.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise part.wrong("kind", say("one of these: {kinds}", kinds=KINDS))
    return Action(
        position=position,
        kind=kind,  # type: ignore[arg-type]
        facts=part.object("facts"),
        at=part.stamp("at"),
        device=part.text("device", longest=LONGEST_DEVICE),
    )


def _part(raw: object, place: Message) -> _Part:
    if not isinstance(raw, dict):
        raise broken(place, [say("This must be {kind}.", kind=AN_OBJECT)])
    return _Part(place, raw)


def _each_once(sessions: tuple[KeptSession, ...]) -> tuple[KeptSession, ...]:
    seen: set[str] = set()
    for each in sessions:
        if each.id in seen:
            raise broken(each.place, [say("Its “id” is that of another session of this file.")])
        seen.add(each.id)
    return sessions
