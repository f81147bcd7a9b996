"""Pages that a browser without a cookie loads at once: it ends with one cookie, and nothing written is lost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo
from threading import Barrier, Thread

import pytest
from flask import Flask
from werkzeug.http import parse_cookie, parse_date

from store.engines.base import Connection
from tests.kit.web.page import Form, Page
from tests.web.conftest import Phone, Sitting, borrowed

NEW = "/new/oh-hell"
PEOPLE = {"players-0": "Ann", "players-1": "Ben", "players-2": "Chika"}


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

    def at_once(self, *requests: Callable[[Phone], Page]) -> list[Page]:
        """Send each from a window of its own, all before any answer has come."""
        start, answers = Barrier(len(requests)), dict[int, Page]()

        def send(number: int, window: Phone) -> None:
            start.wait()
            answers[number] = requests[number](window)

        threads = [Thread(target=send, args=(number, self.window())) for number in range(len(requests))]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        for number in range(len(requests)):
            self.gets(answers[number])
        return [answers[number] for number in range(len(requests))]

    def does(self, request: Callable[[Phone], Page]) -> Page:
        (answer,) = self.at_once(request)
        return answer


def opens(address: str) -> Callable[[Phone], Page]:
    return lambda window: window.opens(address)


def begins(form: Form) -> Callable[[Phone], Page]:
    return lambda window: window.sends(form, PEOPLE)


def sessions(browser: Browser) -> set[str]:
    """All sessions of all scorebooks that the browser has access to."""
    found: set[str] = set()
    window = browser.window()
    shelf = [each for each in window.opens("/scorebooks").forms if each.action == "/scorebooks/open"]
    for each in shelf:
        value = each.element.one("button").get("value")
        assert window.posts("/scorebooks/open", {**each.values, "scorebook": value}).status == 303
        found |= {link for link in window.opens("/history").links() if link.count("/") == 2 and "/s/" in link}
    return found


@pytest.fixture
def browser(app: Flask) -> Browser:
    return Browser(app)


def test_two_first_visits_at_once_are_one_visitor_and_both_forms_go_through(browser: Browser) -> None:
    pages = browser.at_once(opens(NEW), opens(NEW))
    assert len(browser.cookies) == 2, "neither took the place of the other"
    begun = [answer.location for answer in browser.at_once(*(begins(page.form(NEW)) for page in pages))]
    assert len({*begun}) == 2
    for address in begun:
        assert browser.does(opens(address)).status == 200
    assert sessions(browser) == {*begun}
    assert {*begun} <= {*browser.does(opens("/")).links()}, "they are in one scorebook"


def test_a_form_of_either_page_goes_through_hours_later(browser: Browser, later: Callable[[timedelta], None]) -> None:
    one, other = browser.at_once(opens(NEW), opens(NEW))
    browser.does(opens("/"))
    later(timedelta(hours=23))
    for page in (one, other, one):
        assert browser.does(begins(page.form(NEW))).status == 303


def test_a_first_visits_cookie_lasts_a_day_and_the_one_made_from_it_400(browser: Browser) -> None:
    first, next_one = (browser.does(opens("/")) for _ in range(2))
    assert (cookie_of(first)[0], cookie_of(next_one)[0]) != ("takuroku", "takuroku")
    assert [cookie_of(page)[1] for page in (first, next_one)] == [timedelta(days=1), timedelta(days=400)]
    assert cookie_of(next_one)[0] == "takuroku"
    assert "Set-Cookie" not in browser.does(opens("/")).headers


def cookie_of(page: Page) -> tuple[str, timedelta]:
    """The name of the one cookie that an answer sets, and how long it lasts."""
    (line,) = page.headers.getlist("Set-Cookie")
    expires = parse_date(line.partition("Expires=")[2].partition(";")[0])
    assert expires is not None
    lasts = expires - datetime.now(UTC)
    return line.partition("=")[0], timedelta(days=round(lasts / timedelta(days=1)))


def test_a_form_of_another_browser_is_refused(app: Flask, browser: Browser) -> None:
    browser.at_once(opens(NEW), opens(NEW))
    theirs = Browser(app).does(opens(NEW))
    assert browser.does(begins(theirs.form(NEW))).status == 400


@pytest.mark.parametrize("last", [0, 1, None])
@pytest.mark.parametrize("first", [0, 1])
def test_what_is_written_before_the_other_answer_comes_is_kept(browser: Browser, first: int, last: int | None) -> None:
    """A game is begun on the page that came first, another with both cookies: before that is answered, or after."""
    alone = [Browser(browser.app), Browser(browser.app)]
    pages = [each.does(opens(NEW)) for each in alone]
    browser.gets(pages[first])
    early = begins(pages[first].form(NEW))(browser.window())
    if last is None:
        browser.gets(early)
    browser.gets(pages[1 - first])
    late = begins(pages[1 - first].form(NEW))(browser.window())
    for answer in (late,) if last is None else (early, late) if last else (late, early):
        browser.gets(answer)
    for answer in (late, early):
        assert browser.does(opens(answer.location)).status == 200
    assert sessions(browser) == {early.location, late.location}


def test_two_first_games_begun_at_once_are_in_one_scorebook(browser: Browser) -> None:
    """In two tabs, each sent twice, before any is answered: all is of the device whose cookie came first."""
    pages = browser.at_once(opens(NEW), opens(NEW))
    begun = {answer.location for answer in browser.at_once(*(begins(page.form(NEW)) for page in (*pages, *pages)))}
    assert len(begun) == 2
    assert sessions(browser) == begun
    shelf = browser.window().opens("/scorebooks")
    assert len([form for form in shelf.forms if form.action == "/scorebooks/open"]) == 1


def test_first_visits_on_which_nothing_is_written_leave_nothing_in_the_record(app: Flask, browser: Browser) -> None:
    with borrowed(app) as db:
        before = rows(db)
        browser.at_once(opens("/"), opens("/history"), opens(NEW))
        browser.does(opens("/players"))
        assert rows(db) == before


def rows(db: Connection) -> int:
    """All that the record says of scorebooks and devices, in rows."""
    tables = ("scorebook", "access", "device_name", "session")
    return sum(db.execute(f"SELECT COUNT(*) AS many FROM {name}").fetchone()["many"] for name in tables)


def test_a_first_visit_that_somebody_else_puts_beside_a_cookie_counts_for_nothing(app: Flask, browser: Browser) -> None:
    """Else their token would let their forms through, on a host that others can set cookies for."""
    page = browser.does(opens(NEW))
    begun = browser.does(begins(page.form(NEW)))
    window = browser.window()
    with window.client.session_transaction() as said:
        said["since"] -= 3600
    kept = window.client.get_cookie("takuroku")
    assert kept is not None
    thief = Browser(app)
    theirs = thief.does(opens(NEW))
    browser.cookies = {**thief.cookies, "takuroku": kept.value}
    assert browser.does(begins(theirs.form(NEW))).status == 400
    assert begun.location in browser.does(opens("/")).links()
    assert browser.does(begins(page.form(NEW))).status == 303


@pytest.mark.parametrize("theirs_first", [True, False])
def test_of_two_cookies_of_one_name_none_replaces_the_other(app: Flask, theirs_first: bool) -> None:
    """One is planted with a longer path, so that it is sent first, and is a day old, so that it would be renewed."""
    own, theirs = Phone(app), Phone(app)
    for phone in (own, theirs):
        phone.sets_up()
    with theirs.client.session_transaction() as said:
        said["seen"] = "2026-11-20"
    cookies = [phone.client.get_cookie("takuroku") for phone in (own, theirs)]
    values = [cookie.value for cookie in cookies if cookie is not None]
    header = "; ".join(f"takuroku={value}" for value in (reversed(values) if theirs_first else values))
    for address in ("/", NEW, "/scorebooks"):
        answer = app.test_client(use_cookies=False).get(address, headers={"Cookie": header})
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers


def test_a_file_for_everybody_takes_no_cookie(browser: Browser) -> None:
    page = browser.does(opens("/"))
    browser.does(opens("/history"))
    script = page.root.one("script").get("src")
    asked = Browser(browser.app)
    asked.gets(page)
    answer = asked.does(opens(script))
    assert answer.status == 200
    assert "Set-Cookie" not in answer.headers


def test_a_cookie_that_nobody_signed_counts_for_nothing(browser: Browser) -> None:
    browser.cookies["takuroku-0a1b2c3d"] = "nonsense"
    page = browser.does(opens(NEW))
    table = browser.does(begins(page.form(NEW)))
    assert Sitting(browser.window(), table.location).page.status == 200


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Lets time pass for whoever reads cookies."""

    def let_pass(time: timedelta) -> None:
        class Later(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
                return datetime.now(tz or UTC) + time

        monkeypatch.setattr("web.identity.session_cookie.datetime", Later)

    return let_pass
