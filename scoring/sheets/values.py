"""The value classes of a sheet: entries, asks, rows with cells, notices, standings, remarks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeAlias, TypeVar

from scoring.entry.fields import Field, Schema, Speak, Value, to_json
from scoring.insights.facts import Fact, Facts
from scoring.message import Message, Points, Words, bare, listed, say, together

if TYPE_CHECKING:
    from scoring.entry.choices import Choice
    from scoring.sheets.sheet import Sheet

Side: TypeAlias = tuple[int, ...]
"""The seats that share a score."""
K = TypeVar("K")


def places_of(scores: Mapping[K, Points]) -> dict[K, int]:
    """Each one's place, the greatest score first; equal scores share it.

    >>> places_of({"Ann": 12, "Ben": 30, "Chika": 12})
    {'Ann': 2, 'Ben': 1, 'Chika': 2}
    """
    return {each: 1 + sum(other > score for other in scores.values()) for each, score in scores.items()}


def level_in(places: Mapping[K, int]) -> tuple[tuple[K, ...], ...]:
    """Those who share a place, the best place first.

    >>> level_in({"Ann": 2, "Ben": 1, "Chika": 2})
    (('Ann', 'Chika'),)
    """
    shared = (tuple(each for each in places if places[each] == place) for place in sorted({*places.values()}))
    return tuple(level for level in shared if len(level) > 1)


def first_of(scores: Mapping[K, Points]) -> list[K]:
    """Those who are tied for first, or the one who is first."""
    best = max(scores.values(), default=0)
    return [each for each, score in scores.items() if score == best]


@dataclass(frozen=True)
class Entry:
    """An immutable entry: a step and the values of its fields."""

    step: str
    facts: Mapping[str, Value]
    called: Message | None = field(default=None, compare=False)
    """Its name in the log, from the ask."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "facts", MappingProxyType(dict(self.facts)))

    def __getitem__(self, name: str) -> Any:
        return self.facts[name]

    def get(self, name: str) -> Any:
        """The value of a field, or None if it was left empty."""
        return self.facts.get(name)

    def to_json(self) -> dict[str, object]:
        """The entry as documents write it."""
        return {"step": self.step} | {name: to_json(value) for name, value in self.facts.items()}


RESULT = say("Result")
"""The title of a step with what a deal came to."""


@dataclass(frozen=True, kw_only=True)
class Ask:
    """What is asked: a step with its fields.

    `action` is the label of its button, `called` the name of its entry: "Result of deal 9". `explained`: the
    sentences of the deal belong to the question.
    """

    step: str
    title: Message
    fields: tuple[Field, ...]
    action: Message
    called: Message
    explained: bool = False

    def schema(self, *, seats: int, speak: Speak = str) -> Schema:
        """The JSON Schema of an entry for this step at a table with that many seats.

        Rules over several fields (bids that may not add up) are not in it.
        """
        fields = {field.name: field.schema(seats=seats, speak=speak) for field in self.fields}
        return {
            "title": speak(self.title),
            "type": "object",
            "properties": {"step": {"const": self.step}, **fields},
            "required": ["step", *(field.name for field in self.fields if field.required)],
            "additionalProperties": False,
        }

    def texts(self, entry: Mapping[str, object], sheet: Sheet[Any]) -> tuple[Message, ...]:
        """An entry's values, one text for each field: "Tricks: Ann 2, Ben 1"; empty fields are left out.

        `entry` is as documents write it, or raw input: what can't be read is quoted.
        """
        return tuple(
            self._labelled(field, texts)
            for field in self.fields
            if (texts := field.texts(entry.get(field.name), sheet))
        )

    def changes(
        self, before: Mapping[str, object], after: Mapping[str, object], sheet: Sheet[Any]
    ) -> tuple[Message, ...]:
        """The differences of two entries, field by field: "Tricks: Ben 2 → 3"."""
        return tuple(
            self._labelled(field, texts)
            for field in self.fields
            if before.get(field.name) != after.get(field.name)
            if (texts := field.changes(before.get(field.name), after.get(field.name), sheet))
        )

    def _labelled(self, field: Field, texts: tuple[Words, ...]) -> Message:
        """Texts of a field with its label, unless nothing else is asked than one value."""
        if len(self.fields) == 1 and not field.seats:
            return listed(*texts)
        return bare("{field}: {texts}", field=field.label, texts=texts)


class Outcome(StrEnum):
    """The result of a deal, or of one thing in it, for a seat: a bid made or missed, a game won, lost, drawn or won
    alone."""

    MADE = "made"
    MISSED = "missed"
    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    ALONE = "alone"
    OUT = "out"
    """The seat took no part."""


class DecidedBy(StrEnum):
    """What decided a game that is over."""

    NOTHING = "nothing"
    """No points were recorded."""
    NOBODY = "nobody"
    """Nobody has won."""
    DRAW = "draw"
    """A tie for first that is a draw: nobody has won."""
    ALL_LEVEL = "all-level"
    """Everybody shares the win."""
    TOTALS = "totals"
    COUNT = "count"
    """Something that the game counts other than points."""


@dataclass(frozen=True, kw_only=True)
class Sign:
    """A letter on the scorecard, its meaning and its outcome."""

    letter: Words
    of: Words
    outcome: Outcome


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A seat's cell in a row: points, the working in words, and what the scorecard shows beside them.

    `figure` is the small figure (a bid) with its `outcome`, `taken` what became of it (the tricks); `signs` are for
    several things with an outcome each; `also` is what else the side did. Where partners share a score, `own` is the
    player's part of the working and `shared` the sum of both. `brief` is the working for who sees beside it what it is
    made of. `absent`: the seat had no part in the row.
    """

    points: Points
    working: Message
    brief: Message | None = None
    figure: str = ""
    taken: str = ""
    outcome: Outcome | None = None
    signs: tuple[Sign, ...] = ()
    also: Message | None = None
    own: Message | None = None
    shared: Message | None = None
    absent: bool = False


ABSENT = Cell(points=0, working=say("not dealt in"), absent=True)
"""The cell of a seat in a deal without it."""
UNTOUCHED = Cell(points=0, working=say("no change: 0"), absent=True)
"""The cell of a seat in a row about other seats."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """A finished deal (or an adjustment, or a void deal), with a cell for each seat.

    `about` describes the deal, `called` is its name within a sentence: "deal 2", "January". `sign` and `small` stand
    beside and below its number on paper: trumps, the hand. `dealer` is the seat that dealt, led or banked. `entries`
    are the positions it was made from, `before` the worth of each side before it, `news` what no total shows.
    `deal` is the number of the deal that it finished, or else of the next one that it could finish.
    `facts` are the values that statistics count, by name; an adjustment has none. `players` are those in the seats in
    this row, "" in one that was not there yet.
    """

    kind: str
    label: Words
    called: Message
    about: Message
    cells: tuple[Cell, ...]
    entries: tuple[int, ...]
    deal: int
    before: tuple[Points, ...]
    sign: Words = ""
    small: Words = ""
    dealer: int | None = None
    news: tuple[Message, ...] = ()
    facts: Facts = field(default_factory=dict, hash=False)
    players: tuple[str, ...] = ()

    def fact(self, name: str, seat: int) -> Fact | None:
        """The fact of a seat by name; None if the row has none."""
        values = self.facts.get(name)
        return values[seat] if values else None

    def name_of(self, side: Side) -> Words:
        """The name of a side, made of its players' names in this row."""
        return together(*(self.players[seat] for seat in side))

    @property
    def points(self) -> tuple[Points, ...]:
        return tuple(cell.points for cell in self.cells)

    @property
    def played(self) -> Mapping[int, Points]:
        """The points of the seats that had a part in the row."""
        return {seat: cell.points for seat, cell in enumerate(self.cells) if not cell.absent}


@dataclass(frozen=True, slots=True)
class Notice:
    """A short fact for the strip above the step; `name` is its id, `scored`: it comes of the deals before.

    `choices` are those of the field of the step before, by whose name it goes: a correction can still give it.
    """

    name: str
    label: Message
    value: Words
    scored: bool = False
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Declared:
    """What the seats have declared for the deal in play, one value for each seat.

    `label` names all of them, `one` a single one. `together` is their sum beside the possible total; None where they
    don't add up.
    """

    label: Message
    one: Message
    values: tuple[Words, ...]
    together: Words | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A side in the standings: its place (shared at equal worth), seats, total, gap to the best, and tally.

    `open` is what of the total is at stake in the deal in play, `wins` the games won where they and not the totals
    order the standings; documents leave both out.
    """

    place: int
    seats: tuple[int, ...]
    total: Points
    gap: Points
    tally: Message | None = None
    open: Message | None = None
    wins: int | None = None


@dataclass(frozen=True, slots=True)
class Tie:
    """The order in which the table has put sides that were level, each by a seat of it; `about` has it in words."""

    order: tuple[int, ...]
    about: Message


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question before writing an entry that is most likely a slip, and the answer that writes it.

    The answer sends this `value` of this `field`: what the entry lacked, else that the scorekeeper is sure.
    """

    question: Message
    answer: Message
    field: str = "sure"
    value: str = "yes"


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingChange:
    """A change of the table that happens when the deal in play is over; `position` is that of its entry."""

    entry: Entry
    position: int


@dataclass(frozen=True, slots=True)
class Remark:
    """A note; `after` is the number of rows before it, `position` that of its entry."""

    after: int
    text: str
    position: int


class Range(NamedTuple):
    """The least and the most that a side can gain, of what decides the game."""

    least: Points | float
    most: Points | float

    @classmethod
    def over(cls, ranges: Iterable[Self]) -> Self:
        """The range of whatever is in one of these."""
        least, most = zip(*ranges, strict=True)
        return cls(min(least), max(most))
