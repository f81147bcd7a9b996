"""In the pocket the end of a game asks once an evening for a copy of the scorebook, and says when one was taken."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from tests.kit.web.page import Page
from tests.web.conftest import Phone, Sitting, site_at
from tests.web.pocket.conftest import evening, joins, link_of, sends

EXPORT = "/scorebook/takuroku.json"
ASKED = "Tonight’s games are only on this phone."


def played(phone: Phone) -> Sitting:
    """A game that has just ended."""
    table = evening(phone)
    table.ends()
    return table


def asks(page: Page) -> bool:
    return ASKED in page.text


def answers(phone: Phone, table: Sitting, answer: str) -> Page:
    return phone.follows(phone.sends(table.page.form("/copy"), {"answer": answer}))


def later(monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    at = datetime.now(UTC) + timedelta(hours=hours)
    for module in ("web.identity.visitor", "web.pocket.sync", "tests.web.conftest"):
        monkeypatch.setattr(f"{module}.now", lambda: at)


def test_the_end_of_a_game_asks_for_a_copy_and_the_game_itself_does_not(pocket: Flask, phone: Phone) -> None:
    table = evening(phone)
    assert not asks(table.page)
    table.ends()
    assert asks(table.page)
    assert "No copy so far." in table.page.text
    assert EXPORT in table.page.links()
    assert "この端末だけにあります" in played(Phone(pocket, language="ja")).page.text


@pytest.mark.parametrize("answer", ["sent", "later"])
def test_who_has_answered_is_not_asked_again_this_evening(
    phone: Phone, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(phone)
    assert not asks(answers(phone, table, answer))
    assert not asks(played(phone).page)
    if answer == "sent":
        later(monkeypatch, hours=24)
        page = played(phone).page
        assert (asks(page), "Last copy:" in page.text) == (True, True)
    # Each scorebook of the phone has its own copies.
    phone.sends(phone.opens("/scorebooks").form("/scorebooks/new"))
    assert asks(played(phone).page)


def test_a_file_that_was_taken_is_a_copy_and_one_that_may_not_be_sent_is_none_yet(phone: Phone) -> None:
    table = played(phone)
    assert phone.opens(f"{EXPORT}?to=share").status == 200
    assert asks(table.page)
    assert "No copy so far." in phone.opens("/scorebook").text
    assert phone.opens(EXPORT).status == 200
    assert not asks(table.page)
    assert "Last copy:" in phone.opens("/scorebook").text


def test_a_game_of_long_ago_asks_nothing(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played(phone)
    later(monkeypatch, hours=13)
    assert not asks(table.page)


def test_who_sends_to_a_group_is_not_asked(phone: Phone, keeper: Phone) -> None:
    joins(phone, link_of(keeper))
    assert not asks(played(phone).page)
    sends(phone)
    assert "Last copy:" in phone.opens("/scorebook").text


def test_a_server_asks_nobody(tmp_path: Path) -> None:
    phone = Phone(site_at(str(tmp_path)))
    table = played(phone)
    assert not asks(table.page)
    assert "copy" not in phone.opens("/scorebook").text
    assert phone.posts(f"{table.address}/copy", {"csrf_token": phone.token()}).status == 404
