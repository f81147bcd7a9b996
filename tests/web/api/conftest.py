"""A phone, and a program with a token of its scorebook."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.conftest import Phone
from tests.web.support.api import Program


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def program(phone: Phone) -> Program:
    return phone.api
