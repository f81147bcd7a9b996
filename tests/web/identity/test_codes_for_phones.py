"""Codes that phones can open: of a site that is opened as localhost, they lead to its address in the network."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.kit.for_each import for_each
from tests.kit.web.joining import invites
from tests.web.conftest import Sitting
from web.request import network


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
