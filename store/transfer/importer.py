"""Takes a scorebook, or a session document, out of a file into a scorebook: all of it or nothing."""

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

MOST_ENTRIES = 1_000_000
"""So many entries are read of one file, again for a correction: some minutes of work, and no more."""
AT_HAND = 300
"""So many sessions are kept as they came of the checks, some 100 KB each; of more, each is folded once again."""
LONGEST_AT_HAND = 200
"""Actions of a session that is kept so: with more of them it grows by their square, to 150 MB with 5,000."""
GONE_ANOTHER_WAY = say("This session is already here, but it went on differently.")


class GoneAnotherWayError(BrokenFileError):
    """A file with nothing wrong in it, but for `sessions` that have gone on here in another way: the first is told."""

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
    """Take in what is new in a file; raises BrokenFileError, and then nothing of it was written.

    All actions are done again first, while others may write; what passed is then written in one transaction. A
    document becomes a session that begins now; sent again under the same key it is known.
    """
    spend = ImportBudget(MOST_ENTRIES)
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
            logs.append(log and log.kept(number < AT_HAND and len(log.actions) <= LONGEST_AT_HAND))
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
    """How many more entries of a file are read; raises BrokenFileError when they are used up."""

    def __init__(self, entries: int) -> None:
        self.left = entries

    def __call__(self, entries: int) -> None:
        self.left -= entries
        if self.left < 0:
            raise BrokenFileError(say("This file is too large to check."))


@dataclass(frozen=True)
class Log:
    """A session that passed: its id and its actions as they are written here, and whether it was begun here already."""

    id: str
    actions: tuple[Action, ...]
    begun: bool
    session: Session | None

    def kept(self, at_hand: bool) -> Log:
        """The same without its actions, and the session that it comes to only if that is to stay at hand."""
        return replace(self, actions=(), session=self.session if at_hand else None)


def _checked(book: KeepersBook, kept: SessionRecord, spend: ImportBudget) -> Log | None:
    """A session of the file whose new actions were done again; None where all of it is here already."""
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
        # They may say the same as somebody typed it, not as the record writes it.
        written = _as_written(kept, id, spend)
        if any(one != other for one, other in zip(written, session.actions, strict=False)):
            raise GoneAnotherWayError(kept)
        return Log(id, written, begun=True, session=None)
    try:
        done = done_again(session, kept.actions[session.position :], read_trusted_entry, spend)
    except BadActionError as error:
        raise broken(kept.where_is(error.position), error.problems) from error
    # Of one that is here, the table that the file says is still to be compared.
    return Log(id, done.actions, begun=here is not None, session=done if here is None else None)


def _as_written(kept: SessionRecord, id: str, spend: ImportBudget) -> tuple[Action, ...]:
    """The log of a session of the file as the record writes it; raises GoneAnotherWayError where that cannot be."""
    try:
        return done_again(_blank(kept, id), kept.actions, read_trusted_entry, spend).actions
    except BadActionError as error:
        raise GoneAnotherWayError(kept) from error


def _id_here(book: KeepersBook, id: str) -> str:
    """The id of a session of a file in this scorebook: its own, unless another scorebook here has it.

    Then it is one that is always the same for the two, so that a second time finds it again, even if the other left.
    """
    ours = _id_of(book.scorebook, id)
    found = book.db.execute("SELECT id, scorebook FROM session WHERE id IN (?, ?)", (id, ours)).fetchall()
    whose = {row["id"]: row["scorebook"] for row in found}
    return id if whose.get(id) == book.scorebook or not whose else ours


def _id_of(*parts: str) -> str:
    digest = hashlib.blake2b("\0".join(parts).encode(), digest_size=16).digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")


def _is_known(db: Connection, id: str, kept: SessionRecord) -> bool:
    """Whether a session is here to the last of its actions, by what is written: nothing is scored."""
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
    """Write a session that passed; which of the counts it adds to."""
    if log is None:
        id = _id_here(book, kept.id)
        if book.db.execute("SELECT id FROM session WHERE id = ?", (id,)).fetchone() is not None:
            _describe(book, kept, id)
            return "known"
        # It was here when it was looked at, and has left for good since.
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
    """Say of a session that is here what the file says of it, where nobody has said anything here."""
    here = book.db.execute("SELECT place, note FROM session WHERE id = ?", (id,)).fetchone()
    said = {"place": kept.place if visible(kept.place) else "", "note": kept.note}
    if fresh := {name: text for name, text in said.items() if text and not here[name]}:
        with suppress(UnreadableSessionError), told_at(kept.where):
            book.describe(id, **{"place": None, "note": None, **fresh})


def _keep(book: KeepersBook, rules: RulesRecord, *, at: str) -> None:
    """Keep house rules under their name, unless something has it here already."""
    try:
        with told_at(rules.place):
            if same_name(rules.name) not in {same_name(each.name) for each in book.rule_sets(rules.game)}:
                book.keep_rule_set(rules.game, name=rules.name, options=rules.options, at=at, of_file=True)
    except UnknownGameError as error:
        raise broken(rules.place, [say("There is no game called “{slug}”.", slug=rules.game)]) from error


def _meet_devices(db: Connection, names: Mapping[str, str]) -> None:
    """Remember the names of devices that are not known here: those of others are not changed by a file."""
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
