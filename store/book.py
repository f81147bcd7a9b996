"""Books: data access to one scorebook on one connection, limited by a role."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from record.log import Author
from record.session import Session
from scoring.game import AnyGame
from store import scorebooks
from store.access import grants, join_codes, links, removal, tokens
from store.access.grants import Right
from store.engines.base import Connection
from store.players import colours, profiles
from store.seats import devices, handing_over, pending
from store.seats.pending_rows import pending_step
from store.seats.step import PendingStep
from store.sessions import details, evenings, history, loading, other_game, series, setup, sync_state, versions, writing
from store.sessions.changes import last_start, typed_names
from store.sessions.purge import purge
from store.sessions.snapshot import snapshot as read_snapshot
from store.sessions.snapshot import version as read_version
from store.sessions.writing import Written
from store.stats import finished, head_to_head, player_stats, ratings, recent

Asked = ParamSpec("Asked")
Given = TypeVar("Given")


def _of(function: Callable[Concatenate[Connection, str, Asked], Given]) -> Callable[Concatenate[Book, Asked], Given]:
    """Make a store function a method that passes the book's connection and scorebook."""

    @wraps(function)
    def method(book: Book, /, *asked: Asked.args, **more: Asked.kwargs) -> Given:
        return function(book.db, book.scorebook, *asked, **more)

    return method


@dataclass(frozen=True)
class Book:
    """Reads of one scorebook, for a watcher."""

    db: Connection
    scorebook: str

    load = _of(loading.load)
    find = _of(history.find)
    search = _of(history.summaries)
    summaries_of = _of(history.summaries_of)
    begun = _of(history.begun)
    played = _of(history.played)
    line_ups = _of(history.line_ups)
    evening_of = _of(evenings.evening_of)
    evenings_before = _of(evenings.evenings_before)
    evenings_after = _of(evenings.evenings_after)
    since_last_evenings = _of(evenings.since_last_evenings)
    heads = _of(sync_state.heads)
    next_let_in = _of(series.next_let_in)
    versions = _of(versions.versions)
    last_start = _of(last_start)
    players = _of(scorebooks.players)
    people = _of(profiles.people)
    colours = _of(colours.colours)
    deleted_at = _of(scorebooks.deleted_at)
    name = _of(scorebooks.name_of)
    statistics = _of(player_stats.statistics)
    last_results = _of(recent.last_results)
    current_run = _of(recent.current_run)
    last_played = _of(recent.last_played)
    first_played = _of(recent.first_played)
    played_between = _of(finished.played_between)
    facts_between = _of(finished.facts_between)
    has_played = _of(finished.has_played)
    table = _of(player_stats.table)
    played_games = _of(player_stats.played_games)
    head_to_head = _of(head_to_head.head_to_head)
    is_rated = _of(scorebooks.is_rated)
    player_ratings = _of(ratings.player_ratings)
    rating_history = _of(ratings.rating_history)
    ratings = _of(ratings.ratings)
    rule_sets = _of(scorebooks.rule_sets)
    snapshot = _of(read_snapshot)
    keepers = _of(grants.keepers)
    freed_seats = _of(devices.freed)
    seats_before = _of(handing_over.before)
    version = _of(read_version)

    def said_names(self, session: str) -> list[str]:
        """The players' first names in the record, by seat: renaming does not change them."""
        return scorebooks.said_names(self.db, session)

    def pending(self, session: Session) -> PendingStep:
        """The pending input of a session."""
        return pending_step(self.db, session)

    def device_names(self, session: str) -> dict[str, str]:
        """Names by device of those that wrote in a session."""
        return scorebooks.device_names(self.db, session)


@dataclass(frozen=True)
class PlayersBook(Book):
    """Adds what a player may do: take a seat and enter its part."""

    take_seat = _of(devices.take)

    def leave_seat(self, session: str, seat: int, *, by: Author) -> None:
        """Leave a seat; raises NotSeatedError where another device sits there, see `devices.free`."""
        devices.free(self.db, self.scorebook, session, seat, device=by.device)

    def say(
        self, session: str, seat: int, raw: Mapping[str, object], *, position: int, by: Author, seen: str | None = None
    ) -> PendingStep:
        """Enter the seat's part of the step, see `pending.say`."""
        return pending.say(
            self.db, raw, scorebook=self.scorebook, session=session, seat=seat, position=position, by=by, seen=seen
        )


@dataclass(frozen=True)
class KeepersBook(PlayersBook):
    """Adds what a keeper may do: all writes. Each names the position that was seen."""

    start_again = _of(series.start_again)
    last_at_table = _of(series.last_at_table)
    enter = _of(pending.enter)
    overrule = _of(pending.overrule)
    tap = _of(pending.tap)
    confirm = _of(pending.confirm)
    free_seat = _of(devices.free)
    players_at = _of(devices.players_at)
    describe = _of(details.describe)
    archive = _of(details.archive)
    discard = _of(details.soft_delete)
    choose_versions = _of(versions.choose_versions)
    purge = _of(purge)
    delete_scorebook = _of(scorebooks.soft_delete)
    rename_player = _of(profiles.rename)
    paint_player = _of(profiles.paint)
    archive_player = _of(profiles.archive)
    merge_players = _of(profiles.merge)
    unmerge_player = _of(profiles.unmerge)
    import_session = _of(writing.import_session)
    keep_rule_set = _of(scorebooks.keep_rule_set)
    make_token = _of(tokens.make)
    withdraw_token = _of(tokens.withdraw)
    rename = _of(scorebooks.rename)
    turn_rating = _of(scorebooks.turn_rating)
    make_link = _of(links.make)
    renew_link = _of(links.renew)
    show_join_code = _of(join_codes.show)
    withdraw_link = _of(links.withdraw)
    name_device = _of(grants.name_device)
    remove_device = _of(removal.remove_device)
    removable_devices = _of(removal.removable)
    is_alone = _of(grants.is_alone)
    tokens = _of(tokens.of_scorebook)
    links = _of(links.of_scorebook)
    devices = _of(grants.listed)

    def transaction(self) -> AbstractContextManager[None]:
        """A transaction for several writes."""
        return self.db.writing()

    def start(self, game: AnyGame, raw: Mapping[str, object], by: Author) -> str:
        """Start a session and return its id, see `writing.start` and `writing.expect_visible`."""
        writing.expect_visible(self.db, scorebook=self.scorebook, blank=game.start(raw))
        return writing.start(self.db, scorebook=self.scorebook, game=game, raw=raw, by=by)

    def start_next(
        self,
        session: str,
        game: AnyGame,
        raw: Mapping[str, object],
        *,
        by: Author,
        stay: Collection[int] = (),
        links_until: str | None = None,
    ) -> str:
        """Start another game at the table of a session, see `series.start_next`, and return its id."""
        writing.expect_visible(self.db, scorebook=self.scorebook, blank=game.start(raw))
        start = partial(series.start_next, self.db, self.scorebook, session, game, raw)
        return start(by=by, stay=stay, links_until=links_until)

    def start_instead(self, session: str, game: AnyGame, raw: Mapping[str, object], by: Author) -> str:
        """Start another game in the place of a session, see `other_game.start_instead`, and return its id."""
        writing.expect_visible(self.db, scorebook=self.scorebook, blank=game.start(raw))
        return other_game.start_instead(self.db, self.scorebook, session, game, raw, by=by)

    def say_for(
        self, session: str, seat: int, raw: Mapping[str, object], *, position: int, by: Author, seen: str | None = None
    ) -> PendingStep:
        """Enter a part for any seat, in any order, see `pending.say`."""
        say = partial(pending.say, self.db, raw, scorebook=self.scorebook, session=session, anybody=True)
        return say(seat=seat, position=position, by=by, seen=seen)

    def undo(self, session: str, *, position: int, by: Author, count: int = 1) -> Written:
        """Undo the last `count` live entries and corrections; raises NothingToUndoError where there are fewer."""
        return self._append(session, lambda now: now.after(now.undoing(by, count=count)), position, by)

    def redo(self, session: str, *, position: int, by: Author) -> Written:
        """Redo what was undone last; raises NothingToRedoError."""
        return self._append(session, lambda now: now.after(now.redoing(by)), position, by)

    def correct(
        self, session: str, changes: Mapping[int, object], *, position: int, by: Author, reopen: bool = False
    ) -> Written:
        """Replace live entries, see `record/corrections.py`; without a change nothing is written."""

        def corrected(now: Session) -> Session | None:
            said = {index: typed_names(self.db, self.scorebook, raw) for index, raw in changes.items()}
            action = now.correcting(said, by, reopen=reopen)
            return None if action is None else now.after(action)

        return self._append(session, corrected, position, by)

    def set_up(
        self, session: str, raw: Mapping[str, object], *, position: int, by: Author, reopen: bool = False
    ) -> Written:
        """Correct the setup to typed `players`, `dealer` and `options`, see `record/corrections.py`.

        Raises EntryError, LaterEntriesError; without a change nothing is written.
        """

        def corrected(now: Session) -> Session | None:
            known, said = self.setup_said(now, raw)
            action = known.setting_up(said, by, reopen=reopen)
            return None if action is None else known.after(action)

        return self._append(session, corrected, position, by)

    def setup_said(self, session: Session, raw: Mapping[str, object]) -> tuple[Session, dict[str, Any]]:
        """A session that knows all names, and a typed setup with the first names in the record; raises EntryError."""
        writing.expect_visible(self.db, scorebook=self.scorebook, blank=session.game.start(raw))
        known = setup.with_names(self.db, self.scorebook, session)
        return known, setup.said(self.db, self.scorebook, known, raw)

    def unarchive(self, session: str) -> None:
        """Unarchive a session; raises NoSuchError."""
        self.archive(session, at=None)

    def restore(self, session: str) -> None:
        """Restore a deleted session; raises NoSuchError where it was purged."""
        self.discard(session, at=None)

    def restore_scorebook(self) -> None:
        """Restore the deleted scorebook."""
        self.delete_scorebook(at=None)

    def unarchive_player(self, player: int) -> None:
        """Unarchive a player; raises NoSuchError."""
        self.archive_player(player, at=None)

    def _append(self, session: str, change: Callable[[Session], Session | None], position: int, by: Author) -> Written:
        return writing.append(
            self.db,
            lambda now: change(now.session),
            scorebook=self.scorebook,
            session=session,
            position=position,
            by=by,
            again=lambda before, _written: change(before),
        )


BOOKS: dict[Right, type[Book]] = {"keeper": KeepersBook, "player": PlayersBook, "watcher": Book}


def open_book(db: Connection, scorebook: str, role: Right) -> Book:
    """The scorebook as the book of a role."""
    return BOOKS[role](db, scorebook)
