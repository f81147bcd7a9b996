"""Renders the sheet page: plain view, validation errors, or edit conflict; and where its table has gone since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from flask import Response, render_template, request

from record.log import stamp
from record.session import Session
from record.wording import last_change, names_of_done, names_of_undone, undo_effects
from scoring.entry.fields import to_json
from scoring.entry.reading import read_fields
from scoring.insights.chances import chances
from scoring.insights.news import after_entry, last_row
from scoring.message import signed
from scoring.sheets import changes
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask, Cell, Entry
from store.seats.pending_step import PendingStep, pending_step
from store.sessions.loading import read_head
from store.sessions.series import next_with_access
from store.sessions.snapshot import Snapshot, version_of
from web.http import page_cache
from web.i18n.games import text_width
from web.i18n.timezone import zone
from web.i18n.translate import language, reader, translated
from web.identity.visitor import book, current_visit, device_hash, new_key, role, shows_code, theme
from web.pocket.sync import asks_for_copy, copied_at
from web.request import now
from web.sheet.chart import chart_of
from web.sheet.drafts import draft_key, earlier_drafts
from web.sheet.forms import Form, form_for
from web.sheet.scorecard import course_of, part_of_it
from web.sheet.seat_card import own_seats
from web.sheet.setup_form import rules_of

AFTER_THE_END = ("adjustment", "note")
"""The steps that can be entered after the end of a game, and are news beside the result."""
LINE_WIDTH = 16
"""Full-width letters in the line above the rows on a small phone."""
MAX_STEPS_BACK = 6
"""Entries that can be undone at once."""


def sheet_as_it_is(current: Snapshot) -> Response:
    """Render the sheet with the current step's form, from the page cache; the URL opens the working of a row."""
    session, pending, visit = current.session, current.pending, current_visit()
    row = request.args.get("row", -1, type=int) if request.args else -1
    opened = row if 0 <= row < len(session.sheet.rows) else None
    return page_cache.page(
        (
            *(session.id, version_of(current.head), opened, next_game(current)),
            *(visit.book.role, visit.can_see_scorebook, language(), theme(), shows_code()),
            *(str(zone()), request.script_root, tuple(own_seats(pending))),
            *((asks_for_copy(session), copied_at()) if session.sheet.over else ()),
        ),
        lambda: sheet_page(
            session,
            pending=pending,
            form_key=page_cache.FORM_KEY,
            opened=opened,
            key=page_cache.KEY,
            csrf_token=lambda: page_cache.TOKEN,
        ),
    )


def sheet_page(
    session: Session,
    *,
    pending: PendingStep | None = None,
    form: Form | None = None,
    form_key: str | None = None,
    opened: int | None = None,
    problems: Sequence[str] = (),
    key: str = "",
    **more: object,
) -> str:
    """Render the sheet, with errors or a question and what was typed in `form`, or with the current step's form."""
    pending = pending or pending_step(book(), session)
    sheet, done, reader, own = session.sheet, session.log.done, role(), own_seats(pending)
    form = form or (_form(pending, form_key) if reader == "keeper" else None)
    if form is not None:
        form["position"].data = session.position
        form.lay(pending.laid)
        more["turn"] = draft_key(sheet, session.log)
        more["earlier"] = earlier_drafts(session)
    row = last_row(sheet)
    is_fresh = bool(session.actions) and session.actions[-1].kind in ("enter", "redo")
    return render_template(
        "session/sheet.html",
        session=session,
        sheet=sheet,
        form=form,
        pending=pending,
        own=own,
        # Each seat with the time, so that what is newer than a tap is known.
        elsewhere=" ".join(f"{seat}@{at}" for seat, at in pending.on_own_device.items() if seat not in own),
        problems=problems,
        key=key or new_key(),
        opened=opened,
        look=1 if reader == "player" else None,
        plays=reader != "watcher",
        chart=chart_of(sheet),
        chances=chances(sheet),
        headline=last_change_text(session),
        has_change=bool(last_change(session)),
        taken_back=tuple(undo_effects(session)),
        begun=session.is_unplayed,
        rules=rules_of(session) if session.is_unplayed else (),
        # The headline is then about the deal before, where the same step is asked again.
        is_last_time=is_fresh and row and row.news and sheet.ask and done[-1].facts.get("step") == sheet.ask.step,
        # Those of a step that they explain stand in it.
        sentences=() if sheet.ask and sheet.ask.explained else sheet.sentences,
        fresh=is_fresh,
        done=list(islice(names_of_done(session), MAX_STEPS_BACK)) if reader == "keeper" else [],
        undone=next(names_of_undone(session), None) if reader == "keeper" else None,
        # The result is the news where the last action, or the one redone, ended the game.
        ended=sheet.over and is_fresh and done[-1].kind == "enter" and done[-1].facts.get("step") not in AFTER_THE_END,
        course=course_of(session),
        part_of_it=part_of_it(session) if sheet.over else (),
        waiting=[changes.announcement(sheet, each.entry) for each in sheet.waiting],
        **more,
    )


def last_change_text(session: Session) -> str:
    """The last change in words; of a finished deal its news, as many as fit in a line."""
    change, sheet = last_change(session), session.sheet
    if change != sheet.message:
        return translated(change)
    row, news = last_row(sheet), [translated(message) for message in after_entry(sheet)]
    comma = reader().marks.get(", ", ", ")
    while len(news) > max(1, len(row.news) if row else 1) and text_width(comma.join(news)) > LINE_WIDTH:
        news.pop()
    return comma.join(news)


def _form(pending: PendingStep, key: str | None) -> Form | None:
    """A keeper's form of the current step; None without a step.

    Public pending input is filled in, for others what was undone, or what is suggested.
    """
    session, ask = pending.session, pending.sheet.ask
    if ask is None:
        return None
    entry = session.log.awaits(ask.step)
    if pending.seats and pending.public_input:
        before = entry or {}
        entry = {each.name: before.get(each.name, to_json(each.suggested)) for each in ask.fields}
        for each in pending.fields:
            known = entry[each.name]
            if each.seats:
                values = known if isinstance(known, list) else [None] * len(session.sheet.table.seats)
                new = {
                    seat: own[each.name] for seat, own in pending.public_input.items() if own.get(each.name) is not None
                }
                entry[each.name] = [new.get(seat, value) for seat, value in enumerate(values)]
            elif (value := pending.for_table(each)) is not None:
                entry[each.name] = value
    form = form_for(ask, position=session.position, entry=entry)
    form["key"].data = key or form["key"].data
    return form


def next_game(current: Snapshot) -> str | None:
    """The last game of the table, if it began after this one and this one was not played on since; for who may not see
    all, the last that they were let in to."""
    last: str | None = current.head["next_game"]
    if last and not current_visit().can_see_scorebook:
        last = next_with_access(book(), current.session.id, device_hash(), at=stamp(now()))
    return None if last is None or current.session.was_played_since(read_head(book(), last)["created_at"]) else last


def form_with_undone(session: Session, ask: Ask) -> Form:
    """The form of an ask, filled with the entry that was undone there or set aside by a correction."""
    return form_for(ask, position=session.position, entry=session.log.awaits(ask.step))


def row_json(cells: Sequence[Cell]) -> dict[str, list[Any]]:
    """A row for a preview, by seat: points as number and as text, and their working, whole and in brief."""
    return {
        "numbers": [cell.points if isinstance(cell.points, int) else float(cell.points) for cell in cells],
        "points": [signed(cell.points) for cell in cells],
        "workings": [translated(cell.working) for cell in cells],
        "briefs": [translated(cell.brief) or translated(cell.working) for cell in cells],
    }


def partial_news(sheet: Sheet[Any], ask: Ask, raw: Mapping[str, object]) -> dict[str, str]:
    """The news of an incomplete entry, by field."""
    typed = {name: value for name, value in raw.items() if name != "step"}
    facts, _problems = read_fields(ask.fields, typed, sheet.table.players)
    return {name: translated(message) for name, message in sheet.partial_news(Entry(ask.step, facts)).items()}
