"""House rules: a frozen dataclass for each game; each option has a field, a default and help."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import EllipsisType
from typing import Any, Self, TypeVar

from scoring.entry.choices import ON_OFF, Choice, Pick, Switch
from scoring.entry.fields import Field, RefusedError, Schema, Speak, Value
from scoring.entry.reading import read_object
from scoring.errors import EntryError, Problem
from scoring.message import Message, Words, listed
from scoring.table import Table

Opt = TypeVar("Opt", bound="Options")


@dataclass(frozen=True, kw_only=True)
class Options:
    """The house rules of one session; `resolve_defaults` fills an option that is None with the value for the table."""

    @classmethod
    @cache
    def fields(cls) -> tuple[Field, ...]:
        """The options as fields, in the order of their declaration; pages ask for the same ones again and again."""
        return tuple(replace(each.metadata["field"], name=each.name) for each in dataclasses.fields(cls))

    @classmethod
    def schema(cls, speak: Speak = str) -> Schema:
        """The JSON Schema of a game's house rules; one left out, or null, has the default it was released with."""
        return {
            "type": "object",
            "properties": {field.name: field.schema(seats=0, speak=speak) for field in cls.fields()},
            "additionalProperties": False,
        }

    def resolve_defaults(self, table: Table) -> Self:
        """These rules with every open option filled in, so that a later change of a default rescores no old session."""
        return self

    def strip_defaults(self, table: Table) -> Self:
        """The reverse of `resolve_defaults`, to use the rules at another table: opens what it would choose alike."""
        for field in self.fields():
            opened = replace(self, **{field.name: field.legacy_default})
            if field.legacy_default is None and opened.resolve_defaults(table) == self:
                return opened.strip_defaults(table) if opened != self else opened
        return self

    def problems(self, table: Table) -> tuple[Problem, ...]:
        """Problems of these rules, once settled, at this table."""
        return ()

    def applies(self, name: str) -> bool:
        """Whether an option has any effect, given the others."""
        fields = {field.name: field for field in self.fields()}
        if (needed := fields[name].only_with) is None:
            return True
        other, value = needed
        return fields[other].written(getattr(self, other)) == value

    @property
    def title(self) -> str:
        """The name of the game that is played by these rules, where it is a game of its own."""
        return ""

    @property
    def kind(self) -> str:
        """The key of the kind of game that these rules make: totals of one kind can be compared.

        It has the values of the options that change how high totals get, in their order.
        """
        written, fields = self.to_json(), self.kind_fields()
        values = {name: written.get(name) if self.applies(name) else None for name in fields}
        while values and fields[last := [*values][-1]].sparse and values[last] is None:
            del values[last]
        return ".".join("" if value is None else str(value) for value in values.values())

    @classmethod
    def kind_fields(cls) -> Mapping[str, Field]:
        """The options that change how high totals get, by name; sparse ones last, so that older keys stay."""
        fields = (field for field in cls.fields() if field.of_kind)
        return {field.name: field for field in sorted(fields, key=lambda field: field.sparse)}

    @classmethod
    def name_of_kind(cls, kind: str, *, among: Iterable[str] = ()) -> Words:
        """A kind in words, as far as it differs from the others; all of it where there are none."""
        parts = [cls._parts_of(each) for each in (kind, *among)]
        differing = {name for name in cls.kind_fields() if len({each.get(name) for each in parts}) > 1}
        try:
            values = cls.values_of_kind(kind)
        except RefusedError:
            return kind
        # It has no words for what differs where that is a sparse option which it leaves at its default.
        names = cls.words_of_kind(values, differing) or cls.words_of_kind(values, cls.kind_fields().keys())
        return listed(*names) if names else kind

    @classmethod
    def values_of_kind(cls, kind: str) -> dict[str, Any]:
        """The values of the options of a kind that have an effect; raises RefusedError for a key of no kind."""
        fields = cls.kind_fields()
        return {name: fields[name].read_one(value) for name, value in cls._parts_of(kind).items()}

    @classmethod
    def _parts_of(cls, kind: str) -> dict[str, str]:
        return {name: part for name, part in zip(cls.kind_fields(), kind.split("."), strict=False) if part}

    @classmethod
    def words_of_kind(cls, values: Mapping[str, Any], names: Collection[str]) -> tuple[Words, ...]:
        """The words for the options of a kind with these `names`, from the values of all of them."""
        named = {*names} & {*values}
        return tuple(
            dict.fromkeys(cls.named(field, values) for name, field in cls.kind_fields().items() if name in named)
        )

    @classmethod
    def named(cls, field: Field, values: Mapping[str, Any]) -> Words:
        """The value of an option where it stands without its label; options that mean one thing have the same words."""
        return field.named(values[field.name])

    def to_json(self) -> dict[str, object]:
        """All options, as documents write them; sparse ones only where they are not their legacy default."""
        values = ((field, getattr(self, field.name)) for field in self.fields())
        return {
            field.name: field.written(value)
            for field, value in values
            if not (field.sparse and value == field.legacy_default)
        }


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of house rules; options that it leaves out have their defaults.

    `is_variant`: it is a game known by this name.
    """

    slug: str
    label: Message
    help: Message | None
    values: Mapping[str, Value]
    is_variant: bool = False


def option(
    field: Field,
    default: Value = None,
    *,
    legacy_default: Value | EllipsisType = ...,
    of_kind: bool = False,
    only_with: tuple[str, str] | None = None,
    sparse: bool = False,
) -> Any:
    """Declare an option with its field and the default for new tables.

    `of_kind`, `only_with` and `sparse` are as in `Field`.

    `legacy_default` is the value for documents without the option. It is the default the option was released with and
    never changes, whatever the default becomes, so that old documents are scored as before; left out, it is
    `default`. That may be None (open) only if `legacy_default` is None too; raises TypeError otherwise.
    """
    silent = default if isinstance(legacy_default, EllipsisType) else legacy_default
    if default is None and silent is not None:
        raise TypeError("An option that may be left open is open where a document does not say.")
    asked = replace(
        field,
        optional=True,
        suggested=default,
        legacy_default=silent,
        of_kind=of_kind,
        only_with=only_with,
        sparse=sparse,
    )
    return dataclasses.field(default=default, metadata={"field": asked})


def pick(label: Message, *choices: Choice, **more: Any) -> Any:
    """Declare an option with several choices, of which the first is the default; `more` is as in `option`."""
    return option(Pick(label=label, choices=choices), choices[0].value, **more)


def switch(
    label: Message,
    *,
    default: bool,
    legacy_default: bool | None = None,
    on: Message | None = None,
    off: Message | None = None,
    words: tuple[Choice, Choice] = ON_OFF,
    **more: Any,
) -> Any:
    """Declare an option that is true or false; documents write one of its two `words`, true first.

    `on` and `off` are the help of each. The default is offered first; `more` is as in `option`.
    """
    true, false = (replace(word, help=help) for word, help in zip(words, (on, off), strict=True))
    choices = (true, false) if default else (false, true)
    return option(
        Switch(label=label, choices=choices),
        default,
        legacy_default=default if legacy_default is None else legacy_default,
        **more,
    )


def read_options(kind: type[Opt], raw: Mapping[str, object], table: Table) -> Opt:
    """Read the house rules of a new session, settled; raises EntryError with each problem at its option."""
    fields = kind.fields()
    unset: dict[str, Any] = {field.name: field.legacy_default for field in fields}
    options = kind(**unset | read_object(fields, raw)).resolve_defaults(table)
    if problems := list(options.problems(table)):
        raise EntryError(problems)
    return options
