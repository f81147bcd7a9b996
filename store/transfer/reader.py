"""Reads a scorebook file and checks its shape, without the rules of games."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import IO, Any

from record.actions import Action
from record.imported import ACTION_KINDS
from scoring.message import Message, say
from scoring.table import MAX_NAME_LENGTH
from scoring.text import same_name, showable, tidy
from store.players.profiles import COLOURS
from store.scorebooks import MAX_RULE_NAME, MAX_SCOREBOOK_NAME
from store.sessions import details
from store.transfer.file import (
    DOCUMENT_HEAD,
    VERSION,
    BrokenFileError,
    Document,
    PlayerRecord,
    RulesRecord,
    ScorebookFile,
    SessionRecord,
    broken,
    place_of_player,
    place_of_rules,
    place_of_session,
)
from store.transfer.reader_people import check_people
from store.transfer.session_spool import KeptSessions
from store.transfer.strict_json import MAX_VALUE_BYTES, BadJsonError, JsonReader, shown

MAX_DEVICE_LENGTH = 40
MAX_ITEMS = {"devices": 10_000, "players": 10_000, "rules": 1_000, "sessions": 50_000, "actions": 3_000}
"""So long may a list be: far longer than any group's, short enough to be looked through."""

ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
STAMP = re.compile(r"(19|2[0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
"""In a year of which every clock of the world can tell the day."""

SCOREBOOK = say("Scorebook")
NEITHER = say("This is neither a scorebook nor a session document.")
AN_OBJECT = say("an object")
A_LIST = say("a list")
A_TIME = say("a time like 2026-11-21T19:30:00Z")
CALLED = {
    "devices": say("Devices"),
    "players": say("Players"),
    "rules": say("House rules"),
    "sessions": say("Sessions"),
    "name": say("Name"),
    "called": say("Current name"),
    "colour": say("Colour"),
    "archived_at": say("Archived at"),
    "merged": say("Merged"),
    "into": say("Merged into"),
    "at": say("Time"),
    "game": say("Game"),
    "options": say("House rules"),
    "id": say("Id"),
    "created_at": say("Started at"),
    "discarded_at": say("Deleted at"),
    "place": say("Where it was played"),
    "note": say("Note"),
    "actions": say("Log"),
    "kind": say("What was done"),
    "device": say("Device"),
    "facts": say("What was entered"),
}
"""What the members of a file are called for people; docs/scorebook-file.md has both."""


def read(file: IO[bytes]) -> ScorebookFile | Document:
    """What is in a file: a scorebook, or a session document; raises BrokenFileError.

    The shape of a scorebook is checked here to the last field, of a document only that it is an object: what games
    and tables have to say comes when it is taken in. Of sessions one at a time is in memory, of all else together no
    more than `MAX_VALUE_BYTES`.
    """
    try:
        raw = _members(JsonReader(file))
    except BadJsonError as error:
        raise BrokenFileError(error.message) from error
    if "scorebook" in raw:
        return _scorebook(raw)
    if "game" in raw:
        return raw
    raise BrokenFileError(NEITHER)


def _members(reader: JsonReader) -> dict[str, Any]:
    """What stands in the file, its sessions as KeptSessions; of another kind of file no more than its first sign."""
    if reader.next() != "{":
        if reader.next() != "[":
            reader.value()
        raise BadJsonError(NEITHER)
    raw: dict[str, Any] = {}
    room = MAX_VALUE_BYTES
    for name in reader.members():
        if name == "sessions" and reader.next() == "[":
            raw[name] = _sessions(reader.elements())
            continue
        raw[name] = reader.value(room)
        room -= reader.length
        if name == "scorebook":
            _expect_known(raw[name])
    reader.end()
    return raw


def _sessions(elements: Iterable[object]) -> KeptSessions:
    kept, ids = KeptSessions(), set[str]()
    for number, each in enumerate(elements, start=1):
        if number > MAX_ITEMS["sessions"]:
            raise broken(SCOREBOOK, [too_many("sessions")])
        session = _session(each, number)
        if session.id in ids:
            raise broken(session.where, [say("Another session in this file has the same ID.")])
        ids.add(session.id)
        kept.add(session)
    return kept


def _expect_known(version: object) -> None:
    if version != VERSION or isinstance(version, bool):
        raise BrokenFileError(say("This file’s version is not supported here."))


@dataclass(frozen=True)
class _Part:
    """An object of the file with its place; what it must have is asked for by name."""

    place: Message
    raw: Mapping[str, Any]

    def only(self, *names: str) -> None:
        unknown = next((name for name in self.raw if name not in names), None)
        if unknown is not None:
            raise broken(self.place, [say("“{field}” doesn’t belong here.", field=shown(unknown))])

    def has(self, name: str) -> bool:
        """Whether something is said of it: what is left out is as good as null."""
        return self.raw.get(name) is not None

    def text(self, name: str, *, longest: int) -> str:
        found = self.raw.get(name)
        if not isinstance(found, str) or not showable(found) or not 1 <= len(found) <= longest:
            raise self.wrong(name, say("a text of 1 to {most} characters", most=longest))
        return found

    def tidy_text(self, name: str, *, longest: int) -> str:
        tidied = {name: tidy(self.raw[name])} if name in self.raw else {}
        return _Part(self.place, tidied).text(name, longest=longest)

    def matching(self, name: str, pattern: re.Pattern[str], kind: Message) -> str:
        found = self.raw.get(name)
        if not isinstance(found, str) or not pattern.fullmatch(found):
            raise self.wrong(name, kind)
        return found

    def stamp(self, name: str) -> str:
        found = self.matching(name, STAMP, A_TIME)
        if not _is_time(found):
            raise self.wrong(name, A_TIME)
        return found

    def stamp_or_none(self, name: str) -> str | None:
        return self.stamp(name) if self.has(name) else None

    def number(self, name: str, *, below: int) -> int:
        found = self.raw.get(name)
        if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found < below:
            raise self.wrong(name, say("a number from 0 to {most}", most=below - 1))
        return found

    def list_of(self, name: str) -> list[Any]:
        found = self.raw.get(name)
        if not isinstance(found, list):
            raise self.wrong(name, A_LIST)
        if len(found) > MAX_ITEMS[name]:
            raise broken(self.place, [too_many(name)])
        return found

    def object(self, name: str) -> dict[str, Any]:
        found = self.raw.get(name)
        if not isinstance(found, dict):
            raise self.wrong(name, AN_OBJECT)
        return found

    def wrong(self, name: str, kind: Message) -> BrokenFileError:
        field = CALLED.get(name, name)
        text = say("“{field}” must be {kind}.", field=field, kind=kind)
        if name not in self.raw:
            text = say("“{field}” is missing: it must be {kind}.", field=field, kind=kind)
        return broken(self.place, [text])


def too_many(name: str) -> Message:
    """What is said of a list that is longer than `MAX_ITEMS`."""
    return say("“{field}” has more than {most} items.", field=CALLED[name], most=MAX_ITEMS[name])


def _scorebook(raw: dict[str, Any]) -> ScorebookFile:
    whole = _Part(SCOREBOOK, raw)
    whole.only("scorebook", "name", "devices", "players", "rules", "sessions")
    devices = _Part(CALLED["devices"], whole.object("devices"))
    if len(devices.raw) > MAX_ITEMS["devices"]:
        raise broken(SCOREBOOK, [too_many("devices")])
    if not isinstance(sessions := raw.get("sessions"), KeptSessions):
        raise whole.wrong("sessions", A_LIST)
    file = ScorebookFile(
        name=whole.tidy_text("name", longest=MAX_SCOREBOOK_NAME) if whole.has("name") else None,
        devices={_device(devices, each): devices.text(each, longest=MAX_DEVICE_LENGTH) for each in devices.raw},
        players=tuple(_player(each, number) for number, each in enumerate(whole.list_of("players"), start=1)),
        rules=tuple(_rules(each, number) for number, each in enumerate(whole.list_of("rules"), start=1)),
        sessions=sessions,
    )
    check_people(file)
    _expect_each_once(file.rules)
    return file


def _device(part: _Part, device: str) -> str:
    return _Part(part.place, {"device": device}).text("device", longest=MAX_DEVICE_LENGTH)


def _player(raw: object, number: int) -> PlayerRecord:
    part = _part(raw, place_of_player(number, _named(raw, MAX_NAME_LENGTH)))
    part.only("name", "called", "colour", "archived_at", "merged")
    kept = PlayerRecord(
        number=number,
        name=part.tidy_text("name", longest=MAX_NAME_LENGTH),
        called=part.tidy_text("called", longest=MAX_NAME_LENGTH) if part.has("called") else None,
        colour=part.number("colour", below=COLOURS) if part.has("colour") else None,
        archived_at=part.stamp_or_none("archived_at"),
    )
    if not part.has("merged"):
        return kept
    merged = _Part(part.place, part.object("merged"))
    merged.only("into", "at")
    return replace(kept, into=merged.tidy_text("into", longest=MAX_NAME_LENGTH), merged_at=merged.stamp("at"))


def _rules(raw: object, number: int) -> RulesRecord:
    part = _part(raw, place_of_rules(number, _named(raw, MAX_RULE_NAME)))
    part.only("game", "name", "options")
    return RulesRecord(
        number=number,
        game=part.text("game", longest=MAX_DEVICE_LENGTH),
        name=part.tidy_text("name", longest=MAX_RULE_NAME),
        options=part.object("options"),
    )


def _session(raw: object, number: int) -> SessionRecord:
    part = _part(raw, place_of_session(number, _begun(raw)))
    part.only("id", "created_at", *DOCUMENT_HEAD, "place", "note", "archived_at", "discarded_at", "actions")
    place, note = (
        part.tidy_text(name, longest=details.MAX_LENGTHS[name]) if part.has(name) else "" for name in ("place", "note")
    )
    kept = SessionRecord(
        number=number,
        id=part.matching("id", ID, say("an id of 8 to 64 letters, digits, “-” and “_”")),
        created_at=part.stamp("created_at"),
        head={name: part.raw[name] for name in DOCUMENT_HEAD if name in part.raw},
        place=place,
        note=note,
        archived_at=part.stamp_or_none("archived_at"),
        discarded_at=part.stamp_or_none("discarded_at"),
    )
    actions = part.list_of("actions")
    return replace(kept, actions=tuple(_action(each, position, kept) for position, each in enumerate(actions)))


def _action(raw: object, position: int, kept: SessionRecord) -> Action:
    part = _part(raw, kept.where_is(position))
    part.only("kind", "at", "device", "facts")
    kind = part.raw.get("kind")
    if not isinstance(kind, str) or kind not in ACTION_KINDS:
        raise part.wrong("kind", say("one of these: {kinds}", kinds=ACTION_KINDS))
    return Action(
        position=position,
        kind=kind,  # type: ignore[arg-type]
        facts=part.object("facts"),
        at=part.stamp("at"),
        device=part.text("device", longest=MAX_DEVICE_LENGTH),
    )


def _part(raw: object, place: Message) -> _Part:
    if not isinstance(raw, dict):
        raise broken(place, [say("This must be {kind}.", kind=AN_OBJECT)])
    return _Part(place, raw)


def _named(raw: object, longest: int) -> str:
    """What something is called, to say its place; "" where that cannot be told."""
    name = tidy(raw.get("name")) if isinstance(raw, dict) else ""
    return name if len(name) <= longest and showable(name) else ""


def _begun(raw: object) -> str:
    """When a session began, to say its place; "" where that cannot be told."""
    found = raw.get("created_at") if isinstance(raw, dict) else None
    return found if isinstance(found, str) and STAMP.fullmatch(found) and _is_time(found) else ""


def _is_time(stamp: str) -> bool:
    try:
        datetime.fromisoformat(stamp)
    except ValueError:
        return False
    return True


def _expect_each_once(kept: Iterable[RulesRecord]) -> None:
    seen = set[tuple[str, str]]()
    for rules in kept:
        if (rules.game, same_name(rules.name)) in seen:
            raise broken(rules.place, [say("{name} is in this file twice.", name=rules.name)])
        seen.add((rules.game, same_name(rules.name)))
