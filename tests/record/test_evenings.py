"""Which sessions are one evening: after midnight, a break, one who goes home, two tables at once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest

from record.evenings import Evening, Sitting, belong_together, evenings

NIGHT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
FOUR = "Ann Ben Chika Dan"


def sat(name: str, hours: float, people: str = FOUR, *, played: float = 1.0) -> Sitting:
    """A session that began so many hours after eight o'clock, and was played for so many hours."""
    began = NIGHT + timedelta(hours=hours)
    return Sitting(name, began, began + timedelta(hours=played), frozenset(people.split()))


HERE, THERE = "Ann Ben Chika", "Dan Eva Fay"
PARTED: dict[str, tuple[tuple[Sitting, ...], list[list[str]]]] = {
    "no session is no evening": ((), []),
    "midnight parts nothing": (
        (sat("eleven", 3), sat("past midnight", 4.5), sat("two", 6)),
        [["eleven", "past midnight", "two"]],
    ),
    **{
        f"a break of {pause} hours": ((sat("before", 0), sat("after", 1 + pause)), parted)
        for pause, parted in (
            *((short, [["before", "after"]]) for short in (0.1, 4.0)),
            *((long, [["before"], ["after"]]) for long in (4.001, 12)),
        )
    },
    "the break is counted from the last entry": (
        (sat("long", 0, played=5), sat("after", 8)),
        [["long", "after"]],
    ),
    "and not from when it should have been over": (
        (sat("short", 0, played=1), sat("after", 8)),
        [["short"], ["after"]],
    ),
    "a correction on the next day makes the night no longer": (
        (sat("corrected", 0, played=14), sat("next day", 15)),
        [["corrected"], ["next day"]],
    ),
    "who goes home is of the evening": (
        (sat("all", 0), sat("three", 1.2, "Ann Ben Chika"), sat("two", 2.4, "Ann Ben")),
        [["all", "three", "two"]],
    ),
    "who comes late too": (
        (sat("two", 0, "Ann Ben"), sat("more", 1.2, "Ann Ben Chika Dan Eva")),
        [["two", "more"]],
    ),
    "two tables at once are two evenings": (
        (sat("a1", 0, HERE), sat("b1", 0.1, THERE), sat("a2", 1.2, HERE), sat("b2", 1.3, THERE)),
        [["a1", "a2"], ["b1", "b2"]],
    ),
    # The last session knows people of both, and so ties together what was apart until then.
    "two tables whose people mix are one evening": (
        (sat("a", 0, "Ann Ben"), sat("b", 0.1, "Dan Eva"), sat("all", 1.2, "Ann Ben Dan Eva")),
        [["a", "b", "all"]],
    ),
    "pairs who split up and meet again stay together": (
        (sat("all", 0), sat("a", 1.1, "Ann Ben"), sat("b", 1.2, "Chika Dan"), sat("again", 2.5)),
        [["all", "a", "b", "again"]],
    ),
    "evenings come in the order in which they began": (
        (sat("third", 48), sat("first", 0), sat("second", 24)),
        [["first"], ["second"], ["third"]],
    ),
}


@pytest.mark.parametrize(("sittings", "parted"), PARTED.values(), ids=PARTED)
def test_sessions_part_into_evenings_in_whatever_order_they_are_told(
    sittings: tuple[Sitting, ...], parted: list[list[str]]
) -> None:
    for order in list(permutations(sittings))[:24]:
        assert [[each.id for each in evening] for evening in evenings(order)] == parted


@pytest.mark.parametrize(
    ("played", "ended"),
    [
        # A correction on the next day
        (14, 6),
        # A clock that went back
        (-3, 0),
    ],
)
def test_a_session_ends_six_hours_after_it_began_at_the_latest_and_not_before_it(played: float, ended: float) -> None:
    assert sat("odd", 0, played=played).ended == NIGHT + timedelta(hours=ended)


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


def test_what_began_at_once_stays_in_the_order_in_which_it_came() -> None:
    (evening,) = evenings([sat("z", 0), sat("a", 0), sat("m", 0)])
    assert [each.id for each in evening] == ["z", "a", "m"]


def test_whatever_belongs_to_an_evening_began_within_its_reach() -> None:
    one = sat("one", 0, played=2)
    earliest, latest = Evening([one]).reach
    # The longest session before, and the longest break after it.
    before = Sitting("before", earliest, earliest + timedelta(hours=6), one.people)
    after = Sitting("after", latest, latest, one.people)
    assert belong_together(before, one)
    assert belong_together(one, after)
    moment = timedelta(seconds=1)
    assert not belong_together(Sitting("x", earliest - moment, before.ended + timedelta(days=9), one.people), one)
    assert not belong_together(one, Sitting("y", latest + moment, latest + moment, one.people))
