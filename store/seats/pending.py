"""What seats say for themselves of the step that is asked, kept beside the log until the step is written.

A hidden part leaves this module in one way alone: with all the others, once all are in and no rule is against them.
What was said at an older position of the log is void.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from record.actions import Action
from record.author import Author
from record.session import Session
from scoring.entry.fields import Own
from scoring.entry.merging import Difference, merge, parts_of
from scoring.entry.parts import Part, Parts
from scoring.errors import Problem
from scoring.sheets.values import Ask, Doubt
from store.engines.base import Connection
from store.errors import NothingToSayError, NotYourTurnError, SaidOtherwiseError, StaleError
from store.seats import devices, pending_rows
from store.seats.pending_rows import Said, said_of
from store.sessions.loading import load
from store.sessions.writing import Written, append, said_before


@dataclass(frozen=True)
class Spoken:
    """What anybody may know of a step that seats say for themselves.

    `seats` have a part in it; `named` is of what each has said something so far. `missing` have not said all of it,
    `left` not theirs of the go that it is at; `gone` goes are said by all, and what is `closed` is not said again.
    `turn` is whose turn it is, where there are turns. `shown` is what was said and is not hidden, `laid` what stands
    unseen, by the names of the fields, `problems` what the rules have against it. `entry` is the whole as it is typed,
    once all is in and the rules agree. It then waits for the keeper: the table `confirms`, there is a `doubt`, or
    something in the step is the keeper's. `seated` are the seats with a phone. `written`: saying it has written the
    step, so that `session` asks the next one.
    """

    session: Session
    seats: tuple[int, ...]
    named: Mapping[int, frozenset[str]]
    missing: tuple[int, ...]
    left: tuple[int, ...]
    gone: int
    closed: frozenset[str]
    turn: int | None
    hidden: bool
    shown: Mapping[int, Part]
    laid: Mapping[int, frozenset[str]]
    problems: tuple[Problem, ...]
    entry: Mapping[str, object] | None
    doubt: Doubt | None
    confirms: bool
    seated: frozenset[int]
    written: bool = False

    @property
    def waited_for(self) -> tuple[int, ...]:
        """Whom the step waits for: who is next, or who has not said it."""
        return self.left if self.turn is None else (self.turn,)

    @property
    def unseen(self) -> bool:
        """Whether what is said now stays unseen before everybody's is in: not the tricks after bids that were laid."""
        return any(each.own is Own.HIDDEN and each.name not in self.closed for each in Parts(self.session.sheet).fields)

    @property
    def begun(self) -> frozenset[int]:
        """Who has said something."""
        return frozenset(self.named)

    def own(self, seat: int) -> Ask | None:
        """What this seat alone is asked, see `Parts.own`; None where it has no part."""
        return Parts(self.session.sheet, self.shown).own(seat)

    def may_say(self, seat: int) -> bool:
        """Whether this seat may say something now."""
        if self.hidden:
            return seat in self.seats and self.entry is None
        return Parts(self.session.sheet, self.shown).may_say(seat)


def spoken(db: Connection, now: Session) -> Spoken:
    """What anybody may know by now of a session as it was loaded."""
    return _told(said_of(db, now), now)


def say(
    db: Connection,
    raw: Mapping[str, object],
    *,
    scorebook: str,
    session: str,
    seat: int,
    position: int,
    by: Author,
    anybody: bool = False,
) -> Spoken:
    """Keep what a seat says of its part, and write the step where that was the last; sent again it changes nothing.

    `anybody` is for a keeper, who speaks for every seat whenever. Raises NoSuchSessionError, DeletedScorebookError,
    NotSeatedError, KeyUsedError, StaleError, NothingToSayError, EntryError, NotYourTurnError, in this order.
    """
    with db.writing():
        devices.hold(db, scorebook=scorebook, session=session)
        if not anybody:
            devices.expect_seated(db, session, seat, by.device)
        now = load(db, scorebook=scorebook, session=session)
        heard = said_of(db, now)
        if said_before(db, session, by) is not None:
            return _told(heard, now, written=True)
        if position != now.position and not _still_asked(now, position):
            raise StaleError(now)
        parts = heard.parts
        # What is written brings a deleted session back, and that is for a keeper.
        if seat not in parts.seats or (now.discarded_at and not anybody):
            raise NothingToSayError(seat)
        after = parts.saying(seat, raw)
        if after.said == parts.said:
            return _told(heard, now)
        shown = parts.hidden and parts.settled
        if not anybody and (shown or not parts.may_say(seat) or not parts.closed.isdisjoint(raw)):
            raise NotYourTurnError(seat)
        if after.settled and after.whole and not after.doubt and not heard.confirms:
            action = now.entering(after.together(), by)
            written = append(db, lambda _: action, scorebook=scorebook, session=session, position=now.position, by=by)
            return _told(said_of(db, written.session), written.session, written=True)
        pending_rows.keep(db, session, seat, after.said[seat], position=now.position, by=by)
    return _told(replace(heard, parts=after), now)


def enter(
    db: Connection,
    raw: object,
    *,
    scorebook: str,
    session: str,
    position: int,
    by: Author,
    take: bool = False,
    overruled: str = "",
) -> Written:
    """Write a keeper's entry, with what the seats have said where nothing is entered for them.

    Raises what every write raises, see `sessions.append`, EntryError, and SaidOtherwiseError where a seat has said
    something else: unless what was said is to be `take`n, or is what that error called `overruled`.
    """

    def decide(now: Session) -> Action:
        merged = merge(said_of(db, now).parts, raw, take=take)
        if merged.differences and overruled != _called(merged.differences):
            raise SaidOtherwiseError(now, merged.differences, _called(merged.differences))
        return now.entering(merged.entry, by)

    def again(before: Session, written: Action) -> Action:
        # What was said then stands in what was written then, and nowhere else.
        return before.entering(merge(parts_of(before.sheet, written.facts), raw, take=take, written=True).entry, by)

    return append(db, decide, scorebook=scorebook, session=session, position=position, by=by, again=again)


def _called(differences: Iterable[Difference]) -> str:
    """What was said where it differs, as one text that tells nothing of what is laid."""
    return json.dumps([[each.seat, each.said] for each in differences], separators=(",", ":"))


def confirm(db: Connection, *, scorebook: str, session: str, on: bool) -> None:
    """Have a keeper look before what all have said is written, or no longer; raises as `seating.hold` does."""
    with db.writing():
        devices.hold(db, scorebook=scorebook, session=session)
        db.execute("UPDATE session SET confirms = ? WHERE id = ?", (int(on), session))


def _still_asked(now: Session, position: int) -> bool:
    """Whether the step that was asked at an earlier position is asked still."""
    return 0 <= position < now.position and pending_rows.asks_the_same(now.at(position), now)


def _told(heard: Said, now: Session, *, written: bool = False) -> Spoken:
    parts = heard.parts
    # What the rules have against the part of one seat may tell that part.
    problems = tuple(each for each in parts.problems if each.seat is None or not parts.hidden)
    return Spoken(
        session=now,
        seats=parts.seats,
        named=parts.named,
        missing=parts.missing,
        left=parts.left,
        gone=parts.gone,
        closed=parts.closed,
        turn=parts.turn,
        hidden=parts.hidden,
        shown=parts.shown,
        laid=parts.laid,
        problems=problems,
        entry=parts.together() if parts.settled else None,
        doubt=parts.doubt,
        confirms=heard.confirms,
        seated=heard.seated,
        written=written,
    )
