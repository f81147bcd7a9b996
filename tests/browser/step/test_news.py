"""After a deal the new totals of everybody stand in the rows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.kit.browser.fit import SMALLEST, USUAL
from tests.kit.browser.table import Phone, deal

OpenPhone = Callable[..., Phone]

NAMES = {
    "ja-JP": ("あんな", "ベン", "千夏", "大輔", "恵美", "フミ", "けんじ"),
    "en-GB": ("Anna", "Benjamin", "Chika", "Daniel", "Emi", "Frank", "Ken"),
}


def small_lines(phone: Phone) -> list[dict[str, Any]]:
    """What stands under each name in the rows of the step: its text, and whether all of it is seen in one line."""
    found: list[dict[str, Any]] = phone.page.locator(".rows > [data-seat] small").evaluate_all(
        r"""all => all.map(line => ({
            said: line.innerText.replaceAll(/\s+/g, " ").trim(),
            whole: line.scrollWidth <= line.clientWidth && line.getClientRects().length === 1,
        }))"""
    )
    return found


@pytest.mark.parametrize(
    ("players", "locale"),
    [
        (7, "ja-JP"),
        *(pytest.param(players, "ja-JP", marks=pytest.mark.long) for players in (3, 5)),
        *(pytest.param(players, "en-GB", marks=pytest.mark.long) for players in (3, 5, 7)),
    ],
)
def test_the_totals_of_everybody_and_what_the_deal_brought_stand_in_the_rows(
    open_phone: OpenPhone, locale: str, players: int
) -> None:
    phone = open_phone(locale)
    session = phone.begins(
        NAMES[locale][:players], dealer=players - 1, restriction="off", format="long-reversed", top_hand="7"
    )
    phone.writes(session, *deal([1, 0, *[0] * (players - 2)], [0, 0, *[0] * (players - 3), 1]))
    phone.goes_to(f"/s/{session}")
    for size in (USUAL, SMALLEST):
        phone.page.set_viewport_size(size)
        first, second, *_, last = small_lines(phone)
        # A low row has no room for what the last deal brought.
        missed, made = (" \\+0 (missed|失敗)", " \\+10 (made|成功)") if size == USUAL or players < 7 else ("", "")
        assert re.fullmatch(rf"0{missed} (dealer|ディーラー)", first["said"])
        assert re.fullmatch(rf"(leads|首位) 10{made}", second["said"])
        assert re.fullmatch(rf"0{missed}", last["said"])
        assert all(line["whole"] for line in (first, second, last))
    marks = phone.page.locator(".rows i:is(.made, .missed)").evaluate_all(
        "all => all.map(it => getComputedStyle(it, '::after').content)"
    )
    assert marks[:2] == ['"✕" / ""', '"●" / ""'], "told by more than a colour"
