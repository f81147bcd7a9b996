"""House rules: a frozen dataclass a game, each option with its field, its default and its help."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar

from scoring.entry.fields import ON_OFF, Choice, Field, Switch, Value
from scoring.entry.reading import read_fields
from scoring.errors import EntryError, Problem
from scoring.message import Message
from scoring.table import Table

Opt = TypeVar("Opt", bound="Options")


@dataclass(frozen=True, kw_only=True)
class Options:
    """The house rules of one session. An option left None takes the value that suits the table, see `settled`."""

    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        """The options as fields to ask, in the order in which they are declared."""
        return tuple(replace(each.metadata["field"], name=each.name) for each in dataclasses.fields(cls))

    def settled(self, table: Table) -> Self:
        """The same rules with nothing left open, so that a later change of a default rescores no old session."""
        return self

    def loosened(self, table: Table) -> Self:
        """The rules with everything open again that `settled` would choose alike: ready for another table."""
        for field in self.fields():
            opened = replace(self, **{field.name: field.unsaid})
            if field.unsaid is None and opened.settled(table) == self:
                return opened.loosened(table) if opened != self else opened
        return self

    def problems(self, table: Table) -> tuple[Problem, ...]:
        """What these rules, once settled, ask of this table that cannot be."""
        return ()

    def applies(self, name: str) -> bool:
        """Whether an option means anything beside the others."""
        return True

    def to_json(self) -> dict[str, object]:
        """The options in full, as documents write them."""
        return {
            each.name: each.metadata["field"].written(getattr(self, each.name)) for each in dataclasses.fields(self)
        }


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of house rules; what it does not name is at its default."""

    slug: str
    label: Message
    help: Message
    values: Mapping[str, Value]


class _AsDefault:
    """No value: a document that does not say has the default."""


def option(field: Field, default: Value = None, *, unsaid: Value | type[_AsDefault] = _AsDefault) -> Any:
    """Declare an option: the field it is asked with, and its default, which a new table is offered.

    `unsaid` is what it was in every document that does not say. It is the default the option was released with and
    never changes, whatever the default becomes: old documents are scored as they were. An option may be left open
    (None) only where leaving it out leaves it open, for a document cannot say more than nothing.
    """
    silent = default if isinstance(unsaid, type) else unsaid
    if default is None and silent is not None:
        raise TypeError("An option that may be left open is open where a document does not say.")
    asked = replace(field, optional=True, suggested=default, unsaid=silent)
    return dataclasses.field(default=default, metadata={"field": asked})


def switch(
    label: Message,
    *,
    default: bool,
    unsaid: bool | None = None,
    on: Message | None = None,
    off: Message | None = None,
    words: tuple[Choice, Choice] = ON_OFF,
) -> Any:
    """Declare an option that is true or false; documents write it in its two `words`, that for true first.

    `on` and `off` explain them. The usual one is offered first.
    """
    true, false = (replace(word, help=help) for word, help in zip(words, (on, off), strict=True))
    choices = (true, false) if default else (false, true)
    return option(Switch(label=label, choices=choices), default, unsaid=default if unsaid is None else unsaid)


def read_options(kind: type[Opt], raw: Mapping[str, object], table: Table) -> Opt:
    """The house rules of a new session, settled; raises EntryError with every problem at its option."""
    fields = kind.fields()
    facts, problems = read_fields(fields, raw)
    if problems:
        raise EntryError(problems)
    unsaid: dict[str, Any] = {field.name: field.unsaid for field in fields}
    options = kind(**unsaid | facts).settled(table)
    if problems := list(options.problems(table)):
        raise EntryError(problems)
    return options
