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


PLANTS = (
    *(say("pine"), say("plum"), say("cherry"), say("wisteria"), say("iris"), say("peony")),
    *(say("bush clover"), say("silver grass"), say("chrysanthemum"), say("maple"), say("willow"), say("paulownia")),
)
"""By month."""
FIRST, SECOND, THIRD = say("{plant}, first kasu"), say("{plant}, second kasu"), say("{plant}, third kasu")
RED, BLUE, PLAIN = say("red poetry ribbon"), say("blue ribbon"), say("plain ribbon")


def _with(code: str, kind: str, what: Message, name_ja: str) -> Card:
    return Card(code, kind, say("{plant} with {what}", plant=PLANTS[int(code[:2]) - 1], what=what), name_ja)


def _kasu(code: str, name: Message, name_ja: str) -> Card:
    return Card(code, KASU, name.of(plant=PLANTS[int(code[:2]) - 1]), name_ja)


CARDS = (
    _with("01-1", LIGHT, say("crane"), "松に鶴"),
    _with("01-2", TAN, RED, "松に赤短"),
    _kasu("01-3", FIRST, "松のカス一"),
    _kasu("01-4", SECOND, "松のカス二"),
    _with("02-1", TANE, say("bush warbler"), "梅に鶯"),
    _with("02-2", TAN, RED, "梅に赤短"),
    _kasu("02-3", FIRST, "梅のカス一"),
    _kasu("02-4", SECOND, "梅のカス二"),
    _with("03-1", LIGHT, say("curtain"), "桜に幕"),
    _with("03-2", TAN, RED, "桜に赤短"),
    _kasu("03-3", FIRST, "桜のカス一"),
    _kasu("03-4", SECOND, "桜のカス二"),
    _with("04-1", TANE, say("cuckoo"), "藤に不如帰"),
    _with("04-2", TAN, PLAIN, "藤に短冊"),
    _kasu("04-3", FIRST, "藤のカス一"),
    _kasu("04-4", SECOND, "藤のカス二"),
    _with("05-1", TANE, say("plank bridge"), "菖蒲に八つ橋"),
    _with("05-2", TAN, PLAIN, "菖蒲に短冊"),
    _kasu("05-3", FIRST, "菖蒲のカス一"),
    _kasu("05-4", SECOND, "菖蒲のカス二"),
    _with("06-1", TANE, say("butterflies"), "牡丹に蝶"),
    _with("06-2", TAN, BLUE, "牡丹に青短"),
    _kasu("06-3", FIRST, "牡丹のカス一"),
    _kasu("06-4", SECOND, "牡丹のカス二"),
    _with("07-1", TANE, say("boar"), "萩に猪"),
    _with("07-2", TAN, PLAIN, "萩に短冊"),
    _kasu("07-3", FIRST, "萩のカス一"),
    _kasu("07-4", SECOND, "萩のカス二"),
    _with("08-1", LIGHT, say("moon"), "芒に月"),
    _with("08-2", TANE, say("geese"), "芒に雁"),
    _kasu("08-3", FIRST, "芒のカス一"),
    _kasu("08-4", SECOND, "芒のカス二"),
    _with("09-1", TANE, say("sake cup"), "菊に盃"),
    _with("09-2", TAN, BLUE, "菊に青短"),
    _kasu("09-3", FIRST, "菊のカス一"),
    _kasu("09-4", SECOND, "菊のカス二"),
    _with("10-1", TANE, say("deer"), "紅葉に鹿"),
    _with("10-2", TAN, BLUE, "紅葉に青短"),
    _kasu("10-3", FIRST, "紅葉のカス一"),
    _kasu("10-4", SECOND, "紅葉のカス二"),
    _with("11-1", LIGHT, say("the rain man"), "柳に小野道風"),
    _with("11-2", TANE, say("swallow"), "柳に燕"),
    _with("11-3", TAN, PLAIN, "柳に短冊"),
    Card("11-4", KASU, say("willow with lightning, a kasu"), "柳のカス（鬼札）"),
    _with("12-1", LIGHT, say("phoenix"), "桐に鳳凰"),
    _kasu("12-2", FIRST, "桐のカス一"),
    _kasu("12-3", SECOND, "桐のカス二"),
    _kasu("12-4", THIRD, "桐のカス三"),
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
