"""Logs of other apps, made up: 600 plays of one group as BG Stats exports them, and as BoardGameGeek's XML has some."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from xml.sax.saxutils import quoteattr

PEOPLE = ("Ann", "Ben", "Chika", "Dov", "Eva", "Fritz")
GAMES: tuple[dict[str, Any], ...] = (
    {"name": "Harvest", "highestWins": True},
    {"name": "Golf", "highestWins": False},
    {"name": "Island", "highestWins": True, "cooperative": True},
    {"name": "Duel", "highestWins": True, "noPoints": True},
    {"name": "Society", "highestWins": True},
)
BEGAN = datetime(2019, 1, 5, 19, 30, tzinfo=UTC)


def seat(player: int, score: str = "", *, won: bool = False, **more: Any) -> dict[str, Any]:
    """Somebody in a play of BG Stats; the players have the numbers from 1."""
    return {"playerRefId": player, "score": score, "winner": won, "rank": 0, "seatOrder": 0, "team": None, **more}


def play(*seats: dict[str, Any], game: int = 1, **about: Any) -> dict[str, Any]:
    """A play of BG Stats."""
    return {
        "uuid": "a-play",
        "bggId": 0,
        "playDate": "2020-03-07 21:00:00",
        "durationMin": 0,
        "ignored": False,
        "manualWinner": False,
        "usesTeams": False,
        "gameRefId": game,
        "locationRefId": 1,
        "playerScores": [*seats],
        **about,
    }


def export(*plays: dict[str, Any], games: Sequence[dict[str, Any]] = GAMES, known: int = len(PEOPLE)) -> str:
    """The export of BG Stats; who has a higher number than `known` was deleted there."""
    return json.dumps(
        {
            "players": [{"id": number, "name": name} for number, name in enumerate(PEOPLE[:known], 1)],
            "locations": [{"id": 1, "name": "Café Mokka"}],
            "games": [{"id": number, **each} for number, each in enumerate(games, 1)],
            "plays": [*plays],
            "deletedObjects": [],
        }
    )


def many(seed: int = 0, *, plays: int = 600) -> list[dict[str, Any]]:
    """Plays with sums, halves, ties, together, without points, and with somebody deleted; every third is at BGG."""
    luck, made = Random(f"old log {seed}"), []
    for number in range(plays):
        game = number % len(GAMES) + 1
        people = luck.sample(range(1, len(PEOPLE) + 2), luck.randint(2, 5))
        if game == 3:
            won = luck.random() < 0.5
            seats = [seat(each, won=won) for each in people]
        elif game == 4:
            seats = [seat(each, won=each == people[0]) for each in people]
        else:
            scores = [luck.randint(0, 60) for _ in people]
            if number % 7 == 0:
                scores = [max(scores)] * 2 + [0] * (len(people) - 2)
            best = min(scores) if game == 2 else max(scores)
            winners = [each for each, score in zip(people, scores, strict=True) if score == best]
            written = [f"{score - 3}+{3}" if number % 4 == 0 and score > 3 else f"{score}" for score in scores]
            if game == 5:
                written = [f"{each}.5" if "+" not in each else each for each in written]
                winners = []
            seats = [
                seat(each, score, won=each in (winners[:1] if number % 14 == 0 else winners))
                for each, score in zip(people, written, strict=True)
            ]
        made.append(
            play(
                *seats,
                game=game,
                uuid=f"play-{seed}-{number}",
                bggId=1_000_000 + number if number % 3 == 0 else 0,
                playDate=f"{BEGAN + timedelta(days=3 * number):%Y-%m-%d %H:%M:%S}",
                durationMin=luck.choice((0, 45, 90)),
                ignored=number % 50 == 1,
            )
        )
    return made


def xml(plays: Iterable[dict[str, Any]]) -> str:
    """A page of BoardGameGeek's plays: attributes of each, with `players` and `comments`."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', '<plays username="ann" userid="1" total="2" page="1">']
    for each in plays:
        about = {"id": "1", "date": "2020-03-07", "quantity": "1", "length": "0", "nowinstats": "0", "location": ""}
        about |= {name: f"{value}" for name, value in each.items() if name not in ("game", "players", "comments")}
        lines.append(f"<play {_attributes(about)}><item {_attributes({'name': each.get('game', 'Harvest')})}/>")
        if comments := each.get("comments"):
            lines.append(f"<comments>{comments}</comments>")
        lines += [
            "<players>",
            *(f"<player {_attributes(player)}/>" for player in each.get("players", ())),
            "</players>",
        ]
        lines.append("</play>")
    return "\n".join([*lines, "</plays>"])


def pages_of(plays: Sequence[dict[str, Any]], *, length: int = 100) -> list[str]:
    """The same plays of BG Stats as BoardGameGeek has those that are there, on pages."""
    there = [
        {
            "id": each["bggId"],
            "date": each["playDate"][:10],
            "game": GAMES[each["gameRefId"] - 1]["name"],
            "players": [
                {
                    "name": PEOPLE[one["playerRefId"] - 1] if one["playerRefId"] <= len(PEOPLE) else "Gone",
                    "score": one["score"],
                    "win": str(int(one["winner"])),
                }
                for one in each["playerScores"]
            ],
        }
        for each in plays
        if each["bggId"]
    ]
    return [xml(there[at : at + length]) for at in range(0, len(there), length)]


def _attributes(values: dict[str, Any]) -> str:
    return " ".join(f"{name}={quoteattr(str(value))}" for name, value in values.items())
