"""Satat サタット and Trup Kasiet トルップ・カシエット: the first team to seven tricks wins the deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any, Self

from scoring.entry.choices import YES_NO, Choice, Pick, SeatPick
from scoring.entry.fields import Field, Number
from scoring.families.plans import PlannedLength, reached
from scoring.game import Game
from scoring.insights.facts import DEALT, Breakdown, one_of, yes_or_no
from scoring.message import Message, Words, bare, count, joined, listed, plain, say, signed
from scoring.options import Options, Preset, option, pick, switch
from scoring.sheets.sheet import FIXED_PLAYERS, EntryValues
from scoring.sheets.values import RESULT, Ask, Cell, Entry, Notice, Range, Side
from scoring.table import Table

PLAIN, SEVEN, THIRTEEN = "plain", "7-0", "13-0"
FAILED = "7-0-failed"
"""A team took the first seven tricks, played on for all thirteen and lost one."""

PLAIN_WIN, THEN_FAILED = say("plain win"), say("7–0, then failed")
WIN_NAMES: dict[str, Words] = {PLAIN: PLAIN_WIN, SEVEN: "7–0", THIRTEEN: "13–0"}
"""The kinds of wins that count."""

HIDDEN, HIDDEN_TRUMPS = say("Trup Kasiet"), say("Trumps are hidden. Only the leader sees the trump card.")
USUAL_LENGTH = {"deals": 12, "wins": 7}
MAX_LENGTH = 200
"""The most deals or wins."""
HEAVIEST = 20
"""The most points for a win."""
WEIGHTS = {PLAIN: "weight_plain", SEVEN: "weight_seven", THIRTEEN: "weight_thirteen"}
"""The option that has the points for a win of each kind."""

WIN_KINDS = (
    Choice(PLAIN, PLAIN_WIN),
    Choice(SEVEN, "7–0"),
    Choice(THIRTEEN, "13–0"),
    Choice(FAILED, THEN_FAILED),
)
EXCHANGED = {PLAIN: 0, SEVEN: 1, THIRTEEN: 2}
"""交換: the number of cards that each loser gives in the next deal."""
LEADERS, DEALERS = Choice("leader", say("the leader’s team")), Choice("dealer", say("the dealer’s team"))


@dataclass(frozen=True, kw_only=True)
class SatatOptions(Options):
    """The house rules of Satat; `length` None means the usual one, and stays None if the end is open."""

    variant: str = pick(
        say("Variant"),
        Choice("satat", say("Satat")),
        Choice("trup-kasiet", HIDDEN, HIDDEN_TRUMPS),
        of_kind=True,
    )
    end: str = pick(
        say("How the game ends"),
        Choice("deals", say("A number of deals")),
        Choice("wins", say("A number of wins"), say("Each win counts the points set for it.")),
        Choice("open", say("no limit: until you end the game")),
        of_kind=True,
    )
    length: int | None = option(
        Number(
            label=say("Deals or wins"),
            low=1,
            high=MAX_LENGTH,
            unset=say("12 deals, or 7 wins"),
            of_length=count("{n} deal", "{n} deals", n=1),
        ),
        of_kind=True,
    )
    played_on: str = pick(
        THEN_FAILED,
        Choice(SEVEN, say("stays 7–0")),
        Choice(PLAIN, PLAIN_WIN),
    )
    weight_plain: int = option(
        Number(label=say("{what}: points", what=PLAIN_WIN), low=1, high=HEAVIEST), 1, of_kind=True
    )
    weight_seven: int = option(Number(label=say("{what}: points", what="7–0"), low=1, high=HEAVIEST), 1, of_kind=True)
    weight_thirteen: int = option(
        Number(label=say("{what}: points", what="13–0"), low=1, high=HEAVIEST), 1, of_kind=True
    )
    dealers_exchange: bool = switch(
        say("Exchange after the dealer’s team’s 7–0 or 13–0"),
        default=False,
        words=YES_NO,
    )

    @classmethod
    def named(cls, field: Field, values: Mapping[str, Any]) -> Words:
        """As in every game, but the end and its length are one: what the game is played to."""
        end, length = values.get("end"), values.get("length")
        if field.name == "variant" or (field.name == "end" and end == "open"):
            return field.label_of(values[field.name])
        if field.name in ("end", "length") and end in USUAL_LENGTH:
            n = int(length or USUAL_LENGTH[end])
            if end == "wins" and not cls.counts_wins(values):
                return say("to {points} points", points=plain(n))
            return count("{n} win", "{n} wins", n=n) if end == "wins" else count("{n} deal", "{n} deals", n=n)
        return super().named(field, values)

    def resolve_defaults(self, table: Table) -> Self:
        return replace(self, length=None if self.end == "open" else self.length or USUAL_LENGTH[self.end])

    def applies(self, name: str) -> bool:
        return name != "length" or self.end != "open"

    @staticmethod
    def counts_wins(values: Mapping[str, Any]) -> bool:
        """Whether each win counts 1; else the sum of their points ends the game."""
        return all(str(values.get(name, 1)) == "1" for name in WEIGHTS.values())

    def weight(self, kind: str) -> int:
        """The points for a win of this kind."""
        weight: int = getattr(self, WEIGHTS[kind])
        return weight


@dataclass(frozen=True, kw_only=True)
class SatatSheet(PlannedLength[SatatOptions]):
    """A score sheet of Satat; `leader` leads first in the deal in play.

    `exchange` is the number of cards that each loser of the last deal gives in this one. Tied teams share the win,
    because the rules don't say.
    """

    first_role = "leader"
    player_counts = (4,)
    fixed_players = FIXED_PLAYERS
    """「4人のペア戦になります」."""
    fact_kinds = (
        yes_or_no("won", say("Deal won")),
        one_of("win", say("How it was won"), *(Choice(kind, name) for kind, name in WIN_NAMES.items())),
        yes_or_no("failed", THEN_FAILED),
        one_of("team", say("Team"), LEADERS, DEALERS),
        yes_or_no("led", say("Led first")),
        DEALT,
    )
    breakdowns = (Breakdown("won", by="team"), Breakdown("won", by="led"))
    sides = ((0, 2), (1, 3))

    deals_named = "deals"
    target_named = "wins"
    length_fields = (
        Number(name="deals", label=say("Number of deals"), low=1, high=MAX_LENGTH),
        Number(name="wins", label=say("Wins needed"), low=1, high=MAX_LENGTH),
    )

    leader: int
    exchange: int = 0

    @property
    def dealer(self) -> int:
        """The leader's right-hand neighbour."""
        return self.table.after(self.leader, 3)

    def team_of(self, seat: int) -> Choice:
        """Whether a seat's team is the leader's or the dealer's in this deal."""
        return LEADERS if seat % 2 == self.leader % 2 else DEALERS

    def usual_length(self, name: str) -> int | None:
        return self.options.length if name == self.options.end else None

    def ask_step(self) -> Ask:
        return Ask(
            step="result",
            title=RESULT,
            fields=(
                SeatPick(
                    name="winners",
                    label=say("Winning team"),
                    among=(0, 1),
                    by_side=True,
                ),
                Pick(
                    name="kind",
                    label=say("How it was won"),
                    choices=WIN_KINDS,
                    suggested=PLAIN,
                ),
            ),
            action=self.save_deal,
            called=self.of_deal(RESULT),
            explained=True,
        )

    @property
    def plan_fields(self) -> tuple[Field, ...]:
        return tuple(field for field in super().plan_fields if field.name == self.options.end)

    @property
    def placeholders(self) -> tuple[EntryValues, ...]:
        kinds = (PLAIN, SEVEN, THIRTEEN)
        return tuple({"step": "result", "winners": seat, "kind": kind} for seat in (0, 1) for kind in kinds)

    def write_step(self, entry: Entry) -> Self:
        players, seats, failed = self.table.players, self.table.seats, entry["kind"] == FAILED
        kind: str = self.options.played_on if failed else entry["kind"]
        points, name, team = self.options.weight(kind), WIN_NAMES[kind], self.name_of_side(self.sides[entry["winners"]])
        won = [seat % 2 == entry["winners"] for seat in seats]
        working: Message = say("won, {kind}: {points}", kind=name, points=points)
        if failed:
            working = joined("→", THEN_FAILED, working)
        cells = (
            Cell(
                points=points,
                working=working,
                figure="" if kind == PLAIN or seat != entry["winners"] else str(name),
            )
            if won[seat]
            else Cell(points=0, working=bare("{lost}: 0", lost=say("lost")))
            for seat in seats
        )
        after = self.with_row(
            about=say(
                "deal {deal}, {leader} led, {dealer} dealt: {team}, {kind}",
                deal=self.deals + 1,
                leader=players[self.leader],
                dealer=players[self.dealer],
                team=team,
                kind=name,
            ),
            cells=tuple(cells),
            dealer=self.dealer,
            facts={
                seat: {
                    "won": won[seat],
                    "win": kind if won[seat] else None,
                    "failed": failed if won[seat] else None,
                    "team": self.team_of(seat).value,
                    "led": seat == self.leader,
                    "dealt": seat == self.dealer,
                }
                for seat in seats
            },
        )
        # 次のゲームのリードプレイヤー: the left after the dealer's win, the partner after 7–0 or 13–0.
        further = 1 if not won[self.leader] else 0 if kind == PLAIN else 2
        exchange = EXCHANGED[kind] if won[self.leader] or self.options.dealers_exchange else 0
        after = replace(after, leader=self.table.after(self.leader, further), exchange=exchange)
        message = bare("{team}: {kind} {points}", team=team, kind=name, points=signed(points))
        if not after.over and not after.target_reached:
            leader, dealer = players[after.leader], players[after.dealer]
            message = say("{won}. Next {leader} leads, {dealer} deals.", won=message, leader=leader, dealer=dealer)
        return replace(after, message=message)

    @property
    def deal_notices(self) -> tuple[Notice, ...]:
        exchange: Words = count("{n} card", "{n} cards", n=self.exchange) if self.exchange else say("none")
        return (
            Notice("leader", say("Leader"), self.table.players[self.leader]),
            Notice("dealer", say("Dealer"), self.table.players[self.dealer]),
            Notice("exchange", say("Exchange"), exchange),
        )

    @property
    def deal_sentences(self) -> tuple[Message, ...]:
        """Who chooses trumps; after a 7–0 or 13–0 each loser gives cards to the right, and that winner gives back."""
        players, hidden = self.table.players, self.options.variant == "trup-kasiet"
        trumps = (
            say("{leader} lays the trump card face down. Nobody else sees it.", leader=players[self.leader])
            if hidden
            else say(
                "{leader} chooses trumps. {partner} can ask for a new deal if they hold no trumps.",
                leader=players[self.leader],
                partner=players[self.table.after(self.leader, 2)],
            )
        )
        if not self.exchange:
            return (trumps,)
        pairs = [(players[seat], players[self.table.after(seat, 3)]) for seat in self.givers]
        given = tuple(bare("{giver} → {taker}", giver=loser, taker=winner) for loser, winner in pairs)
        back = tuple(bare("{giver} → {taker}", giver=winner, taker=loser) for loser, winner in pairs)
        cards, other = self.exchanged
        text = say("Once trumps are chosen, {given}: {cards} each, then {back}: {other} each.")
        exchange = text.of(given=given, back=back, cards=cards, other=other)
        if hidden:
            check = say("Trumps are face down, so check the exchange together once they are turned up.")
            return (exchange, check, trumps)
        lacking = say("Without trumps, give your highest cards of other suits. You can keep the two of hearts.")
        return (exchange, lacking, trumps)

    @property
    def givers(self) -> tuple[int, ...]:
        """The losers of the last deal, if cards are exchanged: they give to the right, and get as many back."""
        return tuple(seat for seat in self.table.seats if self.exchange and not self.deal_rows[-1].fact("won", seat))

    @property
    def exchanged(self) -> tuple[Message, Message]:
        """What each giver gives, and what they get back."""
        if self.options.variant == "trup-kasiet":
            return (count("{n} card", "{n} cards", n=self.exchange),) * 2
        given = count("{n} trump", "{n} trumps", n=self.exchange)
        return given, count("{n} unwanted card", "{n} unwanted cards", n=self.exchange)

    @property
    def ending(self) -> Message:
        if self.target is None:
            return super().ending
        best = max(self.sides, key=self.ranking_score)
        n = int(self.totals[best[0]])
        target = count("{n} win", "{n} wins", n=n) if self.counts_wins else self.worth(n)
        return reached(self.name_of_side(best), target)

    @property
    def counts_wins(self) -> bool:
        return self.options.counts_wins(vars(self.options))

    @property
    def progress(self) -> Message:
        deal = self.deals if self.over else self.deals + 1
        if self.target is not None:
            return listed(self.deal_called(deal), self.target_in_words(self.target))
        return (
            self.deal_called(deal)
            if self.deals_in_all is None
            else self.deal_of.of(deal=self.deal_noun, number=deal, all=self.deals_in_all)
        )

    def role(self, seat: int) -> Message | None:
        return None if self.over else {self.leader: say("leader"), self.dealer: say("dealer")}.get(seat)

    def tally(self, side: Side) -> Message | None:
        won = Counter(row.fact("win", side[0]) for row in self.deal_rows)
        kinds = [bare("{kind} × {n}", kind=name, n=won[kind]) for kind, name in WIN_NAMES.items() if won[kind]]
        return listed(*kinds) if kinds else None

    @property
    def moments(self) -> tuple[Message, ...]:
        """The longest run of a team, named as at its end, and the deals in which a team took every trick."""
        wins = [
            (side, row.name_of(side), row.fact("win", side[0]))
            for row in self.deal_rows
            for side in self.sides
            if row.fact("won", side[0])
        ]
        runs = [[team for _, team, _ in run] for _, run in groupby(wins, key=itemgetter(0))]
        longest = max(map(len, runs), default=0)
        teams = tuple(dict.fromkeys(run[-1] for run in runs if len(run) == longest))
        clean = (
            say("{team} took all thirteen tricks of deal {deal}", team=team, deal=number)
            for number, (_, team, kind) in enumerate(wins, start=1)
            if kind == THIRTEEN
        )
        run = (say("Longest run: {team}, {deals} deals", team=teams, deals=longest),) if longest > 1 else ()
        return (*run, *clean)

    @property
    def gains(self) -> tuple[Range, ...] | None:
        if self.endless:
            return None
        left = 1 if self.deals_in_all is None else self.deals_in_all - self.deals
        return (Range(0, left * max(map(self.options.weight, EXCHANGED))),) * 2


GAME = Game(
    slug="satat",
    name="Satat",
    name_ja="サタット",
    options=SatatOptions,
    sheet=SatatSheet,
    presets=(
        Preset("standard", say("Standard"), None, {}),
        Preset("seven-wins", say("To seven wins"), None, {"end": "wins"}),
        Preset(
            "weighted",
            say("More for 7–0 and 13–0"),
            say("12 deals. 1 point for a plain win, 2 for a 7–0, 3 for a 13–0."),
            {"weight_seven": 2, "weight_thirteen": 3},
        ),
        Preset("trup-kasiet", HIDDEN, HIDDEN_TRUMPS, {"variant": "trup-kasiet"}),
    ),
    called=lambda options: HIDDEN if options.get("variant") == "trup-kasiet" else None,
    first=say("First leader"),
    tap=say("Tap the first leader."),
    seating=say(
        "Partners sit across the table: seats 1 and 3 against 2 and 4. Everyone draws a card. The highest card leads "
        "first (king high, ace low), and the player on the leader’s right deals."
    ),
)
