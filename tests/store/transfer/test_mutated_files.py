"""A scorebook file that a hand, an editor or a disk has changed: refused whole, or taken as it says; never half."""

from __future__ import annotations

import json
from io import BytesIO
from random import Random
from typing import Any

import pytest

from scoring import document
from scoring.catalogue import all_games
from scoring.text import same_name, tidy
from store.transfer.file import DOCUMENT_HEAD, BrokenFileError, ScorebookFile
from store.transfer.importer import take_in
from store.transfer.reader import read
from tests.kit.games import played
from tests.kit.mutations import AT, mutated, spoilt
from tests.kit.store.scorebook_file import FILE, by, exported
from tests.store.conftest import Keeper


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


@pytest.mark.parametrize("many", [150, pytest.param(2_000, marks=pytest.mark.long)])
def test_a_changed_file_is_refused_in_words_or_taken_as_it_says(
    keeper: Keeper, good: dict[str, Any], many: int
) -> None:
    empty, refusals = exported(keeper), 0
    for number in range(many):
        luck = Random(number)
        body = json.dumps(mutated(good, luck)).encode()
        if number % 10 == 0:
            body = spoilt(body, luck)
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
    assert many / 2 < refusals < many * 0.95, "some are still right"


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
