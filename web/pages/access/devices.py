"""The devices that have access to a scorebook: what they are called, what they may, and the button that removes one."""

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
    """Who has access, who came first first."""
    return _page()


@pages.post("/<access>/name")
def name(access: str) -> ResponseReturnValue:
    """Call a device otherwise; 422 where that is no name."""
    typed = request.form.get("name", "")
    try:
        keepers_book().name_device(access, name=typed)
    except EntryError as error:
        return _page(wrong=(access, typed, reasons(error.problems))), 422
    return redirect(url_for("devices.show"), 303)


@pages.post("/<access>/remove")
def remove(access: str) -> ResponseReturnValue:
    """Take all access from a device; 409 where nobody would keep the scorebook any more."""
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
