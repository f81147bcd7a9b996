"""Who can still win: in exact-bid games just what trying out every legal way to the end says."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from scoring.catalogue import find_game
from scoring.core import enter, read_entry, replay, replay_trusted
from scoring.families.exact_bid_chances import Seat
from scoring.families.exact_bid_sheet import ExactBidSheet
from scoring.games.oh_hell.options import OWN_NUMBERS, OhHellOptions
from scoring.games.oh_hell.sheet import SCORE, OhHellSheet
from scoring.games.skull_king.bonuses import BONUSES
from scoring.games.skull_king.limits import check_bonuses
from scoring.games.skull_king.most import most_bonus
from scoring.games.skull_king.options import SkullKingOptions
from scoring.games.skull_king.sheet import SkullKingSheet
from scoring.insights.chances import chances
from scoring.insights.outlook import numbers
from scoring.message import Points
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Entry
from scoring.table import Table
from tests.support.examples import examples
from tests.support.games import random_answer

Gains = tuple[int, ...]
THREE = ("Ann", "Ben", "Chika")
TRIALS, FEWER, FEWEST = 40, 12, 4
"""So many totals are tried; Skull King has more ways for a deal to go."""


@dataclass(frozen=True)
class Way:
    """One legal way in which a deal can go: what was bid, what was taken, what each got."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    gains: Gains


class ShortSkullKingSheet(SkullKingSheet):
    """Skull King with hands that can be tried out."""

    @property
    def hands(self) -> tuple[int, ...]:
        return (1, 2)


def blank(name: str) -> ExactBidSheet[Any]:
    """A table of three with two deals, of 1 and of 2 cards; Oh Hell is named by its scoring, with its own numbers."""
    game, _, rules = name.partition(" ")
    if game == "skull-king":
        options = SkullKingOptions(edition="old", **dict.fromkeys(rules.split(), True))  # type: ignore[arg-type]
        options = replace(options, scoring="rascal") if options.cannonball else options
        return ShortSkullKingSheet(table=Table(THREE), options=options)
    chosen: dict[str, object]
    if game == "wizard":
        chosen = {"deals": 2, "restriction": rules == "restricted"}
    else:
        scoring, *numbers = game.split("-")
        chosen = {"format": "short-rising", "top_hand": 2, "scoring": scoring, "restriction": rules == "restricted"}
        chosen |= dict(zip(OWN_NUMBERS, numbers, strict=False))
    slug = game if game == "wizard" else "oh-hell"
    sheet = find_game(slug).start({"players": THREE, "options": chosen})
    assert isinstance(sheet, ExactBidSheet)
    return sheet


GAMES = [
    *(f"{scoring} {rule}" for scoring in SCORE for rule in ("restricted", "free")),
    *("numbers-10-2-2 restricted", "numbers-10-2-2 free", "numbers-20-10-10 free", "numbers-10-1-0 restricted"),
    *("numbers-0-0-5 restricted", "numbers-0-3-0 free", "numbers-7-0-0 restricted"),
    *("wizard restricted", "wizard free", "skull-king ", "skull-king expansion", "skull-king cannonball"),
    "skull-king missed_bonus",
]

OF_ONE_KIND = [name for name in GAMES if "cannonball" not in name]
"""Those in which a bid is all that is known of a bid."""


@cache
def ways(name: str, deal: int) -> tuple[Way, ...]:
    """Every legal way of a deal, tried out on the sheet; of bonuses none, or one player the most that a trick holds."""
    sheet = blank(name)
    if deal == 1:
        sheet = sheet.write(Entry("bids", {"bids": (1, 1, 1)})).write(Entry("tricks", {"tricks": (1, 0, 0)}))
    return tuple(set(_ways(sheet)))


def _ways(sheet: ExactBidSheet[Any]) -> Iterator[Way]:
    every = tuple(product(range(sheet.hand + 1), repeat=3))
    for bids, beside in product(every, _beside_bids(sheet)):
        said = Entry("bids", {"bids": bids} | beside)
        if any(sheet.problems(said)):
            continue
        after = sheet.write(said)
        for tricks in every:
            plain = Entry("tricks", {"tricks": tricks})
            if any(after.problems(plain)):
                continue
            for caught in _caught(after, tricks):
                entry = Entry("tricks", {"tricks": tricks} | caught)
                if any(after.problems(entry)):
                    continue
                row = after.write(entry).rows[-1]
                yield Way(bids, tricks, tuple(int(points) for points in row.points))


def _beside_bids(sheet: Sheet[Any]) -> list[dict[str, Any]]:
    if not isinstance(sheet, SkullKingSheet) or not sheet.options.cannonballs:
        return [{}]
    return [
        {"cannonballs": tuple(s for s, on in zip("012", each, strict=True) if on)} for each in product((0, 1), repeat=3)
    ]


def _caught(sheet: Sheet[Any], tricks: tuple[int, ...]) -> Iterator[dict[str, Any]]:
    yield {}
    if isinstance(sheet, SkullKingSheet):
        for seat in range(3):
            yield {"pirates": tuple(2 if each == seat else 0 for each in range(3))}


def winners(totals: Sequence[Points], *gained: Gains) -> tuple[bool, ...]:
    final = [sum(each) for each in zip(totals, *gained, strict=True)]
    return tuple(total == max(final) for total in final)


def looked_ahead(sheet: ExactBidSheet[Any]) -> tuple[Seat, ...]:
    return sheet.end.seats


def some_totals(name: str) -> Iterator[tuple[int, ...]]:
    rng = random.Random(name)
    step = 10 if "wizard" in name or "minus" in name or "skull" in name else 1
    for _ in range(TRIALS if "skull" not in name else FEWER if "cannonball" not in name else FEWEST):
        far = rng.choice((3, 8, 15)) * (step if step > 1 else rng.choice((1, 2, 5)))
        yield tuple(rng.randint(0, far) // step * step for _ in range(3))


@pytest.mark.parametrize("name", GAMES)
def test_before_two_deals_it_is_known_who_can_win_and_who_must(name: str) -> None:
    first = {way.gains for way in ways(name, 0)}
    second = {way.gains for way in ways(name, 1)}
    both = {tuple(map(sum, zip(one, other, strict=True))) for one in first for other in second}
    for totals in some_totals(name):
        every = [winners(totals, gains) for gains in both]
        seats = looked_ahead(replace(blank(name), totals=totals))
        assert [each.can for each in seats] == [any(won[seat] for won in every) for seat in range(3)], totals
        assert [each.safe for each in seats] == [all(won[seat] for won in every) for seat in range(3)], totals


@pytest.mark.parametrize("name", OF_ONE_KIND)
def test_with_the_bids_of_the_first_deal_it_is_known_still(name: str) -> None:
    second = {way.gains for way in ways(name, 1)}
    for totals in some_totals(name):
        bids = random.Random(f"{name} {totals}").choice(ways(name, 0)).bids
        first = {way.gains for way in ways(name, 0) if way.bids == bids}
        every = [winners(totals, one, other) for one in first for other in second]
        seats = looked_ahead(replace(blank(name), totals=totals, bids=bids))
        assert [each.can for each in seats] == [any(won[seat] for won in every) for seat in range(3)], totals
        assert [each.safe for each in seats] == [all(won[seat] for won in every) for seat in range(3)], totals


def last_deal(name: str, totals: tuple[int, ...]) -> ExactBidSheet[Any]:
    sheet = blank(name).write(Entry("bids", {"bids": (1, 1, 1)})).write(Entry("tricks", {"tricks": (1, 0, 0)}))
    return replace(sheet, totals=totals)


@pytest.mark.parametrize("name", GAMES)
def test_before_the_last_bids_it_is_known_what_making_them_does(name: str) -> None:
    for totals in some_totals(name):
        every = [(way, winners(totals, way.gains)) for way in ways(name, 1)]
        for seat, each in enumerate(looked_ahead(last_deal(name, totals))):
            assert each.can == any(won[seat] for _, won in every), (totals, seat)
            assert each.safe == all(won[seat] for _, won in every), (totals, seat)
            if not each.can or each.safe:
                continue
            for bid in range(3):
                made = [won[seat] for way, won in every if way.bids[seat] == way.tricks[seat] == bid]
                assert (bid in each.enough) == all(made), (totals, seat, bid)
                assert (bid in each.possible) == any(made), (totals, seat, bid)
            missed = [won[seat] for way, won in every if way.bids[seat] != way.tricks[seat]]
            assert each.by_missing == any(missed), (totals, seat)


@pytest.mark.parametrize("name", OF_ONE_KIND)
def test_after_the_last_bids_it_is_known_what_each_number_of_tricks_does(name: str) -> None:
    rng = random.Random(name)
    for totals in some_totals(name):
        bids = rng.choice(ways(name, 1)).bids
        every = [(way, winners(totals, way.gains)) for way in ways(name, 1) if way.bids == bids]
        for seat, each in enumerate(looked_ahead(replace(last_deal(name, totals), bids=bids))):
            for tricks in range(3):
                won = [won[seat] for way, won in every if way.tricks[seat] == tricks]
                assert (tricks in each.enough) == (all(won) and bool(won)), (totals, bids, seat, tricks)
                assert (tricks in each.possible) == any(won), (totals, bids, seat, tricks)
            assert each.can == any(won[seat] for _, won in every)
            assert each.safe == all(won[seat] for _, won in every)


# Longer hands, whole bonuses, cannonballs: the last deal alone.


def written(sheet: ExactBidSheet[Any], bids: tuple[int, ...], totals: tuple[int, ...], **beside: Any) -> Any:
    return replace(sheet.write(Entry("bids", {"bids": bids} | beside)), totals=totals)


def by_tricks(sheet: ExactBidSheet[Any]) -> list[tuple[tuple[int, ...], tuple[bool, ...]]]:
    """Every way the tricks can fall, and whom it lets win; bonuses left out."""
    every = (Entry("tricks", {"tricks": each}) for each in product(range(sheet.hand + 1), repeat=len(sheet.totals)))
    return [
        (entry["tricks"], winners(sheet.totals, tuple(int(n) for n in sheet.write(entry).rows[-1].points)))
        for entry in every
        if not any(sheet.problems(entry))
    ]


def agrees(sheet: ExactBidSheet[Any]) -> None:
    every = by_tricks(sheet)
    for seat, each in enumerate(looked_ahead(sheet)):
        for tricks in range(sheet.hand + 1):
            won = [won[seat] for taken, won in every if taken[seat] == tricks]
            assert (tricks in each.enough, tricks in each.possible) == (all(won), any(won)), (sheet.totals, seat)


class SixCardSheet(OhHellSheet):
    """A single deal of six cards."""

    @property
    def hands(self) -> tuple[int, ...]:
        return (6,)


@pytest.mark.parametrize("scoring", [*SCORE, "numbers"])
def test_a_last_hand_of_six_is_known_too(scoring: str) -> None:
    rng = random.Random(scoring)
    table = Table((*THREE, "Dan"))
    for _ in range(5):
        options = OhHellOptions(scoring=scoring).resolve_defaults(table)
        totals = tuple(rng.randint(0, 40) for _ in range(4))
        agrees(SixCardSheet(table=table, options=options, totals=totals, bids=tuple(rng.choices(range(7), k=4))))


@pytest.mark.parametrize("fired", [(), ("0",), ("1", "2")])
def test_whose_cannonball_it_was_is_known_after_the_bids(fired: tuple[str, ...]) -> None:
    after = written(last_deal("skull-king cannonball", (0, 0, 0)), (1, 1, 1), (0, 0, 0), cannonballs=fired)
    made = [by_tricks[1].least for by_tricks in after.end.known]
    assert made == [30 if str(seat) in fired else 20 for seat in range(3)]


class OneCardSkullKingSheet(SkullKingSheet):
    """A single round of one card, in the current edition with all its bonuses."""

    @property
    def hands(self) -> tuple[int, ...]:
        return (1,)


@cache
def one_card() -> tuple[Way, ...]:
    """Every way to play one card each: who takes the only trick can have any bonus that lies in it."""
    sheet = OneCardSkullKingSheet(table=Table(THREE), options=SkullKingOptions())
    counts = [range(bonus.most + 1) for bonus in BONUSES["current"]]
    found = set()
    for bids, taker in product(product(range(2), repeat=3), range(3)):
        after = sheet.write(Entry("bids", {"bids": bids}))
        tricks = tuple(int(seat == taker) for seat in range(3))
        for held in product(*counts):
            caught = {
                bonus.slug: tuple(n if seat == taker else 0 for seat in range(3))
                for bonus, n in zip(BONUSES["current"], held, strict=True)
            }
            entry = Entry("tricks", {"tricks": tricks} | caught)
            if not any(after.problems(entry)):
                found.add(Way(bids, tricks, tuple(int(n) for n in after.write(entry).rows[-1].points)))
    return tuple(found)


def test_with_every_bonus_of_one_trick_it_is_known_who_can_win() -> None:
    rng = random.Random("bonuses")
    for _ in range(TRIALS):
        totals = tuple(rng.randrange(0, 150, 10) for _ in range(3))
        sheet = OneCardSkullKingSheet(table=Table(THREE), options=SkullKingOptions(), totals=totals)
        every = [winners(totals, way.gains) for way in one_card()]
        seats = looked_ahead(sheet)
        assert [each.can for each in seats] == [any(won[seat] for won in every) for seat in range(3)], totals
        assert [each.safe for each in seats] == [all(won[seat] for won in every) for seat in range(3)], totals


@pytest.mark.parametrize("edition", BONUSES)
@pytest.mark.parametrize("players", [2, 4, 7])
@pytest.mark.parametrize("tricks", range(5))
def test_the_most_bonus_is_the_most_that_is_not_refused(edition: str, players: int, tricks: int) -> None:
    table = Table(tuple("ABCDEFGH"[:players]))
    size, best = max(3, players), 0
    for held in product(*(range(bonus.most + 1) for bonus in BONUSES[edition])):
        counts = dict(zip(BONUSES[edition], held, strict=True))
        caught = {bonus.slug: (n, *(0,) * (players - 1)) for bonus, n in counts.items()}
        entry = Entry("tricks", {"tricks": (tricks, *(0,) * (players - 1))} | caught)
        pirates = next(n for bonus, n in counts.items() if bonus.slug == "pirates")
        if pirates < size and not any(check_bonuses(BONUSES[edition], entry, table)):
            best = max(best, sum(bonus.points * n for bonus, n in counts.items()))
    assert most_bonus(tricks, edition=edition, size=size) == best


# What it says.


def told(sheet: Sheet[Any]) -> list[str]:
    found = chances(sheet)
    return [str(message) for message in (*found.told, *found.needs)]


def oh_hell(*deals: tuple[tuple[int, ...], tuple[int, ...] | None], players: Iterable[str] = THREE) -> Any:
    """Two cards, then one; Ann deals first. The last deal may have no tricks yet."""
    sheet = find_game("oh-hell").start(
        {"players": list(players), "options": {"format": "short-falling", "top_hand": 2}}
    )
    entries: list[dict[str, Any]] = []
    for bids, tricks in deals:
        entries.append({"step": "bids", "bids": list(bids)})
        if tricks is not None:
            entries.append({"step": "tricks", "tricks": list(tricks)})
    return replay(sheet, entries)


def test_nothing_is_told_before_a_deal_is_scored_or_after_the_last() -> None:
    assert told(oh_hell()) == []
    assert told(oh_hell(((2, 1, 1), (2, 0, 0)), ((1, 1, 0), (1, 0, 0)))) == []


def test_who_has_won_is_told_and_nothing_else() -> None:
    # 12 against 0 and 0: a bid of 1 that is made is worth 11.
    assert told(oh_hell(((2, 1, 1), (2, 0, 0)))) == ["Ann has already won."]


def test_who_can_be_drawn_level_with_can_no_longer_be_overtaken() -> None:
    # 11 against 0 and 0.
    assert told(oh_hell(((1, 2, 1), (1, 1, 0)))) == [
        "Ann can no longer be overtaken.",
        "Ben and Chika can only win by making a bid of 1.",
    ]


def test_before_the_last_bids_it_is_told_which_bids_win() -> None:
    # 11, 11 and 0: a made 1 is 22 against 21 at best; Chika needs 11 and two misses.
    assert told(oh_hell(((1, 1, 1), (1, 1, 0)))) == [
        "Ann wins by making a bid of 1.",
        "Ben wins by making a bid of 1.",
        "Chika can only win by making a bid of 1.",
    ]


def test_after_the_last_bids_it_is_told_with_how_many_tricks() -> None:
    # 11, 11 and 0; Ann bid 0, Ben 1, Chika 1. If Chika takes it Ann has 21; if Ann does she and Ben have 11.
    assert told(oh_hell(((1, 1, 1), (1, 1, 0)), ((0, 1, 1), None))) == [
        "Only Ann and Ben can still win.",
        "Ann wins with 1 trick, and could win with 0.",
        "Ben wins with 1 trick, and could win with 0.",
    ]


def test_of_a_few_that_are_out_only_they_are_named() -> None:
    sheet = oh_hell(((1, 1, 1, 0), (1, 1, 0, 0)), players=(*THREE, "Daisuke"))
    assert told(replace(sheet, totals=(32, 32, 42, 21)))[0] == "Out of the running: Daisuke."


# The other games.


def goes_on(sheet: Sheet[Any]) -> Iterator[Sheet[Any]]:
    """Every end of a game of Satat that has a few deals left."""
    if sheet.over:
        yield sheet
        return
    for team, kind in product((0, 1), ("plain", "7-0", "13-0", "7-0-failed")):
        yield from goes_on(sheet.write(Entry("result", {"winners": team, "kind": kind})))


def satat(deals: int, **options: Any) -> Sheet[Any]:
    """So many deals played, won by turns."""
    sheet = find_game("satat").start({"players": (*THREE, "Dan"), "options": options})
    entries = ({"step": "result", "winners": deal % 2, "kind": "plain"} for deal in range(deals))
    return replay(sheet, entries)


@pytest.mark.parametrize("weights", [(1, 1, 1), (1, 2, 3), (2, 2, 5)])
@pytest.mark.parametrize("left", [1, 2])
def test_satat_is_known_exactly(weights: tuple[int, int, int], left: int) -> None:
    options = dict(zip(("weight_plain", "weight_seven", "weight_thirteen"), weights, strict=True))
    blank = satat(3 - left, length=3, **options)
    for ahead in range(-11, 12):
        sheet = replace(blank, totals=(20 + ahead, 20, 20 + ahead, 20))
        ends = list(goes_on(sheet))
        assert [(side in sheet.outlook.safe) for side in sheet.sides] == [
            all(side[0] in end.winners for end in ends) for side in sheet.sides
        ]
        assert [(side not in sheet.outlook.out) for side in sheet.sides] == [
            any(side[0] in end.winners for end in ends) for side in sheet.sides
        ]


def test_satat_tells_how_many_of_the_last_deals_a_team_needs() -> None:
    # Five wins to four: one of three makes six and six at the least.
    assert told(satat(9)) == [
        "Ann & Chika win the game with 1 of the 3 deals left.",
        "Ben & Dan win the game with 2 of the 3 deals left.",
    ]


def test_satat_tells_a_level_table_nothing_that_it_knows() -> None:
    assert told(satat(10)) == []


def test_satat_tells_who_can_only_draw_level() -> None:
    assert told(replace(satat(10), totals=(7, 5, 7, 5))) == [
        "Ann & Chika can no longer be overtaken.",
        "Ben & Dan share the win if they win all 2 deals left.",
    ]
    # 7–0 would do, a plain win would not.
    assert told(replace(satat(11, weight_seven=2, weight_thirteen=2), totals=(7, 5, 7, 5))) == [
        "Ann & Chika can no longer be overtaken."
    ]


@pytest.mark.parametrize("ahead", [1, 2])
def test_satat_tells_what_the_last_deal_is_worth(ahead: int) -> None:
    sheet = satat(11)
    level = ["Ann & Chika can no longer be overtaken.", "Ben & Dan share the win if they win this deal."]
    assert told(replace(sheet, totals=(5 + ahead, 5, 5 + ahead, 5))) == (
        level if ahead == 1 else ["Ann & Chika have already won."]
    )
    assert told(replace(sheet, totals=(5, 5, 5, 5))) == [
        "Ann & Chika win the game by winning this deal.",
        "Ben & Dan win the game by winning this deal.",
    ]


def test_satat_tells_who_is_a_win_away_from_the_end() -> None:
    assert told(satat(3, end="wins", length=3)) == ["Ann & Chika win the game by winning this deal."]
    assert told(satat(4, end="wins", length=3)) == [
        "Ann & Chika win the game by winning this deal.",
        "Ben & Dan win the game by winning this deal.",
    ]
    assert told(satat(4, end="open")) == []


def test_satat_knows_what_an_adjustment_gave_the_others() -> None:
    # Ann & Chika would have the 3 wins that end it, but the others 5.
    sheet = satat(3, end="wins", length=3)
    given = enter(sheet, {"step": "adjustment", "seat": 1, "amount": 4, "reason": "lent"})
    assert told(given) == ["Ben & Dan win the game by winning this deal."]


def last_month(ann: int, ben: int, **options: Any) -> Any:
    """Half a year in whose first five months nothing moved; the balances of the sixth are lent."""
    drawn = {"step": "result", "calls": [1, 0], "winner": "nobody"}
    sheet: Any = find_game("koi-koi").start({"players": ("Ann", "Ben"), "options": {"length": "half"} | options})
    sheet = replay(sheet, [{"step": "deal", "lights": 0}, drawn] * 5)
    lent = (
        {"step": "adjustment", "seat": seat, "amount": total - 50, "reason": "lent"}
        for seat, total in enumerate((ann, ben))
        if total != 50
    )
    return replay(sheet, lent)


def test_koi_koi_needs_more_than_half_of_what_is_between_them_in_the_last_month() -> None:
    # 64 against 35: with 15 it is 49 against 50.
    assert told(last_month(64, 35)) == ["Ben needs 15 points or more this month to win."]
    # 52 against 48: with 2 it is 50 against 50, a draw.
    assert told(last_month(52, 48)) == ["Ben needs 3 points or more this month to win."]
    assert told(last_month(50, 51)) == ["Ann needs 1 point or more this month to win."]
    assert told(last_month(50, 50)) == []


def test_before_the_last_month_koi_koi_tells_nothing() -> None:
    sheet: Any = find_game("koi-koi").start({"players": ("Ann", "Ben"), "options": {"length": "half"}})
    month = [{"step": "deal", "lights": 0}, {"step": "result", "calls": [0, 0], "winner": 0, "yaku": ["hanami"]}]
    assert told(replay(sheet, month * 4)) == []


def test_koi_koi_does_not_ask_for_more_than_there_is_to_be_had() -> None:
    # Ann holds 10: even five brights, 20, leave 0 against −20.
    assert told(last_month(10, -30)) == ["Ben needs 21 points or more this month to win."]
    assert told(last_month(10, -30, overdraft="capped")) == ["Ann has already won."]
    # 20 is all that Ann holds, and gives 0 against 0: a draw, so neither is safe.
    assert told(last_month(20, -20, overdraft="capped")) == ["Only Ann can still win."]
    assert told(last_month(20, -18, overdraft="capped")) == ["Ben needs 20 points or more this month to win."]
    assert told(last_month(-5, -3, overdraft="capped")) == ["Ben has already won."]


WINS: list[dict[str, Any]] = [
    *({"yaku": [], "tan": cards} for cards in range(5, 11)),
    *({"yaku": [], "tan": cards, "kasu": 10} for cards in range(5, 8)),
    *({"yaku": [yaku]} for yaku in ("hanami", "sanko", "ameshiko", "shiko", "goko")),
    {"yaku": ["hanami", "tsukimi", "teppo"]},
    {"yaku": ["akatan", "aotan", "rokutan"], "tan": 10},
]


def ends_of_the_month(sheet: Any) -> Iterator[tuple[int, Sheet[Any]]]:
    """What Ann gains in the last month, and the sheet after it: payments of many sizes, and all that need no yaku."""
    for hand in ([None, "teshi"], ["kuttsuki", None]):
        yield from _ended(sheet, {"step": "deal", "dealt": hand})
    for lights in range(6):
        dealt = replay(sheet, [{"step": "deal", "lights": lights}])
        for calls in ((0, 0), (1, 0)):
            yield from _ended(dealt, {"step": "result", "calls": calls, "winner": "nobody"})
        for winner, yaku in product((0, 1), WINS):
            yield from _ended(dealt, {"step": "result", "calls": (0, 0), "winner": winner} | yaku)


def _ended(sheet: Any, entry: dict[str, Any]) -> Iterator[tuple[int, Sheet[Any]]]:
    after = replay_trusted(sheet, [entry])
    assert after.over
    yield after.rows[-1].points[0], after


@pytest.mark.parametrize("overdraft", ["full", "capped"])
def test_of_the_last_month_of_koi_koi_just_what_is_so_is_told(overdraft: str) -> None:
    rng = random.Random(f"koi-koi {overdraft}")
    for _ in range(examples(60)):
        ann = rng.randint(-30, 60)
        sheet = last_month(ann, rng.choice((rng.randint(-60, 60), ann + rng.randint(-6, 6), -ann)), overdraft=overdraft)
        ends = list(ends_of_the_month(sheet))
        for seat, side in enumerate(sheet.sides):
            assert side not in sheet.outlook.safe or all(seat in end.winners for _, end in ends), sheet.totals
            assert side not in sheet.outlook.out or not any(seat in end.winners for _, end in ends), sheet.totals
        for need in sheet.outlook.needs:
            given = dict(need.params)
            seat = sheet.table.players.index(given["name"])
            for gained, end in ends:
                got = gained if seat == 0 else -gained
                assert (seat in end.winners) == (got >= given["n"]), (sheet.totals, gained, str(need))
        if overdraft == "capped" and sheet.totals[0] != sheet.totals[1]:
            # Of all that can be had nothing is left out here, so what is not told is not so.
            for seat, side in enumerate(sheet.sides):
                assert (side in sheet.outlook.out) == (not any(seat in end.winners for _, end in ends)), sheet.totals
                assert (side in sheet.outlook.safe) == all(seat in end.winners for _, end in ends), sheet.totals


def test_twin_shoot_wins_with_what_it_says() -> None:
    rng = random.Random("twin shoot")
    blank = find_game("twin-shoot").start({"players": (*THREE, "Dan"), "options": {}})
    kept = 0
    for _ in range(300):
        one, other = rng.randint(60, 99), rng.randint(0, 60)
        sheet: Any = replace(blank, totals=(one, one, other, other))
        needs = {str(dict(each.params)["name"]): dict(each.params)["n"] for each in sheet.outlook.needs}
        while not sheet.rows:
            sheet = sheet.write(_any_entry(sheet, rng))
        for side in sheet.sides:
            wanted = needs.get(str(sheet.name_of_side(side)))
            if wanted is not None and sheet.rows[0].points[side[0]] >= wanted:
                kept += 1
                assert sheet.over
                assert side[0] in sheet.winners
    assert kept > 5


def rounds_of_two_teams(sheet: Any) -> Iterator[Any]:
    """The sheet after every round that comes to something else: who takes the tricks, who hits, opened or not."""
    if sheet.ask.step == "open":
        for answer in ("yes", "no"):
            yield from rounds_of_two_teams(replay_trusted(sheet, [{"step": "open", "open": answer}]))
        return
    for taken, hit in product(range(11), product((True, False), repeat=4)):
        # How partners share their tricks makes no difference.
        tricks = (taken, 0, 10 - taken, 0)
        bids = [each if hits else (each + 1) % 11 for each, hits in zip(tricks, hit, strict=True)]
        yield replay_trusted(sheet, [{"step": "result", "bids": bids, "tricks": tricks}])


@pytest.mark.parametrize("opened", [None, "yes", "no"])
def test_twin_shoot_says_the_least_points_that_win_for_certain(opened: str | None) -> None:
    rng = random.Random(f"twin shoot {opened}")
    blank = find_game("twin-shoot").start({"players": (*THREE, "Dan"), "options": {}})
    told = 0
    for _ in range(examples(12)):
        one, other = rng.randint(60, 99), rng.choice((rng.randint(20, 60), rng.randint(60, 99)))
        sheet: Any = replace(blank, totals=(one, one, other, other))
        if opened and sheet.ask.step == "open":
            sheet = replay_trusted(sheet, [{"step": "open", "open": opened}])
        ends = list(rounds_of_two_teams(sheet))
        needs = {str(dict(each.params)["name"]): dict(each.params)["n"] for each in sheet.outlook.needs}
        for side in sheet.sides:
            seat = side[0]
            losing = max((end.rows[-1].points[seat] for end in ends if seat not in end.winners), default=-1)
            most = max(end.rows[-1].points[seat] for end in ends)
            expected = losing + 1 if 0 <= losing < most else None
            assert needs.get(str(sheet.name_of_side(side))) == expected, sheet.totals
            told += expected is not None
    assert told


def _any_entry(sheet: Sheet[Any], rng: random.Random) -> Entry:
    assert sheet.ask is not None
    return read_entry(sheet, random_answer(sheet, sheet.ask, rng))


def test_a_win_that_is_missing_in_boo_ray_is_the_last() -> None:
    rng = random.Random("boo-ray")
    kept = 0
    for _ in range(200):
        several = rng.random() < 0.5
        blank: Any = find_game("boo-ray").start(
            {"players": (*THREE, "Dan"), "options": {"wins": 3, "several": several}}
        )
        sheet = replace(blank, wins=tuple(rng.randint(0, 2) for _ in range(4)))
        named = {str(dict(each.params)["name"]) for each in sheet.outlook.needs}
        before = sheet.wins
        while not sheet.rows:
            sheet = sheet.write(_any_entry(sheet, rng))
        for seat, name in enumerate(sheet.table.players):
            if name in named and sheet.wins[seat] > before[seat]:
                kept += 1
                assert sheet.over
                assert seat in sheet.winners
    assert kept > 5


@pytest.mark.parametrize("banker", range(4))
def test_the_last_game_of_buki_is_known_once_the_stakes_lie(banker: int) -> None:
    rng = random.Random(f"buki {banker}")
    raw = {"players": (*THREE, "Dan"), "dealer": banker, "options": {"games": 1}}
    for _ in range(20):
        totals = tuple(50 + rng.randint(-15, 15) for _ in range(4))
        sheet: Any = replace(find_game("buki").start(raw), totals=totals)
        assert sheet.outlook.needs == ()
        stakes = tuple(None if seat == banker else rng.randint(2, 6) for seat in range(4))
        laid = sheet.write(Entry("stakes", {"stakes": stakes}))
        results: list[dict[str, Any]] = [{"out": seat} for seat in range(4)]
        results += [{"out": "nobody", "pips": pips} for pips in ((9, 9, 9, 9), (8, 9, 9, 9), (9, 9, 3, 9))]
        ends = [enter(laid, {"step": "result"} | result) for result in results]
        assert [((seat,) in laid.outlook.safe) for seat in range(4)] == [
            all(seat in end.winners for end in ends) for seat in range(4)
        ]
        assert [((seat,) not in laid.outlook.out) for seat in range(4)] == [
            any(seat in end.winners for end in ends) for seat in range(4)
        ]


def test_numbers_are_told_as_one_says_them() -> None:
    assert str(numbers(frozenset({0, 1, 2}), most=7)) == "2 or fewer"
    assert str(numbers(frozenset({0, 2, 5, 6, 7}), most=7)) == "0 or 2 or 5 or more"
