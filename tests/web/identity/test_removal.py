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


def device_of(phone: Phone) -> str:
    with phone.client.session_transaction() as cookie:
        return hashed(cookie["secret"])


@pytest.fixture
def first(app: Flask, table: Sitting) -> Phone:
    """The phone that made the scorebook, long ago."""
    assert table.page.status == 200
    with borrowed(app) as db:
        db.execute("UPDATE access SET since = ? WHERE device = ?", (LONG_AGO, device_of(table.phone)))
    return table.phone


@pytest.fixture
def second(first: Phone, stranger: Phone) -> Phone:
    """A phone that keeps score since later."""
    first.lets_in(stranger)
    return stranger


def removes(by: Phone, whom: Phone) -> Page:
    """Tap the button, or send the same where there is none."""
    with by.client.session_transaction() as cookie, borrowed(by.client.application) as db:
        there = {each.device: each.id for each in grants.devices(db, cookie["scorebook"], at=SOME_TIME)}
    address, page = f"/devices/{there[device_of(whom)]}/remove", by.opens("/devices")
    can = address in [form.action for form in page.forms]
    assert NO_BUTTON in page.text or can
    answer = by.posts(address, {"csrf_token": by.token()})
    assert (answer.status in (303, 409)) == can, "there is a button where it works"
    return answer


def test_the_first_keeper_removes_the_second_and_not_the_other_way_round(
    first: Phone, second: Phone, table: Sitting
) -> None:
    for phone, told in ((first, False), (second, True)):
        page = phone.opens("/devices").text
        assert ("scorekeepers who came after them" in page, NO_BUTTON in page) == (True, told)
    refused = removes(second, first)
    assert (refused.status, refused.alerts) == (403, [NO_BUTTON])
    assert table.page.status == 200
    assert removes(first, second).status == 303
    assert second.opens(table.address).status == 404


def test_a_lost_phone_is_removed_at_once_by_its_recovery_page_and_cannot_remove_its_owner(
    app: Flask, first: Phone, table: Sitting
) -> None:
    owner = Phone(app)
    accepts(owner, makes(first, "recovery"))
    # Whoever holds the lost phone tries first, under *Devices* and by revoking the page.
    assert removes(first, owner).status == 403
    for form in first.opens("/links").forms:
        if form.action.endswith("/withdraw"):
            assert first.sends(form).status == 303
    assert (writes(owner, table), removes(owner, first).status) == (303, 303)
    assert (first.opens(table.address).status, first.opens("/devices").status) == (404, 404)
    assert removes(owner, owner).status == 409, "nobody else keeps score"


# A link of before.


def test_a_link_for_an_evening_says_why_it_lets_nobody_in(app: Flask, first: Phone, table: Sitting) -> None:
    link, guest = makes(first, "keep"), Phone(app)
    form = guest.opens(link).form(link)
    with borrowed(app) as db, first.client.session_transaction() as cookie:
        # As the update of the record leaves it.
        db.execute("UPDATE link SET for_evening = 1, ends_at = created_at")
        (kept,) = links.of_scorebook(db, cookie["scorebook"])
    assert (kept.role, kept.withdrawn_at) == ("keeper", None)
    for page in (guest.opens(link), guest.sends(form)):
        assert (page.status, page.heading) == (404, "This link no longer works")
        assert "This link was for keeping score for one evening" in page.text
    assert "for one evening" not in guest.opens("/j/nonsense").text
    assert guest.opens(table.address).status == 404
    assert "Expired." in first.opens("/links").text
