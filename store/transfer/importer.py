"""Imports a scorebook file or session document into a scorebook."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from time import monotonic, sleep

from record.errors import UnreadableSessionError
from record.log import Action, Author, budget
from record.people import with_names
from record.replay import replay_log
from record.session import Session, new_session
from scoring.core import read_entry
from scoring.document import DOCUMENT
from scoring.entry.reading import read_object
from scoring.errors import UnknownGameError
from scoring.message import bare, say
from scoring.text import same_name, visible
from store.book import Book, needs
from store.errors import NoSuchError, OtherLogError
from store.players.profiles import PLAYER_FIELDS, apply_merges, people
from store.progress import Progress, no_progress
from store.scorebooks import (
    ORIGINAL_FIRST,
    add_player,
    first_name,
    lock_scorebook,
    player_of_file,
    rename_scorebook,
    rule_sets,
    save_device_name,
    save_rule_set,
    scorebook_name,
    set_rating,
    touch_scorebook,
)
from store.sessions.details import describe
from store.sessions.loading import load
from store.sessions.writing import import_session
from store.transfer.check import CheckedSession, DivergedError, FileCheck, TooMuchToCheckError, blank_of, id_of
from store.transfer.scorebook_file import Document, ScorebookFile, broken_at, errors_at, expect_list_sizes

MAX_ENTRIES = 1_000_000
"""Entries replayed for one file, including replays of corrections: some minutes of work."""
MAX_HELD_SECONDS = 0.2
"""Seconds after which an import lets others write."""
PAUSE_SECONDS = 0.12
"""Longer than between two tries of whoever waits for a lock, so that they get it."""
FOLDED_AT_ONCE = 20
"""Sessions folded before a transaction, some 100 KB each."""


@dataclass(frozen=True)
class ImportResult:
    """What came of a file: how many sessions were new, how many had gone on elsewhere, how many were known.

    `apart` are the ids here of those that were carried on here and elsewhere, where the other version was set aside.
    """

    new: int = 0
    longer: int = 0
    known: int = 0
    apart: tuple[str, ...] = ()


@needs("keeper")
def import_file(
    book: Book,
    file: ScorebookFile | Document,
    by: Author,
    progress: Progress = no_progress,
    *,
    sets_aside: bool = False,
) -> ImportResult:
    """Import what is new in a file; raises BrokenFileError, and then nothing is written.

    A session that was carried on here and elsewhere raises DivergedError; `sets_aside` makes the other version a
    deleted session of its own instead, so that somebody can choose, see `store.sessions.versions`.

    All actions are replayed first, without a lock, and then written in transactions of `MAX_HELD_SECONDS`; others save
    in between. If the database fails in between, the sessions before are there, and the same file again brings the
    rest. A document becomes a session that starts now; the same key again imports nothing.
    """
    if not isinstance(file, ScorebookFile):
        return _import_document(book, file, by)
    with progress("Importing a scorebook", 2 * len(file.sessions)) as advance:
        check = FileCheck(book, file, budget(MAX_ENTRIES, TooMuchToCheckError), by.stamp if sets_aside else None)
        check.check_logs(advance)
        sessions, counts, diverged = iter(check.sessions), Counter[str](), list[str]()
        batch, is_first = _fold_next(sessions), True
        while batch or is_first:
            with book.db.writing():
                lock_scorebook(book, at=by.stamp)
                if is_first:
                    _import_rest(book, file, check, by)
                deadline = monotonic() + MAX_HELD_SECONDS
                while batch:
                    checked, session = batch.popleft()
                    outcome = _write_session(book, check, checked, session)
                    counts[outcome] += 1
                    if outcome == "apart":
                        diverged.append(checked.id)
                    advance(1)
                    if monotonic() >= deadline:
                        break
            is_first, batch = False, batch or _fold_next(sessions)
            if batch:
                sleep(PAUSE_SECONDS)
    return ImportResult(counts["new"], counts["longer"], counts["known"], tuple(diverged))


def _fold_next(sessions: Iterator[CheckedSession]) -> deque[tuple[CheckedSession, Session | None]]:
    """The next sessions of a file, folded while nobody waits for them; None for those that are known."""
    return deque(
        (each, None if each.outcome == "known" else blank_of(each.record, each.id).after(*each.record.actions))
        for each in islice(sessions, FOLDED_AT_ONCE)
    )


def _import_rest(book: Book, file: ScorebookFile, check: FileCheck, by: Author) -> None:
    """Write all but the sessions, whose tables are checked when their players are here; the caller holds the lock.

    What is here stays: the name of the scorebook, whether it is rated, house rules and devices with a name.
    """
    if file.name and scorebook_name(book) is None:
        rename_scorebook(book, name=file.name, at=by.stamp, of_file=True)
    if not file.rated and not people(book):
        set_rating(book, on=False, at=by.stamp)
    check.check_tables(_import_players(book, file))
    for place, rules in file.rules:
        try:
            with errors_at(place):
                if same_name(rules["name"]) not in {same_name(each.name) for each in rule_sets(book, rules["game"])}:
                    save_rule_set(book, **rules, at=by.stamp, of_file=True)
        except UnknownGameError as error:
            raise broken_at(place, [say("There is no game called “{slug}”.", slug=rules["game"])]) from error
    wrote = {action.device for each in check.sessions for action in each.record.actions}
    book.db.executemany(
        "INSERT INTO device_name (scorebook, device, name) VALUES (?, ?, ?) ON CONFLICT (scorebook, device) DO NOTHING",
        [(book.scorebook, device, file.devices[device]) for device in sorted(wrote & file.devices.keys())],
    )


def _import_players(book: Book, file: ScorebookFile) -> set[int]:
    """Write the players who are new, and whom they were merged into; all in the file by their ids here.

    Who is here is not changed, nor merged with somebody else who is here.
    """
    found = book.db.execute("SELECT id, person FROM player WHERE scorebook = ?", (book.scorebook,))
    were_here = {row["id"] for row in found}
    ids = {key: player_of_file(book, each.name) or add_player(book, each.name) for key, each in file.players.items()}
    known = {*ids.values()}
    into = {row["id"]: row["person"] for row in found if row["person"] is not None}
    old = {_final_person(into, player) for player in were_here}
    merged, changed = [], []
    for key, each in file.players.items():
        player = ids[key]
        if each.into is not None and player not in into:
            # Who is new has sat nowhere yet; a session of the file where one person sits twice is refused.
            person = _final_person(into, target := ids[same_name(each.into)])
            if player != person and not (player in old and person in old):
                merged.append((player, target, each.merged_at))
                into[player] = person
                if player in old:
                    old.add(person)
        if player not in were_here:
            called = each.called if each.called is not None and _is_free(book, each.called, known) else None
            changed.append((called, called and same_name(called), each.archived_at, *each.chosen.values(), player))
    book.db.executemany("INSERT INTO merged (player, into_player, at) VALUES (?, ?, ?)", merged)
    if merged:
        apply_merges(book.db, book.scorebook)
    columns = ("called", "called_key", "archived_at", *PLAYER_FIELDS)
    book.db.executemany(
        f"UPDATE player SET {' = ?, '.join(columns)} = ? WHERE id = ?",
        [each for each in changed if any(value is not None for value in each[:-1])],
    )
    if merged or any(called for called, *_ in changed):
        # Sheets that processes keep say the names.
        touch_scorebook(book)
    return known


def _is_free(book: Book, called: str, known: Collection[int]) -> bool:
    """Whether a new player may be called so: nobody is, or was before this file, but those whom the file knows too."""
    key = same_name(called)
    found = book.db.execute(
        "SELECT id, called_key FROM player WHERE scorebook = ? AND (called_key = ? OR name_key = ?)",
        (book.scorebook, key, key),
    )
    return all(row["called_key"] != key and row["id"] in known for row in found)


def _final_person(into: dict[int, int], player: int) -> int:
    """Who stands for a player in the end; ways that were gone are made short."""
    chain = []
    while player in into:
        chain.append(player)
        player = into[player]
    into |= dict.fromkeys(chain, player)
    return player


def _write_session(book: Book, check: FileCheck, checked: CheckedSession, session: Session | None) -> str:
    """Write a checked session; returns what came of it."""
    query = "SELECT id FROM session WHERE id = ?"
    if session is None and book.db.execute(query, (checked.id,)).fetchone() is None:
        # It was purged here since it was checked.
        checked = check.check_session(checked.record)
        session = blank_of(checked.record, checked.id).after(*checked.record.actions)
    record, id, outcome, _ = checked
    written = 0
    if session is not None:
        try:
            with errors_at(record.where):
                written = import_session(book, session)
        except OtherLogError as error:
            raise DivergedError(record) from error
    if outcome in ("new", "apart"):
        return outcome
    here = book.db.execute("SELECT place, note FROM session WHERE id = ?", (id,)).fetchone()
    details = {"place": record.place if visible(record.place) else "", "note": record.note}
    if fresh := {name: text for name, text in details.items() if text and not here[name]}:
        with suppress(UnreadableSessionError):
            describe(book, id, **fresh)
    return "longer" if written else "known"


def _import_document(book: Book, document: Document, by: Author) -> ImportResult:
    with errors_at(""):
        head = read_object(DOCUMENT, document)
        entries = head.pop("entries", [])
        expect_list_sizes({"actions": entries})
        session = new_session(id=id_of(book.scorebook, by.key), created_at=by.stamp, head=head)
    name = partial(first_name, book, columns=ORIGINAL_FIRST)
    actions = [
        Action(number, "enter", with_names(entry, name) if isinstance(entry, Mapping) else entry, by.stamp, by.device)
        for number, entry in enumerate(entries)
    ]
    with errors_at(lambda position: bare("{part} {number}", part=say("Entry"), number=position + 1)):
        session = replay_log(session, actions, read_entry, budget(MAX_ENTRIES, TooMuchToCheckError))
    try:
        load(book, session.id)
    except NoSuchError:
        with book.db.writing():
            import_session(book, session)
            save_device_name(book, by)
        return ImportResult(new=1)
    return ImportResult(known=1)
