"""The setup corrected after entries were made: seats, first dealer, house rules, who plays."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from record.errors import LaterEntriesError
from record.log import EntryJson
from record.replay import replay_log
from record.session import Session, new_session
from record.wording import last_change, names_of_done, undo_effects
from scoring.catalogue import all_games
from scoring.core import read_entry
from scoring.errors import EntryError
from scoring.game import AnyGame
from tests.kit.for_each import for_each
from tests.kit.games import played
from tests.kit.session import BY, FOUR, entered, entry, evening, undone


def changed(now: Session, *, options: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    return {**now.setup, "options": now.setup["options"] | (options or {}), **changes}


def set_up(now: Session, **changes: Any) -> Session:
    action = now.setting_up(changed(now, **changes), BY, reopen=True)
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


def twin_shoot() -> Session:
    """Ann and Ben both hit: 5 tricks + 20 + 10, 35. Cleo and Dan both miss: 5."""
    return evening("twin-shoot", entry("result", bids=[3, 2, 4, 1], tricks=[3, 2, 3, 2]))


def satat() -> Session:
    """Each pair has won a deal."""
    return evening("satat", *(entry("result", winners=winner, kind="plain") for winner in (0, 1)))


def oh_hell_with_newcomers() -> Session:
    """Zoe has Ben's seat from deal 2 on; Eva joins after the first deal with 0."""
    return entered(
        evening("oh-hell", entry("bids", 3, 2, 1, 3), entry("tricks", 3, 2, 2, 3)),  # 13, 12, 0, 13
        {"step": "takeover", "seat": 1, "name": "Zoe"},
        {"step": "join", "name": "Eva", "start": "typed", "points": 0},
        {"step": "adjustment", "seat": 4, "amount": 5, "reason": "chips"},
    )


def oh_hell_without_restriction() -> Session:
    return evening(
        "oh-hell",
        entry("bids", 3, 2, 1, 3),
        entry("tricks", 3, 2, 2, 3),
        entry("bids", 2, 3, 2, 2),  # 9 of 9
        entry("tricks", 2, 3, 2, 2),
        entry("bids", 2, 2, 2, 3),
        restriction="off",
    )


def score_pad() -> Session:
    rounds: list[EntryJson] = [{"step": "round", "points": [5, 0]}, {"step": "round", "points": [5, 0]}]
    return evening("score-pad", *rounds, {"step": "end"}, players=FOUR[:2])


def koi_koi(*entries: EntryJson, **options: Any) -> Session:
    return evening("koi-koi", *entries, players=FOUR[:2], **options)


DEAL: EntryJson = {"step": "deal", "lights": 0}
WIN: EntryJson = {"step": "result", "winner": 0, "calls": [0, 0]}
OUT: EntryJson = {"step": "result", "winner": "nobody", "calls": [1, 1]}
# Curtain and cup: 5 with the sake yaku, none without; three red ribbons are 6, of 100 each.
RED = WIN | {"cards": [["01-2", "02-2", "03-2", "09-1"], []]}
SAKE = WIN | {"cards": [["03-1", "09-1"], []]}
REFUSED: dict[str, tuple[Callable[[], Session], dict[str, Any], int, str]] = {
    "bids that add up where the restriction was off": (
        oh_hell_without_restriction,
        {"options": {"restriction": "on"}},
        *(2, "Ben"),
    ),
    "a team that is none any more": (
        satat,
        {"players": ["Ann", "Cleo", "Ben", "Dan"]},
        *(0, "Ann & Cleo are no longer partners"),
    ),
    "cards that make no yaku by other rules": (
        partial(koi_koi, DEAL, RED, DEAL, SAKE),
        {"options": {"sake": "off"}},
        *(3, "Ann’s cards make no yaku."),
    ),
    "yaku that were named by other rules": (
        partial(koi_koi, DEAL, WIN | {"yaku": ["akatan"]}, sake="off"),
        {"options": {"sake": "on"}},
        *(1, "entered by name"),
    ),
}


@pytest.mark.parametrize(("begun", "changes", "index", "words"), REFUSED.values(), ids=REFUSED)
def test_what_no_longer_fits_is_named(
    begun: Callable[[], Session], changes: dict[str, Any], index: int, words: str
) -> None:
    with pytest.raises(LaterEntriesError) as refused:
        begun().setting_up(changed(begun(), **changes), BY)
    assert refused.value.index == index
    assert words in str(refused.value)


SCORED: dict[str, tuple[Callable[[], Session], dict[str, Any], int, dict[str, int]]] = {
    "two who changed seats keep their scores": (
        oh_hell,
        {"players": ["Ann", "Cleo", "Ben", "Dan"]},
        *(4, {"Ann": 25, "Cleo": 11, "Ben": 12, "Dan": 25}),
    ),
    # Minus: made 10, missed 10 less for each trick: Cleo 1 off in deal 1, Ben in deal 2.
    "another scoring scores every deal again": (
        oh_hell,
        {"options": {"scoring": "minus"}},
        *(4, {"Ann": 20, "Ben": 0, "Cleo": 0, "Dan": 20}),
    ),
    "another first dealer scores the same": (
        oh_hell,
        {"dealer": 3},
        *(4, {"Ann": 25, "Ben": 12, "Cleo": 11, "Dan": 25}),
    ),
    "so does another person": (
        oh_hell,
        {"players": ["Ann", "Eva", "Cleo", "Dan"]},
        *(4, {"Ann": 25, "Eva": 12, "Cleo": 11, "Dan": 25}),
    ),
    "partners at other seats keep the points of their team": (
        satat,
        {"players": ["Ben", "Cleo", "Dan", "Ann"]},
        *(2, {"Ben": 1, "Cleo": 1, "Dan": 1, "Ann": 1}),
    ),
    # Ann hit, Cleo missed: 6 tricks + 10. Ben hit, Dan missed: 4 + 10.
    "partners of now score together": (
        twin_shoot,
        {"players": ["Ann", "Cleo", "Ben", "Dan"]},
        *(1, {"Ann": 16, "Cleo": 16, "Ben": 14, "Dan": 14}),
    ),
    "who came later stays where they sit, and a takeover moves with its seat": (
        oh_hell_with_newcomers,
        {"players": ["Ann", "Cleo", "Ben", "Dan"]},
        *(5, {"Ann": 13, "Cleo": 0, "Zoe": 12, "Dan": 13, "Eva": 5}),
    ),
    "other hands were dealt, so all is asked again": (
        oh_hell,
        {"options": {"format": "long-reversed"}},
        *(0, {"Ann": 0, "Ben": 0, "Cleo": 0, "Dan": 0}),
    ),
    "also where somebody is said to deal now": (
        oh_hell,
        {"deals_now": 3, "options": {"top_hand": 5}},
        *(0, {"Ann": 0, "Ben": 0, "Cleo": 0, "Dan": 0}),
    ),
    "another banker does not stake": (
        lambda: evening("buki", entry("stakes", None, 2, 2, 2)),
        {"dealer": 1},
        *(0, {"Ann": 50, "Ben": 50, "Cleo": 50, "Dan": 50}),
    ),
    "the bids that add up are asked again and those before are not": (
        oh_hell_without_restriction,
        {"options": {"restriction": "on"}},
        *(2, {"Ann": 13, "Ben": 12, "Cleo": 0, "Dan": 13}),
    ),
    "so is the month that has no yaku by other rules": (
        partial(koi_koi, DEAL, RED, DEAL, SAKE),
        {"options": {"sake": "off"}},
        *(3, {"Ann": 106, "Ben": 94}),
    ),
    # Ann's タン of 5 ribbons is 1, Ben's カス of 11 cards 2.
    "who ran out of cards is paid no more": (
        partial(koi_koi, DEAL, OUT | {"each_tan": [5, None], "each_kasu": [None, 11]}, DEAL, after_call="highest"),
        {"options": {"after_call": "nobody"}},
        *(3, {"Ann": 100, "Ben": 100}),
    ),
    "or is paid, once the yaku of both are known": (
        partial(koi_koi, DEAL, OUT, DEAL),
        {"options": {"after_call": "highest"}},
        *(1, {"Ann": 100, "Ben": 100}),
    ),
    "whose cards were tapped is paid at once": (
        partial(koi_koi, DEAL, OUT | {"calls": [1, 0], "cards": RED["cards"]}, DEAL),
        {"options": {"after_call": "highest"}},
        *(3, {"Ann": 106, "Ben": 94}),
    ),
    "an end by hand is left out where the game is over before": (
        score_pad,
        {"options": {"rounds": 2}},
        *(2, {"Ann": 10, "Ben": 0}),
    ),
    "before the first entry even the number of players may change": (
        partial(evening, "oh-hell"),
        {"players": ["Ann", "Ben", "Cleo"], "dealer": 2},
        *(0, {"Ann": 0, "Ben": 0, "Cleo": 0}),
    ),
}


@pytest.mark.parametrize(("begun", "changes", "kept", "scored"), SCORED.values(), ids=SCORED)
def test_another_setup_scores_what_still_fits_again_until_it_is_undone(
    begun: Callable[[], Session], changes: dict[str, Any], kept: int, scored: dict[str, int]
) -> None:
    before = begun()
    now = set_up(before, **changes)
    assert (totals(now), len(now.entries)) == (scored, kept)
    assert undone(now).sheet == before.sheet


@pytest.mark.parametrize(
    ("begun", "changes", "awaiting"),
    [
        # Nothing that still fits is asked again.
        (oh_hell, {"players": ["Ann", "Cleo", "Ben", "Dan"]}, ()),
        (oh_hell_with_newcomers, {"players": ["Ann", "Cleo", "Ben", "Dan"]}, ()),
        (oh_hell, {"options": {"format": "long-reversed"}}, oh_hell().entries),
        (oh_hell, {"deals_now": 3, "options": {"top_hand": 5}}, oh_hell().entries),
        (
            lambda: evening("buki", entry("stakes", None, 2, 2, 2)),
            {"dealer": 1},
            (entry("stakes", None, 2, 2, 2, spectators=[]),),
        ),
        # It stands at the new seats.
        (
            lambda: evening("oh-hell", entry("bids", 4, 3, 2, 1), entry("tricks", 4, 3, 2, 1), restriction="off"),
            {"players": ["Dan", "Cleo", "Ben", "Ann"], "options": {"restriction": "on"}},
            (entry("bids", 1, 2, 3, 4), entry("tricks", 1, 2, 3, 4)),
        ),
    ],
)
def test_what_no_longer_fits_is_asked_again(
    begun: Callable[[], Session], changes: dict[str, Any], awaiting: tuple[EntryJson, ...]
) -> None:
    assert set_up(begun(), **changes).log.awaiting == awaiting


def test_entries_and_dealers_go_with_who_changed_seats() -> None:
    now = set_up(oh_hell(), players=["Ann", "Cleo", "Ben", "Dan"])
    assert (now.entries[0], now.entries[3]) == (entry("bids", 3, 1, 2, 3), entry("tricks", 2, 1, 4, 2))
    # The second deal is at the second seat now.
    assert now.sheet.rows[1].dealer == 1


def test_bid_otherwise_what_was_typed_of_the_rest_of_the_deal_is_there_again() -> None:
    now = set_up(oh_hell_without_restriction(), options={"restriction": "on"})
    assert now.log.awaits("bids") == entry("bids", 2, 3, 2, 2)
    again = entered(now, entry("bids", 2, 3, 1, 2))
    assert again.log.awaits("tricks") == entry("tricks", 2, 3, 2, 2)


def test_seats_and_who_deals_now_are_one_action_which_a_file_takes_in() -> None:
    # Ann and Ben have dealt, and Cleo has the cards. With Cleo at Ann's left, Ben would have them.
    before = oh_hell()
    after = set_up(before, players=["Ann", "Cleo", "Ben", "Dan"], deals_now=2)
    assert after.entries[-1] == {"step": "dealer", "seat": 1}
    assert [str(each.value) for each in after.sheet.turns] == ["Cleo", "Ben"]
    assert (after.position, totals(after)) == (before.position + 1, totals(before))
    again = new_session(id="evening", created_at=BY.stamp, head=before.document | {"entries": []})
    assert replay_log(again, after.actions, read_entry, lambda entries: None).sheet == after.sheet
    assert undone(after).sheet == before.sheet


@pytest.mark.parametrize(
    ("changes", "done"),
    [
        ({}, None),
        ({"deals_now": 3}, ("enter", {"step": "dealer", "seat": 3})),
        # Cleo deals by herself.
        ({"deals_now": 2}, None),
    ],
)
def test_who_deals_now_without_another_setup_is_an_entry_and_nothing_changed_is_none(
    changes: dict[str, Any], done: tuple[str, EntryJson] | None
) -> None:
    action = oh_hell().setting_up({**oh_hell().setup, **changes}, BY)
    assert (action and (action.kind, action.facts)) == done


def test_who_deals_now_is_nobody_where_the_new_rules_end_the_game() -> None:
    pad = evening("score-pad", entry("round", points=[1, 2, 3, 4]))
    action = pad.setting_up(changed(pad, options={"rounds": 1}, deals_now=3), BY)
    assert action is not None
    assert (pad.after(action).sheet.over, action.facts["keep"], "refitted" in action.facts) == (True, 1, False)


def test_the_number_of_players_stays_once_something_was_entered() -> None:
    with pytest.raises(EntryError, match="number of players"):
        oh_hell().setting_up({**oh_hell().setup, "players": ["Ann", "Ben", "Cleo"]}, BY)


def test_names_of_today_stand_at_the_seats_of_then() -> None:
    head = {"game": "oh-hell", "players": FOUR, "dealer": 0, "options": {}}
    now = new_session(id="evening", created_at=BY.stamp, head=head, names={"Ben": "Benjamin"})
    assert now.sheet.table.players == ("Ann", "Benjamin", "Cleo", "Dan")
    moved = set_up(entered(now, entry("bids", 3, 2, 1, 3)), players=["Ben", "Ann", "Cleo", "Dan"])
    assert moved.sheet.table.players == ("Benjamin", "Ann", "Cleo", "Dan")
    assert moved.setup["players"] == ["Ben", "Ann", "Cleo", "Dan"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"players": ["Ann", "Cleo", "Ben", "Dan"]}, "Cleo and Ben changed seats. Totals unchanged"),
        (
            {"dealer": 3, "options": {"scoring": "minus"}},
            "Dealer: Ann → Dan, Scoring: Normal → Minus. Ann 20 (−5), Ben 0 (−12), Cleo 0 (−11), Dan 20 (−5)",
        ),
        ({"players": ["Eva", "Ben", "Cleo", "Dan"]}, "Eva instead of Ann. Totals unchanged"),
    ],
)
def test_the_log_names_what_was_set_up(changes: dict[str, Any], words: str) -> None:
    assert str(last_change(set_up(oh_hell(), **changes))) == f"Setup corrected: {words}"


def test_an_undo_of_a_setup_is_named_with_the_totals_that_are_back() -> None:
    rules = set_up(oh_hell(), options={"scoring": "minus"})
    assert str(next(names_of_done(rules))) == "Correction of the setup"
    assert [str(each) for each in undo_effects(undone(rules))] == [
        *("Ann 25 (+5)", "Ben 12 (+12)", "Cleo 11 (+11)", "Dan 25 (+5)")
    ]


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


@pytest.mark.parametrize(("game", "names", "among"), [("oh-hell", FOUR, [0, 1, 2, 3]), ("twin-shoot", FOUR, [0, 2])])
def test_everybody_who_can_deal_first_is_drawn_as_often(game: str, names: tuple[str, ...], among: list[int]) -> None:
    begun = evening(game)
    assert list(begun.sheet.table.players) == [*names]
    drawn = [begun.drawing_dealer(replace(BY, key=str(number))) for number in range(4000)]
    found = Counter(action.facts["setup"]["dealer"] for action in drawn if action)
    assert sorted(found) == among
    # Of 4000 draws among four each has 1000, with a deviation of 27: five times that is never seen.
    assert all(abs(number - 4000 / len(among)) < 140 for number in found.values()), found


def test_once_something_was_entered_nobody_is_drawn() -> None:
    assert evening("oh-hell", entry("bids", 3, 2, 1, 3)).drawing_dealer(BY) is None
