"""Page of a scorebook's API tokens: make, show once, revoke."""

from __future__ import annotations

from collections.abc import Sequence

from flask import make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm

from scoring.errors import EntryError
from store.access.secrets import Token, make_token, revoke, secrets_of
from store.book import Role
from web.http.headers import unkept
from web.identity.current import book, now_stamp
from web.request.page import Pages
from web.sheet import forms

pages = Pages("tokens", __name__, url_prefix="/tokens", readers="keeper", in_pocket=False)


@pages.get("")
def show() -> ResponseReturnValue:
    """The form for a new token, and the list."""
    return _page()


@pages.post("")
def make() -> ResponseReturnValue:
    """Make a token and show it, in this response only; 422 for an invalid name."""
    form = forms.texts("name", "role", typed=request.form)
    role: Role = "watcher" if form["role"].data == "watcher" else "keeper"
    try:
        made = make_token(book(), name=form["name"].data or "", role=role, at=now_stamp())
    except EntryError as error:
        return _page(form=form, problems=forms.place(form, error.problems)), 422
    return unkept(make_response(_page(made=made)))


@pages.post("/<token>/withdraw")
def withdraw(token: str) -> ResponseReturnValue:
    """Revoke a token."""
    revoke(book(), Token, token, at=now_stamp())
    return redirect(url_for("tokens.show"), 303)


def _page(*, made: str = "", form: FlaskForm | None = None, problems: Sequence[str] = ()) -> str:
    form = form or forms.texts("name", "role", given={"role": "keeper"})
    return render_template(
        "access/tokens.html", tokens=secrets_of(book(), Token), made=made, form=form, problems=problems
    )
