"""The record cannot be had for a while: pages say so and when to try again, and what was sent is sent again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import current_thread, main_thread
from typing import Any, get_args

import pytest
from flask import Flask

from store.admin import health
from store.errors import Cause, DatabaseError, UnavailableError, UnusableDatabaseError
from tests.kit.for_each import for_each
from tests.web.conftest import Phone, Sitting, seatwise

CAUSES: tuple[Cause, ...] = get_args(Cause)
SAID = "the machine of the record\nsays something of its inside"
PAGES = ("/", "/history", "/new", "/new/oh-hell", "/s/abc", "/s/abc/more")
Outage = Callable[..., AbstractContextManager[list[str]]]


@pytest.fixture
def outage(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Outage:
    """While it lasts nobody gets a connection; lists who asked for one."""

    @contextmanager
    def away(error: DatabaseError | None = None) -> Iterator[list[str]]:
        asked: list[str] = []

        def refuse() -> None:
            # When who came was seen is noted by a thread of its own, which another test may have left at it.
            if current_thread() is main_thread():
                asked.append("borrow")
            raise error or UnavailableError("away", SAID)

        with monkeypatch.context() as patch:
            patch.setattr(app.extensions["takuroku"], "borrow", refuse)
            yield asked

    return away


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_page_says_what_is_the_matter_and_when_to_try_again(app: Flask, outage: Outage, language: str) -> None:
    """Each cause in words of its own; the sooner it passes, the sooner it is tried."""
    phone, told, waits = Phone(app, language=language), {}, {}
    for cause in CAUSES:
        with outage(UnavailableError(cause, SAID)):
            page = phone.opens("/history?game=oh-hell")
        assert (page.status, page.lang, page.mimetype) == (503, language, "text/html")
        assert page.heading != ""
        assert "inside" not in page.html
        assert "/history" in page.links(), "to try the same again"
        told[cause], waits[cause] = page.root.one("main").text, int(page.headers["Retry-After"])
    assert len(set(told.values())) == len(CAUSES)
    assert 0 < waits["busy"] < waits["away"] < waits["full"] == waits["read-only"]


@for_each("address", PAGES)
def test_the_page_needs_no_record_itself(phone: Phone, outage: Outage, address: str) -> None:
    with outage() as asked:
        page = phone.opens(address)
    assert (page.status, asked) == (503, ["borrow"])


def test_what_needs_no_record_works_and_is_offered(phone: Phone, outage: Outage) -> None:
    with outage() as asked:
        links = phone.opens("/").links()
        asked.clear()
        for address in ("/tools/forbidden-bid", "/tools/yaku", "/tools/hands", "/rules"):
            assert address in links
            assert phone.opens(address).status == 200
    assert asked == []


def test_the_api_says_it_in_json(phone: Phone, outage: Outage) -> None:
    program = phone.api
    with outage():
        page = program.asks("GET", "/sessions")
    assert (page.status, page.json["cause"]) == (503, "away")
    assert int(page.headers["Retry-After"]) > 0
    assert "inside" not in page.html


def test_the_site_says_that_it_is_not_well(phone: Phone, outage: Outage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "TRUSTED_SECONDS", 0)
    with outage():
        page = phone.opens("/health")
    assert (page.status, int(page.headers["Retry-After"]) > 0) == (503, True)
    assert page.json == {"status": "the record cannot be reached"}
    assert (phone.opens("/health").status, phone.opens("/health").json) == (200, {"status": "ok"})


# --- sent while it is away --------------------------------------------------------


def test_without_script_what_was_sent_stands_on_the_page_and_is_saved_once(table: Sitting, outage: Outage) -> None:
    form = table.form
    with outage():
        page = table.tries(seatwise("bids", (1, 1, 0)), form=form)
        again = page.form(f"{table.address}/entries", has="bids-0")
        still = table.phone.sends(again)
    assert (page.status, still.status) == (503, 503)
    for name in ("step", "position", "key"):
        assert again.typed(name) == form.typed(name) == still.form("/entries", has="bids-0").typed(name)
    saved = table.phone.sends(again)
    assert (saved.status, saved.location) == (303, table.address)
    assert table.phone.sends(again).status == 303, "sent twice by an impatient thumb"
    assert table.kept["document"]["entries"] == [{"step": "bids", "bids": [1, 1, 0]}]


def test_a_game_that_could_not_begin_begins_once(phone: Phone, outage: Outage) -> None:
    form = phone.opens("/new/oh-hell").form("/new/oh-hell")
    names = {f"players-{seat}": name for seat, name in enumerate(("Ann", "Ben & Co", "千夏"))}
    with outage():
        again = phone.sends(form, names).form("/new/oh-hell", has="players-0")
    begun = {phone.sends(again).location for _ in range(2)}
    assert len(begun) == 1
    assert phone.api.sees(begun.pop().removeprefix("/s/"))["document"]["players"] == [
        "Ann",
        "Ben & Co",
        "千夏",
    ]


def test_several_values_of_a_name_and_lines_are_sent_again_as_they_were(table: Sitting, outage: Outage) -> None:
    text = 'Ann said "no" & left <b>\r\nthen she came back'
    with outage():
        page = table.phone.posts(
            f"{table.address}/entries", {"csrf_token": table.phone.token(), "text": [text, "second"]}
        )
    hidden = page.root.one("main").all("input", name="text")
    # A reader of HTML takes each end of a line for \n; a browser sends them as they were.
    assert [each.get("value") for each in hidden] == [text.replace("\r\n", "\n"), "second"]
    assert page.root.one("main").all("b") == []


def test_a_form_with_nothing_but_its_token_can_be_sent_again_too(table: Sitting, outage: Outage) -> None:
    address = f"{table.address}/discard"
    with outage():
        page = table.phone.posts(address, {"csrf_token": table.phone.token()})
    assert table.phone.sends(page.form(address)).status == 303


def test_what_was_not_sent_from_this_site_is_not_shown(table: Sitting, outage: Outage) -> None:
    with outage():
        page = table.phone.posts(f"{table.address}/entries", {"csrf_token": "forged", "text": "buy this"})
    assert (page.status, "buy this" in page.html) == (400, False)


# --- what whoever runs the site reads ---------------------------------------------


def test_an_outage_is_one_line_a_request(phone: Phone, outage: Outage, caplog: pytest.LogCaptureFixture) -> None:
    with outage():
        phone.opens("/history")
        phone.opens("/evenings/a%0Ab")
    lines = [record.getMessage() for record in caplog.records]
    assert [line.splitlines() for line in lines] == [[line] for line in lines]
    assert [line.partition(":")[0] for line in lines] == ["GET /history", "GET /evenings/a%0Ab"]
    assert "away" in lines[0]
    assert "says something of its inside" in lines[0]
    assert [record.exc_info for record in caplog.records] == [None, None]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_record_that_is_damaged_is_told_in_words(
    app: Flask, outage: Outage, caplog: pytest.LogCaptureFixture, language: str
) -> None:
    program = Phone(app).api
    with outage(UnusableDatabaseError("page 3 of it is torn")):
        page = Phone(app, language=language).opens("/")
        told = program.asks("GET", "/sessions")
    assert (page.status, page.lang, "torn" in page.html) == (500, language, False)
    assert page.heading not in ("", "Something went wrong")
    assert (told.status, told.json["type"]) == (500, "http://localhost/api#unusable")
    assert caplog.records[0].levelname == "ERROR"
    assert "torn" in str(caplog.records[0].exc_info)


def test_a_connection_that_cannot_be_given_back_spoils_no_answer(
    app: Flask, table: Sitting, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def gone(_db: object) -> Any:
        raise RuntimeError("it is\nbroken")

    with monkeypatch.context() as patch:
        patch.setattr(app.extensions["takuroku"], "give_back", gone)
        assert table.tries(seatwise("bids", (1, 1, 0))).status == 303
        assert table.position == 1
    assert "A connection was not given back: it is broken" in caplog.messages
