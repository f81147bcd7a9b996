"""HTTP requests from the pocket to other sites. A server has no carrier and sends none."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, cast

from flask import current_app
from werkzeug.exceptions import NotFound

HERE = r"(?:localhost|127\.0\.0\.1|\[::1\])"
SAFE = re.compile(rf"https://[^/?#@\s]+(?:[/?]|$)|http://{HERE}(?::\d+)?(?:[/?]|$)")
"""URLs that secrets may be sent to: HTTPS, or this machine."""


class UnreachableError(Exception):
    """Another site did not answer: no connection, no site, or a timeout."""


class CancelledError(UnreachableError):
    """The user cancelled the request."""


@dataclass(frozen=True)
class Carried:
    """The response of another site; header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Carrier(Protocol):
    """Sends a request to a URL that `is_safe`; raises UnreachableError after `timeout` seconds without data."""

    def __call__(
        self, method: str, url: str, *, headers: Mapping[str, str], body: bytes | None, timeout: float
    ) -> Carried: ...


def is_safe(url: str) -> bool:
    """Whether a secret may be sent to this URL.

    >>> is_safe("https://cards.example/api"), is_safe("http://localhost:8000"), is_safe("http://cards.example/")
    (True, True, False)
    >>> is_safe("http://localhost.cards.example/"), is_safe("https://me@cards.example/"), is_safe("https:///api")
    (False, False, False)
    """
    return SAFE.match(url) is not None


def has_carrier() -> bool:
    """Whether this site can send requests to others."""
    return current_app.config["CARRIER"] is not None


def carry(method: str, url: str, *, headers: Mapping[str, str], body: bytes | None = None, timeout: float) -> Carried:
    """Send a request to another site; raises UnreachableError, and NotFound where there is no carrier."""
    if not has_carrier():
        raise NotFound
    if not is_safe(url):
        raise UnreachableError(url)
    carrier = cast(Carrier, current_app.config["CARRIER"])
    return carrier(method, url, headers=headers, body=body, timeout=timeout)
