"""A phone, and a program with a token of its scorebook."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.kit.web.api import Program
from tests.web.conftest import Phone


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def program(phone: Phone) -> Program:
    return phone.api
