"""Response types of the API, from which the schemas are made too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, TypeAlias, TypedDict

from record.session import Session
from scoring.document import report
from scoring.entry.fields import to_json
from scoring.entry.json_schema import of_asks
from scoring.insights.facts import One
from scoring.message import Points
from store.players.profiles import Player
from store.sessions.history import Found, Summary
from store.sessions.sync_state import SessionVersion
from store.stats.player_stats import Beside, GameStatistics, PlayedGame, Statistics
from store.stats.results import LeagueRow, Results
from store.values import from_milli
from web.api import games
from web.api.shapes import Constraints, SchemaRef
from web.i18n.translate import words

Time: TypeAlias = Annotated[str, Constraints(format="date-time")]
Entry: TypeAlias = Annotated[object, SchemaRef("Entry", games.entry)]


class Row(TypedDict):
    """A finished deal or an adjustment; `points`, `working` and each of the `facts` by seat."""

    kind: str
    label: str
    about: str
    points: list[Points]
    working: list[str]
    facts: dict[str, list[object]]
    entries: list[int]


class Place(TypedDict):
    """A side in the standings; `tally` is there where a game counts something else besides."""

    place: int
    seats: list[int]
    total: Points
    gap: Points


class Spectator(TypedDict):
    """Who has won or lost chips without a seat."""

    name: str
    points: Points


class Notice(TypedDict):
    """What the table must know now."""

    name: str
    text: str


class AskedField(TypedDict):
    """One thing that is asked, with its limits."""

    name: str
    kind: str
    label: str


class Ask(TypedDict):
    """What must be entered next."""

    step: str
    title: str
    fields: list[AskedField]


class OfChips(TypedDict, total=False):
    """What lies with no seat, where anything does."""

    spectators: list[Spectator]
    pot: Points


class Report(OfChips):
    """All that a sheet says: see docs/session-document.md."""

    rows: list[Row]
    totals: list[Points]
    standings: list[Place]
    over: bool
    ended_early: bool
    winners: list[int]
    notices: list[Notice]
    notes: list[str]
    ask: Ask | None


class Document(TypedDict):
    """A whole session as it is exported and imported: see docs/session-document.md."""

    takuroku: int
    game: str
    players: list[str]
    dealer: int
    options: dict[str, object]
    entries: list[Entry]


@dataclass(frozen=True)
class SessionNow:
    """A session: its document, all that its sheet says, and which entries it takes now, as JSON Schema.

    `position` is what the next write must name.
    """

    id: str
    position: int
    created_at: Time
    updated_at: Time
    archived_at: Time | None
    discarded_at: Time | None
    place: str
    note: str
    document: Document
    report: Report
    accepts: dict[str, object]


def session_now(session: Session) -> SessionNow:
    """A session as it is answered, in the reader's language."""
    sheet = session.sheet
    return SessionNow(
        id=session.id,
        position=session.position,
        created_at=session.created_at,
        updated_at=session.updated_at,
        archived_at=session.archived_at,
        discarded_at=session.discarded_at,
        place=session.place,
        note=session.note,
        document=session.document,  # type: ignore[arg-type]
        report=report(sheet, words),  # type: ignore[arg-type]
        accepts=of_asks(sheet.asks, seats=len(sheet.table.players), speak=words),
    )


@dataclass(frozen=True)
class SessionList:
    """Sessions, the last first; `next_offset` leads to those before them, null where there are none."""

    sessions: list[Summary]
    total: int
    more_than_total: bool
    next_offset: int | None


def session_list(found: Found, *, offset: int) -> SessionList:
    """A page of sessions."""
    following = offset + len(found.sessions) if found.older else None
    return SessionList(found.sessions, found.total, found.more_than_total, following)


@dataclass(frozen=True)
class Logged:
    """What was done in a session, when, on which device: see docs/scorebook-file.md."""

    position: int
    kind: str
    at: Time
    device: str
    facts: dict[str, object]


@dataclass(frozen=True)
class Log:
    """The log of a session, whole; `devices` are those that have a name."""

    actions: list[Logged]
    devices: dict[str, str]


def log(session: Session, devices: Mapping[str, str]) -> Log:
    """Everything that was done in a session."""
    actions = [Logged(each.position, each.kind, each.at, each.device, dict(each.facts)) for each in session.actions]
    return Log(actions, dict(devices))


@dataclass(frozen=True)
class People:
    """Everybody by name, archived ones too; `parts` are those who are one with somebody."""

    players: list[Player]


@dataclass(frozen=True)
class ScoreTable:
    """Everybody in every game that was played to an end, averages to the thousandth; and what can be selected."""

    lines: list[LeagueRow]
    games: list[PlayedGame]


@dataclass(frozen=True)
class Times:
    """How often a fact had a value; with `by`, in the deals in which another fact had a value."""

    fact: str
    value: object
    by: str | None
    by_value: object
    times: int


@dataclass(frozen=True)
class Brought:
    """What was won in the deals in which a fact had a value."""

    fact: str
    value: object
    points: Points


@dataclass(frozen=True)
class Placed:
    """How often somebody came to a place."""

    place: int
    times: int


@dataclass(frozen=True)
class OfGame:
    """A player in one game: results, the average to the thousandth, places, and the facts of the deals."""

    results: Results
    places: list[Placed]
    facts: list[Times]
    points: list[Brought]


@dataclass(frozen=True)
class OfPlayer:
    """What the finished sessions of a player come to."""

    id: int
    name: str
    games: list[OfGame]
    beside: list[Beside]


def of_player(player: Player, found: Statistics) -> OfPlayer:
    """The statistics of a player as they are answered."""
    return OfPlayer(player.id, found.name, [_of_game(each) for each in found.games], [*found.beside])


def score_table(lines: Iterable[LeagueRow], games: list[PlayedGame]) -> ScoreTable:
    """The table of a scorebook as it is answered."""
    return ScoreTable([replace(line, results=_to_the_thousandth(line.results)) for line in lines], games)


def _to_the_thousandth(results: Results) -> Results:
    # As fine as points are kept: a third has no decimals that say it.
    def rounded(amount: Points) -> Points:
        return from_milli(round(Fraction(amount) * 1000))

    return replace(results, average=rounded(results.average), average_place=rounded(results.average_place))


def _of_game(found: GameStatistics) -> OfGame:
    alone = [Times(told.name, _one(told.value), None, None, times) for told, times in found.facts.items()]
    beside = [
        Times(crossing.of.name, _one(crossing.of.value), crossing.by.name, _one(crossing.by.value), times)
        for crossing, times in found.crossings.items()
    ]
    return OfGame(
        results=_to_the_thousandth(found.results),
        places=[Placed(place, times) for place, times in found.places.items()],
        facts=sorted((*alone, *beside), key=repr),
        points=sorted(
            (Brought(told.name, _one(told.value), points) for told, points in found.points.items()), key=repr
        ),
    )


def _one(value: One) -> Any:
    return to_json(value)


@dataclass(frozen=True)
class Heads:
    """What the scorebook is called, null where nobody gave it a name, and how far its sessions are."""

    name: str | None
    sessions: list[SessionVersion]


class MayBeCalled(TypedDict, total=False):
    """What has a name where somebody gave it one."""

    name: str


class ScorebookFile(MayBeCalled):
    """A whole scorebook: see docs/scorebook-file.md."""

    scorebook: int
    devices: dict[str, str]
    players: list[object]
    rules: list[dict[str, object]]
    sessions: list[dict[str, object]]
