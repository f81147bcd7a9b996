"""Tests that a new yaku needs only a row in the table: reading and limits follow."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from scoring.decks.hanafuda import BLUE_RIBBONS, CARD, CARDS, CUP, NOVEMBER, PLAIN_RIBBONS, RED_RIBBONS, TAN_CARDS, Card
from scoring.decks.yaku import TABLE, Yaku, YakuRules, one_away, read_yaku
from scoring.decks.yaku_by_name import together
from scoring.games.koi_koi import asks
from scoring.games.koi_koi.checks import check_together
from scoring.games.koi_koi.claim import Claim
from scoring.games.koi_koi.options import KoiKoiOptions
from scoring.games.koi_koi.payment import Month, win
from scoring.message import Message, say
from tests.scoring.decks.slow_yaku import slow_by

KUSATAN = Yaku(
    "kusatan",
    "草短",
    Message("Grass ribbons"),
    points=5,
    rule=Message("The plain ribbons of April, May, July."),
    of=PLAIN_RIBBONS - NOVEMBER,
    least=3,
)
SEVEN = Yaku(
    "nanatan",
    "七短",
    Message("Seven ribbons"),
    points=10,
    rule=Message("Any seven ribbons, and a point more for each beyond."),
    of=TAN_CARDS,
    least=7,
    counted=True,
)
CUP_AND_BLUE = Yaku(
    "kikuzake",
    "菊酒",
    Message("Chrysanthemum sake"),
    points=3,
    rule=Message("The cup and the blue ribbon of September; a card of November voids it."),
    of=frozenset({CUP}) | {card for card in BLUE_RIBBONS if card.month == 9},
    least=2,
    rain=True,
)
TABLES = {
    "grass": YakuRules(played=(KUSATAN, *TABLE)),
    "grass-without-six": YakuRules(played=(*TABLE, KUSATAN)).without("rokutan"),
    "grass-six-alone": YakuRules(played=(*TABLE, KUSATAN), alone=frozenset({"rokutan"})),
    "seven": YakuRules(played=(*TABLE, KUSATAN, SEVEN)),
    "cup-and-blue": YakuRules(played=(*TABLE, CUP_AND_BLUE), rain=True),
}
KINDS: dict[str, list[Card]] = {name: sorted(TAN_CARDS, key=lambda card: card.code) for name in TABLES}
KINDS["cup-and-blue"] = sorted(TAN_CARDS | {CUP, CARD["11-4"]}, key=lambda card: card.code)
OF_RIBBONS = ("akatan", "aotan", "rokutan", "kusatan", "nanatan", "kikuzake")

tables = pytest.mark.parametrize("table", TABLES)


def piles(table: str) -> Iterator[frozenset[Card]]:
    """Every pile there is of the kind that the yaku is made of."""
    cards = KINDS[table]
    return (frozenset(pile) for number in range(len(cards) + 1) for pile in combinations(cards, number))


@tables
def test_every_pile_of_its_kind_reads_as_counted_on_the_fingers(table: str) -> None:
    rules = TABLES[table]
    made: set[str] = set()
    for pile in piles(table):
        found = {yaku.name_ja: points for yaku, points in read_yaku(pile, rules)}
        assert found == slow_by(rules, {card.name_ja for card in pile})
        made.update(found)
    assert made & {"草短", "菊酒"}, "it was met"


@tables
def test_what_a_pile_of_its_kind_makes_can_be_entered(table: str) -> None:
    rules = TABLES[table]
    for pile in piles(table):
        said, wet = Claim.of_cards(rules, pile), not pile.isdisjoint(NOVEMBER)
        for november in (None, wet) if rules.rain else (None,):
            assert list(check_together(said, november=november)) == [], (pile, november)


def test_it_is_asked_paid_and_counted_like_the_others() -> None:
    rules = TABLES["seven"]
    by_name = {field.name: field for field in asks.result((0, 1), rules=rules, month=say("May")).fields}
    assert "kusatan" in by_name["yaku"].bounds()["choices"]  # type: ignore[operator]
    assert by_name["nanatan"].bounds() == {"low": 7, "high": 10}
    # 草短 5 + タン of five 1 = 6; 七短 of eight 11 + タン of eight 4 = 15, doubled 30
    options = KoiKoiOptions()
    claim = Claim.said(rules, ["kusatan"], {"tan": 5})
    assert (claim.chances(wet=False), win(claim, Month(lights=0), options)[0]) == (2, 6)
    assert win(Claim.said(rules, counts={"tan": 8, "nanatan": 8}), Month(lights=0), options)[0] == 30


def test_what_goes_with_it_and_what_is_a_card_away_follow() -> None:
    rules = TABLES["grass"]
    whole = {each.when: dict(each.counts) for each in together(rules)}
    assert whole["kusatan", "akatan"] == whole["kusatan", "aotan"] == {"tan": 6}
    two = [card for card in KUSATAN.of if card.month != 7]
    (clover,) = KUSATAN.of.difference(two)
    assert (KUSATAN, (clover,)) in one_away(two, rules)


def test_the_table_is_as_it_was_for_everybody_else() -> None:
    assert YakuRules().played == TABLE
    assert read_yaku(KUSATAN.of, YakuRules()) == ()
    assert {card for card in CARDS if card in RED_RIBBONS | BLUE_RIBBONS | PLAIN_RIBBONS} == TAN_CARDS
