"""Makes a realistic scorebook: evenings of some friends with all games, over weeks or years.

`python -m bench.scorebook data` writes into the scorebook that was begun last: after a first visit that is one's own.
Games are answered from nothing but what they ask. The last thousand sessions are played, each by itself; what was
done in an earlier one was done in one of these too, by others at another time. The same seed and day give the same.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from itertools import islice
from typing import Any

from record.log import Action, Log, stamp
from record.session import Session, new_session
from scoring.catalogue import all_games
from scoring.core import read_entry
from scoring.sheets.sheet import Sheet
from scoring.table import Table
from store.book import Book
from store.encoding import new_id
from store.engines import ADDRESSES, database_at
from store.engines.base import Connection
from store.errors import DatabaseError
from store.progress import Progress, no_progress, show_if_long
from store.sessions.writing import import_session
from tests.kit.games import NAMES, random_answer, random_session, session_of

MANY = 10_000
PLAYED = 1_000
AT_ONCE = 100
"""The number of sessions in one transaction."""
RUNNING, ARCHIVED, DELETED = 3, 5, 2
"""The numbers of the last sessions that are running, archived and deleted, in a scorebook of any size."""
OFTEN = {"oh-hell": 4, "koi-koi": 3, "twin-shoot": 2}
"""The weights of games that are played more often."""
COME = {2: 3, 3: 5, 4: 8, 5: 5, 6: 2, 7: 1}
"""The number of players on an evening, with weights."""
SIT_DOWN = {1: 2, 2: 3, 3: 3, 4: 2, 5: 1}
"""The number of sessions on an evening, with weights."""
OWN_RULES = 0.3
"""The part of the sessions that are played by house rules of their own."""
SLIP, FINE, REMARK = 0.03, 0.003, 0.003
"""The parts of the entries that are undone, with another one in their place; that are a penalty; that are a note."""
MAX_ENTRIES, BEGUN = 40, 4
"""The most entries of finished and of running sessions."""
PLACES = ("源の家", "喫茶いろは", "公民館", "", "", "", "", "", "")
"""Where it is not as always."""
NOTE = "雨の夜、いつもの部屋で"
NOTED = 3
"""One of this many sessions has a note, with its own number."""


@dataclass(frozen=True)
class Sitting:
    """What is known of a session before it is played: when it begins, who has come, where they are."""

    begins: datetime
    people: tuple[str, ...]
    place: str


def fill(
    db: Connection, scorebook: str, how_many: int, *, seed: int = 1, last: datetime, progress: Progress = no_progress
) -> None:
    """Fill a scorebook with sessions, the last of them on the evening before the day `last`."""
    book = Book(db, scorebook, "keeper")
    made = sessions(how_many, f"{seed} {last:%Y-%m-%d}", last, progress)
    with progress(f"Writing {how_many:,} sessions", how_many) as advance:
        while some := list(islice(made, AT_ONCE)):
            with book.db.writing():
                for session in some:
                    # In another scorebook the same session is another one.
                    own = blake2b(f"{scorebook} {session.id}".encode(), digest_size=16).digest()
                    import_session(book, replace(session, id=urlsafe_b64encode(own).decode().rstrip("=")))
            advance(len(some))


def sessions(how_many: int, seed: str, last: datetime, progress: Progress = no_progress) -> Iterator[Session]:
    """The sessions in the order in which they began; of fewer they are the last ones of more."""
    sittings = evenings(how_many, random.Random(seed), last)
    lucks = [random.Random(f"{seed} {back}") for back in range(how_many)]
    played = []
    with progress(f"Playing {min(how_many, PLAYED):,} sessions", min(how_many, PLAYED)) as advance:
        for back, (sitting, luck) in enumerate(zip(sittings[:PLAYED], lucks, strict=False)):
            played.append(play(sitting, _table(sitting, luck), luck, ends=back >= RUNNING))
            advance(1)
    for back in reversed(range(how_many)):
        sitting, luck = sittings[back], lucks[back]
        session = played[back] if back < PLAYED else _like_another(sitting, luck, played[RUNNING:])
        after = stamp(sitting.begins + timedelta(hours=12))
        yield replace(
            session,
            id=f"{seed} {back}",
            place=sitting.place,
            note="" if back % NOTED else f"{NOTE} {back:05}",
            archived_at=after if RUNNING <= back < RUNNING + ARCHIVED else None,
            deleted_at=after if 0 <= back - RUNNING - ARCHIVED < DELETED else None,
        )


def evenings(how_many: int, luck: random.Random, last: datetime) -> list[Sitting]:
    """When and where so many sessions begin, and who has come, the last one first: an evening on most days."""
    found: list[Sitting] = []
    evening = last.replace(hour=11, minute=0, second=0, microsecond=0) - timedelta(days=1)
    while len(found) < how_many:
        people, place = _people(_chosen(COME, luck), luck), luck.choice(PLACES)
        begins = evening + timedelta(minutes=luck.randrange(90))
        of_it = []
        for _ in range(_chosen(SIT_DOWN, luck)):
            of_it.append(Sitting(begins, people, place))
            begins += timedelta(minutes=luck.randint(35, 75))
        found += reversed(of_it)
        evening -= timedelta(days=luck.choice((1, 1, 1, 2)))
    return found[:how_many]


def _people(how_many: int, luck: random.Random) -> tuple[str, ...]:
    """Choose this many friends; the first ones come most often."""
    keen = {name: luck.random() * (number + 1) for number, name in enumerate(NAMES)}
    return tuple(sorted(NAMES, key=lambda name: keen[name])[:how_many])


def _chosen(often: dict[int, int], luck: random.Random) -> int:
    return luck.choices([*often], [*often.values()])[0]


def play(sitting: Sitting, head: Mapping[str, Any], luck: random.Random, *, ends: bool) -> Session:
    """A session that is played to its end, to one by hand if that is far, or only begun; `head` is its document."""
    most = MAX_ENTRIES if ends else BEGUN
    session = new_session(id="", created_at=stamp(sitting.begins), head=head)
    actions: list[Action] = []
    at, log, sheet = sitting.begins, Log(), session.blank
    devices = luck.sample(("phone", "tablet", "old phone"), 2)

    def does(kind: Any, facts: dict[str, Any]) -> None:
        nonlocal at, log
        at += timedelta(seconds=luck.randint(10, 50))
        actions.append(Action(len(actions), kind, facts, stamp(at), luck.choice(devices)))
        log = log.after(actions[-1])

    while not sheet.over and len(log.entries) < most:
        answer = _answer(sheet, luck)
        if luck.random() < SLIP:
            does("enter", read_entry(sheet, _answer(sheet, luck)).to_json())
            does("undo", {})
        entry = read_entry(sheet, answer)
        does("enter", entry.to_json())
        sheet = sheet.write(entry)
    if ends and not sheet.over:
        entry = read_entry(sheet, {"step": "end"})
        does("enter", entry.to_json())
        sheet = sheet.write(entry)
    return replace(session, actions=tuple(actions), log=log, sheet=sheet)


def _answer(sheet: Sheet[Any], luck: random.Random) -> dict[str, Any]:
    """What is written next."""
    chance = luck.random()
    if chance < FINE:
        seat = luck.choice(sheet.sides)[0]
        return {"step": "adjustment", "seat": seat, "amount": -5, "reason": "札を見せた"}
    if chance < FINE + REMARK:
        return {"step": "note", "text": "お茶"}
    assert sheet.ask is not None, "a game that is over asks nothing"
    return random_answer(sheet, sheet.ask, luck)


def _table(sitting: Sitting, luck: random.Random) -> dict[str, Any]:
    """A game that so many people can play, some of them or all: its document without entries."""
    fitting = {slug: game for slug, game in all_games().items() if game.player_counts[0] <= len(sitting.people)}
    game = fitting[luck.choices([*fitting], [OFTEN.get(slug, 1) for slug in fitting])[0]]
    raw = random_session(game, luck, most=len(sitting.people))
    if luck.random() >= OWN_RULES:
        raw = session_of(game, players=len(raw["players"]), dealer=raw["dealer"])
    return raw | {"players": luck.sample(sitting.people, len(raw["players"]))}


def _like_another(sitting: Sitting, luck: random.Random, played: Sequence[Session]) -> Session:
    """A session in which the people of today did what others did in an earlier one."""
    other = luck.choice(played)
    while len(other.blank.table.players) > len(sitting.people):
        other = luck.choice(played)
    was = other.blank.table
    table = Table(tuple(luck.sample(sitting.people, len(was.players))), was.dealer)
    names = dict(zip(was.players, table.players, strict=True))
    names |= zip(
        (each for each in NAMES if each not in was.players),
        (each for each in NAMES if each not in table.players),
        strict=True,
    )
    later = sitting.begins - datetime.fromisoformat(other.created_at)
    return replace(
        other,
        created_at=stamp(sitting.begins),
        played_at=stamp(sitting.begins),
        actions=tuple(
            replace(each, at=stamp(datetime.fromisoformat(each.at) + later), facts=_called(each.facts, names))
            for each in other.actions
        ),
        blank=replace(other.blank, table=table),
        sheet=replace(other.sheet, table=table),
    )


def _called(facts: Any, names: Mapping[str, str]) -> Any:
    """What was said, with others for those who are named in it: who plays today backs nobody."""
    if isinstance(facts, Mapping):
        return {key: _called(value, names) for key, value in facts.items()}
    if isinstance(facts, list):
        return [_called(each, names) for each in facts]
    return names.get(facts, facts) if isinstance(facts, str) else facts


def main(arguments: Sequence[str] | None = None) -> None:
    """Fill a scorebook, and say how quickly."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.scorebook", description="Write a scorebook that might have been played, for trying."
    )
    parser.add_argument("place", help=ADDRESSES)
    parser.add_argument("--sessions", type=int, default=MANY, help=f"how many ({MANY:,})")
    parser.add_argument("--seed", type=int, default=1, help="another number makes other sessions (1)")
    parser.add_argument("--scorebook", help="its id; else the one that was begun last, or a new one")
    asked = parser.parse_args(arguments)
    try:
        database = database_at(asked.place)
        database.prepare()
        with closing(database.connect()) as db:
            scorebook = asked.scorebook or _last(db) or new_id()
            began = time.monotonic()
            fill(db, scorebook, asked.sessions, seed=asked.seed, last=datetime.now(UTC), progress=show_if_long)
            rate = asked.sessions / (time.monotonic() - began)
    except DatabaseError as error:
        sys.exit(f"The database cannot be used: {error}.")
    print(f"{asked.sessions:,} sessions are in the scorebook {scorebook}, {rate:,.0f} a second.")


def _last(db: Connection) -> str | None:
    found = db.execute("SELECT id FROM scorebook WHERE deleted_at IS NULL ORDER BY created_at DESC, id LIMIT 1")
    row = found.fetchone()
    return row and str(row["id"])


if __name__ == "__main__":
    main()
