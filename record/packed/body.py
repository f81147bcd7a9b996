"""A scorebook file with one session as one list, which a game code has as JSON, and the file without names."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from hashlib import blake2b
from typing import Any, NamedTuple, get_args

from record.log import MAX_ACTIONS_READ, Kind
from record.packed.columns import (
    IdReader,
    IdWriter,
    Spend,
    as_index,
    as_list,
    from_column,
    to_column,
    to_seconds,
    to_stamp,
)
from scoring.text import same_name

KINDS: tuple[Kind, ...] = get_args(Kind)
MEMBERS = {"kind", "at", "device", "facts"}
LONGEST_KEY = 40


class Columns(NamedTuple):
    """A log in columns: `order` has the number of each action's shape, `columns` one column for each key of each
    shape, `devices` the number of each action's device.

    The shape of an entry is its step and its other keys; of another action the number of its kind and the keys.
    """

    order: Any
    shapes: Any
    columns: Any
    times: Any
    devices: Any


def to_log(actions: Sequence[Mapping[str, Any]], created: int, devices: Sequence[str]) -> Columns:
    """The columns of actions; raises ValueError, LookupError, TypeError or AttributeError for what is no action."""
    shapes: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    numbers_of_shapes: dict[tuple[Any, ...], int] = {}
    order, times, before = [], [], created
    for action in actions:
        if action.keys() != MEMBERS:
            raise ValueError(action)
        shape = _shape(action["kind"], action["facts"])
        shapes.setdefault(shape, []).append(action["facts"])
        order.append(numbers_of_shapes.setdefault(shape, len(numbers_of_shapes)))
        seconds = to_seconds(action["at"], before)
        times.append(seconds)
        before += seconds if isinstance(seconds, int) else 0
    numbers = {device: number for number, device in enumerate(devices)}
    return Columns(
        order=to_column([order]),
        shapes=[[*shape] for shape in shapes],
        columns=[to_column([each[key] for each in facts]) for shape, facts in shapes.items() for key in shape[1:]],
        times=to_column(times),
        devices=to_column([numbers[action["device"]] for action in actions]),
    )


def _shape(kind: Any, facts: Mapping[str, Any]) -> tuple[Any, ...]:
    keys = [*facts]
    if kind == "enter" and keys[:1] == ["step"] and isinstance(facts["step"], str):
        return (facts["step"], *keys[1:])
    return (KINDS.index(kind), *keys)


def from_log(log: Columns, created: int, devices: Sequence[str], spend: Spend) -> list[dict[str, Any]]:
    """The actions; raises ValueError, LookupError, TypeError, AttributeError or OverflowError for what is no log."""
    (order,) = from_column(log.order, 1, spend)
    if len(order) > MAX_ACTIONS_READ:
        raise ValueError(len(order))
    facts = _facts(log, order, spend)
    times = from_column(log.times, len(order), spend)
    numbers = from_column(log.devices, len(order), spend)
    actions, before = [], created
    for shape, seconds, number in zip(order, times, numbers, strict=True):
        kind, each = next(facts[as_index(shape)])
        at = to_stamp(seconds, before)
        before += seconds if isinstance(seconds, int) else 0
        actions.append({"kind": kind, "at": at, "device": devices[as_index(number)], "facts": each})
    return actions


def _facts(log: Columns, order: Sequence[int], spend: Spend) -> list[Iterator[tuple[Kind, dict[str, Any]]]]:
    """For each shape the kind and the facts of its actions."""
    counts, columns = Counter(order), iter(as_list(log.columns))
    found, keys_read = [], 0
    for number, shape in enumerate(as_list(log.shapes)):
        kind, start, keys = _read_shape(shape)
        spend(counts[number] * len(shape))
        values = [from_column(column, counts[number], spend) for _, column in zip(keys, columns, strict=False)]
        rows = zip(*values, strict=True) if keys else iter([()] * counts[number])
        found.append(iter([(kind, {**start, **dict(zip(keys, row, strict=True))}) for row in rows]))
        keys_read += len(keys)
    if keys_read != len(log.columns) or not all(counts[number] for number in range(len(found))):
        raise ValueError(log)
    return found


def _read_shape(shape: Any) -> tuple[Kind, dict[str, Any], list[str]]:
    """The kind of the actions of a shape, what their facts begin with, and their other keys."""
    named, *keys = as_list(shape)
    if isinstance(named, str):
        kind, start = KINDS[0], {"step": named}
    else:
        kind, start = KINDS[as_index(named)], {}
    every = [*start.values(), *keys]
    if any(not isinstance(each, str) or len(each) > LONGEST_KEY for each in every):
        raise ValueError(shape)
    if len({*start, *keys}) < len(every):
        raise ValueError(shape)
    return kind, start, keys


FILE_VERSION = 1
FILE = {"scorebook", "name", "rated", "devices", "players", "rules", "sessions"}
PLAYER = {"name", "called", "colour", "archived_at", "merged"}
MERGED = {"into", "at"}
RULES = ("game", "name", "options")
SESSION = {"id", "created_at", "game", "players", "dealer", "options", "actions"}
ABOUT = ("discarded_at", "archived_at", "place", "note")
TIMES = ("discarded_at", "archived_at", "at")
REST = (*ABOUT, "name", "rated", "rules")
"""What most files have not; it stands at the end, as far as there is something."""


def to_body(file: Mapping[str, Any], ids: IdWriter) -> list[Any]:
    """The list; raises ValueError, LookupError, TypeError or AttributeError for a file that has something unknown."""
    (session,) = file["sessions"]
    _expect_known(file, FILE)
    _expect_known(session, {*SESSION, *ABOUT})
    if file["scorebook"] != FILE_VERSION:
        raise ValueError(file["scorebook"])
    created = to_seconds(session["created_at"])
    since = created if isinstance(created, int) else 0
    players = [each["name"] for each in file["players"]]
    seats = {name: number for number, name in enumerate(players)}
    wrote = dict.fromkeys(action["device"] for action in session["actions"])
    devices = [*wrote, *sorted(device for device in file["devices"] if device not in wrote)]
    told = {name: session.get(name) for name in ABOUT} | {name: file.get(name) for name in ("name", "rated")}
    told |= {name: told[name] and to_seconds(told[name], since) for name in TIMES[:2]}
    for each in file["rules"]:
        _expect_known(each, {*RULES})
    told["rules"] = [[each[name] for name in RULES] for each in file["rules"]] or None
    return [
        session["game"],
        session["options"],
        session["dealer"],
        to_column([[seats.get(name, name) for name in session["players"]]]),
        [_player(each, since) for each in file["players"]],
        ids.write(session["id"]),
        [_device(each, file["devices"], ids) for each in devices],
        created,
        *to_log(session["actions"], since, devices),
        *_trimmed([told[name] for name in REST]),
    ]


def _player(player: Mapping[str, Any], since: int) -> Any:
    merged = player.get("merged", {})
    _expect_known(player, PLAYER)
    _expect_known(merged, MERGED)
    times = [each and to_seconds(each, since) for each in (player.get("archived_at"), merged.get("at"))]
    about = _trimmed([player.get("colour"), player.get("called"), times[0], merged.get("into"), times[1]])
    return [player["name"], *about] if about else player["name"]


def _device(id: str, names: Mapping[str, str], ids: IdWriter) -> Any:
    written = ids.write(id)
    return [written, names[id]] if id in names else written


def _expect_known(values: Mapping[str, Any], names: AbstractSet[str]) -> None:
    if values.keys() - names:
        raise ValueError([*values])


def _trimmed(values: Iterable[Any]) -> list[Any]:
    """Values without the None at the end."""
    found = [*values]
    while found and found[-1] is None:
        found.pop()
    return found


def from_body(body: Any, ids: IdReader, spend: Spend) -> dict[str, Any]:
    """The file; raises ValueError, LookupError, TypeError, AttributeError or OverflowError for what is no such list.

    Of names, options and texts it reads no more than that they are JSON.
    """
    game, options, dealer, seats, players, id, devices, created, *rest = as_list(body)
    log, about = Columns(*rest[: len(Columns._fields)]), rest[len(Columns._fields) :]
    since = created if isinstance(created, int) else 0
    told = _told(REST, about, since)
    people = [_player_of(each, since) for each in as_list(players)]
    session_id = ids.read(id)
    wrote = [_device_of(each, ids) for each in as_list(devices)]
    (table,) = from_column(seats, 1, spend)
    session = {
        "id": session_id,
        "created_at": to_stamp(created),
        "game": game,
        "players": [each if isinstance(each, str) else people[as_index(each)]["name"] for each in as_list(table)],
        "dealer": dealer,
        "options": options,
        **{name: told[name] for name in ABOUT if name in told},
        "actions": from_log(log, since, [device for device, _ in wrote], spend),
    }
    return {
        "scorebook": FILE_VERSION,
        **{name: told[name] for name in ("name", "rated") if name in told},
        "devices": {device: name for device, name in sorted(wrote) if name is not None},
        "players": people,
        "rules": [dict(zip(RULES, each, strict=True)) for each in as_list(told.get("rules", []))],
        "sessions": [session],
    }


def _told(names: Sequence[str], values: Sequence[Any], since: int) -> dict[str, Any]:
    """Values by their names, times as text, without those that are None."""
    if len(values) > len(names):
        raise ValueError(values)
    told = {name: value for name, value in zip(names, values, strict=False) if value is not None}
    return told | {name: to_stamp(told[name], since) for name in TIMES if name in told}


def _player_of(raw: Any, since: int) -> dict[str, Any]:
    if isinstance(raw, str):
        return {"name": raw}
    player = _told(("name", "colour", "called", "archived_at", "into", "at"), as_list(raw), since)
    if not isinstance(player["name"], str):
        raise TypeError(raw)
    merged = {name: player.pop(name) for name in ("into", "at") if name in player}
    return {**player, "merged": merged} if merged else player


def _device_of(raw: Any, ids: IdReader) -> tuple[str, str | None]:
    """The id of a device and its name, if it has one."""
    if not isinstance(raw, list):
        return ids.read(raw), None
    id, name = raw
    if not isinstance(name, str):
        raise TypeError(name)
    return ids.read(id), name


SHOWN = ("id", "created_at", "game", "players", "dealer", "options", "actions")
"""What is left of a session: not its place, nor its note."""
NAMES = ("name",)
"""What entries name people by: who sits down, who backs a player."""
WORDS = ("text", "reason")
"""What was typed of a note and of an adjustment."""
NO_WORDS = "…"


def without_names(file: Mapping[str, Any], called: Callable[[int], str] = "P{}".format) -> dict[str, Any]:
    """The file with the players called by their seats, from 1, and later ones by the order in which they came.

    Notes, the place and the devices' names are left out, and its id is made from what is left: to another record it is
    another session.
    """
    (session,) = file["sessions"]
    people, devices = _Numbers(), _Numbers()
    players = [called(people.number(name)) for name in session["players"]]
    actions = [
        {
            **action,
            "device": str(devices.number(action["device"])),
            "facts": _unnamed(action["facts"], lambda name: called(people.number(name))),
        }
        for action in session["actions"]
    ]
    shown = {name: session[name] for name in SHOWN} | {"players": players, "actions": actions}
    colours = {same_name(each["name"]): each["colour"] for each in file["players"] if "colour" in each}
    return {
        "scorebook": file["scorebook"],
        "devices": {},
        "players": [
            {"name": called(number), **({"colour": colours[name]} if name in colours else {})}
            for name, number in people.given.items()
        ],
        "rules": [],
        "sessions": [shown | {"id": _id_of(shown | {"id": ""})}],
    }


def is_unnamed(file: Mapping[str, Any]) -> bool:
    """Whether a file that can be played is one that `without_names` has made."""
    names = dict(enumerate((each["name"] for each in file["players"]), start=1))
    return without_names(file, lambda number: names.get(number, "")) == file


class _Numbers:
    """Numbers from 1 for names, in the order in which they come, whatever case, width and accents they have."""

    def __init__(self) -> None:
        self.given: dict[str, int] = {}

    def number(self, name: str) -> int:
        return self.given.setdefault(same_name(name), len(self.given) + 1)


def _unnamed(value: Any, name: Callable[[str], str], key: str = "") -> Any:
    """The value with other names and words; options, which may have the name of a game, are left as they are."""
    if isinstance(value, Mapping):
        return {each: part if each == "options" else _unnamed(part, name, each) for each, part in value.items()}
    if isinstance(value, list):
        return [_unnamed(each, name, "name" if key == "players" else key) for each in value]
    if not isinstance(value, str):
        return value
    return name(value) if key in NAMES else NO_WORDS if key in WORDS else value


def _id_of(session: Mapping[str, Any]) -> str:
    told = json.dumps(session, sort_keys=True).encode()
    return urlsafe_b64encode(blake2b(told, digest_size=16).digest()).decode().rstrip("=")
