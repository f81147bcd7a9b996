"""JSON Schema from Python types, and JSON from their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from fractions import Fraction
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, cast, get_args, get_origin, get_type_hints, is_typeddict

from scoring.entry.fields import DIGITS, to_json
from scoring.validation import Member

Schema: TypeAlias = dict[str, Any]

PLAIN: Mapping[object, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    # Points are written as numbers where they are whole, else as their exact digits.
    Fraction: {"type": "string", "pattern": DIGITS},
    object: {},
    Any: {},
}


class Constraints:
    """What JSON Schema says of a value beside its type: `Annotated[int, Says(minimum=0)]`."""

    def __init__(self, **keywords: Any) -> None:
        self.schema = keywords


class SchemaRef:
    """A schema under a name of its own, made by other code than the type: `Annotated[object, Named("Entry", make)]`."""

    def __init__(self, name: str, make: Callable[[Shapes], Schema]) -> None:
        self.name = name
        self.make = make


class Read:
    """A type of what is read: nothing else may be there, and what has a default may be left out.

    Each member says of which kind it is, `Annotated[int, whole_number(1, 9)]`, unless its type says all.
    """


LEGACY_DEFAULTS: Any = object()
"""The default of what stays as it is where it is left out, and could be null."""


class Shapes:
    """The schemas of a document, each under its name once."""

    def __init__(self) -> None:
        self.components: dict[str, Schema] = {}

    def of(self, hint: Any) -> Schema:
        """The schema of a type; one that has fields is kept under its name, and referred to."""
        if hint in PLAIN:
            return dict(PLAIN[hint])
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self._annotated(arguments[0], arguments[1:])
        if origin is Literal:
            return {"const": arguments[0]} if len(arguments) == 1 else {"type": "string", "enum": [*arguments]}
        if origin in (Union, UnionType):
            return {"anyOf": [self.of(each) for each in arguments]}
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(arguments[1])}
        if isinstance(origin, type) and issubclass(origin, Sequence):
            return {"type": "array", "items": self.of(arguments[0])}
        return self.named(hint.__name__, lambda shapes: shapes.inline(hint))

    def named(self, name: str, make: Callable[[Shapes], Schema]) -> Schema:
        """A reference to the schema of this name, made the first time."""
        if name not in self.components:
            self.components[name] = {}
            self.put(name, make(self))
        return {"$ref": f"#/components/schemas/{name}"}

    def put(self, name: str, schema: Schema) -> Schema:
        """Keep a schema under a name and return a reference to it."""
        self.components[name] = schema
        return {"$ref": f"#/components/schemas/{name}"}

    def _annotated(self, hint: Any, notes: Sequence[object]) -> Schema:
        for note in notes:
            if isinstance(note, SchemaRef):
                return self.named(note.name, note.make)
        schema = self.of(hint)
        for note in notes:
            if isinstance(note, Constraints):
                schema |= note.schema
            elif isinstance(note, Member):
                schema |= note.limits
        return schema

    def inline(self, kind: Any) -> Schema:
        """The schema of a type with fields, under no name."""
        if not (is_typeddict(kind) or is_dataclass(kind) or hasattr(kind, "_fields")):
            raise TypeError(f"nobody has said what {kind} looks like as JSON")
        hints = get_type_hints(kind, include_extras=True)
        about = (kind.__doc__ or "").split("\n\n")[0]
        return {
            "type": "object",
            "description": " ".join(about.split()),
            "properties": {name: self.of(hint) for name, hint in hints.items()},
            "required": sorted(required(kind), key=[*hints].index),
            **({"additionalProperties": False} if issubclass(kind, Read) else {}),
        }


def required(kind: Any) -> frozenset[str]:
    """The members that are always there."""
    if is_typeddict(kind):
        return frozenset(kind.__required_keys__)
    if is_dataclass(kind):
        read = isinstance(kind, type) and issubclass(kind, Read)
        return frozenset(each.name for each in fields(kind) if not (read and _has_default(each)))
    return frozenset(kind._fields)


def _has_default(member: Field[Any]) -> bool:
    return member.default is not MISSING or member.default_factory is not MISSING


def as_json(value: Any) -> Any:
    """A value as JSON, as `Shapes.of` says of its type."""
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: as_json(getattr(value, each.name)) for each in fields(value)}
    if hasattr(value, "_asdict"):
        return {name: as_json(each) for name, each in value._asdict().items()}
    if isinstance(value, Mapping):
        return {name: as_json(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(each) for each in value]
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    return to_json(cast(Any, value))
