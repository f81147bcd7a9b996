"""What only a device, a link or a program knows: as it is told once, and as the record keeps it."""

from __future__ import annotations

import secrets
from hashlib import sha256

RANDOM_BYTES = 16
MAX_SECRET_LENGTH = 100
"""A text of more characters is no link and no token: it is not even hashed."""


def new_secret() -> str:
    """What only a device knows, or only a link says; it may stand in an address."""
    return secrets.token_urlsafe(RANDOM_BYTES)


def hashed(secret: str) -> str:
    """What the record keeps in its place."""
    # There is nothing to guess in so many random bits: a slow hash would only slow every request.
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
