"""What is certain of the end, on the sheet: below the standings, in words, and nowhere in the way."""

from __future__ import annotations

import pytest

from tests.kit.web.page import Page
from tests.web.conftest import Phone, Sitting


@pytest.fixture
def two(phone: Phone) -> Sitting:
    """Two deals, of two cards and of one."""
    return phone.sits_down(format="short-falling", top_hand="2")


def told(page: Page) -> list[str]:
    found = page.root.all("div", class_="chances")
    return [each.text for part in found for each in part.all("p", "li")]


def test_nothing_is_told_while_all_can_win(table: Sitting) -> None:
    assert told(table.page) == []
    assert told(table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))) == []


def test_a_short_answer_stands_there_as_it_is(two: Sitting) -> None:
    page = two.deal(bids=(2, 1, 1), tricks=(2, 0, 0))
    assert told(page) == ["Ann has already won."]
    assert page.root.one("div", class_="chances").all("details") == []


def test_what_each_needs_is_folded_where_it_is_long(two: Sitting) -> None:
    page = two.deal(bids=(1, 1, 1), tricks=(1, 1, 0))
    folded = page.root.one("div", class_="chances").one("details")
    assert folded.one("summary").text == "What everyone needs to win"
    assert [each.text for each in folded.all("li")] == [
        "Ann wins with 11 points or more in deal 2.",
        "Ben wins with 11 points or more in deal 2.",
        "Chika needs 11 points or more in deal 2 to win.",
    ]
    assert not folded.has("open")


def test_it_follows_the_bids_and_goes_with_the_end(two: Sitting) -> None:
    two.deal(bids=(1, 1, 1), tricks=(1, 1, 0))
    # A bid of 0 brings Ann 10 at most.
    assert told(two.bids(0, 1, 1))[:2] == [
        "Ben wins with 10 points or more in deal 2.",
        "Chika needs 11 points or more in deal 2 to win.",
    ]
    assert told(two.takes(0, 1, 0)) == []


def test_it_stands_after_the_step_and_is_not_read_out_as_news(two: Sitting) -> None:
    page = two.deal(bids=(2, 1, 1), tricks=(2, 0, 0))
    place = page.root.one("div", class_="chances")
    above = place
    while above.parent is not None:
        above = above.parent
        assert not above.has("aria-live")
        assert above.get("role") != "status"
    assert page.html.index('class="action"') < page.html.index('class="chances"')
    assert page.html.index('class="standings"') < page.html.index('class="chances"')


def test_it_is_told_in_japanese(japanese: Phone) -> None:
    two = japanese.sits_down("あや", "ベン", "千夏", format="short-falling", top_hand="2")
    assert told(two.deal(bids=(2, 1, 1), tricks=(2, 0, 0))) == ["あやの勝ちが決まりました。"]
    two.undoes()
    two.undoes()
    assert told(two.deal(bids=(1, 1, 1), tricks=(1, 1, 0)))[:3] == [
        "あやは、第 2 ディールで 11 点以上なら勝ちです。",
        "ベンは、第 2 ディールで 11 点以上なら勝ちです。",
        "千夏が勝つには、第 2 ディールで 11 点以上が必要です。",
    ]
