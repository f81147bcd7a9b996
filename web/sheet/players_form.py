"""The table as the page of seats and players wants it: its form, and the setup and entries that lead there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from werkzeug.datastructures import MultiDict

from record.session import Session
from scoring.entry.choices import Pick
from scoring.families.plans import PassingDeal
from scoring.sheets.changes import DEALER, JOIN, PLAYERS_CHANGE, asks, table_next
from scoring.sheets.values import Ask
from scoring.text import tidy
from store.sessions.sittings import last_start
from web.identity.visitor import book, new_key
from web.sheet.change_flow import as_seen
from web.sheet.forms import Form, Input

PLAYS, RESTS, LEFT, UNRANKED = "plays", "rests", "left", "unranked"
"""What somebody does, as the form has it: out of the next deal, gone with their points, gone without a place."""
CHIPS = 8
"""Known people who are offered by a tap; all others by the first letters of their names."""
NEWCOMERS = 2
"""Newcomers in one change before the first entry: some games are for 4 or 6."""


class PlayersForm:
    """The form of a session's table, filled with what was typed over the table as it is.

    What was typed counts only where it differs from what the page showed, so that a change by another phone stays. A
    `newcomer` is somebody who is to join.
    """

    def __init__(self, session: Session, typed: MultiDict[str, str] | None = None, *, newcomer: str = "") -> None:
        self.session = session
        self.players = table_next(session.sheet).players
        self.now = self._inputs_of(session)
        given = {**self.now, "new-0": newcomer}
        if typed is not None:
            given |= dict(_changed(typed, self._inputs_of(as_seen(session))))
            if (back := typed.get("back", "")).isdecimal() and f"does-{back}" in given:
                given[f"does-{back}"] = PLAYS
            if typed.get("deal") != str(session.sheet.deals):
                given["dealer"] = self.now["dealer"]
        self.form = Form([self._input(name) for name in (*given, "key")], given={"key": new_key(), **given})
        if typed is not None:
            self.form["key"].data = typed.get("key")

    @cached_property
    def asks(self) -> dict[str, Ask]:
        """The changes that the table can make now, by step."""
        return {ask.step: ask for ask in asks(self.session.sheet) if ask.step in (*PLAYERS_CHANGE, DEALER)}

    @cached_property
    def is_begun(self) -> bool:
        """Whether something was entered: until then the setup has everybody who comes and goes."""
        return bool(self.session.entries)

    @cached_property
    def room(self) -> int:
        """How many can join in one change."""
        if self.is_begun:
            return int(JOIN in self.asks)
        return min(NEWCOMERS, self.session.game.player_counts[-1] - len(self.session.blank.table.players))

    @cached_property
    def deciders(self) -> Sequence[int]:
        """The seats of which one can deal: now, or first where the rules say who deals later."""
        if ask := self.asks.get(DEALER):
            return ask.fields[0].among  # type: ignore[attr-defined,no-any-return]
        return self.session.game.dealers(len(self.session.blank.table.players))

    def can(self, seat: int, what: str) -> bool:
        """Whether this can be chosen for a seat now."""
        if what in (LEFT, UNRANKED) and not self.is_begun:
            fewer = [each for each in self.session.game.player_counts if each < len(self.session.blank.table.players)]
            return what == LEFT and bool(fewer)
        step = {PLAYS: "return", RESTS: "sit-out", LEFT: "leave", UNRANKED: "leave"}.get(what, what)
        ask = self.asks.get(step)
        return ask is not None and seat in ask.fields[0].among  # type: ignore[attr-defined]

    # What is wanted.

    def does(self, seat: int) -> str:
        return str(self.form[f"does-{seat}"].data)

    def name(self, seat: int) -> str:
        """Who sits there, once it is so."""
        return tidy(self.form[f"by-{seat}"].data) or self.players[seat]

    def newcomer(self, number: int) -> str:
        """The name of a newcomer; "" for nobody."""
        return tidy(self.form[f"new-{number}"].data)

    @property
    def joins(self) -> list[int]:
        """The numbers of the newcomers who have a name."""
        return [number for number in range(self.room) if self.newcomer(number)]

    @property
    def order(self) -> list[str]:
        """Everybody clockwise: a seat, or `n0` for a newcomer. Two who were given one place have changed places."""
        here = [*map(str, table_next(self.session.sheet).here), *(f"n{number}" for number in self.joins)]
        places = {each: _number(self.form[f"at-{each}"].data, len(here)) for each in here}
        moved = [each for each in here if places[each] != self.now.get(f"at-{each}")]
        order: dict[int, str] = {}
        for each in moved:
            order.setdefault(places[each], each)
        left = [each for each in here if each not in order.values()]
        for each in [each for each in left if places[each] not in order]:
            order.setdefault(places[each], each)
        free = (place for place in range(2 * len(here)) if place not in order)
        for each in left:
            if each not in order.values():
                order[next(free)] = each
        return [order[place] for place in sorted(order)]

    @property
    def names(self) -> Iterator[tuple[int, str, str]]:
        """The seats whose names were corrected, with the name that was shown and the new one."""
        for seat in range(len(self.players)):
            was, now = self.form[f"seen-{seat}"].data, self.form[f"name-{seat}"].data
            if tidy(now) != was:
                yield seat, str(was), tidy(now)

    def raw(self) -> dict[str, Any]:
        """What `Session.setting_up` reads."""
        seats = self._running() if self.is_begun else self._beginning()
        return {**seats, "options": self.session.blank.chosen_options}

    def _beginning(self) -> dict[str, Any]:
        """Nothing was entered: who comes and goes does so in the setup."""
        began = self.session.blank.table.players
        stays = [each for each in self.order if each.startswith("n") or self.does(int(each)) not in (LEFT, UNRANKED)]
        players = [self.name(int(each)) if each.isdigit() else self.newcomer(int(each[1:])) for each in stays]
        dealer = str(self.form["dealer"].data)
        rests = [{"step": "sit-out", "seat": seat} for seat in range(len(began)) if self.does(seat) == RESTS]
        first = stays.index(dealer) if dealer in stays else 0
        return {"players": players, "dealer": self.session.game.dealer_at(first), "changes": rests}

    def _running(self) -> dict[str, Any]:
        sheet, began = self.session.sheet, self.session.blank.table
        order, was = self.order, [*map(str, table_next(sheet).here)]
        people = [seat for seat in map(int, filter(str.isdigit, order)) if seat < len(began.players)]
        seats = _with_those_who_left(people, [seat for seat in sheet.table.clockwise if seat < len(began.players)])
        if [each for each in order if each.isdigit()] == was:
            seats = [*began.seats]
        replaced = {seat: self.name(seat) for seat in began.seats if self.form[f"from-{seat}"].data == "start"}
        dealer = _number(self.form["dealer"].data, began.dealer)
        first = began.dealer if DEALER in self.asks else dealer
        return {
            "players": [replaced.get(seat, began.players[seat]) for seat in seats],
            "dealer": self.session.game.dealer_at(seats.index(first)) if first in seats else -1,
            "deals_now": dealer if DEALER in self.asks else None,
            "beside": {
                seat: after
                for seat, after in _beside(order, len(began.players))
                if after != dict(_beside(was, len(began.players)))[seat]
            },
            "changes": [*self._changes(order)],
        }

    def _changes(self, order: list[str]) -> Iterator[dict[str, Any]]:
        """The entries of who comes back, joins, takes over, leaves and sits out."""
        seats = self.session.sheet.table.seats
        first = len(self.players)
        # To the left of somebody who is dealt in.
        beside = self.asks[JOIN].fields[1].among if JOIN in self.asks else ()  # type: ignore[attr-defined]
        for seat in range(first):
            if self.now[f"does-{seat}"] != PLAYS == self.does(seat):
                yield {"step": "return", "seat": seat}
        for number in self.joins:
            known = [*map(str, beside), *(f"n{each}" for each in range(number))]
            after = _before(order, f"n{number}", known)
            start = {name: self.form[f"{name}-{number}"].data or None for name in ("start", "points")}
            seat = first + int(after[1:]) if after.startswith("n") else int(after)
            yield {"step": JOIN, "name": self.newcomer(number), "after": seat, **start}
        for seat in seats:
            if tidy(self.form[f"by-{seat}"].data) and self.form[f"from-{seat}"].data != "start":
                yield {"step": "takeover", "seat": seat, "name": self.form[f"by-{seat}"].data}
        for seat in range(first):
            if self.does(seat) != self.now[f"does-{seat}"]:
                if self.does(seat) in (LEFT, UNRANKED):
                    yield {"step": "leave", "seat": seat, "ranked": self.does(seat) == LEFT}
                elif self.does(seat) == RESTS:
                    yield {"step": "sit-out", "seat": seat}

    # The form.

    def _inputs_of(self, session: Session) -> dict[str, object]:
        """What the page shows of a session, by input."""
        sheet = session.sheet
        table, given = table_next(sheet), dict[str, object]()
        for place, seat in enumerate(table.here):
            given[f"at-{seat}"] = place
        for seat, name in enumerate(table.players):
            gone = UNRANKED if seat in sheet.unranked else LEFT
            given[f"does-{seat}"] = gone if seat in table.left else RESTS if seat in table.resting else PLAYS
            given |= {f"by-{seat}": "", f"from-{seat}": "now", f"name-{seat}": name, f"seen-{seat}": name}
        # The start of the last newcomer: in this session, else in the last one of this game.
        is_first = len(sheet.table.players) == len(session.blank.table.players)
        start = (is_first and last_start(book(), session.game)) or sheet.usual_start
        for number in range(NEWCOMERS):
            given |= {f"new-{number}": "", f"at-n{number}": len(table.here) + number}
            given |= {f"start-{number}": start, f"points-{number}": ""}
        given["dealer"] = session.blank.table.dealer
        if isinstance(sheet, PassingDeal) and sheet.find_ask(DEALER):
            given["dealer"] = sheet.dealer
        return given

    def _input(self, name: str) -> Input:
        what, _, _ = name.partition("-")
        fields = {field.name: field for field in self.asks[JOIN].fields} if JOIN in self.asks else {}
        return Input(name, field=fields.get(what) if what in ("start", "points") else None)


def starts(wanted: PlayersForm) -> tuple[Any, ...]:
    """The choices of how many points a newcomer starts with; none before the first entry."""
    if not wanted.is_begun or JOIN not in wanted.asks:
        return ()
    return next(field.choices for field in wanted.asks[JOIN].fields if isinstance(field, Pick))


def _changed(typed: MultiDict[str, str], was: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """What was typed otherwise than it was shown; a typed name counts before a tapped one."""
    for name in was:
        values = [value for value in typed.getlist(name) if value.strip()] or typed.getlist(name)[-1:]
        if (name.startswith("seen-") and values) or (values and values[-1] != str(was[name])):
            yield name, values[-1]


def _number(text: object, otherwise: int) -> int:
    found = str(text)
    return int(found) if found.isdecimal() and len(found) < 4 else otherwise


def _with_those_who_left(order: Sequence[int], was: Sequence[int]) -> list[int]:
    """The order of those who are here, with each who left after whom they sat behind."""
    found = [*order]
    for place, seat in enumerate(was):
        if seat not in order:
            before = next((each for each in reversed(was[:place]) if each in found), None)
            found.insert(0 if before is None else found.index(before) + 1, seat)
    return found


def _before(order: Sequence[str], who: str, known: Sequence[str]) -> str:
    """Whom of those known somebody sits to the left of."""
    place = order.index(who)
    return next(each for each in reversed([*order[place + 1 :], *order[:place]]) if each in known)


def _beside(order: Sequence[str], began: int) -> Iterator[tuple[int, int]]:
    """Each who joined later with the seat that they sit to the left of, of those who were there before them."""
    for seat in sorted(int(each) for each in order if each.isdigit() and int(each) >= began):
        yield seat, int(_before(order, str(seat), [str(each) for each in range(seat)]))
