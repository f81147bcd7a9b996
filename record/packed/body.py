"""Writes a scorebook file with one session as one list, which a game code has as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from record.packed.columns import Spend, as_index, as_list, from_column, to_column
from record.packed.log import Log, from_log, to_log
from record.packed.values import IdReader, IdWriter, to_seconds, to_stamp

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
    log, about = Log(*rest[: len(Log._fields)]), rest[len(Log._fields) :]
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
