"""Tables that several tests of a module look at."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from flask import Flask

from tests.kit.web.playing import played
from tests.web.conftest import Phone, Sitting


@pytest.fixture(scope="module")
def shown(app: Flask) -> Callable[..., Sitting]:
    """Plays a script once, each on a phone of its own: for tests that only look at the table."""
    return cache(lambda script, language="en": played(Phone(app, language), script))
