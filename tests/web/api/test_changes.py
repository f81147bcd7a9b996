"""The API where the table changes: each entry of docs/api.md is taken, and the session tells the table as it is now."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from tests.kit.web.api import Program, document_of
from web.api.games import name_of

PAGE = (Path(__file__).parents[3] / "docs" / "api.md").read_text("utf-8")
CHANGES: list[dict[str, Any]] = [*map(json.loads, re.findall(r"\| `(\{\"step\".*\})` \|$", PAGE, re.MULTILINE))]
FOUR = {"players": ["Ann", "Ben", "Chika", "Dai"]}
BIDS, TRICKS = {"step": "bids", "bids": [0, 0, 0, 0]}, {"step": "tricks", "tricks": [4, 0, 0, 0]}


@pytest.fixture
def session(program: Program) -> str:
    return program.starts(**FOUR, options={"format": "short-falling", "top_hand": 4})


def test_each_change_that_is_described_is_accepted_and_written(program: Program, session: str) -> None:
    assert {each["step"] for each in CHANGES} == {"takeover", "join", "sit-out", "leave", "return", "dealer", "plan"}
    # Who deals now is asked once a deal is over.
    program.enters(session, BIDS, TRICKS)
    schemas = document_of(program.app)["components"]["schemas"]
    for change in CHANGES:
        now = program.sees(session)
        assert Draft202012Validator(now["accepts"]).is_valid(change), change
        assert Draft202012Validator(schemas[name_of("OhHell", change["step"])]).is_valid(change), change
        written = program.enters(session, change)
        assert written["document"]["entries"][-1]["step"] == change["step"]


def test_the_session_tells_the_table_as_it_is_now(program: Program, session: str) -> None:
    assert "table" not in program.sees(session)["report"]
    program.enters(session, BIDS, CHANGES[0], CHANGES[1])
    report = program.sees(session)["report"]
    assert report["table"] == {
        "players": ["Zoe", "Ben", "Chika", "Dai"],
        "order": [0, 1, 2, 3],
        "left": [],
        "resting": [],
        "waiting": [2],
    }
    # Ann, now Zoe, bid 0 and took 4: 0. The others made 0: 10. Eva starts with the lowest total.
    report = program.enters(session, TRICKS, CHANGES[3])["report"]
    assert report["totals"] == [0, 10, 10, 10, 0]
    assert report["table"] == {
        "players": ["Zoe", "Ben", "Chika", "Dai", "Eva"],
        "order": [0, 1, 4, 2, 3],
        "left": [3],
        "resting": [],
        "waiting": [],
    }
    assert report["unranked"] == [3]
    kept = program.sees(session)["document"]
    assert kept["players"] == FOUR["players"]
    assert program.asks("POST", "/score", kept).json == report
