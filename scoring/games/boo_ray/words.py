"""Words for a deal of Boo-Ray: who entered what, how each game went, what that changed."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.games.boo_ray.settle import LETTERS, NAMES, PLAYED, Decided
from scoring.message import Message, Points, bare, listed, say, signed

ALONE = 1


def games_of_player(games: Sequence[str]) -> Message:
    """The games of a player: one by its name, several by their scorecard letters."""
    if not games:
        return say("out")
    return NAMES[games[0]] if len(games) == ALONE else listed(*(LETTERS[game] for game in games))


def entries(players: Sequence[str], entered: Sequence[Sequence[str]]) -> Message:
    """Who entered each game, and who is out; `entered` are the games of each seat."""
    parts = []
    for game in PLAYED:
        names = tuple(name for name, games in zip(players, entered, strict=True) if game in games)
        if len(names) == ALONE:
            parts.append(say("{game} {name} (alone)", game=NAMES[game], name=names[0]))
        elif names:
            parts.append(bare("{game} ({names})", game=NAMES[game], names=names))
    if out := tuple(name for name, games in zip(players, entered, strict=True) if not games):
        parts.append(say("Out: {names}", names=out))
    return listed(*parts)


def decided(outcome: Decided, players: Sequence[str]) -> Message:
    """Who won a game, or who drew it."""
    best = tuple(players[seat] for seat in outcome.best)
    if outcome.winner is None:
        return say("{game} drawn ({names})", game=NAMES[outcome.game], names=best)
    if len(outcome.entrants) == ALONE:
        return say("{game} {name} (alone)", game=NAMES[outcome.game], name=best[0])
    return bare("{game} {name}", game=NAMES[outcome.game], name=best[0])


def deal(
    players: Sequence[str],
    entered: Sequence[Sequence[str]],
    told: tuple[Message, ...],
    points: Sequence[Points],
    *,
    left: int,
) -> Message:
    """How each game went (`told`), what everybody who entered won or lost, and what is left in the pot."""
    changes = tuple(
        bare("{name} {points}", name=name, points=signed(each))
        for name, games, each in zip(players, entered, points, strict=True)
        if games
    )
    if not changes:
        return say("Nobody entered. The pot of {pot} stays, and everyone antes again.", pot=left)
    return say("{changes}. In the pot: {pot}. {games}.", changes=changes, pot=left, games=told)
