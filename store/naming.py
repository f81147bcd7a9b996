"""Validation of names that people give to players, house rules, tokens."""

from __future__ import annotations

from scoring.errors import refused
from scoring.message import Message, say
from scoring.text import showable, tidy, visible

NO_NAME = say("Enter a name.")


def read_name(raw: object, *, field: str, longest: int, missing: Message = NO_NAME, of_file: bool = False) -> str:
    """Check a typed name and strip stray white space; raises EntryError at the field, with `missing` if it is empty.

    `of_file` allows invisible characters, which earlier releases accepted.

    >>> read_name(" Anna  Maria ", field="name", longest=30)
    'Anna Maria'
    """
    name = tidy(raw)
    if not name:
        raise refused(field, missing)
    if len(name) > longest:
        raise refused(field, say("That name is too long. The maximum is {most} characters.", most=longest))
    if not showable(name) or not (of_file or visible(name)):
        raise refused(field, say("That name has characters that can’t be displayed."))
    return name
