"""The players of a running game: who takes over a seat, joins, leaves, sits out a deal, comes back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from record.session import Session
from scoring.entry.choices import SeatPick, Switch
from scoring.message import Message
from scoring.sheets import changes
from scoring.sheets.values import Ask
from scoring.table import Table, for_players
from store.scorebooks import players
from store.sessions.setup import last_start
from web.identity.current import book, load, new_key
from web.identity.permissions import can_see_scorebook
from web.request.page import Pages
from web.sheet.forms import EntryForm, form_for
from web.sheet.view import asked_again

JOIN = "join"

pages = Pages("players_now", __name__, url_prefix="/s/<session>", readers="keeper", of_session=True)


@dataclass(frozen=True)
class Person:
    """A player at the table, with the forms of what can happen, by step."""

    seat: int
    forms: Mapping[str, EntryForm]

    @property
    def has_typed(self) -> bool:
        """Whether one of the forms has come back with a problem."""
        return any(form.sent for form in self.forms.values())


@dataclass(frozen=True)
class Later:
    """A change that waits for the end of the deal in play; undoing it takes so many entries back."""

    text: Message
    undone: int


@pages.get("/players")
def show(session: str) -> ResponseReturnValue:
    """The players clockwise; once the game is over, the sheet."""
    found = load(session)
    if found.sheet.over:
        return redirect(url_for("sheets.show", session=session))
    return players_page(found)


def players_page(
    found: Session, typed: EntryForm | None = None, *, problems: Sequence[str] = (), **more: object
) -> str:
    """Render the page; `typed` is a form with its problems, or with what is typed after an edit conflict."""
    sheet = found.sheet
    asks = {ask.step: ask for ask in changes.asks(sheet) if ask.step in changes.PLAYERS_CHANGE}
    again = {JOIN: asked_again(found, _as_last_time(found, asks[JOIN]))} if JOIN in asks else {}
    if typed is not None:
        typed.position.data = found.position
    return render_template(
        "session/changes/players.html",
        session=found,
        sheet=sheet,
        people=[Person(seat, dict(_forms(found, asks, seat, typed))) for seat in sheet.table.clockwise],
        join=_named(_or_typed(again.get(JOIN), typed), JOIN),
        turns=tuple(changes.turns_in_words(sheet, sheet)),
        starts=changes.start_scores(sheet),
        known=_known(changes.table_next(sheet)),
        why_not=changes.why_not(sheet),
        fewest=for_players(sheet.numbers) if sheet.numbers and "leave" not in asks else None,
        waiting=list(_waiting(found)),
        key=new_key(),
        problems=problems,
        **more,
    )


def _as_last_time(found: Session, ask: Ask) -> Ask:
    """The ask for a newcomer with the start of the last one: in this session, else in the last one of this game."""
    if len(found.sheet.table.players) > len(found.blank.table.players):
        return ask
    start = last_start(book(), found.game)
    fields = (replace(each, suggested=start) if start and each.name == "start" else each for each in ask.fields)
    return replace(ask, fields=tuple(fields))


def _forms(
    found: Session, asks: Mapping[str, Ask], seat: int, typed: EntryForm | None
) -> Iterator[tuple[str, EntryForm]]:
    """The forms of what can happen to a seat."""
    for step, ask in asks.items():
        if seat not in next((field.among for field in ask.fields if isinstance(field, SeatPick) and step != JOIN), ()):
            continue
        form = form_for(ask, position=found.position)
        for switch in (field for field in ask.fields if isinstance(field, Switch)):
            form.input(switch).data = switch.written(switch.suggested)
        form.seat.data = seat
        if typed is not None and typed.step.data == step and typed.seat.says(seat):
            form = typed
        yield step, _named(form, f"{step}-{seat}")


def _or_typed(form: EntryForm | None, typed: EntryForm | None) -> EntryForm | None:
    """The form that was typed into, where it is one of the same step."""
    return typed if form is not None and typed is not None and typed.step.data == form.step.data else form


def _named(form: EntryForm | None, prefix: str) -> Any:
    """The form with ids of its own: the page has several with the same fields."""
    for field in form or ():
        field.id = f"{prefix}-{field.name}"
    return form


def _known(table: Table) -> list[str]:
    """The names of people of the scorebook who are not at the table."""
    return [name for name in players(book()) if name not in table.players] if can_see_scorebook() else []


def _waiting(found: Session) -> Iterator[Later]:
    """The changes that wait for the end of the deal in play, in order."""
    for each in found.sheet.waiting:
        entered = (
            back
            for back, (action, live) in enumerate(found.log.done_last_first(), 1)
            if action.kind == "enter" and live == each.position
        )
        yield Later(changes.announcement(found.sheet, each.entry), next(entered, 0))
