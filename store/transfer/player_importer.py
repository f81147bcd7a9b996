"""Imports the players of a scorebook file that are new here.

Existing players are not changed, nor merged with one another.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from scoring.text import same_name
from store.book import Book
from store.players.profiles import settle
from store.scorebooks import new_player, player_of_file
from store.transfer.file import PlayerRecord


def take_players(book: Book, kept: Sequence[PlayerRecord]) -> None:
    """Write those who are new, and who stands for whom; the caller holds the scorebook."""
    were_here = {
        row["id"] for row in book.db.execute("SELECT id FROM player WHERE scorebook = ?", (book.scorebook,)).fetchall()
    }
    numbers = {each.name: _number(book, each) for each in kept}
    by_key = {same_name(name): number for name, number in numbers.items()}
    new = [each for each in kept if numbers[each.name] not in were_here]
    merges = _merge(book, kept, by_key, were_here)
    renames = [
        (each.called, same_name(each.called), numbers[each.name])
        for each in new
        if each.called is not None and _is_free(book, each.called, known=by_key.values())
    ]
    if renames:
        book.db.executemany("UPDATE player SET called = ?, called_key = ? WHERE id = ?", renames)
    said = [
        (each.colour, each.archived_at, numbers[each.name])
        for each in new
        if each.colour is not None or each.archived_at
    ]
    if said:
        book.db.executemany("UPDATE player SET colour = ?, archived_at = ? WHERE id = ?", said)
    if merges or renames:
        # Sheets that processes keep say the names.
        book.db.execute("UPDATE scorebook SET names_revision = names_revision + 1 WHERE id = ?", (book.scorebook,))


def _number(book: Book, kept: PlayerRecord) -> int:
    known = player_of_file(book, kept.name)
    return new_player(book, kept.name) if known is None else known


def _is_free(book: Book, called: str, *, known: Collection[int]) -> bool:
    """Whether a new player may be called so: nobody is, or was before this file, but those whom the file knows too."""
    key = same_name(called)
    found = book.db.execute(
        "SELECT id, called_key FROM player WHERE scorebook = ? AND (called_key = ? OR name_key = ?)",
        (book.scorebook, key, key),
    )
    return all(row["called_key"] != key and row["id"] in known for row in found.fetchall())


def _merge(book: Book, kept: Sequence[PlayerRecord], numbers: Mapping[str, int], were_here: Collection[int]) -> int:
    """Make one of those who are one in the file; how many merges that were.

    Who is new has sat nowhere yet; where a session of the file has one person sit twice, it is refused with it.
    """
    found = book.db.execute("SELECT id, person FROM player WHERE scorebook = ?", (book.scorebook,)).fetchall()
    stands = {row["id"]: row["person"] for row in found if row["person"] is not None}
    old = {_person(stands, player) for player in were_here}
    merges = 0
    for each in kept:
        if each.into is None:
            continue
        player, person = numbers[same_name(each.name)], _person(stands, numbers[same_name(each.into)])
        if player in stands or player == person or (player in old and person in old):
            continue
        book.db.execute(
            "INSERT INTO merged (player, into_player, at) VALUES (?, ?, ?)",
            (player, numbers[same_name(each.into)], each.merged_at),
        )
        stands[player] = person
        if player in old:
            old.add(person)
        merges += 1
    if merges:
        settle(book.db, book.scorebook)
    return merges


def _person(stands: dict[int, int], player: int) -> int:
    """Who stands for a player in the end; ways that were gone are made short."""
    person = player
    while person in stands:
        person = stands[person]
    while player != person:
        stands[player], player = person, stands[player]
    return person
