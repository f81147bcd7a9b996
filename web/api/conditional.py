"""Conditional requests of the API: 304 for what a program has already, 412 where it would write over what it never saw.

What the API says of one session has the session's version in its ETag, and is not even made where nothing changed.
Every other answer has a hash of itself: it is made, but neither compressed nor sent.
"""

from __future__ import annotations

import re
from hashlib import sha256

from flask import Response, request
from flask_babel import get_locale
from werkzeug.datastructures import ETags

from store.sessions import snapshot
from store.stats.read_models import these_rules
from web.api.operation import Call, Operation
from web.errors import ChangedError
from web.http.errors import HEADERS

ENCODED = re.compile(r":(br|gzip|zstd|deflate)$")
"""What the compression puts behind an ETag: the same answer in another encoding."""
KEPT = {"Cache-Control": "private, no-cache"}
"""An answer with an ETag may be kept, and is asked for again before each use."""


def tag_of_session(operation: Operation, call: Call) -> str | None:
    """The ETag of an operation that says nothing but what lies in one session; raises NoSuchError."""
    if not operation.by_version:
        return None
    # The words depend on the language, and on this release as well as the scores.
    return f"{snapshot.version(call.book, call.path['session'])}.{get_locale()}.{these_rules()[:8]}"


def tag_of(body: bytes) -> str:
    """The ETag of any other answer."""
    return sha256(body).hexdigest()[:24]


def is_known(tag: str) -> bool:
    """Whether the program has the answer with this ETag."""
    named = request.if_none_match
    return named.star_tag or tag in _named(named)


def expect_unchanged(call: Call) -> None:
    """Raise ChangedError where If-Match names another version of the session, in whatever language it was read."""
    named = request.if_match
    if named and not named.star_tag:
        version = snapshot.version(call.book, call.path["session"])
        if version not in {each.rsplit(".", 2)[0] for each in _named(named)}:
            raise ChangedError


def unchanged(tag: str) -> Response:
    """The answer to a program that has it already."""
    return tagged(Response(status=304, headers=HEADERS), tag)


def tagged(answer: Response, tag: str) -> Response:
    """An answer with its ETag."""
    answer.headers.update(KEPT)
    answer.set_etag(tag)
    return answer


def _named(tags: ETags) -> set[str]:
    """The ETags of a header as they were made here; a proxy that packs answers marks them as weak."""
    return {ENCODED.sub("", each) for each in tags.as_set(include_weak=True) if each}
