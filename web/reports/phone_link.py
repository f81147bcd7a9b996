"""Links that another phone opens: as an address, as a QR code, and what to know where the phone could not open it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from flask import request, url_for
from markupsafe import Markup

from web.reports.qr import qr_code
from web.request.network import host_for_phones, is_only_here


@dataclass(frozen=True)
class PhoneLink:
    """A link for other phones.

    `opened` is the address of the site on this device, if no other can open it. Then `instead` is the one that the link
    has in its place, or None where the site does not know any.
    """

    address: str
    opened: str = ""
    instead: str | None = None

    @property
    def code(self) -> Markup:
        return qr_code(self.address)


def phone_link(endpoint: str, *, behind: str = "", **values: str) -> PhoneLink:
    """The link to a page, at an address that phones can open if there is one; `behind` is what follows it."""
    address = url_for(endpoint, _external=True, **values) + behind
    if not is_only_here():
        return PhoneLink(address)
    instead = host_for_phones()
    if instead is not None:
        address = urlunsplit(urlsplit(address)._replace(netloc=instead))
    return PhoneLink(address, opened=request.host, instead=instead)
