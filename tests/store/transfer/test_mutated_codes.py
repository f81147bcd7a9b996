"""Codes from anybody: a bit turned, a part gone, a bomb. Each is refused with a sentence, or is what it says it is.

Time has no clock here: what a code makes the program do is counted, by the values in its columns and by the entries
that are replayed, and both counts end in a refusal.
"""

from __future__ import annotations

import json
import tracemalloc
import zlib
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

from record.packed.code import MAX_BYTES, MAX_TEXT_BYTES, MAX_VALUES, pack, unpack
from record.packed.dictionary_1 import DICTIONARY
from record.packed.errors import BadCodeError
from record.packed.text import read_text, to_link, to_qr
from scoring.message import Message
from store.transfer.file import BrokenFileError
from store.transfer.game_code import session_in
from store.transfer.reader import read_value
from tests.kit.for_each import for_each
from tests.kit.mutations import mutated, spoilt
from tests.record.packed.second_reader import VECTORS, inflated

MAX_MEGABYTES = 24
"""Of memory, for a code of any content."""
CODES = tuple(bytes.fromhex(each["code"]) for each in VECTORS)


@cache
def bodies() -> tuple[tuple[Any, bytes], ...]:
    """The JSON of each code and its ids."""
    return tuple((json.loads(inflated(each)), each[2 : 2 + each[1]]) for each in CODES)


def sealed(body: bytes) -> bytes:
    """A code with the checksum that belongs to it, so that it is read on."""
    return body + zlib.crc32(body).to_bytes(4)[-2:]


def code_with(text: str | bytes, ids: bytes = b"") -> bytes:
    packing = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=DICTIONARY)
    body = packing.compress(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    return sealed(bytes([1, len(ids)]) + ids + body + packing.flush())


def verdict(code: bytes) -> str:
    """What becomes of a code; anything but a refusal with a sentence, or a session to show, is an error."""
    try:
        file = unpack(code)
    except BadCodeError as error:
        assert isinstance(error.message, Message)
        return "no code"
    # What it says can be said again.
    assert unpack(pack(file)) == file
    try:
        session = session_in(read_value(file))
    except BrokenFileError as error:
        assert isinstance(error.message, Message)
        return "no session"
    assert session.document
    return "a session"


def mutated_code(luck: Random) -> bytes:
    """A code of other bytes, as often with a checksum that is right; or whose JSON has other signs or values."""
    how, code, (body, ids) = luck.randrange(4), luck.choice(CODES), luck.choice(bodies())
    if how < 2:
        return sealed(spoilt(code[:-2], luck)) if how else spoilt(code, luck)
    text = json.dumps(body if how == 2 else mutated(body, luck), ensure_ascii=False, separators=(",", ":"))
    return code_with(spoilt(text.encode(), luck) if how == 2 else text, luck.choice((ids, ids, ids[:-1], ids + b"x")))


@pytest.mark.parametrize("many", [1_000, pytest.param(20_000, marks=pytest.mark.long)])
def test_a_mutated_code_is_refused_or_is_what_it_says(many: int) -> None:
    found = {"no code": 0, "no session": 0, "a session": 0}
    for number in range(many):
        code = mutated_code(Random(f"mutated {number}"))
        try:
            found[verdict(code)] += 1
        except BaseException as error:
            error.add_note(f"with number {number}: {code.hex()}")
            raise
    assert min(found.values()) > many / 100, "all three are tried"


def test_a_code_that_was_changed_on_the_way_is_known_by_its_checksum() -> None:
    code = CODES[0]
    for at in range(len(code)):
        for bit in range(8):
            other = code[:at] + bytes([code[at] ^ 1 << bit]) + code[at + 1 :]
            with pytest.raises(BadCodeError):
                unpack(other)
        with pytest.raises(BadCodeError):
            unpack(code[:at])


@for_each("write", [to_link, to_qr])
def test_a_text_that_was_cut_or_mistyped_is_refused(write: Callable[[bytes], str]) -> None:
    text = write(CODES[0])
    for at in range(len(text)):
        another = "3" if text[at] != "3" else "4"
        for rest in ("", another + text[at + 1 :], text[at + 1 :]):
            with pytest.raises(BadCodeError):
                unpack(read_text(text[:at] + rest))


def column_bomb(column: str) -> str:
    """The JSON of a code with another column of times."""
    body = deepcopy(bodies()[0][0])
    body[11] = json.loads(column)
    return json.dumps(body)


def nested(kind: str, depth: int, inner: str) -> str:
    return f"[{kind}," * depth + inner + "]" * depth


BOMBS: dict[str, str | bytes] = {
    "zeros": bytes(32 * 1024**2),
    "one long text": '["' + "A" * (MAX_TEXT_BYTES + 10) + '"]',
    "empty lists": "[" + "[]," * 80_000 + "[]]",
    "empty objects": "[" + "{}," * 80_000 + "{}]",
    "small objects": "[" + '{"a":0},' * 30_000 + "{}]",
    "nothing": "[" + "null," * 50_000 + "null]",
    "numbers": "[" + "999999999999999," * 15_000 + "0]",
    "deep lists": "[" * 100_000 + "]" * 100_000,
    "deep objects": '{"a":' * 40_000 + "0" + "}" * 40_000,
    "a huge number": "[" + "9" * 200_000 + "]",
    "a huge exponent": "[1e999999999]",
    "lists of very many": column_bomb("[1000000000000, 0]"),
    "very many lists of many": column_bomb("[1000000, [1000000, [1000000, [0]]]]"),
    "lists in lists of one": column_bomb(f"[10000, {nested('1', 14, json.dumps('0' * 20_000))}]"),
    "lengths that add up": column_bomb('[-1, [0, 99999999999999, 99999999999999], "00"]'),
    "lengths below 0": column_bomb('[-1, [0, -5, 7], "00"]'),
    "one choice again and again": column_bomb(json.dumps([45_000, ["0" * 90_000, "x" * 40]])),
    "many shapes": json.dumps([*bodies()[0][0][:9], [["a"]] * 40_000, *bodies()[0][0][10:]]),
    "one shape of many keys": json.dumps(
        [*bodies()[0][0][:9], [[f"{n}" for n in range(25_000)]], ["", ""], "00", "00"]
    ),
    "half of a sign": json.dumps([*bodies()[0][0], None, None, "\ud800"]),
    "half of a letter": b'["\xe5\x8d"]',
}


@for_each("name", BOMBS)
def test_a_bomb_is_refused_in_little_memory(name: str) -> None:
    code = code_with(BOMBS[name])
    tracemalloc.start()
    try:
        with pytest.raises(BadCodeError):
            unpack(code)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MAX_MEGABYTES * 1024**2


def test_the_longest_session_of_all_has_a_code() -> None:
    file = deepcopy(VECTORS[0]["file"])
    entry = file["sessions"][0]["actions"][0]
    file["sessions"][0]["actions"] = [entry] * 6_000
    code = pack(file)
    assert unpack(code) == file
    assert len(code) < 1_000
    file["sessions"][0]["actions"].append(entry)
    with pytest.raises(BadCodeError):
        pack(file)


def test_a_session_that_is_too_large_for_a_code_is_not_packed() -> None:
    luck = Random(1)
    file = deepcopy(VECTORS[0]["file"])
    entry = file["sessions"][0]["actions"][0]
    notes = [{"step": "note", "text": luck.randbytes(100).hex()} for _ in range(2_000)]
    file["sessions"][0]["actions"] = [entry | {"facts": each} for each in notes]
    with pytest.raises(BadCodeError, match="too large for a code"):
        pack(file)
    with pytest.raises(BadCodeError, match="too large for a code"):
        unpack(bytes([1]) + bytes(MAX_BYTES))
    with pytest.raises(BadCodeError, match="too large for a code"):
        read_text("c" + "A" * 8 * MAX_BYTES)


def test_so_many_values_and_no_more_are_made() -> None:
    made = unpack(code_with(*as_columns(MAX_VALUES // 4)))
    assert len(made["sessions"][0]["actions"][0]["facts"]["trump"]) == MAX_VALUES // 4
    with pytest.raises(BadCodeError, match="too large"):
        unpack(code_with(*as_columns(MAX_VALUES)))


def as_columns(values: int) -> tuple[str, bytes]:
    """The JSON of a code, with an entry that has a list of so many values."""
    body, ids = deepcopy(bodies()[1])
    body[8:13] = [[1, "0"], [["bids", "trump"]], [[values, "0" * values]], [0, 1], "0"]
    return json.dumps(body), ids


def test_a_code_of_a_later_version_says_so() -> None:
    with pytest.raises(BadCodeError, match="newer Takuroku"):
        unpack(sealed(b"\x02" + CODES[0][1:-2]))
    with pytest.raises(BadCodeError, match="not a game code"):
        unpack(sealed(b"\x00" + CODES[0][1:-2]))
