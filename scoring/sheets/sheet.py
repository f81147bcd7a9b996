"""The sheet: an immutable score sheet that asks for the next entry, checks it and writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

from scoring.entry.fields import Field
from scoring.errors import Problem
from scoring.insights.facts import Breakdown, Fact, FactKind
from scoring.message import Message, Points, Words, count, listed, say, signed
from scoring.options import Opt
from scoring.sheets import changes, extras
from scoring.sheets.ranking import Ranking
from scoring.sheets.values import (
    RESULT,
    Ask,
    Cell,
    Declared,
    Doubt,
    Entry,
    Notice,
    Range,
    Remark,
    Row,
    WaitingChange,
)
from scoring.table import Table

V = TypeVar("V")
UNSEATED = Table(())
"""A placeholder: `Sheet` replaces it with its own table."""

FIXED_PLAYERS = say("The number of players is fixed, so nobody joins or leaves. Somebody else can take over a seat.")

EntryValues: TypeAlias = Mapping[str, object]
"""An entry as documents write it."""


@dataclass(frozen=True)
class Sheet(Ranking, Generic[Opt]):
    """An immutable score sheet: `ask` says what is next, `problems` checks an entry, `write` returns the next sheet.

    `written` counts the entries, `pending` has the positions of those that belong to the unfinished deal, `called` the
    name of each entry, `message` is what the last one did. `begun` is the table with which the game began,
    `waiting` are the changes that happen after the deal in play; `usual_start` and `usually_ranked` are what the table
    chose for the last newcomer and for who left last. `names` are what people whom an entry names by another name are
    called now; `spectators` have won or lost so much, and are listed below the standings.
    """

    player_counts: ClassVar[tuple[int, ...]] = ()
    """The numbers of players at which the game can be played."""
    first_role: ClassVar[str] = ""
    """The name of the field for the seat that the table chooses as first dealer, where the game keeps it."""
    zero_sum: ClassVar[bool] = False
    """Whether there are two sides, and what the one gains the other loses."""
    loose: ClassVar[bool] = False
    """Whether nobody can reach the most that `gains` says, so that no chances are shown."""
    deal_name: ClassVar[Message] = say("deal {number}")
    deal_noun: ClassVar[Message] = say("deal")
    """What a deal is called within a sentence; a game that calls it a round or a game has others of these texts."""
    deal_of: ClassVar[Message] = say("{deal} {number} of {all}")
    deals_noun: ClassVar[Message] = count("{n} deal", "{n} deals", n=1)
    dealer_label: ClassVar[Message | None] = None
    """The label of who deals; None where the results of the deals say it."""
    legend: ClassVar[tuple[tuple[Words, Words], ...]] = ()
    """The letters of the scorecard's signs with their meanings."""
    fact_kinds: ClassVar[tuple[FactKind, ...]] = ()
    """The facts that every deal has, in the order of the page; those of a rule that is off are None for all seats."""
    breakdowns: ClassVar[tuple[Breakdown, ...]] = ()
    """The facts (or the points) to count for each value of another fact."""

    options: Opt
    _: KW_ONLY
    remarks: tuple[Remark, ...] = ()
    written: int = 0
    pending: tuple[int, ...] = ()
    called: tuple[Message, ...] = ()
    message: Message | None = None
    begun: Table = UNSEATED
    waiting: tuple[WaitingChange, ...] = ()
    usual_start: str = "opening"
    usually_ranked: bool = True
    spectators: tuple[tuple[str, Points], ...] = ()
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), hash=False)

    def __post_init__(self) -> None:
        if self.begun is UNSEATED:
            object.__setattr__(self, "begun", self.table)
        if not self.totals:
            object.__setattr__(self, "totals", (self.opening,) * len(self.table.players))

    @classmethod
    def blank(cls, table: Table, options: Opt) -> Self:
        """The sheet before the first entry."""
        role: Mapping[str, Any] = {cls.first_role: table.dealer} if cls.first_role else {}
        return cls(table, options, **role)

    @property
    def chosen_options(self) -> EntryValues:
        """The options as documents write them, without those that the number of players has decided."""
        return self.options.strip_defaults(self.table).to_json()

    # A game overrides what it does otherwise. First what is asked and written:

    def ask_step(self) -> Ask:
        """The game's next step, while it runs."""
        raise NotImplementedError

    @property
    def asks_instead(self) -> tuple[Ask, ...]:
        """The game's steps that can be entered in the place of `ask_step`, while it runs."""
        return ()

    def check(self, entry: Entry) -> Iterable[Problem]:
        """The problems of an entry for `ask_step` under the rules of this game; none where its fields say it all."""
        return ()

    def check_part(self, entry: Entry, seat: int) -> Iterable[Problem]:
        """The problems of one seat's part, whatever the others enter; `entry` has only that part."""
        return ()

    def check_parts(self, inputs: Mapping[int, EntryValues]) -> Iterable[Problem]:
        """What the live parts of seats have against each other before all are in; everybody sees it."""
        return ()

    def annotate_part(self, part: EntryValues, seat: int, inputs: Mapping[int, EntryValues]) -> EntryValues:
        """What is kept beside a seat's new part, given the earlier `inputs` of all: who was first, for example."""
        return {}

    def seat_view(self, seat: int, inputs: Mapping[int, EntryValues]) -> Any:
        """What the game's own page of a seat shows in a live step; `inputs` are those that this seat may see."""
        return None

    def write_step(self, entry: Entry) -> Self:
        """The sheet after a legal entry for `ask_step`."""
        raise NotImplementedError

    @property
    def placeholders(self) -> tuple[EntryValues, ...]:
        """Legal entries for `ask_step`, as different as can be, see `scoring.lookahead`; none where what is asked next
        depends on the entry, apart from fields with `turns`."""
        return ()

    @property
    def target(self) -> Points | None:
        """The score that ends the game after the deal in which a side reaches it; None where none does."""
        return None

    @property
    def target_reached(self) -> bool:
        """Whether the game ends after this deal, however many are left."""
        return self.target is not None and bool(self.reached(self.target))

    @property
    def fixed_players(self) -> Message | None:
        """Why nobody may join or leave a running game; None where they may."""
        return None

    @property
    def denominator(self) -> int:
        """The denominator of points: 2 where halves exist."""
        return 1

    @property
    def deal_notices(self) -> tuple[Notice, ...]:
        """Short facts of the deal in play: the same names on every page of a game."""
        return ()

    @property
    def deal_sentences(self) -> tuple[Message, ...]:
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
        return self.deal_name.of(number=number)

    @property
    def save_deal(self) -> Message:
        """The label of the button that saves the deal in play."""
        return say("Save {deal}", deal=self.deal_called(self.deals + 1))

    def of_deal(self, what: Message) -> Message:
        """The name of an entry of the deal in play: "Result of deal 9"."""
        return say("{what} of {deal}", what=what, deal=self.deal_called(self.deals + 1))

    @property
    def progress(self) -> Message:
        """The number of the deal in play, and of how many."""
        number, last = self.deals + 1, self.deals_in_all
        return (
            self.deal_called(number)
            if last is None
            else self.deal_of.of(deal=self.deal_noun, number=min(number, last), all=last)
        )

    @property
    def in_last_deal(self) -> bool:
        """Whether the game is planned to end with the deal in play."""
        return not self.over and (self.deals + 1 == self.deals_in_all or self.target_reached)

    def role(self, seat: int) -> Message | None:
        """The role of a seat in this deal: dealer, oya, banker."""
        return None

    @property
    def turns(self) -> tuple[Notice, ...]:
        """Who deals and who begins in this deal; every page that changes the table says it."""
        roles = ((seat, self.role(seat)) for seat in self.table.playing)
        return tuple(Notice(str(role), role, self.table.players[seat]) for seat, role in roles if role)

    @property
    def unowned(self) -> Points:
        """Chips that belong to no seat: in the pot, carried over, with spectators."""
        return 0

    def doubt(self, entry: Entry) -> Doubt | None:
        """The question before a legal entry is written that is most likely a slip."""
        return None

    def partial_news(self, entry: Entry) -> Mapping[str, Words]:
        """What an incomplete entry tells already, by the input that it is about."""
        return {}

    def adapt_later_entry(
        self, entry: EntryValues, *, was: Self, once: Callable[[], Iterable[tuple[EntryValues, Self]]]
    ) -> tuple[EntryValues, ...]:
        """Adapt an entry made on the sheet `was` to this sheet after an earlier one was corrected.

        Usually the entry itself; nothing if it is a plan that changes nothing any more, or if its step is no longer
        asked; two entries if a step that it lacks is now asked before it. `once` has the entries that earlier
        corrections replaced, the latest first, each with its sheet.
        """
        return () if entry["step"] == changes.PLAN and changes.is_planned(self, entry) else (entry,)

    def describe_adaptation(self, entry: EntryValues, made: Sequence[EntryValues], *, was: Self) -> Message | None:
        """A message about the effect of replacing an entry by `made`; None if it changes nothing."""
        return None

    @property
    def ending(self) -> Message:
        """A message why the game has ended: here that all deals are played."""
        return say("{length} played.", length=self.deals_noun.of(n=self.deals))

    @property
    def moments(self) -> tuple[Message, ...]:
        """The best moments for the end of the game: here the deal with the most points."""
        most = max((max(row.points) for row in self.deal_rows), default=0)
        return self.best_with(most) if most > 0 else ()

    def best_with(self, points: Points) -> tuple[Message, ...]:
        """The message about the deals with these points: each side that had them once, and which deals they were.

        None after a single deal, whose points are the totals.
        """
        if len(self.deal_rows) == 1:
            return ()
        deals = [row for row in self.deal_rows if points in row.played.values()]
        sides = ((row, side) for row in deals for side, got in self.points_by_side(row).items() if got == points)
        names = tuple(dict.fromkeys(row.name_of(side) for row, side in sides))
        about = deals[0].about if len(deals) == 1 else listed(*(row.called for row in deals))
        return (say("Best score: {names} {points} ({about})", names=names, points=signed(points), about=about),)

    @property
    def gains(self) -> tuple[Range, ...] | None:
        """What each of `competing` can still gain, if these players play the game to its end; None if not known.

        It is of all deals left; with a `target` of the deal in play.
        """
        return None

    # Changes of the players and of the plan while the game runs, see `scoring.sheets.changes`:

    def check_table(self, table: Table) -> Message | None:
        """Why the game can't go on at this table after the deal in play; None if it can."""
        return None

    @property
    def plan_fields(self) -> tuple[Field, ...]:
        """The fields with which the table changes the plan of what is left to play; none where there is no plan."""
        return ()

    @property
    def plan_called(self) -> Message:
        """What a change of the plan is called."""
        return say("Game length")

    def check_plan(self, entry: Entry) -> Iterable[Problem]:
        """The problems of a changed plan."""
        if changes.is_planned(self, entry.to_json()):
            yield Problem(self.plan_fields[0].name, None, say("That is the plan already."))

    def replan(self, entry: Entry) -> Self:
        """The sheet with a changed plan."""
        raise NotImplementedError

    def plan_effect(self, before: Self) -> Message | None:
        """What a change of the players has changed in the plan, with the hands that can't be dealt any more."""
        return None

    def plan_in_words(self, entry: Entry) -> Message:
        """A changed plan in words."""
        raise NotImplementedError

    # The same in every game.

    @cached_property
    def ask(self) -> Ask | None:
        """The next step, or None when the game is over."""
        return None if self.over else self.ask_step()

    @property
    def endless(self) -> bool:
        """Whether the game runs until the scorekeeper ends it."""
        return self.deals_in_all is None and self.target is None

    @property
    def notices(self) -> tuple[Notice, ...]:
        """The `deal_notices`; none once the game is over."""
        return () if self.over else self.deal_notices

    @property
    def sentences(self) -> tuple[Message, ...]:
        """The `deal_sentences`; none once the game is over."""
        return () if self.over else self.deal_sentences

    @property
    def why_over(self) -> Message | None:
        """A message why the game is over; None while it runs."""
        if not self.ended_early:
            return self.ending if self.over else None
        return say("Game ended.") if self.endless else say("Game ended early.")

    def with_row(
        self,
        *,
        about: Message,
        cells: tuple[Cell, ...],
        label: Words = "",
        called: Message | None = None,
        sign: Words = "",
        small: Words = "",
        dealer: int | None = None,
        news: tuple[Message, ...] = (),
        facts: Mapping[int, Mapping[str, Fact | None]] = MappingProxyType({}),
        kind: str = "deal",
        entries: tuple[int, ...] = (),
    ) -> Self:
        """The sheet with a finished row, and its points in the totals.

        `facts` are those of each seat by the names of `fact_kinds`. `label` is the deal's number unless another is
        given, `entries` are the positions that it was made from, where that is not the last one, or all of a deal.
        """
        entries = entries or ((*self.pending, self.written) if kind == "deal" else (self.written,))
        row = Row(
            kind=kind,
            label=label or str(self.deals + 1),
            called=called or self.deal_called(self.deals + 1),
            about=about,
            cells=cells,
            entries=entries,
            deal=self.deals + 1,
            before=tuple(map(self.ranking_score, self.sides)),
            sign=sign,
            small=small,
            dealer=dealer,
            news=news,
            facts={
                each.name: self.by_seat({seat: own.get(each.name) for seat, own in facts.items()})
                for each in self.fact_kinds
                if facts
            },
            players=self.table.players,
        )
        totals = tuple(total + cell.points for total, cell in zip(self.totals, cells, strict=True))
        return replace(self, rows=(*self.rows, row), totals=totals)

    def own_asks(self) -> Iterator[Ask]:
        """The game's steps that can be entered now, the next one first."""
        if self.ask:
            yield self.ask
            yield from self.asks_instead

    @property
    def asks(self) -> tuple[Ask, ...]:
        """All steps that can be entered now: the game's own first, then those common to all games."""
        return (*self.own_asks(), *extras.asks(self))

    def find_ask(self, step: object) -> Ask | None:
        """What is asked now at this step; None where the step is not asked."""
        asks = (*extras.asks(self), extras.tie(self)) if step in extras.EXTRA_STEPS else self.own_asks()
        return next((ask for ask in asks if ask.step == step), None)

    def write(self, entry: Entry) -> Self:
        """The next sheet; the entry must have no problems."""
        if entry.step in extras.EXTRA_STEPS:
            after = extras.write(self, entry)
            # The target is checked after a deal: an adjustment never ends a game, but can make it go on.
            table, pending, decided = after.table, self.pending, self.decided and after.target_reached
        else:
            after = self.write_step(entry)
            finished = len(after.rows) > len(self.rows)
            # Who sat out the deal is back, unless it is dealt again.
            table = after.table.rested() if after.deals > self.deals else after.table
            pending = () if finished else (*self.pending, self.written)
            decided = finished and after.target_reached
        called = (*self.called, entry.called or RESULT)
        after = replace(after, table=table, pending=pending, decided=decided, written=self.written + 1, called=called)
        return changes.after_waiting(after) if after.waiting and not (pending or after.over) else after

    def name_at(self, seat: int) -> str:
        """Who sits in a seat, also in that of a newcomer who waits for the end of the deal in play."""
        return (self.table if seat in self.table.seats else changes.table_next(self)).players[seat]

    @cached_property
    def running_totals(self) -> tuple[tuple[Points, ...], ...]:
        """The totals after each row."""
        totals = [(self.opening,) * len(self.table.players)]
        for row in self.rows:
            totals.append(tuple(total + cell.points for total, cell in zip(totals[-1], row.cells, strict=True)))
        return tuple(totals[1:])

    def by_seat(self, values: Mapping[int, V], *, absent: Any = None) -> tuple[V, ...]:
        """A value for each seat; those that are not dealt in have that of the `absent`."""
        return tuple(values.get(seat, absent) for seat in self.table.seats)

    @property
    def times_dealt(self) -> int:
        """How often cards were dealt and the deal was over, also as a void one."""
        return sum(row.kind in ("deal", "void") for row in self.rows)

    @property
    def begun_deals(self) -> int:
        """The number of deals that are finished or in play, which no plan changes."""
        return self.deals + bool(self.pending)
