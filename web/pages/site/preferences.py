"""Sets what this phone prefers: the language, the theme, whether a game's code is shown after each deal."""

from __future__ import annotations

from flask import redirect, request, session, url_for
from flask.typing import ResponseReturnValue

from web.identity.visitor import LANGUAGES, SWITCH, THEMES, own_page
from web.request.page import Pages

pages = Pages("preferences", __name__, readers="anyone", writers="anyone")


@pages.post("/settings")
def settings() -> ResponseReturnValue:
    """Remember what was chosen, and go back to where the switch was."""
    for name, offered in (("language", LANGUAGES), ("theme", THEMES), ("code", SWITCH)):
        if request.form.get(name) in offered:
            session.permanent = True
            session[name] = request.form[name]
    return redirect(own_page(request.form.get("back", ""), otherwise=url_for("home.show")), 303)
