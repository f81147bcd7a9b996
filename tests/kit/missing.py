"""What a test needs and the machine may not have."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest

REQUIRED = os.environ.get("REQUIRE_BROWSER") == "1"


def missing(reason: str) -> NoReturn:
    """Skip with the reason, or fail where the browser is required."""
    if REQUIRED:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
