"""The number of examples for a property test: a sixth of them without LONG=1."""

from __future__ import annotations

import os


def examples(most: int) -> int:
    return most if os.environ.get("LONG") == "1" else -(-most // 6)
