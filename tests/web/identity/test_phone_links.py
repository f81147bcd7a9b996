"""Another phone of one's own, and somebody who keeps score too: by a link for one phone, or by six signs and a tap."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from store.access.secrets import make_link
from store.book import Book
from tests.kit.web.joining import accepts, codes, devices, invites, link_on, made, removes, scans, writes
from tests.kit.web.page import Form, Page
from tests.kit.web.seats import BEN, seats_of, takes
from tests.web.conftest import Phone, Sitting, borrowed
from tests.web.identity.test_join_code import code_on, types

KINDS = {"own": "own", "guest": "keep"}


def shows(phone: Phone, kind: str = "own") -> Page:
    """Tap the button that shows a code for one phone."""
    return made(phone, KINDS[kind])


def asks(phone: Phone, code: str) -> Page:
    """Type six signs and see what follows, to the last page."""
    page = phone.follows(types(phone, code))
    return phone.follows(page) if page.status == 303 else page


def questions(phone: Phone, address: str = "/links/own") -> list[Form]:
    """Of each phone that asks the form that answers it."""
    return [form for form in phone.opens(address).forms if "/requests/" in form.action]


def says_yes(phone: Phone) -> Page:
    return phone.sends(questions(phone)[0], {"yes": "1"})


@pytest.fixture
def new(app: Flask) -> Phone:
    return Phone(app)


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_phone_that_scans_it_keeps_the_scorebook_and_nobody_after_it(
    app: Flask, table: Sitting, new: Phone, kind: str
) -> None:
    link = link_on(shows(table.phone, kind))
    assert link_on(table.phone.opens(f"/links/{kind}")) == link == link_on(made(table.phone, KINDS[kind])), "it stays"
    asked = new.opens(link)
    thief = Phone(app)
    form, late = asked.form(link), thief.opens(link).form(link)
    assert [new.sends(form).location for _twice in range(2)] == ["/", "/"]
    assert any(form.action.endswith("/entries") for form in new.opens(table.address).forms)
    refused = thief.sends(late)
    assert (refused.status, refused.heading) == (404, "This link no longer works")
    assert thief.opens(link).status == 404
    page = table.phone.opens(f"/links/{kind}")
    assert "has opened this scorebook" in page.text
    assert not page.root.all("figure", class_="code"), "the code is used"


def test_six_signs_open_nothing_before_a_tap_on_the_phone_that_shows_them(
    app: Flask, table: Sitting, new: Phone
) -> None:
    code = code_on(shows(table.phone))
    waits = asks(new, code)
    assert (waits.status, waits.heading) == (200, "Join code")
    assert new.opens(table.address).status == 404
    assert new.opens("/join/link").location == "/join/request", "nor does the page that asks after other codes"
    assert "asks to open this scorebook" in table.phone.opens("/links/own").text
    assert says_yes(table.phone).status == 303
    assert new.opens("/join/request").location == "/"
    assert (writes(new, table), table.position) == (303, 1)
    assert "has opened this scorebook" in table.phone.opens("/links/own").text


def test_a_second_tap_on_yes_lets_in_nobody_else_and_says_nothing_wrong(table: Sitting, new: Phone) -> None:
    asks(new, code_on(shows(table.phone)))
    form = questions(table.phone)[0]
    assert [table.phone.sends(form, {"yes": "1"}).status for _twice in range(2)] == [303, 303]
    assert len(devices(table.phone)) == 2


def test_who_is_told_no_stays_out(table: Sitting, new: Phone) -> None:
    asks(new, code_on(shows(table.phone)))
    form = questions(table.phone)[0]
    assert table.phone.sends(form).status == 303
    assert "answered “No”" in new.opens("/join/request").text
    assert table.phone.sends(form, {"yes": "1"}).status == 409, "a second tap changes nothing"
    assert new.opens(table.address).status == 404


def test_of_two_phones_that_ask_one_comes_in(app: Flask, table: Sitting, new: Phone) -> None:
    guesser, code = Phone(app), code_on(shows(table.phone))
    for phone in (guesser, new):
        asks(phone, code)
    forms = questions(table.phone)
    assert len(forms) == 2
    assert [table.phone.sends(form, {"yes": "1"}).status for form in reversed(forms)] == [303, 409]
    assert sorted(phone.opens("/join/request").status for phone in (guesser, new)) == [200, 303]


def test_signs_and_code_end_after_ten_minutes(
    table: Sitting, new: Phone, stranger: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = [datetime(2030, 1, 1, 20, 0, 15, tzinfo=UTC)]
    for place in ("web.identity.invitations", "web.identity.phone_links", "web.pages.access"):
        monkeypatch.setattr(f"{place}.now", lambda: time[0])
    shown = shows(table.phone)
    code, link = code_on(shown), link_on(shown)
    asks(new, code)
    time[0] += timedelta(minutes=10)
    assert "has expired" in new.opens("/join/request").text
    assert (stranger.opens(link).status, types(stranger, code).status) == (404, 404)
    page = table.phone.opens("/links/own")
    assert "Expired." in page.text
    assert link_on(shows(table.phone)) != link


def test_a_keeper_types_the_signs_of_their_own_scorebook_and_is_in_already(table: Sitting) -> None:
    page = table.phone.follows(types(table.phone, code_on(shows(table.phone))))
    assert "This phone has already joined." in page.text
    assert len(devices(table.phone)) == 1


def test_who_came_first_by_a_code_for_another_own_phone_is_removed_where_it_was_shown(
    table: Sitting, new: Phone
) -> None:
    accepts(new, link_on(shows(table.phone)))
    table.phone.sends(table.phone.opens("/links/own").form("/remove"))
    assert (new.opens(table.address).status, len(devices(table.phone))) == (404, 1)


# What goes along.


def test_language_and_look_go_along_to_an_own_phone_alone(app: Flask, table: Sitting, new: Phone) -> None:
    for name, value in (("language", "ja"), ("theme", "dark")):
        table.phone.posts("/settings", {"csrf_token": table.phone.token(), name: value})
    accepts(new, link_on(shows(table.phone)))
    root = new.opens("/").root.one("html")
    assert (root.get("lang"), root.get("data-theme")) == ("ja", "dark")
    other = Phone(app)
    accepts(other, link_on(shows(table.phone, "guest")))
    assert other.opens("/").root.one("html").get("lang") == "en"
    for name, value in (("language", "en"), ("theme", "light")):
        table.phone.posts("/settings", {"csrf_token": table.phone.token(), name: value})
    asked, page = Phone(app), table.phone.opens("/scorebook")
    asks(asked, code_on(table.phone.follows(table.phone.sends(page.form("/links"), {"for": "own"}))))
    says_yes(table.phone)
    assert asked.opens("/join/request").location == "/"
    assert asked.opens("/").root.one("html").get("data-theme") == "light"


@pytest.mark.parametrize("ticked", [True, False])
def test_other_scorebooks_come_along_where_they_are_ticked(
    app: Flask, table: Sitting, stranger: Phone, new: Phone, ticked: bool
) -> None:
    own = stranger.sits_down("Dan", "Eva", "Fay")
    assert own.page.status == 200
    accepts(stranger, link_on(shows(table.phone, "guest")))
    link = link_on(shows(stranger))
    form = new.opens(link).form(link)
    assert form.typed("also"), "ticked"
    sent = new.sends(form) if ticked else new.sends(form, {"also": ""})
    assert sent.status == 303
    assert new.opens(table.address).status == 200
    assert (new.opens(own.address).status == 200) == ticked


@pytest.mark.parametrize("typed", [False, True])
def test_the_new_phone_is_that_of_the_same_person_at_games_that_run(
    app: Flask, table: Sitting, new: Phone, typed: bool
) -> None:
    """Its seat, its links to the table and who it is come along, by the QR code or by six signs."""
    takes(table.phone, table, BEN)
    table.bids(0, 0, 0)
    at_table = invites(table, "seats", "watch")
    if typed:
        asks(new, code_on(shows(table.phone)))
        says_yes(table.phone)
        assert new.opens("/join/request").location == "/"
    else:
        accepts(new, link_on(shows(table.phone)))
    there = Sitting(new, table.address)
    page = seats_of(new, there)
    assert "Ben this phone · keeps score" in page.text
    assert "Who are you?" not in page.root.one("main").text.split("More")[0]
    assert codes(new.opens(f"{table.address}/seats?kind=watch")) != []
    assert link_on(new.opens(f"{table.address}/seats?kind=watch")) != link_on(at_table), "the same for who comes by it"
    guest = Phone(app)
    assert [form.action for form in scans(guest, table).forms if form.action.endswith(f"/{BEN}/take")] == []
    table.phone.sends(table.phone.opens("/links/own").form("/links/own/leave"))
    seats = seats_of(new, there)
    assert "Ben this phone · keeps score" in seats.text, "also once the old phone is out"
    new.sends(seats.form(f"/seats/{BEN}/free"))
    late = Phone(app)
    assert [form.action for form in scans(late, there).forms if form.action.endswith(f"/{BEN}/take")] == []


def test_who_has_said_that_they_only_keep_score_is_not_asked_on_the_new_phone(table: Sitting, new: Phone) -> None:
    table.phone.posts(f"{table.address}/seats/nobody", {"csrf_token": table.phone.token()})
    accepts(new, link_on(shows(table.phone)))
    page = seats_of(new, Sitting(new, table.address))
    assert "Who are you?" not in page.root.one("main").text.split("More")[0]


# The old phone.


def test_the_old_phone_leaves_every_scorebook_that_the_new_one_has(table: Sitting, stranger: Phone, new: Phone) -> None:
    own = stranger.sits_down("Dan", "Eva", "Fay")
    assert own.page.status == 200
    accepts(stranger, link_on(shows(table.phone, "guest")))
    accepts(new, link_on(shows(stranger)))
    page = stranger.opens("/links/own")
    assert page.form("/links/own/leave").element.get("data-say-unsent"), "it waits for what is not sent"
    left = stranger.follows(stranger.sends(page.form("/links/own/leave")))
    assert "no longer opens the scorebook" in left.text
    assert [each.opens(address).status for each in (stranger, new) for address in (own.address, table.address)] == [
        *(404, 404),
        *(200, 200),
    ]


def test_nobody_leaves_before_the_new_phone_has_come(table: Sitting) -> None:
    table.phone.opens("/")
    sent = {"csrf_token": table.phone.token()}
    assert table.phone.posts("/links/own/leave", sent).location == "/links/own"
    assert table.page.status == 200


def test_new_and_old_phone_remove_each_other_and_an_old_link_brings_none_back(table: Sitting, new: Phone) -> None:
    link = link_on(shows(table.phone))
    accepts(new, link)
    assert removes(new).status == 303
    assert table.phone.opens(table.address).status == 404
    assert table.phone.opens(link).status == 404


def test_a_phone_that_was_removed_shows_a_code_that_lets_in_nobody(table: Sitting, new: Phone, stranger: Phone) -> None:
    accepts(new, link_on(shows(table.phone, "guest")))
    link = link_on(shows(new))
    removes(table.phone)
    assert stranger.opens(link).status == 404


# Links of before.


def test_the_signs_of_a_link_of_before_are_answered_too(app: Flask, table: Sitting, new: Phone) -> None:
    with borrowed(app) as db, table.phone.client.session_transaction() as cookie:
        make_link(Book(db, cookie["scorebook"], "keeper"), role="keeper", at="2026-11-22T20:00:00Z")
    (address,) = (form.action for form in table.phone.opens("/links").forms if form.action.endswith("/code"))
    asks(new, code_on(table.phone.opens(address)))
    assert table.phone.sends(questions(table.phone, address)[0], {"yes": "1"}).location == address
    assert new.opens("/join/request").location == "/"


def test_the_page_of_somebody_who_keeps_score_too_offers_to_remove_them(table: Sitting, new: Phone) -> None:
    page = made(table.phone, "keep")
    accepts(new, link_on(page))
    table.phone.sends(table.phone.opens("/links/guest").form("/remove"))
    assert new.opens(table.address).status == 404
