"""Tables that change, game by game: evenings worked by hand, what can't be changed, and what a change leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest

from record.session import Session
from scoring.core import read_trusted_entry
from scoring.document import load, report
from tests.games.changing_tables import (
    ANN,
    BEN,
    BOO_RAY,
    BUKI,
    CHANGING_TABLES,
    CLEO,
    DAN,
    EVA,
    KOI_KOI,
    OH_HELL,
    SATAT,
    SCORE_PAD,
    SKULL_KING,
    THREE,
    TWIN_SHOOT,
    WIZARD,
    ChangingTable,
    rounds,
)
from tests.kit.scoring.seen import places, seen
from tests.kit.session import BY, FOUR, corrected, entered, entry, evening, redone, refused, undone

each_table = pytest.mark.parametrize("table", CHANGING_TABLES, ids=lambda table: table.game)


@each_table
def test_the_evening_comes_out_as_worked_by_hand(table: ChangingTable) -> None:
    assert {count: table.after(count).sheet.totals for count in table.totals} == table.totals
    assert {count: str(table.after(count).sheet.message) for count in table.messages} == table.messages
    assert {count: places(table.after(count).sheet) for count in table.places} == table.places
    whole = table.after(len(table.entries))
    assert seen(whole.sheet, *table.seen) == table.seen
    assert report(load(whole.document)) == report(whole.sheet)


@each_table
def test_each_change_is_undone_and_done_again(table: ChangingTable) -> None:
    for count in range(1, len(table.entries) + 1):
        before, after = table.after(count - 1), table.after(count)
        assert undone(after).sheet == before.sheet
        assert redone(undone(after)).sheet == after.sheet


@each_table
def test_a_correction_before_a_change_and_one_after_it_score_on(table: ChangingTable) -> None:
    whole = table.after(len(table.entries))
    for position, changed, totals, winners in table.corrections:
        after = corrected(whole, position, whole.entries[position] | changed)
        assert (after.sheet.totals, after.sheet.winners) == (totals, winners), (position, changed)
        assert undone(after).sheet == whole.sheet


@pytest.mark.parametrize("table", [BUKI, KOI_KOI, SATAT, TWIN_SHOOT], ids=lambda each: each.game)
def test_where_nobody_joins_or_leaves_the_page_says_why(table: ChangingTable) -> None:
    sheet = table.after(0).sheet
    why = "The number of players is fixed, so nobody joins or leaves. Somebody else can take over a seat."
    assert str(sheet.fixed_players) == why
    assert [ask.step for ask in sheet.asks if ask.step in ("takeover", "join", "leave")] == ["takeover"]


def alone(seat: int, *away: int) -> dict[str, Any]:
    """A deal of Boo-Ray in which one of four enters a game and nobody else does."""
    return entry("entries", games=[None if each in away else "kalo" if each == seat else "none" for each in range(4)])


def wins(*winners: int) -> list[dict[str, Any]]:
    """Deals of Satat."""
    return [entry("result", winners=winner, kind="plain") for winner in winners]


LAST_DEAL = (entry("plan", hands=[1]), entry("bids", 0, 0, 0, 0))
NO_DEAL_LEFT = "No deal is left for 5 players. Change the plan first."
NO_HAND = "No deal is left for 5 players. Change the plan first."


@pytest.mark.parametrize(
    ("before", "change", "refusals"),
    [
        (partial(OH_HELL.after, 3), entry("plan", hands=[4, 3, 2, 1]), [("hands", None, "That is the plan already.")]),
        (partial(OH_HELL.after, 3, *LAST_DEAL), entry("join", name="Eva"), [("name", None, NO_DEAL_LEFT)]),
        (
            partial(OH_HELL.after, 3, *LAST_DEAL),
            entry("leave", seat=BEN),
            [("seat", None, NO_DEAL_LEFT.replace("5", "3"))],
        ),
        (
            partial(OH_HELL.after, 3, entry("bids", 1, 0, 1, 1), entry("join", name="Eva")),
            entry("takeover", seat=EVA, name="Fay"),
            [("seat", None, "Whose seat: “4” can’t be chosen here.")],
        ),
        # 15 cards are left to play; 60 / 5 = 12.
        (partial(WIZARD.after, 11), entry("return", seat=DAN), [("seat", None, NO_HAND)]),
        (partial(WIZARD.after, 11), entry("join", name="Fay"), [("name", None, NO_HAND)]),
        # Whoever waits is counted before somebody else comes, and no plan asks for a hand too large for them.
        (
            partial(WIZARD.after, 2, entry("plan", hands=[1, 15]), entry("bids", 0, 0, 0), entry("join", name="Dan")),
            entry("join", name="Eva"),
            [("name", None, NO_HAND)],
        ),
        (
            partial(WIZARD.after, 2, entry("plan", hands=[1, 15]), entry("bids", 0, 0, 0), entry("join", name="Dan")),
            entry("plan", hands=[16]),
            [("hands", None, "Hands left: 16 is too high. The maximum is 15.")],
        ),
        # With three again all tricks are somebody's; who is away has no bonus, no loot and no cannonball.
        (
            partial(SKULL_KING.after, 7),
            entry("tricks", 1, 0, None, 1),
            [("tricks", None, "The tricks add up to 2, not 3. Add 1.")],
        ),
        (
            partial(SKULL_KING.after, 7),
            entry("tricks", 2, 0, None, 1, mermaids=[None, None, 1, None]),
            [("mermaids", CLEO, "Cleo doesn’t enter anything here.")],
        ),
        (
            partial(evening, "skull-king", *SKULL_KING.entries[:7], players=THREE, expansion="on"),
            entry("tricks", 2, 0, None, 1, alliances=[{"played": CLEO, "took": ANN}]),
            [("alliances-0-played", None, "Loot 1, Played by: “2” can’t be chosen here.")],
        ),
        (
            partial(evening, "skull-king", *SKULL_KING.entries[:6], players=THREE, scoring="rascal", cannonball="on"),
            entry("bids", 1, 0, None, 1, cannonballs=[str(CLEO)]),
            [("cannonballs", None, "Cannonball: “2” can’t be chosen. Choose one of these: Ann, Ben, Dan.")],
        ),
        (
            partial(KOI_KOI.after, 3),
            entry("plan", months=1),
            [("months", None, "Game length: 1 is too low. The minimum is 2.")],
        ),
        (
            partial(BUKI.after, 8),
            entry("stakes", None, 2, 2, 2, spectators=[{"name": "Emi", "backs": ANN, "chips": 2}]),
            [("spectators-0-name", None, "Emi is playing and can’t be a spectator. Use a different name.")],
        ),
        (
            partial(evening, "satat", *wins(BEN, BEN, BEN)),
            entry("plan", deals=2),
            [("deals", None, "Number of deals: 2 is too low. The minimum is 3.")],
        ),
        (
            partial(evening, "score-pad", players=THREE, target=50),
            entry("plan", target=50),
            [("target", None, "That is the plan already.")],
        ),
    ],
)
def test_a_change_that_the_game_cannot_take_is_refused(
    before: Callable[[], Session], change: dict[str, Any], refusals: list[tuple[str, int | None, str]]
) -> None:
    assert refused(before(), **change) == refusals


@pytest.mark.parametrize(
    ("after", "shown"),
    [
        # Oh Hell. A plan makes room, and so the newcomer sits down after the deal.
        (
            partial(
                OH_HELL.after,
                3,
                *LAST_DEAL,
                entry("plan", hands=[3]),
                entry("join", name="Eva"),
                entry("tricks", 1, 0, 0, 0),
            ),
            {"players": ("Ann", "Ben", "Cleo", "Zoe", "Eva")},
        ),
        # The lowest total counts at the end of the deal: Ann 11, Ben 0, Cleo 11, Zoe 0 make 22, 12, 11, 23.
        (
            partial(
                OH_HELL.after,
                3,
                entry("bids", 1, 0, 1, 1),
                entry("join", name="Eva", start="last"),
                entry("tricks", 1, 1, 1, 1),
            ),
            {"totals": (22, 12, 11, 23, 11), "news": ["Zoe takes the lead", "Ben down to 3rd"]},
        ),
        # Cleo made deals 2 and 4 and sat out 3; Ann made 1 to 3; Eva came with deal 2 and made 2, 3 and 4.
        (partial(OH_HELL.after, 13), {"news": ["Eva takes the lead", "made 3 in a row"]}),
        # With 6 players 8 cards are the most; 5 of them could have 10, but who sits out is back.
        (
            partial(
                evening,
                "oh-hell",
                entry("join", name="Fay"),
                entry("sit-out", seat=BEN),
                players=[*FOUR, "Emi"],
                format="short-falling",
            ),
            {"hands": (8, 8, 8, 7, 6, 5, 4, 3, 2, 1)},
        ),
        # Wizard: 60 / 3 = 20 deals, 60 / 4 = 15; who sits out leaves a card to turn up.
        (partial(WIZARD.after, 2), {"hands": tuple(range(1, 21))}),
        (partial(WIZARD.after, 3), {"hands": tuple(range(1, 16))}),
        (
            partial(WIZARD.after, 3, entry("leave", seat=ANN)),
            {"hands": tuple(range(1, 21)), "message": "Ann leaves before deal 2: 19 deals left (2 → 20 cards)"},
        ),
        (partial(WIZARD.after, 11), {"hands": (1, 2, 3, 15), "asked": ["bids"]}),
        (partial(WIZARD.after, 11, entry("sit-out", seat=EVA)), {"hands": (1, 2, 3, 15), "asked": ["bids", "trump"]}),
        (partial(WIZARD.after, 11, entry("plan", hands=[12]), entry("return", seat=DAN)), {"hands": (1, 2, 3, 12)}),
        # Skull King: the ghost plays as long as there are two.
        (partial(SKULL_KING.after, 3), {"haunted": True, "all_taken": False}),
        (partial(SKULL_KING.after, 6), {"haunted": False, "all_taken": True}),
        (partial(SKULL_KING.after, 2, entry("sit-out", seat=ANN)), {"haunted": True}),
        # Exact with a cannonball: 15 for the one card, 10 without; it stays with the seat.
        (
            partial(
                evening,
                "skull-king",
                entry("bids", 1, 0, 0, cannonballs=["0"]),
                entry("takeover", seat=ANN, name="Zoe"),
                entry("tricks", 1, 0, 0),
                players=THREE,
                scoring="rascal",
                cannonball="on",
            ),
            {"totals": (15, 10, 10)},
        ),
        # Twin Shoot: 79 are more than 70 too, less than 80.
        (partial(TWIN_SHOOT.after, 7, entry("plan", target=70)), {"over": True}),
        (
            partial(TWIN_SHOOT.after, 7, entry("plan", target=80)),
            {"message": "Plan: to 80 points", "over": False, "progress": "round 4, to 80 points"},
        ),
        # Koi-Koi. 12 apart with a month to play: 6 would be level; with more months nothing is certain.
        (
            partial(KOI_KOI.after, 2, entry("plan", months=2)),
            {"opening": 50, "totals": (56, 44), "needs": ["Ben wins with 7 points or more in February."]},
        ),
        (partial(KOI_KOI.after, 2, entry("plan", months=12)), {"needs": []}),
        # After December comes January; Ann stays oya and receives 6 each time.
        (partial(evening, "koi-koi", *KOI_KOI.entries[:2] * 12, players=FOUR[:2]), {"totals": (172, 28), "over": True}),
        (
            partial(
                evening,
                "koi-koi",
                *KOI_KOI.entries[:2] * 12,
                entry("plan", months=14),
                *KOI_KOI.entries[:2],
                players=FOUR[:2],
            ),
            {
                "totals": (178, 22),
                "notices": {"month": "February of year 2", "oya": "Ann", "lights": "—", "multiplier": "—"},
            },
        ),
        # Buki.
        (
            partial(BUKI.after, 8, entry("plan", games=3)),
            {"message": "Plan: 3 games in all", "over": True, "winners": (ANN,)},
        ),
        (
            partial(BUKI.after, 8, entry("plan", games=3), entry("plan")),
            {"message": "Plan: no end is set", "over": False, "progress": "game 4"},
        ),
        # Boo-Ray: who sits out or has left is not asked.
        (partial(BOO_RAY.after, 9), {"seats": (ANN, CLEO, DAN, EVA)}),
        (partial(BOO_RAY.after, 9, entry("sit-out", seat=ANN)), {"seats": (CLEO, DAN, EVA)}),
        # The antes of three are 3; six antes are twice as much, so that nobody is forced any more.
        (
            partial(
                evening,
                "boo-ray",
                entry("entries", games=["boo-ray", "low-shit", "kalo"]),
                entry("join", name="Eva"),
                players=THREE,
                staying_out="until-doubled",
            ),
            {"forced": True, "pot": 4},
        ),
        (
            partial(
                evening,
                "boo-ray",
                entry("entries", games=["boo-ray", "low-shit", "kalo"]),
                *(entry("join", name=name) for name in ("Eva", "Fay", "Gus")),
                players=THREE,
                staying_out="until-doubled",
            ),
            {"forced": False, "pot": 6},
        ),
        # Ann has two wins, and two are enough now: the deal in play is the last.
        (
            partial(evening, "boo-ray", alone(ANN), alone(ANN), entry("plan", wins=2)),
            {"message": "Plan: first to 2 wins, so this deal is the last", "over": False},
        ),
        (
            partial(evening, "boo-ray", alone(ANN), alone(ANN), entry("plan", wins=2), alone(BEN)),
            {"over": True, "winners": (ANN,), "why_over": "Ann reached 2 wins."},
        ),
        # The two wins of Ben, who left out of competition, hold nobody up.
        (
            partial(
                evening,
                "boo-ray",
                alone(BEN),
                alone(BEN),
                alone(ANN),
                entry("leave", seat=BEN, ranked="no"),
                entry("plan", wins=2),
            ),
            {"message": "Plan: first to 2 wins", "needs": ["Ann wins with 1 win or more in deal 4."]},
        ),
        (
            partial(
                evening,
                "boo-ray",
                alone(BEN),
                alone(BEN),
                entry("leave", seat=BEN, ranked="no"),
                entry("plan", wins=2),
                *[alone(DAN, BEN)] * 2,
            ),
            {"over": True, "winners": (DAN,)},
        ),
        # Satat.
        (
            partial(SATAT.after, 7, entry("plan", wins=3)),
            {"message": "Plan: first to 3 wins", "over": False, "progress": "deal 5, first to 3 wins"},
        ),
        (
            partial(evening, "satat", *wins(ANN, ANN, ANN), entry("plan", wins=2), *wins(BEN), end="wins", length=7),
            {"why_over": "Ann & Cleo reached 3 wins."},
        ),
        (
            partial(evening, "satat", *wins(BEN), entry("plan", deals=1)),
            {"message": "Plan: 1 deal in all", "over": True, "winners": (BEN, DAN), "needs": []},
        ),
        (
            partial(evening, "satat", *wins(BEN), entry("plan", deals=1), entry("plan", deals=4)),
            {"message": "Plan: 4 deals in all", "over": False, "progress": "deal 2 of 4"},
        ),
        # Score Pad: each round begins with the same player or who sits to their left.
        (
            partial(evening, "score-pad", rounds(1, 1, 1), entry("dealer", seat=CLEO), players=THREE),
            {"message": "Enters first: Ann → Cleo (round 2)", "seats": (CLEO, ANN, BEN)},
        ),
        (
            partial(
                evening,
                "score-pad",
                rounds(1, 1, 1),
                entry("dealer", seat=CLEO),
                rounds(1, 1, 1),
                entry("leave", seat=CLEO),
                players=THREE,
            ),
            {"seats": (ANN, BEN)},
        ),
        (partial(SCORE_PAD.after, 8, entry("plan", target=60)), {"message": "Plan: to 60 points", "over": False}),
        (
            partial(SCORE_PAD.after, 6, entry("plan", rounds=3)),
            {"message": "Plan: 3 rounds in all", "over": True, "why_over": "3 rounds played."},
        ),
        (
            partial(SCORE_PAD.after, 6, entry("plan", target=60, rounds=5)),
            {"message": "Plan: to 60 points, 5 rounds in all", "over": False, "progress": "round 4 of 5"},
        ),
        (
            partial(SCORE_PAD.after, 6, entry("plan")),
            {"message": "Plan: no end is set", "endless": True, "progress": "round 4"},
        ),
        # Ann, who left out of competition, does not reach the target.
        (
            partial(
                SCORE_PAD.after,
                6,
                entry("adjustment", seat=ANN, amount=40, reason="miscounted"),
                entry("plan", target=55),
                rounds(None, 1, 1, 1),
            ),
            {"totals": (57, 5, 41, 43), "over": False},
        ),
    ],
)
def test_what_a_change_leads_to(after: Callable[[], Session], shown: Mapping[str, Any]) -> None:
    assert seen(after().sheet, *shown) == shown


@pytest.mark.parametrize(("game", "options"), [("satat", {"end": "open"}), ("koi-koi", {"length": "half"})])
def test_where_the_length_cannot_change_no_plan_is_asked(game: str, options: dict[str, Any]) -> None:
    # Satat goes on until somebody ends it. At Koi-Koi Ben has no points left: five brights on the field, (10 × 2) × 6.
    lost = [entry("deal", lights=5), entry("result", calls=[0, 0], winner=ANN, yaku=["goko"])]
    entries, players = (lost, FOUR[:2]) if game == "koi-koi" else ([], FOUR)
    assert evening(game, *entries, players=players, **options).sheet.find_ask("plan") is None


def test_a_plan_that_a_correction_makes_needless_goes() -> None:
    session = entered(OH_HELL.after(3), entry("plan", hands=[2, 1]), entry("plan", hands=[2]))
    after = corrected(session, 3, entry("plan", hands=[2]))
    assert (seen(after.sheet, "hands"), len(after.entries)) == ({"hands": (5, 2)}, 4)


def test_there_is_no_room_for_an_eighth_player_while_one_sits_out() -> None:
    seven = evening("oh-hell", entry("sit-out", seat=BEN), players=[*FOUR, "Emi", "Fay", "Gus"])
    assert [seven.sheet.find_ask(step) is None for step in ("join", "return")] == [True, False]


def test_a_newcomer_with_other_chips_than_the_rest_adds_these_to_all_there_are() -> None:
    after = evening("boo-ray", entry("join", name="Eva", start="typed", points=30))
    assert str(after.sheet.message) == "Eva joined with 30 before deal 1"
    assert sum(after.sheet.totals) == 4 * 50 + 30


def test_who_sits_out_has_all_their_chips_before_them() -> None:
    sheet: Any = BOO_RAY.after(9).sheet
    assert [sheet.held(seat) for seat in (ANN, BEN)] == [54 - 1, 47], "an ante lies in the pot, but none of Ben's"
    resting = entered(BOO_RAY.after(9), entry("sit-out", seat=ANN)).sheet
    assert [each.open is not None for each in resting.standings] == [False, True, True, True]


# A plan of hands that a newcomer makes impossible


def hands(session: Session) -> Any:
    return seen(session.sheet, "hands")["hands"]


def four_at_wizard(plan: dict[str, Any], *entries: dict[str, Any]) -> Session:
    """Three plan hands, and then somebody joins them."""
    return evening("wizard", plan, entry("join", name="Dan"), *entries, players=THREE)


TEN = (entry("bids", 0, 0, 0, 0), entry("tricks", 10, 0, 0, 0))


def test_a_planned_hand_that_a_newcomer_makes_impossible_is_left_out_and_the_next_is_dealt_once() -> None:
    # 4 × 20 > 60: of 20, 10 and 5 cards two hands are left.
    four = four_at_wizard(entry("plan", hands=[20, 10, 5]))
    assert four.entries[0] == {"step": "plan", "hands": [20, 10, 5], "each_once": True}
    assert hands(four) == (10, 5)
    # Before a card is dealt nothing is over: with three again there are 20 cards.
    assert hands(entered(four, entry("leave", seat=DAN))) == (20, 10, 5)
    ten = entered(four, *TEN)
    assert (hands(ten), str(ten.sheet.progress)) == ((10, 5), "deal 2 of 2")
    # With three again 20 cards could be dealt, but their turn is over.
    assert hands(entered(ten, entry("leave", seat=DAN))) == (10, 5)
    assert entered(ten, entry("bids", 0, 0, 0, 0), entry("tricks", 5, 0, 0, 0)).sheet.over


def test_a_hand_that_the_plan_has_twice_is_dealt_twice() -> None:
    ten = four_at_wizard(entry("plan", hands=[20, 10, 20, 10, 5]), *TEN)
    assert hands(ten) == (10, 10, 5)
    # The second 20 cards still have their turn with three.
    assert hands(entered(ten, entry("leave", seat=DAN))) == (10, 20, 10, 5)


def test_a_plan_of_an_earlier_release_is_dealt_as_it_was_then() -> None:
    # Its deals were counted with the hands that were left out: the 10 cards were dealt twice, then 5.
    three, plan = evening("wizard", players=THREE), entry("plan", hands=[20, 10, 5])
    ten = entered(three.with_entry(read_trusted_entry(three.sheet, plan), BY), entry("join", name="Dan"), *TEN)
    assert hands(ten) == hands(four_at_wizard(plan | {"each_once": False}, *TEN)) == (10, 10, 5)
    twice = entered(ten, entry("bids", 0, 0, 0, 0), entry("tricks", 0, 0, 0, 10))
    assert (hands(twice), str(twice.sheet.progress)) == ((10, 10, 5), "deal 3 of 3")
    # Whoever plans anew plans by the rule of now: 4 × 15 = 60, so five can't be dealt the first hand.
    anew = entered(ten, entry("plan", hands=[15, 12, 1]), entry("join", name="Eva"))
    assert hands(entered(anew, entry("bids", 0, 0, 0, 0, 0), entry("tricks", 12, 0, 0, 0, 0))) == (10, 12, 1)
