"""The sheet of a session as a page, whatever led there: a look, a refusal, another keeper who was faster."""

from __future__ import annotations

from itertools import islice

from flask import render_template, request
from flask_babel import gettext as _

from scoring.message import plain
from scoring.values import Ask
from store.names import names_of_done, names_of_undone, told
from store.session import Session
from web.chart import chart_of
from web.forms import EntryForm, form_for
from web.record import new_key
from web.words import game_name, names

STEPS_BACK = 6
"""How many of the last entries can be taken back at once."""


def sheet_page(
    found: Session, *, form: EntryForm | None = None, problems: list[str] | None = None, **more: object
) -> str:
    """The sheet with the step to enter: as it was typed in `form`, else with what was undone filled in again."""
    sheet = found.sheet
    if form is None and sheet.ask is not None:
        form = asked_again(found, sheet.ask)
    if form is not None:
        form.position.data = found.position
    opened = request.args.get("row", type=int)
    return render_template(
        "sheet.html",
        session=found,
        sheet=sheet,
        form=form,
        turn=f"{sheet.ask.step}-{sheet.deals}-{len(sheet.pending)}" if sheet.ask else "",
        problems=problems or [],
        opened=opened if opened is not None and 0 <= opened < len(sheet.rows) else None,
        chart=chart_of(sheet),
        told=told(found),
        done=list(islice(names_of_done(found), STEPS_BACK)),
        undone=next(names_of_undone(found), None),
        share=share_text(found) if sheet.over else "",
        key=new_key(),
        **more,
    )


def asked_again(found: Session, ask: Ask) -> EntryForm:
    """The form of an ask, filled with the entry that was undone there, or no longer fitted after a correction."""
    return form_for(ask, position=found.position, entry=found.fold.stand.awaits(ask.step))


def share_text(found: Session) -> str:
    """The final standings as a few lines to send to the others."""
    sheet = found.sheet
    lines = (f"{each.place}. {names(sheet.table, each.seats)} {plain(each.total)}" for each in sheet.standings)
    return "\n".join((f"{game_name(found.game, sheet.options)} · {found.created_at[:10]}", *lines))


def nothing_left(found: Session) -> str:
    """The sheet, where undo or redo has nothing to move."""
    return sheet_page(found, problems=[_("There is nothing to undo or redo.")])
