"""Place and note of a session, and the archive."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.web.conftest import Phone, Sitting, seatwise

BIDS = seatwise("bids", (1, 1, 0))


def test_a_session_is_given_a_place_and_a_note(table: Sitting) -> None:
    phone = table.phone
    form = phone.opens(f"{table.address}/about").form("/about")
    answer = phone.sends(form, {"place": "Café Ö", "note": "It <rained>."})
    assert (answer.status, answer.headers["Location"]) == (303, f"{table.address}/more")
    assert "Café Ö" in table.more.text
    assert "It <rained>." in table.more.text
    assert table.address in phone.opens("/history?text=RAINED").html
    again = phone.opens(f"{table.address}/about").html
    assert 'value="Café Ö"' in again


def test_what_is_too_long_comes_back_as_it_was_typed(table: Sitting) -> None:
    phone = table.phone
    answer = phone.sends(phone.opens(f"{table.address}/about").form("/about"), {"place": "x" * 61, "note": "kept"})
    assert answer.status == 422
    assert "at most 60 characters" in answer.text
    assert 'value="kept"' in answer.html
    assert "kept" not in table.more.text


def test_a_session_is_archived_and_taken_out_again(table: Sitting) -> None:
    table.bids(*BIDS)
    phone = table.phone
    answer = phone.sends(table.more.form("/archive"))
    assert (answer.status, answer.headers["Location"]) == (303, "/history")
    assert table.address not in phone.opens("/").html
    assert "Archived sessions" in phone.opens("/history").text
    assert table.address in phone.opens("/history").html
    back = phone.sends(table.more.form("/unarchive"))
    assert (back.status, back.headers["Location"]) == (303, table.address)
    assert table.address in phone.opens("/").html
    assert "Archived sessions" not in phone.opens("/history").text


def test_another_scorebook_describes_nothing(table: Sitting, stranger: Phone) -> None:
    assert stranger.opens(f"{table.address}/about").status == 404
    for act in ("about", "archive", "unarchive"):
        values = {"csrf_token": stranger.token(), "place": "mine"}
        assert stranger.posts(f"{table.address}/{act}", values).status == 404


def test_what_was_deleted_long_ago_leaves_with_the_next_deletion(
    table: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, other = table.phone, table.phone.sits_down()
    monkeypatch.setattr("web.pages.back.now", lambda: datetime(2020, 1, 1, tzinfo=UTC))
    phone.sends(table.more.form("/discard"))
    assert phone.opens(table.address).status == 200
    monkeypatch.undo()
    phone.sends(other.more.form("/discard"))
    assert phone.opens(table.address).status == 404
    assert phone.opens(other.address).status == 200
