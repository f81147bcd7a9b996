"""What a phone is given for the time without a network: the worker, the page that says so."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from scoring.catalogue import all_games
from tests.web.conftest import Phone, site_at
from web.http.headers import POLICY


def partial_news(text: str) -> dict[str, Any]:
    """What the worker is told of the site, in its first line."""
    line = text.partition("\n")[0]
    told: dict[str, Any] = json.loads(line.removeprefix("const SITE = ").removesuffix(";"))
    return told


def test_the_worker_comes_from_the_root_is_asked_for_anew_and_sets_no_cookie(phone: Phone) -> None:
    answer = phone.opens("/worker.js")
    assert (answer.status, answer.mimetype) == (200, "text/javascript")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; connect-src 'self'"
    assert "Set-Cookie" not in answer.headers
    again = phone.opens("/worker.js", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status == 304


def test_all_that_the_worker_fetches_is_there(phone: Phone) -> None:
    told = partial_news(phone.opens("/worker.js").html)
    assert len(told["pages"]) == 5 + len(all_games())
    for path in (*told["pages"], *told["files"]):
        assert phone.opens(path).status == 200, path
    assert told["headers"]["Content-Security-Policy"] == POLICY
    named = {address.split("/", 3)[3] for address in told["files"]}
    assert {"site.css", "js/core/main.js", "img/hanafuda.svg", "games/koi-koi/style.css"} <= named


def test_another_version_of_the_files_is_another_worker(phone: Phone, app: Flask) -> None:
    told = partial_news(phone.opens("/worker.js").html)
    assert told["version"] == app.config["ASSETS"].version
    assert all(f"/assets/{told['version']}/" in address for address in told["files"])


def test_below_a_path_the_worker_keeps_to_it(tmp_path: Any) -> None:
    client = site_at(str(tmp_path)).test_client()
    answer = client.get("/worker.js", base_url="http://localhost/takuroku")
    told = partial_news(answer.text)
    assert told["root"] == "/takuroku/"
    assert all(path.startswith("/takuroku/") for path in (*told["pages"], *told["files"]))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_in_the_place_of_a_page_that_the_phone_does_not_have(app: Flask, language: str) -> None:
    page = Phone(app, language=language).opens("/offline")
    assert (page.status, page.lang) == (200, language)
    for address in ("/tools/forbidden-bid", "/tools/yaku", "/tools/hands", "/rules"):
        assert address in page.links()


def test_an_iphone_finds_its_icon_without_script(phone: Phone) -> None:
    (link,) = [each for each in phone.opens("/").root.all("link") if each.get("rel") == "apple-touch-icon"]
    picture = phone.opens(link.get("href"))
    assert (picture.status, picture.mimetype) == (200, "image/png")
    assert [int.from_bytes(picture.bytes[at : at + 4], "big") for at in (16, 20)] == [180, 180]
    assert picture.bytes[25] == 2, "no part of it can be seen through: iPhones would paint it black"
