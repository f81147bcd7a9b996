"""Checks the sessions of a scorebook file by replaying them, before anything is written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias

from record.errors import UnreadableSessionError
from record.imported import BadActionError, replay_log
from record.log import Action
from record.people import line_ups, with_names
from record.session import Session, new_session
from scoring.core import read_trusted_entry
from scoring.message import Message, say
from scoring.text import same_name
from store.book import Book
from store.engines.base import Connection
from store.errors import OtherLogError
from store.progress import Advance
from store.scorebooks import first_name_of_file
from store.sessions.loading import actions_of, load
from store.sessions.setup import names_at_start
from store.sessions.writing import expect_same_table, expect_seats
from store.transfer.file import BrokenFileError, ScorebookFile, SessionRecord, broken, told_at
from store.transfer.ids import free_version, ids_here

MAX_ENTRIES = 1_000_000
"""Entries replayed for one file, including replays of corrections: some minutes of work."""
GONE_ANOTHER_WAY = say("This session is already here, but it went on differently.")


class GoneAnotherWayError(BrokenFileError):
    """The file is valid, but logs have diverged here; `sessions` are their ids, the message names the first."""

    def __init__(self, *sessions: SessionRecord) -> None:
        self.sessions = tuple(each.id for each in sessions)
        super().__init__(broken(sessions[0].where, [GONE_ANOTHER_WAY]).message)


class TooMuchToCheckError(BrokenFileError):
    """There are more entries to replay than a file may have."""

    def __init__(self) -> None:
        super().__init__(say("This file is too large to check."))


class ImportBudget:
    """The number of entries that may still be replayed; raises TooMuchToCheckError when it is used up."""

    def __init__(self, entries: int) -> None:
        self.left = entries

    def __call__(self, entries: int) -> None:
        self.left -= entries
        if self.left < 0:
            raise TooMuchToCheckError


@dataclass(frozen=True)
class Log:
    """A checked session: its id and actions as they will be stored, and whether it exists here already.

    `line_ups` are the names of those who sat together, each time that somebody sat down. `known`: all of it is here
    already, and there are no actions to store. `aside`: it is stored beside another version of the session.
    """

    id: str
    actions: tuple[Action, ...] = ()
    begun: bool = False
    line_ups: tuple[tuple[str, ...], ...] = ()
    known: bool = False
    aside: bool = False


Checked: TypeAlias = tuple[SessionRecord, Log]
"""A session of a file with what is new of it."""


@dataclass(frozen=True)
class Passed:
    """The sessions of a file whose logs are right, and the devices that wrote in them.

    Who sits there can be checked once the players of the file are here: at `tables`, of new sessions, as corrected and
    after somebody sat down, each by its names with the place where it comes first; and of sessions that go on.
    """

    sessions: Sequence[Checked]
    devices: AbstractSet[str]
    tables: Mapping[tuple[str, ...], Message]
    going_on: Sequence[tuple[SessionRecord, str]]

    def check_tables(self, book: Book) -> None:
        """Raise BrokenFileError where somebody would sit twice, GoneAnotherWayError where others sit here."""
        for names, where in self.tables.items():
            with told_at(where):
                expect_seats(book, names)
        for kept, id in self.going_on:
            try:
                expect_same_table(book, blank_of(kept, id))
            except OtherLogError as error:
                raise GoneAnotherWayError(kept) from error


def check_all(
    book: Book, file: ScorebookFile, spend: ImportBudget, advance: Advance, aside: str | None = None
) -> Passed:
    """Check the logs of all sessions; raises BrokenFileError, GoneAnotherWayError with all that have diverged.

    With a time in `aside` those become versions of their own, which are deleted at that time.
    """
    passed, taken = list[Checked](), set[str]()
    gone: list[SessionRecord] = []
    wrote = set[str]()
    tables: dict[tuple[str, ...], Message] = {}
    going_on: list[tuple[SessionRecord, str]] = []
    for kept in file.sessions:
        try:
            each, log = _checked_or_aside(book, kept, spend, taken, aside)
        except GoneAnotherWayError:
            gone.append(kept)
            continue
        passed.append((each if log.known else replace(each, actions=log.actions), log))
        wrote |= file.devices.keys() & {action.device for action in each.actions}
        if log.begun and not log.known:
            going_on.append((each, log.id))
        elif not log.known:
            tables.setdefault(tuple(each.head["players"]), each.where)
        for names, where in _later_tables(each, log):
            _expect_in_file(book, file, names, where)
            tables.setdefault(names, where)
        advance(1)
    if gone:
        raise GoneAnotherWayError(*gone)
    return Passed(passed, wrote, tables, going_on)


def _checked_or_aside(
    book: Book, kept: SessionRecord, spend: ImportBudget, taken: set[str], aside: str | None
) -> Checked:
    """Check a session's log, or make it a deleted version of its own; `taken` are the ids that are going to be written.

    Raises GoneAnotherWayError where it has diverged and `aside` is None, or where there are too many versions.
    """
    try:
        log = checked(book, kept, spend)
        if log.id in taken:
            raise GoneAnotherWayError(kept)
    except GoneAnotherWayError:
        free = free_version(book, kept.id, taken) if aside else None
        if free is None:
            raise
        is_deleted = kept.discarded_at is not None
        kept = replace(kept, discarded_at=kept.discarded_at or aside)
        log = replace(_new_log(_with_names_here(book, kept), free, spend), aside=not is_deleted)
    if not log.known:
        taken.add(log.id)
    return kept, log


def _later_tables(kept: SessionRecord, log: Log) -> Iterator[tuple[tuple[str, ...], Message]]:
    """The names at each table after the first one, with its place in the file: corrected ones, and line-ups."""
    for action in log.actions:
        if "setup" in action.facts:
            yield tuple(action.facts["setup"]["players"]), kept.where_is(action.position)
    for names in log.line_ups:
        yield names, kept.where


def _expect_in_file(book: Book, file: ScorebookFile, names: Iterable[str], where: Message) -> None:
    """Raise BrokenFileError where somebody sits at a table who is not among the players of the file."""
    known = {same_name(first_name_of_file(book, each.name)) for each in file.players}
    for name in names:
        if same_name(name) not in known:
            raise broken(where, [say("{name} is not one of the players in this file.", name=name)])


def checked(book: Book, kept: SessionRecord, spend: ImportBudget) -> Log:
    """Replay a session's new actions, on that of its versions here which it goes on from; raises GoneAnotherWayError
    where there is none."""
    kept = _with_names_here(book, kept)
    own, here = ids_here(book, kept.id)
    for id in here:
        if _is_known(book.db, id, kept):
            return Log(id, begun=True, known=True)
    for id in here:
        with suppress(GoneAnotherWayError):
            return _gone_on(book, kept, id, spend)
    if own in here:
        raise GoneAnotherWayError(kept)
    return _new_log(kept, own, spend)


def _gone_on(book: Book, kept: SessionRecord, id: str, spend: ImportBudget) -> Log:
    """Replay what is new of a session that is here; raises GoneAnotherWayError."""
    try:
        session = load(book, id)
    except UnreadableSessionError as error:
        raise GoneAnotherWayError(kept) from error
    if kept.actions[: session.position] != session.actions:
        # The file may have raw values; normalize them before comparing.
        written = _as_written(kept, id, spend)
        if any(one != other for one, other in zip(written.actions, session.actions, strict=False)):
            raise GoneAnotherWayError(kept)
        return Log(id, written.actions, begun=True, line_ups=tuple(line_ups(written)))
    done = replayed(session, kept, spend)
    return Log(id, done.actions, begun=True, line_ups=tuple(line_ups(done)))


def _new_log(kept: SessionRecord, id: str, spend: ImportBudget) -> Log:
    """Replay a session that is not here."""
    done = replayed(blank_of(kept, id), kept, spend)
    return Log(id, done.actions, line_ups=tuple(line_ups(done)))


def replayed(session: Session, kept: SessionRecord, spend: ImportBudget) -> Session:
    """The session with what a file has of it beyond its position; raises BrokenFileError."""
    try:
        return replay_log(session, kept.actions[session.position :], read_trusted_entry, spend)
    except BadActionError as error:
        raise broken(kept.where_is(error.position), error.problems) from error


def _with_names_here(book: Book, kept: SessionRecord) -> SessionRecord:
    """A session in which those who sat down are named as they are named here first."""
    name = partial(first_name_of_file, book)
    actions = tuple(replace(each, facts=with_names(each.facts, name)) for each in kept.actions)
    return kept if actions == kept.actions else replace(kept, actions=actions)


def _as_written(kept: SessionRecord, id: str, spend: ImportBudget) -> Session:
    """A session of the file with its log in stored form; raises GoneAnotherWayError where it is not legal."""
    try:
        return replay_log(blank_of(kept, id), kept.actions, read_trusted_entry, spend)
    except BadActionError as error:
        raise GoneAnotherWayError(kept) from error


def _is_known(db: Connection, id: str, kept: SessionRecord) -> bool:
    """Whether all actions of a session are here already, compared without scoring."""
    head = db.execute("SELECT game, options, dealer, begun FROM session WHERE id = ?", (id,)).fetchone()
    if head is None:
        return False
    here = {"game": head["game"], "players": names_at_start(db, id), "dealer": head["dealer"]}
    begun = json.loads(head["begun"]) if head["begun"] else {"options": json.loads(head["options"])}
    if _same_names({**here, **begun}) != _same_names(kept.head):
        return False
    return tuple(actions_of(db, id))[: len(kept.actions)] == kept.actions


def _same_names(head: Mapping[str, Any]) -> dict[str, Any]:
    players = head.get("players")
    if not isinstance(players, list):
        return dict(head)
    return {**head, "players": [same_name(each) if isinstance(each, str) else each for each in players]}


def blank_of(kept: SessionRecord, id: str, names: Mapping[str, str] = MappingProxyType({})) -> Session:
    """The session without its actions; `names` are as in `Session`. Raises BrokenFileError."""
    with told_at(kept.where):
        blank = new_session(id=id, created_at=kept.created_at, head=kept.head, names=names)
    return replace(
        blank, place=kept.place, note=kept.note, archived_at=kept.archived_at, discarded_at=kept.discarded_at
    )
