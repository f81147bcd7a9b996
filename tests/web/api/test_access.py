"""Tokens: made and revoked on their page, shown once, the only way in for a program, to its scorebook alone."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from store.errors import UnavailableError
from store.scorebooks import delete_scorebook
from tests.kit.for_each import for_each
from tests.kit.web.api import BIDS, OH_HELL, Program
from tests.kit.web.reports import keeper_of
from tests.web.conftest import SOME_TIME, Phone, Sitting
from web.api.operation import Operation
from web.api.operations import OPERATIONS

BODIES: dict[str, Any] = {
    "/sessions": OH_HELL,
    "/sessions/{session}/entries": {"position": 1, "entry": {"step": "note", "text": "rain"}},
    "/sessions/{session}/undo": {"position": 1},
    "/sessions/{session}/redo": {"position": 1},
    "/sessions/{session}/corrections": {"position": 1, "changes": {"0": BIDS}},
    "/sessions/{session}/setup": {"position": 1, "dealer": 1},
    "/sessions/{session}": {"note": "rain", "discarded": True},
    "/players/{player}": {"name": "Zoe"},
    "/players/{player}/merge": {"into": 1},
    "/scorebook": {"scorebook": 1, "devices": {}, "players": [], "rules": [], "sessions": []},
}
"""What is said where something is to be said."""
WITH_TOKEN = [each for each in OPERATIONS if not each.is_open]
NO_SESSION = ("nothing-there", "x", "%00%00%00%00%00%00%00%00", "é" * 8, "a" * 65)
NO_PLAYER = ("0", "999999999", str(2**31), str(2**53), str(2**63), "1" * 100, "x", "-1")


def asks(program: Program, each: Operation, **path: object) -> Any:
    body = BODIES.get(each.path) if each.method != "GET" else None
    query = "?game=oh-hell" if each.path.endswith("/rating") else ""
    return program.asks(each.method, each.path.format(**path) + query, body)


def ids(program: Program) -> dict[str, object]:
    """The session and the first player of a scorebook."""
    (session,) = program.asks("GET", "/sessions").json["sessions"]
    return {"session": session["id"], "player": program.people()["Ann"]["id"]}


def test_what_is_of_another_scorebook_or_of_nobody_is_not_there(program: Program, another: Program) -> None:
    lists = [each for each in WITH_TOKEN if each.method == "GET" and not each.in_path]
    before = [asks(another, each).json for each in lists]
    program.enters(program.starts(), BIDS)
    theirs, kept = ids(program), program.asks("GET", "/scorebook").json
    assert [asks(another, each).json for each in lists] == before
    for each in WITH_TOKEN:
        if each.in_path:
            odd: Iterator[dict[str, object]] = ({"session": session, "player": 1} for session in NO_SESSION)
            if each.in_path == ("player",):
                odd = ({"player": player} for player in NO_PLAYER)
            for path in (theirs, *odd):
                assert asks(another, each, **path).status == 404, (each.name, path)
    assert program.asks("GET", "/scorebook").json == kept
    another.starts()
    own, ann = ids(another)["player"], theirs["player"]
    assert another.asks("GET", f"/players/{own}/head-to-head?other={ann}").status == 404
    assert another.asks("POST", f"/players/{own}/merge", {"into": ann}).status == 422


def test_who_may_only_read_writes_nothing_and_a_deleted_scorebook_is_closed_until_it_is_restored(
    phone: Phone, program: Program
) -> None:
    program.enters(program.starts(), BIDS)
    there, kept, reader = ids(program), program.asks("GET", "/scorebook").json, phone.program(role="watcher")
    for each in WITH_TOKEN:
        answer = asks(reader, each, **there)
        told = (answer.status, "") if each.method == "GET" else answer.problem
        assert told == ((200, "") if each.method == "GET" else (403, "only-to-look-at")), each.name
    with keeper_of(phone) as keeper:
        delete_scorebook(keeper, at=SOME_TIME)
        for each in WITH_TOKEN:
            assert asks(program, each, **there).problem == (409, "deleted"), each.name
        delete_scorebook(keeper, at=None)
    assert program.asks("GET", "/scorebook").json == kept


@for_each(
    "header",
    [None, "", "Bearer", "Bearer ", "Bearer nonsense", "Basic dXNlcjpwdw==", "Bearer takuroku_" + "x" * 32, "bearer é"],
)
def test_who_comes_without_a_token_is_told_so_and_how(app: Flask, header: str | None) -> None:
    headers = {} if header is None else {"Authorization": header.encode().decode("latin-1")}
    answer = Program(app, None).asks("GET", "/sessions", headers=headers)
    assert answer.problem == (401, "no-token")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


# On their page.


def test_a_token_is_shown_once(phone: Phone) -> None:
    made = phone.sends(phone.opens("/tokens").form("/tokens"), {"name": "Blackboard"})
    field = made.root.one("input", id="made")
    assert made.headers["Cache-Control"] == "private, no-store"
    # Without script it is copied from its field.
    (copy,) = [each for each in made.root.all("button") if each.has("data-copy")]
    assert (copy.has("hidden"), copy.get("data-copy"), field.has("readonly")) == (True, "#made", True)
    listed = phone.opens("/tokens")
    assert ("Blackboard" in listed.text, field.get("value") in listed.html) == (True, False)


def test_a_token_that_is_revoked_opens_nothing_any_more(phone: Phone, table: Sitting) -> None:
    program, other = phone.program("Blackboard"), phone.program("Telly")
    program.enters(table.id, BIDS)
    assert "Blackboard" in table.behind("log").text, "by its token's name a program is called"
    (form,) = [
        form
        for form in phone.opens("/tokens").forms
        for button in form.element.all("button")
        if "Blackboard" in button.get("aria-label")
    ]
    assert "Revoked" in phone.follows(phone.sends(form)).text
    answer = program.asks("GET", "/players")
    assert (answer.status, answer.headers["WWW-Authenticate"]) == (401, 'Bearer error="invalid_token"')
    assert other.asks("GET", "/players").status == 200


def test_a_name_that_is_none_is_refused_with_what_was_typed(phone: Phone) -> None:
    page = phone.sends(phone.opens("/tokens").form("/tokens"), {"name": "x" * 31, "role": "watcher"})
    assert (page.status, page.alerts) == (422, ["That is too long. The maximum is 30 characters."])
    form = page.form("/tokens")
    assert (form.typed("name"), form.typed("role")) == ("x" * 31, "watcher")


def test_a_token_stands_in_no_log(program: Program, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("web.api.operations.sessions.find_sessions", lambda *_, **__: 1 / 0)
        assert [program.asks("GET", path).status for path in ("/players", "/nothing", "/sessions")] == [200, 404, 500]
    assert str(program.token) not in caplog.text


def test_a_record_that_can_only_be_read_is_read(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise UnavailableError("read-only", "no writing today")

    monkeypatch.setattr("web.api.dispatch.note_use", refused)
    assert program.asks("GET", "/sessions").status == 200
