"""A machine's clock that is set back: the log's order is its positions, whatever the times; nobody is turned away."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, tzinfo
from types import SimpleNamespace
from typing import TypeAlias

import pytest

from tests.faults.conftest import Site
from tests.web.conftest import Phone, site_at

COOKIE = "takuroku"


Clock: TypeAlias = Callable[[str], None]
"""Sets what the machine takes for the time."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    shown: list[datetime] = []

    class Told(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return shown[-1].astimezone(tz)

    def seconds() -> float:
        return shown[-1].timestamp()

    monkeypatch.setattr("web.request.datetime", Told)
    monkeypatch.setattr("flask.sessions.datetime", Told)
    monkeypatch.setattr("itsdangerous.timed.time", SimpleNamespace(time=seconds))
    shown.append(datetime(2026, 11, 21, 20, tzinfo=UTC))
    return lambda told: shown.append(datetime.fromisoformat(told).replace(tzinfo=UTC))


def listed(phone: Phone, address: str) -> list[str]:
    """The sessions on a page, in its order."""
    return [link for link in phone.opens(address).links() if link.startswith("/s/") and link.count("/") == 2]


def test_entries_stand_in_the_order_in_which_they_came(site: Site, clock: Clock) -> None:
    table = site.table()
    table.bids(1, 1, 0)
    clock("2026-11-21 18:30:00")
    table.takes(1, 1, 1)
    clock("2026-11-21 19:00:00")
    table.undoes()
    assert site.log(table) == ["enter", "enter", "undo"]
    assert [entry["step"] for entry in table.kept["document"]["entries"]] == ["bids"], "the last, not the latest"
    assert table.phone.opens("/").root.all("time", datetime="2026-11-21T19:00:00Z"), "the session was changed then"
    assert [each.get("datetime") for each in table.behind("log").root.all("time")] == [
        "2026-11-21T19:00:00Z",
        "2026-11-21T18:30:00Z",
        "2026-11-21T20:00:00Z",
    ]
    site.kept()


def test_a_visitor_keeps_the_scorebook_when_the_clock_is_set_back(file_site: Site, clock: Clock) -> None:
    """Also one of another machine, whose clock is ahead; a forged cookie is refused, and each runs out in the end."""
    table = file_site.table()
    for back in ("2026-11-21 19:59:59", "2026-01-01 00:00:00"):
        clock(back)
        assert listed(table.phone, "/") == [table.address]
    other, forger = Phone(site_at(str(file_site.address))), file_site.phone()
    table.phone.opens("/")
    said, _, signature = table.phone.client.get_cookie(COOKIE).value.rpartition(".")  # type: ignore[union-attr]
    other.client.set_cookie(COOKIE, f"{said}.{signature}")
    forger.client.set_cookie(COOKIE, f"{said}.{signature.swapcase()}")
    assert [phone.opens(table.address).status for phone in (table.phone, other, forger)] == [200, 200, 404]
    table.bids(1, 1, 0)
    clock("2026-11-21 20:00:01")
    assert table.position == 1
    clock("2028-01-01 00:00:00")
    assert table.phone.opens(table.address).status == 404


def test_what_was_put_away_by_a_clock_ahead_can_be_taken_out_again(file_site: Site, clock: Clock) -> None:
    table = file_site.table()
    phone = table.phone
    assert phone.sends(phone.opens(f"{table.address}/discard").form("/discard")).status == 303
    clock("2026-11-19 20:00:00")
    restore = phone.opens("/history").form("/restore")
    assert phone.sends(restore).status == 303
    assert listed(phone, "/history") == [table.address]
    file_site.kept()
