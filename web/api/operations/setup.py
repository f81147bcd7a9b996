"""The operation that corrects how a session was set up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from scoring import validation
from store.sessions import writing
from store.sessions.loading import load
from web.api import games
from web.api.answers import session_now
from web.api.operation import Answered, Call, Operations
from web.api.operations.sessions import ON_A_SHEET, WRITES, Position
from web.api.shapes import Constraints, Read, SchemaRef

OPERATIONS = Operations("Sessions")


@dataclass(frozen=True)
class CorrectedSetup(Read):
    """The parts of the setup that are to be others; those left out stay.

    With `reopen` an entry that does not fit any more goes, with all after it.
    """

    position: Position
    players: Annotated[
        list[str] | None, validation.LIST, Constraints(description="names in seat order, as many as before")
    ] = None
    dealer: Annotated[
        int | None, validation.whole_number(0, 1_000), Constraints(description="the seat that deals first")
    ] = None
    options: Annotated[dict[str, object], SchemaRef("Options", games.options)] = field(default_factory=dict)
    reopen: bool = False


@OPERATIONS.add(
    method="POST",
    path="/sessions/{session}/setup",
    summary="Correct seats, first dealer or house rules; entries move to them and are scored again",
    about="A correction that changes nothing saves nothing: 200. Before the first entry the number of players may"
    " change.",
    body=CorrectedSetup,
    example_body={"position": 2, "players": ["Ann", "Chika", "Ben"]},
    problems=(*ON_A_SHEET, "later-entries"),
    **WRITES,
)
def set_up(call: Call) -> Answered:
    asked: CorrectedSetup = call.body
    scorebook, session = call.book, call.path["session"]
    sheet = load(scorebook, session).blank
    raw = {
        "players": list(sheet.table.players) if asked.players is None else asked.players,
        "dealer": sheet.table.dealer if asked.dealer is None else asked.dealer,
        "options": sheet.options.strip_defaults(sheet.table).to_json() | asked.options,
    }
    written = writing.set_up(scorebook, session, raw, position=asked.position, by=call.by, reopen=asked.reopen)
    is_new = not written.repeated and written.session.position > asked.position
    return Answered(session_now(written.session), 201 if is_new else 200)
