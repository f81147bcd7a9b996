"""Problem JSON (RFC 9457): the answer to a program whose request failed."""

from __future__ import annotations

import json
from collections.abc import Mapping

from flask import Response, request

from web.errors import Kind

MEDIA_TYPE = "application/problem+json"
HEADERS = {"Cache-Control": "private, no-store", "Vary": "Accept-Language, Authorization"}
"""Headers of every API response, including problems: they depend on token and language."""


def problem(kind: Kind, title: str, detail: str, status: int, members: Mapping[str, object]) -> Response:
    """Make a problem response in the reader's language, with the members of its kind."""
    body = {
        # The page of this site that describes it: RFC 9457 advises against relative addresses.
        "type": f"{request.root_url.rstrip('/')}/api#{kind.slug}",
        # The same on every site, so that generated clients tell problems of one status apart.
        "code": kind.slug,
        "title": title,
        "status": status,
        "detail": detail,
        **members,
    }
    return Response(to_body(body), status=status, headers=HEADERS, content_type=MEDIA_TYPE)


def to_body(value: object) -> bytes:
    """JSON in UTF-8; lone surrogates are replaced."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
