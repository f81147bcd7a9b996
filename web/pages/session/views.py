"""TV view and centre view of a session: what the whole table needs to see of its sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scoring.entry.fields import Number, Own
from scoring.entry.pending import input_texts
from scoring.errors import EntryError
from scoring.insights.news import news
from scoring.message import Message, Words, plain
from scoring.sheets.values import Ask
from store.seats.pending_step import PendingStep
from web.http.live_updates import with_live_updates
from web.identity.visitor import is_keeper, new_key, role, snapshot
from web.request.page import Pages
from web.sheet.change_flow import problem_texts
from web.sheet.chart import chart_of
from web.sheet.drafts import draft_key, earlier_drafts
from web.sheet.scorecard import course_of
from web.sheet.seat_card import own_seats
from web.sheet.setup_form import rules_of
from web.sheet.view import next_game

pages = Pages("views", __name__, url_prefix="/s/<session>", readers="watcher", of_session=True)


@pages.get("/table")
@with_live_updates
def tv(session: str) -> ResponseReturnValue:
    """The TV view; an open page goes on to the next session."""
    return _onward(session, "views.tv") or tv_page(session)


@pages.get("/flat")
@with_live_updates
def centre(session: str) -> ResponseReturnValue:
    """The centre view, readable from both long sides; a keeper's phone can count tricks and the like on it.

    A player's phone counts for its own seats. The counts are then in the form of the sheet or card.
    """
    if onward := _onward(session, "views.centre"):
        return onward
    pending = snapshot(session).pending
    counting = pending.sheet.table.seats if is_keeper() else own_seats(pending) if role() == "player" else ()
    return _page(
        "session/centre.html",
        pending,
        turn=draft_key(pending.sheet, pending.session.log),
        earlier=earlier_drafts(pending.session),
        counting=counting,
        key=new_key(),
    )


def _onward(session: str, view: str) -> ResponseReturnValue | None:
    """The way to this view of the next session, for an open page whose session is over.

    Only for polls: somebody who opens the view of a session that is over wants to see that one.
    """
    current = snapshot(session) if request.if_none_match else None
    next_one = next_game(current) if current and current.is_over else None
    return redirect(url_for(view, session=next_one)) if next_one else None


def tv_page(session: str, error: EntryError | None = None) -> str:
    """Render the TV view; the error says why there is no link to the table."""
    pending = snapshot(session).pending
    sheet = pending.sheet
    return _page(
        "session/tv.html",
        pending,
        chart=chart_of(sheet),
        course=course_of(pending.session),
        rules=() if sheet.rows else rules_of(pending.session),
        problems=problem_texts(error),
    )


Tile: TypeAlias = dict[str, Words | bool]
"""A labelled value; `forbidden` marks a number that nobody may enter."""


def _page(template: str, pending: PendingStep, **more: object) -> str:
    """Render a view with its board: what is shown of a sheet besides its standings.

    `beside` is what each seat has declared or entered, `state` who is up or ready, `last` the last finished deal or
    adjustment, `story` its news or how the table has changed since, `counts` the field that is counted up while the
    deal is played, `most` its total.
    """
    sheet, numbers = pending.sheet, _numbers(pending.sheet.ask)
    last = next((row for row in reversed(sheet.rows) if row.kind != "table"), None)
    story: tuple[Message, ...] = (*last.news, *(news(sheet, apart=True) if last.kind == "deal" else ())) if last else ()
    counts = next((field for field in numbers if field.counted), None)
    board = {
        "tiles": list(_tiles(pending)),
        "beside": {seat: list(_beside(pending, seat)) for seat in sheet.table.seats},
        "state": dict(_states(pending)) if pending.seating or pending.entered_fields else {},
        "last": last,
        "story": story if not sheet.rows or sheet.rows[-1] is last else (sheet.rows[-1].about,),
        "counts": counts,
        "most": (counts.total or counts.out_of or counts.high) if counts else 0,
    }
    return render_template(template, session=pending.session, sheet=sheet, board=board, **more)


def _tiles(pending: PendingStep) -> Iterator[Tile]:
    """The tiles of notices, declared totals and the forbidden number."""
    sheet = pending.sheet
    for notice in sheet.notices:
        yield {"label": notice.label, "value": notice.value}
    if sheet.declared and sheet.declared.together is not None:
        yield {"label": sheet.declared.label, "value": sheet.declared.together}
    for field in _numbers(sheet.ask):
        in_turn = field.own is Own.IN_TURN and bool(pending.public_input)
        if in_turn:
            total = sum(value for own in pending.public_input.values() if isinstance(value := own.get(field.name), int))
            yield {"label": field.label, "value": f"{total} / {field.out_of}" if field.out_of else plain(total)}
        elif field.not_total is not None:
            yield {"label": field.label, "value": f"≠ {field.not_total}", "forbidden": True}
        # Once all others have entered it, there is a number that the last seat may not.
        asked = pending.ask_of(pending.missing[0]) if in_turn and len(pending.missing) == 1 else None
        for own in _numbers(asked):
            if own.name == field.name and own.not_total is not None:
                yield {"label": _("Forbidden bid"), "value": plain(own.not_total), "forbidden": True}


def _beside(pending: PendingStep, seat: int) -> Iterator[Tile]:
    """What a seat has declared in this deal, and its public pending input."""
    declared = pending.sheet.declared
    if declared and seat in pending.sheet.table.playing:
        yield {"label": declared.one, "value": declared.values[seat]}
    for field, text in input_texts(pending.fields, pending.public_input.get(seat, {}), pending.sheet):
        yield {"label": field.label, "value": text}


def _states(pending: PendingStep) -> Iterator[tuple[int, str]]:
    """The seats that have entered something hidden, and the seat whose turn it is."""
    for seat in pending.seats:
        if seat == pending.turn:
            yield seat, _("is up")
        elif seat not in pending.missing and seat not in pending.public_input:
            yield seat, _("is ready")


def _numbers(ask: Ask | None) -> list[Number]:
    """The number fields of a step that are asked by seat."""
    return [field for field in (ask.fields if ask else ()) if isinstance(field, Number) and field.seats]
