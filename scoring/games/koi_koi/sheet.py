"""The score sheet of Koi-Koi: each month first the deal, then the result."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from scoring.decks.hanafuda import Card
from scoring.decks.yaku import TABLE, Made, rained_out
from scoring.entry.choices import NOBODY, Choice
from scoring.entry.fields import Field, Number
from scoring.errors import Problem, refused
from scoring.families.plans import PlannedLength
from scoring.games.koi_koi import parts, steps
from scoring.games.koi_koi.options import LENGTHS, MOST_MONTHS, KoiKoiOptions
from scoring.games.koi_koi.payment import FLAT, TURNS, factors, win
from scoring.insights.facts import POINTS, Breakdown, FactKind, number, one_of, several_of, yes_or_no
from scoring.message import Message, Words, bare, count, listed, plain, say, signed
from scoring.sheets.sheet import Said
from scoring.sheets.values import Ask, Cell, Doubt, Entry, Notice, Outlook, Range

MONTHS = (
    *(say("January"), say("February"), say("March"), say("April"), say("May"), say("June"), say("July")),
    *(say("August"), say("September"), say("October"), say("November"), say("December")),
)
CAPPED = say("{working} → {name} has only {held}: {held}")
YAKU, DEALT_HAND, NO_YAKU = "yaku", "dealt-hand", "no-yaku"


def year_and_month(number: int) -> tuple[int, int]:
    """The year and the month of the year, both from 1; after December comes January.

    >>> year_and_month(12), year_and_month(13)
    ((1, 12), (2, 1))
    """
    year, month = divmod(number - 1, len(MONTHS))
    return year + 1, month + 1


@dataclass(frozen=True, kw_only=True)
class KoiKoiSheet(PlannedLength[KoiKoiOptions]):
    """A score sheet of Koi-Koi; `lights` is the number on the field this month, None before the deal.

    `both_dealt`: both players were dealt a special hand, so the month goes on.
    """

    number_rule: ClassVar[Message] = say(
        "Koi-Koi is played by two, so nobody joins or leaves. Somebody else can take over a seat."
    )
    """「このゲームは2人プレイ専用ゲームです」."""
    tie_is_draw: ClassVar[bool] = True
    """「同点だった場合は引き分けです」."""
    fact_kinds: ClassVar[tuple[FactKind, ...]] = (
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
    breakdowns: ClassVar[tuple[Breakdown, ...]] = (
        Breakdown(POINTS, by="month"),
        Breakdown(POINTS, by="oya"),
        Breakdown("calling", by="calls"),
    )

    oya: int
    lights: int | None = None
    both_dealt: bool = False

    @property
    def opening(self) -> int:
        return LENGTHS[self.options.length][1]

    @property
    def months(self) -> int:
        """The number of months that are played."""
        return LENGTHS[self.options.length][0] if self.planned is None else self.planned["months"]

    @property
    def month(self) -> Message:
        """The month in play."""
        return self.deal_called(self.deals + 1)

    def deal_called(self, number: int) -> Message:
        """The name of a month; from the second year on with the year."""
        year, month = year_and_month(number)
        name = MONTHS[month - 1]
        return name if year == 1 else say("{month} of year {year}", month=name, year=year)

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

    def multiplier(self, calls: Sequence[int], winner: int, *, lights: int | None = None) -> int:
        """The winner's multiplier after these koi-koi calls, with this month's brights on the field or others."""
        return math.prod(factor for factor, _ in self._factors(calls, winner, lights=lights))

    def multipliers(self, *, any_lights: bool) -> dict[int, list[list[int]]]:
        """All multipliers, by the brights on the field, the player's calls and the other player's.

        `any_lights`: for every number of brights, not only this month's.
        """
        calls = range(TURNS + 1)
        return {
            lights: [[self.multiplier((own, other), 0, lights=lights) for other in calls] for own in calls]
            for lights in (range(steps.MAX_LIGHTS + 1) if any_lights else (self.lights or 0,))
        }

    def _factors(self, calls: Sequence[int], winner: int, *, lights: int | None = None) -> list[tuple[int, Words]]:
        lit = self.lights or 0 if lights is None else lights
        return factors(self.options, lights=lit, own=calls[winner], other=calls[self.table.after(winner)])

    def next_ask(self) -> Ask | None:
        if self.deals >= self.months:
            return None
        seats = tuple(self.table.seats)
        if self.lights is None:
            return steps.deal(seats, lights=self.options.field_lights, month=self.month)
        private = self.options.boards == "hidden"
        return steps.result(seats, rules=self.options.yaku_rules, month=self.month, private=private)

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
        """「ラウンドは即座に終了し…得点倍率はかかりません」: a month that a dealt hand ends needs no brights."""
        if entry.step == "result":
            yield from steps.check_result(entry, self.table, self.options.yaku_rules)
        elif self.options.field_lights and entry.get("lights") is None and len(steps.dealt_hands(entry)) != 1:
            yield Problem("lights", None, say("Choose how many brights are on the field."))

    def check_part(self, entry: Entry, seat: int) -> Iterator[Problem]:
        """Without a card tapped nobody stops on their own phone: the yaku are read from the cards."""
        cards = entry.get("cards")
        if entry.get("winner") == seat and not (cards and cards[seat]):
            yield Problem(
                "cards", seat, say("{name}, tap your captured cards before you stop.", name=self.table.players[seat])
            )

    def check_parts(self, said: Mapping[int, Said]) -> Iterator[Problem]:
        return parts.check_parts(said, self.table, self.options.yaku_rules)

    def annotate_part(self, part: Said, seat: int, said: Mapping[int, Said]) -> Said:
        return parts.note_second(part, before=said.get(seat, {}), theirs=said.get(self.table.after(seat), {}))

    def seat_view(self, seat: int, said: Mapping[int, Said]) -> parts.SeatView:
        return parts.seat_view(self, seat, said)

    def doubt(self, entry: Entry) -> Doubt | None:
        return steps.doubt_of(entry, self.table, self.options.yaku_rules) if entry.step == "result" else None

    def write_step(self, entry: Entry) -> Self:
        return self._play_deal(entry) if entry.step == "deal" else self._play_result(entry)

    def adapt_later_entry(
        self, entry: Said, *, was: Self, once: Callable[[], Iterable[tuple[Said, Self]]]
    ) -> tuple[Said, ...]:
        """Refuses yaku that were named under other yaku rules: the cards might make others now."""
        result: Mapping[str, Any] = entry
        winner = result.get("winner", NOBODY)
        by_name = winner != NOBODY and not (result.get("cards") and result["cards"][winner])
        if by_name and was.options.yaku_rules != self.options.yaku_rules:
            raise refused("step", say("The yaku were entered by name, and by these rules the cards may make others."))
        return super().adapt_later_entry(entry, was=was, once=once)

    def _play_deal(self, entry: Entry) -> Self:
        sheet = replace(self, lights=entry.get("lights") or 0)
        hands = steps.dealt_hands(entry)
        if len(hands) == 1:
            ((holder, hand),) = hands.items()
            working = bare("{hand} {points}", hand=steps.DEALT[hand], points=plain(FLAT))
            return sheet._finish_month(holder, Cell(points=FLAT, working=working), won_by=DEALT_HAND)
        oya = self.table.players[self.oya]
        said = (
            say("Multiplier {multiplier}. {oya} begins.", multiplier=sheet.base_multiplier, oya=oya)
            if self.options.field_lights
            else say("{oya} begins.", oya=oya)
        )
        return replace(sheet, both_dealt=bool(hands), said=said)

    def _play_result(self, entry: Entry) -> Self:
        calls, winner, rules = entry["calls"], entry["winner"], self.options.yaku_rules
        called = tuple(
            say("{name} koi-koi × {n}", name=name, n=n) for name, n in zip(self.table.players, calls, strict=True) if n
        )
        if winner == NOBODY and not called:
            won = Cell(points=FLAT, working=say("no yaku, the oya receives {points}", points=plain(FLAT)))
            return self._finish_month(self.oya, won, won_by=NO_YAKU, calls=calls)
        made, cards = ({}, frozenset[Card]()) if winner == NOBODY else steps.winning_yaku(entry, rules)
        if not made:
            # Somebody stops without a yaku only in a file, whose entries are not checked.
            drawn = (
                say("koi-koi was called and nobody could stop: {points}", points=plain(0))
                if winner == NOBODY
                else say(
                    "{name} has no yaku under these rules: {points}", name=self.table.players[winner], points=plain(0)
                )
            )
            return self._finish_month(None, Cell(points=0, working=drawn), calls=calls, called=called)
        if void := rained_out(cards, rules, wet=entry.get(steps.NOVEMBER.name) == "yes"):
            called += (say("{yaku} void by rain", yaku=tuple(yaku.name for yaku in void)),)
        won = win(made, self._factors(calls, winner))
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

        `winner` is None in a drawn month, 「得点のやり取りは行われません」; the oya stays then, unless they alternate.
        `calls` are empty if a dealt hand ended it at once.
        """
        seats, players, next_oya = self.table.seats, self.table.players, self.options.next_oya
        oya = self.table.after(self.oya) if next_oya == "alternate" else self.oya
        cells, said = [won, won], won.working
        if winner is not None:
            payer = self.table.after(winner)
            held = max(self.totals[payer], 0)
            if self.options.overdraft == "capped" and won.points > held:
                only: dict[str, Words] = {"name": players[payer], "held": plain(held)}
                brief = won.brief and CAPPED.of(working=won.brief, **only)
                won = replace(won, points=int(held), working=CAPPED.of(working=won.working, **only), brief=brief)
            paid = say("paid to {name}: {points}", name=players[winner], points=signed(-won.points))
            cells[winner], cells[payer] = won, Cell(points=-won.points, working=paid)
            said = bare(
                "{name} {points}: {working}", name=players[winner], points=signed(won.points), working=won.working
            )
            oya = {"winner": winner, "loser": payer}.get(next_oya, oya)
        lights = count("{n} bright on the field", "{n} brights on the field", n=self.lights or 0)
        was_oya = say("{name} was oya", name=players[self.oya])
        about = listed(self.month, was_oya, *((lights,) if self.lights else ()), *called)
        yaku = tuple(each.slug for each in made) if made else None
        facts = {
            "month": (year_and_month(self.deals + 1)[1],) * len(seats),
            "oya": tuple(seat == self.oya for seat in seats),
            "won_by": tuple(won_by if seat == winner else None for seat in seats),
            "yaku": tuple(yaku if seat == winner else None for seat in seats),
            "calls": tuple(calls) or (None, None),
            "calling": tuple(
                ("drawn" if winner is None else "won" if seat == winner else "lost") if calls and calls[seat] else None
                for seat in seats
            ),
        }
        changes = self.scored(label=str(self.deals + 1), about=about, cells=tuple(cells), dealer=self.oya, facts=facts)
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
