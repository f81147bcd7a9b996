"""The current step of a session with what its seats have entered so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from record.session import Session
from scoring.entry.fields import Field, Own
from scoring.entry.parts import Part, Parts
from scoring.errors import Problem
from scoring.sheets.values import Ask, Doubt


@dataclass(frozen=True)
class SeatDevice:
    """The device at a seat, its name or "", and since when."""

    device: str
    name: str
    at: str


@dataclass(frozen=True)
class EnteredFor:
    """What another phone entered for a seat in the step that was written last, with the position in the log."""

    position: int
    part: Part
    by: SeatDevice


@dataclass(frozen=True)
class PendingStep:
    """The current step of a session with its pending input; everything but `parts` is public.

    `confirms`: a keeper confirms before the step is written. `written`: the input was complete and wrote the step, so
    `session` is at the next one. `said_by`: the phone that entered a seat's pending input.
    """

    session: Session
    parts: Parts = field(repr=False)
    """Includes hidden values; for the rules alone."""
    seating: Mapping[int, SeatDevice]
    confirms: bool
    written: bool = False
    said_by: Mapping[int, SeatDevice] = field(default_factory=dict)
    entered_for: Mapping[int, EnteredFor] = field(default_factory=dict)
    late: frozenset[int] = frozenset()
    """The seats that claimed the deal after another had: it was written already."""
    undone: frozenset[int] = frozenset()
    """The seats whose part is that of an entry that was undone: they have said nothing since."""
    void: Mapping[int, str] = field(default_factory=dict)
    """By seat who had entered something that a change of the table, its plan or its setup made void."""

    @property
    def live(self) -> bool:
        """Whether seats enter their parts while the deal is played."""
        return self.parts.live

    @property
    def private(self) -> bool:
        """Whether some of a live part is for the seat's own page alone."""
        return any(field.private for field in self.fields)

    def seen_from(self, seat: int) -> Mapping[int, Part]:
        """The parts that this seat's own page may show: its own live one, and what all may see."""
        own = {seat: self.parts.said[seat]} if self.live and seat in self.parts.said else {}
        return {**self.shown, **own}

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields that seats enter themselves."""
        return self.parts.fields

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that have a part in the step."""
        return self.parts.seats

    @property
    def seated(self) -> frozenset[int]:
        """The seats with a device."""
        return frozenset(self.seating)

    @cached_property
    def named(self) -> Mapping[int, frozenset[str]]:
        """By seat the names of the fields that were entered."""
        return self.parts.named

    @property
    def begun(self) -> frozenset[int]:
        """The seats that have entered something."""
        return frozenset(self.named)

    @cached_property
    def missing(self) -> tuple[int, ...]:
        """The seats that have not entered everything."""
        return self.parts.missing

    @cached_property
    def left(self) -> tuple[int, ...]:
        """The seats that have yet to enter the current stage."""
        return self.parts.left

    @property
    def stages_done(self) -> int:
        """The number of stages that all seats have entered."""
        return self.parts.stages_done

    @cached_property
    def closed(self) -> frozenset[str]:
        """The fields of finished stages, which no seat may change."""
        return self.parts.closed

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None without turns."""
        return self.parts.turn

    @property
    def waited_for(self) -> tuple[int, ...]:
        """The seats that the step waits for: whose turn it is, all that are missing, or who has to enter again."""
        return (self.left or self.refused) if self.turn is None else (self.turn,)

    @property
    def refused(self) -> tuple[int, ...]:
        """The seats whose input became invalid by another's: a bid that the dealer may not make any more."""
        return tuple(sorted({each.seat for each in self.problems if each.seat is not None}))

    @property
    def hidden(self) -> bool:
        """Whether some input is hidden until all is in."""
        return self.parts.hidden

    @property
    def unseen(self) -> bool:
        """Whether what is said now stays unseen before everybody's is in: not the tricks after bids that were laid."""
        return any(each.own is Own.HIDDEN and each.name not in self.closed for each in self.parts.fields)

    @cached_property
    def shown(self) -> Mapping[int, Part]:
        """The public input by seat."""
        return self.parts.shown

    @property
    def laid(self) -> Mapping[int, frozenset[str]]:
        """The names of hidden fields that were entered, by seat."""
        return self.parts.laid

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Problems by the rules; for hidden input none of a seat, which could reveal its part."""
        return tuple(each for each in self.parts.problems if each.seat is None or not self.hidden)

    @cached_property
    def entry(self) -> Mapping[str, object] | None:
        """The complete raw entry, once all is in and valid.

        It waits for the keeper where the session `confirms`, there is a `doubt`, or some fields are the keeper's.
        """
        return self.parts.together() if self.parts.settled else None

    @property
    def tapped(self) -> tuple[int, ...]:
        """The seats without a device, beside others: what a keeper taps on the sheet is their part."""
        if not self.seating or self.live or self.entry is not None:
            return ()
        return tuple(seat for seat in self.seats if seat not in self.seating)

    @property
    def doubt(self) -> Doubt | None:
        """The question to the keeper before it is written."""
        return self.parts.doubt

    def own(self, seat: int) -> Ask | None:
        """The question to this seat, see `Parts.own`; None where it has no part."""
        return self._open.own(seat)

    def may_say(self, seat: int) -> bool:
        """Whether this seat may enter something now."""
        return seat in self.seats and self.entry is None if self.hidden else self._open.may_say(seat)

    @property
    def _open(self) -> Parts:
        """The parts without hidden input."""
        return Parts(self.session.sheet, self.shown)
