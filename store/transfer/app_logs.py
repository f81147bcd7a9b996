"""Reads the logs of other apps, BG Stats' export and BoardGameGeek's plays, or a table, each into `Play`s."""

from __future__ import annotations

import csv
import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any, Literal, NamedTuple, TypeAlias
from xml.parsers.expat import ExpatError, ParserCreate

from scoring.message import Message, say
from scoring.strict_json import TOO_LARGE
from scoring.text import same_name, tidy
from store.transfer.check import id_of
from store.transfer.scorebook_file import DAMAGED, NEITHER, BrokenFileError, read_json

Kind: TypeAlias = Literal["bg-stats", "bgg", "csv"]
LogFile: TypeAlias = tuple[Kind, str]
APPS: Mapping[Kind, str] = {"bg-stats": "BG Stats", "bgg": "BoardGameGeek", "csv": "CSV"}
MAX_PLAYS = 20_000
PARTED_BY = ",;\t"


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
