"""Page of the devices with access to a scorebook: names, roles, removal."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scoring.errors import EntryError
from store.errors import LastKeeperError
from web.i18n.translate import reasons
from web.identity.current import keepers_book, now_stamp
from web.identity.permissions import device_hash
from web.request.page import Pages

pages = Pages("devices", __name__, url_prefix="/devices", readers="keeper", in_pocket=False)


@pages.get("")
def show() -> ResponseReturnValue:
    """List the devices, the oldest access first."""
    return _page()


@pages.post("/<access>/name")
def name(access: str) -> ResponseReturnValue:
    """Rename a device; 422 for an invalid name."""
    typed = request.form.get("name", "")
    try:
        keepers_book().name_device(access, name=typed)
    except EntryError as error:
        return _page(wrong=(access, typed, reasons(error.problems))), 422
    return redirect(url_for("devices.show"), 303)


@pages.post("/<access>/remove")
def remove(access: str) -> ResponseReturnValue:
    """Remove a device; 409 for the last keeper."""
    try:
        keepers_book().remove_device(access, at=now_stamp())
    except LastKeeperError:
        return _page(is_last=True), 409
    return redirect(url_for("devices.show"), 303)


def _page(*, wrong: tuple[str, str, str] = ("", "", ""), is_last: bool = False) -> str:
    keeper = keepers_book()
    made = {each.id: each for each in keeper.links()}
    return render_template(
        "access/devices.html", devices=keeper.devices(), links=made, own=device_hash(), wrong=wrong, is_last=is_last
    )
