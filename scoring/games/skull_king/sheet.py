"""The score sheet of Skull King: what a bid and its bonuses score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

from scoring.entry.choices import Choice, PickMany, SeatPick
from scoring.entry.fields import Field, Number, Own
from scoring.entry.reading import Records
from scoring.errors import Problem
from scoring.families.exact_bid_sheet import ExactBidSheet
from scoring.families.exact_bids import BREAKDOWNS, FACT_KINDS, Attempt, ScoreTerm, points_of, terms_in_words
from scoring.games.skull_king.bonuses import (
    ALLIANCES,
    BONUSES,
    KING,
    LOOT,
    LOOT_CARDS,
    PIRATES,
    Bonus,
    alliances,
    caught,
    check_bonuses,
    trick_size,
)
from scoring.games.skull_king.options import SkullKingOptions
from scoring.insights.facts import POINTS, Breakdown, Fact, number, yes_or_no
from scoring.message import Message, Words, bare, joined, listed, say, signed, together
from scoring.sheets.values import Cell, Doubt, Entry, Range

PACK = {"current": 70, "old": 66}
"""The number of cards in the pack, without the expansion."""

GHOST = 2
"""The number of players at which a ghost plays a third hand and keeps its tricks."""

TRICK = 20
MISS = 10
CARD = 10
CANNONBALL_CARD = 15
WHOLE, HALF, NOTHING = Fraction(1), Fraction(1, 2), Fraction(0)


def score_of_bid(attempt: Attempt, options: SkullKingOptions, *, cannonball: bool = False) -> tuple[int, str, Fraction]:
    """The points of a bid, their sum in words, and the share of its bonuses that counts, but for loot.

    Standard scoring: 20 for each trick of a made bid, −10 for each trick off; for a bid of 0, ±10 for each card dealt.

    >>> standard = SkullKingOptions()
    >>> [score_of_bid(Attempt(0, bid=2, tricks=tricks, hand=5), standard)[:2] for tricks in (2, 4)]
    [(40, '2 × 20'), (-20, '−10 × 2')]
    >>> [score_of_bid(Attempt(0, bid=0, tricks=tricks, hand=9), standard)[:2] for tricks in (0, 2)]
    [(90, '9 × 10'), (-90, '−10 × 9')]

    Rascal scoring: 10 for each card dealt if exact, half if off by one; with a cannonball 15 if exact, else nothing.

    >>> rascal, exact, missed = SkullKingOptions(scoring="rascal"), Attempt(0, 3, 3, hand=6), Attempt(0, 3, 4, hand=6)
    >>> [score_of_bid(each, rascal)[:2] for each in (exact, missed)]
    [(60, '6 × 10'), (30, '6 × 5')]
    >>> [score_of_bid(each, rascal, cannonball=True)[:2] for each in (exact, missed)]
    [(90, '6 × 15'), (0, '')]
    """
    rascal, hand = options.scoring == "rascal", attempt.hand
    share = WHOLE if attempt.made else HALF if rascal and attempt.off == 1 and not cannonball else NOTHING
    if rascal:
        worth = int((CANNONBALL_CARD if cannonball else CARD) * share)
        points, sum_of = worth * hand, f"{hand} × {worth}" if worth else ""
    elif attempt.bid == 0:
        points, sum_of = (hand * CARD, f"{hand} × {CARD}") if attempt.made else (-CARD * hand, f"−{CARD} × {hand}")
    elif attempt.made:
        points, sum_of = attempt.tricks * TRICK, f"{attempt.tricks} × {TRICK}"
    else:
        points, sum_of = -MISS * attempt.off, f"−{MISS} × {attempt.off}"
    return points, sum_of, WHOLE if options.missed_bonus else share


NOT_COUNTED = say("not counted")


@dataclass(frozen=True, kw_only=True)
class SkullKingSheet(ExactBidSheet[SkullKingOptions]):
    """A score sheet of Skull King; `cannonballs` are the seats that bid with one this round.

    Tied players share the win: the first rules don't say, and the newest rule book plays another round, for which this
    sheet has no step.
    """

    player_counts = tuple(range(2, 9))
    fact_kinds = (
        *FACT_KINDS,
        number("bonus", say("Bonus points kept")),
        yes_or_no("cannonball", say("Cannonball")),
    )
    breakdowns = (*BREAKDOWNS, Breakdown(POINTS, by="cannonball"))
    usual_hands = tuple(range(1, 11))
    """One more card in each of ten rounds, as far as the pack goes."""
    loose = True

    cannonballs: tuple[int, ...] = ()

    @property
    def pack(self) -> int:
        return PACK[self.options.edition]

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
        return (PickMany(name="cannonballs", label=say("Cannonball"), choices=players, of_seats=True, optional=True),)

    @property
    def beside_tricks(self) -> tuple[Field, ...]:
        seats = self.table.playing
        counts = tuple(
            Number(
                name=bonus.slug,
                label=bonus.label,
                help=bare("+{points}", points=bonus.points),
                seats=seats,
                low=0,
                # All pirates are in the one trick that the Skull King took.
                high=min(bonus.most, trick_size(self.table) - 1) if bonus is PIRATES else bonus.most,
                optional=True,
                own=Own.ANY_TIME,
            )
            for bonus in self.bonuses
        )
        if not self.loot:
            return counts
        return (
            *counts,
            Records(
                name=ALLIANCES,
                label=say("Loot alliances"),
                help=bare("+{points}", points=LOOT),
                fields=(
                    SeatPick(name="played", label=say("Played by"), among=seats),
                    SeatPick(name="took", label=say("Taken by"), among=seats),
                ),
                most=LOOT_CARDS,
                one=say("Loot"),
            ),
        )

    def check(self, entry: Entry) -> Iterator[Problem]:
        yield from super().check(entry)
        if entry.step == "tricks":
            yield from check_bonuses(self.bonuses, entry, self.table)

    def doubt(self, entry: Entry) -> Doubt | None:
        """No question with a ghost, whose tricks are missing in every round."""
        return None if self.haunted else super().doubt(entry)

    def partial_news(self, entry: Entry) -> Mapping[str, Words]:
        """Each seat's bonus in words, its points that count, and the loot, even while the tricks don't add up."""
        if self.bids is None or not entry.get("tricks") or None in entry["tricks"]:
            return {}
        news: dict[str, Message] = {}
        for attempt in self.attempts(entry):
            kept, lost = self.bonus_of(attempt, entry)
            points = signed(points_of(kept))
            if kept or lost:
                counted = (say("bonus {points}", points=points),) if kept else ()
                dropped = (_not_counted(lost),) if lost else ()
                news[f"bonus-{attempt.seat}"] = listed(*counted, *dropped)
                news[f"kept-{attempt.seat}"] = bare("{points}", points=points)
        pairs, made = list[Message](), self._made(entry)
        for played, took, why in alliances(entry, self.table):
            names = together(self.table.players[played], self.table.players[took])
            each = say("{names} {points} each", names=names, points=signed(LOOT))
            pairs.append(
                why or (each if {played, took} <= made else bare("{names}: {lost}", names=names, lost=NOT_COUNTED))
            )
        return news | ({ALLIANCES: listed(*pairs)} if pairs else {})

    # Scoring.

    def write_step(self, entry: Entry) -> Self:
        after = super().write_step(entry)
        return replace(after, cannonballs=tuple(int(seat) for seat in entry.get("cannonballs") or ()))

    def points(self, attempt: Attempt, entry: Entry) -> tuple[int, Words]:
        points, sum_of, _ = score_of_bid(attempt, self.options, cannonball=attempt.seat in self.cannonballs)
        kept, _ = self.bonus_of(attempt, entry)
        terms = (*((sum_of,) if sum_of else ()), *terms_in_words(kept))
        return points + points_of(kept), joined("+", *terms) if terms else ""

    def bonus_of(self, attempt: Attempt, entry: Entry) -> tuple[list[ScoreTerm], list[ScoreTerm]]:
        """The bonuses of a seat that count, and those that don't; loot counts if both made their bids."""
        kept, lost = list[ScoreTerm](), list[ScoreTerm]()
        _, _, share = score_of_bid(attempt, self.options, cannonball=attempt.seat in self.cannonballs)
        for bonus in self.bonuses:
            if n := caught(bonus, entry, self.table).get(attempt.seat):
                what = bonus.named.of(n=n)
                if share == HALF:
                    what = bare("{half}: {what}", half=say("half"), what=what)
                # All bonuses are even; one that doesn't count is given whole.
                (kept if share else lost).append((int(bonus.points * n * (share or WHOLE)), what))
        made = self._made(entry)
        for played, took, why in alliances(entry, self.table):
            if attempt.seat in (played, took) and not why:
                ally = self.table.players[took if attempt.seat == played else played]
                (kept if {played, took} <= made else lost).append((LOOT, say("loot with {name}", name=ally)))
        return kept, lost

    def _made(self, entry: Entry) -> set[int]:
        return {attempt.seat for attempt in self.attempts(entry) if attempt.made}

    def cell(self, attempt: Attempt, entry: Entry) -> Cell:
        cell = super().cell(attempt, entry)
        working = listed(say("cannonball"), cell.working) if attempt.seat in self.cannonballs else cell.working
        _, lost = self.bonus_of(attempt, entry)
        if lost:
            working = bare("{working}; {lost}", working=working, lost=_not_counted(lost))
        return replace(cell, working=working)

    def facts(self, attempt: Attempt, entry: Entry) -> Mapping[str, Fact | None]:
        kept, _ = self.bonus_of(attempt, entry)
        return {
            **super().facts(attempt, entry),
            "bonus": points_of(kept),
            "cannonball": attempt.seat in self.cannonballs if self.options.cannonballs else None,
        }

    def happened(self, entry: Entry) -> tuple[Message, ...]:
        return tuple(
            say("{name}’s mermaid took the Skull King", name=self.table.players[seat])
            for seat in caught(KING, entry, self.table)
        )

    def range_of(self, attempt: Attempt) -> Range:
        """With every bonus card of the pack wherever a trick was taken."""
        fired = {False, self.options.cannonballs} if self.bids is None else {attempt.seat in self.cannonballs}
        scores = [score_of_bid(attempt, self.options, cannonball=each) for each in fired]
        held = sum(bonus.points * bonus.most for bonus in self.bonuses) if attempt.tricks else 0
        loot = LOOT * LOOT_CARDS if self.loot and attempt.made else 0
        return Range(
            min(points for points, _, _ in scores),
            max(points + int(held * share) for points, _, share in scores) + loot,
        )

    # Words.

    def before_bids(self) -> Message:
        return say("Everyone bids at once: yo-ho-ho!")

    @property
    def deal_sentences(self) -> tuple[Message, ...]:
        ghost = say("Deal a third hand to the ghost. Its tricks go to nobody.")
        return (*super().deal_sentences, ghost) if self.haunted else super().deal_sentences

    @property
    def ending(self) -> Message:
        if len(self.winners) == 1:
            return super().ending
        return bare(
            "{ending} {level}",
            ending=super().ending,
            level=say("In the newest rule book, tied players play another round. Here they share the win."),
        )


def _not_counted(lost: Sequence[ScoreTerm]) -> Message:
    return bare("{lost}: {what}", lost=NOT_COUNTED, what=listed(*terms_in_words(lost)))
