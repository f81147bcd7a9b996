"""What the phones of a session are called: by who sits there, by who keeps score, else by their kind alone; and which
of them go along to another game of the evening.

Everybody who may see the session may know that: its players, its log, and what kind of phones wrote in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from record.log import stamp
from record.people import name_of_arrival
from record.session import Session
from scoring.message import Words, bare, both, listed, say
from store.access import grants
from store.scorebooks import device_names
from store.seats.devices import freed_seats, seats_before
from store.seats.pending_step import pending_step
from store.sessions.series import last_at_table
from web.identity import visitor
from web.identity.visitor import book, snapshot
from web.request import now

PHONES = ("iPhone", "Android")
"""Kinds of devices that people call a phone."""
SHOWN_SEATS, MOVING_SEATS = "shown", "along"
"""The seats whose phones the setup page of another game has shown, and those of them that are ticked to go along."""


def device_names_of(session: Session, *, by_kind: bool = False) -> dict[str, Words]:
    """The names of the phones at a session's seats, of its keepers, and of all that wrote in it, by device.

    `by_kind`: a keeper's phone at no seat is called by its kind alone, where the page says already whose it is.
    """
    seen, players = book(), session.sheet.table.players
    seating, keepers = pending_step(seen, session).seating, grants.keepers(seen, session.id, at=stamp(now()))
    parted = seats_before(seen, session.id)
    kinds = dict.fromkeys(parted, "") | keepers | device_names(seen, session.id)
    kinds |= {each.device: each.name for each in seating.values()}
    seated: dict[str, list[str]] = {}
    for seat, each in seating.items():
        seated.setdefault(each.device, []).append(players[seat])
    freed = {device: seat for device, seat in freed_seats(seen, session.id).items() if device not in keepers}
    # Whose each phone is, and whether they have another one by now; where it sits counts most.
    people = (
        {device: ([name_of_arrival(session, *came)], False) for device, came in parted.items()}
        | {device: ([players[seat]], seat in seating) for device, seat in freed.items()}
        | {device: (names, False) for device, names in seated.items()}
    )
    called = numbered({device: kind for device, kind in kinds.items() if device not in people})
    return {
        device: device_name_at(people[device][0], kind, earlier=people[device][1])
        if device in people
        else keepers_device_name(called[device], kind)
        if device in keepers and not (by_kind and kind)
        else called[device]
        for device, kind in kinds.items()
    }


def keepers_of(session: Session, *, others: bool = False) -> Words:
    """The phones that keep a session's score, or the `others` beside this one; "" where none is known."""
    known = grants.keepers(book(), session.id, at=stamp(now()))
    phones = [device for device in known if not (others and visitor.is_this_device(device))]
    called = device_names_of(session, by_kind=True) if phones else {}
    return listed(*(called[device] for device in phones))


def wrote_last(session: Session) -> Words:
    """The phone that wrote last in a session, where several wrote or sit; else ""."""
    there = {each.device for each in session.actions}
    there |= {each.device for each in snapshot(session.id).pending.seating.values()}
    return device_names_of(session).get(session.actions[-1].device, "") if session.actions and len(there) > 1 else ""


def device_name_at(names: Iterable[str], kind: str, *, earlier: bool = False) -> Words:
    """The phone of somebody at the table; `earlier`: they have another one by now.

    >>> str(device_name_at(["Ben"], "iPhone")), str(device_name_at(["Ben"], ""))
    ('Ben’s phone · iPhone', 'Ben’s phone')
    >>> str(device_name_at(["Ann", "Ben"], "iPad"))
    'Ann and Ben · iPad'
    """
    whose = both(*names)
    if earlier:
        phone: Words = say("{name}’s earlier phone", name=whose)
    else:
        phone = say("{name}’s phone", name=whose) if kind in (*PHONES, "") else whose
    return bare("{phone} · {kind}", phone=phone, kind=kind) if kind else phone


def keepers_device_name(called: str, kind: str) -> Words:
    """The phone of a scorekeeper who sits at no seat."""
    phone = say("scorekeeper")
    if kind in (*PHONES, ""):
        phone = say("{name}’s phone", name=phone)
    return bare("{phone} · {kind}", phone=phone, kind=called) if kind else phone


def numbered(names: Mapping[str, str]) -> dict[str, str]:
    """Number the devices that have the same name.

    >>> numbered({"a1": "iPhone", "b2": "iPad", "c3": "iPhone"})
    {'a1': 'iPhone', 'b2': 'iPad', 'c3': 'iPhone 2'}
    """
    met: Counter[str] = Counter()
    numbered_names = {}
    for device, name in names.items():
        met[name] += 1
        numbered_names[device] = name if met[name] == 1 else f"{name} {met[name]}"
    return numbered_names


def name_for(device: str, *, own: str, name: Words = "") -> Words:
    """The name of a device for a reader whose own device is `own`.

    >>> str(name_for("a1", own="a1", name="iPhone")), str(name_for("b2", own="a1", name="iPad"))
    ('this phone', 'iPad')
    >>> str(name_for("c3", own="a1"))
    'another phone'
    """
    if device == own:
        return say("this phone")
    return name or say("another phone")


def previous_game(typed: MultiDict[str, str]) -> dict[str, Any] | None:
    """The `session` before a new one, where this phone was at last this evening, else the scorebook's last; None at
    the beginning of an evening.

    With its `phones` by seat, and the seats that `stay` there, as far as is ticked.
    """
    scorebook = book()
    found = last_at_table(scorebook, visitor.device(), at=now())
    if found is None:
        return None
    called, seating = device_names_of(found), pending_step(scorebook, found).seating
    phones = {seat: called[each.device] for seat, each in seating.items()}
    return {"session": found.id, "phones": phones, "stay": staying_seats(typed)}


def staying_seats(typed: MultiDict[str, str]) -> frozenset[int]:
    """The seats whose phones stay: they were shown, and are not ticked."""
    return frozenset(typed.getlist(SHOWN_SEATS, type=int)) - frozenset(typed.getlist(MOVING_SEATS, type=int))
