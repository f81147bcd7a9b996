"""Page cache: keeps rendered sheets by their session's version, compressed, without CSRF tokens and form keys.

Compressed by Brotli (RFC 7932), what differs from visitor to visitor is a meta-block of its own that is not compressed,
so that other values of the same length can take its place. The blocks after it copy it where it comes again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from itertools import cycle, islice
from typing import TypeAlias

from flask import Response

from store.cache import Cache
from web.assets import best_encoding
from web.identity.session_cookie import form_token
from web.identity.visitor import new_key

MAX_PAGES = 256
"""Pages kept in a process, of some 35 KB each."""

Key: TypeAlias = tuple[object, ...]
"""Everything that decides how a page looks."""
Pieces: TypeAlias = tuple[bytes | str, ...]
"""A compressed page in pieces; a placeholder stands for its value."""

TOKEN, KEY = (secrets.token_hex(16) for _ in range(2))
FORM_KEY = f"{KEY}s"
"""Placeholders in a cached page for the CSRF token, the key of its undo and that of its entry, which has one sign more
and so needs no block."""
SIGNS = "!$%*+?@[]^`{|}~;"
FILLER = "".join(one + other for one in SIGNS for other in SIGNS)
"""Stands for the values while a page is compressed: without repetitions, and hardly ever copied by what is no value."""
OTHER = "0aZ_"
"""Signs of a value to try a compressed page with: none is in the filler, so what was copied from it by chance shows."""


BROTLI = (("Content-Encoding", "br"), ("Vary", "Accept-Encoding, Cookie"))


@dataclass
class CachedPage:
    """A cached page: its `text` with the placeholders."""

    text: str
    _pieces: dict[tuple[int, ...], Pieces | None] = field(default_factory=dict)

    def compress(self, values: Mapping[str, str]) -> bytes | None:
        """The page with these values by Brotli; None where the pieces, which are made once, cannot be put together."""
        lengths = tuple(len(value) for value in values.values())
        if lengths not in self._pieces:
            self._pieces[lengths] = self._make_pieces({place: len(value) for place, value in values.items()})
        pieces = self._pieces[lengths]
        return _join(pieces, values) if pieces else None

    def _make_pieces(self, lengths: Mapping[str, int]) -> Pieces | None:
        brotli = import_module("brotli")  # it carries no types, and the pocket has none
        signs = cycle(FILLER)
        values = {place: "".join(islice(signs, length)) for place, length in lengths.items()}
        compressor = brotli.Compressor(quality=9, lgwin=16)
        pieces: list[bytes | str] = []
        rest = self.text
        for place in sorted(filter(rest.__contains__, values), key=rest.index):
            before, _, rest = rest.partition(place)
            # How a block begins depends on the two bytes before it.
            after, rest = rest[:2], rest[2:]
            alone = (values[place] + after).encode()
            # The head of a meta-block of so many bytes that is not compressed.
            head = (1 << 19 | (len(alone) - 1) << 3).to_bytes(3, "little")
            begins = compressor.process(_fill(before, values).encode()) + compressor.flush()
            pieces += [begins + head, place, after.encode()]
            compressor.process(alone)
            compressor.flush()
        pieces.append(compressor.process(_fill(rest, values).encode()) + compressor.finish())
        others = {place: "".join(islice(cycle(OTHER), length)) for place, length in lengths.items()}
        try:
            is_right = brotli.decompress(_join(pieces, others)) == _fill(self.text, others).encode()
        except brotli.error:  # What was copied from the filler may be any bytes.
            return None
        return tuple(pieces) if is_right else None


def _fill(text: str, values: Mapping[str, str]) -> str:
    """A text with these values for the placeholders."""
    for placeholder, value in values.items():
        text = text.replace(placeholder, value)
    return text


def _join(pieces: Iterable[bytes | str], values: Mapping[str, str]) -> bytes:
    return b"".join(values[each].encode() if isinstance(each, str) else each for each in pieces)


PAGES: Cache[CachedPage] = Cache(MAX_PAGES)


def page(key: Key, make: Callable[[], str]) -> Response:
    """The cached page, filled in for this visitor.

    `make` renders it where it is not cached, with the placeholders.
    """
    cached = PAGES.get(key)
    if cached is None:
        cached = CachedPage(make())
        PAGES.put(key, cached)
    values = {TOKEN: form_token(), KEY: new_key()}
    if best_encoding() == "br" and (compressed := cached.compress(values)):
        return Response(compressed, mimetype="text/html", headers=BROTLI)
    return Response(_fill(cached.text, values), mimetype="text/html")
