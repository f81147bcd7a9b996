"""Page of the devices with access to a scorebook: names, roles, removal."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm

from scoring.errors import EntryError
from store.access.grants import listed_devices, name_device, removable_devices, remove_device
from store.access.secrets import Link, secrets_of
from store.errors import LastKeeperError, OlderKeeperError
from store.seats.devices import players_at
from web.errors import KIND_OF, kind_of
from web.i18n.translate import words
from web.identity.current import book, now_stamp
from web.identity.device_names import numbered
from web.identity.permissions import device_hash, own_access_id
from web.identity.phones import phone_at
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
        name_device(book(), access, name=form["name"].data or "")
    except EntryError as error:
        forms.place(form, error.problems)
        return _page(refused={access: form}), 422
    return redirect(url_for("devices.show"), 303)


@pages.post("/<access>/remove")
def remove(access: str) -> ResponseReturnValue:
    """Remove a device; 409 for the last keeper, 403 for one whom this keeper may not remove."""
    try:
        remove_device(book(), access, by=own_access_id(), at=now_stamp())
    except (LastKeeperError, OlderKeeperError) as error:
        kind = kind_of(error)
        return _page(problem=words(kind.shown.text)), kind.status
    return redirect(url_for("devices.show"), 303)


def _page(*, refused: Mapping[str, FlaskForm] = MappingProxyType({}), problem: str = "") -> str:
    scorebook, at = book(), now_stamp()
    devices, sits = listed_devices(scorebook, at=at), players_at(scorebook, at=at)
    called = numbered({each.device: each.name for each in devices if each.author not in sits and each.name})
    return render_template(
        "access/devices.html",
        devices=devices,
        called={
            each.id: phone_at(sits[each.author], each.name) if each.author in sits else called.get(each.device)
            for each in devices
        },
        forms={each.id: refused.get(each.id) or _form(each.id, name=each.name) for each in devices},
        links={each.id: each for each in secrets_of(scorebook, Link)},
        removable=removable_devices(scorebook, by=own_access_id(), at=at) if devices else (),
        older=words(KIND_OF[OlderKeeperError].shown.text),
        own=device_hash(),
        problem=problem,
    )


def _form(access: str, *, name: str = "", typed: Mapping[str, object] | None = None) -> FlaskForm:
    """The form that renames a device; the page has one for each, so its input has an id of its own."""
    form: FlaskForm = forms.made({"name": forms.PlainField(id=f"name-{access}")}, typed=typed, given={"name": name})
    return form
