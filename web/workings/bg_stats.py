"""A finished session as BG Stats takes it: one link, which that app opens and asks about before it keeps anything.

Its makers describe it at bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites.
"""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta
from typing import Any
from urllib.parse import quote

from record.playing_time import playing_time
from record.session import Session
from scoring.message import Points
from scoring.text import same_name
from web.workings.words import game_name, names

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
MINUTE = timedelta(minutes=1)


def link(session: Session) -> str:
    """The address that hands a finished session over."""
    return ADDRESS + quote(json.dumps(play(session), ensure_ascii=False, separators=(",", ":")), safe="")


def play(session: Session) -> dict[str, Any]:
    """What it says of a session: when it began, in UTC; the first dealer starts; the role of partners is their side."""
    sheet, game = session.sheet, session.game
    minutes = round(playing_time(session).time / MINUTE)
    return {
        "sourceName": "Takuroku",
        "sourcePlayId": session.id,
        "playDate": session.created_at.replace("T", " ").removesuffix("Z"),
        **({"durationMin": minutes} if minutes else {}),
        "game": {
            "name": game_name(game, sheet.options),
            "sourceGameId": game.slug,
            "highestWins": not sheet.fewest,
            "noPoints": False,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": _id_of(name),
                "startPlayer": seat == sheet.table.dealer,
                "rank": next(each.place for each in sheet.standings if seat in each.seats),
                **({"role": names(sheet.table, sheet.side_of(seat))} if len(sheet.side_of(seat)) > 1 else {}),
                "score": _score(sheet.totals[seat]),
                "winner": seat in sheet.winners,
            }
            for seat, name in enumerate(sheet.table.players)
        ],
    }


def _id_of(name: str) -> str:
    """By this the app knows a player again: the same for the same name, and shorter, for it stands in an address."""
    return hashlib.sha256(same_name(name).encode()).hexdigest()[:12]


def _score(points: Points) -> int | float:
    return points if isinstance(points, int) else float(points)
