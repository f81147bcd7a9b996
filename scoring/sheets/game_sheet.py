"""What each game says for its own sheet: what it asks and checks, what a step does, what its table must know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, Self, TypeAlias

from scoring.errors import Problem
from scoring.insights.facts import NO_FACTS, Breakdown, FactKind, Facts, are_told
from scoring.insights.outlook import OPEN, Outlook
from scoring.message import Message, Points, Words, count, say, signed, together
from scoring.options import Opt
from scoring.sheets.values import Ask, Cell, Declared, Doubt, Entry, Level, Notice, Remark, Row
from scoring.table import Table

Said: TypeAlias = Mapping[str, object]
"""An entry as documents write it."""


@dataclass(frozen=True, kw_only=True)
class GameSheet(Generic[Opt]):
    """What stands on a sheet, and what its game answers about it; `Sheet` adds what all games share.

    `written` counts the entries on it, `pending` are the positions of those that belong to the deal being
    entered, `called` says what each entry is called, `said` what the last one did, in the table's words. `decided`:
    a target that ends the game was reached by the last deal, and still is.
    """

    denominator: ClassVar[int] = 1
    """Into how many parts a point can be cut: 2 where half chips exist."""
    level_at_end: ClassVar[Level]
    """Whether those who are level at the top share the win or have drawn: every game says it, by its text."""

    table: Table
    options: Opt
    rows: tuple[Row, ...] = ()
    totals: tuple[Points, ...] = ()
    remarks: tuple[Remark, ...] = ()
    written: int = 0
    pending: tuple[int, ...] = ()
    called: tuple[Message, ...] = ()
    ended_early: bool = False
    decided: bool = False
    said: Message | None = None

    def __post_init__(self) -> None:
        if not self.totals:
            object.__setattr__(self, "totals", (self.opening,) * len(self.table.players))

    # What each game says for itself.

    def next_ask(self) -> Ask | None:
        """The step that this game wants next; None when it has come to its end."""
        raise NotImplementedError

    def check(self, entry: Entry) -> Iterable[Problem]:
        """Every rule of this game that an entry for `next_ask` breaks."""
        raise NotImplementedError

    def check_part(self, entry: Entry, seat: int) -> Iterable[Problem]:
        """Every rule that what one seat said for itself breaks, whatever the others say; `entry` has no more."""
        return ()

    def write_step(self, entry: Entry) -> Self:
        """The sheet after an entry for `next_ask` that breaks no rule."""
        raise NotImplementedError

    @property
    def target_reached(self) -> bool:
        """Whether the totals are such that the game ends after this deal."""
        return False

    @property
    def opening(self) -> Points:
        """What each seat begins with: chips, or nothing."""
        return 0

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the table must know now, the same few things on every page of a game."""
        return ()

    @property
    def sentences(self) -> tuple[Message, ...]:
        """What else the table must know now, in sentences."""
        return ()

    @property
    def declared(self) -> Declared | None:
        """What each seat has bound itself to in the deal that is being played; None where nobody has, or not yet."""
        return None

    @property
    def progress(self) -> Message | None:
        """How far the game is: the deal that is being played, of how many."""
        return None

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Who wins together: seats that share a score; each seat for itself unless the game has teams."""
        return tuple((seat,) for seat in self.table.seats)

    def side_of(self, seat: int) -> tuple[int, ...]:
        """The side that a seat belongs to."""
        return next(side for side in self.sides if seat in side)

    def name_of_side(self, side: tuple[int, ...]) -> Words:
        """Who plays together, as one would say it."""
        return together(*(self.table.players[seat] for seat in side))

    def role(self, seat: int) -> Message | None:
        """What a seat is in this deal: the dealer, the oya, the banker."""
        return None

    @property
    def fewest(self) -> bool:
        """The fewest points win."""
        return False

    @property
    def endless(self) -> bool:
        """The game has no end of its own: somebody ends it by hand."""
        return False

    def worth(self, side: tuple[int, ...]) -> Points:
        """What the standings are ordered by, the greatest first."""
        total = self.totals[side[0]]
        return -total if self.fewest else total

    def listed_by(self, side: tuple[int, ...]) -> Points:
        """Among equal worth the greatest is listed first; it decides no place."""
        return 0

    def level_in_words(self, names: tuple[Words, ...]) -> Message:
        """That these sides share the first place, all that there are or some of them."""
        return (
            say("Everyone is tied") if len(names) == len(self.sides) else say("{names} tied for the lead", names=names)
        )

    @property
    def won_by(self) -> Message | None:
        """With what the winners won, where it is not their points."""
        return None

    def tally(self, side: tuple[int, ...]) -> Message | None:
        """What else counts in the standings beside the total: games won, wins by kind."""
        return None

    @property
    def unowned(self) -> Points:
        """Chips that lie with no seat: in the pot, carried on the table, with spectators."""
        return 0

    def rescored(self, later: int) -> Message:
        """That so many deals after a corrected one are scored anew."""
        return count("{n} later deal will be rescored.", "{n} later deals will be rescored.", n=later)

    @property
    def onlookers(self) -> tuple[tuple[str, Points], ...]:
        """Who has won or lost without a seat, by name: they stand below the standings, in no place."""
        return ()

    @property
    def legend(self) -> tuple[tuple[Words, Words], ...]:
        """The letters of the scorecard's signs and what they stand for."""
        return ()

    def doubt(self, entry: Entry) -> Doubt | None:
        """What a page asks before it writes a legal entry that is most likely a slip."""
        return None

    def told_by(self, entry: Entry) -> Mapping[str, Message]:
        """What an entry that is not complete tells already, by the field that tells it."""
        return {}

    def refit(self, entry: Said, *, was: Self, once: Callable[[], Iterable[tuple[Said, Self]]]) -> tuple[Said, ...]:
        """What an entry comes to on this sheet once something before it was corrected; it was made on the sheet `was`.

        Usually itself; nothing where it answers what is no longer asked; with an answer before it where one is wanted
        now that it lacks. `once` has what stood before earlier corrections, the last first, each with its sheet.
        """
        return (entry,)

    def by_other_rules(self, entry: Said, *, was: Self) -> tuple[Said, Message | None]:
        """What an entry says by the rules of this sheet, and why it cannot be compared; it was made on the sheet `was`.

        Usually itself, and nothing against it. One that cannot be compared is scored all the same, as well as it can.
        """
        return entry, None

    def refit_told(self, entry: Said, made: Sequence[Said], *, was: Self) -> Message | None:
        """What it does to the game that this is `made` of an entry, see `refit`; None where it changes nothing."""
        return None

    @property
    def fact_kinds(self) -> tuple[FactKind, ...]:
        """What every deal of this game tells beside the points, in the order in which a page shows it.

        The same under all house rules: what somebody plays without is told of nobody.
        """
        return ()

    @property
    def breakdowns(self) -> tuple[Breakdown, ...]:
        """Which of these facts, or the points, are worth counting for each value of another."""
        return ()

    @property
    def ending(self) -> Message:
        """What ends this game: here that all its deals are played."""
        return count("The only deal has been played.", "All {n} deals have been played.", n=self.deals)

    @property
    def moments(self) -> tuple[Message, ...]:
        """The best moments of the game, for its end: here the most that one deal brought."""
        deals = [row for row in self.rows if row.kind == "deal"]
        most = max((max(row.points) for row in deals), default=0)
        if most <= 0:
            return ()
        row = next(row for row in deals if max(row.points) == most)
        names = tuple(self.name_of_side(side) for side in self.sides if row.points[side[0]] == most)
        return (self.best(names=names, points=signed(most), about=row.about),)

    def best(self, *, names: tuple[Words, ...], points: Words, about: Words) -> Message:
        """What the deal that brought the most is called."""
        return say("Best deal: {names} {points} ({about})", names=names, points=points, about=about)

    @property
    def outlook(self) -> Outlook:
        """What is certain about the end of a game that runs; nothing unless the game says so."""
        return OPEN

    # What follows from it in every game.

    @cached_property
    def ask(self) -> Ask | None:
        """What must be entered next, or None when the game is over."""
        return None if self.ended_early or self.decided else self.next_ask()

    @property
    def over(self) -> bool:
        return self.ask is None

    @property
    def why_over(self) -> Message | None:
        """Why nothing more is asked; None while the game runs."""
        if not self.over:
            return None
        if not self.ended_early:
            return self.ending
        return say("The scorekeeper ended the game.") if self.endless else say("Ended early.")

    def scored(
        self,
        *,
        label: Words,
        about: Message,
        cells: tuple[Cell, ...],
        called: Message | None = None,
        told: tuple[Message, ...] = (),
        facts: Facts = NO_FACTS,
        kind: str = "deal",
    ) -> dict[str, Any]:
        """The changes that a finished row makes to a sheet, for `dataclasses.replace`."""
        assert kind != "deal" or are_told(facts, self.fact_kinds, seats=len(cells)), "a deal tells what its game says"
        entries = (*self.pending, self.written) if kind == "deal" else (self.written,)
        called = called or say("deal {deal}", deal=self.deals + 1)
        before = tuple(self.worth(side) for side in self.sides)
        row = Row(
            kind=kind,
            label=label,
            called=called,
            about=about,
            cells=cells,
            entries=entries,
            before=before,
            told=told,
            facts=facts,
        )
        totals = tuple(total + cell.points for total, cell in zip(self.totals, cells, strict=True))
        return {"rows": (*self.rows, row), "totals": totals}

    @cached_property
    def deals(self) -> int:
        """How many deals are finished."""
        return sum(row.kind == "deal" for row in self.rows)
