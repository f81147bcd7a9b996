"""The values that sheets are made of: entries, asks, rows with their cells, notices, standings, remarks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from scoring.entry.fields import Field, Value, to_json
from scoring.insights.facts import Fact, Facts
from scoring.message import Message, Points, Words


@dataclass(frozen=True)
class Entry:
    """A fact that the scorekeeper said: which step, and the values of its fields. Never changed."""

    step: str
    facts: Mapping[str, Value]
    called: Message | None = field(default=None, compare=False)
    """What it is called once it is written, as the ask said."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "facts", MappingProxyType(dict(self.facts)))

    def __getitem__(self, name: str) -> Any:
        return self.facts[name]

    def get(self, name: str) -> Any:
        """The value of a field, or None where it was left empty."""
        return self.facts.get(name)

    def to_json(self) -> dict[str, object]:
        """The entry as documents write it."""
        return {"step": self.step} | {name: to_json(value) for name, value in self.facts.items()}


@dataclass(frozen=True, kw_only=True)
class Ask:
    """What must be entered: a step with its fields.

    `action` says what saving it will do, `called` what it is called from then on: "Result of deal 9".
    """

    step: str
    title: Message
    fields: tuple[Field, ...]
    action: Message
    called: Message


class Outcome(StrEnum):
    """How a deal, or one thing in it, went for a seat: a bid made or missed, a game won, lost, drawn or won alone."""

    MADE = "made"
    MISSED = "missed"
    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    ALONE = "alone"
    OUT = "out"
    """It took no part."""


class Level(StrEnum):
    """What it comes to when several sides are level at the top once a game is over."""

    SHARED = "shared"
    """They share the win: each of them has won."""
    DRAWN = "drawn"
    """The game is a draw: nobody has won."""


class DecidedBy(StrEnum):
    """By what a game that is over was decided."""

    NOTHING = "nothing"
    """No deal was finished."""
    NOBODY = "nobody"
    """Nobody has won."""
    DRAW = "draw"
    """Several are level at the top, which is a draw: nobody has won."""
    ALL_LEVEL = "all-level"
    """Everybody shares the win."""
    TOTALS = "totals"
    COUNT = "count"
    """Something else that the game counts."""


@dataclass(frozen=True, kw_only=True)
class Sign:
    """A letter on the scorecard, what it stands for, and how that went."""

    letter: Words
    of: Words
    outcome: Outcome


@dataclass(frozen=True, kw_only=True)
class Cell:
    """What a row gave one seat: points, the working in words, and what paper shows beside it.

    `figure` is the small figure (a bid), `outcome` how it went; `signs` stand where several things went one way or the
    other; `also` is what the side did besides. Where partners share a sum, `own` is the player's
    part of the working and `shared` the sum of them both.
    """

    points: Points
    working: Message
    figure: str = ""
    outcome: Outcome | None = None
    signs: tuple[Sign, ...] = ()
    also: Message | None = None
    own: Message | None = None
    shared: Message | None = None


@dataclass(frozen=True, kw_only=True)
class Row:
    """A finished deal (or an adjustment): its label, what the deal was, a cell a seat, the entries it came from.

    `called` is its name within a sentence: "deal 2", "January". `before` is what each side was worth before it, `told`
    what happened in it that no total tells. `facts` are the same deal as values, for whoever counts: what its game
    tells of every seat, by name; an adjustment has none.
    """

    kind: str
    label: Words
    called: Message
    about: Message
    cells: tuple[Cell, ...]
    entries: tuple[int, ...]
    before: tuple[Points, ...]
    told: tuple[Message, ...] = ()
    facts: Facts = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "facts", MappingProxyType(dict(self.facts)))

    def fact(self, name: str, seat: int) -> Fact | None:
        """What the row tells of a seat by that name; None where it tells nothing."""
        values = self.facts.get(name)
        return values[seat] if values else None

    @property
    def points(self) -> tuple[Points, ...]:
        return tuple(cell.points for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that the table must know now, short enough for the strip above the step; `name` addresses it."""

    name: str
    label: Message
    value: Words


@dataclass(frozen=True, slots=True)
class Declared:
    """What the seats have declared of the deal in play, a value a seat: what all of them are called, and one of them.

    `together` is their sum, beside what there is of it; None where they do not add up to anything.
    """

    label: Message
    one: Message
    values: tuple[Words, ...]
    together: Words | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A side's place (equal worth shares it), its seats, its total, how far it is behind the best; what else counts."""

    place: int
    seats: tuple[int, ...]
    total: Points
    gap: Points
    tally: Message | None = None


@dataclass(frozen=True, slots=True)
class Doubt:
    """What to ask before an entry is written that is most likely a slip, and the answer that writes it."""

    question: Message
    answer: Message


@dataclass(frozen=True, slots=True)
class Remark:
    """A note that somebody wrote, after so many rows; `position` is that of its entry."""

    after: int
    text: str
    position: int
