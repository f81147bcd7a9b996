"""Makes the OpenAPI 3.1 document from the table of operations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from web.api.games import name_of
from web.api.operation import IN_PATH, KEY, Operation
from web.api.shapes import Schema, Shapes, required
from web.api.table import OPERATIONS
from web.errors import KINDS, SCHEMAS, Kind
from web.http.errors import MEDIA_TYPE

VERSION = "1"
ABOUT = (
    "Sessions, entries, players, statistics of one scorebook, by a token that a keeper makes on the page Tokens and can"
    " withdraw there. Words, and what is wrong, come in the language of Accept-Language: English or Japanese."
)
GROUPS: Mapping[str, str] = {
    "Games": "What can be played, by which house rules.",
    "Sessions": "Games that are or were played: begun, written on, taken back, corrected, looked at.",
    "Evenings": "What was played in one night, and who came off best.",
    "Players and statistics": "The people of the scorebook, and what their finished games come to.",
    "Out and in": "Sessions and the whole scorebook as files.",
}
KEY_ABOUT = "Makes a repeat harmless: the same, sent again under the same key, is written once."
ETAG_ABOUT = "Changes with the answer: sent as If-None-Match, it is answered with 304 as long as nothing changed."
UNCHANGED = {"304": {"description": "as it was: If-None-Match names its ETag"}}
LINK_ABOUT = 'The next page, as rel="next" (RFC 8288); missing on the last.'
IF_NONE_MATCH_ABOUT = "The ETag of the answer that is here already: 304 where it is still the same."
IF_MATCH_ABOUT = "The ETag of the session as it was read: 412 where it has changed since, and nothing is written."
DESCRIPTIONS: Mapping[int, str] = {
    400: "not readable",
    401: "no valid token",
    403: "the token may only read",
    404: "not there",
    405: "not by this method",
    409: "refused for what lies in the record already",
    410: "kept under rules that are not known any more",
    412: "changed since it was read",
    413: "too much",
    415: "not JSON",
    422: "not taken",
    429: "too often",
    500: "broken here",
    503: "the record cannot be had now",
}


def document(root: str) -> dict[str, Any]:
    """The document of a site that lies under this path; what it is made of is made once."""
    return {**_document(), "servers": [{"url": f"{root}/api/v1"}]}


@cache
def _document() -> dict[str, Any]:
    shapes = Shapes()
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation, shapes)
    shapes.components |= {**SCHEMAS, **{_name(kind): _problem(kind) for kind in KINDS.values()}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Takuroku", "version": VERSION, "description": ABOUT},
        "tags": [{"name": name, "description": about} for name, about in GROUPS.items()],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(shapes.components.items())),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(operation: Operation, shapes: Shapes) -> dict[str, Any]:
    told: dict[str, Any] = {
        "operationId": operation.name,
        "tags": [operation.group],
        "summary": operation.summary,
        "description": operation.about or f"{operation.summary}.",
        "parameters": [*_parameters(operation, shapes)],
        "responses": {
            **{str(status): _answer(operation, *answer, shapes) for status, answer in operation.answers.items()},
            **(UNCHANGED if operation.method == "GET" else {}),
            **_problems(operation),
        },
        "security": _security(operation),
    }
    if operation.body:
        told["requestBody"] = {
            "required": True,
            "content": _content(shapes.of(operation.body), operation.example_body),
        }
    return told


def _security(operation: Operation) -> list[Schema]:
    if not operation.is_open:
        return [{"token": []}]
    return [{}, {"token": []}] if operation.largest_unknown else []


def _parameters(operation: Operation, shapes: Shapes) -> Iterable[dict[str, Any]]:
    for name in operation.in_path:
        yield {"name": name, "in": "path", "required": True, "schema": IN_PATH[name]}
    if operation.query:
        members = shapes.inline(operation.query)["properties"]
        for name, schema in members.items():
            said = _without_null(schema)
            yield {"name": name, "in": "query", "required": name in required(operation.query), "schema": said}
    if operation.has_key:
        schema = {"type": "string", "pattern": KEY}
        yield {"name": "Idempotency-Key", "in": "header", "description": KEY_ABOUT, "schema": schema}
    if operation.method == "GET":
        yield {
            "name": "If-None-Match",
            "in": "header",
            "description": IF_NONE_MATCH_ABOUT,
            "schema": {"type": "string"},
        }
    if operation.if_match:
        yield {"name": "If-Match", "in": "header", "description": IF_MATCH_ABOUT, "schema": {"type": "string"}}


def _without_null(schema: Schema) -> Schema:
    """What stands in an address is no null: it is left out."""
    if "anyOf" not in schema:
        return schema
    (kind,) = (each for each in schema["anyOf"] if each != {"type": "null"})
    return {**kind, **{name: value for name, value in schema.items() if name != "anyOf"}}


def _answer(operation: Operation, about: str, kind: Any, shapes: Shapes) -> dict[str, Any]:
    is_shown = operation.example is not None and kind is next(iter(operation.answers.values()))[1]
    told: dict[str, Any] = {
        "description": about,
        "content": _content(shapes.of(kind), operation.example if is_shown else None),
    }
    headers = {
        **({"ETag": _header(ETAG_ABOUT, required=True)} if operation.method == "GET" else {}),
        **({"Link": _header(LINK_ABOUT)} if operation.has_pages else {}),
    }
    return told | ({"headers": headers} if headers else {})


def _content(schema: Schema, example: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema, **({} if example is None else {"example": example})}}


def _header(about: str, *, required: bool = False, kind: str = "string") -> dict[str, Any]:
    return {"description": about, "required": required, "schema": {"type": kind}}


def _problems(operation: Operation) -> dict[str, Any]:
    by_status: dict[int, list[Kind]] = {}
    for slug in operation.may_answer:
        by_status.setdefault(KINDS[slug].status, []).append(KINDS[slug])
    return {str(status): _refusal(status, kinds) for status, kinds in sorted(by_status.items())}


def _refusal(status: int, kinds: list[Kind]) -> dict[str, Any]:
    refs = [{"$ref": f"#/components/schemas/{_name(kind)}"} for kind in kinds]
    schema = refs[0] if len(refs) == 1 else {"anyOf": refs}
    told: dict[str, Any] = {"description": DESCRIPTIONS[status], "content": {MEDIA_TYPE: {"schema": schema}}}
    if status == 401:
        told["headers"] = {"WWW-Authenticate": _header("By what one shows who one is.", required=True)}
    if status == 405:
        told["headers"] = {"Allow": _header("The methods that it takes.", required=True)}
    if status in (429, 503):
        told["headers"] = {"Retry-After": _header("Seconds.", required=True, kind="integer")}
    return told


def _problem(kind: Kind) -> Schema:
    """The schema of a problem as RFC 9457 has it, with what its kind has besides."""
    members = {each.name: {**each.schema, "description": each.about} for each in kind.members}
    return {
        "type": "object",
        "description": kind.when,
        "properties": {
            "type": {"type": "string", "format": "uri", "pattern": f"#{kind.slug}$"},
            "code": {"const": kind.slug},
            "title": {"type": "string"},
            "status": {"const": kind.status},
            "detail": {"type": "string"},
            **members,
        },
        "required": [
            "type",
            "code",
            "title",
            "status",
            "detail",
            *(each.name for each in kind.members if not each.optional),
        ],
    }


def _name(kind: Kind) -> str:
    return name_of("Problem", kind.slug)
