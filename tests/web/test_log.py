"""The log of a session is told in the reader's language."""

from __future__ import annotations

import pytest
from flask import Flask

from scoring.message import Message
from tests.web.conftest import Phone


def test_the_log_is_told_in_the_readers_language(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def in_japanese(_message: Message) -> str:
        raise AssertionError("the log is shown as English text")

    phone = Phone(app, language="ja")
    table = phone.sits_down(top_hand="3")
    table.bids(1, 1, 0)
    table.undoes()
    monkeypatch.setattr(Message, "__str__", in_japanese)
    assert table.more.status == 200
