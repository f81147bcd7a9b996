"""What exact-bid games share, shown on a game that says nothing but its hands and its points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from scoring.core import read_entry
from scoring.entry.fields import Number
from scoring.errors import EntryError
from scoring.families.exact_bid_sheet import ExactBidSheet
from scoring.families.exact_bids import Attempt, forbidden_bid, most_exact
from scoring.insights.facts import bids_made
from scoring.options import Options
from scoring.sheets.values import Entry
from scoring.table import Table
from tests.kit.scoring.bidding import bid, take

TABLE = Table(("Ann", "Ben", "Chika"), dealer=2)


@dataclass(frozen=True, kw_only=True)
class Plain(ExactBidSheet[Options]):
    """Two deals, of 2 cards and of 3; a made bid scores 1."""

    @property
    def hands(self) -> tuple[int, ...]:
        return (2, 3)

    def points(self, attempt: Attempt, entry: Entry) -> tuple[int, str]:
        return int(attempt.made), ""


@dataclass(frozen=True, kw_only=True)
class Lossy(Plain):
    """A card can take a trick away from everybody."""

    @property
    def all_taken(self) -> bool:
        return False


def blank(kind: type[Plain] = Plain) -> Any:
    return kind(table=TABLE, options=Options())


@pytest.mark.parametrize(
    ("others", "hand", "forbidden"),
    [([0, 2, 1, 3], 10, 4), ([0, 0, 0], 10, 10), ([5, 5, 0], 10, 0), ([5, 6, 0], 10, None), ([1, 1], 1, None)],
)
def test_the_forbidden_bid_is_what_the_others_leave(others: list[int], hand: int, forbidden: int | None) -> None:
    assert forbidden_bid(others, hand=hand) == forbidden


def test_a_game_that_says_its_hands_and_its_points_can_be_played() -> None:
    sheet = bid(blank(), 1, 1, 0)
    assert str(sheet.said) == "Bids 1 · 1 · 0, even. Play!", "nothing binds the dealer unless the game says so"
    sheet = take(sheet, 1, 0, 1)
    assert str(sheet.said) == "Ann made 1: +1, Ben missed: 0, Chika missed: 0"
    sheet = take(bid(sheet, 0, 1, 2), 0, 1, 2)
    assert sheet.over
    assert sheet.totals == (2, 1, 1)
    assert [str(row.about) for row in sheet.rows] == ["2 cards, Chika dealt", "3 cards, Ann dealt"]
    assert [(cell.figure, cell.outcome) for cell in sheet.rows[0].cells] == [
        ("1", "made"),
        ("1", "missed"),
        ("0", "missed"),
    ]
    assert [str(cell.working) for cell in sheet.rows[0].cells] == [
        "bid 1, took 1, made: 1",
        "bid 1, took 0, missed by 1: 0",
        "bid 0, took 1, missed by 1: 0",
    ]


def test_trumps_are_asked_and_told_only_where_the_game_has_some_to_note() -> None:
    sheet = blank()
    assert [field.name for field in sheet.ask.fields] == ["bids"]
    assert [notice.name for notice in sheet.notices] == ["cards", "dealer"]


def test_the_tricks_come_filled_in_with_the_bids_and_add_up_to_the_hand() -> None:
    field = bid(blank(), 1, 1, 1).ask.fields[0]
    assert isinstance(field, Number)
    assert (field.suggested, field.total, field.seats) == ((1, 1, 1), 2, (0, 1, 2))
    with pytest.raises(EntryError, match="The tricks add up to 3, not 2. Take away 1."):
        take(bid(blank(), 1, 1, 1), 1, 1, 1)


def test_where_tricks_can_be_nobodys_they_may_be_fewer_but_never_more() -> None:
    sheet = bid(blank(Lossy), 0, 1, 1)
    assert sheet.ask.fields[0].total is None
    assert take(sheet, 0, 1, 0).totals == (1, 1, 0)
    with pytest.raises(EntryError, match="The tricks add up to 3, not 2. Take away 1."):
        take(sheet, 1, 1, 1)


def test_a_trick_that_nobody_took_is_asked_about_before_it_is_written() -> None:
    sheet = bid(blank(Lossy), 0, 1, 1)
    lost = sheet.doubt(read_entry(sheet, {"step": "tricks", "tricks": [0, 1, 0]}))
    assert str(lost.question) == "1 trick is missing. Did nobody take it?"
    assert sheet.doubt(read_entry(sheet, {"step": "tricks", "tricks": [0, 1, 1]})) is None
    assert blank(Lossy).doubt(read_entry(blank(Lossy), {"step": "bids", "bids": [0, 0, 0]})) is None


def test_those_who_made_the_most_bids_are_named_together() -> None:
    sheet = take(bid(blank(), 1, 1, 1), 1, 1, 0)
    assert most_exact(sheet) == (("Ann", "Ben"), 1)
    assert [bids_made(sheet, (seat,)) for seat in TABLE.seats] == [1, 1, 0]
    assert str(sheet.moments[0]) == "Most bids made: Ann, Ben, 1 of 1"
    assert most_exact(blank())[1] == 0


def test_a_bid_is_made_by_just_as_many_tricks() -> None:
    assert [Attempt(0, 2, tricks, 5).outcome for tricks in (1, 2, 3)] == ["missed", "made", "missed"]
    assert [Attempt(0, 2, tricks, 5).off for tricks in (1, 2, 5)] == [1, 0, 3]
