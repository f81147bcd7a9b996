"""Links that let phones in, the devices that came and who removes them, and the scorebooks of a device."""

from __future__ import annotations

import socket
from datetime import UTC, datetime
from pathlib import Path
from signal import SIGTERM

import pytest
from flask import Flask

from store.access import grants
from store.access.secrets import Link, secrets_of
from store.book import Book
from store.encoding import hashed
from store.errors import UnavailableError, UnusableDatabaseError
from tests.kit.browser.site import running_site
from tests.kit.for_each import for_each
from tests.kit.web.joining import accepts, device_form, devices, link_on, made, makes, removes, writes
from tests.kit.web.page import Page
from tests.web.conftest import LONG_AGO, SOME_TIME, TRIO, Phone, Sitting, borrowed


def test_to_open_a_link_changes_nothing(table: Sitting, stranger: Phone) -> None:
    page = stranger.opens(makes(table.phone, "keep"))
    assert (page.status, page.heading) == (200, "You are invited")
    assert (stranger.opens(table.address).status, len(devices(table.phone))) == (404, 1)


def test_a_link_shows_itself_once_as_a_code_and_is_not_listed(table: Sitting) -> None:
    shown = made(table.phone, "watch")
    assert "no-store" in shown.headers["Cache-Control"]
    assert shown.root.one("figure", class_="code").all("svg")
    assert "Phones cannot open localhost." in shown.text
    page = table.phone.opens("/links")
    assert link_on(shown).removeprefix("/j/") not in page.html
    assert "Watch everything" in page.root.one("li", class_="item").text


@for_each("kind, names", [("join", True), ("game", True), ("watch", False)])
def test_an_invitation_says_to_which_game_and_who_plays_and_of_the_scorebook_its_name_alone(
    table: Sitting, stranger: Phone, kind: str, names: bool
) -> None:
    told = stranger.opens(makes(table.phone, kind, session=table.id)).root.one("form", class_="box rows").text
    assert {word in told for word in ("Oh Hell" if names else "Ann", *TRIO)} == {names}


def test_whoever_is_in_already_is_told_so_and_goes_where_the_link_leads(table: Sitting) -> None:
    link = makes(table.phone, "join", session=table.id)
    assert "This phone has already joined." in table.phone.opens(link).text
    assert accepts(table.phone, link).address == f"{table.address}/seats"
    assert len(devices(table.phone)) == 1, "it came by no link"


def test_the_links_of_a_scorebook_say_who_came_by_which(table: Sitting, stranger: Phone) -> None:
    other = table.phone.sits_down("Dan", "Eva", "Fay")
    makes(table.phone, "game", session=other.id)
    accepts(stranger, makes(table.phone, "game", session=table.id))

    def listed() -> dict[str, tuple[bool, bool]]:
        items = [each.text for each in table.phone.opens("/links").root.all("li", class_="item")]
        states = ("Joined: Unnamed device.", "Nobody has joined yet.")
        return {state: ("Ann" in item, "Eva" in item) for item in items for state in states if state in item}

    assert listed() == {"Joined: Unnamed device.": (True, False), "Nobody has joined yet.": (False, True)}
    accepts(stranger, makes(table.phone, "keep"))
    told = ["this phone" in each.opens("/links").text for each in (stranger, table.phone)]
    assert told == [True, False]


def test_each_kind_of_link_is_one_tap_away_from_its_page_and_there_is_no_other(table: Sitting) -> None:
    def offered(address: str) -> list[str]:
        form = table.phone.opens(address).form("/links", has="days")
        assert form.typed("days") == "", "until you revoke it, unless something is chosen"
        return [each.get("value") for each in form.element.all("button")]

    form, page = table.phone.opens("/links").form("/links", has="days"), f"/links?session={table.id}"
    refused = [table.phone.sends(form, {"for": kind}).status for kind in ("join", "evening", "", "all")]
    assert (refused, table.phone.opens("/links").root.all("li", class_="item")) == ([422] * 4, [])
    assert page in table.phone.follows(table.phone.sends(table.more.form("/seats/link"))).links()
    assert [offered(each) for each in ("/links", page)] == [["keep", "watch"], ["invite", "game", "keep", "watch"]]
    table.ends()
    assert offered(page) == ["game", "keep", "watch"], "nobody joins any more"


def test_a_link_that_ends_says_when_where_the_reader_is(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("web.pages.access.now", "web.i18n.timezone.now", "web.identity.invitations.now"):
        monkeypatch.setattr(place, lambda: datetime(2026, 11, 22, 20, 0, tzinfo=UTC))
    table.phone.client.set_cookie("zone", "Asia/Tokyo")
    # In Tokyo it is the 23rd already.
    assert "until Mon, Nov 30" in made(table.phone, "watch", days="7").text
    told = table.phone.opens("/links").text
    assert ("Created Mon, Nov 23 5:00 AM" in told, "Works until Mon, Nov 30 5:00 AM." in told) == (True, True)


@for_each(
    "kind, leads, scorebook, keeps",
    [
        ("keep", "/", True, True),
        ("recovery", "/", True, True),
        ("watch", "/", True, False),
        ("game", "/s/{id}", False, False),
        ("join", "/s/{id}/seats", False, False),
    ],
)
def test_each_kind_of_link_opens_what_it_says(app: Flask, kind: str, leads: str, scorebook: bool, keeps: bool) -> None:
    """What else may be seen and done with each, tests/web/identity/test_access_table.py asks of every address."""
    phone, guest = Phone(app), Phone(app)
    table = phone.sits_down(*TRIO)
    assert accepts(guest, makes(phone, kind, session=table.id)).address == leads.format(id=table.id)
    assert table.address in guest.opens("/").links()
    page = guest.opens(table.address)
    assert (page.status, any(form.action.endswith("/entries") for form in page.forms)) == (200, keeps)
    assert [guest.opens(each).status == 200 for each in ("/players", "/links")] == [scorebook, keeps]


def test_who_watches_is_shown_no_form_and_what_is_sent_is_refused_in_words(table: Sitting) -> None:
    form = table.form
    table.phone.may("watcher")
    for address in (table.address, f"{table.address}/more", "/new", "/new/oh-hell"):
        actions = {each.action for each in table.phone.opens(address).forms}
        assert actions <= {"/settings", "/scorebooks/open", "/scorebooks/new"}
    refused = table.phone.sends(form, {})
    assert (refused.status, refused.heading) == (403, "View only")


def test_who_watches_everything_and_joins_a_table_sits_there(table: Sitting, stranger: Phone) -> None:
    for link in (makes(table.phone, "watch"), makes(table.phone, "join", session=table.id)):
        seats = accepts(stranger, link)
    assert stranger.sends(seats.form("/seats/0/take")).status == 303
    assert stranger.opens("/history").status == 200
    assert stranger.posts(f"{table.address}/entries", {"csrf_token": stranger.token()}).status == 403


def test_who_is_shut_out_comes_by_no_link_of_before_and_begins_a_scorebook_of_their_own(
    table: Sitting, stranger: Phone
) -> None:
    link = makes(table.phone, "watch")
    accepts(stranger, link)
    removes(table.phone)
    page = stranger.opens(link)
    assert (page.status, page.heading) == (404, "This link no longer works")
    assert "removed this phone" in page.text
    assert Phone(table.phone.client.application).opens(link).status == 200
    home = stranger.opens("/")
    assert home.heading == "No access"
    assert stranger.follows(stranger.sends(home.form("/scorebooks/new"))).status == 200
    assert stranger.sits_down("Dan", "Eva", "Fay").page.status == 200


def test_a_device_is_named_and_the_log_says_so(table: Sitting, stranger: Phone) -> None:
    accepts(stranger, makes(table.phone, "keep"))
    form = device_form(table.phone, "/name")
    assert [table.phone.sends(form, {"name": name}).status for name in ("", "Ben's phone")] == [422, 303]
    writes(stranger, table)
    assert ("Ben's phone" in devices(table.phone), "Ben's phone" in table.behind("log").text) == (True, True)


# The scorebooks of a device.


def shelf(phone: Phone) -> dict[str, str]:
    """What opens each scorebook of a phone, by what is told of it."""
    forms = [each for each in phone.opens("/scorebooks").forms if each.action == "/scorebooks/open"]
    return {each.element.text: each.element.one("button").get("value") for each in forms}


def looks_at(table: Sitting) -> bool:
    return table.address in table.phone.opens("/").links()


@pytest.fixture
def both(table: Sitting, stranger: Phone) -> tuple[Sitting, Sitting]:
    """A phone's own table, and the other one at which it keeps score too; it looks at the own scorebook."""
    own = stranger.sits_down("Dan", "Eva", "Fay")
    assert own.page.status == 200
    accepts(stranger, makes(table.phone, "keep"))
    assert (looks_at(own), own.page.status) == (False, 200)
    return own, Sitting(stranger, table.address)


def test_a_device_switches_between_its_scorebooks(both: tuple[Sitting, Sitting], table: Sitting) -> None:
    own, other = both
    assert "Name this scorebook" in table.phone.opens("/links").text
    table.phone.sends(table.phone.opens("/scorebooks/name").form("/scorebooks/name"), {"name": "Thursdays"})
    assert "Name this scorebook" not in table.phone.opens("/links").text
    assert table.phone.opens("/scorebooks").root.all("h2") == [], "the heading says it already"
    (thursdays,) = (value for told, value in shelf(own.phone).items() if "Thursdays" in told)
    for scorebook, status in ((thursdays, 303), ("of somebody else", 404)):
        sent = {"csrf_token": own.phone.token(), "scorebook": scorebook}
        assert own.phone.posts("/scorebooks/open", sent).status == status
        assert (looks_at(own), looks_at(other)) == (False, True)


def test_scorebooks_without_names_are_told_apart_by_who_plays(table: Sitting, stranger: Phone) -> None:
    assert stranger.sits_down("Dan", "Eva", "Fay").page.status == 200
    accepts(stranger, makes(table.phone, "game", session=table.id))
    # They play in another game of the scorebook.
    table.phone.sits_down("Gil", "Hal", "Ida")
    told = [[name in each for name in ("Dan", "Fay", "Ann", "Chika", "Gil")] for each in shelf(stranger)]
    assert sorted(told) == [[False, False, True, True, False], [True, True, False, False, False]]


def test_an_address_opens_whichever_scorebook_it_is_of_if_it_may(both: tuple[Sitting, Sitting], table: Sitting) -> None:
    own, other = both
    form = other.form
    assert (looks_at(other), looks_at(own)) == (True, False)
    assert (own.more.status, looks_at(own)) == (200, True)
    # A sheet that is open beside another scorebook can be written and followed.
    assert other.phone.sends(form, {"bids-0": "1", "bids-1": "1", "bids-2": "0"}).status == 303
    assert other.phone.opens(f"{other.address}/now", headers={"If-None-Match": 'W/"before"'}).status == 200
    assert looks_at(own), "what a page asks by itself changes nothing"
    assert (own.position, table.position) == (0, 1)
    assert [table.phone.opens(own.address + rest).status for rest in ("", "/more", "/now")] == [404] * 3
    removes(table.phone)
    assert (own.phone.opens(table.address).status, looks_at(own)) == (404, True)


# What to do in case the phone is lost, said once.


def test_a_recovery_page_brings_a_new_phone_back(app: Flask, table: Sitting) -> None:
    page, new = made(table.phone, "recovery"), Phone(app)
    assert page.heading == "Recovery page"
    accepts(new, link_on(page))
    assert (writes(new, table), table.position) == (303, 1)


def test_who_shares_a_scorebook_before_the_first_game_keeps_it(phone: Phone, stranger: Phone) -> None:
    accepts(stranger, makes(phone, "recovery"))
    assert [each.opens("/devices").status for each in (phone, stranger)] == [200, 200]


def is_warned(phone: Phone) -> bool:
    """By a red dot at the way to the scorebook."""
    return "recovery page missing" in phone.opens("/").text


@pytest.mark.parametrize("kind", ["recovery", "keep"])
def test_it_is_said_after_the_first_game_that_was_played_to_its_end(table: Sitting, stranger: Phone, kind: str) -> None:
    """Until there is another way back: what is one, see tests/store/access/test_grants.py."""
    accepts(stranger, makes(table.phone, "watch"))
    assert not is_warned(table.phone)
    table.ends()
    assert (is_warned(table.phone), is_warned(stranger)) == (True, False), "a watcher is not told"
    accepts(stranger, makes(table.phone, kind))
    assert not is_warned(table.phone)


def test_it_is_said_after_the_third_game_that_was_begun_and_beside_the_way_to_the_page(table: Sitting) -> None:
    for number in (2, 3):
        assert not is_warned(table.phone)
        table.phone.sits_down("Dan", "Eva", f"Fay {number}")
    assert is_warned(table.phone)
    page = table.phone.opens("/scorebook")
    row = next(each for each in page.root.all("a") if each.get("href") == "/links#recovery")
    assert row.one("span", class_="dot").text == "recovery page missing"
    made(table.phone, "recovery")
    assert not table.phone.opens("/scorebook").root.all("span", class_="dot")
    # A home page that lies in a phone sends what it asked before.
    assert table.phone.posts("/scorebooks/told", {"csrf_token": table.phone.token()}).location == "/"


# What nobody is to read.


def test_an_invitation_is_not_kept_and_its_address_goes_nowhere(table: Sitting, stranger: Phone) -> None:
    """Over HTTPS the form is sent with the referrer that its page lets the browser send."""
    link = makes(table.phone, "keep")
    page = stranger.opens(link, base_url="https://localhost")
    sent = [
        stranger.sends(page.form(link), base_url="https://localhost", headers={"Referer": "https://localhost/"})
        for _twice in range(2)
    ]
    assert [(each.status, each.location) for each in sent] == [(303, "/")] * 2
    for answer in (page, *sent, stranger.opens("/j/nonsense")):
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert answer.headers["Referrer-Policy"] == "strict-origin"


@for_each("error", [UnavailableError("busy", "locked"), UnusableDatabaseError("broken"), RuntimeError("odd")])
def test_what_goes_wrong_with_a_link_is_logged_without_it(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    phone, guest = Phone(app), Phone(app)
    link = makes(phone, "keep")
    form = guest.opens(link).form(link)

    def breaks(*_args: object) -> None:
        raise error

    caplog.clear()
    with monkeypatch.context() as broken:
        for name in ("link_offer", "accept_link"):
            broken.setattr(f"web.pages.access.{name}", breaks)
        assert (guest.opens(link).status >= 500, guest.sends(form).status >= 500) == (True, True)
    assert ("GET /j/…" in caplog.text, "POST /j/…" in caplog.text) == (True, True)
    assert link.removeprefix("/j/") not in caplog.text


def test_no_log_of_the_server_names_a_link_a_session_or_a_query(tmp_path: Path) -> None:
    secret = "Yzq7Jr2mXw9LkTz4bVn1cY"
    asked = (
        *(f"GET {path} HTTP/1.1" for path in (f"/j/{secret}", f"/s/{secret}/now", f"/history?player={secret}")),
        *(f"POST /j/{secret} HTTP/1.1", f"GET /j/{secret}/ HTTP/1.1", f"GET /j/{secret} HTTP/7.0"),
        *(f"GET /j/{secret} and more HTTP/1.1", f"/j/{secret}"),
    )
    with running_site(tmp_path, settings={"TAKUROKU_ACCESS_LOG": "1"}, stop=SIGTERM) as site:
        host, port = site.removeprefix("http://").split(":")
        for line in asked:
            with socket.create_connection((host, int(port)), timeout=10) as wire, wire.makefile("rb") as answer:
                wire.sendall(f"{line}\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
                assert answer.read().startswith(b"HTTP/1.")
    log = (tmp_path / "server.log").read_text()
    told = ("127.0.0.1 GET /j/… 404 ", "127.0.0.1 GET /s/…/now 404 ", "127.0.0.1 GET /history 200 ")
    assert [line in log for line in (secret, *told)] == [False, True, True, True]


def test_an_old_cookie_keeps_its_scorebook_and_shown_twice_is_one_device(app: Flask, table: Sitting) -> None:
    """As a table had it before there were links: a scorebook and a device, and nothing is claimed yet."""
    assert table.page.status == 200
    old = Phone(app), Phone(app)
    with table.phone.client.session_transaction() as cookie, borrowed(app) as db:
        db.execute("DELETE FROM access WHERE scorebook = ?", (cookie["scorebook"],))
        before = {name: cookie[name] for name in ("scorebook", "device", "seen")}
    for phone in old:
        with phone.client.session_transaction() as cookie:
            cookie.update(before)
    assert [phone.opens(table.address).status for phone in (*old, *old)] == [200] * 4
    assert (writes(old[0], table), len(devices(old[0]))) == (303, 1)


# Who removes whom: a lost phone, and links of before for an evening.


NO_BUTTON = "You cannot remove this phone: its scorekeeper joined before you, or with a recovery page that you made."


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


def taps_remove(by: Phone, whom: Phone) -> Page:
    """Tap the button, or send the same where there is none."""
    with by.client.session_transaction() as cookie, borrowed(by.client.application) as db:
        there = {each.device: each.id for each in grants.devices(Book(db, cookie["scorebook"], "keeper"), at=SOME_TIME)}
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
        assert ("cannot come back by the same link" in page, NO_BUTTON in page) == (True, told)
    refused = taps_remove(second, first)
    assert (refused.status, refused.alerts) == (403, [NO_BUTTON])
    assert table.page.status == 200
    assert taps_remove(first, second).status == 303
    assert second.opens(table.address).status == 404


def test_a_lost_phone_is_removed_at_once_by_its_recovery_page_and_cannot_remove_its_owner(
    app: Flask, first: Phone, table: Sitting
) -> None:
    owner = Phone(app)
    accepts(owner, makes(first, "recovery"))
    # Whoever holds the lost phone tries first, under *Devices* and by revoking the page.
    assert taps_remove(first, owner).status == 403
    for form in first.opens("/links").forms:
        if form.action.endswith("/revoke"):
            assert first.sends(form).status == 303
    assert (writes(owner, table), taps_remove(owner, first).status) == (303, 303)
    assert (first.opens(table.address).status, first.opens("/devices").status) == (404, 404)
    assert taps_remove(owner, owner).status == 409, "nobody else keeps score"


# A link of before.


def test_a_link_for_an_evening_says_why_it_lets_nobody_in(app: Flask, first: Phone, table: Sitting) -> None:
    link, guest = makes(first, "keep"), Phone(app)
    form = guest.opens(link).form(link)
    with borrowed(app) as db, first.client.session_transaction() as cookie:
        # As the update of the record leaves it.
        db.execute("UPDATE link SET for_evening = 1, ends_at = created_at, one_phone = NULL")
        (kept,) = secrets_of(Book(db, cookie["scorebook"], "keeper"), Link)
    assert (kept.role, kept.revoked_at) == ("keeper", None)
    for page in (guest.opens(link), guest.sends(form)):
        assert (page.status, page.heading) == (404, "This link no longer works")
        assert "It was for one evening" in page.text
    assert "for one evening" not in guest.opens("/j/nonsense").text
    assert guest.opens(table.address).status == 404
    assert "Expired." in first.opens("/links").text
