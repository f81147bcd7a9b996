"""What goes wrong, and that the record is away, is said in words, with the right status; nothing inside shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import product
from threading import current_thread, main_thread
from typing import Any, get_args

import pytest
from flask import Flask

from scoring.errors import refused
from scoring.message import say
from store.admin import health
from store.cache import Cache
from store.errors import Cause, DatabaseError, UnavailableError, UnusableDatabaseError
from tests.kit.for_each import for_each
from tests.web.conftest import GAMES, Phone, Sitting, offer, seatwise

HEADERS = {"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy"}


class OddMishapError(RuntimeError):
    """What nobody thought of."""


def breaks(*_args: object, **_named: object) -> Any:
    raise OddMishapError("the secret\ninside")


ODD = ("/%00", "/%ff%fe", "/..%2f..%2fetc/passwd", "/static/../app.py", "/" + "x" * 20_000, "/s/", "/S/x")


@for_each("language", ["en", "ja"])
def test_an_address_that_is_none_is_not_found_and_leads_home(app: Flask, language: str) -> None:
    for address in ("/nowhere", *ODD):
        page = Phone(app, language).opens(address)
        assert (page.status, page.lang, page.mimetype) == (404, language, "text/html"), address[:40]
        assert "/" in page.links()


def test_an_address_takes_its_methods_and_no_others(table: Sitting) -> None:
    for address in ("/settings", *(f"{table.address}/{what}" for what in ("entries", "undo", "again"))):
        page = table.phone.opens(address)
        # RFC 9110, 15.5.6: a 405 must have an Allow header.
        assert (page.status, "POST" in page.headers["Allow"], page.heading != "") == (405, True, True)
    for method in ("PUT", "DELETE", "PATCH"):
        assert table.phone.asks(method, table.address).status in (400, 405)
        assert table.phone.asks(method, table.address, data={"csrf_token": table.phone.token()}).status == 405
    assert table.position == 0


FORMS: dict[str, Callable[[str], tuple[str, dict[str, Any]]]] = {
    "an entry": lambda address: (
        f"{address}/entries",
        {"step": "bids", "position": "0", **seatwise("bids", (1, 1, 0))},
    ),
    "undo": lambda address: (f"{address}/undo", {"position": "0"}),
    "again": lambda address: (f"{address}/again", {}),
    "rules": lambda address: (f"{address}/rules", {"rule_name": "ours"}),
    "a row": lambda address: (f"{address}/rows/0", {"position": "0"}),
    "a game": lambda _: ("/new/oh-hell", {"players-0": "A", "players-1": "B", "players-2": "C", "dealer": "0"}),
    "a switch": lambda _: ("/settings", {"language": "ja"}),
}


@for_each("form, token", product(FORMS, (None, "", "forged", "x" * 10_000)))
def test_a_form_without_its_token_is_refused(table: Sitting, form: str, token: str | None) -> None:
    address, typed = FORMS[form](table.address)
    page = table.phone.posts(address, typed if token is None else typed | {"csrf_token": token})
    assert (page.status, page.lang) == (400, "en")
    assert page.root.one("main").text
    assert table.position == 0
    assert len(table.phone.opens("/history").root.all("li", class_="item")) == 1


def test_what_is_no_form_of_this_phone_or_too_large_is_refused(table: Sitting, stranger: Phone) -> None:
    bids, form = seatwise("bids", (1, 1, 0)), table.form
    for typed, status in ((bids | {"csrf_token": stranger.token()}, 400), (bids | {"text": "x" * 5_000_000}, 413)):
        page = table.tries(typed, form=form)
        assert (page.status, page.mimetype, page.heading != "") == (status, "text/html", True)
    for kind in ("application/json", "text/plain"):
        page = table.phone.asks("POST", form.action, data=b'{"step": "bids"}', content_type=kind)
        assert page.status == 400
    assert table.position == 0
    # Very many fields are refused or left alone.
    many = table.tries(bids | {f"x{number}": "1" for number in range(10_000)}, form=form)
    assert (many.status, table.position) in ((303, 1), (413, 0))


@for_each("language", ["en", "ja"])
def test_what_nobody_thought_of_is_told_in_words_and_is_in_the_log_of_the_site(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, language: str
) -> None:
    table = Phone(app, language).sits_down()
    with monkeypatch.context() as patch:
        patch.setattr("web.sheet.view.chart_of", breaks)
        page = table.phone.opens(table.address)
    assert (page.status, page.lang) == (500, language)
    assert page.heading and page.root.one("main").text
    assert "OddMishap" not in page.html and "secret" not in page.html
    assert set(page.headers.keys()) >= HEADERS
    # Other threads of this process log, too.
    (logged,) = (each for each in caplog.records if each.getMessage() == f"GET {table.address}")
    assert (logged.name, logged.exc_info is not None) == (app.logger.name, True)


def test_what_nobody_thought_of_leaves_nothing_half_written(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    form = table.form
    with monkeypatch.context() as patch:
        patch.setattr("store.stats.read_models.refresh", breaks)
        page = table.tries(seatwise("bids", (1, 1, 0)), form=form)
        assert (page.status, "secret" in page.html) == (500, False)
    assert table.position == 0
    assert table.tries(seatwise("bids", (1, 1, 0)), form=form).status == 303, "sent again, it is written"
    assert table.position == 1


def test_what_nobody_thought_of_is_json_in_the_api(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.api.shapes.report", breaks)
    page = table.phone.api.asks("GET", f"/sessions/{table.id}")
    assert (page.problem, "secret" in page.html) == ((500, "broken"), False)


@for_each(
    "kept, addresses",
    [
        (HEADERS, ("/", "/nowhere", "/static/none")),
        ({"X-Content-Type-Options", "X-Takuroku"}, ("/health", "/api/nothing", "/tools/yaku.json")),
        ({"X-Content-Type-Options", "Content-Security-Policy"}, ("/assets/x/img/icon.svg",)),
    ],
)
def test_every_answer_has_the_headers_that_keep_it_to_itself(
    phone: Phone, kept: set[str], addresses: tuple[str, ...]
) -> None:
    for address in addresses:
        assert {*phone.opens(address).headers.keys()} >= kept, address


def test_a_refusal_that_no_page_expected_is_told_by_its_own_words_and_is_no_fault(
    table: Sitting, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_args: object, **_named: object) -> None:
        raise refused("bids", say("Only {n} tricks are there.", n=1))

    monkeypatch.setattr("web.sheet.view.chart_of", refuse)
    page = table.phone.opens(table.address)
    assert (page.status, page.heading) == (422, "Not accepted")
    assert "Only 1 tricks are there." in page.root.one("main").text
    assert caplog.records == []


# A game that is there no more.


def test_a_session_of_a_forgotten_game_is_told_to_be_unreadable_and_stays_listed(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        offer(patch, GAMES)
        table = phone.sits_down(game="pot")
        table.enters({"seat": "0", "chips": "2"})
    # A site without the game was started anew, and keeps no session of before.
    monkeypatch.setattr("store.sessions.loading.SESSION_CACHE", Cache(128))
    for rest in ("", "/more", "/rows/0", "/takuroku.csv"):
        page = phone.opens(table.address + rest)
        assert (page.status, page.heading != "") == (410, True)
    assert phone.opens(f"/api/v1/sessions/{table.id}").status == 410
    assert table.address in phone.opens("/history").links()
    assert phone.opens("/").status == 200


# The record cannot be had for a while: pages say so and when to try again, and what was sent is sent again.


CAUSES: tuple[Cause, ...] = get_args(Cause)
SAID = "the machine of the record\nsays something of its inside"
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


@for_each("language", ["en", "ja"])
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
        shown = page.root.one("main").text
        assert not any(word in shown for word in ("entry is kept", "入力は残って")), "nothing was entered"
        told[cause], waits[cause] = (page.heading, page.root.one("main").text), int(page.headers["Retry-After"])
    assert len(set(told.values())) == len(CAUSES)
    assert 0 < waits["busy"] < waits["away"] < waits["full"] == waits["read-only"]


def test_the_page_needs_no_record_itself(phone: Phone, outage: Outage) -> None:
    for address in ("/", "/history", "/new", "/new/oh-hell", "/s/abc", "/s/abc/more"):
        with outage() as asked:
            assert (phone.opens(address).status, asked) == (503, ["borrow"]), address


def test_what_needs_no_record_works_and_is_offered(phone: Phone, outage: Outage) -> None:
    with outage() as asked:
        assert "/tools" in phone.opens("/").links()
        asked.clear()
        links = phone.opens("/tools").links()
        for address in ("/tools/forbidden-bid", "/tools/yaku", "/tools/hands", "/rules"):
            assert address in links
            assert phone.opens(address).status == 200
    assert asked == []


def test_programs_and_whoever_watches_the_site_are_told_in_json(
    phone: Phone, outage: Outage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "TRUSTED_SECONDS", 0)
    program = phone.api
    with outage():
        page, well = program.asks("GET", "/sessions"), phone.opens("/health")
    assert (page.status, page.json["cause"], "inside" in page.html) == (503, "away", False)
    assert (well.status, well.json) == (503, {"status": "the record cannot be reached"})
    assert all(int(each.headers["Retry-After"]) > 0 for each in (page, well))
    assert (phone.opens("/health").status, phone.opens("/health").json) == (200, {"status": "ok"})


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
    names, address = ("Ann", "Ben & Co", "千夏"), "/new/oh-hell"
    form = phone.opens(address).form(address)
    with outage():
        again = phone.sends(form, seatwise("players", names)).form(address, has="players-0")
    (begun,) = {phone.sends(again).location for _ in range(2)}
    assert phone.api.sees(begun.removeprefix("/s/"))["document"]["players"] == [*names]


def test_whatever_was_sent_can_be_sent_again_as_it_was(table: Sitting, outage: Outage) -> None:
    text = 'Ann said "no" & left <b>\r\nthen she came back'
    token = {"csrf_token": table.phone.token()}
    with outage():
        page = table.phone.posts(f"{table.address}/entries", token | {"text": [text, "second"]})
        bare = table.phone.posts(f"{table.address}/discard", token)
    assert "What was saved is safe. Your entry is kept." in page.root.one("main").text
    hidden = page.root.one("main").all("input", name="text")
    # A reader of HTML takes each end of a line for \n; a browser sends them as they were.
    assert [each.get("value") for each in hidden] == [text.replace("\r\n", "\n"), "second"]
    assert page.root.one("main").all("b") == []
    assert table.phone.sends(bare.form(f"{table.address}/discard")).status == 303


def test_what_was_not_sent_from_this_site_is_not_shown(table: Sitting, outage: Outage) -> None:
    with outage():
        page = table.phone.posts(f"{table.address}/entries", {"csrf_token": "forged", "text": "buy this"})
    assert (page.status, "buy this" in page.html) == (400, False)


def test_an_outage_is_one_line_a_request(phone: Phone, outage: Outage, caplog: pytest.LogCaptureFixture) -> None:
    with outage():
        phone.opens("/history")
        phone.opens("/evenings/a%0Ab")
    lines = [(record.getMessage(), record.exc_info) for record in caplog.records]
    assert [line.partition(":")[0] for line, _ in lines] == ["GET /history", "GET /evenings/a%0Ab"]
    for line, trace in lines:
        assert (line.splitlines(), trace) == ([line], None)
        assert "away" in line and "says something of its inside" in line


@for_each("language", ["en", "ja"])
def test_a_record_that_is_damaged_is_told_in_words(
    app: Flask, outage: Outage, caplog: pytest.LogCaptureFixture, language: str
) -> None:
    program = Phone(app).api
    with outage(UnusableDatabaseError("page 3 of it is torn")):
        page = Phone(app, language=language).opens("/")
        told = program.asks("GET", "/sessions")
    assert (page.status, page.lang, "torn" in page.html) == (500, language, False)
    assert page.heading not in ("", "Something went wrong")
    assert told.problem == (500, "unusable")
    assert (caplog.records[-1].levelname, "torn" in str(caplog.records[-1].exc_info)) == ("ERROR", True)


def test_a_connection_that_cannot_be_given_back_spoils_no_answer(
    app: Flask, table: Sitting, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(app.extensions["takuroku"], "give_back", breaks)
        assert table.tries(seatwise("bids", (1, 1, 0))).status == 303
        assert table.position == 1
    assert "A connection could not be returned to the pool: the secret inside" in caplog.messages
