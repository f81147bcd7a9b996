"""A site in a phone, and another site that it can ask: two sites with a record each, and a wire between them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from flask import Flask

from app import create_app
from tests.web.conftest import SECRET
from web.pocket.sync import Carried, UnreachableError

SITE = "https://cards.example"


class Wire:
    """Carries what the phone asks to the other site; `is_cut` where there is no connection."""

    def __init__(self, site: Flask) -> None:
        self.site = site
        self.is_cut = False
        self.asked: list[str] = []
        """Method, address and length of what went over it."""

    def __call__(
        self, method: str, url: str, *, headers: Mapping[str, str], body: bytes | None, timeout: float
    ) -> Carried:
        if self.is_cut or not url.startswith(f"{SITE}/"):
            raise UnreachableError(url)
        self.asked.append(f"{method} {url.removeprefix(SITE)}")
        client = self.site.test_client(use_cookies=False)
        answer = client.open(
            url.removeprefix(SITE), base_url=SITE, method=method, headers=[*headers.items()], data=body
        )
        # A browser gives what it got to a page of another site only where it was let.
        if answer.headers.get("Access-Control-Allow-Origin") != "*":
            raise UnreachableError(url)
        return Carried(answer.status_code, answer.data)


def in_a_phone(folder: Path, wire: Wire) -> Flask:
    """The site as it runs in a phone."""
    settings = {"TAKUROKU_DATABASE": str(folder), "TAKUROKU_SECRET": SECRET, "TAKUROKU_IN_POCKET": "1"}
    return create_app(settings, carrier=wire)
