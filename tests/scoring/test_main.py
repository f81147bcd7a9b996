"""`python -m scoring`: documents in, scores out."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring.__main__ import main
from scoring.document import load, report
from tests.games.oh_hell import sheet as paper

ROOT = Path(__file__).parents[2]
BLANK: dict[str, Any] = {"game": "oh-hell", "players": ["あんな", "ベン", "千夏"]}
ILLEGAL = BLANK | {"entries": [{"step": "note", "text": "hello"}, {"step": "bids", "bids": [4, 3, 3]}]}


def scored(text: str) -> tuple[list[Any], int]:
    target = io.StringIO()
    status = main(io.StringIO(text), target)
    target.getvalue().encode()  # what it prints can be printed
    return [json.loads(line) for line in target.getvalue().split("\n")[:-1]], status


def lines(*documents: object) -> str:
    return "\n".join(json.dumps(document, ensure_ascii=False) for document in documents)


def test_one_document_is_scored() -> None:
    (answer,), status = scored(lines(paper.document()))
    assert (answer["totals"], answer["winners"], status) == ([132, 141, 132, 134], [1], 0)
    assert answer == report(load(paper.document()))


def test_one_document_may_stand_on_many_lines() -> None:
    (answer,), status = scored(json.dumps(paper.document(), indent=4))
    assert (answer["over"], status) == (True, 0)


def test_many_documents_are_scored_line_by_line() -> None:
    answers, status = scored(lines(BLANK, paper.document(), BLANK) + "\n\n")
    assert [answer["over"] for answer in answers] == [False, True, False]
    assert status == 0


def test_an_illegal_entry_is_told_by_its_position_and_all_its_problems() -> None:
    (answer,), status = scored(lines(ILLEGAL))
    # 4 + 3 + 3 = 10
    assert answer == {
        "position": 1,
        "problems": [
            {
                "field": "bids",
                "seat": 0,
                "message": "Total bids can’t equal 10. あんな deals and must change their bid.",
            }
        ],
    }
    assert status == 1


def test_an_illegal_session_has_no_position() -> None:
    (answer,), status = scored(lines(BLANK | {"players": ["あんな", "", "ベン"], "dealer": 5}))
    assert [(problem["field"], problem["seat"]) for problem in answer["problems"]] == [("players", 1), ("dealer", None)]
    assert ("position" in answer, status) == (False, 1)


def test_one_illegal_document_among_many_is_answered_in_its_place() -> None:
    answers, status = scored(lines(BLANK, ILLEGAL, BLANK))
    assert ["problems" in answer for answer in answers] == [False, True, False]
    assert status == 1


@pytest.mark.parametrize(
    "text", ["", " \n", "{", "bids 2 0 1", "{'game': 'oh-hell'}", '{"game": "oh-hell",}', "[" * 20]
)
def test_what_is_no_json_is_refused(text: str) -> None:
    (answer,), status = scored(text)
    (problem,) = answer["problems"]
    assert (problem["field"], problem["seat"], status) == ("document", None, 1)
    assert problem["message"].startswith("This is not JSON: ")


def test_a_line_that_is_no_json_is_refused_in_its_place() -> None:
    answers, status = scored(lines(BLANK) + "\nnonsense\n" + lines(BLANK))
    assert ["problems" in answer for answer in answers] == [False, True, False]
    assert status == 1


@pytest.mark.parametrize("text", ["3", "null", "[]", '"oh-hell"', "NaN", "1e999"])
def test_json_that_is_no_document_is_refused(text: str) -> None:
    (answer,), status = scored(text)
    assert (answer["problems"][0]["message"], status) == ("A session document must be a JSON object.", 1)


@pytest.mark.parametrize("depth", [500, 990, 100_000])
def test_json_nested_too_deep_is_refused_and_not_crashed_on(depth: int) -> None:
    answers, status = scored('{"game": ' + "[" * depth + "]" * depth + "}")
    assert ([len(answer["problems"]) for answer in answers], status) == ([1], 1)


def test_half_a_character_in_a_document_is_refused_in_words_that_can_be_printed() -> None:
    (answer,), status = scored('{"game": "oh-hell", "players": ["a", "b", "c"], "options": {"format": "\\ud800"}}')
    assert (answer["problems"][0]["field"], status) == ("format", 1)


def test_a_line_ends_at_a_line_feed_and_at_nothing_else() -> None:
    # U+2028 and U+0085 may stand in JSON text as they are
    noted = BLANK | {"entries": [{"step": "note", "text": "tea\u2028and\u0085cake"}]}
    answers, status = scored(lines(noted, noted))
    assert ([answer.get("notes") for answer in answers], status) == ([["tea and cake"]] * 2, 0)


def run(given: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "scoring"], input=given, capture_output=True, cwd=ROOT, check=False)


def test_the_command_prints_the_scores_and_its_status_tells_whether_all_were_legal() -> None:
    right = run(lines(paper.document()).encode())
    assert (right.returncode, right.stderr) == (0, b"")
    assert json.loads(right.stdout)["totals"] == [132, 141, 132, 134]
    wrong = run(lines(paper.document(), ILLEGAL).encode())
    assert (wrong.returncode, wrong.stderr) == (1, b"")
    assert [json.loads(line).get("position") for line in wrong.stdout.splitlines()] == [None, 1]


def test_the_command_reads_utf_8_with_or_without_a_mark_and_refuses_other_bytes() -> None:
    marked = run(b"\xef\xbb\xbf" + lines(BLANK).encode())
    assert (marked.returncode, marked.stderr) == (0, b"")
    other = run(lines(BLANK).encode("shift_jis"))
    assert (other.returncode, other.stderr) == (1, b"")
    assert json.loads(other.stdout)["problems"]
