"""Internationalization: texts in the reader's language, times in the reader's time zone; and all that every template
may call, a page's own functions apart."""

from __future__ import annotations

from functools import partial

from flask import Flask
from markupsafe import Markup

from scoring.decks import hanafuda, yaku
from scoring.insights.news import last_row
from scoring.message import bare, plain, signed
from scoring.table import for_players
from scoring.text import isolated
from web.i18n import games, timezone, translate
from web.identity import invitations, visitor


def register(app: Flask) -> None:
    """Register the template filters and globals."""
    translate.register(app)
    app.jinja_env.filters.update(
        translated=translate.translated,
        sentences=partial(translate.sentences, kind=Markup),
        signed=signed,
        points=plain,
        initial=games.initial,
        isolated=isolated,
        seat_numbers=games.seat_numbers,
        text_width=games.text_width,
    )
    called = (
        *(bare, for_players, last_row, translate.language, yaku.rules_by_name),
        *(invitations.link_kind, invitations.access_text),
        *(visitor.is_keeper, visitor.may_sit, visitor.can_see_scorebook, visitor.theme, visitor.shows_code),
        *(games.game_name, games.winner_names, games.short_names),
        *(timezone.day_of, timezone.day_played, timezone.iso_day_of),
        *(timezone.minute_of, timezone.clock_of, timezone.format_end),
    )
    values = {"flower_cards": hanafuda.CARDS, "yaku_table": yaku.TABLE, "link_kinds": invitations.LINK_KINDS}
    app.jinja_env.globals.update({each.__name__: each for each in called}, **values)
