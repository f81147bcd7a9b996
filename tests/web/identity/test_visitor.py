"""Whose scorebook it is, who may not see it, what is remembered of language and look, and first visits at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier

import pytest
from flask import Flask
from werkzeug.http import parse_cookie, parse_date

from app import create_app
from store.__main__ import main
from tests.kit.for_each import for_each
from tests.kit.web.page import Form, Page
from tests.web.conftest import TRIO, Phone, Sitting, borrowed


def switches(phone: Phone, back: str | None = None, **chosen: str) -> Page:
    (name,) = chosen
    form = phone.opens("/accessibility").form("/settings", has=name)
    return phone.sends(form, chosen if back is None else chosen | {"back": back})


# The scorebook.


def test_the_first_visit_gets_a_scorebook_that_the_next_one_finds(app: Flask) -> None:
    """Its cookie lasts a day and has another name, see below; the one that is made from it lasts 400, sent daily."""
    phone, lasts = Phone(app), []
    for day in (None, None, "2026-11-20"):
        if day:
            with phone.client.session_transaction() as said:
                said["seen"] = day
        (line,) = phone.opens("/").headers.getlist("Set-Cookie")
        assert [said in line for said in ("HttpOnly", "SameSite=Lax")] == [True] * 2
        expires = parse_date(line.partition("Expires=")[2].partition(";")[0])
        assert expires is not None
        lasts.append((line.startswith("takuroku="), round((expires - datetime.now(UTC)) / timedelta(days=1))))
    assert lasts == [(False, 1), (True, 400), (True, 400)]
    table = phone.sits_down("Dan", "Eva", "Fay")
    home = phone.opens("/")
    assert (table.address in home.links(), "Set-Cookie" in home.headers) == (True, False)


def test_another_phone_sees_nothing_of_it(table: Sitting, stranger: Phone) -> None:
    for address in ("/", "/history", "/new/oh-hell", "/history?player=Ann"):
        page = stranger.opens(address)
        assert (page.status, table.id in page.html, "Chika" in page.html) == (200, False, False)


@for_each("rest", ["", "?row=0", "/more", "/rows/0", "/takuroku.json", "/takuroku.csv"])
def test_a_session_that_is_not_yours_is_not_found(app: Flask, rest: str) -> None:
    table, stranger = Phone(app).sits_down(top_hand="3"), Phone(app)
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    assert table.phone.opens(table.address + rest).status == 200
    page = stranger.opens(table.address + rest)
    assert page.status == 404
    assert page.text == stranger.opens(f"/s/no-such-session{rest}").text, "it does not tell that there is one"


@for_each("session", ["nonsense", "%00", "..", "x" * 5000, "%ED%A0%80", "a%2Fb", "' OR 1=1 --", "０"])
def test_a_session_that_is_none_is_not_found(phone: Phone, session: str) -> None:
    for address in (f"/s/{session}", f"/s/{session}/more", f"/api/v1/sessions/{session}"):
        assert phone.opens(address).status == 404


def test_a_forged_cookie_opens_nothing(table: Sitting, app: Flask) -> None:
    assert (table.page.status, len(table.id) >= 20) == (200, True), "an id in a link is not guessed"
    cookie = table.phone.client.get_cookie("takuroku")
    assert cookie is not None
    thief = Phone(app)
    middle = len(cookie.value) // 3
    swapped = "A" if cookie.value[middle] != "A" else "B"
    thief.client.set_cookie("takuroku", cookie.value[:middle] + swapped + cookie.value[middle + 1 :])
    assert thief.opens(table.address).status == 404
    thief.client.set_cookie("takuroku", cookie.value)
    assert thief.opens(table.address).status == 200, "the cookie itself is the key"


@pytest.mark.parametrize("moves", [False, True])
def test_a_restart_or_a_move_loses_nothing_and_the_cookie_still_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: bool
) -> None:
    """A site moves by a backup to a machine that was empty."""
    for name in ("TAKUROKU_DATABASE", "TAKUROKU_SECRET"):
        monkeypatch.delenv(name, raising=False)
    old, new = tmp_path / "old", tmp_path / ("new" if moves else "old")
    phone = Phone(create_app({"TAKUROKU_DATA": str(old)}))
    table = phone.sits_down()
    table.bids(1, 1, 0)
    form, before, cookie = table.form, table.kept, phone.client.get_cookie("takuroku")
    for folder, command in ((old, "backup"), (new, "restore")) if moves else ():
        monkeypatch.setenv("TAKUROKU_DATA", str(folder))
        assert main([command, str(tmp_path / "backup.db")]) == 0
    there = Sitting(Phone(create_app({"TAKUROKU_DATA": str(new)})), table.address)
    assert there.phone.opens(table.address).status == 404
    assert cookie is not None
    there.phone.client.set_cookie("takuroku", cookie.value)
    assert there.kept == before
    page = there.tries({"tricks-0": "1", "tricks-1": "1", "tricks-2": "8"}, form=form)
    assert page.status == 303, "a page from before can be sent"
    assert there.position == 2


# Language and look.


def test_the_browser_chooses_the_language(app: Flask) -> None:
    japanese = ("ja", "ja-JP,ja;q=0.9,en;q=0.8", "de,ja;q=0.5")
    for asked in (*japanese, "en-GB", "de", "", ";;;q=x"):
        assert Phone(app, language=asked).opens("/").lang == ("ja" if asked in japanese else "en"), asked


def test_the_language_that_was_chosen_is_remembered(phone: Phone) -> None:
    assert switches(phone, language="ja").status == 303
    assert {phone.opens(address).lang for address in ("/", "/new/oh-hell", "/nowhere")} == {"ja"}
    pressed = phone.opens("/scorebook").form("/settings", has="language").element.all(aria_pressed="true")
    assert [each.get("value") for each in pressed] == ["ja"]
    switches(phone, language="en")
    assert phone.opens("/").lang == "en"


def theme_of(phone: Phone) -> str:
    return phone.opens("/").root.one("html").get("data-theme")


def test_the_look_that_was_chosen_is_remembered(phone: Phone) -> None:
    assert theme_of(phone) == "auto"
    for theme in ("dark", "light", "auto"):
        switches(phone, theme=theme)
        assert theme_of(phone) == theme


@for_each("name, value", [("language", "de"), ("language", "<b>"), ("theme", "x" * 10_000)])
def test_what_is_not_offered_is_not_remembered(phone: Phone, name: str, value: str) -> None:
    assert switches(phone, **{name: value}).status == 303
    assert (phone.opens("/").lang, theme_of(phone)) == ("en", "auto")


def test_a_switch_leads_back_to_its_page(phone: Phone) -> None:
    for address in ("/scorebook?unread=1", "/accessibility", "/j/no-longer"):
        form = phone.opens(address).form("/settings", has="language")
        assert phone.sends(form, {"language": "en"}).location.rstrip("?") == address


@for_each(
    "back",
    [
        "//evil.example",
        "///evil.example",
        "////evil.example",
        "https://evil.example/",
        "HTTPS:evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        " //evil.example",
        "javascript:alert(1)",
        "evil.example",
        "@evil.example",
        "",
        "\x00//evil.example",
        *("//[", "http://[", "//[evil", "https://[::1"),
    ],
)
def test_a_switch_leads_nowhere_else(phone: Phone, back: str) -> None:
    switches(phone, language="en")
    answer = switches(phone, back=back, language="ja")
    assert (answer.status, answer.location) == (303, "/")
    assert phone.opens("/").lang == "ja"


# Pages that a browser without a cookie loads at once: it ends with one cookie, and nothing written is lost.


NEW = "/new/oh-hell"
PEOPLE = {f"players-{seat}": name for seat, name in enumerate(TRIO)}


class Browser:
    """What several windows have together: its cookies, as answers have set them so far."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.cookies: dict[str, str] = {}

    def window(self) -> Phone:
        """One that has the cookies of now: its own requests go out with them, whatever comes meanwhile."""
        phone = Phone(self.app)
        for name, value in self.cookies.items():
            phone.client.set_cookie(name, value)
        return phone

    def gets(self, answer: Page) -> None:
        """Let an answer come: its cookies are set."""
        for line in answer.headers.getlist("Set-Cookie"):
            self.cookies |= parse_cookie(line.partition(";")[0])

    def does(self, *asked: str | Form) -> list[Page]:
        """Open each address and begin a game with each form, from a window of its own, before any answer has come."""
        start = Barrier(len(asked))

        def send(window: Phone, what: str | Form) -> Page:
            start.wait()
            return window.opens(what) if isinstance(what, str) else window.sends(what, PEOPLE)

        with ThreadPoolExecutor(len(asked)) as windows:
            answers = [*windows.map(send, [self.window() for _ in asked], asked)]
        for answer in answers:
            self.gets(answer)
        return answers

    def opens(self, address: str) -> Page:
        (answer,) = self.does(address)
        return answer

    def forms(self, many: int) -> list[Form]:
        """The forms of as many pages for a new game that are opened at once."""
        return [page.form(NEW) for page in self.does(*[NEW] * many)]

    def begins(self, *forms: Form) -> list[str]:
        """Where games lead that are begun with each form at once; "" where it is refused."""
        return [answer.location for answer in self.does(*forms)]


def sessions(browser: Browser) -> list[set[str]]:
    """All sessions of each scorebook that the browser has access to."""
    window, found = browser.window(), []
    for each in [form for form in window.opens("/scorebooks").forms if form.action == "/scorebooks/open"]:
        window.posts("/scorebooks/open", each.values | {"scorebook": each.element.one("button").get("value")})
        found.append({link for link in window.opens("/history").links() if link.count("/") == 2 and "/s/" in link})
    return found


@pytest.fixture
def browser(app: Flask) -> Browser:
    return Browser(app)


def test_first_visits_at_once_are_one_visitor_and_all_that_is_begun_is_in_one_scorebook(browser: Browser) -> None:
    """In two tabs, each form sent twice before any answer: all is of the device whose cookie came first."""
    forms = browser.forms(2)
    assert len(browser.cookies) == 2, "neither took the place of the other"
    begun = {*browser.begins(*forms, *forms)}
    assert len(begun) == 2
    assert {browser.opens(address).status for address in begun} == {200}
    assert sessions(browser) == [begun]
    assert begun <= {*browser.opens("/").links()}


def test_a_first_page_names_the_device_that_its_forms_are_entered_by(phone: Phone) -> None:
    """Of two forms sent at once, each without a name, one would be another device's."""
    phone.opens("/")
    with phone.client.session_transaction() as cookie:
        named = cookie["device"]
    phone.sends(phone.opens(NEW).form(NEW), PEOPLE)
    with phone.client.session_transaction() as cookie:
        assert cookie["device"] == named


def test_a_form_of_either_page_goes_through_hours_later(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = browser.forms(2)
    browser.opens("/")
    monkeypatch.setattr("web.identity.session_cookie.now", lambda: datetime.now(UTC) + timedelta(hours=23))
    assert "" not in [browser.begins(form)[0] for form in (one, other, one)]


def test_a_form_of_another_browser_is_refused(app: Flask, browser: Browser) -> None:
    browser.forms(2)
    (answer,) = browser.does(*Browser(app).forms(1))
    assert answer.status == 400


@pytest.mark.parametrize("last", [0, 1, None])
@pytest.mark.parametrize("first", [0, 1])
def test_what_is_written_before_the_other_answer_comes_is_kept(browser: Browser, first: int, last: int | None) -> None:
    """A game is begun on the page that came first, another with both cookies: before that is answered, or after."""
    pages = [Browser(browser.app).opens(NEW) for _ in range(2)]

    def begins(page: Page) -> Page:
        browser.gets(page)
        return browser.window().sends(page.form(NEW), PEOPLE)

    early = begins(pages[first])
    if last is None:
        browser.gets(early)
    late = begins(pages[1 - first])
    for answer in (late,) if last is None else (early, late) if last else (late, early):
        browser.gets(answer)
    assert [browser.opens(answer.location).status for answer in (late, early)] == [200, 200]
    assert set().union(*sessions(browser)) == {early.location, late.location}


def test_a_page_that_is_fetched_ahead_undoes_no_choice(browser: Browser) -> None:
    """The service worker fetches pages while somebody chooses their language; one of its answers comes last."""
    switch = browser.opens("/").form("/settings", has="language")
    late = browser.window().opens("/rules", headers={"Purpose": "prefetch"})
    browser.gets(browser.window().sends(switch, {"language": "ja"}))
    browser.gets(late)
    assert browser.opens("/").lang == "ja"


def test_first_visits_on_which_nothing_is_written_leave_nothing_in_the_record(app: Flask, browser: Browser) -> None:
    def rows() -> list[int]:
        tables = ("scorebook", "access", "device_name", "session")
        return [db.execute(f"SELECT COUNT(*) AS many FROM {name}").fetchone()["many"] for name in tables]

    with borrowed(app) as db:
        before = rows()
        browser.does("/", "/history", NEW)
        browser.opens("/players")
        assert rows() == before


def test_a_first_visit_that_somebody_else_puts_beside_a_cookie_counts_for_nothing(app: Flask, browser: Browser) -> None:
    """Else their token would let their forms through, on a host that others can set cookies for."""
    (form,) = browser.forms(1)
    (begun,) = browser.begins(form)
    window, thief = browser.window(), Browser(app)
    with window.client.session_transaction() as said:
        said["since"] -= 3600
    kept = window.client.get_cookie("takuroku")
    assert kept is not None
    (theirs,) = thief.forms(1)
    browser.cookies = {**thief.cookies, "takuroku": kept.value}
    assert browser.begins(theirs) == [""]
    assert begun in browser.opens("/").links()
    assert browser.begins(form) != [""]


@pytest.mark.parametrize("theirs_first", [True, False])
def test_of_two_cookies_of_one_name_none_replaces_the_other(app: Flask, theirs_first: bool) -> None:
    """One is planted with a longer path, so that it is sent first, and is a day old, so that it would be renewed."""
    own, theirs = Phone(app), Phone(app)
    for phone in (own, theirs):
        phone.sets_up()
    with theirs.client.session_transaction() as said:
        said["seen"] = "2026-11-20"
    cookies = [phone.client.get_cookie("takuroku") for phone in (own, theirs)]
    sent = [f"takuroku={cookie.value}" for cookie in cookies if cookie is not None]
    header = "; ".join(reversed(sent) if theirs_first else sent)
    for address in ("/", NEW, "/scorebooks"):
        answer = app.test_client(use_cookies=False).get(address, headers={"Cookie": header})
        assert (answer.status_code, "Set-Cookie" in answer.headers) == (200, False)


def test_a_file_for_everybody_takes_no_cookie(browser: Browser) -> None:
    answer = browser.opens(browser.opens("/").root.one("script").get("src"))
    assert (answer.status, "Set-Cookie" in answer.headers) == (200, False)


def test_a_cookie_that_nobody_signed_counts_for_nothing(browser: Browser) -> None:
    browser.cookies["takuroku-0a1b2c3d"] = "nonsense"
    (begun,) = browser.begins(*browser.forms(1))
    assert Sitting(browser.window(), begun).page.status == 200
