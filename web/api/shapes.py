"""What the API sends and reads: the members of each object, their JSON Schemas, and the encoder of all answers.

An answer is a value of the rules, the store or a report as it is; `PUBLIC` says where its JSON has other names or fewer
members. What has no class is declared as a `Shape`, and so is what is sent, which is read by the same declaration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass, replace
from fractions import Fraction
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, cast, get_args, get_origin, get_type_hints

from record.evenings import EveningPlace
from record.log import Action, Time
from record.session import Session
from scoring.document import report
from scoring.entry.choices import Choice
from scoring.entry.fields import DIGITS, NULL, to_json
from scoring.entry.reading import read_object
from scoring.message import Message, Points
from scoring.validation import Member, described, members, whole_number
from store.players.profiles import MergedPlayer
from store.sessions.history import Summary
from store.stats.league import LeagueRow
from store.stats.player_stats import HeadToHeadCounts
from store.stats.ratings import Opponents, PlayerRating, RatingChange
from store.stats.results import Average, Results
from store.transfer.importer import ImportResult
from web.i18n.translate import translated
from web.summaries.evening import EveningGame, EveningSide, Recap
from web.summaries.filters import MOMENT

Schema: TypeAlias = dict[str, Any]
"""A JSON Schema (2020-12)."""
Hint: TypeAlias = Any
"""What a member is: a type, a `Shape`, a `Member`, a JSON Schema, a list of one of these, or a tuple: any of them."""

PLAIN: Mapping[Hint, Schema] = {
    str: {"type": "string"},
    Message: {"type": "string"},
    Time: {"type": "string", "format": "date-time"},
    int: {"type": "integer"},
    float: {"type": "number"},
    Average: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: NULL,
    None: NULL,
    # Points are written as numbers where they are whole, else as their exact digits.
    Fraction: {"type": "string", "pattern": DIGITS},
    object: {},
    Any: {},
}
PUBLIC: Mapping[type, tuple[str, str, str]] = {
    Action: ("Logged", "position kind at device facts", "An action of a session: what, when, on which device."),
    Choice: ("OptionChoice", "value label help", "A value of a house rule, as documents write it, and what it means."),
    Results: (
        "GameResults",
        "game title kind games won average average_place highest lowest run longest driest",
        "A player in one game: sessions and wins (a shared win is one), totals at the end, wins in a row.",
    ),
    LeagueRow: ("TableLine", "player name results", "A line of the table: a player in one game."),
    HeadToHeadCounts: (
        "Beside",
        "player name game ahead level behind partners won title",
        "",
    ),
    MergedPlayer: ("Part", "id name", ""),
    PlayerRating: (
        "RatingLine",
        "player name game title games rating=number",
        "A player's rating in one game, after so many `games`.",
    ),
    Opponents: (
        "RatingOpponents",
        "players=people names expected result gain",
        "What it brought to meet one other side: how likely it was to be ahead of them, and how it ended (1, ½ or 0).",
    ),
    RatingChange: (
        "RatingChange",
        "session began before after against",
        "What one session did to a rating: `gain`s against each other side add up to the difference.",
    ),
    Summary: (
        "Summary",
        "id game options created_at updated_at played_at minutes over ended_early deals seats discarded_at=deleted_at"
        " archived_at excluded_at place note",
        "",
    ),
    EveningSide: ("EveningSide", "place people total won", "A side of a session: one person, or the people of a team."),
    EveningGame: (
        "EveningGame",
        "session name began over counts sides result",
        "A session of an evening. `counts`: it is over with a result and not excluded; `result` names who won then.",
    ),
    EveningPlace: (
        "EveningPlace",
        "place name points games won",
        "Somebody in the standings of an evening: a point for each player beaten in each game, half of one for a tie.",
    ),
    Recap: (
        "EveningRecap",
        "id=first began ended people games standing recap=text",
        "An evening with its games in order and the standings across them, empty where fewer than two games count.",
    ),
    ImportResult: ("Taken", "new longer known", "How many sessions of a file were new, longer than here, or known."),
}
"""The name of a class in the document, its members, and a description: `id=first` is `first`, called `id` in JSON.

A class that is not here has its own name and all its fields; without a description, the start of its docstring.
"""


class Members:
    """The members of an object or a query by their names; `optional` ones may be left out.

    If all are of kind `Member` they can be read.
    """

    def __init__(self, optional: Mapping[str, Hint] = MappingProxyType({}), /, **required: Hint) -> None:
        self.members: Mapping[str, Hint] = {**required, **optional}
        self.required = [*required]
        self.is_read = all(isinstance(each, Member) for each in self.members.values())

    def read(self, raw: Mapping[str, object]) -> dict[str, Any]:
        """The members that were sent; raises EntryError with a problem at each that is missing, unknown or wrong."""
        kinds = {name: replace(kind, optional=name not in self.required) for name, kind in self.members.items()}
        return read_object(members(kinds), raw)


class Shape(Members):
    """An object of JSON: its name in the document, a description, and its members."""

    def __init__(
        self, name: str, about: str, optional: Mapping[str, Hint] = MappingProxyType({}), /, **required: Hint
    ) -> None:
        super().__init__(optional, **required)
        self.name = name
        self.about = about


def page(most: int, cursor: Member = MOMENT) -> Mapping[str, Member]:
    """The parameters of a list that comes in pages."""
    return {
        "limit": described(whole_number(1, most), "a page’s length"),
        "cursor": described(cursor, "the `next_cursor` of the page before, with the same filters"),
    }


def ref(name: str) -> Schema:
    """A reference to a schema of the document."""
    return {"$ref": f"#/components/schemas/{name}"}


@cache
def shape_of(kind: type) -> Shape:
    """The shape of a class with fields."""
    if not (is_dataclass(kind) or hasattr(kind, "_fields")):
        raise TypeError(f"no shape is declared for {kind}")
    name, _, about = PUBLIC.get(kind, (kind.__name__, "", ""))
    about = about or " ".join((kind.__doc__ or "").split("\n\n")[0].split())
    return Shape(name, about, **{name: hint for name, (_, hint) in attributes(kind).items()})


@cache
def attributes(kind: type) -> Mapping[str, tuple[str, Hint]]:
    """The members of a class with fields by their names in JSON: the attribute and its type."""
    hints = get_type_hints(kind, include_extras=True)
    _, listed, _ = PUBLIC.get(kind, ("", " ".join(hints), ""))
    found = {}
    for each in listed.split():
        name, *renamed = each.split("=")
        (attribute,) = renamed or [name]
        hint = hints[attribute] if attribute in hints else get_type_hints(getattr(kind, attribute).fget)["return"]
        found[name] = attribute, hint
    return found


class Schemas:
    """The schemas of a document, each under its name once."""

    def __init__(self, components: Mapping[str, Schema]) -> None:
        self.components = {**components}

    def of(self, hint: Hint) -> Schema:
        """The schema of a member; that of an object is kept under its name, and referred to."""
        if isinstance(hint, dict):
            return hint
        if isinstance(hint, list):
            return {"type": "array", "items": self.of(hint[0])}
        if isinstance(hint, Member):
            schema = {**hint.limits}
            about = {"description": schema.pop("description")} if "description" in schema else {}
            return {**({"anyOf": [schema, NULL]} if hint.nullable else schema), **about}
        if isinstance(hint, Shape):
            return self._reference(hint)
        if not isinstance(hint, tuple) and hint in PLAIN:
            return dict(PLAIN[hint])
        origin: Any = get_origin(hint)
        arguments = get_args(hint)
        if origin is Literal:
            return {"const": arguments[0]} if len(arguments) == 1 else {"type": "string", "enum": [*arguments]}
        if origin in (Union, UnionType) or isinstance(hint, tuple):
            each = [self.of(one) for one in arguments or hint]
            different = [one for number, one in enumerate(each) if one not in each[:number]]
            return {"anyOf": different} if len(different) > 1 else different[0]
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(arguments[1])}
        if isinstance(origin, type) and issubclass(origin, Sequence):
            return {"type": "array", "items": self.of(arguments[0])}
        return self._reference(shape_of(hint))

    def _reference(self, shape: Shape) -> Schema:
        if shape.name not in self.components:
            self.components[shape.name] = {}
            self.components[shape.name] = {
                "type": "object",
                "description": shape.about,
                "properties": {name: self.of(hint) for name, hint in shape.members.items()},
                "required": shape.required,
                **({"additionalProperties": False} if shape.is_read else {}),
            }
        return ref(shape.name)


def as_json(value: Any) -> Any:
    """A value as its shape says: messages in the reader's language, averages and shares to the thousandth."""
    kind: Any = type(value)
    if isinstance(value, Message):
        return translated(value)
    if isinstance(value, Session):
        return session_now(value)
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        return {
            name: _to_thousandths(getattr(value, attribute))
            if hint in (Average, float)
            else as_json(getattr(value, attribute))
            for name, (attribute, hint) in attributes(kind).items()
        }
    if isinstance(value, Mapping):
        return {name: as_json(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(each) for each in value]
    return to_json(cast(Any, value))


def _to_thousandths(number: float | Points) -> float:
    rounded = round(float(number), 3)
    return int(rounded) if rounded.is_integer() else rounded


def session_now(session: Session) -> dict[str, Any]:
    """A session with its report and the entries that it accepts now, as JSON Schema, in the reader's language."""
    sheet, named = session.sheet, "id position created_at updated_at played_at minutes place note document"
    return {
        **{name: getattr(session, name) for name in (*named.split(), "archived_at", "excluded_at")},
        "discarded_at": session.deleted_at,
        "report": report(sheet, translated),
        "accepts": {"anyOf": [ask.schema(seats=len(sheet.table.players), speak=translated) for ask in sheet.asks]},
    }
