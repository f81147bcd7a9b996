"""Statistics of finished sessions: the share of each seat, and the sums of each player.

A session counts once it is over with at least one deal, unless it is deleted. Changes of sums lock the scorebook, so
that two tables with the same players finish one after the other; running sessions do not wait.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple, TypeAlias

from record.session import Session
from scoring.sheets.sheet import Sheet
from store.engines.base import Connection, Row
from store.stats import rating_epoch, streaks
from store.stats.selection import ALL_KINDS, ALL_TIME
from store.stats.shares import (
    GAMES,
    PART_SHARE,
    PLACES,
    SHARE,
    TOTAL,
    WON,
    Key,
    PartShare,
    Share,
    Shares,
    amounts_of,
    counts_to_text,
    shares_of,
)
from store.stats.streaks import Result

COUNTS = "session.discarded_at IS NULL AND session.over = 1 AND session.deals > 0"
"""Whether a session counts, in the words of the index that knows those which are still to be counted."""

SESSION_COLUMNS = ("scorebook", "game", "created_at", "number", "discarded_at", "counted")
"""What must be known of a session to count it."""
SUM_COLUMNS = {GAMES: "games", WON: "won", TOTAL: "total_milli", PLACES: "places"}
"""What has a column of its own in the sums, in their order."""


class Part(NamedTuple):
    """Whose sums, and of which sessions."""

    player: int
    span: str
    game: str
    title: str
    kind: str


Sums: TypeAlias = Counter[Key]
"""What some sessions of a player come to, by what is counted."""
TALLY = (*Part._fields, *SUM_COLUMNS.values(), "counts")


def parts_of(game: str, created_at: str, share: Share | PartShare) -> list[Part]:
    """The sums to which a share is added: those of its year and of all, of its kind and of all."""
    return [
        Part(share.player, span, game, share.title, kind)
        for span in (ALL_TIME, year_of(created_at))
        for kind in (ALL_KINDS, share.kind)
    ]


def year_of(created_at: str) -> str:
    """The span of the sums of the year of a time."""
    return created_at[:4]


def sums_of(tally: Row) -> Sums:
    """The sums of a row."""
    columns = {Key(fact): tally[column] for fact, column in SUM_COLUMNS.items()}
    return Counter({**columns, **dict(amounts_of(tally["counts"]))})


def recount(db: Connection, id: str, head: Row, session: Session | None, *, mending: bool = False) -> None:
    """Bring shares and sums up to date with a session, None for one that is not to count.

    The caller holds the session; `head` is its `SESSION_COLUMNS` as it is written now.
    """
    counts = session is not None and _counts(head, session.sheet)
    if not (counts or head["counted"] or mending):
        return
    db.lock_row("scorebook", head["scorebook"])
    was = _stored(db, id)
    now = _shares(db, session) if session is not None and counts else Shares()
    if was.seats != now.seats:
        _replace(db, id, head, was.seats, now.seats)
    if was.parts != now.parts:
        _replace_parts(db, id, now.parts)
    if was != now:
        _change_sums(db, head, was, now)
    if bool(head["counted"]) != counts:
        db.execute("UPDATE session SET counted = ? WHERE id = ?", (int(counts), id))


def differing(db: Connection, session: Session) -> int:
    """How many shares of a session are not what its sheet says."""
    head = db.execute(f"SELECT {', '.join(SESSION_COLUMNS)} FROM session WHERE id = ?", (session.id,)).fetchone()
    was = _stored(db, session.id)
    counts = _counts(head, session.sheet)
    now = _shares(db, session) if counts else Shares()
    rows = sum(was.seats.get(seat) != now.seats.get(seat) for seat in was.seats.keys() | now.seats.keys())
    rows += sum(was.parts.get(who) != now.parts.get(who) for who in was.parts.keys() | now.parts.keys())
    return rows or int(bool(head["counted"]) != counts)


def sums_differing(db: Connection, scorebook: str) -> dict[int, int]:
    """By the number of a player how many sums and runs are not what the shares come to."""
    found = Counter(share["player"] for share, _ in streaks.wrong(db, "player.scorebook = ?", scorebook))
    for part, stands, comes_to in _sums(db, "player.scorebook = ?", scorebook):
        found[part.player] += sum(stands[key] != comes_to[key] for key in stands.keys() | comes_to.keys())
    return {player: rows for player, rows in sorted(found.items()) if rows}


def mend_sums(db: Connection, scorebook: str) -> None:
    """Write anew what `sums_differing` finds; the caller holds the scorebook."""
    _mend(db, "player.scorebook = ?", scorebook)
    rating_epoch.sums_mended(db, scorebook)


def follow(db: Connection, moved: Mapping[int, Collection[int]]) -> None:
    """Reassign shares after players were merged or split; the caller has locked the scorebook.

    `moved` has by a player's own number the people to whom it was, and is now, counted.
    """
    for player in moved:
        stands = "SELECT COALESCE(person, id) FROM player WHERE id = ?"
        db.execute(
            f"""
            UPDATE share SET player = ({stands}) WHERE ? = (
                SELECT sitting.player FROM sitting
                WHERE sitting.session = share.session AND sitting.seat = share.seat ORDER BY sitting.turn DESC LIMIT 1
            )
            """,
            (player, player),
        )
        db.execute(f"UPDATE part_share SET player = ({stands}) WHERE seated = ?", (player, player))
        rating_epoch.people_changed(db, player)
    for person in sorted({each for people in moved.values() for each in people}):
        _mend(db, "player.id = ?", person)


def _mend(db: Connection, whose: str, value: object) -> None:
    """Write anew the sums and runs of some players that are not what their shares come to."""
    _keep(db, {part: comes_to for part, stands, comes_to in _sums(db, whose, value) if stands != comes_to})
    for share, run in streaks.wrong(db, whose, value):
        streaks.number(db, share, run)


def _counts(head: Row, sheet: Sheet[Any]) -> bool:
    """The same as `COUNTS`, by the sheet itself."""
    return head["discarded_at"] is None and sheet.over and sheet.deals > 0


def _stored(db: Connection, session: str) -> Shares:
    """The shares that are there; one that says something else of its session is wrong in its place."""
    seats, parts = (
        db.execute(
            f"""
            SELECT {", ".join(f"share.{column}" for column in columns)}
            FROM {table} AS share JOIN session ON session.id = share.session AND session.game = share.game
            WHERE share.session = ?
            """,
            (session,),
        ).fetchall()
        for table, columns in (("share", ("seat", *SHARE)), ("part_share", PART_SHARE))
    )
    return Shares(
        {row["seat"]: Share(*(row[column] for column in SHARE)) for row in seats},
        {row["seated"]: PartShare(*(row[column] for column in PART_SHARE)) for row in parts},
    )


def _shares(db: Connection, session: Session) -> Shares:
    found = db.execute(
        """
        SELECT player.id, COALESCE(player.person, player.id) AS person
        FROM sitting JOIN player ON player.id = sitting.player WHERE sitting.session = ?
        ORDER BY sitting.turn, sitting.seat
        """,
        (session.id,),
    ).fetchall()
    return shares_of(session, [row["id"] for row in found], {row["id"]: row["person"] for row in found})


def _replace(db: Connection, session: str, head: Row, was: Mapping[int, Share], now: Mapping[int, Share]) -> None:
    results = {
        (share.player, share.title): Result(share.player, head["game"], share.title, head["created_at"], head["number"])
        for share in sorted((*was.values(), *now.values()), key=lambda share: (share.player, share.title))
    }
    run = {each: streaks.run_before(db, result) for each, result in results.items()}
    run |= {
        (each.player, each.title): streaks.next_run(run[each.player, each.title], each.won) for each in now.values()
    }
    were_there = db.execute("DELETE FROM share WHERE session = ?", (session,)).rowcount
    rating_epoch.result_changed(db, head, is_new=not were_there)
    again = ("game", "created_at", "number")
    db.executemany(
        f"""
        INSERT INTO share (session, seat, run, {", ".join(again)}, {", ".join(SHARE)})
        SELECT id, ?, ?, {", ".join(again)}{", ?" * len(SHARE)} FROM session WHERE id = ?
        """,
        [
            (seat, run[share.player, share.title], *(getattr(share, column) for column in SHARE), session)
            for seat, share in now.items()
        ],
    )
    for each, result in results.items():
        streaks.number_later(db, result, run[each])


def _replace_parts(db: Connection, session: str, now: Mapping[int, PartShare]) -> None:
    db.execute("DELETE FROM part_share WHERE session = ?", (session,))
    again = ", ".join(("game", "created_at", "number"))
    for part in now.values():
        db.execute(
            f"""
            INSERT INTO part_share (session, {again}, {", ".join(PART_SHARE)})
            SELECT id, {again}{", ?" * len(PART_SHARE)} FROM session WHERE id = ?
            """,
            (*(getattr(part, column) for column in PART_SHARE), session),
        )


def _change_sums(db: Connection, head: Row, was: Shares, now: Shares) -> None:
    changes: defaultdict[Part, Sums] = defaultdict(Counter)
    for shares, sign in ((was, -1), (now, 1)):
        for share in shares:
            amounts = [*share.amounts()]
            for part in parts_of(head["game"], head["created_at"], share):
                for key, amount in amounts:
                    changes[part][key] += sign * amount
    _add(db, {part: change for part, change in changes.items() if any(change.values())})


def _add(db: Connection, changes: Mapping[Part, Sums]) -> None:
    """Change sums by so much."""
    if not changes:
        return
    wanted = [sorted({part[place] for part in changes}) for place in range(len(Part._fields))]
    among = (f"{name} IN ({', '.join('?' * len(each))})" for name, each in zip(Part._fields, wanted, strict=True))
    found = db.execute(
        f"SELECT {', '.join(TALLY)} FROM tally WHERE {' AND '.join(among)}",
        [value for each in wanted for value in each],
    )
    sums: defaultdict[Part, Sums] = defaultdict(Counter)
    sums |= {_part(row): sums_of(row) for row in found}
    for part, change in changes.items():
        sums[part].update(change)
    _keep(db, {part: sums[part] for part in changes})


def _keep(db: Connection, sums: Mapping[Part, Sums]) -> None:
    """Write sums; those of no session are not kept."""
    gone = [part for part, each in sorted(sums.items()) if not any(each.values())]
    if gone:
        whose = " AND ".join(f"{column} = ?" for column in Part._fields)
        db.executemany(f"DELETE FROM tally WHERE {whose}", gone)
    rows = []
    for part, each in sorted(sums.items()):
        if any(each.values()):
            columns = [each[Key(fact)] for fact in SUM_COLUMNS]
            rows.append((*part, *columns, counts_to_text({k: n for k, n in each.items() if k.fact not in SUM_COLUMNS})))
    if rows:
        own = (*SUM_COLUMNS.values(), "counts")
        db.executemany(
            f"""
            INSERT INTO tally ({", ".join(TALLY)}) VALUES ({", ".join("?" * len(TALLY))})
            ON CONFLICT ({", ".join(Part._fields)}) DO UPDATE SET
            {", ".join(f"{column} = excluded.{column}" for column in own)}
            """,
            rows,
        )


def _sums(db: Connection, whose: str, value: object) -> list[tuple[Part, Sums, Sums]]:
    """Of some players the sums that stand, and what the shares come to."""
    stands: defaultdict[Part, Sums] = defaultdict(Counter)
    comes_to: defaultdict[Part, Sums] = defaultdict(Counter)
    for row in db.execute(
        f"""
        SELECT {", ".join(f"tally.{column}" for column in TALLY)}
        FROM tally JOIN player ON player.id = tally.player WHERE {whose}
        """,
        (value,),
    ):
        stands[_part(row)] = sums_of(row)
    # Each share is added once, to the sums of its year and kind; these to the others.
    smallest: defaultdict[tuple[Part, ...], Sums] = defaultdict(Counter)
    kinds: tuple[tuple[str, tuple[str, ...], type[Share | PartShare]], ...] = (
        ("share", SHARE, Share),
        ("part_share", PART_SHARE, PartShare),
    )
    for table, columns, kind in kinds:
        for row in db.execute(
            f"""
            SELECT share.game, share.created_at, {", ".join(f"share.{column}" for column in columns)}
            FROM {table} AS share JOIN player ON player.id = share.player WHERE {whose}
            """,
            (value,),
        ):
            share = kind(*(row[column] for column in columns))
            sums = smallest[tuple(parts_of(row["game"], row["created_at"], share))]
            for key, amount in share.amounts():
                sums[key] += amount
    for parts, sums in smallest.items():
        for part in parts:
            comes_to[part].update(sums)
    return [(each, stands[each], comes_to[each]) for each in sorted(stands.keys() | comes_to.keys())]


def _part(tally: Row) -> Part:
    return Part(*(tally[column] for column in Part._fields))
