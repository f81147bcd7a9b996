"""Random secrets of devices, links and tokens, and the hashes for the record."""

from __future__ import annotations

import secrets
from hashlib import blake2b, sha256

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


def keyed_hash(text: str, *, key: str) -> str:
    """The hash of a text that can be guessed, such as an address: nobody can try texts without the site's key.

    >>> keyed_hash("192.0.2.7", key="ours") == keyed_hash("192.0.2.7", key="ours")
    True
    >>> keyed_hash("192.0.2.7", key="ours") == keyed_hash("192.0.2.7", key="theirs")
    False
    """
    # blake2b limits the length of its key.
    return blake2b(text.encode(), key=blake2b(key.encode()).digest(), digest_size=16).hexdigest()
