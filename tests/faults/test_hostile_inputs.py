"""What no phone of ours sends, as far as the database: on both engines it is refused in words, or taken as it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.faults.conftest import BIDS, Site
from tests.kit.web.page import Form, Page
from tests.web.conftest import Sitting

ODD = (
    "a\0b",
    "\ud83c",  # half a character
    "é" * 10_000,
    "ΐ" * 3_000,  # three times as long when its case is folded
    str(10**30),
)


def in_address(value: str) -> str:
    """As it would come over the wire, half characters too."""
    return "".join(f"%{byte:02x}" for byte in value.encode("utf-8", "surrogatepass"))


def is_answered(page: Page) -> None:
    """It was not the site that failed."""
    assert page.status < 500, f"{page.status} at {page.address[:80]}"


@pytest.fixture
def table(site: Site) -> Iterator[Sitting]:
    """A table of which all is still there afterwards, with its record."""
    table = site.table()
    yield table
    of_it = (table.address, f"{table.address}/more")
    for address in ("/", "/history", "/new/oh-hell", "/links", "/devices", "/scorebooks", *of_it):
        assert table.phone.opens(address).status == 200, address
    site.kept()


def test_odd_addresses(table: Sitting) -> None:
    for text in map(in_address, ODD):
        is_answered(table.phone.opens(f"/history?text={text}&player={text}&game={text}&month={text}&page={text}"))
        is_answered(table.phone.opens(f"{table.address}?row={text}"))
        for address in ("/s/{}", "/api/v1/sessions/{}", "/new/{}", f"{table.address}/rows/{{}}"):
            page = table.phone.opens(address.format(text))
            assert page.status in (404, 410), address


def test_odd_entries(site: Site, table: Sitting) -> None:
    said: list[str] = []
    for value in ODD:
        for field in ("position", "key", "bids-0"):
            form = table.form
            page = sends(table, form, {**BIDS, field: value})
            is_answered(page)
            assert sends(table, form, {**BIDS, field: value}).status == page.status
            if page.status == 303:
                table.undoes()
                said += ["enter", "undo"]
            assert site.log(table) == said


def sends(table: Sitting, form: Form, typed: dict[str, Any]) -> Page:
    """A form whose values need not be characters."""
    pairs = {**form.values, **typed}.items()
    body = "&".join(f"{name}={in_address(str(value))}" for name, value in pairs if value is not None)
    return table.phone.asks("POST", form.action, data=body, content_type="application/x-www-form-urlencoded")


def test_odd_seats_and_what_is_said_there(site: Site, table: Sitting) -> None:
    seats = f"{table.address}/seats"
    token = table.phone.opens(seats).form("/seats/0/take").values
    for seat in (3, 2**31, 2**63, 10**30):
        for address in (f"{seat}/take", f"{seat}/free", f"pass/{seat}", f"{seat}"):
            page = table.phone.posts(f"{seats}/{address}", {**token, "step": "bids", f"bids-{seat}": "1"})
            assert page.status == 404, address
        assert table.phone.opens(f"{seats}/pass/{seat}").status == 404
        # A seat may have been undone: its phone is led to the others.
        assert table.phone.opens(f"{seats}/{seat}").location == seats
    for value in ODD:
        form = table.phone.opens(f"{seats}/1").form("/seats/1")
        for field in ("step", "position", "key", "round", "bids-1"):
            is_answered(sends(table, form, {field: value}))
        is_answered(table.phone.opens(f"{seats}/pass?round={in_address(value)}"))
    assert site.log(table) == []


def test_odd_words_in_every_form(table: Sitting) -> None:
    phone = table.phone
    table.bids(1, 1, 0)
    new, page, rules = phone.opens("/new/oh-hell"), table.page, table.behind("plan")
    links, devices, shelf = (phone.opens(address) for address in ("/links", "/devices", "/scorebooks/name"))
    setup, adjustment, link = new.form("/new/oh-hell"), table.adjustment, links.form("/links", has="days")
    for value in ODD:
        players = {"players-0": "Ann", "players-1": "Ben", "players-2": "Chika"}
        for form, typed in (
            (setup, {**players, "players-0": value}),
            (setup, {**players, "dealer": value}),
            (adjustment, {"seat": "0", "amount": "1", "reason": value, "key": f"reason {len(value)}"}),
            (adjustment, {"seat": value, "amount": value, "reason": value}),
            (rules.form("/rules"), {"rule_name": value}),
            (page.form("/undo"), {"count": value, "position": value}),
            (link, {"for": value, "days": value}),
            (link, {"for": "join", "session": value}),
            (devices.form("/name"), {"name": value}),
            (shelf.form("/scorebooks/name"), {"name": value}),
        ):
            is_answered(sends(table, form, typed))
        token = {"csrf_token": phone.token(), "name": "Tablet"}
        for address in ("/links/{}/revoke", "/devices/{}/remove", "/devices/{}/name", "/j/{}"):
            assert phone.posts(address.format(in_address(value)), token).status == 404, address
        for address in ("/j/{}", "/links?session={}"):
            assert phone.opens(address.format(in_address(value))).status == 404, address


def test_odd_json(table: Sitting) -> None:
    address = f"/api/v1/sessions/{table.id}/entries"
    for value in ODD:
        number = int(value) if value.isdecimal() else -(10**30)
        for position, entry in (
            (0, {"step": "bids", "bids": [value, 1, 0]}),
            (0, {"step": "bids", "bids": [number, 1, 0]}),
            (0, {"step": value, "bids": [1, 1, 0]}),
            (0, {"step": "note", "text": value}),
            (0, {value: value}),
            (value, {"step": "bids", "bids": [1, 1, 0]}),
            (number, {"step": "bids", "bids": [1, 1, 0]}),
        ):
            is_answered(table.phone.says(address, {"position": position, "entry": entry}))


@pytest.mark.parametrize("said", ["a\0b", "é" * 1_000])
def test_an_odd_visitor(site: Site, said: str) -> None:
    """Signed with the site's own secret, whoever got at it."""
    phone = site.phone()
    phone.opens("/")
    with phone.client.session_transaction() as cookie:
        cookie["scorebook"] = cookie["own"] = cookie["secret"] = cookie["device"] = said
    table = phone.sits_down(format="long", top_hand="3")
    table.bids(1, 1, 0)
    for address in ("/", "/history", f"{table.address}/more"):
        assert phone.opens(address).status == 200
    site.kept()
