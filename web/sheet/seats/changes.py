"""What a change of the table means for the seats and their phones, in words."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext as _

from record.people import deal_of_arrival
from record.session import Session
from scoring.sheets.sheet import Sheet
from store.seats.step import PendingStep
from web.i18n.translate import words


def void_parts(spoken: PendingStep) -> list[str]:
    """What seats had entered that a change has made void: a sentence each, without what it was."""
    players = spoken.session.sheet.table.players
    return [
        _("%(name)s’s entry is void: %(new)s plays here now.", name=name, new=players[seat])
        if players[seat] != name
        else _("%(name)s’s entry from before the change is void: please enter it again.", name=name)
        for seat, name in sorted(spoken.void.items())
    ]


def came_later(session: Session, seat: int) -> str:
    """Since when somebody has this seat who did not have it from the beginning; else ""."""
    deal, sheet = deal_of_arrival(session, seat), session.sheet
    if deal is None:
        return ""
    called = words(sheet.deal_called(deal))
    return str(_("%(name)s plays here from %(deal)s on.", name=sheet.table.players[seat], deal=called))


def comes_later(sheet: Sheet[Any]) -> list[str]:
    """Who sits down when the deal in play is over, a sentence each."""
    names = [each.entry["name"] for each in sheet.waiting if each.entry.step == "join"]
    called = words(sheet.deal_called(sheet.deals + 2))
    return [_("%(name)s plays from %(deal)s on.", name=name, deal=called) for name in names]


def why_away(sheet: Sheet[Any], seat: int, *, own: bool) -> str:
    """Why a seat is not dealt in; "" where it is."""
    table = sheet.table
    if seat in table.left:
        return str(_("You have left the game.") if own else _("%(name)s has left the game.", name=table.players[seat]))
    if seat in table.resting:
        return str(_("You sit out this deal.") if own else _("%(name)s sits out this deal.", name=table.players[seat]))
    return ""
