"""What other apps open: CSV (RFC 4180), and the link to BG Stats.

The format of that link: bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites.
"""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import quote

from record.session import Session
from scoring.message import Words
from scoring.text import same_name, without_isolates
from web.i18n.games import game_name
from web.i18n.translate import translated

BYTE_ORDER_MARK = "\ufeff"
"""Tells spreadsheets that the file is UTF-8."""
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
MAX_ADDRESS_LENGTH = 8_000
"""Longer addresses may be refused by servers and apps."""
MAX_SIGN_LENGTH = 12
"""Characters that one character can take in an address."""


def csv_chunks(lines: Iterable[Iterable[str]]) -> Iterator[str]:
    """Generate a CSV file in chunks, as Excel and LibreOffice open it correctly."""
    # A row that is written is what the "file" returns of it.
    writer = csv.writer(cast(Any, SimpleNamespace(write=str)))
    yield BYTE_ORDER_MARK
    for cells in lines:
        yield writer.writerow(cells)


def csv_safe(text: str) -> str:
    """Escape text that a spreadsheet would take for a formula, and leave out what only a reader needs.

    >>> csv_safe("=1+1"), csv_safe("Ann")
    ("'=1+1", 'Ann')
    """
    text = without_isolates(text)
    return "'" + text if text.startswith(FORMULA_STARTS) else text


def bg_stats_link(session: Session, original: Sequence[str] = (), rules: Sequence[Words] = ()) -> str:
    """The address that sends a finished session to BG Stats, see `bg_stats_play`; a long note is cut."""
    sent = bg_stats_play(session, original, rules)
    while True:
        address = BG_STATS + quote(json.dumps(sent, ensure_ascii=False, separators=(",", ":")), safe="")
        over = len(address) - MAX_ADDRESS_LENGTH
        if over <= 0 or not sent.get("comments"):
            return address
        sent["comments"] = sent["comments"].removesuffix("…")[: -(over // MAX_SIGN_LENGTH) - 1] + "…"
        if sent["comments"] == "…":
            del sent["comments"]


def bg_stats_play(session: Session, original: Sequence[str] = (), rules: Sequence[Words] = ()) -> dict[str, Any]:
    """The session as BG Stats reads it: times in UTC; the first dealer starts; partners have their side as role.

    The players are those who sit there at the end; who is out of competition has no rank. `original` are the names
    under which they were entered, which identify them also after renaming and merging. `rules` are the names of the
    house rules, sent as the board; under such that make it another game it has an id of its own.
    """
    sheet, game, players = session.sheet, session.game, []
    called = game.called(sheet.options.to_json()) if game.called else None
    places = {seat: each.place for each in sheet.standings for seat in each.seats} if sheet.contested else {}
    for seat, known in enumerate(original or sheet.table.players):
        player: dict[str, Any] = {
            "name": sheet.table.players[seat],
            "sourcePlayerId": _id_of(known),
            "startPlayer": seat == session.blank.table.dealer,
        }
        if seat in places:
            player["rank"] = places[seat]
        if len(side := sheet.side_of(seat)) > 1:
            player["role"] = without_isolates(translated(sheet.name_of_side(side)))
        if sheet.has_points:
            score = sheet.totals[seat]
            player["score"] = score if isinstance(score, int) else float(score)
        player["winner"] = seat in sheet.winners
        players.append(player)
    about = {
        "durationMin": session.minutes,
        "board": " · ".join(map(translated, rules)),
        "location": session.place,
        "comments": session.note,
    }
    return {
        "sourceName": "Takuroku",
        "sourcePlayId": session.id,
        "playDate": session.played_at.replace("T", " ").removesuffix("Z"),
        **{name: value for name, value in about.items() if value},
        "game": {
            "name": game_name(game, sheet.options),
            "sourceGameId": game.slug if called is None else f"{game.slug}-{_id_of(str(called))}",
            "highestWins": not sheet.fewest,
            "noPoints": not sheet.has_points,
        },
        "players": players,
    }


def _id_of(name: str) -> str:
    """A short id of a player or game, the same for the same name."""
    return hashlib.sha256(same_name(name).encode()).hexdigest()[:12]
