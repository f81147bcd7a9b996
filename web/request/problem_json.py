"""Problem JSON (RFC 9457) for the API: the kinds of problems and their responses."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from flask import Response, request

MEDIA_TYPE = "application/problem+json"
HEADERS = {"Cache-Control": "private, no-store", "Vary": "Accept-Language, Authorization"}
"""Headers of every API response, including problems: they depend on token and language."""


@dataclass(frozen=True)
class ProblemKind:
    """A kind of problem: slug, status, when it occurs; `members` are its extra members with their meaning."""

    slug: str
    status: int
    when: str
    members: tuple[tuple[str, str], ...] = ()


SESSION = ("session", "the session as it is now")
PROBLEMS = ("problems", "every broken rule: `field`, `seat` (null: the whole field), `message`")

PROBLEM_KINDS: dict[str, ProblemKind] = {
    kind.slug: kind
    for kind in (
        ProblemKind("bad-request", 400, "the body is no JSON object, or the Idempotency-Key is no key"),
        ProblemKind("no-token", 401, "there is no token, or nobody made it, or it was withdrawn"),
        ProblemKind("only-to-look-at", 403, "the token may only read"),
        ProblemKind("not-found", 404, "this scorebook has no such thing, or there is no such address"),
        ProblemKind("wrong-method", 405, "the address does not take this method"),
        ProblemKind("stale", 409, "somebody else has written since: `position` is not the last", (SESSION,)),
        ProblemKind(
            "other-facts",
            409,
            "the Idempotency-Key was used on this session for something else",
            (("saved", "what was written with it"), SESSION),
        ),
        ProblemKind(
            "said-otherwise",
            409,
            "players have said something else on phones of their own than is entered for them",
            (
                (
                    "said",
                    "for each `seat` what was `said` (null: it is laid, and nobody sees it yet) and what is `entered`",
                ),
                ("overruled", "to be sent along with the same entry where it is to be written all the same"),
                SESSION,
            ),
        ),
        ProblemKind("key-used", 409, "the Idempotency-Key was used for another session"),
        ProblemKind(
            "session-begun",
            409,
            "the Idempotency-Key began a session with another table or other rules",
            (("began", "the id of that session"),),
        ),
        ProblemKind(
            "later-entries",
            409,
            "after the correction a later entry would be illegal; `reopen` lets it and those after it go",
            (("index", "which of the live entries, from 0"), PROBLEMS),
        ),
        ProblemKind("nothing-to-undo", 409, "fewer entries stand than are to be taken back"),
        ProblemKind("nothing-to-redo", 409, "nothing was undone, or something was entered since"),
        ProblemKind(
            "gone-another-way",
            409,
            "sessions of the file have gone on here in another way",
            (("sessions", "their ids, as the file has them"),),
        ),
        ProblemKind("deleted", 409, "the scorebook was deleted: it can be restored first"),
        ProblemKind("unreadable", 410, "the session was kept under rules that this release does not know"),
        ProblemKind("changed", 412, "the session is another than the one whose ETag If-Match names: read it again"),
        ProblemKind("too-large", 413, "there is more in the body than is taken"),
        ProblemKind("wrong-media-type", 415, "the body is not application/json"),
        ProblemKind(
            "refused",
            422,
            "something that was sent is not taken",
            (
                PROBLEMS,
                ("position", "of a document the illegal entry, from 0, where one is to blame"),
                ("index", "of a correction the live entry that is refused, from 0"),
            ),
        ),
        ProblemKind(
            "too-many",
            429,
            "this address has asked for too much of that; Retry-After says in how many seconds it may again",
        ),
        ProblemKind("broken", 500, "something broke here"),
        ProblemKind("unusable", 500, "whoever runs the site must mend its record"),
        ProblemKind(
            "unavailable",
            503,
            "the record cannot be had now; Retry-After says in how many seconds to try again",
            (("cause", "away, busy, full or read-only"),),
        ),
    )
}
"""Each by its name."""


def problem(slug: str, title: object, detail: object, *, status: int | None = None, **members: Any) -> Response:
    """Make a problem response in the reader's language, with the members of its kind."""
    kind = PROBLEM_KINDS[slug]
    said = {
        # The page of this site that describes it: RFC 9457 advises against relative addresses.
        "type": f"{request.root_url.rstrip('/')}/api#{slug}",
        # The same on every site, so that generated clients tell problems of one status apart.
        "code": slug,
        "title": str(title),
        "status": status or kind.status,
        "detail": str(detail),
        **members,
    }
    return Response(to_body(said), status=said["status"], headers=HEADERS, content_type=MEDIA_TYPE)


def to_body(value: object) -> bytes:
    """JSON in UTF-8; lone surrogates are replaced."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
