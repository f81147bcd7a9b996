"""The site to take along in a phone: its files as they lie in a folder, and the page that offers it."""

from __future__ import annotations

import gzip
import os
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from app import create_app
from tests.kit.for_each import for_each
from tests.kit.web.page import Page
from tests.web.conftest import SECRET, Phone
from web.http.error_pages import redact
from web.pocket.sync import group_of
from web.settings import SettingsError, read_settings

FOREVER = "public, max-age=31536000, immutable"
WASM = "parts/runtime-0123456789ab/pyodide.asm.wasm"
ENGINE = "parts/shell-0123456789ab/engine.js"
BODIES = {
    "index.html": b"<!DOCTYPE html><title>Shell</title>" + b" " * 1000,
    "check.html": b"<!DOCTYPE html><title>Check</title>",
    "service-worker.js": b"const BUILD = null;" * 100,
    "manifest.webmanifest": b"{}",
    "licences.html": b"<!DOCTYPE html><title>Licences</title>" + b"long " * 10_000,
    WASM: b"\0asm" * 1_000_000,
    ENGINE: b"self;" * 100,
    "assets/0123456789ab/js/main.js": b"boot();" * 100,
    "parts/libraries-0123456789ab/libraries.zip": b"PK" * 100,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a build leaves, and what has no business to be sent: something hidden, and a way out of the folder."""
    folder = tmp_path_factory.mktemp("built") / "pocket"
    for name, body in BODIES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
        if not name.endswith(".zip"):
            path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(body, mtime=0))
            path.with_name(f"{path.name}.br").write_bytes(b"brotli" * (500_000 if name == WASM else 1))
    (folder / "_headers").write_text("of a host")
    (folder / ".hidden").write_text("of the builder")
    (folder.parent / "secret.key").write_text("the key")
    (folder / "out.key").symlink_to(folder.parent / "secret.key")
    return folder


@pytest.fixture(scope="module")
def app(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """A site that has it."""
    place = str(tmp_path_factory.mktemp("site"))
    return create_app({"TAKUROKU_DATABASE": place, "TAKUROKU_SECRET": SECRET, "TAKUROKU_POCKET": str(folder)})


def gets(app: Flask, path: str, encoding: str = "", **headers: str) -> TestResponse:
    return app.test_client().get(f"/pocket/{path}", headers={"Accept-Encoding": encoding, **headers})


@for_each(
    "path, kind",
    [
        ("", "text/html; charset=utf-8"),
        ("index.html", "text/html; charset=utf-8"),
        ("service-worker.js", "text/javascript; charset=utf-8"),
        ("manifest.webmanifest", "application/manifest+json"),
        (WASM, "application/wasm"),
        (ENGINE, "text/javascript; charset=utf-8"),
        ("parts/libraries-0123456789ab/libraries.zip", "application/zip"),
    ],
)
def test_a_file_comes_with_its_type_and_no_cookie(app: Flask, path: str, kind: str) -> None:
    answer = gets(app, path)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, kind)
    assert answer.data == BODIES[path or "index.html"]
    assert "Set-Cookie" not in answer.headers
    assert "Cookie" not in answer.headers["Vary"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert gets(app, path, Cookie="takuroku=nonsense").status_code == 200


@for_each(
    "taken, packed, end",
    [
        ("br, gzip", "br", ".br"),
        ("gzip, deflate", "gzip", ".gz"),
        ("br;q=0, gzip", "gzip", ".gz"),
        ("identity", "identity", ""),
        ("", "identity", ""),
    ],
)
def test_it_is_packed_as_the_browser_takes_it(app: Flask, folder: Path, taken: str, packed: str, end: str) -> None:
    for path in (WASM, "index.html"):
        answer = gets(app, path, taken)
        assert answer.headers["Content-Encoding"] == packed
        assert answer.data == (folder / f"{path}{end}").read_bytes()
        assert answer.headers["Vary"] == "Accept-Encoding"


def test_what_has_its_content_in_its_address_is_kept_and_the_rest_looked_at_anew(app: Flask) -> None:
    for path in (WASM, ENGINE, "assets/0123456789ab/js/main.js"):
        assert gets(app, path).headers["Cache-Control"] == FOREVER
    for path in ("", "service-worker.js", "manifest.webmanifest"):
        first = gets(app, path, "br")
        assert first.headers["Cache-Control"] == "public, no-cache"
        again = gets(app, path, "br", **{"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
        assert gets(app, path, "gzip", **{"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_the_check_has_an_address_to_tell_and_may_try_the_camera(app: Flask) -> None:
    for path in ("check", "check.html"):
        answer = gets(app, path)
        assert (answer.status_code, answer.data) == (200, BODIES["check.html"])
        assert answer.headers["Permissions-Policy"] == "camera=(self), microphone=(), geolocation=()"


def test_its_pages_and_workers_have_rules_of_their_own(app: Flask) -> None:
    for path in ("", "service-worker.js", ENGINE):
        answer = gets(app, path)
        policy = dict(each.split(" ", 1) for each in answer.headers["Content-Security-Policy"].split("; "))
        assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
        assert policy["worker-src"] == "'self'"
        assert policy["connect-src"] == "'self' https:"
        assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
    assert gets(app, "").headers["Permissions-Policy"].startswith("camera=(self), "), "for the pages in its frame"


@for_each(
    "path",
    [
        *("../secret.key", "..%2fsecret.key", "%2e%2e/secret.key", "assets/../../secret.key", "/etc/passwd", "//etc/x"),
        *(".hidden", "_headers", "out.key", "index.html.br", "parts/nothing.js", "assets/none/js/main.js", "a\0.js"),
    ],
)
def test_nothing_else_is_to_be_had(app: Flask, path: str) -> None:
    answer = gets(app, path)
    assert answer.status_code in (404, 302, 308)
    assert not [told for told in (b"the key", b"of a host", b"of the builder", b"brotli") if told in answer.data]
    assert "secret" not in answer.headers.get("Location", "")


def builds(folder: Path, names: Iterable[str], built: int) -> None:
    """Leave a new folder in place of the one before, as a build does; `built` is in seconds since 1970."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(BODIES.get(name, name.encode()))
        os.utime(folder / name, (built, built))


def test_a_build_under_a_running_site_is_served_whole(tmp_path: Path) -> None:
    folder, newer = tmp_path / "pocket", "parts/app-ba9876543210/app.zip"
    place = str(tmp_path / "site")

    builds(folder, ("index.html", WASM), 1_000_000_000)
    app = create_app({"TAKUROKU_DATA": place, "TAKUROKU_SECRET": SECRET, "TAKUROKU_POCKET": str(folder)})

    def served() -> list[int]:
        return [gets(app, path).status_code for path in ("", WASM, newer)]

    assert served() == [200, 200, 404]
    assert "loads about 4 MB" in Phone(app).opens("/carry").text
    builds(folder, ("index.html", newer), 1_000_000_060)
    assert served() == [200, 404, 200]
    assert "loads about 1 MB" in Phone(app).opens("/carry").text
    # What was taken away since the build is not there.
    (folder / newer).unlink()
    assert served() == [200, 404, 404]
    (folder / "index.html").unlink()
    assert served() == [404, 404, 404]
    assert "/pocket/" not in Phone(app).opens("/carry").links()


def test_a_page_of_the_site_in_the_phone_opens_there(app: Flask) -> None:
    """Its worker answers for it, where there is one; where the browser has dropped that, the start brings it back."""
    for path, below, location in (
        ("s/abcdefgh/seats?look=1", "", "/pocket/#to=s/abcdefgh/seats%3Flook%3D1"),
        ("history", "", "/pocket/#to=history"),
        ("history", "/cards", "/cards/pocket/#to=history"),
    ):
        answer = app.test_client().get(f"/pocket/{path}", environ_overrides={"SCRIPT_NAME": below})
        assert (answer.status_code, answer.headers["Location"]) == (302, location)
    # A redirect would put its own # in the place of the one behind which a game code stands.
    answer = gets(app, "code")
    assert (answer.status_code, answer.data) == (200, gets(app, "").data)
    assert answer.headers["Cache-Control"] == "public, no-cache"


def test_without_a_folder_there_is_nothing(tmp_path: Path) -> None:
    settings = {"TAKUROKU_DATABASE": str(tmp_path), "TAKUROKU_SECRET": SECRET, "TAKUROKU_POCKET": "0"}
    phone = Phone(create_app(settings))
    assert [phone.opens(f"/pocket/{path}").status for path in ("", "index.html", "history")] == [404, 404, 404]
    assert "/carry" not in phone.opens("/").links()
    page = phone.opens("/carry")
    assert "The whole site runs on the phone" not in page.text
    link = make_link(phone).root.one("input", id="made").get("value")
    assert link.startswith("http://localhost/carry#takuroku_")
    assert group_of(link).site == "http://localhost"


def test_a_folder_that_was_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="There is no index.html in"):
        read_settings({"TAKUROKU_DATA": str(tmp_path), "TAKUROKU_POCKET": str(tmp_path / "nowhere")})


def make_link(phone: Phone, **typed: str) -> Page:
    return phone.sends(phone.opens("/carry").form("/carry"), {"name": "Cellar", **typed})


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


def test_it_is_offered_with_its_weight_before_it_is_loaded(phone: Phone) -> None:
    assert "/carry" in phone.opens("/scorebook/data").links()
    for address in ("https://cards.example", "http://localhost", "http://127.0.0.1:8000"):
        page = phone.opens("/carry", base_url=address)
        # The packed WebAssembly has 3,000,000 bytes, the rest next to nothing.
        assert "loads about 3 MB" in page.text
        assert "/pocket/" in page.links()
        assert page.alerts == []
    page = phone.opens("/carry", base_url="http://cards.example")
    assert "Offline use needs HTTPS" in page.root.one("p", **{"class": "alert"}).text
    assert "/pocket/" not in page.links()


def test_a_keeper_makes_a_link_in_two_taps_from_home(phone: Phone) -> None:
    page = phone.opens("/carry", headers={"User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)"})
    assert page.form("/carry").typed("name") == "iPhone"
    made = phone.sends(page.form("/carry"))
    link = made.root.one("input", id="made").get("value")
    # What stands behind # is sent to no server, and the page that stays opens it in its frame.
    assert link.startswith("http://localhost/pocket/#to=group%23takuroku_")
    assert made.root.one("a", **{"class": "button main"}).get("href") == link
    assert made.headers["Cache-Control"] == "private, no-store"
    assert made.root.one("figure").all("svg")
    assert phone.opens("/tokens").text.count("iPhone") == 1
    assert group_of(link).site == "http://localhost"
    assert phone.sends(page.form("/carry"), {"name": " "}).alerts == ["Enter a name."]


def test_who_only_looks_is_told_whom_to_ask(phone: Phone) -> None:
    watcher = Phone(phone.client.application)
    phone.lets_in(watcher, "watcher")
    page = watcher.opens("/carry")
    assert "ask a scorekeeper for a link" in page.text
    assert [form.action for form in page.forms if form.action == "/carry"] == []
    assert "/pocket/" in page.links()


def test_no_log_has_the_secret_of_a_link() -> None:
    """Nobody is to send it to a server; whoever does, by mistake, finds it in no log."""
    token = f"takuroku_{'x' * 32}"
    for asked in (f"GET /carry%23{token}", f"GET /pocket/?to=group%23{token} HTTP/1.1", f"Bearer {token}"):
        assert redact(asked) == asked.replace(token, "takuroku_…")
