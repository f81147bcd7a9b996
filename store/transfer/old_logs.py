"""Reads the logs of other apps, BG Stats' export and BoardGameGeek's plays, and makes each play a game on the pad.

A log is read into `Play`s, whatever it was written in. These become the sessions of a scorebook file, which an import
takes like any other; all of its actions have one device of its own, by which the import can be undone as a whole.
"""

from __future__ import annotations

import csv
import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, tzinfo
from fractions import Fraction
from io import StringIO
from itertools import count
from math import lcm
from typing import Any, Literal, NamedTuple, TypeAlias
from xml.parsers.expat import ExpatError, ParserCreate

from record.log import stamp
from scoring.entry.fields import Number, RefusedError
from scoring.games.score_pad import DENOMINATORS, GAME, MAX_ROUND_POINTS, MAX_TITLE_LENGTH
from scoring.message import Message, Points, decimal, say
from scoring.strict_json import TOO_LARGE, excerpt
from scoring.table import MAX_NAME_LENGTH
from scoring.text import same_name, showable, tidy, visible
from scoring.validation import line
from store.book import Book, needs
from store.encoding import TIME
from store.scorebooks import lock_scorebook, person_of, player_of_file, touch_scorebook
from store.sessions.details import MAX_DETAIL_LENGTHS
from store.sessions.purge import remove_sessions
from store.transfer.check import id_of, ids_here
from store.transfer.scorebook_file import (
    DAMAGED,
    NEITHER,
    VERSION,
    BrokenFileError,
    ScorebookFile,
    read_json,
    read_scorebook,
)

Kind: TypeAlias = Literal["bg-stats", "bgg", "csv"]
LogFile: TypeAlias = tuple[Kind, str]
APPS: Mapping[Kind, str] = {"bg-stats": "BG Stats", "bgg": "BoardGameGeek", "csv": "CSV"}
EVENING = time(20, 0)
"""When something was played of which a log has the day alone."""
MAX_MINUTES, MAX_QUANTITY, MAX_TEAMS = 1_440, 100, 6
DEVICE = "old-log-"
"""How the devices of imports begin."""
MAX_PLAYS = 20_000
PARTED_BY = ",;\t"
REMOVED_AT_ONCE = 50
"""Games removed in one transaction."""
SCORE = Number(
    name="score",
    label="",
    low=-MAX_ROUND_POINTS,
    high=MAX_ROUND_POINTS,
    denominator=max(DENOMINATORS.values()),
    sums=True,
)


class Seat(NamedTuple):
    """Somebody in a play, with the score as it was written; of a `team` all have the same."""

    name: str
    score: str = ""
    won: bool = False
    team: str = ""
    starts: bool = False
    rank: int = 0


@dataclass(frozen=True, kw_only=True)
class Play:
    """A play as a log has it. `ids` are those by which it is known again, the one that a log shares with another first.

    `quantity` plays have one line in the log, of which one has this result; a bare one has none.
    """

    ids: tuple[str, ...]
    day: str
    game: str
    seats: tuple[Seat, ...]
    minutes: int = 0
    place: str = ""
    note: str = ""
    lowest_wins: bool = False
    is_together: bool = False
    has_points: bool = True
    counts: bool = True
    quantity: int = 1
    is_bare: bool = False


class Left(NamedTuple):
    """A play that is left out, and why."""

    day: str
    game: str
    reason: Message


class UnusableError(Exception):
    """A play cannot become a game; `reason` says why."""

    def __init__(self, reason: Message) -> None:
        self.reason = reason
        super().__init__(str(reason))


# What a log is.


def log_kind(body: bytes) -> Kind | None:
    """Which log a file is; None for anything else, as a scorebook."""
    text = body.decode("utf-8-sig", "replace").lstrip()
    if text.startswith("<"):
        return "bgg"
    if text.startswith("{"):
        # Without reading it: what is broken is refused with its place.
        return "bg-stats" if '"playerScores"' in text and '"scorebook"' not in text[:40] else None
    lines = text.splitlines()
    is_table = len(lines) > 1 and any(each in lines[0] for each in PARTED_BY) and not text.startswith("[")
    return "csv" if is_table else None


def plays_of(files: Sequence[LogFile], *, columns: Mapping[str, int], unnamed: Callable[[int], str]) -> list[Play]:
    """The plays of logs, each once, the earliest first; raises BrokenFileError.

    `columns` are those of a CSV, `unnamed` is what somebody is called whom the log does not know. Of a play that two
    logs have, BG Stats says more.
    """
    found: dict[str, Play] = {}
    for kind, text in sorted(files, key=lambda file: file[0] != "bg-stats"):
        for play in _csv(text, columns) if kind == "csv" else _bgg(text) if kind == "bgg" else _bg_stats(text, unnamed):
            found.setdefault(play.ids[0], play)
            if len(found) > MAX_PLAYS:
                raise BrokenFileError(TOO_LARGE)
    return sorted(found.values(), key=lambda play: play.day)


def pack(files: Sequence[LogFile]) -> str:
    """The files as text, to go along with the page that shows what will come."""
    return urlsafe_b64encode(zlib.compress(json.dumps(files).encode())).decode()


def unpack(packed: str, most: int) -> list[LogFile]:
    """What was packed, of at most so many bytes; raises BrokenFileError."""
    try:
        inflater = zlib.decompressobj()
        files = json.loads(inflater.decompress(urlsafe_b64decode(packed), most))
        if inflater.eof and all(kind in APPS and isinstance(text, str) for kind, text in files):
            return [(kind, _without_surrogates(text)) for kind, text in files]
    except (ValueError, TypeError, zlib.error) as error:
        raise BrokenFileError(DAMAGED) from error
    raise BrokenFileError(DAMAGED)


# BG Stats.


def _bg_stats(text: str, unnamed: Callable[[int], str]) -> Iterator[Play]:
    raw: Any = read_json(text.encode())
    if not isinstance(raw, dict) or not isinstance(raw.get("plays"), list):
        raise BrokenFileError(DAMAGED)
    players, games, locations = (_by_id(raw.get(name)) for name in ("players", "games", "locations"))
    gone = {_text(each.get("uuid")) for each in _objects(raw.get("deletedObjects"))}
    for play in _objects(raw["plays"]):
        game = games.get(_text(play.get("gameRefId")), {})
        own, elsewhere = _text(play.get("uuid")), _whole(play.get("bggId"))
        if own and own in gone:
            continue
        scores = sorted(_objects(play.get("playerScores")), key=lambda each: _whole(each.get("seatOrder")))
        seats = [
            Seat(
                _text(players.get(_text(each.get("playerRefId")), {}).get("name"))
                or unnamed(_whole(each.get("playerRefId"))),
                _text(each.get("score")),
                each.get("winner") is True,
                _text(each.get("team")) if play.get("usesTeams", game.get("usesTeams")) else "",
                each.get("startPlayer") is True,
                _whole(each.get("rank")),
            )
            for each in scores
        ]
        yield Play(
            ids=(*((f"bgg {elsewhere}",) if elsewhere else ()), f"bg-stats {own or _contents(play)}"),
            day=_text(play.get("playDate")),
            game=_text(game.get("name")),
            seats=tuple(seats),
            minutes=_whole(play.get("durationMin")),
            place=_text(locations.get(_text(play.get("locationRefId")), {}).get("name")),
            note=_text(play.get("comments")),
            lowest_wins=game.get("highestWins") is False,
            is_together=game.get("cooperative") is True,
            has_points=game.get("noPoints") is not True,
            counts=play.get("ignored") is not True,
        )


def _objects(raw: object) -> list[dict[str, Any]]:
    return [each for each in raw if isinstance(each, dict)] if isinstance(raw, list) else []


def _by_id(raw: object) -> dict[str, dict[str, Any]]:
    return {_text(each.get("id")): each for each in _objects(raw)}


def _text(raw: object) -> str:
    is_text = isinstance(raw, str | int | float) and not isinstance(raw, bool)
    return tidy(_without_surrogates(str(raw))) if is_text else ""


def _without_surrogates(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _whole(raw: object) -> int:
    """A whole number from 0; 0 for anything else."""
    text = _text(raw)
    return int(text) if re.fullmatch("[0-9]{1,12}", text) else 0


def _contents(raw: object) -> str:
    return id_of(json.dumps(raw, sort_keys=True, default=str))


# BoardGameGeek.


def _bgg(text: str) -> list[Play]:
    """The plays of a page of the XML; it has no document type, so nothing in it can stand for more than is there."""
    found: list[dict[str, Any]] = []
    inside = ""

    def begin(tag: str, values: dict[str, str]) -> None:
        nonlocal inside
        inside = tag
        if tag == "play":
            found.append({**values, "game": "", "players": [], "comments": ""})
        elif found and tag == "item":
            found[-1]["game"] = values.get("name", "")
        elif found and tag == "player":
            found[-1]["players"].append(values)

    def words(more: str) -> None:
        if found and inside == "comments":
            found[-1]["comments"] += more

    def end(_: str) -> None:
        nonlocal inside
        inside = ""

    def refuse(*_: object) -> None:
        raise BrokenFileError(DAMAGED)

    parser = ParserCreate("utf-8")
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begin, end, words
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(text.encode(), True)
    except ExpatError as error:
        raise BrokenFileError(DAMAGED) from error
    if not found and not re.search("<plays[ />]", text):
        raise BrokenFileError(NEITHER)
    return [
        Play(
            ids=(f"bgg {_whole(play.get('id')) or _contents(play)}",),
            day=_text(play.get("date")),
            game=_text(play["game"]),
            seats=tuple(
                Seat(
                    _text(each.get("name")) or _text(each.get("username")),
                    _text(each.get("score")),
                    each.get("win") == "1",
                    starts=each.get("startposition") == "1",
                )
                for each in play["players"]
            ),
            minutes=_whole(play.get("length")),
            place=_text(play.get("location")),
            note=_text(play["comments"]),
            counts=play.get("nowinstats") != "1",
            quantity=_whole(play.get("quantity")) or 1,
        )
        for play in found
    ]


# A CSV, whose columns a keeper chooses.

COLUMNS: Mapping[str, tuple[Message, str]] = {
    "date": (say("Date"), "date|day|played|日付|日時"),
    "game": (say("Game"), "game|title|ゲーム"),
    "players": (say("Players"), "players?|names?|プレイヤー|名前"),
    "scores": (say("Points"), "scores?|points|result|点|得点"),
    "winners": (say("Who won"), "won|winners?|win|勝ち|勝者"),
    "minutes": (say("Minutes played"), "minutes|length|duration|分"),
    "place": (say("Where it was played"), "where|location|where it was played|場所"),
    "note": (say("Note"), "notes?|comments?|メモ"),
    "id": (say("ID of the game"), "id|play id|link|リンク"),
    "quantity": (say("Times"), "quantity|times|回数"),
}
"""The columns: what each is called, and by which headings it is recognized."""
NEEDED = {"date", "game", "players"}
SEVERAL = re.compile(r"[;|/\n]")
"""Between the names, or the points, of several players in one cell."""
YES = re.compile("1|x|y|yes|true|won|win|はい|○|勝ち", re.IGNORECASE)


def headings(text: str) -> list[str]:
    """The headings of a CSV."""
    return [*map(tidy, next(iter(_cells(text.lstrip("\ufeff").splitlines()[:1])), []))]


def guess(text: str) -> dict[str, int]:
    """Which columns of a CSV are recognized by their headings."""
    found = headings(text)
    return {
        name: at
        for name, (_, pattern) in COLUMNS.items()
        for at in [next((at for at, each in enumerate(found) if re.fullmatch(pattern, each, re.IGNORECASE)), None)]
        if at is not None
    }


def _cells(lines: Sequence[str]) -> list[list[str]]:
    """The lines of a CSV as cells, parted by what is in its first line most often; raises BrokenFileError."""
    parted = max(PARTED_BY, key=lines[0].count) if lines else ","
    try:
        return list(csv.reader(StringIO("\n".join(lines)), delimiter=parted))
    except csv.Error as error:
        raise BrokenFileError(DAMAGED) from error


def _csv(text: str, columns: Mapping[str, int]) -> Iterator[Play]:
    """The plays: each line is one with all of its players, or those that have the same id are one together."""
    games: dict[str, list[dict[str, str]]] = {}
    times = Counter[str]()
    for cells in _cells(text.lstrip("\ufeff").splitlines())[1:]:
        row = {name: cells[at].strip() if at < len(cells) else "" for name, at in columns.items()}
        if not any(row.values()):
            continue
        # Without an id the same line is known again, the second one of the same as the second.
        id = row.get("id") or _contents(row)
        times[id] += not row.get("id")
        games.setdefault(f"csv {id}" if row.get("id") else f"csv {id} {times[id]}", []).append(row)
    for id, rows in games.items():
        first = rows[0].get
        yield Play(
            ids=(id,),
            day=first("date", ""),
            game=tidy(first("game", "")),
            seats=tuple(seat for row in rows for seat in _seats(row)),
            minutes=_whole(first("minutes")),
            place=tidy(first("place", "")),
            note=tidy(first("note", "")),
            quantity=_whole(first("quantity")) or 1,
        )


def _seats(row: Mapping[str, str]) -> Iterator[Seat]:
    names, scores = ([tidy(each) for each in SEVERAL.split(row.get(name, ""))] for name in ("players", "scores"))
    winners = {same_name(each) for each in SEVERAL.split(row.get("winners", ""))}
    for at, name in enumerate(names):
        if name:
            won = same_name(name) in winners or (len(names) == 1 and bool(YES.fullmatch(row.get("winners", ""))))
            yield Seat(name, scores[at] if at < len(scores) else "", won)


# A play as a session of a scorebook file.


@dataclass(frozen=True)
class Plan:
    """What an import of plays brings: `sessions` as in a scorebook file, the number of those that are `known` here.

    `newcomers` are the people whom nobody here knows.
    """

    app: str
    sessions: list[dict[str, Any]]
    known: int
    left: list[Left]
    newcomers: tuple[str, ...]

    @property
    def games(self) -> list[tuple[str, int]]:
        """How often each game was played, the most played first."""
        return Counter(each["options"]["name"] for each in self.sessions).most_common()

    def file(self, device: str) -> ScorebookFile:
        """The scorebook file."""
        names = {same_name(name): name for each in reversed(self.sessions) for name in each["players"]}
        return read_scorebook(
            {
                "scorebook": VERSION,
                "devices": {device: self.app},
                "players": [{"name": name} for name in names.values()],
                "rules": [],
                "sessions": [
                    each | {"actions": [action | {"device": device} for action in each["actions"]]}
                    for each in self.sessions
                ],
            }
        )


def plan(book: Book, app: str, plays: Iterable[Play], *, zone: tzinfo, now: datetime) -> Plan:
    """What becomes of the plays, none of which is here twice; nothing is written."""
    made, known, left, newcomers = list[dict[str, Any]](), 0, list[Left](), dict[str, str]()
    for play in plays:
        ids = [id_of("old log", each) for each in play.ids]
        if any(ids_here(book, id)[1] for id in ids):
            known += 1
            continue
        try:
            session = _session(play, zone, now)
            found = {same_name(name): player_of_file(book, name) for name in session["players"]}
            people = {key: player and person_of(book.db, player) for key, player in found.items()}
            _expect_distinct(people, session["players"])
        except UnusableError as error:
            left.append(Left(play.day[:10], play.game, error.reason))
            continue
        newcomers |= {key: name for key, name in zip(people, session["players"], strict=True) if people[key] is None}
        made.append(session | {"id": ids[0]})
        for number in range(2, min(play.quantity, MAX_QUANTITY) + 1):
            made.append(_session(replace(play, is_bare=True), zone, now) | {"id": id_of(ids[0], str(number))})
    return Plan(app, made, known, left, (*newcomers.values(),))


def _session(play: Play, zone: tzinfo, now: datetime) -> dict[str, Any]:
    """A play as a session of a scorebook file, without its id; raises UnusableError."""
    most, names = max(GAME.player_counts), _distinct(play.seats)
    if not 1 <= len(names) <= most:
        raise UnusableError(say("For {least} to {most} players.", least=1, most=most))
    for field, text, longest in (
        (say("Game"), play.game, MAX_TITLE_LENGTH),
        *((say("Name"), each, MAX_NAME_LENGTH) for each in names),
    ):
        if not 1 <= len(text) <= longest or not visible(text):
            raise UnusableError(say("“{field}” must be {kind}.", field=field, kind=line(longest).expected))
    options, entries = _result(play)
    at, starts = stamp(now), next((seat for seat, each in enumerate(play.seats) if each.starts), 0)
    details = {name: _cut(getattr(play, name), most) for name, most in MAX_DETAIL_LENGTHS.items()}
    return {
        "created_at": at,
        "played_at": _played_at(play.day, zone, now),
        "played_minutes": min(play.minutes, MAX_MINUTES) or None,
        "excluded_at": None if play.counts else at,
        "game": GAME.slug,
        "players": names,
        "dealer": starts,
        "options": {"name": play.game, **options},
        **{name: text for name, text in details.items() if text and showable(text)},
        "actions": [{"kind": "enter", "at": at, "facts": entry} for entry in entries],
    }


def _expect_distinct(people: Mapping[str, int | None], names: Iterable[str]) -> None:
    """Raise UnusableError where two names are one person here; `people` is by their keys, in the same order."""
    sitting: dict[int, str] = {}
    for person, name in zip(people.values(), names, strict=True):
        if person and (other := sitting.setdefault(person, name)) != name:
            text = say("{name} and {other} are the same player in this scorebook.", name=other, other=name)
            raise UnusableError(text)


def _distinct(seats: Sequence[Seat]) -> list[str]:
    """The names, of those that are the same the second with a 2: a log may know several strangers by one."""
    found: dict[str, str] = {}
    for seat in seats:
        name = next(
            each
            for number in count(1)
            if same_name(each := f"{seat.name} {number}" if number > 1 else seat.name) not in found
        )
        found[same_name(name)] = name
    return [*found.values()]


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _played_at(day: str, zone: tzinfo, now: datetime) -> str:
    """When it was played, by the reader's clock; today at the latest now. Raises UnusableError."""
    text = re.sub(r"^([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})", r"\3-\2-\1", day.replace("/", "-").strip())
    text = re.sub(r"(?<![0-9])([0-9])(?![0-9])", r"0\1", text)
    try:
        at = datetime.fromisoformat(text)
        at = datetime.combine(at.date(), EVENING) if len(text) == len("2026-11-21") else at
        at = at if at.tzinfo else at.replace(tzinfo=zone)
        is_today = at.astimezone(zone).date() == now.astimezone(zone).date()
        played = stamp(now if at > now and is_today else at)
        if not TIME.accepts(played):
            raise ValueError(played)
    except (ValueError, OverflowError) as error:
        raise UnusableError(say("“{typed}” is not a date.", typed=excerpt(day))) from error
    if played > stamp(now):
        raise UnusableError(say("That is in the future."))
    return played


def _result(play: Play) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The options of a play that its result needs, and the entries that say it; raises UnusableError."""
    if play.is_bare:
        # With neither points nor an outcome it counts as played.
        return {"result": "together"}, [{"step": "round", "points": [0]}, {"step": "end"}]
    sides = _sides(play.seats)
    first = [side[0] for side in sides]
    won = [side[0] for side in sides if any(play.seats[seat].won for seat in side)]
    points = _points(play, sides)
    options: dict[str, Any] = {"rounds": 1}
    if play.is_together or (not points and (len(sides) == 1 or len(won) in (0, len(sides)))):
        shared = {"points": [decimal(each) for each in {*points.values()}]} if len({*points.values()}) == 1 else {}
        outcome = {"step": "round", "outcome": "won" if won else "lost", **shared}
        return {**options, "result": "together", **_parts(points.values() if shared else ())}, [outcome]
    if len(sides) < len(play.seats):
        options["teams"] = [
            next(team for team, side in enumerate(sides, 1) if seat in side) for seat in range(len(play.seats))
        ]
    best = (min if play.lowest_wins else max)(points.values(), default=0)
    level = [seat for seat in first if points.get(seat) == best]
    is_decided = len(won) == 1 < len(level) and won[0] in level
    if not points or (won and won != level and not is_decided):
        return {**options, "result": "won"}, [{"step": "round", "won": [str(seat) for seat in won]}]
    entries: list[dict[str, Any]] = [
        {
            "step": "round",
            "points": [decimal(points[seat]) if seat in points else None for seat in range(len(play.seats))],
        }
    ]
    if is_decided:
        others = sorted(set(level) - {*won}, key=lambda seat: (play.seats[seat].rank, seat))
        entries.append({"step": "tie", "order": [*won, *others]})
    return {**options, "best": "lowest" if play.lowest_wins else "highest", **_parts(points.values())}, entries


def _sides(seats: Sequence[Seat]) -> list[list[int]]:
    """The seats of each team that has one score, else each seat alone."""
    teams: dict[str, list[int]] = {}
    for number, seat in enumerate(seats):
        teams.setdefault(seat.team or f"\0{number}", []).append(number)
    scores = ({seats[each].score for each in side} - {""} for side in teams.values())
    if 2 <= len(teams) <= MAX_TEAMS and all(len(each) < 2 for each in scores):
        return [*teams.values()]
    return [[number] for number in range(len(seats))]


def _points(play: Play, sides: Sequence[Sequence[int]]) -> dict[int, Points]:
    """The points of each side by its first seat, none where not all have some; raises UnusableError."""
    found: dict[int, Points] = {}
    for side in sides:
        score = next((play.seats[seat].score for seat in side if play.seats[seat].score), "")
        if not score or not play.has_points:
            return {}
        try:
            found[side[0]] = SCORE.read_one(score)
        except RefusedError as error:
            raise UnusableError(error.message) from error
    return found


def _parts(points: Iterable[Points]) -> dict[str, str]:
    """The option for the parts that points have."""
    denominator = lcm(*(Fraction(each).denominator for each in points))
    parts = next(name for name, number in DENOMINATORS.items() if number % denominator == 0)
    return {} if parts == "whole" else {"parts": parts}


# What came, and that it goes again.


class OldLog(NamedTuple):
    """An import of plays that can be undone: the device by which its actions are known, when it was, and how many."""

    device: str
    app: str
    at: str
    games: int


def device_of(at: datetime) -> str:
    """The device of an import, which says when it was."""
    return f"{DEVICE}{at:%Y%m%dT%H%M%SZ}"


def imported(book: Book, *, since: str) -> list[OldLog]:
    """The imports since a time of which games are here, the last first."""
    query = "SELECT device, name FROM device_name WHERE scorebook = ? AND device LIKE ? ORDER BY device DESC"
    found = []
    for row in book.db.execute(query, (book.scorebook, f"{DEVICE}%")):
        at = stamp(datetime.strptime(row["device"].removeprefix(DEVICE), "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC))
        if at >= since and (games := _untouched(book, row["device"])):
            found.append(OldLog(row["device"], row["name"], at, len(games)))
    return found


def _untouched(book: Book, device: str) -> list[str]:
    """The games of an import in which nobody wrote since."""
    found = book.db.execute(
        """
        SELECT session.id FROM session JOIN action ON action.session = session.id AND action.position = 0
        WHERE session.scorebook = ? AND action.device = ? AND NOT EXISTS (
            SELECT 1 FROM action AS other WHERE other.session = session.id AND other.device <> action.device
        ) ORDER BY session.id
        """,
        (book.scorebook, device),
    )
    return [row["id"] for row in found]


@needs("keeper")
def undo_import(book: Book, device: str, *, at: str) -> None:
    """Remove the games of an import for good in which nobody wrote since, and the people whom only they had.

    Others save in between.
    """
    while games := _untouched(book, device)[:REMOVED_AT_ONCE]:
        with book.db.writing():
            lock_scorebook(book, at=at)
            for each in games:
                book.db.lock_row("session", each)
            remove_sessions(book.db, book.scorebook, games, at=at)
            touch_scorebook(book)
