"""Writes sessions into the record: starts one, appends to its log, imports one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from blinker import Signal

from record.corrections import setup_of
from record.errors import RecordError
from record.log import MAX_ACTIONS, MAX_BEFORE_STEP, Action, Author
from record.people import line_ups, newcomers
from record.session import DETAILS, Session
from scoring.entry.fields import Writing
from scoring.errors import EntryError, Problem
from scoring.game import AnyGame
from scoring.message import say
from scoring.sheets.extras import EXTRA_STEPS
from scoring.sheets.sheet import Sheet
from scoring.text import same_name, visible
from store.access.requests import seat_newcomers
from store.book import Book, needs
from store.encoding import new_id, to_text
from store.engines.base import Connection
from store.errors import (
    DeletedScorebookError,
    FullLogError,
    KeyUsedError,
    OtherFactsError,
    OtherLogError,
    SessionBegunError,
    StaleError,
)
from store.players.profiles import unarchive_players
from store.scorebooks import (
    FIRST_TURN,
    current_names,
    find_person,
    first_name,
    get_or_add_player,
    lock_scorebook,
    person_of,
    player_of_file,
    save_device_name,
    with_first_name,
)
from store.seats.devices import move_devices
from store.seats.pending_step import carry_over_pending
from store.sessions import loading
from store.sessions.loading import ACTION_COLUMNS, load
from store.sessions.sittings import (
    changed_setup,
    expect_distinct_players,
    insert_sittings,
    player_ids,
    sync_setup,
    sync_sittings,
)
from store.sessions.snapshot import Snapshot, read_snapshot
from store.stats import read_models

Decide: TypeAlias = Callable[[Snapshot], Session | None]
"""Returns the current session with one more action, or None for no change; raises EntryError and the like."""
Repeat: TypeAlias = Callable[[Session, Action], Session | None]
"""Repeats the decision on the session as it was before the action that had the same key."""

ACTION_WRITTEN = Signal()
"""Sent with the session after an action was written."""


@dataclass(frozen=True)
class Written:
    """The session after a write; `repeated`: the key was known, so nothing was written."""

    session: Session
    repeated: bool


@needs("keeper")
def start(book: Book, game: AnyGame, raw: Mapping[str, object], by: Author, *, is_typed: bool = True) -> str:
    """Start a session from raw `players`, `dealer` and `options`, and return its id; the same key gives the same id.

    Creates the scorebook and its players where needed; of what `is_typed` names and texts must be visible. Raises
    EntryError, KeyUsedError where the key belongs to another scorebook, SessionBegunError where it started a session
    with another table or other rules.
    """
    with book.db.writing():
        blank = game.start(raw)
        if is_typed:
            _expect_visible(book, blank)
        lock_scorebook(book, at=by.stamp)
        if earlier := session_of_key(book, by):
            if not _same_table(book, load(book, earlier), game, blank):
                raise SessionBegunError(earlier)
            return earlier
        begun = setup_of(blank)
        session = Session(
            id=new_id(), game=game, created_at=by.stamp, played_at=by.stamp, blank=blank, sheet=blank, begun=begun
        )
        players = [get_or_add_player(book, name) for name in blank.table.players]
        _insert_session(book, session, players, key=by.key)
        unarchive_players(book.db, session.id)
        read_models.refresh(book.db, session)
        save_device_name(book, by)
    return session.id


def _expect_visible(book: Book, blank: Sheet[Any]) -> None:
    """Raise EntryError for invisible characters in new players' names and in text options.

    Only for typed input: the record and files may have such names from earlier releases.
    """
    hidden = [
        Problem("players", seat, say("That name has characters that can’t be displayed."))
        for seat, name in enumerate(blank.table.players)
        if not visible(name) and find_person(book, name) is None
    ]
    for field in blank.options.fields():
        text = getattr(blank.options, field.name)
        if isinstance(field, Writing) and text and not visible(text):
            hidden.append(Problem(field.name, None, say("That has characters that can’t be displayed.")))
    if hidden:
        raise EntryError(hidden)


def append(book: Book, session: str, decide: Decide, *, position: int, by: Author, repeat: Repeat) -> Written:
    """Append the action that `decide` makes from the current session, under a lock.

    For a known key `repeat` tells whether the content is the same. Raises NoSuchError, DeletedScorebookError,
    KeyUsedError, OtherFactsError, StaleError, in this order, then what `decide` raises.
    """
    with book.db.writing():
        book.db.lock_row("session", session)
        current = read_snapshot(book, session)
        if current.head["scorebook_deleted_at"] is not None:
            raise DeletedScorebookError
        earlier = position_of_key(book.db, session, by)
        if earlier is not None:
            if not _same_facts(current.session, earlier, repeat):
                raise OtherFactsError(current.session, earlier)
            return Written(current.session, repeated=True)
        if position != current.session.position:
            raise StaleError(current.session)
        after = decide(current)
        if after is None:
            return Written(current.session, repeated=False)
        after = write(book, current, after, by)
    loading.cache_session(book.db, current.head, after)
    ACTION_WRITTEN.send(after)
    return Written(after, repeated=False)


def write(book: Book, current: Snapshot, after: Session, by: Author) -> Session:
    """Write the last action of a session, in the transaction that read `now`; raises FullLogError."""
    db, before, action = book.db, current.session, after.actions[-1]
    is_step = action.kind == "enter" and action.facts["step"] not in EXTRA_STEPS
    if action.position >= (MAX_BEFORE_STEP if is_step else MAX_ACTIONS):
        raise FullLogError
    _insert_actions(db, after.id, {by.key: action})
    # A step may bring who joined while its deal was played: then it has a row of the table.
    new_rows = after.sheet.rows[len(before.sheet.rows) :]
    may_bring = action.kind != "enter" or any(row.kind == "table" for row in new_rows)
    is_set_up = after.log.setup != before.log.setup
    if is_set_up or (may_bring and newcomers(after) != newcomers(before)):
        (sync_setup if is_set_up else sync_sittings)(book, after)
        after = load(book, after.id)
        move_devices(db, before, after)
        seat_newcomers(book, after, at=by.stamp)
    if before.deleted_at is not None or before.archived_at is not None:
        # Writing to a deleted or archived session restores it.
        after = replace(after, deleted_at=None, archived_at=None)
        db.execute("UPDATE session SET deleted_at = NULL, archived_at = NULL WHERE id = ?", (after.id,))
    if current.head["offers"] or current.head["phones"]:
        carry_over_pending(db, current.pending, after, by)
    read_models.refresh(db, after, before=before)
    save_device_name(book, by)
    return after


@needs("keeper")
def undo(book: Book, session: str, *, position: int, by: Author, count: int = 1) -> Written:
    """Undo the last `count` live entries and corrections; raises NothingToUndoError where there are fewer."""
    return _change(
        book, session, lambda current: current.after(current.undoing(by, count=count)), position=position, by=by
    )


@needs("keeper")
def redo(book: Book, session: str, *, position: int, by: Author) -> Written:
    """Redo what was undone last; raises NothingToRedoError."""
    return _change(book, session, lambda current: current.after(current.redoing(by)), position=position, by=by)


@needs("keeper")
def correct(
    book: Book, session: str, changes: Mapping[int, object], *, position: int, by: Author, reopen: bool = False
) -> Written:
    """Replace live entries, see `record/corrections.py`; without a change nothing is written."""

    def corrected(current: Session) -> Session | None:
        typed = {index: with_first_name(book, raw) for index, raw in changes.items()}
        action = current.correcting(typed, by, reopen=reopen)
        return None if action is None else current.after(action)

    return _change(book, session, corrected, position=position, by=by)


@needs("keeper")
def set_up(
    book: Book, session: str, raw: Mapping[str, object], *, position: int, by: Author, reopen: bool = False
) -> Written:
    """Correct the setup to typed `players`, `dealer` and `options`, with what goes along, see `Session.setting_up`.

    Raises EntryError, LaterEntriesError; without a change nothing is written.
    """

    def corrected(current: Session) -> Session | None:
        known, setup = read_setup(book, current, raw)
        action = known.setting_up(setup, by, reopen=reopen)
        return None if action is None else known.after(action)

    return _change(book, session, corrected, position=position, by=by)


@needs("keeper")
def draw_dealer(book: Book, session: str, *, position: int, by: Author) -> Written:
    """Draw by lot who deals first, see `Session.drawing_dealer`; once something was entered nothing is written."""

    def drawn(current: Session) -> Session | None:
        action = current.drawing_dealer(by)
        return None if action is None else current.after(action)

    return _change(book, session, drawn, position=position, by=by)


@needs("keeper")
def read_setup(book: Book, session: Session, raw: Mapping[str, Any]) -> tuple[Session, dict[str, Any]]:
    """A typed setup with the players by their first names in the record, and the session knowing all names.

    Who sits here keeps their own first name; a new setup may name anybody of the scorebook. Raises EntryError.
    """
    _expect_visible(book, session.game.start(raw))
    raw = {**raw, "changes": [with_first_name(book, each) for each in raw.get("changes", ())]}
    known = replace(session, names={**current_names(book.db, book.scorebook), **session.names})
    typed = raw.get("players")
    if not isinstance(typed, Sequence) or isinstance(typed, str):
        return known, raw
    here = {same_name(now): first for now, first in zip(known.blank.table.players, known.setup["players"], strict=True)}
    players = [here.get(same_name(name)) or first_name(book, name) if isinstance(name, str) else name for name in typed]
    return known, {**raw, "players": players}


def _change(
    book: Book, session: str, change: Callable[[Session], Session | None], *, position: int, by: Author
) -> Written:
    return append(
        book,
        session,
        lambda current: change(current.session),
        position=position,
        by=by,
        repeat=lambda before, _written: change(before),
    )


@needs("keeper")
def import_session(book: Book, session: Session) -> int:
    """Import a session with its id, actions, times and devices; returns the number of new actions.

    Imported again it adds only new actions. Who is archived is not changed by a new session: its file says it. Raises
    OtherLogError where it exists here with another table or log, or in another scorebook.
    """
    with book.db.writing():
        lock_scorebook(book, at=session.created_at)
        book.db.lock_row("session", session.id)
        kept = book.db.execute("SELECT scorebook FROM session WHERE id = ?", (session.id,)).fetchone()
        if kept is not None and kept["scorebook"] != book.scorebook:
            raise OtherLogError(session.id)
        if kept is None:
            blank = session.blank_of(None)
            players = player_ids(book, blank.table.players)
            _insert_session(book, replace(session, blank=blank), players, key=f"imported {session.id}")
            known: tuple[Action, ...] = ()
        else:
            here = expect_same_table(book, session)
            known, session = here.actions, replace(session, **{name: getattr(here, name) for name in DETAILS})
        together = min(len(known), len(session.actions))
        if known[:together] != session.actions[:together]:
            raise OtherLogError(session.id)
        new = session.actions[together:]
        _insert_actions(book.db, session.id, {f"imported {session.id} {action.position}": action for action in new})
        if kept is None or new:
            for names in line_ups(session):
                expect_distinct_people(book, names)
            follow = sync_setup if changed_setup(session.actions) else sync_sittings
            follow(book, session, archives=kept is not None)
            read_models.refresh(book.db, session)
    return len(new)


def expect_distinct_people(book: Book, names: Sequence[str]) -> None:
    """Raise EntryError where two names of an imported table are one person here."""
    known = [(name, player) for name in names if (player := player_of_file(book, name)) is not None]
    expect_distinct_players(book.db, [name for name, _ in known], [player for _, player in known])


def expect_same_table(book: Book, session: Session) -> Session:
    """The session with this id here; raises OtherLogError where it has another table or other rules."""
    here = load(book, session.id)
    if not _same_table(book, here, session.game, session.blank_of(None)):
        raise OtherLogError(session.id)
    return here


def _same_table(book: Book, earlier: Session, game: AnyGame, blank: Sheet[Any]) -> bool:
    """Whether a session began with this table and rules; players may have been renamed since."""
    was = earlier.blank_of(None)
    return (
        earlier.game is game
        and was.options == blank.options
        and was.table.dealer == blank.table.dealer
        and _people(book, player_of_file, earlier.begun["players"]) == _people(book, find_person, blank.table.players)
    )


def _people(book: Book, find: Callable[[Book, str], int | None], names: Sequence[str]) -> list[int | str]:
    """The people with these names; who is in the record no more has their name only."""
    found = ((name, find(book, name)) for name in names)
    return [same_name(name) if player is None else person_of(book.db, player) for name, player in found]


def session_of_key(book: Book, by: Author) -> str | None:
    """The session that was started with this key, or None; raises KeyUsedError."""
    found = book.db.execute("SELECT id, scorebook FROM session WHERE key = ?", (by.key,)).fetchone()
    if found is None:
        return None
    if found["scorebook"] != book.scorebook:
        raise KeyUsedError
    earlier: str = found["id"]
    return earlier


def position_of_key(db: Connection, session: str, by: Author) -> int | None:
    """The position of the action that has this key, or None; raises KeyUsedError."""
    found = db.execute("SELECT session, position FROM action WHERE key = ?", (by.key,)).fetchone()
    if found is None:
        return None
    if found["session"] != session:
        raise KeyUsedError
    position: int = found["position"]
    return position


def _same_facts(current: Session, position: int, repeat: Repeat) -> bool:
    """Whether the decision, repeated on the session of that time, gives the same action."""
    written = current.actions[position]
    try:
        decided = repeat(current.at(position), written)
    except (EntryError, RecordError):
        return False
    if decided is None:
        return False
    action = decided.actions[-1]
    return (action.kind, to_text(action.facts)) == (written.kind, to_text(written.facts))


def _insert_session(book: Book, session: Session, players: Sequence[int], *, key: str) -> None:
    """Insert a new session under its key; raises KeyUsedError, EntryError."""
    table = session.blank.table
    expect_distinct_players(book.db, table.players, players)
    values = {
        "id": session.id,
        "scorebook": book.scorebook,
        "game": session.game.slug,
        "options": to_text(session.blank.options.to_json()),
        "dealer": table.dealer,
        "created_at": session.created_at,
        "updated_at": session.updated_at,
        **{name: getattr(session, name) or None for name in DETAILS},
        "key": key,
    }
    written = book.db.execute(
        f"""
        INSERT INTO session ({", ".join(values)}) VALUES ({", ".join("?" * len(values))})
        ON CONFLICT (key) DO NOTHING
        """,
        tuple(values.values()),
    )
    if written.rowcount == 0:
        # Another scorebook started a session with this key in the meantime.
        raise KeyUsedError
    insert_sittings(book.db, session.id, [(FIRST_TURN, seat, player) for seat, player in enumerate(players)])


def _insert_actions(db: Connection, session: str, actions: Mapping[str, Action]) -> None:
    """Insert actions, each under its key; raises KeyUsedError."""
    if not actions:
        return
    written = db.executemany(
        f"""
        INSERT INTO action (session, key, {", ".join(ACTION_COLUMNS)}) VALUES (?, ?{", ?" * len(ACTION_COLUMNS)})
        ON CONFLICT (key) DO NOTHING
        """,
        [
            (session, key, action.position, action.kind, to_text(action.facts), action.at, action.device)
            for key, action in actions.items()
        ],
    )
    if written.rowcount < len(actions):
        # An action of another session has taken the key in the meantime.
        raise KeyUsedError
