"""Plays Oh Hell with the package that openapi-python-client makes; mypy reads it, and the test runs it.

Takes the address, the token, the players and the deals as JSON from standard input, and prints what came of it.
"""

from __future__ import annotations

import json
import sys
from typing import TypedDict

from takuroku_client import AuthenticatedClient
from takuroku_client.api.games import list_games
from takuroku_client.api.players_and_statistics import show_table
from takuroku_client.api.sessions import enter, show_session, start_session
from takuroku_client.models import (
    Entry,
    GameList,
    NewEntry,
    OptionsOhHell,
    OptionsOhHellBiddingType0,
    OptionsOhHellFormatType0,
    OptionsOhHellScoringType0,
    ProblemRefused,
    ProblemStale,
    ScoreTable,
    SessionNow,
    StartOhHell,
)


class Deal(TypedDict):
    dealer: int
    bids: list[int | None]
    tricks: list[int | None]
    forbidden: int


class Given(TypedDict):
    site: str
    token: str
    players: list[str]
    deals: list[Deal]


def play(given: Given) -> dict[str, object]:
    deals = given["deals"]
    client = AuthenticatedClient(base_url=f"{given['site']}/api/v1", token=given["token"])
    options = OptionsOhHell(
        format_=OptionsOhHellFormatType0.SHORT_FALLING,
        top_hand=len(deals),
        scoring=OptionsOhHellScoringType0.NORMAL,
        bidding=OptionsOhHellBiddingType0.IN_TURN,
        restriction=True,
    )
    start = StartOhHell(game="oh-hell", players=given["players"], dealer=deals[0]["dealer"], options=options)
    now = start_session.sync(client=client, body=start, idempotency_key="a-game-by-python")
    assert isinstance(now, SessionNow), now
    too_neat = list(deals[0]["bids"])
    too_neat[deals[0]["dealer"]] = deals[0]["forbidden"]
    bids = Entry.from_dict({"step": "bids", "bids": too_neat})
    refused = enter.sync(now.id, client=client, body=NewEntry(position=0, entry=bids))
    assert isinstance(refused, ProblemRefused), refused
    for deal in deals:
        for entry in ({"step": "bids", "bids": deal["bids"]}, {"step": "tricks", "tricks": deal["tricks"]}):
            after = enter.sync(now.id, client=client, body=NewEntry(now.position, Entry.from_dict(entry)))
            assert isinstance(after, SessionNow), after
            now = after
    stale = enter.sync(now.id, client=client, body=NewEntry(position=0, entry=bids))
    assert isinstance(stale, ProblemStale), stale
    seen = show_session.sync(now.id, client=client)
    assert isinstance(seen, SessionNow), seen
    games = list_games.sync(client=client)
    assert isinstance(games, GameList), games
    table = show_table.sync(client=client, game="oh-hell")
    assert isinstance(table, ScoreTable), table
    return {
        "totals": seen.report.totals,
        "over": seen.report.over,
        "winners": seen.report.winners,
        "refused": [problem.seat for problem in refused.problems],
        "stale": stale.session.position,
        "games": len(games.games),
        "won": {line.name: line.results.won for line in table.lines},
    }


if __name__ == "__main__":
    print(json.dumps(play(json.load(sys.stdin))))
