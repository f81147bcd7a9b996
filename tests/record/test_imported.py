"""A log done again is the same log: whatever a table did comes through the door a second time."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from record import imported
from record.actions import Action
from record.author import Author
from record.errors import RecordError
from record.imported import BadActionError, done_again
from record.session import Session, new_session
from scoring.catalogue import all_games, find_game
from scoring.core import read_entry, read_trusted_entry, replay_trusted
from scoring.errors import EntryError
from scoring.game import AnyGame
from tests.kit.for_each import for_each
from tests.kit.games import random_entry, random_session, session_of

BY = Author(device="phone", key="key", at=datetime(2026, 11, 21, 19, 30, tzinfo=UTC))
LONG = 40


def begun(game: AnyGame) -> Session:
    return new_session(id="evening", created_at=BY.stamp, head=session_of(game, players=game.seats[0]))


def random_log(game: AnyGame, seed: int) -> Session:
    """A session in which much was entered, undone, redone and corrected."""
    rng = Random(f"{game.slug} {seed}")
    session = begun(game)
    for _ in range(LONG * 10):
        action = random_action(session, rng)
        session = session if action is None else session.after(action)
        if session.position >= LONG:
            break
    return session


def random_action(session: Session, rng: Random) -> Action | None:
    luck = rng.random()
    if session.fold.done and (luck < 0.15 or session.sheet.over):
        return session.undoing(BY, count=rng.randint(1, min(3, len(session.fold.done))))
    if session.fold.undone and luck < 0.3:
        return session.redoing(BY)
    if session.entries and luck < 0.45:
        index = rng.randrange(len(session.entries))
        before = replay_trusted(session.blank, session.entries[:index])
        try:
            return session.correcting({index: random_entry(before, rng)}, BY, reopen=True)
        except (EntryError, RecordError):
            return None
    if luck > 0.93:
        return random_setup(session, rng)
    return session.with_entry(read_entry(session.sheet, random_entry(session.sheet, rng)), BY).actions[-1]


def random_setup(session: Session, rng: Random) -> Action | None:
    """The players at other seats, one of them replaced now and then, or other house rules."""
    players = list(session.setup["players"])
    rng.shuffle(players)
    if rng.random() < 0.2:
        players[0] = rng.choice(["Mia", "Leo"])
    other = random_session(session.game, rng)
    options = other["options"] if rng.random() < 0.4 else session.setup["options"]
    raw = {"players": players, "dealer": rng.choice(session.game.dealers(len(players))), "options": options}
    try:
        return session.setting_up(raw, BY, reopen=True)
    except (EntryError, RecordError):
        return None


def as_sent(actions: Iterable[Action]) -> list[Action]:
    """Actions as a file brings them."""
    return [replace(each, facts=json.loads(json.dumps(each.facts))) for each in actions]


def free(_entries: int) -> None:
    """However many entries are read."""


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
@for_each("seed", range(3))
def test_a_log_done_again_is_the_same_session(game: AnyGame, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imported, "SHEETS_AT_HAND", 4)  # so that most sheets are made again
    session = random_log(game, seed)
    assert {action.kind for action in session.actions} >= {"enter", "undo"}
    assert done_again(begun(game), as_sent(session.actions), read_trusted_entry, free) == session


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
def test_a_log_goes_on_where_it_is_known_up_to(game: AnyGame) -> None:
    session = random_log(game, 7)
    for position in (1, session.position // 2, session.position):
        assert (
            done_again(session.at(position), as_sent(session.actions[position:]), read_trusted_entry, free) == session
        )


def test_the_corrections_of_these_logs_drop_and_refit_entries() -> None:
    """Else the tests above would say little."""
    facts = [
        action.facts
        for game in all_games().values()
        for seed in range(3)
        for action in random_log(game, seed).actions
        if action.kind == "correct"
    ]
    assert any("refitted" in each for each in facts)
    assert len(facts) > 20


def test_memory_grows_with_the_length_of_a_log_and_not_with_its_square() -> None:
    """Four times the entries take some four times the memory."""

    def peak(rounds: int) -> int:
        blank = begun(find_game("score-pad"))
        entry = {"step": "round", "points": [1]}
        actions = [Action(number, "enter", entry, BY.stamp, "phone") for number in range(rounds)]
        tracemalloc.start()
        try:
            done_again(blank, actions, read_trusted_entry, free)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak(1200) < 6 * peak(300)


def test_the_first_action_that_could_not_have_been_done_is_named() -> None:
    game = find_game("oh-hell")
    bids = {"step": "bids", "bids": [1, 0, 0]}
    actions = [Action(number, "enter", bids, BY.stamp, "phone") for number in range(2)]
    with pytest.raises(BadActionError) as refusal:
        done_again(begun(game), actions, read_trusted_entry, free)
    assert (refusal.value.position, str(refusal.value)) == (1, "The next entry is “Tricks”.")


def test_work_is_told_before_it_is_done() -> None:
    """By hand: two entries; the undo reads nothing; the redo reads one again; the correction of the first both."""
    session = begun(find_game("score-pad"))
    for number in (1, 2):
        session = session.with_entry(read_entry(session.sheet, {"step": "round", "points": [number]}), BY)
    session = session.after(session.undoing(BY))
    session = session.after(session.redoing(BY))
    correction = session.correcting({0: {"step": "round", "points": [5]}}, BY)
    assert correction is not None
    told: list[int] = []
    done_again(begun(find_game("score-pad")), as_sent((*session.actions, correction)), read_trusted_entry, told.append)
    assert sum(told) == 5
