"""Pages that a browser without a cookie loads at once: it ends with one cookie, and nothing written is lost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, tzinfo
from threading import Barrier

import pytest
from flask import Flask
from werkzeug.http import parse_cookie, parse_date

from tests.kit.web.page import Form, Page
from tests.web.conftest import TRIO, Phone, Sitting, borrowed

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


def test_a_form_of_either_page_goes_through_hours_later(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    class Later(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz or UTC) + timedelta(hours=23)

    one, other = browser.forms(2)
    browser.opens("/")
    monkeypatch.setattr("web.identity.session_cookie.datetime", Later)
    assert "" not in [browser.begins(form)[0] for form in (one, other, one)]


def test_a_first_visits_cookie_lasts_a_day_and_the_one_made_from_it_400(browser: Browser) -> None:
    set_by = [browser.opens("/").headers.getlist("Set-Cookie") for _ in range(3)]
    assert [len(lines) for lines in set_by] == [1, 1, 0]
    lasts = []
    for (line,) in set_by[:2]:
        expires = parse_date(line.partition("Expires=")[2].partition(";")[0])
        assert expires is not None
        lasts.append((line.startswith("takuroku="), round((expires - datetime.now(UTC)) / timedelta(days=1))))
    assert lasts == [(False, 1), (True, 400)]


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
