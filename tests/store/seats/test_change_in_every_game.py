"""In every game the table changes while phones enter a step: each part stays with its person, and the step is whole."""

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
from tests.kit.games import Played, played
from tests.scoring.entry.test_parts import BY_DEFAULT, parts_of_entry
from tests.store.conftest import Keeper
from tests.store.seats.test_seats import Phone

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


def played_up_to(keeper: Keeper, play: Played, position: int) -> str:
    """A session with the first entries of a game."""
    start: dict[str, Any] = play.session
    game = GAMES[start["game"]]
    session = keeper.sits_down(*start["players"], game=game, dealer=start["dealer"], **start["options"])
    for entry in play.entries[:position]:
        keeper.writes(session, entry)
    return session


@pytest.mark.parametrize(("slug", "step"), STEPS)
def test_what_was_said_goes_along_where_two_change_seats_and_comes_back(
    keeper: Keeper, db: Connection, slug: str, step: str
) -> None:
    """Those who sit opposite each other: partners stay partners, and at a table of two it is both."""
    play, position = entered_by_seats(GAMES[slug], step)
    own = parts_of_entry(play.entries[position], Parts(play.sheets[position]))
    session = played_up_to(keeper, play, position)
    # Who stops says so last, and then the month is over.
    saying = [seat for seat in own if "winner" not in own[seat]][: len(own) - 1] or [*own][:1]
    for seat in saying:
        part = {name: value for name, value in own[seat].items() if name != "winner"}
        keeper.book.say_for(session, seat, part, position=position, by=keeper.by())
    before = said_by_name(keeper, session)
    setup = keeper.sees(session).setup
    players = [*setup["players"]]
    players[0], players[len(players) // 2] = players[len(players) // 2], players[0]
    dealer = players.index(setup["players"][setup["dealer"]])
    corrected = {**setup, "players": players, "dealer": dealer}
    keeper.book.set_up(session, corrected, position=position, by=keeper.by())
    pending = keeper.book.snapshot(session).pending
    assert (said_by_name(keeper, session), dict(pending.void)) == (before, {})
    assert len(before) == len(saying)
    keeper.undoes(session)
    assert said_by_name(keeper, session) == before
    assert compare(db).differences == ()


def said_by_name(keeper: Keeper, session: str) -> dict[str, Any]:
    """The pending input by the names of those who said it, hidden or not."""
    step = keeper.book.snapshot(session).pending
    return {step.session.sheet.table.players[seat]: dict(part) for seat, part in step.parts.said.items()}


@pytest.mark.parametrize(("slug", "step"), STEPS)
def test_who_has_entered_stays_and_who_takes_over_enters_anew(
    keeper: Keeper, db: Connection, slug: str, step: str
) -> None:
    play, position = entered_by_seats(GAMES[slug], step)
    entry, start = play.entries[position], play.session
    own: Mapping[int, Mapping[str, Any]] = parts_of_entry(entry, Parts(play.sheets[position]))
    session = played_up_to(keeper, play, position)
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
