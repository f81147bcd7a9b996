"""The score sheet of Koi-Koi: each month first the deal, then the result."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from scoring.entry.choices import NOBODY
from scoring.entry.fields import Field, Number
from scoring.errors import Problem, refused
from scoring.families.plans import PlannedLength
from scoring.games.koi_koi import asks, parts
from scoring.games.koi_koi.checks import check_lights, check_result, claim_of, dealt_hands, doubt_of, is_named, voided
from scoring.games.koi_koi.claim import TURNS, Claim
from scoring.games.koi_koi.facts import BREAKDOWNS, DEALT_HAND, FACT_KINDS, NO_YAKU, YAKU, facts_of, name_of_month
from scoring.games.koi_koi.options import LENGTHS, MOST_MONTHS, KoiKoiOptions
from scoring.games.koi_koi.payment import FLAT, Month, win
from scoring.games.koi_koi.seat_view import SeatView
from scoring.insights.facts import Breakdown, FactKind, Facts
from scoring.message import Message, Points, Words, bare, count, listed, plain, say, signed
from scoring.sheets.sheet import Said
from scoring.sheets.values import Ask, Cell, Doubt, Entry, Level, Notice, Outlook, Range


@dataclass(frozen=True, kw_only=True)
class KoiKoiSheet(PlannedLength[KoiKoiOptions]):
    """A score sheet of Koi-Koi; `lights` is the number on the field this month, None before the deal.

    `both_dealt`: both players were dealt a special hand, so the month goes on.
    """

    number_rule: ClassVar[Message] = say(
        "Koi-Koi is played by two, so nobody joins or leaves. Somebody else can take over a seat."
    )
    """「このゲームは2人プレイ専用ゲームです」."""
    level_at_end: ClassVar[Level] = Level.DRAWN
    """「同点だった場合は引き分けです」."""
    fact_kinds: ClassVar[tuple[FactKind, ...]] = FACT_KINDS
    breakdowns: ClassVar[tuple[Breakdown, ...]] = BREAKDOWNS

    oya: int
    lights: int | None = None
    both_dealt: bool = False

    @property
    def opening(self) -> int:
        return LENGTHS[self.options.length][1]

    @property
    def month(self) -> Message:
        """The month in play; after the end of the game, the last one."""
        return self.deal_called(min(self.deals + 1, self.months))

    def deal_called(self, number: int) -> Message:
        return name_of_month(number)

    @property
    def months(self) -> int:
        """The number of months that are played."""
        return LENGTHS[self.options.length][0] if self.planned is None else self.planned["months"]

    @property
    def plan_fields(self) -> tuple[Field, ...]:
        """None where somebody has no points left, because no number of months goes on from there."""
        if self.decided:
            return ()
        months = Number(
            name="months", label=say("Months"), low=self.least_deals, high=MOST_MONTHS, suggested=self.months
        )
        return (months,)

    def plan_said(self, entry: Entry) -> Message:
        return count("{n} month in all", "{n} months in all", n=entry["months"])

    @property
    def base_multiplier(self) -> int:
        """「ラウンド開始時の場札による倍率」: 1, and 1 more for each bright on the field."""
        return self.multiplier(calls=(0, 0), winner=self.oya)

    def multiplier(self, calls: Sequence[int], winner: int) -> int:
        """The winner's multiplier after these koi-koi calls."""
        return self._month(calls, winner).multiplier(self.options)

    def multipliers(self, *, any_lights: bool) -> dict[int, list[list[int]]]:
        """All multipliers, by the brights on the field, the player's calls and the other player's.

        `any_lights`: for every number of brights, not only this month's.
        """
        calls = range(TURNS + 1)
        return {
            lights: [
                [Month(lights=lights, own=own, other=other).multiplier(self.options) for other in calls]
                for own in calls
            ]
            for lights in (range(asks.MAX_LIGHTS + 1) if any_lights else (self.lights or 0,))
        }

    def _month(self, calls: Sequence[int], winner: int) -> Month:
        return Month(lights=self.lights or 0, own=calls[winner], other=calls[self.table.after(winner)])

    def next_ask(self) -> Ask | None:
        if self.deals >= self.months:
            return None
        seats = tuple(self.table.seats)
        if self.lights is None:
            return asks.deal(seats, lights=self.options.field_lights, month=self.month)
        private = self.options.boards == "hidden"
        return asks.result(seats, rules=self.options.yaku_rules, month=self.month, private=private)

    @property
    def target_reached(self) -> bool:
        """「どちらかの持ち点が0以下」: the game is over at once."""
        return min(self.totals) <= 0

    @property
    def placeholders(self) -> tuple[Said, ...]:
        if self.lights is None:
            lit = self.options.field_lights
            return tuple({"step": "deal"} | ({"lights": lights} if lit else {}) for lights in (0, 1))
        yaku = self.options.yaku_rules.counted[-1]
        nobody = {"step": "result", "calls": [0, 0], "winner": NOBODY}
        return (nobody, *(nobody | {"winner": seat, yaku.slug: yaku.least} for seat in self.table.seats))

    def check(self, entry: Entry) -> Iterator[Problem]:
        if entry.step == "result":
            yield from check_result(entry, self.table, self.options.yaku_rules)
        elif self.options.field_lights:
            yield from check_lights(entry)

    def check_part(self, entry: Entry, seat: int) -> Iterator[Problem]:
        return parts.check_part(entry, seat, self.table)

    def check_parts(self, said: Mapping[int, Said]) -> Iterator[Problem]:
        return parts.check_parts(said, self.table, self.options.yaku_rules)

    def annotate_part(self, part: Said, seat: int, said: Mapping[int, Said]) -> Said:
        return parts.note_second(part, self.table.after(seat), said)

    def seat_view(self, seat: int, said: Mapping[int, Said]) -> SeatView:
        return SeatView(sheet=self, seat=seat, said=said, multiplier=self.multiplier(parts.calls_of(said), seat))

    def doubt(self, entry: Entry) -> Doubt | None:
        return doubt_of(entry, self.table, self.options.yaku_rules) if entry.step == "result" else None

    def write_step(self, entry: Entry) -> Self:
        return self._play_deal(entry) if entry.step == "deal" else self._play_result(entry)

    def adapt_later_entry(
        self, entry: Said, *, was: Self, once: Callable[[], Iterable[tuple[Said, Self]]]
    ) -> tuple[Said, ...]:
        """Refuses yaku that were named under other yaku rules: the cards might make others now."""
        if was.options.yaku_rules != self.options.yaku_rules and is_named(entry):
            raise refused("step", say("The yaku were entered by name, and by these rules the cards may make others."))
        return super().adapt_later_entry(entry, was=was, once=once)

    def _play_deal(self, entry: Entry) -> Self:
        sheet = replace(self, lights=entry.get("lights") or 0)
        hands = dealt_hands(entry)
        if len(hands) == 1:
            ((holder, hand),) = hands.items()
            working = bare("{hand} {points}", hand=asks.DEALT[hand], points=plain(FLAT))
            facts = sheet._facts(winner=holder, won_by=DEALT_HAND)
            return sheet._paid(to=holder, points=FLAT, working=working, facts=facts)
        return replace(sheet, both_dealt=bool(hands), said=sheet._said_deal())

    def _said_deal(self) -> Message:
        oya = self.table.players[self.oya]
        if not self.options.field_lights:
            return say("{oya} begins.", oya=oya)
        return say("Multiplier {multiplier}. {oya} begins.", multiplier=self.base_multiplier, oya=oya)

    def _play_result(self, entry: Entry) -> Self:
        calls, winner = entry["calls"], entry["winner"]
        called = tuple(
            say("{name} koi-koi × {n}", name=name, n=n) for name, n in zip(self.table.players, calls, strict=True) if n
        )
        if winner != NOBODY:
            claim = claim_of(entry, winner, self.options.yaku_rules)
            if not claim:
                return self._without_yaku(winner, calls, called)
            if void := voided(entry, winner, self.options.yaku_rules):
                called += (say("{yaku} void by rain", yaku=tuple(yaku.name for yaku in void)),)
            won = win(claim, self._month(calls, winner), self.options)
            facts = self._facts(winner=winner, won_by=YAKU, claim=claim, calls=calls)
            return self._paid(
                to=winner, points=won.points, working=won.working, brief=won.product, called=called, facts=facts
            )
        if not called:
            working = say("no yaku, the oya receives {points}", points=plain(FLAT))
            facts = self._facts(winner=self.oya, won_by=NO_YAKU, calls=calls)
            return self._paid(to=self.oya, points=FLAT, working=working, facts=facts)
        said = say("koi-koi was called and nobody could stop: {points}", points=plain(0))
        return self._drawn(said, called, facts=self._facts(winner=None, won_by=None, calls=calls))

    def _without_yaku(self, winner: int, calls: Sequence[int], called: tuple[Message, ...]) -> Self:
        """A month in a file, whose entries are not checked, that was won by a player who has no yaku."""
        said = say("{name} has no yaku under these rules: {points}", name=self.table.players[winner], points=plain(0))
        return self._drawn(said, called, facts=self._facts(winner=None, won_by=None, calls=calls))

    def _facts(
        self, *, winner: int | None, won_by: str | None, claim: Claim | None = None, calls: Sequence[int] = ()
    ) -> Facts:
        return facts_of(month=self.deals + 1, oya=self.oya, winner=winner, won_by=won_by, claim=claim, calls=calls)

    def _paid(
        self,
        *,
        to: int,
        points: int,
        working: Message,
        facts: Facts,
        brief: Message | None = None,
        called: tuple[Message, ...] = (),
    ) -> Self:
        """Finish the month: the other player pays."""
        payer = self.table.after(to)
        name, held = self.table.players[payer], max(self.totals[payer], 0)
        if self.options.overdraft == "capped" and points > held:
            points = int(held)
            working = _capped(working, name, held)
            brief = brief and _capped(brief, name, held)
        receiving = Cell(points=points, working=working, brief=brief)
        paying = Cell(
            points=-points,
            working=say("paid to {name}: {points}", name=self.table.players[to], points=signed(-points)),
        )
        cells = tuple(receiving if seat == to else paying for seat in self.table.seats)
        said = bare("{name} {points}: {working}", name=self.table.players[to], points=signed(points), working=working)
        next_oya = {"winner": to, "loser": payer, "alternate": self.table.after(self.oya)}[self.options.next_oya]
        return self._finished(cells, called=called, facts=facts, said=said, oya=next_oya)

    def _drawn(self, said: Message, called: tuple[Message, ...], *, facts: Facts) -> Self:
        """「得点のやり取りは行われません」: a drawn month; the oya stays, unless they alternate."""
        oya = self.table.after(self.oya) if self.options.next_oya == "alternate" else self.oya
        return self._finished((Cell(points=0, working=said),) * 2, called=called, facts=facts, said=said, oya=oya)

    def _finished(
        self, cells: tuple[Cell, ...], *, called: tuple[Message, ...], facts: Facts, said: Message, oya: int
    ) -> Self:
        lights = (_lights(self.lights),) if self.lights else ()
        was = say("{name} was oya", name=self.table.players[self.oya])
        about = listed(self.month, was, *lights, *called)
        changes = self.scored(label=str(self.deals + 1), about=about, cells=cells, dealer=self.oya, facts=facts)
        return replace(self, **changes, oya=oya, lights=None, both_dealt=False, said=said)

    @property
    def notices(self) -> tuple[Notice, ...]:
        if self.over:
            return ()
        lit = self.options.field_lights
        known = self.lights is not None
        return (
            Notice("month", say("Month"), self.month),
            Notice("oya", say("Oya"), self.table.players[self.oya]),
            *((Notice("lights", say("Brights"), str(self.lights) if known else "—"),) if lit else ()),
            Notice("multiplier", say("Multiplier"), f"×{self.base_multiplier}" if known or not lit else "—"),
        )

    @property
    def sentences(self) -> tuple[Message, ...]:
        if self.over:
            return ()
        if self.both_dealt:
            return (say("Both were dealt a hand, so neither scores and the month goes on."),)
        return (say("{oya} begins.", oya=self.table.players[self.oya]),) if self.lights is None else ()

    def best(self, *, names: tuple[Words, ...], points: Words, about: Words) -> Message:
        return say("Best month: {names} {points} ({about})", names=names, points=points, about=about)

    def rescored(self, later: int) -> Message:
        return count("{n} later month will be rescored.", "{n} later months will be rescored.", n=later)

    @property
    def ending(self) -> Message:
        """「所持点数が0点以下(0点を含む)になった場合は即座にゲーム終了」, else the last month was played."""
        for name, total in zip(self.table.players, self.totals, strict=True):
            if total <= 0:
                return say("{name} has no points left.", name=name)
        return count("The only month has been played.", "All {n} months have been played.", n=self.deals)

    @property
    def progress(self) -> Message:
        months = self.months
        return say("month {month} of {months}", month=min(self.deals + 1, months), months=months)

    def role(self, seat: int) -> Message | None:
        return say("oya") if seat == self.oya and not self.over else None

    @property
    def outlook(self) -> Outlook | None:
        """Only in the last month. Without the cap a month has no most."""
        if self.months - self.deals != 1:
            return None
        held = [max(total, 0) if self.options.overdraft == "capped" else math.inf for total in self.totals]
        gains = tuple(Range(-mine, other) for mine, other in zip(held, reversed(held), strict=True))
        return Outlook(gains=gains, last=True, zero_sum=True)


def _capped(working: Message, name: str, held: Points) -> Message:
    return say("{working} → {name} has only {held}: {held}", working=working, name=name, held=plain(held))


def _lights(lights: int) -> Message:
    return count("{n} bright on the field", "{n} brights on the field", n=lights)
