"""A program that uses the API with a token; every answer is held against the OpenAPI document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from typing import Any

from flask import Flask
from jsonschema_rs import Draft202012Validator
from werkzeug.serving import WSGIRequestHandler, make_server

from tests.kit.web.page import Page

OH_HELL: dict[str, Any] = {
    "game": "oh-hell",
    "players": ["Ann", "Ben", "Chika"],
    "dealer": 0,
    "options": {"format": "long", "top_hand": 3},
}
BIDS: dict[str, Any] = {"step": "bids", "bids": [1, 1, 0]}
TRICKS: dict[str, Any] = {"step": "tricks", "tricks": [1, 2, 0]}
"""The first deal there: Ann made her bid of 1, so 11, Ben missed, Chika made hers of 0, so 10."""


class Program:
    """Something without cookies that sends JSON. What it is answered is in the document, or the test fails."""

    def __init__(self, app: Flask, token: str | None, language: str = "en") -> None:
        self.app = app
        self.token = token
        self.language = language

    def asks(self, method: str, path: str, body: object = None, *, key: str | None = None, **given: Any) -> Page:
        """An answer of the address behind /api/v1."""
        headers = {"Accept-Language": self.language, **given.pop("headers", {})}
        if self.token is not None:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        if key is not None:
            headers["Idempotency-Key"] = key
        if body is not None:
            given |= {"data": json.dumps(body), "content_type": "application/json"}
        # A client of its own each time: nothing is remembered but the token.
        client = self.app.test_client(use_cookies=False)
        page = Page(client.open(f"/api/v1{path}", method=method, headers=headers, **given))
        assert "Set-Cookie" not in page.headers
        # What has an ETag may be kept, and is asked for again each time.
        assert page.headers["Cache-Control"] == ("private, no-cache" if "ETag" in page.headers else "private, no-store")
        assert ("ETag" in page.headers) == (method in ("GET", "HEAD") and page.status in (200, 304))
        varies = {*page.headers["Vary"].split(", ")}
        assert {"Accept-Language", "Authorization"} <= varies
        assert "Cookie" not in varies, "no cookie is looked at"
        documented(self.app, method, path, page)
        return page

    def starts(self, **said: Any) -> str:
        started = self.asks("POST", "/sessions", OH_HELL | said)
        assert started.status == 201, started.json
        return str(started.json["id"])

    def sees(self, session: str) -> Any:
        page = self.asks("GET", f"/sessions/{session}")
        assert page.status == 200
        return page.json

    def pages(self, path: str) -> Iterator[Page]:
        """The pages of a list, each by the header Link of the one before (RFC 8288)."""
        address: str | None = path
        while address:
            page = self.asks("GET", address)
            link = re.fullmatch(r'</api/v1(/[^>]+)>; rel="next"', page.headers.get("Link", ""))
            assert (link is None) == (page.json["next_cursor"] is None) == ("Link" not in page.headers)
            yield page
            address = link and link[1]

    def people(self) -> dict[str, Any]:
        """The players of the scorebook, by name."""
        return {each["name"]: each for each in self.asks("GET", "/players").json["players"]}

    def enters(self, session: str, *entries: dict[str, Any]) -> Any:
        now = self.sees(session)
        for entry in entries:
            page = self.asks("POST", f"/sessions/{session}/entries", {"position": now["position"], "entry": entry})
            assert page.status == 201, page.json
            now = page.json
        return now


@cache
def document_of(app: Flask) -> dict[str, Any]:
    return dict(app.test_client().get("/api/v1/openapi.json").json or {})


def documented(app: Flask, method: str, path: str, page: Page) -> None:
    """Hold an answer against the document; what no operation answers has only its shape as a problem."""
    asked, paths = "get" if method == "HEAD" else method.lower(), document_of(app)["paths"]
    for place, operations in paths.items():
        if asked in operations and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", place), path.partition("?")[0]):
            break
    else:
        assert (page.status in (404, 405), page.mimetype) == (True, "application/problem+json")
        return
    answers, status = paths[place][asked]["responses"], str(page.status)
    assert status in answers, f"{method} {path} answers {status}: {page.html[:300]}"
    for name, header in answers[status].get("headers", {}).items():
        assert name in page.headers or not header["required"]
    if status == "304" or method == "HEAD":
        assert page.html == ""
        return
    assert [*answers[status]["content"]] == [page.mimetype]
    errors = [
        f"{each.instance_path}: {each.message}"
        for each in validator_of(app, asked, place, status).iter_errors(page.json)
    ]
    assert errors == [], f"{method} {path}"


@cache
def validator_of(app: Flask, method: str, place: str, status: str) -> Draft202012Validator:
    """What an answer is held against; it reads the whole document, so each is made once."""
    document = document_of(app)
    (content,) = document["paths"][place][method]["responses"][status]["content"].values()
    return Draft202012Validator({**content["schema"], "components": document["components"]})


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """The site at an address of this machine, where its answers are those that go over a wire."""
    with (
        make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet) as server,
        ThreadPoolExecutor(1) as beside,
    ):
        beside.submit(server.serve_forever)
        try:
            yield f"http://127.0.0.1:{server.port}"
        finally:
            server.shutdown()


class Quiet(WSGIRequestHandler):
    """Says nothing of thousands of requests."""

    def log_request(self, *_args: object, **_given: object) -> None:
        pass
