"""The hanafuda pack: 48 cards, four for each month, and the sets that yaku need."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.message import Message, say

LIGHT, TANE, TAN, KASU = "light", "tane", "tan", "kasu"


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A hanafuda card; `code` is the month and the card's rank in it, the highest first: "01-1" is the crane.

    `kind` is where it is laid out.
    """

    code: str
    kind: str
    name: Message
    name_ja: str

    @property
    def month(self) -> int:
        return int(self.code[:2])


CARDS = (
    Card("01-1", LIGHT, say("pine with crane"), "松に鶴"),
    Card("01-2", TAN, say("pine with red poetry ribbon"), "松に赤短"),
    Card("01-3", KASU, say("pine, first kasu"), "松のカス一"),
    Card("01-4", KASU, say("pine, second kasu"), "松のカス二"),
    Card("02-1", TANE, say("plum with bush warbler"), "梅に鶯"),
    Card("02-2", TAN, say("plum with red poetry ribbon"), "梅に赤短"),
    Card("02-3", KASU, say("plum, first kasu"), "梅のカス一"),
    Card("02-4", KASU, say("plum, second kasu"), "梅のカス二"),
    Card("03-1", LIGHT, say("cherry with curtain"), "桜に幕"),
    Card("03-2", TAN, say("cherry with red poetry ribbon"), "桜に赤短"),
    Card("03-3", KASU, say("cherry, first kasu"), "桜のカス一"),
    Card("03-4", KASU, say("cherry, second kasu"), "桜のカス二"),
    Card("04-1", TANE, say("wisteria with cuckoo"), "藤に不如帰"),
    Card("04-2", TAN, say("wisteria with plain ribbon"), "藤に短冊"),
    Card("04-3", KASU, say("wisteria, first kasu"), "藤のカス一"),
    Card("04-4", KASU, say("wisteria, second kasu"), "藤のカス二"),
    Card("05-1", TANE, say("iris with plank bridge"), "菖蒲に八つ橋"),
    Card("05-2", TAN, say("iris with plain ribbon"), "菖蒲に短冊"),
    Card("05-3", KASU, say("iris, first kasu"), "菖蒲のカス一"),
    Card("05-4", KASU, say("iris, second kasu"), "菖蒲のカス二"),
    Card("06-1", TANE, say("peony with butterflies"), "牡丹に蝶"),
    Card("06-2", TAN, say("peony with blue ribbon"), "牡丹に青短"),
    Card("06-3", KASU, say("peony, first kasu"), "牡丹のカス一"),
    Card("06-4", KASU, say("peony, second kasu"), "牡丹のカス二"),
    Card("07-1", TANE, say("bush clover with boar"), "萩に猪"),
    Card("07-2", TAN, say("bush clover with plain ribbon"), "萩に短冊"),
    Card("07-3", KASU, say("bush clover, first kasu"), "萩のカス一"),
    Card("07-4", KASU, say("bush clover, second kasu"), "萩のカス二"),
    Card("08-1", LIGHT, say("silver grass with moon"), "芒に月"),
    Card("08-2", TANE, say("silver grass with geese"), "芒に雁"),
    Card("08-3", KASU, say("silver grass, first kasu"), "芒のカス一"),
    Card("08-4", KASU, say("silver grass, second kasu"), "芒のカス二"),
    Card("09-1", TANE, say("chrysanthemum with sake cup"), "菊に盃"),
    Card("09-2", TAN, say("chrysanthemum with blue ribbon"), "菊に青短"),
    Card("09-3", KASU, say("chrysanthemum, first kasu"), "菊のカス一"),
    Card("09-4", KASU, say("chrysanthemum, second kasu"), "菊のカス二"),
    Card("10-1", TANE, say("maple with deer"), "紅葉に鹿"),
    Card("10-2", TAN, say("maple with blue ribbon"), "紅葉に青短"),
    Card("10-3", KASU, say("maple, first kasu"), "紅葉のカス一"),
    Card("10-4", KASU, say("maple, second kasu"), "紅葉のカス二"),
    Card("11-1", LIGHT, say("willow with the rain man"), "柳に小野道風"),
    Card("11-2", TANE, say("willow with swallow"), "柳に燕"),
    Card("11-3", TAN, say("willow with plain ribbon"), "柳に短冊"),
    Card("11-4", KASU, say("willow with lightning, a kasu"), "柳のカス（鬼札）"),
    Card("12-1", LIGHT, say("paulownia with phoenix"), "桐に鳳凰"),
    Card("12-2", KASU, say("paulownia, first kasu"), "桐のカス一"),
    Card("12-3", KASU, say("paulownia, second kasu"), "桐のカス二"),
    Card("12-4", KASU, say("paulownia, third kasu"), "桐のカス三"),
)

CARD = {card.code: card for card in CARDS}

CURTAIN, MOON, RAIN_MAN = (CARD[code] for code in ("03-1", "08-1", "11-1"))
BUTTERFLIES, BOAR, DEER = (CARD[code] for code in ("06-1", "07-1", "10-1"))
CUP = CARD["09-1"]

LIGHTS, TANE_CARDS, TAN_CARDS, KASU_CARDS = (
    frozenset(card for card in CARDS if card.kind == kind) for kind in (LIGHT, TANE, TAN, KASU)
)
KASU_CARDS |= {CUP}
"""「菊に盃は種札にもカス札にもなれる特別な札です」: 24 kasu and the cup, which is also a tane."""
DRY_LIGHTS = LIGHTS - {RAIN_MAN}
"""The lights without the rain man of November."""
RED_RIBBONS = frozenset(CARD[code] for code in ("01-2", "02-2", "03-2"))
"""赤短: the ribbons with writing of January, February and March."""
BLUE_RIBBONS = frozenset(CARD[code] for code in ("06-2", "09-2", "10-2"))
"""青短: the blue ribbons of June, September and October."""
NOVEMBER = frozenset(card for card in CARDS if card.month == 11)


def cards_of(codes: Iterable[str]) -> frozenset[Card]:
    """The cards with these codes.

    >>> [card.name_ja for card in cards_of(["09-1"])]
    ['菊に盃']
    """
    return frozenset(CARD[code] for code in codes)
