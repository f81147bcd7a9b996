"""What a correction dropped waits until it is entered again."""

from __future__ import annotations

from typing import Any

from store.dropped import dropped
from store.log import Action, Kind

UNDO: tuple[Kind, dict[str, Any]] = ("undo", {})


def enter(step: str, value: int = 0) -> tuple[Kind, dict[str, Any]]:
    return "enter", {"step": step, "value": value}


def reopen(keep: int) -> tuple[Kind, dict[str, Any]]:
    return "correct", {"changes": {"0": {"step": "bids", "value": 9}}, "keep": keep}


def waiting(*said: tuple[Kind, dict[str, Any]]) -> list[tuple[str, int]]:
    log = [Action(place, kind, facts, "2026-11-21T10:00:00Z", "phone") for place, (kind, facts) in enumerate(said)]
    return [(entry["step"], entry["value"]) for entry in dropped(log)]


TWO_DEALS = (enter("bids", 1), enter("tricks", 2), enter("bids", 3), enter("tricks", 4))


def test_nothing_waits_where_nothing_was_dropped() -> None:
    assert waiting(*TWO_DEALS) == []
    assert waiting(*TWO_DEALS, reopen(4)) == []


def test_what_was_dropped_waits_in_its_order() -> None:
    assert waiting(*TWO_DEALS, reopen(1)) == [("tricks", 2), ("bids", 3), ("tricks", 4)]


def test_what_is_entered_again_waits_no_longer() -> None:
    assert waiting(*TWO_DEALS, reopen(1), enter("tricks", 5)) == [("bids", 3), ("tricks", 4)]
    assert waiting(*TWO_DEALS, reopen(1), enter("tricks", 5), UNDO) == [("tricks", 2), ("bids", 3), ("tricks", 4)]


def test_a_note_takes_nobodys_place() -> None:
    assert waiting(*TWO_DEALS, reopen(2), enter("note"), enter("bids")) == [("tricks", 4)]


def test_where_another_step_is_asked_now_what_does_not_come_any_more_is_passed_over() -> None:
    assert waiting(*TWO_DEALS, reopen(1), enter("bids")) == [("tricks", 4)]
    assert waiting(*TWO_DEALS, reopen(1), enter("cards")) == []


def test_a_second_correction_leaves_waiting_what_waits_and_adds_what_it_drops() -> None:
    assert waiting(*TWO_DEALS, reopen(2), reopen(2)) == [("bids", 3), ("tricks", 4)]
    assert waiting(*TWO_DEALS, reopen(2), reopen(1)) == [("tricks", 2), ("bids", 3), ("tricks", 4)]


def test_an_undone_correction_dropped_nothing() -> None:
    assert waiting(*TWO_DEALS, reopen(1), UNDO) == []
