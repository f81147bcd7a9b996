"""Past sessions: by month, filtered, page by page."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.conftest import Phone, Sitting, borrowed
from tests.web.page import Page


def listed(page: Page) -> list[str]:
    """The sessions that are listed, in order."""
    assert page.status == 200
    return [each.all("a")[0].get("href") for each in page.root.all("li", class_="item")]


def began(app: Flask, table: Sitting, when: str) -> None:
    with borrowed(app) as db:
        db.execute("UPDATE session SET created_at = ? WHERE id = ?", (when, table.id))


def test_an_empty_history_says_so(phone: Phone) -> None:
    page = phone.opens("/history")
    assert listed(page) == []
    assert page.root.one("main").all("p")


def test_sessions_stand_under_their_months_the_newest_first(app: Flask, phone: Phone) -> None:
    days = ("2026-03-02T19:00:00Z", "2026-03-09T19:00:00Z", "2026-05-04T19:00:00Z")
    tables = [phone.sits_down("Dan", "Eva", "Fay") for _ in days]
    for table, day in zip(tables, days, strict=True):
        began(app, table, day)
    page = phone.opens("/history")
    assert [each.text for each in page.root.one("main").all("h2")] == ["2026-05", "2026-03"]
    assert [len(each.all("li")) for each in page.root.one("main").all("ul", class_="list")] == [1, 2]
    assert listed(page) == [table.address for table in reversed(tables)]
    assert listed(phone.opens("/history?month=2026-05")) == [tables[2].address]
    assert phone.opens("/history?month=2026-05").form("/history").typed("month") == "2026-05"


def test_filters_let_through_what_fits(phone: Phone) -> None:
    with_dan = phone.sits_down("Dan", "Eva", "Fay")
    with_gus = phone.sits_down("Gus", "Eva", "Fay")
    with_dan.notes("the 100% evening")
    assert listed(phone.opens("/history?player=Dan")) == [with_dan.address]
    assert listed(phone.opens("/history?text=100%25")) == [with_dan.address]
    assert listed(phone.opens("/history?text=gu")) == [with_gus.address]
    assert listed(phone.opens("/history?text=_")) == []
    assert listed(phone.opens("/history?game=oh-hell&player=Eva")) == [with_gus.address, with_dan.address]
    assert listed(phone.opens("/history?game=tarot")) == []
    chosen = phone.opens("/history?player=Dan&text=eva").form("/history")
    assert (chosen.typed("player"), chosen.typed("text")) == ("Dan", "eva")


@pytest.mark.parametrize("page", ["-1", "0", "abc", "", "1.5", "1", "9" * 5000])
def test_a_page_that_is_none_is_the_first(phone: Phone, page: str) -> None:
    table = phone.sits_down("Dan", "Eva", "Fay")
    assert listed(phone.opens(f"/history?page={page}")) == [table.address]


@pytest.mark.parametrize("page", ["2", "10000", "999999999999", "9" * 30])
def test_a_page_after_the_last_is_empty(phone: Phone, page: str) -> None:
    phone.sits_down("Dan", "Eva", "Fay")
    assert listed(phone.opens(f"/history?page={page}")) == []


@pytest.mark.parametrize("name", ["game", "player", "text", "month"])
@pytest.mark.parametrize(
    "value", ["%07nobody", "%25", "'%3B--", "%3Cb%3E", "x" * 10_000, "%ED%A0%80", "%F0%9F%8D%B5", "{n}"]
)
def test_an_odd_filter_lets_nothing_through(phone: Phone, name: str, value: str) -> None:
    phone.sits_down("Dan", "Eva", "Fay")
    page = phone.opens(f"/history?{name}={value}")
    assert listed(page) == []
    assert page.root.all("b") == []


def test_a_text_of_a_zero_byte_lets_nothing_through(phone: Phone) -> None:
    # LIKE ends its pattern at the zero byte, so that "%" is left, which lets everything through.
    phone.sits_down("Dan", "Eva", "Fay")
    assert listed(phone.opens("/history?text=%00nobody")) == []


def test_more_than_a_page_goes_on_to_the_next(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.pages.history.PAGE", 2)
    tables = [phone.sits_down("Dan", "Eva", "Fay").address for _ in range(3)]
    first = phone.opens("/history?player=Dan")
    assert listed(first) == [tables[2], tables[1]]
    older = phone.opens(first.root.one("a", rel="next").get("href"))
    assert listed(older) == [tables[0]]
    assert older.root.all("a", rel="next") == []
    assert listed(phone.opens(older.root.one("a", rel="prev").get("href"))) == listed(first)


def test_many_sessions_are_many(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.history.COUNTED", 1)
    monkeypatch.setattr("web.pages.history.PAGE", 1)
    tables = [phone.sits_down("Dan", "Eva", "Fay").address for _ in range(2)]
    first = phone.opens("/history?player=Eva")
    assert first.root.one("p", role="status").text == "more than 1 sessions"
    last = phone.opens(first.root.one("a", rel="next").get("href"))
    assert (listed(last), last.root.one("p", role="status").text) == ([tables[0]], "2 sessions")


# Home.


def test_home_offers_to_carry_on_and_to_play_again(phone: Phone) -> None:
    running = phone.sits_down("Dan", "Eva", "Fay")
    over = phone.sits_down("Gus", "Eva", "Fay", dealer=2)
    over.ends()
    page = phone.opens("/")
    assert listed(page)[:1] == [running.address]
    assert over.address in listed(page)
    again = page.form(f"{over.address}/again")
    answer = phone.sends(again)
    assert answer.status == 303
    assert Sitting(phone, answer.location).kept["document"]["players"] == ["Gus", "Eva", "Fay"]
    assert Sitting(phone, answer.location).kept["document"]["dealer"] == 0
    assert phone.sends(again).location == answer.location, "two taps begin one game"


def test_home_is_one_sentence_and_one_button_before_the_first_game(phone: Phone) -> None:
    page = phone.opens("/")
    main = page.root.one("main")
    assert len(main.all("a", class_="button main")) == 1
    assert len(main.all("p")) == 1
