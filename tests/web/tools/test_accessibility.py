"""The accessibility statement: found from home, the same for everybody, honest about what nobody has tried."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from app import create_app
from tests.web.conftest import SECRET, Phone


@pytest.mark.parametrize(
    ("language", "title", "untried"),
    [
        ("en", "Accessibility", "No person has tried it with a screen reader yet"),
        ("ja", "アクセシビリティ", "スクリーンリーダー（VoiceOver、TalkBack、NVDA）"),
    ],
)
def test_home_leads_to_it_and_it_says_what_was_not_tried(app: Flask, language: str, title: str, untried: str) -> None:
    phone = Phone(app, language=language)
    link = phone.opens("/").root.one("a", href="/accessibility")
    assert link.text == title
    page = phone.opens("/accessibility")
    assert (page.heading, page.lang) == (title, language)
    assert "WCAG" in page.text
    assert untried in page.text


def test_without_a_contact_it_names_whoever_runs_the_site(phone: Phone) -> None:
    page = phone.opens("/accessibility")
    assert "Tell whoever runs this site, or gave you its address." in page.text


@pytest.mark.parametrize(
    ("contact", "shown"),
    [
        ("mailto:ann@cards.example", "ann@cards.example"),
        ("https://cards.example/tell", "https://cards.example/tell"),
    ],
)
def test_with_a_contact_it_leads_there(tmp_path: Path, contact: str, shown: str) -> None:
    site = create_app({"TAKUROKU_DATA": str(tmp_path), "TAKUROKU_SECRET": SECRET, "TAKUROKU_CONTACT": contact})
    link = Phone(site).opens("/accessibility").root.one("a", href=contact)
    assert (link.text, link.get("rel")) == (shown, "noreferrer")
