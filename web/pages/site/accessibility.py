"""The accessibility statement: what the site aims at, what was tried with what, and whom to tell of a barrier."""

from __future__ import annotations

from flask import current_app, render_template

from web.request.page import Pages

pages = Pages("accessibility", __name__, url_prefix="/accessibility", readers="anyone")


@pages.get("")
def show() -> str:
    """The statement, with the contact of the settings, if there is one."""
    return render_template("site/accessibility.html", contact=current_app.config["CONTACT"])
