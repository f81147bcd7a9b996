"""After a deal the new totals of everybody stand under the title, in two lines, on every phone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.browser.support.table import Phone, deal

OpenPhone = Callable[..., Phone]

NAMES = {
    "ja-JP": ("あんな", "ベン", "千夏", "大輔", "恵美", "フミ", "けんじ", "花", "一郎"),
    "en-GB": ("Anna", "Benjamin", "Chika", "Daniel", "Emi", "Frank", "Ken", "Hugo", "Ida"),
}


def rounds(players: int) -> list[dict[str, Any]]:
    """Four rounds of the score pad in which the last player comes from behind."""
    points = [[20 - 3 * seat - 11 * (number % 2) for seat in range(players)] for number in range(3)]
    return [{"step": "round", "points": each} for each in (*points, [*range(-players, -1), 99])]


def in_a_row(hands: Sequence[int], players: int) -> list[dict[str, Any]]:
    """Deals of Oh Hell in which the last but one makes every bid and all the others miss."""
    entries: list[dict[str, Any]] = []
    for hand in hands:
        tricks = [0] * players
        tricks[-1], tricks[-2] = hand - 1, 1
        bids = [1] * players
        bids[-1] = 0
        entries += deal(bids, tricks)
    return entries


def what_is_shown(phone: Phone) -> dict[str, Any]:
    """The lines of what was said, the rows of totals, whether all is seen, and the height of both together."""
    found: dict[str, Any] = phone.page.evaluate(
        """() => {
            const [words, totals] = [".said p", ".totals"].map(name => document.querySelector(name));
            const style = getComputedStyle(words);
            const lines = (words.clientHeight - 2 * parseFloat(style.paddingTop)) / parseFloat(style.lineHeight);
            const cells = [...totals.children].map(cell => cell.getBoundingClientRect());
            return {
                lines: Math.round(lines), rows: new Set(cells.map(cell => cell.top)).size, cells: cells.length,
                seen: totals.getBoundingClientRect().bottom < innerHeight / 2 && scrollY === 0,
                inside: cells.every(cell => cell.left >= 0 && cell.right <= innerWidth)
                    && document.documentElement.scrollWidth <= innerWidth,
                height: totals.getBoundingClientRect().bottom - words.getBoundingClientRect().top,
            };
        }"""
    )
    return found


@pytest.mark.parametrize("locale", NAMES)
@pytest.mark.parametrize("players", [3, pytest.param(5, marks=pytest.mark.long), 9])
def test_the_totals_of_everybody_stand_in_one_row_under_one_line(
    open_phone: OpenPhone, locale: str, players: int
) -> None:
    phone = open_phone(locale)
    phone.goes_to("/new/score-pad")
    session = phone.fills_the_table(NAMES[locale][:players])
    phone.writes(session, *rounds(players))
    phone.goes_to(f"/s/{session}")
    shown = what_is_shown(phone)
    assert shown.pop("height") <= 96
    assert shown == {"lines": 1, "rows": 1, "cells": players, "seen": True, "inside": True}
    phone.page.set_viewport_size({"width": 320, "height": 568})
    narrow = what_is_shown(phone)
    assert (narrow["rows"], narrow["seen"], narrow["inside"]) == (1, True, True)


@pytest.mark.parametrize(
    ("locale", "news"), [("ja-JP", "フミ首位、3 連続成功"), ("en-GB", "Frank leads, made 3 in a row")]
)
def test_who_leads_and_the_streak_are_said_at_seven_players(open_phone: OpenPhone, locale: str, news: str) -> None:
    phone = open_phone(locale)
    names = NAMES[locale][:7]
    session = phone.sits_down(names, restriction="off")
    phone.writes(session, *in_a_row((7, 6, 5), 7))
    phone.goes_to(f"/s/{session}")
    assert phone.page.locator(".said p").inner_text() == news
    shown = what_is_shown(phone)
    assert (shown["lines"], shown["rows"], shown["cells"], shown["seen"]) == (1, 1, 7, True)
    made = phone.page.locator(".totals li").nth(5)
    assert made.locator(".visually-hidden").inner_text().startswith(f"{names[5]} 33")
    marks = phone.page.locator(".totals i").evaluate_all(
        "all => all.map(it => getComputedStyle(it, '::after').content)"
    )
    assert marks == ['"×"'] * 5 + ['"●"', '"×"'], "told by more than a colour"


def test_the_voice_tells_the_news_and_then_every_total(phone: Phone) -> None:
    phone.sits_down(("Ann", "Ben", "Cleo"), top_hand="1", format="short-falling")
    phone.deal([1, 0, 1], [1, 0, 0])
    told = phone.page.locator("#live[role=status] p")
    news = phone.page.locator(".said p").inner_text().strip()
    assert told.all_inner_texts() == [news, "Ann 11 (+11, made)", "Ben 10 (+10, made)", "Cleo 0 (0, missed)"]


def test_a_sheet_of_nine_with_signs_on_its_card_is_no_wider_than_the_phone(open_phone: OpenPhone) -> None:
    phone = open_phone("ja-JP")
    phone.goes_to("/new/boo-ray")
    session = phone.fills_the_table(NAMES["ja-JP"])
    kept_out = ["none"] * 6
    phone.writes(session, {"step": "entries", "games": [*kept_out, "boo-ray", "low-shit", "kalo"]})
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.goes_to(f"/s/{session}")
    card = phone.page.locator(".card")
    assert card.locator(".sign").count() == 3
    assert card.evaluate("card => card.scrollWidth > card.clientWidth"), "the card itself scrolls"
    assert phone.page.evaluate("[document.documentElement.scrollWidth, innerWidth, innerHeight]") == [320, 320, 568]
