"""A join code is shown beside the QR code, typed on another phone, and lets in like its link."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from flask import Flask

from record.author import stamp
from store.access import join_codes
from store.errors import UnavailableError
from tests.kit.for_each import for_each
from tests.kit.web.joining import VIEWS, devices, invites, made, makes, removes, withdraws
from tests.kit.web.page import Page
from tests.web.conftest import Phone, Sitting
from tests.web.http.test_rate_limit import PhoneAt
from web.request import rate_limit
from web.request.rate_limit import LIMITS, OF_SITE, Limit

_addresses = count(1)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Lets time pass for codes, from the moment at which the test began."""
    passed = timedelta()
    began = datetime.now(UTC).replace(microsecond=0)

    def now() -> datetime:
        return began + passed

    def pass_by(time: timedelta) -> None:
        nonlocal passed
        passed += time

    for module in ("web.identity.join_code", "web.pages.access.join_by_code"):
        monkeypatch.setattr(f"{module}.now", now)
    monkeypatch.setattr("web.identity.join_code.now_stamp", lambda: stamp(now()))
    return pass_by


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets seconds pass for the limits: three by address in ten minutes, five by everybody in a minute."""
    monkeypatch.setitem(LIMITS, "codes", Limit(3, timedelta(minutes=10)))
    monkeypatch.setitem(OF_SITE, "codes", Limit(5, timedelta(minutes=1)))
    passed = [next(_addresses) * 3600.0]
    monkeypatch.setattr(
        rate_limit, "now", lambda: datetime(2030, 1, 1, 20, 0, 15, tzinfo=UTC) + timedelta(seconds=passed[0])
    )

    def pass_by(seconds: float) -> None:
        passed[0] += seconds

    return pass_by


@pytest.fixture(autouse=True)
def room(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test meets a limit that is not about it."""
    if "counts" not in request.fixturenames:
        for limits in (LIMITS, OF_SITE):
            monkeypatch.setitem(limits, "codes", Limit(1000, timedelta(minutes=1)))


@pytest.fixture
def new_phone(app: Flask) -> Callable[[], Phone]:
    """A phone at an address of its own."""
    return lambda: PhoneAt(app, f"203.0.113.{next(_addresses)}")


def code_on(page: Page) -> str:
    """The code that a page shows, as it is read; "" where there is none."""
    (signs,) = [each for each in page.root.all("b") if "signs" in each.classes] or (None,)
    if signs is None:
        return ""
    spoken, seen = signs.all("span")[:2]
    code = seen.text.replace(" ", "")
    assert spoken.text == f"Join code: {', '.join(code)}"
    return code


def types(phone: Phone, code: str) -> Page:
    return phone.sends(phone.opens("/join").form("/join"), {"code": code})


def joins(phone: Phone, code: str) -> Page:
    asked = phone.follows(types(phone, code))
    assert asked.heading == "You are invited"
    return phone.follows(phone.sends(asked.form("/join/link")))


# Shown.


def test_it_is_shown_wherever_the_qr_code_of_the_table_is(table: Sitting, stranger: Phone) -> None:
    code = code_on(invites(table))
    assert len(code) == join_codes.LENGTH
    table.phone.lets_in(stranger)
    for view in (*VIEWS, "invite"):
        assert code_on(table.phone.opens(f"{table.address}/{view}")) == code, view
        for role in ("keeper", "watcher") if view in VIEWS else ():
            stranger.may(role)
            assert code_on(stranger.opens(f"{table.address}/{view}")) == "", "a phone that has no link shows none"


def test_where_it_is_typed_is_said_if_others_can_open_that(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    invites(table)

    def told() -> str:
        return table.phone.opens(f"{table.address}/table").root.one("p", class_="to-type").text

    assert "localhost/join" not in told(), "another device would look for it at itself"
    monkeypatch.setattr("web.reports.phone_link.is_only_here", lambda: False)
    assert "or type at localhost/join" in told()


def test_it_is_said_until_when_it_works(table: Sitting, clock: Callable[[timedelta], None]) -> None:
    shown = invites(table).root.one("p", class_="to-type")
    assert shown.get("data-seconds") == "900"
    clock(timedelta(minutes=10))
    again = table.phone.opens(f"{table.address}/table").root.one("p", class_="to-type")
    assert again.get("data-seconds") == "900", "shown again it holds again"


def test_each_new_link_but_the_one_on_paper_has_one(table: Sitting) -> None:
    for kind in ("keep", "watch", "game", "recovery"):
        page = made(table.phone, kind, session=table.id)
        assert (code_on(page) == "") == (kind == "recovery"), kind
        assert "no-store" in page.headers["Cache-Control"]


def test_a_link_in_the_list_leads_to_its_code_and_a_recovery_page_to_none(table: Sitting) -> None:
    makes(table.phone, "watch")
    address = table.phone.opens("/links").form("/code").action
    shown = table.phone.opens(address)
    assert (shown.status, len(code_on(shown))) == (200, 6)
    assert "no-store" in shown.headers["Cache-Control"]
    withdraws(table.phone)
    assert table.phone.opens(address).status == 404
    makes(table.phone, "recovery")
    assert not [form for form in table.phone.opens("/links").forms if form.action.endswith("/code")]


def test_where_none_can_be_stored_the_qr_code_is_still_shown(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    invites(table)

    def busy(*_args: object, **_given: object) -> None:
        raise UnavailableError("busy", "somebody imports")

    monkeypatch.setattr("web.identity.join_code.show", busy)
    page = table.phone.opens(f"{table.address}/table")
    assert (page.status, code_on(page)) == (200, "")
    assert page.root.one("figure", class_="join").all("svg")


# Typed.


def test_who_types_it_on_the_home_page_takes_a_seat(table: Sitting, new_phone: Callable[[], Phone]) -> None:
    code, guest, home = code_on(invites(table)), new_phone(), table.phone.opens("/")
    assert (home.root.all("input", id="code"), "/join" in home.links()) == ([], True), "who has a scorebook has a link"
    asked = guest.follows(guest.sends(guest.opens("/").form("/join"), {"code": f"{code[:3]} {code[3:]}".lower()}))
    assert asked.heading == "You are invited"
    assert "Oh Hell" in asked.text
    assert guest.opens(table.address).status == 404, "to look changes nothing"
    seats = guest.follows(guest.sends(asked.form("/join/link")))
    assert seats.address == f"{table.address}/seats"
    assert guest.sends(seats.form("/seats/1/take")).status == 303


def wide(code: str) -> str:
    """In the full width of a Japanese keyboard, in lower case, with a long sound for a hyphen."""
    return "ー".join("".join(chr(ord(sign) + 0xFEE0) for sign in half) for half in (code[:3].lower(), code[3:]))


@for_each("kind, leads", [("keep", "/"), ("watch", "/"), ("game", "/s/{id}"), ("join", "/s/{id}/seats")])
def test_it_leads_where_its_link_leads_however_it_is_typed(
    table: Sitting, new_phone: Callable[[], Phone], kind: str, leads: str
) -> None:
    """What each kind of link opens is in tests/web/identity/test_links.py."""
    code = code_on(made(table.phone, kind, session=table.id))
    for typed in (code, wide(code)):
        guest = new_phone()
        assert joins(guest, typed).address == leads.format(id=table.id)
        assert guest.opens(table.address).status == 200
        assert (guest.opens("/links").status == 200) == (kind == "keep")
    before = devices(table.phone)
    assert "This phone has already joined." in table.phone.follows(types(table.phone, code)).text
    joins(table.phone, code)
    assert devices(table.phone) == before


@for_each(
    "typed, status, told",
    [
        ("", 422, "Type the join code."),
        ("k7m 4x", 422, "A join code has six letters and digits, and never 0, O, 1, I or L."),
        ("k7m 4x0", 422, "A join code has six letters and digits, and never 0, O, 1, I or L."),
        ("k7m 4xq", 404, "This join code does not work. Check each sign, or ask for the code that is shown now."),
    ],
)
def test_what_does_not_work_is_told_at_the_field(
    new_phone: Callable[[], Phone], typed: str, status: int, told: str
) -> None:
    page = types(new_phone(), typed)
    assert page.status == status
    field = page.root.one("input", id="code")
    assert (field.get("value"), field.get("aria-invalid")) == (typed, "true")
    assert page.root.one("p", id=field.get("aria-describedby")).text == told


def test_who_has_typed_it_in_time_has_as_long_to_accept(
    table: Sitting, new_phone: Callable[[], Phone], clock: Callable[[timedelta], None]
) -> None:
    code = code_on(invites(table))
    one, other = new_phone(), new_phone()
    clock(timedelta(minutes=14))
    asked = [phone.follows(types(phone, code)) for phone in (one, other)]
    clock(timedelta(minutes=14))
    assert one.sends(asked[0].form("/join/link")).status == 303
    clock(timedelta(minutes=1))
    late = other.sends(asked[1].form("/join/link"))
    assert (late.status, late.heading) == (404, "This link no longer works")


# Where it can be typed.


def test_who_sees_single_games_or_nothing_any_more_finds_the_way_too(
    table: Sitting, new_phone: Callable[[], Phone]
) -> None:
    guest = new_phone()
    joins(guest, code_on(invites(table)))
    assert "/join" in guest.opens("/").links()
    removes(table.phone)
    gone = guest.opens("/")
    assert (gone.status, "/join" in gone.links()) == (404, True)


# Guessed.


def test_an_address_may_type_so_many_on_any_site(
    app: Flask, table: Sitting, counts: Callable[[float], None], new_phone: Callable[[], Phone]
) -> None:
    guesser = new_phone()
    code = code_on(invites(table))
    assert [types(guesser, "222222").status for _ in range(4)] == [404, 404, 404, 429]
    refused = types(guesser, code)
    assert refused.status == 429, "a right one neither"
    assert "Many join codes were typed just now." in refused.text
    assert types(new_phone(), code).status == 303, "from another address"
    counts(float(refused.headers["Retry-After"]))
    assert guesser.sends(refused.form("/join")).status == 303, "what was typed is still there"


def test_all_addresses_together_may_type_so_many(
    table: Sitting, counts: Callable[[float], None], new_phone: Callable[[], Phone]
) -> None:
    code = code_on(invites(table))
    assert [types(new_phone(), "222222").status for _ in range(6)] == [404] * 5 + [429]
    refused = types(new_phone(), code)
    assert (refused.status, refused.headers["Retry-After"]) == (429, "45")
    counts(45)
    assert types(new_phone(), code).status == 303


def test_a_code_that_cannot_be_counted_is_not_tried(
    table: Sitting, new_phone: Callable[[], Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    code = code_on(invites(table))

    def busy(*_args: object, **_given: object) -> bool:
        raise UnavailableError("busy", "somebody imports")

    monkeypatch.setattr(rate_limit, "count", busy)
    assert types(new_phone(), code).status == 503
