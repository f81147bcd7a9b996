"""Sessions as tables make them: entries, changes, undos, redos, corrections and setups, all of them at random."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from record.errors import RecordError
from record.log import Action
from record.session import Session, new_session
from scoring.core import read_entry, replay_trusted
from scoring.errors import EntryError
from scoring.game import AnyGame
from tests.kit.games import entry_or_change, random_session, session_of
from tests.kit.session import BY

LONG = 40


def begun(session: Session) -> Session:
    """The session before anything was done."""
    return new_session(id=session.id, created_at=session.created_at, head={"game": session.game.slug, **session.begun})


def sitting(game: AnyGame, luck: int, *, most: int = 6) -> Iterator[Session]:
    """A session of up to six, after each of its actions; an even number has the usual house rules at first."""
    rng = Random(f"sitting {game.slug} {luck}")
    players = rng.choice([number for number in game.player_counts if number <= most])
    head = random_session(game, rng, most) if luck % 2 else session_of(game, players=players)
    session = new_session(id="sitting", created_at=BY.stamp, head=head)
    yield session
    while session.position < LONG:
        if (action := random_action(session, rng)) is not None:
            session = session.after(action)
            yield session


def random_action(session: Session, rng: Random) -> Action | None:
    """Something that can be done now; None where chance finds nothing."""
    luck = rng.random()
    with suppress(EntryError, RecordError):
        if session.log.done and (luck < 0.15 or session.sheet.over):
            return session.undoing(BY, count=rng.randint(1, min(3, len(session.log.done))))
        if session.log.undone and luck < 0.3:
            return session.redoing(BY)
        if session.entries and luck < 0.45:
            index = rng.randrange(len(session.entries))
            before = replay_trusted(session.blank, session.entries[:index])
            return session.correcting({index: entry_or_change(before, rng)}, BY, reopen=True)
        if luck > 0.9:
            return session.setting_up(random_setup(session, rng), BY, reopen=True)
        return session.with_entry(read_entry(session.sheet, entry_or_change(session.sheet, rng)), BY).actions[-1]
    return None


def random_setup(session: Session, rng: Random) -> dict[str, object]:
    """The players at other seats, one of them replaced now and then, another first dealer, or other house rules."""
    players = list(session.setup["players"])
    rng.shuffle(players)
    if rng.random() < 0.2:
        players[0] = rng.choice(["Mia", "Leo"])
    other = random_session(session.game, rng)
    options = other["options"] if rng.random() < 0.4 else session.setup["options"]
    setup = {"players": players, "dealer": rng.choice(session.game.dealers(len(players))), "options": options}
    if session.sheet.find_ask("dealer") and rng.random() < 0.5:
        setup["deals_now"] = rng.choice(session.sheet.table.playing)
    return setup


def free(_entries: int) -> None:
    """A budget for reading a log: however many entries are read."""
