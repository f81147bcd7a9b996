"""What the site says otherwise in the pocket, see `web.pocket.mode`."""

from __future__ import annotations

from collections.abc import Mapping

from babel.support import NullTranslations
from flask_babel import Domain

from scoring.message import Message, say

SAID_OTHERWISE: Mapping[str, Message] = {
    # Between the page and the site lies no network.
    "No connection. Your entry is kept and sent again every second.": say(
        "Not saved yet. Your entry is kept and tried again every second."
    ),
    "No connection. Your entry is sent again every second, as long as this page is open.": say(
        "Not saved yet. Your entry is tried again every second, as long as this page is open."
    ),
    "Sending…": say("Saving…"),
    "Send again": say("Save again"),
    "Take it back": say("Do not save it"),
    "Not sent yet: {what}": say("Not saved yet: {what}"),
    "It stays in this phone until it is saved or taken back.": say(
        "It stays in this phone until it is saved or you let it go."
    ),
    "You had entered: {typed}. It stays in this phone until it is saved or taken back.": say(
        "You had entered: {typed}. It stays in this phone until it is saved or you let it go."
    ),
    "No connection. This is as of {time} ({ago}).": say("Takuroku does not answer. This is as of {time} ({ago})."),
    "The connection is back.": say("Takuroku answers again."),
    "%(why)s. Your entry is kept and sent again until it is saved.": say(
        "%(why)s. Your entry is kept and tried again until it is saved."
    ),
    "What was saved is safe, and what you sent is kept on this page. "
    "Send it again in a moment: sent twice, it is saved once.": say(
        "What was saved is safe, and what you entered is kept on this page. "
        "Try again in a moment: tried twice, it is saved once."
    ),
    # Who else writes is oneself, in another window.
    "Somebody else wrote: {what}": say("Saved in another window: {what}"),
    "Somebody else was faster.": say("Another window was faster."),
    "Somebody else saved something meanwhile. Check once more, then save.": say(
        "Something was saved in another window meanwhile. Check once more, then save."
    ),
    "Too many are writing at once": say("Something else is being saved"),
    "Others are being saved first. Try again in a moment.": say("It comes first. Try again in a moment."),
    "Only one phone on the table? It goes round: each says it behind a curtain and hands it on.": say(
        "The phone goes round: each says it behind a curtain and hands it on."
    ),
    "Table view: a television, a laptop, a tablet that stands": say("Table view: a laptop, a tablet that stands"),
    # The record lies in this phone, and nobody runs it for whoever reads this.
    "Keep the score of your card game here: no account, nothing to install, and no entry gets lost.": say(
        "Keep the score of your card game here: no account, no connection, and everything stays in this phone."
    ),
    "Scorebooks and phones": say("Other scorebooks"),
    "A file of thousands of sessions takes minutes. It goes on even if this page is closed.": say(
        "A file of thousands of sessions takes minutes. Leave this page open until it is there."
    ),
    "There is no such page, or it belongs to somebody else's scorebook.": say("There is no such page in this phone."),
    "This phone has no access to this page, or it was taken away. A keeper of the scorebook can send a new link.": say(
        "This page belongs to no scorebook of this phone."
    ),
    "This page could not be verified: it was open for very long, or cookies are off. "
    "Go back, reload, and save again; what you typed is still there.": say(
        "This page could not be verified: it was open for very long. "
        "Go back, reload, and save again; what you typed is still there."
    ),
    "Something is wrong with it that whoever runs this site must mend. "
    "Nothing was half saved, and what you tapped stays in this phone.": say(
        "Something is wrong with it that cannot be mended here. "
        "Nothing was half saved, and what you tapped stays in this phone."
    ),
    "This site runs, but its record does not answer at the moment.": say(
        "Takuroku runs, but the record in this phone does not answer at the moment."
    ),
    "The site’s disk is full": say("There is no room left in this phone"),
    "Nothing more can be saved until whoever runs this site makes room.": say(
        "Nothing more can be saved until you make room in it."
    ),
    "Nothing can be saved until whoever runs this site lets it be written again.": say(
        "Nothing can be saved until the browser lets it be written again."
    ),
}
"""By the sentence of the site on a server."""


class InPocket(Domain):
    """The texts, with those that are other ones in the pocket."""

    def get_translations(self) -> NullTranslations:
        texts = Texts()
        texts.add_fallback(super().get_translations())
        return texts


class Texts(NullTranslations):
    """Looks up another sentence where there is one."""

    def ugettext(self, message: str) -> str:
        otherwise = SAID_OTHERWISE.get(message)
        return super().ugettext(otherwise.text if otherwise else message)
