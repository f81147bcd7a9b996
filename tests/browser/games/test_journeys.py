"""Every game at the table, tap by tap, from its list of taps and totals in `kit/browser/journeys.py`.

Short deals of the other games are in `smoke`.
"""

from __future__ import annotations

import pytest

from tests.kit.browser.journeys import JOURNEYS
from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.playing import plays_a_short_deal, plays_an_evening, plays_without_script, promised
from tests.kit.browser.table import Phone


@pytest.mark.pocket
@pytest.mark.parametrize("game", JOURNEYS)
def test_an_evening_comes_out_as_worked_by_hand(open_phone: OpenPhone, game: str) -> None:
    with promised() as promises:
        plays_an_evening(open_phone("ja-JP"), game, promises)


@pytest.mark.parametrize("game", ["wizard", "skull-king"])
def test_a_deal_takes_few_taps_moves_nothing_is_undone_and_corrected(phone: Phone, game: str) -> None:
    with promised() as promises:
        plays_a_short_deal(phone, game, promises)


@pytest.mark.parametrize(
    "game", [game if game == "koi-koi" else pytest.param(game, marks=pytest.mark.long) for game in JOURNEYS]
)
def test_a_deal_is_entered_without_script_too(open_phone: OpenPhone, game: str) -> None:
    with promised() as promises:
        plays_without_script(open_phone(java_script_enabled=False), game, promises)
