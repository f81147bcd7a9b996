"""The base class of each game's sheet: what the game asks, checks, writes and shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self, TypeAlias

from scoring.errors import Problem
from scoring.insights.facts import NO_FACTS, Breakdown, FactKind, Facts, are_told
from scoring.insights.outlook import Outlook
from scoring.message import Message, Points, Words, count, listed, say, signed, together
from scoring.options import Opt
from scoring.sheets.changeable import Changeable
from scoring.sheets.values import Ask, Cell, Declared, Doubt, Entry, Notice, Row

Said: TypeAlias = Mapping[str, object]
"""An entry as documents write it."""


@dataclass(frozen=True, kw_only=True)
class GameSheet(Changeable[Opt]):
    """The methods of a sheet that a game overrides; `Sheet` adds what all games share."""

    # Overridden by games.

    def next_ask(self) -> Ask | None:
        """The game's next step; None at its end."""
        raise NotImplementedError

    def check(self, entry: Entry) -> Iterable[Problem]:
        """The problems of an entry for `next_ask` under the rules of this game."""
        raise NotImplementedError

    def check_part(self, entry: Entry, seat: int) -> Iterable[Problem]:
        """The problems of one seat's part, whatever the others enter; `entry` has only that part."""
        return ()

    def check_parts(self, said: Mapping[int, Said]) -> Iterable[Problem]:
        """What the live parts of seats have against each other before all are in; told to everybody."""
        return ()

    def annotate_part(self, part: Said, seat: int, said: Mapping[int, Said]) -> Said:
        """What is kept beside a seat's new part, given what all had said before: who was first, say."""
        return {}

    def seat_view(self, seat: int, said: Mapping[int, Said]) -> Any:
        """What the game's own page of a seat shows in a live step; `said` is what this seat may see."""
        return None

    def write_step(self, entry: Entry) -> Self:
        """The sheet after a legal entry for `next_ask`."""
        raise NotImplementedError

    @property
    def placeholders(self) -> tuple[Said, ...]:
        """Legal entries for `next_ask`, as different as can be; see `scoring.lookahead`.

        None at all where what is asked next depends on the entry, apart from fields with `turns`.
        """
        return ()

    @property
    def target_reached(self) -> bool:
        """Whether a total has reached the target that ends the game after this deal."""
        return False

    @property
    def notices(self) -> tuple[Notice, ...]:
        """Short facts of the deal in play: the same names on every page of a game."""
        return ()

    @property
    def sentences(self) -> tuple[Message, ...]:
        """Sentences about the deal in play."""
        return ()

    @property
    def declared(self) -> Declared | None:
        """The declarations (bids, stakes) of the deal in play; None if there are none, or not yet."""
        return None

    @property
    def plan(self) -> tuple[Message, ...]:
        """What a game at this table will be: its hands, its length; empty where the house rules say all of it."""
        return ()

    @property
    def left_to_play(self) -> Message | None:
        """What is left to play after the deal in play; None where there is no plan."""
        return None

    def deal_called(self, number: int) -> Message:
        """The name of a deal within a sentence: "deal 2", "January"."""
        return say("deal {deal}", deal=number)

    @property
    def progress(self) -> Message | None:
        """The number of the deal in play, and of how many."""
        return None

    def role(self, seat: int) -> Message | None:
        """The role of a seat in this deal: dealer, oya, banker."""
        return None

    @property
    def turns(self) -> tuple[Notice, ...]:
        """Who deals and who begins in this deal; every page that changes the table says it."""
        roles = ((seat, self.role(seat)) for seat in self.table.playing)
        return tuple(Notice(str(role), role, self.table.players[seat]) for seat, role in roles if role)

    @property
    def fewest(self) -> bool:
        """Whether the fewest points win."""
        return False

    @property
    def endless(self) -> bool:
        """Whether the game runs until the scorekeeper ends it."""
        return False

    def ranking_score(self, side: tuple[int, ...]) -> Points:
        """The value that orders the standings, the greatest first."""
        total = self.totals[side[0]]
        return -total if self.fewest else total

    def worth(self, n: int) -> Message:
        """So much of what decides the game."""
        return count("{n} point", "{n} points", n=n)

    def listed_by(self, side: tuple[int, ...]) -> Points:
        """The order within a shared place, the greatest first."""
        return 0

    def level_in_words(self, names: tuple[Words, ...]) -> Message:
        """A message that these sides are tied for first."""
        return (
            say("Everyone is tied")
            if len(names) == len(self.competing)
            else say("{names} tied for the lead", names=names)
        )

    @property
    def won_by(self) -> Message | None:
        """What decided the game, if not the points."""
        return None

    def tally(self, side: tuple[int, ...]) -> Message | None:
        """What the standings show beside the total: games won, wins by kind."""
        return None

    @property
    def unowned(self) -> Points:
        """Chips that belong to no seat: in the pot, carried over, with spectators."""
        return 0

    def rescored(self, later: int) -> Message:
        """A message that a correction rescores this number of later deals."""
        return count("{n} later deal will be rescored.", "{n} later deals will be rescored.", n=later)

    @property
    def onlookers(self) -> tuple[tuple[str, Points], ...]:
        """Spectators by name, with what they won or lost; they are listed below the standings without a place."""
        return ()

    @property
    def legend(self) -> tuple[tuple[Words, Words], ...]:
        """The letters of the scorecard's signs with their meanings."""
        return ()

    def doubt(self, entry: Entry) -> Doubt | None:
        """The question before a legal entry is written that is most likely a slip."""
        return None

    def partial_news(self, entry: Entry) -> Mapping[str, Message]:
        """Messages about an incomplete entry, by field."""
        return {}

    def adapt_later_entry(
        self, entry: Said, *, was: Self, once: Callable[[], Iterable[tuple[Said, Self]]]
    ) -> tuple[Said, ...]:
        """Adapt an entry made on the sheet `was` to this sheet after an earlier one was corrected.

        Usually the entry itself; nothing if its step is no longer asked; two entries if a step that it lacks is now
        asked before it. `once` has the entries that earlier corrections replaced, the latest first, each with its
        sheet.
        """
        return (entry,)

    def describe_adaptation(self, entry: Said, made: Sequence[Said], *, was: Self) -> Message | None:
        """A message about the effect of replacing an entry by `made`; None if it changes nothing."""
        return None

    @property
    def fact_kinds(self) -> tuple[FactKind, ...]:
        """The kinds of facts that every deal of this game has, in the order of the page.

        The same under all house rules: a fact of a rule that is off is None for all seats.
        """
        return ()

    @property
    def breakdowns(self) -> tuple[Breakdown, ...]:
        """The facts (or the points) to count for each value of another fact."""
        return ()

    @property
    def ending(self) -> Message:
        """A message why the game has ended: here that all deals are played."""
        return count("The only deal has been played.", "All {n} deals have been played.", n=self.deals)

    @property
    def moments(self) -> tuple[Message, ...]:
        """The best moments for the end of the game: here the deal with the most points."""
        most = max((max(row.points) for row in self.rows if row.kind == "deal"), default=0)
        if most <= 0:
            return ()
        names, about = self.who_had(most)
        return (self.best(names=names, points=signed(most), about=about),)

    def who_had(self, points: Points) -> tuple[tuple[Words, ...], Words]:
        """The sides that had these points in a deal, each once, and which deal it was, or which they were."""
        deals = [row for row in self.rows if row.kind == "deal" and points in row.played.values()]
        names = dict.fromkeys(
            together(*(row.players[seat] for seat in side))
            for row in deals
            for side in self.sides
            if row.played.get(side[0]) == points
        )
        return tuple(names), deals[0].about if len(deals) == 1 else listed(*(row.called for row in deals))

    def best(self, *, names: tuple[Words, ...], points: Words, about: Words) -> Message:
        """The message about the deal with the most points."""
        return say("Best deal: {names} {points} ({about})", names=names, points=points, about=about)

    @property
    def outlook(self) -> Outlook | None:
        """What each side can still gain in a running game; None where no bound is known."""
        return None

    # The same in every game.

    @cached_property
    def ask(self) -> Ask | None:
        """The next step, or None when the game is over."""
        return None if self.ended_early or self.decided else self.next_ask()

    @property
    def over(self) -> bool:
        return self.ask is None

    @property
    def why_over(self) -> Message | None:
        """A message why the game is over; None while it runs."""
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
        sign: Words = "",
        small: Words = "",
        dealer: int | None = None,
        told: tuple[Message, ...] = (),
        facts: Facts = NO_FACTS,
        kind: str = "deal",
        entries: tuple[int, ...] = (),
    ) -> dict[str, Any]:
        """The fields of the sheet that a finished row changes, for `dataclasses.replace`.

        `entries` are the positions that it was made from, where that is not the last one, or all of a deal.
        """
        assert kind != "deal" or are_told(facts, self.fact_kinds, seats=len(cells)), "a deal tells what its game says"
        entries = entries or ((*self.pending, self.written) if kind == "deal" else (self.written,))
        called = called or self.deal_called(self.deals + 1)
        before = tuple(self.ranking_score(side) for side in self.sides)
        row = Row(
            kind=kind,
            label=label,
            called=called,
            about=about,
            cells=cells,
            entries=entries,
            before=before,
            sign=sign,
            small=small,
            dealer=dealer,
            told=told,
            facts=facts,
            players=self.table.players,
        )
        totals = tuple(total + cell.points for total, cell in zip(self.totals, cells, strict=True))
        return {"rows": (*self.rows, row), "totals": totals}
