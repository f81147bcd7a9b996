"""Operations on players: list, rename, colour, archive, merge."""

from __future__ import annotations

from scoring import validation
from scoring.errors import refused
from scoring.message import say
from scoring.strict_json import MAX_NUMBER_LENGTH
from scoring.table import MAX_NAME_LENGTH
from scoring.validation import FLAG, described
from store.players import profiles
from store.players.profiles import (
    PLAYER_FIELDS,
    Player,
    archive_player,
    describe_player,
    find_player,
    merge_players,
    people,
    rename_player,
)
from web.api.operation import Call, operation
from web.api.shapes import Shape

GROUP = "Players and statistics"
NO_WATCHER = ("only-to-look-at",)
NUMBER = validation.whole_number(1, 10**MAX_NUMBER_LENGTH - 1)


@operation(
    GROUP,
    "GET",
    "/players",
    "List the players of the scorebook",
    answers={
        200: (
            "everybody by name",
            Shape("People", "Everybody by name, archived ones too.", players=list[Player]),
        )
    },
)
def list_players(call: Call) -> dict[str, list[Player]]:
    return {"players": people(call.book)}


@operation(
    GROUP,
    "PATCH",
    "/players/{player}",
    "Update a player",
    about="All of it or nothing. A merged player is not found (404): update the one who has them among the `parts`.",
    body=Shape(
        "PlayerChange",
        "What to change; the rest stays as it is.",
        {
            "name": described(validation.text(MAX_NAME_LENGTH), "on every sheet from now on", minLength=1),
            **{name: described(each.kind, each.about, nullable=True) for name, each in PLAYER_FIELDS.items()},
            "archived": described(FLAG, "hidden when setting up a new game"),
        },
    ),
    example_body={"name": "Anna", "colour": 3},
    answers={200: ("the player as they are now", Player)},
    problems=NO_WATCHER,
)
def change_player(call: Call) -> Player:
    book, body = call.book, call.body
    with book.db.writing():
        player = find_player(book, call.path["player"])
        if "name" in body:
            rename_player(book, player.id, name=body["name"])
        if chosen := {name: body[name] for name in PLAYER_FIELDS if name in body}:
            describe_player(book, player.id, **chosen)
        # Archived again, a player keeps the day.
        if "archived" in body and body["archived"] != bool(player.archived_at):
            archive_player(book, player.id, at=call.by.stamp if body["archived"] else None)
        return find_player(book, player.id)


@operation(
    GROUP,
    "POST",
    "/players/{player}/merge",
    "Merge a player into another: two names of one person",
    about="It can be undone; repeating it changes nothing. Two who sat at the same table cannot be merged (422).",
    body=Shape(
        "Merge", "The other player.", into=described(NUMBER, "the `id` of the player under whose name both are shown")
    ),
    example_body={"into": 1},
    answers={200: ("the other player, who has this one among the `parts`", Player)},
    problems=NO_WATCHER,
)
def merge_player(call: Call) -> Player:
    book, number, into = call.book, call.path["player"], call.body["into"]
    person = find_player(book, number, merged=True)
    if person.id == into != number:
        # Sent again.
        return person
    find_player(book, number)
    if into not in [each.id for each in people(book)]:
        raise refused("into", say("Choose another player."))
    merge_players(book, number, into=into, at=call.by.stamp)
    return find_player(book, into)


@operation(
    GROUP,
    "POST",
    "/players/{player}/unmerge",
    "Undo a merge: one of the `parts` of a player is a player of their own again",
    about="Repeating it changes nothing. If another player has the name by now, rename that one first (422).",
    answers={200: ("the player, who is on the list again", Player)},
    problems=(*NO_WATCHER, "refused"),
)
def unmerge_player(call: Call) -> Player:
    book, part = call.book, call.path["player"]
    if find_player(book, part, merged=True).id != part:
        profiles.unmerge_player(book, part)
    return find_player(book, part)
