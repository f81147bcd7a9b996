"""What goes wrong is said in words, with the right status, and shows nothing of the inside."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from flask import Flask

from store.sessions.loading import SessionCache
from tests.kit.for_each import for_each
from tests.web.conftest import GAMES, Phone, Sitting, offer, seatwise

POSTED = ("/settings", "{}/entries", "{}/undo", "{}/again")
HEADERS = {"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy"}


class OddMishapError(RuntimeError):
    """What nobody thought of."""


def breaks(*_args: object, **_named: object) -> Any:
    raise OddMishapError("the secret inside")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_page_that_is_none_is_not_found_and_leads_home(app: Flask, language: str) -> None:
    page = Phone(app, language=language).opens("/nowhere")
    assert (page.status, page.lang, page.mimetype) == (404, language, "text/html")
    assert "/" in page.links()


@for_each(
    "address", ["/%00", "/%ff%fe", "/..%2f..%2fetc/passwd", "/static/../app.py", "/" + "x" * 20_000, "/s/", "/S/x"]
)
def test_an_odd_address_is_not_found(phone: Phone, address: str) -> None:
    assert phone.opens(address).status == 404


@for_each("address", POSTED)
def test_an_address_for_sending_cannot_be_opened(table: Sitting, address: str) -> None:
    page = table.phone.opens(address.format(table.address))
    assert (page.status, page.heading != "") == (405, True)
    # RFC 9110, 15.5.6: a 405 must have an Allow header.
    assert "POST" in page.headers.get("Allow", "")


@for_each("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods_are_refused(table: Sitting, method: str) -> None:
    assert table.phone.asks(method, table.address, headers={}).status in (400, 405)
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


def test_the_token_of_another_phone_is_refused(table: Sitting, stranger: Phone) -> None:
    page = table.tries({**seatwise("bids", (1, 1, 0)), "csrf_token": stranger.token()})
    assert (page.status, table.position) == (400, 0)


def test_five_megabytes_are_refused(table: Sitting) -> None:
    page = table.tries({**seatwise("bids", (1, 1, 0)), "text": "x" * 5_000_000})
    assert (page.status, page.mimetype, table.position) == (413, "text/html", 0)
    assert page.heading


def test_very_many_fields_are_refused_or_left_alone(table: Sitting) -> None:
    many = {f"x{number}": "1" for number in range(10_000)}
    answer = table.tries(seatwise("bids", (1, 1, 0)) | many)
    assert answer.status in (303, 413)
    assert len(table.kept["document"]["entries"]) == (1 if answer.status == 303 else 0)


def test_a_form_sent_as_something_else_writes_nothing(table: Sitting) -> None:
    form = table.form
    for kind in ("application/json", "text/plain"):
        page = table.phone.asks("POST", form.action, data=b'{"step": "bids"}', content_type=kind)
        assert (page.status, table.position) == (400, 0)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_nobody_thought_of_is_told_in_words(app: Flask, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    phone = Phone(app, language=language)
    table = phone.sits_down()
    monkeypatch.setattr("web.sheet.view.chart_of", breaks)
    page = phone.opens(table.address)
    assert (page.status, page.lang) == (500, language)
    assert page.heading
    assert page.root.one("main").text
    assert "OddMishap" not in page.html
    assert "secret" not in page.html
    assert set(page.headers.keys()) >= HEADERS


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
    monkeypatch.setattr("web.api.answers.report", breaks)
    page = table.phone.api.asks("GET", f"/sessions/{table.id}")
    assert (page.status, page.json["type"], "secret" in page.html) == (500, "http://localhost/api#broken", False)


def test_what_nobody_thought_of_is_in_the_log_of_the_site(
    table: Sitting, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("web.sheet.view.chart_of", breaks)
    table.phone.opens(table.address)
    assert [record.getMessage() for record in caplog.records] == [f"GET {table.address}"]
    assert caplog.records[0].exc_info is not None


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        *((page, HEADERS) for page in ("/", "/nowhere", "/static/none")),
        *((data, {"X-Content-Type-Options", "X-Takuroku"}) for data in ("/health", "/api/nothing", "/tools/yaku.json")),
        ("/assets/x/img/icon.svg", {"X-Content-Type-Options", "Content-Security-Policy"}),
    ],
)
def test_every_answer_has_the_headers_that_keep_it_to_itself(phone: Phone, address: str, kept: set[str]) -> None:
    found = set(phone.opens(address).headers.keys())
    assert found >= kept
    assert found & (HEADERS | {"X-Takuroku"}) >= kept & HEADERS


# A game that is there no more.


@pytest.fixture
def forgotten(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> Sitting:
    """A session of a game that the site no longer has."""
    with monkeypatch.context() as patch:
        offer(patch, GAMES)
        table = phone.sits_down(game="pot")
        table.enters({"seat": "0", "chips": "2"})
    # A site without the game was started anew, and keeps no session of before.
    monkeypatch.setattr("store.sessions.loading.SESSION_CACHE", SessionCache())
    return table


def test_a_session_of_a_forgotten_game_is_told_to_be_unreadable_and_stays_listed(forgotten: Sitting) -> None:
    for rest in ("", "/more", "/rows/0", "/takuroku.csv"):
        page = forgotten.phone.opens(forgotten.address + rest)
        assert (page.status, page.heading != "") == (410, True)
    assert forgotten.phone.opens(f"/api/v1/sessions/{forgotten.id}").status == 410
    assert forgotten.address in forgotten.phone.opens("/history").links()
    assert forgotten.phone.opens("/").status == 200
