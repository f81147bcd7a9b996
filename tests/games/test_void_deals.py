"""Void deals of the games with exact bids: the worked examples, and random sittings against the sentence."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from scoring import document
from scoring.core import enter
from scoring.game import AnyGame
from scoring.games import oh_hell, skull_king, wizard
from scoring.insights.facts import bids_made
from tests.games.oh_hell import by_sentence
from tests.games.void_deals import nows
from tests.kit.games import played, session_of
from tests.kit.scoring.bidding import bid, pass_deals, take
from tests.kit.scoring.seen import not_started, refused, seen

GAMES: list[AnyGame] = [oh_hell.GAME, wizard.GAME, skull_king.GAME]
OFFENDER, CHIKA, DOV, EVA, ANN = range(5)
FIVE = ["Ben", "Chika", "Dov", "Eva", "Ann"]


def start(players: list[str] = FIVE, *, dealer: int = ANN, **options: Any) -> Any:
    session = session_of(oh_hell.GAME, players=5, dealer=dealer, **options)
    return oh_hell.GAME.start(session | {"players": players})


def void(sheet: Any, **entered: Any) -> Any:
    return enter(sheet, {"step": "void", **entered})


def test_a_void_deal_is_dealt_again_with_a_fine() -> None:
    sheet = void(bid(start(void_fine=4), 2, 3, 1, 0, 3), seat=OFFENDER, reason="a card short")
    assert seen(sheet, "totals", "notices.dealer", "hand", "progress", "asked") == {
        "totals": (-4, 0, 0, 0, 0),
        "notices.dealer": "Ann",
        "hand": 10,
        "progress": "deal 1 of 19",
        "asked": ["bids", "trump"],
    }
    (row,) = sheet.rows
    assert (row.kind, row.facts, [str(cell.working) for cell in row.cells][:2]) == (
        "void",
        {},
        ["a card short: −4", "no change: 0"],
    )
    assert str(sheet.message) == "Void deal 1, Ben −4, a card short"


def test_one_that_is_scored_pays_all_others_and_uses_up_the_deal() -> None:
    sheet = void(bid(start(void_deal="scored", void_fine=4), 2, 3, 1, 0, 3), seat=OFFENDER)
    assert seen(sheet, "totals", "notices.dealer", "hand", "progress") == {
        "totals": (-4, 13, 11, 10, 13),
        "notices.dealer": "Ben",
        "hand": 9,
        "progress": "deal 2 of 19",
    }
    assert [str(cell.working) for cell in sheet.rows[-1].cells][:2] == ["Void deal: −4", "bid 3, as if made: 13"]


def test_one_that_passes_on_is_dealt_by_the_next_player() -> None:
    sheet = void(start(void_deal="next"))
    assert seen(sheet, "totals", "notices.dealer", "hand") == {"totals": (0,) * 5, "notices.dealer": "Ben", "hand": 10}
    # The deal after it passes on from there.
    assert seen(pass_deals(sheet), "notices.dealer", "hand") == {"notices.dealer": "Chika", "hand": 9}


def test_one_that_is_scored_waits_for_the_bids() -> None:
    assert refused(start(void_deal="scored"), step="void") == [("step", None, "The next entry is “Bids”.")]


def test_nobody_need_be_at_fault_and_the_fine_is_what_the_table_says() -> None:
    sheet = start(void_fine=4)
    assert void(sheet, seat="nobody", fine=7).totals == (0, 0, 0, 0, 0)
    assert void(sheet, seat=DOV, fine=7).totals == (0, 0, -7, 0, 0)
    assert void(sheet, seat=DOV, fine=0).totals == (0, 0, 0, 0, 0)
    assert void(start(), seat=DOV).totals == (0, 0, 0, 0, 0)
    assert void(void(sheet, seat=DOV), seat=DOV).totals == (0, 0, -8, 0, 0)


def test_bounds_are_refused_with_words() -> None:
    sheet = start()
    assert refused(sheet, step="void", fine=101) == [
        ("fine", None, "Fine for a void deal: 101 is too high. The maximum is 100.")
    ]
    assert refused(sheet, step="void", fine=-1) == [
        ("fine", None, "Fine for a void deal: −1 is too low. The minimum is 0.")
    ]
    assert refused(sheet, step="void", seat=5) == [("seat", None, "At fault: “5” can’t be chosen here.")]
    long = refused(sheet, step="void", reason="x" * 81)
    assert long == [("reason", None, "Reason: too long. The maximum is 80 characters.")]
    for fine in (101, -1):
        assert [field for field, *_ in not_started(oh_hell.GAME, void_fine=fine)] == ["void_fine"]
    ((field, _, words),) = not_started(oh_hell.GAME, void_deal="never")
    assert (field, "Dealt again, The next player deals, Scored" in words) == ("void_deal", True)


def test_no_game_that_is_over_has_a_void_deal() -> None:
    sheet = enter(pass_deals(start()), {"step": "end"})
    assert refused(sheet, step="void") == [("step", None, "The game is over. To play on, undo or correct an entry.")]


def test_a_game_ends_with_a_void_deal_that_is_scored() -> None:
    sheet = start(format="equal", top_hand=2, equal_deals=3, void_deal="scored", restriction="off")
    for _ in range(3):
        sheet = void(bid(sheet, 1, 0, 0, 0, 0))
    assert seen(sheet, "over", "totals", "winners") == {"over": True, "totals": (33, 30, 30, 30, 30), "winners": (0,)}
    assert [bids_made(sheet, (seat,)) for seat in range(5)] == [0] * 5


def test_no_bid_of_it_is_made_or_missed_and_trumps_count_only_deals_that_are_used_up() -> None:
    order = ["spades", "hearts"]
    for rule, trump in (("again", "♠"), ("next", "♠"), ("scored", "♥")):
        sheet = start(void_deal=rule, trumps="order", trump_order=order, restriction="off")
        sheet = void(bid(sheet, 1, 0, 0, 0, 0, trump="clubs"), seat=ANN)
        assert seen(sheet, "notices.trump") == {"notices.trump": trump}
        assert [bids_made(sheet, (seat,)) for seat in range(5)] == [0] * 5


def test_who_sits_out_a_deal_sits_out_the_one_that_is_dealt_again() -> None:
    for rule, resting in (("again", {EVA}), ("next", {EVA}), ("scored", set())):
        sheet = enter(start(void_deal=rule), {"step": "sit-out", "seat": EVA})
        sheet = void(enter(sheet, {"step": "bids", "bids": [1, 1, 1, None, 1]}), seat=OFFENDER)
        assert (sheet.table.resting, sheet.totals[EVA]) == (resting, 0)


def test_the_table_says_who_deals_after_it() -> None:
    sheet = void(start(void_deal="next"))
    sheet = enter(sheet, {"step": "dealer", "seat": EVA})
    assert seen(sheet, "notices.dealer") == {"notices.dealer": "Eva"}
    assert seen(void(sheet), "notices.dealer") == {"notices.dealer": "Ann"}


def test_a_round_of_skull_king_is_scored_with_its_cannonballs() -> None:
    options: dict[str, Any] = {"scoring": "rascal", "cannonball": "on", "void_deal": "scored", "void_fine": 20}
    sheet = skull_king.GAME.start(session_of(skull_king.GAME, players=4, **options))
    sheet = enter(sheet, {"step": "bids", "bids": [0, 1, 0, 1], "cannonballs": ["1", "2"]})
    # One card: 10 if exact, 15 with a cannonball.
    assert seen(void(sheet, seat=2), "totals", "hand") == {"totals": (10, 15, -20, 10), "hand": 2}
    assert void(sheet, seat=2).cannonballs == ()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_options_are_written_only_where_they_are_not_as_they_were(game: AnyGame) -> None:
    written = {"void_deal", "void_fine"}
    cases: list[tuple[dict[str, Any], set[str]]] = [({}, set()), ({"void_deal": "next", "void_fine": 4}, written)]
    for options, kept in cases:
        sheet = game.start(session_of(game, players=4, **options))
        assert sheet.options.to_json().keys() & written == kept
        # Totals are compared all the same.
        assert sheet.options.kind == game.start(session_of(game, players=4)).options.kind


def made_by_oh_hell(rules: dict[str, Any], bid: int, hand: int, shot: bool) -> int:
    return by_sentence.points(rules, bid, bid, hand)


def made_by_wizard(rules: dict[str, Any], bid: int, hand: int, shot: bool) -> int:
    return 20 + 10 * bid


def made_by_skull_king(rules: dict[str, Any], bid: int, hand: int, shot: bool) -> int:
    if rules.get("scoring") == "rascal":
        return (15 if shot else 10) * hand
    return 20 * bid if bid else 10 * hand


REFERENCES: list[tuple[AnyGame, Any]] = list(
    zip(GAMES, (made_by_oh_hell, made_by_wizard, made_by_skull_king), strict=True)
)


@pytest.mark.parametrize(("game", "made"), REFERENCES, ids=[game.slug for game in GAMES])
def test_what_void_deals_make_of_any_sitting(game: AnyGame, made: Any) -> None:
    rules_seen = set()
    for luck in range(60):
        sitting = played(game, luck)
        rules, sheets = sitting.session["options"], list[Any](sitting.sheets)
        last, by = sheets[-1], partial(made, rules)
        for sheet, now in zip(sheets, nows(sitting.session, sitting.entries, last.hands, by), strict=True):
            voids = [row for row in sheet.rows if row.kind == "void"]
            points = tuple(sum(row.points[seat] for row in voids) for seat in sheet.table.seats)
            assert (sheet.deals, points) == (now.used, now.totals)
            assert sheet.over or sheet.dealer == now.dealer
        if any(entry["step"] == "void" for entry in sitting.entries):
            rules_seen.add(rules.get("void_deal") or "again")
            again = document.load(sitting.document)
            assert (again.rows, again.totals) == (last.rows, last.totals)
    assert rules_seen == {"again", "next", "scored"}


def test_bids_that_were_dropped_stay_dropped() -> None:
    sheet = void(bid(start(restriction="off"), 1, 0, 0, 0, 0), seat=ANN)
    sheet = take(bid(sheet, 0, 0, 0, 0, 0), 10, 0, 0, 0, 0)
    assert seen(sheet, "totals", "notices.dealer") == {"totals": (0, 10, 10, 10, 10), "notices.dealer": "Ben"}
