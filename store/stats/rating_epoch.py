"""The rating epoch of a scorebook: raised when results change that are not simply the newest.

As long as it is the same, ratings that a process has worked out are right up to their last session.
"""

from __future__ import annotations

from store.engines.base import Connection, Row
from store.stats.selection import ALL_KINDS, ALL_TIME


def result_changed(db: Connection, head: Row, *, is_new: bool) -> None:
    """Raise the epoch, unless the result is new and no later session of its game counts yet.

    The caller holds the scorebook; `head` has the session's `scorebook`, `game`, `created_at` and `number`.
    """
    if is_new:
        later = db.execute(
            """
            SELECT 1 AS found FROM player CROSS JOIN tally CROSS JOIN share
            WHERE player.scorebook = ? AND tally.player = player.id AND tally.span = ? AND tally.game = ?
                AND tally.kind = ? AND share.player = tally.player AND share.game = tally.game
                AND share.title = tally.title AND (share.created_at, share.number) > (?, ?) LIMIT 1
            """,
            (head["scorebook"], ALL_TIME, head["game"], ALL_KINDS, head["created_at"], head["number"]),
        ).fetchone()
        if later is None:
            return
    sums_mended(db, head["scorebook"])


def people_changed(db: Connection, player: int) -> None:
    """Raise the epoch of a player's scorebook, whose shares are counted to somebody else."""
    db.execute(
        "UPDATE scorebook SET rating_epoch = rating_epoch + 1 WHERE id = (SELECT scorebook FROM player WHERE id = ?)",
        (player,),
    )


def sums_mended(db: Connection, scorebook: str) -> None:
    """Raise the epoch of a scorebook, whose sums say which games somebody has played."""
    db.execute("UPDATE scorebook SET rating_epoch = rating_epoch + 1 WHERE id = ?", (scorebook,))
