"""The map for newcomers: every path that the docs name exists, and every word is explained once."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROW = re.compile(r"^\| ([^|]+) \|.* `([^`|]+)`(?:, `([^`|]+)`)?[^|]*\|$", re.MULTILINE)
LINES_OF_A_SCREEN = 60
QUESTIONS = 20
TERMS = 40


def rows(page: str) -> list[tuple[str, tuple[str, ...]]]:
    """The first cell of each row of a page's tables, and the paths named in its last."""
    found = ROW.findall((ROOT / "docs" / page).read_text("utf-8"))
    return [
        (first.strip(), tuple(path for path in paths if "/" in path or path == "pocket")) for first, *paths in found
    ]


@pytest.mark.parametrize("page", ["where-is.md", "glossary.md"])
def test_every_path_of_the_map_exists(page: str) -> None:
    missing = {path for _, paths in rows(page) for path in paths if not (ROOT / path).exists()}
    assert missing == set()


def test_the_first_questions_have_an_answer() -> None:
    questions = rows("where-is.md")
    assert len(questions) >= QUESTIONS
    assert all(paths for _, paths in questions)


def test_every_word_is_explained_once() -> None:
    terms = Counter(term for term, _ in rows("glossary.md"))
    assert len(terms) >= TERMS
    assert [term for term, times in terms.items() if times > 1] == []


def test_the_map_fits_on_a_screen() -> None:
    assert len((ROOT / "docs" / "architecture.md").read_text("utf-8").splitlines()) <= LINES_OF_A_SCREEN


def test_the_rooms_of_the_map_are_those_that_there_are() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    named = set(re.findall(r"`(\w+)/`", text.split("## How an entry is saved")[0]))
    assert named >= {"scoring", "record", "store", "web", "pocket", "templates", "static", "tests"}
    assert [name for name in sorted(named) if not (ROOT / name).is_dir()] == []
