"""Page that offers the pocket, and makes the link between a phone and this scorebook."""

from __future__ import annotations

from collections.abc import Sequence

from flask import make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm

from scoring.errors import EntryError
from store.access.secrets import make_token
from web.http.headers import unkept
from web.identity.current import book, now_stamp
from web.identity.device_names import name_of
from web.pocket.download import pocket
from web.reports.phone_link import PhoneLink, phone_link
from web.request.network import is_only_here
from web.request.page import Pages
from web.sheet import forms

pages = Pages("download", __name__, url_prefix="/carry", readers="anyone", in_pocket=False)

MEGABYTE = 1_000_000


@pages.app_template_global()
def has_pocket() -> bool:
    """Whether this site can be taken along."""
    return pocket() is not None


@pages.get("")
def show() -> ResponseReturnValue:
    """What it is to take the site along, what it weighs, and for a keeper the form for the link."""
    return _page(forms.texts("name", given={"name": name_of(request.user_agent.string)}))


@pages.post("")
def make() -> ResponseReturnValue:
    """A new link for one phone, shown in this one answer; 422 where there can be none."""
    form = forms.texts("name", typed=request.form)
    name = form["name"].data or ""
    try:
        token = make_token(book(), name=name, role="keeper", at=now_stamp())
    except EntryError as error:
        return _page(form, forms.place(form, error.problems)), 422
    page = render_template("site/download_link.html", link=_link(token), name=name.strip())
    return unkept(make_response(page))


def _link(token: str) -> PhoneLink:
    """The link: what stands behind # no browser sends to any site. See `web.pocket.sync.LINK`."""
    if pocket() is None:
        return phone_link("download.show", behind=f"#{token}")
    # The page that stays opens in its frame what stands behind "to".
    return phone_link("pocket.start", behind=f"#to=group%23{token}")


def _page(form: FlaskForm, problems: Sequence[str] = ()) -> str:
    found = pocket()
    return render_template(
        "site/download.html",
        size=found and max(1, round(found.first_load / MEGABYTE)),
        goes=request.is_secure or is_only_here(),
        form=form,
        problems=problems,
    )
