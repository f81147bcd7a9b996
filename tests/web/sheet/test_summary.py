"""How a game went: its turning points and its length, on the page of its end."""

from __future__ import annotations

import pytest

from record.actions import Action
from record.session import Session, new_session
from tests.web.conftest import Phone, Sitting
from web.i18n.translate import words
from web.sheet.summary import course_of


@pytest.fixture
def over(phone: Phone) -> Sitting:
    """11 0 10, then 21 12 20, then 21 23 20: Ben from behind."""
    table = phone.sits_down(format="short-falling", top_hand="3", restriction="off")
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.deal(bids=(0, 2, 0), tricks=(0, 2, 0))
    table.deal(bids=(1, 1, 1), tricks=(0, 1, 0))
    return table


def told(table: Sitting) -> list[str]:
    return [each.text for each in table.page.root.one("ul", class_="course").all("li")]


def played(*minutes: int) -> Session:
    """A score pad with a round after so many minutes each, and its end with the last."""
    session = new_session(
        id="pad", created_at="2026-11-21T18:00:00Z", head={"game": "score-pad", "players": ["A", "B"]}
    )
    rounds = [
        Action(index, "enter", {"step": "round", "points": [1, 0]}, _at(each), "") for index, each in enumerate(minutes)
    ]
    return session.after(*rounds, Action(len(rounds), "enter", {"step": "end"}, _at(minutes[-1]), ""))


def _at(minutes: int) -> str:
    return f"2026-11-21T{18 + minutes // 60:02}:{minutes % 60:02}:00Z"


def test_the_end_tells_what_decided_it_and_the_best_moments(over: Sitting) -> None:
    assert over.totals == [21, 23, 20]
    assert told(over) == [
        "Ben took the lead at the very end, with deal 3 (Ben +11, Ann 0).",
        "Most bids made: Ann, Ben, Chika, 2 of 3",
        "Best deal: Ben +12 (2 cards, Ben dealt)",
    ]


def test_a_running_game_has_no_such_section(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    assert "How it went" not in table.page.text
    table.ends()
    assert "How it went" in table.page.text


def test_from_the_end_it_is_two_taps_to_who_entered_what(over: Sitting) -> None:
    assert f"{over.address}/more" in over.page.links()
    assert f"{over.address}/log" in over.more.links()
    assert over.behind("log").heading == "Log"


def test_how_long_it_took_says_what_is_not_counted() -> None:
    course = course_of(played(30, 85))
    assert (words(course.time), course.breaks) == ("1 h 25 min", 0)
    course = course_of(played(30, 230, 260))
    assert (words(course.time), course.breaks) == ("1 h", 1)


def test_what_took_no_minute_has_no_length() -> None:
    course = course_of(played(0))
    assert course.time is None


def test_the_chart_names_the_table_with_its_numbers_and_tells_the_lines_apart(phone: Phone) -> None:
    table = phone.sits_down("Anna", "Andy", "Friederike-Charlotte", format="short-falling", top_hand="3")
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    chart = table.page.root.one("figure", class_="chart long")
    assert [each.text for each in chart.all("text")] == ["Anna", "Andy", "Friederike-Char…"]
    assert "The scorecard shows the same totals" in chart.one("figcaption").text
