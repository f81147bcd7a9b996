"""The API keeps to its own document: Schemathesis finds no answer that is not in it, and none of 500."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import pytest
import schemathesis
from flask import Flask
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema
from werkzeug.serving import WSGIRequestHandler, make_server

from tests.kit.web.api import Program
from tests.web.conftest import Phone
from web.api.table import OPERATIONS

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


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """The site at an address of this machine, where its answers are those that go over a wire."""
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


class Quiet(WSGIRequestHandler):
    """Says nothing of thousands of requests."""

    def log_request(self, *_args: object, **_given: object) -> None:
        pass


@pytest.fixture
def program(app: Flask) -> Program:
    return Phone(app).program()


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
