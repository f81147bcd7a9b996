"""The rating epoch of a scorebook: raised when results change that are not simply the newest.

As long as it is the same, ratings that a process has worked out are right up to their last session.
"""

from __future__ import annotations

from store.engines.base import Connection, Row


def result_changed(db: Connection, head: Row, *, is_new: bool) -> None:
    """Raise the epoch, unless the result is new and no later session of its game counts yet.

    The caller holds the scorebook; `head` has the session's `scorebook`, `game`, `created_at` and `number`.
    """
    if is_new:
        later = db.execute(
            """
            SELECT 1 AS found FROM player JOIN share ON share.player = player.id
            WHERE player.scorebook = ? AND share.game = ? AND (share.created_at, share.number) > (?, ?) LIMIT 1
            """,
            (head["scorebook"], head["game"], head["created_at"], head["number"]),
        ).fetchone()
        if later is None:
            return
    db.execute("UPDATE scorebook SET rating_epoch = rating_epoch + 1 WHERE id = ?", (head["scorebook"],))


def people_changed(db: Connection, player: int) -> None:
    """Raise the epoch of a player's scorebook, whose shares are counted to somebody else."""
    db.execute(
        "UPDATE scorebook SET rating_epoch = rating_epoch + 1 WHERE id = (SELECT scorebook FROM player WHERE id = ?)",
        (player,),
    )
