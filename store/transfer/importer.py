"""Imports a scorebook file or session document into a scorebook."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from time import monotonic, sleep

from record.errors import UnreadableSessionError
from record.imported import BadActionError, replay_log
from record.log import Action, Author
from record.people import with_names
from record.session import Session, new_session
from scoring.core import read_entry
from scoring.document import DOCUMENT
from scoring.entry.reading import read_object
from scoring.errors import UnknownGameError
from scoring.message import say
from scoring.text import same_name, visible
from store.book import Book, needs
from store.errors import NoSuchError, OtherLogError
from store.players.profiles import people
from store.progress import Progress, untold
from store.scorebooks import (
    first_name_of_file,
    keep_rule_set,
    lock_scorebook,
    meet_device,
    rename_scorebook,
    rule_sets,
    scorebook_name,
    turn_rating,
)
from store.sessions.loading import load
from store.sessions.writing import describe, import_session
from store.transfer.checking import (
    MAX_ENTRIES,
    Checked,
    GoneAnotherWayError,
    ImportBudget,
    Log,
    blank_of,
    check_all,
    checked,
)
from store.transfer.file import Document, RulesRecord, ScorebookFile, SessionRecord, broken, told_at
from store.transfer.ids import id_of
from store.transfer.player_importer import take_players
from store.transfer.reader import MAX_ITEMS, too_many

MAX_HELD_SECONDS = 0.2
"""Seconds after which an import lets others write."""
PAUSE_SECONDS = 0.12
"""Longer than between two tries of whoever waits for a lock, so that they get it."""
FOLDED_AT_ONCE = 20
"""Sessions folded before a transaction, some 100 KB each."""


@dataclass(frozen=True)
class Taken:
    """What came of a file: how many sessions were new, how many had gone on elsewhere, how many were known.

    `apart` are the ids here of those that were carried on here and elsewhere, where the other version was set aside.
    """

    new: int = 0
    longer: int = 0
    known: int = 0
    apart: tuple[str, ...] = ()


@needs("keeper")
def take_in(
    book: Book,
    file: ScorebookFile | Document,
    by: Author,
    progress: Progress = untold,
    *,
    sets_aside: bool = False,
) -> Taken:
    """Import what is new in a file; raises BrokenFileError, and then nothing is written.

    A session that was carried on here and elsewhere raises GoneAnotherWayError; `sets_aside` makes the other version a
    deleted session of its own instead, so that somebody can choose, see `store.sessions.versions`.

    All actions are replayed first, without a lock, and then written in transactions of `MAX_HELD_SECONDS`; others save
    in between. If the database fails in between, the sessions before are there, and the same file again brings the
    rest. A document becomes a session that starts now; the same key again imports nothing.
    """
    spend = ImportBudget(MAX_ENTRIES)
    if not isinstance(file, ScorebookFile):
        return _take_document(book, file, by, spend)
    with progress("Importing a scorebook", 2 * len(file.sessions)) as advance:
        passed = check_all(book, file, spend, advance, by.stamp if sets_aside else None)
        sessions, came, apart = iter(passed.sessions), Counter[str](), list[str]()
        folded = _folded(sessions)

        def write_some() -> None:
            due = monotonic() + MAX_HELD_SECONDS
            while folded:
                kept, log, session = folded.popleft()
                count = _write(book, kept, log, session, spend)
                came[count] += 1
                if count == "apart":
                    apart.append(log.id)
                advance(1)
                if monotonic() >= due:
                    return

        with book.db.writing():
            lock_scorebook(book, at=by.stamp)
            if file.name and scorebook_name(book) is None:
                rename_scorebook(book, name=file.name, at=by.stamp, of_file=True)
            # What is chosen here stays, so a file that is added says nothing of it.
            if not file.rated and not people(book):
                turn_rating(book, on=False, at=by.stamp)
            take_players(book, file.players)
            passed.check_tables(book)
            for rules in file.rules:
                _keep(book, rules, at=by.stamp)
            _meet_devices(book, {device: file.devices[device] for device in passed.devices})
            write_some()
        while folded or (folded := _folded(sessions)):
            sleep(PAUSE_SECONDS)
            with book.db.writing():
                lock_scorebook(book, at=by.stamp)
                write_some()
    return Taken(came["new"], came["longer"], came["known"], tuple(apart))


def _folded(sessions: Iterator[Checked]) -> deque[tuple[SessionRecord, Log, Session | None]]:
    """The next sessions of a file, folded while nobody waits for them."""
    return deque(
        (kept, log, None if log.known else blank_of(kept, log.id).after(*kept.actions))
        for kept, log in islice(sessions, FOLDED_AT_ONCE)
    )


def _write(book: Book, kept: SessionRecord, log: Log, session: Session | None, spend: ImportBudget) -> str:
    """Write a checked session; returns the name of its count."""
    if session is None:
        if book.db.execute("SELECT id FROM session WHERE id = ?", (log.id,)).fetchone() is not None:
            _describe(book, kept, log.id)
            return "known"
        # It was purged here since it was checked.
        log = checked(book, kept, spend)
        session = blank_of(kept, log.id).after(*log.actions)
    try:
        with told_at(kept.where):
            written = import_session(book, session)
    except OtherLogError as error:
        raise GoneAnotherWayError(kept) from error
    if not log.begun:
        return "apart" if log.aside else "new"
    _describe(book, kept, log.id)
    return "longer" if written else "known"


def _describe(book: Book, kept: SessionRecord, id: str) -> None:
    """Take a session's place and note from the file where they are empty here."""
    here = book.db.execute("SELECT place, note FROM session WHERE id = ?", (id,)).fetchone()
    said = {"place": kept.place if visible(kept.place) else "", "note": kept.note}
    if fresh := {name: text for name, text in said.items() if text and not here[name]}:
        with suppress(UnreadableSessionError), told_at(kept.where):
            describe(book, id, **{"place": None, "note": None, **fresh})


def _keep(book: Book, rules: RulesRecord, *, at: str) -> None:
    """Store named house rules, unless the name is taken here."""
    try:
        with told_at(rules.place):
            if same_name(rules.name) not in {same_name(each.name) for each in rule_sets(book, rules.game)}:
                keep_rule_set(book, rules.game, name=rules.name, options=rules.options, at=at, of_file=True)
    except UnknownGameError as error:
        raise broken(rules.place, [say("There is no game called “{slug}”.", slug=rules.game)]) from error


def _meet_devices(book: Book, names: Mapping[str, str]) -> None:
    """Store the names of unknown devices; known names are not changed by a file."""
    book.db.executemany(
        "INSERT INTO device_name (scorebook, device, name) VALUES (?, ?, ?) ON CONFLICT (scorebook, device) DO NOTHING",
        [(book.scorebook, device, name) for device, name in sorted(names.items())],
    )


def _take_document(book: Book, document: Document, by: Author, spend: ImportBudget) -> Taken:
    place = say("Session document")
    with told_at(place):
        head = read_object(DOCUMENT, document)
        entries = head.pop("entries", [])
        if len(entries) > MAX_ITEMS["actions"]:
            raise broken(place, [too_many("actions")])
        blank = new_session(id=id_of(book.scorebook, by.key), created_at=by.stamp, head=head)
    name = partial(first_name_of_file, book)
    actions = [
        Action(number, "enter", with_names(entry, name) if isinstance(entry, Mapping) else entry, by.stamp, by.device)
        for number, entry in enumerate(entries)
    ]
    try:
        session = replay_log(blank, actions, read_entry, spend)
    except BadActionError as error:
        raise broken(say("Entry {number}", number=error.position + 1), error.problems) from error
    try:
        load(book, session.id)
    except NoSuchError:
        with book.db.writing():
            import_session(book, session)
            meet_device(book, by)
        return Taken(new=1)
    return Taken(known=1)
