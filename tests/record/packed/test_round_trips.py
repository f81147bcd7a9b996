"""Whatever was played, undone and corrected comes out of its code as it went in: as bytes, as a link, as digits."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import Any

import pytest

from record.packed.body import without_names
from record.packed.code import pack, read_text, to_link, to_qr, unpack
from record.session import Session
from scoring.catalogue import all_games
from scoring.game import AnyGame
from tests.kit.examples import examples
from tests.kit.games import played
from tests.kit.sittings import sitting
from tests.record.packed.second_reader import read

NEW_YEAR = datetime(2026, 12, 31, 23, 0, tzinfo=UTC)
WORDS = ("", "Café «Mokka»", 'quoted "and" \\ turned', "卓録 👩‍🍳", "typed: \\ud83d", "x" * 60)
GAMES = tuple(all_games().values())


def random_file(seed: int) -> dict[str, Any]:
    """A file of one session: of any game, as far as it was played, by several devices, with or without details."""
    luck = Random(f"code {seed}")
    game = GAMES[seed % len(GAMES)]
    head, actions = _corrected(game, luck) if luck.random() < 0.2 else _played(game, luck)
    names = [*head["players"], *luck.sample(["Lea", "Zoë", "Ánna", "ann"], luck.randrange(4))]
    began = NEW_YEAR - timedelta(seconds=luck.randrange(10**9))
    devices = [luck.choice([luck.randbytes(4).hex(), f"{word}’s phone"]) for word in "ABC"]
    session = {
        "id": luck.choice([_id(luck), "an-old-id", "A" * 64]),
        "created_at": _stamp(began),
        **head,
        **_details(luck, began, discarded_at=_time, archived_at=_time, excluded_at=_time, place=_word, note=_word),
        **_details(luck, began, played_at=_time, played_minutes=lambda *_: 95),
        "actions": _logged(actions, began, devices, luck),
    }
    return {
        "scorebook": 1,
        **_details(luck, began, name=_word, rated=lambda *_: False),
        "devices": {device: luck.choice(["iPhone", "Android"]) for device in devices if luck.random() < 0.5},
        "players": [_player(name, luck, began) for name in sorted({*names})],
        "rules": [{"game": game.slug, "name": "Ours", "options": {"scoring": "plus"}}] * luck.choice((0, 0, 0, 1)),
        "sessions": [session],
    }


def _played(game: AnyGame, luck: Random) -> tuple[dict[str, Any], list[tuple[Any, Any]]]:
    play = played(game, luck.randrange(6))
    entries = play.entries[: luck.randint(0, len(play.entries))]
    head = {**play.session, "options": game.start(play.session).options.to_json()}
    return {name: head[name] for name in ("game", "players", "dealer", "options")}, [
        ("enter", each) for each in entries
    ]


@cache
def _sat(slug: str, luck: int) -> Session:
    *_, session = sitting(all_games()[slug], luck)
    return session


def _corrected(game: AnyGame, luck: Random) -> tuple[dict[str, Any], list[tuple[Any, Any]]]:
    log = _sat(game.slug, luck.randrange(2))
    actions = log.actions[: luck.randint(0, log.position)]
    return {"game": game.slug, **log.begun}, [(each.kind, each.facts) for each in actions]


def _logged(actions: list[tuple[Any, Any]], at: datetime, devices: list[str], luck: Random) -> list[dict[str, Any]]:
    said = []
    for kind, facts in actions:
        at += timedelta(seconds=luck.choice((0, 7, luck.randrange(-5, 600), luck.randrange(10**6))))
        written = json.loads(json.dumps(facts))
        said.append({"kind": kind, "at": _stamp(at), "device": luck.choice(devices), "facts": written})
    return said


def _player(name: str, luck: Random, began: datetime) -> dict[str, Any]:
    merged = {"into": "Mia", "at": _time(luck, began)}
    about = _details(luck, began, called=_word, colour=lambda *_: 7, archived_at=_time, merged=lambda *_: merged)
    return {"name": name, **about}


def _details(luck: Random, began: datetime, **makers: Any) -> dict[str, Any]:
    """Some of these details."""
    return {name: make(luck, began) for name, make in makers.items() if luck.random() < 0.2}


def _word(luck: Random, _: datetime) -> str:
    return luck.choice(WORDS)


def _time(luck: Random, began: datetime) -> str:
    return _stamp(began + timedelta(seconds=luck.randrange(-5, 10**6)))


def _stamp(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%SZ}"


def _id(luck: Random) -> str:
    return urlsafe_b64encode(luck.randbytes(16)).decode().rstrip("=")


def expect_round_trip(seed: int) -> None:
    file = random_file(seed)
    before = json.dumps(file)
    code = pack(file)
    # In the same order too, where the file has one.
    assert json.dumps(unpack(code)["sessions"]) == json.dumps(file["sessions"])
    assert unpack(code) == read(code) == file
    assert pack(unpack(code)) == code
    assert read_text(to_link(code)) == read_text(to_qr(code)) == code
    nameless = without_names(file)
    assert unpack(pack(nameless)) == nameless
    assert json.dumps(file) == before, "what is packed is not changed"


def test_a_session_of_any_game_comes_back_as_it_was() -> None:
    for seed in range(examples(600)):
        expect_round_trip(seed)


@pytest.mark.long
def test_thousands_of_sessions_come_back_as_they_were() -> None:
    for seed in range(600, 5_000):
        expect_round_trip(seed)
