"""What the script of Koi-Koi says of its taps: the lights, yaku that bring others or take them away, the board."""

from __future__ import annotations

import re
from typing import Any

from tests.kit.browser.fit import ON_ITS_SIDE, SMALLEST, USUAL, named
from tests.kit.browser.playing import ACTION, UNCUT, WAITING, WHOLE, Seen, Walk, walks
from tests.kit.browser.table import Phone

CRANE, MOON = (f".five .fuda:has([value='{code}']:enabled)" for code in ("01-1", "08-1"))
BEGINS = f"{ACTION}[data-number='{{}}'][data-times='×{{}}']".format
"""The button that begins the month, with the brights on the field and what they multiply by."""
FRAMES = "chips => new Set(chips.map(chip => getComputedStyle(chip).boxShadow)).size"
MADE, STANDING, TAN = "[data-part='0'] [data-made] li", ".names input:checked", "[name=tan]"
POINTS = "[data-points] >> visible=true"
KOI_KOI_CALL = ".pair .button:nth-child({})".format
CALLED = ".pair .button:nth-child({}) b".format
NOVEMBER, SAKE = "[data-november]", ".names .chip:has([value=hanami])"
EACH = "[data-part=each][data-seat-of='{}']".format
"""A player's yaku where nobody stopped."""
BETTER = {"after_call": "highest"}
PAIR = ("千夏", "大輔")
BOAR_DEER_BUTTERFLIES = "card {0} 06-1, card {0} 07-1, card {0} 10-1".format
RED_RIBBONS = "card 0 01-2, card 0 02-2, card 0 03-2"
THREE_BRIGHTS = "cards 0, card 0 01-1, card 0 03-1, card 0 08-1"


def month(*steps: str | Seen, lights: int = 0, **table: Any) -> Walk:
    """A month of two with so many brights on the field, which is written already."""
    return Walk(steps, PAIR, before=[{"step": "deal", "lights": lights}], **table)


def count_of(seat: int) -> str:
    """How many cards a player has taken."""
    return f".stops .chip:has(input[value='{seat}']) [data-count]"


BY_NAME = {
    "no bright on the field is one tap": Walk(
        (
            {BEGINS(0, 1): 1, WAITING: 0},
            "save",
            {"entry": {"step": "deal", "lights": 0, "dealt": None}, "taps": 1},
        ),
        PAIR,
    ),
    "the brights themselves say how many there are": Walk(
        (
            f"tap {CRANE}",
            {BEGINS(1, 2): 1},
            f"tap {MOON}",
            {BEGINS(2, 3): 1, f"{CRANE} :checked": 1, "moved": []},
            "reload",
            {BEGINS(2, 3): 1, f"{CRANE} :checked": 1, f"{MOON} :checked": 1},
            f"tap {CRANE}",
            {BEGINS(1, 2): 1, ACTION: "bright on the field"},
            "save",
            {"entry": {"step": "deal", "lights": 1}},
            # Which it was nobody has written: none is marked.
            "undo",
            {BEGINS(1, 2): 1, f"{MOON} :checked": 0},
        ),
        PAIR,
    ),
    "a count begins at the fewest cards that are accepted: in the leaflet four beside ribbons of one colour": month(
        "stops 0, more tan",
        {TAN: "5"},
        "has akatan, tap .counts .stepper:has([name=tan]) [data-by='-1']",
        {TAN: "4"},
        "tap .counts .stepper:has([name=tan]) [data-by='-1'], more tan",
        {TAN: "4"},
        "has akatan, more tan",
        {TAN: "5"},
        options={"yaku_values": "leaflet"},
    ),
    "a dealt hand ends the month, whatever lies there; a second tap takes it back": Walk(
        (
            "light 2, dealt 1 teshi",
            {ACTION: "大輔 +6: Teshi 6", f"{ACTION}[data-number]": 0},
            "dealt 1 teshi",
            {BEGINS(2, 3): 1},
            "dealt 0 kuttsuki, dealt 1 teshi",
            # Neither scores, and the month is played.
            {BEGINS(2, 3): 1},
            "dealt 0 kuttsuki, save",
            {"entry": {"dealt": [None, "teshi"]}, ".scores [data-total-of]": ["94", "106"]},
        ),
        PAIR,
    ),
    "both totals stand beside the month's card, with who is ahead and who is oya": Walk(
        (
            {
                ".scores [data-total-of]": ["100", "100"],
                ".scores .fuda": "January",
                ".scores p:first-child .role": 1,
                ".strip:visible": 0,
            },
            "save, stops 1, has hanami, save",
            {
                ".scores [data-total-of]": ["95", "105"],
                ".scores .lead": ["", "10 ahead"],
                ".scores .fuda": "February",
                ".scores p:last-child .role": 1,
                "fits": (SMALLEST, ON_ITS_SIDE, USUAL),
            },
        ),
        PAIR,
    ),
    "what is wrong with the calls is seen": month(
        "calls 0, stops 0, has akatan, refused",
        {
            "[data-seat='0'] [role=alert]": "After koi-koi a player needs new points. With Red ribbons,"
            " 千夏’s koi-koi can be 0 at most, not 1."
        },
        "uncalls 0",
        {ACTION: "Stop: 千夏 +6"},
    ),
    # 6 + 1 = 7, twice for the points and twice for the call
    "what is wrong with the calls goes with a yaku more": month(
        "calls 0, stops 0, has akatan, refused",
        {"[data-seat='0'] [role=alert]": True},
        "more tan",
        {"[role=alert], .bad": 0, ACTION: "Stop: 千夏 +28"},
    ),
    # 6 + 6 + 6 + 2 = 20, doubled; 5 + 5 + 5 + タン 1 = 16, doubled
    "two yaku bring the third, which goes as it came": month(
        "stops 0, more tan, has akatan",
        {STANDING: ["akatan"], TAN: "5"},
        "has aotan",
        {STANDING: ["akatan", "aotan", "rokutan"], TAN: "6", ACTION: "Stop: 千夏 +40"},
        "has aotan",
        {STANDING: ["akatan"], TAN: "5"},
        "has akatan, has hanami, has tsukimi",
        {STANDING: ["hanami", "tsukimi", "teppo"], ACTION: "Stop: 千夏 +32"},
        "has teppo",
        {STANDING: 0},
    ),
    "what two yaku raised goes after an undo too": month(
        "stops 0, has akatan, has aotan",
        {ACTION: "Stop: 千夏 +40"},
        "save, undo, has akatan",
        {STANDING: ["aotan"], ACTION: "Stop: 千夏 +6"},
    ),
    # 5 + 5 + 六短 6 + タン 2 = 18, doubled
    "a table without the third or with it alone ticks as it plays": month(
        "stops 0, has akatan, has aotan, has hanami, has tsukimi",
        {STANDING: ["hanami", "tsukimi", "rokutan"], ACTION: "Stop: 千夏 +36"},
        options={"exclusive_ribbons": "on", "exclusive_teppo": "none"},
    ),
    "with teppo alone november is asked before saving": month(
        "stops 0, has teppo",
        {NOVEMBER: True, ACTION: "Stop: 千夏 +5"},
        "refused",
        {"form.step [role=alert]": re.compile(r"Does 千夏 have a November card\?")},
        "tap .question button",
        {".standings [data-side='0'] .total": "105"},
        options={"sake": "rain"},
    ),
    "what rain takes away is struck": month(
        "stops 0",
        {NOVEMBER: False},
        "has akatan",
        {NOVEMBER: False},
        "has akatan, has hanami",
        # Who has it has no card of November.
        {NOVEMBER: True, f"{NOVEMBER} input:checked": "no", ACTION: "Stop: 千夏 +5"},
        "has ameshiko",
        {SAKE: re.compile("void by rain"), f"{SAKE} input:disabled": 1, STANDING: ["ameshiko"]},
        {f"{NOVEMBER} input:checked": "yes"},
        "has ameshiko, has hanami",
        {STANDING: ["hanami"], f"{NOVEMBER} input:checked": "no"},
        "has hanami",
        {f"{NOVEMBER} input:checked": 0, NOVEMBER: False},
        f"has hanami, tap {NOVEMBER} .chip:has([value=yes])",
        {SAKE: re.compile("void by rain")},
        f"cards 0, card 0 03-1, card 0 09-1, card 0 11-4, {BOAR_DEER_BUTTERFLIES(0)}",
        {MADE: ["Inoshikachō 6", re.compile("void by rain")]},
        options={"sake": "rain"},
    ),
    "what the fields say is shown again after a reload": month(
        "calls 1, calls 1, stops 1, more tan, more tan, more tan, reload",
        {
            "[data-seat='1'] [data-times]": "×4",
            "[data-notice=multiplier] dd": "千×2 大×4",
            ".stepper.set [name=tan]": "7",
        },
        lights=1,
    ),
    "the yaku by name fit the screen": month(
        {"[data-part=yaku]": UNCUT},
        dict.fromkeys(("[data-seat='0']", ".names .chip:last-of-type", "[name=kasu]", NOVEMBER), WHOLE),
        lights=1,
        options={"sake": "rain"},
    ),
    # 6 + 6 = 12, doubled 24, times 2.
    "on its side the button that saves covers no part of the sum": month(
        "stops 0, has inoshikacho, has akatan",
        {POINTS: "48", ".month .paid": WHOLE},
        lights=1,
        size=ON_ITS_SIDE,
    ),
    # 猪鹿蝶 6 against カス of 11 cards 2, times 1 + 1
    "the yaku of both are asked where both ran out of cards after koi-koi": month(
        {EACH(0): False, EACH(1): False},
        "stops nobody, calls 0, calls 1",
        {EACH(0): True, EACH(1): True, "[data-part=yaku]": False, ACTION: "No yaku yet"},
        # The calls multiply nothing.
        {"[data-notice=multiplier] dd": "×2"},
        f"tap {EACH(0)} .chip:has([value=inoshikacho])",
        {ACTION: "No yaku yet", WAITING: 1},
        f"tap {EACH(1)} [data-counts=kasu] [data-by='1'], tap {EACH(1)} [data-counts=kasu] [data-by='1']",
        {ACTION: "Nobody stopped: 千夏 +12"},
        "save",
        {".scores [data-total-of]": ["112", "88"], "taps": 7},
        lights=1,
        options=BETTER,
    ),
    "who stops is paid as ever, in one save": month(
        "stops 0, tap [data-part=yaku] .chip:has([value=inoshikacho])",
        {ACTION: "Stop: 千夏 +12"},
        "save",
        {".scores [data-total-of]": ["112", "88"]},
        lights=1,
        options=BETTER,
    ),
    "only the yaku of whoever called are": month(
        "stops nobody",
        {EACH(0): False, EACH(1): False, ACTION: "Nobody stopped: 千夏 +6"},
        "calls 1",
        {EACH(0): False, EACH(1): True},
        f"tap {EACH(1)} .chip:has([value=akatan]), save",
        {"entry": {"calls": [0, 1], "winner": "nobody", "each_yaku": [[], ["akatan"]], "yaku": None}},
        options=BETTER,
    ),
    # 五光 10, doubled.
    "what no pile can hold is refused beside the yaku": month(
        "stops 0, has goko, has shiko",
        {"[data-working]": re.compile("."), WAITING: 1},
        "refused",
        {"[data-part=yaku] [role=alert]": True},
        "has shiko",
        {ACTION: "Stop: 千夏 +20"},
    ),
}

ON_THE_BOARD = {
    "a card lies in one pile only, also after a reload": month(
        "cards 0, card 0 01-1, card 0 03-1, cards 1, card 1 03-1",
        {count_of(0): "1", count_of(1): "1", "[data-part='1'] .fuda.gone:has([value='01-1'])": 1},
        BOAR_DEER_BUTTERFLIES(1),
        {ACTION: "Stop: 大輔 +6"},
        "reload",
        {count_of(1): "4", "[data-part='1'] [data-made] li": ["Inoshikachō 6"], ACTION: "Stop: 大輔 +6"},
    ),
    # 6, times 1 + 1; called: 6 + 6 = 12, doubled 24, times 2 + 1.
    "koi-koi is called from the board": month(
        {KOI_KOI_CALL(1): False},
        "cards 0",
        {ACTION: "No yaku yet"},
        BOAR_DEER_BUTTERFLIES(0),
        {ACTION: "Stop: 千夏 +12", KOI_KOI_CALL(1): "Koi-koi千夏 0"},
        f"tap {KOI_KOI_CALL(1)}",
        {KOI_KOI_CALL(1): "Koi-koi千夏 1", "[data-notice=multiplier] dd": "千×3 大×2"},
        # With the yaku that she called with she cannot stop.
        {WAITING: 1, "[data-working]": re.compile("needs new points")},
        RED_RIBBONS,
        {ACTION: "Stop: 千夏 +72"},
        "save",
        {".card tbody td .total": ["172", "28"]},
        lights=1,
    ),
    # 6, paid back double; the winner stays marked.
    "who loses after calling has a call without cards": month(
        f"cards 1, {BOAR_DEER_BUTTERFLIES(1)}",
        {ACTION: "Stop: 大輔 +6"},
        f"tap {KOI_KOI_CALL(1)}",
        {ACTION: "Stop: 大輔 +12", KOI_KOI_CALL(1): "Koi-koi千夏 1"},
        "save",
        {"entry": {"calls": [1, 0], "winner": 1, "cards": [[], ["06-1", "07-1", "10-1"]], "yaku": None}},
        options={"koi_koi": "payback"},
    ),
    # 猪鹿蝶 6 and 赤短 6: level, and she is oya.
    "both boards are shown where both ran out of cards after koi-koi": month(
        f"cards 0, {BOAR_DEER_BUTTERFLIES(0)}, cards 1, card 1 01-2, card 1 02-2, card 1 03-2, stops nobody, calls 0",
        {"[data-part='0'] .board": True, "[data-part='1'] .board": False},
        "calls 1",
        {"[data-part='1'] .board": True, ACTION: "Nobody stopped: 千夏 +6"},
        "save",
        {".scores [data-total-of]": ["106", "94"]},
        options=BETTER,
    ),
    # No hand has more than eight cards.
    "every tap on a call counts, and after the most it begins again": month(
        f"cards 0, {BOAR_DEER_BUTTERFLIES(0)}",
        dict.fromkeys((KOI_KOI_CALL(1), KOI_KOI_CALL(2)), WHOLE),
        ", ".join([f"tap {KOI_KOI_CALL(1)}"] * 8),
        {CALLED(1): "8", CALLED(2): "0"},
        f"tap {KOI_KOI_CALL(1)}",
        {CALLED(1): "0", ACTION: "Stop: 千夏 +6"},
    ),
    **{
        f"nothing moves when cards are tapped, {named(size)}": month(
            "cards 0",
            {"moved": []},
            f"{BOAR_DEER_BUTTERFLIES(0)}, card 0 08-1, card 0 09-1, card 0 03-1, card 0 04-1",
            {"[data-part='0'] [data-away] li >> nth=0": True, POINTS: re.compile("."), "moved": []},
            {f"{MADE}:first-child": WHOLE, "[data-points]": WHOLE, ACTION: WHOLE},
            {f"[data-part='0'] .fuda:has([value='{code}'])": WHOLE for code in whole},
            size=size,
        )
        for size, whole in ((USUAL, ("01-1", "12-4")), (SMALLEST, ()))
    },
    "on its side four lines of cards are seen, and the sum stands beside the yaku": month(
        "cards 0",
        {"[data-part='0'] .fuda:has([value='08-1'])": WHOLE, "moved": []},
        "card 0 01-1, card 0 03-1, card 0 08-1",
        {MADE: ["Three Brights 6"], f"{MADE}:first-child": WHOLE, "[data-points]": WHOLE},
        size=ON_ITS_SIDE,
    ),
    "what is not shown is not sent": month(
        f"{THREE_BRIGHTS}, names, has akatan",
        {ACTION: "Stop: 千夏 +6"},
        "save",
        {"entry": {"calls": [0, 0], "winner": 0, "yaku": ["akatan"], "cards": None, "tan": None}},
    ),
    # 四光 8, doubled; with a bright on the field twice that.
    "a past month is corrected on its board": month(
        THREE_BRIGHTS,
        {ACTION: "Stop: 千夏 +6"},
        "save",
        {".card tbody td .total": ["106", "94"]},
        "tap #row-0 th a, tap .opened a",
        # Here the calls have their − and +, as by the yaku.
        {count_of(0): "3", ".stack.duel": True, KOI_KOI_CALL(2): 0},
        "card 0 12-1",
        {POINTS: "16"},
        f"tap {CRANE}",
        {"[data-seat='0'] [data-times]": "×2", POINTS: "32"},
        f"tap {CRANE}",
        {POINTS: "16", ACTION: "Correct", WAITING: 0},
        "tap .action .main",
        {"[data-correcting]": 0, ".card tbody td .total": ["116", "84"]},
    ),
}


def test_yaku_by_name_bring_others_or_take_them_away_and_the_action_says_the_sum(phone: Phone) -> None:
    for promise, walk in BY_NAME.items():
        walks(phone, "koi-koi", promise, walk)


def test_cards_on_the_board_say_their_yaku_and_where_they_lie(phone: Phone) -> None:
    for promise, walk in ON_THE_BOARD.items():
        walks(phone, "koi-koi", promise, walk)


def test_by_the_cards_nobody_looks_chosen_before_anybody_stops(phone: Phone) -> None:
    walks(phone, "koi-koi", "the board is shown", month("tap [data-switch]", {"[data-pile] .board:visible": 1}))
    assert phone.page.locator(".stops .chip > span").evaluate_all(FRAMES) == 1
