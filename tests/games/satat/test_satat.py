"""Tests of Satat and Trup Kasiet against their rules text and their page in docs/games."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core import enter, replay
from scoring.document import dump, load, report
from scoring.games.satat import GAME
from tests.games.satat.sheet import ANNA, BEN, CHIKA, DAI, ENTRIES, EVEN, ODD, SESSION, SHEET
from tests.kit.examples import examples
from tests.kit.games import session_of
from tests.kit.scoring.seen import notices, refused, sentences, workings

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


def test_what_was_won_and_who_leads_next_is_said_after_each_deal() -> None:
    sheet = wins(start(), EVEN, "7-0")
    assert str(sheet.said) == "あんな & 千夏: 7–0 +1. Next 千夏 leads, ベン deals."
    sheet = wins(sheet, ODD)
    assert str(sheet.said) == "ベン & 大輔: plain win +1. Next 大輔 leads, 千夏 deals."
    done = wins(start(length=1), EVEN)
    assert str(done.said) == "あんな & 千夏: plain win +1"


# The exchange


def test_after_a_plain_win_nothing_is_exchanged() -> None:
    assert notices(wins(start(), EVEN))["exchange"] == "none"
    assert not any("Then" in sentence for sentence in sentences(wins(start(), EVEN)))


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


def test_after_a_thirteen_nil_it_is_two() -> None:
    # the other team: on あんな's right sits 大輔, on 千夏's right ベン
    sheet = wins(start(leader=BEN), ODD, "13-0")
    assert notices(sheet)["exchange"] == "2 cards"
    assert sentences(sheet)[:2] == [
        "Once trumps are chosen, あんな → 大輔, 千夏 → ベン: 2 trumps each (or, without "
        "trumps, the highest cards of other "
        "suits). You can keep the two of hearts.",
        "Then 大輔 → あんな, ベン → 千夏: 2 unwanted cards each.",
    ]


def test_an_exchange_is_for_one_deal() -> None:
    sheet = wins(wins(start(), EVEN, "13-0"), EVEN)
    assert notices(sheet)["exchange"] == "none"


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


def test_every_win_counts_one_unless_weighed() -> None:
    sheet = start()
    for kind in ("plain", "7-0", "13-0"):
        sheet = wins(sheet, EVEN, kind)
        assert sheet.rows[-1].points == (1, 0, 1, 0)
    assert workings(sheet) == ["won, 13–0: 1", "lost: 0", "won, 13–0: 1", "lost: 0"]


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


def test_playing_on_after_seven_nil_and_failing_stays_seven_nil() -> None:
    sheet = wins(start(weight_seven=2), EVEN, "7-0-failed")
    assert sheet.totals == (2, 0, 2, 0)
    assert workings(sheet)[0] == "7–0, played on and failed, counts as 7–0: 2"
    assert sheet.leader == CHIKA, "the partner"
    assert notices(sheet)["exchange"] == "1 card"


def test_or_it_becomes_a_plain_win_where_the_table_says_so() -> None:
    sheet = wins(start(weight_seven=2, played_on="plain"), EVEN, "7-0-failed")
    assert sheet.totals == (1, 0, 1, 0)
    assert workings(sheet)[0] == "7–0, played on and failed, counts as plain win: 1"
    assert sheet.leader == ANNA, "the same leader"
    assert notices(sheet)["exchange"] == "none"
    assert str(sheet.tally((0, 2))) == "plain win × 1"
    assert sheet.tally((1, 3)) is None, "no win yet"


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


def test_after_a_number_of_deals_equal_wins_share() -> None:
    sheet = wins(wins(start(length=2), EVEN, "13-0"), ODD)
    assert sheet.over
    assert sheet.winners == (0, 2, 1, 3), "team by team"


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


def test_the_wins_that_end_it_are_counted_with_their_weights() -> None:
    sheet = wins(start(end="wins", length=4, weight_thirteen=3), EVEN, "13-0")
    assert not sheet.over
    assert wins(sheet, EVEN).over, "3 + 1 = 4"
    assert wins(sheet, EVEN, "13-0").over, "3 + 3 = 6"


def test_wins_given_before_the_first_deal_do_not_end_it() -> None:
    sheet = enter(start(end="wins", length=1), {"step": "adjustment", "seat": 1, "amount": 2, "reason": "handicap"})
    assert not sheet.over
    assert wins(sheet, EVEN).winners == (1, 3), "2 to 1"


def test_an_open_game_goes_on_until_it_is_ended_by_hand() -> None:
    sheet = start(end="open", length=3)
    assert sheet.options.length is None
    for _ in range(30):
        sheet = wins(sheet, ODD)
    assert not sheet.over
    assert str(sheet.progress) == "deal 31"
    sheet = enter(sheet, {"step": "end"})
    assert (sheet.over, sheet.ended_early, sheet.winners) == (True, True, (1, 3))
    assert (sheet.notices, sheet.sentences, sheet.role(0)) == ((), (), None)


@pytest.mark.parametrize("end", ["deals", "wins"])
def test_an_end_chosen_anew_has_its_usual_length_again(end: str) -> None:
    settled = start(end=end)
    assert settled.options.strip_defaults(settled.table).length is None
    own = start(end=end, length=5)
    assert own.options.strip_defaults(own.table).length == 5


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


def test_what_is_missing_is_said_at_its_field() -> None:
    assert refused(start(), step="result") == [
        ("winners", None, "Choose the team that won."),
        ("kind", None, "Choose how they won."),
    ]
    assert refused(start(), step="result", winners=0) == [("kind", None, "Choose how they won.")]


@pytest.mark.parametrize("winners", [2, 3, 4, -1, "nobody", "Ann", None, True])
def test_the_winners_are_one_of_the_two_teams(winners: object) -> None:
    ((field, seat, _),) = refused(start(), step="result", winners=winners, kind="plain")
    assert (field, seat) == ("winners", None)


@pytest.mark.parametrize("kind", ["", None])
def test_how_it_was_won_is_chosen(kind: object) -> None:
    assert refused(start(), step="result", winners=0, kind=kind) == [("kind", None, "Choose how they won.")]


@pytest.mark.parametrize("kind", ["8-5", 7, ["plain"]])
def test_a_win_is_of_one_of_the_kinds(kind: object) -> None:
    ((field, seat, message),) = refused(start(), step="result", winners=0, kind=kind)
    assert (field, seat) == ("kind", None)
    assert message.startswith("How?: ")


# A real sheet


def test_the_sheet_worked_by_hand_adds_up_deal_for_deal() -> None:
    sheet: Any = load(SESSION)
    for number, (leader, winners, kind, totals, exchange) in enumerate(SHEET, start=1):
        assert sheet.leader == leader, f"deal {number}"
        sheet = wins(sheet, winners, kind)
        assert sheet.totals == totals * 2, f"deal {number}"
        if not sheet.over:
            assert notices(sheet)["exchange"] == exchange, f"after deal {number}"
    assert sheet.over
    assert sheet.winners == (0, 2)
    assert [str(each.tally) for each in sheet.standings] == [
        "plain win × 2, 7–0 × 1, 13–0 × 1",
        "plain win × 2, 7–0 × 2",
    ]
    assert [str(moment) for moment in sheet.moments] == [
        "Longest run: あんな & 千夏, 3 deals",
        "あんな & 千夏 took all thirteen tricks of deal 3",
    ]


def test_the_sheet_worked_by_hand_comes_back_as_its_document() -> None:
    document = SESSION | {"entries": ENTRIES}
    assert dump(GAME, load(document), ENTRIES) == document
    assert report(load(document))["totals"] == [7, 6, 7, 6]


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
