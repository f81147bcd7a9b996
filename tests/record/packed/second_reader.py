"""Reads a game code by docs/codes.md alone: a second reader, which has nothing from the program."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

DICTIONARY = (Path(__file__).parents[3] / "docs/game-code/dictionary-1.txt").read_bytes()
SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
KINDS = ("enter", "undo", "redo", "correct")
VECTORS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("vectors-1.json").read_text("utf-8"))
"""Each a code in hexadecimal, its JSON, and the file that is in it; made once, never to be changed."""


def inflated(code: bytes) -> str:
    """The JSON in a code."""
    assert code[0] in (1, 2)
    assert code[-2:] == (zlib.crc32(code[:-2]) % 65536).to_bytes(2, "big")
    return zlib.decompressobj(-15, zdict=DICTIONARY).decompress(code[2 + code[1] : -2]).decode()


def read(code: bytes) -> dict[str, Any]:
    """The scorebook file in a code."""
    raw = iter(code[2 : 2 + code[1]])
    game, options, dealer, seats, people, id, wrote, began, order, shapes, columns, times, by, *rest = json.loads(
        inflated(code)
    )
    since = 0 if isinstance(began, str) else began
    session = {"id": identity(id, raw), "created_at": time(began, 0), "game": game, "dealer": dealer}
    devices = [each if isinstance(each, list) else [each, None] for each in wrote]
    ids = [identity(each, raw) for each, _ in devices]
    players = [player(each if isinstance(each, list) else [each], since) for each in people]
    session["players"] = [players[each]["name"] if isinstance(each, int) else each for each in values(seats, 1)[0]]
    session["options"] = options

    (turns,) = values(order, 1)
    facts, waiting = [], iter(columns)
    for number, (first, *keys) in enumerate(shapes):
        kind, start = ("enter", {"step": first}) if isinstance(first, str) else (KINDS[first], {})
        rows = [values(next(waiting), turns.count(number)) for _ in keys]
        each = zip(*rows, strict=True) if keys else [()] * turns.count(number)
        made = [start | dict(zip(keys, row, strict=True)) for row in each]
        facts.append((kind, iter(made)))
    session["actions"] = []
    now = since
    for turn, seconds, device in zip(turns, values(times, len(turns)), values(by, len(turns)), strict=True):
        kind, made = facts[turn]
        session["actions"].append({"kind": kind, "at": time(seconds, now), "device": ids[device], "facts": next(made)})
        now += 0 if isinstance(seconds, str) else seconds

    deleted, archived, place, note, name, rated, rules, excluded, played, minutes = rest + [None] * (10 - len(rest))
    session |= there(discarded_at=time(deleted, since), archived_at=time(archived, since))
    session |= there(excluded_at=time(excluded, since), place=place, note=note)
    session |= there(played_at=time(played, since), played_minutes=minutes)
    file = {"scorebook": 1, "players": players, "sessions": [session], **there(name=name, rated=rated)}
    file["devices"] = {id: name for id, (_, name) in zip(ids, devices, strict=True) if name is not None}
    file["rules"] = [dict(zip(("game", "name", "options"), each, strict=True)) for each in rules or ()]
    return file


def player(row: list[Any], since: int) -> dict[str, Any]:
    name, colour, called, archived, into, at = row + [None] * (6 - len(row))
    merged = there(into=into, at=time(at, since)) or None
    return there(name=name, colour=colour, called=called, archived_at=time(archived, since), merged=merged)


def there(**members: Any) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


def identity(size: int | str, raw: Any) -> str:
    if isinstance(size, str):
        return size
    some = bytes(next(raw) for _ in range(abs(size)))
    return some.hex() if size < 0 else urlsafe_b64encode(some).decode().rstrip("=")


def time(seconds: int | str | None, since: int) -> str | None:
    if not isinstance(seconds, int):
        return seconds
    return datetime.fromtimestamp(since + seconds, UTC).isoformat()[:19] + "Z"


def values(column: Any, count: int) -> list[Any]:
    if isinstance(column, str):
        return [SIGNS.index(sign) for sign in column]
    first, *rest = column
    if isinstance(first, str):
        return [rest[SIGNS.index(sign)] for sign in first]
    if first == 0:
        return [*rest]
    lengths = values(rest[0], count) if first == -1 else [first] * count
    items = iter(values(rest[-1], sum(lengths)))
    return [[next(items) for _ in range(length)] for length in lengths]
