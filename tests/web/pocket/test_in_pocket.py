"""The site in the pocket: all that it shows leads somewhere, and is true where nobody else comes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, get_args
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask
from werkzeug.exceptions import HTTPException

from record.log import Author
from scoring.catalogue import all_games
from scoring.errors import EntryError
from scoring.game import AnyGame
from store.book import Book
from store.errors import Cause, UnavailableError, UnusableDatabaseError
from store.seats.entries import enter
from store.sessions.loading import load
from tests.kit.for_each import for_each
from tests.kit.games import played
from tests.kit.pages import places, registry, shown
from tests.kit.web.page import Page
from tests.kit.web.roles import oh_hell
from tests.web.conftest import Phone, Sitting, borrowed
from web.http.headers import POLICY

LANGUAGES = ("en", "ja")
BESIDES = {"HEAD", "OPTIONS"}
OF_OTHERS = {
    "en": re.compile(
        r"\bQR\b|\b(?:links?|scan|server|tokens?|API|programs?|devices|sending|sent|network|connection)\b"
        r"|whoever runs|other phones|own phones?|no phone|another phone|someone else|invite|online|offline",
        re.IGNORECASE,
    ),
    "ja": re.compile(
        "リンク|招待|サーバー|サイトの管理者|トークン|API|プログラム|送信|通信|接続|別の人|ほかの人の記録|別の端末|オフライン"
    ),
}
"""What is said of links, of what is on a network, and of others who come."""
IS_SO = {
    "en": (
        "no account, no connection,",
        "only a camera reads QR codes. A link or",
        *("Scan or enter", "Another phone can read a copy of its games from this screen, without a network."),
        "A copy of the games for another phone, without a network",
        "BG Stats opens on its own site and needs a connection.",
    ),
    "ja": (
        *("登録も通信もいりません", "どちらも、リンクか"),
        "BG Stats は別のサイトで開くので、通信が必要です。",
    ),
}
"""Where such a word is true."""
BETWEEN_PHONES = {"/scan", "/scorebook/moving"}
"""Pages that are about another phone: its screen or its camera is beside this one, whatever network there is."""
SAYS = re.compile("data-say-|data-sending|aria-label|title|placeholder|data-share")
ADDRESSES = ("href", "src", "data-script", "data-follow", "data-address")


def rules(app: Flask) -> set[tuple[str, str]]:
    """What can be asked of a site: a method and an address."""
    return {(method, rule.rule) for rule in app.url_map.iter_rules() for method in (rule.methods or set()) - BESIDES}


# --- what is not there ----------------------------------------------------------------


def test_all_other_pages_are_there(app: Flask, pocket: Flask) -> None:
    others = [page for page in registry() if not page.in_pocket]
    left_out = {(method, page.rule) for page in others for method in page.methods - BESIDES}
    assert rules(pocket) == rules(app) - left_out
    assert {rule.partition("/")[2].partition("/")[0] for _, rule in left_out} == {
        *("j", "join", "links", "devices", "tokens", "api", "s"),
        *("worker.js", "manifest.webmanifest", "offline", "carry", "pocket", "shared", ".well-known"),
    }


# --- what is there --------------------------------------------------------------------


def test_no_month_of_koi_koi_is_played_from_a_seat_there(phone: Phone) -> None:
    """There is one phone; what the page of a seat needs is not shipped."""
    table = phone.sits_down("Ann", "Ben", game="koi-koi")
    assert phone.opens(f"{table.address}/seats/0").status == 404
    table.enters({"lights": "1"})
    assert phone.opens(f"{table.address}/seats/0").status == 404


def filled_scorebook(phone: Phone) -> list[str]:
    """The addresses of its sessions: some of each game, one that is over, one archived, one deleted."""
    running, over, archived, deleted = (oh_hell(phone) for _ in range(4))
    over.ends()
    phone.sends(archived.behind("archive").form("/archive"))
    phone.sends(phone.opens(deleted.address + "/discard").form("/discard"))
    written = phone.sits_down(bidding="written")
    begun = [begins(phone, game) for game in all_games().values()]
    return [each.address for each in (running, over, written, archived, deleted, *begun)]


def begins(phone: Phone, game: AnyGame) -> Sitting:
    """A session with some entries."""
    example = played(game, 0)
    table = phone.sits_down(*example.last.table.players, game=game.slug)
    with borrowed(phone.client.application) as db, phone.client.session_transaction() as visit:
        book = Book(db, visit["scorebook"], "keeper")
        for number, entry in enumerate(example.entries[:6]):
            by = Author(device="phone", key=f"{table.id}-{number}", at=datetime.now(UTC), name="iPhone")
            with suppress(EntryError):
                enter(book, table.id, entry, position=load(book, table.id).position, by=by)
    return table


BESIDE = ("/licences.html", "/check.html")
"""What lies beside the site in its folder, and not in it."""


def addresses(page: Page) -> Iterator[str]:
    """All that a page leads to or loads on this site."""
    for element in page.root.all():
        for name in ADDRESSES:
            if element.has(name) and not element.get(name).startswith(("#", "data:")):
                yield urljoin(page.address, element.get(name)).partition("#")[0]


def sent_to(page: Page) -> Iterator[tuple[str, str]]:
    yield from ((form.method.upper(), form.action) for form in page.forms)
    yield from (("POST", form.get("data-preview")) for form in page.root.all("form") if form.has("data-preview"))


def crawled(phone: Phone, starts: list[str]) -> Iterator[Page]:
    """Every page that is led to; of those that differ only by what is asked of them a few."""
    app, seen, waiting = phone.client.application, set[object](), [*starts]
    while waiting:
        address = waiting.pop(0)
        page = phone.opens(address)
        assert page.status in (200, 301, 302, 303), f"{page.status} at {address}"
        led_to = [page.location] if page.location else []
        if page.status == 200 and page.mimetype == "text/html":
            yield page
            led_to += addresses(page)
            assert [to for method, to in sent_to(page) if not has(app, method, urlsplit(to).path)] == [], address
        for found in led_to:
            parts = urlsplit(found)
            kind = (parts.path, tuple(sorted({each.partition("=")[0] for each in parts.query.split("&")})))
            if not parts.netloc and kind not in seen and parts.path not in BESIDE:
                seen.add(kind)
                waiting.append(found)


def has(app: Flask, method: str, path: str) -> bool:
    try:
        app.url_map.bind("").match(path, method=method)
    except HTTPException:
        return False
    return True


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.long)])
def test_all_that_is_shown_leads_somewhere_and_is_true_there(pocket: Flask, language: str) -> None:
    phone = Phone(pocket, language=language)
    sessions = filled_scorebook(phone)
    of_session = [each for page in shown() if page.of_session and page.in_pocket for each in places(page)]
    ids = [address.removeprefix("/s/") for address in sessions[:2]]
    starts = ["/", *(each.format(session=session) for session in ids for each in of_session), *sessions]
    pages = list(crawled(phone, starts))
    visited = {page.address for page in pages}
    assert {"/", "/history", "/evenings", "/players", "/players/table", "/scorebook", "/scorebooks"} <= visited
    assert len(visited) > 100
    apart = [page for page in pages if page.address not in BETWEEN_PHONES]
    assert {page.address: found for page in apart if (found := untrue(page, language))} == {}


def untrue(page: Page, language: str) -> list[str]:
    """What is said that is not so in a pocket, on the page or by its script."""
    # Rules of card games have words of their own, a group's site is asked over a network, a game code goes to others.
    if page.address.startswith(("/rules/", "/group")) or page.address.endswith(("/code", "/share")):
        return []
    told = "\n".join(words(page))
    for each in IS_SO[language]:
        told = told.replace(each, "")
    return OF_OTHERS[language].findall(told)


def words(page: Page) -> Iterator[str]:
    yield page.text
    for element in page.root.all():
        yield from (value or "" for name, value in element.attributes.items() if SAYS.match(name))


ERRORS = [
    *(UnavailableError(cause, "inside") for cause in get_args(Cause)),
    UnusableDatabaseError("inside"),
    RuntimeError("inside"),
]


@for_each("language", LANGUAGES)
def test_what_goes_wrong_is_said_as_it_is_in_a_phone(
    pocket: Flask, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    phone = Phone(pocket, language=language)
    sent = {"csrf_token": phone.token(), "key": "k"}
    for error in ERRORS:

        def breaks(*_args: object, error: Exception = error, **_named: object) -> Any:
            raise error

        with monkeypatch.context() as patch:
            patch.setattr(pocket.extensions["takuroku"], "borrow", breaks)
            for page in (phone.opens("/history"), phone.posts("/s/x/undo", sent)):
                assert page.status in (500, 503)
                assert untrue(page, language) == [], error


@for_each("language", LANGUAGES)
def test_what_is_refused_is_said_as_it_is_in_a_phone(pocket: Flask, language: str) -> None:
    phone = Phone(pocket, language=language)
    table = phone.sits_down()
    first = table.form
    typed = {f"bids-{seat}": "1" for seat in range(3)}
    phone.sends(first, typed)
    refused = [
        phone.opens("/nowhere"),
        phone.opens("/s/nothing"),
        phone.posts("/settings", {}),
        phone.opens(f"{table.address}/undo"),
        phone.sends(first, typed | {"bids-0": "0", "key": "another"}),
        phone.sends(table.adjustment, {"seat": "0", "amount": "-5", "position": "0", "key": "third"}),
        phone.posts("/scorebooks/open", {"csrf_token": phone.token(), "scorebook": "nobody's"}),
    ]
    assert [page.status for page in refused] == [404, 404, 400, 405, 409, 409, 404]
    assert {page.address: found for page in refused if (found := untrue(page, language))} == {}


def test_the_first_page_says_what_is_so_on_a_server_and_in_a_phone(app: Flask, pocket: Flask) -> None:
    assert "Works offline." in Phone(app).opens("/").text
    assert "Everything stays on this phone." in Phone(pocket).opens("/").text
    assert "すべてこの端末に残ります" in Phone(pocket, language="ja").opens("/").text


def test_only_in_a_phone_an_import_needs_its_page_open(app: Flask, pocket: Flask) -> None:
    """On a server it continues without it."""
    on_server = Phone(app)
    on_server.sits_down("Ann", "Ben", "Cem")
    assert "Keep this page open" not in on_server.opens("/scorebook").text
    assert "Keep this page open" in Phone(pocket).opens("/scorebook").text


# --- in a frame of the site's own -----------------------------------------------------


def parts(policy: str) -> dict[str, str]:
    return dict(part.split(" ", 1) for part in policy.split("; "))


def test_a_page_may_lie_in_a_frame_of_the_site_and_in_no_other(app: Flask, pocket: Flask, phone: Phone) -> None:
    headers, scan = phone.opens("/").headers, phone.opens("/scan")
    own, theirs = map(parts, (headers["Content-Security-Policy"], POLICY))
    assert own == theirs | {"frame-ancestors": "'self'"}
    assert headers["Referrer-Policy"] == "same-origin"
    served = Phone(app).opens("/")
    assert "frame-ancestors 'none'" in served.headers["Content-Security-Policy"]
    # Script is told where it runs.
    assert [page.root.one("html").has("data-in-pocket") for page in (phone.opens("/"), served)] == [True, False]
    # The page that scans has its camera in the frame too, and says if what reads codes is not here yet.
    assert parts(scan.headers["Content-Security-Policy"]) == own | {
        "script-src": "'self' 'wasm-unsafe-eval'",
        "media-src": "blob:",
    }
    assert scan.headers["Permissions-Policy"].startswith("camera=(self), ")
    for page, words in (
        (scan, "Open this page once with a connection."),
        (Phone(pocket, language="ja").opens("/scan"), "通信できるところで"),
    ):
        (said,) = [each for each in page.root.all("div") if each.has("data-say-no-network")]
        assert words in said.get("data-say-no-network")


def test_the_page_around_is_told_whether_anything_is_recorded(phone: Phone) -> None:
    assert phone.opens("/").root.one("html").get("data-record") == "empty"
    table = phone.sits_down()
    assert [page.root.one("html").get("data-record") for page in (table.page, phone.opens("/"))] == ["begun", "begun"]


def test_who_was_away_for_years_has_the_record_still(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    table = phone.sits_down()
    monkeypatch.setattr("web.identity.session_cookie.now", lambda: datetime.now(UTC) + timedelta(days=3650))
    assert table.page.status == 200
