"""A correction of the setup before it is saved: what it changes is shown, and it is asked whether to save it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.corrections import describe_setup_changes, left_out
from record.errors import LaterEntriesError
from record.session import Session
from record.wording import changed_totals, ending, no_longer_fitting
from scoring.message import bare, plain, say
from scoring.sheets.changes import turns_in_words
from store.seats.pending_step import pending_step
from store.sessions import writing
from web.identity.visitor import author, book, new_key, position
from web.sheet.change_flow import change, meanwhile
from web.sheet.drafts import voided_notice


def correct_setup(
    session: Session,
    raw: Mapping[str, object],
    *,
    page: Callable[[Any, Any], str],
    action: str,
    back: str,
) -> ResponseReturnValue:
    """Save another setup of `players`, `dealer` and `options`: first what it changes is shown.

    `page` renders the form with an error; `action` is where the question sends what was typed again, with `sure`, and
    `back` where it leads if nothing is to change.
    """
    return change(
        session,
        page,
        partial(writing.set_up, book(), session.id, raw, position=position(), by=author(), reopen=True),
        to=url_for("sheets.show", session=session.id),
        preview=partial(_question, raw=raw, action=action, back=back),
    )


def _question(session: Session, error: Exception | None, *, raw: Mapping[str, object], action: str, back: str) -> str:
    """What the setup would change, and the question whether to save it; "" where it is saved without."""
    if error is None and request.form.get("sure") == "yes":
        return ""
    effects = setup_effects(session, raw)
    if error is None and not session.entries and not effects.get("again"):
        return ""
    own = ("csrf_token", "key", "position", "sure", "fill")
    return render_template(
        "session/setup_preview.html",
        session=session,
        **effects,
        typed=[(name, value) for name, value in request.form.items(multi=True) if name not in own],
        meanwhile=meanwhile(session, error),
        key=new_key(),
        action=action,
        back=back,
    )


def setup_effects(session: Session, raw: Mapping[str, object]) -> dict[str, Any]:
    """What another setup would change, see `Session.setting_up`; empty where nothing. Raises EntryError.

    `after` is the session then. `differs` in the setup; `turns`, who deals and who begins then, and did before;
    `totals` that change, a newcomer had none; `later`, which rows go, and the first `entry` that does not fit, and
    `why`; whose part of the step is asked `again`; what the new rules leave `unused`; whether it `ends` the game.
    """
    known, setup = writing.read_setup(book(), session, raw)
    later: LaterEntriesError | None = None
    try:
        action = known.setting_up(setup, author())
    except LaterEntriesError as error:
        later, action = error, known.setting_up(setup, author(), reopen=True)
    if action is None:
        return {}
    after = known.after(action)
    before, now = session.sheet, after.sheet
    newcomers = now.table.players[len(before.table.players) :]
    unused = left_out(session.game, session.entries, known.blank, after.blank)
    return {
        "after": after,
        "differs": [*describe_setup_changes(session.game, known.blank, after.blank)],
        "turns": [*turns_in_words(before if now.deals == before.deals else now, now)],
        "totals": [
            bare("{name}: {was} → {now}", name=name, was=plain(was), now=plain(total))
            for name, was, total in changed_totals(before, now)
            if name not in newcomers
        ],
        "later": [*no_longer_fitting(before, now, dropped=True)] if later else [],
        "entry": before.called[later.index] if later else None,
        "why": [problem.message for problem in later.problems] if later and not now.over else [],
        "again": None if later else voided_notice(pending_step(book(), session), request.form, after),
        "unused": say("Ignored, because these rules don’t use it: {fields}.", fields=unused) if unused else None,
        "ends": ending(now) if now.over and not before.over else None,
    }
