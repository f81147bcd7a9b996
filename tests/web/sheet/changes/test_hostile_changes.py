"""The form of entries with junk for a change of the table: a page with words, or the sheet; never 500."""

from __future__ import annotations

from random import Random

import pytest

from scoring.sheets.changes import CHANGE_STEPS
from tests.web.conftest import Sitting

JUNK = (
    "",
    "0",
    "-1",
    "99",
    "9" * 400,
    "x" * 400,
    "none",
    "3 2 1",
    "typed",
    "１",
    "nobody",
    "\x00",
    "Eva",
    "<b>",
    "a" * 9,
)
FIELDS = ("seat", "name", "after", "start", "points", "ranked", "hands")
POSTS = 250


@pytest.mark.thorough
def test_junk_is_refused_on_a_page(table: Sitting) -> None:
    chance = Random("table")
    token, seen = table.phone.token(), set()
    for number in range(POSTS):
        typed = {name: chance.choice(JUNK) for name in FIELDS if chance.random() < 0.8}
        about = {"csrf_token": token, "key": f"junk-{number}", "position": str(chance.randrange(9))}
        page = table.phone.posts(f"{table.address}/entries", {**about, "step": chance.choice(CHANGE_STEPS), **typed})
        seen.add(page.status)
    assert seen <= {303, 409, 422}
    assert 422 in seen
    assert table.page.status == 200
