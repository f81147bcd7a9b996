"""A sheet that nobody wrote on is kept as a page; what a page has for one visitor alone is new each time."""

from __future__ import annotations

import random
import re
from importlib import import_module
from string import ascii_letters

import pytest
from flask import Flask

from tests.kit.for_each import for_each
from tests.kit.web.page import Page
from tests.web.conftest import Phone, Sitting
from web.http import page_cache
from web.sheet import view

brotli = import_module("brotli")  # it carries no types
KEYS = re.compile(r'(?<=name="key" value=")[^"]*')


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sheets that were made anew."""
    sheets: list[str] = []
    rendered = view._rendered

    def making(*args: object, **more: object) -> str:
        sheets.append(rendered(*args, **more))  # type: ignore[arg-type]
        return sheets[-1]

    monkeypatch.setattr(view, "_rendered", making)
    return sheets


def keys(page: Page) -> list[str]:
    return [each.get("value") for each in page.root.all("input") if each.get("name") == "key"]


def tokens(page: Page) -> set[str]:
    return {each.get("value") for each in page.root.all("input") if each.get("name") == "csrf_token"}


def test_it_is_made_once_and_its_keys_are_new_each_time(table: Sitting, made: list[str]) -> None:
    table.bids(1, 1, 0)
    made.clear()
    one, two = table.page, table.page
    assert made == [], "it was made when the bids were saved"
    assert not [word for word in (page_cache.TOKEN, page_cache.KEY, page_cache.FORM_KEY) if word in one.text + two.text]
    assert one.root.one("main").text == two.root.one("main").text
    assert not {*keys(one)} & {*keys(two)}
    undo, step = one.form("/undo"), one.form("/entries")
    assert undo.typed("key") != step.typed("key")


def test_each_visitor_has_a_token_of_their_own(app: Flask, table: Sitting) -> None:
    table.bids(1, 1, 0)
    other = Phone(app)
    table.phone.lets_in(other)
    page = other.opens(table.address)
    assert page.status == 200
    assert len(tokens(page)) == len(tokens(table.page)) == 1
    assert tokens(page) != tokens(table.page)
    after = other.sends(page.form("/undo"))
    assert after.status == 303


def test_what_somebody_wrote_is_seen_at_once(table: Sitting, made: list[str]) -> None:
    table.bids(1, 1, 0)
    before = table.page.root.one("main").text
    made.clear()
    table.takes(1, 2, 0)
    assert table.page.root.one("main").text != before
    assert len(made) == 1


def test_language_look_and_the_open_row_are_told_apart(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    plain = table.page
    opened = table.phone.opens(f"{table.address}?row=0")
    assert (len(plain.root.all("tr", class_="opened")), len(opened.root.all("tr", class_="opened"))) == (0, 1)
    with table.phone.client.session_transaction() as chosen:
        chosen["language"], chosen["theme"] = "ja", "dark"
    page = table.page
    assert (page.root.one("html").get("lang"), page.root.one("html").get("data-theme")) == ("ja", "dark")


def test_no_more_are_kept_than_there_is_room_for(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_cache, "MAX_PAGES", 2)
    with app.test_request_context():
        pages = [page_cache.page((letter,), lambda letter=letter: letter) for letter in "abcd"]  # type: ignore[misc]
        assert [page.get_data(as_text=True) for page in pages] == ["a", "b", "c", "d"]
        assert page_cache.page(("d",), lambda: "made anew").get_data(as_text=True) == "d"
        assert page_cache.page(("a",), lambda: "made anew").get_data(as_text=True) == "made anew"
    assert len(page_cache._pages) <= 2


NAMES = ("あんな 0", "ベン 10", "千夏 25", "大輔 9", "合計", "得点")


def signs(seed: int, count: int) -> str:
    return "".join(random.Random(seed).choices(ascii_letters, k=count))


@for_each("length", [1, 16, 91, 400])
def test_a_page_that_is_packed_once_says_what_each_visitor_has_of_their_own(length: int) -> None:
    text = "".join(
        f'<p>Deal {deal}: ふ <input name="t" value="{page_cache.TOKEN}"><input name="k" value="{page_cache.KEY}">'
        f'<input name="k" value="{page_cache.FORM_KEY}">'
        for deal in range(50)
    )
    kept = page_cache.Kept(text)
    for visitor in range(3):
        values = {page_cache.TOKEN: signs(visitor, length), page_cache.KEY: signs(visitor + 3, 16)}
        packed = kept.packed(values)
        assert packed is not None
        assert brotli.decompress(packed).decode() == kept.filled(values)


def test_a_page_that_has_a_value_by_chance_elsewhere_is_packed_for_each_visitor() -> None:
    """The second value would be copied from the first, and be wrong for the next visitor."""
    kept = page_cache.Kept(f'<input value="{page_cache.TOKEN}"> <p>{"0123456789abcdef" * 3}</p>')
    assert kept.packed({page_cache.TOKEN: "0123456789abcdef" * 3}) is None


@for_each("seed", range(20))
def test_a_page_that_has_a_part_of_a_value_elsewhere_among_japanese_names_is_an_answer(seed: int) -> None:
    """What is copied after it would be other bytes, which need not even be a text."""
    line, other = ("".join(random.Random(seed + each).choices(NAMES, k=12)) for each in (100, 200))
    value = signs(seed, 48)
    kept = page_cache.Kept(f'{line}{value[:24]}{line}"{page_cache.TOKEN}"{line}{other}{line}')
    packed = kept.packed({page_cache.TOKEN: value})
    assert packed is None or brotli.decompress(packed).decode() == kept.filled({page_cache.TOKEN: value})


def test_a_phone_sees_the_same_sheet_packed_and_plain(table: Sitting) -> None:
    table.bids(1, 1, 0)
    packed, plain = (table.phone.opens_raw(table.address, encoding) for encoding in ("br", "identity"))
    assert (packed.headers["Content-Encoding"], "Content-Encoding" in plain.headers) == ("br", False)
    assert all("Accept-Encoding" in answer.headers["Vary"] for answer in (packed, plain))
    one, two = (KEYS.sub("", text.decode()) for text in (brotli.decompress(packed.data), plain.data))
    assert one == two
