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


def shown(page: Page, name: str) -> set[str]:
    """What the forms of a page send along under this name."""
    return {each.get("value") for each in page.root.all("input", name=name)}


def test_it_is_made_once_and_its_keys_are_new_each_time(table: Sitting, made: list[str]) -> None:
    table.bids(1, 1, 0)
    made.clear()
    one, two = table.page, table.page
    assert made == [], "it was made when the bids were saved"
    assert not [word for word in (page_cache.TOKEN, page_cache.KEY, page_cache.FORM_KEY) if word in one.text + two.text]
    assert one.root.one("main").text == two.root.one("main").text
    assert not shown(one, "key") & shown(two, "key")
    assert one.form("/undo").typed("key") != one.form("/entries").typed("key")


def test_each_visitor_has_a_token_of_their_own(app: Flask, table: Sitting) -> None:
    table.bids(1, 1, 0)
    other = Phone(app)
    table.phone.lets_in(other)
    pages = other.opens(table.address), table.page
    theirs, own = (shown(page, "csrf_token") for page in pages)
    assert len(theirs) == len(own) == 1 and theirs != own
    assert other.sends(pages[0].form("/undo")).status == 303


def test_what_somebody_wrote_is_seen_at_once(table: Sitting, made: list[str]) -> None:
    table.bids(1, 1, 0)
    before = table.page.root.one("main").text
    made.clear()
    table.takes(1, 2, 0)
    assert table.page.root.one("main").text != before
    assert len(made) == 1


def test_language_look_and_the_open_row_are_told_apart(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    pages = table.page, table.phone.opens(f"{table.address}?row=0")
    assert [len(page.root.all("tr", class_="opened")) for page in pages] == [0, 1]
    with table.phone.client.session_transaction() as chosen:
        chosen["language"], chosen["theme"] = "ja", "dark"
    html = table.page.root.one("html")
    assert (html.get("lang"), html.get("data-theme")) == ("ja", "dark")


def test_no_more_are_kept_than_there_is_room_for(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_cache, "MAX_PAGES", 2)
    with app.test_request_context():
        for letter, kept in ("aa", "bb", "cc", "dd", "Dd", "AA"):
            assert page_cache.page((letter.lower(),), lambda text=letter: text).get_data(as_text=True) == kept  # type: ignore[misc]
    assert len(page_cache._pages) <= 2


NAMES = ("あんな 0", "ベン 10", "千夏 25", "大輔 9", "合計", "得点")


def signs(seed: int, count: int) -> str:
    return "".join(random.Random(seed).choices(ascii_letters, k=count))


def packed(text: str, *visitors: dict[str, str]) -> bool:
    """Whether a page can be packed once for all; what each of these visitors gets is then what is theirs."""
    kept = page_cache.Kept(text)
    for values in visitors:
        if (sent := kept.packed(values)) is None:
            return False
        assert brotli.decompress(sent).decode() == kept.filled(values)
    return True


@for_each("length", [1, 16, 91, 400])
def test_a_page_that_is_packed_once_says_what_each_visitor_has_of_their_own(length: int) -> None:
    text = "".join(
        f'<p>Deal {deal}: ふ <input name="t" value="{page_cache.TOKEN}"><input name="k" value="{page_cache.KEY}">'
        f'<input name="k" value="{page_cache.FORM_KEY}">'
        for deal in range(50)
    )
    visitors = ({page_cache.TOKEN: signs(one, length), page_cache.KEY: signs(one + 3, 16)} for one in range(3))
    assert packed(text, *visitors)


def test_a_page_that_has_a_value_by_chance_elsewhere_is_an_answer() -> None:
    """What is copied from there would be wrong for the next visitor."""
    twice = "0123456789abcdef" * 3
    assert not packed(f'<input value="{page_cache.TOKEN}"> <p>{twice}</p>', {page_cache.TOKEN: twice})
    # Of a part of it among Japanese names not even a text may come.
    for seed in range(20):
        line, other = ("".join(random.Random(seed + each).choices(NAMES, k=12)) for each in (100, 200))
        value = signs(seed, 48)
        packed(f'{line}{value[:24]}{line}"{page_cache.TOKEN}"{line}{other}{line}', {page_cache.TOKEN: value})


def test_a_phone_sees_the_same_sheet_packed_and_plain(table: Sitting) -> None:
    table.bids(1, 1, 0)
    br, plain = (table.phone.opens_raw(table.address, encoding) for encoding in ("br", "identity"))
    assert (br.headers["Content-Encoding"], "Content-Encoding" in plain.headers) == ("br", False)
    assert all("Accept-Encoding" in answer.headers["Vary"] for answer in (br, plain))
    assert KEYS.sub("", brotli.decompress(br.data).decode()) == KEYS.sub("", plain.text)
