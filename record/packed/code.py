"""Packs a scorebook file with one session into the bytes of a game code, and back. docs/game-code.md says how."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from typing import Any

from record.packed.body import from_body, to_body
from record.packed.dictionary_1 import DICTIONARY
from record.packed.errors import DAMAGED, NEWER, NOT_A_CODE, NOT_PACKABLE, TOO_LARGE, BadCodeError
from record.packed.values import IdReader, IdWriter
from scoring.errors import ScoringError
from scoring.strict_json import DECODER, Nesting

VERSION = 1
"""The first byte."""
CHECK_BYTES = 2
MAX_BYTES = 64 * 1024
"""Bytes of a code."""
MAX_TEXT_BYTES = 256 * 1024
"""Bytes of its JSON."""
MAX_DEPTH = 20
"""Lists and objects in one another."""
MAX_VALUES = 100_000
"""Values in the columns: thirty for each action of the longest session."""
RAW = -zlib.MAX_WBITS
"""Deflate without header and checksum."""
SURROGATE = re.compile(r"(?<!\\)(\\\\)*\\u[dD][89a-fA-F]")
"""Half of a sign, which no text can have; a whole one is never written so."""
UNREADABLE = (ArithmeticError, AttributeError, LookupError, ScoringError, TypeError, ValueError)


def pack(file: Mapping[str, Any]) -> bytes:
    """The bytes of a scorebook file with one session; raises BadCodeError for one that they could not give back."""
    ids = IdWriter()
    try:
        text = json.dumps(to_body(file, ids), ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except UNREADABLE as error:
        raise BadCodeError(NOT_PACKABLE) from error
    packing = zlib.compressobj(9, zlib.DEFLATED, RAW, 9, zdict=DICTIONARY)
    body = packing.compress(text) + packing.flush()
    code = _checked(bytes([VERSION, len(ids.written)]) + ids.written + body)
    if len(code) > MAX_BYTES or len(text) > MAX_TEXT_BYTES:
        raise BadCodeError(TOO_LARGE)
    if unpack(code) != file:
        raise BadCodeError(NOT_PACKABLE)
    return code


def unpack(code: bytes) -> dict[str, Any]:
    """The scorebook file in the bytes of a code; raises BadCodeError.

    Only its shape is read here; store.transfer checks what it says. A code that is no longer than `MAX_BYTES` takes no
    more than some megabytes to unpack, whatever it says.
    """
    if not code:
        raise BadCodeError(NOT_A_CODE)
    if len(code) > MAX_BYTES:
        raise BadCodeError(TOO_LARGE)
    if code[0] != VERSION:
        raise BadCodeError(NEWER if code[0] > VERSION else NOT_A_CODE)
    if len(code) < 2 + CHECK_BYTES or _checked(code[:-CHECK_BYTES]) != code:
        raise BadCodeError(DAMAGED)
    ids_end = 2 + code[1]
    ids = IdReader(code[2:ids_end])
    try:
        file = from_body(_json(_inflated(code[ids_end:-CHECK_BYTES])), ids, _Budget(MAX_VALUES).spend)
    except UNREADABLE as error:
        raise BadCodeError(DAMAGED) from error
    if ids.rest:
        raise BadCodeError(DAMAGED)
    return file


def _checked(body: bytes) -> bytes:
    """The bytes with the last ones of their CRC-32: a link may be cut or changed on its way."""
    return body + zlib.crc32(body).to_bytes(4)[-CHECK_BYTES:]


def _inflated(body: bytes) -> str:
    """The text; raises BadCodeError, ValueError where it is not UTF-8."""
    unpacking = zlib.decompressobj(RAW, zdict=DICTIONARY)
    try:
        text = unpacking.decompress(body, MAX_TEXT_BYTES + 1)
    except zlib.error as error:
        raise BadCodeError(DAMAGED) from error
    if len(text) > MAX_TEXT_BYTES:
        raise BadCodeError(TOO_LARGE)
    if not unpacking.eof or unpacking.unused_data:
        raise BadCodeError(DAMAGED)
    return text.decode()


def _json(text: str) -> object:
    """The value; raises ValueError, or ScoringError for one that no file may have."""
    if Nesting().after(text) > MAX_DEPTH or SURROGATE.search(text):
        raise ValueError(text[:MAX_DEPTH])
    value, end = DECODER.raw_decode(text)
    if end < len(text):
        raise ValueError(text[end : end + MAX_DEPTH])
    return value


class _Budget:
    """The number of values that may still be made."""

    def __init__(self, values: int) -> None:
        self._left = values

    def spend(self, values: int) -> None:
        """Take some; raises BadCodeError when they are used up."""
        self._left -= values
        if self._left < 0:
            raise BadCodeError(TOO_LARGE)
