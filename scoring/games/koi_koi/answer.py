"""The value of captured cards in Koi-Koi, without a sheet."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from scoring.decks.hanafuda import Card
from scoring.decks.yaku import Yaku, one_away, rained_out, read_yaku
from scoring.games.koi_koi.claim import Claim
from scoring.games.koi_koi.options import KoiKoiOptions
from scoring.games.koi_koi.payment import Month, win
from scoring.message import Message, either, say

UNMULTIPLIED = Month(lights=0)
NAMED = 3
"""The most cards that are named as making a yaku."""
AWAY, AWAY_FOR = say("1 away: {yaku}"), say("1 away: {yaku} ({cards})")


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The yaku of a pile with their points, and the payment with its working, before the month's multipliers.

    `void` are the yaku that rain voids, `away` those that one more card makes, each with the cards that would do.
    """

    pile: frozenset[Card]
    made: tuple[tuple[Yaku, int], ...]
    void: tuple[Yaku, ...]
    away: tuple[tuple[Yaku, tuple[Card, ...]], ...]
    paid: int
    working: Message | None

    @property
    def hints(self) -> Iterator[tuple[Message, tuple[Card, ...]]]:
        """Messages for the yaku one card away, with the cards if they are few; grouped by the same cards."""
        together: dict[tuple[Card, ...], list[Message]] = {}
        for yaku, cards in self.away:
            together.setdefault(cards if len(cards) <= NAMED else (), []).append(yaku.name)
        for cards, yaku_names in together.items():
            names = tuple(card.name for card in cards)
            if names:
                yield AWAY_FOR.of(yaku=tuple(yaku_names), cards=either(*names)), cards
            else:
                yield AWAY.of(yaku=tuple(yaku_names)), ()

    @property
    def near(self) -> Message | None:
        """All yaku one card away, without the cards."""
        return AWAY.of(yaku=tuple(yaku.name for yaku, _cards in self.away)) if self.away else None


def what_they_make(cards: Iterable[Card], options: KoiKoiOptions, *, gone: Collection[Card] = ()) -> Answer:
    """Work out the yaku of captured cards under these house rules, and what they pay.

    `gone` are cards that can't come any more, those in the other player's pile.

    >>> from scoring.decks.hanafuda import cards_of
    >>> answer = what_they_make(cards_of(["03-1", "08-1", "09-1"]), KoiKoiOptions())
    >>> [(yaku.slug, points) for yaku, points in answer.made], answer.paid
    ([('hanami', 5), ('tsukimi', 5), ('teppo', 5)], 30)
    """
    pile, rules = frozenset(cards), options.yaku_rules
    claim = Claim.of_cards(rules, pile)
    won = win(claim, UNMULTIPLIED, options) if claim else None
    return Answer(
        pile=pile,
        made=tuple(read_yaku(pile, rules).items()),
        void=rained_out(pile, rules),
        away=one_away(pile, rules, gone=gone),
        paid=won.points if won else 0,
        working=won.product if won else None,
    )
