"""A scorebook file with one session as the bytes of a game code, and those as text. docs/game-code.md says how.

In a link it is base64url, in a QR code decimal digits, which it has room for more of.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from record.errors import RecordError
from record.packed.body import from_body, to_body
from record.packed.columns import Spend, from_base64, to_base64
from record.packed.dictionary_1 import DICTIONARY
from scoring.errors import ScoringError
from scoring.message import Message, say
from scoring.strict_json import DECODER, Nesting

NOT_A_CODE = say("This is not a game code.")
DAMAGED = say("This game code is damaged or not complete.")
NEWER = say("This game code was made by a newer Takuroku. Update this one, or ask for the game as a file.")
TOO_LARGE = say("This game is too large for a code.")
NOT_PACKABLE = say("This game can’t be put into a code.")


class BadCodeError(RecordError):
    """A text or bytes that are no game code, or a game that none can hold; `message` says why."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


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
UNREADABLE = (ArithmeticError, AttributeError, LookupError, ScoringError, TypeError, ValueError, zlib.error)


def pack(file: Mapping[str, Any]) -> bytes:
    """The bytes of a scorebook file with one session; raises BadCodeError for one that they could not give back."""
    ids = bytearray()
    try:
        text = json.dumps(to_body(file, ids), ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except UNREADABLE as error:
        raise BadCodeError(NOT_PACKABLE) from error
    packing = zlib.compressobj(9, zlib.DEFLATED, RAW, 9, zdict=DICTIONARY)
    body = packing.compress(text) + packing.flush()
    code = _checked(bytes([VERSION, len(ids)]) + ids + body)
    if len(code) > MAX_BYTES or len(text) > MAX_TEXT_BYTES:
        raise BadCodeError(TOO_LARGE)
    with suppress(BadCodeError):
        if unpack(code) == file:
            return code
    raise BadCodeError(NOT_PACKABLE)


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
    ids = bytearray(code[2:ids_end])
    unpacking = zlib.decompressobj(RAW, zdict=DICTIONARY)
    try:
        body = unpacking.decompress(code[ids_end:-CHECK_BYTES], MAX_TEXT_BYTES + 1)
        if len(body) > MAX_TEXT_BYTES:
            raise BadCodeError(TOO_LARGE)
        text = body.decode()
        if not unpacking.eof or unpacking.unused_data or Nesting().after(text) > MAX_DEPTH or SURROGATE.search(text):
            raise ValueError(text[:MAX_DEPTH])
        value, end = DECODER.raw_decode(text)
        file = from_body(value, ids, _budget(MAX_VALUES))
        if end < len(text) or ids:
            raise ValueError(text[end:])
    except UNREADABLE as error:
        raise BadCodeError(DAMAGED) from error
    return file


def _checked(body: bytes) -> bytes:
    """The bytes with the last ones of their CRC-32: a link may be cut or changed on its way."""
    return body + zlib.crc32(body).to_bytes(4)[-CHECK_BYTES:]


def _budget(left: int) -> Spend:
    """Takes so many values; raises BadCodeError when they are used up."""

    def spend(values: int) -> None:
        nonlocal left
        left -= values
        if left < 0:
            raise BadCodeError(TOO_LARGE)

    return spend


LINK, QR = "c", "q"
"""How a text begins that is for a link, and for a QR code."""
DIGITS = (0, 3, 5, 8, 10, 13, 15, 17)
"""Decimal digits for so many bytes: 7 bytes are a number of 17 digits."""
GROUP_BYTES = len(DIGITS) - 1
MAX_TEXT = 4 * MAX_BYTES
"""Characters that are looked through: a code of `MAX_BYTES` has fewer, with an address before it."""
IN_ADDRESS = re.compile(rf"#([{LINK}{QR}][A-Za-z0-9_-]+)")
ALONE = re.compile(rf"\A\s*([{LINK}{QR}][A-Za-z0-9_-]+)\s*\Z")


def to_link(code: bytes) -> str:
    """The text of a code for a link.

    >>> to_link(b"123")
    'cMTIz'
    """
    return LINK + to_base64(code)


def to_qr(code: bytes) -> str:
    """The text of a code for a QR code.

    >>> to_qr(bytes(7) + bytes([1, 0]))
    'q0000000000000000000256'
    """
    groups = (code[at : at + GROUP_BYTES] for at in range(0, len(code), GROUP_BYTES))
    return QR + "".join(f"{int.from_bytes(each):0{DIGITS[len(each)]}}" for each in groups)


def read_text(text: str) -> bytes:
    """The bytes of a code in either form, also within an address or a message; raises BadCodeError.

    >>> read_text(" cMTIz "), read_text("Look: https://takuroku.example/code#cMTIz, mine!")
    (b'123', b'123')
    """
    if len(text) > MAX_TEXT:
        raise BadCodeError(TOO_LARGE)
    # A message may have other addresses too, and a code is longer than any heading's name.
    found = max(IN_ADDRESS.findall(text) or ALONE.findall(text), key=len, default="")
    if not found:
        raise BadCodeError(NOT_A_CODE)
    form, signs = found[0], found[1:]
    try:
        code = from_base64(signs) if form == LINK else b"".join(_from_digits(signs))
    except ValueError as error:
        raise BadCodeError(DAMAGED) from error
    if len(code) > MAX_BYTES:
        raise BadCodeError(TOO_LARGE)
    return code


def _from_digits(signs: str) -> Iterator[bytes]:
    if not (signs.isascii() and signs.isdigit()):
        raise ValueError(signs[-1])
    for at in range(0, len(signs), DIGITS[-1]):
        group = signs[at : at + DIGITS[-1]]
        try:
            yield int(group).to_bytes(DIGITS.index(len(group)))
        except OverflowError as error:
            raise ValueError(group) from error
