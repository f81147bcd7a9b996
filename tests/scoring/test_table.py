"""Who may sit down, and under what name."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.errors import EntryError, Problem
from scoring.games.oh_hell import GAME
from scoring.table import Table, read_table
from scoring.text import same_name, tidy
from tests.kit.scoring.seen import problems
from tests.kit.scoring.toy_games import PAIRS

THREE = ["あんな", "ベン", "千夏"]


def seated(**raw: Any) -> Table:
    return read_table({"players": THREE} | raw, player_counts=GAME.player_counts)


def refused(**raw: Any) -> list[tuple[str, int | None, str]]:
    with pytest.raises(EntryError) as caught:
        seated(**raw)
    return problems(caught.value)


def named(name: object) -> Table:
    return seated(players=[name, "ベン", "千夏"])


def test_players_sit_in_the_order_in_which_they_are_named() -> None:
    assert seated() == Table(("あんな", "ベン", "千夏"), dealer=0)


def test_the_left_is_the_next_seat_and_the_last_seat_has_the_first_on_its_left() -> None:
    table = Table(("a", "b", "c", "d"))
    assert [table.after(seat) for seat in table.seats] == [1, 2, 3, 0]
    assert table.after(1, 6) == 3
    assert table.round_from(2) == (2, 3, 0, 1)


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("  Ann  ", "Ann"),
        ("Ann\t\nLee", "Ann Lee"),
        ("　花　子　", "花 子"),
        ("<b>", "<b>"),
        ("'; drop table", "'; drop table"),
        ("{0}", "{0}"),
        ("O’Neil", "O’Neil"),
        ("👍🏽", "👍🏽"),
        ("0", "0"),
        ("x" * 30, "x" * 30),
    ],
)
def test_a_name_is_kept_as_it_was_written_but_for_stray_white_space(name: str, kept: str) -> None:
    assert named(name).players[0] == kept
    assert tidy(name) == kept


@pytest.mark.parametrize("name", ["", "   ", "　", "\n", None, 3, True, [], {}, ["Ann"]])
def test_a_seat_without_a_name_is_refused(name: object) -> None:
    assert refused(players=[name, "ベン", "千夏"]) == [
        ("players", 0, "Seat 1 has no name. Enter one, or remove the seat.")
    ]


@pytest.mark.parametrize("length", [31, 10_000])
def test_a_name_that_is_too_long_is_refused_without_being_repeated(length: int) -> None:
    assert refused(players=["あんな", "x" * length, "千夏"]) == [
        ("players", 1, "That name is too long. The maximum is 30 characters.")
    ]


@pytest.mark.parametrize("name", ["a\x00b", "a\x1bb", "a\u200bb", "a\u202eb", "\ud800", "a\x7f"])
def test_a_name_with_characters_that_cannot_be_shown_is_refused(name: str) -> None:
    assert refused(players=[name, "ベン", "千夏"]) == [
        ("players", 0, "That name has characters that can’t be displayed.")
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Ann"),
        ("Ann", "ann"),
        ("Ann", "ANN"),
        ("Ann", " Ann "),
        ("Ann", "Ａｎｎ"),
        ("ベン", "ﾍﾞﾝ"),
        ("Zoë", "Zoe\u0308"),
        ("Straße", "STRASSE"),
        ("花子1", "花子１"),
    ],
)
def test_two_names_that_a_table_cannot_tell_apart_are_refused_at_the_second(one: str, other: str) -> None:
    (problem,) = refused(players=[one, "千夏", other])
    assert problem == ("players", 2, f"{tidy(other)} is already at the table. Use a different name.")


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anna"), ("はな", "ハナ"), ("花子", "華子"), ("Zoë", "Zoe")])
def test_names_that_a_table_can_tell_apart_are_different(one: str, other: str) -> None:
    assert same_name(one) != same_name(other)
    assert seated(players=[one, "千夏", other]).players == (one, "千夏", other)


@pytest.mark.parametrize("players", [None, "あんな", 3, {"0": "あんな"}, True])
def test_players_are_a_list(players: object) -> None:
    assert refused(players=players) == [("players", None, "“players” must be a list.")]


def test_players_that_are_not_named_at_all_are_missed() -> None:
    with pytest.raises(EntryError, match="“players” must be a list."):
        read_table({}, player_counts=GAME.player_counts)


@pytest.mark.parametrize("number", [0, 1, 2, 8, 100])
def test_a_wrong_number_of_players_is_told_the_right_ones(number: int) -> None:
    assert ("players", None, f"For 3–7 players. You have {number}.") in refused(
        players=[f"Player {seat}" for seat in range(number)]
    )


def test_a_game_for_just_so_many_says_so() -> None:
    with pytest.raises(EntryError, match="For 4 players. You have 3."):
        read_table({"players": THREE}, player_counts=PAIRS.player_counts)


def test_a_whole_town_is_refused_before_its_names_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    def compared(_name: str) -> str:
        raise AssertionError("a name was read")

    for reads in ("tidy", "same_name"):
        monkeypatch.setattr(f"scoring.table.{reads}", compared)
    assert refused(players=["Ann"] * 30_000) == [("players", None, "For 3–7 players. You have 30000.")]


@pytest.mark.parametrize(("dealer", "seat"), [(0, 0), (2, 2), ("1", 1), ("２", 2)])
def test_the_first_dealer_is_a_seat(dealer: object, seat: int) -> None:
    assert seated(dealer=dealer).dealer == seat


@pytest.mark.parametrize(
    "dealer", [3, -1, 99, "3", "-1", "", "ベン", None, 1.0, True, [0], {}, "9" * 5000, 10**5000, float("nan")],
    ids=lambda dealer: repr(dealer)[:8] if not isinstance(dealer, int) or dealer < 100 else "huge",
)  # fmt: skip
def test_a_dealer_who_is_not_at_the_table_is_refused(dealer: object) -> None:
    assert refused(dealer=dealer) == [("dealer", None, "Choose one of the players at the table to start.")]


def test_every_problem_of_a_table_is_told_at_once() -> None:
    assert refused(players=["", "Ann", "ann", "x" * 31], dealer=7) == [
        ("players", 0, "Seat 1 has no name. Enter one, or remove the seat."),
        ("players", 2, "ann is already at the table. Use a different name."),
        ("players", 3, "That name is too long. The maximum is 30 characters."),
        ("dealer", None, "Choose one of the players at the table to start."),
    ]


def test_an_error_says_all_its_problems_in_one_line() -> None:
    problem = Problem("players", 0, GAME.presets[0].label)
    assert str(EntryError([problem, problem])) == "Standard Standard"
