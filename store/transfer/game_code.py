"""One session as a game code: what of a scorebook goes into it, and the session that one shows without any record."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from record.log import MAX_ACTIONS
from record.people import with_names
from record.session import Session
from scoring.text import same_name
from store.book import Book
from store.errors import NoSuchError
from store.players.profiles import at_table
from store.transfer.checking import ImportBudget, TooMuchToCheckError, blank_of, replayed
from store.transfer.export import dump
from store.transfer.file import PlayerRecord, ScorebookFile, SessionRecord
from store.transfer.reader import persons

MAX_SHOWN = MAX_ACTIONS
"""Entries scored to show a session that nobody has taken in: as many as one here can have. Two seconds, 60 MB."""


def file_of(book: Book, session: str) -> dict[str, Any]:
    """The scorebook file of one session, for `record.packed`; raises NoSuchError.

    It says nothing of the scorebook: not its name, its house rules, nor whether it is rated.
    """
    file: dict[str, Any] = json.loads("".join(dump(book, only=[session])))
    if not file["sessions"]:
        raise NoSuchError(f"no session {session!r}")
    return {name: value for name, value in file.items() if name not in ("name", "rated")} | {"rules": []}


def session_in(file: ScorebookFile) -> Session:
    """The session of a file that has one, replayed without a database: blank where it has more to score than that.

    Raises BrokenFileError.
    """
    (kept,) = file.sessions
    by_name = {same_name(each.name): each for each in file.players}
    people = {first: by_name[person] for first, person in persons(by_name).items()}
    names = {by_name[first].name: person.called or person.name for first, person in people.items()}
    kept = _with_first_names(kept, by_name)
    session = blank_of(kept, kept.id, names)
    with suppress(TooMuchToCheckError):
        ImportBudget(MAX_SHOWN)(sum(each.kind == "enter" for each in kept.actions))
        session = replayed(session, kept, ImportBudget(MAX_SHOWN))
    return replace(session, colours=_colours(session.sheet.table.players, people.values()))


def _colours(players: Sequence[str], people: Iterable[PlayerRecord]) -> tuple[int, ...]:
    """The colours of those at the table, by what they are called now."""
    known = {each.called or each.name: (each.number, each.colour) for each in people}
    return at_table([known.get(name, (seat + 1, None)) for seat, name in enumerate(players)])


def _with_first_names(kept: SessionRecord, by_name: Mapping[str, PlayerRecord]) -> SessionRecord:
    """The session with its people named as the players of the file are, whatever case, width and accents it has."""

    def named(name: str) -> str:
        known = by_name.get(same_name(name))
        return known.name if known else name

    head = dict(kept.head)
    if isinstance(head.get("players"), list):
        head["players"] = [named(each) if isinstance(each, str) else each for each in head["players"]]
    actions = tuple(replace(each, facts=with_names(each.facts, named)) for each in kept.actions)
    return replace(kept, head=head, actions=actions)
