"""A finished session as BG Stats takes it: one link, which that app opens and asks about before it keeps anything.

Its makers describe it at bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import quote

from record.playing_time import playing_time
from record.session import Session
from scoring.game import AnyGame
from scoring.message import Points, Words
from scoring.options import Options
from scoring.text import same_name
from web.i18n.translate import game_name, names, words

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
MAX_ADDRESS_LENGTH = 8_000
"""So long an address servers and apps take."""
LONGEST_SIGN = 12
"""So long one sign becomes in an address."""
MINUTE = timedelta(minutes=1)


def link(session: Session, said: Sequence[str] = (), rules: Sequence[Words] = ()) -> str:
    """The address that hands a finished session over, see `play`; of a long note as much as fits."""
    sent = play(session, said, rules)
    while len(address := _address(sent)) > MAX_ADDRESS_LENGTH and sent.get("comments"):
        over = (len(address) - MAX_ADDRESS_LENGTH) // LONGEST_SIGN
        sent["comments"] = sent["comments"].removesuffix("…")[: -over - 1] + "…"
        if sent["comments"] == "…":
            del sent["comments"]
    return address


def _address(sent: Mapping[str, Any]) -> str:
    return ADDRESS + quote(json.dumps(sent, ensure_ascii=False, separators=(",", ":")), safe="")


def play(session: Session, said: Sequence[str] = (), rules: Sequence[Words] = ()) -> dict[str, Any]:
    """What it says of a session: when it began, in UTC; the first dealer starts; the role of partners is their side.

    `said` are the names that were said first of those who sit there, by which they are known again: whoever is
    renamed stays the same, and two who were merged are one. `rules` is what the house rules are called: the board.
    """
    sheet, game = session.sheet, session.game
    minutes = round(playing_time(session).time / MINUTE)
    return {
        "sourceName": "Takuroku",
        "sourcePlayId": session.id,
        "playDate": session.created_at.replace("T", " ").removesuffix("Z"),
        **({"durationMin": minutes} if minutes else {}),
        **({"board": " · ".join(map(words, rules))} if rules else {}),
        **({"location": session.place} if session.place else {}),
        **({"comments": session.note} if session.note else {}),
        "game": {
            "name": game_name(game, sheet.options),
            "sourceGameId": _game_id(game, sheet.options),
            "highestWins": not sheet.fewest,
            "noPoints": False,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": _id_of(known),
                "startPlayer": seat == sheet.table.dealer,
                "rank": next(each.place for each in sheet.standings if seat in each.seats),
                **({"role": names(sheet.table, sheet.side_of(seat))} if len(sheet.side_of(seat)) > 1 else {}),
                "score": _score(sheet.totals[seat]),
                "winner": seat in sheet.winners,
            }
            for seat, (name, known) in enumerate(zip(sheet.table.players, said or sheet.table.players, strict=True))
        ],
    }


def _game_id(game: AnyGame, options: Options) -> str:
    """By this the app knows a game again: one that the house rules give a name of its own is a game of its own."""
    called = game.called(options.to_json())
    return game.slug if called is None else f"{game.slug}-{_id_of(str(called))}"


def _id_of(name: str) -> str:
    """By this the app knows a player or a game again: the same for the same name, and short, for an address."""
    return hashlib.sha256(same_name(name).encode()).hexdigest()[:12]


def _score(points: Points) -> int | float:
    return points if isinstance(points, int) else float(points)
