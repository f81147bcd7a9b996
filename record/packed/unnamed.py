"""Leaves out of a scorebook file who played, so that a game code of it tells no names."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any

from scoring.text import same_name

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
