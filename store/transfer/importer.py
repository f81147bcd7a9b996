"""Imports a scorebook file or session document into a scorebook; all or nothing."""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from record.actions import Action
from record.author import Author
from record.errors import UnreadableSessionError
from record.imported import BadActionError, done_again
from record.session import Session, new_session
from scoring.core import read_entry, read_trusted_entry
from scoring.errors import UnknownGameError
from scoring.message import say
from scoring.text import same_name, visible
from store.book import KeepersBook
from store.engines.base import Connection
from store.errors import NoSuchSessionError, OtherLogError
from store.progress import Progress, untold
from store.scorebooks import hold_scorebook, meet_device
from store.sessions.loading import actions_of
from store.transfer.file import BrokenFileError, Document, RulesRecord, ScorebookFile, SessionRecord, broken, told_at
from store.transfer.player_importer import take_players
from store.transfer.reader import MAX_ITEMS, too_many
from store.transfer.session_spool import KeptSessions

MAX_ENTRIES = 1_000_000
"""Entries replayed for one file, including replays of corrections: some minutes of work."""
MAX_SESSIONS_AT_HAND = 300
"""Checked sessions kept in memory, some 100 KB each; any more are folded again."""
MAX_ACTIONS_AT_HAND = 200
"""Actions of a session kept in memory: its size grows with their square, to 150 MB at 5,000."""
GONE_ANOTHER_WAY = say("This session is already here, but it went on differently.")


class GoneAnotherWayError(BrokenFileError):
    """The file is valid, but the logs of `sessions` have diverged here; the message names the first."""

    def __init__(self, *sessions: SessionRecord) -> None:
        self.sessions = sessions
        super().__init__(broken(sessions[0].where, [GONE_ANOTHER_WAY]).message)


@dataclass(frozen=True)
class Taken:
    """What came of a file: how many sessions were new, how many had gone on elsewhere, how many were known."""

    new: int = 0
    longer: int = 0
    known: int = 0


def take_in(book: KeepersBook, file: ScorebookFile | Document, by: Author, progress: Progress = untold) -> Taken:
    """Import what is new in a file; raises BrokenFileError, and then nothing is written.

    All actions are replayed first, without a lock, and then written in one transaction. A document becomes a session
    that starts now; the same key again imports nothing.
    """
    spend = ImportBudget(MAX_ENTRIES)
    if not isinstance(file, ScorebookFile):
        return _take_document(book, file, by, spend)
    passed, logs = KeptSessions(), list[Log | None]()
    came: Counter[str] = Counter()
    gone: list[SessionRecord] = []
    wrote = set[str]()
    with progress("Importing a scorebook", 2 * len(file.sessions)) as advance:
        for number, each in enumerate(file.sessions):
            try:
                log = _checked(book, each, spend)
            except GoneAnotherWayError:
                gone.append(replace(each, actions=()))
                continue
            passed.add(replace(each, actions=log.actions) if log else each)
            logs.append(log and log.kept(number < MAX_SESSIONS_AT_HAND and len(log.actions) <= MAX_ACTIONS_AT_HAND))
            wrote |= file.devices.keys() & {action.device for action in each.actions}
            advance(1)
        if gone:
            raise GoneAnotherWayError(*gone)
        with book.transaction():
            hold_scorebook(book.db, book.scorebook, at=by.stamp)
            if file.name and not book.name():
                book.rename(name=file.name, at=by.stamp, of_file=True)
            take_players(book.db, book.scorebook, file.players)
            for kept, log in zip(passed, logs, strict=True):
                came[_write(book, kept, log, spend)] += 1
                advance(1)
            for rules in file.rules:
                _keep(book, rules, at=by.stamp)
            _meet_devices(book.db, {device: file.devices[device] for device in wrote})
    return Taken(**came)


class ImportBudget:
    """The number of entries that may still be replayed; raises BrokenFileError when it is used up."""

    def __init__(self, entries: int) -> None:
        self.left = entries

    def __call__(self, entries: int) -> None:
        self.left -= entries
        if self.left < 0:
            raise BrokenFileError(say("This file is too large to check."))


@dataclass(frozen=True)
class Log:
    """A checked session: its id and actions as they will be stored, and whether it exists here already."""

    id: str
    actions: tuple[Action, ...]
    begun: bool
    session: Session | None

    def kept(self, at_hand: bool) -> Log:
        """The same without its actions, and without the folded session unless `at_hand`."""
        return replace(self, actions=(), session=self.session if at_hand else None)


def _checked(book: KeepersBook, kept: SessionRecord, spend: ImportBudget) -> Log | None:
    """Replay a session's new actions; None where all of them are here already."""
    id = _id_here(book, kept.id)
    if _is_known(book.db, id, kept):
        return None
    try:
        here: Session | None = book.load(id)
    except NoSuchSessionError:
        here = None
    except UnreadableSessionError as error:
        raise GoneAnotherWayError(kept) from error
    session = _blank(kept, id) if here is None else here
    if kept.actions[: session.position] != session.actions:
        # The file may have raw values; normalize them before comparing.
        written = _as_written(kept, id, spend)
        if any(one != other for one, other in zip(written, session.actions, strict=False)):
            raise GoneAnotherWayError(kept)
        return Log(id, written, begun=True, session=None)
    try:
        done = done_again(session, kept.actions[session.position :], read_trusted_entry, spend)
    except BadActionError as error:
        raise broken(kept.where_is(error.position), error.problems) from error
    # For an existing session the table is compared later.
    return Log(id, done.actions, begun=here is not None, session=done if here is None else None)


def _as_written(kept: SessionRecord, id: str, spend: ImportBudget) -> tuple[Action, ...]:
    """The log of a session of the file in stored form; raises GoneAnotherWayError where it is not legal."""
    try:
        return done_again(_blank(kept, id), kept.actions, read_trusted_entry, spend).actions
    except BadActionError as error:
        raise GoneAnotherWayError(kept) from error


def _id_here(book: KeepersBook, id: str) -> str:
    """The id that a session of a file has in this scorebook: its own, unless another scorebook here has it.

    Then it is derived from the ids of scorebook and session, so that another import finds it again.
    """
    ours = _id_of(book.scorebook, id)
    found = book.db.execute("SELECT id, scorebook FROM session WHERE id IN (?, ?)", (id, ours)).fetchall()
    whose = {row["id"]: row["scorebook"] for row in found}
    return id if whose.get(id) == book.scorebook or not whose else ours


def _id_of(*parts: str) -> str:
    digest = hashlib.blake2b("\0".join(parts).encode(), digest_size=16).digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")


def _is_known(db: Connection, id: str, kept: SessionRecord) -> bool:
    """Whether all actions of a session are here already, compared without scoring."""
    head = db.execute("SELECT game, options, dealer FROM session WHERE id = ?", (id,)).fetchone()
    if head is None:
        return False
    names = db.execute(
        "SELECT player.name FROM seat JOIN player ON player.id = seat.player WHERE seat.session = ? ORDER BY seat.seat",
        (id,),
    )
    here = {"game": head["game"], "players": [row["name"] for row in names], "dealer": head["dealer"]}
    if _same_names({**here, "options": json.loads(head["options"])}) != _same_names(kept.head):
        return False
    return tuple(actions_of(db, id))[: len(kept.actions)] == kept.actions


def _same_names(head: Mapping[str, Any]) -> dict[str, Any]:
    players = head.get("players")
    if not isinstance(players, list):
        return dict(head)
    return {**head, "players": [same_name(each) if isinstance(each, str) else each for each in players]}


def _blank(kept: SessionRecord, id: str) -> Session:
    with told_at(kept.where):
        blank = new_session(id=id, created_at=kept.created_at, head=kept.head)
    return replace(
        blank, place=kept.place, note=kept.note, archived_at=kept.archived_at, discarded_at=kept.discarded_at
    )


def _write(book: KeepersBook, kept: SessionRecord, log: Log | None, spend: ImportBudget) -> str:
    """Write a checked session; returns the name of its count."""
    if log is None:
        id = _id_here(book, kept.id)
        if book.db.execute("SELECT id FROM session WHERE id = ?", (id,)).fetchone() is not None:
            _describe(book, kept, id)
            return "known"
        # It was purged here since it was checked.
        log = _checked(book, kept, spend)
        assert log is not None, "what is not here is not known"
        kept = replace(kept, actions=log.actions)
    session = log.session or _blank(kept, log.id).after(*kept.actions)
    try:
        with told_at(kept.where):
            written = book.import_session(session)
    except OtherLogError as error:
        raise GoneAnotherWayError(kept) from error
    if not log.begun:
        return "new"
    _describe(book, kept, log.id)
    return "longer" if written else "known"


def _describe(book: KeepersBook, kept: SessionRecord, id: str) -> None:
    """Take a session's place and note from the file where they are empty here."""
    here = book.db.execute("SELECT place, note FROM session WHERE id = ?", (id,)).fetchone()
    said = {"place": kept.place if visible(kept.place) else "", "note": kept.note}
    if fresh := {name: text for name, text in said.items() if text and not here[name]}:
        with suppress(UnreadableSessionError), told_at(kept.where):
            book.describe(id, **{"place": None, "note": None, **fresh})


def _keep(book: KeepersBook, rules: RulesRecord, *, at: str) -> None:
    """Store named house rules, unless the name is taken here."""
    try:
        with told_at(rules.place):
            if same_name(rules.name) not in {same_name(each.name) for each in book.rule_sets(rules.game)}:
                book.keep_rule_set(rules.game, name=rules.name, options=rules.options, at=at, of_file=True)
    except UnknownGameError as error:
        raise broken(rules.place, [say("There is no game called “{slug}”.", slug=rules.game)]) from error


def _meet_devices(db: Connection, names: Mapping[str, str]) -> None:
    """Store the names of unknown devices; known names are not changed by a file."""
    db.executemany("INSERT INTO device (id, name) VALUES (?, ?) ON CONFLICT (id) DO NOTHING", sorted(names.items()))


def _take_document(book: KeepersBook, document: Document, by: Author, spend: ImportBudget) -> Taken:
    place = say("Session document")
    entries = document.get("entries", [])
    if not isinstance(entries, list):
        raise broken(place, [say("The entries must be a list.")])
    if len(entries) > MAX_ITEMS["actions"]:
        raise broken(place, [too_many("actions")])
    head = {name: value for name, value in document.items() if name != "entries"}
    with told_at(place):
        blank = new_session(id=_id_of(book.scorebook, by.key), created_at=by.stamp, head=head)
    actions = [Action(number, "enter", entry, by.stamp, by.device) for number, entry in enumerate(entries)]
    try:
        session = done_again(blank, actions, read_entry, spend)
    except BadActionError as error:
        raise broken(say("Entry {number}", number=error.position + 1), error.problems) from error
    try:
        book.load(session.id)
    except NoSuchSessionError:
        with book.transaction():
            book.import_session(session)
            meet_device(book.db, by)
        return Taken(new=1)
    return Taken(known=1)
