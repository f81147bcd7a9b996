"""Page of a device's scorebooks: name the open one, switch, start a new one."""

from __future__ import annotations

from collections.abc import Sequence

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm

from scoring.errors import EntryError
from store.scorebooks import is_rated, rename_scorebook, scorebook_name
from web.errors import NoAccessError
from web.identity import visitor
from web.identity.current import book, now_stamp
from web.identity.invitations import other_scorebooks, players_in, sessions_let_in
from web.request.page import Pages
from web.sheet import forms

pages = Pages("scorebooks", __name__, url_prefix="/scorebooks", readers="anyone", writers="anyone")
pages.add_app_template_global(players_in)


@pages.get("")
def show() -> ResponseReturnValue:
    """List this device's scorebooks, with the form that names the open one."""
    return _page()


@pages.post("/name", audience="keeper")
def name() -> ResponseReturnValue:
    """Rename the open scorebook; 422 for an invalid name."""
    form = forms.texts("name", typed=request.form)
    try:
        rename_scorebook(book(), name=form["name"].data or "", at=now_stamp())
    except EntryError as error:
        return _page(form, forms.place(form, error.problems)), 422
    return redirect(url_for("scorebooks.show"), 303)


@pages.post("/open")
def switch() -> ResponseReturnValue:
    """Switch to another scorebook, or to the only session of it that this device may see."""
    wanted = request.form.get("scorebook", "")
    found = next((each for each in other_scorebooks() if each.scorebook == wanted), None)
    if found is None:
        raise NoAccessError
    visitor.look_at(wanted)
    if found.session is not None:
        return redirect(url_for("sheets.show", session=found.session), 303)
    return redirect(url_for("home.show"), 303)


@pages.post("/told")
def tell_no_more() -> ResponseReturnValue:
    """Dismiss the home page's advice about losing the phone."""
    visitor.tell_no_more()
    return redirect(url_for("home.show"), 303)


@pages.post("/new")
def begin() -> ResponseReturnValue:
    """Switch to a new scorebook; it is stored with the first write."""
    visitor.begin_scorebook()
    return redirect(url_for("home.show"), 303)


def _page(form: FlaskForm | None = None, problems: Sequence[str] = ()) -> str:
    try:
        opened = book(deleted=True)
        called, rated = scorebook_name(opened) or "", is_rated(opened)
    except NoAccessError:
        if not sessions_let_in():
            raise
        called, rated = "", False
    return render_template(
        "scorebook/scorebooks.html",
        form=form or forms.texts("name", given={"name": called}),
        problems=problems,
        rated=rated,
        scorebooks=other_scorebooks(),
        here=visitor.scorebook(),
    )
