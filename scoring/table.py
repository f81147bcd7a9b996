"""The table: players in clockwise order and the first dealer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.errors import EntryError, Problem, refused
from scoring.message import Message, say
from scoring.text import same_name, showable, tidy

MAX_NAME_LENGTH = 30


@dataclass(frozen=True, slots=True)
class Table:
    """The players in clockwise order; a seat is an index, `dealer` the seat that deals first."""

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
        """All seats clockwise, beginning with this one.

        >>> Table(("Ann", "Ben", "Chika")).round_from(1)
        (1, 2, 0)
        """
        return tuple(self.after(seat, steps) for steps in self.seats)


def read_table(raw: Mapping[str, object], *, seats: Sequence[int]) -> Table:
    """Read the table of a new session from `players` (names) and `dealer` (a seat).

    `seats` are the allowed numbers of players. Raises EntryError with every problem at its field and seat; with too
    many players, only that.
    """
    names = raw.get("players")
    if not isinstance(names, Sequence) or isinstance(names, str):
        raise refused("players", say("“players” must be a list of names in seat order."))
    if len(names) > max(seats):
        raise refused("players", _wrong_number(seats, len(names)))
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
        problems.append(Problem("dealer", None, say("Choose one of the players at the table to start.")))
    if problems or dealer is None:
        raise EntryError(problems)
    return Table(players, dealer)


def for_players(seats: Sequence[int]) -> Message:
    """A sentence with the numbers of players that a game allows.

    >>> str(for_players((3, 4, 5))), str(for_players((4, 6)))
    ('For 3 to 5 players.', 'For 4 or 6 players.')
    """
    *others, most = seats
    if not others:
        return say("For {most} players.", most=most)
    if tuple(seats) == tuple(range(others[0], most + 1)):
        return say("For {least} to {most} players.", least=others[0], most=most)
    return say("For {others} or {most} players.", others=tuple(map(str, others)), most=most)


def _name_problem(name: str, seat: int, *, taken: bool) -> Problem | None:
    if not name:
        return Problem("players", seat, say("Seat {seat} has no name. Enter one, or remove the seat.", seat=seat + 1))
    if len(name) > MAX_NAME_LENGTH:
        text = say(
            "The name in seat {seat} is too long. The maximum is {most} characters.",
            seat=seat + 1,
            most=MAX_NAME_LENGTH,
        )
        return Problem("players", seat, text)
    if not showable(name):
        return Problem(
            "players", seat, say("The name in seat {seat} has characters that can’t be displayed.", seat=seat + 1)
        )
    if taken:
        text = say("{name} is already at the table. Use a different name.", name=name)
        return Problem("players", seat, text)
    return None


def _wrong_number(seats: Sequence[int], number: int) -> Message:
    return say("{wanted} You have {n}.", n=number, wanted=for_players(seats))


def _read_seat(raw: object) -> int | None:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    if isinstance(raw, str) and raw.isdecimal() and len(raw) <= 3:
        return int(raw)
    return None
