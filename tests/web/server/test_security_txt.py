"""Whom to tell of a weakness: the file that RFC 9116 describes, where the settings name somebody."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from app import create_app
from tests.kit.for_each import for_each
from web.settings import SettingsError, read_settings

PATH = "/.well-known/security.txt"


def answered(folder: Path, **asked: str) -> tuple[int, str, str]:
    """The file of a site with a contact: its status, type and text."""
    site = create_app({"TAKUROKU_DATA": str(folder), "TAKUROKU_CONTACT": "mailto:ann@cards.example"})
    answer = site.test_client().get(PATH, **asked)
    assert "Set-Cookie" not in answer.headers
    return answer.status_code, answer.headers["Content-Type"], answer.text


def test_it_names_the_contact_until_half_a_year_from_today(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.pages.site.security.now", lambda: datetime(2026, 11, 24, 10, 30, 5, tzinfo=UTC))
    assert answered(tmp_path) == (
        200,
        "text/plain; charset=utf-8",
        "Contact: mailto:ann@cards.example\nExpires: 2027-05-23T00:00:00Z\nPreferred-Languages: en, ja\n",
    )


def test_over_https_it_names_its_own_address(tmp_path: Path) -> None:
    _, _, text = answered(tmp_path, base_url="https://cards.example")
    assert text.endswith("\nCanonical: https://cards.example/.well-known/security.txt\n")


def test_without_the_setting_its_address_is_unknown(tmp_path: Path) -> None:
    client = create_app({"TAKUROKU_DATA": str(tmp_path)}).test_client()
    assert client.get(PATH).status_code == client.get("/.well-known/nothing").status_code == 404


@for_each(
    "contact",
    [
        *("ann@cards.example", "http://cards.example/tell", "mailto:", "mailto:ann", "tel:+81-3-1234", "javascript:x"),
        *("mailto:ann@cards.example\nExpires: never", "mailto:ann@cards.example, or Ben", "https://卓.example/"),
    ],
)
def test_what_is_no_address_to_write_to_is_refused(tmp_path: Path, contact: str) -> None:
    with pytest.raises(SettingsError, match="TAKUROKU_CONTACT must be an address that begins with mailto: or https:"):
        read_settings({"TAKUROKU_DATA": str(tmp_path), "TAKUROKU_CONTACT": contact})


def test_the_address_of_a_form_is_taken_too(tmp_path: Path) -> None:
    given = {"TAKUROKU_DATA": str(tmp_path), "TAKUROKU_CONTACT": "https://cards.example/tell?about=site"}
    assert read_settings(given).contact == "https://cards.example/tell?about=site"
