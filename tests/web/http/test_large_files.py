"""Whose larger file the server receives first: the site knows who has an access."""

from __future__ import annotations

from flask import Flask

from tests.web.conftest import Phone, Sitting
from web.http.large_files import ASKS_ACCESS


def has_access(phone: Phone, **headers: str) -> bool:
    answer = phone.client.post("/scorebook", environ_overrides={ASKS_ACCESS: True}, headers=headers)
    assert answer.status_code in (204, 403)
    return answer.status_code == 204


def test_a_phone_has_an_access_once_something_is_written(app: Flask) -> None:
    phone = Phone(app)
    assert not has_access(phone)
    phone.opens("/")
    phone.opens("/")
    assert not has_access(phone), "a visit is none"
    assert phone.sets_up().page.status == 200
    assert has_access(phone)


def test_a_program_has_an_access_by_its_token(table: Sitting, stranger: Phone) -> None:
    token = table.phone.api.token
    assert has_access(stranger, Authorization=f"Bearer {token}")
    assert not has_access(stranger, Authorization=f"Bearer {token}x")
    assert not has_access(stranger, Authorization="Bearer")
