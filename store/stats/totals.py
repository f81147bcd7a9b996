"""Statistics of finished sessions: the share of each seat, and the sums of each player.

A session counts once it is over with at least one deal, unless it is deleted. Changes of sums lock the scorebook, so
that two tables with the same players finish one after the other; running sessions do not wait.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from scoring.insights import counting
from scoring.insights.facts import POINTS
from scoring.sheets.sheet import Sheet
from store.engines.base import Connection, Row
from store.stats import streaks
from store.stats.streaks import Result
from store.values import to_milli, told_to_text

GAMES, WON, TOTAL, PLACE = "@games", "@won", "@total", "@place"
AHEAD, LEVEL, BEHIND = "@ahead", "@level", "@behind"
"""How somebody stood at the end beside another who was not a partner; the value is the other's number."""
PARTNER, WON_WITH = "@partner", "@won-with"
COUNTS = "session.discarded_at IS NULL AND session.over = 1 AND session.deals > 0"
"""Whether a session counts, in the words of the index that knows those which are still to be counted."""

SESSION_COLUMNS = ("scorebook", "game", "created_at", "number", "discarded_at", "counted")
"""What must be known of a session to count it."""
SHARE = ("player", "place", "total_milli", "won", "counts")
TALLY = ("player", "game", "games", "won", "total_milli", "counts")
SUM_COLUMNS = (GAMES, WON, TOTAL)
"""What has a column of its own in the sums, in their order."""


class Key(NamedTuple):
    """What is counted: a fact with its value, by itself or in the deals in which another one stood."""

    fact: str
    value: str = ""
    by_fact: str = ""
    by_value: str = ""


@dataclass(frozen=True)
class Share:
    """What a session adds for one seat to whom it is counted, a merged player's to the other; `counts` is JSON."""

    player: int
    place: int
    total_milli: int
    won: int
    counts: str

    def amounts(self) -> Iterator[tuple[Key, int]]:
        yield Key(GAMES), 1
        yield Key(WON), self.won
        yield Key(TOTAL), self.total_milli
        yield Key(PLACE, str(self.place)), 1
        yield from amounts_of(self.counts)


Sums: TypeAlias = Counter[Key]
"""What the sessions of a player in one game come to, by what is counted."""


def amounts_of(counts: str) -> Iterator[tuple[Key, int]]:
    """What was counted, from the JSON in which it is kept."""
    for *key, amount in json.loads(counts):
        yield Key(*key), amount


def sums_of(tally: Row) -> Sums:
    """The sums of a player in one game, from their row."""
    columns = {Key(GAMES): tally["games"], Key(WON): tally["won"], Key(TOTAL): tally["total_milli"]}
    return Counter({**columns, **dict(amounts_of(tally["counts"]))})


def recount(db: Connection, session: str, head: Row, sheet: Sheet[Any] | None, *, mending: bool = False) -> None:
    """Bring shares and sums up to date with a sheet, None for one that is not to count.

    The caller holds the session; `head` is its `SESSION_COLUMNS` as it is written now.
    """
    counts = sheet is not None and _counts(head, sheet)
    if not (counts or head["counted"] or mending):
        return
    db.hold("scorebook", head["scorebook"])
    was = _stored(db, session)
    now = _shares(db, session, sheet) if sheet is not None and counts else {}
    if was != now:
        _replace(db, session, head, was, now)
    if bool(head["counted"]) != counts:
        db.execute("UPDATE session SET counted = ? WHERE id = ?", (int(counts), session))


def differing(db: Connection, session: str, sheet: Sheet[Any]) -> int:
    """How many shares of a session are not what its sheet says."""
    head = db.execute(f"SELECT {', '.join(SESSION_COLUMNS)} FROM session WHERE id = ?", (session,)).fetchone()
    was = _stored(db, session)
    counts = _counts(head, sheet)
    now = _shares(db, session, sheet) if counts else {}
    rows = sum(was.get(seat) != now.get(seat) for seat in was.keys() | now.keys())
    return rows or int(bool(head["counted"]) != counts)


def sums_differing(db: Connection, scorebook: str) -> dict[int, int]:
    """By the number of a player how many sums and runs are not what the shares come to."""
    found = Counter(share["player"] for share, _ in streaks.wrong(db, "player.scorebook = ?", scorebook))
    for (player, _), stands, comes_to in _sums(db, "player.scorebook = ?", scorebook):
        found[player] += sum(stands[key] != comes_to[key] for key in stands.keys() | comes_to.keys())
    return {player: rows for player, rows in sorted(found.items()) if rows}


def mend_sums(db: Connection, scorebook: str) -> None:
    """Write anew what `sums_differing` finds; the caller holds the scorebook."""
    _mend(db, "player.scorebook = ?", scorebook)


def follow(db: Connection, moved: Mapping[int, Collection[int]]) -> None:
    """Reassign shares after players were merged or split; the caller has locked the scorebook.

    `moved` has by a player's own number the people to whom it was, and is now, counted.
    """
    for player in moved:
        db.execute(
            """
            UPDATE share SET player = (SELECT COALESCE(person, id) FROM player WHERE id = ?)
            WHERE EXISTS (
                SELECT 1 FROM seat WHERE seat.session = share.session AND seat.seat = share.seat AND seat.player = ?
            )
            """,
            (player, player),
        )
    for person in sorted({each for people in moved.values() for each in people}):
        _mend(db, "player.id = ?", person)


def _mend(db: Connection, whose: str, value: object) -> None:
    """Write anew the sums and runs of some players that are not what their shares come to."""
    for (player, game), stands, comes_to in _sums(db, whose, value):
        if stands != comes_to:
            _keep(db, game, {player: comes_to})
    for share, run in streaks.wrong(db, whose, value):
        streaks.number(db, share, run)


def _counts(head: Row, sheet: Sheet[Any]) -> bool:
    """The same as `COUNTS`, by the sheet itself."""
    return head["discarded_at"] is None and sheet.over and sheet.deals > 0


def _stored(db: Connection, session: str) -> dict[int, Share]:
    """The shares that are there; one that says something else of its session is wrong in its place."""
    found = db.execute(
        f"""
        SELECT share.seat, {", ".join(f"share.{column}" for column in SHARE)}, share.game = session.game AS same_game
        FROM share JOIN session ON session.id = share.session WHERE share.session = ?
        """,
        (session,),
    )
    return {row["seat"]: Share(*(row[column] for column in SHARE)) for row in found if row["same_game"]}


def _shares(db: Connection, session: str, sheet: Sheet[Any]) -> dict[int, Share]:
    found = db.execute(
        """
        SELECT seat.seat, player.id, COALESCE(player.person, player.id) AS person
        FROM seat JOIN player ON player.id = seat.player WHERE seat.session = ?
        """,
        (session,),
    ).fetchall()
    players = {row["seat"]: row["id"] for row in found}
    places = {seat: standing.place for standing in sheet.standings for seat in standing.seats}
    return {row["seat"]: _share(sheet, row["seat"], row["person"], players, places) for row in found}


def _share(sheet: Sheet[Any], seat: int, person: int, players: Mapping[int, int], places: Mapping[int, int]) -> Share:
    counts = dict.fromkeys(_beside(sheet, seat, players, places), 1)
    for told, times in counting.tally(sheet, seat).items():
        counts[Key(told.name, told_to_text(told.value))] = times
    for (of, by), times in counting.crossings(sheet, seat).items():
        counts[Key(of.name, told_to_text(of.value), by.name, told_to_text(by.value))] = times
    for by, points in counting.points_by(sheet, seat).items():
        counts[Key(POINTS, "", by.name, told_to_text(by.value))] = to_milli(points)
    won = int(seat in sheet.winners)
    return Share(person, places[seat], to_milli(sheet.totals[seat]), won, _to_text(counts))


def _to_text(counts: Mapping[Key, int]) -> str:
    lines = [[*key, amount] for key, amount in sorted(counts.items()) if amount]
    return json.dumps(lines, ensure_ascii=False, separators=(",", ":"))


def _beside(sheet: Sheet[Any], seat: int, players: Mapping[int, int], places: Mapping[int, int]) -> Iterator[Key]:
    for other in sheet.table.seats:
        if other == seat:
            continue
        number = str(players[other])
        if other in sheet.side_of(seat):
            yield Key(PARTNER, number)
            if seat in sheet.winners:
                yield Key(WON_WITH, number)
        elif places[seat] == places[other]:
            yield Key(LEVEL, number)
        else:
            yield Key(AHEAD if places[seat] < places[other] else BEHIND, number)


def _replace(db: Connection, session: str, head: Row, was: Mapping[int, Share], now: Mapping[int, Share]) -> None:
    results = {
        player: Result(player, head["game"], head["created_at"], head["number"])
        for player in sorted({share.player for share in (*was.values(), *now.values())})
    }
    run = {player: streaks.run_before(db, result) for player, result in results.items()}
    run |= {share.player: streaks.next_run(run[share.player], share.won) for share in now.values()}
    db.execute("DELETE FROM share WHERE session = ?", (session,))
    again = ("game", "created_at", "number")
    db.executemany(
        f"""
        INSERT INTO share (session, seat, run, {", ".join(again)}, {", ".join(SHARE)})
        SELECT id, ?, ?, {", ".join(again)}{", ?" * len(SHARE)} FROM session WHERE id = ?
        """,
        [
            (seat, run[share.player], *(getattr(share, column) for column in SHARE), session)
            for seat, share in now.items()
        ],
    )
    for player, result in results.items():
        streaks.number_later(db, result, run[player])
    changes: defaultdict[int, Sums] = defaultdict(Counter)
    for shares, sign in ((was, -1), (now, 1)):
        for share in shares.values():
            for key, amount in share.amounts():
                changes[share.player][key] += sign * amount
    _add(db, head["game"], changes)


def _add(db: Connection, game: str, changes: Mapping[int, Sums]) -> None:
    """Change the sums of players in a game by so much."""
    players = sorted(player for player, change in changes.items() if any(change.values()))
    if not players:
        return
    found = db.execute(
        f"SELECT {', '.join(TALLY)} FROM tally WHERE game = ? AND player IN ({', '.join('?' * len(players))})",
        (game, *players),
    )
    sums: defaultdict[int, Sums] = defaultdict(Counter)
    sums |= {row["player"]: sums_of(row) for row in found}
    for player in players:
        sums[player].update(changes[player])
    _keep(db, game, sums)


def _keep(db: Connection, game: str, sums: Mapping[int, Sums]) -> None:
    """Write the sums of players in a game; who has no session left has none."""
    gone = [(player, game) for player, each in sorted(sums.items()) if not each[Key(GAMES)]]
    if gone:
        db.executemany("DELETE FROM tally WHERE player = ? AND game = ?", gone)
    rows = []
    for player, each in sorted(sums.items()):
        if each[Key(GAMES)]:
            columns = [each[Key(fact)] for fact in SUM_COLUMNS]
            rows.append(
                (player, game, *columns, _to_text({k: n for k, n in each.items() if k.fact not in SUM_COLUMNS}))
            )
    if rows:
        db.executemany(
            """
            INSERT INTO tally (player, game, games, won, total_milli, counts) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (player, game) DO UPDATE SET games = excluded.games, won = excluded.won,
                total_milli = excluded.total_milli, counts = excluded.counts
            """,
            rows,
        )


def _sums(db: Connection, whose: str, value: object) -> list[tuple[tuple[int, str], Sums, Sums]]:
    """Of some players in each game the sums that stand, and what the shares come to."""
    stands: defaultdict[tuple[int, str], Sums] = defaultdict(Counter)
    comes_to: defaultdict[tuple[int, str], Sums] = defaultdict(Counter)
    for row in db.execute(
        f"""
        SELECT {", ".join(f"tally.{column}" for column in TALLY)}
        FROM tally JOIN player ON player.id = tally.player WHERE {whose}
        """,
        (value,),
    ):
        stands[row["player"], row["game"]] = sums_of(row)
    for row in db.execute(
        f"""
        SELECT share.game, {", ".join(f"share.{column}" for column in SHARE)}
        FROM share JOIN player ON player.id = share.player WHERE {whose}
        """,
        (value,),
    ):
        share = Share(*(row[column] for column in SHARE))
        for key, amount in share.amounts():
            comes_to[share.player, row["game"]][key] += amount
    return [(each, stands[each], comes_to[each]) for each in sorted(stands.keys() | comes_to.keys())]
