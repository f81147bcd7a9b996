"""The score sheet of Buki: each game first the stakes, then the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from scoring.entry.choices import NOBODY
from scoring.entry.fields import Field
from scoring.errors import Problem
from scoring.families.plans import PlannedLength
from scoring.games.buki import words
from scoring.games.buki.asks import ask_result, ask_stakes, check_result, check_stake, check_stakes, stakers
from scoring.games.buki.facts import BREAKDOWNS, FACT_KINDS, facts_of, result_of
from scoring.games.buki.options import BukiOptions
from scoring.games.buki.settlement import OnTable, Transfer, Wager, balance, carry, draw, settle
from scoring.insights.facts import Breakdown, FactKind
from scoring.message import Message, Points, bare, count, plain, say
from scoring.sheets.sheet import Said
from scoring.sheets.values import Ask, Cell, Declared, Entry, Level, Notice, Outlook, Range
from scoring.table import Table
from scoring.text import same_name

REMINDERS = {
    "first": say("New banker: stake before your first play. Tiles each: {tiles}"),
    "third": say("Stake before your third play. Tiles each: {tiles}"),
    "fourth": say("Stake before your fourth play. Tiles each: {tiles}"),
}


@dataclass(frozen=True, kw_only=True)
class BukiSheet(PlannedLength[BukiOptions]):
    """A score sheet of Buki.

    `new` are the stakes of the game in play, None before; `carried` the chips that drawn games left on the table;
    `usual` each seat's last stake; `spectators` their balances.
    """

    number_rule: ClassVar[Message] = say(
        "Buki is played by four, so nobody joins or leaves. Somebody else can take over a seat, a spectator too."
    )
    """「4人用のゲームです」."""
    level_at_end: ClassVar[Level] = Level.SHARED
    """The rules don't say: tied players share the win."""
    denominator: ClassVar[int] = 100
    fact_kinds: ClassVar[tuple[FactKind, ...]] = FACT_KINDS
    breakdowns: ClassVar[tuple[Breakdown, ...]] = BREAKDOWNS

    banker: int
    fresh: bool = False
    """Whether the banker has just changed."""
    usual: tuple[int, ...]
    new: OnTable | None = None
    carried: OnTable
    spectators: tuple[tuple[str, Points], ...] = ()
    won: tuple[int, ...]

    @property
    def opening(self) -> Points:
        return self.options.chips

    @property
    def unowned(self) -> Points:
        return self.carried.total + sum(chips for _, chips in self.spectators)

    @property
    def on_table(self) -> int:
        """All chips in front of the players and in the pool."""
        return self.carried.total + (self.new.total if self.new else 0)

    @property
    def games(self) -> int | None:
        """The number of games that are played; None until the table ends it."""
        return self.length("games")

    @property
    def plan_fields(self) -> tuple[Field, ...]:
        return (self.length_field("games", low=self.least_deals),)

    def plan_said(self, entry: Entry) -> Message:
        games = entry.get("games")
        return say("no end is set") if games is None else count("{n} game in all", "{n} games in all", n=games)

    # The two steps of a game.

    def next_ask(self) -> Ask | None:
        if self.games is not None and self.deals >= self.games:
            return None
        if self.new is None:
            return ask_stakes(
                self.table,
                self.banker,
                game=self.deals + 1,
                usual=self.usual,
                carried=self.carried,
                known=self._watching,
                options=self.options,
            )
        return ask_result(self.table, game=self.deals + 1, options=self.options)

    @property
    def _watching(self) -> list[str]:
        """The spectators so far, without those who have taken over a seat since."""
        playing = set(map(same_name, self.table.players))
        return [name for name, _ in self.spectators if same_name(name) not in playing]

    @property
    def placeholders(self) -> tuple[Said, ...]:
        # Who goes out banks next, and doesn't stake.
        if self.new is not None:
            return ()
        limits = (self.options.lowest, self.options.highest)
        stakes = ([None if seat == self.banker else chips for seat in self.table.seats] for chips in limits)
        return tuple({"step": "stakes", "stakes": each} for each in stakes)

    def check(self, entry: Entry) -> Iterator[Problem]:
        if entry.step == "stakes":
            return check_stakes(entry, players=self.table.players, options=self.options)
        return check_result(entry, players=self.table.players)

    def check_part(self, entry: Entry, seat: int) -> Iterator[Problem]:
        return check_stake(entry, seat, players=self.table.players, options=self.options)

    def deal_called(self, number: int) -> Message:
        return say("game {number}", number=number)

    def write_step(self, entry: Entry) -> Self:
        return self._lay(entry) if entry.step == "stakes" else self._settle(entry)

    def _lay(self, entry: Entry) -> Self:
        stakes: tuple[int | None, ...] = entry["stakes"]
        known = {same_name(name): name for name, _ in self.spectators}
        wagers = tuple(
            Wager(known.get(same_name(row["name"]), row["name"]), row["backs"], row["chips"])
            for row in entry.get("spectators") or ()
        )
        usual = tuple(before if stake is None else stake for before, stake in zip(self.usual, stakes, strict=True))
        new = OnTable(stakes=stakes, wagers=wagers)
        return replace(self, new=new, usual=usual, said=self._said_stakes(new))

    def _settle(self, entry: Entry) -> Self:
        assert self.new is not None, "the result is asked after the stakes"
        winner, how = self._outcome(entry)
        if winner is None:
            transfers = draw(new=self.new)
            left = carry(self.new, self.carried, options=self.options)
        else:
            transfers = settle(
                banker=self.banker, winner=winner, new=self.new, carried=self.carried, options=self.options
            )
            left = _bare(self.table)
        banker = self.banker if winner is None else winner
        cells = tuple(self._cell(seat, winner, transfers) for seat in self.table.seats)
        about = self._about(how, transfers)
        changes = self.scored(
            label=str(self.deals + 1),
            about=about,
            cells=cells,
            dealer=self.banker,
            told=(how,),
            facts=facts_of(self.new.stakes, banker=self.banker, winner=winner, blocked=entry["out"] == NOBODY),
        )
        return replace(
            self,
            **changes,
            banker=banker,
            fresh=banker != self.banker,
            new=None,
            carried=left,
            spectators=self._balances(transfers),
            won=tuple(games + (seat == winner) for seat, games in enumerate(self.won)),
            said=self._said_result(how, transfers, banker),
        )

    def _outcome(self, entry: Entry) -> tuple[int | None, Message]:
        """The winner (None: drawn) and how they won: out of tiles, or with the fewest pips in a blocked game."""
        if entry["out"] != NOBODY:
            return entry["out"], say("{name} went out", name=self.table.players[entry["out"]])
        pips: tuple[int, ...] = entry["pips"]
        fewest = min(pips)
        seats = [seat for seat in self.table.seats if pips[seat] == fewest]
        names = tuple(self.table.players[seat] for seat in seats)
        if len(seats) > 1:
            return None, count(
                "Blocked and drawn, {names} tied with {n} pip",
                "Blocked and drawn, {names} tied with {n} pips",
                n=fewest,
                names=names,
            )
        return seats[0], count(
            "Blocked, {names} won with {n} pip", "Blocked, {names} won with {n} pips", n=fewest, names=names
        )

    def _cell(self, seat: int, winner: int | None, transfers: tuple[Transfer, ...]) -> Cell:
        assert self.new is not None, "a game is settled before its stakes are taken off"
        head = words.head(
            stake=self.new.stakes[seat],
            carried=self.carried.stakes[seat] or 0,
            outcome=result_of(seat, winner).label,
        )
        working = words.working(seat, head, transfers, self.table.players)
        return Cell(points=balance(transfers, seat), working=working)

    def _balances(self, transfers: tuple[Transfer, ...]) -> tuple[tuple[str, Points], ...]:
        """Each spectator's balance so far, in the order in which they joined."""
        before = dict(self.spectators)
        here = dict.fromkeys((*before, *_spectators_in(transfers)))
        return tuple((name, before.get(name, 0) + balance(transfers, name)) for name in here)

    # Words.

    def _about(self, how: Message, transfers: tuple[Transfer, ...]) -> Message:
        banker = self.table.players[self.banker]
        if spectators := _spectators_in(transfers):
            told = words.outcomes(spectators, transfers, spectators)
            return say("{banker} banked. {how}. Spectators: {told}", banker=banker, how=how, told=told)
        return say("{banker} banked. {how}", banker=banker, how=how)

    def _said_stakes(self, new: OnTable) -> Message:
        told = tuple(
            bare("{name} {chips}", name=self.table.players[seat], chips=plain(new.stakes[seat] or 0))
            for seat in stakers(self.table, self.banker)
        )
        banker = self.table.players[self.banker]
        if not new.wagers:
            return say("Stakes against {banker}: {told}.", banker=banker, told=told)
        wagers = tuple(self._backing(each) for each in new.wagers)
        return say("Stakes against {banker}: {told}; {wagers}.", banker=banker, told=told, wagers=wagers)

    def _backing(self, wager: Wager) -> Message:
        player = self.table.players[wager.backs]
        return say("{name} {chips} on {player}", name=wager.name, chips=wager.chips, player=player)

    def _said_result(self, how: Message, transfers: tuple[Transfer, ...], banker: int) -> Message:
        spectators = _spectators_in(transfers)
        told = words.outcomes((*self.table.players, *spectators), transfers, (*self.table.seats, *spectators))
        name = self.table.players[banker]
        if self.deals + 1 == self.games:
            return bare("{how}: {told}.", how=how, told=told)
        if banker == self.banker:
            return say("{how}: {told}. {name} stays banker.", how=how, told=told, name=name)
        return say("{how}: {told}. {name} is the next banker.", how=how, told=told, name=name)

    @property
    def notices(self) -> tuple[Notice, ...]:
        if self.over:
            return ()
        return (
            Notice("banker", say("Banker"), self.table.players[self.banker]),
            Notice("table", say("On the table"), str(self.on_table)),
            Notice("limits", say("Stakes"), f"{self.options.lowest}–{self.options.highest}"),
        )

    @property
    def declared(self) -> Declared | None:
        """The chips in front of each player, carried ones included; the banker has none."""
        if self.over or self.new is None:
            return None
        laid = zip(self.new.stakes, self.carried.stakes, strict=True)
        chips = ("–" if new is None else str(new + (carried or 0)) for new, carried in laid)
        return Declared(say("Stakes"), say("Stake"), tuple(chips))

    @property
    def sentences(self) -> tuple[Message, ...]:
        """The number of tiles, when to stake (before the first play if the banker is new), and carried chips."""
        if self.over:
            return ()
        reminder = REMINDERS["first" if self.fresh else self.options.stake_before]
        stake = reminder.of(tiles=self.options.tiles)
        return (*((stake,) if self.new is None else ()), *self._left())

    def _left(self) -> Iterator[Message]:
        if self.carried.pool:
            yield say("In the pool: {chips}", chips=self.carried.pool)
        elif self.carried.wagers:
            wagers = tuple(self._backing(each) for each in self.carried.wagers)
            yield say("Carried on the table: {chips}, including {wagers}", chips=self.carried.total, wagers=wagers)
        elif self.carried.total:
            yield say("Carried on the table: {chips}", chips=self.carried.total)

    @property
    def onlookers(self) -> tuple[tuple[str, Points], ...]:
        return self.spectators

    def rescored(self, later: int) -> Message:
        return count("{n} later game will be rescored.", "{n} later games will be rescored.", n=later)

    @property
    def endless(self) -> bool:
        return self.games is None

    @property
    def ending(self) -> Message:
        return count("The only game has been played.", "All {n} games have been played.", n=self.deals)

    @property
    def progress(self) -> Message:
        number = self.deals + 1
        if self.games is None:
            return say("game {number}", number=number)
        return say("game {number} of {games}", number=min(number, self.games), games=self.games)

    def role(self, seat: int) -> Message | None:
        return say("banker") if seat == self.banker and not self.over else None

    def tally(self, side: tuple[int, ...]) -> Message | None:
        return count("{n} game won", "{n} games won", n=self.won[side[0]])

    @property
    def moments(self) -> tuple[Message, ...]:
        """The best game, and the chips left on the table."""
        return (*super().moments, *self._left())

    @property
    def outlook(self) -> Outlook | None:
        """Only in the last game, once the stakes are known: a spectator may stake any number of chips."""
        if self.new is None or self.games is None or self.deals + 1 < self.games:
            return None
        results: list[dict[str, Any]] = [{"out": NOBODY, "pips": (0,) * len(self.table.players)}]
        results += [{"out": seat} for seat in self.table.seats]
        ends = [self.write_step(Entry("result", each)) for each in results]
        gained = zip(*(end.rows[-1].points for end in ends), strict=True)
        return Outlook(gains=tuple(Range(min(each), max(each)) for each in gained), last=True)

    def worth(self, n: int) -> Message:
        return count("{n} chip", "{n} chips", n=n)


def blank_sheet(table: Table, options: BukiOptions) -> BukiSheet:
    """The sheet before the first game; the first dealer of the table is the first banker."""
    return BukiSheet(
        table=table,
        options=options,
        banker=table.dealer,
        usual=(options.lowest,) * len(table.players),
        carried=_bare(table),
        won=(0,) * len(table.players),
    )


def _bare(table: Table) -> OnTable:
    return OnTable(stakes=(0,) * len(table.players))


def _spectators_in(transfers: tuple[Transfer, ...]) -> tuple[str, ...]:
    accounts = (account for each in transfers for account in (each.source, each.target))
    return tuple(dict.fromkeys(account for account in accounts if isinstance(account, str)))
