"""The OpenAPI 3.1 document, made from the table of operations, and the page that shows it to people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import compress
from typing import Any

from scoring.catalogue import all_games
from scoring.entry.fields import NULL
from scoring.table import MAX_NAME_LENGTH
from web.api.operation import GROUPS, IN_PATH, KEY, Operation
from web.api.operations import OPERATIONS
from web.api.shapes import Schema, Schemas, ref
from web.errors import ERRORS_BY_SLUG, ErrorKind
from web.http.error_pages import MEDIA_TYPE

VERSION = "1"
ABOUT = (
    "Sessions, entries, players and statistics of one scorebook. A scorekeeper makes a token on the page Tokens, and"
    " can revoke it there. Messages are localised by Accept-Language (en, ja)."
)
TEXT = {"type": "string"}
SENT_HEADERS: Mapping[str, tuple[str, Schema]] = {
    "Idempotency-Key": (
        "Makes a repeat harmless: the same request sent again under the same key is written once.",
        {**TEXT, "pattern": KEY},
    ),
    "If-None-Match": ("The ETag of the answer that the client has: 304 if it is still the same.", TEXT),
    "If-Match": (
        "The ETag of the session as it was read: 412 if it has changed since, and nothing is written.",
        TEXT,
    ),
}
"""What they mean, and their schemas."""
ETAG = "Changes with the answer. Sent as If-None-Match, the answer is 304 as long as nothing changed."
DESCRIPTIONS: Mapping[int, str] = {
    304: "not modified: If-None-Match names the ETag",
    400: "bad request",
    401: "no valid token",
    403: "the token is read-only",
    404: "not found",
    405: "method not allowed",
    409: "conflicts with what is saved",
    410: "recorded by a release whose rules are no longer supported",
    412: "changed since it was read",
    413: "payload too large",
    415: "not JSON",
    422: "invalid, or rejected by the game’s rules",
    429: "too many requests",
    500: "internal error",
    503: "the database is unavailable",
}
OF_PROBLEMS: Mapping[str, Schema] = {
    "BrokenRule": {
        "type": "object",
        "properties": {"field": TEXT, "seat": {"anyOf": [{"type": "integer"}, NULL]}, "message": TEXT},
        "required": ["field", "seat", "message"],
    },
    "SaidOtherwise": {
        "type": "object",
        "properties": {
            "seat": {"type": "integer"},
            "said": {"anyOf": [{"type": "object"}, NULL]},
            "entered": {"type": "object"},
        },
        "required": ["seat", "said", "entered"],
    },
}
"""What the members of problems refer to, by name."""
OF_EVERY_GET = ("304", "If-None-Match")
"""The same for every GET, and left out on the page."""
MAX_CHOICES_SHOWN = 6
"""The most choices that the page lists in a line."""


def document(root: str) -> dict[str, Any]:
    """The document of a site under this path; what it is made of is made once."""
    return {**_document(), "servers": [{"url": f"{root}/api/v1"}]}


def name_of(kind: str, slug: str) -> str:
    """The name of a schema of a game or a problem, from which generators make the name of a type.

    >>> name_of("Options", "oh-hell")
    'OptionsOhHell'
    """
    return kind + "".join(map(str.capitalize, slug.split("-")))


@cache
def _document() -> dict[str, Any]:
    schemas = Schemas({**OF_PROBLEMS, **_of_games()})
    schemas.components |= {name_of("Problem", slug): _problem(kind, schemas) for slug, kind in ERRORS_BY_SLUG.items()}
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Takuroku", "version": VERSION, "description": ABOUT},
        "tags": [{"name": name, "description": about} for name, about in GROUPS.items()],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(schemas.components.items())),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _of_games() -> dict[str, Schema]:
    """The schemas of entries, of house rules and new sessions by game, and of session documents."""
    games = all_games()
    seats = [each for game in games.values() for each in game.player_counts]
    dealer = {"type": "integer", "minimum": 0, "default": 0}
    schemas: dict[str, Schema] = {
        # An answer may have steps of earlier releases, and which entries a session accepts changes with every step.
        "Entry": {
            "description": "An entry: its step and the fields of that step; a field asked by seat is an array in seat"
            " order. What a session accepts now, with all limits, is in its `accepts` as JSON Schema.",
            "type": "object",
            "properties": {"step": TEXT},
            "required": ["step"],
            "additionalProperties": {},
        },
        "Start": {"oneOf": [ref(name_of("Start", slug)) for slug in games]},
        "Options": {
            "description": "House rules: those of the game.",
            "anyOf": [ref(name_of("Options", slug)) for slug in games],
        },
        "AnyDocument": {
            "description": "A session document: see docs/session-document.md.",
            "type": "object",
            "properties": {
                "takuroku": {"const": 1},
                "game": {**TEXT, "enum": [*games]},
                "players": _players(min(seats), max(seats)),
                "dealer": dealer,
                "options": {"type": "object"},
                "entries": {"type": "array", "items": ref("Entry")},
            },
            "required": ["game", "players"],
            "additionalProperties": False,
        },
        "AnyFile": {"anyOf": [ref("ScorebookFile"), ref("AnyDocument")]},
    }
    for slug, game in games.items():
        schemas[name_of("Options", slug)] = {"description": game.name, **game.options.schema()}
        schemas[name_of("Start", slug)] = {
            "description": game.name,
            "type": "object",
            "properties": {
                "game": {"const": slug},
                "players": _players(game.player_counts[0], game.player_counts[-1]),
                "dealer": {**dealer, "maximum": game.player_counts[-1] - 1},
                "options": ref(name_of("Options", slug)),
            },
            "required": ["game", "players"],
            "additionalProperties": False,
        }
    return schemas


def _players(least: int, most: int) -> Schema:
    """Names in seat order. No two may be the same, capitals and width aside, which no schema can say."""
    name = {**TEXT, "minLength": 1, "maxLength": MAX_NAME_LENGTH, "pattern": r"\S"}
    return {"type": "array", "items": name, "minItems": least, "maxItems": most, "uniqueItems": True}


def _problem(kind: ErrorKind, schemas: Schemas) -> Schema:
    """The schema of a problem as RFC 9457 has it, with the members of its kind."""
    required = {
        "type": {**TEXT, "format": "uri", "pattern": f"#{kind.slug}$"},
        "code": {"const": kind.slug},
        "title": TEXT,
        "status": {"const": kind.status},
        "detail": TEXT,
    }
    members = {each.name: {**schemas.of(each.hint), "description": each.about} for each in kind.members}
    return {
        "type": "object",
        "description": kind.when,
        "properties": {**required, **members},
        "required": [*required, *(each.name for each in kind.members if not each.optional)],
    }


def _operation(operation: Operation, schemas: Schemas) -> dict[str, Any]:
    reads = operation.method == "GET"
    headers = {
        **({"ETag": _header(ETAG, required=True)} if reads else {}),
        **(
            {"Link": _header('The next page, as rel="next" (RFC 8288); missing on the last.')}
            if operation.has_pages
            else {}
        ),
        **(
            {"Takuroku-Left-Out": _header("How many sessions were left out; missing where none was.", kind="integer")}
            if operation.leaves_out
            else {}
        ),
    }
    examples = dict.fromkeys(list(operation.answers)[:1], operation.example)
    described: dict[str, Any] = {
        "operationId": operation.name,
        "tags": [operation.group],
        "summary": operation.summary,
        "description": operation.about or f"{operation.summary}.",
        "parameters": [*_parameters(operation, schemas)],
        "responses": {
            **{
                str(status): {
                    "description": about,
                    "content": _content(schemas.of(shape), examples.get(status)),
                    **({"headers": headers} if headers else {}),
                }
                for status, (about, shape) in operation.answers.items()
            },
            **({"304": {"description": DESCRIPTIONS[304]}} if reads else {}),
            **_refusals(operation),
        },
        "security": [{"token": []}],
    }
    if operation.is_open:
        described["security"] = [{}, {"token": []}] if operation.largest_unknown else []
    if operation.body:
        described["requestBody"] = {
            "required": True,
            "content": _content(schemas.of(operation.body), operation.example_body),
        }
    return described


def _parameters(operation: Operation, schemas: Schemas) -> Iterable[dict[str, Any]]:
    for name in operation.in_path:
        yield {"name": name, "in": "path", "required": True, "schema": IN_PATH[name]}
    if query := operation.query:
        for name, kind in query.members.items():
            yield {"name": name, "in": "query", "required": name in query.required, "schema": schemas.of(kind)}
    is_sent = (operation.has_key, operation.method == "GET", operation.if_match)
    for name, (about, schema) in compress(SENT_HEADERS.items(), is_sent):
        yield {"name": name, "in": "header", "description": about, "schema": schema}


def _refusals(operation: Operation) -> dict[str, Any]:
    """The problems that an operation may answer, by status."""
    by_status: dict[int, list[Schema]] = {}
    for slug in operation.may_answer:
        by_status.setdefault(ERRORS_BY_SLUG[slug].status, []).append(ref(name_of("Problem", slug)))
    retry = {"Retry-After": _header("Seconds.", required=True, kind="integer")}
    headers = {
        401: {"WWW-Authenticate": _header("How to authenticate.", required=True)},
        405: {"Allow": _header("The allowed methods.", required=True)},
        429: retry,
        503: retry,
    }
    return {
        str(status): {
            "description": DESCRIPTIONS[status],
            "content": {MEDIA_TYPE: {"schema": refs[0] if len(refs) == 1 else {"anyOf": refs}}},
            **({"headers": headers[status]} if status in headers else {}),
        }
        for status, refs in sorted(by_status.items())
    }


def _content(schema: Schema, example: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema, **({} if example is None else {"example": example})}}


def _header(about: str, *, required: bool = False, kind: str = "string") -> dict[str, Any]:
    return {"description": about, "required": required, "schema": {"type": kind}}


# The page.


def reference(document: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The operations by group as the page shows them: what is sent, and what is answered by status."""
    groups: dict[str, list[dict[str, Any]]] = {tag["name"]: [] for tag in document["tags"]}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            shown = {
                "id": operation["operationId"],
                "method": method.upper(),
                "path": document["servers"][0]["url"] + path.replace("{", ":").replace("}", ""),
                "summary": operation["summary"],
                "about": operation["description"].removeprefix(f"{operation['summary']}."),
                "sent": [*_sent(operation, document["components"]["schemas"])],
                "answers": [
                    (status, response["description"], _schemas_of(response))
                    for status, response in operation["responses"].items()
                    if status not in OF_EVERY_GET
                ],
                "is_open": not operation["security"],
            }
            groups[operation["tags"][0]].append(shown)
    return groups


def _sent(operation: Mapping[str, Any], schemas: Mapping[str, Schema]) -> Iterator[tuple[str, str, str, bool]]:
    """Each parameter and member of the body: its name, what it is, what it means, whether it may be left out."""
    for each in operation["parameters"]:
        if each["name"] not in OF_EVERY_GET:
            about = each.get("description", each["schema"].get("description", ""))
            yield each["name"], _kind(each["schema"]), about, not each.get("required", False)
    if "requestBody" not in operation:
        return
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    body = schemas[_last(schema["$ref"])]
    first, *others = [schemas[_last(each["$ref"])] for each in body.get("oneOf", body.get("anyOf", [schema]))]
    # Where there are several, they have members of the same names.
    for name, member in first["properties"].items():
        kinds = dict.fromkeys(
            _kind(each["properties"][name]) for each in (first, *others) if name in each["properties"]
        )
        yield name, " | ".join(kinds), member.get("description", ""), name not in first["required"]


def _schemas_of(response: Mapping[str, Any]) -> str:
    """The names of the schemas of an answer."""
    if "content" not in response:
        return ""
    (content,) = response["content"].values()
    each = content["schema"].get("anyOf", [content["schema"]])
    return ", ".join(_last(schema["$ref"]).removeprefix("Problem") for schema in each)


def _kind(schema: Schema) -> str:
    """What a value is, in a few words: "integer 1 – 100", "string | null"."""
    if "$ref" in schema:
        return _last(schema["$ref"])
    if "const" in schema:
        return f"“{schema['const']}”"
    if "enum" in schema:
        more = ["…"] if len(schema["enum"]) > MAX_CHOICES_SHOWN else []
        return " | ".join([*map(str, schema["enum"][:MAX_CHOICES_SHOWN]), *more])
    if "anyOf" in schema:
        return " | ".join(map(_kind, schema["anyOf"]))
    kind = str(schema.get("type", "anything"))
    if kind == "array":
        return f"array of {_kind(schema.get('items') or {})}"
    limits = [str(schema[name]) for name in ("minimum", "maximum") if name in schema]
    return f"{kind} {' – '.join(limits)}".strip()


def _last(ref: str) -> str:
    return ref.rpartition("/")[2]
