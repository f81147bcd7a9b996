"""Tokens: made and withdrawn on their page, shown once, the only way in for a program."""

from __future__ import annotations

import logging

import pytest
from flask import Flask

from store.book import KeepersBook
from store.errors import UnavailableError
from tests.kit.web.api import OH_HELL, Program
from tests.kit.web.page import Form
from tests.web.conftest import Phone, Sitting, borrowed


def test_a_token_leads_to_the_scorebook_of_the_phone_that_made_it(phone: Phone, stranger: Phone) -> None:
    table = phone.sits_down()
    assert [each["id"] for each in phone.program().asks("GET", "/sessions").json["sessions"]] == [table.id]
    assert stranger.program().asks("GET", "/sessions").json["sessions"] == []
    assert stranger.program().asks("GET", f"/sessions/{table.id}").status == 404


def test_a_token_is_shown_once(phone: Phone) -> None:
    made = phone.sends(phone.opens("/tokens").form("/tokens"), {"name": "Blackboard"})
    token = made.root.one("input", id="made").get("value")
    assert made.headers["Cache-Control"] == "private, no-store"
    # Without script it is copied from its field.
    (copy,) = [each for each in made.root.all("button") if each.has("data-copy")]
    assert (copy.has("hidden"), copy.get("data-copy")) == (True, "#made")
    assert made.root.one("input", id="made").has("readonly")
    page = phone.opens("/tokens")
    assert "Blackboard" in page.text
    assert token not in page.html
    assert page.root.all("input", id="made") == []


def test_a_program_is_called_by_its_tokens_name_in_the_log(phone: Phone, table: Sitting) -> None:
    phone.program("Blackboard").enters(table.id, {"step": "bids", "bids": [1, 1, 0]})
    assert "Blackboard" in table.behind("log").text


def test_a_token_that_is_withdrawn_opens_nothing_any_more(phone: Phone) -> None:
    program, other = phone.program("Blackboard"), phone.program("Telly")
    assert program.asks("GET", "/players").status == 200
    page = phone.opens("/tokens")
    (form,) = [each for each in page.forms if each.action.endswith("/withdraw") and "Blackboard" in label(each)]
    page = phone.follows(phone.sends(form))
    assert "Revoked" in page.text
    answer = program.asks("GET", "/players")
    assert (answer.status, answer.headers["WWW-Authenticate"]) == (401, 'Bearer error="invalid_token"')
    assert other.asks("GET", "/players").status == 200


def label(form: Form) -> str:
    return form.element.one("button").get("aria-label")


def test_nobody_withdraws_the_token_of_somebody_else(phone: Phone, stranger: Phone) -> None:
    program = phone.program()
    (form,) = [each for each in phone.opens("/tokens").forms if each.action.endswith("/withdraw")]
    assert stranger.posts(form.action, {"csrf_token": stranger.token()}).status == 404
    assert program.asks("GET", "/players").status == 200


def test_a_name_that_is_none_is_refused_with_what_was_typed(phone: Phone) -> None:
    page = phone.sends(phone.opens("/tokens").form("/tokens"), {"name": "x" * 31, "role": "watcher"})
    assert (page.status, page.alerts) == (422, ["That name is too long. The maximum is 30 characters."])
    form = page.form("/tokens")
    assert (form.typed("name"), form.typed("role")) == ("x" * 31, "watcher")


@pytest.mark.parametrize(
    "header",
    [None, "", "Bearer", "Bearer ", "Bearer nonsense", "Basic dXNlcjpwdw==", "Bearer takuroku_" + "x" * 32, "bearer é"],
)
def test_who_comes_without_a_token_is_told_so_and_how(app: Flask, header: str | None) -> None:
    headers = {} if header is None else {"Authorization": header.encode().decode("latin-1")}
    answer = Program(app, None).asks("GET", "/sessions", headers=headers)
    assert (answer.status, answer.json["type"]) == (401, "http://localhost/api#no-token")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_the_cookie_of_a_phone_opens_nothing_here(app: Flask, table: Sitting) -> None:
    client = table.phone.client
    for method, path in (("GET", ""), ("POST", "/entries")):
        answer = client.open(
            f"/api/v1/sessions/{table.id}{path}",
            method=method,
            json={"position": 0, "entry": {"step": "bids", "bids": [1, 1, 0]}},
        )
        assert answer.status_code == 401
    assert table.position == 0


def test_a_token_that_may_only_read_writes_nothing(phone: Phone, table: Sitting) -> None:
    before = table.kept
    program = phone.program(role="watcher")
    assert program.sees(table.id) == before
    ann, ben, chika = program.asks("GET", "/players").json["players"]
    entry = {"position": 0, "entry": {"step": "bids", "bids": [1, 1, 0]}}
    for path, body in (
        ("/sessions", OH_HELL),
        (f"/sessions/{table.id}/entries", entry),
        (f"/sessions/{table.id}/undo", {"position": 0}),
        (f"/sessions/{table.id}/redo", {"position": 0}),
        (f"/sessions/{table.id}/corrections", {"position": 0, "changes": {"0": entry["entry"]}}),
        (f"/sessions/{table.id}/setup", {"position": 0, "dealer": 1}),
        ("/scorebook", before["document"]),
    ):
        answer = program.asks("POST", path, body)
        assert (path, answer.status, answer.json["type"]) == (path, 403, "http://localhost/api#only-to-look-at")
    for method, path, said in (
        ("PATCH", f"/sessions/{table.id}", {"note": "rain", "discarded": True}),
        ("PATCH", f"/players/{ann['id']}", {"name": "Anna"}),
        ("POST", f"/players/{ann['id']}/merge", {"into": ben["id"]}),
        ("POST", f"/players/{ben['id']}/unmerge", None),
    ):
        answer = program.asks(method, path, said)
        assert (path, answer.status, answer.json["type"]) == (path, 403, "http://localhost/api#only-to-look-at")
    assert table.kept == before
    assert program.asks("GET", "/players").json["players"] == [ann, ben, chika]


def test_a_token_stands_in_no_log(app: Flask, phone: Phone, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    program = phone.program()
    assert program.token is not None
    program.asks("GET", "/sessions")
    program.asks("GET", "/nothing")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("web.api.operations.sessions.session_list", lambda *_, **__: 1 / 0)
        assert program.asks("GET", "/sessions").status == 500
    assert program.token not in caplog.text


def test_a_record_that_can_only_be_read_is_read(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    program = phone.program()

    def refused(*_: object, **__: object) -> None:
        raise UnavailableError("read-only", "no writing today")

    monkeypatch.setattr("web.api.dispatch.note_use", refused)
    assert program.asks("GET", "/sessions").status == 200


def test_a_deleted_scorebook_is_closed_to_its_tokens_until_it_is_restored(phone: Phone) -> None:
    program = phone.api
    session = program.starts()
    with phone.client.session_transaction() as cookie:
        scorebook = cookie["scorebook"]
    with borrowed(phone.client.application) as db:
        keeper = KeepersBook(db, scorebook)
        keeper.delete_scorebook(at="2026-11-21T20:00:00Z")
        body = {"position": 0, "entry": {"step": "note", "text": "rain"}}
        for method, path, sent in (
            ("GET", f"/sessions/{session}", None),
            ("GET", "/scorebook", None),
            ("POST", f"/sessions/{session}/entries", body),
            ("PATCH", f"/sessions/{session}", {"note": "rain"}),
            ("PATCH", "/players/1", {"name": "Anna"}),
        ):
            answer = program.asks(method, path, sent)
            assert (path, answer.status, answer.json["type"]) == (path, 409, "http://localhost/api#deleted")
        keeper.restore_scorebook()
    assert program.sees(session)["position"] == 0


def test_a_scorebook_that_is_gone_for_good_takes_its_tokens_along(phone: Phone) -> None:
    program = phone.api
    program.starts()
    with phone.client.session_transaction() as cookie:
        scorebook = cookie["scorebook"]
    with borrowed(phone.client.application) as db:
        keeper = KeepersBook(db, scorebook)
        keeper.delete_scorebook(at="2026-11-21T20:00:00Z")
        keeper.purge(before="2026-11-22T20:00:00Z")
    for method, path, sent in (("GET", "/sessions", None), ("POST", "/sessions", OH_HELL)):
        answer = program.asks(method, path, sent)
        assert (answer.status, answer.headers["WWW-Authenticate"]) == (401, 'Bearer error="invalid_token"')


def test_what_a_deleted_session_leaves_is_nothing_once_it_is_purged(phone: Phone) -> None:
    program = phone.api
    session = program.starts()
    assert program.asks("PATCH", f"/sessions/{session}", {"discarded": True}).status == 200
    with phone.client.session_transaction() as cookie:
        scorebook = cookie["scorebook"]
    with borrowed(phone.client.application) as db:
        KeepersBook(db, scorebook).purge(before="9999-01-01T00:00:00Z")
    for said in ({"discarded": False}, {"discarded": True}, {"note": "rain"}):
        assert program.asks("PATCH", f"/sessions/{session}", said).status == 404
