"""Reads a scorebook file and checks its shape, without the rules of games.

JSON is bounded before it is parsed, since small objects take 30 times their bytes of memory.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from record.imported import ACTION_KINDS
from record.log import MAX_ACTIONS_READ, Action
from scoring import validation
from scoring.entry.fields import RefusedError
from scoring.entry.reading import read_object
from scoring.message import Message, say
from scoring.strict_json import DECODER, MAX_DEPTH, expect_nested, shown
from scoring.table import MAX_NAME_LENGTH
from scoring.text import same_name
from scoring.validation import LIST, OBJECT, Member, members, optional
from store.players.profiles import COLOURS
from store.scorebooks import MAX_RULE_NAME, MAX_SCOREBOOK_NAME
from store.sessions.writing import MAX_LENGTHS
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
    told_at,
)

MAX_DEVICE_LENGTH = 40
MAX_ITEMS = {"devices": 10_000, "players": 10_000, "rules": 1_000, "sessions": 50_000, "actions": MAX_ACTIONS_READ}
"""So long may a list be: far longer than any group's, short enough to be looked through."""

MAX_LISTS_AND_OBJECTS = 400_000
"""Twice as many as are in 8 MB of games that were played."""
BEGUN = ("true", "false", "null", "-0")
"""Values of which a part can be read as none."""

A_SCOREBOOK = say("Scorebook")
NEITHER = say("This is neither a scorebook nor a session document.")
LABELS = {
    "devices": say("Devices"),
    "players": say("Players"),
    "rules": say("House rules"),
    "sessions": say("Sessions"),
    "name": say("Name"),
    "rated": say("Rating"),
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

STAMP = re.compile(r"(19|2[0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
"""In a year of which every clock of the world can tell the day."""


def _is_stamp(raw: object) -> bool:
    try:
        return isinstance(raw, str) and bool(STAMP.fullmatch(raw) and datetime.fromisoformat(raw).tzinfo)
    except ValueError:
        return False


ACTION_KIND = Member(expected=say("one of these: {kinds}", kinds=ACTION_KINDS), accepts=lambda raw: raw in ACTION_KINDS)
TIME = Member(expected=say("a time like 2026-11-21T19:30:00Z"), accepts=_is_stamp)
DEVICE = validation.line(MAX_DEVICE_LENGTH)
NAME = validation.tidied_line(MAX_NAME_LENGTH)
RULE_NAME = validation.tidied_line(MAX_RULE_NAME)
SCOREBOOK = members(
    {
        "scorebook": validation.ANYTHING,
        "name": optional(validation.tidied_line(MAX_SCOREBOOK_NAME)),
        "rated": optional(validation.FLAG),
        "devices": OBJECT,
        "players": LIST,
        "rules": LIST,
        "sessions": LIST,
    },
    LABELS,
)
PLAYER = members(
    {
        "name": NAME,
        "called": optional(NAME),
        "colour": optional(validation.whole_number(0, COLOURS - 1)),
        "archived_at": optional(TIME),
        "merged": optional(OBJECT),
    },
    LABELS,
)
MERGED = members({"into": NAME, "at": TIME}, LABELS)
RULES = members({"game": DEVICE, "name": RULE_NAME, "options": OBJECT}, LABELS)
SESSION = members(
    {
        "id": validation.matching(r"[A-Za-z0-9_-]{8,64}", say("an id of 8 to 64 letters, digits, “-” and “_”")),
        "created_at": TIME,
        **dict.fromkeys(DOCUMENT_HEAD, optional(validation.ANYTHING)),
        "place": optional(validation.tidied_line(MAX_LENGTHS["place"])),
        "note": optional(validation.tidied_line(MAX_LENGTHS["note"])),
        "archived_at": optional(TIME),
        "discarded_at": optional(TIME),
        "actions": LIST,
    },
    LABELS,
)
ACTION = members({"kind": ACTION_KIND, "at": TIME, "device": DEVICE, "facts": OBJECT}, LABELS)
"""The parts of a file and what each of their members must be, see docs/scorebook-file.md."""


class BadJsonError(BrokenFileError):
    """The file can't be read as JSON; `message` says why."""


def read(body: bytes, most: int | None = MAX_LISTS_AND_OBJECTS) -> ScorebookFile | Document:
    """What is in a file: a scorebook, or a session document; raises BrokenFileError.

    The shape of a scorebook is checked here to the last field, of a document only that it is an object: what games
    and tables have to say comes when it is taken in. `most` is as in `read_json`.
    """
    raw = read_json(body, most)
    if not isinstance(raw, dict):
        raise BadJsonError(NEITHER)
    if "scorebook" in raw:
        return read_value(raw)
    if "game" in raw:
        return raw
    raise BrokenFileError(NEITHER)


def read_json(body: bytes, most: int | None = MAX_LISTS_AND_OBJECTS) -> object:
    """The value in UTF-8, with or without its mark, with at most so many lists and objects; raises BadJsonError."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise (
            _cut() if error.reason == "unexpected end of data" else BadJsonError(say("The file is not UTF-8 text."))
        ) from error
    try:
        expect_nested(text, MAX_DEPTH, most)
        return DECODER.decode(text)
    except RefusedError as error:
        raise BadJsonError(error.message) from error
    except json.JSONDecodeError as error:
        rest = "" if error.msg.startswith("Unterminated string") else text[error.pos :].strip()
        if text.strip() and any(word.startswith(rest) for word in BEGUN):
            raise _cut() from error
        place = say("The file is not JSON: line {line}, column {column}.", line=error.lineno, column=error.colno)
        raise BadJsonError(place) from error


def _cut() -> BadJsonError:
    return BadJsonError(say("The file is cut off: its end is missing."))


def read_value(raw: Mapping[str, Any]) -> ScorebookFile:
    """The scorebook in a value that was read from JSON; raises BrokenFileError."""
    _expect_known(raw.get("scorebook"))
    if isinstance(sessions := raw.get("sessions"), list):
        raw = {**raw, "sessions": _sessions(sessions)}
    return _scorebook(raw)


def _sessions(listed: Sequence[object]) -> list[SessionRecord]:
    if len(listed) > MAX_ITEMS["sessions"]:
        raise broken(A_SCOREBOOK, [too_many("sessions")])
    sessions: dict[str, SessionRecord] = {}
    for number, each in enumerate(listed, start=1):
        session = _session(each, number)
        if session.id in sessions:
            raise broken(session.where, [say("Another session in this file has the same ID.")])
        sessions[session.id] = session
    return [*sessions.values()]


def _expect_known(version: object) -> None:
    if version != VERSION or isinstance(version, bool):
        raise BrokenFileError(say("This file’s version is not supported here."))


def too_many(name: str) -> Message:
    """What is said of a list that is longer than `MAX_ITEMS`."""
    return say("“{field}” has more than {most} items.", field=LABELS[name], most=MAX_ITEMS[name])


def _scorebook(raw: Mapping[str, Any]) -> ScorebookFile:
    whole = _read(SCOREBOOK, raw, A_SCOREBOOK)
    _expect_few(whole, "devices", "players", "rules", place=A_SCOREBOOK)
    for device in whole["devices"]:
        _read(members({"device": DEVICE}, LABELS), {"device": device}, LABELS["devices"])
    file = ScorebookFile(
        name=whole.get("name"),
        rated=whole.get("rated") is not False,
        devices=_read(members(dict.fromkeys(whole["devices"], DEVICE)), whole["devices"], LABELS["devices"]),
        players=tuple(_player(each, number) for number, each in enumerate(whole["players"], start=1)),
        rules=tuple(_rules(each, number) for number, each in enumerate(whole["rules"], start=1)),
        sessions=tuple(whole["sessions"]),
    )
    _check_people(file)
    _expect_each_once(file.rules)
    return file


def _player(raw: object, number: int) -> PlayerRecord:
    place = place_of_player(number, _told(raw, "name", NAME))
    player = _read(PLAYER, raw, place)
    merged = player.pop("merged", None)
    if merged is not None:
        player |= _read(MERGED, merged, place)
    return PlayerRecord(number=number, merged_at=player.pop("at", None), **player)


def _rules(raw: object, number: int) -> RulesRecord:
    return RulesRecord(number=number, **_read(RULES, raw, place_of_rules(number, _told(raw, "name", RULE_NAME))))


def _session(raw: object, number: int) -> SessionRecord:
    place = place_of_session(number, _told(raw, "created_at", TIME))
    session = _read(SESSION, raw, place)
    _expect_few(session, "actions", place=place)
    actions = session.pop("actions")
    head = {name: session.pop(name) for name in DOCUMENT_HEAD if name in session}
    said = {name: value for name, value in session.items() if value is not None}
    kept = SessionRecord(number=number, head=head, **said)
    return replace(kept, actions=tuple(_action(each, position, kept) for position, each in enumerate(actions)))


def _action(raw: object, position: int, kept: SessionRecord) -> Action:
    return Action(position=position, **_read(ACTION, raw, kept.where_is(position)))


def _read(fields: Iterable[Member], raw: object, place: Message) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise broken(place, [say("This must be {kind}.", kind=OBJECT.expected)])
    with told_at(place):
        return read_object(fields, raw)


def _expect_few(values: Mapping[str, Any], *names: str, place: Message) -> None:
    for name in names:
        if len(values[name]) > MAX_ITEMS[name]:
            raise broken(place, [too_many(name)])


def _told(raw: object, name: str, kind: Member) -> str:
    """A member that says of what the place is; "" where it cannot be read."""
    try:
        return str(kind.read_one(raw.get(name))) if isinstance(raw, dict) else ""
    except RefusedError:
        return ""


def _expect_each_once(kept: Iterable[RulesRecord]) -> None:
    seen = set[tuple[str, str]]()
    for rules in kept:
        if (rules.game, same_name(rules.name)) in seen:
            raise broken(rules.place, [say("{name} is in this file twice.", name=rules.name)])
        seen.add((rules.game, same_name(rules.name)))


def _check_people(file: ScorebookFile) -> None:
    """Raises BrokenFileError where two are called alike, a merge leads nowhere, or somebody sits at a table twice."""
    by_name: dict[str, PlayerRecord] = {}
    called: set[str] = set()
    for each in file.players:
        if same_name(each.name) in by_name:
            raise broken(each.place, [say("{name} is in this file twice.", name=each.name)])
        by_name[same_name(each.name)] = each
        if each.called is not None:
            if same_name(each.called) in called:
                raise broken(each.place, [say("{name} is in this file twice.", name=each.called)])
            called.add(same_name(each.called))
    person = persons(by_name)
    for session in file.sessions:
        _check_table(session, person)


def persons(by_name: Mapping[str, PlayerRecord]) -> dict[str, str]:
    """By name of each player, the name of the one they were merged into."""
    person: dict[str, str] = {}
    for first in by_name:
        name, way = first, dict[str, PlayerRecord]()
        while name not in person and (player := by_name[name]).into is not None:
            way[name] = player
            name = same_name(player.into)
            if name not in by_name:
                raise broken(player.place, [say("{name} is not one of the players in this file.", name=player.into)])
            if name in way:
                raise broken(
                    player.place, [say("These players are merged in a circle, so none of them would be left.")]
                )
        person |= dict.fromkeys((*way, name), person.get(name, name))
    return person


def _check_table(session: SessionRecord, person: Mapping[str, str]) -> None:
    players = session.head.get("players")
    if not isinstance(players, list):
        # Said when its table is set.
        return
    sitting: dict[str, str] = {}
    for name in players:
        if not isinstance(name, str) or not name.strip():
            return
        who = person.get(same_name(" ".join(name.split())))
        if who is None:
            raise broken(session.where, [say("{name} is not one of the players in this file.", name=shown(name))])
        other = sitting.setdefault(who, name)
        if other is not name and same_name(other) != same_name(name):
            text = say("{name} and {other} are the same player in this scorebook.", name=name, other=other)
            raise broken(session.where, [text])
