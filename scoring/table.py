"""Who sits where: players in clockwise order, and whose deal is first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.errors import EntryError, Problem
from scoring.message import Message, say
from scoring.text import same_name, showable, tidy

LONGEST_NAME = 30


@dataclass(frozen=True, slots=True)
class Table:
    """Players in clockwise order; a seat is an index into them, `dealer` the seat that deals first."""

    players: tuple[str, ...]
    dealer: int = 0

    @property
    def seats(self) -> range:
        return range(len(self.players))

    def after(self, seat: int, steps: int = 1) -> int:
        """The seat `steps` places to the left (clockwise).

        >>> Table(("Ann", "Ben", "Chika")).after(2)
        0
        """
        return (seat + steps) % len(self.players)

    def round_from(self, seat: int) -> tuple[int, ...]:
        """Every seat once, clockwise, beginning with this one.

        >>> Table(("Ann", "Ben", "Chika")).round_from(1)
        (1, 2, 0)
        """
        return tuple(self.after(seat, steps) for steps in self.seats)


def read_table(raw: Mapping[str, object], *, seats: Sequence[int]) -> Table:
    """The table of a new session, from `players` (names) and `dealer` (a seat); `seats` are the numbers allowed.

    Raises EntryError with every problem, each at its field and seat; of a crowd only that it is one.
    """
    names = raw.get("players")
    if not isinstance(names, Sequence) or isinstance(names, str):
        raise EntryError([Problem("players", None, say("The players must be a list of names in seat order."))])
    if len(names) > max(seats):
        raise EntryError([Problem("players", None, _wrong_number(seats, len(names)))])
    players = tuple(tidy(name) for name in names)
    first: dict[str, int] = {}
    for seat, name in enumerate(players):
        first.setdefault(same_name(name), seat)
    problems = [
        problem
        for seat, name in enumerate(players)
        if (problem := _name_problem(name, seat, taken=first[same_name(name)] < seat))
    ]
    if len(players) not in seats:
        problems.append(Problem("players", None, _wrong_number(seats, len(players))))
    dealer = _read_seat(raw.get("dealer", 0))
    if dealer is None or not 0 <= dealer < max(len(players), 1):
        problems.append(Problem("dealer", None, say("Choose who deals first from the players at the table.")))
    if problems or dealer is None:
        raise EntryError(problems)
    return Table(players, dealer)


def _name_problem(name: str, seat: int, *, taken: bool) -> Problem | None:
    if not name:
        return Problem(
            "players", seat, say("Seat {seat} has no name: write one, or leave the seat out.", seat=seat + 1)
        )
    if len(name) > LONGEST_NAME:
        text = say("The name in seat {seat} is too long: at most {most} characters.", seat=seat + 1, most=LONGEST_NAME)
        return Problem("players", seat, text)
    if not showable(name):
        return Problem(
            "players", seat, say("The name in seat {seat} has characters that cannot be shown.", seat=seat + 1)
        )
    if taken:
        text = say("{name} sits at the table already: give this player another name.", name=name)
        return Problem("players", seat, text)
    return None


def _wrong_number(seats: Sequence[int], number: int) -> Message:
    least, most = seats[0], seats[-1]
    if least == most:
        return say("This game is for {most} players; there are {number}.", most=most, number=number)
    if tuple(seats) == tuple(range(least, most + 1)):
        return say(
            "This game is for {least} to {most} players; there are {number}.",
            least=least,
            most=most,
            number=number,
        )
    return say(
        "This game is for this many players: {listed}; there are {number}.",
        listed=tuple(str(each) for each in seats),
        number=number,
    )


def _read_seat(raw: object) -> int | None:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    if isinstance(raw, str) and raw.isdecimal() and len(raw) <= 3:
        return int(raw)
    return None
