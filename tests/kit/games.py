"""Plays any game at random with legal entries, from its asks alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from scoring.core import enter, read_entry
from scoring.entry.choices import NOBODY, Pick, PickList, PickMany, SeatPick, SideOrder
from scoring.entry.fields import Field, Number, NumberList, Writing, to_json
from scoring.entry.reading import Records
from scoring.errors import EntryError
from scoring.game import AnyGame
from scoring.sheets.changes import CHANGE_STEPS, PLAN
from scoring.sheets.extras import asks as extra_asks
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask
from scoring.table import Table

NAMES = ("あんな", "ベン", "千夏", "大輔", "恵美", "フミ", "源", "花", "一郎", "順子", "健", "Lea")
Answer: TypeAlias = Callable[[Sheet[Any], Ask, random.Random], dict[str, Any]]
Enters: TypeAlias = Callable[[Sheet[Any], random.Random], dict[str, Any]]
LONGEST_PLAY = 60
TRIES = 5_000


@dataclass(frozen=True)
class Played:
    """A played session: its document without entries, the entries as JSON, and the sheets before each and after the
    last."""

    session: dict[str, Any]
    entries: tuple[dict[str, Any], ...]
    sheets: tuple[Sheet[Any], ...]

    @property
    def last(self) -> Sheet[Any]:
        return self.sheets[-1]

    @property
    def document(self) -> dict[str, Any]:
        return self.session | {"entries": list(self.entries)}


_plays: dict[str, Played] = {}


def played(game: AnyGame, seed: int) -> Played:
    """A whole game of random legal entries, the same one for the same seed; seed 0 has the default options."""
    return _play(f"{game.slug} {seed}", game, seed)


def changed(game: AnyGame, seed: int) -> Played:
    """Such a game, of six at most, at which the table changes now and then."""
    return _play(f"changes {game.slug} {seed}", game, seed, most=6, entry=entry_or_change)


def _play(luck: str, game: AnyGame, seed: int, *, most: int = len(NAMES), entry: Enters | None = None) -> Played:
    if luck not in _plays:
        rng = random.Random(luck)
        session = random_session(game, rng, most) if seed else session_of(game, players=game.player_counts[0])
        _plays[luck] = play_on(session, (game.start(session),), rng, entry=entry)
    return _plays[luck]


def play_on(
    session: dict[str, Any],
    sheets: tuple[Sheet[Any], ...],
    rng: random.Random,
    *,
    entry: Enters | None = None,
) -> Played:
    """Random legal entries until the game is over; one that would go on for ever is ended by hand."""
    entries: list[dict[str, Any]] = []
    written = list(sheets)
    while not written[-1].over:
        sheet = written[-1]
        raw = (entry or random_entry)(sheet, rng) if len(entries) < LONGEST_PLAY else {"step": "end"}
        entries.append(read_entry(sheet, raw).to_json())
        written.append(enter(sheet, raw))
    return Played(session, tuple(entries), tuple(written))


def session_of(game: AnyGame, *, players: int, dealer: int = 0, **options: Any) -> dict[str, Any]:
    """A document without entries."""
    return {
        "takuroku": 1,
        "game": game.slug,
        "players": list(NAMES[:players]),
        "dealer": dealer,
        "options": options,
    }


def random_session(game: AnyGame, rng: random.Random, most: int = len(NAMES)) -> dict[str, Any]:
    """A session without entries: a random table of at most `most` players, with random legal house rules."""
    for _ in range(TRIES):
        players = rng.choice([seats for seats in game.player_counts if seats <= most])
        table = Table(NAMES[:players])
        options = {
            field.name: random_value(field, table, rng)
            for field in game.options.fields()
            if rng.random() < 0.6  # what is not said stays at its default
        }
        session = session_of(game, players=players, dealer=rng.randrange(players), **options)
        try:
            game.start(session)
        except EntryError:
            continue
        return session
    raise AssertionError(f"no house rules of {game.name} were found that a table can play by")


def random_entry(sheet: Sheet[Any], rng: random.Random) -> dict[str, Any]:
    """A legal entry for what the sheet asks or what can be in its place; now and then, and after the end, an adjustment
    or a note."""
    if sheet.ask is None or rng.random() < 0.05:
        return random_answer(sheet, extra_asks(sheet)[rng.randrange(2)], rng)
    if sheet.asks_instead and rng.random() < 0.1:
        return random_answer(sheet, rng.choice(sheet.asks_instead), rng)
    return random_answer(sheet, sheet.ask, rng)


def entry_or_change(sheet: Sheet[Any], rng: random.Random) -> dict[str, Any]:
    """A legal entry; now and then, where chance finds a legal one, a change of the table or the plan."""
    # A random plan is short: many of them would leave no deals to change.
    asks = [ask for ask in sheet.asks if ask.step in CHANGE_STEPS and (ask.step != PLAN or rng.random() < 0.3)]
    if asks and rng.random() < 0.3:
        with suppress(AssertionError):
            return random_answer(sheet, rng.choice(asks), rng, tries=20)
    return random_entry(sheet, rng)


def random_answer(sheet: Sheet[Any], ask: Ask, rng: random.Random, *, tries: int = TRIES) -> dict[str, Any]:
    """Random values for every field of an ask, tried again until they are legal."""
    refused = None
    answer = _own_answers(sheet).get(ask.step, _any_answer)
    for _ in range(tries):
        raw = answer(sheet, ask, rng)
        try:
            read_entry(sheet, raw)
        except EntryError as error:
            refused = error
            continue
        return raw
    raise AssertionError(f"{tries} random answers to “{ask.title}” were refused, the last one with: {refused}")


def _any_answer(sheet: Sheet[Any], ask: Ask, rng: random.Random) -> dict[str, Any]:
    return {"step": ask.step} | {field.name: random_value(field, sheet.table, rng) for field in ask.fields}


def _own_answers(sheet: Sheet[Any]) -> dict[str, Answer]:
    """The answers of a game's own `ANSWERS`, for steps at which random values are hardly ever legal."""
    _, place, game, *_ = type(sheet).__module__.split(".")
    name = f"tests.games.{game}.play"
    found: dict[str, Answer] = vars(import_module(name))["ANSWERS"] if place == "games" and find_spec(name) else {}
    return found


def random_value(field: Field, table: Table, rng: random.Random) -> Any:
    """A random value as a document writes it: within the field's bounds, or nothing if it is optional."""
    if field.suggested is not None and rng.random() < 0.15:
        return to_json(field.suggested)
    if not field.seats:
        return _single(field, rng)
    if isinstance(field, Number) and field.total is not None and rng.random() < 0.8:
        shares = iter(_shares(field, rng))
        return [next(shares) if seat in field.seats else None for seat in table.seats]
    return [_single(field, rng) if seat in field.seats else None for seat in table.seats]


def _single(field: Field, rng: random.Random) -> Any:
    if field.optional and rng.random() < 0.4:
        return None
    match field:
        case Number():
            return _number(field, rng)
        case Pick():
            return rng.choice(field.choices).value
        case PickList():
            return [rng.choice(field.choices).value for _ in range(rng.randint(field.least, field.most))]
        case PickMany():
            return _some([choice.value for choice in field.choices], rng, least=int(field.some))
        case SideOrder():
            return rng.sample([side[0] for side in field.sides], k=rng.randint(2, len(field.sides)))
        case SeatPick():
            return rng.choice([*field.among, *([NOBODY] if field.nobody else [])])
        case Records():
            rows = rng.randint(0, min(field.most, 3))
            return [{each.name: _single(each, rng) for each in field.fields} for _ in range(rows)]
        case NumberList():
            return [rng.randint(field.low, field.high) for _ in range(rng.randint(0, min(field.most, 5)))]
        case Writing():
            return "".join(rng.choice("あいう卓録 abc") for _ in range(rng.randint(1, field.longest))).strip() or "x"
    raise AssertionError(f"nobody has said how to answer a field of the kind {field.kind}")


def _number(field: Number, rng: random.Random) -> Any:
    near = min(field.high, max(field.low, 0) + 12)
    high = rng.choice((near, near, field.high))
    return to_json(
        _whole(Fraction(rng.randint(field.low * field.denominator, high * field.denominator), field.denominator))
    )


def _whole(value: Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value


def _shares(field: Number, rng: random.Random) -> list[int]:
    """Random numbers that add up to the field's total, as tricks do."""
    assert field.total is not None, "only a field with a total is shared out"
    shares = [field.low] * len(field.seats)
    while sum(shares) < field.total:
        free = [place for place, share in enumerate(shares) if share < field.high]
        shares[rng.choice(free)] += 1
    return shares


def _some(values: Sequence[str], rng: random.Random, *, least: int = 0) -> list[str]:
    few = max(least, min(len(values), rng.choice((0, 1, 1, 2, 3, len(values)))))
    return rng.sample(values, few)
