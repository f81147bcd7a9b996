"""Moving codes: a scorebook file as QR codes in a loop, shown by one phone and read by another."""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256

from flask import Response, render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from store.book import Book
from store.sessions.history import begun
from store.transfer.export import dump
from web.http.headers import unkept
from web.i18n.timezone import iso_day_of
from web.identity.current import book
from web.reports.importing import MAX_FILE_BYTES
from web.request.page import Pages

pages = Pages("moving", __name__, url_prefix="/scorebook/moving", readers="watcher")

MAX_PACKED_BYTES = 2 * 1024**2
"""Bytes of a file that a moving code carries, packed, see static/js/moving/frame.js."""


class TooLargeError(Exception):
    """More than a moving code carries."""


@pages.get("")
def show() -> ResponseReturnValue:
    """The page that shows the moving code of the scorebook; of a deleted one there is none."""
    book()
    return render_template("scorebook/moving.html", problem="")


@pages.get("/scorebook.deflate")
def packed() -> ResponseReturnValue:
    """The file as a moving code carries it, with its SHA-256 in Repr-Digest; 413 where one day is too large.

    Where not all games fit, it has the newest, and Takuroku-Since is the first day of them.
    """
    try:
        body, since = _carried(book())
    except TooLargeError:
        problem = _("Too many games for a moving code. Send the file.")
        return render_template("scorebook/moving.html", problem=problem), 413
    answer = Response(body, mimetype="application/octet-stream")
    answer.headers["Repr-Digest"] = f"sha-256=:{b64encode(sha256(body).digest()).decode()}:"
    if since:
        answer.headers["Takuroku-Since"] = since
    return unkept(answer)


def pack(parts: Iterable[str]) -> bytes:
    """A text as raw deflate; raises TooLargeError as soon as it is too large, or more than the other phone imports."""
    small = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed, size = bytearray(), 0
    for part in parts:
        text = part.encode()
        packed += small.compress(text)
        size += len(text)
        if len(packed) > MAX_PACKED_BYTES or size > MAX_FILE_BYTES:
            raise TooLargeError
    packed += small.flush()
    if len(packed) > MAX_PACKED_BYTES:
        raise TooLargeError
    return bytes(packed)


def _carried(scorebook: Book) -> tuple[bytes, str]:
    """The packed file and "", or if that is too large the newest games and the first of the reader's days they are of.

    Raises TooLargeError if the games of the last day alone are too many.
    """
    with suppress(TooLargeError):
        return pack(dump(scorebook)), ""
    began = {session: iso_day_of(at) for session, at in begun(scorebook).items()}
    days = sorted({*began.values()})
    found, low, high = None, 0, len(days)
    while low < high:
        middle = (low + high) // 2
        since = days[middle]
        try:
            found = pack(dump(scorebook, {session for session, day in began.items() if day >= since})), since
            high = middle
        except TooLargeError:
            low = middle + 1
    if not found:
        raise TooLargeError
    return found
