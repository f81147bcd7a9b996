"""Who deals: worked by hand, and held against a walk round the table at random sittings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from record.people import next_table
from record.session import Session
from scoring.catalogue import all_games
from scoring.document import load
from tests.kit.examples import examples
from tests.kit.for_each import for_each
from tests.kit.session import entered, evening, refused
from tests.kit.sittings import sitting

ANN, BEN, CHIKA, DOV, EMI = range(5)
FOUR = ["Ann", "Ben", "Chika", "Dov"]
BIDS = {"step": "bids", "bids": [0, 0, 0, 0]}
DEAL_1 = (BIDS, {"step": "tricks", "tricks": [1, 0, 0, 0]})
DEAL_2 = (BIDS, {"step": "tricks", "tricks": [2, 0, 0, 0]})


def sheet_after(*entries: dict[str, Any]) -> Any:
    """Four at Oh Hell with 1 card, then 2, up to 5; Ann deals first, and the bids may not add up to the hand."""
    options = {"format": "short-rising", "top_hand": 5}
    return load({"game": "oh-hell", "players": FOUR, "dealer": 0, "options": options, "entries": [*entries]})


def after_deal_1() -> Session:
    return evening("oh-hell", *DEAL_1, players=FOUR, format="short-rising", top_hand=5)


def dealers(sheet: Any) -> list[int]:
    """Who dealt each deal, and who deals now."""
    return [*(row.dealer for row in sheet.rows if row.kind == "deal"), sheet.dealer]


# By hand


def test_who_sits_out_takes_nobodys_turn_to_deal() -> None:
    without_chika = (
        {"step": "sit-out", "seat": CHIKA},
        {"step": "bids", "bids": [0, 0, None, 0]},
        {"step": "tricks", "tricks": [2, 0, None, 0]},
    )
    sheet = sheet_after(*DEAL_1, *without_chika)
    # Ann dealt, then Ben without Chika; to the left of Ben, Chika is dealt in again, and it is she who bids last.
    assert dealers(sheet) == [ANN, BEN, CHIKA]
    assert sheet.order == (DOV, ANN, BEN, CHIKA)
    assert [str(each) for each in sheet.sentences] == ["Chika bids last. Total bids can’t equal 3."]


@pytest.mark.parametrize("step", ["sit-out", "leave"])
def test_who_is_back_before_a_card_is_dealt_was_never_away(step: str) -> None:
    assert dealers(sheet_after({"step": step, "seat": ANN}, {"step": "return", "seat": ANN})) == [ANN]
    # Ann has dealt, and Ben is at her left.
    assert dealers(sheet_after(*DEAL_1, {"step": step, "seat": BEN}, {"step": "return", "seat": BEN})) == [ANN, BEN]


def test_before_the_first_deal_the_next_one_deals_for_a_first_dealer_who_sits_out() -> None:
    without_ann = (
        {"step": "sit-out", "seat": ANN},
        {"step": "bids", "bids": [None, 0, 0, 0]},
        {"step": "tricks", "tricks": [None, 1, 0, 0]},
    )
    assert dealers(sheet_after(*without_ann)) == [BEN, CHIKA]


def test_a_newcomer_to_the_left_of_who_dealt_last_deals() -> None:
    assert dealers(sheet_after(*DEAL_1, {"step": "join", "name": "Emi", "after": ANN})) == [ANN, EMI]


def test_whoever_the_table_says_deals_now_and_the_deal_passes_on_from_there() -> None:
    assert dealers(sheet_after(*DEAL_1, {"step": "dealer", "seat": DOV}, *DEAL_2)) == [ANN, DOV, ANN]


def test_the_deal_in_play_is_dealt_by_whoever_the_table_says() -> None:
    bids, tricks = DEAL_2
    assert dealers(sheet_after(*DEAL_1, bids, {"step": "dealer", "seat": ANN}, tricks)) == [ANN, ANN, BEN]


def test_who_deals_the_last_deal_can_be_said_too() -> None:
    last = {"step": "plan", "hands": [2]}
    bids, tricks = DEAL_2
    sheet = sheet_after(*DEAL_1, last, bids, {"step": "dealer", "seat": DOV}, tricks)
    assert (sheet.over, [row.dealer for row in sheet.rows]) == (True, [ANN, DOV])


def test_the_news_name_who_deals_and_who_bids_first_now_and_who_did_before() -> None:
    said = sheet_after(*DEAL_1, {"step": "dealer", "seat": DOV}).said
    assert str(said) == "Dealer: Ben → Dov · First to bid: Chika → Ann (deal 2)"


def test_until_the_first_deal_is_over_the_setup_alone_says_who_deals() -> None:
    said = "The next entry is “Bids”."
    assert refused(evening("oh-hell", players=FOUR), step="dealer", seat=DOV) == [("step", None, said)]


def test_who_is_not_dealt_in_cannot_deal() -> None:
    session = entered(after_deal_1(), {"step": "sit-out", "seat": DOV})
    said = "Who: “3” is not a seat you can choose here."
    assert refused(session, step="dealer", seat=DOV) == [("seat", None, said)]


@pytest.mark.parametrize("slug", ["koi-koi", "buki", "satat", "twin-shoot"])
def test_where_the_results_say_who_deals_the_table_does_not(slug: str) -> None:
    game = all_games()[slug]
    sheet = game.start({"players": FOUR[: game.seats[0]]})
    assert (sheet.dealer_asked, sheet.ask_for("dealer")) == (None, None)


def test_the_same_again_is_dealt_by_the_first_to_the_left_of_who_dealt_last() -> None:
    session = after_deal_1()
    # Ann dealt. Ben sits out the next deal and is there again in the next game, but not once he has left.
    assert next_table(entered(session, {"step": "sit-out", "seat": BEN})) == ((ANN, BEN, CHIKA, DOV), 1)
    assert next_table(entered(session, {"step": "leave", "seat": BEN})) == ((ANN, CHIKA, DOV), 1)
    assert next_table(entered(session, {"step": "join", "name": "Emi", "after": ANN})) == (
        (ANN, EMI, BEN, CHIKA, DOV),
        1,
    )
    assert next_table(entered(session, {"step": "dealer", "seat": DOV}, *DEAL_2)).dealer == ANN
    # Without a deal nobody has dealt yet.
    assert next_table(evening("oh-hell", players=FOUR)).dealer == ANN


# At random


@pytest.mark.parametrize("slug", ["oh-hell", "wizard", "skull-king"])
@for_each("luck", range(examples(48)))
def test_at_any_sitting_the_deal_passes_round_the_table(slug: str, luck: int) -> None:
    for session in sitting(all_games()[slug], luck):
        # Once a game is over nobody deals, and who was to join at the next deal does not.
        asked = -1 if session.sheet.over else None
        assert dealers(session.sheet)[:asked] == walk(session.setup, session.entries)[:asked]


def walk(setup: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> list[int]:
    """Who dealt each deal, and who deals now: round the table from who dealt last to the first who is dealt in."""
    ring: list[int] = [*range(len(setup["players"]))]
    start, has_dealt, is_played = setup["dealer"], False, False
    left, resting, dealt, waiting = set[int](), set[int](), list[int](), list[Mapping[str, Any]]()

    def deals() -> int:
        ahead = ring.index(start) + has_dealt
        return next(seat for seat in (*ring[ahead:], *ring) if seat not in left | resting)

    for entry in entries:
        match entry["step"]:
            case "bids":
                is_played = True
            case "tricks":
                start, has_dealt, is_played = deals(), True, False
                dealt.append(start)
                resting.clear()
            case "dealer":
                start, has_dealt = entry["seat"], False
            case "sit-out" | "leave" | "return" | "join":
                waiting.append(entry)
        while waiting and not is_played:
            change = waiting.pop(0)
            if change["step"] == "join":
                last = [seat for seat in ring if seat not in left | resting][-1]
                after = last if change.get("after") in {None, *left} else change["after"]
                ring.insert(ring.index(after) + 1, len(ring))
            else:
                left.discard(change["seat"])
                resting.discard(change["seat"])
                {"sit-out": resting, "leave": left}.get(change["step"], set()).add(change["seat"])
    return [*dealt, deals()]
