"""Changes of a running game: who takes over a seat, joins, leaves or sits out; an adjustment, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.log import stamp
from record.session import Session
from scoring.entry.choices import SeatPick, Switch
from scoring.sheets import changes
from scoring.sheets.values import Ask
from scoring.table import for_players
from store.access.requests import Request, open_requests
from store.scorebooks import players as regulars
from store.sessions.sittings import last_start
from web.identity.visitor import book, can_see_scorebook, new_key, requested_session
from web.pages.session.plan import plan_page
from web.request import now
from web.request.page import Pages
from web.sheet.forms import Form, form_for
from web.sheet.view import form_with_undone

JOIN = "join"

pages = Pages("table_changes", __name__, url_prefix="/s/<session>", readers="keeper", of_session=True)


# The players.


@pages.get("/players")
def players(session: str) -> ResponseReturnValue:
    """The players clockwise; once the game is over, the sheet. `request` is that of a phone which asks for a seat."""
    found, id = requested_session(session), request.args.get("request")
    if found.sheet.over:
        return redirect(url_for("sheets.show", session=session))
    asked = next((each for each in open_requests(book(), session=session, at=stamp(now())) if each.id == id), None)
    return players_page(found, newcomer=(asked and asked.player) or request.args.get("join", ""), asked=asked)


def players_page(
    session: Session,
    typed: Form | None = None,
    *,
    problems: Sequence[str] = (),
    newcomer: str = "",
    asked: Request | None = None,
    **more: Any,
) -> str:
    """Render the page; `typed` is a form with its problems, or with what is typed after an edit conflict.

    `newcomer` is the name of somebody who asks for a seat, with the request that was `asked`.
    """
    sheet = session.sheet
    asks = {ask.step: ask for ask in changes.asks(sheet) if ask.step in changes.PLAYERS_CHANGE}
    if typed is not None:
        typed["position"].data = session.position
    join: Form | None = None
    if JOIN in asks:
        ask = asks[JOIN]
        # The start of the last newcomer: in this session, else in the last one of this game.
        is_first = len(sheet.table.players) <= len(session.blank.table.players)
        if is_first and (start := last_start(book(), session.game)):
            fields = (replace(each, suggested=start) if each.name == "start" else each for each in ask.fields)
            ask = replace(ask, fields=tuple(fields))
        join = typed if typed is not None and typed["step"].data == JOIN else form_with_undone(session, ask)
        join["name"].data = newcomer or join["name"].data
    forms = {seat: _forms(session, asks, seat, typed) for seat in sheet.table.clockwise}
    known = regulars(book()) if can_see_scorebook() else []
    return render_template(
        "session/changes/players.html",
        session=session,
        sheet=sheet,
        forms_of=forms,
        join=_with_ids(join, JOIN) if join else None,
        newcomer=newcomer,
        asked=asked.id if asked else request.form.get("request"),
        turns=tuple(changes.turns_in_words(sheet, sheet)),
        starts=changes.start_scores(sheet),
        known=[name for name in known if name not in changes.table_next(sheet).players],
        why_not=sheet.fixed_players,
        fewest=None if sheet.fixed_players or "leave" in asks else for_players(sheet.player_counts),
        waiting=[(changes.announcement(sheet, each.entry), _back_to(session, each.position)) for each in sheet.waiting],
        key=new_key(),
        problems=problems,
        **more,
    )


def _forms(session: Session, asks: Mapping[str, Ask], seat: int, typed: Form | None) -> dict[str, Form]:
    """The forms of what can happen to a seat, by step."""
    forms = {}
    for step, ask in asks.items():
        picks = [field for field in ask.fields if isinstance(field, SeatPick) and step != JOIN]
        if not picks or seat not in picks[0].among:
            continue
        form = form_for(ask, position=session.position)
        for switch in (field for field in ask.fields if isinstance(field, Switch)):
            form[switch.name].data = switch.written(switch.suggested)
        form["seat"].data = seat
        if typed is not None and typed["step"].data == step and typed["seat"].says(seat):
            form = typed
        forms[step] = _with_ids(form, f"{step}-{seat}")
    return forms


def _with_ids(form: Form, prefix: str) -> Form:
    """The form with ids of its own: the page has several with the same fields."""
    for field in form:
        field.id = f"{prefix}-{field.name}"
    return form


def _back_to(session: Session, entry: int) -> int:
    """How many entries are taken back to undo this one, where a change waits for the end of the deal in play."""
    done = enumerate(session.log.done_last_first(), 1)
    return next((number for number, (action, live) in done if action.kind == "enter" and live == entry), 0)


# The steps that all games have.


@pages.get("/adjustment", endpoint="adjustment", defaults={"step": "adjustment"})
@pages.get("/end", endpoint="end", defaults={"step": "end"})
def extra(session: str, step: str) -> ResponseReturnValue:
    """The form that adds points to a side or takes them off, the question whether to end the game by hand.

    Where the step is not asked, the sheet.
    """
    found = requested_session(session)
    ask = found.sheet.find_ask(step)
    if ask is None:
        return redirect(url_for("sheets.show", session=session))
    return extra_page(found, ask, form_with_undone(found, ask))


def extra_page(session: Session, ask: Ask, form: Form, *, problems: Sequence[str] = (), **more: Any) -> str:
    """Render the page of a step that all games have, also with problems or after an edit conflict."""
    if ask.step in changes.PLAYERS_CHANGE:
        return players_page(session, form, problems=problems, **more)
    if ask.step == changes.PLAN:
        return plan_page(session, problems=problems, **more)
    form["position"].data = session.position
    return render_template(
        "session/menu/extra.html",
        session=session,
        sheet=session.sheet,
        ask=ask,
        form=form,
        problems=problems,
        **more,
    )
