"""Operation that changes a session's details: place, note, archived, deleted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, TypeAlias

from record.log import stamp
from scoring import validation
from store.sessions import writing
from store.sessions.loading import load
from store.sessions.purge import KEPT_DAYS
from store.sessions.writing import MAX_LENGTHS, archive_session, describe
from web.api.answers import SessionNow, session_now
from web.api.conditional import expect_unchanged
from web.api.operation import Answered, Call, Operations
from web.api.operations.sessions import NOW
from web.api.shapes import LEGACY_DEFAULTS, Constraints, Read

OPERATIONS = Operations("Sessions")

Place: TypeAlias = Annotated[str, validation.text(MAX_LENGTHS["place"])]
Note: TypeAlias = Annotated[str, validation.text(MAX_LENGTHS["note"])]


@dataclass(frozen=True)
class SessionChange(Read):
    """What is to be said otherwise: whatever is left out stays, "" takes it away."""

    place: Annotated[Place, Constraints(description="where it was played")] = LEGACY_DEFAULTS
    note: Annotated[Note, Constraints(description="what is to be remembered of it")] = LEGACY_DEFAULTS
    archived: Annotated[bool, Constraints(description="folded away from the lists")] = LEGACY_DEFAULTS
    discarded: Annotated[bool, Constraints(description=f"deleted: after {KEPT_DAYS} days it is gone for good")] = (
        LEGACY_DEFAULTS
    )


@OPERATIONS.add(
    method="PATCH",
    path="/sessions/{session}",
    summary="Say place and note, archive or delete a session, take it out again",
    example_body={"place": "Ann’s kitchen", "note": "Ben’s birthday"},
    about="All of it or nothing. It is no action of the log: no `position` is named, and it stays as it was.",
    body=SessionChange,
    answers={200: NOW},
    problems=("only-to-look-at", "unreadable"),
    if_match=True,
)
def change_session(call: Call) -> Answered:
    scorebook, asked, session, at = call.book, call.body, call.path["session"], stamp(call.by.at)
    with scorebook.db.writing():
        expect_unchanged(call)
        before = load(scorebook, session)
        said = {
            name: None if text is LEGACY_DEFAULTS else text
            for name, text in (("place", asked.place), ("note", asked.note))
        }
        if any(text is not None for text in said.values()):
            describe(scorebook, session, **said)
        # Archived or deleted again, it keeps the day.
        if asked.archived is True and before.archived_at is None:
            archive_session(scorebook, session, at=at)
        if asked.archived is False:
            archive_session(scorebook, session, at=None)
        if asked.discarded is True and before.discarded_at is None:
            writing.delete_session(scorebook, session, at=at)
        if asked.discarded is False and before.discarded_at is not None:
            writing.delete_session(scorebook, session, at=None)
        return Answered(session_now(load(scorebook, session)))


@OPERATIONS.add(
    method="DELETE",
    path="/sessions/{session}",
    summary="Delete a session; it can be restored",
    about=f"The same as to say `discarded`: true. For {KEPT_DAYS} days `discarded`: false brings it back.",
    answers={200: ("the session as it is now, with `discarded_at`", SessionNow)},
    problems=("only-to-look-at", "unreadable"),
    if_match=True,
)
def delete_session(call: Call) -> Answered:
    return change_session(replace(call, body=SessionChange(discarded=True)))
