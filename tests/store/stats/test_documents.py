"""The figures of any selection beside a sum over the documents of its sessions: JSON and the rules, nothing stored."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple

import pytest

from bench.scorebook import sessions
from record.author import Author
from record.session import Session
from scoring import catalogue
from scoring.document import load, report
from store.book import Book
from store.stats.selection import EVERYTHING, Selection
from store.transfer.export import dump
from store.transfer.importer import take_in
from store.transfer.reader import read
from tests.kit.games import NAMES
from tests.kit.store.counting import number_of
from tests.store.conftest import Keeper
from tests.store.stats.test_selection import AGAIN, ALL_GAMES, CHANGES_TOTALS

LAST = datetime(2026, 2, 20, tzinfo=UTC)
LATER = "2026-11-22T09:00:00Z"


@pytest.fixture(autouse=True)
def all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "all_games", ALL_GAMES)


@cache
def club(many: int) -> list[Session]:
    """Evenings of friends; games on the pad have one of a few names, and somebody is written by two."""
    rng, found = random.Random(7), []
    for number, session in enumerate(sessions(many, "documents", LAST)):
        options: Any = session.blank.options
        table = session.blank.table
        if session.game.slug == "score-pad":
            options = replace(options, name=rng.choice(("Hearts", "ｈｅａｒｔｓ", "七並べ", None)))
        if session.game.slug in ("score-pad", "oh-hell") and rng.random() < 0.5:
            table = replace(table, players=tuple(AGAIN if name == NAMES[0] else name for name in table.players))
        blank, sheet = (replace(each, options=options, table=table) for each in (session.blank, session.sheet))
        found.append(replace(session, id=f"session-{number:04}", blank=blank, sheet=sheet))
    return found


@dataclass(frozen=True)
class Document:
    """A session that counts, as its JSON says it: places and totals by seat, the seats of each side."""

    id: str
    began: str
    players: tuple[str, ...]
    game: str
    title: str
    kind: tuple[object, ...]
    key: str
    places: dict[int, int]
    totals: list[Fraction]
    winners: frozenset[int]
    sides: list[frozenset[int]]


def documents(book: Book, ids: list[str], called: dict[str, str]) -> list[Document]:
    """What counts, in the order in which it began; `called` are the present names of those who were written so."""
    found = []
    for id in ids:
        session = book.load(id)
        raw = json.loads(json.dumps(session.document))
        told = json.loads(json.dumps(report(load(raw))))
        dealt = any(row["kind"] == "deal" for row in told["rows"])
        if session.discarded_at is not None or not told["over"] or not dealt:
            continue
        options = raw["options"]
        named = (options.get("name") or "") if raw["game"] == "score-pad" else ""
        kind = [options[each] for each in CHANGES_TOTALS[raw["game"]]]
        if raw["game"] == "skull-king" and options["scoring"] != "rascal":
            kind[2] = None
        found.append(
            Document(
                id=id,
                began=session.created_at,
                players=tuple(called.get(name, name) for name in raw["players"]),
                game=raw["game"],
                title="Hearts" if named == "ｈｅａｒｔｓ" else named,
                kind=tuple(kind),
                key=session.sheet.options.kind,
                places={seat: each["place"] for each in told["standings"] for seat in each["seats"]},
                totals=[Fraction(str(total)) for total in told["totals"]],
                winners=frozenset(told["winners"]),
                sides=[frozenset(each["seats"]) for each in told["standings"]],
            )
        )
    return sorted(found, key=lambda each: each.began)


class Line(NamedTuple):
    name: str
    game: str
    title: str


def sums(found: list[Document]) -> dict[Line, tuple[Any, ...]]:
    """By player and game: games, wins, average, highest, lowest, average place, places, runs."""
    of: defaultdict[Line, list[tuple[Document, int]]] = defaultdict(list)
    for each in found:
        for seat, name in enumerate(each.players):
            of[Line(name, each.game, each.title)].append((each, seat))
    return {line: _summed(played) for line, played in of.items()}


def _summed(played: list[tuple[Document, int]]) -> tuple[Any, ...]:
    totals = [each.totals[seat] for each, seat in played]
    places = [each.places[seat] for each, seat in played]
    won = [seat in each.winners for each, seat in played]
    longest = run = 0
    for each in won:
        run = max(run, 0) + 1 if each else min(run, 0) - 1
        longest = max(longest, run)
    mean, place = sum(totals) / len(totals), Fraction(sum(places), len(places))
    return len(played), sum(won), mean, max(totals), min(totals), place, Counter(places), run, longest


def beside(found: list[Document], one: str, other: str) -> dict[tuple[str, str], Counter[str]]:
    """How the one stood beside the other, by game."""
    told: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for each in found:
        if one in each.players and other in each.players:
            own, its = each.players.index(one), each.players.index(other)
            if any({own, its} <= side for side in each.sides):
                told[each.game, each.title]["partners"] += 1
                told[each.game, each.title]["won"] += own in each.winners
            else:
                less, more = each.places[own] < each.places[its], each.places[own] > each.places[its]
                told[each.game, each.title]["ahead" if less else "behind" if more else "level"] += 1
    return {played: +counted for played, counted in told.items()}


def holds(book: Book, found: list[Document], selection: Selection, selects: Callable[[Document], bool]) -> int:
    chosen = [each for each in found if selects(each)]
    expected = sums(chosen)

    def told(results: Any, places: Any = None) -> tuple[Any, ...]:
        each = results
        means = (Fraction(each.average), Fraction(each.highest), Fraction(each.lowest), Fraction(each.average_place))
        return each.games, each.won, *means, each.run, each.longest, *(() if places is None else (Counter(places),))

    def wanted(sums: tuple[Any, ...], *, places: bool) -> tuple[Any, ...]:
        return (*sums[:6], *sums[7:], *((sums[6],) if places else ()))

    table = {
        Line(each.name, each.results.game, as_named(each.results.title)): told(each.results)
        for each in book.table(selection)
    }
    assert table == {line: wanted(each, places=False) for line, each in expected.items()}
    people = {each.name: each.id for each in book.people()}
    for name, number in people.items():
        its = book.statistics(number, selection)
        assert {
            Line(name, each.results.game, as_named(each.results.title)): told(each.results, each.places)
            for each in its.games
        } == {line: wanted(each, places=True) for line, each in expected.items() if line.name == name}
    names = [*people][:4]
    for one in names:
        for other in names:
            if one != other:
                pair = book.head_to_head(people[one], people[other], selection)
                games = {
                    (each.game, as_named(each.title)): +Counter(
                        ahead=each.ahead, level=each.level, behind=each.behind, partners=each.partners, won=each.won
                    )
                    for each in pair.games
                }
                assert games == beside(chosen, one, other), (one, other, selection)
                met = [each.id for each in chosen if {one, other} <= {*each.players}]
                assert [each.session for each in pair.last] == met[::-1][:20]
    return len(expected)


def as_named(title: str) -> str:
    return "Hearts" if title.casefold() == "hearts" or title == "ｈｅａｒｔｓ" else title


def any_selection(rng: random.Random, found: list[Document]) -> tuple[Selection, Callable[[Document], bool]]:
    like, selection = rng.choice(found), EVERYTHING
    by_game = rng.random() < 0.6
    by_kind = by_game and rng.random() < 0.5
    since, until = sorted(each.began for each in rng.sample(found, 2))
    since, until = (moment if rng.random() < 0.6 else "" for moment in (since, until))
    selection = Selection(since, until)
    if by_game:
        selection = replace(selection, game=like.game, title=like.title, kind=like.key if by_kind else "")
    return (
        selection,
        lambda each: (
            (not by_game or (each.game, each.title) == (like.game, like.title))
            and (not by_kind or each.kind == like.kind)
            and (not since or each.began >= since)
            and (not until or each.began < until)
        ),
    )


def holds_for_many(rng: random.Random, book: Book, ids: list[str], called: dict[str, str], *, times: int) -> None:
    found = documents(book, ids, called)
    assert holds(book, found, EVERYTHING, lambda _: True) > 30
    assert sum(holds(book, found, *any_selection(rng, found)) for _ in range(times)) > 3 * times


@pytest.mark.thorough
@pytest.mark.parametrize("many", [60, pytest.param(300, marks=pytest.mark.long)])
def test_table_player_and_pair_are_what_the_documents_come_to(keeper: Keeper, stranger: Keeper, many: int) -> None:
    """Some are deleted, archived, corrected, two people merged; then all go to another scorebook."""
    rng, ids = random.Random(3), []
    with keeper.book.transaction():
        for session in club(many):
            keeper.book.import_session(session)
            ids.append(session.id)
    holds_for_many(rng, keeper.book, ids, {}, times=many // 20)

    over = [each for each in ids if keeper.sees(each).sheet.over]
    for each in rng.sample(over, many // 20):
        keeper.book.discard(each, at=LATER)
    for each in rng.sample(over, many // 20):
        keeper.book.archive(each, at=LATER)
    standing = [each for each in over if keeper.sees(each).discarded_at is None]
    for each in rng.sample(standing, many // 15):
        keeper.writes(each, {"step": "adjustment", "seat": 0, "amount": 60, "reason": "a bet"})
    for each in rng.sample(standing, many // 20):
        keeper.undoes(each)
    holds_for_many(rng, keeper.book, ids, {}, times=3)

    keeper.book.merge_players(number_of(keeper.book, AGAIN), into=number_of(keeper.book, NAMES[0]), at=LATER)
    holds_for_many(rng, keeper.book, ids, {AGAIN: NAMES[0]}, times=3)

    file = "".join(dump(keeper.book))
    take_in(stranger.book, read(BytesIO(file.encode())), Author(device="tablet", key="one", at=LAST))
    rows = stranger.book.db.execute("SELECT id FROM session WHERE scorebook = ?", (stranger.scorebook,)).fetchall()
    assert len(rows) == many
    holds_for_many(rng, stranger.book, [row["id"] for row in rows], {AGAIN: NAMES[0]}, times=3)
