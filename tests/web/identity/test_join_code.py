"""A join code is shown beside the QR code, typed on another phone, and lets in like its link."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from flask import Flask

from store.access.secrets import CODE_LENGTH
from store.errors import UnavailableError
from tests.kit.for_each import for_each
from tests.kit.web.joining import VIEWS, devices, invites, made, removes, revokes
from tests.kit.web.page import Page
from tests.web.conftest import Phone, Sitting
from web.http import limits
from web.http.limits import LIMITS, OF_SITE

_addresses = count(1)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[datetime]]:
    """The time of codes and, from a quarter of a minute on, that of the limits; a test may put it forward.

    Three may be typed by address in ten minutes, five by everybody in a minute.
    """
    time = [datetime(2030, 1, 1, 20, 0, 15, tzinfo=UTC) + timedelta(hours=next(_addresses))]
    monkeypatch.setitem(LIMITS, "codes", (3, timedelta(minutes=10)))
    monkeypatch.setitem(OF_SITE, "codes", (5, timedelta(minutes=1)))
    for place in ("web.identity.invitations", "web.identity.phone_links", "web.pages.access", "web.http.limits"):
        monkeypatch.setattr(f"{place}.now", lambda: time[0])
    yield time


class Guest(Phone):
    """A phone at an address of its own."""

    def __init__(self, app: Flask) -> None:
        super().__init__(app, at=f"203.0.113.{next(_addresses)}")


def code_on(page: Page) -> str:
    """The code that a page shows, as it is read; "" where there is none."""
    for signs in (each for each in page.root.all("b") if "signs" in each.classes):
        spoken, seen = (each.text for each in signs.all("span")[:2])
        assert spoken == f"Join code: {', '.join(seen.replace(' ', ''))}"
        return seen.replace(" ", "")
    return ""


def types(phone: Phone, code: str) -> Page:
    return phone.sends(phone.opens("/scan").form("/scan"), {"code": code})


def joins(phone: Phone, code: str) -> Page:
    asked = phone.follows(types(phone, code))
    assert asked.heading == "You are invited"
    return phone.follows(phone.sends(asked.form("/join/link")))


# Shown.


def test_it_is_shown_wherever_the_qr_code_of_the_table_is(table: Sitting, stranger: Phone) -> None:
    code = code_on(invites(table))
    assert len(code) == CODE_LENGTH
    table.phone.lets_in(stranger)
    for view in VIEWS:
        assert code_on(table.phone.opens(f"{table.address}/{view}")) == code, view
        for role in ("keeper", "watcher"):
            stranger.may(role)
            assert code_on(stranger.opens(f"{table.address}/{view}")) == "", "a phone that has no link shows none"


def test_where_it_is_typed_is_said_if_others_can_open_that(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = invites(table).root.one("p", class_="to-type")
    # Another device would look for localhost at itself.
    assert "localhost/scan" not in shown.text
    monkeypatch.setattr("web.exports.qr_codes.is_only_here", lambda: False)
    assert "Type at localhost/scan" in table.phone.opens(f"{table.address}/table").text


def test_each_link_but_the_one_on_paper_has_one_and_its_line_leads_there(table: Sitting) -> None:
    for kind, length in (("watch", 6), ("game", 6), ("recovery", 0)):
        page = made(table.phone, kind, session=table.id)
        assert (len(code_on(page)), "no-store" in page.headers["Cache-Control"]) == (length, True), kind
        lines = [form.action for form in table.phone.opens("/links").forms if form.action.endswith("/code")]
        shown = [table.phone.opens(address) for address in lines]
        assert [(each.status, code_on(each)) for each in shown] == [(200, code_on(page))] * bool(length)
        assert all("no-store" in each.headers["Cache-Control"] for each in shown)
        revokes(table.phone)
        assert [table.phone.opens(address).status for address in lines] == [404] * bool(length)


def test_where_none_can_be_stored_the_qr_code_is_still_shown(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    invites(table)

    def busy(*_args: object, **_given: object) -> None:
        raise UnavailableError("busy", "somebody imports")

    monkeypatch.setattr("web.pages.access.join_code_of", busy)
    page = table.phone.opens(f"{table.address}/table")
    assert (page.status, code_on(page)) == (200, "")
    assert page.root.one("figure", class_="join").all("svg")


# Typed.


def test_who_types_it_at_the_door_takes_a_seat(app: Flask, table: Sitting) -> None:
    code, guest = code_on(invites(table)), Guest(app)
    assert "/scan" in table.phone.opens("/tools").links()
    assert "/scan" in guest.opens("/").links()
    asked = guest.follows(types(guest, f"{code[:3]} {code[3:]}".lower()))
    assert asked.heading == "You are invited"
    assert "Oh Hell" in asked.text
    assert guest.opens(table.address).status == 404, "to look changes nothing"
    seats = guest.follows(guest.sends(asked.form("/join/link")))
    assert seats.address == f"{table.address}/seats"
    assert guest.sends(seats.form("/seats/1/take")).status == 303
    # Who sees single games or nothing any more finds the way too.
    homes = [guest.opens("/")]
    removes(table.phone)
    homes.append(guest.opens("/"))
    assert [(each.status, "/scan" in each.links()) for each in homes] == [(200, True), (404, True)]


def wide(code: str) -> str:
    """In the full width of a Japanese keyboard, in lower case, with a long sound for a hyphen."""
    return "ー".join("".join(chr(ord(sign) + 0xFEE0) for sign in half) for half in (code[:3].lower(), code[3:]))


@for_each("kind, leads", [("watch", "/"), ("game", "/s/{id}"), ("join", "/s/{id}/seats")])
def test_it_leads_where_its_link_leads_however_it_is_typed(app: Flask, table: Sitting, kind: str, leads: str) -> None:
    """What each kind of link opens is in tests/web/identity/test_links.py."""
    code = code_on(made(table.phone, kind, session=table.id))
    for typed in (code, wide(code)):
        guest = Guest(app)
        assert joins(guest, typed).address == leads.format(id=table.id)
        assert guest.opens(table.address).status == 200
        assert guest.opens("/links").status != 200
    before = devices(table.phone)
    assert "This phone has already joined." in table.phone.follows(types(table.phone, code)).text
    joins(table.phone, code)
    assert devices(table.phone) == before


@for_each(
    "typed, status, told",
    [
        ("", 422, "Enter the six-character code, or paste a whole link: it begins with https://."),
        (" - ", 422, "A join code has six letters and digits, and never 0, O, 1, I or L."),
        ("k7m 4x", 422, "A join code has six letters and digits, and never 0, O, 1, I or L."),
        ("k7m 4x0", 422, "A join code has six letters and digits, and never 0, O, 1, I or L."),
        ("k7m 4xq", 404, "This join code does not work. Check each character, or ask for the code that is shown now."),
    ],
)
def test_what_does_not_work_is_told_at_the_field(app: Flask, typed: str, status: int, told: str) -> None:
    page = types(Guest(app), typed)
    assert page.status == status
    field = page.root.one("input", id="code")
    assert (field.get("value"), field.get("aria-invalid")) == (typed, "true")
    assert page.root.one("p", id=field.get("aria-describedby")).text == told


def test_who_has_typed_it_in_time_has_as_long_to_accept(app: Flask, table: Sitting, clock: list[datetime]) -> None:
    shown, one, other = made(table.phone, "watch"), Guest(app), Guest(app)
    assert shown.root.one("p", class_="to-type").get("data-seconds") == "900"
    code = code_on(shown)
    clock[0] += timedelta(minutes=14)
    asked, late = (phone.follows(types(phone, code)).form("/join/link") for phone in (one, other))
    clock[0] += timedelta(minutes=14)
    assert one.sends(asked).status == 303
    clock[0] += timedelta(minutes=1)
    page = other.sends(late)
    assert (page.status, page.heading) == (404, "This link no longer works")


def test_what_an_open_page_of_before_sends_still_joins(app: Flask, table: Sitting) -> None:
    guest, code = Guest(app), code_on(invites(table))
    assert guest.opens("/join").location == "/scan"
    form = guest.opens("/scan").form("/scan").values
    sent_on = guest.posts("/join", {**form, "code": code})
    assert (sent_on.status, sent_on.location) == (307, "/scan")
    assert guest.posts("/scan", {**form, "code": code}).location == "/join/link"


# Guessed.


def test_an_address_and_all_of_them_together_may_type_so_many_on_any_site(
    app: Flask, table: Sitting, clock: list[datetime]
) -> None:
    guesser, code = Guest(app), code_on(made(table.phone, "watch"))
    assert [types(guesser, "222222").status for _ in range(4)] == [404, 404, 404, 429]
    refused = types(guesser, code)
    assert refused.status == 429, "a right one neither"
    assert "Many join codes were typed just now." in refused.text
    assert types(Guest(app), code).status == 303, "from another address"
    # That was the fourth of all that were counted; after a fifth nobody may.
    assert [types(Guest(app), "222222").status for _ in range(2)] == [404, 429]
    busy = types(Guest(app), code)
    assert (busy.status, busy.headers["Retry-After"]) == (429, "45")
    clock[0] += timedelta(seconds=45)
    assert types(Guest(app), code).status == 303
    clock[0] += timedelta(seconds=float(refused.headers["Retry-After"]))
    assert guesser.sends(refused.form("/scan")).status == 303, "what was typed is still there"


def test_a_link_is_no_guess_and_may_be_entered_meanwhile(app: Flask, clock: list[datetime]) -> None:
    guest = Guest(app)
    assert [types(guest, "222222").status for _ in range(4)] == [404, 404, 404, 429]
    assert types(guest, "http://localhost/j/abc").status == 303


def test_a_code_that_cannot_be_counted_is_not_tried(
    app: Flask, table: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = code_on(invites(table))

    def busy(*_args: object, **_given: object) -> bool:
        raise UnavailableError("busy", "somebody imports")

    monkeypatch.setattr(limits, "count", busy)
    assert types(Guest(app), code).status == 503
