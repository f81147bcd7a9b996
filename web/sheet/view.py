"""Renders the sheet page: plain view, validation errors, or edit conflict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from flask import Response, render_template, request
from flask_babel import gettext as _

from record.session import Session
from record.wording import last_change, names_of_done, names_of_undone, undo_effects
from scoring.core import replay_trusted
from scoring.entry.fields import to_json
from scoring.entry.reading import read_fields
from scoring.insights.chances import chances
from scoring.message import Message, Words, plain, signed
from scoring.sheets import changes
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask, Cell, Entry, Standing
from scoring.text import isolated
from store.seats.step import PendingStep, pending_step
from store.sessions.snapshot import Snapshot
from web.http import page_cache
from web.i18n.games import game_name, names
from web.i18n.timezone import iso_day_of, zone
from web.i18n.translate import words
from web.identity.current import book, can_see_scorebook, is_keeper, new_key, role
from web.identity.visitor import language, shows_code, theme
from web.pocket.sync import asks_for_copy, copied_at
from web.sheet.chart import chart_of
from web.sheet.drafts import draft_key, earlier
from web.sheet.forms import EntryForm, form_for
from web.sheet.next_game import next_game
from web.sheet.scorecard import unranked
from web.sheet.setup import rule_sets, rules_called
from web.sheet.summary import course_of, part_of_it

AFTER_THE_END = ("adjustment", "note")
"""The steps that can be entered after the end of a game."""
STEPS_BACK = 6
"""Entries that can be undone at once."""


def sheet_page(found: Session, *, form: EntryForm | None = None, problems: Sequence[str] = (), **more: object) -> str:
    """Render the sheet with errors or a question, and with what was typed in `form`."""
    spoken = said_for_themselves(pending_step(book(), found))
    form = form or _form(found, spoken)
    return _rendered(found, form, spoken=spoken, problems=problems, key=new_key(), **more)


def sheet_as_it_is(now: Snapshot) -> Response:
    """Render the sheet with the current step's form, from the page cache; an undone entry is filled in again."""
    found = now.session

    def rendered() -> str:
        spoken = said_for_themselves(now.pending)
        return _rendered(
            found,
            _form(found, spoken, key=page_cache.FORM_KEY),
            spoken=spoken,
            key=page_cache.KEY,
            csrf_token=lambda: page_cache.TOKEN,
        )

    return page_cache.page(
        (
            *(found.id, now.version, _opened(found), role(), can_see_scorebook(), next_game(now)),
            *(language(), theme(), shows_code(), str(zone()), request.script_root),
            *((asks_for_copy(found), copied_at()) if found.sheet.over else ()),
        ),
        rendered,
    )


def said_for_themselves(step: PendingStep) -> PendingStep | None:
    """The pending step, where seats have a part in it."""
    return step if step.seats else None


def _form(found: Session, spoken: PendingStep | None, key: str | None = None) -> EntryForm | None:
    """The form of the current step; None without a step or for anybody but a keeper.

    Public pending input is filled in.
    """
    ask = found.sheet.ask
    if ask is None or not is_keeper():
        return None
    said = _said(ask, spoken, found) if spoken and spoken.shown else None
    form = form_for(ask, position=found.position, entry=said) if said else asked_again(found, ask)
    form.key.data = key or form.key.data
    return form


def _said(ask: Ask, spoken: PendingStep, found: Session) -> Mapping[str, object]:
    """The pending input of seats, with suggestions for the others, or in a live step what was undone."""
    undone = (found.log.awaits(ask.step) if spoken.live else None) or {}
    filled: dict[str, object] = {}
    for field in ask.fields:
        suggested = undone.get(field.name, to_json(field.suggested))
        filled[field.name] = suggested
        if field.own and not field.seats:
            said_by_one = spoken.parts.for_table(field)
            filled[field.name] = suggested if said_by_one is None else said_by_one
        elif field.own:
            values = suggested if isinstance(suggested, list) else [None] * len(spoken.session.sheet.table.players)
            said = {seat: part[field.name] for seat, part in spoken.shown.items() if part.get(field.name) is not None}
            filled[field.name] = [said.get(seat, value) for seat, value in enumerate(values)]
    return filled


def _rendered(
    found: Session, form: EntryForm | None, *, spoken: PendingStep | None, problems: Sequence[str] = (), **more: object
) -> str:
    sheet = found.sheet
    if form is not None:
        form.position.data = found.position
        form.lay(spoken.laid if spoken else {})
    return render_template(
        "session/sheet.html",
        session=found,
        sheet=sheet,
        form=form,
        spoken=spoken,
        # Drafts from before the pending input was complete are out of date.
        turn=draft_key(sheet, found.log) + ("-said" if spoken and spoken.entry else ""),
        earlier=[] if spoken and spoken.entry else earlier(found),
        problems=problems,
        opened=_opened(found),
        look=1 if role() == "player" else None,
        plays=role() != "watcher",
        chart=chart_of(sheet),
        chances=chances(sheet),
        told=last_change(found),
        taken_back=tuple(undo_effects(found)),
        begun=found.is_unplayed,
        rules=rules_of(found) if found.is_unplayed else (),
        done_step=found.log.done[-1].facts.get("step") if found.log.done else None,
        fresh=bool(found.actions) and found.actions[-1].kind in ("enter", "redo"),
        done=list(islice(names_of_done(found), STEPS_BACK)) if is_keeper() else [],
        undone=next(names_of_undone(found), None) if is_keeper() else None,
        ended=sheet.over and has_just_ended(found),
        share=share_text(found) if sheet.over else "",
        course=course_of(found) if sheet.over else None,
        part_of_it=part_of_it(found) if sheet.over else (),
        waiting=[changes.announcement(sheet, each.entry) for each in sheet.waiting],
        **more,
    )


def has_just_ended(found: Session) -> bool:
    """Whether the last action entered what ended the game, or redid it, so that the result is the news."""
    entry = found.log.done[-1]
    is_written = found.actions[-1].kind in ("enter", "redo") and entry.kind == "enter"
    return is_written and entry.facts["step"] not in AFTER_THE_END


def _opened(found: Session) -> int | None:
    """The row whose working the URL opens."""
    opened = request.args.get("row", type=int) if request.args else None
    return opened if opened is not None and 0 <= opened < len(found.sheet.rows) else None


def rules_of(found: Session) -> tuple[Words, ...]:
    """The names of the house rules, shown before the first deal."""
    options = found.sheet.options.strip_defaults(found.sheet.table).to_json()
    return rules_called(found.game, options, rule_sets(found.game))


def last_plan(found: Session) -> Message | None:
    """The plan that the table changed last, as it was said then; None where the plan is that of the house rules."""
    plans = [place for place, entry in enumerate(found.entries) if entry["step"] == changes.PLAN]
    return replay_trusted(found.blank, found.entries[: plans[-1] + 1]).said if plans else None


def asked_again(found: Session, ask: Ask) -> EntryForm:
    """The form of an ask, filled with the entry that was undone there or set aside by a correction."""
    return form_for(ask, position=found.position, entry=found.log.awaits(ask.step))


def share_text(found: Session) -> str:
    """The final standings as text to share."""
    sheet = found.sheet
    lines = (f"{each.place}. {isolated(names(sheet.table, each.seats))} {_score(each)}" for each in sheet.standings)
    beside = (
        f"({_('out of competition')}) {isolated(names(sheet.table, side))} {plain(sheet.totals[side[0]])}"
        for side in unranked(sheet)
    )
    spectators = (f"({_('spectator')}) {isolated(name)} {signed(points)}" for name, points in sheet.spectators)
    title = f"{isolated(game_name(found.game, sheet.options))} · {iso_day_of(found.created_at)}"
    return "\n".join((title, *lines, *beside, *spectators))


def _score(each: Standing) -> str:
    return plain(each.total) if each.wins is None else f"{words(each.tally)} ({plain(each.total)})"


def row_told(cells: Iterable[Cell]) -> dict[str, list[Any]]:
    """A row for a preview, by seat: points as number and as text, and their working, whole and in brief."""
    told = [(cell.points, signed(cell.points), words(cell.working), words(cell.brief)) for cell in cells]
    return {
        "numbers": [points if isinstance(points, int) else float(points) for points, *_ in told],
        "points": [text for _, text, *_ in told],
        "workings": [working for *_, working, _ in told],
        "briefs": [brief or working for *_, working, brief in told],
    }


def told_so_far(sheet: Sheet[Any], ask: Ask, raw: Mapping[str, object]) -> dict[str, str]:
    """What an incomplete entry tells already, by field."""
    typed = {name: value for name, value in raw.items() if name != "step"}
    facts, _problems = read_fields(ask.fields, typed, sheet.table.players)
    return {name: words(told) for name, told in sheet.partial_news(Entry(ask.step, facts)).items()}
