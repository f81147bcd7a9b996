"""The link to join a table by: on a keeper's device alone, from a tap until it ends, at an address that phones open."""

from __future__ import annotations

from datetime import datetime

import pytest
import segno
from flask import Flask

from record.evenings import evening_end
from store.access import secrets
from store.access.secrets import Link, secrets_of
from store.book import Book
from tests.kit.for_each import for_each
from tests.kit.web.joining import VIEWS, codes, invites, may_invite, revokes, scans, secret_of
from tests.web.conftest import Phone, Sitting, borrowed
from web.identity import table_links
from web.pages.session import invite
from web.request import network


@pytest.mark.parametrize("view", VIEWS)
def test_a_tap_shows_the_code_on_every_view_of_this_device(table: Sitting, view: str) -> None:
    assert codes(table.phone.opens(f"{table.address}/{view}")) == []
    assert invites(table, view).address == f"{table.address}/{view}"
    code = segno.make(f"http://localhost/j/{secret_of(table)}", micro=False, error="m")
    drawn = code.svg_inline(border=4, omitsize=True)
    for page in (table.phone.opens(f"{table.address}/{each}") for each in VIEWS):
        (path,) = codes(page)
        assert f'd="{path}"' in drawn
        assert (may_invite(page), "style=" in page.html) == (False, False)


def test_who_scans_it_joins_the_table_and_sits_down(table: Sitting, stranger: Phone) -> None:
    seats = scans(stranger, table)
    assert seats.address == f"{table.address}/seats"
    stranger.follows(stranger.sends(seats.form("/seats/1/take")))
    assert invited_on(stranger, table) == [(False, False)] * 3, "a player invites nobody"


def invited_on(phone: Phone, table: Sitting) -> list[tuple[bool, bool]]:
    """Whether each view has the code, and the button that makes it."""
    pages = [phone.opens(f"{table.address}/{view}?look=1") for view in VIEWS]
    assert [page.status for page in pages] == [200] * len(VIEWS)
    return [(codes(page) != [], may_invite(page)) for page in pages]


def test_a_second_tap_makes_no_second_link(table: Sitting) -> None:
    form = table.phone.opens(f"{table.address}/table").form("/seats/link")
    for _twice in range(2):
        table.phone.sends(form)
    with borrowed(table.phone.client.application) as db, table.phone.client.session_transaction() as cookie:
        (link,) = secrets_of(Book(db, cookie["scorebook"], "keeper"), Link)
    assert (link.role, link.session, link.ends_at is None) == ("player", table.id, False)


def test_it_goes_when_the_link_is_revoked_or_has_ended_and_another_can_be_made(
    table: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    invites(table)
    before = secret_of(table)
    revokes(table.phone)
    assert invited_on(table.phone, table) == [(False, True)] * 3
    assert codes(invites(table)) != []
    assert secret_of(table) != before
    revokes(table.phone)
    monkeypatch.setattr(invite, "end_of_evening", lambda: "2026-01-01T06:00:00Z")
    invites(table)
    assert invited_on(table.phone, table) == [(False, True)] * 3


def test_another_keeper_has_a_code_of_its_own_and_a_watcher_has_none(table: Sitting, stranger: Phone) -> None:
    invites(table)
    table.phone.lets_in(stranger)
    for role, may in (("keeper", True), ("watcher", False)):
        stranger.may(role)
        assert invited_on(stranger, table) == [(False, may)] * 3, role


def test_a_cookie_keeps_few_of_them(phone: Phone) -> None:
    # Other people each time: the same ones would leave the game before.
    tables = [phone.sits_down(f"Ann {n}", f"Ben {n}", f"Cleo {n}") for n in range(table_links.MAX_LINKS_KEPT + 1)]
    for table in tables:
        invites(table)
    with phone.client.session_transaction() as cookie:
        assert [session for session, _ in cookie["invites"]] == [table.id for table in tables[1:]]


def test_too_many_links_are_told(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "MAX_LINKS", 0)
    page = table.phone.sends(table.phone.opens(f"{table.address}/flat").form("/seats/link"))
    assert (page.status, page.alerts) == (422, ["There are already 0. Revoke one first."])


def test_a_game_that_is_over_is_joined_by_nobody_and_looked_at_by_whoever_is_let_in(table: Sitting) -> None:
    invites(table)
    table.ends()
    assert invited_on(table.phone, table)[:2] == [(False, False)] * 2
    assert (kinds(table), codes(table.phone.opens(f"{table.address}/seats"))) == (["watch", "keep"], [])
    assert codes(invites(table, "seats", "watch")) != []


def kinds(table: Sitting) -> list[str]:
    """As what others can be let in."""
    switch = table.phone.opens(f"{table.address}/seats").root.one("form", class_="switch")
    return [each.get("value") for each in switch.all("button")]


@for_each(
    "now, until",
    [
        ("2026-11-22T21:40:00+09:00", "2026-11-23T06:00:00+09:00"),
        ("2026-11-23T00:00:00+09:00", "2026-11-23T06:00:00+09:00"),
        # Who is let in at one in the morning may play on.
        ("2026-11-23T00:00:01+09:00", "2026-11-24T06:00:00+09:00"),
        ("2026-11-23T05:59:00+09:00", "2026-11-24T06:00:00+09:00"),
        ("2026-12-31T23:00:00-05:00", "2027-01-01T06:00:00-05:00"),
    ],
)
def test_an_evening_ends_in_a_morning_that_is_six_hours_away(now: str, until: str) -> None:
    assert evening_end(datetime.fromisoformat(now)) == datetime.fromisoformat(until)


# Codes that phones can open: of a site that is opened as localhost, they lead to its address in the network.


@for_each(
    "base, setting, visitor, host",
    [
        ("http://localhost:8000", {}, "127.0.0.1", "192.168.1.5:8000"),
        ("http://127.0.0.1:8000", {}, "127.0.0.1", "192.168.1.5:8000"),
        # Where the site cannot know it, it does not guess.
        ("http://localhost:8080", {}, "127.0.0.1", None),
        ("http://localhost", {}, "127.0.0.1", None),
        ("http://localhost:8000", {"PROXIES": 1}, "127.0.0.1", None),
        ("http://localhost:8000", {"HOST": "127.0.0.1"}, "127.0.0.1", None),
        # Through the bridge of a container.
        ("http://localhost:8000", {}, "172.17.0.1", None),
    ],
)
def test_a_code_leads_to_the_address_in_the_network(
    app: Flask,
    monkeypatch: pytest.MonkeyPatch,
    *,
    base: str,
    setting: dict[str, object],
    visitor: str,
    host: str | None,
) -> None:
    """The site as `make run` serves it, on a machine with an address in its network."""
    with monkeypatch.context() as at_home:
        at_home.setattr(network, "lan_address", lambda: "192.168.1.5")
        for name, value in setting.items():
            at_home.setitem(app.config, name, value)
        with app.test_request_context("/", base_url=base, environ_base={"REMOTE_ADDR": visitor}):
            assert network.host_for_phones() == host


@for_each(
    "host, only_here",
    [
        ("localhost:8000", True),
        ("LOCALHOST.:8000", True),
        ("cards.localhost", True),
        ("127.0.0.1", True),
        ("127.8.9.1", True),
        ("[::1]:8000", True),
        ("[::ffff:127.0.0.1]:8000", True),
        ("0.0.0.0:8000", True),
        ("192.168.1.5:8000", False),
        ("[2001:db8::1]", False),
        ("cards.example.org", False),
        ("localhost.example.org", False),
    ],
)
def test_an_address_of_this_device_alone_is_known(app: Flask, host: str, only_here: bool) -> None:
    with app.test_request_context(base_url=f"http://{host}"):
        assert network.is_only_here() == only_here


@pytest.mark.parametrize("instead", ["192.168.1.5:8000", None])
def test_every_view_that_draws_the_code_says_where_it_leads(
    table: Sitting, monkeypatch: pytest.MonkeyPatch, instead: str | None
) -> None:
    monkeypatch.setattr("web.exports.qr_codes.host_for_phones", lambda: instead)
    invites(table)
    for view in ("table", "flat"):
        where = f"The code leads to {instead}." if instead else "Phones cannot open localhost."
        told = table.behind(view).text
        assert [words in told for words in (where, "Scan to join until tomorrow")] == [True, True], view
    page, where = table.behind("seats"), instead or "Open the site here at its network address"
    assert (where in page.text, "Until tomorrow" in page.text) == (True, True)
    if instead:
        assert page.root.one("input", id="made").get("value").startswith(f"http://{instead}/j/")
    page = table.phone.opens(f"{table.address}/seats", base_url="http://192.168.1.5:8000")
    assert "Phones cannot open" not in page.text, "there phones open it"
