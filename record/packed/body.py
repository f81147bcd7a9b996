"""A scorebook file with one session as one list, which a game code has as JSON, and the file without names."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from record.log import ACTION_KINDS, MAX_ACTIONS_READ, ActionKind, Spend
from record.packed.columns import (
    as_index,
    as_list,
    from_column,
    read_id,
    to_base64,
    to_column,
    to_seconds,
    to_stamp,
    write_id,
)
from scoring.text import same_name

LONGEST_KEY = 40
LOG_MEMBERS = 5


def to_log(actions: Sequence[Mapping[str, Any]], created: int, devices: Sequence[str]) -> list[Any]:
    """A log in columns; raises ValueError, LookupError, TypeError or AttributeError for what is no action.

    The number of each action's shape, the shapes, one column for each key of each shape, the time of each action, and
    the number of its device. The shape of an entry is its step and its other keys; of another action the number of its
    kind and the keys.
    """
    shapes: dict[tuple[Any, ...], tuple[int, list[Mapping[str, Any]]]] = {}
    order, times, before = [], [], created
    for action in actions:
        facts = action["facts"]
        named, keys = ACTION_KINDS.index(action["kind"]), [*facts]
        is_entry = named == 0 and keys[:1] == ["step"] and isinstance(facts["step"], str)
        shape = (facts["step"], *keys[1:]) if is_entry else (named, *keys)
        number, same = shapes.setdefault(shape, (len(shapes), []))
        order.append(number)
        same.append(facts)
        seconds = to_seconds(action["at"], before)
        times.append(seconds)
        before += seconds if isinstance(seconds, int) else 0
    return [
        to_column([order]),
        [[*shape] for shape in shapes],
        [to_column([each[key] for each in same]) for shape, (_, same) in shapes.items() for key in shape[1:]],
        to_column(times),
        to_column([devices.index(action["device"]) for action in actions]),
    ]


def from_log(log: Sequence[Any], created: int, devices: Sequence[str], spend: Spend) -> list[dict[str, Any]]:
    """The actions; raises ValueError, LookupError, TypeError, AttributeError or OverflowError for what is no log."""
    orders, shapes, columns, times, numbers = log
    (order,) = from_column(orders, 1, spend)
    if len(order) > MAX_ACTIONS_READ:
        raise ValueError(len(order))
    facts = _facts(as_list(shapes), as_list(columns), Counter(order), spend)
    seconds_since = from_column(times, len(order), spend)
    actions, before = [], created
    for shape, seconds, number in zip(order, seconds_since, from_column(numbers, len(order), spend), strict=True):
        kind, each = next(facts[as_index(shape)])
        at = to_stamp(seconds, before)
        before += seconds if isinstance(seconds, int) else 0
        actions.append({"kind": kind, "at": at, "device": devices[as_index(number)], "facts": each})
    return actions


def _facts(
    shapes: Sequence[Any], columns: Sequence[Any], counts: Mapping[int, int], spend: Spend
) -> list[Iterator[tuple[ActionKind, dict[str, Any]]]]:
    """For each shape the kind and the facts of its actions."""
    found, waiting = [], iter(columns)
    for number, shape in enumerate(shapes):
        named, *keys = as_list(shape)
        start = {"step": named} if isinstance(named, str) else {}
        kind = ACTION_KINDS[0 if start else as_index(named)]
        every, count = [*start.values(), *keys], counts[number]
        if not count or any(not isinstance(each, str) or len(each) > LONGEST_KEY for each in every):
            raise ValueError(shape)
        if len({*start, *keys}) < len(every):
            raise ValueError(shape)
        spend(count * len(shape))
        values = [from_column(column, count, spend) for _, column in zip(keys, waiting, strict=False)]
        rows = [{**start, **{key: value[row] for key, value in zip(keys, values, strict=True)}} for row in range(count)]
        found.append(iter([(kind, row) for row in rows]))
    if left := [*waiting]:
        raise ValueError(left)
    return found


FILE_VERSION = 1
PLAYER_MEMBERS = ("name", "colour", "called", "archived_at", "into", "at")
"""What is known of a player, the last two of whom they were merged into."""
RULES_MEMBERS = ("game", "name", "options")
TIME_MEMBERS = ("discarded_at", "archived_at", "excluded_at", "played_at", "at")
NEWER_MEMBERS = ("excluded_at", "played_at", "played_minutes")
"""Of a session, only in version 2."""
DETAIL_MEMBERS = ("discarded_at", "archived_at", "excluded_at", "place", "note", *NEWER_MEMBERS[1:])
LAST_MEMBERS = ("discarded_at", "archived_at", "place", "note", "name", "rated", "rules", *NEWER_MEMBERS)
"""What most files have not; it stands at the end, as far as there is something."""


def to_body(file: Mapping[str, Any], ids: bytearray) -> list[Any]:
    """The list; raises ValueError, LookupError, TypeError or AttributeError where a file lacks something.

    Whatever else the file has is left out. The bytes of its ids are added to `ids`.
    """
    (session,) = file["sessions"]
    created = to_seconds(session["created_at"])
    since = created if isinstance(created, int) else 0
    names = [each["name"] for each in file["players"]]
    seats = {name: number for number, name in enumerate(names)}
    people = [_values_of_members(PLAYER_MEMBERS, {**each, **each.get("merged", {})}, since) for each in file["players"]]
    wrote = dict.fromkeys(action["device"] for action in session["actions"])
    devices = [*wrote, *sorted(device for device in file["devices"] if device not in wrote)]
    about = {name: session.get(name) for name in DETAIL_MEMBERS} | {name: file.get(name) for name in ("name", "rated")}
    rules = [[each[name] for name in RULES_MEMBERS] for each in file["rules"]]
    session_id = write_id(session["id"], ids)
    written = [(write_id(device, ids), device) for device in devices]
    return [
        session["game"],
        session["options"],
        session["dealer"],
        to_column([[seats.get(name, name) for name in session["players"]]]),
        [each if len(each) > 1 else each[0] for each in people],
        session_id,
        [[id, file["devices"][device]] if device in file["devices"] else id for id, device in written],
        created,
        *to_log(session["actions"], since, devices),
        *_values_of_members(LAST_MEMBERS, about | {"rules": rules or None}, since),
    ]


def _values_of_members(names: Sequence[str], values: Mapping[str, Any], since: int) -> list[Any]:
    """Values in the order of their names, times as seconds, without the None at the end."""
    found = [
        to_seconds(values[name], since) if name in values and name in TIME_MEMBERS else values.get(name)
        for name in names
    ]
    while found and found[-1] is None:
        found.pop()
    return found


def _members_from_values(names: Sequence[str], values: Sequence[Any], since: int) -> dict[str, Any]:
    """Values by their names, times as text, without those that are None."""
    if len(values) > len(names):
        raise ValueError(values)
    known = {name: value for name, value in zip(names, values, strict=False) if value is not None}
    return known | {name: to_stamp(known[name], since) for name in TIME_MEMBERS if name in known}


def from_body(body: Any, ids: bytearray, spend: Spend) -> dict[str, Any]:
    """The file; raises ValueError, LookupError, TypeError, AttributeError or OverflowError for what is no such list.

    Of names, options and texts it reads no more than that they are JSON. The bytes of its ids are taken from `ids`.
    """
    game, options, dealer, seats, players, id, devices, created, *rest = as_list(body)
    since = created if isinstance(created, int) else 0
    about = _members_from_values(LAST_MEMBERS, rest[LOG_MEMBERS:], since)
    people = [_person(each, since) for each in as_list(players)]
    session_id = read_id(id, ids)
    wrote = [_device(each, ids) for each in as_list(devices)]
    (table,) = from_column(seats, 1, spend)
    session = {
        "id": session_id,
        "created_at": to_stamp(created),
        "game": game,
        "players": [each if isinstance(each, str) else people[as_index(each)]["name"] for each in as_list(table)],
        "dealer": dealer,
        "options": options,
        **{name: about[name] for name in DETAIL_MEMBERS if name in about},
        "actions": from_log(rest[:LOG_MEMBERS], since, [device for device, _ in wrote], spend),
    }
    return {
        "scorebook": FILE_VERSION,
        **{name: about[name] for name in ("name", "rated") if name in about},
        "devices": {device: name for device, name in sorted(wrote) if name is not None},
        "players": people,
        "rules": [dict(zip(RULES_MEMBERS, each, strict=True)) for each in as_list(about.get("rules", []))],
        "sessions": [session],
    }


def _person(raw: Any, since: int) -> dict[str, Any]:
    person = _members_from_values(PLAYER_MEMBERS, [raw] if isinstance(raw, str) else as_list(raw), since)
    if not isinstance(person["name"], str):
        raise TypeError(raw)
    merged = {name: person.pop(name) for name in ("into", "at") if name in person}
    return {**person, "merged": merged} if merged else person


def _device(raw: Any, ids: bytearray) -> tuple[str, str | None]:
    """The id of a device and its name, if it has one."""
    if not isinstance(raw, list):
        return read_id(raw, ids), None
    id, name = raw
    if not isinstance(name, str):
        raise TypeError(name)
    return read_id(id, ids), name


SESSION_MEMBERS = ("id", "created_at", "game", "players", "dealer", "options", "actions")
"""What is left of a session: not its place, nor its note."""
NAME_KEYS = ("name",)
"""What entries name people by: who sits down, who backs a player."""
TEXT_KEYS = ("text", "reason")
"""What was typed of a note, an adjustment and a tie."""
NO_TEXT = "…"


def without_notes(file: Mapping[str, Any]) -> dict[str, Any]:
    """The file without what is for those at the table alone: the session's note, and what the devices are called."""
    (session,) = file["sessions"]
    shown = {name: value for name, value in session.items() if name != "note"}
    return {**file, "devices": {}, "sessions": [shown]}


def without_names(file: Mapping[str, Any], called: Callable[[int], str] = "P{}".format) -> dict[str, Any]:
    """The file with the players called by their seats, from 1, and later ones by the order in which they came.

    Notes, the place and the devices' names are left out, and its id is made from what is left: to another record it is
    another session.
    """
    (session,) = file["sessions"]
    people: dict[str, int] = {}
    devices: dict[str, int] = {}

    def number(given: dict[str, int], name: str) -> int:
        # Whatever case, width and accents it has, it is the same.
        return given.setdefault(same_name(name), len(given) + 1)

    def renamed(name: str) -> str:
        return called(number(people, name))

    players = list(map(renamed, session["players"]))
    actions = [
        {
            **action,
            "device": str(number(devices, action["device"])),
            "facts": _without_names_in(action["facts"], renamed),
        }
        for action in session["actions"]
    ]
    shown = {name: session[name] for name in SESSION_MEMBERS} | {"players": players, "actions": actions}
    text = json.dumps(shown | {"id": ""}, sort_keys=True).encode()
    colours = {same_name(each["name"]): each["colour"] for each in file["players"] if "colour" in each}
    return {
        "scorebook": file["scorebook"],
        "devices": {},
        "players": [
            {"name": called(place), **({"colour": colours[name]} if name in colours else {})}
            for name, place in people.items()
        ],
        "rules": [],
        "sessions": [shown | {"id": to_base64(blake2b(text, digest_size=16).digest())}],
    }


def is_unnamed(file: Mapping[str, Any]) -> bool:
    """Whether a file that can be played is one that `without_names` has made."""
    names = dict(enumerate((each["name"] for each in file["players"]), start=1))
    return without_names(file, lambda number: names.get(number, "")) == file


def _without_names_in(value: Any, name: Callable[[str], str], key: str = "") -> Any:
    """The value with other names and words; options, which may have the name of a game, are left as they are."""
    if isinstance(value, Mapping):
        return {
            each: part if each == "options" else _without_names_in(part, name, each) for each, part in value.items()
        }
    if isinstance(value, list):
        return [_without_names_in(each, name, "name" if key == "players" else key) for each in value]
    if not isinstance(value, str):
        return value
    return name(value) if key in NAME_KEYS else NO_TEXT if key in TEXT_KEYS else value
