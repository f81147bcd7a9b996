"""An open page asks what is new."""

from __future__ import annotations

from tests.kit.web.page import Page
from tests.web.conftest import Phone


def mark(page: Page) -> str:
    return page.root.one("main").get("data-etag")


def asks(phone: Phone, page: Page, address: str = "", query: str = "") -> Page:
    """What the script of an open page asks, of another address after it was led there."""
    asked = address or page.root.one("main").get("data-follow")
    return phone.opens(asked + query, headers={"If-None-Match": f'W/"{mark(page)}"'})
