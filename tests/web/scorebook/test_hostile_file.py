"""A file that says what no table can have said: it is refused in words, or every page of what came shows it."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from flask import Flask

from record.log import Action, ActionKind
from record.people import with_names
from record.replay import replay_log
from record.session import Session, new_session
from scoring.catalogue import all_games
from scoring.core import read_trusted_entry, replay_trusted
from scoring.errors import ReplayError
from scoring.game import AnyGame
from scoring.sheets.sheet import Sheet
from scoring.text import same_name
from tests.kit.games import random_answer, random_session, random_value
from tests.kit.mutations import ODD, parts_of
from tests.kit.sittings import free
from tests.web.conftest import Phone

pytestmark = pytest.mark.thorough

SESSIONS, MORE = 1, 16
"""So many of each game, and so many where there is time."""
LONGEST = 40
AT = "2026-11-22T08:00:00Z"
OF_A_SESSION = ("", "/more", "/about", "/table", "/flat", "/seats", "/takuroku.json", "/takuroku.csv")
OF_THE_BOOK = ("/", "/history", "/players", "/players/table", "/evenings", "/scorebook/results.csv")


def entry_of(sheet: Sheet[Any], rng: Random) -> dict[str, Any]:
    """An entry by the rules, one that keeps the bounds alone, or one with something else somewhere."""
    luck, ask = rng.random(), rng.choice([*sheet.asks, *sheet.asks[:1] * 10])
    if luck < 0.3:
        # A change of the table may be asked that nothing legal answers, such as a seat that no deal is left for.
        with suppress(AssertionError):
            return random_answer(sheet, ask, rng, tries=100)
    entry: dict[str, Any] = {"step": ask.step}
    entry |= {field.name: random_value(field, sheet.table, rng) for field in ask.fields}
    if luck > 0.8:
        part, key = rng.choice([*parts_of(entry)])
        part[key] = rng.choice(ODD)
    return entry


def done_next(session: Session, rng: Random) -> tuple[ActionKind, dict[str, Any]]:
    luck = rng.random()
    if session.log.done and luck < 0.1:
        return "undo", {}
    if session.entries and luck < 0.25:
        index = rng.randrange(len(session.entries))
        instead = entry_of(replay_trusted(session.blank, session.entries[:index]), rng)
        return "correct", {"changes": {str(index): instead}, "keep": rng.randint(index + 1, len(session.entries))}
    return "enter", entry_of(session.sheet, rng)


def made_up(game: AnyGame, seed: int) -> tuple[Session, list[str]]:
    """A session of such actions, as far as a file may say them; and what is said of those that no file may."""
    rng = Random(f"{game.slug} {seed}")
    head = random_session(game, rng)
    session = new_session(id=f"{game.slug}-{seed:06}", created_at=AT, head=head)
    refusals = []
    for _ in range(LONGEST):
        action = Action(session.position, *done_next(session, rng), AT, "5f3a9c01")
        try:
            session = replay_log(session, [action], read_trusted_entry, free)
        except ReplayError as error:
            refusals.append(str(error))
    return session, refusals


def names_in(session: Session) -> list[str]:
    """Those who began, and whoever an action names who sat down later."""
    names = [*session.blank.table.players]

    def noted(name: str) -> str:
        names.append(name)
        return name

    for action in session.actions:
        with_names(action.facts, noted)
    return names


def as_file(sessions: list[Session]) -> dict[str, Any]:
    names = [name for each in sessions for name in names_in(each)]
    return {
        "scorebook": 1,
        "devices": {},
        "players": [{"name": name} for name in {same_name(name): name for name in names}.values()],
        "rules": [],
        "sessions": [
            {
                "id": each.id,
                "created_at": AT,
                "game": each.game.slug,
                "players": list(each.blank.table.players),
                "dealer": each.blank.table.dealer,
                "options": each.blank.options.to_json(),
                "actions": [
                    {"kind": action.kind, "at": AT, "device": action.device, "facts": action.facts}
                    for action in each.actions
                ],
            }
            for each in sessions
        ],
    }


@pytest.mark.parametrize("seeds", [range(SESSIONS), pytest.param(range(SESSIONS, MORE), marks=pytest.mark.long)])
@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
def test_what_comes_in_shows_on_every_page_and_the_rest_is_refused_in_words(
    app: Flask, game: AnyGame, seeds: range
) -> None:
    phone, sessions = Phone(app), []
    for seed in seeds:
        session, refusals = made_up(game, seed)
        sessions.append(session)
        assert all(len(each) > 5 for each in refusals)
    answer = phone.api.asks("POST", "/scorebook", as_file(sessions))
    assert (answer.status, answer.json) == (200, {"new": len(sessions), "longer": 0, "known": 0})
    for session in sessions:
        of_rows = [f"{rest}{row}" for row in range(len(session.sheet.rows)) for rest in ("?row=", "/rows/")]
        for rest in (*OF_A_SESSION, *of_rows):
            # Other rules may be none that this table can play by.
            assert phone.opens(f"/s/{session.id}{rest}").status in ({200, 422} if "?" in rest else {200}), rest
        assert phone.api.asks("GET", f"/sessions/{session.id}").status == 200
    for address in OF_THE_BOOK:
        assert phone.opens(address).status == 200, address
    assert phone.api.asks("GET", "/statistics").status == 200
