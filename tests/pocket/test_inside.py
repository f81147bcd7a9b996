"""The site as a browser has it in its engine: what is asked reaches it whole, and what it says is kept before."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask, jsonify, request
from flask.typing import ResponseReturnValue

from pocket.runtime.carrier import Came, Carrying
from pocket.runtime.cookies import FILE_NAME as KEPT
from pocket.runtime.cookies import Cookies, Keeping
from pocket.runtime.site import Site, begin
from record.log import stamp
from store.engines.sqlite import FILE_NAME, SQLite
from store.errors import Cause, UnavailableError
from tests.kit.store.earlier_tables import taken_back
from tests.kit.store.release import RELEASES, told
from tests.pocket.asking import SCOPE, Pocket, ThroughTheEngine


def begun(folder: Path, scope: str = SCOPE) -> Site:
    made, reason, detail = begin(scope, str(folder), may_migrate=False)
    assert made is not None, f"{reason}: {detail}"
    return made


class Kept(Pocket):
    """A phone whose record lies in a folder."""

    def __init__(self, folder: Path, scope: str = SCOPE) -> None:
        self.folder = folder
        self.scope = scope
        self.starts()

    def starts(self) -> None:
        """Nothing was closed; what is on the disk is found."""
        self.site = begun(self.folder, self.scope)
        super().__init__(self.site.answer, scope=self.scope)

    @property
    def cookies(self) -> dict[str, str]:
        """What is on the disk."""
        with closing(Keeping(self.folder)) as kept:
            return {name: value for name, value, _ends in kept.cookies()}


@pytest.fixture
def pocket(tmp_path: Path) -> Kept:
    return Kept(tmp_path)


# --- a request --------------------------------------------------------------------------------------------


def test_a_game_is_begun_and_an_entry_saved(pocket: Kept) -> None:
    table = pocket.sets_up(format="long", top_hand="3")
    assert table.address.startswith("/pocket/s/")
    table.bids(1, 1, 0)
    assert table.takes(1, 1, 1).status == 200


@pytest.mark.parametrize("scope", ["http://localhost:8000/", "https://cards.example/a/b/", SCOPE])
def test_the_site_lies_under_whatever_address_it_was_opened(tmp_path: Path, scope: str) -> None:
    pocket = Kept(tmp_path, scope)
    root = scope.split("/", 3)[3].rstrip("/")
    links = pocket.opens("/").links()
    assert [each for each in links if not each.startswith(f"/{root}".rstrip("/") + "/")] == []
    assert pocket.sets_up().page.status == 200


@pytest.fixture
def echo(tmp_path: Path) -> ThroughTheEngine:
    """A site that says what it was asked."""
    app = Flask(__name__)
    app.extensions["takuroku"] = SQLite(tmp_path / FILE_NAME)

    @app.route("/<path:path>", methods=["GET", "POST", "PUT"])
    def tell(path: str) -> ResponseReturnValue:
        answer = jsonify(
            path=request.script_root + "|" + path,
            query=request.args.to_dict(flat=False),
            method=request.method,
            headers=dict(request.headers),
            cookies=request.cookies,
            body=request.get_data(as_text=True),
            url=request.url,
        )
        answer.headers.add("Set-Cookie", request.args.get("cookie", "none=1"))
        return answer

    return ThroughTheEngine(Site(app, SCOPE, Keeping(tmp_path), Carrying()).answer)


def test_a_request_reaches_the_site_as_over_a_network(echo: ThroughTheEngine) -> None:
    said = echo.open("/s/卓 録/a+b?x=1&x=%E5%8D%93&y=", method="PUT", data="{}", headers={"X-Mark": "7"}).json
    assert said is not None
    assert (said["path"], said["method"], said["body"]) == ("/pocket|s/卓 録/a+b", "PUT", "{}")
    assert said["query"] == {"x": ["1", "卓"], "y": [""]}
    assert said["url"].startswith("https://cards.example/pocket/s/")
    assert (said["headers"]["X-Mark"], said["headers"]["Host"]) == ("7", "cards.example")


def test_what_the_worker_cannot_see_is_told_beside(echo: ThroughTheEngine) -> None:
    said = echo.open("/any", headers={"Accept-Language": "ja-JP,ja,en"}).json
    assert said is not None
    assert said["headers"]["Accept-Language"] == "ja-JP,ja;q=0.9,en;q=0.8"
    assert said["headers"]["Referer"] == SCOPE
    assert "iPhone" in said["headers"]["User-Agent"]
    assert said["cookies"] == {"zone": "Asia/Tokyo"}


@pytest.mark.parametrize("path", ["/[", "//cards.example/", "[", "%zz"])
def test_an_odd_address_is_one_that_is_not_there(tmp_path: Path, path: str) -> None:
    asked: dict[str, Any] = {"method": "GET", "url": f"{SCOPE}{path}", "headers": [], "body": None, "referrer": ""}
    answer: Any = begun(tmp_path).answer({**asked, "languages": ["en"], "zone": "", "agent": ""})
    status, headers, _body = answer
    assert (status, dict(headers)["Content-Type"]) == (404, "text/html; charset=utf-8")


def test_an_answer_to_head_has_its_headers_alone(pocket: Kept) -> None:
    whole, head = pocket.answers("/tools/yaku.json"), pocket.answers("/tools/yaku.json", method="HEAD")
    assert (head.status_code, head.data, head.mimetype) == (200, b"", "application/json")
    assert head.headers["Content-Length"] == whole.headers["Content-Length"]


def test_a_download_comes_whole_under_its_name_and_is_taken_in_elsewhere(
    pocket: Kept, tmp_path_factory: pytest.TempPathFactory
) -> None:
    pocket.sets_up("Ann", "Ben", "Chika")
    file = pocket.answers("/scorebook/takuroku.json")
    assert file.headers["Content-Disposition"].startswith("attachment; filename=takuroku-")
    assert [each["name"] for each in json.loads(file.data)["players"]] == ["Ann", "Ben", "Chika"]
    assert "Imported. New games: 1" in Kept(tmp_path_factory.mktemp("other")).imports(file.data)


def test_an_open_page_is_told_that_nothing_is_new(pocket: Kept) -> None:
    table = pocket.sets_up()
    page = table.page.html
    mark = re.search(r'data-etag="([^"]+)"', page)
    assert mark, "the page says its mark"
    same = pocket.answers(table.address, headers={"If-None-Match": f'W/"{mark[1]}"'})
    assert (same.status_code, same.data) == (304, b"")
    table.bids(1, 1, 0)
    assert pocket.answers(table.address, headers={"If-None-Match": f'W/"{mark[1]}"'}).status_code == 200


# --- cookies and their key --------------------------------------------------------------------------------


def test_nobody_is_told_the_cookies(pocket: Kept) -> None:
    page = pocket.opens("/")
    assert "Set-Cookie" not in page.headers
    assert [name.partition("-")[0] for name in pocket.cookies] == ["takuroku"]


def test_the_scorebook_is_there_after_a_kill(pocket: Kept) -> None:
    table = pocket.sets_up()
    before = pocket.cookies
    pocket.starts()
    assert pocket.cookies == before
    assert table.bids(1, 1, 0).status == 200


def test_a_chosen_language_stays(pocket: Kept) -> None:
    form = pocket.opens("/").form("/settings", has="language")
    pocket.sends(form, {"language": "ja"})
    pocket.starts()
    assert pocket.opens("/").lang == "ja"


@pytest.fixture
def cookies(tmp_path: Path) -> Cookies:
    return Cookies(Keeping(tmp_path))


def test_a_later_cookie_takes_the_place_of_an_earlier_one(cookies: Cookies) -> None:
    cookies.take(["a=1; Path=/", "b=2; Path=/; HttpOnly; SameSite=Lax"])
    cookies.take(["a=3; Path=/"])
    assert cookies.header([("b", "page"), ("zone", "UTC")]) == "b=2; zone=UTC; a=3"


def test_a_cookie_ends_when_it_is_said(cookies: Cookies, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cookies.take(["a=1; Max-Age=60", "b=2; Expires=Thu, 01 Jan 2099 00:00:00 GMT", "c=3"])
    later = time.time() + 61
    monkeypatch.setattr("pocket.runtime.cookies.time", lambda: later)
    assert cookies.header() == "b=2; c=3"
    cookies.take(["b=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0"])
    assert cookies.header() == "c=3"
    with closing(Keeping(tmp_path)) as kept:
        assert [name for name, _value, _ends in kept.cookies()] == ["c"]


# --- what goes wrong --------------------------------------------------------------------------------------


def test_no_answer_goes_out_while_its_cookie_cannot_be_kept(pocket: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as full:
        full.setattr(Keeping, "change_cookies", raising(UnavailableError("full", "database or disk is full")))
        page = pocket.opens("/")
        assert (page.status, page.mimetype, page.heading) == (503, "text/html", "The storage is full")
    assert pocket.opens("/").status == 200


def test_what_breaks_is_told_as_the_site_tells_it(pocket: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cookies, "take", raising(RuntimeError("the secret inside")))
    page = pocket.opens("/")
    assert (page.status, page.heading) == (500, "Something went wrong")
    assert "secret inside" not in page.html


def test_what_breaks_while_it_is_told_has_an_answer(
    pocket: Kept, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Cookies, "take", raising(RuntimeError("the secret inside")))
    monkeypatch.setattr(Site, "_told", raising(RuntimeError("the secret inside")))
    answer = pocket.answers("/")
    assert (answer.status_code, answer.data) == (500, b"Internal Server Error")
    assert "the secret inside" in capsys.readouterr().err


def raising(error: Exception) -> Any:
    def act(*_args: object, **_named: object) -> None:
        raise error

    return act


# --- other sites ------------------------------------------------------------------------------------------

LINK = f"https://group.example/carry#takuroku_{'x' * 32}"
HEADS = "https://group.example/api/v1/scorebook/heads"


def connects(pocket: Kept, *carried: Came) -> Any:
    """What is said to a link, when so much has come of it."""
    typed = {"link": LINK, "into": "here", "csrf_token": pocket.token()}
    return pocket.site.answer(
        {
            "method": "POST",
            "url": f"{SCOPE}group",
            "headers": [["content-type", "application/x-www-form-urlencoded"]],
            "body": urlencode(typed).encode(),
            "referrer": SCOPE,
            "languages": ["en"],
            "zone": "Asia/Tokyo",
            "agent": "",
            "carried": carried,
        }
    )


def test_a_request_that_needs_another_site_says_what_to_ask_it_and_goes_on_with_what_came(pocket: Kept) -> None:
    kind, method, url, headers, body, seconds = connects(pocket)
    assert (kind, method, url, body, seconds) == ("call", "GET", HEADS, None, 15.0)
    assert dict(headers)["Authorization"] == f"Bearer takuroku_{'x' * 32}"
    said = b'{"name": "Ours", "sessions": []}'
    status, given, _ = connects(pocket, ("answered", HEADS, 200, said))
    assert (status, dict(given)["Location"].partition("?")[0]) == (303, "/pocket/group")


@pytest.mark.parametrize(
    ("how", "url", "words"),
    [
        ("unreachable", HEADS, b"cannot be reached right now"),
        ("cancelled", HEADS, b"Cancelled. Everything stays on this phone"),
        ("answered", "https://other.example/api/v1/scorebook/heads", b"cannot be reached right now"),
    ],
)
def test_what_did_not_come_is_said(pocket: Kept, how: Any, url: str, words: bytes) -> None:
    status, _, page = connects(pocket, (how, url, 200, b'{"name": "Ours", "sessions": []}'))
    assert (status, words in page) == (502, True)


# --- the start --------------------------------------------------------------------------------------------


def reason_at(folder: Path) -> str:
    made, reason, detail = begin(SCOPE, str(folder), may_migrate=False)
    assert made is None
    assert detail
    return reason


def test_a_record_of_a_newer_release_is_said_and_left_alone(pocket: Kept) -> None:
    pocket.sets_up()
    pocket.site.close()
    file = pocket.folder / FILE_NAME
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE _sqlite_migrations SET name = 'm999_of_a_newer_version' WHERE name = 'm001_version_1'")
        db.commit()
    before = file.read_bytes()
    assert reason_at(pocket.folder) == "newer-record"
    assert file.read_bytes() == before


@pytest.mark.parametrize("release", ["2026-11-21-f29ad61", "2026-11-22-1c5beb0"])
def test_a_record_of_before_version_1_is_said_and_left_alone(tmp_path: Path, release: str) -> None:
    file, record = tmp_path / FILE_NAME, gzip.decompress((RELEASES / f"{release}.db.gz").read_bytes())
    file.write_bytes(record)
    assert reason_at(tmp_path) == "earlier-record"
    assert file.read_bytes() == record


def test_a_record_that_this_version_would_change_is_said_and_changed_when_it_may_be(
    pocket: Kept, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = pocket.sets_up("Ann", "Ben", "Chika")
    table.bids(1, 1, 0)
    pocket.site.close()
    folder = tmp_path_factory.mktemp("before")
    file = taken_back(pocket.folder / FILE_NAME, folder, monkeypatch)
    before = file.read_bytes()
    assert reason_at(folder) == "pending-migrations"
    assert ([each.name for each in folder.iterdir()], file.read_bytes()) == ([FILE_NAME], before)
    site, reason, _detail = begin(SCOPE, str(folder), may_migrate=True)
    assert site, reason
    site.close()
    begun(folder).close()
    with closing(SQLite(file).connect()) as now, closing(SQLite(pocket.folder / FILE_NAME).connect()) as then:
        assert told(now) == told(then)


def test_a_record_without_games_is_changed_without_asking(
    pocket: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pocket.site.close()
    (folder := tmp_path / "before").mkdir()
    file = taken_back(pocket.folder / FILE_NAME, folder, monkeypatch)
    begun(folder).close()
    assert SQLite(file).pending_migrations() == []


@pytest.mark.parametrize("name", [FILE_NAME, KEPT])
def test_a_damaged_file_is_said_and_left_alone(pocket: Kept, name: str) -> None:
    pocket.sets_up()
    pocket.site.close()
    file = pocket.folder / name
    file.write_bytes(b"no database" * 1000)
    assert reason_at(pocket.folder) == "damaged"
    assert file.read_bytes() == b"no database" * 1000


@pytest.mark.parametrize(("cause", "reason"), [("full", "storage-full"), ("away", "storage-refused")])
def test_a_storage_that_takes_nothing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cause: Cause, reason: str
) -> None:
    monkeypatch.setattr(SQLite, "prepare", raising(UnavailableError(cause, "said by the disk")))
    assert reason_at(tmp_path) == reason


def test_what_nobody_thought_of_is_said_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pocket.runtime.site.create_app", raising(RuntimeError("odd")))
    assert reason_at(tmp_path) == "broken"


# --- at rest ----------------------------------------------------------------------------------------------


def test_nobody_plays_before_a_game_is_begun_after_it_is_over_and_while_it_is_left_lying(
    pocket: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert pocket.site.is_at_rest()
    table = pocket.sets_up(format="long", top_hand="3")
    table.bids(1, 1, 0)
    assert not pocket.site.is_at_rest()
    with monkeypatch.context() as lying:
        lying.setattr("pocket.runtime.site.PLAYED", timedelta(seconds=-2))
        assert pocket.site.is_at_rest(), "it is left lying"
    table.takes(1, 1, 1)
    table.ends()
    assert pocket.site.is_at_rest()
    monkeypatch.setattr(SQLite, "connect", raising(UnavailableError("away", "said by the disk")))
    assert not pocket.site.is_at_rest(), "where it cannot be said, somebody plays"


# --- what was deleted -------------------------------------------------------------------------------------


def test_the_start_takes_out_what_was_deleted_long_ago_and_leaves_the_rest(pocket: Kept) -> None:
    sessions = [pocket.sets_up().address.rpartition("/")[2] for _ in range(3)]
    with closing(sqlite3.connect(pocket.folder / FILE_NAME)) as db, db:
        for session, days in zip(sessions, (31, 29), strict=False):
            when = stamp(datetime.now(UTC) - timedelta(days=days))
            db.execute("UPDATE session SET deleted_at = ? WHERE id = ?", (when, session))
    pocket.starts()
    with closing(sqlite3.connect(pocket.folder / FILE_NAME)) as db:
        left = {id_ for (id_,) in db.execute("SELECT id FROM session")}
        assert left == set(sessions[1:])
        assert {id_ for (id_,) in db.execute("SELECT DISTINCT session FROM action")} <= left
