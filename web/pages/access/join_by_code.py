"""The field for a join code, and what it leads to: the same page as its link."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_wtf import FlaskForm

from scoring.errors import EntryError
from store.errors import NoSuchError, UnavailableError
from web.http.headers import unkept
from web.identity import join_code
from web.identity.current import now
from web.identity.invitations import offer_of
from web.pages.access.joining import asked, comes_in
from web.reports.phone_link import phone_link
from web.request.page import Pages
from web.sheet import forms


@dataclass(frozen=True)
class TypedCode:
    """A join code to be shown: its signs, its end, the seconds until then, and the address at which it is typed.

    The address is "" where other devices cannot open this site's.
    """

    signs: str
    ends_at: str
    seconds: int
    address: str

    @property
    def halves(self) -> tuple[str, str]:
        """The signs in two groups, as they are read and typed."""
        middle = len(self.signs) // 2
        return self.signs[:middle], self.signs[middle:]


pages = Pages("join_by_code", __name__, url_prefix="/join", readers="anyone", writers="anyone", in_pocket=False)


@pages.after_request
def _keep_to_itself(response: Response) -> Response:
    """Keep what a code lets in out of caches."""
    return unkept(response)


@pages.get("")
def ask() -> str:
    """The field."""
    return _page(forms.texts("code"))


@pages.post("", limit="codes")
def enter() -> ResponseReturnValue:
    """Enter a code: 303 to what it is for; 422 where it is none, 404 where it stands for no link."""
    form = forms.texts("code", typed=request.form)
    try:
        join_code.enter(form["code"].data)
    except EntryError as error:
        forms.place(form, error.problems)
        return _page(form), 422
    except NoSuchError:
        form["code"].refuse(_("This join code does not work. Check each sign, or ask for the code that is shown now."))
        return _page(form), 404
    return redirect(url_for("join_by_code.offer"), 303)


@pages.get("/link", limit="links")
def offer() -> ResponseReturnValue:
    """Show what the link of the entered code is for; 404 where it is not valid any more."""
    return asked(offer_of(join_code.entered()), accept=url_for("join_by_code.accept"))


@pages.post("/link", limit="links")
def accept() -> ResponseReturnValue:
    """Give this device access: 303 to what the link is for."""
    came = comes_in(offer_of(join_code.entered()), accept=url_for("join_by_code.accept"))
    if isinstance(came, Response):
        join_code.forget()
    return came


@pages.app_template_global()
def code_to_type(link: str) -> TypedCode | None:
    """The join code of a link, for a page that shows its QR code; None where there is none just now."""
    try:
        code = join_code.show(link)
    except (NoSuchError, UnavailableError):
        return None
    seconds = int((datetime.fromisoformat(code.ends_at) - now()).total_seconds())
    page = phone_link("join_by_code.ask")
    address = page.address.partition("://")[2] if page.instead or not page.opened else ""
    return TypedCode(code.code, code.ends_at, seconds, address)


def _page(form: FlaskForm) -> str:
    return render_template("access/join_by_code.html", form=form)
