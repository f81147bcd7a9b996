"""The text of released migrations that made SQL views for other programs; `m013_no_views` drops them all."""

from __future__ import annotations


def views(*, title: str) -> tuple[str, ...]:
    """The views in the order of their dependencies; `title` is the engine's expression for the name in the options."""
    return tuple(view.replace("{title}", title) for view in VIEWS)


VIEWS = (
    """
    CREATE VIEW sessions AS
    SELECT
        session.id AS session,
        session.scorebook AS scorebook,
        session.game AS game,
        session.created_at AS began,
        session.updated_at AS last_entry,
        substr(session.created_at, 1, 7) AS month,
        (SELECT COUNT(*) FROM seat WHERE seat.session = session.id) AS players,
        session.deals AS deals,
        session.over AS finished,
        session.ended_early AS ended_early,
        CASE WHEN session.archived_at IS NULL THEN 0 ELSE 1 END AS archived,
        session.place AS location,
        session.note AS note,
        session.options AS house_rules,
        CASE WHEN session.game = 'score-pad' THEN COALESCE({title}, '') ELSE '' END AS title
    FROM session JOIN scorebook ON scorebook.id = session.scorebook
    WHERE session.discarded_at IS NULL AND scorebook.deleted_at IS NULL
    """,
    """
    CREATE VIEW results AS
    SELECT
        sessions.session AS session,
        sessions.scorebook AS scorebook,
        sessions.game AS game,
        sessions.began AS began,
        sessions.month AS month,
        sessions.players AS players,
        standing.seat + 1 AS seat,
        COALESCE(person.called, person.name) AS player,
        standing.place AS place,
        standing.total_milli / 1000.0 AS total,
        standing.won AS won,
        standing.side + 1 AS side,
        sessions.title AS title
    FROM sessions
    JOIN standing ON standing.session = sessions.session
    JOIN seat ON seat.session = standing.session AND seat.seat = standing.seat
    JOIN player AS seated ON seated.id = seat.player
    JOIN player AS person ON person.id = COALESCE(seated.person, seated.id)
    WHERE sessions.finished = 1 AND sessions.deals > 0
    """,
    """
    CREATE VIEW entries AS
    SELECT
        sessions.session AS session,
        sessions.scorebook AS scorebook,
        sessions.game AS game,
        action.position AS position,
        action.kind AS kind,
        action.at AS entered,
        COALESCE(device.name, '') AS device,
        action.facts AS facts
    FROM sessions
    JOIN action ON action.session = sessions.session
    LEFT JOIN device ON device.id = action.device
    """,
    """
    CREATE VIEW players AS
    SELECT
        player.id AS number,
        player.scorebook AS scorebook,
        COALESCE(player.called, player.name) AS player,
        COALESCE(SUM(tally.games), 0) AS sessions,
        COALESCE(SUM(tally.won), 0) AS wins,
        CASE WHEN player.archived_at IS NULL THEN 0 ELSE 1 END AS archived
    FROM player
    JOIN scorebook ON scorebook.id = player.scorebook
    LEFT JOIN tally ON tally.player = player.id
    WHERE player.person IS NULL AND scorebook.deleted_at IS NULL
    GROUP BY player.id, player.scorebook, player.called, player.name, player.archived_at
    """,
)

NO_PLAYERS, PLAYERS_BY_SPAN = (
    # A view that reads a table keeps it from being dropped; replaced, it keeps its grants.
    """
    CREATE OR REPLACE VIEW players AS
    SELECT
        player.id AS number,
        player.scorebook AS scorebook,
        COALESCE(player.called, player.name) AS player,
        CAST(0 AS NUMERIC) AS sessions,
        CAST(0 AS NUMERIC) AS wins,
        CASE WHEN player.archived_at IS NULL THEN 0 ELSE 1 END AS archived
    FROM player
    """,
    """
    CREATE OR REPLACE VIEW players AS
    SELECT
        player.id AS number,
        player.scorebook AS scorebook,
        COALESCE(player.called, player.name) AS player,
        COALESCE(SUM(tally.games), 0) AS sessions,
        COALESCE(SUM(tally.won), 0) AS wins,
        CASE WHEN player.archived_at IS NULL THEN 0 ELSE 1 END AS archived
    FROM player
    JOIN scorebook ON scorebook.id = player.scorebook
    LEFT JOIN tally ON tally.player = player.id AND tally.span = '' AND tally.kind = '*'
    WHERE player.person IS NULL AND scorebook.deleted_at IS NULL
    GROUP BY player.id, player.scorebook, player.called, player.name, player.archived_at
    """,
)
"""What the migration `m003_period_sums` makes of the view of players, before and after its tables."""


def with_changes(*, title: str) -> tuple[str, ...]:
    """What the migration `m008_seat_changes` makes of the views of sessions and results; `title` as in `views`."""
    return tuple(view.replace("{title}", title) for view in WITH_CHANGES)


WITH_CHANGES = (
    """
    CREATE OR REPLACE VIEW sessions AS
    SELECT
        session.id AS session,
        session.scorebook AS scorebook,
        session.game AS game,
        session.created_at AS began,
        session.updated_at AS last_entry,
        substr(session.created_at, 1, 7) AS month,
        (SELECT COUNT(*) FROM standing WHERE standing.session = session.id) AS players,
        session.deals AS deals,
        session.over AS finished,
        session.ended_early AS ended_early,
        CASE WHEN session.archived_at IS NULL THEN 0 ELSE 1 END AS archived,
        session.place AS location,
        session.note AS note,
        session.options AS house_rules,
        CASE WHEN session.game = 'score-pad' THEN COALESCE({title}, '') ELSE '' END AS title
    FROM session JOIN scorebook ON scorebook.id = session.scorebook
    WHERE session.discarded_at IS NULL AND scorebook.deleted_at IS NULL
    """,
    """
    CREATE OR REPLACE VIEW results AS
    SELECT
        sessions.session AS session,
        sessions.scorebook AS scorebook,
        sessions.game AS game,
        sessions.began AS began,
        sessions.month AS month,
        sessions.players AS players,
        standing.seat + 1 AS seat,
        COALESCE(person.called, person.name) AS player,
        standing.place AS place,
        standing.total_milli / 1000.0 AS total,
        standing.won AS won,
        standing.side + 1 AS side,
        sessions.title AS title
    FROM sessions
    JOIN standing ON standing.session = sessions.session
    LEFT JOIN seat ON seat.session = standing.session AND seat.seat = standing.seat
    JOIN player AS seated ON seated.id = COALESCE(
        (
            SELECT seat_change.player FROM seat_change
            WHERE seat_change.session = standing.session AND seat_change.seat = standing.seat
            ORDER BY seat_change.turn DESC LIMIT 1
        ),
        seat.player
    )
    JOIN player AS person ON person.id = COALESCE(seated.person, seated.id)
    WHERE sessions.finished = 1 AND sessions.deals > 0 AND standing.place > 0
    """,
)
"""With the people who sit there at the end, and a place only for who competes."""

NO_VIEWS = (
    "DROP VIEW results",
    # It left before the table that it read; version 1.4.0 had made it anew.
    "DROP VIEW IF EXISTS entries",
    "DROP VIEW sessions",
    "DROP VIEW players",
)
"""The migration `m013_no_views`; the first two read the third."""
