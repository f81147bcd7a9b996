"""Links that let phones in, the devices that came, and the scorebooks of a device, as each of them sees it."""

from __future__ import annotations

import socket
from datetime import UTC, datetime
from pathlib import Path
from signal import SIGTERM

import pytest
from flask import Flask

from store.access import links
from store.errors import UnavailableError, UnusableDatabaseError
from tests.kit.browser.site import running_site
from tests.kit.for_each import for_each
from tests.kit.web.joining import accepts, device_form, devices, link_on, made, makes, removes, writes
from tests.web.conftest import Phone, Sitting, borrowed

PLAYERS = ("Ann", "Ben", "Chika")


def test_two_phones_keep_score(table: Sitting, stranger: Phone) -> None:
    assert table.address in accepts(stranger, makes(table.phone, "keep")).links()
    assert writes(stranger, table) == 303
    assert table.position == 1


def test_to_open_a_link_changes_nothing(table: Sitting, stranger: Phone) -> None:
    page = stranger.opens(makes(table.phone, "keep"))
    assert (page.status, page.heading) == (200, "You are invited")
    assert stranger.opens(table.address).status == 404
    assert len(devices(table.phone)) == 1


def test_a_link_shows_itself_once_as_a_code_and_is_not_listed(table: Sitting) -> None:
    shown = made(table.phone, "keep")
    assert "no-store" in shown.headers["Cache-Control"]
    assert shown.root.one("figure", class_="code").all("svg")
    page = table.phone.opens("/links")
    assert link_on(shown).removeprefix("/j/") not in page.html
    assert "Keep score too" in page.root.one("li", class_="item").text


def test_an_invitation_to_a_game_says_which_one_and_who_plays(table: Sitting, stranger: Phone) -> None:
    for kind in ("join", "game"):
        told = stranger.opens(makes(table.phone, kind, session=table.id)).root.one("form", class_="box rows").text
        assert [word for word in ("Oh Hell", *PLAYERS) if word not in told] == [], kind
    told = stranger.opens(makes(table.phone, "watch")).text
    assert not any(name in told for name in PLAYERS), "of the scorebook its name alone"


def test_whoever_is_in_already_is_told_so_and_goes_where_the_link_leads(table: Sitting) -> None:
    link = makes(table.phone, "join", session=table.id)
    assert "This phone has already joined." in table.phone.opens(link).text
    assert accepts(table.phone, link).address == f"{table.address}/seats"
    assert len(devices(table.phone)) == 1, "it came by no link"


def test_a_link_by_which_a_removed_phone_came_does_not_invite_it(table: Sitting, stranger: Phone) -> None:
    link = makes(table.phone, "watch")
    accepts(stranger, link)
    removes(table.phone)
    page = stranger.opens(link)
    assert (page.status, page.heading) == (404, "This link no longer works")
    assert "removed this phone" in page.text
    assert Phone(table.phone.client.application).opens(link).status == 200


def test_links_of_a_kind_are_told_apart(table: Sitting, stranger: Phone) -> None:
    other = table.phone.sits_down("Dan", "Eva", "Fay")
    makes(table.phone, "game", session=other.id)
    accepts(stranger, makes(table.phone, "game", session=table.id))
    listed = [each.text for each in table.phone.opens("/links").root.all("li", class_="item")]
    assert {"Joined:" in each: ("Ann" in each, "Eva" in each) for each in listed} == {
        True: (True, False),
        False: (False, True),
    }
    assert len([each for each in listed if "Nobody has joined yet." in each]) == 1


def test_a_device_without_a_name_that_came_by_a_link_is_called_unnamed(table: Sitting, stranger: Phone) -> None:
    accepts(stranger, makes(table.phone, "watch"))
    (link,) = table.phone.opens("/links").root.all("li", class_="item")
    assert "Joined: Unnamed device." in link.text


def test_a_keeper_is_told_by_which_link_the_own_phone_came(table: Sitting, stranger: Phone) -> None:
    accepts(stranger, makes(table.phone, "keep"))
    told = ["This phone joined with this link." in each.opens("/links").text for each in (stranger, table.phone)]
    assert told == [True, False]


def test_a_link_that_other_phones_cannot_open_says_so(table: Sitting) -> None:
    told = made(table.phone, "game", session=table.id).text
    assert "Phones cannot open this code: localhost means this device itself." in told


def test_each_kind_of_link_is_one_tap_away_from_its_page(table: Sitting) -> None:
    def offered(address: str) -> list[str]:
        form = table.phone.opens(address).form("/links", has="days")
        assert form.typed("days") == "", "until you revoke it, unless something is chosen"
        return [each.get("value") for each in form.element.all("button")]

    page = f"/links?session={table.id}"
    assert page in table.phone.follows(table.phone.sends(table.more.form("/invite"))).links()
    assert offered("/links") == ["keep", "watch"]
    assert offered(page) == ["invite", "game", "keep", "watch"]
    table.ends()
    assert offered(page) == ["game", "keep", "watch"], "nobody joins any more"


def test_a_kind_of_link_that_there_is_not_makes_none(table: Sitting) -> None:
    form = table.phone.opens("/links").form("/links", has="days")
    for kind in ("join", "evening", "", "all"):
        assert table.phone.sends(form, {"for": kind}).status == 422
    with borrowed(table.phone.client.application) as db, table.phone.client.session_transaction() as cookie:
        assert links.of_scorebook(db, cookie["scorebook"]) == []


def test_a_link_that_ends_says_when_where_the_reader_is(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("web.pages.access.links.now", "web.i18n.ends.now", "web.i18n.timezone.now"):
        monkeypatch.setattr(place, lambda: datetime(2026, 11, 22, 20, 0, tzinfo=UTC))
    table.phone.client.set_cookie("zone", "Asia/Tokyo")
    # In Tokyo it is the 23rd already.
    assert "until Mon, Nov 30" in made(table.phone, "watch", days="7").text
    told = table.phone.opens("/links").text
    assert "Created Mon, Nov 23 5:00 AM" in told
    assert "Works until Mon, Nov 30 5:00 AM." in told


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
    table = phone.sits_down(*PLAYERS)
    assert accepts(guest, makes(phone, kind, session=table.id)).address == leads.format(id=table.id)
    assert table.address in guest.opens("/").links()
    page = guest.opens(table.address)
    assert page.status == 200
    assert any(form.action.endswith("/entries") for form in page.forms) == keeps
    assert (guest.opens("/history").status == 200, guest.opens("/links").status == 200) == (scorebook, keeps)


def test_who_watches_is_shown_no_form_and_what_is_sent_is_refused_in_words(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
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
    sent = {"csrf_token": stranger.token(), "position": "0", "step": "note", "text": "rain"}
    assert stranger.posts(f"{table.address}/entries", sent).status == 403


def test_who_is_shut_out_begins_a_scorebook_of_their_own(table: Sitting, stranger: Phone) -> None:
    accepts(stranger, makes(table.phone, "watch"))
    removes(table.phone)
    page = stranger.opens("/")
    assert page.heading == "No access"
    assert stranger.follows(stranger.sends(page.form("/scorebooks/new"))).status == 200
    assert stranger.sits_down("Dan", "Eva", "Fay").page.status == 200


def test_a_device_is_named_and_the_log_says_so(table: Sitting, stranger: Phone) -> None:
    accepts(stranger, makes(table.phone, "keep"))
    form = device_form(table.phone, "/name")
    assert table.phone.sends(form, {"name": ""}).status == 422
    assert table.phone.sends(form, {"name": "Ben's phone"}).status == 303
    assert "Ben's phone" in devices(table.phone)
    writes(stranger, table)
    assert "Ben's phone" in table.behind("log").text


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
    assert not looks_at(own)
    assert own.page.status == 200
    return own, Sitting(stranger, table.address)


def test_a_device_switches_between_its_scorebooks(both: tuple[Sitting, Sitting], table: Sitting) -> None:
    own, other = both
    assert "Name the scorebook first" in table.phone.opens("/links").text
    table.phone.sends(table.phone.opens("/scorebooks").form("/scorebooks/name"), {"name": "Thursdays"})
    assert "Name the scorebook first" not in table.phone.opens("/links").text
    token = {"csrf_token": own.phone.token()}
    (thursdays,) = (value for told, value in shelf(own.phone).items() if "Thursdays" in told)
    assert own.phone.posts("/scorebooks/open", token | {"scorebook": thursdays}).status == 303
    assert (looks_at(own), looks_at(other)) == (False, True)
    assert own.phone.posts("/scorebooks/open", token | {"scorebook": "of somebody else"}).status == 404


def test_scorebooks_without_names_are_told_apart_by_who_plays(table: Sitting, stranger: Phone) -> None:
    assert stranger.sits_down("Dan", "Eva", "Fay").page.status == 200
    accepts(stranger, makes(table.phone, "game", session=table.id))
    table.phone.sits_down("Gil", "Hal", "Ida")
    mine, theirs = sorted(shelf(stranger), key=lambda told: "Dan" not in told)
    assert ("Dan" in mine, "Fay" in mine, "Ann" in theirs, "Chika" in theirs) == (True,) * 4
    assert "Gil" not in theirs, "they play in another game"


def test_an_address_opens_whichever_scorebook_it_is_of(both: tuple[Sitting, Sitting]) -> None:
    own, other = both
    assert looks_at(own)
    assert other.page.status == 200
    assert (looks_at(other), looks_at(own)) == (True, False)
    assert own.more.status == 200
    assert looks_at(own)


def test_a_sheet_that_is_open_beside_another_scorebook_can_be_written_and_followed(
    both: tuple[Sitting, Sitting], table: Sitting
) -> None:
    own, other = both
    form = other.form
    assert own.page.status == 200
    assert other.phone.sends(form, {"bids-0": "1", "bids-1": "1", "bids-2": "0"}).status == 303
    assert other.phone.opens(f"{other.address}/now", headers={"If-None-Match": 'W/"before"'}).status == 200
    assert looks_at(own), "what a page asks by itself changes nothing"
    assert (own.position, table.position) == (0, 1)


def test_an_address_of_a_scorebook_that_is_not_mine_opens_nothing(
    both: tuple[Sitting, Sitting], table: Sitting
) -> None:
    own, _ = both
    for rest in ("", "/more", "/now"):
        assert table.phone.opens(own.address + rest).status == 404
    assert removes(table.phone).status == 303
    assert own.phone.opens(table.address).status == 404
    assert looks_at(own)


# What to do in case the phone is lost, said once.


def test_a_recovery_page_brings_a_new_phone_back(app: Flask, table: Sitting) -> None:
    page, new = made(table.phone, "recovery"), Phone(app)
    assert page.heading == "Recovery page"
    accepts(new, link_on(page))
    assert writes(new, table) == 303


def test_who_shares_a_scorebook_before_the_first_game_keeps_it(app: Flask, phone: Phone) -> None:
    link, new = makes(phone, "recovery"), Phone(app)
    accepts(new, link)
    assert [each.opens("/devices").status for each in (phone, new)] == [200, 200]


def is_warned(phone: Phone) -> bool:
    return bool(phone.opens("/").root.all("section", id="alone"))


def test_it_is_said_after_the_first_game_that_was_played_to_its_end(table: Sitting, stranger: Phone) -> None:
    accepts(stranger, makes(table.phone, "watch"))
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    assert not is_warned(table.phone)
    table.ends()
    assert is_warned(table.phone)
    assert not is_warned(stranger), "a watcher is not told"


def test_it_is_said_after_the_third_game_that_was_begun_and_put_away_for_good(table: Sitting) -> None:
    for number in (2, 3):
        assert not is_warned(table.phone)
        table.phone.sits_down("Dan", "Eva", f"Fay {number}")
    page = table.phone.opens("/")
    assert "/links" in page.links()
    table.phone.follows(table.phone.sends(page.form("/scorebooks/told")))
    assert not is_warned(table.phone)
    table.ends()
    assert not is_warned(table.phone)


@pytest.mark.parametrize("kind", ["recovery", "keep"])
def test_it_is_not_said_where_there_is_another_way_back(table: Sitting, stranger: Phone, kind: str) -> None:
    table.ends()
    link = makes(table.phone, kind)
    if kind == "keep":
        assert is_warned(table.phone), "nobody has come by it yet"
        accepts(stranger, link)
    assert not is_warned(table.phone)


# What nobody is to read.


def test_an_invitation_is_not_kept_and_its_address_goes_nowhere(table: Sitting, stranger: Phone) -> None:
    link = makes(table.phone, "keep")
    page = stranger.opens(link)
    accepted = stranger.sends(page.form(link))
    for answer in (page, accepted, stranger.opens("/j/nonsense"), stranger.sends(page.form(link))):
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert answer.headers["Referrer-Policy"] == "strict-origin"


def test_over_https_an_invitation_can_be_accepted(table: Sitting, stranger: Phone) -> None:
    """With the referrer that its page lets the browser send."""
    link = makes(table.phone, "keep")
    form = stranger.opens(link, base_url="https://localhost").form(link)
    sent = stranger.sends(form, base_url="https://localhost", headers={"Referer": "https://localhost/"})
    assert (sent.status, sent.location) == (303, "/")


@pytest.mark.parametrize(
    "error", [UnavailableError("busy", "locked"), UnusableDatabaseError("broken"), RuntimeError("odd")]
)
def test_what_goes_wrong_with_a_link_is_logged_without_it(
    table: Sitting,
    stranger: Phone,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    link = makes(table.phone, "keep")
    form = stranger.opens(link).form(link)

    def breaks(*_args: object) -> None:
        raise error

    for name in ("offered", "come_in"):
        monkeypatch.setattr(f"web.pages.access.joining.{name}", breaks)
    assert (stranger.opens(link).status >= 500, stranger.sends(form).status >= 500) == (True, True)
    assert ("GET /j/…" in caplog.text, "POST /j/…" in caplog.text) == (True, True)
    assert link.removeprefix("/j/") not in caplog.text


def test_no_log_of_the_server_names_a_link_a_session_or_a_query(tmp_path: Path) -> None:
    secret = "Yzq7Jr2mXw9LkTz4bVn1cY"
    with running_site(tmp_path, settings={"TAKUROKU_ACCESS_LOG": "1"}, stop=SIGTERM) as site:
        host, port = site.removeprefix("http://").split(":")
        for line in (
            *(f"GET {path} HTTP/1.1" for path in (f"/j/{secret}", f"/s/{secret}/now", f"/history?player={secret}")),
            f"POST /j/{secret} HTTP/1.1",
            f"GET /j/{secret}/ HTTP/1.1",
            f"GET /j/{secret} HTTP/7.0",
            f"GET /j/{secret} and more HTTP/1.1",
            f"/j/{secret}",
        ):
            with socket.create_connection((host, int(port)), timeout=10) as line_to_site:
                line_to_site.sendall(f"{line}\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
                assert line_to_site.recv(100).startswith(b"HTTP/1.")
                while line_to_site.recv(1 << 16):
                    pass
    log = (tmp_path / "server.log").read_text()
    assert secret not in log
    for asked in ("127.0.0.1 GET /j/… 404 ", "127.0.0.1 GET /s/…/now 404 ", "127.0.0.1 GET /history 200 "):
        assert asked in log


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
    assert writes(old[0], table) == 303
    assert len(devices(old[0])) == 1
