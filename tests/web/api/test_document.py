"""The OpenAPI document, its page and its examples: what is served is what they say, and nothing else."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import schemathesis
from flask import Flask
from jsonschema_rs import Draft202012Validator, meta
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema

from scoring.catalogue import all_games
from tests.kit.for_each import for_each
from tests.kit.games import played
from tests.kit.web.api import Program, document_of, served
from tests.web.conftest import Phone
from web.api.games import name_of
from web.api.table import OPERATIONS
from web.request.problem_json import PROBLEM_KINDS


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


def test_the_schemas_of_the_document_are_schemas_that_refer_to_what_is_there(app: Flask) -> None:
    document = document_of(app)
    assert document["openapi"].startswith("3.1")
    schemas = document["components"]["schemas"]
    for name, schema in schemas.items():
        meta.validate({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})
        assert re.fullmatch(r"[A-Z][A-Za-z0-9]+", name), "what generators make the name of a type"
    refs = set(re.findall(r'"\$ref":\s*"([^"]+)"', repr(document).replace("'", '"')))
    assert len(refs) > 30
    assert {ref.removeprefix("#/components/schemas/") for ref in refs} <= schemas.keys()


@pytest.mark.parametrize("slug", [*all_games()])
@for_each("seed", range(3))
def test_every_entry_that_was_played_fits_the_document(app: Flask, slug: str, seed: int) -> None:
    document = document_of(app)
    of_game = {"$ref": f"#/components/schemas/{name_of('Entry', slug)}", "components": document["components"]}
    one = Draft202012Validator(of_game)
    options = Draft202012Validator(document["components"]["schemas"][name_of("Options", slug)])
    evening = played(all_games()[slug], seed)
    assert [entry for entry in evening.entries if not one.is_valid(entry)] == []
    assert options.is_valid(evening.last.options.to_json())
    assert not one.is_valid({"step": "tea"})


def test_the_document_needs_no_token_and_says_where_the_site_lies(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/api/v1/openapi.json").json["servers"] == [{"url": "/api/v1"}]  # type: ignore[index]
    below = client.get("/api/v1/openapi.json", environ_overrides={"SCRIPT_NAME": "/scores"})
    assert below.json is not None
    assert below.json["servers"] == [{"url": "/scores/api/v1"}]


def test_the_document_is_sent_once_as_long_as_it_is_the_same(app: Flask) -> None:
    client = app.test_client()
    client.environ_base["HTTP_ACCEPT_ENCODING"] = "br"
    etag = client.get("/api/v1/openapi.json").headers["ETag"]
    again = client.get("/api/v1/openapi.json", headers={"If-None-Match": etag})
    assert (again.status_code, again.data) == (304, b"")
    below = {"environ_overrides": {"SCRIPT_NAME": "/scores"}, "headers": {"If-None-Match": etag}}
    assert client.get("/api/v1/openapi.json", **below).status_code == 200


def test_the_page_shows_every_operation_and_every_problem(phone: Phone, app: Flask) -> None:
    page = phone.opens("/api")
    assert (page.status, page.heading) == (200, "API")
    for path, methods in document_of(app)["paths"].items():
        for method in methods:
            shown = path.replace("{session}", ":session").replace("{player}", ":player")
            assert f"{method.upper()} /api/v1{shown}" in page.text
    ids = {each.get("id") for each in page.root.all() if each.has("id")}
    assert {*PROBLEM_KINDS} <= ids, "what a problem's type leads to"


def test_an_address_takes_its_methods_and_no_others(app: Flask) -> None:
    program = Phone(app).api
    at, headers = f"/api/v1/sessions/{program.starts()}", {"Authorization": f"Bearer {program.token}"}
    client = app.test_client(use_cookies=False)
    shown, told = client.get(at, headers=headers), client.head(at, headers=headers)
    assert (told.status_code, told.content_length, told.data) == (200, shown.content_length, b"")
    for method in ("OPTIONS", "PUT", "TRACE", "BREW"):
        refused = client.open(at, method=method, headers=headers)
        assert (refused.status_code, refused.headers["Allow"]) == (405, "DELETE, GET, HEAD, PATCH")
        assert refused.mimetype == "application/problem+json"


# The games.


def test_every_game_is_listed_with_its_house_rules_for_anybody(app: Flask) -> None:
    listed = Program(app, None).asks("GET", "/games").json["games"]
    assert [each["slug"] for each in listed] == [*all_games()]
    for told, game in zip(listed, all_games().values(), strict=True):
        assert told["players"] == [*game.seats]
        assert [each["name"] for each in told["options"]] == [each.name for each in game.options.fields()]
        rules = Draft202012Validator(document_of(app)["components"]["schemas"][name_of("Options", game.slug)])
        defaults = {each["name"]: each["default"] for each in told["options"]}
        assert rules.is_valid(defaults)
        for option in told["options"]:
            for choice in option["choices"]:
                assert rules.is_valid({option["name"]: choice["value"]})
        for preset in told["presets"]:
            assert rules.is_valid(preset["options"])


def test_a_game_begins_with_the_rules_that_are_listed(program: Program) -> None:
    for game in program.asks("GET", "/games").json["games"]:
        players = ["Ann", "Ben", "Chika", "Dan", "Emi", "Finn"][: min(game["players"])]
        defaults = {each["name"]: each["default"] for each in game["options"]}
        for options in (defaults, *(each["options"] for each in game["presets"])):
            program.starts(game=game["slug"], players=players, options=options)


def test_games_are_told_in_the_readers_language(app: Flask) -> None:
    listed = {each: Program(app, None, each).asks("GET", "/games").json["games"] for each in ("en", "ja")}
    words = {each: next(game for game in games if game["slug"] == "oh-hell") for each, games in listed.items()}
    assert words["en"]["name_ja"] == words["ja"]["name_ja"]
    labels = {language: [each["label"] for each in told["options"]] for language, told in words.items()}
    assert labels["en"] != labels["ja"]


# The API keeps to it: Schemathesis finds no answer that is not in it, and none of 500.


# What fits the document can be refused by the rules of a game, or for what lies in the record.
CONFIG = """
seed = 1
[generation]
max-examples = {examples}
deterministic = true
[checks]
positive_data_acceptance.expected-statuses = ["2xx", "304", "400", "401", "403", "404", "409", "412", "422"]
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
    said = CONFIG.format(examples=examples, coverage=coverage, session=session, player=player)
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
PATIENCE = 60


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
