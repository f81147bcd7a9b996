"""The page that shows what will come of other apps' logs, before it comes; and the undo of such an import."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.log import stamp
from scoring.message import bare, say
from store.sessions.purge import purge_cutoff
from store.transfer.app_logs import APPS, COLUMNS, NEEDED, LogFile, guess, headings, pack, plays_of
from store.transfer.importer import import_file
from store.transfer.old_logs import OldLog, device_of, imported, plan, undo_import
from web.i18n.timezone import zone
from web.i18n.translate import translated
from web.identity.visitor import author, book, new_key
from web.request import now
from web.request.page import Pages

pages = Pages("old_logs", __name__, url_prefix="/scorebook/old-logs", readers="keeper")

MAX_SHOWN = 100
"""Names, games and plays that are left out, of which the page shows some."""


def bring(files: Sequence[LogFile]) -> ResponseReturnValue:
    """Show what will come of the files, or import it once that was seen: 303 to the result."""
    scorebook, sent = book(), request.form
    table = next((text for kind, text in files if kind == "csv"), "")
    columns = guess(table) if table else {}
    if "column-date" in sent:
        columns = {
            name: int(at) for name in COLUMNS if re.fullmatch("[0-9]{1,3}", at := sent.get(f"column-{name}", ""))
        }
    is_clear = not table or columns.keys() >= NEEDED
    plays = plays_of(files, columns=columns, unnamed=_unnamed) if is_clear else []
    app = " · ".join(dict.fromkeys(APPS[kind] for kind, _text in files))
    found = plan(scorebook, app, plays, zone=zone(), now=now())
    if sent.get("act") == "import" and found.sessions:
        taken = import_file(scorebook, found.file(device_of(now())), author())
        return redirect(url_for("scorebook.show", new=taken.new, longer=0, known=found.known), 303)
    return render_template(
        "scorebook/old_log.html",
        plan=found,
        packed=pack(files),
        headings=headings(table) if table else [],
        columns=columns,
        labels={name: label for name, (label, _pattern) in COLUMNS.items()},
        is_clear=is_clear,
        most=MAX_SHOWN,
        key=new_key(),
    )


def _unnamed(number: int) -> str:
    return translated(bare("{player} {number}", player=say("Player"), number=number))


@pages.post("/undo")
def undo() -> ResponseReturnValue:
    """Take an import back as a whole: 303 to the page of the scorebook, which says of how many games it was."""
    device = request.form.get("device", "")
    games = {each.device: each.games for each in recent()}.get(device)
    if games:
        undo_import(book(), device, at=stamp(now()))
    return redirect(url_for("scorebook.show", undone=games), 303)


@pages.app_template_global("old_logs")
def recent() -> list[OldLog]:
    """The imports that can be undone."""
    at: datetime = now()
    return imported(book(), since=purge_cutoff(at))
