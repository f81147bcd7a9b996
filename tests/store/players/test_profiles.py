"""Players and their names: seen whole, called otherwise, merged, archived; log and seats stay as they were said."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from scoring.errors import EntryError
from scoring.games.oh_hell import GAME as OH_HELL
from scoring.games.score_pad import GAME as SCORE_PAD
from scoring.insights.facts import FactValue
from scoring.text import visible
from store import scorebooks
from store.access.grants import name_device
from store.access.secrets import make_token
from store.admin.rebuild import compare
from store.engines.base import Connection
from store.errors import NoSuchError
from store.players.profiles import archive_player, describe_player, merge_players, people, rename_player, unmerge_player
from store.scorebooks import rename_scorebook, save_rule_set, scorebook_name
from store.sessions.details import describe
from store.sessions.history import line_ups, summaries
from store.sessions.series import start_again
from store.stats.league import league_table
from store.stats.player_stats import Statistics, last_results, statistics
from store.transfer.importer import ImportResult
from tests.kit.for_each import for_each
from tests.kit.store.scorebook_file import changed
from tests.kit.store.table_talk import ANN, BEN, END, takes
from tests.store.conftest import Keeper, file_of, refused

pytestmark = pytest.mark.engines("sqlite")
both_engines = pytest.mark.engines("sqlite", "postgresql")

AT = "2026-11-21T20:00:00Z"


def objection(keeper: Keeper, act: Callable[..., None], *args: Any, **named: Any) -> str:
    """What is said, at which field; and that nothing came of it."""
    before = people(keeper.book)
    with pytest.raises(EntryError) as error:
        act(keeper.book, *args, **named)
    assert people(keeper.book) == before
    (problem,) = error.value.problems
    return f"{problem.field}: {problem.message}"


def at_table(keeper: Keeper, session: str) -> tuple[str, ...]:
    return keeper.sees(session).sheet.table.players


def seats_listed(keeper: Keeper, **filters: Any) -> list[tuple[str, ...]]:
    return [tuple(seat.name for seat in each.seats) for each in summaries(keeper.book, **filters)]


# Called otherwise.


@both_engines
def test_a_new_name_stands_on_every_sheet_and_list(keeper: Keeper, db: Connection, other: Keeper) -> None:
    session = keeper.plays(takes(ANN, 3))
    before = keeper.sees(session)
    rename_player(other.book, keeper.numbers["Ann"], name="  Anne  ")
    now = keeper.sees(session)
    assert (now.sheet.totals, now.actions) == (before.sheet.totals, before.actions)
    for listed in (
        now.sheet.table.players,
        *seats_listed(keeper),
        scorebooks.players(keeper.book),
        line_ups(keeper.book)[0].players,
    ):
        assert [*listed] == ["Anne", "Ben"]
    assert compare(db).differences == ()


@both_engines
def test_the_first_name_still_means_the_player(keeper: Keeper) -> None:
    first = keeper.sits_down("Ann", "Ben", key="the key")
    rename_player(keeper.book, keeper.numbers["Ann"], name="Queen")
    assert keeper.sits_down("Ann", "Ben", key="the key") == first, "what is begun again under its key is known"
    for name in ("ann", "QUEEN"):
        keeper.sits_down(name, "Ben")
    assert [each.name for each in people(keeper.book)] == ["Ben", "Queen"]
    for filters in ({"player": "Queen"}, {"player": "Ann"}, {"text": "quee"}, {"text": "ann"}):
        assert seats_listed(keeper, **filters) == [("Queen", "Ben")] * 3, filters


@both_engines
def test_a_name_means_one_player(keeper: Keeper) -> None:
    keeper.sits_down("Ann", "Ben")
    ann, ben = keeper.numbers["Ann"], keeper.numbers["Ben"]
    had = "name: Another player has or had the name"
    assert objection(keeper, rename_player, ann, name="BEN").startswith(f"{had} BEN")
    rename_player(keeper.book, ann, name="Queen")
    for name in ("Ann", "queen"):
        assert objection(keeper, rename_player, ben, name=name).startswith(f"{had} {name}")
    rename_player(keeper.book, ann, name="Ann")
    assert scorebooks.players(keeper.book) == ["Ann", "Ben"]


@for_each(
    "name, text",
    [
        ("  ", "Enter a name."),
        ("x" * 31, "too long. The maximum is 30"),
        ("a\0b", "can’t be displayed"),
        (7, "Enter a name."),
    ],
)
def test_a_name_is_one_that_a_table_can_have(keeper: Keeper, name: object, text: str) -> None:
    keeper.sits_down("Ann", "Ben")
    assert text in objection(keeper, rename_player, keeper.numbers["Ann"], name=name)


@both_engines
def test_a_player_has_a_colour_or_none(keeper: Keeper) -> None:
    keeper.sits_down("Ann", "Ben")
    ann = keeper.numbers["Ann"]
    for colour in (9, None):
        describe_player(keeper.book, ann, colour=colour)
        assert [each.colour for each in people(keeper.book)] == [colour, None]
    assert objection(keeper, describe_player, ann, colour=10) == "colour: “Colour” must be a whole number from 0 to 9."


@both_engines
def test_a_session_knows_the_colours_of_its_players(keeper: Keeper, other: Keeper) -> None:
    session = keeper.sits_down("Ann", "Ben")
    # They are the first and the second of the record.
    assert keeper.sees(session).colours == (0, 1)
    describe_player(other.book, keeper.numbers["Ben"], colour=0)
    assert keeper.sees(session).colours == (1, 0), "who chose a colour has it, the other the nearest"
    third = keeper.sits_down("Bea", "Ann", at="2026-11-21T20:00:00Z")
    merge_players(keeper.book, keeper.numbers["Bea"], into=keeper.numbers["Ben"], at=AT)
    keeper.writes(third, takes(ANN, 3))
    assert keeper.sees(third).colours == (0, 1), "the colour is the person's"


# Archived.


@both_engines
def test_an_archived_player_is_offered_no_more_until_he_sits_down(keeper: Keeper) -> None:
    session = keeper.sits_down("Ann", "Ben", "Chika")
    chika = keeper.numbers["Chika"]
    for back in (lambda: archive_player(keeper.book, chika, at=None), lambda: keeper.sits_down("Chika", "Ann")):
        archive_player(keeper.book, chika, at=AT)
        assert [each.archived_at for each in people(keeper.book)] == [None, None, AT]
        assert (scorebooks.players(keeper.book), at_table(keeper, session)) == (["Ann", "Ben"], ("Ann", "Ben", "Chika"))
        back()
        assert len(scorebooks.players(keeper.book)) == 3


@both_engines
def test_what_a_player_finished_is_counted_and_follows_a_merge(keeper: Keeper) -> None:
    for name, entries in (("Ann", (takes(ANN, 3), END)), ("Anna", (takes(ANN, 3), END)), ("Ann", (takes(BEN, 3),))):
        keeper.plays(*entries, players=(name, "Ben"))

    def finished() -> dict[str, int]:
        return {each.name: each.finished for each in people(keeper.book)}

    assert finished() == {"Ann": 1, "Anna": 1, "Ben": 2}
    anna = keeper.numbers["Anna"]
    merge_players(keeper.book, anna, into=keeper.numbers["Ann"], at=AT)
    assert finished() == {"Ann": 2, "Ben": 2}
    unmerge_player(keeper.book, anna)
    assert finished() == {"Ann": 1, "Anna": 1, "Ben": 2}


@both_engines
def test_a_line_up_says_who_is_archived_by_now(keeper: Keeper) -> None:
    keeper.sits_down("Ann", "Ben", at="2026-11-21T19:00:00Z")
    keeper.sits_down("Ann", "Chika", at="2026-11-21T20:00:00Z")
    assert [each.archived for each in line_ups(keeper.book)] == [frozenset()] * 2
    archive_player(keeper.book, keeper.numbers["Chika"], at=AT)
    assert [each.archived for each in line_ups(keeper.book)] == [{"Chika"}, frozenset()]


# Two that are one person.


@pytest.fixture
def two_names(keeper: Keeper) -> tuple[str, str]:
    """A session with Ann, and one with Anna."""
    return keeper.plays(takes(ANN, 3), at="2026-11-21T19:00:00Z"), keeper.sits_down(
        "Ben", "Anna", at="2026-11-21T20:00:00Z"
    )


@both_engines
def test_two_that_are_one_are_shown_as_one(keeper: Keeper, db: Connection, two_names: tuple[str, str]) -> None:
    keeper.sees(two_names[1])
    merge_players(keeper.book, keeper.numbers["Anna"], into=keeper.numbers["Ann"], at=AT)
    assert at_table(keeper, two_names[1]) == ("Ben", "Ann")
    both = [("Ben", "Ann"), ("Ann", "Ben")]
    for filters in ({}, {"player": "Ann"}, {"player": "Anna"}, {"text": "anna"}, {"player": "Ann", "text": "ben"}):
        assert seats_listed(keeper, **filters) == both, filters
    assert scorebooks.players(keeper.book) == ["Ann", "Ben"]
    assert parts(keeper) == {"Ann": ["Anna"], "Ben": []}
    # A name that was merged means the person, whoever says it.
    assert at_table(keeper, keeper.sits_down("anna", "Ben")) == ("Ann", "Ben")
    assert compare(db).differences == ()


@both_engines
def test_a_merge_is_taken_back_whole(keeper: Keeper, two_names: tuple[str, str]) -> None:
    before = people(keeper.book)
    anna = keeper.numbers["Anna"]
    merge_players(keeper.book, anna, into=keeper.numbers["Ann"], at=AT)
    third = keeper.sits_down("Anna", "Ben", at="2026-11-21T21:00:00Z")
    unmerge_player(keeper.book, anna)
    assert people(keeper.book) == before
    assert [at_table(keeper, each) for each in (*two_names, third)] == [
        ("Ann", "Ben"),
        ("Ben", "Anna"),
        ("Anna", "Ben"),
    ]
    assert seats_listed(keeper, player="Ann") == [("Ann", "Ben")]
    with pytest.raises(NoSuchError):
        unmerge_player(keeper.book, anna)


def test_each_merge_of_a_chain_is_taken_back_alone(keeper: Keeper, two_names: tuple[str, str]) -> None:
    keeper.sits_down("Annie", "Ben")
    ann, anna, annie = (keeper.numbers[name] for name in ("Ann", "Anna", "Annie"))
    for act, left in (
        (lambda: merge_players(keeper.book, anna, into=ann, at=AT), {"Ann": ["Anna"], "Annie": []}),
        (lambda: merge_players(keeper.book, ann, into=annie, at=AT), {"Annie": ["Ann", "Anna"]}),
        (lambda: unmerge_player(keeper.book, anna), {"Anna": [], "Annie": ["Ann"]}),
        (lambda: merge_players(keeper.book, anna, into=annie, at=AT), {"Annie": ["Ann", "Anna"]}),
        (lambda: unmerge_player(keeper.book, ann), {"Ann": [], "Annie": ["Anna"]}),
    ):
        act()
        assert parts(keeper) == left | {"Ben": []}
        if left == {"Annie": ["Ann", "Anna"]}:
            assert len(seats_listed(keeper, player="Annie")) == 3


def parts(keeper: Keeper) -> dict[str, list[str]]:
    return {each.name: sorted(part.name for part in each.parts) for each in people(keeper.book)}


@both_engines
def test_who_sat_at_one_table_is_not_one(keeper: Keeper, two_names: tuple[str, str]) -> None:
    ann, anna, ben = (keeper.numbers[name] for name in ("Ann", "Anna", "Ben"))
    assert "so they can’t be merged" in objection(keeper, merge_players, ben, into=ann, at=AT)
    merge_players(keeper.book, anna, into=ann, at=AT)
    assert "so they can’t be merged" in objection(keeper, merge_players, ann, into=ben, at=AT)
    assert objection(keeper, merge_players, ann, into=ann, at=AT) == "into: Choose another player."
    with pytest.raises(EntryError, match="Anna and Ann are the same player in this scorebook"):
        keeper.sits_down("Ann", "Anna")


def test_a_person_may_take_the_name_of_a_part(keeper: Keeper, two_names: tuple[str, str]) -> None:
    ann, anna = keeper.numbers["Ann"], keeper.numbers["Anna"]
    merge_players(keeper.book, anna, into=ann, at=AT)
    rename_player(keeper.book, ann, name="Anna")
    assert scorebooks.players(keeper.book) == ["Anna", "Ben"]
    assert "Another player is now called Anna" in objection(keeper, unmerge_player, anna)
    assert keeper.sees(two_names[1]).sheet.table.players[BEN] == "Anna"


def test_players_of_others_are_out_of_reach(keeper: Keeper, stranger: Keeper, two_names: tuple[str, str]) -> None:
    stranger.sits_down("Zoë", "Yan")
    ann, zoe = keeper.numbers["Ann"], stranger.numbers["Zoë"]
    for act, number, named in (
        (rename_player, zoe, {"name": "X"}),
        (describe_player, zoe, {"colour": 1}),
        (archive_player, zoe, {"at": AT}),
        (archive_player, zoe, {"at": None}),
        (merge_players, zoe, {"into": ann, "at": AT}),
        (merge_players, ann, {"into": zoe, "at": AT}),
        (unmerge_player, zoe, {}),
    ):
        with pytest.raises(NoSuchError):
            act(keeper.book, number, **named)
    assert scorebooks.players(stranger.book) == ["Yan", "Zoë"]


# A name is seen whole: none is empty to the eye, and no two differ by what nobody sees. What is kept already stays.

FILLER = "\u3164"
SEEN = {
    "a family": "👨‍👩‍👧",
    "a cook of another colour": "👩🏽‍🍳",
    "a heart": "❤️",
    "a key cap": "1️⃣",
    "a flag": "🇯🇵",
    "a pirate": "🏴‍☠️",
    "shaking its head": "🙂‍↔️",
    "a kanji in another shape": "葛\U000e0100城",
    "letters that are joined": "ශ්‍රී",
    "letters with accents apart": "Zoe\u0308",
    "Braille with a space": "⠁⠝⠝\u2800⠃",
    "digits": "007",
}
HIDDEN = {
    "a filler": FILLER,
    "two of them": "\u115f\u1160",
    "half the width": "\uffa0",
    "Braille without dots": "\u2800",
    "Braille without dots at the end": "Ann\u2800",
    "a joiner at the end": "Ann\u200d",
    "a joiner between letters": "A\u200dnn",
    "a joiner at the beginning": "\u200dAnn",
    "a joiner after an emoji": "👩‍",
    "a selector after a letter": "Ann\ufe0f",
    "two selectors": "❤\ufe0f\ufe0f",
    "a joiner of marks": "A\u034fnn",
    "an accent on nothing": "\u0301",
    "nothing but selectors": "\ufe0f",
}


@for_each("name", SEEN.values())
def test_what_is_seen_is_a_name(keeper: Keeper, name: str) -> None:
    assert visible(name)
    keeper.sits_down("Ann", name)
    assert name in [each.name for each in people(keeper.book)]


@for_each("name", HIDDEN.values())
def test_what_is_not_seen_is_no_name(keeper: Keeper, name: str) -> None:
    assert not visible(name)
    with pytest.raises(EntryError, match="That name has characters that can’t be displayed"):
        keeper.sits_down("Ben", name)
    assert people(keeper.book) == []


def test_nothing_that_has_a_name_gets_one_that_is_not_seen(keeper: Keeper) -> None:
    session = keeper.sits_down()
    (ann, _), before = people(keeper.book), file_of(keeper)
    for write, field in (
        (lambda: rename_scorebook(keeper.book, name=FILLER, at=AT), "name"),
        (lambda: rename_player(keeper.book, ann.id, name="Ben\u200d"), "name"),
        (lambda: make_token(keeper.book, name=FILLER, role="keeper", at=AT), "name"),
        (lambda: name_device(keeper.book, "any", name=FILLER), "name"),
        (lambda: save_rule_set(keeper.book, "score-pad", name=FILLER, options={}, at=AT), "rule_name"),
        (lambda: describe(keeper.book, session, place=FILLER, note=None), "place"),
        (lambda: keeper.sits_down(game=SCORE_PAD, name="Hearts\u200d"), "name"),
    ):
        assert refused(write) == [field]
    assert file_of(keeper) == before


def test_what_was_kept_under_such_a_name_is_read_imported_and_played_again(keeper: Keeper) -> None:
    file = json.loads(changed(name=FILLER, sessions__0__place="\u2800", rules__0__name="Ours\u200d"))
    text = json.dumps(file).replace('"Ben"', '"Ann\\u200d"')
    assert keeper.takes_in(text) == ImportResult(new=1)
    (id,) = (each["id"] for each in file["sessions"])
    kept = keeper.sees(id)
    assert (scorebook_name(keeper.book), kept.place, kept.sheet.table.players[1]) == (FILLER, "\u2800", "Benedikt")
    assert (json.loads(file_of(keeper)), compare(keeper.book.db).differences) == (json.loads(text), ())
    again = start_again(keeper.book, id, keeper.by())
    assert keeper.sees(again).sheet.table.players == kept.sheet.table.players
    # Sent once more, with a place where none is said here yet.
    describe(keeper.book, id, place="", note=None)
    assert keeper.takes_in(text) == ImportResult(known=1)
    # Whoever sits down again under it is no stranger.
    keeper.sits_down("Ann", "Ann\u200d")


# What both did counts for the one who stands for both, until the merge is taken back.

Evening = tuple[str, str, bool]
EVENINGS: tuple[Evening, ...] = (
    ("2026-11-01", "Ann", True),
    ("2026-11-02", "Anna", True),
    ("2026-11-03", "Ann", True),
    ("2026-11-04", "Ann", False),
    ("2026-11-05", "Anna", True),
)
"""Day, what she was called, whether she won: together won won won lost won, Ann won won lost, Anna won won."""


def plays(keeper: Keeper, day: str, her: str, *, won: bool) -> str:
    """One deal of one card with Ben and Chika, Ben dealing: who bids 1 and takes it has 11, a lost bid of 1 has 0.

    Ben bids nothing and Chika nothing, and both make it with 10: she is first with 11, or last with 0 as Ben takes the
    trick (and misses: 0) and Chika has her 10.
    """
    rules: dict[str, Any] = {"format": "short-falling", "top_hand": 1, "restriction": "off"}
    entries = {"step": "bids", "bids": [1, 0, 0]}, {"step": "tricks", "tricks": [1, 0, 0] if won else [0, 1, 0]}
    players = (her, "Ben", "Chika")
    return keeper.plays(*entries, players=players, game=OH_HELL, dealer=1, at=f"{day}T20:00:00Z", **rules)


@pytest.fixture
def evenings(keeper: Keeper) -> list[str]:
    return [plays(keeper, day, her, won=won) for day, her, won in EVENINGS]


def counts(found: Statistics) -> tuple[int, int, int, int, int, int]:
    """Games, wins, the current run, the longest one, bids made, and bids missed."""
    (game,) = found.games
    results, made = game.results, (game.facts.get(FactValue("made", each), 0) for each in (True, False))
    return (results.games, results.won, results.run, results.longest, *made)  # type: ignore[return-value]


def beside(found: Statistics) -> dict[str, tuple[int, int, int]]:
    return {each.name: (each.ahead, each.level, each.behind) for each in found.beside}


@pytest.mark.engines("sqlite", "postgresql")
def test_what_both_did_counts_for_the_person(keeper: Keeper, db: Connection, evenings: list[str]) -> None:
    book, ann, anna, ben = keeper.book, *(keeper.numbers[name] for name in ("Ann", "Anna", "Ben"))
    apart = statistics(book, ann), statistics(book, anna), statistics(book, ben), league_table(book)
    assert [counts(each) for each in apart[:2]] == [(3, 2, -1, 2, 2, 1), (2, 2, 2, 2, 2, 0)]
    # On the 4th she had 0 like Ben, level in the second place behind Chika; on the other days first.
    assert beside(apart[0]) == {"Ben": (2, 1, 0), "Chika": (2, 0, 1)}
    assert beside(apart[2]) == {"Ann": (0, 1, 2), "Anna": (0, 0, 2), "Chika": (0, 4, 1)}

    merge_players(book, anna, into=ann, at=AT)
    both = statistics(book, ann)
    assert counts(both) == (5, 4, 1, 3, 4, 1)
    assert statistics(book, anna) == both, "a part's number means the person"
    assert beside(both) == {"Ben": (4, 1, 0), "Chika": (4, 0, 1)}
    assert beside(statistics(book, ben)) == {"Ann": (0, 1, 4), "Chika": (0, 4, 1)}
    assert [(line.name, line.results.games, line.results.run) for line in league_table(book)] == [
        ("Ann", 5, 1),
        ("Chika", 5, -1),
        ("Ben", 5, -5),
    ]
    assert [each.session for each in last_results(book, ann, limit=9)] == evenings[::-1]
    assert compare(db).differences == ()

    unmerge_player(book, anna)
    assert (statistics(book, ann), statistics(book, anna), statistics(book, ben), league_table(book)) == apart
    assert compare(db).differences == ()


def test_an_opponent_is_shown_as_the_person_is_called_now(keeper: Keeper, evenings: list[str]) -> None:
    book, ann, anna, ben = keeper.book, *(keeper.numbers[name] for name in ("Ann", "Anna", "Ben"))
    merge_players(book, ann, into=anna, at=AT)
    rename_player(book, anna, name="Annika")
    assert (beside(statistics(book, ben)), statistics(book, ann).name) == (
        {"Annika": (0, 1, 4), "Chika": (0, 4, 1)},
        "Annika",
    )
    assert {each.player for each in statistics(book, ben).beside} == {anna, keeper.numbers["Chika"]}


def test_what_is_written_while_they_are_one_follows_when_they_part(
    keeper: Keeper, db: Connection, evenings: list[str]
) -> None:
    book, ann, anna = keeper.book, keeper.numbers["Ann"], keeper.numbers["Anna"]
    merge_players(book, anna, into=ann, at=AT)
    plays(keeper, "2026-11-06", "Anna", won=False)
    # She did not win on the 1st after all.
    keeper.undoes(evenings[0])
    keeper.writes(evenings[0], {"step": "tricks", "tricks": [0, 1, 0]})
    # Lost won won lost won lost.
    assert counts(statistics(book, ann)) == (6, 3, -1, 2, 3, 3)
    assert compare(db).differences == ()
    unmerge_player(book, anna)
    # Anna, whose seat it was: won won lost. Ann: lost won lost.
    assert [counts(statistics(book, each)) for each in (anna, ann)] == [(3, 2, -1, 2, 2, 1), (3, 1, -1, 1, 1, 2)]
    assert compare(db).differences == ()
