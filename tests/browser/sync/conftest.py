"""Phones that send and ask by themselves, and keep nobody waiting for it."""

from __future__ import annotations

from functools import partial

import pytest

from tests.kit.browser.opening import OpenPhone


@pytest.fixture
def open_phone(open_phone: OpenPhone) -> OpenPhone:
    return partial(open_phone, hurried=True)
