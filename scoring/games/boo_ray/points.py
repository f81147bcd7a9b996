"""What a deal of Boo-Ray gives a player: the chips with their working, and the facts that statistics count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scoring.games.boo_ray.contests import CHOICES, LETTERS, Contest
from scoring.insights.facts import Fact, several_of, yes_or_no
from scoring.message import bare, say, signed
from scoring.sheets.values import Cell, Outcome, Sign

COUNTED = {
    "entered": (say("Games entered"), tuple(Outcome)),
    "won": (say("Games won"), (Outcome.WON, Outcome.ALONE)),
    "alone": (say("Games won uncontested"), (Outcome.ALONE,)),
    "drawn": (say("Games drawn"), (Outcome.DRAWN,)),
    "lost": (say("Games lost"), (Outcome.LOST,)),
}
"""The facts that are a list of games, with the outcomes that put a game into it."""
FACT_KINDS = (
    *(several_of(name, label, *CHOICES) for name, (label, _) in COUNTED.items()),
    yes_or_no("out", say("Stayed out")),
    yes_or_no("dealt", say("Dealt"), yes=say("as dealer"), no=say("otherwise")),
)


def facts_of(contests: Sequence[Contest], *, seats: Iterable[int], dealer: int) -> Mapping[str, Mapping[int, Fact]]:
    """The facts of a deal by the seats that play; their games are in the order of play."""
    went = {seat: {each.game: each.outcome(seat) for each in contests if seat in each.entrants} for seat in seats}
    games = {
        name: {seat: tuple(game for game, outcome in own.items() if outcome in outcomes) for seat, own in went.items()}
        for name, (_, outcomes) in COUNTED.items()
    }
    return {
        **games,
        "out": {seat: not own for seat, own in went.items()},
        "dealt": {seat: seat == dealer for seat in went},
    }


def cell_of(seat: int, contests: Sequence[Contest], *, ante: int, pot: int) -> Cell:
    """The scorecard cell of a seat, with its working; `pot` is counted with all antes, and each loser pays as much.

    The winners share it in whole chips, game by game; but 「もし勝者が1人しかいない場合は、全てのポッドを獲得します」,
    be it of several games.
    """
    own = [each for each in contests if seat in each.entrants]
    won = [each for each in contests if each.winner is not None]
    only_winner = bool(won) and all(each.winner == seat for each in won)
    moves = [(-ante, say("ante {points}", points=signed(-ante)))]
    if only_winner:
        games = tuple(each.named_for(seat) for each in won)
        moves.append((pot, say("{games} won {points} (the whole pot)", games=games, points=signed(pot))))
    for each in own:
        game = each.named_for(seat)
        if each.winner != seat:
            points = -pot if each.pays(seat) else 0
            text = say("{game} drawn {points}") if each.winner is None else say("{game} lost {points}")
            moves.append((points, text.of(game=game, points=signed(points))))
        elif not only_winner:
            points, rest = divmod(pot, len(won))
            division = bare("{pot} ÷ {games}", pot=pot, games=len(won))
            if rest:
                division = say("{division}, the rest stays in the pot", division=division)
            text = say("{game} won {points} ({division})", game=game, points=signed(points), division=division)
            moves.append((points, text))
    total = sum(points for points, _ in moves)
    return Cell(
        points=total,
        working=bare(
            "{parts}: {points}",
            parts=(*(text for _, text in moves), *([] if own else [say("stayed out")])),
            points=signed(total),
        ),
        outcome=None if own else Outcome.OUT,
        signs=tuple(Sign(letter=LETTERS[each.game], of=each.name, outcome=each.outcome(seat)) for each in own),
    )
