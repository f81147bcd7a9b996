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
from store.access.links import make
from store.errors import UnavailableError
from tests.kit.web.page import Page
from tests.web.conftest import SECRET, SOME_TIME, Phone, borrowed
from web.pages import registry
from web.request import rate_limit
from web.request.rate_limit import LIMITS, Kind, Limit

BEGINS = datetime(2026, 11, 22, 20, 17, 30, 500_000, tzinfo=UTC)
LEFT = 2 * 60 + 30
"""Seconds until its ten minutes are over, as they are told: none too early."""
DOCUMENT = {"takuroku": 1, "game": "oh-hell", "players": ["Ann", "Ben", "Chika"]}
FORBIDDEN = "/tools/forbidden-bid?hand=7&bid=3&bid=1"
_addresses = count(1)


class PhoneAt(Phone):
    """A phone at an address."""

    def __init__(self, app: Flask, at: str, language: str = "en", **headers: str) -> None:
        super().__init__(app, language)
        self.at = at
        self.headers = headers

    def asks(self, method: str, address: str, **given: Any) -> Page:
        given["headers"] = {**self.headers, **given.get("headers", {})}
        return super().asks(method, address, environ_base={"REMOTE_ADDR": self.at}, **given)


@pytest.fixture(scope="module")
def public(place: str) -> Flask:
    """A site with limits, on the record of the one without."""
    return create_app({"TAKUROKU_DATABASE": place, "TAKUROKU_SECRET": SECRET, "TAKUROKU_LIMITS": "1"})


@pytest.fixture
def at() -> str:
    """An address that did nothing yet."""
    number = next(_addresses)
    return f"198.51.{number // 250}.{number % 250 + 1}"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[float], None]]:
    """Lets so many seconds pass, from a moment at which a window has gone on for a while."""
    passed = [0.0]
    monkeypatch.setattr(rate_limit, "now", lambda: BEGINS + timedelta(seconds=passed[0]))

    def pass_by(seconds: float) -> None:
        passed[0] += seconds

    yield pass_by


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch, clock: Callable[[float], None]) -> int:
    """So few that a test meets every limit."""
    for kind in LIMITS:
        monkeypatch.setitem(rate_limit.LIMITS, kind, Limit(3, timedelta(minutes=10)))
    return 3


def link_of(phone: Phone) -> str:
    """A link to the scorebook that the phone keeps, as its address."""
    assert phone.sits_down().page.status == 200
    with phone.client.session_transaction() as cookie, borrowed(phone.client.application) as db:
        return "/j/" + make(db, scorebook=cookie["scorebook"], role="watcher", at=SOME_TIME)


def begins(phone: Phone) -> Page:
    """Begin a session, as somebody does who has just come to the site."""
    form = phone.opens("/new/oh-hell").form("/new/oh-hell")
    names = {f"players-{seat}": name for seat, name in enumerate(("Ann", "Ben", "Chika"))}
    return phone.sends(form, {name: "" for name in form.values if name.startswith("players-")} | names)


def imports(phone: Phone) -> Page:
    form = phone.opens("/scorebook").form("/scorebook")
    return phone.sends(form, {"file": (io.BytesIO(b"{}"), "takuroku.json")})


DOES: dict[Kind, Callable[[Phone], Page]] = {
    "scorebooks": begins,
    "links": lambda phone: phone.opens("/j/nonsense"),
    "codes": lambda phone: phone.posts("/join", {"csrf_token": phone.token(), "code": "222222"}),
    "scoring": lambda phone: phone.opens(FORBIDDEN),
    "imports": imports,
}


# What a table does.


def test_an_evening_behind_one_address_meets_no_limit(public: Flask, at: str) -> None:
    keeper = PhoneAt(public, at)
    link = link_of(keeper)
    phones = [PhoneAt(public, at) for _ in range(8)]
    seen = []
    for phone in phones:
        seen.append(phone.opens(link[:-1]))
        asked = phone.opens(link)
        seen += [asked, phone.sends(asked.form(link))]
        # On the way home each of them begins a scorebook of its own.
        seen.append(begins(PhoneAt(public, at)))
    assert [page.status for page in seen] == [404, 200, 303, 303] * 8

    table = keeper.sits_down(format="long", top_hand="3")
    for bids, tricks in [((1, 1, 0), (1, 1, 1)), ((1, 0, 0), (1, 1, 0)), ((0, 0, 0), (1, 0, 0))]:
        for step, values in (("bids", bids), ("tricks", tricks)):
            form = table.form
            typed = {f"{step}-{seat}": str(value) for seat, value in enumerate(values)}
            previews = [keeper.posts(f"{table.address}/preview", form.values | typed).status for _ in range(10)]
            assert previews == [200] * 10
            assert table.tries(typed, form=form).status == 303
            for phone in phones:
                assert phone.opens(f"{table.address}/now").status == 200
    table.undoes()


def test_who_has_a_scorebook_begins_games_and_asks_the_tools_as_often_as_they_like(
    public: Flask, at: str, few: int
) -> None:
    phone = PhoneAt(public, at)
    assert [begins(phone).status for _ in range(few + 2)] == [303] * (few + 2)
    phone.opens("/")
    assert [phone.opens(FORBIDDEN).status for _ in range(few + 2)] == [200] * (few + 2)
    program = phone.program()
    assert [program.asks("POST", "/score", DOCUMENT).status for _ in range(few + 2)] == [200] * (few + 2)


def test_to_look_at_a_tool_is_not_to_ask_it(public: Flask, at: str, few: int) -> None:
    phone = PhoneAt(public, at)
    assert [phone.opens("/tools/yaku").status for _ in range(few + 2)] == [200] * (few + 2)


# What strangers do.


@pytest.mark.parametrize("kind", [*DOES])
def test_so_many_may_be_and_then_none_until_the_time_has_passed(
    public: Flask, at: str, few: int, clock: Callable[[float], None], kind: Kind
) -> None:
    seen = [DOES[kind](PhoneAt(public, at)) for _ in range(few + 1)]
    assert 429 not in [page.status for page in seen[:few]]
    refused = seen[-1]
    assert (refused.status, refused.mimetype) == (429, "text/html")
    assert refused.headers["Retry-After"] == str(LEFT)
    assert "3 minutes" in refused.root.one("main").text
    assert refused.headers["X-Takuroku"] == "1", "by this the page's script knows that it may send again"
    clock(LEFT - 1)
    assert DOES[kind](PhoneAt(public, at)).status == 429
    clock(1)
    assert DOES[kind](PhoneAt(public, at)).status != 429


def test_a_form_that_is_refused_begins_no_scorebook(public: Flask, at: str, few: int) -> None:
    phone = PhoneAt(public, at)
    form = phone.opens("/new/oh-hell").form("/new/oh-hell")
    nobody = {name: "" for name in form.values if name.startswith("players-")}
    assert [phone.sends(form, nobody).status for _ in range(few + 1)] == [422] * (few + 1)
    assert [begins(PhoneAt(public, at)).status for _ in range(few + 1)] == [303] * few + [429]


def test_the_log_tells_of_a_refusal_once_in_a_window(
    public: Flask, at: str, few: int, clock: Callable[[float], None], caplog: pytest.LogCaptureFixture
) -> None:
    def told() -> list[str]:
        return [line for line in caplog.messages if "limit" in line]

    for _ in range(few + 4):
        PhoneAt(public, at).opens("/j/nonsense")
    (line,) = told()
    assert line.startswith(f"{at} has reached the limit of links until ")
    assert "/j/" not in line
    begins(PhoneAt(public, at))
    assert len(told()) == 1, "another thing, not refused"
    clock(LEFT)
    for _ in range(few + 4):
        PhoneAt(public, at).opens("/j/nonsense")
    assert len(told()) == 2


@pytest.mark.parametrize("language", ["en", "ja"])
def test_each_is_told_in_words_of_its_own(public: Flask, at: str, few: int, language: str) -> None:
    told = {}
    for kind, does in DOES.items():
        for _ in range(few + 1):
            page = does(PhoneAt(public, at, language))
        assert (page.status, page.lang) == (429, language)
        told[kind] = page.root.one("main").text
    assert len(set(told.values())) == len(DOES)


def test_a_right_link_too_is_refused_and_holds_afterwards(
    public: Flask, at: str, few: int, clock: Callable[[float], None]
) -> None:
    link = link_of(Phone(public))
    guest, guesser = PhoneAt(public, at), PhoneAt(public, at)
    asked = guest.opens(link)
    for _ in range(few - 1):
        assert guesser.opens("/j/nonsense").status == 404
    refused = guest.sends(asked.form(link))
    assert refused.status == 429
    assert guesser.opens(link).status == 429
    clock(float(refused.headers["Retry-After"]))
    assert guest.sends(refused.form(link)).status == 303


def test_what_was_typed_is_still_there_to_be_sent_again(
    public: Flask, at: str, few: int, clock: Callable[[float], None]
) -> None:
    for _ in range(few):
        begins(PhoneAt(public, at))
    phone = PhoneAt(public, at)
    refused = begins(phone)
    assert refused.status == 429
    assert any(each.has("data-sending") for each in refused.root.all("p")), "the script says it while it waits"
    clock(LEFT)
    started = phone.sends(refused.form("/new/oh-hell"))
    assert started.status == 303
    assert "Chika" in phone.follows(started).html


def test_a_program_gets_a_problem(public: Flask, at: str, few: int) -> None:
    stranger = PhoneAt(public, at)

    def scores(address: str) -> Page:
        return stranger.says(address, DOCUMENT, headers={"Authorization": ""})

    assert [scores("/api/v1/score").status for _ in range(few)] == [200] * few
    for address in ("/api/v1/score", "/api/score"):
        refused = scores(address)
        assert (refused.status, refused.mimetype) == (429, "application/problem+json")
        assert refused.json["type"] == "http://localhost/api#too-many"
        assert refused.headers["Retry-After"] == str(LEFT)


def test_an_import_of_a_program_counts_with_those_of_pages(public: Flask, at: str, few: int) -> None:
    for _ in range(few - 1):
        imports(PhoneAt(public, at))
    program = PhoneAt(public, at)
    token = program.program().token
    answers = [
        program.says("/api/v1/scorebook", DOCUMENT, headers={"Authorization": f"Bearer {token}"}).status
        for _ in range(2)
    ]
    assert answers == [200, 429]


# Whose address it is.


def met(app: Flask, few: int, at: str, **headers: str) -> bool:
    """Whether the limit of links is met after so many from this address."""
    return [PhoneAt(app, at, **headers).opens("/j/nonsense").status for _ in range(few)][-1] == 429


def test_each_address_is_counted_by_itself(public: Flask, at: str, few: int) -> None:
    assert met(public, few + 1, at)
    assert not met(public, few, "203.0.113.99")


def test_of_ipv6_the_network_counts(public: Flask, few: int) -> None:
    for host in range(few):
        assert PhoneAt(public, f"2001:db8:0:7::{host + 1:x}").opens("/j/nonsense").status == 404
    assert PhoneAt(public, "2001:db8:0:7:ffff::1").opens("/j/nonsense").status == 429
    assert PhoneAt(public, "2001:db8:0:8::1").opens("/j/nonsense").status == 404


def test_nobody_is_somebody_else_by_a_header(public: Flask, at: str, few: int) -> None:
    for number in range(few):
        PhoneAt(public, at, **{"X-Forwarded-For": f"203.0.113.{number}"}).opens("/j/nonsense")
    assert PhoneAt(public, at, **{"X-Forwarded-For": "203.0.113.77"}).opens("/j/nonsense").status == 429


def test_behind_a_proxy_the_phone_counts_and_not_what_it_says_of_itself(place: str, at: str, few: int) -> None:
    behind = create_app(
        {
            "TAKUROKU_DATABASE": place,
            "TAKUROKU_SECRET": SECRET,
            "TAKUROKU_LIMITS": "1",
            "TAKUROKU_PROXIES": "1",
        }
    )
    for number in range(few):
        assert not met(behind, 1, "10.0.0.3", **{"X-Forwarded-For": f"203.0.113.{number}, {at}"})
    assert met(behind, 1, "10.0.0.3", **{"X-Forwarded-For": f"203.0.113.77, {at}"})
    assert not met(behind, 1, "10.0.0.3", **{"X-Forwarded-For": "203.0.113.78"})


def test_the_record_does_not_say_whose_address_it_was(public: Flask, at: str, few: int) -> None:
    assert met(public, few + 1, at)
    with borrowed(public) as db:
        rows = [tuple(dict(row).values()) for row in db.execute("SELECT * FROM attempt").fetchall()]
    assert rows
    assert at not in repr(rows)


# When it does not count.


def test_what_is_counted_is_counted_as_what_it_is() -> None:
    assert {page.endpoint: page.limit for page in registry() if page.limit} == {
        **{"joining.ask": "links", "joining.accept": "links"},
        **{"join_by_code.enter": "codes", "join_by_code.offer": "links", "join_by_code.accept": "links"},
        **{"tools.forbidden": "scoring", "yaku.show": "scoring", "yaku.tell": "scoring", "poker.hands": "scoring"},
        **{"code.look": "scoring", "code.take": "imports"},
        **{"api.score": "scoring", "api.score_as_before": "scoring"},
        **{"scorebook.bring": "imports", "api.import_scorebook": "imports"},
    }


def test_without_the_setting_nothing_is_counted(app: Flask, at: str, few: int) -> None:
    # Codes are short enough to be guessed: see tests/web/identity/test_join_code.py.
    for does in (does for kind, does in DOES.items() if kind != "codes"):
        assert 429 not in [does(PhoneAt(app, at)).status for _ in range(few + 2)]


def test_where_more_groups_share_an_address_it_may_do_as_much_more(place: str, at: str, few: int) -> None:
    school = create_app({"TAKUROKU_DATABASE": place, "TAKUROKU_SECRET": SECRET, "TAKUROKU_LIMITS": "2"})
    assert not met(school, 2 * few, at)
    assert met(school, 1, at)


def test_what_cannot_be_counted_now_is_let_through(
    public: Flask, at: str, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert met(public, few + 1, at)

    def busy(*_: object, **__: object) -> bool:
        raise UnavailableError("busy", "others are writing")

    monkeypatch.setattr(rate_limit, "count", busy)
    assert not met(public, few, at)


def test_the_tools_work_without_the_record(public: Flask, at: str, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise UnavailableError("away", "the machine of the record")

    monkeypatch.setattr(public.extensions["takuroku"], "borrow", away)
    assert [PhoneAt(public, at).opens(FORBIDDEN).status for _ in range(few + 2)] == [200] * (few + 2)
