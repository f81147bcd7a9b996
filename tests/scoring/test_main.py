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


def test_one_document_is_scored_on_one_line_or_on_many() -> None:
    # The totals as they were worked by hand.
    answers, status = scored(lines(paper.document()))
    assert (answers, status) == ([report(load(paper.document()))], 0)
    assert (answers[0]["totals"], answers[0]["winners"]) == ([132, 141, 132, 134], [1])
    assert scored(json.dumps(paper.document(), indent=4)) == (answers, 0)


NOTED = BLANK | {"entries": [{"step": "note", "text": "tea\u2028and\u0085cake"}]}


@pytest.mark.parametrize(
    ("text", "statuses", "status"),
    [
        (lines(BLANK, paper.document(), BLANK) + "\n\n", ["running", "over", "running"], 0),
        (lines(BLANK, ILLEGAL, BLANK), ["running", "refused", "running"], 1),
        (lines(BLANK) + "\nnonsense\n" + lines(BLANK), ["running", "refused", "running"], 1),
        # A line ends at a line feed and at nothing else: U+2028 and U+0085 may be in JSON text as they are.
        (lines(NOTED, NOTED), ["running", "running"], 0),
    ],
)
def test_many_documents_are_answered_line_by_line(text: str, statuses: list[str], status: int) -> None:
    answers, found = scored(text)
    told = ["refused" if "problems" in each else "over" if each["over"] else "running" for each in answers]
    assert (told, found) == (statuses, status)


NO_OBJECT = "“session” must be an object."


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        # 4 + 3 + 3 = 10
        (
            lines(ILLEGAL),
            (1, [("bids", 0, "Total bids can’t equal 10. あんな deals and must change their bid.")]),
        ),
        (
            lines(BLANK | {"players": ["あんな", "", "ベン"], "dealer": 5}),
            (None, [("players", 1, "Seat 2 has no name. "), ("dealer", None, "Choose one of the players ")]),
        ),
        *(
            (text, (None, [("document", None, "This is not JSON: ")]))
            for text in ("", " \n", "{", "bids 2 0 1", "{'game': 'oh-hell'}", '{"game": "oh-hell",}', "[" * 20)
        ),
        *((text, (None, [("document", None, NO_OBJECT)])) for text in ("3", "null", "[]", '"oh-hell"', "NaN", "1e999")),
        # Half a character, in words that can be printed.
        (
            '{"game": "oh-hell", "players": ["a", "b", "c"], "options": {"format": "\\ud800"}}',
            (None, [("format", None, "")]),
        ),
    ],
)
def test_what_is_refused_is_told_with_its_position_and_all_its_problems(
    text: str, refusal: tuple[int | None, list[tuple[str, int | None, str]]]
) -> None:
    (answer,), status = scored(text)
    assert status == 1
    for problem, (field, seat, words) in zip(answer["problems"], refusal[1], strict=True):
        assert (problem["field"], problem["seat"]) == (field, seat)
        assert problem["message"].startswith(words)
    assert answer.get("position") == refusal[0]
    assert answer.keys() <= {"position", "problems"}


@pytest.mark.parametrize("depth", [500, 990, 100_000])
def test_json_nested_too_deep_is_refused_and_not_crashed_on(depth: int) -> None:
    answers, status = scored('{"game": ' + "[" * depth + "]" * depth + "}")
    assert ([len(answer["problems"]) for answer in answers], status) == ([1], 1)


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
