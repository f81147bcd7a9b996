"""The score sheet of Boo-Ray: each deal first the games entered, then their winners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from scoring.entry.choices import Choice, Pick, PickMany
from scoring.entry.fields import Field, Own
from scoring.errors import Problem
from scoring.families.plans import PassingDeal, PlannedLength, reached
from scoring.games.boo_ray.contests import (
    BOO_RAY,
    CHOICES,
    FIELDS,
    LETTERS,
    NAMES,
    OUT_OF_ALL,
    Contest,
    TrickContest,
    cell_of,
    check_hands,
)
from scoring.games.boo_ray.options import FORCED, BooRayOptions
from scoring.insights.facts import DEALT, POINTS, Breakdown, Fact, several_of, yes_or_no
from scoring.message import Message, Points, Words, bare, both, count, listed, plain, say, signed
from scoring.sheets.sheet import EntryValues
from scoring.sheets.values import ABSENT, RESULT, Ask, Declared, Doubt, Entry, Notice, Outcome, Range, Side, Standing

OUT = Choice("none", OUT_OF_ALL)
NOBODY_ENTERED = say("Nobody entered. The pot of {pot} stays, and everyone antes again.")
STAYED_OUT = say("Stayed out")
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
    yes_or_no("out", STAYED_OUT),
    DEALT,
)


class GamePick(Pick):
    """A pick of a game without the choice of staying out."""

    def is_empty(self, raw: object) -> bool:
        return super().is_empty(raw) or raw == OUT.value


@dataclass(frozen=True, kw_only=True)
class BooRaySheet(PassingDeal[BooRayOptions], PlannedLength[BooRayOptions]):
    """A score sheet of Boo-Ray.

    `left` are the chips in the pot between deals, before the next antes; `entered` are the games of each seat in this
    deal, empty while hidden; `pots` are the pots of all deals with their antes. Who reach four wins at once share the
    win, because the rules don't say.
    """

    player_counts = tuple(range(3, 11))
    """「原ルールでは明記されていません」: the table decides."""
    fact_kinds = FACT_KINDS
    breakdowns = tuple(Breakdown(POINTS, by=by) for by in ("entered", "out", "dealt"))
    games: ClassVar[tuple[Choice, ...]] = CHOICES
    letters: ClassVar[Mapping[str, Message]] = LETTERS
    legend = tuple(zip(LETTERS.values(), NAMES.values(), strict=True))

    target_named = "wins"
    """「いずれかのプレイヤーが4勝したらゲーム終了」."""

    left: int = 0
    entered: tuple[tuple[str, ...], ...] = ()
    pots: tuple[int, ...] = ()

    @property
    def opening(self) -> Points:
        return self.options.chips

    @property
    def unowned(self) -> Points:
        return self.left

    # The deal in play.

    @property
    def pot(self) -> int:
        """The pot of this deal with its antes, before anybody takes from it."""
        return self.left + self.options.ante * len(self.table.playing)

    @property
    def doubled(self) -> int:
        """「最初のポッドのチップ数の倍」: twice the pot of the first deal, however many play now."""
        return 2 * (self.pots[0] if self.pots else self.pot - self.left)

    @property
    def forced(self) -> bool:
        """Whether nobody may stay out of this deal."""
        rule = self.options.staying_out
        return rule == "forbidden" or (rule == "until-doubled" and self.pot < self.doubled)

    @cached_property
    def wins(self) -> tuple[int, ...]:
        """The games won by each seat."""
        return tuple(
            sum(len(won) for row in self.deal_rows if isinstance(won := row.fact("won", seat), tuple))
            for seat in self.table.seats
        )

    @cached_property
    def contests(self) -> tuple[Contest, ...]:
        """The games that players entered in this deal, in the order of play."""
        return tuple(
            (TrickContest if game == BOO_RAY else Contest)(
                game=game,
                entrants=entrants,
                players=self.table.players,
                options=self.options,
                best_name=best,
                details_name=details,
            )
            for game, (best, details) in FIELDS.items()
            if (entrants := tuple(seat for seat, games in enumerate(self.entered) if game in games))
        )

    @property
    def undecided(self) -> tuple[Contest, ...]:
        """The games that two or more entered."""
        return tuple(each for each in self.contests if not each.alone)

    def held(self, seat: int) -> Points:
        """The chips before a seat: the ante of this deal lies in the pot, though it is settled with the deal."""
        is_dealt_in = not self.over and seat in self.table.playing
        return self.totals[seat] - (self.options.ante if is_dealt_in else 0)

    # What is asked and written.

    def ask_step(self) -> Ask:
        if self.entered:
            return Ask(
                step="results",
                title=RESULT,
                fields=tuple(field for each in self.undecided for field in each.fields),
                action=self.save_deal,
                called=self.of_deal(RESULT),
            )
        # In seat order, whoever deals, because all show at once.
        shape: dict[str, Any] = {
            "name": "games",
            "label": say("Game"),
            "seats": tuple(sorted(self.table.playing)),
            "singular": say("game"),
            "own": Own.HIDDEN,
        }
        out = tuple(OUT.value if seat in self.table.playing else None for seat in self.table.seats)
        games: Field = Pick(choices=(*CHOICES, OUT), suggested=out, **shape)
        if self.options.several:
            games = PickMany(choices=CHOICES, some=self.forced, **shape)
        elif self.forced:
            games = GamePick(choices=CHOICES, **shape)
        return Ask(
            step="entries",
            title=say("Who plays what?"),
            fields=(games,),
            action=say("Save the entries"),
            called=self.of_deal(say("Entries")),
        )

    @property
    def placeholders(self) -> tuple[EntryValues, ...]:
        if not self.entered:
            return ()  # Who plays what? decides what is asked after it.
        # Who wins all that they entered may end the game; games drawn leave another pot than games won.
        won = (
            {each.best_name: [str(seat if seat in each.entrants else each.entrants[0])] for each in self.undecided}
            for seat, games in enumerate(self.entered)
            if games
        )
        drawn = {
            each.best_name: list(map(str, each.entrants[: max(filter(each.can_tie, range(1, len(each.entrants) + 1)))]))
            for each in self.undecided
        }
        return tuple({"step": "results"} | best for best in (*won, drawn))

    def check(self, entry: Entry) -> Iterator[Problem]:
        if entry.step == "results":
            for each in self.undecided:
                yield from each.check(entry)
            yield from check_hands(self.undecided, entry)

    def doubt(self, entry: Entry) -> Doubt | None:
        """Asks if everybody is out, because an untouched form says that."""
        if entry.step != "entries" or any(map(games_of, entry["games"])):
            return None
        return Doubt(
            question=NOBODY_ENTERED.of(pot=self.pot),
            answer=say("Yes, everyone is out"),
        )

    def partial_news(self, entry: Entry) -> Mapping[str, Words]:
        """What the tricks or hands that are entered come to, of each game."""
        return {name: message for each in self.undecided for name, message in each.partial_news(entry)}

    def write_step(self, entry: Entry) -> Self:
        players = self.table.players
        sheet = self if self.entered else replace(self, entered=tuple(map(games_of, entry["games"])))
        if not self.entered and sheet.undecided:
            out = tuple(players[seat] for seat in sorted(self.table.playing) if not sheet.entered[seat])
            parts = [
                *(each.in_words for each in sheet.contests),
                *([bare("{out}: {names}", out=STAYED_OUT, names=out)] if out else []),
            ]
            return replace(sheet, message=listed(*parts))
        contests = [each.decided(entry) for each in sheet.contests]
        games = tuple(each.in_words for each in contests) or (say("nobody entered"),)
        cells = {seat: cell_of(seat, contests, ante=self.options.ante, pot=self.pot) for seat in self.table.playing}
        left = self.left - sum(int(cell.points) for cell in cells.values())
        changes = tuple(
            bare("{name} {points}", name=players[seat], points=signed(cells[seat].points))
            for seat, games in enumerate(sheet.entered)
            if games
        )
        # By seat, the games in the order of play.
        went = {
            seat: {each.game: each.outcome(seat) for each in contests if seat in each.entrants}
            for seat in self.table.playing
        }
        facts: dict[int, dict[str, Fact]] = {
            seat: {
                **{
                    name: tuple(game for game in own if own[game] in outcomes)
                    for name, (_, outcomes) in COUNTED.items()
                },
                "out": not own,
                "dealt": seat == self.dealer,
            }
            for seat, own in went.items()
        }
        return replace(
            self.with_row(
                about=say("pot {pot}, {dealer} dealt, {games}", pot=self.pot, dealer=players[self.dealer], games=games),
                cells=self.by_seat(cells, absent=ABSENT),
                dealer=self.dealer,
                news=games,
                facts=facts,
            ),
            left=left,
            entered=(),
            pots=(*self.pots, self.pot),
            message=say("{changes}. In the pot: {pot}. {games}.", changes=changes, pot=left, games=games)
            if changes
            else NOBODY_ENTERED.of(pot=left),
        )

    # What the table sees.

    @property
    def deal_notices(self) -> tuple[Notice, ...]:
        return (
            self.dealer_notice,
            Notice("pot", say("Pot"), plain(self.pot), scored=True),
            Notice("wins", say("Wins"), f"{self.most_wins} / {self.target}", scored=True),
            Notice("deal", say("Deal"), str(self.deals + 1)),
        )

    @property
    def deal_sentences(self) -> tuple[Message, ...]:
        if not self.entered:
            lone = say("A player alone in a game wins it at once. Losers pay {pot} into the pot.", pot=self.pot)
            forced = FORCED
            if self.options.staying_out == "until-doubled":
                forced = say("Everyone must enter a game until the pot is {pot}.", pot=self.doubled)
            return (forced, lone) if self.forced else (lone,)
        players = self.table.players
        alone = (
            say("{name} is alone in {game} and wins it.", name=players[each.entrants[0]], game=each.name)
            for each in self.contests
            if each.alone
        )
        # From the dealer's left.
        entered = [seat for seat in self.table.round_from(self.table.after(self.dealer)) if self.entered[seat]]
        boo_ray = [players[seat] for seat in entered if BOO_RAY in self.entered[seat]]
        leads = [say("{name} leads in Boo-Ray.", name=boo_ray[0])] if len(boo_ray) > 1 else []
        return (*alone, say("{name} exchanges cards first.", name=players[entered[0]]), *leads)

    @property
    def declared(self) -> Declared | None:
        """The games of each player: one by its name, several by their letters."""
        if self.over or not self.entered:
            return None
        words = dict.fromkeys(self.table.playing, OUT.label) | {
            seat: listed(*((LETTERS if len(games) > 1 else NAMES)[game] for game in games))
            for seat, games in enumerate(self.entered)
            if games
        }
        return Declared(say("Game"), say("Game"), self.by_seat(words, absent=""))

    # The wins that end the game.

    @property
    def most_wins(self) -> int:
        """The most wins of anybody in the standings."""
        return max(self.wins[seat] for side in self.competing for seat in side)

    @property
    def progress(self) -> Message:
        return self.target_in_words(self.target)

    @property
    def ending(self) -> Message:
        first = both(*(self.table.players[seat] for seat in self.winners))
        return reached(first, self.worth(self.most_wins))

    def score(self, side: Side) -> Points:
        return self.wins[side[0]]

    def worth(self, n: int) -> Message:
        return count("{n} win", "{n} wins", n=n)

    def tally(self, side: Side) -> Message:
        return self.worth(self.wins[side[0]])

    def level_in_words(self, names: tuple[Words, ...]) -> Message:
        """Names the wins, because the chips of tied players may differ."""
        return bare("{level} ({wins})", level=super().level_in_words(names), wins=self.worth(self.most_wins))

    @property
    def winners(self) -> tuple[int, ...]:
        """Nobody, if the game was ended before anybody had a win, and the table has not decided."""
        return super().winners if self.most_wins or self.ties_in_force else ()

    @property
    def won_by(self) -> Message:
        *_, second, most = sorted(self.wins[seat] for side in self.competing for seat in side)
        if second == most:
            return count("share the win with {n} win each", "share the win with {n} wins each", n=most)
        ahead = most - second
        return count("wins with {n} win, {ahead} ahead", "wins with {n} wins, {ahead} ahead", n=most, ahead=ahead)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """By wins, of equal ones those with more chips first, so there is no gap in chips.

        While a deal is on, the ante of each total lies in the pot.
        """
        ante = say("{ante} in the pot", ante=self.options.ante)
        dealt = () if self.over else self.table.playing
        return tuple(
            replace(each, gap=0, open=ante if seat in dealt else None, wins=self.wins[seat])
            for each in sorted(super().standings, key=lambda each: (each.place, -each.total))
            for seat in each.seats
        )

    @property
    def moments(self) -> tuple[Message, ...]:
        if not self.pots:
            return ()
        largest = max(self.pots)
        where = tuple(row.called for row, pot in zip(self.deal_rows, self.pots, strict=True) if pot == largest)
        left = (say("Left in the pot: {pot}", pot=self.left),) if self.left else ()
        return (say("Largest pot: {pot} ({deals})", pot=largest, deals=where), *super().moments, *left)

    @property
    def gains(self) -> tuple[Range, ...]:
        at_once = len(NAMES) if self.options.several else 1
        most = [len(games) for games in self.entered] or [at_once] * len(self.table.players)
        return tuple(
            Range(0, most[seat] if seat in self.table.playing else 0) for side in self.competing for seat in side
        )


def games_of(value: object) -> tuple[str, ...]:
    """The games that a seat entered, from one choice or several, in the order of play."""
    chosen = value if isinstance(value, tuple) else (value,)
    return tuple(game for game in NAMES if game in chosen)
