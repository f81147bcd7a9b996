"""The score sheet of Skull King: bids at once, then tricks with their bonuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from scoring.entry.choices import Choice, PickMany
from scoring.entry.fields import Field
from scoring.errors import Problem
from scoring.families.exact_bid_sheet import ExactBidSheet
from scoring.families.exact_bids import BREAKDOWNS, FACT_KINDS, Attempt
from scoring.games.skull_king.bonuses import (
    ALLIANCES,
    BONUSES,
    KING,
    LOOT,
    LOOT_CARDS,
    Bonus,
    Part,
    alliances,
    alliances_field,
    count_field,
    held,
    number_of,
    part,
)
from scoring.games.skull_king.limits import check_bonuses, impossible
from scoring.games.skull_king.options import SkullKingOptions
from scoring.games.skull_king.points import Score, score, share_of_bonus, written
from scoring.insights.facts import POINTS, Breakdown, FactKind, Facts, number, yes_or_no
from scoring.message import Message, Words, bare, listed, say, signed, together
from scoring.sheets.values import Cell, Doubt, Entry, Level, Outlook, Range

ROUNDS = 10
PACK = {"current": 70, "old": 66}
"""The number of cards in the pack, without the expansion."""

GHOST = 2
"""The number of players at which a ghost plays a third hand and keeps its tricks."""


@dataclass(frozen=True, kw_only=True)
class SkullKingSheet(ExactBidSheet[SkullKingOptions]):
    """A score sheet of Skull King; `cannonballs` are the seats that bid with one this round."""

    numbers: ClassVar[tuple[int, ...]] = tuple(range(2, 9))
    level_at_end: ClassVar[Level] = Level.SHARED
    """The first rules don't say; the newest rule book plays another round, for which this sheet has no step."""
    fact_kinds: ClassVar[tuple[FactKind, ...]] = (
        *FACT_KINDS,
        number("bonus", say("Bonus points kept")),
        yes_or_no("cannonball", say("Cannonball")),
    )
    breakdowns: ClassVar[tuple[Breakdown, ...]] = (*BREAKDOWNS, Breakdown(POINTS, by="cannonball"))

    cannonballs: tuple[int, ...] = ()

    @property
    def usual_hands(self) -> tuple[int, ...]:
        """One more card in each round, as far as the pack goes."""
        return tuple(range(1, ROUNDS + 1))

    @property
    def pack_size(self) -> int:
        return PACK[self.options.edition]

    @property
    def at_once(self) -> bool:
        return True

    @property
    def haunted(self) -> bool:
        """Whether a ghost plays with two players."""
        return len(self.table.playing) == GHOST

    @property
    def all_taken(self) -> bool:
        return not (self.options.expansion or self.haunted)

    @property
    def bonuses(self) -> tuple[Bonus, ...]:
        """The bonuses of this edition."""
        return BONUSES[self.options.edition]

    @property
    def loot(self) -> bool:
        """Whether there is loot in the pack: with the current edition’s expansion."""
        return self.options.expansion and self.options.edition == "current"

    # Fields and checks.

    @property
    def beside_bids(self) -> tuple[Field, ...]:
        if not self.options.cannonballs:
            return ()
        players = tuple(Choice(str(seat), self.table.players[seat]) for seat in sorted(self.table.playing))
        cannonballs = PickMany(
            name="cannonballs", label=say("Cannonball"), choices=players, of_seats=True, optional=True
        )
        return (cannonballs,)

    @property
    def beside_tricks(self) -> tuple[Field, ...]:
        counts = tuple(count_field(bonus, self.table) for bonus in self.bonuses)
        return (*counts, alliances_field(self.table)) if self.loot else counts

    def check(self, entry: Entry) -> Iterator[Problem]:
        yield from super().check(entry)
        if entry.step == "tricks":
            yield from check_bonuses(self.bonuses, entry, self.table)

    def doubt(self, entry: Entry) -> Doubt | None:
        """No question with a ghost, whose tricks are missing in every round."""
        return None if self.haunted else super().doubt(entry)

    def partial_news(self, entry: Entry) -> Mapping[str, Message]:
        """Each seat's bonus in words, its points that count, and the loot, even while the tricks don't add up."""
        if self.bids is None or not entry.get("tricks") or None in entry["tricks"]:
            return {}
        told: dict[str, Message] = {}
        for attempt in self.attempts(entry):
            result = self.score_of(attempt, entry)
            if result.kept or result.lost:
                told[f"bonus-{attempt.seat}"] = _told_of_bonus(result)
                told[f"kept-{attempt.seat}"] = bare("{points}", points=signed(result.bonus))
        if pairs := tuple(self._told_of_loot(entry)):
            told[ALLIANCES] = listed(*pairs)
        return told

    def _told_of_loot(self, entry: Entry) -> Iterator[Message]:
        made = self._made(entry)
        for alliance in alliances(entry):
            names = together(self.table.players[alliance.played], self.table.players[alliance.took])
            if text := impossible(alliance, entry, self.table):
                yield text
            elif {alliance.played, alliance.took} <= made:
                yield say("{names} {points} each", names=names, points=signed(LOOT))
            else:
                yield say("{names}: not counted", names=names)

    # Scoring.

    def write_step(self, entry: Entry) -> Self:
        after = super().write_step(entry)
        return replace(after, cannonballs=tuple(int(seat) for seat in entry.get("cannonballs") or ()))

    def points(self, attempt: Attempt, entry: Entry) -> tuple[int, Words]:
        result = self.score_of(attempt, entry)
        return result.points, result.sum_in_words

    def cell(self, attempt: Attempt, entry: Entry) -> Cell:
        cell = super().cell(attempt, entry)
        working = cell.working
        if attempt.seat in self.cannonballs:
            working = listed(say("cannonball"), working)
        if lost := self.score_of(attempt, entry).lost:
            working = bare("{working}; {lost}", working=working, lost=_not_counted(lost))
        return replace(cell, working=working)

    def facts(self, attempts: tuple[Attempt, ...], entry: Entry) -> Facts:
        return {
            **super().facts(attempts, entry),
            "bonus": self.by_seat({each.seat: self.score_of(each, entry).bonus for each in attempts}),
            "cannonball": self.by_seat(
                {each.seat: each.seat in self.cannonballs if self.options.cannonballs else None for each in attempts}
            ),
        }

    def happened(self, entry: Entry) -> tuple[Message, ...]:
        names = (name for seat, name in enumerate(self.table.players) if number_of(KING, entry, seat))
        return tuple(say("{name}’s mermaid took the Skull King", name=name) for name in names)

    def score_of(self, attempt: Attempt, entry: Entry) -> Score:
        """The score of a seat: its bid, and the bonuses kept and lost."""
        loot, lost_loot = self._loot(attempt.seat, entry)
        return score(
            attempt,
            caught=tuple(part(bonus, n) for bonus, n in held(self.bonuses, entry, attempt.seat)),
            loot=loot,
            lost_loot=lost_loot,
            options=self.options,
            cannonball=attempt.seat in self.cannonballs,
        )

    def _loot(self, seat: int, entry: Entry) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
        """The alliances of a seat: those in which both made their bids, and the others."""
        made = self._made(entry)
        kept: list[Part] = []
        lost: list[Part] = []
        for alliance in alliances(entry):
            partner = alliance.partner_of(seat)
            if partner is not None and not impossible(alliance, entry, self.table):
                with_whom = say("loot with {name}", name=self.table.players[partner])
                (kept if {seat, partner} <= made else lost).append((LOOT, with_whom))
        return tuple(kept), tuple(lost)

    def _made(self, entry: Entry) -> set[int]:
        return {attempt.seat for attempt in self.attempts(entry) if attempt.made}

    @property
    def outlook(self) -> Outlook | None:
        found = super().outlook
        return found and replace(found, loose=True)

    def range_of(self, attempt: Attempt) -> Range:
        """With every bonus card of the pack wherever a trick was taken."""
        fired = {False, self.options.cannonballs} if self.bids is None else {attempt.seat in self.cannonballs}
        bare = [score(attempt, options=self.options, cannonball=each).points for each in fired]
        held = sum(bonus.points * bonus.most for bonus in self.bonuses) if attempt.tricks else 0
        kept = [int(held * share_of_bonus(attempt, self.options, cannonball=each)) for each in fired]
        loot = LOOT * LOOT_CARDS if self.loot and attempt.made else 0
        return Range(min(bare), max(map(sum, zip(bare, kept, strict=True))) + loot)

    # Words.

    def before_bids(self) -> Message:
        return say("Everyone bids at once: yo-ho-ho!")

    @property
    def sentences(self) -> tuple[Message, ...]:
        if self.over or not self.haunted:
            return super().sentences
        return (*super().sentences, say("Deal a third hand to the ghost. Its tricks go to nobody."))

    @property
    def ending(self) -> Message:
        if len(self.winners) == 1:
            return super().ending
        text = say("In the newest rule book, tied players play another round. Here they share the win.")
        return bare("{ending} {level}", ending=super().ending, level=text)


def _told_of_bonus(result: Score) -> Message:
    kept = (say("bonus {points}", points=signed(result.bonus)),) if result.kept else ()
    return listed(*kept, *((_not_counted(result.lost),) if result.lost else ()))


def _not_counted(lost: tuple[Part, ...]) -> Message:
    return say("not counted: {what}", what=listed(*(written(part) for part in lost)))
