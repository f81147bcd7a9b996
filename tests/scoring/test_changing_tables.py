"""Random changes of the table and the plan in random sessions of every game that takes them."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import pytest

from record.errors import RecordError
from record.session import Session, new_session
from scoring.catalogue import all_games
from scoring.core import read_entry, replay, replay_trusted
from scoring.document import dump, load, report
from scoring.errors import EntryError
from scoring.game import AnyGame
from scoring.insights.chances import chances
from scoring.insights.highlights import highlights
from scoring.insights.news import after_entry
from scoring.insights.story import story
from scoring.lookahead import lookahead
from scoring.sheets.changes import CHANGE_STEPS, PLAN, PLAYERS_CHANGE
from scoring.sheets.sheet import Sheet
from tests.kit.evening import BY
from tests.kit.examples import examples
from tests.kit.for_each import for_each
from tests.kit.games import random_answer, random_entry, random_session, session_of
from tests.kit.session import entered

SEEDS = range(examples(12))
MOST_PLAYERS = 6
LONGEST = 40
EXACT_BIDS = ("oh-hell", "wizard", "skull-king")

every_game = pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
exact_bid_games = pytest.mark.parametrize(
    "game", [all_games()[slug] for slug in EXACT_BIDS], ids=lambda game: game.slug
)

_played: dict[tuple[str, int], tuple[Session, tuple[Sheet[Any], ...]]] = {}


def played(game: AnyGame, seed: int) -> tuple[Session, tuple[Sheet[Any], ...]]:
    """A random session with random changes, and its sheets before each entry and after the last."""
    if (game.slug, seed) not in _played:
        rng = random.Random(f"changes {game.slug} {seed}")
        head = random_session(game, rng, most=MOST_PLAYERS) if seed else session_of(game, players=game.seats[0])
        session = new_session(id="evening", created_at=BY.stamp, head=head)
        sheets = [session.sheet]
        while not session.sheet.over and len(sheets) <= LONGEST:
            session = entered(session, random_change(session.sheet, rng) or random_entry(session.sheet, rng))
            sheets.append(session.sheet)
        _played[game.slug, seed] = session, tuple(sheets)
    return _played[game.slug, seed]


def random_change(sheet: Sheet[Any], rng: random.Random) -> dict[str, Any] | None:
    """Now and then one of the changes that the table can make; None where chance finds no legal one."""
    # A random plan is short: many of them would leave no deals to change.
    asks = [ask for ask in sheet.asks if ask.step in CHANGE_STEPS and (ask.step != PLAN or rng.random() < 0.3)]
    if not asks or rng.random() > 0.3:
        return None
    ask = rng.choice(asks)
    try:
        return random_answer(sheet, ask, rng, tries=20)
    except AssertionError:
        return None


@every_game
@for_each("seed", SEEDS)
def test_points_are_the_opening_and_the_sum_of_the_cells(game: AnyGame, seed: int) -> None:
    _, sheets = played(game, seed)
    for sheet in sheets:
        for row in sheet.rows:
            assert len(row.cells) == len(row.players) == len(sheet.table.players)
            assert len(row.before) == len(sheet.sides)
            assert {len(values) for values in row.facts.values()} <= {len(sheet.table.players)}
        sums = [sheet.opening + sum(row.points[seat] for row in sheet.rows) for seat in sheet.table.seats]
        assert list(sheet.totals) == sums


@pytest.mark.parametrize("game", [game for game in all_games().values() if game.conserves], ids=lambda game: game.slug)
@for_each("seed", SEEDS)
def test_chips_come_only_with_newcomers(game: AnyGame, seed: int) -> None:
    session, sheets = played(game, seed)
    for entry, before, after in zip(session.entries, sheets, sheets[1:], strict=False):
        if entry["step"] == "adjustment":
            continue
        newcomers = range(len(before.table.players), len(after.table.players))
        brought = sum(after.opening + sum(row.points[seat] for row in after.rows) for seat in newcomers)
        assert sum(after.totals) + after.unowned == sum(before.totals) + before.unowned + brought


@exact_bid_games
@for_each("seed", SEEDS)
def test_everybody_who_is_dealt_in_bids_and_the_tricks_are_the_hand(game: AnyGame, seed: int) -> None:
    _, sheets = played(game, seed)
    for before, after in pairwise(sheets):
        if after.deals == before.deals:
            continue
        row = next(row for row in reversed(after.rows) if row.kind == "deal")
        playing = {*before.table.playing}
        for fact in ("bid", "tricks", "hand", "made", "dealt"):
            assert {seat for seat, value in enumerate(row.facts[fact]) if value is not None} == playing
        assert {*row.played} == playing
        taken = [value for value in row.facts["tricks"] if isinstance(value, int)]
        hand: int = before.hand  # type: ignore[attr-defined]
        assert sum(taken) == hand if before.all_taken else sum(taken) <= hand  # type: ignore[attr-defined]
        assert hand * len(playing) <= before.pack_size  # type: ignore[attr-defined]
        assert row.dealer in playing


@exact_bid_games
@for_each("seed", SEEDS)
def test_a_hand_is_left_as_long_as_somebody_waits_to_come(game: AnyGame, seed: int) -> None:
    session, sheets = played(game, seed)
    for entry, after in zip(session.entries, sheets[1:], strict=True):
        if entry["step"] in PLAYERS_CHANGE:
            assert not after.over


@every_game
@for_each("seed", SEEDS)
def test_the_fold_from_nothing_is_the_sheet(game: AnyGame, seed: int) -> None:
    session, sheets = played(game, seed)
    assert replay(session.blank, session.entries) == sheets[-1]
    assert replay_trusted(session.blank, session.entries) == sheets[-1]
    document = json.loads(json.dumps(dump(game, sheets[-1], session.entries), ensure_ascii=False))
    assert load(document) == sheets[-1]
    again = load(document)
    assert dump(game, again, document["entries"]) == document


@every_game
@for_each("seed", SEEDS)
def test_undo_gives_the_sheets_before(game: AnyGame, seed: int) -> None:
    session, sheets = played(game, seed)
    for sheet in reversed(sheets[-9:-1]):
        session = session.after(session.undoing(BY))
        assert session.sheet == sheet


@every_game
@for_each("seed", SEEDS)
def test_a_correction_is_the_fold_of_the_corrected_entries(game: AnyGame, seed: int) -> None:
    session, sheets = played(game, seed)
    rng = random.Random(f"correction {game.slug} {seed}")
    for _ in range(3):
        index = rng.randrange(len(session.entries))
        before = sheets[index]
        changed = random_change(before, rng) or random_entry(before, rng)
        try:
            action = session.correcting({index: changed}, BY, reopen=True)
        except (EntryError, RecordError):
            continue
        if action is not None:
            after = session.after(action)
            assert after.sheet == replay(session.blank, after.entries)


@every_game
@for_each("seed", SEEDS)
def test_every_sheet_can_be_shown(game: AnyGame, seed: int) -> None:
    _, sheets = played(game, seed)
    for sheet in sheets:
        assert json.loads(json.dumps(report(sheet))) == report(sheet)
        assert all(map(str, (*after_entry(sheet), *sheet.moments, *sheet.sentences, *chances(sheet).told)))
        assert sorted(each.seats for each in sheet.standings) == sorted(sheet.competing)
        ahead = lookahead(sheet)
        assert ahead is None or ahead.ask is not None
    last = sheets[-1]
    last = last if last.over else last.write(read_entry(last, {"step": "end"}))
    assert all(str(turn.text) for turn in story(last))
    if last.deals:
        assert [highlights(last, seat).swing >= 0 for seat in last.table.seats]


def test_the_random_sessions_have_every_change() -> None:
    steps = [
        {entry["step"] for seed in SEEDS for entry in played(game, seed)[0].entries} for game in all_games().values()
    ]
    assert all("takeover" in each for each in steps)
    assert set().union(*steps) >= {*CHANGE_STEPS}
