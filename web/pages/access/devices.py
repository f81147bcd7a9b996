"""Page of the devices with access to a scorebook: names, roles, until when, removal."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm

from scoring.errors import EntryError
from store.errors import LastKeeperError
from web.i18n.ends import end_of_evening, until
from web.identity.current import keepers_book, now_stamp
from web.identity.device_names import numbered
from web.identity.permissions import device_hash, is_keeper_for_good, own_access, own_access_id
from web.identity.phones import phone_at
from web.identity.visitor import own_page
from web.request.page import Pages
from web.sheet import forms

pages = Pages("devices", __name__, url_prefix="/devices", readers="keeper", in_pocket=False, for_good=True)


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
    """Remove a device, a founder's after a day; 409 for the last keeper."""
    try:
        keepers_book().remove_device(access, by=own_access_id(), at=now_stamp())
    except LastKeeperError:
        return _page(is_last=True), 409
    return redirect(url_for("devices.show"), 303)


@pages.post("/<access>/keep")
def keep(access: str) -> ResponseReturnValue:
    """Take back the removal of a founder's device: 303 to the page that asked for it."""
    keepers_book().keep_device(access, by=own_access_id(), at=now_stamp())
    return redirect(own_page(request.form.get("back", ""), otherwise=url_for("devices.show")), 303)


@pages.post("/<access>/limit")
def limit(access: str) -> ResponseReturnValue:
    """Let a device keep score for this evening or for good; 409 for the last keeper."""
    ends_at = None if request.form.get("until") == "for-good" else end_of_evening()
    try:
        keepers_book().limit_device(access, ends_at=ends_at, by=own_access_id(), at=now_stamp())
    except LastKeeperError:
        return _page(is_last=True), 409
    return redirect(url_for("devices.show"), 303)


@pages.app_template_global()
def removal() -> dict[str, str] | None:
    """The removal of this founder's device that has not taken effect: its access, who removed it, and when it does."""
    if not is_keeper_for_good() or (access := own_access()) is None or access.ends_at is None:
        return None
    return {"access": access.id, "by": _names().get(access.removed_by or "", ""), "until": until(access.ends_at)}


def _names() -> dict[str, str]:
    """Names of the devices by access."""
    return {each.id: each.name for each in keepers_book().devices(at=now_stamp())}


def _page(*, refused: Mapping[str, FlaskForm] = MappingProxyType({}), is_last: bool = False) -> str:
    keeper = keepers_book()
    devices, sits = keeper.devices(at=now_stamp()), keeper.players_at()
    called = numbered({each.device: each.name for each in devices if each.author not in sits and each.name})
    return render_template(
        "access/devices.html",
        devices=devices,
        called={
            each.id: phone_at(sits[each.author], each.name) if each.author in sits else called.get(each.device)
            for each in devices
        },
        forms={each.id: refused.get(each.id) or _form(each.id, name=each.name) for each in devices},
        links={each.id: each for each in keeper.links()},
        names={each.id: each.name for each in devices},
        own=device_hash(),
        is_last=is_last,
        at=now_stamp(),
    )


def _form(access: str, *, name: str = "", typed: Mapping[str, object] | None = None) -> FlaskForm:
    """The form that renames a device; the page has one for each, so its input has an id of its own."""
    form: FlaskForm = forms.made({"name": forms.PlainField(id=f"name-{access}")}, typed=typed, given={"name": name})
    return form
