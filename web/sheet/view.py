"""Renders the sheet page: plain view, validation errors, or edit conflict; and where its table has gone since."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from flask import Response, render_template, request, url_for
from flask_babel import gettext as _

from record.log import stamp
from record.session import Session
from record.wording import last_change, names_of_done, names_of_undone, undo_effects
from scoring.entry.fields import to_json
from scoring.entry.reading import read_fields
from scoring.insights.chances import chances
from scoring.message import Words, plain, signed
from scoring.sheets import changes
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask, Cell, Entry
from scoring.text import isolated
from store.seats.pending_step import PendingStep, pending_step
from store.sessions.series import next_with_access
from store.sessions.snapshot import Snapshot, read_snapshot, version_of
from web.http import page_cache
from web.i18n.games import game_name, names
from web.i18n.timezone import iso_day_of, zone
from web.i18n.translate import words
from web.identity.current import book, can_see_scorebook, is_keeper, new_key, role, snapshot
from web.identity.visitor import device_hash, language, shows_code, theme
from web.pocket.sync import asks_for_copy, copied_at
from web.request import now
from web.sheet.chart import chart_of
from web.sheet.drafts import draft_key, earlier
from web.sheet.forms import Form, form_for
from web.sheet.scorecard import course_of, part_of_it, unranked
from web.sheet.seats import own_card
from web.sheet.setup import rule_sets, rules_called

AFTER_THE_END = ("adjustment", "note")
"""The steps that can be entered after the end of a game."""
STEPS_BACK = 6
"""Entries that can be undone at once."""


def sheet_page(found: Session, *, form: Form | None = None, **more: Any) -> str:
    """Render the sheet with errors or a question, and with what was typed in `form`."""
    pending = pending_step(book(), found)
    return _rendered(pending, form or _form(pending), key=new_key(), **more)


def sheet_as_it_is(now: Snapshot) -> Response:
    """Render the sheet with the current step's form, from the page cache; an undone entry is filled in again."""
    found = now.session
    return page_cache.page(
        (
            *(found.id, version_of(now.head), _opened(found), role(), can_see_scorebook(), next_game(now)),
            *(language(), theme(), shows_code(), str(zone()), request.script_root),
            *((asks_for_copy(found), copied_at()) if found.sheet.over else ()),
        ),
        lambda: _rendered(
            now.pending,
            _form(now.pending, key=page_cache.FORM_KEY),
            key=page_cache.KEY,
            csrf_token=lambda: page_cache.TOKEN,
        ),
    )


def _form(pending: PendingStep, key: str | None = None) -> Form | None:
    """The form of the current step; None without a step or for anybody but a keeper.

    Public pending input is filled in, for others what is suggested or, in a live step, what was undone.
    """
    found, ask = pending.session, pending.sheet.ask
    if ask is None or not is_keeper():
        return None
    entry = found.log.awaits(ask.step)
    if pending.seats and pending.public_input:
        before = (entry if pending.live else None) or {}
        entry = {each.name: before.get(each.name, to_json(each.suggested)) for each in ask.fields}
        for each in pending.fields:
            if not each.seats and (value := pending.for_table(each)) is not None:
                entry[each.name] = value
            elif each.seats:
                values = (
                    entry[each.name] if isinstance(entry[each.name], list) else [None] * len(found.sheet.table.seats)
                )
                new = {
                    seat: own[each.name] for seat, own in pending.public_input.items() if own.get(each.name) is not None
                }
                entry[each.name] = [new.get(seat, value) for seat, value in enumerate(values)]
    form = form_for(ask, position=found.position, entry=entry)
    form["key"].data = key or form["key"].data
    return form


def _rendered(pending: PendingStep, form: Form | None, *, problems: Sequence[str] = (), **more: object) -> str:
    found, sheet, done = pending.session, pending.sheet, pending.session.log.done
    if form is not None:
        form["position"].data = found.position
        form.lay(pending.laid)
    is_fresh = bool(found.actions) and found.actions[-1].kind in ("enter", "redo")
    return render_template(
        "session/sheet.html",
        session=found,
        sheet=sheet,
        form=form,
        pending=pending,
        # Drafts from before the pending input was complete are out of date.
        turn=draft_key(sheet, found.log) + ("-said" if pending.entry else ""),
        earlier=[] if pending.entry else earlier(found),
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
        done_step=done[-1].facts.get("step") if done else None,
        fresh=is_fresh,
        done=list(islice(names_of_done(found), STEPS_BACK)) if is_keeper() else [],
        undone=next(names_of_undone(found), None) if is_keeper() else None,
        # The result is the news where the last action, or the one redone, ended the game.
        ended=sheet.over and is_fresh and done[-1].kind == "enter" and done[-1].facts["step"] not in AFTER_THE_END,
        share=share_text(found) if sheet.over else "",
        course=course_of(found) if sheet.over else None,
        part_of_it=part_of_it(found) if sheet.over else (),
        waiting=[changes.announcement(sheet, each.entry) for each in sheet.waiting],
        **more,
    )


def _opened(found: Session) -> int | None:
    """The row whose working the URL opens."""
    opened = request.args.get("row", type=int) if request.args else None
    return opened if opened is not None and 0 <= opened < len(found.sheet.rows) else None


def next_game(seen: Snapshot) -> str | None:
    """The last game of the table, if it began after this one; for who may not see all, the last that they were let in
    to."""
    last: str | None = seen.head["next_game"]
    if last is None or can_see_scorebook():
        return last
    return next_with_access(book(), seen.session.id, device_hash(), at=stamp(now()))


def next_card(seen: Snapshot) -> str | None:
    """The URL of this phone's seat card in the next session, once this one is over; else None."""
    next_one = next_game(seen) if seen.is_over else None
    return own_card(read_snapshot(book(), next_one).pending) if next_one else None


def next_view(session: str, view: str) -> str | None:
    """The URL of a view of the next session, for an open page whose session is over; else None.

    Only for polls: somebody who opens the view of a session that is over wants to see that one.
    """
    seen = snapshot(session) if request.if_none_match else None
    next_one = next_game(seen) if seen and seen.is_over else None
    return url_for(view, session=next_one) if next_one else None


def rules_of(found: Session) -> tuple[Words, ...]:
    """The names of the house rules, shown before the first deal."""
    options = found.sheet.options.strip_defaults(found.sheet.table).to_json()
    return rules_called(found.game, options, rule_sets(found.game))


def asked_again(found: Session, ask: Ask) -> Form:
    """The form of an ask, filled with the entry that was undone there or set aside by a correction."""
    return form_for(ask, position=found.position, entry=found.log.awaits(ask.step))


def share_text(found: Session) -> str:
    """The final standings as text to share."""
    sheet = found.sheet
    scores = (
        plain(each.total) if each.wins is None else f"{words(each.tally)} ({plain(each.total)})"
        for each in sheet.standings
    )
    return "\n".join(
        (
            f"{isolated(game_name(found.game, sheet.options))} · {iso_day_of(found.created_at)}",
            *(
                f"{each.place}. {isolated(names(sheet.table, each.seats))} {score}"
                for each, score in zip(sheet.standings, scores, strict=True)
            ),
            *(
                f"({_('out of competition')}) {isolated(names(sheet.table, side))} {plain(sheet.totals[side[0]])}"
                for side in unranked(sheet)
            ),
            *(f"({_('spectator')}) {isolated(name)} {signed(points)}" for name, points in sheet.spectators),
        )
    )


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
