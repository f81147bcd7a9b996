"""Internationalization: texts in the reader's language, times in the reader's time zone; and all that every template
may call, a page's own functions apart."""

from __future__ import annotations

from flask import Flask

from scoring.decks import hanafuda, yaku
from scoring.insights.news import last_row
from scoring.message import bare, plain, signed
from scoring.table import for_players
from scoring.text import isolated
from web.i18n import games, timezone, translate
from web.i18n.language import language
from web.identity import invitations, visitor


def register(app: Flask) -> None:
    """Register the template filters and globals."""
    translate.register(app)
    app.jinja_env.filters.update(
        words=translate.words,
        sentences=translate.sentences,
        signed=signed,
        points=plain,
        initial=games.initial,
        isolated=isolated,
        seat_numbers=games.seat_numbers,
        text_width=games.text_width,
    )
    app.jinja_env.globals.update(
        flower_cards=hanafuda.CARDS,
        yaku_table=yaku.TABLE,
        rules_by_name=yaku.rules_by_name,
        bare=bare,
        for_players=for_players,
        last_row=last_row,
        is_keeper=visitor.is_keeper,
        link_kinds=invitations.LINK_KINDS,
        link_kind=invitations.link_kind,
        access_text=invitations.access_text,
        may_sit=visitor.may_sit,
        can_see_scorebook=visitor.can_see_scorebook,
        language=language,
        theme=visitor.theme,
        shows_code=visitor.shows_code,
        game_name=games.game_name,
        winner_names=games.winner_names,
        short_names=games.short_names,
        day_of=timezone.day_of,
        iso_day_of=timezone.iso_day_of,
        minute_of=timezone.minute_of,
        clock_of=timezone.clock_of,
        format_end=timezone.format_end,
    )
