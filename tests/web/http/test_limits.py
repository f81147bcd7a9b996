"""On a public site an address may do so much and no more, and the table never meets that."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from flask import Flask

from app import create_app
from store.access.secrets import make_link
from store.book import Book
from store.errors import UnavailableError
from tests.kit.for_each import for_each
from tests.kit.pages import registry
from tests.kit.web.page import Page, changed
from tests.web.conftest import SECRET, SOME_TIME, TRIO, Phone, borrowed, seatwise
from web.http import limits
from web.http.limits import LIMITS
from web.request.page import Limited

BEGINS = datetime(2026, 11, 22, 20, 17, 30, 500_000, tzinfo=UTC)
LEFT = 2 * 60 + 30
"""Seconds until its ten minutes are over, as they are told: none too early."""
DOCUMENT = {"takuroku": 1, "game": "oh-hell", "players": ["Ann", "Ben", "Chika"]}
FORBIDDEN = "/tools/forbidden-bid?hand=7&bid=3&bid=1"
_addresses = count(1)


def limited(place: str, **settings: str) -> Flask:
    """A site with limits, on the record of the one without."""
    given = {"DATABASE": place, "SECRET": SECRET, "LIMITS": "1"} | settings
    return create_app({f"TAKUROKU_{name}": value for name, value in given.items()})


@pytest.fixture(scope="module")
def public(place: str) -> Flask:
    return limited(place)


@pytest.fixture
def at() -> str:
    """An address that did nothing yet."""
    number = next(_addresses)
    return f"198.51.{number // 250}.{number % 250 + 1}"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[float], None]]:
    """Lets so many seconds pass, from a moment at which a window has gone on for a while."""
    passed = [0.0]
    monkeypatch.setattr(limits, "now", lambda: BEGINS + timedelta(seconds=passed[0]))

    def pass_by(seconds: float) -> None:
        passed[0] += seconds

    yield pass_by


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch, clock: Callable[[float], None]) -> int:
    """So few that a test meets every limit."""
    for kind in LIMITS:
        monkeypatch.setitem(limits.LIMITS, kind, (3, timedelta(minutes=10)))
    return 3


def link_of(phone: Phone) -> str:
    """A link to the scorebook that the phone keeps, as its address."""
    assert phone.sits_down().page.status == 200
    with phone.client.session_transaction() as cookie, borrowed(phone.client.application) as db:
        return "/j/" + make_link(Book(db, cookie["scorebook"], "keeper"), role="watcher", at=SOME_TIME)


def begins(phone: Phone) -> Page:
    """Begin a session, as somebody does who has just come to the site."""
    return phone.sends(phone.opens("/new/oh-hell").form("/new/oh-hell"), seatwise("players", TRIO))


def imports(phone: Phone) -> Page:
    form = phone.opens("/scorebook").form("/scorebook")
    return phone.sends(form, {"file": (io.BytesIO(b"{}"), "takuroku.json")})


DOES: dict[Limited, Callable[[Phone], Page]] = {
    "scorebooks": begins,
    "links": lambda phone: phone.opens("/j/nonsense"),
    "codes": lambda phone: phone.posts("/scan", {"csrf_token": phone.token(), "code": "222222"}),
    "scoring": lambda phone: phone.opens(FORBIDDEN),
    "imports": imports,
}


# What a table does.


def test_an_evening_behind_one_address_meets_no_limit(public: Flask, at: str) -> None:
    keeper = Phone(public, at=at)
    link = link_of(keeper)
    phones = [Phone(public, at=at) for _ in range(8)]
    for phone in phones:
        asked = phone.opens(link)
        # On the way home each of them begins a scorebook of its own.
        seen = [phone.opens(link[:-1]), asked, phone.sends(asked.form(link)), begins(Phone(public, at=at))]
        assert [page.status for page in seen] == [404, 200, 303, 303]

    table = keeper.sits_down(format="long", top_hand="3")
    for bids, tricks in [((1, 1, 0), (1, 1, 1)), ((1, 0, 0), (1, 1, 0)), ((0, 0, 0), (1, 0, 0))]:
        for typed in (seatwise("bids", bids), seatwise("tricks", tricks)):
            form = table.form
            seen = [keeper.posts(f"{table.address}/preview", changed(form.values, typed)) for _ in range(10)]
            assert table.tries(typed, form=form).status == 303
            seen += [phone.opens(f"{table.address}/now") for phone in phones]
            assert [page.status for page in seen] == [200] * 18
    table.undoes()


def test_who_has_a_scorebook_begins_games_and_asks_the_tools_as_often_as_they_like(
    public: Flask, at: str, few: int
) -> None:
    phone = Phone(public, at=at)
    for _ in range(few + 2):
        assert (begins(phone).status, phone.opens(FORBIDDEN).status) == (303, 200)
        assert phone.says("/api/v1/score", DOCUMENT).status == 200
        assert Phone(public, at=at).opens("/tools/yaku").status == 200, "to look at a tool is not to ask it"


# What strangers do.


@pytest.mark.parametrize("language", ["en", "ja"])
def test_so_many_may_be_and_then_none_until_the_time_has_passed(
    public: Flask, at: str, few: int, clock: Callable[[float], None], language: str
) -> None:
    def each_kind() -> list[Page]:
        # Each from an address of its own, since an import begins a scorebook, too.
        return [
            does(Phone(public, language, at=at.replace("198.51", f"198.{net}")))
            for net, does in enumerate(DOES.values())
        ]

    assert 429 not in [page.status for _ in range(few) for page in each_kind()]
    refused = each_kind()
    for page in refused:
        assert (page.status, page.mimetype, page.lang) == (429, "text/html", language)
        assert page.headers["Retry-After"] == str(LEFT)
        assert {"en": "3 minutes", "ja": "3 分"}[language] in page.root.one("main").text
        assert page.headers["X-Takuroku"] == "1", "by this the page's script knows that it may send again"
    assert len({page.root.one("main").text for page in refused}) == len(DOES), "each in words of its own"
    clock(LEFT - 1)
    assert {page.status for page in each_kind()} == {429}
    clock(1)
    assert 429 not in [page.status for page in each_kind()]


def test_a_form_that_is_refused_begins_no_scorebook(public: Flask, at: str, few: int) -> None:
    phone = Phone(public, at=at)
    form = phone.opens("/new/oh-hell").form("/new/oh-hell")
    nobody = dict.fromkeys((name for name in form.values if name.startswith("players-")), "")
    assert [phone.sends(form, nobody).status for _ in range(few + 1)] == [422] * (few + 1)
    assert [begins(Phone(public, at=at)).status for _ in range(few + 1)] == [303] * few + [429]


def test_the_log_tells_of_a_refusal_once_in_a_window(
    public: Flask, at: str, few: int, clock: Callable[[float], None], caplog: pytest.LogCaptureFixture
) -> None:
    for times in (1, 2):
        for _ in range(few + 4):
            Phone(public, at=at).opens("/j/nonsense")
        begins(Phone(public, at=at))  # another thing, not refused
        told = [line for line in caplog.messages if "limit" in line]
        assert len(told) == times
        assert told[-1].startswith(f"{at} has reached the limit of links until ")
        assert "/j/" not in told[-1]
        clock(LEFT)


def test_a_right_link_too_is_refused_and_holds_afterwards(
    public: Flask, at: str, few: int, clock: Callable[[float], None]
) -> None:
    link = link_of(Phone(public))
    guest, guesser = Phone(public, at=at), Phone(public, at=at)
    asked = guest.opens(link)
    for _ in range(few - 1):
        assert guesser.opens("/j/nonsense").status == 404
    refused = guest.sends(asked.form(link))
    assert (refused.status, guesser.opens(link).status) == (429, 429)
    assert any(each.has("data-sending") for each in refused.root.all("p")), "the script says it while it waits"
    clock(LEFT)
    assert guest.sends(refused.form(link)).status == 303


def test_a_program_gets_a_problem(public: Flask, at: str, few: int) -> None:
    stranger = Phone(public, at=at)
    for address, statuses in (("/api/v1/score", [200] * few + [429]), ("/api/score", [429])):
        told = [stranger.says(address, DOCUMENT, headers={"Authorization": ""}) for _ in statuses]
        assert [each.status for each in told] == statuses
        assert (told[-1].problem, told[-1].mimetype) == ((429, "too-many"), "application/problem+json")
        assert told[-1].headers["Retry-After"] == str(LEFT)


def test_an_import_of_a_program_counts_with_those_of_pages(public: Flask, at: str, few: int) -> None:
    phone = Phone(public, at=at)
    given = {"Authorization": f"Bearer {phone.api.token}"}
    assert [imports(Phone(public, at=at)).status for _ in range(few - 1)] == [422] * (few - 1)
    answers = [phone.says("/api/v1/scorebook", DOCUMENT, headers=given).status for _ in range(2)]
    assert answers == [200, 429]


# Whose address it is.


def met(app: Flask, times: int, at: str, forwarded: str = "") -> bool:
    """Whether the limit of links is met after so many from this address."""
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    return [Phone(app, at=at).opens("/j/nonsense", headers=headers).status for _ in range(times)][-1] == 429


INSIDE = "10.0.0.3"


@for_each(
    "proxies, spent, then",
    [
        ("0", [("192.0.2.1", "")] * 3, (("192.0.2.1", ""), ("192.0.2.2", ""))),
        # Of IPv6 the network counts.
        (
            "0",
            [(f"2001:db8:0:7::{host}", "") for host in (1, 2, 3)],
            (("2001:db8:0:7:ffff::1", ""), ("2001:db8:0:8::1", "")),
        ),
        # Nobody is somebody else by a header, and behind a proxy not by what the phone says of itself.
        ("0", [("192.0.2.3", f"203.0.113.{n}") for n in (1, 2, 3)], (("192.0.2.3", "203.0.113.4"), ("192.0.2.4", ""))),
        (
            "1",
            [(INSIDE, f"203.0.113.{n}, 192.0.2.5") for n in (1, 2, 3)],
            ((INSIDE, "x, 192.0.2.5"), (INSIDE, "192.0.2.6")),
        ),
    ],
)
def test_each_address_is_counted_by_itself(
    place: str, few: int, proxies: str, spent: list[tuple[str, str]], then: list[tuple[str, str]]
) -> None:
    app = limited(place, PROXIES=proxies)
    assert [met(app, 1, *each) for each in spent] == [False] * few
    assert [met(app, 1, *each) for each in then] == [True, False]


def test_the_record_does_not_say_whose_address_it_was(public: Flask, at: str, few: int) -> None:
    assert met(public, few + 1, at)
    with borrowed(public) as db:
        rows = [tuple(row) for row in db.execute("SELECT * FROM attempt")]
    assert rows and at not in repr(rows)


# When it does not count.


def test_what_is_counted_is_counted_as_what_it_is() -> None:
    assert {page.endpoint: page.limit for page in registry() if page.limit} == {
        **{"joining.ask": "links", "joining.accept": "links"},
        **{"scan.enter": "codes", "join_by_code.offer": "links", "join_by_code.accept": "links"},
        **{"tools.forbidden": "scoring", "yaku.show": "scoring", "yaku.tell": "scoring", "hands.show": "scoring"},
        **{"code.preview": "scoring", "code.import_game": "imports"},
        **{"api.score": "scoring", "api.score_as_before": "scoring"},
        **{"scorebook.import_files": "imports", "api.import_scorebook": "imports"},
    }


def test_without_the_setting_nothing_is_counted(app: Flask, at: str, few: int) -> None:
    # Codes are short enough to be guessed: see tests/web/identity/test_join_code.py.
    for does in (does for kind, does in DOES.items() if kind != "codes"):
        assert 429 not in [does(Phone(app, at=at)).status for _ in range(few + 2)]


def test_where_more_groups_share_an_address_it_may_do_as_much_more(place: str, at: str, few: int) -> None:
    school = limited(place, LIMITS="2")
    assert not met(school, 2 * few, at)
    assert met(school, 1, at)


def test_what_cannot_be_counted_now_is_let_through(
    public: Flask, at: str, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> Any:
        raise UnavailableError("busy", "others are writing")

    assert met(public, few + 1, at)
    monkeypatch.setattr(limits, "count", fails)
    assert not met(public, few, at)
    # The tools work without the record.
    monkeypatch.setattr(public.extensions["takuroku"], "borrow", fails)
    assert [Phone(public, at=at).opens(FORBIDDEN).status for _ in range(few + 2)] == [200] * (few + 2)
