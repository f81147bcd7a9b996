"""Page of the devices with access to a scorebook: names, roles, removal."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm

from scoring.errors import EntryError
from store.errors import LastKeeperError
from web.identity.current import keepers_book, now_stamp
from web.identity.permissions import device_hash
from web.request.page import Pages
from web.sheet import forms

pages = Pages("devices", __name__, url_prefix="/devices", readers="keeper", in_pocket=False)


@pages.get("")
def show() -> ResponseReturnValue:
    """List the devices, the oldest access first."""
    return _page()


@pages.post("/<access>/name")
def name(access: str) -> ResponseReturnValue:
    """Rename a device; 422 for an invalid name."""
    form = _form(access, typed=request.form)
    try:
        keepers_book().name_device(access, name=form["name"].data or "")
    except EntryError as error:
        forms.place(form, error.problems)
        return _page(refused={access: form}), 422
    return redirect(url_for("devices.show"), 303)


@pages.post("/<access>/remove")
def remove(access: str) -> ResponseReturnValue:
    """Remove a device; 409 for the last keeper."""
    try:
        keepers_book().remove_device(access, at=now_stamp())
    except LastKeeperError:
        return _page(is_last=True), 409
    return redirect(url_for("devices.show"), 303)


def _page(*, refused: Mapping[str, FlaskForm] = MappingProxyType({}), is_last: bool = False) -> str:
    keeper = keepers_book()
    devices = keeper.devices()
    return render_template(
        "access/devices.html",
        devices=devices,
        forms={each.id: refused.get(each.id) or _form(each.id, name=each.name) for each in devices},
        links={each.id: each for each in keeper.links()},
        own=device_hash(),
        is_last=is_last,
    )


def _form(access: str, *, name: str = "", typed: Mapping[str, object] | None = None) -> FlaskForm:
    """The form that renames a device; the page has one for each, so its input has an id of its own."""
    form: FlaskForm = forms.made({"name": forms.PlainField(id=f"name-{access}")}, typed=typed, given={"name": name})
    return form
