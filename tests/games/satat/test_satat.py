"""Tests of Satat and Trup Kasiet against their rules text and their page in docs/games."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core import enter
from scoring.games.satat import GAME
from tests.games.satat.sheet import ANNA, BEN, CHIKA, DAI, EVEN, ODD
from tests.kit.examples import examples
from tests.kit.games import NAMES, session_of
from tests.kit.scoring.seen import adjusted, refused, seen

KINDS = ("plain", "7-0", "13-0", "7-0-failed")


def start(*, leader: int = ANNA, **options: Any) -> Any:
    return GAME.start(session_of(GAME, players=4, dealer=leader, **options))


def wins(sheet: Any, winners: int, kind: str = "plain") -> Any:
    return enter(sheet, {"step": "result", "winners": winners, "kind": kind})


SEVEN_NIL = "7–0, then failed → won, {}"


@pytest.mark.parametrize(
    ("rules", "deals", "shown"),
    [
        # Partners sit across and share; a plain win is what is suggested, of twelve deals.
        (
            {},
            [],
            {
                "sides": ((ANNA, CHIKA), (BEN, DAI)),
                "asked": ["winners", "kind"],
                "kind.suggested": "plain",
                "kind.offered": list(KINDS),
                "progress": "deal 1 of 12",
                "sentences": ["あんな chooses trumps. 千夏 can ask for a new deal if they hold no trumps."],
            },
        ),
        ({}, [(EVEN, "plain")] * 11, {"over": False}),
        (
            {},
            [*[(EVEN, "plain")] * 11, (ODD, "plain")],
            {
                **{"over": True, "winners": (0, 2), "progress": "deal 12 of 12"},
                "standings": [(1, (ANNA, CHIKA), 11, 0), (2, (BEN, DAI), 1, 10)],
            },
        ),
        # The leader's right-hand neighbour deals.
        *(
            (
                {"leader": leader},
                [],
                {
                    "notices": {"leader": NAMES[leader], "dealer": NAMES[leader - 1], "exchange": "none"},
                    f"roles.{leader}": "leader",
                    f"roles.{(leader + 3) % 4}": "dealer",
                    f"roles.{(leader + 1) % 4}": "",
                },
            )
            for leader in (BEN, CHIKA, DAI)
        ),
        # After a 7–0 each loser gives one to the right and gets one from the left: on ベン's right sits あんな,
        # on 大輔's right 千夏. The dealers' team's clean win brings an exchange only where the table says so.
        (
            {},
            [(EVEN, "7-0")],
            {
                "notices.exchange": "1 card",
                "sentences.0": "Once trumps are chosen, ベン → あんな, 大輔 → 千夏: 1 trump each, "
                "then あんな → ベン, 千夏 → 大輔: 1 unwanted card each.",
                "sentences.1": "Without trumps, give your highest cards of other suits. "
                "You can keep the two of hearts.",
                "givers": (BEN, DAI),
                "exchanged.0": "1 trump",
                "exchanged.1": "1 unwanted card",
            },
        ),
        *(
            ({"dealers_exchange": rule}, [(winners, kind)], {"notices.exchange": cards if rule == "yes" else "none"})
            for rule, winners in (("no", ODD), ("yes", ODD))
            for kind, cards in (("7-0", "1 card"), ("13-0", "2 cards"), ("plain", "none"))
        ),
        (
            {"dealers_exchange": "yes"},
            [(ODD, "7-0")],
            {
                "sentences.0": "Once trumps are chosen, あんな → 大輔, 千夏 → ベン: 1 trump each, "
                "then 大輔 → あんな, ベン → 千夏: 1 unwanted card each.",
                "givers": (ANNA, CHIKA),
            },
        ),
        # Each kind of win has its weight.
        (
            {"weight_plain": 2, "weight_seven": 3, "weight_thirteen": 5},
            [(EVEN, "plain"), (ODD, "7-0"), (ODD, "13-0")],
            {"totals": (2, 8, 2, 8), "workings": ["lost: 0", "won, 13–0: 5", "lost: 0", "won, 13–0: 5"]},
        ),
        # Wins are tallied by kind: 1 + 4 + 1 = 6 before 1 + 4 = 5.
        (
            {"weight_seven": 4},
            [(EVEN, "plain"), (EVEN, "7-0"), (ODD, "13-0"), (EVEN, "plain"), (ODD, "7-0-failed")],
            {"tallies": ["plain win × 2, 7–0 × 1", "7–0 × 1, 13–0 × 1"]},
        ),
        # The scorecard marks a clean win once a team, and no plain one.
        ({}, [(EVEN, "7-0"), (ODD, "13-0")], {"figures": [("", None), ("13–0", None), ("", None), ("", None)]}),
        (
            {},
            [(EVEN, "7-0"), (ODD, "13-0"), (ODD, "plain")],
            {
                "figures": [("", None)] * 4,
                "abouts": [
                    "deal 1, あんな led, 大輔 dealt: あんな & 千夏, 7–0",
                    "deal 2, 千夏 led, ベン dealt: ベン & 大輔, 13–0",
                    "deal 3, 大輔 led, 千夏 dealt: ベン & 大輔, plain win",
                ],
            },
        ),
        # The first team with so many wins ends the game.
        ({"end": "wins", "length": 3}, [], {"progress": "deal 1, first to 3 wins"}),
        ({"end": "wins", "length": 3}, [(EVEN, "plain"), (ODD, "plain")] * 2, {"over": False}),
        (
            {"end": "wins", "length": 3},
            [*[(EVEN, "plain"), (ODD, "plain")] * 2, (ODD, "plain")],
            {"over": True, "winners": (1, 3), "totals": (2, 3, 2, 3), "ending": "ベン & 大輔 reached 3 wins."},
        ),
        # In Trup Kasiet trumps are hidden: only who gives how many to whom is said. It is scored alike.
        (
            {"variant": "trup-kasiet"},
            [],
            {"sentences": ["あんな lays the trump card face down. Nobody else sees it."]},
        ),
        (
            {"variant": "trup-kasiet"},
            [(EVEN, "7-0")],
            {
                "sentences": [
                    "Once trumps are chosen, ベン → あんな, 大輔 → 千夏: 1 card each, "
                    "then あんな → ベン, 千夏 → 大輔: 1 card each.",
                    "Trumps are face down, so check the exchange together once they are turned up.",
                    "千夏 lays the trump card face down. Nobody else sees it.",
                ]
            },
        ),
        (
            {"variant": "trup-kasiet"},
            [(EVEN, "13-0")],
            {
                "sentences.0": "Once trumps are chosen, ベン → あんな, 大輔 → 千夏: 2 cards each, "
                "then あんな → ベン, 千夏 → 大輔: 2 cards each.",
                "exchanged.0": "2 cards",
                "exchanged.1": "2 cards",
            },
        ),
        (
            {"variant": "trup-kasiet"},
            [(EVEN, "plain")],
            {"givers": (), "sentences": ["あんな lays the trump card face down. Nobody else sees it."]},
        ),
        *(
            ({"variant": variant}, [(index % 2, kind) for index, kind in enumerate(KINDS)], {"totals": (2, 2, 2, 2)})
            for variant in ("satat", "trup-kasiet")
        ),
        # What was won is said, and who leads and deals next, while there is a next deal.
        ({}, [(EVEN, "7-0")], {"message": "あんな & 千夏: 7–0 +1. Next 千夏 leads, ベン deals."}),
        ({}, [(EVEN, "7-0"), (ODD, "plain")], {"message": "ベン & 大輔: plain win +1. Next 大輔 leads, 千夏 deals."}),
        ({"length": 1}, [(EVEN, "plain")], {"message": "あんな & 千夏: plain win +1"}),
        # An exchange is for one deal; none follows a plain win.
        ({}, [(EVEN, "plain")], {"notices.exchange": "none"}),
        ({}, [(EVEN, "13-0")], {"notices.exchange": "2 cards"}),
        ({}, [(EVEN, "13-0"), (EVEN, "plain")], {"notices.exchange": "none"}),
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
            {
                "points": (2, 0, 2, 0),
                "leader": CHIKA,
                "notices.exchange": "1 card",
                "workings.0": f"{SEVEN_NIL.format('7–0')}: 2",
            },
        ),
        (
            {"weight_seven": 2, "played_on": "plain"},
            [(EVEN, "7-0-failed")],
            {
                "points": (1, 0, 1, 0),
                "leader": ANNA,
                "notices.exchange": "none",
                "workings.0": f"{SEVEN_NIL.format('plain win')}: 1",
            },
        ),
        # After so many deals equal wins share, team by team; so many wins end it with their weights, as points.
        ({"length": 2}, [(EVEN, "13-0"), (ODD, "plain")], {"over": True, "winners": (0, 2, 1, 3)}),
        (
            {"end": "wins", "length": 4, "weight_thirteen": 3},
            [(EVEN, "13-0")],
            {"over": False, "progress": "deal 2, to 4 points"},
        ),
        (
            {"end": "wins", "length": 4, "weight_thirteen": 3},
            [(EVEN, "13-0"), (EVEN, "plain")],
            {"over": True, "ending": "あんな & 千夏 reached 4 points."},
        ),
        ({"end": "wins", "length": 4, "weight_thirteen": 3}, [(EVEN, "13-0")] * 2, {"over": True}),
        # An open game goes on.
        ({"end": "open", "length": 3}, [(ODD, "plain")] * 30, {"over": False, "progress": "deal 31"}),
    ],
)
def test_what_these_deals_lead_to(rules: dict[str, Any], deals: list[tuple[int, str]], shown: dict[str, Any]) -> None:
    sheet = start(**rules)
    for winners, kind in deals:
        sheet = wins(sheet, winners, kind)
    assert seen(sheet, *shown) == shown


def test_wins_given_before_the_first_deal_do_not_end_it() -> None:
    lent = adjusted(start(end="wins", length=1), 1, 2)
    assert (lent.over, wins(lent, EVEN).winners) == (False, (1, 3)), "2 to 1"


def test_the_setup_page_says_how_to_sit_and_who_leads_first() -> None:
    assert (str(GAME.first), "seats 1 and 3 against 2 and 4" in str(GAME.seating)) == ("First leader", True)


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


@pytest.mark.parametrize("end", ["deals", "wins"])
def test_an_end_chosen_anew_has_its_usual_length_again(end: str) -> None:
    settled, own = start(end=end), start(end=end, length=5)
    assert [each.options.strip_defaults(each.table).length for each in (settled, own)] == [None, 5]


# What is asked, and bad input


WINNERS = "Winning team: “{}” can’t be chosen here."
KIND = "Choose one of these: plain win, 7–0, 13–0, 7–0, then failed."


@pytest.mark.parametrize(
    ("raw", "refusals"),
    [
        ({}, [("winners", "Winning team: missing."), ("kind", "How it was won: missing.")]),
        *(
            ({"winners": each, "kind": "plain"}, [("winners", WINNERS.format(each))])
            for each in (2, 3, 4, "nobody", "Ann", True)
        ),
        *(({"winners": 0, "kind": kind}, [("kind", "How it was won: missing.")]) for kind in ("", None)),
        *(
            ({"winners": 0, "kind": kind}, [("kind", f"How it was won: “{kind}” can’t be chosen. {KIND}")])
            for kind in ("8-5", 7)
        ),
    ],
)
def test_what_cannot_be_is_refused_in_words(raw: dict[str, Any], refusals: list[tuple[str, str]]) -> None:
    assert [(field, words) for field, _, words in refused(start(), step="result", **raw)] == refusals


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
