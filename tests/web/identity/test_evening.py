"""A scorekeeper for an evening, a founder whom another removes, and codes that phones can open, as phones see it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from flask import Flask

from record.evenings import morning_after
from store.access import links
from tests.web.conftest import Phone, Sitting, borrowed
from tests.web.identity.test_links import accepts, form_of, makes, removes, writes
from tests.web.identity.test_table_link import codes, invites
from web.i18n import ends
from web.request import network


def ends_at(app: Flask, when: str) -> None:
    """Every access and link for an evening ends at that time, and was there for long."""
    with borrowed(app) as db, db.writing():
        db.execute("UPDATE access SET ends_at = ?, since = '2026-01-01T00:00:00Z' WHERE ends_at IS NOT NULL", (when,))


def just_now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


# An evening.


@pytest.mark.parametrize(
    ("now", "until"),
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


def test_who_keeps_score_this_evening_is_told_until_when(
    table: Sitting, stranger: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ends, "now", lambda: datetime(2036, 11, 22, 12, 0, tzinfo=UTC))
    for phone in (table.phone, stranger):
        phone.client.set_cookie("zone", "Asia/Tokyo")
    link = makes(table.phone, "evening")
    invited = stranger.opens(link).text
    assert "This link lets you keep score until tomorrow 6:00 AM" in invited.replace("\u202f", " ")
    accepts(stranger, link)
    assert writes(stranger, table) == 303
    for phone, told in (
        (stranger, "This phone keeps score until tomorrow 6:00 AM."),
        (table.phone, "keeps score until tomorrow 6:00 AM"),
    ):
        page = phone.opens("/" if phone is stranger else "/devices")
        assert told in page.text.replace("\u202f", " ")
    refused = stranger.opens("/devices")
    assert (refused.status, refused.heading) == (403, "For this evening only")
    assert {"/links", "/devices", "/tokens"}.isdisjoint(stranger.opens("/scorebooks").links())


def test_who_keeps_score_this_evening_invites_to_the_table(table: Sitting, stranger: Phone) -> None:
    accepts(stranger, makes(table.phone, "evening"))
    page = invites(Sitting(stranger, table.address))
    assert codes(page) != []


def test_after_the_evening_the_phone_is_told_and_watches_what_was_played(
    app: Flask, table: Sitting, stranger: Phone
) -> None:
    accepts(stranger, makes(table.phone, "evening"))
    form = Sitting(stranger, table.address).form
    ends_at(app, just_now())
    later = table.phone.sits_down("Dan", "Eva", "Fay")
    with borrowed(app) as db:
        db.execute("UPDATE session SET created_at = '2099-01-01T00:00:00Z' WHERE id = ?", (later.id,))
        db.execute("UPDATE session SET created_at = '2026-01-02T00:00:00Z' WHERE id = ?", (table.id,))
    refused = stranger.sends(form, {"bids-0": "1", "bids-1": "1", "bids-2": "0"})
    assert (refused.status, refused.heading) == (403, "The evening is over")
    assert "This phone kept score for one evening, and that has ended." in refused.text
    assert table.position == 0
    assert (stranger.opens(table.address).status, stranger.opens(later.address).status) == (200, 404)
    home = stranger.opens("/")
    assert "This phone kept score until" in home.text
    assert table.address in home.links()
    assert later.address not in home.links()


def test_a_keeper_makes_an_evening_longer(app: Flask, table: Sitting, stranger: Phone) -> None:
    accepts(stranger, makes(table.phone, "evening"))
    form = form_of(table.phone, "/limit")
    assert table.phone.sends(form, {"until": "for-good"}).status == 303
    assert stranger.opens("/devices").status == 200
    assert table.phone.sends(form, {"until": "evening"}).status == 303
    assert stranger.opens("/devices").status == 403


def test_a_kind_of_link_that_there_is_not_makes_none(table: Sitting) -> None:
    form = table.phone.opens("/links").form("/links", has="days")
    for kind in ("join", "", "all"):
        assert table.phone.sends(form, {"for": kind}).status == 422
    with borrowed(table.phone.client.application) as db, table.phone.client.session_transaction() as cookie:
        assert links.of_scorebook(db, cookie["scorebook"]) == []


# Who started the scorebook.


def test_a_founder_keeps_the_own_phone_with_one_tap(table: Sitting, stranger: Phone) -> None:
    accepts(stranger, makes(table.phone, "keep"))
    assert removes(stranger).status == 303
    waits = stranger.opens("/devices").text
    assert "removed this phone. It loses access tomorrow" in waits
    for address in ("/", "/history"):
        page = table.phone.opens(address)
        assert "removed this phone. It loses access tomorrow" in page.text
    form = page.form("/keep")
    assert table.phone.sends(form).location == "/history"
    assert table.phone.sends(form).status == 303
    assert "removed this phone" not in table.phone.opens("/").text
    assert not [each for each in stranger.opens("/devices").forms if each.action.endswith("/keep")]


def test_the_one_who_removed_takes_it_back_too(table: Sitting, stranger: Phone) -> None:
    accepts(stranger, makes(table.phone, "keep"))
    removes(stranger)
    assert stranger.sends(stranger.opens("/devices").form("/keep")).status == 303
    assert "removed this phone" not in table.phone.opens("/").text


def test_after_a_day_the_founder_is_out(app: Flask, table: Sitting, stranger: Phone) -> None:
    accepts(stranger, makes(table.phone, "keep"))
    removes(stranger)
    form = table.phone.opens("/").form("/keep")
    ends_at(app, just_now())
    assert table.phone.opens(table.address).status == 404
    assert table.phone.sends(form).status == 404
    assert writes(stranger, table) == 303


def test_the_way_back_after_a_tap_leads_to_no_other_site(table: Sitting, stranger: Phone) -> None:
    accepts(stranger, makes(table.phone, "keep"))
    removes(stranger)
    form = table.phone.opens("/").form("/keep")
    for back in ("https://example.org/", "//example.org", "/\\example.org"):
        assert table.phone.sends(form, {"back": back}).location == "/devices"


# Codes that phones can open.


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


@pytest.mark.parametrize(
    ("host", "only_here"),
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


@pytest.mark.parametrize("view", ["table", "flat", "seats", "invite"])
@pytest.mark.parametrize("instead", ["192.168.1.5:8000", None])
def test_every_view_that_draws_the_code_says_where_it_leads(
    table: Sitting, monkeypatch: pytest.MonkeyPatch, view: str, instead: str | None
) -> None:
    monkeypatch.setattr("web.reports.phone_link.host_for_phones", lambda: instead)
    invites(table)
    told = table.phone.opens(f"{table.address}/{view}").text
    assert (f"leads to {instead}" if instead else "Phones cannot open localhost.") in told
    assert "Scan to join until tomorrow" in told
    if view == "invite" and instead:
        made = table.phone.opens(f"{table.address}/{view}").root.one("input", id="made").get("value")
        assert made.startswith(f"http://{instead}/j/")


def test_at_an_address_that_phones_open_nothing_is_said(table: Sitting) -> None:
    invites(table)
    page = table.phone.opens(f"{table.address}/invite", base_url="http://192.168.1.5:8000")
    assert "means this device" not in page.text
