"""The scorebook file, see docs/scorebook-file.md: its parts, read and checked to the last field without rules of games.

JSON is bounded before it is parsed, since small objects take 30 times their bytes of memory.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice
from typing import Any, TypeAlias

from record.errors import RecordError, UnreadableSessionError
from record.log import ACTION_KINDS, MAX_ACTIONS_READ, Action
from record.people import with_names
from scoring import validation
from scoring.entry.fields import RefusedError
from scoring.entry.reading import read_object
from scoring.errors import EntryError, Problem, ReplayError
from scoring.message import Message, Words, bare, say
from scoring.strict_json import DECODER, MAX_DEPTH, excerpt, expect_shallow
from scoring.table import MAX_NAME_LENGTH
from scoring.text import same_name
from scoring.validation import LIST, OBJECT, Member, members, optional
from store.encoding import TIME
from store.players.profiles import PLAYER_FIELDS
from store.scorebooks import MAX_RULE_NAME, MAX_SCOREBOOK_NAME
from store.sessions.details import MAX_DETAIL_LENGTHS, MINUTES

VERSION = 1
MAX_PROBLEMS = 5
"""Problems reported for one place."""
DOCUMENT_HEAD = ("game", "players", "dealer", "options")
MAX_DEVICE_LENGTH = 40
MAX_LIST_ITEMS = {"devices": 10_000, "players": 10_000, "rules": 1_000, "sessions": 50_000, "actions": MAX_ACTIONS_READ}
"""So long may a list be: far longer than any group's, short enough to be looked through."""

MAX_LISTS_AND_OBJECTS = 400_000
"""Twice as many as are in 8 MB of games that were played."""
INCOMPLETE_VALUES = ("true", "false", "null", "-0")
"""Values of which a part can be read as none."""

DELETED = "discarded_at"
"""The member of a session with the time when it was deleted."""
NEITHER = say("Takuroku can’t import this kind of file.")
DAMAGED = say("The file is damaged.")
CUT_OFF = say("The file is cut off: its end is missing.")
SESSION_ID = r"[A-Za-z0-9_-]{8,64}"
ACTION_KIND = Member(
    expected=say("of the form {form}", form="|".join(ACTION_KINDS)), accepts=lambda raw: raw in ACTION_KINDS
)
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
    }
)
PLAYER = members(
    {
        "name": NAME,
        "called": optional(NAME),
        **{name: optional(each.kind) for name, each in PLAYER_FIELDS.items()},
        "archived_at": optional(TIME),
        "merged": optional(OBJECT),
    }
)
MERGED = members({"into": NAME, "at": TIME})
RULES = members({"game": DEVICE, "name": RULE_NAME, "options": OBJECT})
SESSION = members(
    {
        "id": validation.matching(SESSION_ID, say("of the form {form}", form=SESSION_ID)),
        "created_at": TIME,
        **dict.fromkeys(DOCUMENT_HEAD, optional(validation.ANYTHING)),
        "place": optional(validation.tidied_line(MAX_DETAIL_LENGTHS["place"])),
        "note": optional(validation.tidied_line(MAX_DETAIL_LENGTHS["note"])),
        "played_at": optional(TIME),
        "played_minutes": optional(MINUTES),
        "archived_at": optional(TIME),
        "excluded_at": optional(TIME),
        DELETED: optional(TIME),
        "actions": LIST,
    }
)
ACTION = members({"kind": ACTION_KIND, "at": TIME, "device": DEVICE, "facts": OBJECT})
DEVICE_ID = members({"device": DEVICE})
"""The parts of a file and what each of their members must be, see docs/scorebook-file.md."""


Document: TypeAlias = Mapping[str, Any]
"""A session document, see `scoring.document`."""


class BrokenFileError(RecordError):
    """The file is rejected as a whole; `message` names the place and the problem."""

    def __init__(self, message: Message) -> None:
        self.message = message
        self.problems = (Problem("file", None, message),)
        super().__init__(str(message))


class BadJsonError(BrokenFileError):
    """The file can't be read as JSON; `message` says why."""


def with_days(message: Message, day: Callable[[str], str]) -> Message:
    """The message with its times as days of the reader's time zone, not of UTC.

    >>> str(with_days(say("on {day}", day="2026-11-21", stamp="2026-11-21T19:30:00Z"), lambda _: "Saturday"))
    'on Saturday'
    """
    params = {name: with_days(value, day) if isinstance(value, Message) else value for name, value in message.params}
    return message.of(**params | ({"day": day(str(params["stamp"]))} if "stamp" in params else {}))


@dataclass(frozen=True)
class PlayerRecord:
    """A player in the file: `name` is the original name, `called` the present one if it differs, `chosen` the rest.

    `into` is the name of the player whom this one was merged into at `merged_at`, `place` their own in the file.
    """

    place: Message
    name: str
    chosen: Mapping[str, Any]
    called: str | None = None
    archived_at: str | None = None
    into: str | None = None
    merged_at: str | None = None


@dataclass(frozen=True)
class SessionRecord:
    """A session at its place in the file, not yet checked by the rules; `head` is its document without entries."""

    where: Message
    id: str
    created_at: str
    played_at: str
    head: Mapping[str, Any]
    place: str = ""
    note: str = ""
    archived_at: str | None = None
    excluded_at: str | None = None
    deleted_at: str | None = None
    played_minutes: int | None = None
    actions: tuple[Action, ...] = ()

    def where_is(self, position: int) -> Message:
        """The place of an action in the file."""
        return bare("{session}, {action}", session=self.where, action=say("action {number}", number=position + 1))

    def with_names(self, name: Callable[[str], str]) -> SessionRecord:
        """The session with another name for each person in its log."""
        named = ((each, with_names(each.facts, name)) for each in self.actions)
        return replace(
            self, actions=tuple(each if facts == each.facts else replace(each, facts=facts) for each, facts in named)
        )


@dataclass(frozen=True)
class ScorebookFile:
    """The contents of a scorebook file.

    The players are by the keys of their names, and `persons` has by key that of whom they were merged into; named house
    rules are with their places, as `save_rule_set` takes them.
    """

    name: str | None
    devices: Mapping[str, str]
    players: Mapping[str, PlayerRecord]
    persons: Mapping[str, str]
    rules: Sequence[tuple[Message, Mapping[str, Any]]]
    sessions: tuple[SessionRecord, ...]
    rated: bool = True


def read_file(body: bytes, most: int | None = MAX_LISTS_AND_OBJECTS) -> ScorebookFile | Document:
    """What is in a file: a scorebook, or a session document; raises BrokenFileError.

    The shape of a scorebook is checked here to the last field, of a document only that it is an object: what games
    and tables have to say comes when it is taken in. `most` is as in `read_json`.
    """
    raw = read_json(body, most)
    if not isinstance(raw, dict):
        raise BadJsonError(NEITHER)
    if "scorebook" in raw:
        return read_scorebook(raw)
    if "game" in raw:
        return raw
    raise BrokenFileError(NEITHER)


def read_json(body: bytes, most: int | None = MAX_LISTS_AND_OBJECTS) -> object:
    """The value in UTF-8, with or without its mark, with at most so many lists and objects; raises BadJsonError."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        is_cut = error.reason == "unexpected end of data"
        raise BadJsonError(CUT_OFF if is_cut else DAMAGED) from error
    try:
        expect_shallow(text, MAX_DEPTH, most)
        return DECODER.decode(text)
    except RefusedError as error:
        raise BadJsonError(error.message) from error
    except json.JSONDecodeError as error:
        rest = "" if error.msg.startswith("Unterminated string") else text[error.pos :].strip()
        if text.strip() and any(word.startswith(rest) for word in INCOMPLETE_VALUES):
            raise BadJsonError(CUT_OFF) from error
        place = say("The file is not JSON: line {line}, column {column}.", line=error.lineno, column=error.colno)
        raise BadJsonError(place) from error


def read_scorebook(raw: Mapping[str, Any]) -> ScorebookFile:
    """The scorebook in a value that was read from JSON; raises BrokenFileError."""
    version = raw.get("scorebook")
    if version != VERSION or isinstance(version, bool):
        raise BrokenFileError(say("This version is not supported."))
    whole = _read_members(SCOREBOOK, raw)
    expect_list_sizes(whole)
    for device in whole["devices"]:
        _read_members(DEVICE_ID, {"device": device}, "devices")
    devices = _read_members(members(dict.fromkeys(whole["devices"], DEVICE)), whole["devices"], "devices")
    players, called = dict[str, PlayerRecord](), set[str]()
    for number, each in enumerate(whole["players"], start=1):
        place = _place(bare("{part} {number}", part=say("Player"), number=number), each, "name", NAME)
        player = _read_members(PLAYER, each, place)
        merged = player.pop("merged", None)
        if merged is not None:
            player |= _read_members(MERGED, merged, place)
        own = {name: player.pop(name, None) for name in PLAYER_FIELDS}
        record = PlayerRecord(place, merged_at=player.pop("at", None), chosen=own, **player)
        players[_new_key(record.name, players, place)] = record
        if record.called is not None:
            called.add(_new_key(record.called, called, place))
    rules, named = [], defaultdict[str, set[str]](set)
    for number, each in enumerate(whole["rules"], start=1):
        place = _place(bare("{part} {number}", part=say("House rules"), number=number), each, "name", RULE_NAME)
        rule_set = _read_members(RULES, each, place)
        known = named[rule_set["game"]]
        known.add(_new_key(rule_set["name"], known, place))
        rules.append((place, rule_set))
    persons, sessions = _persons(players), dict[str, SessionRecord]()
    for number, each in enumerate(whole["sessions"], start=1):
        session = _session(each, number)
        if session.id in sessions:
            raise broken_at(session.where, [say("{name} is in this file twice.", name=session.id)])
        _check_table(session, persons)
        sessions[session.id] = session
    rated = whole.get("rated") is not False
    return ScorebookFile(whole.get("name"), devices, players, persons, rules, (*sessions.values(),), rated)


def _read_members(fields: Iterable[Member], raw: object, place: Words = "") -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise broken_at("", [say("“{field}” must be {kind}.", field=place, kind=OBJECT.expected)])
    with errors_at(place):
        return read_object(fields, raw)


def expect_list_sizes(values: Mapping[str, Any], place: Words = "") -> None:
    """Raise BrokenFileError where a list is longer than `MAX_LIST_ITEMS`."""
    for name, most in MAX_LIST_ITEMS.items():
        if len(values.get(name, ())) > most:
            too_many = say("must be a list of no more than {most}.", most=most)
            raise broken_at(place, [bare("“{field}”: {problem}", field=name, problem=too_many)])


def _place(place: Message, raw: object, name: str, kind: Member) -> Message:
    """The place with the member that says of what it is, where that can be read."""
    with suppress(RefusedError):
        if isinstance(raw, dict):
            about = kind.read_one(raw.get(name))
            if kind is TIME:
                return bare("{place} ({day})", place=place, day=about[:10], stamp=about)
            return bare("{place} ({name})", place=place, name=about)
    return place


def _new_key(name: str, known: Container[str], place: Message) -> str:
    """The key of a name; raises BrokenFileError where it is known."""
    key = same_name(name)
    if key in known:
        raise broken_at(place, [say("{name} is in this file twice.", name=name)])
    return key


def _session(raw: object, number: int) -> SessionRecord:
    place = _place(say("Session {number}", number=number), raw, "created_at", TIME)
    session = _read_members(SESSION, raw, place)
    actions = session.pop("actions")
    expect_list_sizes({"actions": actions}, place)
    head = {name: session.pop(name) for name in DOCUMENT_HEAD if name in session}
    given = {name: value for name, value in session.items() if value is not None and name != DELETED}
    given.setdefault("played_at", given["created_at"])
    record = SessionRecord(place, head=head, deleted_at=session.get(DELETED), **given)
    actions_read = (_read_members(ACTION, each, record.where_is(position)) for position, each in enumerate(actions))
    return replace(record, actions=tuple(Action(position, **each) for position, each in enumerate(actions_read)))


def _persons(players: Mapping[str, PlayerRecord]) -> dict[str, str]:
    """By the key of each player that of the one whom they were merged into; raises BrokenFileError."""
    persons: dict[str, str] = {}
    for first in players:
        key, chain = first, dict[str, PlayerRecord]()
        while key not in persons and (player := players[key]).into is not None:
            chain[key], key = player, same_name(player.into)
            if key not in players:
                raise broken_at(player.place, [say("{name} is not one of the players in this file.", name=player.into)])
            if key in chain:
                circle = say("These players are merged in a circle, so none of them would be left.")
                raise broken_at(player.place, [circle])
        persons |= dict.fromkeys((*chain, key), persons.get(key, key))
    return persons


def _check_table(session: SessionRecord, persons: Mapping[str, str]) -> None:
    """Raise BrokenFileError where somebody who begins is not in the file, or sits there by two names."""
    sitting: dict[str, str] = {}
    players = session.head.get("players")
    for name in players if isinstance(players, list) else ():
        if not isinstance(name, str) or not name.strip():
            # That is refused when the table is set.
            return
        person = persons.get(same_name(" ".join(name.split())))
        if person is None:
            raise broken_at(session.where, [say("{name} is not one of the players in this file.", name=excerpt(name))])
        other = sitting.setdefault(person, name)
        if same_name(other) != same_name(name):
            text = say("{name} and {other} are the same player in this scorebook.", name=name, other=other)
            raise broken_at(session.where, [text])


def broken_at(place: Words, problems: Iterable[Words]) -> BrokenFileError:
    """An error with its place, "" for the whole file."""
    listed: list[Words] = [*islice(problems, MAX_PROBLEMS)]
    sentences = reduce(lambda first, other: bare("{first} {other}", first=first, other=other), listed or ["?"])
    return BrokenFileError(bare("{place}: {problems}" if place else "{problems}", place=place, problems=sentences))


@contextmanager
def errors_at(place: Words | Callable[[int], Words]) -> Iterator[None]:
    """Raise errors of the rules as BrokenFileError with this place, or the one of the position of a ReplayError."""
    try:
        yield
    except (EntryError, UnreadableSessionError) as error:
        reason = error.__cause__ if isinstance(error, UnreadableSessionError) else error
        if not isinstance(reason, EntryError):
            raise
        if not isinstance(place, Message | str):
            place = place(reason.position if isinstance(reason, ReplayError) else 0)
        raise broken_at(place, [problem.message for problem in reason.problems]) from error
