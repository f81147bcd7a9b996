"""Whatever somebody sees who is no keeper leads somewhere: no link and no form of theirs is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from tests.kit.pages import opened
from tests.kit.web.page import Form, Page
from tests.kit.web.roles import Stage, staged
from tests.web.conftest import Phone

pytestmark = pytest.mark.thorough

ELSEWHERE = "https://app.bgstatsapp.com/"
REFUSED = frozenset({401, 403, 404, 405, 410})
ENDLESS = re.compile(r"^/tools/|^/rules/")
"""Pages that say of each card or rule where it leads: one of each is enough."""
NOT_LED_TO = {
    *("following.now", "lookahead.show", "seats.show", "moving.packed"),
    *("exports.code_picture", "evenings.drawn", "review.drawn"),
}
"""What only an open page asks for, the pictures on it, and what leads who only looks to nothing."""
OF_A_SEAT = re.compile(r"/s/[^/]+/seats/(pass/)?\d+(/take|/free)?")
OF_THE_PHONE = {"/settings", "/scorebooks/open", "/scorebooks/new", "/join", "/code"}
"""What a form may be for that writes nothing in the scorebook."""


@pytest.fixture(scope="module")
def stage(app: Flask) -> Stage:
    return staged(app)


@pytest.fixture(scope="module", params=["game", "book", "seat"])
def role(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def seen(stage: Stage, role: str) -> dict[str, Page]:
    """Every page that the role can come to from home, by its address."""
    return {page.address: page for page in crawled(stage.phones[role])}


@pytest.fixture(scope="module")
def sent(seen: dict[str, Page]) -> dict[str, Form]:
    """The forms on them that write, by where they are sent."""
    pages = (page for page in seen.values() if page.mimetype == "text/html")
    return {each.action: each for page in pages for each in page.forms if each.method == "post"}


def crawled(phone: Phone) -> Iterator[Page]:
    """Every page that can be come to by links and by forms that only ask; fails where one is refused."""
    waiting, known = [("", "/")], {"/"}
    while waiting:
        came_from, address = waiting.pop()
        page = phone.opens(address)
        assert page.status not in REFUSED, f"{came_from} leads to {address}, which is answered {page.status}"
        if not page.location:
            yield page
        for link in _leads_to(page):
            place = link.partition("?")[0] if ENDLESS.search(link) else link
            if place not in known and not link.startswith(ELSEWHERE):
                known.add(place)
                waiting.append((address, link))


def _leads_to(page: Page) -> Iterator[str]:
    if page.location:
        yield page.location
    if page.location or page.mimetype != "text/html":
        return
    yield from page.links()
    yield from (each.action for each in page.forms if each.method == "get")
    yield from (each.get("data-follow") for each in page.root.all() if each.has("data-follow"))


def test_what_there_is_to_see_is_come_to_from_home(app: Flask, stage: Stage, role: str, seen: dict[str, Page]) -> None:
    routes = app.url_map.bind("")
    come_to = {routes.match(address.partition("?")[0])[0] for address in seen}
    to_watch = {page for page in opened() if page.audience == "watcher" and page.endpoint not in NOT_LED_TO}
    of_session = {page.endpoint for page in to_watch if page.of_session}
    of_book = {page.endpoint for page in to_watch if not page.of_session}
    assert of_session - come_to == set()
    assert of_book & come_to == (of_book if role == "book" else set())
    assert {f"/s/{stage.session}", f"/s/{stage.koi}", "/scorebooks" if role == "book" else "/"} <= seen.keys()
    assert (f"/s/{stage.session}/seats" in seen) == (role == "seat")


def test_no_form_that_is_shown_is_refused(stage: Stage, role: str, sent: dict[str, Form]) -> None:
    phone = stage.phones[role]
    with phone.client.session_transaction() as cookie:
        before = dict(cookie)
    for form in sent.values():
        tapped = [(each.get("name"), each.get("value")) for each in form.element.all("button") if each.get("name")]
        answer = phone.posts(form.action, form.values | dict(tapped[:1]))
        assert answer.status not in REFUSED, f"the form to {form.action} is answered {answer.status}"
        with phone.client.session_transaction() as cookie:
            cookie.clear()
            cookie.update(before)


def test_who_only_looks_is_shown_no_form_that_writes(role: str, sent: dict[str, Form]) -> None:
    writes = sent.keys() - OF_THE_PHONE
    assert [action for action in writes if role != "seat" or not OF_A_SEAT.fullmatch(action)] == []


def test_no_page_is_empty(seen: dict[str, Page]) -> None:
    for page in seen.values():
        assert page.mimetype != "text/html" or page.root.one("main").text, page.address
