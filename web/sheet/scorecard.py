"""What the scorecard, the final standings and the end of a game show besides the sheet.

Marks of outcomes, colours and short names of players, times, bars, the pages of a long card, how the game went.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from typing import Any

from flask import Flask, g
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext
from jinja2.runtime import Context
from jinja2.utils import pass_context

from record.people import names_of_seat
from record.session import Session
from scoring.catalogue import all_games
from scoring.entry.fields import Field, Number
from scoring.errors import EntryError
from scoring.insights.facts import bids_made
from scoring.insights.news import made_in_a_row
from scoring.insights.story import MAX_SENTENCES, story
from scoring.message import Message, Points, Words, bare, plain, say
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import DecidedBy, Notice, Outcome, Row
from scoring.table import Table
from scoring.text import FIRST_STRONG_ISOLATE, POP_ISOLATE, beginning
from store.players.profiles import colours_of
from store.seats.pending_step import PendingStep
from store.sessions.history import Summary
from web.i18n.games import ended_as, result_text, short_names, text_width
from web.i18n.timezone import duration
from web.i18n.translate import reader, translated
from web.identity.visitor import book
from web.sheet.forms import Form

MAX_SIGNS = 5
COLOUR_NAMES = (
    *(_l("Magenta"), _l("Green"), _l("Blue"), _l("Gold"), _l("Purple")),
    *(_l("Teal"), _l("Plum"), _l("Olive"), _l("Brown"), _l("Slate")),
)
"""Names of the colours by number, as `seat-0` to `seat-9` in the style sheet."""
INKS = (
    *("#8f2f69", "#1f6150", "#2c57a5", "#8a6412", "#6f4196", "#0e6a7b"),
    *("#5b2a4a", "#4a5a1e", "#6d4a31", "#3f4f63", "#33337a", "#2f6b3a"),
)
"""The same colours and those of the last seats, in the light theme, for pictures, which cannot use the style sheet."""
PAGE_SIZE = 100
"""Rows on a page of the scorecard, lines on one of the log."""
MAX_IN_HEADLINE = 4
"""Winners whose names are the headline of the end; of more it has the number, beside their faces."""
PART_OF_IT = ("takeover", "join", "leave")
"""The changes after which somebody was there for a part of the game."""
MAX_LINES = MAX_SENTENCES + 1
"""The most lines that a page of the end shows: what decided the game, then moments, of which one always fits."""
ICONS = {"lead": "crown", "comeback": "up", "changes": "swap", "swing": "swing"}
"""The icon of each kind of sentence."""


@dataclass(frozen=True, kw_only=True)
class OutcomeMark:
    """How one outcome is shown; empty where paper shows nothing.

    `style` is its CSS class. Bids are marked by CSS; `mark` is for letters. `word` is the outcome.
    """

    style: str = ""
    mark: Words = ""
    word: Message | None = None


WON = OutcomeMark(style="won", mark=bare("✓"), word=say("won"))
LOST = OutcomeMark(style="lost", mark=bare("✗"), word=say("lost"))
DRAWN = OutcomeMark(style="drawn", mark=bare("≈"), word=say("drawn"))
MARKS: Mapping[Outcome | None, OutcomeMark] = MappingProxyType(
    {
        None: OutcomeMark(),
        Outcome.MADE: OutcomeMark(style="made", word=say("made")),
        Outcome.MISSED: OutcomeMark(style="missed", word=say("missed")),
        Outcome.WON: WON,
        Outcome.ALONE: WON,
        Outcome.LOST: LOST,
        Outcome.DRAWN: DRAWN,
        Outcome.OUT: OutcomeMark(),
    }
)


def register(app: Flask) -> None:
    """Give templates the functions of the scorecard."""
    app.jinja_env.filters.update(shortened=shortened, as_they_sit=as_they_sit)
    called = (
        *(legend, strip_facts, card_rows, final_result, ended_as, progress, hue, hue_of, cut_short, duration, bars),
        *(bids_made, column_names, has_long_totals, recorded_at, absence, sides_clockwise, unranked, names_of_seat),
        *(deals_played, made_in_a_row),
    )
    app.jinja_env.globals.update({each.__name__: each for each in called}, shown=MARKS)


def column_names(table: Table) -> list[str]:
    """The beginning of each name that fits a narrow column: three kana or five letters, one more to tell two apart.

    >>> column_names(Table(("たくみや", "たくみこ", "けんじろう", "Benjamin", "Ann")))
    ['たくみや', 'たくみこ', 'けんじ', 'Benja', 'Ann']
    """
    lengths = {name: 3 if text_width(beginning(name, 3)) > 2 else 5 for name in table.players}
    cut = {name: beginning(name, length) for name, length in lengths.items()}
    alike = Counter(cut.values())
    return [beginning(name, lengths[name] + (alike[cut[name]] > 1)) for name in table.players]


def shortened(name: str, letters: float) -> str:
    """A name of at most this many full-width letters; one that is isolated from the text around it stays so.

    >>> shortened("Friederike-Charlotte", 5), shortened("たくや", 5)
    ('Friederik…', 'たくや')
    """
    if text_width(name) <= letters:
        return name
    shorter = (beginning(name, signs) for signs in range(len(name), 0, -1))
    cut = next(each for each in shorter if text_width(each) <= letters - 0.5) + "…"
    return cut + POP_ISOLATE * (cut.count(FIRST_STRONG_ISOLATE) - cut.count(POP_ISOLATE))


def as_they_sit(inputs: Iterable[Any], table: Table) -> list[Any]:
    """Inputs of seats in the order in which the players sit, clockwise."""
    return sorted(inputs, key=lambda each: table.clockwise.index(each.seat))


def absence(sheet: Sheet[Any], side: tuple[int, ...]) -> Message | None:
    """Why a side has no part in this deal; None if it has."""
    if sheet.table.left.issuperset(side):
        return say("left")
    return say("sits out") if sheet.table.resting.issuperset(side) and not sheet.over else None


def sides_clockwise(sheet: Sheet[Any]) -> list[tuple[int, ...]]:
    """The sides in the order in which their first players sit."""
    return sorted(sheet.sides, key=lambda side: sheet.table.clockwise.index(side[0]))


def unranked(sheet: Sheet[Any]) -> tuple[tuple[int, ...], ...]:
    """The sides out of competition, which the standings leave out."""
    return tuple(side for side in sheet.sides if sheet.unranked.issuperset(side))


def deals_played(sheet: Sheet[Any], side: tuple[int, ...]) -> int:
    """The number of deals in which a side had a part."""
    return sum(not row.cells[side[0]].absent for row in sheet.deal_rows)


def has_long_totals(sheet: Sheet[Any]) -> bool:
    """Whether a running total has more signs than fit a column of a phone."""
    return any(len(plain(total)) > MAX_SIGNS for totals in sheet.running_totals for total in totals)


def card_rows(sheet: Sheet[Any], among: range | None) -> list[tuple[int, Row, Words, Sequence[str], Sequence[Points]]]:
    """The rows of the scorecard, or those `among` them.

    Of each its place, the row, its number or label, short names of its players, and the totals after it.
    """
    return [
        (place, row, str(row.deal) if row.kind == "deal" else row.label, short_names(row.players), totals)
        for place, (row, totals) in enumerate(zip(sheet.rows, sheet.running_totals, strict=True))
        if among is None or place in among
    ]


def strip_facts(
    sheet: Sheet[Any], form: Form | None, pending: PendingStep | None
) -> tuple[list[Notice], list[dict[str, Any]]]:
    """What the strip above a step shows: notices and sums, of a seat's card those of the pending input.

    A sum is what the inputs of a field come to `so_far`, `of` how many; `counts` is the field's name where a script
    counts on, `declared` what else the numbers are as long as nothing was touched.
    """
    signs = {field.name for field in form.signs} if form else set()
    # Who deals is marked in the rows, where the signs need the room.
    hidden = {*signs, "dealer"} if signs else set()
    notices = [notice for notice in sheet.notices if notice.name not in hidden]
    sums: list[dict[str, Any]] = []

    def add(field: Number, entered: Iterable[object], **more: object) -> None:
        so_far = sum(number for number in entered if isinstance(number, int))
        sums.append({"label": field.label, "so_far": so_far, "of": field.total or field.out_of, **more})

    for field in _summed(form.fields if form else ()):
        if form and not any(bound.laid for bound in form.inputs(field)):
            # What is filled in from the bids is their sum as long as nothing was touched.
            is_filled_in = isinstance(field.suggested, tuple) and not form.sent
            declared = sheet.declared.label if is_filled_in and sheet.declared else None
            add(field, (bound.value for bound in form.inputs(field)), declared=declared, counts=field.name)
    if pending and pending.seats and not pending.hidden and sheet.ask:
        for field in _summed(sheet.ask.fields):
            if field.own:
                add(field, (own.get(field.name) for own in pending.public_input.values()))
    return notices, sums


def _summed(fields: Iterable[Field]) -> Iterator[Number]:
    """The numbers of seats that add up to something."""
    for field in fields:
        if isinstance(field, Number) and field.seats and not field.optional and (field.total or field.out_of):
            yield field


def final_result(sheet: Sheet[Any]) -> dict[str, Any]:
    """How a game that is over ended: `whole` in a sentence, of which `who` is who or how many won, or that nobody did.

    `how` is the rest of it, `sides` how many won.
    """
    names, people = result_text(sheet), len(sheet.winners)
    if not people:
        whole = _("No points were recorded.") if sheet.decided_by == DecidedBy.NOTHING else names
        return {"whole": whole, "who": whole, "how": "", "sides": 0}
    sides = sum(each.place == 1 for each in sheet.standings)
    if any(sheet.places[sheet.side_of(tie.order[0])] == 1 for tie in sheet.ties_in_force):
        how, whole = ngettext("wins the tie", "win the tie", people), ""
    elif sheet.decided_by != DecidedBy.TOTALS:
        how, whole = translated(sheet.won_by) if sheet.won_by else _("share the win"), ""
        if people == 1 and not sheet.won_by:
            # Who played alone has beaten nobody.
            how, whole = "", translated(bare("{who} {total}", who=names, total=plain(sheet.standings[0].total)))
    else:
        gap = plain(next(each for each in sheet.standings if each.place != 1).gap)
        how = ngettext("wins, %(gap)s ahead", "win, %(gap)s ahead", people, gap=gap)
        whole = ngettext("%(names)s wins, %(gap)s ahead", "%(names)s win, %(gap)s ahead", people, names=names, gap=gap)
        if sides > 1:
            how = _("share the win, %(gap)s ahead", gap=gap)
            whole = _("%(names)s share the win, %(gap)s ahead", names=names, gap=gap)
    who = names if people <= MAX_IN_HEADLINE else ngettext("%(num)s player", "%(num)s players", people)
    whole = whole or translated(bare("{who}, {how}" if reader().is_japanese else "{who} {how}", who=names, how=how))
    return {"whole": whole, "who": who, "how": how, "sides": sides}


def progress(sheet: Sheet[Any]) -> str:
    """How far a game is: the deal in play, that it is the last, or that the game is over."""
    if sheet.over:
        return str(_("final"))
    return translated(say("last {deal}", deal=sheet.deal_noun) if sheet.in_last_deal else sheet.progress)


def recorded_at(session: Session, row: Row) -> str | None:
    """When the last entry of a row was recorded; None for one that a correction put in."""
    position = session.log.ids[row.entries[-1]]
    return None if position is None else session.actions[position].at


def bars(sheet: Sheet[Any]) -> dict[int, dict[str, float]]:
    """A bar for each side in the standings by its first seat, as long as what its place goes by: its total or its wins.

    In percent of its track: where it starts, its length. Below 0 it goes left of where 0 is. None without points.
    """
    if not sheet.has_points:
        return {}
    lengths = {each.seats[0]: each.total if each.wins is None else each.wins for each in sheet.standings}
    low, high = min(0, *lengths.values()), max(0, *lengths.values())
    whole = high - low or 1

    def percent(amount: Any) -> float:
        return round(float(amount) / float(whole) * 100, 1)

    return {
        seat: {"start": percent(min(length, 0) - low), "length": percent(abs(length))}
        for seat, length in lengths.items()
    }


def legend(sheet: Sheet[Any]) -> tuple[tuple[Words, Words], ...]:
    """The legend of a scorecard's bids, letters and marks."""
    if any(cell.taken for row in sheet.rows for cell in row.cells):
        return ("3→2", say("bid → taken")), ("●", say("made")), ("✕", say("missed"))
    marks = ((each.mark, each.word) for each in (WON, LOST, DRAWN) if sheet.legend and each.word)
    return (*sheet.legend, *marks)


@pass_context
def hue(context: Context, seat: Any) -> int:
    """The number of a seat's colour and dash on a session's page, which is its player's; elsewhere the seat itself."""
    colours: Sequence[int] = getattr(context.get("session"), "colours", ())
    place = int(seat)
    return colours[place] if place < len(colours) else place


def hue_of(name: str) -> int | None:
    """The number of a person's colour, by their name in the visitor's scorebook; None where nobody has that name."""
    if "colours" not in g:
        g.colours = colours_of(book())
    colour: int | None = g.colours.get(name)
    return colour


def page_range(count: int, page: int) -> tuple[int, range]:
    """The page, or the nearest that there is, and the places of its lines.

    >>> page_range(250, 1), page_range(250, 9), page_range(0, -1)
    ((1, range(150, 250)), (3, range(0, 50)), (1, range(0, 0)))
    """
    page = min(max(page, 1), page_of(0, count))
    stop = count - PAGE_SIZE * (page - 1)
    return page, range(max(0, stop - PAGE_SIZE), stop)


def page_of(place: int, count: int) -> int:
    """The page with this place.

    >>> page_of(249, 250), page_of(149, 250), page_of(0, 0)
    (1, 2, 1)
    """
    return max(0, count - 1 - place) // PAGE_SIZE + 1


def course_of(session: Session) -> dict[str, Any] | None:
    """The course of a game that is over, None before: the sentences, each with the name of its icon.

    `time` is None below a minute, `breaks` counts the breaks not included.
    """
    if not session.sheet.over:
        return None
    time, breaks = session.playing_time
    minutes = round(time / timedelta(minutes=1))
    turns = [(ICONS[turn.kind], turn.text) for turn in story(session.sheet)]
    moments = [("star", moment) for moment in session.sheet.moments[-(MAX_LINES - len(turns)) :]]
    return {"sentences": [*turns, *moments], "time": duration(minutes) if minutes else None, "breaks": breaks}


def part_of_it(session: Session) -> tuple[Message, ...]:
    """Who was there for a part of a game, by what rule they have their place and their win, and the ties decided."""
    changes = [row for row in session.sheet.rows if row.kind == "table"]
    steps = [session.entries[row.entries[-1]]["step"] for row in changes]
    partial = [row.about for row, step in zip(changes, steps, strict=True) if step in PART_OF_IT]
    taken_over = (say("Who sat there at the end has the win or the loss."),) if "takeover" in steps else ()
    force = session.sheet.ties_in_force
    ties = (
        tie.about if tie in force else say("{tie}: no effect, they are not tied", tie=tie.about)
        for tie in session.sheet.last_ties.values()
    )
    return (*partial, *taken_over, *ties)


def cut_short(summary: Summary) -> bool:
    """Whether a listed session was ended before its end; one without a fixed end never is."""
    game = all_games().get(summary.game)
    if game is None or not summary.ended_early:
        return summary.ended_early
    players = [seat.name for seat in summary.seats]
    try:
        return not game.start({"players": players, "dealer": 0, "options": summary.options}).endless
    except EntryError:
        return True
