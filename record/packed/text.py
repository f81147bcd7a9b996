"""Writes a game code as text: base64url in a link, decimal digits in a QR code, which has room for more of them."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator

from record.packed.code import MAX_BYTES
from record.packed.errors import DAMAGED, NOT_A_CODE, TOO_LARGE, BadCodeError

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
    return LINK + urlsafe_b64encode(code).decode().rstrip("=")


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
        code = _from_base64(signs) if form == LINK else b"".join(_from_digits(signs))
    except ValueError as error:
        raise BadCodeError(DAMAGED) from error
    if len(code) > MAX_BYTES:
        raise BadCodeError(TOO_LARGE)
    return code


def _from_base64(signs: str) -> bytes:
    code = urlsafe_b64decode(signs + "=" * (-len(signs) % 4))
    if to_link(code) != LINK + signs:
        raise ValueError(signs[-1])
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
