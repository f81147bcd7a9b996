"""Preview of a corrected setup: whose scores change, and what no longer fits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from record.corrections import describe_setup_changes, left_out
from record.errors import LaterEntriesError
from record.log import Author
from record.session import Session
from scoring.entry.moving import new_seats
from scoring.message import Message, Points, Words, say
from scoring.sheets.changes import turns_in_words
from store.book import Book
from store.seats.step import pending_step
from store.sessions.writing import read_setup
from web.sheet.correction_preview import no_longer_counted, reopened
from web.sheet.drafts import asked_again


@dataclass(frozen=True)
class Change:
    """The total of a side, old and new."""

    name: Words
    was: Points
    now: Points


@dataclass(frozen=True)
class Foreseen:
    """What saving would do.

    `told` is what differs in the setup; `turns` who deals and who begins then, and did before; both are empty where
    nothing changes. `changes` whose totals change; `later` which rows go, `entry` the first that does not fit, and
    `why`; `again` whose part of the step is asked again; `unused` what the new rules do not ask; `ends` that the game
    would be over.
    """

    told: tuple[Message, ...] = ()
    turns: tuple[Message, ...] = ()
    changes: tuple[Change, ...] = ()
    later: Message | None = None
    entry: Message | None = None
    why: tuple[Message, ...] = ()
    again: Message | None = None
    unused: Message | None = None
    ends: Message | None = None


def foreseen(
    book: Book, found: Session, raw: Mapping[str, object], by: Author, *, drafted: MultiDict[str, str]
) -> Foreseen:
    """What another setup would change; nothing is written. Raises EntryError for one that no game can have.

    `drafted` is what the keeper has entered of the step and not sent.
    """
    known, said = read_setup(book, found, raw)
    later: LaterEntriesError | None = None
    try:
        action = known.setting_up(said, by)
    except LaterEntriesError as error:
        later, action = error, known.setting_up(said, by, reopen=True)
    if action is None:
        return Foreseen()
    after = known.after(action)
    before, now, unused = found.sheet, after.sheet, left_out(found.game, found.entries, known.blank, after.blank)
    return Foreseen(
        told=tuple(describe_setup_changes(found.game, known.blank, after.blank)),
        turns=tuple(turns_in_words(before if now.deals == before.deals else now, now)),
        changes=tuple(_changes(found, after)),
        later=_later(found, after) if later else None,
        entry=before.called[later.index] if later else None,
        why=tuple(problem.message for problem in later.problems) if later and not now.over else (),
        again=None if later else asked_again(pending_step(book, found), drafted, after),
        unused=say("Ignored, because these rules don’t use it: {fields}.", fields=unused) if unused else None,
        ends=say("This ends the game: {why}", why=now.why_over or "") if now.over and not before.over else None,
    )


def _changes(found: Session, after: Session) -> list[Change]:
    seats = {now: was for was, now in new_seats(found.sheet.table.players, after.sheet.table.players).items()}
    changes = [
        Change(after.sheet.name_of_side(side), found.sheet.totals[seats[side[0]]], after.sheet.totals[side[0]])
        for side in after.sheet.sides
        if side[0] in seats
    ]
    return [each for each in changes if each.was != each.now]


def _later(found: Session, after: Session) -> Message:
    lost = found.sheet.rows[len(after.sheet.rows) :]
    if not lost:
        return say("The entries since the last result no longer fit and will be asked for again.")
    return no_longer_counted(lost) if after.sheet.over else reopened(found.sheet, lost)
