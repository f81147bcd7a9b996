"""A sheet's page: kept for all who look, asked anew by who has it open; of two keepers the second loses nothing."""

from __future__ import annotations

import random
import re
from functools import reduce
from importlib import import_module
from string import ascii_letters, digits
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import create_environ

from store.book import Role
from store.cache import Cache
from store.errors import UnavailableError
from store.seats import entries
from tests.kit.for_each import for_each
from tests.kit.web.following import asks, mark
from tests.kit.web.page import Page
from tests.web.conftest import Phone, Sitting, borrowed, seatwise
from web.http import page_cache
from web.http.middleware import DEVICE, headers_of
from web.sheet import view

brotli = import_module("brotli")  # it carries no types
KEYS = re.compile(r'(?<=name="key" value=")[^"]*')


@pytest.fixture
def second(app: Flask, table: Sitting) -> Sitting:
    """Another keeper of the same table."""
    return joined(app, table, role="keeper")


@pytest.fixture
def watcher(app: Flask, table: Sitting) -> Sitting:
    return joined(app, table, role="watcher")


def joined(app: Flask, table: Sitting, role: Role) -> Sitting:
    phone = Phone(app)
    table.phone.lets_in(phone, role)
    return Sitting(phone, table.address)


# What is new.


def test_nothing_is_new_until_somebody_writes(table: Sitting, watcher: Sitting, stranger: Phone) -> None:
    table.bids(1, 1, 0)
    page = watcher.page
    answer = asks(watcher.phone, page)
    assert (answer.status, answer.bytes, answer.headers["X-Takuroku"]) == (304, b"", "1")
    assert "no-store" in answer.headers["Cache-Control"]
    assert "Content-Security-Policy" not in answer.headers, "it is sent every few seconds"
    table.takes(1, 2, 0)
    after = asks(watcher.phone, page)
    assert (after.status, mark(after) != mark(page)) == (200, True)
    assert asks(stranger, page).status == 404
    assert after.root.one("main").text == watcher.page.root.one("main").text
    assert asks(watcher.phone, after).status == 304


def test_a_phone_knows_whether_it_wrote_last_itself(table: Sitting, second: Sitting) -> None:
    for writes, waits, act in (
        (table, second, lambda: table.bids(1, 1, 0)),
        (second, table, lambda: second.takes(1, 2, 0)),
    ):
        pages = [each.page for each in (writes, waits)]
        act()
        answers = [asks(each.phone, page) for each, page in zip((writes, waits), pages, strict=True)]
        assert [(each.status, "X-Takuroku-Own" in each.headers) for each in answers] == [(200, True), (200, False)]


def test_the_session_is_not_loaded_where_nothing_is_new(
    app: Flask, table: Sitting, watcher: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.bids(1, 1, 0)
    page = watcher.page
    monkeypatch.setattr(app, "full_dispatch_request", None)
    answer = asks(watcher.phone, page)
    assert (answer.status, answer.headers.getlist("Set-Cookie")) == (304, [])


def test_the_open_row_stays_open(table: Sitting, watcher: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    page = watcher.phone.opens(f"{table.address}?row=0")
    table.bids(1, 1, 1)
    assert len(asks(watcher.phone, page, query="?row=0").root.all("tr", class_="opened")) == 1


def test_who_may_write_from_now_on_gets_the_other_page(table: Sitting, watcher: Sitting) -> None:
    table.bids(1, 1, 0)
    page = watcher.page
    watcher.phone.may("keeper")
    after = asks(watcher.phone, page)
    assert (after.status, after.form("/entries").typed("step")) == (200, "tricks")


def test_what_is_done_at_the_seats_is_new_too(table: Sitting, watcher: Sitting) -> None:
    page = watcher.page
    seats = table.phone.opens(f"{table.address}/seats")
    assert table.phone.sends(seats.form("/seats/1/take")).status == 303
    after = asks(watcher.phone, page)
    assert (after.status, asks(watcher.phone, after).status) == (200, 304)


def test_a_page_that_the_browser_itself_asks_for_is_no_answer_to_its_script(table: Sitting) -> None:
    headers = table.page.headers
    assert (headers.get("ETag"), headers["Cache-Control"]) == (None, "private, no-cache")


def test_who_was_shut_out_or_whose_scorebook_was_deleted_is_not_told_that_nothing_is_new(
    app: Flask, table: Sitting, watcher: Sitting
) -> None:
    page, own = watcher.page, table.page
    with borrowed(app) as db, db.writing():
        db.execute("UPDATE access SET revoked_at = since WHERE role = 'watcher'")
    assert asks(watcher.phone, page).status == 404
    with borrowed(app) as db, db.writing():
        db.execute("UPDATE scorebook SET deleted_at = created_at")
    try:
        assert asks(table.phone, own).status == 410
    finally:
        with borrowed(app) as db, db.writing():
            db.execute("UPDATE scorebook SET deleted_at = NULL")


def test_what_is_not_certain_goes_the_long_way(
    app: Flask, table: Sitting, watcher: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = watcher.page
    assert asks(watcher.phone, page).status == 304
    with monkeypatch.context() as away:
        away.setattr("web.http.middleware.find_head", unavailable)
        assert asks(watcher.phone, page).status == 200
    with monkeypatch.context() as guarded:
        guarded.setitem(app.config, "SESSION_COOKIE_SECURE", True)
        assert asks(watcher.phone, page).status != 304, "where HTTPS is spoken, HTTP is nobody's"
    with watcher.phone.client.session_transaction() as cookie:
        del cookie["secret"]
    assert asks(watcher.phone, page).status != 304, "as of before there were links it is another device"


def test_a_poll_is_of_its_device_whatever_other_cookies_it_has(app: Flask, table: Sitting) -> None:
    """The server counts the polls of a device that wait."""
    etag, cookie = headers_of(mark(table.page))["ETag"], table.phone.client.get_cookie("takuroku")
    assert cookie is not None
    shown, devices = f"takuroku={cookie.value}", set()
    for cookies in (shown, f"{shown}; x=1", f"y=2; {shown}"):
        environ = create_environ(table.address, headers={"If-None-Match": etag, "Cookie": cookies})
        assert [*app.wsgi_app(environ, lambda *_: lambda _: None)] == []
        devices.add(environ[DEVICE])
    assert len(devices) == 1


def unavailable(*_asked: object, **_more: object) -> None:
    raise UnavailableError("away", "no such host")


# What a watcher sees.


def test_a_watcher_sees_the_step_and_what_was_bid(table: Sitting, watcher: Sitting) -> None:
    table.bids(1, 1, 0)
    known = [each for each in watcher.page.root.all("li") if "known" in each.classes]
    assert [each.text for each in known] == ["A Ann bid 1", "B Ben bid 1", "C Chika bid 0"]
    assert watcher.page.root.all("a", href=f"{table.address}/rows/0") == []


# Two keepers at once.


def late(table: Sitting, second: Sitting, *bids: int) -> Page:
    """What the second of two keepers is answered who enters these bids when the first has entered 1, 1 and 0."""
    mine = second.form
    table.bids(1, 1, 0)
    return second.tries(seatwise("bids", bids), form=mine)


def test_who_was_second_sees_both_in_words_and_corrects_with_one_tap(table: Sitting, second: Sitting) -> None:
    page = late(table, second, 2, 2, 0)
    assert (page.status, len(page.alerts)) == (409, 1)
    for words in ("Another entry was saved first", "Bids: Ben 1, Chika 0, Ann 1", "Bids: Ben 2, Chika 0, Ann 2"):
        assert words in page.alerts[0]
    assert second.phone.follows(second.phone.sends(page.form("/entries/0"))).status == 200
    assert table.entries == [{"step": "bids", "bids": [2, 2, 0]}]


def test_what_cannot_be_saved_as_a_correction_is_not_lost(table: Sitting, second: Sitting) -> None:
    page = late(table, second, 2, 1, 0)
    refused = second.phone.sends(page.form("/entries/0"))
    assert (refused.status, "Total bids can’t equal 3" in refused.alerts[0]) == (422, True)
    assert "You entered: Bids: Ben 1, Chika 0, Ann 2" in refused.text
    assert table.position == 1


def test_who_said_the_same_has_nothing_to_do(table: Sitting, second: Sitting) -> None:
    answer = late(table, second, 1, 1, 0)
    assert (answer.status, answer.location, table.position) == (303, table.address, 1)


def test_what_was_saved_in_the_same_moment_is_on_the_page_and_not_new_to_it(
    table: Sitting, second: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, enter = second.form, entries.enter

    def comes_second(*given: Any, **named: Any) -> None:
        monkeypatch.undo()
        table.bids(1, 1, 0)
        enter(*given, **named)

    monkeypatch.setattr(entries, "enter", comes_second)
    page = second.tries(seatwise("bids", (2, 2, 0)), form=mine)
    assert (page.status, asks(second.phone, page).status) == (409, 304)


def test_an_adjustment_of_the_second_stays_in_its_form(table: Sitting, second: Sitting) -> None:
    mine = second.adjustment
    table.adjusts(0, -1, "tea")
    page = second.tries({"seat": "1", "amount": "-5", "reason": "rain"}, form=mine)
    assert (page.status, "tea" in page.alerts[0]) == (409, True)
    again = page.form("/entries", has="amount")
    assert again.typed("reason") == "rain"
    assert second.phone.sends(again).status == 303
    assert [entry["reason"] for entry in table.entries] == ["tea", "rain"]


# The page that is kept: what it has for one visitor alone is new each time.


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sheets that were made anew."""
    sheets: list[str] = []
    rendered = view.sheet_page

    def making(*args: object, **more: object) -> str:
        sheets.append(rendered(*args, **more))  # type: ignore[arg-type]
        return sheets[-1]

    monkeypatch.setattr(view, "sheet_page", making)
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
    monkeypatch.setattr(page_cache, "PAGES", Cache(2))
    with app.test_request_context():
        for letter, kept in ("aa", "bb", "cc", "Cc", "AA"):
            assert page_cache.page((letter.lower(),), lambda text=letter: text).get_data(as_text=True) == kept  # type: ignore[misc]


NAMES = ("あんな 0", "ベン 10", "千夏 25", "大輔 9", "合計", "得点")


def signs(seed: int, count: int) -> str:
    return "".join(random.Random(seed).choices(ascii_letters, k=count))


def packed(text: str, *visitors: dict[str, str]) -> bool:
    """Whether a page can be packed once for all; what each of these visitors gets is then what is theirs."""
    kept = page_cache.CachedPage(text)
    for values in visitors:
        if (sent := kept.compress(values)) is None:
            return False
        filled = reduce(lambda page, each: page.replace(*each), values.items(), text)
        assert brotli.decompress(sent).decode() == filled
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


@for_each("sign", [*ascii_letters, *digits, "-", "_"])
def test_a_page_that_begins_or_ends_a_word_as_a_value_does_is_right_for_all(sign: str) -> None:
    """What is copied from the value of the first visitor would be wrong for the next."""
    rest = "".join(f'<button data-hand="{each}">Ann</button><i class="of-{each}">' for each in ascii_letters + digits)
    page = f'<input name="key" value="{page_cache.KEY}">{rest}'
    visitors = ({page_cache.KEY: key} for key in (f"{sign}Jx4b-9qLw_2MzR{sign}", signs(1, 16)))
    assert packed(page, *visitors)


def test_a_page_that_has_a_value_elsewhere_is_right_for_all() -> None:
    twice = "0123456789abcdef" * 3
    page = f'<input value="{page_cache.TOKEN}"> <p>{twice}</p>'
    assert packed(page, *({page_cache.TOKEN: value} for value in (twice, signs(1, 48))))


def test_a_page_that_has_what_stands_for_values_is_an_answer() -> None:
    filler = page_cache.FILLER[:48]
    assert not packed(f'<input value="{page_cache.TOKEN}"> <p>{filler}</p>', {page_cache.TOKEN: signs(1, 48)})
    # Of a part of it among Japanese names not even a text may come.
    for seed in range(20):
        line, other = ("".join(random.Random(seed + each).choices(NAMES, k=12)) for each in (100, 200))
        page = f'{line}{filler[:24]}{line}"{page_cache.TOKEN}"{line}{other}{line}'
        packed(page, {page_cache.TOKEN: signs(seed, 48)})


def test_a_phone_sees_the_same_sheet_packed_and_plain(table: Sitting) -> None:
    table.bids(1, 1, 0)
    br, plain = (table.phone.opens_raw(table.address, encoding) for encoding in ("br", "identity"))
    assert (br.headers["Content-Encoding"], "Content-Encoding" in plain.headers) == ("br", False)
    assert all("Accept-Encoding" in answer.headers["Vary"] for answer in (br, plain))
    assert KEYS.sub("", brotli.decompress(br.data).decode()) == KEYS.sub("", plain.text)
