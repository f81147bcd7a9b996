"""Export of a finished session to the app BG Stats, as a link that the app opens.

The format: bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import quote

from record.evenings import playing_time
from record.session import Session
from scoring.game import AnyGame
from scoring.message import Points, Words
from scoring.options import Options
from scoring.text import same_name, without_isolates
from web.i18n.games import game_name, names
from web.i18n.translate import words

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
MAX_ADDRESS_LENGTH = 8_000
"""Longer addresses may be refused by servers and apps."""
MAX_SIGN_LENGTH = 12
"""Characters that one character can take in an address."""
MINUTE = timedelta(minutes=1)


def link(session: Session, said: Sequence[str] = (), rules: Sequence[Words] = ()) -> str:
    """The address that sends a finished session, see `play`; a long note is cut."""
    sent = play(session, said, rules)
    while len(address := _address(sent)) > MAX_ADDRESS_LENGTH and sent.get("comments"):
        over = (len(address) - MAX_ADDRESS_LENGTH) // MAX_SIGN_LENGTH
        sent["comments"] = sent["comments"].removesuffix("…")[: -over - 1] + "…"
        if sent["comments"] == "…":
            del sent["comments"]
    return address


def _address(sent: Mapping[str, Any]) -> str:
    return ADDRESS + quote(json.dumps(sent, ensure_ascii=False, separators=(",", ":")), safe="")


def play(session: Session, said: Sequence[str] = (), rules: Sequence[Words] = ()) -> dict[str, Any]:
    """The session as BG Stats reads it: times in UTC; the first dealer starts; partners have their side as role.

    The players are those who sit there at the end; who is out of competition has no rank. `said` are their original
    names, which identify them also after renaming and merging. `rules` are the names of the house rules, sent as the
    board.
    """
    sheet, game = session.sheet, session.game
    minutes = round(playing_time(session)[0] / MINUTE)
    places = {seat: each.place for each in sheet.standings for seat in each.seats}
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
                "startPlayer": seat == session.blank.table.dealer,
                **({"rank": places[seat]} if seat in places else {}),
                **(
                    {"role": without_isolates(names(sheet.table, sheet.side_of(seat)))}
                    if len(sheet.side_of(seat)) > 1
                    else {}
                ),
                "score": _score(sheet.totals[seat]),
                "winner": seat in sheet.winners,
            }
            for seat, (name, known) in enumerate(zip(sheet.table.players, said or sheet.table.players, strict=True))
        ],
    }


def _game_id(game: AnyGame, options: Options) -> str:
    """The id of a game; house rules with a name of their own make it another game."""
    called = game.called(options.to_json()) if game.called else None
    return game.slug if called is None else f"{game.slug}-{_id_of(str(called))}"


def _id_of(name: str) -> str:
    """A short id of a player or game, the same for the same name."""
    return hashlib.sha256(same_name(name).encode()).hexdigest()[:12]


def _score(points: Points) -> int | float:
    return points if isinstance(points, int) else float(points)
