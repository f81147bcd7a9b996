"""Settles a deal: who takes from the pot and who pays into it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.message import Message, Words, bare, say, signed
from scoring.sheets.values import Cell, Outcome, Sign

BOO_RAY, LOW_SHIT, KALO = "boo-ray", "low-shit", "kalo"
PLAYED = (BOO_RAY, LOW_SHIT, KALO)
"""The games in the order of play."""
NAMES: Mapping[str, Message] = {BOO_RAY: say("Boo-Ray"), LOW_SHIT: say("Low-Shit"), KALO: say("KALO")}
LETTERS: Mapping[str, Message] = {BOO_RAY: say("B"), LOW_SHIT: say("L"), KALO: say("K")}


@dataclass(frozen=True, slots=True)
class Game:
    """One of the three games, with its name and its sign on the scorecard."""

    value: str
    label: Message
    letter: Message


GAMES = tuple(Game(game, NAMES[game], LETTERS[game]) for game in (LOW_SHIT, KALO, BOO_RAY))
"""In the order in which the chips are asked."""
LEGEND = tuple((LETTERS[game], NAMES[game]) for game in PLAYED)


@dataclass(frozen=True, kw_only=True)
class Decided:
    """A decided game: its entrants, the best of them (several: drawn), and what each showed, if entered."""

    game: str
    entrants: tuple[int, ...]
    best: tuple[int, ...]
    shown: Mapping[int, Words] = field(default_factory=dict)

    @property
    def winner(self) -> int | None:
        return self.best[0] if len(self.best) == 1 else None

    def pays(self, seat: int, *, drawn: str) -> bool:
        """Whether a seat pays the counted pot for this game; `drawn` is the house rule for a drawn one."""
        if seat not in self.entrants or seat == self.winner:
            return False
        if self.winner is not None or drawn == "all-pay":
            return True
        return drawn == "others-pay" and seat not in self.best

    def went(self, seat: int, *, drawn: str) -> Outcome:
        """The outcome for an entrant; paying for a game that others drew counts as lost."""
        if seat == self.winner:
            return Outcome.ALONE if self.entrants == (seat,) else Outcome.WON
        return Outcome.LOST if seat not in self.best and self.pays(seat, drawn=drawn) else Outcome.DRAWN

    def told(self, players: Sequence[str]) -> Message:
        """A message on who won with what."""
        shown = self.shown[self.best[0]]
        if self.winner is None:
            return say("Drawn: {shown}", shown=shown)
        return say("{name} wins: {shown}", name=players[self.winner], shown=shown)

    def named_for(self, seat: int) -> Message:
        if seat in self.shown:
            return say("{game} with {shown}", game=NAMES[self.game], shown=self.shown[seat])
        return NAMES[self.game]


@dataclass(frozen=True, kw_only=True)
class Settlement:
    """A deal in chips: the ante, the pot with all antes, and the decided games."""

    ante: int
    pot: int
    outcomes: tuple[Decided, ...]
    drawn: str

    @property
    def won(self) -> tuple[Decided, ...]:
        return tuple(outcome for outcome in self.outcomes if outcome.winner is not None)

    @property
    def only_winner(self) -> int | None:
        """The only winner, of one game or several: 「もし勝者が1人しかいない場合は、全てのポッドを獲得します」."""
        winners = {outcome.winner for outcome in self.won}
        return winners.pop() if len(winners) == 1 else None

    @property
    def share(self) -> int:
        """The chips for a won game: the winners share the pot in whole chips.

        >>> ann, ben = (Decided(game=BOO_RAY, entrants=(seat,), best=(seat,)) for seat in (0, 1))
        >>> Settlement(ante=1, pot=11, outcomes=(ann, ben), drawn="all-pay").share
        5
        """
        return self.pot // len(self.won)

    def cell(self, seat: int) -> Cell:
        """The scorecard cell of a seat, with its working."""
        games = [outcome for outcome in self.outcomes if seat in outcome.entrants]
        moves = [(-self.ante, say("ante {points}", points=signed(-self.ante))), *self._moves(seat, games)]
        points = sum(each for each, _ in moves)
        parts = [part for _, part in moves] + ([] if games else [say("stayed out")])
        return Cell(
            points=points,
            working=bare("{parts}: {points}", parts=tuple(parts), points=signed(points)),
            outcome=None if games else Outcome.OUT,
            signs=tuple(
                Sign(letter=LETTERS[each.game], of=NAMES[each.game], outcome=each.went(seat, drawn=self.drawn))
                for each in games
            ),
        )

    def _moves(self, seat: int, games: Sequence[Decided]) -> Iterator[tuple[int, Message]]:
        """The chips that each game moved, with the words for it."""
        won = [outcome for outcome in games if outcome.winner == seat]
        if won and seat == self.only_winner:
            named = tuple(outcome.named_for(seat) for outcome in won)
            yield self.pot, say("{games} won {points} (the whole pot)", games=named, points=signed(self.pot))
        for outcome in games:
            if outcome.winner == seat:
                if seat != self.only_winner:
                    yield self.share, self._said_share(outcome.named_for(seat))
                continue
            points = -self.pot if outcome.pays(seat, drawn=self.drawn) else 0
            lost = say("{game} lost {points}", game=outcome.named_for(seat), points=signed(points))
            drawn = say("{game} drawn {points}", game=outcome.named_for(seat), points=signed(points))
            yield points, lost if outcome.winner is not None else drawn

    def _said_share(self, game: Message) -> Message:
        division = bare("{pot} ÷ {games}", pot=self.pot, games=len(self.won))
        if self.pot % len(self.won):
            division = say("{division}, the rest stays in the pot", division=division)
        return say("{game} won {points} ({division})", game=game, points=signed(self.share), division=division)
