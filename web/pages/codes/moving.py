"""Moving codes: a scorebook file as QR codes in a loop, shown by one phone and read by another."""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256

from flask import Response, render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from store.transfer.export import dump
from web.http.headers import unkept
from web.identity.current import book
from web.reports.part import asked_part, by_year
from web.request.page import Pages

pages = Pages("moving", __name__, url_prefix="/scorebook/moving", readers="watcher")

MAX_PACKED_BYTES = 2 * 1024**2
"""Bytes of a file that a moving code carries, packed, see static/js/moving/frame.js."""


class TooLargeError(Exception):
    """More than a moving code carries."""


@pages.get("")
def show() -> ResponseReturnValue:
    """The page that shows the moving code of the scorebook, or of the part that the query asks for."""
    return _page()


@pages.get("/scorebook.deflate")
def packed() -> ResponseReturnValue:
    """The file as a moving code carries it, with its SHA-256 in Repr-Digest; 413 where it is too large."""
    scorebook = book()
    try:
        body = pack(dump(scorebook, asked_part(scorebook).only))
    except TooLargeError:
        return _page(
            problem=_("These are too many games for a moving code. Choose a part of them, or send the file.")
        ), 413
    answer = Response(body, mimetype="application/octet-stream")
    answer.headers["Repr-Digest"] = f"sha-256=:{b64encode(sha256(body).digest()).decode()}:"
    return unkept(answer)


def pack(parts: Iterable[str]) -> bytes:
    """A text as raw deflate; raises TooLargeError as soon as it is too large."""
    small = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = bytearray()
    for part in parts:
        packed += small.compress(part.encode())
        if len(packed) > MAX_PACKED_BYTES:
            raise TooLargeError
    packed += small.flush()
    if len(packed) > MAX_PACKED_BYTES:
        raise TooLargeError
    return bytes(packed)


def _page(*, problem: str = "") -> str:
    scorebook = book()
    return render_template(
        "scorebook/moving.html",
        part=asked_part(scorebook),
        years=[*by_year(scorebook)],
        problem=problem,
    )
