"""Phones that ask by themselves what the others wrote, and keep nobody waiting for it."""

from __future__ import annotations

from functools import partial

import pytest

from tests.kit.browser.opening import OpenPhone


@pytest.fixture
def open_phone(open_phone: OpenPhone, where: str) -> OpenPhone:
    return partial(open_phone, hurried=True) if where == "server" else open_phone
