"""The link to join a table by: on a keeper's device alone, from a tap until it ends, at an address that phones open."""

from __future__ import annotations

from datetime import datetime

import pytest
import segno
from flask import Flask

from record.evenings import morning_after
from store.access import links
from tests.kit.for_each import for_each
from tests.kit.web.joining import VIEWS, codes, invites, may_invite, scans, secret_of, withdraws
from tests.web.conftest import Phone, Sitting, borrowed
from web.identity import table_link
from web.pages.session import inviting
from web.request import network


@pytest.mark.parametrize("view", VIEWS)
def test_a_tap_shows_the_code_on_every_view_of_this_device(table: Sitting, view: str) -> None:
    assert codes(table.phone.opens(f"{table.address}/{view}")) == []
    page = invites(table, view)
    assert page.address == f"{table.address}/{view}"
    code = segno.make(f"http://localhost/j/{secret_of(table)}", micro=False, error="m")
    drawn = code.svg_inline(border=4, omitsize=True)
    for each in VIEWS:
        page = table.phone.opens(f"{table.address}/{each}")
        (path,) = codes(page)
        assert f'd="{path}"' in drawn
        assert not may_invite(page)
        assert "style=" not in page.html


def test_who_scans_it_joins_the_table_and_sits_down(table: Sitting, stranger: Phone) -> None:
    seats = scans(stranger, table)
    assert seats.address == f"{table.address}/seats"
    stranger.follows(stranger.sends(seats.form("/seats/1/take")))
    for view in VIEWS:
        page = stranger.opens(f"{table.address}/{view}?look=1")
        assert page.status == 200
        assert (codes(page), may_invite(page)) == ([], False), "a player invites nobody"


def test_a_second_tap_makes_no_second_link(table: Sitting) -> None:
    form = table.phone.opens(f"{table.address}/table").form("/invite")
    table.phone.sends(form)
    table.phone.sends(form)
    with borrowed(table.phone.client.application) as db, table.phone.client.session_transaction() as cookie:
        (link,) = links.of_scorebook(db, cookie["scorebook"])
    assert (link.role, link.session) == ("player", table.id)
    assert link.ends_at is not None


def test_it_goes_when_the_link_is_withdrawn_and_another_can_be_made(table: Sitting) -> None:
    invites(table)
    before = secret_of(table)
    withdraws(table.phone)
    page = table.phone.opens(f"{table.address}/table")
    assert (codes(page), may_invite(page)) == ([], True)
    assert codes(invites(table)) != []
    assert secret_of(table) != before


def test_it_goes_when_the_link_has_ended(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inviting, "end_of_evening", lambda: "2026-01-01T06:00:00Z")
    page = invites(table)
    assert (codes(page), may_invite(page)) == ([], True)


def test_another_keeper_has_a_code_of_its_own_and_a_watcher_has_none(table: Sitting, stranger: Phone) -> None:
    invites(table)
    table.phone.lets_in(stranger)
    for role, may in (("keeper", True), ("watcher", False)):
        stranger.may(role)
        for view in VIEWS:
            page = stranger.opens(f"{table.address}/{view}")
            assert (codes(page), may_invite(page)) == ([], may), role
    sent = {"csrf_token": stranger.token(), "view": "table"}
    assert stranger.posts(f"{table.address}/invite", sent).status == 403


def test_a_cookie_keeps_few_of_them(phone: Phone) -> None:
    # Other people each time: the same ones would leave the game before.
    tables = [phone.sits_down(f"Ann {n}", f"Ben {n}", f"Cleo {n}") for n in range(table_link.MAX_LINKS_KEPT + 1)]
    for table in tables:
        invites(table)
    with phone.client.session_transaction() as cookie:
        assert [session for session, _ in cookie["invites"]] == [table.id for table in tables[1:]]


def test_too_many_links_are_told(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "MAX_LINKS", 0)
    page = table.phone.sends(table.phone.opens(f"{table.address}/flat").form("/invite"))
    assert page.status == 422
    assert page.alerts == ["There are already 0 links. Revoke one first."]


def test_a_game_that_is_over_is_joined_by_nobody(table: Sitting) -> None:
    invites(table)
    table.ends()
    for view in VIEWS:
        page = table.phone.opens(f"{table.address}/{view}")
        assert (codes(page), may_invite(page)) == ([], False)


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
    assert morning_after(datetime.fromisoformat(now)) == datetime.fromisoformat(until)


# Codes that phones can open: of a site that is opened as localhost, they lead to its address in the network.


@pytest.fixture
def at_home(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The site as `make run` serves it, on a machine with an address in its network."""
    monkeypatch.setattr(network, "lan_address", lambda: "192.168.1.5")
    return app


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_a_code_leads_to_the_address_in_the_network(at_home: Flask, host: str) -> None:
    with at_home.test_request_context("/", base_url=f"http://{host}:8000", environ_base={"REMOTE_ADDR": "127.0.0.1"}):
        assert network.host_for_phones() == "192.168.1.5:8000"


@pytest.mark.parametrize(
    ("base", "setting", "visitor"),
    [
        ("http://localhost:8080", {}, "127.0.0.1"),
        ("http://localhost", {}, "127.0.0.1"),
        ("http://localhost:8000", {"PROXIES": 1}, "127.0.0.1"),
        ("http://localhost:8000", {"HOST": "127.0.0.1"}, "127.0.0.1"),
        # Through the bridge of a container.
        ("http://localhost:8000", {}, "172.17.0.1"),
    ],
)
def test_where_the_site_cannot_know_it_does_not_guess(
    at_home: Flask, monkeypatch: pytest.MonkeyPatch, base: str, setting: dict[str, object], visitor: str
) -> None:
    for name, value in setting.items():
        monkeypatch.setitem(at_home.config, name, value)
    with at_home.test_request_context("/", base_url=base, environ_base={"REMOTE_ADDR": visitor}):
        assert network.host_for_phones() is None


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
    monkeypatch.setattr("web.reports.phone_link.host_for_phones", lambda: instead)
    invites(table)
    for view in ("table", "flat", "seats", "invite"):
        told = table.phone.opens(f"{table.address}/{view}").text
        assert (f"leads to {instead}" if instead else "Phones cannot open localhost.") in told, view
        assert "Scan to join until tomorrow" in told
    if instead:
        made = table.phone.opens(f"{table.address}/invite").root.one("input", id="made").get("value")
        assert made.startswith(f"http://{instead}/j/")
    page = table.phone.opens(f"{table.address}/invite", base_url="http://192.168.1.5:8000")
    assert "means this device" not in page.text, "there phones open it"
