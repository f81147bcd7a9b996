"""The tokens of a scorebook: a keeper makes them, sees each once, and withdraws them."""

from __future__ import annotations

from collections.abc import Sequence

from flask import make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm

from scoring.errors import EntryError
from store.access.tokens import Role
from web.http.headers import unkept
from web.identity.current import keepers_book, now_stamp
from web.request.page import Pages
from web.sheet import forms

pages = Pages("tokens", __name__, url_prefix="/tokens", readers="keeper", in_pocket=False)


@pages.get("")
def show() -> ResponseReturnValue:
    """The form for a new token, and those that there are."""
    return _page()


@pages.post("")
def make() -> ResponseReturnValue:
    """A new token, shown in this one answer; 422 where its name is none."""
    form = forms.texts("name", "role", typed=request.form)
    role: Role = "watcher" if form["role"].data == "watcher" else "keeper"
    try:
        made = keepers_book().make_token(name=form["name"].data or "", role=role, at=now_stamp())
    except EntryError as error:
        return _page(form=form, problems=forms.place(form, error.problems)), 422
    return unkept(make_response(_page(made=made)))


@pages.post("/<token>/withdraw")
def withdraw(token: str) -> ResponseReturnValue:
    """Let nobody in by this token any more."""
    keepers_book().withdraw_token(token, at=now_stamp())
    return redirect(url_for("tokens.show"), 303)


def _page(*, made: str = "", form: FlaskForm | None = None, problems: Sequence[str] = ()) -> str:
    form = form or forms.texts("name", "role", given={"role": "keeper"})
    return render_template(
        "access/tokens.html", tokens=keepers_book().tokens(), made=made, form=form, problems=problems
    )
