"""Oh Hell's house rules: the worked examples of each, and random sittings against its sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from scoring.core import enter
from scoring.games.oh_hell import GAME, OhHellOptions
from tests.games.oh_hell import by_sentence
from tests.kit.games import changed, played, session_of
from tests.kit.scoring.bidding import bid, pass_deals
from tests.kit.scoring.seen import not_started, refused, seen

SITTINGS = range(60)


def start(players: int = 4, *, dealer: int = 0, **options: Any) -> Any:
    return GAME.start(session_of(GAME, players=players, dealer=dealer, **options))


def sheets_of_bids(luck: int) -> Iterator[tuple[dict[str, Any], Any]]:
    """The rules of two random sittings as they were sent, with each of their sheets that ask for bids."""
    for sitting in (played(GAME, luck), changed(GAME, luck)):
        yield from (
            (sitting.session["options"], sheet) for sheet in sitting.sheets if sheet.ask and sheet.ask.step == "bids"
        )


# N equal deals


def test_every_deal_has_as_many_cards() -> None:
    sheet = start(4, format="equal", top_hand=13, equal_deals=3)
    assert seen(sheet, "hands", "progress") == {"hands": (13, 13, 13), "progress": "deal 1 of 3"}
    assert [str(line) for line in sheet.plan] == ["13 cards", "3 deals, about 10 min"]
    # Each time the first seat takes all 13 and has bid 0; the others bid 0 and make it.
    assert seen(pass_deals(sheet, 3), "totals", "over") == {"totals": (0, 30, 30, 30), "over": True}


def test_a_newcomer_lowers_the_hand_to_what_the_pack_allows() -> None:
    # 52 ÷ 5 = 10.4
    sheet = pass_deals(start(4, format="equal", top_hand=13, equal_deals=3))
    assert enter(sheet, {"step": "join", "name": "Eva"}).hands == (13, 10, 10)


def test_equal_hands_need_both_numbers() -> None:
    cards = ("top_hand", None, "Set the number of cards of the equal hands.")
    deals = ("equal_deals", None, "Set the number of deals with equal hands.")
    assert not_started(GAME, format="equal") == [cards, deals]
    assert not_started(GAME, format="equal", top_hand=7) == [deals]
    assert not_started(GAME, format="equal", equal_deals=7) == [cards]
    words = "52 cards are not enough to deal 14 each to 4 players. The largest hand is 13."
    assert not_started(GAME, players=4, format="equal", top_hand=14, equal_deals=1) == [("top_hand", None, words)]


def test_games_of_other_equal_hands_are_not_compared() -> None:
    kinds = [
        start(format="equal", top_hand=13, equal_deals=8).options.kind,
        start(format="equal", top_hand=13, equal_deals=4).options.kind,
        start(format="long", top_hand=13, equal_deals=4).options.kind,
    ]
    assert kinds == ["equal.13.normal....8", "equal.13.normal....4", "long.13.normal"]
    assert [str(OhHellOptions.name_of_kind(kind)) for kind in kinds] == [
        *("13 × 8, Normal scoring", "13 × 4, Normal scoring"),
        "13→1→13, Normal scoring",
    ]
    assert str(OhHellOptions.name_of_kind(kinds[1], among=kinds[:2])) == "13 × 4"


@pytest.mark.parametrize("luck", SITTINGS)
def test_which_hands_any_sitting_is_dealt(luck: int) -> None:
    sitting = played(GAME, luck)
    planned = by_sentence.hands(sitting.session["options"], len(sitting.session["players"]))
    sheets: list[Any] = [*sitting.sheets]
    assert [sheet.hands for sheet in sheets] == [planned] * len(sheets)


# The dealer's restriction from N cards on


def test_with_fewer_cards_the_dealer_makes_them_add_up() -> None:
    # 3 cards: 1 + 1 + 0, and the dealer says 1.
    sheet = start(4, dealer=3, format="short-falling", top_hand=3, restriction_from=4)
    assert seen(sheet, "bids.not_total", "sentences") == {
        "bids.not_total": None,
        "sentences": ["大輔 bids last and can bid anything."],
    }
    assert bid(sheet, 1, 1, 0, 1).bids == (1, 1, 0, 1)


def test_with_as_many_the_dealer_is_bound() -> None:
    # 4 cards: 1 + 1 + 0, and the dealer may not say 2.
    sheet = start(4, dealer=3, format="short-falling", top_hand=4, restriction_from=4)
    assert seen(sheet, "bids.not_total") == {"bids.not_total": 4}
    words = "Total bids can’t equal 4. 大輔 deals and must change their bid."
    assert refused(sheet, step="bids", bids=[1, 1, 0, 2]) == [("bids", 3, words)]


def test_a_hand_that_a_newcomer_lowers_is_the_one_that_counts() -> None:
    sheet = enter(start(4, top_hand=11, restriction_from=4), {"step": "join", "name": "Eva"})
    assert seen(sheet, "hand", "bids.not_total") == {"hand": 10, "bids.not_total": 10}


@pytest.mark.parametrize("luck", SITTINGS)
def test_whom_the_restriction_binds_in_any_sitting(luck: int) -> None:
    for rules, sheet in sheets_of_bids(luck):
        assert seen(sheet, "bids.not_total") == {
            "bids.not_total": sheet.hand if by_sentence.binds(rules, sheet.hand) else None
        }


def test_the_restriction_is_written_only_where_it_is_not_as_it_was() -> None:
    assert "restriction_from" not in start().options.to_json()
    assert "restriction_from" not in start(restriction_from=4, restriction="off").options.to_json()
    assert start(restriction_from=4).options.to_json()["restriction_from"] == 4
