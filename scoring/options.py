"""House rules: a frozen dataclass a game, each option with its field, its default and its help."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar

from scoring.errors import EntryError, Problem
from scoring.fields import Field, Value, to_json
from scoring.message import Message
from scoring.reading import read_fields
from scoring.table import Table

Opt = TypeVar("Opt", bound="Options")


@dataclass(frozen=True, kw_only=True)
class Options:
    """The house rules of one session. An option left None takes the value that suits the table, see `settled`."""

    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        """The options as fields to ask, in the order in which they are declared."""
        return tuple(_asked(option) for option in dataclasses.fields(cls))

    def settled(self, table: Table) -> Self:
        """The same rules with nothing left open, so that a later change of a default rescores no old session."""
        return self

    def loosened(self, table: Table) -> Self:
        """The rules with everything open again that `settled` would choose alike: ready for another table."""
        for option in dataclasses.fields(self):
            opened = replace(self, **{option.name: option.default})
            if option.default is None and opened.settled(table) == self:
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
        return {option.name: to_json(getattr(self, option.name)) for option in dataclasses.fields(self)}


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of house rules; what it does not name is at its default."""

    slug: str
    label: Message
    help: Message
    values: Mapping[str, Value]


def option(field: Field, default: Value = None) -> Any:
    """Declare an option: the field it is asked with (its name is taken from the declaration) and its default."""
    return dataclasses.field(default=default, metadata={"field": field})


def read_options(kind: type[Opt], raw: Mapping[str, object], table: Table) -> Opt:
    """The house rules of a new session, settled; raises EntryError with every problem at its option."""
    facts, problems = read_fields(kind.fields(), raw)
    if problems:
        raise EntryError(problems)
    options = kind(**facts).settled(table)
    if problems := list(options.problems(table)):
        raise EntryError(problems)
    return options


def _asked(declared: dataclasses.Field[Any]) -> Field:
    field: Field = declared.metadata["field"]
    default: Any = declared.default
    return replace(field, name=declared.name, optional=True, suggested=default)
