"""Tests of Koi-Koi against the second revision of its rules text and its page in docs/games."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.catalogue import find_game
from scoring.core import enter, read_entry, replay_trusted
from scoring.decks.hanafuda import cards_of
from scoring.decks.yaku import YakuRules
from scoring.document import load
from scoring.games.koi_koi import GAME, KoiKoiOptions, what_they_make
from scoring.games.koi_koi.claim import Claim
from scoring.games.koi_koi.payment import Month, win
from scoring.sheets.sheet import Sheet
from tests.games.koi_koi import sheet as paper
from tests.kit.games import session_of
from tests.kit.scoring.seen import Refusal, adjusted, asked, notices, refused, working


def start(*, oya: int = 0, **options: Any) -> Any:
    return GAME.start(session_of(GAME, players=2, dealer=oya, **options))


def deal(sheet: Sheet[Any], lights: int | None = 0, **more: Any) -> Any:
    return enter(sheet, {"step": "deal"} | ({} if lights is None else {"lights": lights}) | more)


def stop(sheet: Sheet[Any], winner: int | str, *yaku: str, calls: tuple[int, int] = (0, 0), **more: Any) -> Any:
    return enter(sheet, {"step": "result", "calls": list(calls), "winner": winner, "yaku": list(yaku)} | more)


def month(sheet: Sheet[Any], winner: int | str, *yaku: str, lights: int | None = 0, **more: Any) -> Any:
    return stop(deal(sheet, lights), winner, *yaku, **more)


def refused_end(sheet: Sheet[Any], winner: int | str = 0, *yaku: str, **more: Any) -> list[Refusal]:
    return refused(sheet, **{"step": "result", "calls": [0, 0], "winner": winner, "yaku": list(yaku)} | more)


# What is asked


def test_a_month_is_a_deal_and_a_result() -> None:
    sheet = start()
    assert asked(sheet) == ["lights", "dealt"]
    assert asked(deal(sheet)) == ["calls", "winner", "yaku", "tane", "tan", "kasu", "cards"]
    assert asked(start(field_lights="off")) == ["dealt"]
    assert [rule for rule in ("on", "rain", "off") if "november" in asked(deal(start(sake=rule)))] == ["rain"]


@pytest.mark.parametrize("oya", [0, 1])
def test_the_players_keep_their_sides_whoever_is_oya_and_no_calls_are_expected(oya: int) -> None:
    sheet = start(oya=oya)
    assert sheet.ask.fields[1].seats == (0, 1)
    calls, winner = deal(sheet).ask.fields[:2]
    assert (calls.seats, calls.suggested, calls.low, calls.high) == ((0, 1), (0, 0), 0, 8)
    assert winner.among == (0, 1)
    assert str(winner.nobody) == "no one"


# What a win pays: the text's own sums


@pytest.mark.parametrize(
    ("lights", "yaku", "counts", "calls", "points", "words"),
    [
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
    assert str(sheet.said) == f"あんな +{points}: {words}"


@pytest.mark.parametrize(("lights", "times"), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6)])
def test_lights_on_the_field_multiply_by_one_more_than_there_are(lights: int, times: int) -> None:
    # 0枚なら1倍、1枚なら2倍、2枚なら3倍、3枚なら4倍、4枚なら5倍、5枚なら6倍
    sheet = deal(start(), lights)
    assert sheet.base_multiplier == times
    assert notices(sheet)["multiplier"] == f"×{times}"
    assert stop(sheet, 1, tan=5).totals == (100 - times, 100 + times)


def test_each_call_of_the_winners_own_adds_one_and_the_others_add_none() -> None:
    sheet = deal(start(), 1)
    for calls, times in (((0, 0), 2), ((1, 0), 3), ((3, 0), 5), ((0, 3), 2), ((2, 5), 4)):
        assert sheet.multiplier(calls, 0) == times
        assert stop(sheet, 0, calls=calls, tan=8).totals[0] == 100 + 4 * times


@pytest.mark.parametrize(
    ("lights", "calls", "points", "words"),
    [
        # the winner's own calls change nothing, the other's double once however often they were
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
    assert sheet.totals == (100 + points, 100 - points)
    assert working(sheet, 0) == words


# Months that nobody wins


def test_nobody_made_a_yaku_and_the_oya_receives_six() -> None:
    # このラウンドの親プレイヤーが相手から6点を受け取る; the lights do not multiply it
    sheet = month(start(oya=1), "nobody", lights=4)
    assert sheet.totals == (94, 106)
    assert working(sheet, 1) == "no yaku, the oya receives 6"


@pytest.mark.parametrize("calls", [(1, 0), (0, 1), (2, 3)])
def test_koi_koi_was_called_and_nobody_could_stop(calls: tuple[int, int]) -> None:
    sheet = month(start(oya=1), "nobody", lights=3, calls=calls)
    assert sheet.totals == (100, 100)
    assert working(sheet, 0) == working(sheet, 1) == "koi-koi was called and nobody could stop: 0"
    assert notices(sheet)["oya"] == "ベン", "the same oya again"


@pytest.mark.parametrize("hand", ["teshi", "kuttsuki"])
@pytest.mark.parametrize("holder", [0, 1])
def test_a_dealt_hand_is_a_flat_six_and_the_month_is_over(hand: str, holder: int) -> None:
    dealt = [hand if seat == holder else None for seat in (0, 1)]
    sheet = deal(start(), 5, dealt=dealt)
    assert sheet.totals == ((106, 94) if holder == 0 else (94, 106))
    assert working(sheet, holder) == f"{hand.capitalize()} 6"
    assert str(sheet.progress) == "month 2 of 12"
    assert sheet.rows[-1].entries == (0,)


def test_brights_need_not_be_counted_where_a_dealt_hand_ends_the_month() -> None:
    # 「そのラウンドは即座に終了し…特別な役で受け取る点数には得点倍率はかかりません」
    sheet = deal(start(), None, dealt=[None, "teshi"])
    assert sheet.totals == (94, 106)
    assert str(sheet.rows[0].about) == "January, あんな was oya"
    assert deal(start(), 3, dealt=[None, "teshi"]).totals == (94, 106), "counted all the same, they change nothing"


def test_both_were_dealt_a_hand_and_the_month_is_played_on() -> None:
    sheet = deal(start(), 1, dealt=["teshi", "kuttsuki"])
    assert (sheet.totals, sheet.rows) == ((100, 100), ())
    assert [str(sentence) for sentence in sheet.sentences] == [
        "Both were dealt a hand, so neither scores and the month goes on."
    ]
    sheet = stop(sheet, 1, tane=5)
    assert sheet.totals == (98, 102)
    assert sheet.rows[-1].entries == (0, 1)
    assert [str(sentence) for sentence in sheet.sentences] == ["ベン begins."], "it is forgotten with the month"
    assert deal(sheet).sentences == (), "who begins was said when the cards were dealt"


# Who is oya


@pytest.mark.parametrize(
    ("option", "after"),
    [
        # あんな is oya. Then: she wins, he wins, nobody has a yaku (she receives 6), he had called (nothing moves)
        ("winner", {"she": 0, "he": 1, "none": 0, "called": 0, "dealt him": 1}),
        ("loser", {"she": 1, "he": 0, "none": 1, "called": 0, "dealt him": 0}),
        ("alternate", {"she": 1, "he": 1, "none": 1, "called": 1, "dealt him": 1}),
    ],
)
def test_the_next_oya_is_the_winner_the_loser_or_the_other_one(option: str, after: dict[str, int]) -> None:
    sheet = start(next_oya=option)
    came = {
        "she": month(sheet, 0, tan=5),
        "he": month(sheet, 1, tan=5),
        "none": month(sheet, "nobody"),
        "called": month(sheet, "nobody", calls=(0, 1)),
        "dealt him": deal(sheet, 0, dealt=[None, "teshi"]),
    }
    assert {name: after.oya for name, after in came.items()} == after
    for sheet in came.values():
        assert [str(sheet.role(seat)) for seat in (0, 1)] == (["oya", "None"] if sheet.oya == 0 else ["None", "oya"])


# The end


@pytest.mark.parametrize(("length", "months", "points"), [("year", 12, 100), ("half", 6, 50)])
def test_a_year_has_twelve_months_and_100_points_half_a_year_six_and_50(length: str, months: int, points: int) -> None:
    sheet = start(length=length)
    assert sheet.totals == (points, points)
    names = []
    while not sheet.over:
        names.append(notices(sheet)["month"])
        sheet = month(sheet, "nobody", calls=(1, 0))
    assert len(names) == months
    assert (names[0], names[-1]) == ("January", "December" if months == 12 else "June")
    assert [str(row.label) for row in sheet.rows] == [str(number) for number in range(1, months + 1)]
    assert str(sheet.progress) == f"month {months} of {months}"
    assert sheet.winners == (), "equal at the end is a draw"


@pytest.mark.parametrize(("left", "over"), [(1, False), (0, True), (-1, True)])
def test_it_is_over_at_once_when_somebody_holds_nought_or_less(left: int, over: bool) -> None:
    # 五光 10 + カス 2 = 12, doubled: 24 × 4 = 96
    sheet = month(adjusted(start(), 1, left - 4), 0, "goko", kasu=11, lights=3)
    assert sheet.totals == (196, left)
    assert sheet.over is over
    assert sheet.winners == ((0,) if over else ())
    assert not sheet.ended_early
    said = [str(sentence) for sentence in sheet.sentences]
    assert said == ([] if over else ["あんな begins."])


def test_nobody_loses_more_than_they_hold_where_that_was_agreed() -> None:
    sheet = month(start(length="half", overdraft="capped"), 0, "goko", lights=3)
    assert (sheet.totals, sheet.over, sheet.winners) == ((100, 0), True, (0,))
    assert working(sheet, 0) == "Five Brights 10 → 10 × 2 (7 points or more) × 4 = 80 → ベン has only 50: 50"
    assert str(sheet.rows[0].cells[0].brief) == "Yaku 10 × 2 (7 points or more) × 4 → ベン has only 50: 50"
    assert working(sheet, 1) == "paid to あんな: −50"
    # 10 × 2 = 20, and then 15 × 2 = 30, which is all that is left.
    poor = month(start(length="half", overdraft="capped"), 0, "goko")
    last = month(poor, 0, "hanami", "tsukimi", "teppo")
    assert (last.totals, last.over, "has only" in working(last, 0)) == ((100, 0), True, False)
    owing = adjusted(start(overdraft="capped"), 1, -105)
    assert month(owing, 0, "akatan").totals == (100, -5), "who owes already pays nothing"


def test_the_flat_sixes_are_capped_too() -> None:
    poor = adjusted(start(overdraft="capped"), 1, -98)
    assert deal(poor, 0, dealt=["teshi", None]).totals == (102, 0)
    assert month(poor, "nobody").totals == (102, 0)
    assert working(month(poor, "nobody"), 0) == "no yaku, the oya receives 6 → ベン has only 2: 2"
    rich = adjusted(start(overdraft="full"), 1, -98)
    assert deal(rich, 0, dealt=["teshi", None]).totals == (106, -4)


def test_an_adjustment_that_takes_the_last_point_ends_it_with_the_next_month_only() -> None:
    poor = adjusted(start(), 0, -100)
    assert not poor.over
    assert month(poor, 1, "akatan").over  # −6 after the month
    assert not month(poor, 0, "akatan").over  # 6 after the month


def test_points_given_back_after_the_end_let_it_go_on() -> None:
    # 五光: 10 × 2 = 20
    ended = month(adjusted(start(), 1, -80), 0, "goko")
    assert (ended.totals, ended.over) == ((120, 0), True)
    assert not adjusted(ended, 1, 1).over
    assert adjusted(ended, 1, -1).over
    assert not adjusted(adjusted(ended, 1, 1), 1, -1).over, "an adjustment alone never ends a game"


# What is refused, and what is taken in its place

NOBODY_STOPPED = "Nobody stopped, so no yaku count. Remove the yaku, or choose who stopped."
LIGHTS = "Choose how many brights are on the field."
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
        # Brights are asked only where they multiply, and counted where the month is played.
        ({"field_lights": "off"}, {"step": "deal", "lights": 2}, ("lights", None, "“lights” is not asked for here.")),
        *(
            ({}, {"step": "deal", "dealt": dealt}, ("lights", None, LIGHTS))
            for dealt in (None, [None, None], ["teshi", "kuttsuki"])
        ),
        (
            {},
            {"step": "deal", "lights": 0, "dealt": [None, "royal"]},
            ("dealt", 1, "ベン, Dealt hands: “royal” can’t be chosen. Choose one of these: Teshi, Kuttsuki."),
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
        ({}, result(2, "akatan"), ("winner", None, "Who stopped: “2” is not a seat you can choose here.")),
        ({}, result(0, **cards(["13-1"])), ("cards", 0, "あんな, Captured cards: “13-1” can’t be chosen here.")),
        ({}, result(0, **cards(["01-1"] * 2)), ("cards", 0, "あんな, Captured cards: “01-1” was chosen twice.")),
        # Who stopped has a yaku, of their own.
        ({}, result(1), ("yaku", None, "ベン stopped, so enter the yaku or the cards.")),
        ({}, result(0, **cards([], ["08-1"])), ("yaku", None, "あんな stopped, so enter the yaku or the cards.")),
        *(({}, result("nobody", **more), ("yaku", None, NOBODY_STOPPED)) for more in ({"tan": 5}, {"kasu": 12})),
        ({}, result("nobody", "akatan"), ("yaku", None, NOBODY_STOPPED)),
        (
            {},
            result(0, **cards(["06-1", "07-1"])),
            ("cards", 0, "あんな’s cards make no yaku. Tap the missing cards, or choose “no one”."),
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
                    f"{CALLED}, so {name} is not enough to stop. Add a yaku, or set あんな’s koi-koi to 0.",
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
            ("calls", 0, f"{CALLED}. With Three Brights, Red ribbons, あんな called 1 times at most, not 2."),
        ),
        (
            {"sake": "rain"},
            result(0, calls=(1, 0), tan=5, november="no"),
            (
                "calls",
                0,
                f"{CALLED}, so Tan (5 cards) is not enough to stop. Add a yaku, or set あんな’s koi-koi to 0.",
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
            ("november", None, "あんな’s cards include no November card. Tap it, or answer “No”."),
        ),
        (
            {"sake": "rain"},
            result(0, **cards([*BOAR_DEER_BUTTERFLIES, "11-4"]), november="no"),
            ("november", None, "あんな’s cards include a November card. Answer “Yes”, or take it out."),
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


@pytest.mark.parametrize(
    ("rules", "without"),
    [
        ({"sake": "off"}, {"hanami", "tsukimi"}),
        ({"exclusive_ribbons": "none"}, {"rokutan"}),
        ({"exclusive_teppo": "none"}, {"teppo"}),
    ],
)
def test_yaku_that_are_not_played_are_not_offered(rules: dict[str, Any], without: set[str]) -> None:
    usual, other = ({choice.value for choice in deal(start(**each)).ask.fields[2].choices} for each in ({}, rules))
    assert usual - other == without


# Who stopped, with what


def test_many_cards_in_both_piles_are_not_all_named() -> None:
    month_by_month = [f"{month:02}-1" for month in range(1, 13)]
    ((_, _, words),) = refused_end(deal(start()), 0, cards=[month_by_month, month_by_month])
    assert words.count(",") == 6
    assert words.endswith(", …. Take them out of one.")


# How often a winner can have called


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
    told = f" called {most} times at most, not {most + 1}." if most else " is not enough to stop. "
    assert told in problem[2]


# The sake yaku and the options of a table


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


def test_november_is_not_asked_without_rain_and_of_nobody() -> None:
    for sake, winner in (("on", 0), ("rain", "nobody")):
        sheet = deal(start(sake=sake))
        entry = {"step": "result", "calls": [0, 0], "winner": winner, "yaku": ["hanami"] if winner == 0 else []}
        assert sheet.doubt(read_entry(sheet, entry)) is None


@pytest.mark.parametrize(
    ("end", "void"),
    [
        ({"cards": [["03-1", "09-1", "06-1", "07-1", "10-1", "11-4"], []]}, "Hanami-zake void by rain"),
        ({"yaku": ["teppo"], "november": "yes"}, "Hanami-zake, Tsukimi-zake void by rain"),
        ({"yaku": ["teppo"]}, None),
        ({"cards": [["03-1", "09-1", "06-1", "07-1", "10-1"], []]}, None),
        ({"cards": [["11-1", "06-1", "07-1", "10-1"], []]}, None),
    ],
)
def test_a_row_tells_what_rain_took_away(end: dict[str, Any], void: str | None) -> None:
    sheet = enter(deal(start(sake="rain")), {"step": "result", "calls": [0, 0], "winner": 0, **end})
    told = str(sheet.rows[0].about)
    assert told.endswith(f", {void}") if void else "void" not in told


# What the table is told


def test_the_strip_knows_the_multiplier_once_the_lights_are_said() -> None:
    assert notices(start()) == {"month": "January", "oya": "あんな", "lights": "—", "multiplier": "—"}
    sheet = deal(start(), 2)
    assert notices(sheet) == {"month": "January", "oya": "あんな", "lights": "2", "multiplier": "×3"}
    assert str(sheet.said) == "Multiplier 3. あんな begins."
    assert str(deal(start(field_lights="off"), None).said) == "あんな begins."


def test_a_row_says_what_the_month_was() -> None:
    sheet = month(start(oya=1), 0, lights=2, calls=(1, 2), tan=6)
    assert (
        str(sheet.rows[0].about)
        == "January, ベン was oya, 2 brights on the field, あんな koi-koi × 1, ベン koi-koi × 2"
    )
    sheet = month(start(oya=1), 0, lights=0, tan=6)
    assert str(sheet.rows[0].about) == "January, ベン was oya"


def test_the_end_says_why() -> None:
    assert str(load(paper.document()).why_over) == "All 12 months have been played."
    # 五光 10 + カス 2 = 12, doubled: 24 × 4 = 96
    sheet = month(adjusted(start(), 1, -4), 0, "goko", kasu=11, lights=3)
    assert str(sheet.why_over) == "ベン has no points left."


# A real sheet


# What cards make, without a sheet


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


def test_a_month_pays_its_lights_and_calls() -> None:
    # 5 + 5 + 5 = 15, doubled, times 1 + 1 light + 1 call; paid back after the other's calls: 30 × 2 × 2
    options, payback = KoiKoiOptions(), KoiKoiOptions(koi_koi="payback")
    claim = Claim.of_cards(options.yaku_rules, cards_of(["03-1", "08-1", "09-1"]))
    assert win(claim, Month(lights=1, own=1), options)[0] == 90
    assert win(claim, Month(lights=1, own=1, other=2), payback)[0] == 120


def test_every_house_rule_of_yaku_changes_what_counts() -> None:
    """An option that says nothing of `YakuRules` would be asked for nothing."""
    for pick in KoiKoiOptions.yaku_picks():
        options: list[dict[str, Any]] = [{pick.name: choice.value} for choice in pick.choices]
        rules = [KoiKoiOptions(**each).yaku_rules for each in options]
        assert rules[0] == YakuRules()
        assert len(set(rules)) == len(pick.choices), pick.name


# What a month tells whoever counts


def test_a_win_without_a_yaku_that_a_file_brings_moves_nothing() -> None:
    # Curtain and cup are a yaku only with sake.
    blank = find_game("koi-koi").start({"players": ("Ann", "Ben"), "options": {"sake": "off"}})
    won = {"step": "result", "calls": [0, 0], "winner": 0, "cards": [["03-1", "09-1"], []]}
    sheet = replay_trusted(blank, [{"step": "deal", "lights": 0}, won])
    assert sheet.totals == (100, 100)
    assert str(sheet.rows[0].cells[0].working) == "Ann has no yaku under these rules: 0"
