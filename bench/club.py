"""A club's year: ten players, an evening a week, all games, some on the pad under their names, a few left running."""

from __future__ import annotations

import random
from base64 import urlsafe_b64encode
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from typing import Any

from bench.scorebook import Sitting, play
from scoring.catalogue import all_games, find_game
from store.book import Book
from store.engines.base import Connection
from store.sessions.writing import import_session
from tests.kit.games import session_of

PLAYERS = ("Anna", "Ben", "Cleo", "Daisuke", "Emi", "Fritz", "Gen", "Hana", "Ida", "Jun")
ON_THE_PAD = {"Hearts": "lowest", "Rummy": "lowest", "Yahtzee": "highest"}
OFTEN = {"koi-koi": 3, "oh-hell": 2, "wizard": 2}
"""The weights of games that are played more often."""
AN_EVENING = (3, 4, 5, 6)
"""So many games an evening: some 200 from January to November."""
RUNNING = 2


def fill(db: Connection, scorebook: str, *, until: datetime, seed: int = 1) -> int:
    """Write the year up to a day into a scorebook; returns how many sessions it has."""
    luck = random.Random(f"club {seed}")
    book = Book(db, scorebook, "keeper")
    evening = datetime(until.year, 1, 2, 18, 30, tzinfo=UTC)
    sittings: list[Sitting] = []
    while evening + timedelta(days=1) < until:
        keen = {name: luck.random() * (number + 3) for number, name in enumerate(PLAYERS)}
        people = tuple(sorted(PLAYERS, key=lambda name: keen[name])[: luck.randint(4, 6)])
        at = evening + timedelta(minutes=luck.randrange(60))
        for _ in range(luck.choice(AN_EVENING)):
            sittings.append(Sitting(at, people, luck.choice(("", "", "Hana's"))))
            at += timedelta(minutes=luck.randint(30, 50))
        evening += timedelta(days=luck.choice((6, 7, 7, 8)))
    for number, sitting in enumerate(sittings):
        made = play(sitting, _table(sitting, luck), luck, ends=number < len(sittings) - RUNNING)
        id = urlsafe_b64encode(blake2b(f"{scorebook} {seed} {number}".encode(), digest_size=16).digest()).decode()
        with book.db.writing():
            import_session(book, replace(made, id=id.rstrip("="), place=sitting.place))
    return len(sittings)


def _table(sitting: Sitting, luck: random.Random) -> dict[str, Any]:
    """What is played: any game that some of them can play, by its standard rules."""
    if luck.random() < 0.2:
        name = luck.choice([*ON_THE_PAD])
        players = luck.sample(sitting.people, luck.randint(3, 4))
        pad = session_of(find_game("score-pad"), players=len(players), name=name, best=ON_THE_PAD[name], rounds=6)
        return pad | {"players": players}
    games = [each for each in all_games().values() if each.slug != "score-pad"]
    game = luck.choices(games, [OFTEN.get(each.slug, 1) for each in games])[0]
    seats = luck.choice([each for each in game.player_counts if each <= len(sitting.people)])
    dealer = luck.randrange(seats)
    return session_of(game, players=seats, dealer=dealer) | {"players": luck.sample(sitting.people, seats)}
