"""Random secrets of devices, links and tokens, and their hashes for the record."""

from __future__ import annotations

import secrets
from hashlib import sha256

RANDOM_BYTES = 16
MAX_SECRET_LENGTH = 100
"""Longer texts are rejected without hashing."""


def new_secret() -> str:
    """A random secret, safe in a URL."""
    return secrets.token_urlsafe(RANDOM_BYTES)


def hashed(secret: str) -> str:
    """The hash that the record stores."""
    # The secret is random, so it needs no slow hash, which would slow every request.
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
