"""Game codes of each game are weighed, whole and after a deal, and Oh Hell keeps to what was promised of it."""

from __future__ import annotations

from bench import codes
from scoring.catalogue import all_games


def test_a_code_of_each_game_is_weighed() -> None:
    figures = list(codes.measured())
    assert len(figures) == 6 * len(all_games())
    assert {each.verdict for each in figures if each.goal is not None} == {"ok"}
    assert all(each.is_right is not False for each in figures)
