"""The table: the players by seat, who of them plays, and who deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scoring.entry.typed import exact
from scoring.errors import EntryError, Problem, refused
from scoring.message import Message, say
from scoring.text import same_name, showable, tidy

MAX_NAME_LENGTH = 30


@dataclass(frozen=True)
class Table:
    """The players by seat; a seat is an index that never changes, whoever comes or goes.

    `dealer` is the seat that deals first, or that deals now because the table chose so after `since` rows. `order` has
    the seats clockwise; empty, that is the order of the seats. `left` are the seats whose players have left, `resting`
    those that sit out the next deal: neither is dealt in.
    """

    players: tuple[str, ...]
    dealer: int = 0
    since: int = 0
    order: tuple[int, ...] = ()
    left: frozenset[int] = frozenset()
    resting: frozenset[int] = frozenset()

    @property
    def seats(self) -> range:
        """All seats, also those of players who are not dealt in."""
        return range(len(self.players))

    @cached_property
    def clockwise(self) -> tuple[int, ...]:
        """All seats in the order in which they sit."""
        return self.order or tuple(self.seats)

    @cached_property
    def here(self) -> tuple[int, ...]:
        """The seats whose players have not left, clockwise."""
        return tuple(seat for seat in self.clockwise if seat not in self.left)

    @cached_property
    def playing(self) -> tuple[int, ...]:
        """The seats that are dealt in, clockwise.

        >>> Table(("Ann", "Ben", "Chika"), resting=frozenset({1})).playing
        (0, 2)
        """
        return tuple(seat for seat in self.here if seat not in self.resting)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of those who are dealt in, clockwise."""
        return tuple(self.players[seat] for seat in self.playing)

    def after(self, seat: int, steps: int = 1) -> int:
        """The seat `steps` places to the left (clockwise) of those that are dealt in.

        >>> Table(("Ann", "Ben", "Chika")).after(2)
        0
        """
        return self.playing[(self.playing.index(seat) + steps) % len(self.playing)]

    def round_from(self, seat: int) -> tuple[int, ...]:
        """All seats that are dealt in, clockwise, beginning with this one.

        >>> Table(("Ann", "Ben", "Chika")).round_from(1)
        (1, 2, 0)
        """
        start = self.playing.index(seat)
        return self.playing[start:] + self.playing[:start]

    def dealer_after(self, last: int | None) -> int:
        """The seat that deals where the deal passes on clockwise: the first that is dealt in after who dealt last.

        Without a last one `dealer` deals, or the first after them who is dealt in.

        >>> table = Table(("Ann", "Ben", "Chika", "Dov"), resting=frozenset({2}))
        >>> table.dealer_after(None), table.dealer_after(1), table.dealer_after(3)
        (0, 3, 0)
        """
        place = self.clockwise.index(self.dealer) if last is None else self.clockwise.index(last) + 1
        ahead = (*self.clockwise[place:], *self.clockwise[:place])
        return next(seat for seat in ahead if seat in self.playing)

    def rested(self) -> Table:
        """The table where those who sat out a deal are dealt in again."""
        return replace(self, resting=frozenset()) if self.resting else self


def read_table(raw: Mapping[str, object], *, player_counts: Sequence[int]) -> Table:
    """Read the table of a new session from `players` (names) and `dealer` (a seat).

    `player_counts` are the allowed ones. Raises EntryError with every problem at its field and seat; with too
    many players, only that.
    """
    names = raw.get("players")
    if not isinstance(names, Sequence) or isinstance(names, str):
        raise refused("players", say("“{field}” must be {kind}.", field="players", kind=say("a list")))
    if len(names) > max(player_counts):
        raise refused("players", _wrong_number(player_counts, len(names)))
    players = tuple(tidy(name) for name in names)
    first: dict[str, int] = {}
    for seat, name in enumerate(players):
        first.setdefault(same_name(name), seat)
    problems = [
        problem
        for seat, name in enumerate(players)
        if (problem := name_problem(name, seat, taken=first[same_name(name)] < seat))
    ]
    if len(players) not in player_counts:
        problems.append(Problem("players", None, _wrong_number(player_counts, len(players))))
    dealer = exact(raw.get("dealer", 0))
    if dealer not in range(max(len(players), 1)):
        problems.append(Problem("dealer", None, say("Choose one of the players at the table to start.")))
    if problems or dealer is None:
        raise EntryError(problems)
    return Table(players, int(dealer))


def for_players(player_counts: Sequence[int]) -> Message:
    """A sentence with the numbers of players that a game allows.

    >>> str(for_players((3, 4, 5))), str(for_players((4, 6)))
    ('For 3–5 players.', 'For 4 or 6 players.')
    """
    *others, most = map(str, player_counts)
    if others and player_counts[-1] - player_counts[0] >= len(player_counts):
        return say("For {others} or {most} players.", others=tuple(others), most=most)
    return say("For {numbers} players.", numbers="–".join((*others[:1], most)))


def name_problem(name: str, seat: int, *, taken: bool) -> Problem | None:
    """The first problem of a name; `taken`: somebody else at the table has it."""
    if not name:
        text = say("Seat {seat} has no name. Enter one, or remove the seat.", seat=seat + 1)
    elif len(name) > MAX_NAME_LENGTH:
        text = say("That name is too long. The maximum is {most} characters.", most=MAX_NAME_LENGTH)
    elif not showable(name):
        text = say("That name has characters that can’t be displayed.")
    elif taken:
        text = say("{name} is already at the table. Use a different name.", name=name)
    else:
        return None
    return Problem("players", seat, text)


def _wrong_number(player_counts: Sequence[int], number: int) -> Message:
    return say("{wanted} You have {n}.", n=number, wanted=for_players(player_counts))
