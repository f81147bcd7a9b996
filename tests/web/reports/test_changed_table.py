"""A table that changed while it played: its CSV, BG Stats, its evening, its people's pages; see `changed_table`."""

from __future__ import annotations

import pytest

from tests.kit.store.changed_table import ENTRIES, OPTIONS
from tests.kit.web.reports import keeper_of, numbers_of, results_of, rows_of
from tests.web.conftest import Phone, Sitting
from web.reports import bg_stats


@pytest.fixture
def evening(phone: Phone) -> Sitting:
    """The evening with its changes."""
    table = phone.sits_down("Ann", "Ben", "Cleo", **OPTIONS)
    phone.api.enters(table.id, *ENTRIES)
    return table


def test_a_column_names_all_who_sat_there_and_is_empty_for_who_was_not_dealt_in(evening: Sitting) -> None:
    head, *rows = rows_of(evening)
    assert head[2:6] == ["Ann / Zoe", "Ben", "Cleo", "Eva"]
    assert [row[2:6] for row in rows if row[0].isdigit() or row[1] == "Σ"] == [
        ["12", "11", "11", ""],
        ["11", "0", "10", "12"],
        ["0", "10", "0", "10"],
        ["0", "", "0", "10"],
        ["23", "21", "21", "32"],
    ]
    assert [row[1] for row in rows if row[0] == "⇄"] == [
        "Eva joined with 0 before deal 2",
        "Zoe takes over from Ann in deal 3",
        "Ben leaves before deal 4, out of competition",
    ]


def test_the_results_have_no_place_for_who_is_out_of_competition(evening: Sitting) -> None:
    _, *lines = results_of(evening.phone)
    assert [line[4:9] for line in lines] == [
        ["Zoe", "2", "23", "No", "Ann / Zoe / Ben / Cleo / Eva"],
        ["Ben", "", "21", "", "Ann / Zoe / Ben / Cleo / Eva"],
        ["Cleo", "3", "21", "No", "Ann / Zoe / Ben / Cleo / Eva"],
        ["Eva", "1", "32", "Yes", "Ann / Zoe / Ben / Cleo / Eva"],
    ]


def test_bg_stats_gets_who_sits_there_at_the_end(evening: Sitting) -> None:
    with keeper_of(evening.phone) as keeper:
        sent = bg_stats.play(keeper.load(evening.id), keeper.said_names(evening.id))
    told = ("name", "rank", "score", "winner", "startPlayer")
    assert [tuple(map(each.get, told)) for each in sent["players"]] == [
        ("Zoe", 2, 23, False, True),
        ("Ben", None, 21, False, False),
        ("Cleo", 3, 21, False, False),
        ("Eva", 1, 32, True, False),
    ]


def test_the_evening_lists_who_is_out_of_competition_without_a_place(evening: Sitting) -> None:
    told = evening.phone.opens(f"/evenings/{evening.id}").html
    assert "★ Eva 32 · Zoe 23 · Cleo 21 · Ben 21 (out of competition)" in told


def test_a_persons_page_says_what_was_played_in_part(evening: Sitting) -> None:
    numbers, counted = numbers_of(evening.phone), "a win or a loss counts for who sat there at the end"
    for name, deals in (("Ann", 2), ("Ben", 3), ("Zoe", 0)):
        told = evening.phone.opens(f"/players/{numbers[name]}").text
        assert ("Played in part" in told, counted in told) == (bool(deals),) * 2, name
        assert not deals or f"Played in part: 1 (deals: {deals})." in told
