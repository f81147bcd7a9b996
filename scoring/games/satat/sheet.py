"""The score sheet of Satat: each deal the winning team and the kind of win."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple, Self

from scoring.entry.choices import Choice, Pick, SeatPick
from scoring.entry.fields import Field, Number
from scoring.errors import Problem
from scoring.families.plans import PlannedLength
from scoring.games.satat.facts import BREAKDOWNS, FACT_KINDS, facts_of, team_of
from scoring.games.satat.moments import Won, clean_wins, longest_run
from scoring.games.satat.options import FAILED, MAX_LENGTH, PLAIN, SEVEN, THIRTEEN, WIN_NAMES, SatatOptions
from scoring.insights.facts import Breakdown, FactKind
from scoring.message import Message, Words, bare, count, listed, say, signed
from scoring.sheets.sheet import Said
from scoring.sheets.values import Ask, Cell, Entry, Level, Notice, Outlook, Range

RESULT = say("Result of the deal")
DEALS, WINS = say("Deals"), say("Wins needed")
WIN_KINDS = (
    Choice(PLAIN, say("7 or more tricks"), say("A plain win.")),
    Choice(SEVEN, "7–0", say("The first seven tricks in a row.")),
    Choice(THIRTEEN, "13–0", say("All thirteen tricks.")),
    Choice(FAILED, say("7–0, played on and failed"), say("The first seven tricks in a row, then one lost.")),
)
EXCHANGED = {PLAIN: 0, SEVEN: 1, THIRTEEN: 2}
"""交換: the number of cards that each loser gives in the next deal."""


class Win(NamedTuple):
    """A win: the first seat of the winning team, and the kind it counts as."""

    winners: int
    kind: str


@dataclass(frozen=True, kw_only=True)
class SatatSheet(PlannedLength[SatatOptions]):
    """A score sheet of Satat; `leader` leads first in the deal in play, `wins` are those of the finished deals.

    `exchange` is the number of cards that each loser of the last deal gives in this one.
    """

    number_rule: ClassVar[Message] = say(
        "Four play in pairs across the table, so nobody joins or leaves. Somebody else can take over a seat."
    )
    """「4人のペア戦になります」."""
    level_at_end: ClassVar[Level] = Level.SHARED
    """The rules don't say: tied teams share the win."""
    fact_kinds: ClassVar[tuple[FactKind, ...]] = FACT_KINDS
    breakdowns: ClassVar[tuple[Breakdown, ...]] = BREAKDOWNS

    leader: int
    wins: tuple[Win, ...] = ()
    exchange: int = 0

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return ((0, 2), (1, 3))

    @property
    def dealer(self) -> int:
        """The leader's right-hand neighbour."""
        return self.table.after(self.leader, 3)

    def name_of(self, seat: int) -> Words:
        """The name of this seat's team."""
        return self.name_of_side(self.sides[seat % 2])

    def part_of(self, seat: int) -> Words:
        """The role of this seat's team in this deal."""
        return team_of(seat, self.leader).label

    @property
    def wanted(self) -> int:
        """The number of deals or wins that ends the game; 0 if the end is open."""
        planned: int | None = self.planned[self.options.end] if self.planned else self.options.length
        return planned or 0

    def next_ask(self) -> Ask | None:
        if self.options.end == "deals" and self.deals >= self.wanted:
            return None
        return Ask(
            step="result",
            title=RESULT,
            fields=(
                SeatPick(
                    name="winners",
                    label=say("Who won the deal?"),
                    among=(0, 1),
                    by_side=True,
                    missing=say("Choose the team that won."),
                ),
                Pick(
                    name="kind",
                    label=say("How?"),
                    choices=WIN_KINDS,
                    suggested=PLAIN,
                    missing=say("Choose how they won."),
                ),
            ),
            action=say("Save deal {deal}", deal=self.deals + 1),
            called=say("Result of deal {deal}", deal=self.deals + 1),
        )

    @property
    def target_reached(self) -> bool:
        return self.options.end == "wins" and max(self.totals) >= self.wanted

    @property
    def plan_fields(self) -> tuple[Field, ...]:
        if self.endless:
            return ()
        low, label = (1, WINS) if self.options.end == "wins" else (self.least_deals, DEALS)
        return (Number(name=self.options.end, label=label, low=low, high=MAX_LENGTH, suggested=self.wanted),)

    def plan_said(self, entry: Entry) -> Message:
        if self.options.end == "deals":
            return count("{n} deal in all", "{n} deals in all", n=entry["deals"])
        plan = count("first to {n} win", "first to {n} wins", n=entry["wins"])
        last = max(self.totals) >= entry["wins"] and not self.over
        return say("{plan}, so this deal is the last", plan=plan) if last else plan

    @property
    def placeholders(self) -> tuple[Said, ...]:
        kinds = (PLAIN, SEVEN, THIRTEEN)
        return tuple({"step": "result", "winners": seat, "kind": kind} for seat in (0, 1) for kind in kinds)

    def check(self, entry: Entry) -> Iterable[Problem]:
        """Nothing to check: either team can win in any way."""
        return ()

    def write_step(self, entry: Entry) -> Self:
        winners: int = entry["winners"]
        kind = self.options.counted(entry["kind"])
        failed = entry["kind"] == FAILED
        points = self.options.weight(kind)
        about = say(
            "deal {deal}, {leader} led, {dealer} dealt: {team}, {kind}",
            deal=self.deals + 1,
            leader=self.table.players[self.leader],
            dealer=self.table.players[self.dealer],
            team=self.name_of(winners),
            kind=WIN_NAMES[kind],
        )
        cells = tuple(
            _won(kind, points=points, failed=failed, first=seat == winners) if seat % 2 == winners else _lost()
            for seat in self.table.seats
        )
        after = replace(
            self,
            **self.scored(
                label=str(self.deals + 1),
                about=about,
                cells=cells,
                dealer=self.dealer,
                facts=facts_of(
                    self.table, winners=winners, kind=kind, failed=failed, leader=self.leader, dealer=self.dealer
                ),
            ),
            leader=self._next_leader(winners, kind),
            wins=(*self.wins, Win(winners, kind)),
            exchange=self._next_exchange(winners, kind),
        )
        return replace(after, said=after._told(points))

    def _next_leader(self, winners: int, kind: str) -> int:
        """次のゲームのリードプレイヤー: the left after the dealer's win, the partner after 7–0 or 13–0."""
        if winners != self.leader % 2:
            return self.table.after(self.leader)
        return self.leader if kind == PLAIN else self.table.after(self.leader, 2)

    def _next_exchange(self, winners: int, kind: str) -> int:
        if winners != self.leader % 2 and not self.options.dealers_exchange:
            return 0
        return EXCHANGED[kind]

    def _told(self, points: int) -> Message:
        last = self.wins[-1]
        won = bare(
            "{team}: {kind} {points}", team=self.name_of(last.winners), kind=WIN_NAMES[last.kind], points=signed(points)
        )
        if self.over or self.target_reached:
            return won
        leader, dealer = self.table.players[self.leader], self.table.players[self.dealer]
        return say("{won}. Next {leader} leads, {dealer} deals.", won=won, leader=leader, dealer=dealer)

    @property
    def notices(self) -> tuple[Notice, ...]:
        if self.over:
            return ()
        exchange: Words = count("{n} card", "{n} cards", n=self.exchange) if self.exchange else say("none")
        return (
            Notice("leader", say("Leader"), self.table.players[self.leader]),
            Notice("dealer", say("Who deals"), self.table.players[self.dealer]),
            Notice("exchange", say("Exchange"), exchange),
        )

    @property
    def sentences(self) -> tuple[Message, ...]:
        if self.over:
            return ()
        return (*self._exchange_told(), self._trumps_told())

    def _exchange_told(self) -> Iterator[Message]:
        """Sentences on the exchange: each loser gives to the right, and that winner gives back."""
        if not self.exchange:
            return
        losers = (1 - self.wins[-1].winners, 3 - self.wins[-1].winners)
        given = tuple(self._gives(seat, self.table.after(seat, 3)) for seat in losers)
        back = tuple(self._gives(self.table.after(seat, 3), seat) for seat in losers)
        if self.options.variant == "trup-kasiet":
            yield count(
                "{given}: {n} card each, then {back}: {n} card each.",
                "{given}: {n} cards each, then {back}: {n} cards each.",
                n=self.exchange,
                given=given,
                back=back,
            )
            yield say("Trumps are face down, so check the exchange together once they are turned up.")
            return
        yield count(
            "Once trumps are chosen, {given}: {n} trump each (or, without trumps, the highest card of "
            "another suit). You can keep the two of hearts.",
            "Once trumps are chosen, {given}: {n} trumps each (or, without trumps, the highest cards "
            "of other suits). You can keep the two of hearts.",
            n=self.exchange,
            given=given,
        )
        yield count(
            "Then {given}: {n} unwanted card each.",
            "Then {given}: {n} unwanted cards each.",
            n=self.exchange,
            given=back,
        )

    def _gives(self, giver: int, taker: int) -> Message:
        return bare("{giver} → {taker}", giver=self.table.players[giver], taker=self.table.players[taker])

    def _trumps_told(self) -> Message:
        leader = self.table.players[self.leader]
        if self.options.variant == "trup-kasiet":
            return say("{leader} lays the trump card face down. Nobody else sees it.", leader=leader)
        partner = self.table.players[self.table.after(self.leader, 2)]
        return say(
            "{leader} chooses trumps. {partner} can ask for a new deal if they hold no trumps.",
            leader=leader,
            partner=partner,
        )

    @property
    def endless(self) -> bool:
        return self.options.end == "open"

    @property
    def ending(self) -> Message:
        if self.options.end != "wins":
            return super().ending
        best = max(self.sides, key=self.ranking_score)
        name, wins = self.name_of(self.sides.index(best)), int(self.totals[best[0]])
        return count("{name} have {n} win.", "{name} have {n} wins.", name=name, n=wins)

    @property
    def progress(self) -> Message:
        deal = self.deals if self.over else self.deals + 1
        if self.options.end == "deals":
            return say("deal {deal} of {deals}", deal=deal, deals=self.wanted)
        if self.options.end == "wins":
            return say("deal {deal}, to {wins} wins", deal=deal, wins=self.wanted)
        return say("deal {deal}", deal=deal)

    def role(self, seat: int) -> Message | None:
        if self.over or seat not in (self.leader, self.dealer):
            return None
        return say("leader") if seat == self.leader else say("who deals")

    def tally(self, side: tuple[int, ...]) -> Message | None:
        won = [(kind, self.wins.count(Win(side[0], kind))) for kind in WIN_NAMES]
        kinds = tuple(bare("{kind} × {n}", kind=WIN_NAMES[kind], n=n) for kind, n in won if n)
        return listed(*kinds) if kinds else None

    @property
    def moments(self) -> tuple[Message, ...]:
        deals = self.deal_rows
        won = [
            Won(row, self.sides[win.winners], clean=win.kind == THIRTEEN)
            for row, win in zip(deals, self.wins, strict=True)
        ]
        return (*longest_run(won), *clean_wins(won))

    @property
    def outlook(self) -> Outlook | None:
        if self.options.end == "open":
            return None
        most = max(map(self.options.weight, EXCHANGED))
        if self.options.end == "wins":
            return Outlook(gains=(Range(0, most),) * 2, target=self.wanted)
        left = self.wanted - self.deals
        return Outlook(gains=(Range(0, left * most),) * 2, last=left == 1)


def _won(kind: str, *, points: int, failed: bool, first: bool) -> Cell:
    working = (
        say("7–0, played on and failed, counts as {kind}: {points}", kind=WIN_NAMES[kind], points=points)
        if failed
        else say("won, {kind}: {points}", kind=WIN_NAMES[kind], points=points)
    )
    return Cell(points=points, working=working, figure=_SMALL[kind] if first else "")


_SMALL = {PLAIN: "", SEVEN: "7–0", THIRTEEN: "13–0"}
"""What the scorecard shows beside the total, once for each team."""


def _lost() -> Cell:
    return Cell(points=0, working=say("lost: 0"))
