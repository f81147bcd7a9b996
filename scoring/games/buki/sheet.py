"""The score sheet of Buki: each game first the stakes, then the result."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from types import MappingProxyType
from typing import Self

from scoring.entry.choices import NOBODY, Choice, SeatPick
from scoring.entry.fields import Number, Own, Writing, missing
from scoring.entry.reading import Records
from scoring.errors import Problem
from scoring.families.plans import PlannedLength
from scoring.games.buki.options import BukiOptions
from scoring.games.buki.settlement import Account, Stakes, settle
from scoring.insights.facts import POINTS, Breakdown, number, one_of, yes_or_no
from scoring.message import Message, Points, as_points, bare, both, count, listed, say, signed
from scoring.sheets.sheet import FIXED_PLAYERS, EntryValues
from scoring.sheets.values import RESULT, Ask, Cell, Declared, Entry, Notice, Range, Side
from scoring.table import MAX_NAME_LENGTH
from scoring.text import same_name

MAX_SPECTATORS = 12
MAX_WAGER = 10_000
PIPS = sorted(map(sum, combinations(range(9), 2)), reverse=True)
"""The pips of each tile, the heaviest first: the double nine without its nines and without its doubles, 36 in all."""
BANKER, STAKER = Choice("banker", say("banker")), Choice("staker", say("against the banker"))
WON, LOST, DRAWN = Choice("won", say("won")), Choice("lost", say("lost")), Choice("drawn", say("drawn"))
STAKES, PIPS_LEFT = say("Stakes"), say("Pips left in hand")
NEW_BANKER = say("New banker: stake before your first play. Tiles each: {tiles}")


@dataclass(frozen=True, kw_only=True)
class BukiSheet(PlannedLength[BukiOptions]):
    """A score sheet of Buki.

    `stakes` are those of the game in play, empty before; drawn games left what is `carried`, or the `pool`.
    `spectators` are those who have staked, with their balances. Tied players share the win: the rules don't say.
    """

    first_role = "banker"
    player_counts = (4,)
    fixed_players = FIXED_PLAYERS
    """「4人用のゲームです」."""
    denominator = 100
    deal_name = say("game {number}")
    deal_noun = say("game")
    deals_noun = count("{n} game", "{n} games", n=1)
    fact_kinds = (
        one_of("role", say("Role"), BANKER, STAKER),
        number("stake", say("Stake")),
        one_of("result", RESULT, WON, LOST, DRAWN),
        yes_or_no("blocked", say("Blocked")),
    )
    breakdowns = (Breakdown(POINTS, by="role"), Breakdown("result", by="role"))

    deals_named = "games"

    banker: int
    stakes: Stakes = field(default_factory=dict, hash=False)
    carried: Stakes = field(default_factory=dict, hash=False)
    pool: int = 0

    @property
    def opening(self) -> Points:
        return self.options.chips

    @property
    def left_over(self) -> int:
        """The chips that drawn games left on the table."""
        return sum(self.carried.values()) + self.pool

    @property
    def unowned(self) -> Points:
        return self.left_over + sum(chips for _, chips in self.spectators)

    def ask_step(self) -> Ask:
        """The stakes, then who went out or, in a blocked game, the pips of every hand.

        賭けないことはできません: every seat but the banker stakes, prefilled with its last stake. Spectators so far are
        prefilled with the name alone, which is no stake, unless they have taken over a seat.
        """
        everybody, allowed = tuple(self.table.seats), self.options.stakes
        if self.stakes:
            return Ask(
                step="result",
                title=RESULT,
                fields=(
                    SeatPick(
                        name="out",
                        label=say("Who went out"),
                        among=everybody,
                        nobody=say("nobody (blocked)"),
                    ),
                    Number(
                        name="pips",
                        label=PIPS_LEFT,
                        seats=everybody,
                        low=1,
                        high=sum(PIPS[: self.options.tiles]),
                        optional=True,
                    ),
                ),
                action=self.save_deal,
                called=self.of_deal(RESULT),
            )
        staked = [row.facts["stake"] for row in reversed(self.deal_rows)]
        last = [next((each[seat] for each in staked if each[seat]), allowed[0]) for seat in everybody]
        playing = set(map(same_name, self.table.players))
        known = [name for name, _ in self.spectators if same_name(name) not in playing][:MAX_SPECTATORS]
        stakes = Number(
            name="stakes",
            label=STAKES,
            singular=say("stake"),
            seats=tuple(seat for seat in everybody if seat != self.banker),
            low=allowed[0],
            high=allowed[-1],
            suggested=tuple(None if seat == self.banker else last[seat] for seat in everybody),
            known=tuple(say("{chips} carried", chips=self.carried.get((seat, seat), 0)) for seat in everybody)
            if self.carried
            else (),
            own=Own.ANY_TIME,
        )
        spectators = Records(
            name="spectators",
            label=say("Spectators’ stakes"),
            help=say("Only the stakes that the banker accepts."),
            one=say("Spectator"),
            most=MAX_SPECTATORS,
            optional=True,
            suggested=tuple({"name": name} for name in known) or None,
            spare=not known,
            fields=(
                Writing(name="name", label=say("Name"), longest=MAX_NAME_LENGTH),
                SeatPick(name="backs", label=say("Backs"), among=everybody),
                Number(name="chips", label=say("Chips"), low=allowed.step, high=MAX_WAGER),
            ),
        )
        return Ask(
            step="stakes",
            title=STAKES,
            fields=(stakes, spectators),
            action=say("Save the stakes"),
            called=self.of_deal(STAKES),
        )

    @property
    def placeholders(self) -> tuple[EntryValues, ...]:
        # Who goes out banks next, and doesn't stake.
        if self.stakes:
            return ()
        allowed = self.options.stakes
        limits = (allowed[0], allowed[-1])
        stakes = ([None if seat == self.banker else chips for seat in self.table.seats] for chips in limits)
        least, greatest = ({"step": "stakes", "stakes": each} for each in stakes)
        # A spectator may add chips. Four players can't have all five names.
        spectator = next(name for name in "abcde" if name not in map(same_name, self.table.players))
        return least, greatest | {"spectators": [{"name": spectator, "backs": self.banker, "chips": allowed.step}]}

    def check(self, entry: Entry) -> Iterator[Problem]:
        """The problems of the stakes of players, and of spectators who play or are listed twice; of pips."""
        players = self.table.players
        if entry.step == "stakes":
            for seat in self.table.seats:
                yield from self.check_part(entry, seat)
            playing = say("{name} is playing and can’t be a spectator. Use a different name.")
            twice = say("{name} is listed twice. A spectator can back only one player.")
            refused = dict.fromkeys(map(same_name, players), playing)
            for row, wager in enumerate(entry.get("spectators") or ()):
                name, chips = wager["name"], wager["chips"]
                if text := refused.get(same_name(name)):
                    yield Problem(f"spectators-{row}-name", None, text.of(name=name))
                if chips % self.options.stakes.step:
                    yield Problem(f"spectators-{row}-chips", None, _odd(name, chips))
                refused.setdefault(same_name(name), twice)
            return
        some = say(
            "{name}: pips count only in a blocked game, but {winner} went out. "
            "Clear them, or choose “nobody (blocked)”."
        )
        pips = entry.get("pips") or (None,) * len(players)
        for seat, name in enumerate(players):
            if entry["out"] == NOBODY and pips[seat] is None:
                yield Problem("pips", seat, missing(name, PIPS_LEFT), missing=True)
            elif entry["out"] != NOBODY and pips[seat] is not None:
                yield Problem("pips", seat, some.of(name=name, winner=players[entry["out"]]))

    def check_part(self, entry: Entry, seat: int) -> Iterator[Problem]:
        """The problem of an odd stake where it must be even."""
        stakes = entry.get("stakes")
        if stakes and (chips := stakes[seat]) and chips % self.options.stakes.step:
            yield Problem("stakes", seat, _odd(self.table.players[seat], chips))

    def write_step(self, entry: Entry) -> Self:
        if entry.step == "result":
            return self._settle(entry)
        players, known = self.table.players, {same_name(name): name for name, _ in self.spectators}
        stakes: dict[tuple[Account, int], int]
        stakes = {(seat, seat): chips for seat, chips in enumerate(entry["stakes"]) if chips is not None}
        staked = tuple(bare("{name} {chips}", name=players[seat], chips=chips) for (_, seat), chips in stakes.items())
        if wagers := entry.get("spectators"):
            stakes |= {(known.get(same_name(row["name"]), row["name"]), row["backs"]): row["chips"] for row in wagers}
        message = say("Stakes against {banker}: {staked}.")
        message = message.of(banker=players[self.banker], staked=(*staked, *self._backed(stakes)))
        return replace(self, stakes=MappingProxyType(stakes), message=message)

    def _settle(self, entry: Entry) -> Self:
        players, seats, last = self.table.players, self.table.seats, self.deals + 1 == self.deals_in_all
        blocked = entry["out"] == NOBODY
        winner: int | None
        if blocked:
            fewest = min(entry["pips"])
            first = [seat for seat in seats if entry["pips"][seat] == fewest]
            names, winner = tuple(players[seat] for seat in first), first[0] if len(first) == 1 else None
            how = (
                count(
                    "Blocked and drawn, {names} tied with {n} pip",
                    "Blocked and drawn, {names} tied with {n} pips",
                    n=fewest,
                    names=both(*names),
                )
                if winner is None
                else count(
                    "Blocked, {names} won with {n} pip", "Blocked, {names} won with {n} pips", n=fewest, names=names[0]
                )
            )
        else:
            winner, how = entry["out"], say("{name} went out", name=players[entry["out"]])
        banker = self.banker if winner is None else winner
        on_table = (self.stakes, self.carried, self.pool)
        moves = [*settle(*on_table, banker=self.banker, winner=winner, options=self.options, players=players)]
        gained: defaultdict[Account, Points] = defaultdict(int)
        for account, chips, _ in moves:
            gained[account] = as_points(gained[account] + chips)
        spectators = {account: chips for account, chips in gained.items() if isinstance(account, str)}
        results = (*((name, gained[seat]) for seat, name in enumerate(players)), *spectators.items())
        gains = tuple(bare("{name} {points}", name=name, points=signed(points)) for name, points in results)
        about = say("{banker} banked. {how}", banker=players[self.banker], how=how)
        outcomes = [DRAWN if winner is None else WON if seat == winner else LOST for seat in seats]
        cells = []
        for seat, outcome in enumerate(outcomes):
            stake, carried = self.stakes.get((seat, seat), 0), self.carried.get((seat, seat), 0)
            laid = [say("staked {chips}", chips=stake)] if stake else [BANKER.label]
            laid += [say("{chips} carried", chips=carried)] if stake and carried else []
            head = listed(*laid, outcome.label)
            parts = tuple(words for account, _, words in moves if account == seat)
            working = bare("{head}: {parts} = {points}") if len(parts) > 1 else bare("{head}: {parts}")
            working = working.of(head=head, parts=parts or "0", points=signed(gained[seat]))
            cells.append(Cell(points=gained[seat], working=working))
        after = self.with_row(
            about=bare("{about}. {results}", about=about, results=gains[len(players) :]) if spectators else about,
            cells=tuple(cells),
            dealer=self.banker,
            news=(how,),
            facts={
                seat: {
                    "role": (BANKER if seat == self.banker else STAKER).value,
                    "stake": self.stakes.get((seat, seat)),
                    "result": outcome.value,
                    "blocked": blocked,
                }
                for seat, outcome in enumerate(outcomes)
            },
        )
        message = bare("{how}: {results}.") if last else say("{how}: {results}. {name} is the next banker.")
        left = Counter(self.carried) + Counter(self.stakes) if winner is None else Counter()
        pooled = self.options.drawn_stakes == "pool"
        balances = dict(self.spectators)
        balances |= {name: balances.get(name, 0) + chips for name, chips in spectators.items()}
        return replace(
            after,
            banker=banker,
            stakes=MappingProxyType({}),
            carried=MappingProxyType({} if pooled else left),
            pool=self.pool + left.total() if pooled and winner is None else 0,
            spectators=tuple(balances.items()),
            message=message.of(how=how, results=gains, name=players[banker]),
        )

    def _backed(self, stakes: Stakes) -> tuple[Message, ...]:
        """The stakes of spectators."""
        return tuple(
            say("{name} {chips} on {player}", name=name, chips=chips, player=self.table.players[backs])
            for (name, backs), chips in stakes.items()
            if isinstance(name, str)
        )

    @property
    def deal_notices(self) -> tuple[Notice, ...]:
        allowed = self.options.stakes
        return (
            Notice("banker", say("Banker"), self.table.players[self.banker]),
            Notice("table", say("On the table"), str(self.left_over + sum(self.stakes.values()))),
            Notice("limits", STAKES, f"{allowed[0]}–{allowed[-1]}"),
        )

    @property
    def declared(self) -> Declared | None:
        """The chips in front of each player, carried ones included; the banker has none."""
        if self.over or not self.stakes:
            return None
        laid = Counter(self.stakes) + Counter(self.carried)
        values = tuple(str(laid.get((seat, seat), "–")) for seat in self.table.seats)
        return Declared(STAKES, say("Stake"), values)

    @property
    def deal_sentences(self) -> tuple[Message, ...]:
        """The number of tiles, when to stake (before the first play if the banker is new), and carried chips."""
        new = self.deals and self.deal_rows[-1].dealer != self.banker
        (before,) = (field for field in self.options.fields() if field.name == "stake_before")
        reminder = NEW_BANKER if new else say("Stake before {play}. Tiles each: {tiles}")
        reminder = reminder.of(play=before.label_of(self.options.stake_before), tiles=self.options.tiles)
        return self._left if self.stakes else (reminder, *self._left)

    @property
    def _left(self) -> tuple[Message, ...]:
        """What drawn games left on the table."""
        if self.pool:
            return (say("In the pool: {chips}", chips=self.pool),)
        carried = say("Carried on the table: {chips}", chips=self.left_over)
        if wagers := self._backed(self.carried):
            return (bare("{carried} ({wagers})", carried=carried, wagers=wagers),)
        return (carried,) if self.carried else ()

    def role(self, seat: int) -> Message | None:
        return say("banker") if seat == self.banker and not self.over else None

    def tally(self, side: Side) -> Message | None:
        won = sum(row.fact("result", side[0]) == WON.value for row in self.deal_rows)
        return count("{n} win", "{n} wins", n=won)

    @property
    def moments(self) -> tuple[Message, ...]:
        """The best game, and the chips left on the table."""
        return (*super().moments, *self._left)

    @property
    def gains(self) -> tuple[Range, ...] | None:
        """Only in the last game, once the stakes are known: a spectator may stake any number of chips."""
        if not self.stakes or self.deals + 1 != self.deals_in_all:
            return None
        drawn = Entry("result", {"out": NOBODY, "pips": (0,) * len(self.table.players)})
        entries = (drawn, *(Entry("result", {"out": seat}) for seat in self.table.seats))
        gained = zip(*(self._settle(each).rows[-1].points for each in entries), strict=True)
        return tuple(Range(min(each), max(each)) for each in gained)

    def worth(self, n: int) -> Message:
        return count("{n} chip", "{n} chips", n=n)


def _odd(name: str, chips: int) -> Message:
    return say(
        "{name} stakes {chips}, but stakes must be even: {less} or {more}.",
        name=name,
        chips=chips,
        less=chips - 1,
        more=chips + 1,
    )
