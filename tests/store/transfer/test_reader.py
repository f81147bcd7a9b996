"""A scorebook file that a hand, an editor or a disk has changed: refused whole, or taken as it says; never half."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from io import BytesIO
from random import Random
from typing import Any

import pytest

from scoring import document
from scoring.catalogue import all_games
from scoring.text import same_name, tidy
from store.engines.base import Database
from store.engines.sqlite.database import SQLite
from store.transfer.file import DOCUMENT_HEAD, BrokenFileError, ScorebookFile
from store.transfer.importer import take_in
from store.transfer.reader import read
from tests.kit.games import played
from tests.store.conftest import Keeper
from tests.store.transfer.test_file import FILE, by, exported

AT = "2026-11-22T08:00:00Z"
MUTATIONS = 2_000
AT_ONCE = 500
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 7, 10, 99, 10**14, 1.5, "", " ", "1", "Ann", "Ben", "Zed", "ann", "\ud800", "a\0b"),
    *("x" * 31, "x" * 61, "x" * 501, "oh-hell", "koi-koi", "undo", "redo", "correct", "enter", "note", "end", AT),
    *("2026-02-30T19:30:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", [], {}, [[]], [0, 0, 0], ["Ann"]),
    *({"into": "Ann", "at": AT}, {"into": "Ben"}, {"step": "end"}, {"step": "note", "text": "x"}, {"count": 2}),
)


@pytest.fixture(autouse=True)
def two_games() -> None:
    """Here all games are played."""


@pytest.fixture(scope="module")
def good() -> dict[str, Any]:
    """A file with all that one can have: a game of each kind, and all that is said of people."""
    whole: dict[str, Any] = json.loads(FILE)
    whole["players"] = [
        {"name": "Ann", "colour": 9, "archived_at": AT},
        {"name": "Anne", "called": "Anna", "merged": {"into": "Ann", "at": AT}},
        {"name": "Ben", "called": "Benedikt", "colour": 3},
        {"name": "Chika"},
    ]
    names = {each["name"] for each in whole["players"]}
    for slug in ("koi-koi", "satat", "twin-shoot"):
        play = played(all_games()[slug], 0)
        head: dict[str, Any] = {
            key: play.session[key] for key in ("players", "dealer", "options") if key in play.session
        }
        names |= set(head["players"])
        actions = [
            {"kind": "enter", "at": AT, "device": "5f3a9c01", "facts": entry}
            for entry in json.loads(json.dumps(play.entries[:5]))
        ]
        said = {"id": f"a-game-of-{slug}", "created_at": AT, "game": slug, "archived_at": AT, "discarded_at": AT}
        whole["sessions"].append({**said, **head, "actions": actions})
    whole["players"] += [{"name": name} for name in sorted(names - {each["name"] for each in whole["players"]})]
    return whole


def mutated(good: dict[str, Any], rng: Random) -> bytes:
    """The file with something else somewhere, once or twice."""
    whole = copy.deepcopy(good)
    for _ in range(rng.choice((1, 1, 1, 2))):
        parts = list(parts_of(whole))
        part, key = parts[rng.randrange(len(parts))]
        match rng.randrange(6):
            case 0:
                del part[key]
            case 1 if isinstance(part, list):
                part.insert(key, copy.deepcopy(part[rng.randrange(len(part))]))
            case 1:
                part[rng.choice(("shoes", "name", "\ud800", "at", "id", "called"))] = part.pop(key)
            case 2:
                other, there = parts[rng.randrange(len(parts))]
                part[key] = copy.deepcopy(other[there]) if _is_in(other, there) else 1
            case _:
                part[key] = copy.deepcopy(rng.choice(ODD))
    body = json.dumps(whole).encode()
    if rng.random() < 0.1:
        place = rng.randrange(len(body))
        body = body[:place] + bytes([rng.randrange(256)]) + body[place + rng.randrange(2) :]
    return body


def parts_of(part: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(part) if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ()
    for key in keys:
        yield part, key
        yield from parts_of(part[key])


def _is_in(part: Any, key: Any) -> bool:
    return key in part if isinstance(part, dict) else key < len(part)


@pytest.mark.parametrize(
    "start", [0, *(pytest.param(start, marks=pytest.mark.long) for start in range(AT_ONCE, MUTATIONS, AT_ONCE))]
)
def test_a_changed_file_is_refused_in_words_or_taken_as_it_says(
    keeper: Keeper, database: Database, good: dict[str, Any], start: int
) -> None:
    """Every other one on each engine."""
    empty, refusals = exported(keeper), 0
    for number in range(start + isinstance(database, SQLite), start + AT_ONCE, 2):
        body = mutated(good, Random(number))
        try:
            file = read(BytesIO(body))
            assert isinstance(file, ScorebookFile), number
            take_in(keeper.book, file, by())
        except BrokenFileError as error:
            refusals += 1
            assert 5 < len(str(error)) < 10_000, number
        else:
            assert said_in(json.loads(exported(keeper))) == said_in(json.loads(body.decode())), number
            keeper.book.delete_scorebook(at=AT)
            keeper.book.purge(before="2027-01-01T00:00:00Z")
        assert exported(keeper) == empty, number
    assert AT_ONCE / 4 < refusals < AT_ONCE / 2, "some are still right"


def said_in(whole: dict[str, Any]) -> dict[str, Any]:
    """What a file says, however it is written: in which order, with null for nothing, in which letters."""
    wrote = {action["device"] for session in whole["sessions"] for action in session["actions"]}
    return {
        "devices": {device: name for device, name in whole["devices"].items() if device in wrote},
        "players": sorted(map(_told, whole["players"]), key=lambda each: same_name(each["name"])),
        "rules": sorted((each["game"], tidy(each["name"])) for each in whole["rules"]),
        "sessions": sorted(map(_session_told, whole["sessions"]), key=lambda each: (each["created_at"], each["id"])),
    }


def _session_told(session: dict[str, Any]) -> Any:
    blank = document.blank({name: session[name] for name in DOCUMENT_HEAD if name in session})
    table = {"dealer": blank.table.dealer, "players": list(blank.table.players), "options": blank.options.to_json()}
    return _told(session | table)


def _told(part: Any) -> Any:
    if isinstance(part, dict):
        # An entry may be written in more ways than one: of it the step is looked at.
        return {
            key: value.get("step") if key == "facts" else _told(value)
            for key, value in part.items()
            if value is not None
        }
    if isinstance(part, list):
        return [_told(each) for each in part]
    return same_name(tidy(part)) if isinstance(part, str) else part
