"""What holds for every game that the catalogue finds; a new game is under test by being there.

The toy games run along, so that every kind of field, half chips, pots, teams and long deals are always among them.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.catalogue import all_games
from scoring.core import enter, read_entry, replay, replay_trusted
from scoring.document import dump, load, report
from scoring.entry.choices import Pick
from scoring.entry.reading import Records
from scoring.errors import EntryError, ReplayError
from scoring.game import AnyGame
from scoring.insights.chances import chances
from scoring.insights.news import after_entry
from scoring.insights.story import highlights, story
from scoring.message import say
from scoring.options import read_options
from scoring.sheets.changes import CHANGE_STEPS, PLAYERS_CHANGE
from scoring.sheets.extras import EXTRA_STEPS
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask
from scoring.table import Table
from tests.kit.examples import examples
from tests.kit.expected import expected
from tests.kit.for_each import for_each
from tests.kit.games import NAMES, Played, changed, played, random_answer, random_value, session_of
from tests.kit.scoring.toy_games import PAIRS, PENNY
from tests.kit.scoring.toy_games import STEPS as THREE_STEPS

Plays: TypeAlias = Callable[[AnyGame, int], Played]
GAMES = (*all_games().values(), PENNY, PAIRS, THREE_STEPS)
SEEDS = range(examples(16))


def of_games(games: Iterable[AnyGame]) -> Any:
    return pytest.mark.parametrize("game", tuple(games), ids=lambda game: game.slug)


every_game = of_games(GAMES)
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


PLAYS = [(plays, seed) for plays in (played, changed) for seed in SEEDS]
"""With a table that stays, and with one that changes."""


def as_read(value: object) -> Any:
    """A value as another program reads it back from JSON."""
    return json.loads(json.dumps(value, ensure_ascii=False, allow_nan=False))


# A game can be played


@every_game
@for_each("seed", SEEDS)
def test_it_can_be_played_to_its_end(game: AnyGame, seed: int) -> None:
    play = played(game, seed)
    assert play.last.over
    assert (play.last.ask, play.last.notices, play.last.sentences) == (None, (), ())
    assert play.last.written == len(play.entries)
    assert play.last.winners, "somebody has won"
    assert not any(sheet.winners for sheet in play.sheets[:-1]), "nobody has won before"


@every_game
@for_each("players", range(13))
def test_it_starts_at_just_the_tables_it_is_for(game: AnyGame, players: int) -> None:
    session = session_of(game, players=min(players, len(NAMES)))
    session["players"] = [f"Player {seat}" for seat in range(players)]
    if players in game.player_counts:
        assert len(game.start(session).totals) == players
    else:
        with pytest.raises(EntryError) as caught:
            game.start(session)
        assert [problem.field for problem in caught.value.problems if problem.field != "dealer"] == ["players"]


@every_game
def test_every_choice_of_every_option_starts_a_session(game: AnyGame) -> None:
    picks = [field for field in game.options.fields() if isinstance(field, Pick)]
    needs = expected()[game.slug].needs if game.slug in expected() else {}
    choices = [
        {
            field.name: choice.value,
            **dict(filter(None, [field.only_with])),
            **needs.get(choice.value, {}),
        }
        for field in picks
        for choice in field.choices
    ]
    assert [choice for choice in choices if not startable(game, choice)] == []


@of_games(game for game in GAMES if game.presets)
def test_every_preset_starts_a_session(game: AnyGame) -> None:
    assert [preset.slug for preset in game.presets if not startable(game, dict(preset.values))] == []
    assert len({preset.slug for preset in game.presets}) == len(game.presets)


def startable(game: AnyGame, options: dict[str, Any]) -> bool:
    """Whether a table of some size can play by these rules, which must then be in force."""
    for players in game.player_counts:
        try:
            sheet = game.start(session_of(game, players=players, **options))
        except EntryError:
            continue
        asked = {field.name: field for field in game.options.fields()}
        return all(
            asked[name].written(getattr(sheet.options, name)) == asked[name].written(value)
            for name, value in options.items()
        )
    return False


@every_game
def test_an_option_that_does_not_exist_is_refused(game: AnyGame) -> None:
    with pytest.raises(EntryError) as caught:
        game.start(session_of(game, players=game.player_counts[0], no_such_rule="on"))
    assert [problem.field for problem in caught.value.problems] == ["no_such_rule"]


@every_game
@for_each("seed", SEEDS)
def test_its_options_survive_json_in_full(game: AnyGame, seed: int) -> None:
    sheet = played(game, seed).last
    in_full = sheet.options.to_json()
    unwritten = {
        field.name
        for field in game.options.fields()
        if field.sparse and getattr(sheet.options, field.name) == field.legacy_default
    }
    assert list(in_full) == [field.name for field in game.options.fields() if field.name not in unwritten]
    assert read_options(game.options, as_read(in_full), sheet.table) == sheet.options


@every_game
def test_options_left_out_are_the_same_as_options_left_empty(game: AnyGame) -> None:
    table = Table(NAMES[: game.player_counts[0]])
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
@for_each("plays, seed", PLAYS)
def test_every_row_scores_every_seat_and_the_totals_are_their_sum(game: AnyGame, plays: Plays, seed: int) -> None:
    for sheet in plays(game, seed).sheets:
        for row in sheet.rows:
            assert len(row.cells) == len(row.players) == len(sheet.table.players)
            assert {len(values) for values in row.facts.values()} <= {len(sheet.table.players)}
            assert {type(points) for points in row.points} <= {int, Fraction}
            assert str(row.label)
            assert str(row.about)
            assert all(str(cell.working) for cell in row.cells), "every scored line carries its working"
        assert list(sheet.totals) == [
            sheet.opening + sum(row.points[seat] for row in sheet.rows) for seat in sheet.table.seats
        ]


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
    kept, after = {*deals, *play.last.pending}, dict(pairwise(own))
    lost = [play.entries[after[position]]["step"] for position in own if position not in kept]
    assert set(lost) <= {"void"}, "no entry is lost but the bids of a deal that is dealt again"
    assert [position for position in own if position in kept] == [*deals, *play.last.pending]
    noted = [remark.position for remark in play.last.remarks]
    assert noted == [position for position, raw in enumerate(play.entries) if raw["step"] == "note"]


@of_games(game for game in GAMES if game.slug in ("boo-ray", "buki", "koi-koi", "penny-pot"))
@for_each("plays, seed", PLAYS)
def test_no_entry_makes_or_loses_chips(game: AnyGame, plays: Plays, seed: int) -> None:
    """But an adjustment, and what a newcomer brings."""
    play = plays(game, seed)
    for entry, before, after in zip(play.entries, play.sheets, play.sheets[1:], strict=False):
        newcomers = range(len(before.table.players), len(after.table.players))
        brought = sum(after.opening + sum(row.points[seat] for row in after.rows) for seat in newcomers)
        if entry["step"] != "adjustment":
            assert sum(after.totals) + unowned(after) == sum(before.totals) + unowned(before) + brought


def unowned(sheet: Any) -> Any:
    """The chips that lie with nobody."""
    return sheet.unowned


@of_games(game for game in GAMES if game.slug in ("oh-hell", "wizard", "skull-king"))
@for_each("seed", SEEDS)
def test_everybody_who_is_dealt_in_bids_and_the_tricks_are_the_hand(game: AnyGame, seed: int) -> None:
    play = changed(game, seed)
    for entry, before, after in zip(play.entries, play.sheets, play.sheets[1:], strict=False):
        assert not (after.over and entry["step"] in PLAYERS_CHANGE), "a hand is left for whoever comes"
        if after.deals == before.deals:
            continue
        row = next(row for row in reversed(after.rows) if row.kind == "deal")
        playing = {*before.table.playing}
        for fact in ("bid", "tricks", "hand", "made", "dealt"):
            assert {seat for seat, value in enumerate(row.facts[fact]) if value is not None} == playing
        assert {*row.played} == playing
        assert row.dealer in playing
        taken = sum(value for value in row.facts["tricks"] if isinstance(value, int))
        hand: int = before.hand  # type: ignore[attr-defined]
        assert taken == hand if before.all_taken else taken <= hand  # type: ignore[attr-defined]
        assert hand * len(playing) <= before.pack  # type: ignore[attr-defined]


@every_game
@for_each("plays, seed", PLAYS)
def test_the_standings_order_every_seat_once(game: AnyGame, plays: Plays, seed: int) -> None:
    for sheet in plays(game, seed).sheets:
        standings = sheet.standings
        assert sorted(each.seats for each in standings) == sorted(sheet.competing)
        assert sheet.table.left or len(sheet.competing) == len(sheet.sides)
        assert {*sheet.table.clockwise} == {*sheet.table.seats}
        assert [each.place for each in standings] == sorted(each.place for each in standings)
        assert (standings[0].place, standings[0].gap) == (1, 0)
        assert all(each.gap >= 0 for each in standings)
        assert all(each.total == sheet.totals[seat] for each in standings for seat in each.seats)


@every_game
@for_each("plays, seed", PLAYS)
def test_all_that_a_sheet_says_can_be_written_as_json_and_read_by_people(
    game: AnyGame, plays: Plays, seed: int
) -> None:
    play = plays(game, seed)
    for sheet in play.sheets:
        said = report(sheet)
        assert as_read(said) == said
        assert all(notice["text"] for notice in said["notices"])  # type: ignore[attr-defined]
        assert sheet.message is None or str(sheet.message)
        assert str(sheet.progress)
        assert all(map(str, (*after_entry(sheet), *sheet.moments, *sheet.sentences, *chances(sheet).messages)))
        assert sheet.ask is None or (str(sheet.ask.title) and str(sheet.ask.action) and sheet.ask.fields)
    assert all(str(turn.text) for turn in story(play.last))
    if play.last.deals:
        assert all(highlights(play.last, seat).swing >= 0 for seat in play.last.table.seats)


# One fold


@every_game
@for_each("plays, seed", PLAYS)
def test_replaying_gives_the_sheet_that_entering_gave(game: AnyGame, plays: Plays, seed: int) -> None:
    play = plays(game, seed)
    assert replay(game.start(play.session), play.entries) == play.last
    assert replay_trusted(game.start(play.session), play.entries) == play.last


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
@for_each("plays, seed", PLAYS)
def test_its_document_is_the_same_sheet_again(game: AnyGame, plays: Plays, seed: int) -> None:
    play = plays(game, seed)
    document = as_read(dump(game, play.last, play.entries))
    assert load(document) == play.last
    assert dump(game, load(document), document["entries"]) == document, "and the same document again"


@every_game
@for_each("seed", SEEDS)
def test_a_correction_is_the_same_as_having_said_it_at_first(game: AnyGame, seed: int) -> None:
    play, rng = played(game, seed), random.Random(seed)
    for _ in range(6):
        position = rng.randrange(len(play.entries))
        before = play.sheets[position]
        assert before.ask is not None
        said = list(play.entries)
        said[position] = read_entry(before, random_answer(before, before.ask, rng)).to_json()
        on_top = outcome(before, said[position:])
        assert outcome(game.start(play.session), said) == on_top
        corrected = outcome(game.start(play.session), said[: position + 1])
        assert isinstance(corrected, Sheet)
        assert corrected.rows[: len(before.rows)] == before.rows, "what was scored before stays as it was"


def outcome(sheet: Sheet[Any], entries: list[dict[str, Any]]) -> Any:
    """The sheet, or where an entry has become illegal its position and what is wrong with it."""
    try:
        return replay(sheet, entries)
    except ReplayError as error:
        return error.position, error.problems


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
@given(plays=st.sampled_from((played, changed)), seed=st.sampled_from(SEEDS), at=st.integers(0, 500), data=st.data())
def test_anything_at_all_in_a_field(game: AnyGame, plays: Plays, seed: int, at: int, data: st.DataObject) -> None:
    play = plays(game, seed)
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
        # A bid that may be entered in either of two fields is missing in the game's own words.
        assert {problem.field for problem in caught.value.problems if not problem.missing} == must_fill(ask)


def must_fill(ask: Ask) -> set[str]:
    """Rows may always be none."""
    return {field.name for field in ask.fields if not field.optional and not isinstance(field, Records)}


@every_game
@quick
@given(options=nonsense, players=nonsense, dealer=nonsense)
def test_anything_at_all_instead_of_a_session(game: AnyGame, options: object, players: object, dealer: object) -> None:
    right = session_of(game, players=game.player_counts[0])
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
        sheet = game.start(session_of(game, players=game.player_counts[0], **{name: typed}))
    except EntryError as error:
        assert {problem.field for problem in error.problems} == {name}
    else:
        assert sheet.written == 0


def test_the_random_games_have_every_change() -> None:
    steps = [
        {entry["step"] for seed in SEEDS for entry in changed(game, seed).entries} for game in all_games().values()
    ]
    assert all("takeover" in each for each in steps)
    assert set().union(*steps) >= {*CHANGE_STEPS}
