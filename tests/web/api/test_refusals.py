"""What the API refuses: at the field that is wrong, in the words of pages and documents; nothing is written."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from flask import Flask

from scoring.__main__ import main as score
from scoring.core import read_entry
from scoring.errors import EntryError
from scoring.games.oh_hell import GAME as OH_HELL_RULES
from tests.kit.for_each import for_each
from tests.kit.web.api import OH_HELL, Program
from tests.web.conftest import Phone, Sitting, seatwise

NAMES = ["Ann", "Ben", "Chika", "Dai"]
BIDS: dict[str, Any] = {"step": "bids", "bids": [1, 1, 0, 0]}
NAMED: dict[str, Any] = {"name": "Anna", "colour": 1, "archived": True}
SAID: dict[str, Any] = {"place": "Home", "note": "rain", "archived": True, "excluded": True, "discarded": True}
BEGIN, ENTER = "POST /sessions", "POST /sessions/{session}/entries"
CORRECT, CHANGE = "POST /sessions/{session}/corrections", "PATCH /sessions/{session}"
PLAYER, MERGE = "PATCH /players/{player}", "POST /players/{player}/merge"
SESSIONS, EVENINGS, FIGURES = "GET /sessions?", "GET /evenings?", "GET /statistics?"
PERSON, AGAINST = "GET /players/{player}/statistics?", "GET /players/{player}/head-to-head?"

NO_POSITIONS: list[Any] = [None, "0", 0.5, True, [], {}, "abc", -1, 10**12]
NO_CHANGES: list[Any] = [{}, {"x": BIDS}, {"01": BIDS}, []]
REFUSED: list[tuple[str, Any, str]] = [
    (BEGIN, OH_HELL | {"game": "tarot"}, "game"),
    (BEGIN, OH_HELL | {"game": ["oh-hell"]}, "game"),
    (BEGIN, OH_HELL | {"players": ["Ann", "Ben"]}, "players"),
    (BEGIN, OH_HELL | {"players": "Ann, Ben, Chika"}, "players"),
    (BEGIN, OH_HELL | {"dealer": 3}, "dealer"),
    (BEGIN, OH_HELL | {"options": [1]}, "options"),
    (BEGIN, OH_HELL | {"entries": []}, "entries"),
    (BEGIN, OH_HELL | {"options": {"speed": 1}}, "speed"),
    (BEGIN, OH_HELL | {"\ud800": 1}, "?"),
    *((ENTER, {"position": bad, "entry": BIDS}, "position") for bad in NO_POSITIONS),
    *((CORRECT, {"position": 1, "changes": bad}, "changes") for bad in NO_CHANGES),
    (CORRECT, {"position": 1, "changes": {"7": BIDS}}, "index"),
    (CORRECT, {"position": 1, "changes": {"0": BIDS | {"bids": [1, 1, 0, 99]}}}, "bids"),
    ("POST /sessions/{session}/setup", {"position": 1, "players": ["Ann", "Ann", "Ben", "Dai"]}, "players"),
    *((CHANGE, SAID | {"place": bad}, "place") for bad in ("x" * 61, None, 7)),
    *((CHANGE, SAID | {"note": bad}, "note") for bad in ("x" * 501, "a\0b", "\udfff", ["rain"])),
    *((CHANGE, SAID | {"archived": bad}, "archived") for bad in ("yes", 7)),
    *((CHANGE, SAID | {"excluded": bad}, "excluded") for bad in ("yes", None)),
    *((CHANGE, SAID | {"discarded": bad}, "discarded") for bad in (1, None)),
    *((CHANGE, SAID | {name: 1}, name) for name in ("dealer", "position")),
    *((PLAYER, NAMED | {"name": bad}, "name") for bad in ("", "   ", "x" * 31, "a\0b", "\ud800", None)),
    *((PLAYER, NAMED | {"name": taken}, "name") for taken in ("Ben", "ＢＥＮ")),
    *((PLAYER, NAMED | {"colour": bad}, "colour") for bad in (-1, 10, True, "3", 10**15 - 1)),
    *((PLAYER, NAMED | {"archived": bad}, "archived") for bad in (None, 1)),
    (PLAYER, NAMED | {"finished": 7}, "finished"),
    *((MERGE, bad, "into") for bad in ({}, {"into": None}, {"into": 0}, {"into": 10**15 - 1}, {"into": "1"})),
    *((SESSIONS + bad, None, "limit") for bad in ("limit=0", "limit=101", "limit=x", "limit=1&limit=2")),
    *((SESSIONS + f"updated_since={bad}", None, "updated_since") for bad in ("2026-02-30", "yesterday")),
    (SESSIONS + "updated_since=2026-05-01T20:00:00", None, "updated_since"),
    ("GET /players/{player}/rating", None, "game"),
    ("GET /ratings?title=Hearts", None, "title"),
    *((EVENINGS + bad, None, bad.partition("=")[0]) for bad in ("limit=51", "since=2026-02-30", "until=2026")),
    *((FIGURES + bad, None, bad.partition("=")[0]) for bad in ("until=2026-13-01", "kind=lowest", "game=%00")),
    *(
        (SESSIONS + bad, None, bad.partition("=")[0])
        for bad in ("offset=-1", "month=2026-13", "over=1", "text=%00", "cursor=x")
    ),
    *(
        (address + bad, None, bad.partition("=")[0])
        for address in (SESSIONS, EVENINGS, FIGURES, PERSON, AGAINST)
        for bad in ("speed=1", "title=Hearts")
    ),
    *(
        (ENTER, {"position": 1, "entry": change}, field)
        for change, field in (
            ({"step": "takeover", "seat": 0, "name": "Ben"}, "name"),
            ({"step": "takeover", "seat": 9, "name": "Zoe"}, "seat"),
            ({"step": "join", "name": "Eva", "start": "typed"}, "points"),
            ({"step": "join", "name": "x" * 31}, "name"),
            ({"step": "leave", "seat": 0, "ranked": "perhaps"}, "ranked"),
            ({"step": "return", "seat": 0}, "step"),
            ({"step": "plan", "hands": [99]}, "hands"),
            ({"step": "plan", "hands": "x"}, "hands"),
        )
    ),
]
"""What is sent to where, and the field at which it is refused."""


def test_what_is_wrong_is_refused_at_its_field_and_nothing_is_written(program: Program) -> None:
    session = program.starts(players=NAMES)
    program.enters(session, BIDS)
    player = program.people()["Ann"]["id"]
    before = program.asks("GET", "/scorebook").json
    told = []
    for what, body, _ in REFUSED:
        method, _, path = what.partition(" ")
        answer = program.asks(method, path.format(session=session, player=player), body)
        told.append((what, answer.problem, {each["field"] for each in answer.json["problems"] if each["message"]}))
    assert told == [(what, (422, "refused"), {field}) for what, _, field in REFUSED]
    assert program.asks("GET", "/scorebook").json == before


TOLD = {
    "cursor=nothing-there": (
        "This page no longer exists. Start again without “cursor”.",
        "このページはもうありません。「cursor」を付けずに、最初から取得してください。",
    ),
    "cursor=x": ("“cursor” must be ", "「cursor」は[A-Za-z0-9_-]{8,64} の形にしてください。"),
    "month=2026-13": ("“month” must be ", "「month」は2026-11 の形にしてください。"),
    "text=%00": (
        "“text” has characters that can’t be displayed.",
        "「text」に表示できない文字が入っています。",
    ),
    "updated_since=2026-02-30": ("“2026-02-30” is not a date.", "「2026-02-30」は日付ではありません。"),
    "updated_since=yesterday": ("“updated_since” must be of the form 2026-05-01 or ", "「"),
    "title=Hearts": (
        "“game” is missing: it must be a text of up to 100 characters.",
        "「game」がありません。100 文字以内のテキストにしてください。",
    ),
    "speed=1": ("“speed” is not asked for here.", "「speed」"),
}


@for_each("query, told", TOLD.items())
def test_a_filter_is_refused_in_the_readers_language(program: Program, query: str, told: tuple[str, str]) -> None:
    for language, title, said in zip(("en", "ja"), ("Not accepted", "受け付けられません"), told, strict=True):
        answer = Program(program.app, program.token, language).asks("GET", f"/sessions?{query}").json
        (problem,) = answer["problems"]
        assert (answer["status"], answer["title"]) == (422, title)
        assert problem["message"].startswith(said)
        assert problem["message"] in answer["detail"]


def test_a_place_is_refused_for_what_is_wrong_with_it(program: Program) -> None:
    at = f"/sessions/{program.starts()}"
    for place, message in (
        ("a\x07b", "“place” has characters that can’t be displayed."),
        ("x" * 61, "“place” must be a text of up to 60 characters."),
        ("\u3164", "That has characters that can’t be displayed."),
    ):
        (problem,) = program.asks("PATCH", at, {"place": place}).json["problems"]
        assert problem["message"] == message


@for_each("key", ["", "two words", "k" * 101, "k" * 10_000])
def test_a_key_that_is_none_is_refused(program: Program, key: str) -> None:
    session = program.starts()
    answer = program.asks("POST", f"/sessions/{session}/entries", {"position": 0, "entry": BIDS}, key=key)
    assert answer.problem == (400, "bad-request")
    assert program.sees(session)["position"] == 0


BAD_ENTRIES: dict[str, Any] = {
    "nothing": None,
    "text": "bids 1 1 0",
    "list": [BIDS],
    "no step": {"bids": [1, 1, 0]},
    "other step": {"step": "tricks", "tricks": [1, 1, 1]},
    "odd step": {"step": ["bids"], "bids": [1, 1, 0]},
    "bids as text": {"step": "bids", "bids": "110"},
    "bids as object": {"step": "bids", "bids": {"0": 1}},
    "four bids": {"step": "bids", "bids": [1, 1, 0, 0]},
    "two bids": {"step": "bids", "bids": [1, 1]},
    "a huge bid": {"step": "bids", "bids": [10**12, 1, 1]},
    "half a character": {"step": "bids", "bids": ["\ud800", 1, 0]},
    "more than is asked": {"step": "bids", "bids": [1, 1, 0], "winner": 2},
    "odd names": {"step": "bids", "bids": [1, 1, 0], "__class__": 1, "{0}": 2, "": 3, "\ud800": 4},
}


def test_a_bad_entry_is_refused_with_its_problems(program: Program) -> None:
    session = program.starts()
    for name, entry in BAD_ENTRIES.items():
        answer = program.asks("POST", f"/sessions/{session}/entries", {"position": 0, "entry": entry})
        assert answer.problem == (422, "refused"), name
        for problem in answer.json["problems"]:
            assert sorted(problem) == ["field", "message", "seat"]
            assert problem["message"]
    assert program.sees(session)["position"] == 0


THREE: dict[str, Any] = {"game": "oh-hell", "players": ["Ann", "Ben", "Chika"]}
BAD_DOCUMENTS: list[tuple[dict[str, Any], str]] = [
    ({}, "game"),
    *(({"game": bad}, "game") for bad in ("tarot", {"slug": "oh-hell"})),
    ({"game": "oh-hell"}, "players"),
    *(
        (THREE | {"players": bad}, "players")
        for bad in (
            ["Ann", "Ben"],
            ["Ann", "", "Ben"],
            ["Ann", "B" * 10_000, "Chika"],
            "Ann, Ben, Chika",
            ["\ud800", "Ben", "Chika"],
        )
    ),
    (THREE | {"dealer": 3}, "dealer"),
    (THREE | {"options": {"speed": 1}}, "speed"),
    (THREE | {"options": []}, "options"),
    (THREE | {"entrees": []}, "entrees"),
    (THREE | {"entries": {}}, "entries"),
    (THREE | {"takuroku": 2}, "takuroku"),
]


@for_each("document, field", BAD_DOCUMENTS)
def test_a_bad_document_is_refused_at_its_field(app: Flask, document: dict[str, Any], field: str) -> None:
    answer = Program(app, None).asks("POST", "/score", document)
    assert (answer.status, {problem["field"] for problem in answer.json["problems"]}) == (422, {field})


OF_THREE: dict[str, Any] = {"step": "bids", "bids": [1, 1, 0]}
HOSTILE: list[dict[str, Any]] = [
    THREE | {"players": ["Ann"] * 30_000},
    THREE | {"players": [str(seat) for seat in range(25_000)]},
    THREE | {"options": {f"o{number}": 1 for number in range(15_000)}},
    THREE | {"options": {"o" * 200_000: 1}},
    THREE | {"entries": [OF_THREE | {f"f{number}": 1 for number in range(15_000)}]},
    THREE | {"entries": [OF_THREE | {"f" * 200_000: 1}]},
    THREE | {"entries": [OF_THREE | {"bids": ["1" * 200_000, 1, 1]}]},
    THREE | {"entries": [OF_THREE | {"bids": [1] * 60_000}]},
    THREE | {"entries": [OF_THREE | {"trump": "t" * 200_000}]},
    THREE | {"dealer": "1" * 200_000},
    THREE | {"game": "g" * 200_000},
    THREE | {"k" * 200_000: 1},
    {
        "game": "buki",
        "players": ["Ann", "Ben", "Chika"],
        "entries": [{"step": "stakes", "spectators": [{f"f{number}": 1 for number in range(2_000)}] * 6}],
    },
]


@for_each("number", range(len(HOSTILE)))
def test_what_is_refused_is_told_in_few_words_whatever_was_sent(program: Program, number: int) -> None:
    answer = program.asks("POST", "/score", HOSTILE[number])
    assert answer.status == 422
    assert answer.json["problems"]
    assert len(answer.bytes) < 20_000


# What is no request at all.

DEEP = 100_000
NUMBERS = (10**4000, -(10**4000), float("nan"), float("inf"))
NO_REQUEST: list[tuple[str | bytes, int]] = [
    *((body, 400) for body in ("", "{", "{'a': 1}", '{"position": 0,}', "bids 1 1 0", "\x00", '"\\ud8', "nul")),
    *((body, 400) for body in ("[]", "3", '"text"', "null", "true", "[{}]", "NaN", "1e999")),
    *((body, 400) for body in ("[" * DEEP, '{"a":' * 40_000, '{"game":' + "[" * DEEP + "]" * DEEP + "}")),
    *((body, 400) for body in (b'{"game": "\xff\xfe"}', b"\xff\xfe", '{"game": 1, "game": 2}')),
    *(
        (json.dumps({"position": 0, "entry": {"step": "bids", "bids": [number, 1, 1]}, "into": number}), 400)
        for number in NUMBERS
    ),
]
TAKES_JSON = ("/sessions", "/sessions/{session}/entries", "/scorebook", "/score", "/players/{player}/merge")


def test_what_is_no_json_of_a_request_is_not_even_read(program: Program) -> None:
    session = program.starts()
    player = program.people()["Ann"]["id"]
    kind = "application/json"
    for path in (each.format(session=session, player=player) for each in TAKES_JSON):
        sent = [
            *((body, kind, status, "bad-request") for body, status in NO_REQUEST),
            *(("{}", other, 415, "wrong-media-type") for other in ("text/plain", "multipart/form-data", None)),
            # Without a token a browser sends only such types to another site.
            ("position=0&bids-0=1", "application/x-www-form-urlencoded", 415, "wrong-media-type"),
        ]
        if path != "/scorebook":
            sent.append(("[" + " " * 5_000_000 + "]", kind, 413, "too-large"))
        for body, of_kind, status, problem in sent:
            answer = program.asks("POST", path, data=body, content_type=of_kind)
            what = (path, body[:40], of_kind)
            assert answer.problem == (status, problem), what
    assert program.sees(session)["position"] == 0


@for_each("depth", range(60, 1000, 47))
def test_json_nested_deep_is_refused_in_words_and_not_crashed_on(program: Program, depth: int) -> None:
    table_at = f"/sessions/{program.starts()}/entries"
    nested = "[" * depth + "]" * depth
    for path, body in (
        ("/score", '{"game": "oh-hell", "players": ["a", "b", ' + nested + "]}"),
        ("/score", '{"game": ' + '{"a": ' * depth + "1" + "}" * depth + "}"),
        (table_at, '{"position": 0, "entry": {"step": "bids", "bids": ' + nested + "}}"),
    ):
        assert program.asks("POST", path, data=body, content_type="application/json").status in (400, 422)


# One reader behind three: the form, the API and the document refuse the same bids with the same words.


ANN, BEN = 0, 1
BLANK = THREE | {"dealer": 0, "options": {"top_hand": 3}}
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


def from_the_rules(entry: dict[str, Any]) -> list[tuple[int | None, str]]:
    """The words of the rules themselves."""
    with pytest.raises(EntryError) as refused:
        read_entry(OH_HELL_RULES.start(BLANK), entry)
    return [(problem.seat, str(problem.message)) for problem in refused.value.problems]


def from_the_form(table: Sitting, bids: tuple[str | None, ...]) -> list[tuple[int | None, str]]:
    """What the page says at the seats, and nowhere else."""
    page = table.tries(seatwise("bids", bids))
    at_seats = {int(each.get("id").split("-")[1]): each.text for each in page.root.all(role="alert") if each.get("id")}
    assert (page.status, len(at_seats)) == (422, len(page.alerts))
    for seat, words in at_seats.items():
        assert page.wrong_at(f"bids-{seat}") == words
    return sorted(at_seats.items())


def told(answer: dict[str, Any]) -> list[tuple[int | None, str]]:
    assert {problem["field"] for problem in answer["problems"]} == {"bids"}
    return [(problem["seat"], problem["message"]) for problem in answer["problems"]]


def scored(entries: list[dict[str, Any]]) -> tuple[int, Any]:
    """What the command ends with and prints of a document with these entries."""
    printed = io.StringIO()
    return score(io.StringIO(json.dumps(BLANK | {"entries": entries})), printed), json.loads(printed.getvalue())


@for_each("bids, seats, named", BAD_BIDS)
def test_bad_bids_are_refused_with_the_same_words_at_every_door(
    phone: Phone, bids: tuple[str | None, ...], seats: list[int], named: str
) -> None:
    table = phone.sits_down(format="long", top_hand="3")
    entry = {"step": "bids", "bids": bids}
    words = from_the_rules(entry)
    assert [at for at, _ in words] == seats
    assert named in words[0][1]
    assert from_the_form(table, bids) == words
    document = phone.says("/api/score", BLANK | {"entries": [entry]})
    entered = phone.says(f"/api/v1/sessions/{table.id}/entries", {"position": 0, "entry": entry})
    status, printed = scored([entry])
    assert (document.status, entered.status, status) == (422, 422, 1)
    assert [told(each) for each in (document.json, entered.json, printed)] == [words] * 3
    assert document.json["position"] == table.position == 0


def test_a_whole_number_with_a_point_is_that_number_at_every_door_for_json(phone: Phone, table: Sitting) -> None:
    entry = {"step": "bids", "bids": [1.0, 1, 0]}
    document = phone.says("/api/score", BLANK | {"dealer": 0.0, "entries": [entry]})
    assert scored([entry]) == (0, document.json)
    entered = phone.says(f"/api/v1/sessions/{table.id}/entries", {"position": 0.0, "entry": entry})
    assert (document.status, entered.status) == (200, 201)
    assert '"bids":[1,1,0]' in phone.opens(f"/api/v1/sessions/{table.id}/document").html
