"""The score sheet of Boo-Ray: each deal first the games entered, then their winners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self, TypeVar

from scoring.errors import Problem
from scoring.games.boo_ray import words
from scoring.games.boo_ray.deal import ALONE, BooRayDeal, first_to
from scoring.games.boo_ray.entries import entries_field, games_of
from scoring.games.boo_ray.facts import BREAKDOWNS, FACT_KINDS, facts_of
from scoring.games.boo_ray.results import check_hands
from scoring.games.boo_ray.settle import BOO_RAY, GAMES, LEGEND, NAMES, PLAYED, Decided, Game, Settlement
from scoring.insights.facts import Breakdown, FactKind, Facts
from scoring.message import Message, Points, Words, count, plain, say
from scoring.sheets.sheet import Said
from scoring.sheets.values import Ask, Declared, Doubt, Entry, Level, Notice, Outlook, Range, Standing

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class BooRaySheet(BooRayDeal):
    """A score sheet of Boo-Ray."""

    level_at_end: ClassVar[Level] = Level.SHARED
    """The rules don't say what happens if two reach four wins at once: they share the win."""
    fact_kinds: ClassVar[tuple[FactKind, ...]] = FACT_KINDS
    breakdowns: ClassVar[tuple[Breakdown, ...]] = BREAKDOWNS
    games: ClassVar[tuple[Game, ...]] = GAMES

    def next_ask(self) -> Ask | None:
        if self.entered is None:
            several = self.options.several
            return Ask(
                step="entries",
                title=say("Who enters which game"),
                fields=(entries_field(self.asked, of=len(self.table.players), several=several, forced=self.forced),),
                action=say("Save the entries"),
                called=say("Entries of deal {deal}", deal=self.deals + 1),
            )
        fields = tuple(field for each in self.contests for field in each.fields)
        return Ask(
            step="results",
            title=say("Who won"),
            fields=fields,
            action=say("Save deal {deal}", deal=self.deals + 1),
            called=say("Result of deal {deal}", deal=self.deals + 1),
        )

    @property
    def placeholders(self) -> tuple[Said, ...]:
        # Who enters which game decides what is asked after it.
        if self.entered is None:
            return ()
        # Games won leave another pot than games drawn.
        outcomes = zip(
            *((each.entrants[:1], each.entrants[-1:], each.most_level) for each in self.contests), strict=True
        )
        return tuple(
            {"step": "results"}
            | {each.best_name: [str(seat) for seat in best] for each, best in zip(self.contests, outcome, strict=True)}
            for outcome in outcomes
        )

    def check(self, entry: Entry) -> Iterator[Problem]:
        if entry.step == "results":
            for each in self.contests:
                yield from each.check(entry)
            yield from check_hands(self.contests, entry)

    def doubt(self, entry: Entry) -> Doubt | None:
        """Asks if everybody is out, because an untouched form says that."""
        if entry.step != "entries" or any(games_of(value) for value in entry["games"]):
            return None
        return Doubt(
            question=say("Is everyone out? The pot of {pot} stays, and everyone antes again.", pot=self.pot),
            answer=say("Yes, everyone is out"),
        )

    def partial_news(self, entry: Entry) -> Mapping[str, Message]:
        """The winner of each game whose tricks or hands are entered."""
        outcomes = ((each.details_name, each.told(entry)) for each in self.contests if entry.step == "results")
        return {name: outcome.told(self.table.players) for name, outcome in outcomes if outcome}

    def write_step(self, entry: Entry) -> Self:
        if entry.step == "entries":
            entered = replace(self, entered=tuple(games_of(value) for value in entry["games"]))
            said = words.entries(self._playing(self.table.players), self._playing(entered.games_entered))
            return replace(entered, said=said) if entered.contests else entered._settled({})
        return self._settled({each.game: each.outcome(entry) for each in self.contests})

    def _settled(self, decided: dict[str, Decided]) -> Self:
        """Write the deal: lone entrants win, the other games are in `decided`."""
        outcomes = tuple(
            decided.get(game) or Decided(game=game, entrants=entrants, best=entrants)
            for game in PLAYED
            if (entrants := self.entrants(game))
        )
        deal = Settlement(ante=self.options.ante, pot=self.pot, outcomes=outcomes, drawn=self.options.drawn)
        cells = self.cells_of({seat: deal.cell(seat) for seat in self.table.playing})
        told = tuple(words.decided(outcome, self.table.players) for outcome in outcomes) or (say("nobody entered"),)
        about = say("pot {pot}, {dealer} dealt, {games}", pot=self.pot, dealer=self._dealer_name, games=told)
        left = self.left - sum(int(cell.points) for cell in cells)
        won = [outcome.winner for outcome in outcomes]
        return replace(
            self,
            **self.scored(
                label=str(self.deals + 1),
                about=about,
                cells=cells,
                dealer=self.dealer,
                told=told,
                facts=self._facts(deal),
            ),
            left=left,
            entered=None,
            wins=tuple(wins + won.count(seat) for seat, wins in enumerate(self.wins)),
            pots=(*self.pots, self.pot),
            said=words.deal(self.table.players, self.games_entered, told, [cell.points for cell in cells], left=left),
        )

    def _facts(self, deal: Settlement) -> Facts:
        told = facts_of(deal, dealer=self.dealer, seats=self.asked)
        return {name: self.by_seat(dict(zip(self.asked, values, strict=True))) for name, values in told.items()}

    def _playing(self, values: Sequence[T]) -> tuple[T, ...]:
        """Of values by seat, those of the seats that play."""
        return tuple(values[seat] for seat in self.asked)

    @property
    def _dealer_name(self) -> str:
        return self.table.players[self.dealer]

    @property
    def notices(self) -> tuple[Notice, ...]:
        if self.over:
            return ()
        return (
            self.dealer_notice,
            Notice("pot", say("Pot"), plain(self.pot), scored=True),
            Notice("wins", say("Wins"), f"{self.most_wins} / {self.wins_needed}", scored=True),
            Notice("deal", say("Deal"), str(self.deals + 1)),
        )

    @property
    def sentences(self) -> tuple[Message, ...]:
        if self.over:
            return ()
        return tuple(self._before_entries() if self.entered is None else self._before_results())

    @property
    def declared(self) -> Declared | None:
        if self.over or self.entered is None:
            return None
        return Declared(
            say("Game"),
            say("Game"),
            tuple(
                "" if seat not in self.table.playing else words.games_of_player(games)
                for seat, games in enumerate(self.entered)
            ),
        )

    def _before_entries(self) -> Iterator[Message]:
        if self.forced and self.options.staying_out == "until-doubled":
            yield say("Everyone must enter a game until the pot is {pot}.", pot=self.doubled)
        elif self.forced:
            yield say("Everyone must enter a game.")
        yield say("A player alone in a game wins it at once. Losers pay {pot} into the pot.", pot=self.pot)

    def _before_results(self) -> Iterator[Message]:
        for game in PLAYED:
            seats = self.entrants(game)
            if len(seats) == ALONE:
                yield say("{name} is alone in {game} and wins it.", name=self.table.players[seats[0]], game=NAMES[game])
        exchanging = [seat for seat in self.asked if self.games_entered[seat]]
        yield say("{name} exchanges cards first.", name=self.first_from_dealer(exchanging))
        if len(seats := self.entrants(BOO_RAY)) > ALONE:
            yield say("{name} leads in Boo-Ray.", name=self.first_from_dealer(seats))

    def role(self, seat: int) -> Message | None:
        return say("dealer") if seat == self.dealer and not self.over else None

    @property
    def ending(self) -> Message:
        first = next(seat for side in self.competing for seat in side if self.wins[seat] == self.most_wins)
        return count("{name} has {n} win.", "{name} has {n} wins.", name=self.table.players[first], n=self.wins[first])

    @property
    def progress(self) -> Message:
        return first_to(self.wins_needed)

    def ranking_score(self, side: tuple[int, ...]) -> Points:
        return self.wins[side[0]]

    def listed_by(self, side: tuple[int, ...]) -> Points:
        """Equal wins share the place; more chips are listed first."""
        return self.totals[side[0]]

    def level_in_words(self, names: tuple[Words, ...]) -> Message:
        """Names the wins, because the chips of tied players may differ."""
        if len(names) == len(self.competing):
            return count("Everyone has {n} win", "Everyone has {n} wins", n=self.most_wins)
        return count(
            "{names} tied for the lead with {n} win",
            "{names} tied for the lead with {n} wins",
            n=self.most_wins,
            names=names,
        )

    @property
    def winners(self) -> tuple[int, ...]:
        """Nobody, if the game was ended before anybody had a win."""
        return super().winners if self.most_wins else ()

    @property
    def won_by(self) -> Message:
        *_, second, most = sorted(self.wins[seat] for side in self.competing for seat in side)
        if second == most:
            return count("share the win with {n} win each", "share the win with {n} wins each", n=most)
        ahead = most - second
        return count("wins with {n} win, {ahead} ahead", "wins with {n} wins, {ahead} ahead", n=most, ahead=ahead)

    @property
    def legend(self) -> tuple[tuple[Words, Words], ...]:
        return LEGEND

    def held(self, seat: int) -> Points:
        """The chips before a seat: the ante of this deal lies in the pot, though it is settled with the deal."""
        return self.totals[seat] - (self.options.ante if seat in self.table.playing else 0)

    def worth(self, n: int) -> Message:
        return count("{n} win", "{n} wins", n=n)

    def wins_of(self, seat: int) -> Message:
        return self.worth(self.wins[seat])

    def tally(self, side: tuple[int, ...]) -> Message:
        return self.wins_of(side[0])

    @property
    def standings(self) -> tuple[Standing, ...]:
        """By wins, so there is no gap in chips. While a deal is on, the ante of each total lies in the pot."""
        ante = say("{ante} in the pot", ante=self.options.ante)
        dealt = () if self.over else self.table.playing
        return tuple(
            replace(
                standing,
                gap=0,
                open=ante if standing.seats[0] in dealt else None,
                wins=self.wins[standing.seats[0]],
            )
            for standing in super().standings
        )

    @property
    def moments(self) -> tuple[Message, ...]:
        if not self.pots:
            return ()
        largest = max(self.pots)
        deals = self.deal_rows
        where = tuple(row.called for row, pot in zip(deals, self.pots, strict=True) if pot == largest)
        left = (say("Left in the pot: {pot}", pot=self.left),) if self.left else ()
        return (*left, say("Largest pot: {pot} ({deals})", pot=largest, deals=where), *super().moments)

    @property
    def outlook(self) -> Outlook:
        at_once = len(PLAYED) if self.options.several else 1
        most = [at_once if self.entered is None else len(games) for games in self.games_entered]
        gains = (Range(0, most[seat] if seat in self.table.playing else 0) for side in self.competing for seat in side)
        return Outlook(gains=tuple(gains), target=self.wins_needed)
