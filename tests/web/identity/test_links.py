"""Links that let phones in, the devices that came, and the scorebooks of a device, as each of them sees it."""

from __future__ import annotations

import socket
from datetime import UTC, datetime
from pathlib import Path
from signal import SIGTERM

import pytest
from flask import Flask

from store.access import links
from store.access.grants import claim
from store.access.secrets import hashed
from store.book import KeepersBook
from store.errors import UnavailableError, UnusableDatabaseError
from tests.kit.browser.site import running_site
from tests.kit.web.page import Form, Page
from tests.web.conftest import SOME_TIME, Phone, Sitting, borrowed

PLAYERS = ("Ann", "Ben", "Chika")


def makes(phone: Phone, kind: str, *, session: str = "", days: str = "") -> str:
    """The path of a new link."""
    if kind == "join":
        invited = phone.follows(phone.sends(phone.opens(f"/s/{session}/more").form("/invite")))
        return str(invited.root.one("input", id="made").get("value")).removeprefix("http://localhost")
    page = phone.opens(f"/links?session={session}" if session else "/links")
    made = phone.sends(page.form("/links", has="days"), {"for": kind, "days": days})
    assert made.status == 200, made.alerts
    address: str = made.root.one("input", id="made").get("value")
    assert address.startswith("http://localhost/j/")
    return address.removeprefix("http://localhost")


def accepts(phone: Phone, link: str) -> Page:
    return phone.follows(phone.sends(phone.opens(link).form(link)))


def devices(phone: Phone) -> list[str]:
    return [each.one("strong").text for each in phone.opens("/devices").root.all("li")]


def form_of(phone: Phone, ending: str, *, own: bool = False) -> Form:
    """The form for this phone itself, or for the only other one."""
    page = phone.opens("/devices")
    (one,) = (each for each in page.root.all("li") if ("this phone" in each.text) == own)
    action = next(each.get("action") for each in one.all("form") if each.get("action").endswith(ending))
    return page.form(action)


def removes(phone: Phone, *, own: bool = False) -> Page:
    return phone.sends(form_of(phone, "/remove", own=own))


def writes(phone: Phone, table: Sitting) -> int:
    there = Sitting(phone, table.address)
    return phone.sends(there.form, {"bids-0": "1", "bids-1": "1", "bids-2": "0"}).status


def test_two_phones_keep_score(table: Sitting, stranger: Phone) -> None:
    link = makes(table.phone, "keep")
    assert table.address in accepts(stranger, link).links()
    assert writes(stranger, table) == 303
    assert table.position == 1


def test_to_open_a_link_changes_nothing(table: Sitting, stranger: Phone) -> None:
    link = makes(table.phone, "keep")
    page = stranger.opens(link)
    assert (page.status, page.heading) == (200, "You are invited")
    assert stranger.opens(table.address).status == 404
    assert len(devices(table.phone)) == 1


def test_a_link_shows_itself_once_as_a_code_and_is_not_listed(table: Sitting) -> None:
    link = makes(table.phone, "keep")
    page = table.phone.opens("/links")
    assert link.removeprefix("/j/") not in page.html
    assert "Keep score too" in page.root.one("li", class_="item").text


def test_an_invitation_to_a_game_says_which_one_and_who_plays(table: Sitting, stranger: Phone) -> None:
    for kind in ("join", "game"):
        told = stranger.opens(makes(table.phone, kind, session=table.id)).root.one("form", class_="box rows").text
        for word in ("Oh Hell", *PLAYERS):
            assert word in told, kind
    told = stranger.opens(makes(table.phone, "watch")).text
    assert not any(name in told for name in PLAYERS), "of the scorebook its name alone"


def test_whoever_is_in_already_is_told_so_and_goes_where_the_link_leads(table: Sitting) -> None:
    link = makes(table.phone, "join", session=table.id)
    assert "This phone has already joined." in table.phone.opens(link).text
    assert accepts(table.phone, link).address == f"{table.address}/seats"
    assert devices(table.phone) == [devices(table.phone)[0]], "it came by no link"


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
    assert len(listed) == 2
    (came,) = (each for each in listed if "Joined:" in each)
    (waits,) = (each for each in listed if "Nobody has joined yet." in each)
    assert ("Ann" in came, "Eva" in came) == (True, False)
    assert ("Ann" in waits, "Eva" in waits) == (False, True)


def test_a_device_without_a_name_that_came_by_a_link_is_called_unnamed(table: Sitting, stranger: Phone) -> None:
    accepts(stranger, makes(table.phone, "watch"))
    (link,) = table.phone.opens("/links").root.all("li", class_="item")
    assert "Joined: Unnamed device." in link.text


def test_a_keeper_is_told_by_which_link_the_own_phone_came(table: Sitting, stranger: Phone) -> None:
    accepts(stranger, makes(table.phone, "keep"))
    assert "This phone joined with this link." in stranger.opens("/links").text
    assert "This phone joined with this link." not in table.phone.opens("/links").text


def test_a_link_that_other_phones_cannot_open_says_so(table: Sitting) -> None:
    made = table.phone.sends(
        table.phone.opens(f"/links?session={table.id}").form("/links", has="days"), {"for": "game"}
    )
    assert "Phones cannot open this code: localhost means this device itself." in made.text


def test_each_kind_of_link_is_one_tap_away_from_its_page(table: Sitting) -> None:
    def offered(address: str) -> list[str]:
        form = table.phone.opens(address).form("/links", has="days")
        assert form.typed("days") == "", "until you revoke it, unless something is chosen"
        return [each.get("value") for each in form.element.all("button")]

    assert offered("/links") == ["keep", "watch"]
    assert offered(f"/links?session={table.id}") == ["invite", "game", "keep", "watch"]
    table.ends()
    assert offered(f"/links?session={table.id}") == ["game", "keep", "watch"], "nobody joins any more"


def test_a_kind_of_link_that_there_is_not_makes_none(table: Sitting) -> None:
    form = table.phone.opens("/links").form("/links", has="days")
    for kind in ("join", "evening", "", "all"):
        assert table.phone.sends(form, {"for": kind}).status == 422
    with borrowed(table.phone.client.application) as db, table.phone.client.session_transaction() as cookie:
        assert links.of_scorebook(db, cookie["scorebook"]) == []


def test_the_menu_of_a_game_leads_who_keeps_score_to_its_links(table: Sitting, stranger: Phone) -> None:
    page = f"/links?session={table.id}"
    invited = table.phone.follows(table.phone.sends(table.more.form("/invite")))
    assert page in urls(invited)
    made = table.phone.sends(table.phone.opens(page).form("/links", has="days"), {"for": "game"})
    assert made.heading == "Watch this game"
    (link,) = (each.get("value") for each in made.root.all("input", id="made"))
    accepts(stranger, link.removeprefix("http://localhost"))
    behind = {form.action.removeprefix(table.address) for form in stranger.opens(f"{table.address}/more").forms}
    assert "/invite" not in behind


def urls(page: Page) -> list[str]:
    return [each.get("href") for each in page.root.all("a")]


def test_a_link_that_ends_says_when_where_the_reader_is(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("web.pages.access.links.now", "web.i18n.ends.now", "web.i18n.timezone.now"):
        monkeypatch.setattr(place, lambda: datetime(2026, 11, 22, 20, 0, tzinfo=UTC))
    table.phone.client.set_cookie("zone", "Asia/Tokyo")
    page = table.phone.opens("/links")
    made = table.phone.sends(page.form("/links", has="days"), {"for": "watch", "days": "7"})
    # In Tokyo it is the 23rd already.
    assert "until Mon, Nov 30" in made.text
    told = table.phone.opens("/links").text
    assert "Created Mon, Nov 23 5:00 AM" in told
    assert "Works until Mon, Nov 30 5:00 AM." in told


def test_a_new_link_is_not_kept_by_the_browser(table: Sitting) -> None:
    made = table.phone.sends(table.phone.opens("/links").form("/links", has="days"), {"for": "keep"})
    assert "no-store" in made.headers["Cache-Control"]
    assert made.root.one("figure", class_="code").all("svg")


def test_who_watches_sees_everything_and_no_form(table: Sitting, stranger: Phone) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    accepts(stranger, makes(table.phone, "watch"))
    for address in ("/history", table.address):
        assert stranger.opens(address).status == 200
    forms = stranger.opens(table.address).forms
    assert [form.action for form in forms if "/settings" not in form.action] == []
    assert "/entries" in "".join(form.action for form in table.page.forms), "the page that is kept is another"
    for address in ("/links", "/devices"):
        assert stranger.opens(address).status == 403


def test_who_watches_one_game_sees_nothing_else(table: Sitting, stranger: Phone) -> None:
    other = table.phone.sits_down("Dan", "Eva", "Fay")
    accepts(stranger, makes(table.phone, "game", session=table.id))
    assert stranger.opens(table.address).status == 200
    assert stranger.opens(f"{table.address}/takuroku.csv").status == 200
    for address in (other.address, "/history", "/players", "/scorebook/takuroku.json", f"/evenings/{table.id}"):
        assert stranger.opens(address).status == 404, address
    home = stranger.opens("/")
    assert home.status == 200
    assert table.address in home.links()
    assert "Dan" not in home.text


def test_a_withdrawn_link_shuts_out_at_the_next_request(table: Sitting, stranger: Phone) -> None:
    link = makes(table.phone, "keep")
    accepts(stranger, link)
    sheet = Sitting(stranger, table.address).form
    form = next(each for each in table.phone.opens("/links").forms if each.action.endswith("/withdraw"))
    assert table.phone.sends(form).status == 303
    assert stranger.opens(table.address).status == 404
    assert stranger.sends(sheet, {"bids-0": "1", "bids-1": "1", "bids-2": "0"}).status == 404
    assert stranger.opens("/").status == 404
    assert stranger.opens(link).heading == "This link no longer works"
    assert stranger.posts(link, {"csrf_token": sheet.values["csrf_token"]}).status == 404
    assert table.position == 0


def test_who_is_shut_out_begins_a_scorebook_of_their_own(table: Sitting, stranger: Phone) -> None:
    accepts(stranger, makes(table.phone, "watch"))
    removes(table.phone)
    page = stranger.opens("/")
    assert page.heading == "No access"
    assert stranger.follows(stranger.sends(page.form("/scorebooks/new"))).status == 200
    assert stranger.sits_down("Dan", "Eva", "Fay").page.status == 200


def test_a_device_is_named_and_the_log_says_so(table: Sitting, stranger: Phone) -> None:
    accepts(stranger, makes(table.phone, "keep"))
    form = form_of(table.phone, "/name")
    assert table.phone.sends(form, {"name": ""}).status == 422
    assert table.phone.sends(form, {"name": "Ben's phone"}).status == 303
    assert "Ben's phone" in devices(table.phone)
    writes(stranger, table)
    assert "Ben's phone" in table.behind("log").text


def test_the_last_keeper_is_not_removed(table: Sitting, stranger: Phone) -> None:
    accepts(stranger, makes(table.phone, "watch"))
    answer = removes(table.phone, own=True)
    assert (answer.status, len(answer.root.all(role="alert"))) == (409, 1)
    assert table.page.status == 200


def test_a_device_switches_between_its_scorebooks(table: Sitting, stranger: Phone) -> None:
    own = stranger.sits_down("Dan", "Eva", "Fay")
    assert own.page.status == 200
    table.phone.sends(table.phone.opens("/scorebooks").form("/scorebooks/name"), {"name": "Thursdays"})
    assert "Thursdays" in stranger.opens(makes(table.phone, "keep")).text
    accepts(stranger, makes(table.phone, "keep"))
    assert own.address not in stranger.opens("/").links()
    page = stranger.opens("/scorebooks")
    shelf = [each for each in page.forms if each.action == "/scorebooks/open"]
    assert len(shelf) == 2
    back = next(each for each in shelf if "Thursdays" not in each.element.text)
    value = back.element.one("button").get("value")
    assert stranger.posts("/scorebooks/open", {**back.values, "scorebook": value}).status == 303
    assert own.address in stranger.opens("/").links()
    assert stranger.posts("/scorebooks/open", {**back.values, "scorebook": "of somebody else"}).status == 404


def test_scorebooks_without_names_are_told_apart_by_who_plays(table: Sitting, stranger: Phone) -> None:
    own = stranger.sits_down("Dan", "Eva", "Fay")
    assert own.page.status == 200
    accepts(stranger, makes(table.phone, "game", session=table.id))
    table.phone.sits_down("Gil", "Hal", "Ida")
    shelf = [each.element.text for each in stranger.opens("/scorebooks").forms if each.action == "/scorebooks/open"]
    (mine,) = (each for each in shelf if "Dan" in each and "Fay" in each)
    (theirs,) = (each for each in shelf if "Ann" in each and "Chika" in each)
    assert mine != theirs
    assert "Gil" not in theirs, "they play in another game"


def test_who_makes_links_is_led_to_a_name_for_the_scorebook(table: Sitting) -> None:
    def asks() -> bool:
        return "Name the scorebook first" in table.phone.opens("/links").text

    assert asks()
    table.phone.sends(table.phone.opens("/scorebooks").form("/scorebooks/name"), {"name": "Thursdays"})
    assert not asks()


# An address of another scorebook.


@pytest.fixture
def both(table: Sitting, stranger: Phone) -> tuple[Sitting, Sitting]:
    """A phone's own table, and the other one at which it keeps score too; it looks at the own scorebook."""
    own = stranger.sits_down("Dan", "Eva", "Fay")
    assert own.page.status == 200
    accepts(stranger, makes(table.phone, "keep"))
    assert own.page.status == 200
    return own, Sitting(stranger, table.address)


def looks_at(table: Sitting) -> bool:
    return table.address in table.phone.opens("/").links()


def test_an_address_opens_whichever_scorebook_it_is_of(both: tuple[Sitting, Sitting]) -> None:
    own, other = both
    assert looks_at(own)
    assert other.page.status == 200
    assert looks_at(other)
    assert not looks_at(own)
    assert own.more.status == 200
    assert looks_at(own)


def test_a_sheet_that_is_open_beside_another_scorebook_can_be_written_and_followed(
    both: tuple[Sitting, Sitting], table: Sitting
) -> None:
    own, other = both
    form = other.form
    assert own.page.status == 200
    assert other.phone.sends(form, {"bids-0": "1", "bids-1": "1", "bids-2": "0"}).status == 303
    mark = other.phone.opens(f"{other.address}/now", headers={"If-None-Match": 'W/"before"'})
    assert mark.status == 200
    assert looks_at(own), "what a page asks by itself changes nothing"
    assert (own.position, table.position) == (0, 1)


def test_an_address_of_a_scorebook_that_is_not_mine_opens_nothing(
    app: Flask, both: tuple[Sitting, Sitting], table: Sitting
) -> None:
    own, _ = both
    for rest in ("", "/more", "/now"):
        assert table.phone.opens(own.address + rest).status == 404
    assert removes(table.phone).status == 303
    assert own.phone.opens(table.address).status == 404
    assert looks_at(own)


def test_a_recovery_page_brings_a_new_phone_back(app: Flask, table: Sitting) -> None:
    made = table.phone.sends(
        table.phone.opens("/links").form("/links", has="days"),
        {"for": "recovery"},
    )
    assert made.heading == "Recovery page"
    link = made.root.one("input", id="made").get("value").removeprefix("http://localhost")
    new = Phone(app)
    accepts(new, link)
    assert writes(new, table) == 303


def test_who_shares_a_scorebook_before_the_first_game_keeps_it(app: Flask, phone: Phone) -> None:
    link, new = makes(phone, "recovery"), Phone(app)
    accepts(new, link)
    for each in (phone, new):
        assert each.opens("/devices").status == 200


# What to do in case the phone is lost, said once.


def is_warned(phone: Phone) -> bool:
    return bool(phone.opens("/").root.all("section", id="alone"))


def test_it_is_said_after_the_first_game_that_was_played_to_its_end(table: Sitting) -> None:
    assert not is_warned(table.phone)
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    assert not is_warned(table.phone)
    table.ends()
    assert is_warned(table.phone)


def test_it_is_said_after_the_third_game_that_was_begun(table: Sitting) -> None:
    for number in (2, 3):
        assert not is_warned(table.phone)
        table.phone.sits_down("Dan", "Eva", f"Fay {number}")
    page = table.phone.opens("/")
    assert "/links" in page.links()
    assert page.form("/scorebooks/told").method == "post"


def test_it_is_put_away_for_good(table: Sitting) -> None:
    table.ends()
    form = table.phone.opens("/").form("/scorebooks/told")
    assert not [each for each in table.phone.follows(table.phone.sends(form)).forms if each.action == form.action]
    table.phone.sits_down("Dan", "Eva", "Fay")
    assert not is_warned(table.phone)


@pytest.mark.parametrize("kind", ["recovery", "keep"])
def test_it_is_not_said_where_there_is_another_way_back(table: Sitting, stranger: Phone, kind: str) -> None:
    table.ends()
    link = makes(table.phone, kind)
    if kind == "keep":
        assert is_warned(table.phone), "nobody has come by it yet"
        accepts(stranger, link)
    assert not is_warned(table.phone)


def test_it_is_asked_on_no_other_page_and_not_once_it_is_put_away(
    table: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    is_alone = KeepersBook.is_alone

    def counted(book: KeepersBook, *, at: str) -> bool:
        asked.append(at)
        return is_alone(book, at=at)

    monkeypatch.setattr(KeepersBook, "is_alone", counted)
    table.phone.opens("/")
    table.ends()
    for address in (table.address, f"{table.address}/more", "/history", "/players", "/scorebooks", "/links"):
        assert table.phone.opens(address).status == 200
    assert asked == []
    form = table.phone.opens("/").form("/scorebooks/told")
    assert len(asked) == 1
    table.phone.follows(table.phone.sends(form))
    assert len(asked) == 1


def test_a_watcher_is_not_told(table: Sitting, stranger: Phone) -> None:
    table.ends()
    accepts(stranger, makes(table.phone, "watch"))
    assert not is_warned(stranger)


# While others write, and after who is out.


def test_a_visitor_does_not_wait_until_the_visit_can_be_noted(app: Flask, table: Sitting) -> None:
    assert table.page.status == 200
    with borrowed(app) as db:
        db.execute("UPDATE access SET seen_at = ?", (SOME_TIME,))
        with db.writing():
            db.execute("UPDATE access SET seen_at = ?", (SOME_TIME,))
            assert table.page.status == 200
            assert table.phone.opens("/").status == 200


@pytest.mark.parametrize("out", ["removed", "withdrawn"])
def test_who_is_out_has_no_seat_any_more(table: Sitting, stranger: Phone, out: str) -> None:
    link = makes(table.phone, "join", session=table.id)
    assert "lets you join the table" in stranger.opens(link).text
    seats = accepts(stranger, link)
    assert stranger.sends(seats.form("/seats/1/take")).status == 303

    def taken() -> bool:
        forms = table.phone.opens(f"{table.address}/seats").forms
        return any(each.action.endswith("/seats/1/free") for each in forms)

    assert taken()
    if out == "removed":
        assert removes(table.phone).status == 303
    else:
        form = next(each for each in table.phone.opens("/links").forms if each.action.endswith("/withdraw"))
        assert table.phone.sends(form).status == 303
    assert not taken()
    assert stranger.opens(f"{table.address}/seats").status == 404


# What nobody is to read.


def test_an_invitation_is_not_kept_and_its_address_goes_nowhere(table: Sitting, stranger: Phone) -> None:
    link = makes(table.phone, "keep")
    page = stranger.opens(link)
    accepted = stranger.sends(page.form(link))
    for answer in (page, accepted, stranger.opens("/j/nonsense"), stranger.sends(page.form(link))):
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert answer.headers["Referrer-Policy"] == "strict-origin"


def test_over_https_an_invitation_can_be_accepted(app: Flask, table: Sitting) -> None:
    """With the referrer that its page lets the browser send."""
    link = makes(table.phone, "keep")
    stranger = Phone(app)
    page = stranger.opens(link, base_url="https://localhost")
    form = page.form(link)
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
    assert stranger.opens(link).status >= 500
    assert stranger.sends(form).status >= 500
    assert "GET /j/…" in caplog.text
    assert "POST /j/…" in caplog.text
    assert link.removeprefix("/j/") not in caplog.text


def test_the_server_logs_no_link(tmp_path: Path) -> None:
    secret = "Yzq7Jr2mXw9LkTz4bVn1cY"
    with running_site(tmp_path, stop=SIGTERM) as site:
        host, port = site.removeprefix("http://").split(":")
        for line in (
            f"GET /j/{secret} HTTP/1.1",
            f"POST /j/{secret} HTTP/1.1",
            f"GET /j/{secret}/ HTTP/1.1",
            f"GET /j/{secret} HTTP/7.0",
            f"GET /j/{secret} and more HTTP/1.1",
            f"/j/{secret}",
        ):
            with socket.create_connection((host, int(port)), timeout=10) as line_to_site:
                line_to_site.sendall(f"{line}\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
                assert line_to_site.recv(100).startswith(b"HTTP/1.")
    assert secret not in (tmp_path / "server.log").read_text()


def test_the_log_of_requests_names_no_link_no_session_and_no_query(tmp_path: Path) -> None:
    secret = "Yzq7Jr2mXw9LkTz4bVn1cY"
    with running_site(tmp_path, settings={"TAKUROKU_ACCESS_LOG": "1"}, stop=SIGTERM) as site:
        host, port = site.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=10) as line:
            for path in (f"/j/{secret}", f"/s/{secret}/now", f"/history?player={secret}"):
                line.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
                assert line.recv(100).startswith(b"HTTP/1.")
                while b"</html>" not in line.recv(1 << 16):
                    pass
    log = (tmp_path / "server.log").read_text()
    assert secret not in log
    for asked in ("127.0.0.1 GET /j/… 404 ", "127.0.0.1 GET /s/…/now 404 ", "127.0.0.1 GET /history 200 "):
        assert asked in log


# Cookies of before there were links.


@pytest.fixture
def old(app: Flask, table: Sitting) -> Phone:
    """A phone with the cookie that a table had before: a scorebook and a device, and nothing is claimed yet."""
    assert table.page.status == 200
    with table.phone.client.session_transaction() as cookie, borrowed(app) as db:
        db.execute("DELETE FROM access WHERE scorebook = ?", (cookie["scorebook"],))
        before = {name: cookie[name] for name in ("scorebook", "device", "seen")}
    return with_cookie(app, before)


def with_cookie(app: Flask, before: dict[str, str]) -> Phone:
    phone = Phone(app)
    with phone.client.session_transaction() as cookie:
        cookie.update(before)
    return phone


def test_an_old_cookie_keeps_its_scorebook(old: Phone, table: Sitting) -> None:
    assert old.opens(table.address).status == 200
    assert writes(old, table) == 303
    assert len(devices(old)) == 1


def test_an_old_cookie_that_is_shown_twice_is_one_device(app: Flask, old: Phone, table: Sitting) -> None:
    with old.client.session_transaction() as cookie:
        before = dict(cookie)
    again = with_cookie(app, before)
    assert [phone.opens(table.address).status for phone in (old, again, old, again)] == [200] * 4
    assert len(devices(old)) == 1


def test_a_device_that_was_removed_does_not_come_back_by_its_old_cookie(
    app: Flask, old: Phone, table: Sitting, stranger: Phone
) -> None:
    with old.client.session_transaction() as cookie:
        before = dict(cookie)
    old.opens("/")
    accepts(stranger, makes(old, "keep"))
    assert removes(old, own=True).status == 303
    assert old.opens(table.address).status == 404
    assert with_cookie(app, before).opens(table.address).status == 404
    assert with_cookie(app, before | {"device": "0a1b2c3d"}).opens(table.address).status == 404


def test_a_scorebook_that_somebody_has_is_not_claimed_by_another_cookie(app: Flask, table: Sitting) -> None:
    assert table.page.status == 200
    with table.phone.client.session_transaction() as cookie, borrowed(app) as db:
        scorebook = cookie["scorebook"]
        assert not claim(db, device=hashed("another"), scorebook=scorebook, name="", at=SOME_TIME)
    assert with_cookie(app, {"scorebook": scorebook}).opens(table.address).status == 404
