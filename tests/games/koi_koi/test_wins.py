"""What a month of Koi-Koi pays: yaku and cards, calls, rain, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.catalogue import find_game
from scoring.core import enter, read_entry, replay_trusted
from scoring.decks.hanafuda import cards_of
from scoring.decks.yaku import YakuRules
from scoring.games.koi_koi import KoiKoiOptions, what_they_make
from scoring.sheets.sheet import Sheet
from tests.games.koi_koi.table import deal, month, start, stop
from tests.kit.scoring.seen import Refusal, refused, working


def refused_end(sheet: Sheet[Any], winner: int | str = 0, *yaku: str, **more: Any) -> list[Refusal]:
    return refused(sheet, **{"step": "result", "calls": [0, 0], "winner": winner, "yaku": list(yaku)} | more)


@pytest.mark.parametrize(
    ("lights", "yaku", "counts", "calls", "points", "words"),
    [
        # Each call of the winner's own adds one to the multiplier of 2, and the other's add none.
        *(
            (1, [], {"tan": 8}, calls, 4 * times, f"Tan 4 → 4 × {product} = {4 * times}")
            for calls, times, product in (
                ((0, 0), 2, "2"),
                ((1, 0), 3, "(2 + 1)"),
                ((3, 0), 5, "(2 + 3)"),
                ((0, 3), 2, "2"),
                ((2, 5), 4, "(2 + 2)"),
            )
        ),
        # 役の点数が7点…7×2=14点
        (0, ["akatan"], {"tan": 5}, (0, 0), 14, "Red ribbons 6 + Tan 1 = 7 → 7 × 2 (7 points or more) = 14"),
        # 光札が1枚…役の点数が2点なので、2×2=4点
        (1, [], {"tan": 6}, (0, 0), 4, "Tan 2 → 2 × 2 = 4"),
        # お互い1回ずつこいこい…2×(1+1)=4点
        (0, [], {"tan": 6}, (1, 1), 4, "Tan 2 → 2 × (1 + 1) = 4"),
        # 7点、場札による得点倍率が4倍、こいこいを1回: 7×2×(4+1)=70点
        (3, ["akatan"], {"tan": 5}, (1, 0), 70, "Red ribbons 6 + Tan 1 = 7 → 7 × 2 (7 points or more) × (4 + 1) = 70"),
        # 8点の場合は16点: 四光
        (0, ["shiko"], {}, (0, 0), 16, "Four Brights 8 → 8 × 2 (7 points or more) = 16"),
        # 6 is below 7 and stays as it is
        (0, ["inoshikacho"], {}, (0, 0), 6, "Inoshikachō 6"),
        # 5 + 1 = 6 stays, 5 + 2 = 7 is doubled
        (0, ["hanami"], {"kasu": 10}, (0, 0), 6, "Hanami-zake 5 + Kasu 1 = 6"),
        (
            0,
            ["hanami"],
            {"kasu": 11},
            (0, 0),
            14,
            "Hanami-zake 5 + Kasu 2 = 7 → 7 × 2 (7 points or more) = 14",
        ),
        # 1点の役と2点の役が完成していたら、役の点数は3点
        (0, [], {"tane": 5, "tan": 6}, (0, 0), 3, "Tane 1 + Tan 2 = 3"),
        # タネ1 + カス1 = 2
        (0, [], {"tane": 5, "kasu": 10}, (0, 0), 2, "Tane 1 + Kasu 1 = 2"),
        # 六短: 6 + 6 + 6 + 2 = 20, doubled
        (
            0,
            ["akatan", "aotan", "rokutan"],
            {"tan": 6},
            (0, 0),
            40,
            "Red ribbons 6 + Blue ribbons 6 + Six ribbons 6 + Tan 2 = 20 → 20 × 2 (7 points or more) = 40",
        ),
        # the cup with curtain and moon: 5 + 5 + 5 = 15, doubled
        (
            0,
            ["hanami", "tsukimi", "teppo"],
            {},
            (0, 0),
            30,
            "Hanami-zake 5 + Tsukimi-zake 5 + Teppo 5 = 15 → 15 × 2 (7 points or more) = 30",
        ),
    ],
)
def test_a_win_pays_the_sum_doubled_from_seven_times_the_multiplier(
    *,
    lights: int,
    yaku: list[str],
    counts: dict[str, int],
    calls: tuple[int, int],
    points: int,
    words: str,
) -> None:
    sheet = month(start(), 0, *yaku, lights=lights, calls=calls, **counts)
    assert sheet.totals == (100 + points, 100 - points)
    assert working(sheet, 0) == words
    assert working(sheet, 1) == f"paid to あんな: −{points}"
    assert str(sheet.message) == f"あんな +{points}: {words}"


@pytest.mark.parametrize(
    ("lights", "calls", "points", "words"),
    [
        # The winner's own calls change nothing, the other's double once however often they were.
        (0, (0, 0), 4, "Tan 4"),
        (0, (3, 0), 4, "Tan 4"),
        (0, (0, 1), 8, "Tan 4 → 4 × 2 (paid back for koi-koi) = 8"),
        (0, (0, 5), 8, "Tan 4 → 4 × 2 (paid back for koi-koi) = 8"),
        (2, (1, 1), 24, "Tan 4 → 4 × 3 × 2 (paid back for koi-koi) = 24"),
        (2, (1, 0), 12, "Tan 4 → 4 × 3 = 12"),
    ],
)
def test_payback_doubles_for_who_wins_after_the_others_call(
    lights: int, calls: tuple[int, int], points: int, words: str
) -> None:
    sheet = month(start(koi_koi="payback"), 0, lights=lights, calls=calls, tan=8)
    assert (sheet.totals, working(sheet, 0)) == ((100 + points, 100 - points), words)


LEAFLET: dict[str, Any] = {"yaku_values": "leaflet", "field_lights": "off", "koi_koi": "payback"}


@pytest.mark.parametrize(
    ("rules", "yaku", "counts", "calls", "points", "words"),
    [
        # 三光 5 + カス 1 = 6, and the other had called: 12
        (
            LEAFLET,
            ["sanko"],
            {"kasu": 10},
            (0, 1),
            12,
            "Three Brights 5 + Kasu 1 = 6 → 6 × 2 (paid back for koi-koi) = 12",
        ),
        # 赤短・青短の重複（10 点）: six ribbons 10, doubled 20; タン does not count beside them
        *(
            (
                LEAFLET,
                ["akatan", "aotan"],
                counts,
                (0, 0),
                20,
                "Red ribbons 5 + Blue ribbons 5 = 10 → 10 × 2 (7 points or more) = 20",
            )
            for counts in ({}, {"tan": 6})
        ),
        # 他の短冊札が1枚ふえるごとに1点プラス: 10 + 2 = 12, doubled 24
        (
            LEAFLET,
            ["akatan", "aotan"],
            {"tan": 8},
            (0, 0),
            24,
            "Red ribbons 5 + Blue ribbons 7 = 12 → 12 × 2 (7 points or more) = 24",
        ),
        (LEAFLET, ["akatan"], {"tan": 4}, (0, 0), 6, "Red ribbons 6"),
        # 他の10点札が1枚ふえるごとに1点プラス: 5 + 2, and no タネ for five of them
        (LEAFLET, ["inoshikacho"], {"tane": 5}, (0, 0), 14, "Inoshikachō 7 → 7 × 2 (7 points or more) = 14"),
        # The tane of 猪鹿蝶 are no ribbons.
        (LEAFLET, ["inoshikacho"], {"tan": 5}, (0, 0), 6, "Inoshikachō 5 + Tan 1 = 6"),
        *(
            (LEAFLET, [slug], {}, (0, 0), points, None)
            for slug, points in (("ameshiko", 14), ("shiko", 16), ("goko", 20))
        ),
        # A table's own: 五光 50, doubled
        ({"yaku_values": "own", "goko_points": 50}, ["goko"], {}, (0, 0), 100, None),
        ({"yaku_values": "own", "akatan_points": 3}, ["akatan"], {"tan": 6}, (0, 0), 5, "Red ribbons 3 + Tan 2 = 5"),
    ],
)
def test_the_points_of_yaku_are_those_of_the_house(
    *,
    rules: dict[str, Any],
    yaku: list[str],
    counts: dict[str, int],
    calls: tuple[int, int],
    points: int,
    words: str | None,
) -> None:
    lights = None if rules.get("field_lights") == "off" else 0
    sheet = month(start(**rules), 0, *yaku, lights=lights, calls=calls, **counts)
    assert sheet.totals == (100 + points, 100 - points)
    assert words is None or working(sheet, 0) == words


NOBODY_STOPPED = "Nobody stopped, so no yaku count. Remove the yaku, or choose who stopped."


LIGHTS = "Brights on the field: missing."


CALLED = "After koi-koi a player needs new points"


BOAR_DEER_BUTTERFLIES = ["06-1", "07-1", "10-1"]


FIVE_RIBBONS, SIX_RIBBONS = (
    ["01-2", "02-2", "03-2", "04-2", "05-2"],
    ["01-2", "02-2", "03-2", "06-2", "09-2", "10-2"],
)


CUP_CURTAIN_MOON = ["03-1", "08-1", "09-1"]


def result(winner: int | str, *yaku: str, calls: Any = (0, 0), **more: Any) -> dict[str, Any]:
    return {"step": "result", "calls": list(calls), "winner": winner, "yaku": list(yaku)} | more


def cards(*piles: list[str]) -> dict[str, Any]:
    return {"cards": [*piles, *[[]] * (2 - len(piles))]}


@pytest.mark.parametrize(
    ("rules", "entry", "refusal"),
    [
        *(
            ({}, {"step": "deal", "lights": lights}, ("lights", None, words))
            for lights, words in (
                (6, "Brights on the field: 6 is too high. The maximum is 5."),
                (-1, "Brights on the field: −1 is too low. The minimum is 0."),
                ("two", "Brights on the field: “two” is not a whole number."),
                ("", LIGHTS),
            )
        ),
        # Where the better pile is paid, whoever called has a yaku, and nobody else.
        *(
            ({"after_call": "highest"}, result("nobody", **end), refusal)
            for end, refusal in (
                (
                    {"calls": (1, 1), "each_tan": [5, None]},
                    ("each_yaku", 1, "Enter ベン’s yaku or cards."),
                ),
                (
                    {"calls": (1, 0), "each_tan": [5, None], "each_kasu": [None, 11]},
                    (
                        "calls",
                        1,
                        "ベン’s cards make Kasu (11 cards). A player with a yaku stops or calls koi-koi, so enter one"
                        " of the two.",
                    ),
                ),
                (
                    {"calls": (2, 0), "each_yaku": [["akatan"]]},
                    (
                        "calls",
                        0,
                        "After koi-koi a player needs new points. With Red ribbons, あんな’s koi-koi can be 1 at most,"
                        " not 2.",
                    ),
                ),
                (
                    {"calls": (1, 0), **cards(["03-1", "08-1"])},
                    (
                        "calls",
                        0,
                        "あんな called koi-koi, but あんな’s cards make no yaku. Take the call back, or tap the cards.",
                    ),
                ),
                (
                    {"calls": (1, 0), "each_yaku": [["goko", "sanko"]]},
                    (
                        "each_yaku",
                        0,
                        "Five Brights, Three Brights don’t count together. Keep only the best, Five Brights.",
                    ),
                ),
            )
        ),
        (
            {"after_call": "highest"},
            result(0, "akatan", each_tan=[5]),
            (
                "each_yaku",
                None,
                "あんな stopped, so only あんな’s yaku count. Remove the others, or choose “nobody”.",
            ),
        ),
        ({}, result("nobody", calls=(1, 0), each_tan=[5]), ("each_tan", None, "“each_tan” is not asked for here.")),
        # Four ribbons count only where they let red or blue ribbons grow; 0 points are no yaku.
        (
            {"yaku_values": "leaflet"},
            result(0, "sanko", tan=4),
            ("tan", None, "Tan takes 5 cards or more."),
        ),
        ({}, result(0, "sanko", tan=4), ("tan", None, "Tan: how many cards: 4 is too low. The minimum is 5.")),
        (
            {"yaku_values": "own", "sanko_points": 0},
            result(0, **cards(["01-1", "03-1", "08-1"])),
            ("cards", 0, "あんな’s cards make no yaku. Tap the missing cards, or choose “nobody”."),
        ),
        # Brights are asked only where they multiply, and counted where the month is played.
        ({"field_lights": "off"}, {"step": "deal", "lights": 2}, ("lights", None, "“lights” is not asked for here.")),
        *(
            ({}, {"step": "deal", "dealt": dealt}, ("lights", None, LIGHTS))
            for dealt in (None, [None, None], ["teshi", "kuttsuki"])
        ),
        (
            {},
            {"step": "deal", "lights": 0, "dealt": [None, "royal"]},
            ("dealt", 1, "ベン, Dealt hand: “royal” can’t be chosen. Choose one of these: Teshi, Kuttsuki."),
        ),
        # Counts are given from the yaku to all the cards there are.
        *(
            ({}, result(0, "akatan", **{field: number}), (field, None, f"{label}: how many cards: {number} {words}"))
            for field, label, number, words in (
                ("tane", "Tane", 4, "is too low. The minimum is 5."),
                ("tane", "Tane", 10, "is too high. The maximum is 9."),
                ("tan", "Tan", 4, "is too low. The minimum is 5."),
                ("tan", "Tan", 11, "is too high. The maximum is 10."),
                ("kasu", "Kasu", 9, "is too low. The minimum is 10."),
                ("kasu", "Kasu", 26, "is too high. The maximum is 25."),
            )
        ),
        (
            {},
            result(0, "akatan", calls=(9, 0)),
            ("calls", 0, "あんな, Koi-koi calls: 9 is too high. The maximum is 8."),
        ),
        ({}, result(2, "akatan"), ("winner", None, "Who stopped: “2” can’t be chosen here.")),
        ({}, result(0, **cards(["13-1"])), ("cards", 0, "あんな, Captured cards: “13-1” can’t be chosen here.")),
        ({}, result(0, **cards(["01-1"] * 2)), ("cards", 0, "あんな, Captured cards: “01-1” was chosen twice.")),
        # Who stopped has a yaku, of their own.
        ({}, result(1), ("yaku", None, "Enter ベン’s yaku or cards.")),
        ({}, result(0, **cards([], ["08-1"])), ("yaku", None, "Enter あんな’s yaku or cards.")),
        *(({}, result("nobody", **more), ("yaku", None, NOBODY_STOPPED)) for more in ({"tan": 5}, {"kasu": 12})),
        ({}, result("nobody", "akatan"), ("yaku", None, NOBODY_STOPPED)),
        (
            {},
            result(0, **cards(["06-1", "07-1"])),
            ("cards", 0, "あんな’s cards make no yaku. Tap the missing cards, or choose “nobody”."),
        ),
        # Yaku that are entered are those of the cards.
        *(
            (
                {},
                result(0, *yaku, **cards(FIVE_RIBBONS), **counts),
                (
                    "yaku",
                    None,
                    f"あんな’s cards make Red ribbons, Tan (5 cards), but you entered {said}. Correct one of them.",
                ),
            )
            for yaku, counts, said in (
                (["akatan"], {}, "Red ribbons"),
                (["akatan"], {"tan": 6}, "Red ribbons, Tan (6 cards)"),
                (["aotan"], {"tan": 5}, "Blue ribbons, Tan (5 cards)"),
                (["akatan", "inoshikacho"], {"tan": 5}, "Inoshikachō, Red ribbons, Tan (5 cards)"),
            )
        ),
        (
            {},
            result(0, **cards(["01-2", "02-2", "03-2"], ["03-2", "01-2", "08-1"])),
            (
                "cards",
                None,
                "In both piles at once: pine with red poetry ribbon, cherry with red poetry ribbon. "
                "Take them out of one.",
            ),
        ),
        # 「やめ」か「こいこい」のどちらかを宣言しなければいけません.
        *(
            (
                {},
                result(winner, **cards(BOAR_DEER_BUTTERFLIES), **more),
                (
                    "calls",
                    0,
                    "あんな’s cards make Inoshikachō. "
                    "A player with a yaku stops or calls koi-koi, so enter one of the two.",
                ),
            )
            for winner, more in (("nobody", {}), (1, {"tan": 5}))
        ),
        # A stop after a call takes new points.
        *(
            (
                {},
                result(0, *yaku, calls=(1, 0), **more),
                (
                    "calls",
                    0,
                    f"{CALLED}. With {name}, あんな’s koi-koi can be 0 at most, not 1.",
                ),
            )
            for yaku, more, name in (
                (["akatan"], {}, "Red ribbons"),
                ([], cards(BOAR_DEER_BUTTERFLIES), "Inoshikachō"),
            )
        ),
        (
            {},
            result(0, "sanko", "akatan", calls=(2, 0)),
            ("calls", 0, f"{CALLED}. With Three Brights, Red ribbons, あんな’s koi-koi can be 1 at most, not 2."),
        ),
        (
            {"sake": "rain"},
            result(0, calls=(1, 0), tan=5, november="no"),
            (
                "calls",
                0,
                f"{CALLED}. With Tan (5 cards), あんな’s koi-koi can be 0 at most, not 1.",
            ),
        ),
        # Rain.
        (
            {"sake": "rain"},
            result(0, "hanami", november="yes"),
            ("yaku", None, "A November card cancels Hanami-zake. Remove it, or answer “No”."),
        ),
        (
            {"sake": "rain"},
            result(0, **cards(["03-1", "09-1"]), november="yes"),
            ("november", None, "あんな’s cards don’t match the answer about a November card. Correct one of them."),
        ),
        (
            {"sake": "rain"},
            result(0, **cards([*BOAR_DEER_BUTTERFLIES, "11-4"]), november="no"),
            ("november", None, "あんな’s cards don’t match the answer about a November card. Correct one of them."),
        ),
    ],
)
def test_what_cannot_be_is_refused_in_words(rules: dict[str, Any], entry: dict[str, Any], refusal: Refusal) -> None:
    sheet = start(**rules)
    assert refused(sheet if entry["step"] == "deal" else deal(sheet), **entry) == [refusal]


@pytest.mark.parametrize(
    ("rules", "entry", "gain"),
    [
        # 猪鹿蝶 6 and a light that makes nothing; the same yaku entered and tapped: 赤短 6 + タン 1 = 7, doubled.
        ({}, result(0, **cards([*BOAR_DEER_BUTTERFLIES, "01-1"])), 6),
        ({}, result(0, "akatan", tan=5, **cards(FIVE_RIBBONS)), 14),
        ({}, result(0, **cards(["01-2", "02-2", "03-2"], ["08-1"])), 6),
        # With a yaku in the other's pile, who called.
        ({}, result("nobody", **cards(BOAR_DEER_BUTTERFLIES), calls=(1, 0)), 0),
        ({}, result(1, tan=5, **cards(BOAR_DEER_BUTTERFLIES), calls=(1, 0)), -1),
        # Without sake yaku 鉄砲 still counts: 5.
        ({"sake": "off"}, result(0, "teppo"), 5),
        ({"sake": "off"}, result(0, **cards(CUP_CURTAIN_MOON)), 5),
        # 別の役を1つでも作れば…花見で一杯/月見で一杯の点数は0点: 猪鹿蝶 6 in the rain, with 花見 11 doubled without.
        ({"sake": "rain"}, result(0, "hanami"), 5),
        ({"sake": "rain"}, result(0, "hanami", november="no"), 5),
        ({"sake": "rain"}, result(0, "teppo", november="yes"), 5),
        ({"sake": "rain"}, result(0, **cards(["03-1", "09-1", *BOAR_DEER_BUTTERFLIES, "11-4"])), 6),
        ({"sake": "rain"}, result(0, **cards(["03-1", "09-1", *BOAR_DEER_BUTTERFLIES])), 22),
        # Only one's own card of November is rain.
        ({"sake": "rain"}, result(0, **cards(["03-1", "09-1"], ["11-4"])), 5),
        # 花見, koi-koi, a card of November, then タン: 花見 counts nothing any more. 1 × (1 + 1).
        ({"sake": "rain"}, result(0, calls=(1, 0), tan=5, november="yes"), 2),
        # 六短: 6 + 6 + 6 + 2 = 20, doubled; standing alone 6 + 2 = 8; not played 6 + 6 + 2 = 14.
        ({}, result(0, **cards(SIX_RIBBONS)), 40),
        ({"exclusive_ribbons": "on"}, result(0, "rokutan", tan=6), 16),
        ({"exclusive_ribbons": "on"}, result(0, **cards(SIX_RIBBONS)), 16),
        ({"exclusive_ribbons": "none"}, result(0, "akatan", "aotan", tan=6), 28),
        ({"exclusive_ribbons": "none"}, result(0, **cards(SIX_RIBBONS)), 28),
        # 鉄砲 with 花見 and 月見: 15, doubled; standing alone 5; not played 10.
        ({}, result(0, **cards(CUP_CURTAIN_MOON)), 30),
        ({"exclusive_teppo": "on"}, result(0, "teppo"), 5),
        ({"exclusive_teppo": "on"}, result(0, **cards(CUP_CURTAIN_MOON)), 5),
        ({"exclusive_teppo": "none"}, result(0, "hanami", "tsukimi"), 20),
        ({"exclusive_teppo": "none"}, result(0, **cards(CUP_CURTAIN_MOON)), 20),
    ],
)
def test_the_cards_or_the_yaku_give_what_the_house_says(
    rules: dict[str, Any], entry: dict[str, Any], gain: int
) -> None:
    assert enter(deal(start(**rules)), entry).totals == (100 + gain, 100 - gain)


def test_many_cards_in_both_piles_are_not_all_named() -> None:
    month_by_month = [f"{month:02}-1" for month in range(1, 13)]
    ((_, _, words),) = refused_end(deal(start()), 0, cards=[month_by_month, month_by_month])
    assert words.count(",") == 6
    assert words.endswith(", …. Take them out of one.")


@pytest.mark.parametrize(
    ("yaku", "counts", "most"),
    [
        # 新たに点数が増えない限り「やめ」を宣言することはできません: one yaku, and nothing new after a call
        (["inoshikacho"], {}, 0),
        (["akatan"], {}, 0),
        (["sanko"], {}, 0),
        ([], {"tan": 5}, 0),
        # three lights, a call, the fourth; another, the fifth
        (["shiko"], {}, 1),
        (["ameshiko"], {}, 1),
        (["goko"], {}, 2),
        # the fifth, sixth and seventh tane each bring a point
        ([], {"tane": 7}, 2),
        ([], {"kasu": 13}, 3),
        # 花見 first, then 月見 and 鉄砲 with the same card
        (["hanami", "tsukimi", "teppo"], {}, 1),
        # 三光, 猪鹿蝶, タン one after the other
        (["sanko", "inoshikacho"], {"tan": 5}, 2),
        # eight cards in the hand: seven calls, and with the eighth the stop
        (["goko"], {"kasu": 20}, 7),
    ],
)
def test_each_call_and_the_stop_take_new_points(yaku: list[str], counts: dict[str, int], most: int) -> None:
    sheet = deal(start())
    assert stop(sheet, 0, *yaku, calls=(most, 8), **counts).deals == 1
    (problem,) = refused_end(sheet, 0, *yaku, calls=[most + 1, 0], **counts)
    assert problem[:2] == ("calls", 0)
    assert f"’s koi-koi can be {most} at most, not {most + 1}." in problem[2]


@pytest.mark.parametrize(
    ("yaku", "more", "question", "answer"),
    [
        (["hanami"], {}, "Does あんな have a November card? It would cancel Hanami-zake.", "no"),
        (
            ["hanami", "tsukimi", "teppo"],
            {},
            "Does あんな have a November card? It would cancel Hanami-zake, Tsukimi-zake.",
            "no",
        ),
        # Its cards make 花見 and 月見 too, but for the rain.
        (
            ["teppo"],
            {},
            "Does あんな have a November card? Without one, Hanami-zake, Tsukimi-zake would count too.",
            "yes",
        ),
        # 雨四光 has one, to 赤短 it is nothing, and all nine tane have one.
        (["ameshiko"], {}, None, None),
        (["akatan"], {}, None, None),
        (["inoshikacho"], {"tane": 9}, None, None),
        (["hanami"], {"november": "no"}, None, None),
        (["teppo"], {"november": "yes"}, None, None),
        ([], {"cards": [["03-1", "09-1"], []]}, None, None),
        # Not of nobody.
        ([], {"winner": "nobody"}, None, None),
    ],
)
def test_november_is_asked_once_where_the_yaku_turn_on_it(
    yaku: list[str], more: dict[str, Any], question: str | None, answer: str | None
) -> None:
    sheet = deal(start(sake="rain"))
    entry = {"step": "result", "calls": [0, 0], "winner": 0, "yaku": yaku, **more}
    doubt = sheet.doubt(read_entry(sheet, entry))
    assert (doubt and str(doubt.question)) == question
    if doubt:
        assert (doubt.field, doubt.value) == ("november", answer)
        answered = {**entry, doubt.field: doubt.value}
        assert sheet.doubt(read_entry(sheet, answered)) is None
        # The answer says what the entry without it says.
        assert enter(sheet, answered).totals == enter(sheet, entry).totals


def test_a_yaku_that_grows_brings_new_points_with_each_card() -> None:
    # 赤短 5, then a ribbon each to 8, 青短 10 with the sixth, 11 with the seventh: five times; four calls and the stop.
    sheet = deal(start(**LEAFLET), None)
    assert stop(sheet, 0, "akatan", "aotan", calls=(4, 0), tan=7).deals == 1
    assert refused_end(sheet, 0, "akatan", "aotan", calls=[5, 0], tan=7)[0][:2] == ("calls", 0)


def test_the_answer_tells_what_cards_make_and_what_they_pay() -> None:
    # 5 + 5 + 5 = 15, doubled.
    cup_curtain_moon = cards_of(["03-1", "08-1", "09-1"])
    answer = what_they_make(cup_curtain_moon, KoiKoiOptions())
    assert [(yaku.slug, points) for yaku, points in answer.made] == [("hanami", 5), ("tsukimi", 5), ("teppo", 5)]
    assert (answer.paid, str(answer.working)) == (30, "Yaku 15 × 2 (7 points or more)")
    wet = what_they_make(cup_curtain_moon | cards_of(["11-4"]), KoiKoiOptions(sake="rain"))
    assert ([yaku.slug for yaku in wet.void], wet.paid, str(wet.working)) == (["hanami", "tsukimi"], 5, "Yaku 5")
    nothing = what_they_make((), KoiKoiOptions())
    assert (nothing.made, nothing.paid, nothing.working) == ((), 0, None)


def test_every_house_rule_of_yaku_changes_what_counts() -> None:
    """An option that says nothing of `YakuRules` would be asked for nothing."""
    for pick in KoiKoiOptions.yaku_picks():
        options: list[dict[str, Any]] = [{pick.name: choice.value} for choice in pick.choices]
        rules = [KoiKoiOptions(**each).yaku_rules for each in options]
        assert rules[0] == YakuRules()
        assert len(set(rules)) == len(pick.choices), pick.name


def test_a_win_without_a_yaku_that_a_file_brings_moves_nothing() -> None:
    # Curtain and cup are a yaku only with sake.
    blank = find_game("koi-koi").start({"players": ("Ann", "Ben"), "options": {"sake": "off"}})
    won = {"step": "result", "calls": [0, 0], "winner": 0, "cards": [["03-1", "09-1"], []]}
    sheet = replay_trusted(blank, [{"step": "deal", "lights": 0}, won])
    assert sheet.totals == (100, 100)
    assert str(sheet.rows[0].cells[0].working) == "Ann has no yaku under these rules: 0"
