"""Tests of the year's picture: the certain cards of each month."""

from __future__ import annotations

from typing import Any

from scoring.core import enter
from scoring.games.koi_koi import GAME
from scoring.games.koi_koi.year import MonthWon, year

TEPPO = ["03-1", "08-1", "09-1"]


def won(*results: dict[str, Any]) -> list[MonthWon]:
    """Months of Ann and Ben that came out like this; a result with `dealt` is a dealt hand."""
    sheet = GAME.start({"players": ["Ann", "Ben"]})
    entries: list[dict[str, Any]] = []
    for result in results:
        deal = {"step": "deal", "lights": 0} | ({"dealt": result["dealt"]} if "dealt" in result else {})
        entries.append(deal)
        if "dealt" not in result:
            entries.append({"step": "result", "calls": [0, 0]} | result)
    for entry in entries:
        sheet = enter(sheet, entry)
    return list(year(sheet, entries))  # type: ignore[arg-type]


def codes(month: MonthWon) -> list[str]:
    return [card.code for card in month.cards]


def test_of_tapped_cards_those_are_drawn_that_make_the_yaku() -> None:
    (month,) = won({"winner": 1, "cards": [[], [*TEPPO, "05-3", "02-1"]]})
    assert (month.month, str(month.name), month.seat) == (1, "January", 1)
    assert codes(month) == TEPPO, "the kasu and the warbler make nothing"
    assert list(map(str, month.told)) == ["Hanami-zake", "Tsukimi-zake", "Teppo"]


def test_the_cards_of_a_counted_yaku_are_drawn_where_they_were_tapped() -> None:
    ribbons = ["01-2", "04-2", "05-2", "07-2", "11-3", "06-2"]
    (month,) = won({"winner": 0, "cards": [ribbons, []]})
    assert codes(month) == sorted(ribbons)
    assert list(map(str, month.told)) == ["Tan (6 cards)"]


def test_a_yaku_by_name_draws_the_cards_that_it_must_have() -> None:
    (month,) = won({"winner": 0, "yaku": ["inoshikacho"]})
    assert codes(month) == ["06-1", "07-1", "10-1"]


def test_where_several_cards_may_have_made_it_none_of_them_is_drawn() -> None:
    three, five, rainy = won(
        {"winner": 0, "yaku": ["sanko"]}, {"winner": 1, "tane": 5}, {"winner": 0, "yaku": ["ameshiko"]}
    )
    assert (codes(three), codes(five)) == ([], [])
    assert list(map(str, five.told)) == ["Tane (5 cards)"]
    assert codes(rainy) == ["11-1"], "the rain man is among them for certain, the other three are not"


def test_a_month_without_yaku_goes_to_the_oya_and_a_drawn_one_to_nobody() -> None:
    nothing, drawn = won({"winner": "nobody"}, {"winner": "nobody", "calls": [1, 0]})
    assert (nothing.seat, nothing.points, codes(nothing)) == (0, 6, [])
    assert (drawn.seat, drawn.points, list(map(str, drawn.told))) == (None, 0, ["no points moved"])


def test_a_dealt_hand_has_no_cards_to_show() -> None:
    (month,) = won({"dealt": [None, "teshi"]})
    assert (month.seat, month.points, list(map(str, month.told)), codes(month)) == (1, 6, ["Teshi"], [])
