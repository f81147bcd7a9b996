"""View model of the API reference page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

OF_EVERY_GET = ("304", "If-None-Match")
"""What is the same of every GET, and left out."""
MAX_CHOICES_SHOWN = 6
"""So many choices stand in a line."""


@dataclass(frozen=True)
class Member:
    """Something that is sent or answered: its name, what it is, what it means; `optional` where it may be left out."""

    name: str
    kind: str
    about: str
    optional: bool


@dataclass(frozen=True)
class Shown:
    """An operation as the page shows it; `answers` are the statuses, what they mean, the names of their schemas."""

    id: str
    method: str
    path: str
    summary: str
    about: str
    sent: tuple[Member, ...]
    answers: tuple[tuple[str, str, str], ...]
    is_open: bool


def reference(document: Mapping[str, Any]) -> dict[str, list[Shown]]:
    """The operations by group."""
    groups: dict[str, list[Shown]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            shown = Shown(
                id=operation["operationId"],
                method=method.upper(),
                path=document["servers"][0]["url"] + path.replace("{", ":").replace("}", ""),
                summary=operation["summary"],
                about=operation["description"].removeprefix(f"{operation['summary']}."),
                sent=(*_parameters(operation), *_body(operation, document)),
                answers=tuple(
                    (status, answer["description"], _kinds(answer))
                    for status, answer in operation["responses"].items()
                    if status not in OF_EVERY_GET
                ),
                is_open=not operation["security"],
            )
            groups.setdefault(operation["tags"][0], []).append(shown)
    return groups


def _parameters(operation: Mapping[str, Any]) -> Iterator[Member]:
    for each in operation["parameters"]:
        if each["name"] in OF_EVERY_GET:
            continue
        about = each.get("description", each["schema"].get("description", ""))
        yield Member(each["name"], _kind(each["schema"]), about, not each.get("required", False))


def _body(operation: Mapping[str, Any], document: Mapping[str, Any]) -> Iterator[Member]:
    if "requestBody" not in operation:
        return
    schema = _looked_up(operation["requestBody"]["content"]["application/json"]["schema"], document)
    each = [_looked_up(one, document) for one in schema.get("oneOf", schema.get("anyOf", [schema]))]
    # Where there are several, they have members of the same names.
    for name, member in each[0].get("properties", {}).items():
        kinds = dict.fromkeys(_kind(one["properties"][name]) for one in each if name in one["properties"])
        optional = name not in each[0].get("required", ())
        yield Member(name, " | ".join(kinds), member.get("description", ""), optional)


def _looked_up(schema: Mapping[str, Any], document: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = document["components"]["schemas"][_last(schema["$ref"])] if "$ref" in schema else schema
    return found


def _kinds(answer: Mapping[str, Any]) -> str:
    """The schemas of an answer, by name."""
    if "content" not in answer:
        return ""
    (content,) = answer["content"].values()
    schema = content["schema"]
    return ", ".join(_last(each["$ref"]).removeprefix("Problem") for each in schema.get("anyOf", [schema]))


def _kind(schema: Mapping[str, Any]) -> str:
    """What a value is, in a few words: "integer 1 – 100", "string | null"."""
    if "$ref" in schema:
        return _last(schema["$ref"])
    if "const" in schema:
        return f"“{schema['const']}”"
    if "enum" in schema:
        choices = [str(each) for each in islice(schema["enum"], MAX_CHOICES_SHOWN)]
        return " | ".join((*choices, *(["…"] if len(schema["enum"]) > MAX_CHOICES_SHOWN else [])))
    if "anyOf" in schema:
        return " | ".join(map(_kind, schema["anyOf"]))
    kind = str(schema.get("type", "anything"))
    if kind == "array":
        return f"array of {_kind(schema.get('items') or {})}"
    limits = [str(schema[name]) for name in ("minimum", "maximum") if name in schema]
    return f"{kind} {' – '.join(limits)}".strip()


def _last(ref: str) -> str:
    return ref.rpartition("/")[2]
