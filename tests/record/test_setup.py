"""The setup corrected after entries were made: seats, first dealer, house rules, who plays."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from record.errors import LaterEntriesError
from record.imported import done_again
from record.log import Author, EntryJson
from record.names import names_of_done, taken_back, told
from record.session import Session, new_session
from scoring.catalogue import all_games
from scoring.core import read_entry
from scoring.errors import EntryError
from scoring.game import AnyGame
from tests.kit.for_each import for_each
from tests.kit.games import played
from tests.kit.session import BY, FOUR, entered, entry, evening


def set_up(now: Session, by: Author = BY, **changes: Any) -> Session:
    action = now.setting_up({**now.setup, **changes}, by, reopen=True)
    assert action is not None
    return now.after(action)


def totals(now: Session) -> dict[str, object]:
    return dict(zip(now.sheet.table.players, now.sheet.totals, strict=True))


def oh_hell() -> Session:
    """Two deals from 10 cards down; Ann deals first, and Ben the second."""
    return evening(
        "oh-hell",
        entry("bids", 3, 2, 1, 3),
        entry("tricks", 3, 2, 2, 3),  # normal: Ann 13, Ben 12, Cleo 0, Dan 13
        entry("bids", 2, 3, 1, 2),
        entry("tricks", 2, 4, 1, 2),  # Ann 12, Ben 0, Cleo 11, Dan 12
    )


def test_two_who_changed_seats_keep_their_scores() -> None:
    now = set_up(oh_hell(), players=["Ann", "Cleo", "Ben", "Dan"])
    assert totals(now) == {"Ann": 25, "Cleo": 11, "Ben": 12, "Dan": 25}
    assert now.entries[0] == entry("bids", 3, 1, 2, 3)
    assert now.entries[3] == entry("tricks", 2, 1, 4, 2)
    # The second deal is at the second seat now.
    assert now.sheet.rows[1].dealer == 1
    assert now.log.state.awaiting == ()


def twin_shoot() -> Session:
    """Ann and Ben both hit: 5 tricks + 20 + 10. Cleo and Dan both miss: 5."""
    before = evening("twin-shoot", entry("result", bids=[3, 2, 4, 1], tricks=[3, 2, 3, 2]))
    assert totals(before) == {"Ann": 35, "Ben": 35, "Cleo": 5, "Dan": 5}
    return before


def satat() -> Session:
    """Each pair has won a deal."""
    return evening("satat", *(entry("result", winners=winner, kind="plain") for winner in (0, 1)))


@pytest.mark.parametrize(
    ("begun", "setup", "options", "scored"),
    [
        # Minus: made 10, missed 10 less for each trick: Cleo 1 off in deal 1, Ben in deal 2.
        (oh_hell, {}, {"scoring": "minus"}, {"Ann": 20, "Ben": 0, "Cleo": 0, "Dan": 20}),
        # Another first dealer, or a wrong person, scores the same.
        (oh_hell, {"dealer": 3}, {}, {"Ann": 25, "Ben": 12, "Cleo": 11, "Dan": 25}),
        (oh_hell, {"players": ["Ann", "Eva", "Cleo", "Dan"]}, {}, {"Ann": 25, "Eva": 12, "Cleo": 11, "Dan": 25}),
        # Partners at other seats keep the points of their team.
        (satat, {"players": ["Ben", "Cleo", "Dan", "Ann"]}, {}, {"Ben": 1, "Cleo": 1, "Dan": 1, "Ann": 1}),
        # With their partners of now: Ann hit, Cleo missed: 6 tricks + 10. Ben hit, Dan missed: 4 + 10.
        (twin_shoot, {"players": ["Ann", "Cleo", "Ben", "Dan"]}, {}, {"Ann": 16, "Cleo": 16, "Ben": 14, "Dan": 14}),
    ],
)
def test_another_setup_scores_every_deal_again(
    begun: Callable[[], Session], setup: dict[str, Any], options: dict[str, Any], scored: dict[str, int]
) -> None:
    before = begun()
    now = set_up(before, **setup, options=before.setup["options"] | options)
    assert totals(now) == scored
    assert (len(now.entries), now.sheet.called) == (len(before.entries), before.sheet.called)


@pytest.mark.parametrize(
    ("begun", "setup", "options"),
    [
        # Other hands were dealt, whoever is said to deal now.
        (oh_hell, {}, {"format": "long-reversed"}),
        (oh_hell, {"deals_now": 3}, {"top_hand": 5}),
        # Another banker does not stake.
        (lambda: evening("buki", entry("stakes", None, 2, 2, 2)), {"dealer": 1}, {}),
    ],
)
def test_what_no_longer_fits_is_asked_again(
    begun: Callable[[], Session], setup: dict[str, Any], options: dict[str, Any]
) -> None:
    before = begun()
    now = set_up(before, **setup, options=before.setup["options"] | options)
    assert (now.entries, now.log.state.awaiting) == ((), before.entries)


def test_a_house_rule_that_was_off_refuses_the_bids_that_add_up() -> None:
    before = evening(
        "oh-hell",
        entry("bids", 3, 2, 1, 3),
        entry("tricks", 3, 2, 2, 3),
        entry("bids", 2, 3, 2, 2),  # 9 of 9
        entry("tricks", 2, 3, 2, 2),
        entry("bids", 2, 2, 2, 3),
        restriction="off",
    )
    rules = before.setup["options"] | {"restriction": "on"}
    with pytest.raises(LaterEntriesError) as refused:
        before.setting_up({**before.setup, "options": rules}, BY)
    assert refused.value.index == 2
    assert "Ben" in str(refused.value)
    now = set_up(before, options=rules)
    assert totals(now) == {"Ann": 13, "Ben": 12, "Cleo": 0, "Dan": 13}
    assert now.sheet.ask is not None and now.sheet.ask.step == "bids"
    assert now.log.state.awaits("bids") == entry("bids", 2, 3, 2, 2)
    # Bid otherwise, what was typed of the rest of the deal is there again.
    again = entered(now, entry("bids", 2, 3, 1, 2))
    assert again.log.state.awaits("tricks") == entry("tricks", 2, 3, 2, 2)


def test_what_is_asked_again_stands_at_the_new_seats() -> None:
    before = evening("oh-hell", entry("bids", 4, 3, 2, 1), entry("tricks", 4, 3, 2, 1), restriction="off")
    rules = before.setup["options"] | {"restriction": "on"}
    now = set_up(before, players=["Dan", "Cleo", "Ben", "Ann"], options=rules)
    assert now.entries == ()
    assert now.log.state.awaits("bids") == entry("bids", 1, 2, 3, 4)


def test_seats_and_who_deals_now_are_one_action_which_a_file_takes_in() -> None:
    # Ann and Ben have dealt, and Cleo has the cards. With Cleo at Ann's left, Ben would have them.
    before = oh_hell()
    after = set_up(before, players=["Ann", "Cleo", "Ben", "Dan"], deals_now=2)
    assert after.entries[-1] == {"step": "dealer", "seat": 1}
    assert [str(each.value) for each in after.sheet.turns] == ["Cleo", "Ben"]
    assert (after.position, totals(after)) == (before.position + 1, totals(before))
    again = new_session(id="evening", created_at=BY.stamp, head=before.document | {"entries": []})
    assert done_again(again, after.actions, read_entry, lambda entries: None).sheet == after.sheet
    assert after.after(after.undoing(BY)).sheet == before.sheet


def test_who_deals_now_without_another_setup_is_an_entry() -> None:
    action = oh_hell().setting_up({**oh_hell().setup, "deals_now": 3}, BY)
    assert action is not None
    assert (action.kind, action.facts) == ("enter", {"step": "dealer", "seat": 3})
    assert oh_hell().setting_up({**oh_hell().setup, "deals_now": 2}, BY) is None, "Cleo deals by herself"


def test_the_number_of_players_stays_once_something_was_entered() -> None:
    with pytest.raises(EntryError, match="number of players"):
        oh_hell().setting_up({**oh_hell().setup, "players": ["Ann", "Ben", "Cleo"]}, BY)


def test_before_the_first_entry_even_the_number_of_players_may_change() -> None:
    now = set_up(evening("oh-hell"), players=["Ann", "Ben", "Cleo"], dealer=2)
    assert now.sheet.table.players == ("Ann", "Ben", "Cleo")
    assert now.after(now.undoing(BY)).sheet.table.players == tuple(FOUR)


def test_names_of_today_stand_at_the_seats_of_then() -> None:
    head = {"game": "oh-hell", "players": FOUR, "dealer": 0, "options": {}}
    now = new_session(id="evening", created_at=BY.stamp, head=head, names={"Ben": "Benjamin"})
    assert now.sheet.table.players == ("Ann", "Benjamin", "Cleo", "Dan")
    moved = set_up(entered(now, entry("bids", 3, 2, 1, 3)), players=["Ben", "Ann", "Cleo", "Dan"])
    assert moved.sheet.table.players == ("Benjamin", "Ann", "Cleo", "Dan")
    assert moved.setup["players"] == ["Ben", "Ann", "Cleo", "Dan"]


def test_nothing_changed_is_no_action() -> None:
    assert oh_hell().setting_up(oh_hell().setup, BY) is None


def test_the_log_names_what_was_set_up() -> None:
    before = oh_hell()
    seats = set_up(before, players=["Ann", "Cleo", "Ben", "Dan"])
    assert str(told(seats)) == "Setup corrected: Cleo and Ben changed seats. Totals unchanged"
    rules = set_up(before, dealer=3, options=before.setup["options"] | {"scoring": "minus"})
    assert str(told(rules)) == (
        "Setup corrected: Dealer: Ann → Dan, Scoring: Normal → Minus. "
        "Ann 20 (−5), Ben 0 (−12), Cleo 0 (−11), Dan 20 (−5)"
    )
    assert str(next(names_of_done(rules))) == "Correction of the setup"
    undone = rules.after(rules.undoing(BY))
    assert [str(each) for each in taken_back(undone)] == ["Ann 25 (+5)", "Ben 12 (+12)", "Cleo 11 (+11)", "Dan 25 (+5)"]
    person = set_up(before, players=["Eva", "Ben", "Cleo", "Dan"], dealer=0)
    assert str(told(person)) == "Setup corrected: Eva instead of Ann. Totals unchanged"


def test_a_team_that_is_none_any_more_is_asked_again() -> None:
    before = evening("satat", {"step": "result", "winners": 0, "kind": "plain"})
    with pytest.raises(LaterEntriesError, match="Ann & Cleo are no longer partners"):
        before.setting_up({**before.setup, "players": ["Ann", "Cleo", "Ben", "Dan"]}, BY)


def test_koi_koi_reads_tapped_cards_by_other_yaku_rules() -> None:
    # Curtain and cup: 5 with the sake yaku, none without; three red ribbons are 6, of 100 each.
    sake = {"step": "result", "winner": 0, "calls": [0, 0], "cards": [["03-1", "09-1"], []]}
    red = {"step": "result", "winner": 0, "calls": [0, 0], "cards": [["01-2", "02-2", "03-2", "09-1"], []]}
    deal = {"step": "deal", "lights": 0}
    before = evening("koi-koi", deal, red, deal, sake, players=FOUR[:2])
    rules = before.setup["options"] | {"sake": "off"}
    with pytest.raises(LaterEntriesError) as refused:
        before.setting_up({**before.setup, "options": rules}, BY)
    assert refused.value.index == 3
    assert "Ann’s cards make no yaku." in str(refused.value)
    now = set_up(before, options=rules)
    assert (now.entries, totals(now)) == ((deal, red, deal), {"Ann": 106, "Ben": 94})


def test_koi_koi_asks_again_for_yaku_that_were_named_by_other_yaku_rules() -> None:
    win = {"step": "result", "winner": 0, "calls": [0, 0], "yaku": ["akatan"]}
    before = evening("koi-koi", {"step": "deal", "lights": 0}, win, sake="off", players=FOUR[:2])
    rules = before.setup["options"] | {"sake": "on"}
    with pytest.raises(LaterEntriesError) as refused:
        before.setting_up({**before.setup, "options": rules}, BY)
    assert refused.value.index == 1
    assert "entered by name" in str(refused.value)


def test_an_end_by_hand_is_left_out_where_the_game_is_over_before() -> None:
    rounds: list[EntryJson] = [
        {"step": "round", "points": [5, 0]},
        {"step": "round", "points": [5, 0]},
        {"step": "end"},
    ]
    before = evening("score-pad", *rounds, players=FOUR[:2])
    now = set_up(before, options=before.setup["options"] | {"rounds": 2})
    assert now.sheet.over and not now.sheet.ended_early
    assert len(now.entries) == 2
    assert now.after(now.undoing(BY)).entries == before.entries


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
@for_each("seed", range(4))
def test_turned_there_and_back_a_session_is_as_it_was(game: AnyGame, seed: int) -> None:
    """All seats move on together, the first dealer with them: everything still fits."""
    rng = random.Random(f"{game.slug} {seed}")
    play = played(game, seed)
    now = begun = entered(new_session(id="x", created_at=BY.stamp, head=play.session), *play.entries)
    players = list(begun.setup["players"])
    by = game.dealer_step * rng.randrange(1, max(2, len(players) // game.dealer_step))
    turned = [*players[-by:], *players[:-by]]
    if turned == players:
        return
    now = set_up(begun, players=turned, dealer=(begun.setup["dealer"] + by) % len(players))
    assert len(now.entries) == len(begun.entries)
    assert totals(now) == totals(begun)
    back = set_up(now, players=players, dealer=begun.setup["dealer"])
    assert (back.entries, back.sheet) == (begun.entries, begun.sheet)
    assert now.at(now.position) == now


def test_who_came_later_stays_where_they_sit_and_a_takeover_moves_with_its_seat() -> None:
    """Oh Hell falling from 10: Zoe has Ben's seat from deal 2 on, Eva joins after it with 0."""
    before = entered(
        evening("oh-hell", entry("bids", 3, 2, 1, 3), entry("tricks", 3, 2, 2, 3)),  # 13, 12, 0, 13
        {"step": "takeover", "seat": 1, "name": "Zoe"},
        {"step": "join", "name": "Eva", "start": "typed", "points": 0},
        {"step": "adjustment", "seat": 4, "amount": 5, "reason": "chips"},
    )
    assert totals(before) == {"Ann": 13, "Zoe": 12, "Cleo": 0, "Dan": 13, "Eva": 5}
    now = set_up(before, players=["Ann", "Cleo", "Ben", "Dan"])
    assert totals(now) == {"Ann": 13, "Cleo": 0, "Zoe": 12, "Dan": 13, "Eva": 5}
    assert now.log.state.awaiting == ()
    assert now.after(now.undoing(BY)).sheet == before.sheet
