"""Which keepers remove whom, a lost phone, and links of before for an evening, as phones see it."""

from __future__ import annotations

import pytest
from flask import Flask

from store.access import grants, links
from store.access.secrets import hashed
from tests.kit.web.joining import accepts, makes, writes
from tests.kit.web.page import Page
from tests.web.conftest import LONG_AGO, SOME_TIME, Phone, Sitting, borrowed

NO_BUTTON = "This scorekeeper came before you, or by a recovery page that you made: you cannot remove this phone."


@pytest.fixture
def first(app: Flask, table: Sitting) -> Phone:
    """The phone that made the scorebook, long ago."""
    assert table.page.status == 200
    is_there_since(app, table.phone, LONG_AGO)
    return table.phone


@pytest.fixture
def second(app: Flask, first: Phone, stranger: Phone) -> Phone:
    """A phone that keeps score since later."""
    accepts(stranger, makes(first, "keep"))
    is_there_since(app, stranger, SOME_TIME)
    return stranger


def is_there_since(app: Flask, phone: Phone, since: str) -> None:
    with borrowed(app) as db:
        db.execute("UPDATE access SET since = ? WHERE device = ?", (since, device_of(phone)))


def device_of(phone: Phone) -> str:
    with phone.client.session_transaction() as cookie:
        return hashed(cookie["secret"])


def address_of(app: Flask, phone: Phone, looks_at: Phone) -> str:
    """What the pages of devices call a phone."""
    with looks_at.client.session_transaction() as cookie, borrowed(app) as db:
        there = grants.devices(db, cookie["scorebook"], at=SOME_TIME)
    return next(f"/devices/{each.id}" for each in there if each.device == device_of(phone))


def removes(app: Flask, by: Phone, whom: Phone) -> Page:
    """Tap the button, or send the same where there is none."""
    address, page = address_of(app, whom, by), by.opens("/devices")
    can = f"{address}/remove" in [form.action for form in page.forms]
    assert NO_BUTTON in page.text or can
    answer = by.posts(f"{address}/remove", {"csrf_token": by.token()})
    assert (answer.status in (303, 409)) == can, "there is a button where it works"
    return answer


def test_the_first_keeper_removes_the_second_and_not_the_other_way_round(
    app: Flask, first: Phone, second: Phone, table: Sitting
) -> None:
    refused = removes(app, second, first)
    assert (refused.status, refused.alerts) == (403, [NO_BUTTON])
    assert table.page.status == 200
    assert removes(app, first, second).status == 303
    assert second.opens(table.address).status == 404


def test_a_lost_phone_is_removed_at_once_by_its_recovery_page_and_cannot_remove_its_owner(
    app: Flask, first: Phone, second: Phone, table: Sitting
) -> None:
    link, owner = makes(first, "recovery"), Phone(app)
    accepts(owner, link)
    # Whoever holds the lost phone tries first, under *Devices* and by revoking the page.
    assert removes(app, first, owner).status == 403
    for form in first.opens("/links").forms:
        if form.action.endswith("/withdraw"):
            assert first.sends(form).status == 303
    assert writes(owner, table) == 303
    assert removes(app, owner, first).status == 303
    assert (first.opens(table.address).status, first.opens("/devices").status) == (404, 404)
    assert removes(app, owner, owner).status == 409, (
        "nobody else keeps score: the second came by a link that is revoked"
    )


def test_the_page_of_devices_says_who_removes_whom(app: Flask, first: Phone, second: Phone) -> None:
    assert NO_BUTTON in second.opens("/devices").text
    for phone in (first, second):
        assert "scorekeepers who came after them" in phone.opens("/devices").text
    assert NO_BUTTON not in first.opens("/devices").text


# A link of before.


def test_a_link_for_an_evening_says_why_it_lets_nobody_in(app: Flask, first: Phone, table: Sitting) -> None:
    link, guest = makes(first, "keep"), Phone(app)
    form = guest.opens(link).form(link)
    with borrowed(app) as db:
        # As the update of the record leaves it.
        db.execute("UPDATE link SET for_evening = 1, ends_at = created_at")
    for page in (guest.opens(link), guest.sends(form)):
        assert (page.status, page.heading) == (404, "This link no longer works")
        assert "This link was for keeping score for one evening" in page.text
    assert "for one evening" not in guest.opens("/j/nonsense").text
    assert guest.opens(table.address).status == 404
    with borrowed(app) as db, first.client.session_transaction() as cookie:
        (kept,) = links.of_scorebook(db, cookie["scorebook"])
    assert (kept.role, kept.withdrawn_at) == ("keeper", None)
    assert "Expired." in first.opens("/links").text
