"""Checks the sessions of a scorebook file before anything is written: which are here, and whether their logs replay."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from hashlib import blake2b
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from record.errors import UnreadableSessionError
from record.log import MAX_ACTIONS, Spend, budget
from record.packed.columns import to_base64
from record.people import line_ups, with_names
from record.replay import replay_log
from record.session import DETAILS, Session, new_session
from scoring.core import read_trusted_entry
from scoring.errors import ReplayError
from scoring.message import Message, say
from scoring.strict_json import TOO_LARGE
from scoring.text import same_name
from store.book import Book
from store.engines.base import Connection
from store.errors import OtherLogError
from store.players.profiles import seat_colours
from store.progress import Advance
from store.scorebooks import ORIGINAL_FIRST, first_name, player_of_file
from store.sessions.loading import actions_of, load
from store.sessions.sittings import names_at_start
from store.sessions.versions import first_of, versions_of
from store.sessions.writing import expect_distinct_people, expect_same_table
from store.transfer.scorebook_file import BrokenFileError, ScorebookFile, SessionRecord, broken_at, errors_at

ImportOutcome: TypeAlias = Literal["new", "longer", "known", "apart"]
MAX_SHOWN_ENTRIES = MAX_ACTIONS
"""Entries scored to show a session that nobody has taken in: as many as one here can have. Two seconds, 60 MB."""


class DivergedError(BrokenFileError):
    """The file is valid, but logs have diverged here; `sessions` are their ids, the message names the first."""

    def __init__(self, *sessions: SessionRecord) -> None:
        self.sessions = tuple(each.id for each in sessions)
        differs = say("This session is already here but was continued differently.")
        super().__init__(broken_at(sessions[0].where, [differs]).message)


class TooMuchToCheckError(BrokenFileError):
    """There are more entries to replay than a file may have."""

    def __init__(self) -> None:
        super().__init__(TOO_LARGE)


class CheckedSession(NamedTuple):
    """A session of a file, with its log as it will be stored, and the id under which it will be.

    It is new here or longer; all of it is known; or it is stored apart, beside another version. `line_ups` are the
    names of those who sat together, each time that somebody sat down.
    """

    record: SessionRecord
    id: str
    outcome: ImportOutcome
    line_ups: tuple[tuple[str, ...], ...] = ()


class FileCheck:
    """The check of a file for a scorebook: `sessions` are those whose logs are right.

    With a time in `aside` a session that has diverged becomes a version of its own, which is deleted at that time.
    """

    def __init__(self, book: Book, file: ScorebookFile, spend: Spend, aside: str | None) -> None:
        self.sessions: list[CheckedSession] = []
        self._book, self._file, self._spend, self._aside = book, file, spend, aside

    def check_logs(self, advance: Advance) -> None:
        """Replay all logs; raises BrokenFileError, DivergedError with all that have diverged."""
        diverged: list[SessionRecord] = []
        used_ids = set[str]()
        for record in self._file.sessions:
            try:
                checked = self.check_session(record)
                if checked.id in used_ids:
                    raise DivergedError(record)
            except DivergedError:
                ids = versions_of(ids_here(self._book, record.id)[0])
                not_free = used_ids | _scorebooks_of(self._book.db, ids).keys()
                free = next((each for each in ids if each not in not_free), None)
                if self._aside is None or free is None:
                    diverged.append(record)
                    continue
                version = self._with_first_names(replace(record, deleted_at=record.deleted_at or self._aside))
                outcome: ImportOutcome = "apart" if record.deleted_at is None else "new"
                checked = self._replay(blank_of(version, free), version, outcome)
            if checked.outcome != "known":
                used_ids.add(checked.id)
            self.sessions.append(checked)
            advance(1)
        if diverged:
            raise DivergedError(*diverged)

    def check_session(self, record: SessionRecord) -> CheckedSession:
        """Replay what is new of a session, on that of its versions here which it goes on from.

        Raises DivergedError where there is none.
        """
        named = self._with_first_names(record)
        own, here = ids_here(self._book, record.id)
        for id in here:
            if _is_known(self._book.db, id, named):
                return CheckedSession(record, id, "known")
        for id in here:
            try:
                session = load(self._book, id)
            except UnreadableSessionError:
                continue
            # Where its beginning differs the file may have raw values, which a replay normalizes.
            begins_alike = named.actions[: session.position] == session.actions
            try:
                checked = self._replay(session if begins_alike else blank_of(named, id), named, "longer")
            except BrokenFileError as error:
                if begins_alike or not isinstance(error.__cause__, ReplayError):
                    raise
                continue
            if all(one == other for one, other in zip(checked.record.actions, session.actions, strict=False)):
                return checked
        if own in here:
            raise DivergedError(record)
        return self._replay(blank_of(named, own), named, "new")

    def _with_first_names(self, record: SessionRecord) -> SessionRecord:
        """A session in which those who sat down are named as they are named here first."""
        return record.with_names(partial(first_name, self._book, columns=ORIGINAL_FIRST))

    def _replay(self, session: Session, record: SessionRecord, outcome: ImportOutcome) -> CheckedSession:
        session_then = replay(session, record, self._spend)
        return CheckedSession(
            replace(record, actions=session_then.actions), session.id, outcome, tuple(line_ups(session_then))
        )

    def check_tables(self, players: Collection[int]) -> None:
        """Raise BrokenFileError where somebody would sit twice, or is not one of the file's `players`, who are here.

        Raises DivergedError where others sit at a table here.
        """
        tables: dict[tuple[str, ...], Message] = {}
        player_of = cache(partial(player_of_file, self._book))
        for record, _, outcome, together in self.sessions:
            if outcome == "known":
                continue
            if outcome != "longer":
                tables.setdefault(tuple(record.head["players"]), record.where)
            corrected = [each for each in record.actions if "setup" in each.facts]
            later = [(tuple(each.facts["setup"]["players"]), record.where_is(each.position)) for each in corrected]
            for names, where in (*later, *((names, record.where) for names in together)):
                for name in () if names in tables else names:
                    if player_of(name) not in players:
                        raise broken_at(where, [say("{name} is not one of the players in this file.", name=name)])
                tables.setdefault(names, where)
        for names, where in tables.items():
            with errors_at(where):
                expect_distinct_people(self._book, names)
        for record, id, outcome, _ in self.sessions:
            if outcome == "longer":
                try:
                    expect_same_table(self._book, blank_of(record, id))
                except OtherLogError as error:
                    raise DivergedError(record) from error


def _is_known(db: Connection, id: str, record: SessionRecord) -> bool:
    """Whether all actions of a session are here already, compared without scoring."""
    head = db.execute("SELECT game, options, dealer, begun FROM session WHERE id = ?", (id,)).fetchone()
    if head is None:
        return False
    here = {"game": head["game"], "players": names_at_start(db, id), "dealer": head["dealer"]}
    begun = json.loads(head["begun"]) if head["begun"] else {"options": json.loads(head["options"])}
    if with_names({**here, **begun}, same_name) != with_names(record.head, same_name):
        return False
    return tuple(actions_of(db, id))[: len(record.actions)] == record.actions


def blank_of(record: SessionRecord, id: str, names: Mapping[str, str] = MappingProxyType({})) -> Session:
    """The session without its actions; `names` are as in `Session`. Raises BrokenFileError."""
    with errors_at(record.where):
        blank = new_session(id=id, created_at=record.created_at, head=record.head, names=names)
    return replace(blank, **{name: getattr(record, name) for name in DETAILS})


def replay(session: Session, record: SessionRecord, spend: Spend) -> Session:
    """The session with what a file has of it beyond its position; raises BrokenFileError."""
    with errors_at(record.where_is):
        return replay_log(session, record.actions[session.position :], read_trusted_entry, spend)


def session_in(file: ScorebookFile) -> Session:
    """The session of a file that has one, replayed without a database: blank where it has more to score than that.

    Raises BrokenFileError.
    """

    def name_in_file(name: str) -> str:
        known = file.players.get(same_name(name))
        return known.name if known else name

    (record,) = file.sessions
    record = replace(record.with_names(name_in_file), head=with_names(record.head, name_in_file))
    current = {key: each.called or each.name for key, each in file.players.items()}
    names = {each.name: current[file.persons[key]] for key, each in file.players.items()}
    session = blank_of(record, record.id, names)
    with suppress(TooMuchToCheckError):
        budget(MAX_SHOWN_ENTRIES, TooMuchToCheckError)(sum(each.kind == "enter" for each in record.actions))
        session = replay(session, record, budget(MAX_SHOWN_ENTRIES, TooMuchToCheckError))
    players = enumerate(file.players.items(), 1)
    people = {
        current[key]: (number, each.chosen["colour"]) for number, (key, each) in players if file.persons[key] == key
    }
    seats = enumerate(session.sheet.table.players, 1)
    return replace(session, colours=seat_colours([people.get(name, (seat, None)) for seat, name in seats]))


def ids_here(book: Book, id: str) -> tuple[str, list[str]]:
    """The id that a session of a file has in this scorebook, and those of its versions that are here.

    Its own, unless another scorebook here has it: then it is derived from the ids of scorebook and session, so that
    another import finds it again. A copy that was made so from a session of this scorebook is that session.
    """
    there = book.db.execute("SELECT scorebook, created_at FROM session WHERE id = ?", (id,)).fetchone()
    if there is not None and there["scorebook"] != book.scorebook:
        query = "SELECT id FROM session WHERE scorebook = ? AND created_at = ?"
        began = book.db.execute(query, (book.scorebook, there["created_at"]))
        id = next((row["id"] for row in began if id_of(there["scorebook"], row["id"]) == id), id)
    theirs, copies = versions_of(id), versions_of(id_of(book.scorebook, first_of(id)))
    ours = copies[theirs.index(id)]
    ids = [*dict.fromkeys([id, ours, *theirs, *copies])]
    whose = _scorebooks_of(book.db, ids)
    here = [each for each in ids if whose.get(each) == book.scorebook]
    is_elsewhere = id in whose or ours in here
    return ours if is_elsewhere and id not in here else id, here


def _scorebooks_of(db: Connection, ids: Sequence[str]) -> dict[str, str]:
    """The scorebooks of those of these sessions that exist, by id."""
    found = db.execute(f"SELECT id, scorebook FROM session WHERE id IN ({', '.join('?' * len(ids))})", ids)
    return {row["id"]: row["scorebook"] for row in found}


def id_of(*parts: str) -> str:
    """An id made of others, always the same."""
    return to_base64(blake2b("\0".join(parts).encode(), digest_size=16).digest())
