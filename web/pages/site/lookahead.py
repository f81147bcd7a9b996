"""The step after the next entry, for a phone that may lose its network before the entry is saved."""

from __future__ import annotations

from flask import render_template
from flask.typing import ResponseReturnValue

from record.log import Action
from scoring.lookahead import lookahead
from web.identity.current import load
from web.request.page import Pages
from web.sheet.drafts import draft_key
from web.sheet.forms import form_for

pages = Pages("lookahead", __name__, url_prefix="/s", readers="keeper", of_session=True, in_pocket=False)


@pages.get("/<session>/ahead")
def show(session: str) -> ResponseReturnValue:
    """The form of the step after the next entry, without what depends on that entry; only words where all does.

    The script keeps it beside the sheet, and fills in what follows from the entry: elements with `data-from` name the
    input.
    """
    found = load(session)
    asked, ahead, turn = found.sheet.ask, lookahead(found.sheet), ""
    if asked and ahead:
        entered = Action(found.position, "enter", {"step": asked.step}, at="", device="")
        turn = draft_key(ahead, found.log.after(entered))
    return render_template(
        "session/lookahead.html",
        session=found,
        asked=asked,
        sheet=ahead,
        form=form_for(ahead.ask, position=found.position + 1) if ahead else None,
        turn=turn,
        ahead=True,
    )
