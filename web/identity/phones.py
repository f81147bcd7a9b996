"""What the phones of a session are called: by who sits there, by who keeps score, else by their kind alone.

Everybody who may see the session may know that: its players, its log, and what kind of phones wrote in it.
"""

from __future__ import annotations

from collections.abc import Iterable

from record.people import name_of_arrival
from record.session import Session
from scoring.message import Words, bare, both, listed, say
from store.access import grants
from store.scorebooks import device_names
from store.seats.devices import freed_seats, seats_before
from store.seats.step import pending_step
from web.identity.current import book, now_stamp, snapshot
from web.identity.device_names import numbered

PHONES = ("iPhone", "Android")
"""Kinds of devices that people call a phone."""


def phones_of(session: Session) -> dict[str, Words]:
    """The names of the phones at a session's seats, of its keepers, and of all that wrote in it, by device."""
    seen, players = book(), session.sheet.table.players
    seating, keepers = pending_step(seen, session).seating, grants.keepers(seen, session.id, at=now_stamp())
    parted = seats_before(seen, session.id)
    kinds = dict.fromkeys(parted, "") | keepers | device_names(seen, session.id)
    kinds |= {each.device: each.name for each in seating.values()}
    sits: dict[str, list[str]] = {}
    for seat, each in seating.items():
        sits.setdefault(each.device, []).append(players[seat])
    left = {device: seat for device, seat in freed_seats(seen, session.id).items() if device not in {*sits, *keepers}}
    before = {
        device: name_of_arrival(session, *came) for device, came in parted.items() if device not in {*sits, *left}
    }
    told = numbered({device: kind for device, kind in kinds.items() if device not in {*sits, *left, *before}})
    return {
        device: phone_at(sits[device], kind)
        if device in sits
        else phone_at([players[left[device]]], kind, earlier=left[device] in seating)
        if device in left
        else phone_at([before[device]], kind)
        if device in before
        else keepers_phone(told[device], kind)
        if device in keepers
        else told[device]
        for device, kind in kinds.items()
    }


def keepers_of(session: Session) -> Words:
    """The phones that keep a session's score, for somebody who has to ask; "" where none is known."""
    called = phones_of(session)
    return listed(*(called[device] for device in grants.keepers(book(), session.id, at=now_stamp())))


def wrote_last(session: Session) -> Words:
    """The phone that wrote last in a session, where several wrote or sit; else ""."""
    there = {each.device for each in session.actions}
    there |= {each.device for each in snapshot(session.id).pending.seating.values()}
    return phones_of(session).get(session.actions[-1].device, "") if session.actions and len(there) > 1 else ""


def phone_at(names: Iterable[str], kind: str, *, earlier: bool = False) -> Words:
    """The phone of somebody at the table; `earlier`: they have another one by now.

    >>> str(phone_at(["Ben"], "iPhone")), str(phone_at(["Ben"], "")), str(phone_at(["Ann", "Ben"], "iPad"))
    ('Ben’s phone · iPhone', 'Ben’s phone', 'Ann and Ben · iPad')
    """
    whose = both(*names)
    if earlier:
        phone: Words = say("{name}’s earlier phone", name=whose)
    else:
        phone = say("{name}’s phone", name=whose) if kind in (*PHONES, "") else whose
    return bare("{phone} · {kind}", phone=phone, kind=kind) if kind else phone


def keepers_phone(called: str, kind: str) -> Words:
    """The phone of a scorekeeper who sits at no seat."""
    phone = say("scorekeeper’s phone") if kind in (*PHONES, "") else say("scorekeeper")
    return bare("{phone} · {kind}", phone=phone, kind=called) if kind else phone
