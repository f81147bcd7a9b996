"""The seats of a table and their phones: who sits where, for a guest "Who are you?", for a keeper *Invite*.

Whoever has no seat asks for one under a name. What a player's own phone enters at a seat: `seat_card`. How others come:
`invite`.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from record.log import stamp
from scoring.errors import EntryError
from scoring.message import Words, say
from scoring.sheets import changes
from scoring.sheets.sheet import Sheet
from scoring.text import same_name
from store.access.keepers import seats_of_keepers
from store.access.requests import Request, open_requests, own_requests, refuse_request, take_back
from store.errors import NoSuchError, NotSeatedError, SeatTakenError
from store.seats.devices import belong_to_seat, free_seat, take_seat
from store.seats.pending_step import PendingStep
from store.sessions.snapshot import read_snapshot
from web.http.headers import no_store
from web.http.live_updates import with_live_updates
from web.i18n.translate import translated
from web.identity import visitor
from web.identity.invitations import ask_for_seat
from web.identity.visitor import author, book, device_hash, is_keeper, new_key, requested_session, role, snapshot
from web.pages.session.invite import invite_page
from web.request import now
from web.request.page import Pages
from web.sheet.change_flow import change
from web.sheet.forms import Form
from web.sheet.seat_card import keepers_seats, own_card, own_seats

pages = Pages(
    "seats",
    __name__,
    url_prefix="/s/<session>/seats",
    readers="watcher",
    writers="player",
    of_session=True,
    in_pocket=False,
)
# A keeper's page has the link on it.
pages.after_request(no_store)


@pages.get("")
@with_live_updates
def show(session: str) -> ResponseReturnValue:
    """Show who sits where, and whom the step waits for; a keeper how others come, too.

    A player is redirected to their card, unless `look` is given; a keeper who plays only with `own`.
    """
    pending = snapshot(session).pending
    kept = "own" in request.args and is_keeper()
    to_card = kept or (role() == "player" and "look" not in request.args)
    if to_card and (card := own_card(pending, kept=kept)):
        return redirect(card)
    return _page(pending)


def _page(pending: PendingStep, *, problem: str = "", newcomer: Form | None = None) -> str:
    if is_keeper():
        return invite_page(pending, problem=problem)
    sheet, session = pending.sheet, pending.session
    requests = own_requests(book(), session.id, device=device_hash(), at=stamp(now()))
    return render_template(
        "session/seats.html",
        problem=problem,
        session=session,
        sheet=sheet,
        pending=pending,
        own=own_seats(pending),
        keeping=seats_of_keepers(book(), session, at=stamp(now())),
        own_request=requests[-1] if requests else None,
        newcomer=newcomer or Form(["player"]),
        why_nobody_joins=why_nobody_joins(sheet),
        role=role(),
        key=new_key(),
    )


@pages.post("/<int:seat>/take")
def take(session: str, seat: int) -> ResponseReturnValue:
    """Take a seat: 303 to its card; 409 with the seats where another device was faster, or it is the scorekeeper's."""
    pending = snapshot(session).pending
    players = pending.sheet.table.players
    if seat in keepers_seats(pending):
        return _page(pending, problem=_("%(name)s keeps score, on another phone.", name=players[seat])), 409
    try:
        take_seat(book(), session, seat, by=author())
        take_back(book(), session, device=device_hash(), at=stamp(now()))
    except SeatTakenError:
        pending = read_snapshot(book(), session).pending
        quicker = pending.seating.get(seat)
        if quicker is None:
            return _all(session)
        name = pending.sheet.table.players[seat]
        text = _("%(name)s’s seat was just taken by another phone.", name=name)
        return _page(pending, problem=text), 409
    return redirect(url_for("seat_card.show", session=session, seat=seat), 303)


@pages.post("/<int:seat>/free")
def free(session: str, seat: int) -> ResponseReturnValue:
    """Free the seat of this device, or as a keeper any seat."""
    with suppress(NotSeatedError):
        free_seat(book(), session, seat, by=author())
    return _all(session)


@pages.post("/<int:seat>/mine", audience="keeper")
def identify(session: str, seat: int) -> ResponseReturnValue:
    """Say who keeps score on this phone: 303 to the seat for who was on the way there."""
    belong_to_seat(book(), session, seat, by=author())
    visitor.set_bystander(on=False)
    return redirect(url_for("seats.show", session=session, own=1), 303) if "own" in request.args else _all(session)


@pages.post("/nobody", audience="keeper")
def identify_bystander(session: str) -> ResponseReturnValue:
    """Say that whoever keeps score on this phone does not play."""
    requested_session(session)
    visitor.set_bystander(on=True)
    return _all(session)


def _all(session: str) -> ResponseReturnValue:
    return redirect(url_for("seats.show", session=session, look=1, _anchor="who"), 303)


# Who is not on the list.


@pages.post("/newcomers")
def ask(session: str) -> ResponseReturnValue:
    """Ask for a seat under a name: 303 to the page, which turns into the seat by itself; 422 for an odd name."""
    pending = snapshot(session).pending
    if is_keeper():
        # Whoever keeps score makes seats.
        return redirect(url_for("session_players.show", session=session, join=request.form.get("player")), 303)
    form = Form(["player"], typed=request.form)

    def write() -> str:
        ask_for_seat(pending.session, form["player"].data or "")
        return url_for("seats.show", session=session)

    def page(_subject: object, error: EntryError) -> str:
        form["player"].errors += [translated(each.message) for each in error.problems]
        return _page(pending, newcomer=form)

    return change(pending, page, write)


@pages.post("/newcomers/none")
def ask_no_more(session: str) -> ResponseReturnValue:
    """Take back what this phone has asked."""
    requested_session(session)
    take_back(book(), session, device=device_hash(), at=stamp(now()))
    return redirect(url_for("seats.show", session=session), 303)


@pages.post("/newcomers/<request_id>/refuse", audience="keeper")
def refuse(session: str, request_id: str) -> ResponseReturnValue:
    """Refuse somebody a seat; it may have been answered on another phone already."""
    requested_session(session)
    with suppress(NoSuchError):
        refuse_request(book(), request_id, at=stamp(now()))
    return _all(session)


@pages.app_template_global()
def asking_for_seat(session: str) -> list[Request]:
    """Who asks a keeper for a seat, without those who join when the deal in play is over."""
    seen = snapshot(session)
    # Whoever asks changes this number.
    if not seen.head["seats_revision"] or not is_keeper() or seen.is_over:
        return []
    join_later = {same_name(each.entry["name"]) for each in seen.session.sheet.waiting if each.entry.step == "join"}
    requests = open_requests(book(), session=session, at=stamp(now()))
    return [each for each in requests if same_name(each.player or "") not in join_later]


@pages.app_template_global()
def why_nobody_joins(sheet: Sheet[Any]) -> Words:
    """Why nobody can join this game; "" where somebody can."""
    if any(ask.step == "join" for ask in changes.asks(sheet)):
        return ""
    return sheet.fixed_players or say("Too many play already.")
