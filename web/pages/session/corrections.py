"""Pages that correct a past row: its entries are asked again, and later ones replayed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import abort, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.errors import CorrectionError, LaterEntriesError
from record.names import last_change
from record.session import Session
from scoring.core import enter, replay_trusted
from scoring.errors import EntryError, ReplayError
from scoring.message import Message, say
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask, Row
from store.errors import ConflictError
from store.sessions import loading
from store.sessions.writing import correct
from web.http.live_updates import followed
from web.i18n.translate import sentences, words
from web.identity.current import author, book, load, new_key, position
from web.request.page import Pages
from web.sheet.conflict import meanwhile
from web.sheet.correction_preview import Consequences, consequences, rescored
from web.sheet.forms import EntryForm, form_for
from web.sheet.view import row_told, told_so_far

pages = Pages("corrections", __name__, url_prefix="/s/<session>/rows", readers="keeper", of_session=True)


@dataclass(frozen=True)
class Step:
    """One entry of the row with its form; `sheet` is the one before it."""

    index: int
    sheet: Sheet[Any]
    ask: Ask
    form: EntryForm


@pages.get("/<int:number>")
@followed
def show(session: str, number: int) -> ResponseReturnValue:
    """Show the forms of a row's entries."""
    found = loading.load(book(), session)
    return _page(found, number, _steps(found, _row(found, number)))


@pages.post("/<int:number>")
def save(session: str, number: int) -> ResponseReturnValue:
    """Save the correction; 409 asks whether to reopen where a later entry would become illegal."""
    scorebook, found = book(), load(session)
    if number >= len(found.sheet.rows) and position() != found.position:
        return redirect(url_for("sheets.show", session=session), 303)
    steps = _steps(found, _row(found, number), typed=request.form)
    try:
        correct(
            scorebook,
            session,
            {step.index: step.form.raw() for step in steps},
            reopen=request.form.get("reopen") == "yes",
            position=position(),
            by=author(),
        )
    except CorrectionError as error:
        at_fault = next((step for step in steps if step.index == error.index), steps[0])
        return _page(found, number, steps, problems=at_fault.form.place(error.problems)), 422
    except LaterEntriesError as error:
        return _page(found, number, steps, later=error, foreseen=_foreseen(found, number, steps)), 409
    except ConflictError as error:
        if number < len(error.session.sheet.rows):
            return _page(error.session, number, steps, stale=True, seen=position()), 409
        return redirect(url_for("sheets.show", session=session), 303)
    return redirect(url_for("sheets.show", session=session, row=number), 303)


@pages.post("/<int:number>/preview")
def preview(session: str, number: int) -> ResponseReturnValue:
    """Preview as JSON: the row's `numbers`, `points` and `workings` by seat, and later `changes`."""
    found = loading.load(book(), session)
    steps = _steps(found, _row(found, number), typed=request.form)
    so_far = {name: text for step in steps for name, text in told_so_far(step.sheet, step.ask, step.form.raw()).items()}
    foreseen = _foreseen(found, number, steps)
    if foreseen.problems:
        return jsonify(problems=[words(problem.message) for problem in foreseen.problems], told=so_far)
    return jsonify(
        said=words(foreseen.said),
        changes=sentences(words(change) for change in foreseen.changes),
        told=so_far,
        **row_told(foreseen.cells),
    )


def _page(
    found: Session,
    number: int,
    steps: list[Step],
    *,
    problems: list[str] | None = None,
    later: LaterEntriesError | None = None,
    foreseen: Consequences | None = None,
    stale: bool = False,
    seen: int = -1,
) -> str:
    return render_template(
        "session/correction.html",
        session=found,
        sheet=found.sheet,
        number=number,
        row=found.sheet.rows[number],
        steps=steps,
        correcting=True,
        problems=problems or [],
        changes=foreseen.changes if foreseen else tuple(filter(None, [rescored(found.sheet, number)])),
        ends=foreseen is not None and foreseen.ends,
        can_reopen=foreseen is not None and not foreseen.problems,
        later=_name(found, later.index) if later else None,
        later_problems=[words(problem.message) for problem in later.problems] if later else [],
        stale=stale,
        meanwhile=meanwhile(found, seen),
        told=last_change(found),
        key=new_key(),
    )


def _foreseen(found: Session, number: int, steps: list[Step]) -> Consequences:
    return consequences(found, number, {step.index: step.form.raw() for step in steps})


def _name(found: Session, index: int) -> Message:
    """The name of the row of an entry; entries in no row yet are those of the step in play."""
    return next((row.called for row in found.sheet.rows if index in row.entries), say("what is being entered"))


def _row(found: Session, number: int) -> Row:
    if number >= len(found.sheet.rows):
        abort(404)
    return found.sheet.rows[number]


def _steps(found: Session, row: Row, *, typed: Mapping[str, object] | None = None) -> list[Step]:
    """The forms of a row's entries, each asked as it was then, or as the entries typed before it require.

    The list ends at an entry that is no longer asked.
    """
    steps: list[Step] = []
    sheet, written = found.blank, 0
    for index in row.entries:
        try:
            sheet = replay_trusted(sheet, found.entries[written:index])
        except ReplayError:
            break
        entry = found.entries[index]
        ask = sheet.ask_for(entry["step"])
        if ask is None:
            break
        form = form_for(ask, position=found.position, entry=entry, typed=typed, prefix=f"e{index}-")
        steps.append(Step(index, sheet, ask, form))
        after = _after(sheet, (form.raw(), entry))
        if after is None:
            break
        sheet, written = after, index + 1
    return steps


def _after(sheet: Sheet[Any], entries: Iterable[Mapping[str, object]]) -> Sheet[Any] | None:
    """The sheet after the first of these entries that is legal."""
    for entry in entries:
        with suppress(EntryError):
            return enter(sheet, entry)
    return None
