"""Seats and players of a session: who sits where, who deals, who comes and goes, and their names.

Whatever is changed is shown before it is saved, as one action that one undo takes back; a name is saved apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.corrections import describe_order
from record.log import stamp
from record.session import Session
from scoring.entry.reseating import new_seats
from scoring.errors import EntryError
from scoring.families.plans import PassingDeal
from scoring.message import Message, bare, once, say
from scoring.sheets import changes
from scoring.sheets.changes import DEALER, turns_in_words
from scoring.sheets.sheet import Sheet
from scoring.table import for_players
from store.access.requests import open_requests
from store.book import Book
from store.players.profiles import people, rename_player
from store.scorebooks import players as regulars
from store.sessions import writing
from web.identity.invitations import grant_seat
from web.identity.visitor import author, book, can_see_scorebook, new_key, position, requested_session
from web.request import now
from web.request.page import Pages
from web.sheet.change_flow import as_seen, change, meanwhile, problem_texts, write_all
from web.sheet.drafts import PREFIX, draft_key, earlier_drafts
from web.sheet.forms import Form
from web.sheet.players_form import CHIPS, LEFT, PLAYS, RESTS, UNRANKED, PlayersForm, starts
from web.sheet.setup_correction import correct_setup, setup_effects
from web.sheet.setup_form import setup_form, typed_setup

pages = Pages("session_players", __name__, url_prefix="/s/<session>", readers="keeper", of_session=True)


@pages.get("/players")
def show(session: str) -> str:
    """Everybody at the table; `request` is that of a phone which asks for a seat, `join` the name of somebody."""
    found, id = requested_session(session), request.args.get("request")
    asked = next((each for each in open_requests(book(), session=session, at=stamp(now())) if each.id == id), None)
    newcomer = (asked and asked.player) or request.args.get("join", "")
    return players_page(found, wanted=PlayersForm(found, newcomer=newcomer))


@pages.post("/players")
def save(session: str) -> ResponseReturnValue:
    """Show what becomes of a change; with `sure` save it: 303 to the sheet."""
    scorebook, found = book(), requested_session(session)

    def write() -> None:
        wanted = PlayersForm(as_seen(found), request.form)
        with scorebook.db.writing():
            if asked := request.form.get("request"):
                grant_seat(asked, request.form.get("new-0"))
            writing.set_up(scorebook, session, wanted.raw(), position=position(), by=author(), reopen=True)
            # Last: what is wanted has the names that the page showed.
            names = {seat: name for seat, _, name in wanted.names}
            write_all(scorebook, _renames(scorebook, wanted.players, names))

    def page(now: Session, error: Exception | None) -> str:
        return players_page(now, error, wanted=PlayersForm(now, request.form))

    def preview(now: Session, error: Exception | None) -> str:
        return "" if error is None and request.form.get("sure") == "yes" else page(now, error)

    return change(found, page, write, to=url_for("sheets.show", session=session), preview=preview)


@pages.post("/dealer")
def draw(session: str) -> ResponseReturnValue:
    """Draw by lot who deals first: 303 to the sheet."""
    write = partial(writing.draw_dealer, book(), session, position=position(), by=author())
    return change(requested_session(session), players_page, write, to=url_for("sheets.show", session=session))


def _renames(scorebook: Book, players: Sequence[str], names: Mapping[int, object]) -> dict[str, Any]:
    """What writes each new name of a seat, by its input."""
    person = {each.name: each.id for each in people(scorebook)}
    return {
        f"name-{seat}": partial(rename_player, scorebook, person[players[seat]], name=name)
        for seat, name in names.items()
        if players[seat] in person
    }


def players_page(
    session: Session,
    error: Exception | None = None,
    *,
    wanted: PlayersForm | None = None,
    problems: Sequence[str] = (),
) -> str:
    """Render the page with what is wanted, and what that changes or why it cannot be."""
    wanted = wanted or PlayersForm(session)
    problems = [*problems, *wanted.form.refuse(error.problems if isinstance(error, EntryError) else ())]
    effects: dict[str, Any] = {}
    try:
        effects = setup_effects(session, wanted.raw())
    except EntryError as refused:
        problems = problems or problem_texts(refused)
    conflict = meanwhile(session, error)
    if conflict is not None:
        wanted.form["key"].data = new_key()
    sheet, after = session.sheet, effects["after"] if effects else session
    table, known_people = changes.table_next(sheet), regulars(book()) if can_see_scorebook() else []
    rename = say("Name: {was} → {now}, in all games. It is saved apart: undo leaves it.")
    names = (rename.of(was=was, now=name) for _, was, name in wanted.names)
    # Where the first deal is in play, who deals first deals now.
    lines = [*once(_lines(session, after, effects)), *names]
    must_stay = wanted.is_begun and not sheet.over and not sheet.fixed_players and "leave" not in wanted.asks
    return render_template(
        "session/players.html",
        session=session,
        sheet=sheet,
        after=after.sheet,
        wanted=wanted,
        form=wanted.form,
        players=table.players,
        order=wanted.order,
        elsewhere=[seat for seat in table.clockwise if wanted.does(seat) != PLAYS],
        does={"plays": PLAYS, "rests": RESTS, "left": LEFT, "unranked": UNRANKED},
        roles={after.sheet.table.players[seat]: after.sheet.role(seat) for seat in after.sheet.table.playing},
        passes=isinstance(sheet, PassingDeal),
        deals=isinstance(sheet, PassingDeal) and sheet.dealer_label == PassingDeal.dealer_label,
        starts=starts(wanted),
        start_scores=changes.start_scores(sheet),
        known=[name for name in known_people if name not in table.players],
        chips=CHIPS,
        teams=_teams(after),
        why_not=sheet.fixed_players if not sheet.over else None,
        fewest=for_players(sheet.player_counts) if must_stay else None,
        waiting=[changes.announcement(sheet, each.entry) for each in sheet.waiting],
        effects=effects,
        lines=lines,
        stays=_stays(lines, effects),
        problems=problems,
        meanwhile=conflict,
        asked=request.values.get("request"),
        draft={"sheet": session.id, "turn": draft_key(sheet, session.log), "earlier": earlier_drafts(session)},
    )


def _teams(session: Session) -> list[int]:
    """The team of everybody clockwise, where people play together."""
    sides, table = session.sheet.sides, session.sheet.table
    if len(sides[0]) == 1:
        return []
    return [next(team for team, side in enumerate(sides) if seat in side) for seat in table.here]


def _lines(session: Session, after: Session, effects: dict[str, Any]) -> Iterator[Message]:
    """What changes, a line each: the setup, who comes and goes, who deals and begins, the totals."""
    if not effects:
        return
    was, now = session.sheet, after.sheet
    names = [tuple(sheet.table.players[seat] for seat in sheet.table.here) for sheet in (was, now)]
    first = [each.blank.table.players for each in (session, after)]
    is_same_people = set(names[0]) == set(names[1])
    if len(was.table.players) > len(first[0]) and is_same_people and names[0] != names[1]:
        # The setup knows only those who began.
        without = [*describe_order(*first)]
        yield from (each for each in effects["differs"] if each not in without)
        yield say("Seats: {names}", names=names[1])
    else:
        yield from effects["differs"]
    if len(now.sides[0]) > 1 and is_same_people and _teams_by_name(was) != _teams_by_name(now):
        yield bare("{what}: {names}", what=say("Teams"), names=tuple(map(now.name_of_side, now.sides)))
    if len(now.rows) >= len(was.rows) and not effects["later"]:
        yield from (row.about for row in now.rows[len(was.rows) :])
        yield from (changes.announcement(now, each.entry) for each in now.waiting[len(was.waiting) :])
    if effects["differs"] or now.deals == was.deals:
        yield from turns_in_words(was, now, changed=True)
    if now.player_counts and len(names[0]) != len(names[1]) and len(first[0]) == len(first[1]):
        yield bare("{what}: {was} → {now}", what=say("Players"), was=str(len(names[0])), now=str(len(names[1])))
    if is_same_people and names[0] != names[1] and _dealers(was) != _dealers(now)[: len(was.rows)]:
        role = now.dealer_label if isinstance(now, PassingDeal) else PassingDeal.dealer_label
        yield say("{role} of earlier deals: by the new seating", role=role)
    yield from effects["totals"]


def _dealers(sheet: Sheet[Any]) -> list[str | None]:
    """Who dealt each row."""
    return [None if row.dealer is None else row.players[row.dealer] for row in sheet.rows]


def _teams_by_name(sheet: Sheet[Any]) -> set[frozenset[str]]:
    return {frozenset(sheet.table.players[seat] for seat in side) for side in sheet.sides}


def _stays(lines: Sequence[Message], effects: dict[str, Any]) -> dict[str, Any] | None:
    """What a change leaves as it is: how many values are typed, and whether all scores stay."""
    if not lines or effects.get("later") or effects.get("again"):
        return None
    typed = sum(bool(value.strip()) for name, value in request.form.items() if name.startswith(PREFIX))
    return {"typed": typed, "scores": not effects.get("totals")}


# The addresses of earlier releases: entries for them may wait on phones.


@pages.get("/setup", endpoint="setup")
@pages.get("/names", endpoint="names")
def moved(session: str) -> ResponseReturnValue:
    """The pages of setup and names are this one."""
    requested_session(session)
    return redirect(url_for("session_players.show", session=session), 303)


@pages.post("/setup", endpoint="set_up")
def set_up(session: str) -> ResponseReturnValue:
    """Save a setup as the form of earlier releases sends it."""
    found = requested_session(session)
    form = setup_form(found.game, typed=request.form)
    raw = typed_setup(found.game, form)
    if found.sheet.find_ask(DEALER):
        # It was typed who deals now, of the deal that the page showed, and not who dealt first.
        first = found.blank.table.dealer
        raw["dealer"] = new_seats(found.blank.table.players, raw["players"]).get(first, first)
        raw["deals_now"] = request.form.get("deals_now") if request.form.get("deal") == str(found.sheet.deals) else None
    return correct_setup(
        found,
        raw,
        page=players_page,
        action=url_for("session_players.set_up", session=session),
        back=url_for("session_players.show", session=session),
    )


@pages.post("/names", endpoint="rename")
def rename(session: str) -> ResponseReturnValue:
    """Rename players, as the form of earlier releases sends it: all or none."""
    scorebook, found = book(), requested_session(session)
    seats = found.sheet.table.seats
    form = Form((f"{part}-{seat}" for seat in seats for part in ("name", "seen")), typed=request.form)
    typed = {seat: form[f"name-{seat}"].data for seat in seats}
    names = {seat: name for seat, name in typed.items() if name != form[f"seen-{seat}"].data}
    writes = _renames(scorebook, found.sheet.table.players, names)
    to = url_for("sheets.show", session=session)
    return change(found, players_page, partial(write_all, scorebook, writes), to=to)
