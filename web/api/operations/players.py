"""Operations on players: list, rename, colour, archive, merge."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from record.log import stamp
from scoring import validation
from scoring.errors import refused
from scoring.message import say
from scoring.strict_json import MAX_NUMBER_LENGTH
from scoring.table import MAX_NAME_LENGTH
from store.errors import NoSuchError
from store.players import profiles
from store.players.profiles import COLOURS, Player, archive_player, merge_players, paint_player, people, rename_player
from web.api.operation import Answered, Call, Operations
from web.api.shapes import LEGACY_DEFAULTS, Constraints, Read

OPERATIONS = Operations("Players and statistics")
NO_WATCHER = ("only-to-look-at",)

Name: TypeAlias = Annotated[
    str, validation.text(MAX_NAME_LENGTH), Constraints(minLength=1, description="on every sheet from now on")
]
Colour: TypeAlias = Annotated[int, validation.whole_number(0, COLOURS - 1)]
Number: TypeAlias = Annotated[int, validation.whole_number(1, 10**MAX_NUMBER_LENGTH - 1)]


@dataclass(frozen=True)
class People:
    """Everybody by name, archived ones too; `parts` are those who are one with somebody."""

    players: list[Player]


@OPERATIONS.add(
    method="GET",
    path="/players",
    summary="Everybody of the scorebook",
    answers={200: ("everybody by name", People)},
)
def list_players(call: Call) -> Answered:
    return Answered(People(people(call.book)))


@dataclass(frozen=True)
class PlayerChange(Read):
    """What is to be another from now on: whatever is left out stays."""

    name: Name = LEGACY_DEFAULTS
    colour: Annotated[Colour | None, Constraints(description="null for none of their own")] = LEGACY_DEFAULTS
    archived: Annotated[bool, Constraints(description="offered no more at new tables")] = LEGACY_DEFAULTS


@OPERATIONS.add(
    method="PATCH",
    path="/players/{player}",
    summary="Call a player otherwise, give them a colour, archive them or take them out again",
    about="All of it or nothing. Whoever was merged is 404: ask for the one whose `parts` they are among.",
    body=PlayerChange,
    example_body={"name": "Anna", "colour": 3},
    answers={200: ("the player as they are now", Player)},
    problems=NO_WATCHER,
)
def change_player(call: Call) -> Answered:
    scorebook, asked = call.book, call.body
    with scorebook.db.writing():
        player = asked_for(call.path["player"], people(scorebook))
        if asked.name is not LEGACY_DEFAULTS:
            rename_player(scorebook, player.id, name=asked.name)
        if asked.colour is not LEGACY_DEFAULTS:
            paint_player(scorebook, player.id, colour=asked.colour)
        # Archived again, a player keeps the day.
        if asked.archived is True and player.archived_at is None:
            archive_player(scorebook, player.id, at=stamp(call.by.at))
        if asked.archived is False:
            archive_player(scorebook, player.id, at=None)
        return Answered(asked_for(player.id, people(scorebook)))


@dataclass(frozen=True)
class Merge(Read):
    """Who the player is one with."""

    into: Annotated[Number, Constraints(description="the `id` of the player as whom both are shown")]


@OPERATIONS.add(
    method="POST",
    path="/players/{player}/merge",
    summary="Show a player as another: two names of one person",
    about="It can be taken back; sent again it changes nothing more. Two who sat at one table are two people: 422.",
    body=Merge,
    example_body={"into": 1},
    answers={200: ("the other player, who has this one among the `parts`", Player)},
    problems=NO_WATCHER,
)
def merge_player(call: Call) -> Answered:
    scorebook, into = call.book, call.body.into
    everybody, number = people(scorebook), call.path["player"]
    other = next((each for each in everybody if each.id == into), None)
    if other is not None and number in [part.id for part in other.parts]:
        # Sent again.
        return Answered(other)
    player = asked_for(number, everybody)
    if other is None:
        raise refused("into", say("Choose another player."))
    merge_players(scorebook, player.id, into=into, at=stamp(call.by.at))
    return Answered(asked_for(into, people(scorebook)))


@OPERATIONS.add(
    method="POST",
    path="/players/{player}/unmerge",
    summary="Take a merge back: somebody among the `parts` of a player is a player of their own again",
    about="Who is one of their own already stays so. Where another player has the name by now, that one is renamed"
    " first: 422.",
    answers={200: ("the player, who is on the list again", Player)},
    problems=(*NO_WATCHER, "refused"),
)
def unmerge_player(call: Call) -> Answered:
    scorebook, part = call.book, call.path["player"]
    if part in [each.id for player in people(scorebook) for each in player.parts]:
        profiles.unmerge_player(scorebook, part)
    return Answered(asked_for(part, people(scorebook)))


def asked_for(number: int, players: Iterable[Player]) -> Player:
    """A player by number, which may be one that no database can hold; raises NoSuchError."""
    found = next((each for each in players if each.id == number), None)
    if found is None:
        raise NoSuchError(f"no player {number}")
    return found
