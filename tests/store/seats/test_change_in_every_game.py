"""In every game somebody takes over a seat while phones enter a step: the others' parts stay, and the step is whole."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

import pytest

from scoring import catalogue
from scoring.catalogue import all_games
from scoring.entry.parts import Parts
from scoring.game import AnyGame
from store.admin.rebuild import compare
from store.engines.base import Connection
from tests.scoring.entry.test_parts import BY_DEFAULT, parts_of_entry
from tests.store.conftest import Keeper
from tests.store.seats.test_seats import Phone
from tests.support.games import Played, played

GAMES = all_games()
STEPS = [(slug, step) for slug, steps in BY_DEFAULT.items() for step in steps]


@pytest.fixture(autouse=True)
def real_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "all_games", lambda: GAMES)


def entered_by_seats(game: AnyGame, step: str) -> tuple[Played, int]:
    """A game with the position of the first entry of a step in which two seats or more enter something."""
    for seed in count():
        play = played(game, seed)
        for position, entry in enumerate(play.entries):
            if entry["step"] == step and len(parts_of_entry(entry, Parts(play.sheets[position]))) > 1:
                return play, position
    raise AssertionError


@pytest.mark.parametrize(("slug", "step"), STEPS)
def test_who_has_entered_stays_and_who_takes_over_enters_anew(
    keeper: Keeper, db: Connection, slug: str, step: str
) -> None:
    play, position = entered_by_seats(GAMES[slug], step)
    entry = play.entries[position]
    own: Mapping[int, Mapping[str, Any]] = parts_of_entry(entry, Parts(play.sheets[position]))
    start: dict[str, Any] = play.session
    session = keeper.sits_down(*start["players"], game=GAMES[slug], dealer=start["dealer"], **start["options"])
    for before in play.entries[:position]:
        keeper.writes(session, before)
    # Whoever has won says so last: the month ends with that.
    speaking = sorted(own, key=lambda seat: own[seat].get("winner") == seat)
    first, second, *others = (Phone(db, seat, f"phone-{seat}") for seat in speaking)
    for phone in (first, second, *others):
        phone.sits(session)
    first.says(session, **own[first.seat])
    if others:
        second.says(session, **own[second.seat])

    keeper.writes(session, {"step": "takeover", "seat": second.seat, "name": "Zoe"})
    pending = keeper.book.snapshot(session).pending
    # Cards lie on the table, whoever sits there now.
    stay = {first.seat, second.seat} if others and pending.live else {first.seat}
    void = {second.seat: start["players"][second.seat]} if others and not pending.live else {}
    assert ({*pending.begun}, dict(pending.void)) == (stay, void)

    zoe = Phone(db, second.seat, "phone-of-Zoe")
    zoe.sits(session)
    for phone in (zoe, *others):
        pending = phone.says(session, **own[phone.seat])
    if not pending.written:
        # What belongs to no seat is the scorekeeper's.
        keeper.writes(session, entry)
    written = keeper.sees(session).entries[-1]
    assert {name: written[name] for name in ("step", *own[zoe.seat])} == {
        name: entry[name] for name in ("step", *own[zoe.seat])
    }
    after = keeper.sees(session).sheet
    assert after.totals == play.sheets[position + 1].totals
    assert after.table.players[zoe.seat] == "Zoe"
    assert compare(db).differences == ()
