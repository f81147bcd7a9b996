"""Tests of Satat and Trup Kasiet against their rules text and their page in docs/games."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core import enter, replay
from scoring.games.satat import GAME
from tests.games.satat.sheet import ANNA, BEN, CHIKA, DAI, EVEN, ODD
from tests.kit.examples import examples
from tests.kit.games import session_of
from tests.kit.scoring.seen import adjusted, notices, points, refused, seen, sentences, workings

KINDS = ("plain", "7-0", "13-0", "7-0-failed")


def start(*, leader: int = ANNA, **options: Any) -> Any:
    return GAME.start(session_of(GAME, players=4, dealer=leader, **options))


def wins(sheet: Any, winners: int, kind: str = "plain") -> Any:
    return enter(sheet, {"step": "result", "winners": winners, "kind": kind})


# The table


def test_partners_sit_across_and_share_their_points() -> None:
    assert start().sides == ((ANNA, CHIKA), (BEN, DAI))
    assert wins(start(), ODD).totals == (0, 1, 0, 1)
    assert "seats 1 and 3 against 2 and 4" in str(GAME.seating)
    assert str(GAME.first) == "First leader"


@pytest.mark.parametrize(("leader", "dealer"), [(ANNA, "大輔"), (BEN, "あんな"), (CHIKA, "ベン"), (DAI, "千夏")])
def test_the_leaders_right_hand_neighbour_deals(leader: int, dealer: str) -> None:
    sheet = start(leader=leader)
    assert notices(sheet) == {"leader": sheet.table.players[leader], "dealer": dealer, "exchange": "none"}
    assert str(sheet.role(leader)) == "leader"
    assert str(sheet.role(sheet.table.players.index(dealer))) == "who deals"
    assert [seat for seat in range(4) if sheet.role(seat)] == sorted((leader, sheet.table.players.index(dealer)))


SEVEN_NIL = "7–0, played on and failed, counts as {}"


@pytest.mark.parametrize(
    ("rules", "deals", "shown"),
    [
        # What was won is said, and who leads and deals next, while there is a next deal.
        ({}, [(EVEN, "7-0")], {"said": "あんな & 千夏: 7–0 +1. Next 千夏 leads, ベン deals."}),
        ({}, [(EVEN, "7-0"), (ODD, "plain")], {"said": "ベン & 大輔: plain win +1. Next 大輔 leads, 千夏 deals."}),
        ({"length": 1}, [(EVEN, "plain")], {"said": "あんな & 千夏: plain win +1"}),
        # An exchange is for one deal; none follows a plain win.
        ({}, [(EVEN, "plain")], {"exchange": "none"}),
        ({}, [(EVEN, "13-0")], {"exchange": "2 cards"}),
        ({}, [(EVEN, "13-0"), (EVEN, "plain")], {"exchange": "none"}),
        # Every win counts one unless weighed.
        ({}, [(EVEN, "plain")], {"points": (1, 0, 1, 0)}),
        ({}, [(EVEN, "7-0")], {"points": (1, 0, 1, 0)}),
        (
            {},
            [(EVEN, "13-0")],
            {"points": (1, 0, 1, 0), "workings": ["won, 13–0: 1", "lost: 0", "won, 13–0: 1", "lost: 0"]},
        ),
        # Played on and failed, it stays 7–0, and the partner leads; or it becomes a plain win, and the same leads.
        (
            {"weight_seven": 2},
            [(EVEN, "7-0-failed")],
            {"points": (2, 0, 2, 0), "leader": CHIKA, "exchange": "1 card", "work": f"{SEVEN_NIL.format('7–0')}: 2"},
        ),
        (
            {"weight_seven": 2, "played_on": "plain"},
            [(EVEN, "7-0-failed")],
            {"points": (1, 0, 1, 0), "leader": ANNA, "exchange": "none", "work": f"{SEVEN_NIL.format('plain win')}: 1"},
        ),
        # After so many deals equal wins share, team by team; so many wins end it with their weights.
        ({"length": 2}, [(EVEN, "13-0"), (ODD, "plain")], {"over": True, "winners": (0, 2, 1, 3)}),
        ({"end": "wins", "length": 4, "weight_thirteen": 3}, [(EVEN, "13-0")], {"over": False}),
        ({"end": "wins", "length": 4, "weight_thirteen": 3}, [(EVEN, "13-0"), (EVEN, "plain")], {"over": True}),
        ({"end": "wins", "length": 4, "weight_thirteen": 3}, [(EVEN, "13-0")] * 2, {"over": True}),
        # An open game goes on.
        ({"end": "open", "length": 3}, [(ODD, "plain")] * 30, {"over": False, "progress": "deal 31"}),
    ],
)
def test_what_these_deals_lead_to(rules: dict[str, Any], deals: list[tuple[int, str]], shown: dict[str, Any]) -> None:
    sheet = start(**rules)
    for winners, kind in deals:
        sheet = wins(sheet, winners, kind)
    own = {"exchange": notices(sheet).get("exchange"), "points": points(sheet), "work": workings(sheet)[0]}
    assert seen(sheet, *(shown.keys() - own.keys())) | {name: own[name] for name in shown.keys() & own.keys()} == shown


def test_wins_given_before_the_first_deal_do_not_end_it() -> None:
    sheet = adjusted(start(end="wins", length=1), 1, 2)
    assert not sheet.over
    assert wins(sheet, EVEN).winners == (1, 3), "2 to 1"


# Who leads next


@pytest.mark.parametrize("leader", range(4))
@pytest.mark.parametrize(
    ("by_leader", "kind", "further"),
    [
        (True, "plain", 0),  # the same leader
        (True, "7-0", 2),  # the partner
        (True, "13-0", 2),
        (False, "plain", 1),  # left of the last leader
        (False, "7-0", 1),
        (False, "13-0", 1),
    ],
)
def test_who_leads_next_follows_from_who_won_and_how(leader: int, by_leader: bool, kind: str, further: int) -> None:
    winners = leader % 2 if by_leader else 1 - leader % 2
    sheet = wins(start(leader=leader), winners, kind)
    assert sheet.leader == (leader + further) % 4
    assert sheet.dealer == (leader + further + 3) % 4


# The exchange


def test_after_a_seven_nil_each_loser_gives_one_to_the_right_and_gets_one_from_the_left() -> None:
    # clockwise あんな ベン 千夏 大輔: on ベン's right sits あんな, on 大輔's right 千夏
    sheet = wins(start(), EVEN, "7-0")
    assert notices(sheet)["exchange"] == "1 card"
    assert sentences(sheet)[:2] == [
        "Once trumps are chosen, ベン → あんな, 大輔 → 千夏: 1 trump each (or, without "
        "trumps, the highest card of another "
        "suit). You can keep the two of hearts.",
        "Then あんな → ベン, 千夏 → 大輔: 1 unwanted card each.",
    ]


@pytest.mark.parametrize(("kind", "cards"), [("7-0", "1 card"), ("13-0", "2 cards"), ("plain", "none")])
def test_the_dealers_teams_clean_win_brings_an_exchange_only_where_the_table_says_so(kind: str, cards: str) -> None:
    assert notices(wins(start(), ODD, kind))["exchange"] == "none"
    sheet = wins(start(dealers_exchange="yes"), ODD, kind)
    assert notices(sheet)["exchange"] == cards
    assert notices(wins(start(dealers_exchange="yes"), EVEN, kind))["exchange"] == cards
    if kind == "7-0":
        # the losers are あんな and 千夏 now
        assert sentences(sheet)[1] == "Then 大輔 → あんな, ベン → 千夏: 1 unwanted card each."


# Kinds of wins and their weights


def test_each_kind_of_win_has_its_weight() -> None:
    sheet = start(weight_plain=2, weight_seven=3, weight_thirteen=5)
    sheet = wins(wins(wins(sheet, EVEN), ODD, "7-0"), ODD, "13-0")
    assert [row.points for row in sheet.rows] == [(2, 0, 2, 0), (0, 3, 0, 3), (0, 5, 0, 5)]
    assert sheet.totals == (2, 8, 2, 8)
    assert workings(sheet) == ["lost: 0", "won, 13–0: 5", "lost: 0", "won, 13–0: 5"]


def test_wins_are_tallied_by_kind() -> None:
    sheet = start(weight_seven=4)
    assert sheet.tally((0, 2)) is None
    for winners, kind in ((EVEN, "plain"), (EVEN, "7-0"), (ODD, "13-0"), (EVEN, "plain"), (ODD, "7-0-failed")):
        sheet = wins(sheet, winners, kind)
    assert str(sheet.tally((0, 2))) == "plain win × 2, 7–0 × 1"
    assert str(sheet.tally((1, 3))) == "7–0 × 1, 13–0 × 1"
    assert [str(each.tally) for each in sheet.standings] == [  # 1 + 4 + 1 = 6 before 1 + 4 = 5
        "plain win × 2, 7–0 × 1",
        "7–0 × 1, 13–0 × 1",
    ]


def test_the_scorecard_marks_a_clean_win_once_a_team() -> None:
    rows = wins(wins(wins(start(), EVEN, "7-0"), ODD, "13-0"), ODD).rows
    assert [[cell.figure for cell in row.cells] for row in rows] == [
        ["7–0", "", "", ""],
        ["", "13–0", "", ""],
        ["", "", "", ""],
    ]
    assert [str(row.about) for row in rows] == [
        "deal 1, あんな led, 大輔 dealt: あんな & 千夏, 7–0",
        "deal 2, 千夏 led, ベン dealt: ベン & 大輔, 13–0",
        "deal 3, 大輔 led, 千夏 dealt: ベン & 大輔, plain win",
    ]


# The end


def test_twelve_deals_unless_said_otherwise() -> None:
    sheet = start()
    assert sheet.options.to_json() == {
        "variant": "satat",
        "end": "deals",
        "length": 12,
        "played_on": "7-0",
        "weight_plain": 1,
        "weight_seven": 1,
        "weight_thirteen": 1,
        "dealers_exchange": "no",
    }
    assert str(sheet.progress) == "deal 1 of 12"
    for _ in range(11):
        sheet = wins(sheet, EVEN)
        assert not sheet.over
    sheet = wins(sheet, ODD)
    assert sheet.over
    assert sheet.winners == (0, 2)
    assert str(sheet.progress) == "deal 12 of 12"
    assert [(each.place, each.total, each.gap) for each in sheet.standings] == [(1, 11, 0), (2, 1, 10)]


def test_after_a_number_of_wins_the_first_team_there_has_won() -> None:
    sheet = start(end="wins", length=3)
    assert str(sheet.progress) == "deal 1, to 3 wins"
    for winners in (EVEN, ODD, EVEN, ODD):
        sheet = wins(sheet, winners)
        assert not sheet.over
    sheet = wins(sheet, ODD)
    assert sheet.over
    assert sheet.winners == (1, 3)
    assert sheet.totals == (2, 3, 2, 3)


@pytest.mark.parametrize("end", ["deals", "wins"])
def test_an_end_chosen_anew_has_its_usual_length_again(end: str) -> None:
    settled, own = start(end=end), start(end=end, length=5)
    assert [each.options.strip_defaults(each.table).length for each in (settled, own)] == [None, 5]


# Satat and Trup Kasiet


def test_the_variants_are_scored_alike() -> None:
    entries = [{"step": "result", "winners": index % 2, "kind": kind} for index, kind in enumerate(KINDS)]
    satat, kasiet = (replay(start(variant=variant), entries) for variant in ("satat", "trup-kasiet"))
    assert satat.rows == kasiet.rows
    assert satat.leader == kasiet.leader


def test_in_satat_the_leaders_partner_may_ask_for_a_new_deal_in_trup_kasiet_trumps_are_hidden() -> None:
    assert sentences(start()) == ["あんな chooses trumps. 千夏 can ask for a new deal if they hold no trumps."]
    assert sentences(start(variant="trup-kasiet")) == ["あんな lays the trump card face down. Nobody else sees it."]


def test_in_trup_kasiet_only_who_gives_how_many_to_whom_is_said_while_trumps_are_hidden() -> None:
    # あんな's team won 7–0: 千夏 leads; on ベン's right sits あんな, on 大輔's right 千夏
    sheet = wins(start(variant="trup-kasiet"), EVEN, "7-0")
    assert sentences(sheet) == [
        "ベン → あんな, 大輔 → 千夏: 1 card each, then あんな → ベン, 千夏 → 大輔: 1 card each.",
        "Trumps are face down, so check the exchange together once they are turned up.",
        "千夏 lays the trump card face down. Nobody else sees it.",
    ]
    assert sentences(wins(start(variant="trup-kasiet"), EVEN, "13-0"))[0] == (
        "ベン → あんな, 大輔 → 千夏: 2 cards each, then あんな → ベン, 千夏 → 大輔: 2 cards each."
    )
    assert len(sentences(wins(start(variant="trup-kasiet"), EVEN))) == 1, "a plain win brings no exchange"


# What is asked, and bad input


def test_a_plain_win_is_what_is_suggested() -> None:
    ask = start().ask
    assert [field.name for field in ask.fields] == ["winners", "kind"]
    assert ask.fields[1].suggested == "plain"
    assert [choice.value for choice in ask.fields[1].choices] == list(KINDS)


WINNERS = "Who won the deal?: “{}” is not a seat you can choose here."
KIND = "Choose one of these: 7 or more tricks, 7–0, 13–0, 7–0, played on and failed."


@pytest.mark.parametrize(
    ("raw", "refusals"),
    [
        ({}, [("winners", "Choose the team that won."), ("kind", "Choose how they won.")]),
        *(
            ({"winners": each, "kind": "plain"}, [("winners", WINNERS.format(each))])
            for each in (2, 3, 4, "nobody", "Ann", True)
        ),
        *(({"winners": 0, "kind": kind}, [("kind", "Choose how they won.")]) for kind in ("", None)),
        *(({"winners": 0, "kind": kind}, [("kind", f"How?: “{kind}” can’t be chosen. {KIND}")]) for kind in ("8-5", 7)),
    ],
)
def test_what_cannot_be_is_refused_in_words(raw: dict[str, Any], refusals: list[tuple[str, str]]) -> None:
    assert [(field, words) for field, _, words in refused(start(), step="result", **raw)] == refusals


# A real sheet


# Whatever is played


@settings(max_examples=examples(100), deadline=None, derandomize=True, database=None)
@given(
    leader=st.integers(0, 3),
    deals=st.lists(st.tuples(st.sampled_from((EVEN, ODD)), st.sampled_from(KINDS)), max_size=15),
    played_on=st.sampled_from(("7-0", "plain")),
    weights=st.tuples(*(st.integers(1, 20) for _ in range(3))),
)
def test_every_deal_is_won_by_one_team_and_counted_once(
    leader: int, deals: list[tuple[int, str]], played_on: str, weights: tuple[int, int, int]
) -> None:
    named = dict(zip(("weight_plain", "weight_seven", "weight_thirteen"), weights, strict=True))
    sheet = start(leader=leader, end="open", played_on=played_on, **named)
    worth = dict(zip(KINDS, weights, strict=False)) | {
        "7-0-failed": named["weight_seven" if played_on == "7-0" else "weight_plain"]
    }
    for winners, kind in deals:
        sheet = wins(sheet, winners, kind)
        assert sum(sheet.rows[-1].points[:2]) == worth[kind]
        assert sheet.leader % 2 == winners, "the winners lead next, whoever did before"
    assert sum(sheet.totals[:2]) == sum(worth[kind] for _, kind in deals)


# What a deal tells whoever counts
