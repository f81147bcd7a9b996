"""What is said after a deal, at tables small and large."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.document import load
from scoring.insights.news import after_entry, last_row, made_in_a_row, new_lead, news
from scoring.sheets.sheet import Sheet
from tests.games.changing_tables import OH_HELL
from tests.kit.scoring.bidding import entries_of

FIVE = ("Anna", "Ben", "Cleo", "Dan", "Emi")


def pad(*rounds: tuple[int, ...], **options: Any) -> Sheet[Any]:
    """A score pad after these rounds."""
    document = {
        "game": "score-pad",
        "players": FIVE[: len(rounds[0])],
        "options": options,
        "entries": [{"step": "round", "points": list(points)} for points in rounds],
    }
    return load(document)


def oh_hell(*deals: tuple[tuple[int, ...], tuple[int, ...]]) -> Sheet[Any]:
    """Oh Hell with 10 cards and downwards, the dealer's restriction off: bids and tricks of each deal."""
    head = {"game": "oh-hell", "players": FIVE[: len(deals[0][0])], "options": {"restriction": "off"}}
    return load(head | {"entries": entries_of(*deals)})


def told(sheet: Sheet[Any]) -> list[str]:
    return [str(message) for message in after_entry(sheet)]


MADE = ((1, 2, 0), (1, 9, 0)), ((1, 2, 1), (1, 8, 0)), ((2, 2, 1), (2, 6, 0))
TWIN_SHOOT = [
    {"step": "result", "bids": [4, 3, 2, 1], "tricks": [4, 3, 2, 1]},
    {"step": "open", "open": "no"},
    {"step": "result", "bids": [1, 1, 1, 1], "tricks": [0, 0, 5, 5]},
]


def twin_shoot(entries: int) -> Sheet[Any]:
    return load({"game": "twin-shoot", "players": FIVE[:4], "entries": TWIN_SHOOT[:entries]})


SAID: dict[str, tuple[Sheet[Any], list[str]]] = {
    "after the first deal somebody leads": (pad((1, 5, 3)), ["Ben leads"]),
    # 10 5 3 → 12 5 13: Cleo passes both.
    "who takes the lead is told before anything else": (
        pad((10, 5, 3), (2, 0, 10)),
        ["Cleo takes the lead", "Ben down to 3rd"],
    ),
    "whoever is passed by a new leader needs no words": (pad((10, 5, 0), (0, 6, 0)), ["Ben takes the lead"]),
    # 10 5 0 → 10 10 0
    "a level top is told": (pad((10, 5, 0), (0, 5, 0)), ["Anna and Ben tied for the lead"]),
    "all may be level": (pad((10, 5, 0), (0, 5, 10)), ["Everyone is tied"]),
    # 50 40 30 20 10 → 50 40 30 20 45: Emi from 5th to 2nd, Ben, Cleo and Dan each one down.
    "the longest ways up and down are told": (
        pad((50, 40, 30, 20, 10), (0, 0, 0, 0, 35)),
        ["Emi up to 2nd", "Ben down to 3rd"],
    ),
    "the lowest total leads where it wins": (pad((10, 5, 3), best="lowest"), ["Cleo leads"]),
    "and is passed there": (
        pad((10, 5, 3), (0, 0, 26), best="lowest"),
        ["Ben takes the lead", "Cleo down to 3rd"],
    ),
    # Anna 11 + 11 + 12, Cleo 10 + 0 + 0
    "two made bids are no streak": (oh_hell(*MADE[:2]), ["Anna leads"]),
    "a streak of made bids goes with the lead": (oh_hell(*MADE), ["Anna leads", "made 3 in a row"]),
    # Anna 11 + 11 + 11 = 33, Ben 30, Cleo 19 + 18 + 0 = 37
    "a streak of another is told with the name": (
        oh_hell(((1, 0, 9), (1, 0, 9)), ((1, 0, 8), (1, 0, 8)), ((1, 0, 0), (1, 0, 7))),
        ["Cleo leads", "Anna & Ben made 3 in a row"],
    ),
    "a large streak gives a number of players": (
        oh_hell(*(((1, 0, 2, cards - 3), (1, 0, 2, cards - 3)) for cards in (10, 9, 8))),
        ["Dan leads", "4 players made 3 bids in a row"],
    ),
    # Anna 11 + 11 + 0 + 11 = 33, Ben 19, Cleo 0 + 10 + 0 + 10 = 20
    "a streak is broken by a miss": (
        oh_hell(((1, 9, 9), (1, 9, 0)), ((1, 0, 0), (1, 8, 0)), ((1, 0, 1), (0, 8, 0)), ((1, 0, 0), (1, 6, 0))),
        ["Cleo up to 2nd", "Ben down to 3rd"],
    ),
    "rounds won alone make a streak": (pad((0, 5, 3), (0, 5, 3), (0, 5, 3)), ["Ben leads", "won 3 in a row"]),
    "a shared round breaks it": (pad((0, 5, 3), (0, 5, 5), (0, 5, 3)), ["Ben leads"]),
    "the lowest wins a round where it wins": (
        pad((9, 5, 7), (9, 5, 7), (9, 5, 7), best="lowest"),
        ["Ben leads", "won 3 in a row"],
    ),
    "of two sides the deal has its own words": (pad((3, 5)), ["Round 1: Anna +3, Ben +5"]),
    # 7 + 20 + 10 against 3 + 20 + 10
    "two teams of bidders see their points in the totals": (
        twin_shoot(1),
        ["Anna & Ben: twin shoot", "Cleo & Dan: twin shoot"],
    ),
    "and who leads": (twin_shoot(3), ["Cleo & Dan take the lead"]),
    "what no total tells comes first": (
        load(
            {
                **{"game": "boo-ray", "players": FIVE[:3]},
                "entries": [{"step": "entries", "games": ["kalo", "none", "none"]}],
            }
        ),
        ["KALO: Anna (alone)", "Anna leads"],
    ),
    "when the game is over the page says who won": (pad((1, 5, 3), (9, 0, 0), rounds=2), ["Cleo down to 3rd"]),
}


@pytest.mark.parametrize(("sheet", "said"), SAID.values(), ids=SAID)
def test_what_is_said_after_a_deal(sheet: Sheet[Any], said: list[str]) -> None:
    assert told(sheet) == said


def test_the_leaders_streak_is_told_with_the_lead_before_whoever_rises() -> None:
    # Anna makes 3, 3 and 2; Cleo makes 4 in the third deal and passes Ben: 38 10 14 0.
    sheet = oh_hell(((3, 0, 1, 4), (3, 0, 2, 5)), ((3, 2, 1, 2), (3, 1, 2, 3)), ((2, 2, 4, 0), (2, 1, 4, 1)))
    assert sheet.totals == (38, 10, 14, 0)
    assert [str(message) for message in news(sheet)] == ["Anna leads", "made 3 in a row"]


def test_three_bids_made_in_a_row_and_more_are_a_streak_until_one_is_missed() -> None:
    # Ben misses the first deal, Cleo makes all, Dan misses the last one.
    deals = [
        ((1, 9, 0, 0), (1, 8, 0, 1)),
        ((2, 7, 0, 0), (2, 7, 0, 0)),
        ((1, 7, 0, 0), (1, 7, 0, 0)),
        ((1, 6, 0, 0), (0, 6, 0, 1)),
    ]

    def streaks(played: int) -> list[str | None]:
        sheet = oh_hell(*deals[:played])
        return [str(told) if (told := made_in_a_row(sheet, seat)) else None for seat in range(4)]

    assert streaks(2) == [None] * 4
    assert streaks(3) == ["made 3 in a row", None, "made 3 in a row", None]
    assert streaks(4) == [None, "made 3 in a row", "made 4 in a row", None]
    assert made_in_a_row(pad((0, 5), (0, 5), (0, 5)), 1) is None, "without bids"


def test_who_leads_after_a_correction_is_told_where_it_is_another() -> None:
    was = pad((10, 5, 3), (2, 0, 1))
    assert str(new_lead(pad((10, 15, 3), (2, 0, 1)), was=was)) == "Ben takes the lead"
    assert new_lead(pad((11, 5, 3), (2, 0, 1)), was=was) is None


def test_who_moves_up_by_a_streak_is_named_once() -> None:
    deals = [((2, 7, 1), (2, 7, 1)), ((1, 7, 1), (1, 7, 1)), ((0, 5, 1), (1, 6, 1))]
    # Anna 12 + 11 + 0 = 23, Ben 17 + 17 + 0 = 34, Cleo 11 + 11 + 11 = 33, who was third with 22
    sheet = oh_hell(*deals)
    assert told(sheet) == ["Cleo made 3 in a row", "now 2nd"]
    # On a TV view each stands by itself.
    assert [str(each) for each in news(sheet, apart=True)] == ["Cleo made 3 in a row", "Cleo up to 2nd"]


def test_anything_but_a_deal_says_what_it_did() -> None:
    sheet = pad((1, 5, 3))
    document = {"game": "score-pad", "players": list(FIVE[:3]), "entries": [{"step": "round", "points": [1, 5, 3]}]}
    adjustment = {"step": "adjustment", "seat": 0, "amount": -2, "reason": "late"}
    adjusted = load(document | {"entries": [*document["entries"], adjustment]})
    assert told(adjusted) == ["Anna −2 (late)"]
    assert last_row(adjusted) == adjusted.rows[-1], "its totals are new too"
    noted = load(document | {"entries": [*document["entries"], {"step": "note", "text": "tea"}]})
    assert told(noted) == ["Note: tea"]
    assert last_row(noted) is None
    assert last_row(sheet) == sheet.rows[-1]


@pytest.mark.parametrize("players", [1, 2])
def test_a_blank_sheet_has_no_news(players: int) -> None:
    blank = load({"game": "score-pad", "players": list(FIVE[:players]), "entries": []})
    assert told(blank) == []
    assert last_row(blank) is None


def test_who_leads_is_told_between_tables_of_different_sizes() -> None:
    # Ann 11, Ben and Zoe 12, Cleo 0; with Eva, Ann 22, Ben 22, Cleo 11, Zoe 12, Eva 19.
    was, now = OH_HELL.after(3).sheet, OH_HELL.after(6).sheet
    assert str(new_lead(now, was=was)) == "Ann and Ben tied for the lead"
    assert str(new_lead(was, was=now)) == "Ben and Zoe tied for the lead"
