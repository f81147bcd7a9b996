"""The score of a bid in both ways of scoring, and the share of its bonus that counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from scoring.families.exact_bids import Attempt
from scoring.games.skull_king.bonuses import Part
from scoring.games.skull_king.options import SkullKingOptions
from scoring.message import Message, Words, bare, say

TRICK = 20
MISS = 10
CARD = 10
HALF_CARD = 5
CANNONBALL_CARD = 15
WHOLE, HALF, NOTHING = Fraction(1), Fraction(1, 2), Fraction(0)


@dataclass(frozen=True, slots=True)
class Score:
    """A seat's score for a round: the bid with its sum in words, and the bonuses.

    `kept` bonuses count, `lost` ones don't.
    """

    bid: int
    sum_of: str
    kept: tuple[Part, ...] = ()
    lost: tuple[Part, ...] = ()

    @property
    def points(self) -> int:
        return self.bid + self.bonus

    @property
    def bonus(self) -> int:
        return added(self.kept)

    @property
    def sum_in_words(self) -> Words:
        """The whole sum: "2 × 20 + 30 (pirate)"."""
        terms: list[Words] = [self.sum_of] if self.sum_of else []
        terms += [written(part) for part in self.kept]
        return reduce(lambda one, other: bare("{one} + {other}", one=one, other=other), terms) if terms else ""


def standard(attempt: Attempt) -> tuple[int, str]:
    """Standard scoring: 20 for each trick of a made bid, −10 for each trick off; for a bid of 0, ±10 for each card
    dealt.

    >>> standard(Attempt(0, bid=2, tricks=2, hand=5)), standard(Attempt(0, bid=2, tricks=4, hand=5))
    ((40, '2 × 20'), (-20, '−10 × 2'))
    >>> standard(Attempt(0, bid=0, tricks=0, hand=7)), standard(Attempt(0, bid=0, tricks=2, hand=9))
    ((70, '7 × 10'), (-90, '−10 × 9'))
    """
    if attempt.bid == 0:
        points = CARD * attempt.hand
        return (points, f"{attempt.hand} × {CARD}") if attempt.made else (-points, f"−{CARD} × {attempt.hand}")
    if attempt.made:
        return TRICK * attempt.tricks, f"{attempt.tricks} × {TRICK}"
    return -MISS * attempt.off, f"−{MISS} × {attempt.off}"


def rascal(attempt: Attempt, *, cannonball: bool) -> tuple[int, str]:
    """Rascal scoring: 10 for each card dealt if exact, half if off by one; with a cannonball 15 if exact, else nothing.

    >>> rascal(Attempt(0, bid=3, tricks=3, hand=6), cannonball=False)
    (60, '6 × 10')
    >>> rascal(Attempt(0, bid=3, tricks=3, hand=6), cannonball=True)
    (90, '6 × 15')
    >>> [rascal(Attempt(0, bid=3, tricks=4, hand=6), cannonball=each) for each in (False, True)]
    [(30, '6 × 5'), (0, '')]
    """
    worth = {0: CANNONBALL_CARD if cannonball else CARD, 1: 0 if cannonball else HALF_CARD}.get(attempt.off, 0)
    return (worth * attempt.hand, f"{attempt.hand} × {worth}") if worth else (0, "")


def share_of_bonus(attempt: Attempt, options: SkullKingOptions, *, cannonball: bool) -> Fraction:
    """The share of the bonus that counts: all with a made bid, half where Rascal scoring gives half, else none."""
    if attempt.made or options.missed_bonus:
        return WHOLE
    return HALF if options.rascal and attempt.off == 1 and not cannonball else NOTHING


def score(
    attempt: Attempt,
    *,
    caught: Sequence[Part] = (),
    loot: Sequence[Part] = (),
    lost_loot: Sequence[Part] = (),
    options: SkullKingOptions,
    cannonball: bool = False,
) -> Score:
    """The score of one seat; `loot` are its alliances in which both made their bids, `lost_loot` the others."""
    points, sum_of = rascal(attempt, cannonball=cannonball) if options.rascal else standard(attempt)
    share = share_of_bonus(attempt, options, cannonball=cannonball)
    if share == NOTHING:
        return Score(points, sum_of, kept=tuple(loot), lost=(*caught, *lost_loot))
    kept = tuple(caught) if share == WHOLE else tuple(halved(part) for part in caught)
    return Score(points, sum_of, kept=(*kept, *loot), lost=tuple(lost_loot))


def halved(part: Part) -> Part:
    """Half of a bonus; all bonuses are even."""
    points, what = part
    return points // 2, bare("{half}: {what}", half=say("half"), what=what)


def added(parts: Sequence[Part]) -> int:
    return sum(points for points, _ in parts)


def written(part: Part) -> Message:
    """A bonus as a term of a sum: "30 (pirate)"."""
    points, what = part
    return bare("{points} ({what})", points=points, what=what)
