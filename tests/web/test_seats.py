"""Seats on pages: a phone takes one, says what that seat alone is asked, and sees nothing that is hidden."""

from __future__ import annotations

import pytest

from tests.web.conftest import Phone, Sitting
from tests.web.page import Page

NAMES = ("Ann", "Ben", "Chika")


@pytest.fixture
def table(phone: Phone) -> Sitting:
    """Chika deals three cards; bids are written and shown at once. One phone has all the seats."""
    table = phone.sits_down(*NAMES, dealer=2, top_hand="3", bidding="written")
    for seat in range(3):
        seats = phone.opens(f"{table.address}/seats")
        page = phone.sends(seats.form(f"/seats/{seat}/take"))
        assert page.status == 303
    return table


def says(phone: Phone, table: Sitting, seat: int, value: str, field: str = "bids") -> Page:
    asked = phone.opens(f"{table.address}/seats/{seat}")
    return phone.sends(asked.form(f"/seats/{seat}"), {f"{field}-{seat}": value})


def test_a_seat_is_asked_nothing_but_its_own(phone: Phone, table: Sitting) -> None:
    page = phone.opens(f"{table.address}/seats/1")
    assert page.heading.startswith("Ben")
    asked = {each.get("name") for each in page.root.all("input")} - {"step", "position", "key", "csrf_token"}
    assert {name for name in asked if name.startswith("bids")} == {"bids-1"}


def test_a_phone_that_goes_round_shows_no_bid_before_the_last(phone: Phone, table: Sitting) -> None:
    def told() -> list[str]:
        pages = [phone.opens(table.address + address) for address in ("", "/seats", "/seats/0", "/seats/2")]
        chosen = [each for page in pages for each in page.root.all("input") if each.get("name").startswith("bids")]
        assert not any(each.has("checked") for each in chosen)
        return [page.text for page in pages]

    assert [says(phone, table, seat, "1").status for seat in (0, 1)] == [303, 303]
    first = told()
    assert first[1].count("has said it") == 2
    assert [says(phone, table, seat, "3").status for seat in (0, 1)] == [303, 303]
    assert told() == first, "other bids change nothing that is shown"
    last = says(phone, table, 2, "0")
    assert (last.status, table.kept["document"]["entries"]) == (303, [{"step": "bids", "bids": [3, 3, 0]}])


def test_what_cannot_be_bid_is_refused_at_its_field(phone: Phone, table: Sitting) -> None:
    page = says(phone, table, 0, "9")
    assert page.status == 422
    assert "the most is 3" in page.text
    assert table.position == 0


def test_a_seat_that_is_freed_can_be_taken_again(phone: Phone, table: Sitting) -> None:
    seats = phone.opens(f"{table.address}/seats")
    phone.sends(seats.form("/seats/0/free"))
    assert "Sit here as Ann" in phone.opens(f"{table.address}/seats").text


def test_who_sits_nowhere_says_nothing(phone: Phone, table: Sitting) -> None:
    asked = phone.opens(f"{table.address}/seats/0")
    phone.sends(phone.opens(f"{table.address}/seats").form("/seats/0/free"))
    assert phone.sends(asked.form("/seats/0"), {"bids-0": "1"}).status == 303
    assert "has said it" not in phone.opens(f"{table.address}/seats").text
