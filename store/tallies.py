"""What finished sessions add to the counts of their players, and the sums of all of them, kept in step with each other.

A session counts once it is over with a deal or more, and is not put away. Whoever changes sums holds the scorebook: two
tables with the same players finish one after the other, and who is still playing waits for nobody.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from scoring import counting
from scoring.facts import POINTS
from scoring.sheet import Sheet
from store.engine import Connection, Row
from store.values import to_milli, told_to_text

GAMES, WON, TOTAL, PLACE = "@games", "@won", "@total", "@place"
AHEAD, LEVEL, BEHIND = "@ahead", "@level", "@behind"
"""How somebody stood at the end beside another who was not a partner; the value is the other's number."""
PARTNER, WON_WITH = "@partner", "@won-with"
COUNTS = "session.discarded_at IS NULL AND session.over = 1 AND session.deals > 0"
"""Whether a session counts, in the words of the index that knows those which are still to be counted."""

SHARE = ("player", "place", "total_milli", "won", "counts")
AT_ONCE = 200
"""So many sums are changed by one statement."""
PAGE = 50
"""So many results are looked at to number a run again; few are longer."""


class Key(NamedTuple):
    """What is counted: a fact with its value, by itself or in the deals in which another one stood."""

    fact: str
    value: str = ""
    by_fact: str = ""
    by_value: str = ""


@dataclass(frozen=True)
class Share:
    """What a session adds for one seat; `counts` is JSON, as it is kept."""

    player: int
    place: int
    total_milli: int
    won: int
    counts: str

    def amounts(self) -> Iterator[tuple[Key, int]]:
        for *key, amount in json.loads(self.counts):
            yield Key(*key), amount


class Result(NamedTuple):
    """Where a result stands among all of a player in one game: when its session began, and which that was."""

    player: int
    game: str
    created_at: str
    number: int


def recount(db: Connection, session: str, sheet: Sheet[Any] | None, *, mending: bool = False) -> None:
    """Bring shares and sums up to date with a sheet, None for one that is not to count.

    The caller holds the session, and has written whether it is put away.
    """
    head = _head(db, session)
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
    head = _head(db, session)
    was = _stored(db, session)
    counts = _counts(head, sheet)
    now = _shares(db, session, sheet) if counts else {}
    rows = sum(was.get(seat) != now.get(seat) for seat in was.keys() | now.keys())
    return rows or int(bool(head["counted"]) != counts)


def sums_differing(db: Connection, scorebook: str) -> dict[int, int]:
    """By the number of a player how many sums and runs are not what the shares come to."""
    found = Counter(each.player for each, run in _runs(db, scorebook) if each.run != run)
    for (player, _), stands, comes_to in _sums(db, scorebook):
        found[player] += sum(stands[key] != comes_to[key] for key in stands.keys() | comes_to.keys())
    return {player: rows for player, rows in sorted(found.items()) if rows}


def mend_sums(db: Connection, scorebook: str) -> None:
    """Write anew what `sums_differing` finds; the caller holds the scorebook."""
    amounts: Counter[tuple[int, str, Key]] = Counter()
    for (player, game), stands, comes_to in _sums(db, scorebook):
        for key in stands.keys() | comes_to.keys():
            amounts[player, game, key] = comes_to[key] - stands[key]
    _add(db, amounts)
    wrong = [(run, each.session, each.seat) for each, run in _runs(db, scorebook) if each.run != run]
    db.executemany("UPDATE share SET run = ? WHERE session = ? AND seat = ?", wrong)


def _head(db: Connection, session: str) -> Row:
    head: Row = db.execute(
        "SELECT scorebook, game, created_at, number, discarded_at, counted FROM session WHERE id = ?", (session,)
    ).fetchone()
    return head


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
    found = db.execute("SELECT seat, player FROM seat WHERE session = ?", (session,))
    players = {row["seat"]: row["player"] for row in found}
    places = {seat: standing.place for standing in sheet.standings for seat in standing.seats}
    return {seat: _share(sheet, seat, players, places) for seat in sheet.table.seats}


def _share(sheet: Sheet[Any], seat: int, players: Mapping[int, int], places: Mapping[int, int]) -> Share:
    total = to_milli(sheet.totals[seat])
    kept = dict.fromkeys(_of_the_session(sheet, seat, players, places), 1) | {Key(TOTAL): total}
    for told, times in counting.tally(sheet, seat).items():
        kept[Key(told.name, told_to_text(told.value))] = times
    for (of, by), times in counting.crossings(sheet, seat).items():
        kept[Key(of.name, told_to_text(of.value), by.name, told_to_text(by.value))] = times
    for by, points in counting.points_by(sheet, seat).items():
        kept[Key(POINTS, "", by.name, told_to_text(by.value))] = to_milli(points)
    lines = [[*key, amount] for key, amount in sorted(kept.items()) if amount]
    text = json.dumps(lines, ensure_ascii=False, separators=(",", ":"))
    return Share(players[seat], places[seat], total, int(seat in sheet.winners), text)


def _of_the_session(
    sheet: Sheet[Any], seat: int, players: Mapping[int, int], places: Mapping[int, int]
) -> Iterator[Key]:
    won = seat in sheet.winners
    yield Key(GAMES)
    yield Key(PLACE, str(places[seat]))
    if won:
        yield Key(WON)
    for other in sheet.table.seats:
        if other == seat:
            continue
        number = str(players[other])
        if other in sheet.side_of(seat):
            yield Key(PARTNER, number)
            if won:
                yield Key(WON_WITH, number)
        elif places[seat] == places[other]:
            yield Key(LEVEL, number)
        else:
            yield Key(AHEAD if places[seat] < places[other] else BEHIND, number)


def _replace(db: Connection, session: str, head: Row, was: Mapping[int, Share], now: Mapping[int, Share]) -> None:
    game = head["game"]
    amounts: Counter[tuple[int, str, Key]] = Counter()
    for shares, sign in ((was, -1), (now, 1)):
        for share in shares.values():
            for key, amount in share.amounts():
                amounts[share.player, game, key] += sign * amount
    db.execute("DELETE FROM share WHERE session = ?", (session,))
    again = ("game", "created_at", "number")
    db.executemany(
        f"""
        INSERT INTO share (session, seat, run, {", ".join(again)}, {", ".join(SHARE)})
        SELECT id, ?, 0, {", ".join(again)}{", ?" * len(SHARE)} FROM session WHERE id = ?
        """,
        [(seat, *(getattr(share, column) for column in SHARE), session) for seat, share in now.items()],
    )
    _add(db, amounts)
    for player in sorted({share.player for share in (*was.values(), *now.values())}):
        _number_runs(db, Result(player, game, head["created_at"], head["number"]))


def _add(db: Connection, amounts: Mapping[tuple[int, str, Key], int]) -> None:
    """Change sums by so much, all in one order."""
    rows = sorted((player, game, *key, amount) for (player, game, key), amount in amounts.items() if amount)
    for first in range(0, len(rows), AT_ONCE):
        some = rows[first : first + AT_ONCE]
        db.execute(
            f"""
            INSERT INTO tally (player, game, fact, value, by_fact, by_value, amount)
            VALUES {", ".join(["(?, ?, ?, ?, ?, ?, ?)"] * len(some))}
            ON CONFLICT (player, fact, game, value, by_fact, by_value)
            DO UPDATE SET amount = tally.amount + excluded.amount
            """,
            [value for row in some for value in row],
        )


def _number_runs(db: Connection, changed: Result) -> None:
    """Number the runs again from a result that came, went or changed, as far as that goes on."""
    before = db.execute(
        """
        SELECT run FROM share WHERE player = ? AND game = ? AND (created_at, number) < (?, ?)
        ORDER BY created_at DESC, number DESC LIMIT 1
        """,
        changed,
    ).fetchone()
    run = before["run"] if before else 0
    last = (changed.created_at, changed.number - 1)
    while True:
        found = db.execute(
            f"""
            SELECT session, seat, created_at, number, won, run FROM share
            WHERE player = ? AND game = ? AND (created_at, number) > (?, ?) ORDER BY created_at, number LIMIT {PAGE}
            """,
            (changed.player, changed.game, *last),
        ).fetchall()
        for row in found:
            run = _next_run(run, row["won"])
            last = (row["created_at"], row["number"])
            if row["run"] != run:
                db.execute(
                    "UPDATE share SET run = ? WHERE session = ? AND seat = ?", (run, row["session"], row["seat"])
                )
            elif last != (changed.created_at, changed.number):
                return
        if len(found) < PAGE:
            return


def _next_run(run: int, won: int) -> int:
    """The number of a result in its run, below nothing where it is one of results without a win.

    >>> _next_run(2, 1), _next_run(2, 0), _next_run(-1, 0), _next_run(0, 1)
    (3, -1, -2, 1)
    """
    return max(run, 0) + 1 if won else min(run, 0) - 1


class Run(NamedTuple):
    session: str
    seat: int
    player: int
    run: int


def _runs(db: Connection, scorebook: str) -> Iterator[tuple[Run, int]]:
    """Every result of a scorebook with the number in its run, and what that should be."""
    found = db.execute(
        """
        SELECT share.session, share.seat, share.player, share.run, share.game, share.won
        FROM share JOIN player ON player.id = share.player WHERE player.scorebook = ?
        ORDER BY share.player, share.game, share.created_at, share.number
        """,
        (scorebook,),
    ).fetchall()
    for _, results in groupby(found, key=lambda row: (row["player"], row["game"])):
        run = 0
        for row in results:
            run = _next_run(run, row["won"])
            yield Run(row["session"], row["seat"], row["player"], row["run"]), run


def _sums(db: Connection, scorebook: str) -> Iterable[tuple[tuple[int, str], Counter[Key], Counter[Key]]]:
    """Of each player and game the sums that stand, and what the shares come to."""
    stands: defaultdict[tuple[int, str], Counter[Key]] = defaultdict(Counter)
    comes_to: defaultdict[tuple[int, str], Counter[Key]] = defaultdict(Counter)
    for row in db.execute(
        f"""
        SELECT tally.player, tally.game, {", ".join(f"tally.{column}" for column in Key._fields)}, tally.amount
        FROM tally JOIN player ON player.id = tally.player WHERE player.scorebook = ?
        """,
        (scorebook,),
    ):
        stands[row["player"], row["game"]][Key(*(row[column] for column in Key._fields))] = row["amount"]
    for row in db.execute(
        f"""
        SELECT share.game, {", ".join(f"share.{column}" for column in SHARE)}
        FROM share JOIN player ON player.id = share.player WHERE player.scorebook = ?
        """,
        (scorebook,),
    ):
        share = Share(*(row[column] for column in SHARE))
        for key, amount in share.amounts():
            comes_to[share.player, row["game"]][key] += amount
    return [(each, stands[each], comes_to[each]) for each in sorted(stands.keys() | comes_to.keys())]
