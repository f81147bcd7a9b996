"""Tests of Koi-Koi against the second revision of its rules text and its page in docs/games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from scoring.core import enter
from scoring.decks.yaku import TABLE
from tests.games.koi_koi.table import deal, month, ran_out, start, stop
from tests.kit.scoring.seen import adjusted, each_sheet, seen

AFTER: dict[str, Callable[[Any], Any]] = {
    "she wins": lambda sheet: month(sheet, 0, tan=5),
    "he wins": lambda sheet: month(sheet, 1, tan=5),
    "nobody has a yaku": lambda sheet: month(sheet, "nobody"),
    "he had called": lambda sheet: month(sheet, "nobody", calls=(0, 1)),
    "he was dealt a hand": lambda sheet: deal(sheet, 0, dealt=[None, "teshi"]),
}

NAMED_YAKU = [yaku.slug for yaku in TABLE if not yaku.counted]


BETTER = partial(start, after_call="highest")
KASU = ["08-3", "08-4", "09-3"]


def drawn_months(number: int, **options: Any) -> Any:
    """Months in which あんな called and nobody could stop."""
    sheet = start(**options)
    for _ in range(number):
        sheet = month(sheet, "nobody", calls=(1, 0))
    return sheet


def holding(chips: int, *, seat: int = 1, **options: Any) -> Any:
    """A year in which one of the two has so many of the 100 points left."""
    return adjusted(start(**options), seat, chips - 100)


def begun(lights: Any = 0, **rules: Any) -> Any:
    return deal(start(**rules), lights)


def rained_on(**end: Any) -> Any:
    return enter(deal(start(sake="rain")), {"step": "result", "calls": [0, 0], "winner": 0, **end})


SHOWN: dict[str, tuple[Callable[[], Any], Mapping[str, Any]]] = {
    # What is asked
    "a month is a deal": (start, {"asked": ["lights", "dealt"], "dealt.seats": (0, 1)}),
    "and a result; no calls are expected": (
        lambda: deal(start()),
        {
            "asked": ["calls", "winner", "yaku", "tane", "tan", "kasu", "cards"],
            **{"calls.seats": (0, 1), "calls.suggested": (0, 0), "calls.low": 0, "calls.high": 8},
            **{"winner.among": (0, 1), "winner.nobody": "nobody"},
        },
    ),
    "the players keep their sides whoever is oya": (
        lambda: deal(start(oya=1)),
        {"calls.seats": (0, 1), "winner.among": (0, 1)},
    ),
    "where brights do not multiply they are not asked": (partial(start, field_lights="off"), {"asked": ["dealt"]}),
    "November is asked in the rain alone": (
        lambda: deal(start(sake="rain")),
        {"asked": ["calls", "winner", "yaku", "tane", "tan", "kasu", "november", "cards"]},
    ),
    "the yaku of each are asked where the better pile is paid": (
        lambda: deal(BETTER()),
        {
            "asked": [
                *("calls", "winner", "yaku", "tane", "tan", "kasu"),
                *("each_yaku", "each_tane", "each_tan", "each_kasu", "cards"),
            ]
        },
    ),
    **{
        f"yaku that are not played are not offered ({', '.join(without)})": (
            partial(begun, **rules),
            {"yaku.offered": [slug for slug in NAMED_YAKU if slug not in without]},
        )
        for rules, without in (
            ({"sake": "off"}, ["hanami", "tsukimi"]),
            ({"exclusive_ribbons": "none"}, ["rokutan"]),
            ({"exclusive_teppo": "none"}, ["teppo"]),
        )
    },
    # 0枚なら1倍、1枚なら2倍、2枚なら3倍、3枚なら4倍、4枚なら5倍、5枚なら6倍
    **{
        f"lights on the field multiply by one more than there are ({lights})": (
            partial(begun, lights),
            {"notices.multiplier": f"×{lights + 1}"},
        )
        for lights in range(6)
    },
    # Months that nobody wins
    # このラウンドの親プレイヤーが相手から6点を受け取る; the lights do not multiply it.
    "nobody made a yaku, and the oya receives six": (
        lambda: month(start(oya=1), "nobody", lights=4),
        {"totals": (94, 106), "workings": ["paid to ベン: −6", "no yaku, the oya receives 6"]},
    ),
    **{
        f"koi-koi was called and nobody could stop {calls}": (
            partial(month, start(oya=1), "nobody", lights=3, calls=calls),
            {"points": (0, 0), "workings": ["koi-koi was called and nobody could stop: 0"] * 2, "notices.oya": "ベン"},
        )
        for calls in ((1, 0), (0, 1), (2, 3))
    },
    # The better pile is paid. Ann has 猪鹿蝶 6, Ben カス of 11 cards 2; one light: 6 × 2 = 12, and she is oya.
    "cards run out after both called: the higher sum is paid times the lights": (
        lambda: ran_out(BETTER(oya=1), lights=1, each_yaku=[["inoshikacho"], []], each_kasu=[None, 11]),
        {
            **{"totals": (112, 88), "oya": 0},
            "workings": ["Inoshikachō 6 → 6 × 2 = 12", "paid to あんな: −12"],
            "abouts": [
                "January, ベン was oya, 1 bright on the field, あんな koi-koi × 1, ベン koi-koi × 1, out of cards,"
                " yaku 6 : 2"
            ],
        },
    ),
    "by default nobody is paid, and the oya stays": (
        lambda: ran_out(start(oya=1), lights=1),
        {"points": (0, 0), "oya": 1},
    ),
    # タン 1 : カス 1, oya Ben: Ben +1
    "where both are level the oya is paid": (
        lambda: ran_out(BETTER(oya=1), each_tan=[5, None], each_kasu=[None, 10]),
        {"points": (-1, 1), "oya": 1},
    ),
    # 赤短 6 + タン 1 = 7, doubled 14; neither the calls nor payback multiply.
    **{
        f"from seven it is doubled, and calls don't multiply ({koi_koi})": (
            partial(
                lambda koi_koi: ran_out(
                    BETTER(koi_koi=koi_koi),
                    calls=(2, 1),
                    cards=[
                        ["01-2", "02-2", "03-2", "04-2", "05-2"],
                        [*(f"{each:02}-3" for each in range(1, 8)), *KASU],
                    ],
                ),
                koi_koi,
            ),
            {"points": (14, -14)},
        )
        for koi_koi in ("stacking", "payback")
    },
    "only whoever called has yaku": (
        lambda: ran_out(BETTER(oya=1), calls=(1, 0), each_tane=[5]),
        {"points": (1, -1), "oya": 0},
    ),
    # 花見 was washed away by the willow, and the other had not called: nothing is paid.
    "rain leaves nothing to pay": (
        lambda: ran_out(
            BETTER(oya=1, sake="rain", drawn_oya="changes"), calls=(1, 0), cards=[["03-1", "09-1", "11-4"]]
        ),
        {"points": (0, 0), "oya": 0},
    ),
    "what is paid is capped": (
        lambda: ran_out(
            adjusted(BETTER(overdraft="capped"), 1, -98), each_yaku=[["inoshikacho"], []], each_kasu=[None, 10]
        ),
        {"points": (2, -2)},
    ),
    "nobody called, and the oya receives six": (
        lambda: ran_out(BETTER(oya=1), calls=(0, 0)),
        {"points": (-6, 6)},
    ),
    # 「そのラウンドは即座に終了し…特別な役で受け取る点数には得点倍率はかかりません」
    "a dealt hand is a flat six, and the month is over": (
        lambda: deal(start(), 5, dealt=["teshi", None]),
        {
            **{"totals": (106, 94), "workings": ["Teshi 6", "paid to あんな: −6"]},
            **{"progress": "month 2 of 12", "last_entries": (0,)},
        },
    ),
    "the other dealt hand too, and brights need not be counted": (
        lambda: deal(start(), None, dealt=[None, "kuttsuki"]),
        {"totals": (94, 106), "workings": ["paid to ベン: −6", "Kuttsuki 6"], "abouts": ["January, あんな was oya"]},
    ),
    "both were dealt a hand, and the month is played on": (
        lambda: deal(start(), 1, dealt=["teshi", "kuttsuki"]),
        {"rows": (), "sentences": ["Both were dealt a hand, so neither scores and the month goes on."]},
    ),
    "then it is forgotten with the month": (
        lambda: stop(deal(start(), 1, dealt=["teshi", "kuttsuki"]), 1, tane=5),
        {"totals": (98, 102), "last_entries": (0, 1), "sentences": ["ベン leads off."]},
    ),
    # あんな is oya. Where nobody has a yaku she receives 6; where he had called, nothing moves.
    **{
        f"the next oya: {rule}, {name}": (
            partial(play, start(next_oya=rule)),
            {"oya": oya, "roles": ["oya", ""] if oya == 0 else ["", "oya"]},
        )
        for rule, oyas in (("winner", (0, 1, 0, 0, 1)), ("loser", (1, 0, 1, 0, 0)), ("alternate", (1, 1, 1, 1, 1)))
        for (name, play), oya in zip(AFTER.items(), oyas, strict=True)
    },
    # Where the oya changes when nothing is paid: after his call, which nobody could stop; the six for no yaku is paid.
    **{
        f"the oya when nothing is paid changes: {rule}, {name}": (
            partial(play, start(next_oya=rule, drawn_oya="changes")),
            {"oya": oya},
        )
        for rule, oyas in (("winner", (0, 1, 0, 1, 1)), ("loser", (1, 0, 1, 1, 0)), ("alternate", (1, 1, 1, 1, 1)))
        for (name, play), oya in zip(AFTER.items(), oyas, strict=True)
    },
    # The end
    "a year has 100 points and begins in January": (start, {"totals": (100, 100), "notices.month": "January"}),
    "half a year has 50": (partial(start, length="half"), {"totals": (50, 50)}),
    "the twelfth month is December": (
        partial(drawn_months, 11),
        {"over": False, "notices.month": "December", "progress": "month 12 of 12"},
    ),
    "after it the year is over, and equal is a draw": (partial(drawn_months, 12), {"over": True, "winners": ()}),
    "half a year ends with June": (partial(drawn_months, 5, length="half"), {"over": False, "notices.month": "June"}),
    "after six months it is over": (partial(drawn_months, 6, length="half"), {"over": True, "deals": 6}),
    # 五光 10 + カス 2 = 12, doubled: 24 × 4 = 96.
    **{
        f"it is over at once when somebody holds nought or less ({left})": (
            partial(month, holding(96 + left), 0, "goko", kasu=11, lights=3),
            {"totals": (196, left)} | shown,
        )
        for left, shown in (
            (1, {"over": False, "sentences": ["あんな leads off."]}),
            (0, {"over": True, "winners": (0,), "why_over": "ベン has no points left.", "ended_early": False}),
            (-1, {"over": True, "winners": (0,), "sentences": []}),
        )
    },
    "nobody loses more than they hold where that was agreed": (
        lambda: month(start(length="half", overdraft="capped"), 0, "goko", lights=3),
        {
            **{"totals": (100, 0), "over": True, "winners": (0,)},
            "workings": [
                "Five Brights 10 → 10 × 2 (7 points or more) × 4 = 80 → ベン has only 50: 50",
                "paid to あんな: −50",
            ],
            "briefs.0": "Yaku 10 × 2 (7 points or more) × 4 → ベン has only 50: 50",
        },
    ),
    # 10 × 2 = 20, and then 15 × 2 = 30, which is all that is left.
    "all that is left is not said to be too little": (
        lambda: month(month(start(length="half", overdraft="capped"), 0, "goko"), 0, "hanami", "tsukimi", "teppo"),
        {
            "totals": (100, 0),
            "over": True,
            "workings.0": "Hanami-zake 5 + Tsukimi-zake 5 + Teppo 5 = 15 → 15 × 2 (7 points or more) = 30",
        },
    ),
    "who owes already pays nothing": (
        lambda: month(holding(-5, overdraft="capped"), 0, "akatan"),
        {"totals": (100, -5)},
    ),
    "a dealt hand is capped too": (
        lambda: deal(holding(2, overdraft="capped"), 0, dealt=["teshi", None]),
        {"totals": (102, 0)},
    ),
    "or not": (lambda: deal(holding(2), 0, dealt=["teshi", None]), {"totals": (106, -4)}),
    "what the oya receives is capped too": (
        lambda: month(holding(2, overdraft="capped"), "nobody"),
        {"totals": (102, 0), "workings.0": "no yaku, the oya receives 6 → ベン has only 2: 2"},
    ),
    "an adjustment that takes the last point does not end it": (partial(holding, 0, seat=0), {"over": False}),
    "the next month does, with −6 after it": (lambda: month(holding(0, seat=0), 1, "akatan"), {"over": True}),
    "or does not, with 6 after it": (lambda: month(holding(0, seat=0), 0, "akatan"), {"over": False}),
    # 五光: 10 × 2 = 20
    "points given back after the end let it go on": (
        lambda: adjusted(month(holding(20), 0, "goko"), 1, 1),
        {"over": False},
    ),
    "points taken after the end leave it ended": (
        lambda: adjusted(month(holding(20), 0, "goko"), 1, -1),
        {"over": True},
    ),
    "an adjustment alone never ends a game": (
        lambda: adjusted(adjusted(month(holding(20), 0, "goko"), 1, 1), 1, -1),
        {"over": False},
    ),
    # What the table is told
    "the strip waits for the lights": (
        start,
        {"notices": {"month": "January", "oya": "あんな", "lights": "—", "multiplier": "—"}},
    ),
    "the strip knows the multiplier once the lights are said": (
        lambda: deal(start(), 2),
        {
            "notices": {"month": "January", "oya": "あんな", "lights": "2", "multiplier": "×3"},
            "message": "×3 · あんな leads off.",
            # Who begins was said when the cards were dealt.
            "sentences": [],
        },
    ),
    "where lights do not count, who begins is all that is said": (
        lambda: deal(start(field_lights="off"), None),
        {"message": "あんな leads off."},
    ),
    "a row says what the month was": (
        lambda: month(start(oya=1), 0, lights=2, calls=(1, 2), tan=6),
        {"abouts": ["January, ベン was oya, 2 brights on the field, あんな koi-koi × 1, ベン koi-koi × 2"]},
    ),
    **{
        f"a row tells what rain took away: {name}": (
            partial(rained_on, **end),
            {"abouts": [f"January, あんな was oya{void}"]},
        )
        for name, end, void in (
            ("花見", {"cards": [["03-1", "09-1", "06-1", "07-1", "10-1", "11-4"], []]}, ", Hanami-zake void by rain"),
            ("both", {"yaku": ["teppo"], "november": "yes"}, ", Hanami-zake, Tsukimi-zake void by rain"),
            ("nothing of 鉄砲", {"yaku": ["teppo"]}, ""),
            ("nothing without rain", {"cards": [["03-1", "09-1", "06-1", "07-1", "10-1"], []]}, ""),
            ("nothing without a sake yaku", {"cards": [["11-1", "06-1", "07-1", "10-1"], []]}, ""),
        )
    },
}


@each_sheet(SHOWN)
def test_what_the_table_sees(sheet: Callable[[], Any], shown: Mapping[str, Any]) -> None:
    assert seen(sheet(), *shown) == shown
