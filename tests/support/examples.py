"""How many examples a property is tried on: a third of them but with LONG=1."""

from __future__ import annotations

import os


def examples(most: int) -> int:
    return most if os.environ.get("LONG") == "1" else -(-most // 3)
