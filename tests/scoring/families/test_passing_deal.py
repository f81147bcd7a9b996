"""Who deals: worked by hand, and held against a walk round the table at random sittings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pytest

from record.people import next_table
from scoring.catalogue import all_games
from scoring.document import load
from tests.kit.examples import examples
from tests.kit.for_each import for_each
from tests.kit.scoring.seen import each_sheet, refused, seen
from tests.kit.session import evening
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


def dealers(sheet: Any) -> list[int]:
    """Who dealt each deal, and who deals now."""
    return [*(row.dealer for row in sheet.rows if row.kind == "deal"), sheet.dealer]


WITHOUT_CHIKA = (
    {"step": "sit-out", "seat": CHIKA},
    {"step": "bids", "bids": [0, 0, None, 0]},
    {"step": "tricks", "tricks": [2, 0, None, 0]},
)
WITHOUT_ANN = (
    {"step": "sit-out", "seat": ANN},
    {"step": "bids", "bids": [None, 0, 0, 0]},
    {"step": "tricks", "tricks": [None, 1, 0, 0]},
)
DOV_DEALS = {"step": "dealer", "seat": DOV}
EMI_JOINS = {"step": "join", "name": "Emi", "after": ANN}


DEALT: dict[str, tuple[tuple[dict[str, Any], ...], list[int]]] = {
    # Ann dealt, then Ben without Chika, who is to the left of Ben.
    "who sits out takes nobody's turn to deal": ((*DEAL_1, *WITHOUT_CHIKA), [ANN, BEN, CHIKA]),
    # Ann has dealt, and Ben is at her left.
    **{
        f"who is back before a card is dealt was never away ({step})": (
            (*DEAL_1, {"step": step, "seat": BEN}, {"step": "return", "seat": BEN}),
            [ANN, BEN],
        )
        for step in ("sit-out", "leave")
    },
    **{
        f"nor before the first deal ({step})": (({"step": step, "seat": ANN}, {"step": "return", "seat": ANN}), [ANN])
        for step in ("sit-out", "leave")
    },
    "the next one deals for a first dealer who sits out": (WITHOUT_ANN, [BEN, CHIKA]),
    "a newcomer to the left of who dealt last deals": ((*DEAL_1, EMI_JOINS), [ANN, EMI]),
    "whoever the table says deals now, and the deal passes on from there": (
        (*DEAL_1, DOV_DEALS, *DEAL_2),
        [ANN, DOV, ANN],
    ),
    "also in the middle of a deal": (
        (*DEAL_1, BIDS, {"step": "dealer", "seat": ANN}, DEAL_2[1]),
        [ANN, ANN, BEN],
    ),
}


@pytest.mark.parametrize(("entries", "dealt"), DEALT.values(), ids=DEALT)
def test_the_deal_passes_to_the_next_who_is_dealt_in(entries: tuple[dict[str, Any], ...], dealt: list[int]) -> None:
    assert dealers(sheet_after(*entries)) == dealt


SHOWN: dict[str, tuple[Callable[[], Any], Mapping[str, Any]]] = {
    "the dealer bids last, who sat out before": (
        partial(sheet_after, *DEAL_1, *WITHOUT_CHIKA),
        {"order": (DOV, ANN, BEN, CHIKA), "sentences": ["Chika bids last. Total bids can’t equal 3."]},
    ),
    "who deals the last deal can be said too": (
        partial(sheet_after, *DEAL_1, {"step": "plan", "hands": [2]}, BIDS, DOV_DEALS, DEAL_2[1]),
        {"over": True, "dealers": ["Ann", "Dov"]},
    ),
    "the news name who deals and who bids first now, and who did before": (
        partial(sheet_after, *DEAL_1, DOV_DEALS),
        {"message": "Dealer: Ben → Dov · First to bid: Chika → Ann (deal 2)"},
    ),
}


@each_sheet(SHOWN)
def test_what_the_table_sees_of_who_deals(sheet: Callable[[], Any], shown: Mapping[str, Any]) -> None:
    assert seen(sheet(), *shown) == shown


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        # Until the first deal is over the setup alone says who deals.
        ((), ("step", None, "The next entry is “Bids”.")),
        # Who is not dealt in cannot deal.
        ((*DEAL_1, {"step": "sit-out", "seat": DOV}), ("seat", None, "Who: “3” can’t be chosen here.")),
    ],
)
def test_who_cannot_deal_is_refused(entries: tuple[dict[str, Any], ...], problem: tuple[str, int | None, str]) -> None:
    assert refused(sheet_after(*entries), **DOV_DEALS) == [problem]


@pytest.mark.parametrize("slug", ["koi-koi", "buki", "satat", "twin-shoot"])
def test_where_the_results_say_who_deals_the_table_does_not(slug: str) -> None:
    game = all_games()[slug]
    sheet = game.start({"players": FOUR[: game.player_counts[0]]})
    assert (sheet.dealer_label, sheet.find_ask("dealer")) == (None, None)


@pytest.mark.parametrize(
    ("entries", "seats", "dealer"),
    [
        # Ann dealt. Ben sits out the next deal and is there again in the next game, but not once he has left.
        ((*DEAL_1, {"step": "sit-out", "seat": BEN}), (ANN, BEN, CHIKA, DOV), 1),
        ((*DEAL_1, {"step": "leave", "seat": BEN}), (ANN, CHIKA, DOV), 1),
        ((*DEAL_1, EMI_JOINS), (ANN, EMI, BEN, CHIKA, DOV), 1),
        ((*DEAL_1, DOV_DEALS, *DEAL_2), (ANN, BEN, CHIKA, DOV), 0),
        # Without a deal nobody has dealt yet.
        ((), (ANN, BEN, CHIKA, DOV), 0),
    ],
)
def test_the_same_again_is_dealt_by_the_first_to_the_left_of_who_dealt_last(
    entries: tuple[dict[str, Any], ...], seats: tuple[int, ...], dealer: int
) -> None:
    assert next_table(evening("oh-hell", *entries, players=FOUR, format="short-rising", top_hand=5)) == (seats, dealer)


def test_on_a_score_pad_the_same_player_enters_first_in_the_next_game() -> None:
    """They write for all, from the top of the page."""
    game = evening("score-pad", {"step": "round", "points": [1, 2, 3, 4]}, players=FOUR)
    assert next_table(game) == ((ANN, BEN, CHIKA, DOV), ANN)


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
            case "void":
                is_played = False
                if (rule := setup["options"].get("void_deal", "again")) != "again":
                    start, has_dealt = deals(), True
                if rule == "scored":
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
