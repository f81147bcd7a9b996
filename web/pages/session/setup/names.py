"""The names at a session's table, corrected in place."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm

from record.session import Session
from scoring.errors import EntryError, Problem
from store.players.profiles import people, rename_player
from web.identity.current import book, load
from web.request.page import Pages
from web.sheet import forms

pages = Pages("names", __name__, url_prefix="/s/<session>", readers="keeper", of_session=True)


@pages.get("/names")
def show(session: str) -> ResponseReturnValue:
    """The form with every name at the table."""
    found = load(session)
    return _page(found, forms.texts(*_fields(found), given=_now(found)))


@pages.post("/names")
def rename(session: str) -> ResponseReturnValue:
    """Rename players, in all games: 303 to the sheet, or 422 and nobody is renamed."""
    scorebook, found = book(), load(session)
    form = forms.texts(*_fields(found), typed=request.form)
    person = {each.name: each.id for each in people(scorebook)}
    problems: list[Problem] = []
    try:
        with scorebook.db.writing():
            for seat, now in enumerate(found.sheet.table.players):
                # An unchanged name is not written, since somebody else may have changed it in the meantime.
                if form[f"name-{seat}"].data == form[f"seen-{seat}"].data:
                    continue
                try:
                    rename_player(scorebook, person[now], name=form[f"name-{seat}"].data)
                except EntryError as error:
                    problems += [Problem(f"name-{seat}", None, each.message) for each in error.problems]
            if problems:
                raise EntryError(tuple(problems))
    except EntryError as error:
        return _page(found, form, forms.place(form, error.problems)), 422
    return redirect(url_for("sheets.show", session=session), 303)


def _fields(found: Session) -> list[str]:
    return [f"{part}-{seat}" for seat in found.sheet.table.seats for part in ("name", "seen")]


def _now(found: Session) -> dict[str, object]:
    """The names as they are, both to be changed and as seen."""
    players = enumerate(found.sheet.table.players)
    return {f"{part}-{seat}": name for seat, name in players for part in ("name", "seen")}


def _page(found: Session, form: FlaskForm, problems: list[str] | None = None) -> str:
    return render_template(
        "session/menu/names.html", session=found, sheet=found.sheet, form=form, problems=problems or []
    )
