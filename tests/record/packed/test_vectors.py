"""Codes that were made once are read for ever, by the program and by a second reader of docs/codes.md."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from record.packed.code import DICTIONARY, pack, unpack
from tests.record.packed import second_reader
from tests.record.packed.second_reader import VECTORS

each_vector = pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["what"].split(":")[0])


@each_vector
def test_the_program_reads_it(vector: dict[str, Any]) -> None:
    assert unpack(bytes.fromhex(vector["code"])) == vector["file"]


@each_vector
def test_the_second_reader_reads_it(vector: dict[str, Any]) -> None:
    assert second_reader.read(bytes.fromhex(vector["code"])) == vector["file"]


@each_vector
def test_the_program_writes_it(vector: dict[str, Any]) -> None:
    # Compressors differ; what they compress does not.
    code, known = pack(vector["file"]), bytes.fromhex(vector["code"])
    assert second_reader.inflated(code) == second_reader.inflated(known) == vector["body"]
    assert code[: 2 + code[1]] == known[: 2 + known[1]]
    assert second_reader.read(code) == vector["file"]


def test_the_dictionary_never_changes() -> None:
    assert second_reader.DICTIONARY == DICTIONARY
    digest = hashlib.sha256(DICTIONARY).hexdigest()
    assert digest == "bd990abffd77b24ccc4f4b552acb4f7a9357772832f947842ae0f97bba029ce1"
