"""Checks the players of a scorebook file: unique names, valid merges."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.message import say
from scoring.strict_json import shown
from scoring.text import same_name
from store.transfer.file import PlayerRecord, ScorebookFile, SessionRecord, broken


def check_people(file: ScorebookFile) -> None:
    """Raises BrokenFileError where two are called alike, a merge leads nowhere, or somebody sits at a table twice."""
    by_name: dict[str, PlayerRecord] = {}
    called: set[str] = set()
    for each in file.players:
        if same_name(each.name) in by_name:
            raise broken(each.place, [say("{name} is in this file twice.", name=each.name)])
        by_name[same_name(each.name)] = each
        if each.called is not None:
            if same_name(each.called) in called:
                raise broken(each.place, [say("{name} is in this file twice.", name=each.called)])
            called.add(same_name(each.called))
    person = persons(by_name)
    for session in file.sessions:
        _check_table(session, person)


def persons(by_name: Mapping[str, PlayerRecord]) -> dict[str, str]:
    """By name of each player, the name of the one they were merged into."""
    person: dict[str, str] = {}
    for first in by_name:
        name, way = first, dict[str, PlayerRecord]()
        while name not in person and (player := by_name[name]).into is not None:
            way[name] = player
            name = same_name(player.into)
            if name not in by_name:
                raise broken(player.place, [say("{name} is not one of the players in this file.", name=player.into)])
            if name in way:
                raise broken(
                    player.place, [say("These players are merged in a circle, so none of them would be left.")]
                )
        person |= dict.fromkeys((*way, name), person.get(name, name))
    return person


def _check_table(session: SessionRecord, person: Mapping[str, str]) -> None:
    players = session.head.get("players")
    if not isinstance(players, list):
        # Said when its table is set.
        return
    sitting: dict[str, str] = {}
    for name in players:
        if not isinstance(name, str) or not name.strip():
            return
        who = person.get(same_name(" ".join(name.split())))
        if who is None:
            raise broken(session.where, [say("{name} is not one of the players in this file.", name=shown(name))])
        other = sitting.setdefault(who, name)
        if other is not name and same_name(other) != same_name(name):
            text = say("{name} and {other} are the same player in this scorebook.", name=name, other=other)
            raise broken(session.where, [text])
