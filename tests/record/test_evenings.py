"""Which sessions are one evening: after midnight, a break, one who goes home, two tables at once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest

from record.evenings import Sitting, belong_together, evenings, reach

NIGHT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
FOUR = "Ann Ben Chika Dan"


def sat(name: str, hours: float, people: str = FOUR, *, played: float = 1.0) -> Sitting:
    """A session that began so many hours after eight o'clock, and was played for so many hours."""
    began = NIGHT + timedelta(hours=hours)
    return Sitting(name, began, began + timedelta(hours=played), frozenset(people.split()))


def parted(*sittings: Sitting) -> list[list[str]]:
    """The evenings by the names of their sessions; in whatever order the sessions are told, the same."""
    orders = list(permutations(sittings))[:24]
    found = [[[each.id for each in evening] for evening in evenings(order)] for order in orders]
    assert all(other == found[0] for other in found)
    return found[0]


def test_no_session_is_no_evening() -> None:
    assert evenings([]) == []


def test_midnight_parts_nothing() -> None:
    assert parted(sat("eleven", 3), sat("past midnight", 4.5), sat("two", 6)) == [["eleven", "past midnight", "two"]]


@pytest.mark.parametrize(("pause", "number"), [(0.1, 1), (4.0, 1), (4.001, 2), (12, 2)])
def test_a_long_break_parts_two_evenings(pause: float, number: int) -> None:
    assert len(parted(sat("before", 0), sat("after", 1 + pause))) == number


def test_the_break_is_counted_from_the_last_entry() -> None:
    assert len(parted(sat("long", 0, played=5), sat("after", 8))) == 1
    assert len(parted(sat("short", 0, played=1), sat("after", 8))) == 2


def test_a_correction_on_the_next_day_makes_the_night_no_longer() -> None:
    corrected, next_day = sat("corrected", 0, played=14), sat("next day", 15)
    assert corrected.ended == NIGHT + timedelta(hours=6)
    assert len(parted(corrected, next_day)) == 2


def test_a_clock_that_went_back_does_not_end_a_session_before_it_began() -> None:
    assert sat("odd", 0, played=-3).ended == NIGHT


def test_who_goes_home_and_who_comes_late_are_of_the_evening() -> None:
    assert parted(sat("all", 0), sat("three", 1.2, "Ann Ben Chika"), sat("two", 2.4, "Ann Ben")) == [
        ["all", "three", "two"]
    ]
    assert len(parted(sat("two", 0, "Ann Ben"), sat("more", 1.2, "Ann Ben Chika Dan Eva"))) == 1


@pytest.mark.parametrize(
    ("people", "together"),
    [
        ("Ann Ben Chika Dan", True),
        ("Ann Ben Chika Eva", True),
        ("Ann Ben Eva Fay", False),
        ("Ann Eva", False),
        ("Ann Ben Eva", True),
        ("Eva Fay", False),
    ],
)
def test_more_than_half_of_the_smaller_table_sat_at_both(people: str, together: bool) -> None:
    one, other = sat("one", 0), sat("other", 1.5, people)
    assert belong_together(one, other) is together
    assert belong_together(other, one) is together


def test_two_tables_at_once_are_two_evenings() -> None:
    here, there = "Ann Ben Chika", "Dan Eva Fay"
    found = parted(sat("a1", 0, here), sat("b1", 0.1, there), sat("a2", 1.2, here), sat("b2", 1.3, there))
    assert found == [["a1", "a2"], ["b1", "b2"]]


def test_two_tables_whose_people_mix_are_one_evening() -> None:
    """The last session knows people of both, and so ties together what was apart until then."""
    found = parted(sat("a", 0, "Ann Ben"), sat("b", 0.1, "Dan Eva"), sat("all", 1.2, "Ann Ben Dan Eva"))
    assert found == [["a", "b", "all"]]


def test_pairs_who_split_up_and_meet_again_stay_together() -> None:
    found = parted(sat("all", 0), sat("a", 1.1, "Ann Ben"), sat("b", 1.2, "Chika Dan"), sat("again", 2.5))
    assert found == [["all", "a", "b", "again"]]


def test_evenings_come_in_the_order_in_which_they_began() -> None:
    assert parted(sat("third", 48), sat("first", 0), sat("second", 24)) == [["first"], ["second"], ["third"]]


def test_what_began_at_once_stays_in_the_order_in_which_it_came() -> None:
    (evening,) = evenings([sat("z", 0), sat("a", 0), sat("m", 0)])
    assert [each.id for each in evening] == ["z", "a", "m"]


def test_whatever_belongs_to_an_evening_began_within_its_reach() -> None:
    one = sat("one", 0, played=2)
    earliest, latest = reach([one])
    # The longest session before, and the longest break after it.
    before = Sitting("before", earliest, earliest + timedelta(hours=6), one.people)
    after = Sitting("after", latest, latest, one.people)
    assert belong_together(before, one)
    assert belong_together(one, after)
    moment = timedelta(seconds=1)
    assert not belong_together(Sitting("x", earliest - moment, before.ended + timedelta(days=9), one.people), one)
    assert not belong_together(one, Sitting("y", latest + moment, latest + moment, one.people))
