"""What is said of the end is never false: games of every kind are played on at random from where it was said."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from scoring.catalogue import all_games, find_game
from scoring.core import enter
from scoring.insights.chances import chances
from scoring.message import Message, Points
from scoring.sheets.extras import MAX_ADJUSTMENT
from scoring.sheets.sheet import Sheet
from tests.kit.examples import examples
from tests.kit.games import entry_or_change, play_on, random_answer, random_entry, random_session

SEEDS = examples(30)
STATES, PLAY_OUTS = 2, 5
"""So many sheets of a game on which something is said, and so many ends of each."""
LATE = 4
"""Before so many of the last entries it is looked at: earlier hardly anything is certain."""
LONGEST = 40


@dataclass(frozen=True)
class End:
    """A game that was played on: the sheet on which something was said, that after the deal in play, and the last."""

    said: Sheet[Any]
    after: Sheet[Any]
    last: Sheet[Any]

    def won(self, seat: int) -> bool:
        return seat in self.last.winners

    def gained(self, seat: int) -> Points:
        """What a seat gained in the deal in play, of what decides the game."""
        side = self.said.side_of(seat)
        return self.after.ranking_score(side) - self.said.ranking_score(side)


Claim = Callable[[bool, bool], bool]
CLAIMS: dict[str, Claim] = {
    "{name} wins with {worth} or more in {deal}.": lambda enough, won: won or not enough,
    "{name} needs {worth} or more in {deal} to win.": lambda enough, won: enough or not won,
}
"""What every sentence about what somebody needs must hold to: whether they gained so much, and won."""


def late(slug: str, seed: int) -> Iterator[Sheet[Any]]:
    """Sheets near the end of random games, some at changing tables, by random house rules, often with adjustments."""
    game, rng = find_game(slug), random.Random(f"late {slug} {seed}")
    session = random_session(game, rng, most=5)
    sheet = game.start(session)
    # Who holds much is not out before the last month.
    for side in sheet.sides if rng.random() < 0.5 else ():
        sheet = enter(sheet, lent(side, 5_000))
    play = play_on(session, (sheet,), rng, entry=rng.choice((random_entry, entry_or_change)))
    for before in rng.sample(play.sheets[-LATE - 1 : -1], min(LATE, len(play.sheets) - 1)):
        sheet = before
        for _ in range(rng.choice((0, 1, 2, 2))):
            sheet = enter(sheet, adjustment(sheet, rng))
        yield sheet


def adjustment(sheet: Sheet[Any], rng: random.Random) -> dict[str, Any]:
    """One by which a side comes near another, or far below nothing."""
    side = rng.choice(sheet.sides)
    other = rng.choice(sheet.sides)
    between = int(sheet.totals[other[0]] - sheet.totals[side[0]])
    held = int(sheet.totals[side[0]])
    return lent(side, rng.choice((between, -between, -held, -2 * held, 0)) + rng.randint(-12, 12))


def lent(side: tuple[int, ...], amount: int) -> dict[str, Any]:
    amount = min(max(amount, -MAX_ADJUSTMENT), MAX_ADJUSTMENT) or 1
    return {"step": "adjustment", "seat": side[0], "amount": amount, "reason": "lent"}


def played_on(sheet: Sheet[Any], rng: random.Random) -> End | None:
    """The game played to its own end; None where it has none."""
    after, last = None, sheet
    for _ in range(LONGEST):
        assert last.ask is not None
        last = enter(last, random_answer(last, last.ask, rng))
        if after is None and len(last.rows) > len(sheet.rows):
            after = last
        if last.over:
            assert after is not None
            return End(sheet, after, last)
    return None


def named(need: Message, sheet: Sheet[Any]) -> list[int]:
    """The first seats of the sides that a sentence speaks of."""
    name = str(dict(need.params)["name"])
    return [side[0] for side in sheet.sides if str(sheet.name_of_side(side)) in re.split(", | and ", name)]


@pytest.mark.parametrize("slug", all_games())
def test_what_is_said_of_the_end_is_never_false(slug: str) -> None:
    for seed in range(SEEDS):
        rng = random.Random(f"ends {slug} {seed}")
        telling = (sheet for sheet in late(slug, seed) if chances(sheet).messages or chances(sheet).needs)
        for sheet, _ in zip(telling, range(STATES), strict=False):
            for end in filter(None, (played_on(sheet, rng) for _ in range(PLAY_OUTS))):
                holds(end)


def holds(end: End) -> None:
    said = chances(end.said)
    assert all(end.won(side[0]) for side in said.safe), (end.said, said)
    assert not any(end.won(side[0]) for side in said.out), (end.said, said)
    for need in said.needs:
        worth: Any = dict(need.params)["worth"]
        (seat,) = named(need, end.said)
        enough = end.gained(seat) >= dict(worth.params)["n"]
        assert CLAIMS[need.text](enough, end.won(seat)), (str(need), end.said, end.last.totals)
