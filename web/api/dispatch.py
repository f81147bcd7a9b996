"""Serves API requests: checks the token, reads the request, answers with an ETag, turns errors into problems.

Answers about one session have the session's version in their ETag and are not even made where nothing changed. Any
other answer to a GET has a hash of itself: it is made, but neither compressed nor sent again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from flask import Response, request
from flask_babel import get_locale
from flask_babel import gettext as _
from werkzeug.datastructures import ETags
from werkzeug.exceptions import BadRequest, NotFound, RequestEntityTooLarge, UnsupportedMediaType

from record.log import Author, stamp
from scoring.document import problems_json
from scoring.message import say
from scoring.strict_json import excerpt
from scoring.validation import OBJECT
from store.access.secrets import Token, bearer, note_use
from store.book import Book
from store.errors import DatabaseError, DifferentInputError, RoleError, UnavailableError
from store.scorebooks import expect_not_deleted
from store.sessions import snapshot
from store.stats.read_models import rules_fingerprint
from store.transfer.scorebook_file import BadJsonError, read_json
from web.api.operation import IN_PATH, KEY, WITHOUT_TOKEN, Answered, Call, Operation
from web.api.shapes import Members, Shape, as_json
from web.errors import MAX_PROBLEM_LENGTH, ChangedError, NoTokenError, kind_of
from web.http.error_pages import HEADERS, error_response, to_body
from web.i18n.translate import translated
from web.identity.visitor import new_key
from web.request import connection, now, sent_token
from web.sheet.seat_card import side_by_side

ENCODED = re.compile(r":(br|gzip|zstd|deflate)$")
"""What the compression appends to an ETag: the same answer in another encoding."""
KEPT = {"Cache-Control": "private, no-cache"}
"""An answer with an ETag may be cached, but must be revalidated before each use."""
FLAGS = {"true": True, "false": False}


def view_of(operation: Operation) -> Callable[..., Response]:
    """The view of an operation."""

    def view(**path: Any) -> Response:
        call = _call(operation, path)
        if operation.writes and not call.book.allows("keeper"):
            raise RoleError
        tag = None
        if operation.by_version:
            # The words depend on the language, and on this release as well as the scores.
            tag = f"{snapshot.version(call.book, path['session'])}.{get_locale()}.{rules_fingerprint()[:8]}"
        return _unchanged(tag) or _answer(operation, operation.serve(call), tag)

    return view


def respond(body: bytes, tag: str | None = None) -> Response:
    """A JSON answer with an ETag, by default a hash of its body; 304 for a client that has it already."""
    tag = tag or sha256(body).hexdigest()[:24]
    response = _unchanged(tag) or Response(body, headers=HEADERS | KEPT, content_type="application/json")
    response.set_etag(tag)
    return response


def expect_unchanged(call: Call) -> None:
    """Raise ChangedError where If-Match names another version of the session, in whatever language it was read."""
    named = request.if_match
    if named and not named.star_tag:
        version = snapshot.version(call.book, call.path["session"])
        if version not in {each.rsplit(".", 2)[0] for each in _etags(named)}:
            raise ChangedError


def problem(error: Exception) -> Response:
    """The problem of an error, with the members of its kind."""
    members = {each.name: getattr(error, each.name) for each in kind_of(error).members if hasattr(error, each.name)}
    if "problems" in members:
        members["problems"] = problems_json(
            members["problems"], lambda each: excerpt(translated(each), MAX_PROBLEM_LENGTH)
        )
    text = " ".join(map(translated, side_by_side(error))) if isinstance(error, DifferentInputError) else ""
    return error_response(error, text=text, members=as_json(members))


def _call(operation: Operation, path: Mapping[str, Any]) -> Call:
    """The request as it was read; raises what is wrong with it, the token first."""
    try:
        who = _bearer()
    except (NoTokenError, DatabaseError):
        if not operation.is_open:
            raise
        who = None
    if "session" in path and not re.fullmatch(IN_PATH["session"]["pattern"], path["session"]):
        raise NotFound
    opened = Book(connection(), who.scorebook, who.role) if who else None
    if opened and not operation.is_open:
        expect_not_deleted(opened)
    return Call(
        opened=opened,
        by=Author(device=who.id if who else "", key=_key(operation, who), at=now(), name=who.name if who else ""),
        path=path,
        query=_query(operation.query) if operation.query else {},
        body=_body(operation, None if who else operation.largest_unknown) if operation.body else None,
    )


def _bearer() -> Token:
    """The token that was sent; raises NoTokenError."""
    token = sent_token()
    if not token:
        raise NoTokenError(given=False)
    who = bearer(connection(), token)
    if who is None:
        raise NoTokenError(given=True)
    # While nothing can be written, reading still works.
    with suppress(UnavailableError):
        note_use(connection(), who, at=stamp(now()))
    return who


def _key(operation: Operation, who: Token | None) -> str:
    """The key to write under, of this scorebook alone: another one may use the same."""
    given = request.headers.get("Idempotency-Key") if operation.has_key else None
    if given is None or who is None:
        return new_key()
    if not re.fullmatch(KEY, given):
        text = say("“{field}” must be {kind}.", field="Idempotency-Key", kind=say("of the form {form}", form=KEY[1:-1]))
        raise BadRequest(translated(text))
    return sha256(f"{who.scorebook} {given}".encode()).hexdigest()


def _query(query: Members) -> dict[str, Any]:
    """The query parameters, numbers and flags read from their digits and words; raises EntryError."""
    given: dict[str, object] = {}
    for name, text in request.args.items(multi=True):
        kind = query.members[name].limits["type"] if name in query.members else "string"
        value: object = text
        if kind == "integer" and re.fullmatch(r"[0-9]{1,9}", text):
            value = int(text)
        elif kind == "boolean":
            value = FLAGS.get(text, text)
        # Of two values nobody could say which counts: a list is never accepted.
        given[name] = [value] if name in given else value
    return query.read(given)


def _body(operation: Operation, most: int | None) -> Any:
    """The body as the operation takes it, of so many bytes at most; raises what is wrong with it."""
    if not request.is_json:
        raise UnsupportedMediaType(_("Send JSON, as application/json."))
    if most is not None:
        request.max_content_length = most
    try:
        data = request.get_data()
    except RequestEntityTooLarge as error:
        largest = request.max_content_length or 0
        kb, mb = largest // 1024, largest // 1024**2
        size = f"{mb} MB" if mb else f"{kb} KB"
        text = say("The limit here is {most}.", most=size) if most is None else WITHOUT_TOKEN.of(most=size)
        raise RequestEntityTooLarge(translated(text)) from error
    if operation.takes_file:
        return data
    try:
        raw = read_json(data)
    except BadJsonError as error:
        raise BadRequest(translated(error.message)) from error
    if not isinstance(raw, Mapping):
        raise BadRequest(translated(say("“{field}” must be {kind}.", field="body", kind=OBJECT.expected)))
    return operation.body.read(raw) if isinstance(operation.body, Shape) else raw


def _answer(operation: Operation, found: Any, tag: str | None) -> Response:
    answered = found if isinstance(found, Answered) else Answered(found, 200)
    body = answered.value if isinstance(answered.value, bytes) else to_body(as_json(answered.value))
    if operation.method == "GET":
        response = respond(body, tag)
    else:
        response = Response(body, status=answered.status, headers=HEADERS, content_type="application/json")
    if answered.location:
        response.headers["Location"] = f"{request.script_root}/api/v1{answered.location}"
    if answered.left_out:
        response.headers["Takuroku-Left-Out"] = str(answered.left_out)
    if operation.has_pages and found["next_cursor"] and response.status_code != 304:
        query = {name: value for name, value in request.args.items() if name != "offset"}
        following = urlencode({**query, "cursor": found["next_cursor"]})
        response.headers["Link"] = f'<{request.script_root}{request.path}?{following}>; rel="next"'
    return response


def _unchanged(tag: str | None) -> Response | None:
    """304 where the client has the answer with this ETag."""
    named = request.if_none_match
    if tag is None or not (named.star_tag or tag in _etags(named)):
        return None
    response = Response(status=304, headers=HEADERS | KEPT)
    response.set_etag(tag)
    return response


def _etags(tags: ETags) -> set[str]:
    """The ETags of a header as they were made here; a proxy that compresses answers marks them as weak."""
    return {ENCODED.sub("", each) for each in tags.as_set(include_weak=True) if each}
