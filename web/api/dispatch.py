"""Dispatches API requests: checks the token, reads the request, turns errors into problems."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Annotated, Any, get_args, get_origin
from urllib.parse import urlencode

from flask import Response, request
from flask_babel import gettext as _
from werkzeug.exceptions import BadRequest, NotFound, RequestEntityTooLarge, UnsupportedMediaType

from record.log import Author
from scoring.document import problems_json
from scoring.strict_json import shown
from store.access.secrets import Token, bearer, note_use
from store.book import Book
from store.errors import DatabaseError, RoleError, SaidOtherwiseError, UnavailableError
from store.scorebooks import expect_not_deleted
from store.transfer.file import BadJsonError, read_json
from web.api.answers import session_now
from web.api.conditional import is_known, tag_of, tag_of_session, tagged, unchanged
from web.api.operation import IN_PATH, KEY, Answered, Call, Operation
from web.api.reading import read_object, read_query
from web.api.shapes import Read, as_json
from web.errors import MAX_PROBLEM_LENGTH, NoTokenError, kind_of
from web.http.errors import HEADERS, answer, to_body
from web.i18n.translate import words
from web.identity.current import new_key, now, now_stamp
from web.request import connection
from web.sheet.seats.differences import side_by_side


def served(operation: Operation) -> Callable[..., Response]:
    """The view of an operation."""

    def view(**path: Any) -> Response:
        call = _call(operation, path)
        if operation.writes and not call.book.allows("keeper"):
            raise RoleError
        tag = tag_of_session(operation, call)
        if tag is not None and is_known(tag):
            return unchanged(tag)
        return _answer(operation, operation.serve(call), tag)

    return view


def _call(operation: Operation, path: Mapping[str, Any]) -> Call:
    """What came; raises what is wrong with it, the token before all else."""
    who = _bearer_if_any() if operation.is_open else _bearer()
    pattern = IN_PATH["session"]["pattern"]
    if "session" in path and not re.fullmatch(pattern, path["session"]):
        raise NotFound
    return Call(
        opened=None if who is None or operation.is_open else _opened(who),
        by=Author(device=who.id if who else "", key=_key(operation, who), at=now(), name=who.name if who else ""),
        path=path,
        query=operation.query and read_query(operation.query, request.args.items(multi=True)),
        body=operation.body and _body(operation, None if who else operation.largest_unknown),
        is_known=who is not None,
    )


def _bearer() -> Token:
    """Who asks; raises NoTokenError."""
    given = request.authorization
    token = given.token if given is not None and given.type == "bearer" else None
    if not token:
        raise NoTokenError(given=False)
    who = bearer(connection(), token)
    if who is None:
        raise NoTokenError(given=True)
    # Where nothing can be written now, what is asked can be answered all the same.
    with suppress(UnavailableError):
        note_use(connection(), who, at=now_stamp())
    return who


def _bearer_if_any() -> Token | None:
    """Who asks for what nobody needs a token for, nor the record."""
    try:
        return _bearer()
    except (NoTokenError, DatabaseError):
        return None


def _opened(who: Token) -> Book:
    """The scorebook to which a token leads; raises DeletedScorebookError."""
    book = Book(connection(), who.scorebook, who.role)
    expect_not_deleted(book)
    return book


def _key(operation: Operation, who: Token | None) -> str:
    """The key to write under, of this scorebook alone: others may have called something the same."""
    given = request.headers.get("Idempotency-Key") if operation.has_key else None
    if given is None or who is None:
        return new_key()
    if not re.fullmatch(KEY, given):
        raise BadRequest(_("An Idempotency-Key has 1 to 100 letters, digits and signs, and no spaces."))
    return sha256(f"{who.scorebook} {given}".encode()).hexdigest()


def _body(operation: Operation, most: int | None) -> object:
    """What was sent, read as the operation takes it, of so many bytes at most; raises what is wrong with it."""
    if not request.is_json:
        raise UnsupportedMediaType(_("Send JSON, as application/json."))
    data = _data(most)
    if operation.takes_file:
        return data
    try:
        raw = read_json(data)
    except BadJsonError as error:
        raise BadRequest(words(error.message)) from error
    if not isinstance(raw, Mapping):
        raise BadRequest(_("Send one JSON object."))
    kind: Any = get_args(operation.body)[0] if get_origin(operation.body) is Annotated else operation.body
    return read_object(kind, raw) if isinstance(kind, type) and issubclass(kind, Read) else raw


def _data(most: int | None) -> bytes:
    if most is not None:
        request.max_content_length = most
    try:
        return request.get_data()
    except RequestEntityTooLarge as error:
        largest = request.max_content_length or 0
        kb, mb = largest // 1024, largest // 1024**2
        if most is not None:
            text = _("Without a token the limit is %(most)s KB. With a token you can send more.", most=kb)
        else:
            text = _("The limit here is %(most)s MB.", most=mb) if mb else _("The limit here is %(most)s KB.", most=kb)
        raise RequestEntityTooLarge(text) from error


def _answer(operation: Operation, answered: Answered, tag: str | None) -> Response:
    body = answered.value.encode() if answered.is_text else to_body(as_json(answered.value))
    if operation.method == "GET":
        tag = tag or tag_of(body)
        if is_known(tag):
            return unchanged(tag)
    answer = Response(body, status=answered.status, headers=HEADERS, content_type="application/json")
    if answered.location:
        answer.headers["Location"] = f"{request.script_root}/api/v1{answered.location}"
    if answered.following:
        asked = {name: value for name, value in request.args.items() if name != "offset"}
        query = urlencode({**asked, "cursor": answered.following})
        answer.headers["Link"] = f'<{request.script_root}{request.path}?{query}>; rel="next"'
    return answer if tag is None else tagged(answer, tag)


def refused(error: Exception) -> Response:
    """The problem of an error, with the members of its kind."""
    members = {each.name: _member(each.name, error) for each in kind_of(error).members if hasattr(error, each.name)}
    text = " ".join(map(words, side_by_side(error))) if isinstance(error, SaidOtherwiseError) else ""
    return answer(error, text=text, members=members)


def _member(name: str, error: Any) -> object:
    if name == "session":
        return as_json(session_now(error.session))
    if name == "problems":
        return problems_json(error.problems, lambda each: shown(words(each), MAX_PROBLEM_LENGTH))
    return as_json(getattr(error, name))
