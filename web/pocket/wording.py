"""Pocket mode: the site runs in one browser, with its record there, and words some texts otherwise.

Pages for other phones, for programs and for offline copies of a server are left out, as their `Pages` declare.
Templates look into `blueprints` before linking to a page that may be missing.
"""

from __future__ import annotations

from collections.abc import Mapping

from babel.support import NullTranslations
from flask import Flask
from flask_babel import Babel

from scoring.message import Message, say
from web.i18n.translate import Isolating

SAID_OTHERWISE: Mapping[str, Message] = {
    # There is no network between page and site.
    "No connection. Your entry is kept; retrying every second.": say(
        "Not saved yet. Your entry is kept; trying again every second."
    ),
    "No connection. Retrying every second while this page is open.": say(
        "Not saved yet. Trying again every second while this page is open."
    ),
    "Sending…": say("Saving…"),
    "Send again": say("Save again"),
    "Cancel sending": say("Discard entry"),
    "Not sent yet: {what}": say("Not saved yet: {what}"),
    "Your entry stays on this phone until it is saved or you cancel sending.": say(
        "Your entry stays on this phone until it is saved or you discard it."
    ),
    "No connection. You see this page as it was {ago}.": say(
        "Takuroku is not responding. You see this page as it was {ago}."
    ),
    "Back online.": say("Takuroku is responding again."),
    "%(why)s. Your entry is kept and sent again until it is saved.": say(
        "%(why)s. Your entry is kept and tried again until it is saved."
    ),
    # Other writers are the same person in another window.
    "Someone else saved: {what}": say("Saved now: {what}"),
    "Someone else saved first.": say("Another window saved first."),
    # No other screen can show what is recorded here.
    "On a television, in the middle of the table": say("In the middle of the table, or large on a tablet"),
    "Invitations, results, scorebooks": say("Results, scorebooks"),
    # The record is on this phone, without an operator.
    "No account, nothing to install.": say("No account, no connection."),
    "Works offline.": say("Everything stays on this phone."),
    "Data and programs": say("Data"),
    "Thousands of games take minutes, even if you close this page.": say(
        "Thousands of games take minutes. Keep this page open until then."
    ),
    "This phone has no access to this page, or its access was removed. Ask a scorekeeper for a new link.": say(
        "This page does not belong to a scorebook on this phone."
    ),
    # Of `web.errors`: the record is on this phone, and whoever plays here runs the site.
    "This site is running, but it cannot reach the saved games right now.": say(
        "Takuroku is running, but it cannot reach the games saved on this phone right now."
    ),
    "Too many people are saving at once": say("Something else is being saved"),
    "Other entries are being saved first. Try again in a moment.": say("That comes first. Try again in a moment."),
    "The site’s disk is full": say("This phone is out of space"),
    "Nothing more can be saved until whoever runs this site frees some space.": say(
        "Nothing more can be saved until you free some space on this phone."
    ),
    "You can look at everything. Saving works again once whoever runs this site allows it.": say(
        "You can look at everything. Saving works again once the browser allows it."
    ),
    "This page could not be verified. It was open for too long, or cookies are off. "
    "Go back, reload and save again. What you typed is still there.": say(
        "This page could not be verified. It was open for too long. "
        "Go back, reload and save again. What you typed is still there."
    ),
    "This page does not exist, or it belongs to someone else’s scorebook.": say(
        "This page does not exist on this phone."
    ),
    "Whoever runs this site must repair the saved games first. "
    "Nothing was half saved, and what you tapped stays on this phone.": say(
        "The saved games cannot be repaired here. Nothing was half saved, and what you tapped stays on this phone."
    ),
}
"""The pocket's text by that of the server."""


def register(app: Flask, babel: Babel) -> None:
    """Give templates `in_pocket` and the `blueprints` of this site; in the pocket install its wording."""
    app.jinja_env.globals.update(in_pocket=app.config["IN_POCKET"], blueprints=app.blueprints)
    babel.domain_instance = InPocket() if app.config["IN_POCKET"] else Isolating()


class InPocket(Isolating):
    """The translations, with the pocket's texts."""

    def get_translations(self) -> NullTranslations:
        texts = Texts()
        texts.add_fallback(super().get_translations())
        return texts


class Texts(NullTranslations):
    """Looks up the pocket's text where there is one."""

    def ugettext(self, message: str) -> str:
        otherwise = SAID_OTHERWISE.get(message)
        return super().ugettext(otherwise.text if otherwise else message)
