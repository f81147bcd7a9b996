"""Drafts: what is entered of a step and not sent yet, kept by the script of the page, while the table changes.

A draft has a key on its phone. Whatever is entered beside the step gives it another one, so that *undo* takes back what
happened last: a tap, or that entry. What was entered before it is carried over, see `Move`. Values that come back into
the form give it another key too: a draft from before is older than they are.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any
from zlib import crc32

from werkzeug.datastructures import MultiDict

from record.log import Action, Log
from record.people import seats_kept
from record.session import Session
from scoring.entry.choices import PickMany, SeatPick
from scoring.entry.fields import Field, Seats, input_name
from scoring.entry.pending import input_of
from scoring.entry.reseating import is_still_asked, reseat_input, seats_asked_again, sides_stay
from scoring.lookahead import Lookahead
from scoring.message import Message, bare, say
from scoring.sheets import extras
from scoring.sheets.sheet import Sheet
from store.seats.pending_step import PendingStep
from web.sheet.forms import typed_entry

PREFIX = "drafted-"
"""Before the names of a draft's inputs in the form of a setup."""


def step_key(sheet: Sheet[Any] | Lookahead, session: Session) -> str:
    """The key of a step of a deal, and of the correction of the setup after which it is asked."""
    setups = (action.position for action in reversed(session.log.done) if "setup" in action.facts)
    return _key(sheet, next(setups, None))


def draft_key(sheet: Sheet[Any] | Lookahead, log: Log) -> str:
    """The key of a draft: the step of a deal, what was entered last beside a step, and the values that came back."""
    key = _key(sheet, next((action.position for action in reversed(log.done) if _is_beside(action)), None))
    awaiting = log.awaits(sheet.ask.step) if sheet.ask else None
    return f"{key}-{crc32(json.dumps(awaiting, sort_keys=True).encode()):08x}" if awaiting else key


def _key(sheet: Sheet[Any] | Lookahead, since: int | None) -> str:
    since_then = "" if since is None else f"-{since}"
    return f"{sheet.ask.step}-{sheet.times_dealt}-{len(sheet.pending)}{since_then}" if sheet.ask else ""


def _is_beside(action: Action) -> bool:
    return action.kind == "correct" or action.facts["step"] in extras.EXTRA_STEPS


def earlier_drafts(session: Session) -> list[dict[str, object]]:
    """The keys of drafts of this step from before something was entered beside it, the newest first, with their moves.

    None where the form has an entry that was undone or set aside by a correction: that is newer.
    """
    drafts: list[dict[str, object]] = []
    if session.sheet.ask is None or session.log.awaits(session.sheet.ask.step):
        return drafts
    for action in reversed(session.log.done):
        if not _is_beside(action):
            break
        then = session.at(action.position)
        was, now = then.sheet, session.sheet
        if (was.times_dealt, len(was.pending)) != (now.times_dealt, len(now.pending)):
            break
        if move := _move(then, session):
            drafts.append({"key": draft_key(then.sheet, then.log), "names": move[0], "values": move[1]})
    return drafts


def typed_now(typed: MultiDict[str, str], then: Session, session: Session) -> MultiDict[str, str] | None:
    """What was typed into the form of an earlier state, as the form of the same step has it now; else None."""
    move = _move(then, session)
    if move is None:
        return None
    names, values = move
    named = ((names.get(name, name), values.get(name, {}).get(value, value)) for name, value in typed.items(multi=True))
    return MultiDict((name, value) for name, value in named if name)


def voided_notice(pending: PendingStep, form: MultiDict[str, str], after: Session) -> Message | None:
    """Whose input for the step a change makes void, of what seats and the keeper have entered.

    What the keeper has entered is the draft that the page's script has added to the form of the change.
    """
    before, ask = pending.session, after.sheet.ask
    if before.sheet.ask is None or ask is None:
        return None
    seats = seats_kept(before, after)
    sent = form.items(multi=True)
    draft = MultiDict((name.removeprefix(PREFIX), value) for name, value in sent if name.startswith(PREFIX))
    if any(draft.values()) and not is_still_asked(before.sheet, after.sheet, seats):
        return say("{step} will be asked again.", step=ask.title)
    by_seat = {field.name for field in pending.fields if field.seats}
    entered = {seat: dict(pending.entered[seat]) for seat in pending.entered_by}
    for seat, own in input_of(before.sheet, typed_entry(before.sheet.ask, draft)).entered.items():
        if typed := {name: value for name, value in own.items() if name in by_seat and value not in (None, "")}:
            entered[seat] = entered.get(seat, {}) | typed
    known = replace(pending, entered=entered)
    again = seats_asked_again(known, reseat_input(known, after.sheet, seats), seats)
    names = tuple(after.sheet.table.players[seat] for seat in again)
    what = bare("{step} ({names})", step=ask.title, names=names)
    return say("{step} will be asked again.", step=what) if names else None


def _move(then: Session, session: Session) -> tuple[dict[str, str | None], dict[str, dict[str, str]]] | None:
    """How a form of the step moves from an earlier state to now; None where another step is asked, or another deal.

    For each input that is another: its new name, None where it is asked again; and its new values by the old ones.
    """
    was, now, seats = then.sheet, session.sheet, seats_kept(then, session)
    if was.ask is None or not is_still_asked(was, now, seats):
        return None
    names: dict[str, str | None] = {}
    values: dict[str, dict[str, str]] = {}
    for name, field, seat in chain.from_iterable(field.inputs() for field in was.ask.fields):
        if seat is not None and seats.get(seat) != seat:
            names[name] = input_name(field.name, seats[seat]) if seat in seats else None
        if isinstance(field, SeatPick) and field.by_side and not sides_stay(was, now, seats):
            names[name] = None
        if moved := dict(_moved_values(field, now, seats)):
            values[name] = moved
    return names, values


def _moved_values(field: Field, now: Sheet[Any], seats: Seats) -> Iterator[tuple[str, str]]:
    """The values of an input that name seats, each with its new one where it is another."""
    if isinstance(field, SeatPick):
        for seat in field.among:
            to = field.reseat_one(seat, seats)
            moved = now.side_of(to)[0] if field.by_side else to
            if moved != seat:
                yield str(seat), str(moved)
    elif isinstance(field, PickMany) and field.of_seats:
        yield from ((str(seat), str(to)) for seat, to in seats.items() if seat != to)
