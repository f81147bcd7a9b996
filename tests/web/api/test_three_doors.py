"""One door behind three: the form, the API and the document refuse the same bids with the same words."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from scoring.__main__ import main as score
from scoring.core import read_entry, replay
from scoring.errors import EntryError
from scoring.games.oh_hell import GAME as OH_HELL
from tests.kit.for_each import for_each
from tests.web.conftest import Phone, Sitting

ANN, BEN = 0, 1
BLANK: dict[str, Any] = {
    "game": "oh-hell",
    "players": ["Ann", "Ben", "Chika"],
    "dealer": 0,
    "options": {"top_hand": 3},
}


BAD_BIDS: list[tuple[tuple[str | None, ...], list[int], str]] = [
    *(
        (("1", bad, "1"), [BEN], named)
        for bad, named in (
            *(("0.5", "0.5"), ("-1", "−1"), ("99", "99"), ("abc", "abc"), ("<b>", "<b>"), ("{n}", "{n}")),
            *((None, "Ben"), (" ", "Ben")),
        )
    ),
    (("1", "1", "1"), [ANN], "3"),  # what is left to the dealer in three cards
    (("0.5", "-1", "abc"), [ANN, BEN, 2], "0.5"),
]
"""What is typed seat by seat, whose bids are at fault, and what the words must name."""


def from_the_rules(entry: dict[str, Any], *before: dict[str, Any]) -> list[tuple[int | None, str]]:
    """The words of the rules themselves."""
    with pytest.raises(EntryError) as refused:
        read_entry(replay(OH_HELL.start(BLANK), before), entry)
    return [(problem.seat, str(problem.message)) for problem in refused.value.problems]


def from_the_form(table: Sitting, bids: tuple[str | None, ...]) -> tuple[int, list[tuple[int | None, str]]]:
    """What the page says at the seats."""
    page = table.tries({f"bids-{seat}": bid for seat, bid in enumerate(bids)})
    at_seats = [each for each in page.root.all(role="alert") if each.get("id")]
    assert len(at_seats) == len(page.alerts), "nothing is said beside the seats"
    told: dict[int | None, str] = {int(each.get("id").split("-")[1]): each.text for each in at_seats}
    for seat, words in told.items():
        assert page.wrong_at(f"bids-{seat}") == words
    return page.status, sorted(told.items(), key=lambda item: item[0] or 0)


def from_the_api(table: Sitting, bids: tuple[str | None, ...]) -> tuple[int, list[tuple[int | None, str]]]:
    body = {"position": 0, "entry": {"step": "bids", "bids": bids}}
    page = table.phone.says(f"/api/v1/sessions/{table.id}/entries", body)
    return page.status, told(page.json["problems"])


def from_a_document(phone: Phone, bids: tuple[str | None, ...]) -> tuple[int, list[tuple[int | None, str]]]:
    page = phone.says("/api/score", BLANK | {"entries": [{"step": "bids", "bids": bids}]})
    assert page.json["position"] == 0
    return page.status, told(page.json["problems"])


def from_the_command(bids: tuple[str | None, ...]) -> tuple[int, list[tuple[int | None, str]]]:
    printed = io.StringIO()
    status = score(io.StringIO(json.dumps(BLANK | {"entries": [{"step": "bids", "bids": bids}]})), printed)
    return status, told(json.loads(printed.getvalue())["problems"])


def told(problems: list[dict[str, Any]]) -> list[tuple[int | None, str]]:
    assert {problem["field"] for problem in problems} == {"bids"}
    return [(problem["seat"], problem["message"]) for problem in problems]


@for_each("bids, seats, named", BAD_BIDS)
def test_bad_bids_are_refused_with_the_same_words_at_every_door(
    phone: Phone, bids: tuple[str | None, ...], seats: list[int], named: str
) -> None:
    table = phone.sits_down(format="long", top_hand="3")
    words = from_the_rules({"step": "bids", "bids": bids})
    assert [at for at, _ in words] == seats
    assert named in words[0][1]
    assert from_the_form(table, bids) == (422, words)
    assert from_the_api(table, bids) == (422, words)
    assert from_a_document(phone, bids) == (422, words)
    assert from_the_command(bids) == (1, words)
    assert table.position == 0


def test_a_whole_number_with_a_point_is_that_number_at_every_door_for_json(phone: Phone, table: Sitting) -> None:
    entry = {"step": "bids", "bids": [1.0, 1, 0]}
    printed = io.StringIO()
    assert score(io.StringIO(json.dumps(BLANK | {"entries": [entry]})), printed) == 0
    scored = phone.says("/api/score", BLANK | {"dealer": 0.0, "entries": [entry]})
    assert (scored.status, scored.json) == (200, json.loads(printed.getvalue()))
    entered = phone.says(f"/api/v1/sessions/{table.id}/entries", {"position": 0.0, "entry": entry})
    assert entered.status == 201
    assert '"bids":[1,1,0]' in phone.opens(f"/api/v1/sessions/{table.id}/document").html
