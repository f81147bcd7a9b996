"""*Invite*: how others come to a running game, by a link to play, to watch or to keep score too, and their seats.

The link to play is on the TV view and the centre view, too, where anybody may see it; one to keep score too is for one
phone. What a link gives, and for how long: docs/security.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Literal, TypeAlias, get_args

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.log import stamp
from scoring.errors import EntryError
from store.access.grants import remove_device
from store.access.keepers import seats_of_keepers
from store.book import Role
from store.seats.pending_step import PendingStep
from web.exports.qr_codes import phone_link as phone_address
from web.http.headers import no_store
from web.i18n.timezone import end_of_evening
from web.identity import visitor
from web.identity.phone_links import create_phone_link, is_open, joined_by, phone_link, requests_by
from web.identity.table_links import create_table_link, table_link
from web.identity.visitor import book, new_key, own_access_id, requested_session, snapshot
from web.pages.session.views import tv_page
from web.request import now
from web.request.page import Pages
from web.sheet.change_flow import change, problem_texts
from web.sheet.seat_card import kept_seats, own_seats

pages = Pages(
    "invite", __name__, url_prefix="/s/<session>/seats/link", readers="keeper", of_session=True, in_pocket=False
)
pages.after_request(no_store)
before = Pages(
    "table_link", __name__, url_prefix="/s/<session>/invite", readers="keeper", of_session=True, in_pocket=False
)

Kind: TypeAlias = Literal["play", "watch", "keep"]
ROLES: dict[Kind, Role] = {"play": "player", "watch": "watcher"}
"""What the links to a table give; one to keep score too is to the whole scorebook."""
VIEWS = {"table": "views.tv", "flat": "views.centre"}
"""The views that show the link to play, too, by the form's values."""


def invite_page(pending: PendingStep, *, problem: str = "", problems: Sequence[str] = ()) -> str:
    """Render the page, with the link of the kind that the address or the form names."""
    session = pending.session
    own, keeping = own_seats(pending), seats_of_keepers(book(), session, at=stamp(now()))
    itself = kept_seats(pending)
    kinds = _kinds(pending)
    return render_template(
        "session/invite.html",
        problem=problem,
        problems=problems,
        session=session,
        sheet=pending.sheet,
        pending=pending,
        kinds=kinds,
        kind=_kind(kinds),
        own=own,
        keeping=keeping,
        itself=itself,
        asks_who=not (own or itself or visitor.is_bystander()),
        key=new_key(),
    )


def _kinds(pending: PendingStep) -> tuple[Kind, ...]:
    """As what others can come: nobody plays a game that is over, and one that the table has left is left by all."""
    seen = snapshot(pending.session.id)
    if pending.session.deleted_at is not None or seen.head["next_game"]:
        return ()
    return tuple(each for each in get_args(Kind) if each != "play" or not pending.sheet.over)


def _kind(kinds: Sequence[Kind]) -> Kind | None:
    """The kind that is wished for, if others can come so, else the first."""
    wished = request.values.get("kind")
    return next((each for each in kinds if each == wished), kinds[0] if kinds else None)


@pages.post("")
@before.post("", endpoint="let_join")
def make(session: str) -> ResponseReturnValue:
    """Make a link, or let the one that this phone has hold on: 303 to the view that asked for it; 422 if impossible."""
    pending = snapshot(session).pending
    view, kind = VIEWS.get(request.form.get("view", "")), _kind(_kinds(pending)) or "play"

    def page(_subject: object, error: EntryError) -> str:
        return tv_page(session, error) if view else invite_page(pending, problems=problem_texts(error))

    def write() -> str:
        if kind == "keep":
            create_phone_link("guest")
        else:
            create_table_link(session, ROLES[kind], ends_at=end_of_evening())
        return url_for(view, session=session) if view else url_for("seats.show", session=session, kind=kind)

    return change(pending, page, write)


@before.get("", endpoint="show")
def show_before(session: str) -> ResponseReturnValue:
    """Where the page was in releases before 2.1.0."""
    requested_session(session)
    return redirect(url_for("seats.show", session=session), 303)


@pages.app_template_global()
def link_to_table(session: str, kind: Kind = "play") -> dict[str, Any] | None:
    """The link to a table, with its id and when it ends; None unless this device has a valid one."""
    found = phone_link("guest") if kind == "keep" else table_link(session, ROLES[kind])
    if found is None or not is_open(found[1]):
        return None
    secret, link = found
    return {"id": link.id, "link": phone_address("joining.ask", secret=secret), "ends_at": link.ends_at}


@pages.app_template_global()
def link_for_keeper() -> dict[str, Any] | None:
    """The last link to keep score too that this device made: who asks to come by its signs, and who has come."""
    if (found := phone_link("guest")) is None:
        return None
    _secret, link = found
    return {"link": link, "requests": requests_by(link.id), "joined": joined_by(link.id)}


@pages.post("/joined/<access>/remove")
def remove(session: str, access: str) -> ResponseReturnValue:
    """Remove a phone that came to keep score too; 403 where this one may not, 409 where no keeper would remain."""
    return change(
        session,
        lambda _session, error: invite_page(snapshot(session).pending, problem=problem_texts(error)[0]),
        partial(remove_device, book(), access, by=own_access_id(), at=stamp(now())),
        to=url_for("seats.show", session=session, kind="keep"),
    )
