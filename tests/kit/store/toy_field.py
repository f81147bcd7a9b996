"""A column on players that no release has, as the next `PlayerField` will be: a nickname, new to older readers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from record.packed.code import NEWEST
from scoring import validation
from scoring.message import say
from store.engines.base import Connection
from store.players import profiles
from store.players.profiles import PLAYER_FIELDS, Player, PlayerField

NICKNAME = PlayerField(
    label=say("Player"),
    kind=validation.tidied_line(10),
    about="what the table calls them",
    version=NEWEST,
)


@dataclass(frozen=True)
class NicknamedPlayer(Player):
    nickname: str | None = None


@contextmanager
def nicknames(db: Connection, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The field is declared and migrated; afterwards the record is as it was."""
    db.execute("ALTER TABLE player ADD COLUMN nickname TEXT")
    monkeypatch.setitem(PLAYER_FIELDS, "nickname", NICKNAME)
    monkeypatch.setattr(profiles, "Player", NicknamedPlayer)
    yield
    db.execute("ALTER TABLE player DROP COLUMN nickname")
