"""A book: a scorebook on one connection, in the hands of somebody with a role; what a view gets of the record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Unpack

from record.author import Author
from record.session import Session
from scoring.game import AnyGame
from store import scorebooks
from store.access import grants, links, tokens
from store.access.grants import Access, Right
from store.access.links import Link
from store.access.tokens import Role, Token
from store.engines.base import Connection, Row
from store.players import profiles
from store.players.profiles import Player
from store.scorebooks import RuleSet
from store.seats import devices, pending
from store.seats.pending_rows import PendingStep, pending_step
from store.sessions import details, history, loading, series, sync_state, writing
from store.sessions.history import Found, LineUp, Summary
from store.sessions.purge import Purged, purge
from store.sessions.search import Filters
from store.sessions.snapshot import Snapshot, snapshot, snapshot_of
from store.sessions.sync_state import Head
from store.sessions.writing import Written
from store.stats import player_stats, recent
from store.stats.player_stats import Line, Statistics
from store.stats.recent import LastResult


@dataclass(frozen=True)
class Book:
    """What a watcher may do: look at everything in this scorebook, and write nothing."""

    db: Connection
    scorebook: str

    def load(self, session: str) -> Session:
        """A session with its sheet; raises NoSuchSessionError, or UnreadableSessionError."""
        return loading.load(self.db, scorebook=self.scorebook, session=session)

    def find(self, *, limit: int, offset: int = 0, **filters: Unpack[Filters]) -> Found:
        """A page of the sessions that pass the filters, newest first; one that is None or empty lets all pass."""
        return history.find(self.db, scorebook=self.scorebook, limit=limit, offset=offset, **filters)

    def search(self, *, limit: int = 50, **filters: Unpack[Filters]) -> list[Summary]:
        """The last sessions that pass the filters, newest first."""
        return history.summaries(self.db, scorebook=self.scorebook, limit=limit, **filters)

    def played(self) -> list[str]:
        """The games of the last sessions, the most often played first."""
        return history.played(self.db, scorebook=self.scorebook)

    def line_ups(self, limit: int = 3) -> list[LineUp]:
        """The last line-ups, each once."""
        return history.line_ups(self.db, scorebook=self.scorebook, limit=limit)

    def heads(self) -> list[Head]:
        """How far every session is, deleted ones too, the first that began first."""
        return sync_state.heads(self.db, self.scorebook)

    def players(self) -> list[str]:
        """What everybody is called who may play, the regulars first; see `people` for all."""
        return scorebooks.players(self.db, self.scorebook)

    def people(self) -> list[Player]:
        """Everybody by name, archived ones too, each with those who were merged into them."""
        return profiles.people(self.db, self.scorebook)

    def deleted_at(self) -> str | None:
        """When the whole scorebook was deleted, or None."""
        return scorebooks.deleted_at(self.db, self.scorebook)

    def name(self) -> str | None:
        """What the scorebook is called; None as long as nobody gave it a name."""
        return scorebooks.name_of(self.db, self.scorebook)

    def statistics(self, player: int) -> Statistics:
        """What the finished sessions come to of a player, by number; raises NoSuchPlayerError."""
        return player_stats.statistics(self.db, scorebook=self.scorebook, player=player)

    def last_results(self, player: int, *, limit: int) -> list[LastResult]:
        """The last finished sessions of a person, newest first, see `lately.last_results`."""
        return recent.last_results(self.db, scorebook=self.scorebook, player=player, limit=limit)

    def table(self) -> list[Line]:
        """Everybody in every game that was played to an end: games, wins, average, best, wins in a row."""
        return player_stats.table(self.db, self.scorebook)

    def rule_sets(self, game: str) -> list[RuleSet]:
        """The named house rules of a game, by name."""
        return scorebooks.rule_sets(self.db, scorebook=self.scorebook, game=game)

    def said_names(self, session: str) -> list[str]:
        """Who sits at a table, by the names that were said first of these people."""
        return scorebooks.said_names(self.db, session)

    def snapshot(self, session: str) -> Snapshot:
        """All that a page needs of a session; raises NoSuchSessionError, or UnreadableSessionError."""
        return snapshot(self.db, scorebook=self.scorebook, session=session)

    def snapshot_of(self, head: Row) -> Snapshot:
        """The same of a session of this scorebook whose head was read already; raises UnreadableSessionError."""
        return snapshot_of(self.db, head)

    def pending(self, session: Session) -> PendingStep:
        """What its seats have said of the step that a session asks."""
        return pending_step(self.db, session)

    def device_names(self, session: str) -> dict[str, str]:
        """What the devices are called that wrote in a session."""
        return scorebooks.device_names(self.db, session)


@dataclass(frozen=True)
class PlayersBook(Book):
    """What somebody at the table may do besides: sit down, and speak for the seat."""

    def take_seat(self, session: str, seat: int, *, by: Author) -> None:
        """Sit down; raises SeatTakenError, see `seating.take`."""
        devices.take(self.db, scorebook=self.scorebook, session=session, seat=seat, by=by)

    def leave_seat(self, session: str, seat: int, *, by: Author) -> None:
        """Stand up again; raises NotSeatedError where another device sits there, see `seating.free`."""
        devices.free(self.db, scorebook=self.scorebook, session=session, seat=seat, device=by.device)

    def say(self, session: str, seat: int, raw: Mapping[str, object], *, position: int, by: Author) -> PendingStep:
        """Say the seat's own part of what is asked, see `offers.say`."""
        return pending.say(self.db, raw, scorebook=self.scorebook, session=session, seat=seat, position=position, by=by)


@dataclass(frozen=True)
class KeepersBook(PlayersBook):
    """What a keeper may do besides: write. Every write names the position that was seen."""

    def transaction(self) -> AbstractContextManager[None]:
        """Several writes of which all stand or none."""
        return self.db.writing()

    def start(self, game: AnyGame, raw: Mapping[str, object], by: Author) -> str:
        """The id of a new session, see `sessions.start` and `sessions.expect_visible`."""
        writing.expect_visible(self.db, scorebook=self.scorebook, blank=game.start(raw))
        return writing.start(self.db, scorebook=self.scorebook, game=game, raw=raw, by=by)

    def start_again(self, session: str, by: Author) -> str:
        """The id of a new session with the people and rules of another, see `series.start_again`."""
        return series.start_again(self.db, scorebook=self.scorebook, session=session, by=by)

    def enter(
        self,
        session: str,
        raw: object,
        *,
        position: int,
        by: Author,
        take: bool = False,
        overruled: str = "",
        sure: bool = True,
    ) -> Written:
        """Write an entry, with what seats have said for themselves; raises SaidOtherwiseError, see `pending.enter`."""
        return pending.enter(
            self.db,
            raw,
            scorebook=self.scorebook,
            session=session,
            position=position,
            by=by,
            take=take,
            overruled=overruled,
            sure=sure,
        )

    def say_for(self, session: str, seat: int, raw: Mapping[str, object], *, position: int, by: Author) -> PendingStep:
        """Say a part for a seat, whoever sits there and whosever turn it is, see `offers.say`."""
        return pending.say(
            self.db, raw, scorebook=self.scorebook, session=session, seat=seat, position=position, by=by, anybody=True
        )

    def free_seat(self, session: str, seat: int) -> None:
        """Have whoever sits there stand up, see `seating.free`."""
        devices.free(self.db, scorebook=self.scorebook, session=session, seat=seat)

    def confirm(self, session: str, *, on: bool) -> None:
        """Have a keeper look before what all seats have said is written, see `offers.confirm`."""
        pending.confirm(self.db, scorebook=self.scorebook, session=session, on=on)

    def undo(self, session: str, *, position: int, by: Author, count: int = 1) -> Written:
        """Take back the last `count` entries and corrections that stand; raises NothingToUndoError where fewer do."""
        return self._append(session, lambda now: now.after(now.undoing(by, count=count)), position, by)

    def redo(self, session: str, *, position: int, by: Author) -> Written:
        """Bring back what was undone last; raises NothingToRedoError."""
        return self._append(session, lambda now: now.after(now.redoing(by)), position, by)

    def correct(
        self, session: str, changes: Mapping[int, object], *, position: int, by: Author, reopen: bool = False
    ) -> Written:
        """Replace live entries, see `correction`; what changes nothing writes nothing."""

        def corrected(now: Session) -> Session | None:
            action = now.correcting(changes, by, reopen=reopen)
            return None if action is None else now.after(action)

        return self._append(session, corrected, position, by)

    def describe(self, session: str, *, place: object, note: object) -> None:
        """Say where a session was played and what is to be remembered of it, see `about.describe`."""
        details.describe(self.db, scorebook=self.scorebook, session=session, place=place, note=note)

    def archive(self, session: str, *, at: str) -> None:
        """Fold a session away from the lists; raises NoSuchSessionError."""
        details.archive(self.db, scorebook=self.scorebook, session=session, at=at)

    def unarchive(self, session: str) -> None:
        """Take an archived session out again; raises NoSuchSessionError."""
        details.archive(self.db, scorebook=self.scorebook, session=session, at=None)

    def discard(self, session: str, *, at: str) -> None:
        """Delete a session: it can be restored until it is purged; raises NoSuchSessionError."""
        details.put_away(self.db, scorebook=self.scorebook, session=session, at=at)

    def restore(self, session: str) -> None:
        """Take a deleted session out again; raises NoSuchSessionError where it is gone for good."""
        details.put_away(self.db, scorebook=self.scorebook, session=session, at=None)

    def delete_scorebook(self, *, at: str) -> None:
        """Delete the whole scorebook: nothing is written in it until it is restored, and purged it is gone."""
        scorebooks.put_away(self.db, scorebook=self.scorebook, at=at)

    def restore_scorebook(self) -> None:
        """Take the deleted scorebook out again."""
        scorebooks.put_away(self.db, scorebook=self.scorebook, at=None)

    def purge(self, *, before: str) -> Purged:
        """Take out for good what was deleted here before a time, see `purge.purge`."""
        return purge(self.db, scorebook=self.scorebook, before=before)

    def rename_player(self, player: int, *, name: object) -> None:
        """Call a player otherwise, see `people.rename`."""
        profiles.rename(self.db, scorebook=self.scorebook, player=player, name=name)

    def paint_player(self, player: int, *, colour: int | None) -> None:
        """Give a player a colour, see `people.paint`."""
        profiles.paint(self.db, scorebook=self.scorebook, player=player, colour=colour)

    def archive_player(self, player: int, *, at: str) -> None:
        """Offer a player no more at new tables; raises NoSuchPlayerError."""
        profiles.archive(self.db, scorebook=self.scorebook, player=player, at=at)

    def unarchive_player(self, player: int) -> None:
        """Offer a player again; raises NoSuchPlayerError."""
        profiles.archive(self.db, scorebook=self.scorebook, player=player, at=None)

    def merge_players(self, player: int, *, into: int, at: str) -> None:
        """Show a player as another from now on, see `people.merge`."""
        profiles.merge(self.db, scorebook=self.scorebook, player=player, into=into, at=at)

    def unmerge_player(self, player: int) -> None:
        """Take a merge back, see `people.unmerge`."""
        profiles.unmerge(self.db, scorebook=self.scorebook, player=player)

    def import_session(self, session: Session) -> int:
        """Take in a session as it was kept elsewhere; how many actions were new."""
        return writing.import_session(self.db, scorebook=self.scorebook, session=session)

    def keep_rule_set(
        self, game: str, *, name: object, options: Mapping[str, object], at: str, of_file: bool = False
    ) -> None:
        """Keep house rules under a name, see `scorebooks.keep_rule_set`."""
        scorebooks.keep_rule_set(
            self.db, scorebook=self.scorebook, game=game, name=name, options=options, at=at, of_file=of_file
        )

    def make_token(self, *, name: object, role: Role, at: str) -> str:
        """A token by which a program comes to this scorebook in a role, told this once, see `tokens.make`."""
        return tokens.make(self.db, scorebook=self.scorebook, name=name, role=role, at=at)

    def tokens(self) -> list[Token]:
        """The tokens that were made, the last first, withdrawn ones too."""
        return tokens.of_scorebook(self.db, self.scorebook)

    def withdraw_token(self, token: str, *, at: str) -> None:
        """Let nobody in by this token any more; raises NoSuchTokenError."""
        tokens.withdraw(self.db, scorebook=self.scorebook, token=token, at=at)

    def rename(self, *, name: object, at: str, of_file: bool = False) -> None:
        """Give the scorebook a name; raises EntryError at `name`."""
        scorebooks.rename(self.db, scorebook=self.scorebook, name=name, at=at, of_file=of_file)

    def make_link(
        self, *, role: Right, at: str, session: str | None = None, ends_at: str | None = None, recovery: bool = False
    ) -> str:
        """The secret of a link by which devices come to this scorebook, told this once, see `links.make`."""
        return links.make(
            self.db, scorebook=self.scorebook, role=role, at=at, session=session, ends_at=ends_at, recovery=recovery
        )

    def links(self) -> list[Link]:
        """The links that were made, the last first, those that hold no more too."""
        return links.of_scorebook(self.db, self.scorebook)

    def withdraw_link(self, link: str, *, at: str) -> None:
        """Shut out all who came by a link; raises NoSuchLinkError, LastKeeperError."""
        links.withdraw(self.db, scorebook=self.scorebook, link=link, at=at)

    def devices(self) -> list[Access]:
        """Who has access now, who came first first, see `access.listed`."""
        return grants.listed(self.db, self.scorebook)

    def name_device(self, id: str, *, name: object) -> None:
        """Call a device otherwise; raises EntryError at `name`, NoSuchDeviceError."""
        grants.name_device(self.db, scorebook=self.scorebook, access=id, name=name)

    def remove_device(self, id: str, *, at: str) -> None:
        """Take all access from a device; raises NoSuchDeviceError, LastKeeperError."""
        grants.remove_device(self.db, scorebook=self.scorebook, access=id, at=at)

    def is_alone(self, *, at: str) -> bool:
        """Whether one device is all that leads here, see `access.is_alone`."""
        return grants.is_alone(self.db, self.scorebook, at=at)

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
    """The scorebook as somebody with this role may use it."""
    return BOOKS[role](db, scorebook)
