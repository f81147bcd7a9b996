"""The API keeps to its own document: Schemathesis finds no answer that is not in it, and none of 500."""

from __future__ import annotations

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema

from tests.kit.web.api import Program, served
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
