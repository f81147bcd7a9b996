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
from tests.support.examples import examples
from tests.support.games import play_on, random_answer, random_session

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
        return self.after.rows[-1].points[seat]

    def fact(self, name: str, seat: int) -> Any:
        return self.after.rows[-1].fact(name, seat)

    def deals_won(self, seat: int) -> int:
        """How many of the deals that were left a side got something of."""
        return sum(row.points[seat] > 0 for row in self.last.rows[len(self.said.rows) :])


Claim = Callable[[End, int, dict[str, Any]], bool]


def fitting(numbers: object) -> Callable[[int], bool]:
    """Whether a number is among those that a text tells: "0 or 2 to 4 or 7 or more tricks"."""
    found = re.findall(r"(\d+) or more|(\d+) or fewer|(\d+) to (\d+)|(\d+)", str(numbers))
    ranges = [
        (int(least or first or one or 0), int(most or last or one or 99)) for least, most, first, last, one in found
    ]
    return lambda number: any(least <= number <= most for least, most in ranges)


def only_if(condition: Callable[[End, int, dict[str, Any]], bool]) -> Claim:
    return lambda end, seat, params: condition(end, seat, params) or not end.won(seat)


def if_so(condition: Callable[[End, int, dict[str, Any]], bool]) -> Claim:
    return lambda end, seat, params: end.won(seat) or not condition(end, seat, params)


def made(end: End, seat: int, params: dict[str, Any]) -> bool:
    return bool(end.fact("made", seat)) and fitting(params.get("bids", "0 or more"))(end.fact("bid", seat))


def enough(end: End, seat: int, params: dict[str, Any]) -> bool:
    took: int = end.fact("tricks", seat)
    return fitting(params["tricks"])(took)


def perhaps(end: End, seat: int, params: dict[str, Any]) -> bool:
    return enough(end, seat, params) or fitting(params["others"])(end.fact("tricks", seat))


def points(end: End, seat: int, params: dict[str, Any]) -> bool:
    return bool(end.gained(seat) >= params["n"])


def a_win(end: End, seat: int, params: dict[str, Any]) -> bool:
    return bool(end.fact("won", seat))


def so_many(end: End, seat: int, params: dict[str, Any]) -> bool:
    return bool(end.deals_won(seat) >= params["wins"])


def all_left(end: End, seat: int, params: dict[str, Any]) -> bool:
    return bool(end.deals_won(seat) == params["n"])


def winner_of_buki(end: End) -> str:
    won = [seat for seat in end.said.table.seats if end.fact("result", seat) == "won"]
    return end.said.table.players[won[0]] if won else "nobody"


def by_one_of(end: End, seat: int, params: dict[str, Any]) -> bool:
    who = params.get("who", params["name"])
    return winner_of_buki(end) in str(who).split(" or ")


def another_win(end: End, seat: int, params: dict[str, Any]) -> bool:
    before, after = (getattr(sheet, "wins", None) for sheet in (end.said, end.after))
    assert before is not None and after is not None, "only Boo-Ray says it"
    return bool(before[seat] != after[seat])


CLAIMS: dict[str, tuple[Claim, ...]] = {
    "{name} needs {n} point or more this month to win.": (if_so(points), only_if(points)),
    "{name} win with {n} point or more this round, whatever the others score.": (if_so(points),),
    "{name} wins the game with one more win.": (if_so(another_win),),
    "{name} wins the game by winning this deal.": (if_so(a_win),),
    "{name} win the game with {wins} of the {left} deals left.": (if_so(so_many), only_if(so_many)),
    "{name} share the win if they win this deal.": (if_so(all_left), only_if(all_left)),
    "{name} wins by winning this game.": (if_so(by_one_of), only_if(by_one_of)),
    "{name} wins if {who} wins this game.": (if_so(by_one_of), only_if(by_one_of)),
    "{name} wins by making any bid.": (if_so(made),),
    "{name} wins by making a bid of {bids}.": (if_so(made),),
    "{name} can only win by making their bid.": (only_if(made),),
    "{name} can only win by making a bid of {bids}.": (only_if(made),),
    "{name} wins with {tricks}, and could win with {others}.": (if_so(enough), only_if(perhaps)),
    "{name} wins with {tricks}.": (if_so(enough), only_if(enough)),
    "{name} can only win with {tricks}.": (only_if(enough),),
}
"""What every sentence about what somebody needs must hold to."""


def late(slug: str, seed: int) -> Iterator[Sheet[Any]]:
    """Sheets near the end of random games, by random house rules and often with adjustments on them."""
    game, rng = find_game(slug), random.Random(f"late {slug} {seed}")
    session = random_session(game, rng, most=5)
    sheet = game.start(session)
    # Who holds much is not out before the last month.
    for side in sheet.sides if rng.random() < 0.5 else ():
        sheet = enter(sheet, lent(side, 5_000))
    play = play_on(session, (sheet,), rng)
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
        telling = (sheet for sheet in late(slug, seed) if chances(sheet).told or chances(sheet).needs)
        for sheet, _ in zip(telling, range(STATES), strict=False):
            for end in filter(None, (played_on(sheet, rng) for _ in range(PLAY_OUTS))):
                holds(end)


def holds(end: End) -> None:
    outlook = end.said.outlook
    assert all(end.won(side[0]) for side in outlook.safe), (end.said, outlook)
    assert not any(end.won(side[0]) for side in outlook.out), (end.said, outlook)
    for need in chances(end.said).needs:
        seats = named(need, end.said)
        assert seats
        for seat in seats:
            for claim in CLAIMS[need.text]:
                assert claim(end, seat, dict(need.params)), (str(need), end.said, end.last.totals)
