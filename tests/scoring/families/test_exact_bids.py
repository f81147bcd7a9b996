"""What exact-bid games share, shown on a game that says nothing but its hands and its points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from scoring.catalogue import find_game
from scoring.core import read_entry
from scoring.families.exact_bid_sheet import ExactBidSheet
from scoring.families.exact_bids import Attempt, forbidden_bid, most_exact
from scoring.insights.facts import bids_made
from scoring.options import Options
from scoring.sheets.values import Entry
from scoring.table import Table
from tests.kit.games import played
from tests.kit.scoring.bidding import bid, take
from tests.kit.scoring.seen import each_sheet, refused, seen

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


SHOWN: dict[str, tuple[Callable[[], Any], Mapping[str, Any]]] = {
    "nothing binds the dealer unless the game says so": (
        lambda: bid(blank(), 1, 1, 0),
        {"message": "Bids 2, even. Play!"},
    ),
    "a deal is scored": (
        lambda: take(bid(blank(), 1, 1, 0), 1, 0, 1),
        {
            "message": "Ann made 1: +1, Ben missed: 0, Chika missed: 0",
            "figures": [("1", "made"), ("1", "missed"), ("0", "missed")],
            "workings": [
                "bid 1, took 1, made: 1",
                "bid 1, took 0, missed by 1: 0",
                "bid 0, took 1, missed by 1: 0",
            ],
        },
    ),
    "the second one ends it": (
        lambda: take(bid(take(bid(blank(), 1, 1, 0), 1, 0, 1), 0, 1, 2), 0, 1, 2),
        {"over": True, "totals": (2, 1, 1), "abouts": ["2 cards, Chika dealt", "3 cards, Ann dealt"]},
    ),
    "trumps are asked and told only where the game has some to note": (
        blank,
        {"asked": ["bids"], "notices": {"cards": "2", "dealer": "Chika"}},
    ),
    "the tricks come filled in with the bids and add up to the hand": (
        lambda: bid(blank(), 1, 1, 1),
        {"tricks.suggested": (1, 1, 1), "tricks.total": 2, "tricks.seats": (0, 1, 2)},
    ),
    "where tricks can be nobody's they need not": (lambda: bid(blank(Lossy), 0, 1, 1), {"tricks.total": None}),
    "they may be fewer": (lambda: take(bid(blank(Lossy), 0, 1, 1), 0, 1, 0), {"totals": (1, 1, 0)}),
    "those who made the most bids are named together": (
        lambda: take(bid(blank(), 1, 1, 1), 1, 1, 0),
        {"moments.0": "Most bids made: Ann, Ben, 1 of 1"},
    ),
}


@each_sheet(SHOWN)
def test_what_the_table_sees(sheet: Callable[[], Any], shown: Mapping[str, Any]) -> None:
    assert seen(sheet(), *shown) == shown


@pytest.mark.parametrize(("kind", "bids"), [(Plain, (1, 1, 1)), (Lossy, (0, 1, 1))])
def test_there_are_never_more_tricks_than_cards(kind: type[Plain], bids: tuple[int, ...]) -> None:
    words = "The tricks add up to 3, not 2. Take away 1."
    assert refused(bid(blank(kind), *bids), step="tricks", tricks=[1, 1, 1]) == [("tricks", None, words)]


def test_a_trick_that_nobody_took_is_asked_about_before_it_is_written() -> None:
    sheet = bid(blank(Lossy), 0, 1, 1)
    lost = sheet.doubt(read_entry(sheet, {"step": "tricks", "tricks": [0, 1, 0]}))
    assert str(lost.question) == "1 trick is missing. Did nobody take it?"
    assert sheet.doubt(read_entry(sheet, {"step": "tricks", "tricks": [0, 1, 1]})) is None
    assert blank(Lossy).doubt(read_entry(blank(Lossy), {"step": "bids", "bids": [0, 0, 0]})) is None


def test_made_bids_are_counted() -> None:
    sheet = take(bid(blank(), 1, 1, 1), 1, 1, 0)
    assert most_exact(sheet) == (("Ann", "Ben"), 1)
    assert [bids_made(sheet, (seat,)) for seat in TABLE.seats] == [1, 1, 0]
    assert str(sheet.moments[0]) == "Most bids made: Ann, Ben, 1 of 1"
    assert most_exact(blank())[1] == 0


def test_a_bid_is_made_by_just_as_many_tricks() -> None:
    assert [Attempt(0, 2, tricks, 5).made for tricks in (1, 2, 3)] == [False, True, False]
    assert [Attempt(0, 2, tricks, 5).off for tricks in (1, 2, 5)] == [1, 0, 3]


@pytest.mark.parametrize("game", ["oh-hell", "wizard", "skull-king"])
def test_the_new_total_of_each_number_of_tricks_is_what_the_result_then_gives(game: str) -> None:
    """As far as nothing is entered beside the tricks."""
    for seed in range(3):
        play = played(find_game(game), seed)
        for sheet, entry, after in zip(play.sheets, play.entries, play.sheets[1:], strict=False):
            if entry["step"] != "tricks" or not isinstance(sheet, ExactBidSheet):
                continue
            beside = [seats for name, seats in entry.items() if name not in ("step", "tricks") and any(seats or ())]
            for seat, tricks in enumerate(entry["tricks"]):
                told = sheet.totals_by_tricks(seat)
                assert beside or told[tricks or 0] == after.totals[seat]
                assert len(told) == (sheet.hand + 1 if seat in sheet.table.playing else 1)
