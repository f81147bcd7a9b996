"""The score sheet of Koi-Koi: each month first the deal, then the result; and what two players see as they play."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Self

from scoring.core import enter
from scoring.decks.hanafuda import CARDS, cards_of
from scoring.decks.yaku import TABLE, Made, is_wet, rained_out
from scoring.entry.choices import NOBODY, Choice
from scoring.entry.fields import Field, Number
from scoring.errors import EntryError, Problem, refused
from scoring.families.plans import PlannedLength
from scoring.games.koi_koi import steps
from scoring.games.koi_koi.options import LENGTHS, MOST_MONTHS, KoiKoiOptions
from scoring.games.koi_koi.payment import FLAT, TURNS, factors, what_they_make, win
from scoring.games.koi_koi.steps import SeatInput
from scoring.insights.facts import POINTS, Breakdown, Fact, number, one_of, several_of, yes_or_no
from scoring.message import Message, Words, bare, count, listed, plain, say, signed
from scoring.sheets.sheet import FIXED_PLAYERS, EntryValues
from scoring.sheets.values import Ask, Cell, Doubt, Entry, Notice, Range

MONTHS = (
    *(say("January"), say("February"), say("March"), say("April"), say("May"), say("June"), say("July")),
    *(say("August"), say("September"), say("October"), say("November"), say("December")),
)
CAPPED = say("{working} → {name} has only {held}: {held}")
YAKU, DEALT_HAND, NO_YAKU = "yaku", "dealt-hand", "no-yaku"


@dataclass(frozen=True, kw_only=True)
class KoiKoiSheet(PlannedLength[KoiKoiOptions]):
    """A score sheet of Koi-Koi; `lights` is the number on the field this month, None before the deal.

    `both_dealt`: both players were dealt a special hand, so the month goes on.
    """

    first_role = "oya"
    player_counts = (2,)
    fixed_players = FIXED_PLAYERS
    """「このゲームは2人プレイ専用ゲームです」."""
    tie_is_draw = True
    """「同点だった場合は引き分けです」."""
    deal_of = say("month {number} of {all}")
    deal_noun = say("month")
    deals_noun = count("{n} month", "{n} months", n=1)
    fact_kinds = (
        number("month", say("Month"), names=tuple(enumerate(MONTHS, start=1))),
        yes_or_no("oya", say("Oya"), yes=say("as oya"), no=say("otherwise")),
        one_of(
            "won_by",
            say("Month won by"),
            Choice(YAKU, say("Yaku")),
            Choice(DEALT_HAND, say("Dealt hand")),
            Choice(NO_YAKU, say("Oya, when nobody made a yaku")),
        ),
        several_of("yaku", say("Yaku"), *(Choice(yaku.slug, yaku.name, yaku.rule) for yaku in TABLE)),
        number("calls", say("Koi-koi calls")),
        one_of(
            "calling",
            say("Month after koi-koi"),
            Choice("won", say("won")),
            Choice("lost", say("lost")),
            Choice("drawn", say("drawn")),
        ),
    )
    breakdowns = (
        Breakdown(POINTS, by="month"),
        Breakdown(POINTS, by="oya"),
        Breakdown("calling", by="calls"),
    )

    deals_named = "months"
    length_fields = (Number(name="months", label=say("Game length"), low=1, high=MOST_MONTHS),)
    zero_sum = True

    oya: int
    lights: int | None = None
    both_dealt: bool = False

    @property
    def opening(self) -> int:
        return LENGTHS[self.options.length][1]

    def usual_length(self, name: str) -> int:
        return LENGTHS[self.options.length][0]

    @property
    def month(self) -> Message:
        """The month in play."""
        return self.deal_called(self.deals + 1)

    def deal_called(self, number: int) -> Message:
        """The name of a month; from the second year on with the year. After December comes January."""
        years, month = divmod(number - 1, len(MONTHS))
        return say("{month} of year {year}", month=MONTHS[month], year=years + 1) if years else MONTHS[month]

    @property
    def plan_fields(self) -> tuple[Field, ...]:
        """None where somebody has no points left, because no number of months goes on from there."""
        return () if self.decided else super().plan_fields

    def multiplier(self, calls: Sequence[int], winner: int, *, lights: int | None = None) -> int:
        """The winner's multiplier after these koi-koi calls, with this month's brights on the field or others."""
        lit = self.lights or 0 if lights is None else lights
        return math.prod(factor for factor, _ in factors(self.options, calls, winner, lights=lit))

    def multipliers(self, *, any_lights: bool) -> dict[int, list[list[int]]]:
        """All multipliers, by the brights on the field, the player's calls and the other player's.

        `any_lights`: for every number of brights, not only this month's.
        """
        calls = range(TURNS + 1)
        return {
            lights: [[self.multiplier((own, other), 0, lights=lights) for other in calls] for own in calls]
            for lights in (range(steps.MAX_LIGHTS + 1) if any_lights else (self.lights or 0,))
        }

    def ask_step(self) -> Ask:
        seats = tuple(self.table.seats)
        if self.lights is None:
            return steps.deal(seats, lights=self.options.field_lights, month=self.month)
        private = self.options.boards == "hidden"
        return steps.result(
            seats, rules=self.options.yaku_rules, month=self.month, private=private, both=self.compares_piles
        )

    @property
    def compares_piles(self) -> bool:
        """Whether the better pile is paid where somebody had called and nobody could stop."""
        return self.options.after_call == "highest"

    @property
    def target_reached(self) -> bool:
        """「どちらかの持ち点が0以下」: the game is over at once."""
        return min(self.totals) <= 0

    @property
    def placeholders(self) -> tuple[EntryValues, ...]:
        if self.lights is None:
            lit = self.options.field_lights
            return tuple({"step": "deal"} | ({"lights": lights} if lit else {}) for lights in (0, 1))
        yaku = self.options.yaku_rules.counted[-1]
        nobody = {"step": "result", "calls": [0, 0], "winner": NOBODY}
        return (nobody, *(nobody | {"winner": seat, yaku.slug: yaku.least} for seat in self.table.seats))

    def check(self, entry: Entry) -> Iterator[Problem]:
        """「ラウンドは即座に終了し…得点倍率はかかりません」: a month that a dealt hand ends needs no brights."""
        if entry.step == "result":
            yield from steps.check_result(entry, self.table, self.options.yaku_rules, both=self.compares_piles)
        elif self.options.field_lights and entry.get("lights") is None and len(steps.dealt_hands(entry)) != 1:
            yield Problem("lights", None, self.ask_step().fields[0].refuse_missing())

    def check_part(self, entry: Entry, seat: int) -> Iterator[Problem]:
        """Without a card tapped nobody stops on their own phone: the yaku are read from the cards."""
        cards = entry.get("cards")
        if entry.get("winner") == seat and not (cards and cards[seat]):
            yield Problem("cards", seat, steps.NO_YAKU_ENTERED.of(name=self.table.players[seat]))

    def check_parts(self, inputs: Mapping[int, SeatInput]) -> Iterator[Problem]:
        return steps.check_parts(inputs, self.table, self.options.yaku_rules)

    def annotate_part(self, part: SeatInput, seat: int, inputs: Mapping[int, SeatInput]) -> EntryValues:
        """Which cards of a part the other had tapped before, so that the page of each can show who was first."""
        before, theirs = inputs.get(seat, {}), inputs.get(self.table.after(seat), {})
        own, was, others = (cards_of(each.get("cards") or ()) for each in (part, before, theirs))
        noted, theirs_noted = (each.get(steps.SECOND) or {} for each in (before, theirs))
        second = {
            card.code: noted[card.code] if card.code in noted else theirs_noted.get(card.code, 0) + 1
            for card in CARDS
            if card in own & others and (card not in was or card.code in noted)
        }
        return {steps.SECOND: second} if second else {}

    def seat_view(self, seat: int, inputs: Mapping[int, SeatInput]) -> Mapping[str, Any]:
        """The month as one seat sees it: its `own` state and that of the `other`.

        A state has the `lights` and the hand `dealt` that were tapped before the month, the `calls`, whether the player
        `stops` or says that `nobody` does, and the `answer` to the pile, None where that is hidden: 「役は伏せる」.
        `multiplier` is what a stop is multiplied by now, `stop` the cell that it would give, None while it can't be.
        """
        parts, hidden = [inputs.get(each, {}) for each in self.table.seats], self.options.boards == "hidden"
        calls, piles = [part.get("calls") or 0 for part in parts], [cards_of(part.get("cards") or ()) for part in parts]
        states = [
            {
                "seat": each,
                "lights": part.get("lights"),
                "dealt": part.get("dealt"),
                "calls": calls[each],
                "stops": part.get("winner") == each,
                "nobody": part.get("winner") == NOBODY,
                "answer": None
                if hidden and each != seat
                else what_they_make(piles[each], self.options, gone=() if hidden else piles[1 - each]),
            }
            for each, part in enumerate(parts)
        ]
        cards = [part.get("cards") if each == seat else None for each, part in enumerate(parts)]
        stop: Cell | None = None
        with suppress(EntryError):
            after = enter(self, {"step": "result", "calls": calls, "winner": seat, "cards": cards})
            stop = after.rows[-1].cells[seat]
        multiplier = self.multiplier(calls, seat)
        return {"own": states[seat], "other": states[1 - seat], "multiplier": multiplier, "stop": stop}

    def doubt(self, entry: Entry) -> Doubt | None:
        """The question whether the winner has a card of November, where the yaku turn on it and don't tell."""
        if entry.step != "result" or entry["winner"] == NOBODY or entry.get(steps.NOVEMBER.name):
            return None
        winner, rules = entry["winner"], self.options.yaku_rules
        made, cards = steps.yaku_of(entry, rules, winner)
        void = () if steps.piles_of(entry)[winner] or is_wet(cards) else rained_out(cards, rules, wet=True)
        if not void:
            return None
        entered = all(yaku in made for yaku in void)
        question = (
            say("Does {name} have a November card? It would cancel {yaku}.")
            if entered
            else say("Does {name} have a November card? Without one, {yaku} would count too.")
        )
        return Doubt(
            question.of(name=self.table.players[winner], yaku=tuple(yaku.name for yaku in void)),
            say("No") if entered else say("Yes"),
            steps.NOVEMBER.name,
            "no" if entered else "yes",
        )

    def adapt_later_entry(
        self, entry: EntryValues, *, was: Self, once: Callable[[], Iterable[tuple[EntryValues, Self]]]
    ) -> tuple[EntryValues, ...]:
        """Refuses yaku that were named under other yaku rules: the cards might make others now.

        Where nobody stopped they are left out if they count no more.
        """
        result: SeatInput = entry
        winner = result.get("winner", NOBODY)
        if not self.compares_piles:
            entry = result = {name: value for name, value in result.items() if not name.startswith(steps.EACH)}
        by_name = any(name.startswith(steps.EACH) for name in result) or (
            winner != NOBODY and not (result.get("cards") and result["cards"][winner])
        )
        if by_name and was.options.yaku_rules != self.options.yaku_rules:
            raise refused("step", say("The yaku were entered by name, and by these rules the cards may make others."))
        return super().adapt_later_entry(entry, was=was, once=once)

    def write_step(self, entry: Entry) -> Self:
        players, rules = self.table.players, self.options.yaku_rules
        if entry.step == "deal":
            sheet, hands = replace(self, lights=entry.get("lights") or 0), steps.dealt_hands(entry)
            if len(hands) == 1:
                ((holder, hand),) = hands.items()
                working = bare("{hand} {points}", hand=steps.DEALT[hand], points=FLAT)
                return sheet._finish_month(holder, Cell(points=FLAT, working=working), won_by=DEALT_HAND)
            multiplier = sheet.multiplier((0, 0), self.oya)
            message = say("{oya} leads off.", oya=players[self.oya])
            if self.options.field_lights:
                message = bare("×{multiplier} · {leads}", multiplier=multiplier, leads=message)
            return replace(sheet, both_dealt=bool(hands), message=message)
        calls, winner = entry["calls"], entry["winner"]
        called = tuple(say("{name} koi-koi × {n}", name=name, n=n) for name, n in zip(players, calls, strict=True) if n)
        multiplying = calls
        if winner == NOBODY:
            sums = [sum(steps.yaku_of(entry, rules, seat)[0].values()) for seat in self.table.seats]
            if called and not (self.compares_piles and any(sums)):
                drawn = say("koi-koi was called and nobody could stop: {points}", points=0)
                return self._finish_month(None, Cell(points=0, working=drawn), calls=calls, called=called)
            if not called:
                won = Cell(points=FLAT, working=say("no yaku, the oya receives {points}", points=FLAT))
                return self._finish_month(self.oya, won, won_by=NO_YAKU, calls=calls)
            called += (say("out of cards, yaku {one} : {other}", one=sums[0], other=sums[1]),)
            winner, multiplying = self.oya if sums[0] == sums[1] else sums.index(max(sums)), (0, 0)
        made, cards = steps.yaku_of(entry, rules, winner)
        if not made:  # only in a file, whose entries are not checked
            none = say("{name} has no yaku under these rules: {points}", name=players[winner], points=0)
            return self._finish_month(None, Cell(points=0, working=none), calls=calls, called=called)
        if void := rained_out(cards, rules, wet=entry.get(steps.NOVEMBER.name) == "yes"):
            called += (say("{yaku} void by rain", yaku=tuple(yaku.name for yaku in void)),)
        won = win(made, factors(self.options, multiplying, winner, lights=self.lights or 0))
        return self._finish_month(winner, won, won_by=YAKU, made=made, calls=calls, called=called)

    def _finish_month(
        self,
        winner: int | None,
        won: Cell,
        *,
        won_by: str | None = None,
        made: Made | None = None,
        calls: Sequence[int] = (),
        called: tuple[Message, ...] = (),
    ) -> Self:
        """Finish the month: the other player pays the winner.

        `winner` is None in a drawn month, 「得点のやり取りは行われません」; the oya stays then, but for a house rule.
        `calls` are empty if a dealt hand ended it at once.
        """
        players, next_oya = self.table.players, self.options.next_oya
        changes = next_oya == "alternate" or (winner is None and self.options.drawn_oya == "changes")
        oya = self.table.after(self.oya) if changes else self.oya
        cells, message = [won, won], won.working
        if winner is not None:
            payer = self.table.after(winner)
            held = max(self.totals[payer], 0)
            if self.options.overdraft == "capped" and won.points > held:
                only: dict[str, Words] = {"name": players[payer], "held": plain(held)}
                brief = won.brief and CAPPED.of(working=won.brief, **only)
                won = replace(won, points=int(held), working=CAPPED.of(working=won.working, **only), brief=brief)
            paid = say("paid to {name}: {points}", name=players[winner], points=signed(-won.points))
            cells[winner], cells[payer] = won, Cell(points=-won.points, working=paid)
            message = bare(
                "{name} {points}: {working}", name=players[winner], points=signed(won.points), working=won.working
            )
            oya = {"winner": winner, "loser": payer}.get(next_oya, oya)
        lights = count("{n} bright on the field", "{n} brights on the field", n=self.lights or 0)
        was_oya = say("{name} was oya", name=players[self.oya])
        about = listed(self.month, was_oya, *((lights,) if self.lights else ()), *called)
        facts: dict[int, dict[str, Fact | None]] = {
            seat: {
                "month": self.deals % len(MONTHS) + 1,
                "oya": seat == self.oya,
                "won_by": won_by if seat == winner else None,
                "yaku": tuple(each.slug for each in made) if made and seat == winner else None,
                "calls": calls[seat] if calls else None,
                "calling": ("drawn" if winner is None else "won" if seat == winner else "lost")
                if calls and calls[seat]
                else None,
            }
            for seat in self.table.seats
        }
        after = self.with_row(about=about, cells=tuple(cells), dealer=self.oya, facts=facts)
        return replace(after, oya=oya, lights=None, both_dealt=False, message=message)

    @property
    def deal_notices(self) -> tuple[Notice, ...]:
        lit = self.options.field_lights
        known = self.lights is not None
        return (
            Notice("month", say("Month"), self.month),
            Notice("oya", say("Oya"), self.table.players[self.oya]),
            *((Notice("lights", say("Brights"), str(self.lights) if known else "—"),) if lit else ()),
            Notice(
                "multiplier", say("Multiplier"), f"×{self.multiplier((0, 0), self.oya)}" if known or not lit else "—"
            ),
        )

    @property
    def deal_sentences(self) -> tuple[Message, ...]:
        if self.both_dealt:
            return (say("Both were dealt a hand, so neither scores and the month goes on."),)
        return (say("{oya} leads off.", oya=self.table.players[self.oya]),) if self.lights is None else ()

    @property
    def ending(self) -> Message:
        """「所持点数が0点以下(0点を含む)になった場合は即座にゲーム終了」, else the last month was played."""
        for name, total in zip(self.table.players, self.totals, strict=True):
            if total <= 0:
                return say("{name} has no points left.", name=name)
        return super().ending

    def role(self, seat: int) -> Message | None:
        return say("oya") if seat == self.oya and not self.over else None

    @property
    def gains(self) -> tuple[Range, ...] | None:
        """Only in the last month. Without the cap a month has no most."""
        if self.deals + 1 != self.deals_in_all:
            return None
        held = [max(total, 0) if self.options.overdraft == "capped" else math.inf for total in self.totals]
        return tuple(Range(-mine, other) for mine, other in zip(held, reversed(held), strict=True))
