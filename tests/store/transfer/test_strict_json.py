"""JSON is read value by value: the same values and the same refusals, wherever the pieces of the file end."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from io import BytesIO
from itertools import product
from typing import Any

import pytest

from store.transfer import session_spool, strict_json
from store.transfer.file import BrokenFileError
from store.transfer.reader import read
from store.transfer.strict_json import BadJsonError, JsonReader, read_json
from tests.kit.for_each import for_each
from tests.kit.store.scorebook_file import FILE

WHOLE: dict[str, Any] = {
    "texts": ["", "a" * 40, 'quoted "and" \\ turned', "あんな 👩‍🍳", "é"],
    "numbers": [0, -1, 1_000_000, 123456789012345, 2.5, -0.125, 1e5],
    "others": [True, False, None, {}, [], {"a": {"b": [[[1], 2], 3]}}],
}


@pytest.fixture(params=[11, 64, 64 * 1024])
def piece(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many bytes are read at once."""
    monkeypatch.setattr(strict_json, "READ_AT_ONCE", request.param)


@for_each("indent, ascii", product((None, 0, 3), (True, False)))
def test_a_value_is_the_same_wherever_a_piece_ends(piece: None, indent: int | None, ascii: bool) -> None:
    body = json.dumps(WHOLE, indent=indent, ensure_ascii=ascii).encode()
    for before in range(12):
        assert read_json(b" " * before + body + b"\n") == WHOLE
    assert read_json(b"\xef\xbb\xbf" + body) == WHOLE


def test_an_object_and_its_lists_are_read_part_by_part(piece: None) -> None:
    reader = JsonReader(BytesIO(json.dumps(WHOLE, indent=2).encode()))
    assert {name: [*reader.elements()] for name in reader.members()} == WHOLE
    reader.end()


@for_each(
    "body, line, column",
    [
        (b"", 1, 1),
        (b'{"a": 1,\n "b" 2}', 2, 6),
        (b'{"a": 1,\n\n  "b": [1, 2,, 3]}', 3, 14),
        (b'{"a": 1}\n {}', 2, 2),
        (b"[1, 2, truth]", 1, 8),
        (b'["' + b"long" * 100 + b'",\n oops]', 2, 2),
    ],
)
def test_where_it_is_wrong_is_told_by_line_and_column(piece: None, body: bytes, line: int, column: int) -> None:
    with pytest.raises(BadJsonError, match=f"line {line}, column {column}"):
        read_json(body)


def test_a_file_that_is_cut_off_says_so_wherever(piece: None) -> None:
    whole = '{"a": [1, true, null, -2, "会"], "b": {}}'.encode()
    for end in range(1, len(whole)):
        with pytest.raises(BadJsonError, match="The file is cut off: its end is missing"):
            read_json(whole[:end])


def test_what_is_too_large_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict_json, "READ_AT_ONCE", 100)
    for body in (b'"' + b"x" * 10_000 + b'"', b"[" + b"{}, " * 10_000 + b"{}]", b" " * 500 + b"[[" + b"0," * 5_000):
        file = BytesIO(body)
        with pytest.raises(BadJsonError, match="One part of the file is too large to read"):
            JsonReader(file).value(2_000)
        assert file.tell() < 3_500


# What a file makes of the memory. Four times the bytes of an honest one, 30 of a hostile one, was usual.


def scorebook(**parts: str) -> bytes:
    """A scorebook file of these texts."""
    told = {"scorebook": "1", "devices": "{}", "players": "[]", "rules": "[]", "sessions": "[]", **parts}
    return ("{" + ",".join(f'"{name}":{text}' for name, text in told.items()) + "}").encode()


def many(text: str) -> str:
    """Two megabytes of it."""
    return "[" + (text * (2_000_000 // len(text)))[:-1] + "]"


SESSION = '{"id":"hostile-1","created_at":"2026-11-21T19:30:00Z","game":"oh-hell","players":[],"actions":'
HOSTILE: dict[str, Callable[[], bytes]] = {
    "a list of objects": lambda: many('{"":0},').encode(),
    "a list of lists": lambda: many("[],").encode(),
    "sessions that are none": lambda: scorebook(sessions=many("{},")),
    "a session of too many actions": lambda: scorebook(sessions="[" + SESSION + many('{"":0},') + "}]"),
    "players that are none": lambda: scorebook(players=many("[],")),
    "a name that is a list": lambda: scorebook(name=many('"",')),
    "devices": lambda: scorebook(devices="{" + ",".join(f'"{number}":""' for number in range(180_000)) + "}"),
    "what does not belong there": lambda: b'{"scorebook":1,"more":' + many('{"":0},').encode() + b"}",
    "a document of too many entries": lambda: b'{"game":"oh-hell","entries":' + many("{},").encode() + b"}",
}


def peak(body: bytes) -> tuple[int, str]:
    """The most bytes of memory that reading takes, and what is said."""
    tracemalloc.start()
    try:
        read(BytesIO(body))
        said = ""
    except BrokenFileError as error:
        said = str(error)
    finally:
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return most, said


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_is_no_scorebook_takes_little_memory(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a hundredth of what is read as one value, as the file has a twentieth of what is taken."""
    monkeypatch.setattr(strict_json, "READ_AT_ONCE", 8 * 1024)
    monkeypatch.setattr("store.transfer.reader.MAX_VALUE_BYTES", 40_000)
    monkeypatch.setattr(JsonReader.value, "__defaults__", (40_000,))
    body = HOSTILE[kind]()
    most, said = peak(body)
    assert said
    assert most < len(body)


def test_of_an_honest_scorebook_a_session_at_a_time_is_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_spool, "IN_MEMORY", 64 * 1024)
    monkeypatch.setattr(strict_json, "READ_AT_ONCE", 16 * 1024)
    session = FILE[FILE.index('{"id"') : FILE.rindex("]\n}")]
    ids = [f"honest-{number:06}" for number in range(600)]
    sessions = ",".join(session.replace("q7Jr2mXw9LkTz4bVn1cYdA", each) for each in ids)
    body = FILE.replace(session, sessions + "\n").encode()
    assert len(body) > 500_000
    most, said = peak(body)
    assert said == ""
    assert most < len(body)
