"""How the site in a phone asks another site for something. A server has no carrier, and asks nobody."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, cast

from flask import current_app
from werkzeug.exceptions import NotFound

HERE = r"(?:localhost|127\.0\.0\.1|\[::1\])"
SAFE = re.compile(rf"https://[^/?#@\s]+(?:[/?]|$)|http://{HERE}(?::\d+)?(?:[/?]|$)")
"""Only by HTTPS does a secret go out, or to this very machine."""


class UnreachableError(Exception):
    """Another site gave no answer: there is no connection, or no site, or it took too long."""


class CancelledError(UnreachableError):
    """Whoever asked for it did not want to wait any longer."""


@dataclass(frozen=True)
class Carried:
    """What another site answered; the names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Carrier(Protocol):
    """Asks a site that `is_safe`; raises UnreachableError where for so many seconds nothing goes or comes."""

    def __call__(
        self, method: str, url: str, *, headers: Mapping[str, str], body: bytes | None, timeout: float
    ) -> Carried: ...


def is_safe(url: str) -> bool:
    """Whether a secret may be sent there.

    >>> is_safe("https://cards.example/api"), is_safe("http://localhost:8000"), is_safe("http://cards.example/")
    (True, True, False)
    >>> is_safe("http://localhost.cards.example/"), is_safe("https://me@cards.example/"), is_safe("https:///api")
    (False, False, False)
    """
    return SAFE.match(url) is not None


def has_carrier() -> bool:
    """Whether this site can ask another one for something."""
    return current_app.config["CARRIER"] is not None


def carry(method: str, url: str, *, headers: Mapping[str, str], body: bytes | None = None, timeout: float) -> Carried:
    """What another site answers; raises UnreachableError, and NotFound where the site has no carrier."""
    if not has_carrier():
        raise NotFound
    if not is_safe(url):
        raise UnreachableError(url)
    carrier = cast(Carrier, current_app.config["CARRIER"])
    return carrier(method, url, headers=headers, body=body, timeout=timeout)
