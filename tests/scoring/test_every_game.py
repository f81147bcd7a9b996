"""What holds for every game that the catalogue finds; a new game is under test by being there.

The toy games run along, so that every kind of field, half chips, pots, teams and long deals are always among them.
"""

from __future__ import annotations

import copy
import dataclasses
import json
import random
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.catalogue import all_games
from scoring.core import enter, read_entry, replay
from scoring.document import dump, load, report
from scoring.entry.choices import Pick
from scoring.errors import EntryError, ReplayError
from scoring.game import AnyGame
from scoring.message import say
from scoring.options import read_options
from scoring.sheets.extras import EXTRA_STEPS
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask
from scoring.table import Table
from tests.kit.examples import examples
from tests.kit.for_each import for_each
from tests.kit.games import NAMES, Played, play_on, played, random_answer, random_value, session_of
from tests.kit.scoring.toy_games import PAIRS, PENNY
from tests.kit.scoring.toy_games import STEPS as THREE_STEPS

GAMES = (*all_games().values(), PENNY, PAIRS, THREE_STEPS)
SEEDS = range(4)


def of_games(games: Iterable[AnyGame]) -> Any:
    return pytest.mark.parametrize("game", tuple(games), ids=lambda game: game.slug)


every_game = of_games(GAMES)
conserving_games = of_games(game for game in GAMES if game.conserves)
other_games = of_games(game for game in GAMES if not game.conserves)
quick = settings(max_examples=examples(75), deadline=None, derandomize=True, database=None)

nonsense = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(min_value=-(10**20), max_value=10**20)
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["nobody", "0", "1", "３", " 3 ", "0.5", "-1", "99", "1e3", "½", "<b>", "\ud800", "\x00"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def fresh(game: AnyGame, play: Played) -> Sheet[Any]:
    return game.start(play.session)


def as_read(value: object) -> Any:
    """A value as another program reads it back from JSON."""
    return json.loads(json.dumps(value, ensure_ascii=False, allow_nan=False))


# A game can be played


@every_game
@for_each("seed", SEEDS)
def test_it_can_be_played_to_its_end(game: AnyGame, seed: int) -> None:
    play = played(game, seed)
    assert play.last.over
    assert play.last.ask is None
    assert play.last.written == len(play.entries)
    assert play.last.winners, "somebody has won"
    assert not any(sheet.winners for sheet in play.sheets[:-1]), "nobody has won before"


@every_game
@for_each("players", range(13))
def test_it_starts_at_just_the_tables_it_is_for(game: AnyGame, players: int) -> None:
    session = session_of(game, players=min(players, len(NAMES)))
    session["players"] = [f"Player {seat}" for seat in range(players)]
    if players in game.seats:
        assert len(game.start(session).totals) == players
    else:
        with pytest.raises(EntryError) as caught:
            game.start(session)
        assert [problem.field for problem in caught.value.problems if problem.field != "dealer"] == ["players"]


@every_game
def test_every_choice_of_every_option_starts_a_session(game: AnyGame) -> None:
    picks = [field for field in game.options.fields() if isinstance(field, Pick)]
    choices = [{field.name: choice.value} for field in picks for choice in field.choices]
    assert [choice for choice in choices if not startable(game, choice)] == []


@of_games(game for game in GAMES if game.presets)
def test_every_preset_starts_a_session(game: AnyGame) -> None:
    assert [preset.slug for preset in game.presets if not startable(game, dict(preset.values))] == []
    assert len({preset.slug for preset in game.presets}) == len(game.presets)


def startable(game: AnyGame, options: dict[str, Any]) -> bool:
    """Whether a table of some size can play by these rules, which must then be in force."""
    for players in game.seats:
        try:
            sheet = game.start(session_of(game, players=players, **options))
        except EntryError:
            continue
        in_full = sheet.options.to_json()
        asked = {field.name: field for field in game.options.fields()}
        return all(in_full[name] == asked[name].written(value) for name, value in options.items())
    return False


@every_game
def test_an_option_that_does_not_exist_is_refused(game: AnyGame) -> None:
    with pytest.raises(EntryError) as caught:
        game.start(session_of(game, players=game.seats[0], no_such_rule="on"))
    assert [problem.field for problem in caught.value.problems] == ["no_such_rule"]


@every_game
@for_each("seed", SEEDS)
def test_its_options_survive_json_in_full(game: AnyGame, seed: int) -> None:
    sheet = played(game, seed).last
    in_full = sheet.options.to_json()
    assert list(in_full) == [field.name for field in game.options.fields()]
    assert read_options(game.options, as_read(in_full), sheet.table) == sheet.options


@every_game
def test_options_left_out_are_the_same_as_options_left_empty(game: AnyGame) -> None:
    table = Table(NAMES[: game.seats[0]])
    empty = {field.name: None for field in game.options.fields()}
    assert read_options(game.options, empty, table) == read_options(game.options, {}, table)


# Entries, rows and totals


@every_game
@for_each("seed", SEEDS)
def test_its_entries_survive_json(game: AnyGame, seed: int) -> None:
    play = played(game, seed)
    for sheet, raw in zip(play.sheets, play.entries, strict=False):
        assert read_entry(sheet, as_read(raw)).to_json() == raw


@every_game
@for_each("seed", SEEDS)
def test_every_row_scores_every_seat_and_the_totals_are_their_sum(game: AnyGame, seed: int) -> None:
    play = played(game, seed)
    running = play.sheets[0].totals
    for row in play.last.rows:
        assert len(row.points) == len(play.last.table.players)
        assert {type(points) for points in row.points} <= {int, Fraction}
        assert all(str(cell.working) for cell in row.cells), "every scored line carries its working"
        assert str(row.label)
        assert str(row.about)
        running = tuple(total + points for total, points in zip(running, row.points, strict=True))
    assert play.last.totals == running


@every_game
@for_each("seed", SEEDS)
def test_every_row_knows_the_entries_it_came_from(game: AnyGame, seed: int) -> None:
    play = played(game, seed)
    came_from = [position for row in play.last.rows for position in row.entries]
    assert len(came_from) == len(set(came_from)), "no entry makes two rows"
    for row in play.last.rows:
        assert list(row.entries) == sorted(row.entries)
        steps = [play.entries[position]["step"] for position in row.entries]
        assert (row.kind == "adjustment") == (steps == ["adjustment"])
        assert row.kind == "adjustment" or not set(steps) & set(EXTRA_STEPS)
    own = [position for position, raw in enumerate(play.entries) if raw["step"] not in EXTRA_STEPS]
    deals = [position for row in play.last.rows if row.kind != "adjustment" for position in row.entries]
    assert [*deals, *play.last.pending] == own, "no entry is lost"
    noted = [remark.position for remark in play.last.remarks]
    assert noted == [position for position, raw in enumerate(play.entries) if raw["step"] == "note"]


@conserving_games
@for_each("seed", SEEDS)
def test_no_entry_makes_or_loses_chips(game: AnyGame, seed: int) -> None:
    play = played(game, seed)
    assert {made_or_lost(play, position) for position in range(len(play.entries))} == {0}


@other_games
def test_a_game_that_says_no_such_thing_makes_points_or_loses_some(game: AnyGame) -> None:
    plays = [played(game, seed) for seed in SEEDS]
    assert {made_or_lost(play, position) for play in plays for position in range(len(play.entries))} != {0}


def made_or_lost(play: Played, position: int) -> Any:
    """By how much an entry changed all the chips there are; an adjustment may, so it counts as nothing."""
    if play.entries[position]["step"] == "adjustment":
        return 0
    return chips(play.sheets[position + 1]) - chips(play.sheets[position])


def chips(sheet: Sheet[Any]) -> Any:
    """All chips: those of the seats, and those that lie with none of them, which a sheet calls `unowned`."""
    return sum(sheet.totals) + getattr(sheet, "unowned", 0)


@every_game
@for_each("seed", SEEDS)
def test_the_standings_order_every_seat_once(game: AnyGame, seed: int) -> None:
    for sheet in played(game, seed).sheets:
        standings = sheet.standings
        assert sorted(seat for each in standings for seat in each.seats) == list(sheet.table.seats)
        assert [each.place for each in standings] == sorted(each.place for each in standings)
        assert (standings[0].place, standings[0].gap) == (1, 0)
        assert all(each.gap >= 0 for each in standings)
        assert all(each.total == sheet.totals[seat] for each in standings for seat in each.seats)


@every_game
@for_each("seed", SEEDS)
def test_all_that_a_sheet_says_can_be_written_as_json_and_read_by_people(game: AnyGame, seed: int) -> None:
    for sheet in played(game, seed).sheets:
        said = report(sheet)
        assert as_read(said) == said
        assert all(notice["text"] for notice in said["notices"])  # type: ignore[attr-defined]
        assert sheet.said is None or str(sheet.said)
        assert sheet.progress is None or str(sheet.progress)
        assert all(str(moment) for moment in sheet.moments)
        assert sheet.ask is None or (str(sheet.ask.title) and str(sheet.ask.action) and sheet.ask.fields)


# One fold


@every_game
@for_each("seed", SEEDS)
def test_replaying_gives_the_sheet_that_entering_gave(game: AnyGame, seed: int) -> None:
    play = played(game, seed)
    assert replay(fresh(game, play), play.entries) == play.last


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
@for_each("seed", SEEDS)
def test_its_document_is_the_same_sheet_again(game: AnyGame, seed: int) -> None:
    play = played(game, seed)
    document = as_read(dump(game, play.last, play.entries))
    assert load(document) == play.last
    assert dump(game, load(document), document["entries"]) == document, "and the same document again"


@every_game
@for_each("seed", SEEDS)
def test_writing_leaves_the_old_sheet_as_it_was(game: AnyGame, seed: int) -> None:
    play = played(game, seed)
    for position, raw in enumerate(play.entries):
        before, typed = play.sheets[position], copy.deepcopy(raw)
        remembered = (repr(before), hash(before.totals))
        after = enter(before, typed)
        assert (repr(before), hash(before.totals)) == remembered
        assert typed == raw, "what the caller typed is the caller's"
        assert after.written == before.written + 1
        assert after == play.sheets[position + 1], "the same entry gives the same sheet"


@every_game
def test_a_sheet_cannot_be_written_over(game: AnyGame) -> None:
    sheet = played(game, 1).last
    for field in dataclasses.fields(sheet):
        assert not isinstance(getattr(sheet, field.name), list | dict | set), field.name
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(sheet, field.name, None)


@every_game
@for_each("seed", SEEDS)
def test_a_correction_is_the_same_as_having_said_it_at_first(game: AnyGame, seed: int) -> None:
    play, rng = played(game, seed), random.Random(seed)
    for _ in range(6):
        position = rng.randrange(len(play.entries))
        before = play.sheets[position]
        assert before.ask is not None
        changed = list(play.entries)
        changed[position] = read_entry(before, random_answer(before, before.ask, rng)).to_json()
        on_top = outcome(before, changed[position:])
        assert outcome(fresh(game, play), changed) == on_top
        corrected = outcome(fresh(game, play), changed[: position + 1])
        assert isinstance(corrected, Sheet)
        assert corrected.rows[: len(before.rows)] == before.rows, "what was scored before stays as it was"


def outcome(sheet: Sheet[Any], entries: list[dict[str, Any]]) -> Any:
    """The sheet, or where an entry has become illegal its position and what is wrong with it."""
    try:
        return replay(sheet, entries)
    except ReplayError as error:
        return error.position, error.problems


@every_game
def test_a_game_taken_up_again_goes_on_from_any_of_its_sheets(game: AnyGame) -> None:
    play = played(game, 2)
    middle = len(play.entries) // 2
    again = play_on(play.session, (play.sheets[middle],), random.Random(7))
    assert again.last.over
    assert replay(fresh(game, play), [*play.entries[:middle], *again.entries]) == again.last


# What every game takes at any time


@every_game
@for_each("seed", SEEDS)
def test_it_takes_adjustments_notes_and_an_end_before_every_entry(game: AnyGame, seed: int) -> None:
    for sheet in played(game, seed).sheets[:-1][:40]:
        side = sheet.sides[-1]
        asked = sheet.ask
        adjusted = enter(sheet, {"step": "adjustment", "seat": side[0], "amount": -3, "reason": "a penalty"})
        changes = [after - before for before, after in zip(sheet.totals, adjusted.totals, strict=True)]
        assert changes == [-3 if seat in side else 0 for seat in sheet.table.seats]
        noted = enter(sheet, {"step": "note", "text": "rain"})
        assert (noted.totals, noted.ask) == (sheet.totals, asked)
        ended = enter(sheet, {"step": "end"})
        assert (ended.over, ended.ended_early, ended.totals) == (True, True, sheet.totals)


@every_game
def test_when_it_is_over_only_adjustments_and_notes_are_taken(game: AnyGame) -> None:
    play = played(game, 1)
    own = [entry for entry in play.entries if entry["step"] not in ("adjustment", "note")]
    for raw in (*own, {"step": "end"}):
        with pytest.raises(EntryError, match="The game is over"):
            enter(play.last, raw)
    side = play.last.sides[-1]
    noted = enter(play.last, {"step": "note", "text": "good game"})
    paid = enter(noted, {"step": "adjustment", "seat": side[0], "amount": 3, "reason": "forgotten"})
    gained = tuple(3 if seat in side else 0 for seat in paid.table.seats)
    assert paid.totals == tuple(total + more for total, more in zip(play.last.totals, gained, strict=True))
    assert paid.called[-2:] == (say("Note"), say("Adjustment"))
    assert list(paid.winners) == [seat for each in paid.sides for seat in each if seat in paid.winners], "by side"


@every_game
def test_every_entry_says_what_it_is_called(game: AnyGame) -> None:
    play = played(game, 1)
    assert len(play.last.called) == len(play.entries)
    assert say("Entry") not in play.last.called


# Nonsense is refused, not crashed on


def refuses_or_takes(sheet: Sheet[Any], raw: Any) -> None:
    """Whatever was typed, the sheet goes on by one entry or says what is wrong, in words that can be shown."""
    before = repr(sheet)
    try:
        after = enter(sheet, raw)
    except EntryError as error:
        assert error.problems, "a refusal has a reason"
        for problem in error.problems:
            assert problem.seat is None or problem.seat in sheet.table.seats
            assert str(problem.message)
            assert len(str(problem.message)) < 600
    else:
        assert after.written == sheet.written + 1
    assert repr(sheet) == before


@every_game
@quick
@given(seed=st.sampled_from(SEEDS), at=st.integers(0, 500), raw=nonsense)
def test_anything_at_all_instead_of_an_entry(game: AnyGame, seed: int, at: int, raw: object) -> None:
    sheets = played(game, seed).sheets
    refuses_or_takes(sheets[at % len(sheets)], raw)


@every_game
@quick
@given(seed=st.sampled_from(SEEDS), at=st.integers(0, 500), data=st.data())
def test_anything_at_all_in_a_field(game: AnyGame, seed: int, at: int, data: st.DataObject) -> None:
    play = played(game, seed)
    sheet = play.sheets[at % len(play.entries)]
    raw = copy.deepcopy(play.entries[at % len(play.entries)])
    name = data.draw(st.sampled_from([*raw, "extra"]))
    if isinstance(raw.get(name), list) and raw[name] and data.draw(st.booleans()):
        raw[name][data.draw(st.integers(0, len(raw[name]) - 1))] = data.draw(nonsense)
    elif data.draw(st.booleans()):
        raw[name] = data.draw(nonsense)
    else:
        raw.pop(name, None)
    refuses_or_takes(sheet, raw)


@every_game
@quick
@given(seed=st.sampled_from(SEEDS), at=st.integers(0, 500), luck=st.integers())
def test_values_that_the_fields_allow_are_at_most_against_a_rule(game: AnyGame, seed: int, at: int, luck: int) -> None:
    sheets = played(game, seed).sheets[:-1]
    sheet, rng = sheets[at % len(sheets)], random.Random(luck)
    assert sheet.ask is not None
    values = {field.name: random_value(field, sheet.table, rng) for field in sheet.ask.fields}
    refuses_or_takes(sheet, {"step": sheet.ask.step} | values)


@every_game
@for_each("seed", SEEDS)
def test_an_empty_entry_is_refused_at_every_field_that_must_be_filled(game: AnyGame, seed: int) -> None:
    asking = [(sheet, ask) for sheet in played(game, seed).sheets[:-1][:20] if (ask := sheet.ask) and must_fill(ask)]
    assert asking, "no game asks only what may be left empty"
    for sheet, ask in asking:
        with pytest.raises(EntryError) as caught:
            enter(sheet, {"step": ask.step})
        assert {problem.field for problem in caught.value.problems} == must_fill(ask)


def must_fill(ask: Ask) -> set[str]:
    return {field.name for field in ask.fields if not field.optional}


@every_game
@quick
@given(options=nonsense, players=nonsense, dealer=nonsense)
def test_anything_at_all_instead_of_a_session(game: AnyGame, options: object, players: object, dealer: object) -> None:
    right = session_of(game, players=game.seats[0])
    for key, value in (("options", options), ("players", players), ("dealer", dealer)):
        try:
            sheet = game.start(right | {key: value})
        except EntryError as error:
            assert all(str(problem.message) for problem in error.problems)
            assert error.problems
        else:
            assert sheet.written == 0


@every_game
@quick
@given(data=st.data())
def test_anything_at_all_in_an_option(game: AnyGame, data: st.DataObject) -> None:
    names = [field.name for field in game.options.fields()] or ["extra"]
    name = data.draw(st.sampled_from(names))
    typed: Any = data.draw(nonsense)
    try:
        sheet = game.start(session_of(game, players=game.seats[0], **{name: typed}))
    except EntryError as error:
        assert {problem.field for problem in error.problems} == {name}
    else:
        assert sheet.written == 0


# The suite itself


def test_the_suite_finds_a_game_that_loses_chips() -> None:
    play = played(PENNY, 0)
    draw = {"step": "round", "stakes": [1, 1], "winner": "nobody", "colours": []}
    before = play.sheets[0]
    lossy = Played(play.session, (draw,), (before, dataclasses.replace(enter(before, draw), unowned=0)))  # type: ignore[call-arg]
    assert made_or_lost(lossy, 0) == -2
    assert made_or_lost(play_on(play.session, (before,), random.Random(1)), 0) == 0


def test_the_catalogue_is_not_empty() -> None:
    assert "oh-hell" in all_games()
