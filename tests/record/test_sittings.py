"""Whatever a table does: its sheet is that of its entries, one undo takes it back, and a file brings it again."""

from __future__ import annotations

import json
import tracemalloc
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from record import replay as replaying
from record.log import Action
from record.replay import replay_log
from record.session import Session
from scoring.catalogue import all_games, find_game
from scoring.core import read_trusted_entry, replay
from scoring.errors import ReplayError
from tests.kit.examples import examples
from tests.kit.games import entry_or_change
from tests.kit.session import BY, corrected, entry, evening, redone, undone
from tests.kit.sittings import begun, free, sitting

every_game = pytest.mark.parametrize("slug", all_games())
TAKEN_BACK = ("enter", "correct")


@cache
def sat(slug: str, luck: int) -> tuple[Session, ...]:
    return tuple(sitting(find_game(slug), luck))


def as_sent(actions: Iterable[Action]) -> list[Action]:
    """Actions as a file brings them."""
    return [replace(each, facts=json.loads(json.dumps(each.facts))) for each in actions]


@every_game
@pytest.mark.parametrize("luck", range(examples(12)))
def test_the_sheet_is_that_of_the_entries_and_one_undo_takes_the_last_action_back(slug: str, luck: int) -> None:
    for before, after in pairwise(sat(slug, luck)):
        assert after.sheet == replay(after.blank, after.entries)
        assert after.at(before.position) == before
        if after.actions[-1].kind in TAKEN_BACK:
            back = undone(after)
            assert (back.entries, back.sheet, back.blank) == (before.entries, before.sheet, before.blank)
            assert (redone(back).entries, redone(back).sheet) == (after.entries, after.sheet)


@every_game
@pytest.mark.parametrize("luck", range(examples(12)))
def test_a_log_done_again_is_the_same_session_wherever_it_is_taken_up(
    slug: str, luck: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replaying, "SHEETS_AT_HAND", 4)  # so that most sheets are made again
    session = sat(slug, luck)[-1]
    for start in (begun(session), session.at(1), session.at(session.position // 2), session):
        assert replay_log(start, as_sent(session.actions[start.position :]), read_trusted_entry, free) == session


def test_the_random_sittings_have_what_tables_do() -> None:
    last = [sat(slug, luck)[-1] for slug in all_games() for luck in range(4)]
    actions = [action for session in last for action in session.actions]
    kinds = Counter(action.kind for action in actions)
    assert {*kinds} == {*TAKEN_BACK, "undo", "redo"}
    assert min(kinds.values()) > 20
    assert sum("setup" in action.facts for action in actions) > 5
    assert any("refitted" in action.facts for action in actions)


def test_what_is_entered_by_chance_after_the_end_is_what_may_still_be_entered() -> None:
    over = evening("score-pad", entry("round", points=[1]), players=["Ann"], rounds=1).sheet
    assert {entry_or_change(over, Random(luck))["step"] for luck in range(20)} == {"note", "adjustment", "plan"}


def test_memory_grows_with_the_length_of_a_log_and_not_with_its_square() -> None:
    """Four times the entries take some four times the memory."""

    def peak(rounds: int) -> int:
        blank = evening("score-pad", players=["Ann"])
        points = entry("round", points=[1])
        actions = [Action(number, "enter", points, BY.stamp, "phone") for number in range(rounds)]
        tracemalloc.start()
        try:
            replay_log(blank, actions, read_trusted_entry, free)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak(1200) < 6 * peak(300)


def test_the_first_action_that_could_not_have_been_done_is_named() -> None:
    bids = entry("bids", 1, 0, 0)
    actions = [Action(number, "enter", bids, BY.stamp, "phone") for number in range(2)]
    with pytest.raises(ReplayError) as refusal:
        replay_log(evening("oh-hell", players=["Ann", "Ben", "Cleo"]), actions, read_trusted_entry, free)
    assert (refusal.value.position, str(refusal.value)) == (1, "The next entry is “Tricks”.")


def test_a_correction_may_drop_entries_of_a_long_log_and_change_nothing_else() -> None:
    points = entry("round", points=[1])
    actions = [Action(number, "enter", points, BY.stamp, "phone") for number in range(250)]
    drops = Action(250, "correct", {"changes": {"0": points}, "keep": 130}, BY.stamp, "phone")
    session = replay_log(evening("score-pad", players=["Ann"]), [*actions, drops], read_trusted_entry, free)
    assert session.sheet.totals == (130,)


def test_work_is_told_before_it_is_done() -> None:
    """By hand: two entries; the undo reads nothing; the redo reads one again; the correction of the first both."""
    blank = evening("score-pad", players=["Ann"])
    two = evening("score-pad", *(entry("round", points=[number]) for number in (1, 2)), players=["Ann"])
    session = corrected(redone(undone(two)), 0, {"step": "round", "points": [5]})
    told: list[int] = []
    replay_log(blank, as_sent(session.actions), read_trusted_entry, told.append)
    assert sum(told) == 5
