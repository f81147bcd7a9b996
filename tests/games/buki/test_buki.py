"""Tests of Buki against its rules text and its page in docs/games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest

from scoring.core import enter
from scoring.document import report
from scoring.games.buki import GAME
from scoring.message import say
from tests.games.buki.table import (
    ANN,
    BEN,
    CHIKA,
    DAI,
    EMI,
    HALF,
    after_a_draw,
    after_that,
    at_pips,
    blocked,
    drawn,
    goes_out,
    stake,
    start,
    won_by,
)
from tests.kit.scoring.seen import each_sheet, not_started, seen

CARRIED = tuple(say("{chips} carried", chips=chips) for chips in (0, 4, 2, 6))

NEW_BANKER, THIRD = (
    "New banker: stake before your first play. Tiles each: 6",
    "Stake before the third play. Tiles each: 6",
)


def after(*outs: int | None, **options: Any) -> Any:
    """Games with stakes of 2 each; None is a draw."""
    sheet = start(**options)
    for out in outs:
        sheet = stake(sheet, 2, 2, 2)
        sheet = drawn(sheet) if out is None else goes_out(sheet, out)
    return sheet


SHOWN: dict[str, tuple[Callable[[], Any], Mapping[str, Any]]] = {
    # 準備 and 賭け
    "everybody begins with 50 chips, and the greatest stake is three times the least": (
        start,
        {"totals": (50,) * 4, "options.stakes": range(2, 7)},
    ),
    "or with as many as agreed": (partial(start, chips=120), {"totals": (120,) * 4}),
    "three times a least of 5 is 15": (partial(start, least=5), {"options.stakes": range(5, 16)}),
    "the greatest stake may be said": (partial(start, least=5, greatest=7), {"options.stakes": range(5, 8)}),
    "it may be the least": (partial(start, least=5, greatest=5), {"options.stakes": range(5, 6)}),
    "everybody but the banker stakes within the limits in the own row": (
        partial(start, banker=BEN, least=3, greatest=8),
        {"stakes.seats": (ANN, CHIKA, DAI), "stakes.low": 3, "stakes.high": 8, "message": None},
    ),
    "a stake is its owner's until the game is settled": (
        lambda: stake(start(banker=BEN, least=3, greatest=8), 3, 8, 5),
        {
            "message": "Stakes against ベン: あんな 3, 千夏 8, 大輔 5.",
            "totals": (50,) * 4,
            "notices": {"banker": "ベン", "table": "16", "limits": "3–8"},
        },
    ),
    "the stakes are told with the spectators": (
        lambda: stake(start(), 2, 3, 4, on=((EMI, BEN, 3),)),
        {"message": "Stakes against あんな: ベン 2, 千夏 3, 大輔 4, 恵美 3 on ベン.", "notices.table": "12"},
    ),
    "stakes come filled in with the least": (start, {"stakes.suggested": (None, 2, 2, 2)}),
    # 千夏 banks; あんな has not staked yet, so the least stands there.
    "then with what each staked last": (
        partial(goes_out, stake(start(), 3, 4, 6), CHIKA),
        {"stakes.suggested": (2, 3, None, 6)},
    ),
    # 千夏 staked 4 before banking.
    "also of who has banked meanwhile": (
        lambda: goes_out(stake(goes_out(stake(start(), 3, 4, 6), CHIKA), 5, 5, 5), ANN),
        {"stakes.suggested": (None, 5, 4, 5)},
    ),
    # 8-7 15, 8-6 14, 8-5 and 7-6 13, 8-4 and 7-5 12: 79; the seventh has 11: 90
    "six tiles have 79 pips at most": (partial(stake, start(), 2, 2, 2), {"pips.low": 1, "pips.high": 79}),
    "seven have 90": (partial(stake, start(tiles=7), 2, 2, 2), {"pips.low": 1, "pips.high": 90}),
    "so many may be left": (lambda: blocked(stake(start(), 2, 2, 2), 1, 79, 1, 1), {"deals": 1}),
    "the sheet reminds of the tiles and by when to stake": (start, {"sentences": [THIRD]}),
    "they may be others": (
        partial(start, tiles=7, stake_before="fourth"),
        {"sentences": ["Stake before the fourth play. Tiles each: 7"]},
    ),
    "with the stakes on the table nothing is left to remind of": (partial(stake, start(), 2, 2, 2), {"sentences": []}),
    # プレイ終了後、親以外のプレイヤーが新たな親になった場合は、1回めのプレイの前に賭けを行います。
    "with a new banker the stakes are laid before the first play": (partial(after, BEN), {"sentences": [NEW_BANKER]}),
    "a banker who stays is not new": (partial(after, BEN, BEN), {"sentences": [THIRD]}),
    "the next one is": (partial(after, BEN, BEN, DAI), {"sentences": [NEW_BANKER]}),
    "half chips may be forbidden: even stakes narrow the limits": (
        # Three times 3 is 9.
        partial(start, half_chips="even", least=3),
        {"stakes.low": 4, "stakes.high": 8, "stakes.suggested": (None, 4, 4, 4), "notices.limits": "4–8"},
    ),
    "just one even stake is enough": (
        partial(start, half_chips="even", least=3, greatest=4),
        {"options.stakes": range(4, 5)},
    ),
    # 次のゲーム
    "the winner banks next, and after a draw the same banker": (
        partial(after, BEN, BEN, None, CHIKA, ANN, banker=DAI),
        {
            "abouts": [
                "大輔 banked. ベン went out",
                "ベン banked. ベン went out",
                "ベン banked. Blocked and drawn, あんな, ベン, 千夏 and 大輔 tied with 9 pips",
                "ベン banked. 千夏 went out",
                "千夏 banked. あんな went out",
            ],
            "roles": ["banker", "", "", ""],
        },
    ),
    # プレイの終了
    "a drawn game says who was level": (
        partial(at_pips, 9, 5, 5, 7),
        {
            "abouts": ["あんな banked. Blocked and drawn, ベン and 千夏 tied with 5 pips"],
            "message": "Blocked and drawn, ベン and 千夏 tied with 5 pips: あんな 0, ベン −2, 千夏 −4, 大輔 −6. "
            "あんな is the next banker.",
        },
    ),
    "one pip is one": (
        partial(at_pips, 1, 1, 5, 7),
        {"abouts": ["あんな banked. Blocked and drawn, あんな and ベン tied with 1 pip"]},
    ),
    # 引き分け: 4 + 2 + 6 of the players and 2 of 恵美 lie on the table.
    **{
        f"a draw leaves the stakes on the table ({rule})": (
            partial(after_a_draw, drawn_stakes=rule),
            {
                "points": (0, -4, -2, -6),
                "totals": (50, 46, 48, 44),
                "notices.table": "14",
                "spectators": ((EMI, -2),),
                "workings": [
                    "banker, drawn: 0",
                    *(f"staked {chips}, drawn: −{chips}, left on the table" for chips in (4, 2, 6)),
                ],
                "sentences": [THIRD, lies],
                "stakes.known": known,
            },
        )
        for rule, lies, known in (
            *((each, "Carried on the table: 14 (恵美 2 on ベン)", CARRIED) for each in ("join", "flat")),
            ("pool", "In the pool: 14", ()),
        )
    },
    "what is carried is told without spectators too": (
        lambda: drawn(stake(start(), 4, 2, 6)),
        {"sentences": [THIRD, "Carried on the table: 12"]},
    ),
    # 引き分けであっても、次のゲームの賭けは通常通り行います。
    "stakes are laid as usual after a draw": (after_a_draw, {"stakes.suggested": (None, 4, 2, 6), "stakes.low": 2}),
    "and lie there with the others": (lambda: stake(after_a_draw(), 2, 2, 2), {"notices.table": "20"}),
    # 4 × 2.5 = 10; 2 + 6 − 10 = −2
    "the winner gets two and a half times the stake from the banker, who takes the others": (
        partial(won_by, BEN, 4, 2, 6),
        {
            "totals": (48, 60, 48, 44),
            "workings": [
                "banker, lost: −10 to ベン [4 × 2.5], +2 from 千夏, +6 from 大輔 = −2",
                "staked 4, won: +10 from あんな [4 × 2.5]",
                "staked 2, lost: −2 to あんな",
                "staked 6, lost: −6 to あんな",
            ],
            "message": "ベン went out: あんな −2, ベン +10, 千夏 −2, 大輔 −6. ベン is the next banker.",
        },
    ),
    # ベン (3 + 4) × 2.5 = 17.5, and 4 come home. 恵美 2 × 2.5 = 5, and 2 come home: −2 at the draw, +7 now.
    # あんな takes 5 + 2 of 千夏, 2 + 6 of 大輔, and pays 17.5 + 5: 15 − 22.5 = −7.5
    "joined stakes count two and a half times too": (
        partial(after_that, BEN, 3, 5, 2, of="join"),
        {
            "points": (-7 - HALF, 21 + HALF, -5, -2),
            "spectators": ((EMI, 5),),
            "workings": [
                "banker, lost: −17.5 to ベン [(3 + 4) × 2.5], +5 from 千夏, +2 carried by 千夏, +2 from 大輔, "
                "+6 carried by 大輔, −5 to 恵美 [2 × 2.5] = −7.5",
                "staked 3, 4 carried, won: +17.5 from あんな [(3 + 4) × 2.5], +4 carried, taken back = +21.5",
                "staked 5, 2 carried, lost: −5 to あんな",
                "staked 2, 6 carried, lost: −2 to あんな",
            ],
            "left_over": 0,
        },
    ),
    # 観戦者の賭け: ベン 5, 恵美 7.5; あんな 2 + 2 + 4 − 5 − 7.5 = −4.5
    "a spectator who backs the winner is paid by the banker": (
        partial(won_by, BEN, 2, 2, 2, on=((EMI, BEN, 3), ("フミ", DAI, 4))),
        {
            "points": (-4 - HALF, 5, -2, -2),
            "spectators": ((EMI, 7 + HALF), ("フミ", -4)),
            "abouts": ["あんな banked. ベン went out. 恵美 +7.5, フミ −4"],
            "spectators.suggested": ({"name": EMI}, {"name": "フミ"}),
        },
    ),
    # −4 + 5
    "a spectator's balance goes on under the name however it is written": (
        lambda: goes_out(
            stake(won_by(CHIKA, 2, 2, 2, on=(("Emi", BEN, 4),)), 2, 2, 2, on=(("Fumi", CHIKA, 2), ("ＥＭＩ", ANN, 2))),
            ANN,
        ),
        {"spectators": (("Emi", 1), ("Fumi", -2))},
    ),
    "the name of a spectator alone is no stake, and who does not stake keeps what she has": (
        lambda: enter(
            won_by(BEN, 2, 2, 2, on=((EMI, BEN, 3), ("フミ", DAI, 4))),
            {
                "step": "stakes",
                "stakes": [2, None, 2, 2],
                "spectators": [
                    {"name": EMI, "backs": None, "chips": ""},
                    {"name": "フミ", "backs": "0", "chips": "2"},
                ],
            },
        ),
        {
            "message": "Stakes against ベン: あんな 2, 千夏 2, 大輔 2, フミ 2 on あんな.",
            "spectators": ((EMI, 7 + HALF), ("フミ", -4)),
        },
    ),
    # The end
    "the games are counted": (partial(start, games=2), {"progress": "game 1 of 2"}),
    "the last game is said": (
        lambda: stake(after(ANN, games=2), 2, 2, 2),
        {"progress": "game 2 of 2", "ask.action": "Save game 2"},
    ),
    "it ends after the agreed number of games, and nobody banks next": (
        partial(after, ANN, ANN, games=2),
        {
            "over": True,
            "winners": (ANN,),
            "notices": {},
            "sentences": [],
            "roles": [""] * 4,
            "message": "あんな went out: あんな +6, ベン −2, 千夏 −2, 大輔 −2.",
        },
    ),
    # 50 against 46, 48 and 44.
    "chips left on the table at the end are shown with the spectators": (
        partial(after_a_draw, games=1),
        {
            "over": True,
            "moments": ["Carried on the table: 14 (恵美 2 on ベン)"],
            "spectators": ((EMI, -2),),
            "winners": (ANN,),
        },
    ),
    "the standings say how many games each has won": (
        partial(after, BEN, BEN),
        {"tallies": ["2 wins", "0 wins", "0 wins", "0 wins"]},
    ),
    "one game is one": (partial(after, BEN), {"tallies": ["1 win", *["0 wins"] * 3]}),
}


@each_sheet(SHOWN)
def test_what_the_table_sees(sheet: Callable[[], Any], shown: Mapping[str, Any]) -> None:
    assert seen(sheet(), *shown) == shown


def test_spectators_and_what_lies_on_the_table_are_reported() -> None:
    # 50 + 46 + 48 + 44 − 2 + 14 = 4 × 50
    told = report(after_a_draw())
    assert (told["spectators"], told["pot"]) == ([{"name": EMI, "points": -2}], 14)
    assert not {"pot", "spectators"} & report(won_by(BEN, 2, 2, 2)).keys(), "nothing is carried, and nobody watched"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"least": 5, "greatest": 4}, "4 is too low. The minimum is 5."),
        (
            {"half_chips": "even", "least": 3, "greatest": 3},
            "There is no even stake between 3 and 3. Widen the limits or allow odd stakes.",
        ),
    ],
)
def test_limits_that_leave_no_stake_are_refused(options: dict[str, Any], words: str) -> None:
    assert not_started(GAME, **options) == [("greatest", None, words)]
