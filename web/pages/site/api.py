"""Routes of the API, its OpenAPI document, and the reference page."""

from __future__ import annotations

from typing import Any

from flask import Response, render_template, request
from flask.typing import ResponseReturnValue

from web.api.dispatch import problem, respond, view_of
from web.api.openapi import document, reference
from web.api.operation import IN_PATH
from web.api.operations import OPERATIONS
from web.errors import ERRORS_BY_SLUG
from web.http.error_pages import to_body
from web.identity.session_cookie import csrf
from web.request.page import Pages

pages = Pages("api", __name__, url_prefix="/api", readers="anyone", in_pocket=False)
pages.register_error_handler(Exception, problem)
# A browser sends nothing by itself by which these addresses know anybody: there is nothing to forge.
csrf.exempt(pages)
VERSION = "/v1"
CONVERTERS = {"integer": "int", "string": "string"}
MAX_BODY_BYTES = {f"api.{each.name}": each.largest for each in OPERATIONS if each.largest is not None}
FROM_ANYWHERE = frozenset(f"api.{each.name}" for each in OPERATIONS if each.from_anywhere) | {"api.may_ask"}
"""What pages of other sites may ask for, with a token: a browser sends no cookie along, and none is looked at here."""
ANYWHERE = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Retry-After"}
PROGRAM: dict[str, Any] = {"audience": "program", "provide_automatic_options": False}
BEFORE_ASKING = {
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Max-Age": "86400",
}


@pages.url_value_preprocessor
def _allow_large_files(endpoint: str | None, _values: object) -> None:
    if endpoint in MAX_BODY_BYTES:
        request.max_content_length = MAX_BODY_BYTES[endpoint]


@pages.after_request
def _let_be_read(response: Response) -> Response:
    """Let a page of another site read the answer, a problem too: so that it can show why a token is refused."""
    if request.endpoint in FROM_ANYWHERE:
        response.headers.update(ANYWHERE)
    return response


def may_ask(methods: str) -> Response:
    """What a browser asks before a page of another site may: by which methods, with which headers."""
    return Response(status=204, headers={**BEFORE_ASKING, "Access-Control-Allow-Methods": methods})


for _each in OPERATIONS:
    _rule = _each.path
    for _name in _each.in_path:
        _rule = _rule.replace(f"{{{_name}}}", f"<{CONVERTERS[IN_PATH[_name]['type']]}:{_name}>")
    _view = view_of(_each)
    _declared: dict[str, Any] = {"methods": [_each.method], "limit": _each.limit, **PROGRAM}
    pages.add_url_rule(VERSION + _rule, _each.name, _view, **_declared)
    if _each.name == "score":
        # Its address of before there were others.
        pages.add_url_rule(_rule, "score_as_before", _view, **_declared)

for _path in dict.fromkeys(each.path for each in OPERATIONS if each.from_anywhere):
    _methods = ", ".join(each.method for each in OPERATIONS if each.path == _path and each.from_anywhere)
    _route: dict[str, Any] = {"defaults": {"methods": _methods}, "methods": ["OPTIONS"], **PROGRAM}
    pages.add_url_rule(VERSION + _path, "may_ask", may_ask, **_route)


@pages.get(VERSION + "/openapi.json")
def openapi() -> ResponseReturnValue:
    """The OpenAPI 3.1 document."""
    return respond(to_body(document(request.script_root)))


@pages.get("")
def show() -> ResponseReturnValue:
    """What can be asked, answered and refused, for people."""
    return render_template(
        "site/api.html", groups=reference(document(request.script_root)), problems=ERRORS_BY_SLUG.values()
    )
