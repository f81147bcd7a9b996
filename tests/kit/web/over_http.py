"""What a phone of this process sends to a site in another process that serves the same record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from tests.web.conftest import SECRET, Phone, seatwise
from web.identity.visitor import new_key

SAME_SECRET = {"TAKUROKU_SECRET": SECRET}
"""The setting with which the other site knows cookies of `site_at`."""


def cookie_of(phone: Phone) -> str:
    """The header `Cookie` of a phone that has opened a page with a form."""
    return phone.client.get("/health").request.headers["Cookie"]


def form_of(token: str, entry: Mapping[str, Any], position: int) -> str:
    """An entry as the form of a sheet or of a seat sends it."""
    step = entry["step"]
    typed = {"csrf_token": token, "key": new_key(), "step": step, "position": position}
    return urlencode(typed | seatwise(step, entry[step]))


def saves(phone: Phone, site: str, sheet: str, entry: Mapping[str, Any], position: int) -> None:
    """Send an entry to the site at an address, on a connection of its own, and load the sheet after it."""
    body = form_of(phone.token(), entry, position).encode()
    with urlopen(Request(f"{site}{sheet}/entries", body, {"Cookie": cookie_of(phone)}), timeout=30) as answer:
        assert (answer.status, answer.url) == (200, site + sheet)
