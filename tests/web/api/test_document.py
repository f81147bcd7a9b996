"""The OpenAPI document, its page and its examples: what is served is what they say, and nothing else."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from jsonschema_rs import Draft202012Validator
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema

from scoring.catalogue import all_games
from tests.kit.web.api import Program, document_of, served
from tests.web.conftest import Phone
from web.api.openapi import name_of
from web.api.operations import OPERATIONS
from web.errors import ERRORS_BY_SLUG


def test_every_route_is_in_the_document_and_every_operation_is_served(app: Flask) -> None:
    served = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule.removeprefix("/api/v1")), method)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    told = {(path, method.upper()) for path, methods in document_of(app)["paths"].items() for method in methods}
    assert served == told | {("/openapi.json", "GET")}
    assert told == {(each.path, each.method) for each in OPERATIONS}


def test_the_document_needs_no_token_says_where_the_site_lies_and_is_sent_once(app: Flask) -> None:
    client, known = app.test_client(), ""
    for below in ("", "/scores"):
        asked: dict[str, Any] = {"path": "/api/v1/openapi.json", "environ_overrides": {"SCRIPT_NAME": below}}
        assert dict(client.get(**asked).json or {})["servers"] == [{"url": f"{below}/api/v1"}]
        first = client.get(**asked, headers={"Accept-Encoding": "br", "If-None-Match": known})
        known = first.headers["ETag"]
        again = client.get(**asked, headers={"Accept-Encoding": "br", "If-None-Match": known})
        assert (first.status_code, again.status_code, again.data) == (200, 304, b"")


def test_the_page_shows_every_operation_and_every_problem(phone: Phone, app: Flask) -> None:
    page = phone.opens("/api")
    assert (page.status, page.heading) == (200, "API")
    for path, methods in document_of(app)["paths"].items():
        for method in methods:
            shown = path.replace("{session}", ":session").replace("{player}", ":player")
            assert f"{method.upper()} /api/v1{shown}" in page.text
    ids = {each.get("id") for each in page.root.all() if each.has("id")}
    assert {*ERRORS_BY_SLUG} <= ids, "what a problem's type leads to"


def test_an_address_takes_its_methods_and_no_others(app: Flask) -> None:
    program = Phone(app).api
    at = f"/sessions/{program.starts()}"
    shown, told = program.asks("GET", at), program.asks("HEAD", at)
    assert (told.status, told.headers["Content-Length"]) == (200, str(len(shown.bytes)))
    for method in ("OPTIONS", "PUT", "TRACE", "BREW"):
        refused = program.asks(method, at)
        assert (refused.status, refused.headers["Allow"]) == (405, "DELETE, GET, HEAD, PATCH")


# The games.


def test_every_game_is_listed_with_its_house_rules_for_anybody(app: Flask) -> None:
    listed = Program(app, None).asks("GET", "/games").json["games"]
    assert [each["slug"] for each in listed] == [*all_games()]
    for told, game in zip(listed, all_games().values(), strict=True):
        assert told["players"] == [*game.player_counts]
        assert [each["name"] for each in told["options"]] == [each.name for each in game.options.fields()]
        rules = Draft202012Validator(document_of(app)["components"]["schemas"][name_of("Options", game.slug)])
        defaults = {each["name"]: each["default"] for each in told["options"]}
        single = [
            {each["name"]: [choice["value"]] * 2 if each["kind"] == "picks" else choice["value"]}
            for each in told["options"]
            for choice in each["choices"]
        ]
        presets = [each["options"] for each in told["presets"]]
        assert [each for each in (defaults, *single, *presets) if not rules.is_valid(each)] == []


def test_a_game_begins_with_the_rules_that_are_listed(program: Program) -> None:
    for game in program.asks("GET", "/games").json["games"]:
        players = ["Ann", "Ben", "Chika", "Dan", "Emi", "Finn"][: min(game["players"])]
        defaults = {each["name"]: each["default"] for each in game["options"]}
        for options in (defaults, *(each["options"] for each in game["presets"])):
            program.starts(game=game["slug"], players=players, options=options)


def test_games_are_told_in_the_readers_language(app: Flask) -> None:
    words = {}
    for language in ("en", "ja"):
        listed = Program(app, None, language).asks("GET", "/games").json["games"]
        (game,) = [each for each in listed if each["slug"] == "oh-hell"]
        words[language] = game["name_ja"], [each["label"] for each in game["options"]]
    assert [mine == theirs for mine, theirs in zip(words["en"], words["ja"], strict=True)] == [True, False]


# The API keeps to it: Schemathesis finds no answer that is not in it, and none of 500.


PATIENCE = 60
"""Seconds that an answer, or a whole example of the page below, may take on a busy machine."""

# What fits the document can be refused by the rules of a game, or for what lies in the record. A deleted session can be
# read until its days are over.
CONFIG = """
seed = 1
request-timeout = {patience}
[generation]
max-examples = {examples}
deterministic = true
[checks]
positive_data_acceptance.expected-statuses = ["2xx", "304", "400", "401", "403", "404", "409", "412", "422"]
use_after_free.enabled = false
[parameters]
"path.session" = "{session}"
"path.player" = {player}
[phases]
coverage.enabled = {coverage}
stateful.max-steps = 4
"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("examples", "coverage"),
    [(6, "false"), pytest.param(20, "true", marks=pytest.mark.long)],
    ids=["some requests", "thousands"],
)
def test_every_answer_is_in_the_document(program: Program, examples: int, coverage: str) -> None:
    session = program.starts()
    player = program.asks("GET", "/players").json["players"][0]["id"]
    said = CONFIG.format(patience=PATIENCE, examples=examples, coverage=coverage, session=session, player=player)
    config = SchemathesisConfig.from_str(said)
    config.projects.default.update(headers={"Authorization": f"Bearer {program.token}"})
    with served(program.app) as address:
        schema = schemathesis.openapi.from_url(f"{address}/api/v1/openapi.json", config=config)
        happened = [*from_schema(schema).execute()]
    assert [event for event in happened if isinstance(event, events.NonFatalError | events.FatalError)] == []
    scenarios = [event.recorder for event in happened if isinstance(event, events.ScenarioFinished)]
    checked = [check for each in scenarios for checks in each.checks.values() for check in checks]
    wrong = [(check.name, check.failure_info.failure.message) for check in checked if check.failure_info]
    assert wrong == []
    assert len({each.label for each in scenarios}) >= len(OPERATIONS)
    assert len(checked) > 500


# The examples of docs/api.md run as they stand there.


PAGE = (Path(__file__).parents[3] / "docs" / "api.md").read_text("utf-8")
SHELL, PYTHON = (re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL) for kind in ("sh", "python"))


def run(app: Flask, command: list[str], example: str, folder: Path) -> str:
    """What an example prints."""
    phone = Phone(app)
    with served(app) as address:
        known = {**os.environ, "TOKEN": phone.api.token or "", "LC_ALL": "C.UTF-8"}
        said = example.replace("http://localhost:8000", address)
        done = subprocess.run(
            [*command, said], env=known, cwd=folder, check=True, capture_output=True, text=True, timeout=PATIENCE
        )
    return done.stdout


def test_a_game_is_played_by_python(app: Flask, tmp_path: Path) -> None:
    (example,) = PYTHON
    assert run(app, [sys.executable, "-c"], example, tmp_path) == "[10, 3] [0]\nAnn 1 of 1\nBen 0 of 1\n"


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl")
def test_the_examples_with_curl_run(app: Flask, tmp_path: Path) -> None:
    first, again = SHELL
    printed = run(app, ["sh", "-ec"], first.replace("curl ", "curl -sS --fail "), tmp_path)
    assert printed.count('"game":"oh-hell"') == 2
    assert printed.rstrip().endswith('{"lines":[]}')
    assert run(app, ["sh", "-ec"], again, tmp_path) == "304\n"
