"""The pack of 52."""

from __future__ import annotations

from scoring.decks import playing_cards


def test_a_pack_has_13_ranks_in_each_of_4_suits() -> None:
    assert len(playing_cards.SUIT_CHOICES) * 13 == playing_cards.PACK_SIZE


def test_every_card_has_a_name_of_its_own_and_a_sign_of_its_suit() -> None:
    assert len(set(playing_cards.CARDS)) == playing_cards.PACK_SIZE
    names = [playing_cards.card_name(card) for card in playing_cards.CARDS]
    assert names[:13] == ["A♠", "2♠", "3♠", "4♠", "5♠", "6♠", "7♠", "8♠", "9♠", "10♠", "J♠", "Q♠", "K♠"]
    assert [names[place] for place in (0, 13, 26, 39)] == ["A♠", "A♥", "A♦", "A♣"]
    assert len(set(names)) == playing_cards.PACK_SIZE
    assert [choice.value for choice in playing_cards.CARD_CHOICES] == list(playing_cards.CARDS)
