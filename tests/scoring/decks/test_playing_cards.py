"""The pack of 52."""

from __future__ import annotations

import pytest

from scoring.decks import playing_cards


def test_a_pack_has_13_ranks_in_each_of_4_suits() -> None:
    assert len(playing_cards.SUIT_CHOICES) * 13 == playing_cards.SIZE


@pytest.mark.parametrize(("suit", "sign"), [("spades", "♠"), ("hearts", "♥"), ("diamonds", "♦"), ("clubs", "♣")])
def test_a_suit_has_its_sign(suit: str, sign: str) -> None:
    assert playing_cards.suit_sign(suit) == sign
