"""A page that is open asks what is new; a watcher's has no forms; of two keepers at once the second loses nothing."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.test import create_environ

from store.access.grants import Right
from store.errors import UnavailableError
from tests.web.conftest import Phone, Sitting, borrowed, seatwise
from web.http.live_updates import DEVICE, headers_of


@pytest.fixture
def second(app: Flask, table: Sitting) -> Sitting:
    """Another keeper of the same table."""
    return joined(app, table, role="keeper")


@pytest.fixture
def watcher(app: Flask, table: Sitting) -> Sitting:
    return joined(app, table, role="watcher")


def joined(app: Flask, table: Sitting, role: Right) -> Sitting:
    phone = Phone(app)
    table.phone.lets_in(phone, role)
    return Sitting(phone, table.address)


# What is new.


def test_nothing_is_new_until_somebody_writes(table: Sitting, watcher: Sitting, stranger: Phone) -> None:
    table.bids(1, 1, 0)
    page = watcher.page
    answer = watcher.phone.polls(page)
    assert (answer.status, answer.bytes, answer.headers["X-Takuroku"]) == (304, b"", "1")
    assert "no-store" in answer.headers["Cache-Control"]
    assert "Content-Security-Policy" not in answer.headers, "it is sent every few seconds"
    table.takes(1, 2, 0)
    after = watcher.phone.polls(page)
    assert (after.status, after.version != page.version) == (200, True)
    assert stranger.polls(page).status == 404
    assert after.root.one("main").text == watcher.page.root.one("main").text
    assert watcher.phone.polls(after).status == 304


def test_a_phone_knows_whether_it_wrote_last_itself(table: Sitting, second: Sitting) -> None:
    for writes, waits, act in (
        (table, second, lambda: table.bids(1, 1, 0)),
        (second, table, lambda: second.takes(1, 2, 0)),
    ):
        pages = [each.page for each in (writes, waits)]
        act()
        answers = [each.phone.polls(page) for each, page in zip((writes, waits), pages, strict=True)]
        assert [(each.status, "X-Takuroku-Own" in each.headers) for each in answers] == [(200, True), (200, False)]


def test_the_session_is_not_loaded_where_nothing_is_new(
    app: Flask, table: Sitting, watcher: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.bids(1, 1, 0)
    page = watcher.page
    monkeypatch.setattr(app, "full_dispatch_request", None)
    answer = watcher.phone.polls(page)
    assert (answer.status, answer.headers.getlist("Set-Cookie")) == (304, [])


def test_the_open_row_stays_open(table: Sitting, watcher: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    page = watcher.phone.opens(f"{table.address}?row=0")
    table.bids(1, 1, 1)
    assert len(watcher.phone.polls(page, "?row=0").root.all("tr", class_="opened")) == 1


def test_who_may_write_from_now_on_gets_the_other_page(table: Sitting, watcher: Sitting) -> None:
    table.bids(1, 1, 0)
    page = watcher.page
    watcher.phone.may("keeper")
    after = watcher.phone.polls(page)
    assert (after.status, after.form("/entries").typed("step")) == (200, "tricks")


def test_what_is_done_at_the_seats_is_new_too(table: Sitting, watcher: Sitting) -> None:
    page = watcher.page
    seats = table.phone.opens(f"{table.address}/seats")
    assert table.phone.sends(seats.form("/seats/1/take")).status == 303
    after = watcher.phone.polls(page)
    assert (after.status, watcher.phone.polls(after).status) == (200, 304)


def test_a_page_that_the_browser_itself_asks_for_is_no_answer_to_its_script(table: Sitting) -> None:
    headers = table.page.headers
    assert (headers.get("ETag"), headers["Cache-Control"]) == (None, "private, no-cache")


def test_who_was_shut_out_or_whose_scorebook_was_deleted_is_not_told_that_nothing_is_new(
    app: Flask, table: Sitting, watcher: Sitting
) -> None:
    page, own = watcher.page, table.page
    with borrowed(app) as db, db.writing():
        db.execute("UPDATE access SET withdrawn_at = since WHERE role = 'watcher'")
    assert watcher.phone.polls(page).status == 404
    with borrowed(app) as db, db.writing():
        db.execute("UPDATE scorebook SET deleted_at = created_at")
    try:
        assert table.phone.polls(own).status == 410
    finally:
        with borrowed(app) as db, db.writing():
            db.execute("UPDATE scorebook SET deleted_at = NULL")


def test_what_is_not_certain_goes_the_long_way(
    app: Flask, table: Sitting, watcher: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = watcher.page
    assert watcher.phone.polls(page).status == 304
    with monkeypatch.context() as away:
        away.setattr("web.http.live_updates.look", unavailable)
        assert watcher.phone.polls(page).status == 200
    with monkeypatch.context() as guarded:
        guarded.setitem(app.config, "SESSION_COOKIE_SECURE", True)
        assert watcher.phone.polls(page).status != 304, "where HTTPS is spoken, HTTP is nobody's"
    with watcher.phone.client.session_transaction() as cookie:
        del cookie["secret"]
    assert watcher.phone.polls(page).status != 304, "as of before there were links it is another device"


def test_a_poll_is_of_its_device_whatever_other_cookies_it_has(app: Flask, table: Sitting) -> None:
    """The server counts the polls of a device that wait."""
    etag, cookie = headers_of(table.page.version)["ETag"], table.phone.client.get_cookie("takuroku")
    assert cookie is not None
    shown = f"takuroku={cookie.value}"
    devices = set()
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


def test_who_was_second_sees_both_in_words_and_corrects_with_one_tap(table: Sitting, second: Sitting) -> None:
    mine = second.form
    table.bids(1, 1, 0)
    page = second.tries(seatwise("bids", (2, 2, 0)), form=mine)
    assert (page.status, len(page.alerts)) == (409, 1)
    for words in ("Someone else saved first", "Bids: Ben 1, Chika 0, Ann 1", "Bids: Ben 2, Chika 0, Ann 2"):
        assert words in page.alerts[0]
    after = second.phone.follows(second.phone.sends(page.form("/entries/0")))
    assert after.status == 200
    assert table.kept["document"]["entries"] == [{"step": "bids", "bids": [2, 2, 0]}]


def test_what_cannot_be_saved_as_a_correction_is_not_lost(table: Sitting, second: Sitting) -> None:
    mine = second.form
    table.bids(1, 1, 0)
    page = second.tries(seatwise("bids", (2, 1, 0)), form=mine)
    refused = second.phone.sends(page.form("/entries/0"))
    assert refused.status == 422
    assert "Total bids can’t equal 3" in refused.alerts[0]
    assert "You entered: Bids: Ben 1, Chika 0, Ann 2" in refused.text
    assert table.position == 1


def test_who_said_the_same_has_nothing_to_do(table: Sitting, second: Sitting) -> None:
    mine = second.form
    table.bids(1, 1, 0)
    answer = second.tries(seatwise("bids", (1, 1, 0)), form=mine)
    assert (answer.status, answer.location, table.position) == (303, table.address, 1)


def test_an_adjustment_of_the_second_stays_in_its_form(table: Sitting, second: Sitting) -> None:
    mine = second.adjustment
    table.adjusts(0, -1, "tea")
    page = second.tries({"seat": "1", "amount": "-5", "reason": "rain"}, form=mine)
    assert page.status == 409
    assert "tea" in page.alerts[0]
    again = page.form("/entries", has="amount")
    assert again.typed("reason") == "rain"
    assert second.phone.sends(again).status == 303
    assert [entry["reason"] for entry in table.kept["document"]["entries"]] == ["tea", "rain"]


def test_an_undo_and_a_correction_that_came_second_say_what_was_written(table: Sitting, second: Sitting) -> None:
    table.bids(1, 1, 0)
    undo = second.page.form("/undo")
    table.takes(1, 2, 0)
    page = second.phone.sends(undo)
    assert (page.status, table.position) == (409, 2)
    assert "Result of deal 1: Ann made 1: +11, Ben missed: 0" in page.alerts[0]
    correction = second.row(0).form("/rows/0")
    table.notes("tea")
    page = second.phone.sends(correction, {"e1-tricks-0": "2", "e1-tricks-1": "1"})
    assert (page.status, "tea" in page.alerts[0]) == (409, True)
    assert second.phone.sends(page.form("/rows/0")).status == 303
