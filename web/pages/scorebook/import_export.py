"""The page of the scorebook, with import and export of all of it: JSON file, and results as CSV."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from os import SEEK_END
from tempfile import SpooledTemporaryFile
from typing import IO, Any, cast

from flask import abort, current_app, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.exceptions import RequestEntityTooLarge

from record.log import stamp
from record.wording import UNDONE
from scoring.catalogue import all_games
from scoring.message import count, decimal
from scoring.strict_json import excerpt
from store.access.grants import devices
from store.scorebooks import is_rated, scorebook_name
from store.sessions.evenings import evening_of
from store.sessions.history import Summary, start_times
from store.transfer.app_logs import LogFile, log_kind, unpack
from store.transfer.export import dump, results, sizes
from store.transfer.importer import import_file
from store.transfer.scorebook_file import BrokenFileError, read_file
from web.errors import NoAccessError, NoImportTurnError, kind_of
from web.exports.other_apps import csv_chunks, csv_safe
from web.http.headers import no_store
from web.http.limits import MAX_FILE_BYTES, MAX_FILES_BYTES, MAX_NEWCOMER_FILE_BYTES, import_turn, why_refused
from web.i18n.games import game_name
from web.i18n.timezone import iso_day_of, local_time, zone
from web.i18n.translate import sentences, translated
from web.identity import visitor
from web.identity.invitations import other_scorebooks
from web.identity.visitor import author, book, current_visit, new_key
from web.pages.scorebook.home import invited_page
from web.pages.scorebook.old_logs import bring
from web.pages.session.details import MAX_LISTED_SESSIONS
from web.pocket.sync import note_copy
from web.request import now
from web.request.page import Pages
from web.sheet.setup_form import NamedRules, chosen_options, rule_sets, rules_called

pages = Pages("scorebook", __name__, url_prefix="/scorebook", readers="watcher")

IN_MEMORY = 1024 * 1024


@pages.url_value_preprocessor
def _allow_large_files(endpoint: str | None, _values: object) -> None:
    # Before the CSRF check reads the form.
    if endpoint == "scorebook.import_files":
        request.max_content_length = MAX_FILES_BYTES if _largest() == MAX_FILE_BYTES else _largest()
        # The page of an old log has it in a field.
        request.max_form_memory_size = MAX_FILES_BYTES


@pages.get("", audience="anyone")
def show() -> ResponseReturnValue:
    """The page of the scorebook: another phone, export and import, or the result of an import, and what belongs to it.

    With `unread` it says that what another app shared did not arrive. Who has access to single sessions sees those.
    """
    try:
        book()
    except NoAccessError:
        return invited_page()
    counts = {name: request.args.get(name, type=int) for name in ("new", "longer", "known")}
    return _page(imported=None if None in counts.values() else {**counts, "apart": request.args.getlist("apart")})


@pages.get("/data")
def show_data() -> str:
    """The page with the results for a spreadsheet and the ways for programs."""
    book()
    return render_template("scorebook/data.html")


@pages.get("/takuroku.json")
def export() -> ResponseReturnValue:
    """Export the scorebook as JSON, see docs/scorebook-file.md, or an `evening` by a session of it, or a `year`.

    A year is that of the reader's clock; 404 if nothing began in it, or if there is no such evening. In the pocket a
    whole scorebook is noted as copied; with `?to=share` the page notes that itself, once the file is on its way.
    """
    scorebook, here = book(), zone()
    evening, year = request.args.get("evening"), request.args.get("year")
    part: frozenset[str] | None = None
    if evening:
        part = frozenset(each.id for each in evening_of(scorebook, evening)) or abort(404)
    elif year:
        began = start_times(scorebook).items()
        part = frozenset(id for id, at in began if f"{local_time(at, here).year}" == year) or abort(404)
    elif request.args.get("to") != "share":
        note_copy()
    return _file(dump(scorebook, part), mimetype="application/json", ending="json")


@pages.get("/results.csv")
def export_results() -> ResponseReturnValue:
    """Export results as CSV: a line for each player of each session that is over, the last first."""
    return _file(csv_chunks(_results(results(book()))), mimetype="text/csv", ending="csv")


@pages.post("", limit="imports")
def import_files() -> ResponseReturnValue:
    """Import scorebooks or session documents: 303 to the result, or 422 with the file that was refused and the place.

    Of another app's log the page shows what will come first, and sends it again. What was imported of the files before
    it is reported too.
    """
    scorebook, by = book(), author()
    sent = [each for each in request.files.getlist("file") if each.stream.read(1)]
    if "log" in request.form:
        try:
            with import_turn():
                return bring(unpack(request.form["log"], _largest()))
        except BrokenFileError as error:
            return _page(problem=why_refused(error)), 422
    if not sent:
        return _page(problem=_("Choose a file first.")), 422
    if any(each.stream.seek(0, SEEK_END) > _largest() for each in sent):
        raise RequestEntityTooLarge
    imported: dict[str, Any] = {"new": 0, "longer": 0, "known": 0, "apart": ()}
    logs: list[LogFile] = []
    with import_turn():
        for number, each in enumerate(sent):
            each.stream.seek(0)
            body = each.stream.read()
            if kind := log_kind(body):
                logs.append((kind, body.decode("utf-8-sig", "replace")))
                continue
            # By its key a document of each file is known again.
            one = replace(by, key=f"{by.key}-{number}") if number else by
            try:
                taken = import_file(scorebook, read_file(body), one, sets_aside=True)
            except BrokenFileError as error:
                name = f"{excerpt(each.filename or '')}: " if len(sent) > 1 else ""
                return _page(imported=imported if number else None, problem=name + why_refused(error)), 422
            imported = {name: before + getattr(taken, name) for name, before in imported.items()}
        if logs:
            try:
                return bring(logs)
            except BrokenFileError as error:
                return _page(problem=why_refused(error)), 422
    return redirect(url_for("scorebook.show", **imported | {"apart": imported["apart"][:MAX_LISTED_SESSIONS]}), 303)


@pages.errorhandler(NoImportTurnError)
def _not_now(error: NoImportTurnError) -> ResponseReturnValue:
    kind = kind_of(error)
    return _page(problem=sentences(map(translated, kind.page_wording))), kind.status, {"Retry-After": str(kind.seconds)}


@pages.errorhandler(RequestEntityTooLarge)
def _too_large(_error: RequestEntityTooLarge) -> ResponseReturnValue:
    return _page(problem=_too_large_text()), 413


def _page(*, imported: dict[str, Any] | None = None, problem: str = "") -> str:
    scorebook, here, years = book(), zone(), Counter[int]()
    bytes_of = sizes(scorebook)
    if sum(bytes_of.values()) > MAX_FILE_BYTES:
        for session, began in start_times(scorebook).items():
            years[local_time(began, here).year] += bytes_of.get(session, 0)
    unread = _("Nothing arrived. Share it again, or choose it here.")
    is_shared = "links" in current_app.blueprints and scorebook.allows("keeper")
    at, opened, undone = stamp(now()), visitor.scorebook(), request.args.get("undone", type=int)
    return render_template(
        "scorebook/scorebook.html",
        called=scorebook_name(scorebook),
        rated=is_rated(scorebook),
        others=[each for each in other_scorebooks() if each.scorebook != opened],
        phones=len({each.device for each in devices(scorebook, at=at)}) if is_shared else 1,
        imported=imported,
        undone=undone and UNDONE.of(names=count("{n} game", "{n} games", n=undone)),
        problem=problem or (unread if "unread" in request.args else ""),
        years={year: size > MAX_FILE_BYTES for year, size in sorted(years.items(), reverse=True)},
        most_megabytes=MAX_FILE_BYTES // 1024**2,
        key=new_key(),
        most=_largest(),
        too_large=_too_large_text(),
        unread=unread,
    )


def _largest() -> int:
    """Bytes that this visitor may import; on a public site fewer for a new scorebook."""
    return MAX_NEWCOMER_FILE_BYTES if current_app.config["LIMITS"] and current_visit().is_unsaved else MAX_FILE_BYTES


def _too_large_text() -> str:
    most = _largest() // 1024**2
    if _largest() < MAX_FILE_BYTES:
        return str(
            _(
                "The file is too large: at most %(most)s MB while this scorebook is empty. Nothing was imported."
                " Start a game here first, or ask whoever runs this site to import the file.",
                most=most,
            )
        )
    return str(_("The file is too large: at most %(most)s MB. Nothing was imported.", most=most))


def _file(parts: Iterable[str], *, mimetype: str, ending: str) -> ResponseReturnValue:
    """A file to download, generated completely before it is sent, so that an error gives a page and no half file."""
    whole = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - it is closed when the answer is sent
    for part in parts:
        whole.write(part.encode())
    whole.seek(0)
    name = f"takuroku-{iso_day_of(stamp(now()))}.{ending}"
    answer = send_file(cast(IO[bytes], whole), mimetype=mimetype, as_attachment=True, download_name=name)
    return no_store(answer)


def _results(sessions: Iterable[Summary]) -> Iterator[list[str]]:
    here = zone()
    session = (_("Date"), _("Time (%(zone)s)", zone=str(here)), _("Game"), _("House rules"))
    beside = [_("At the same table"), _("Where it was played"), _("Note"), _("Link"), _("Counts")]
    decided = _("Tie decided at the table")
    yield [*session, _("Player"), _("Place"), _("Points"), _("Won"), *beside, decided]
    sets = {slug: rule_sets(game) for slug, game in all_games().items()}
    known: dict[tuple[str, str, int], tuple[str, str]] = {}
    for each in sessions:
        played = (each.game, repr(each.options), len(each.seats))
        if played not in known:
            known[played] = _game_and_rules(each, sets)
        began = local_time(each.played_at, here)
        head = (f"{began:%Y-%m-%d}", f"{began:%H:%M}", *known[played])
        players = " / ".join(name for seat in each.seats for name in (*seat.before, seat.name))
        beside = [csv_safe(text or "") for text in (players, each.place, each.note)]
        beside += [url_for("sheets.show", session=each.id, _external=True), _("No") if each.excluded_at else _("Yes")]
        for seat in each.seats:
            # Out of competition there is no place, and neither a win nor a loss; nor alone, and together no place.
            place = str(seat.place) if seat.place and each.contested else ""
            won = (_("Yes") if seat.won else _("No")) if seat.place and len(each.seats) > 1 else ""
            decided = _("Yes") if seat.decided else ""
            yield [*head, csv_safe(seat.name), place, decimal(seat.total), won, *beside, decided]


def _game_and_rules(session: Summary, sets: Mapping[str, list[NamedRules]]) -> tuple[str, str]:
    """The name of its game, and of its house rules or the options that differ from the defaults."""
    game = all_games().get(session.game)
    if game is None:
        return csv_safe(session.game), ""
    players = [seat.name for seat in session.seats]
    options = chosen_options(game, session.options, players=players, dealer=0)
    rules = rules_called(game, options, sets[game.slug]) if options else ()
    return csv_safe(game_name(game, session.options)), csv_safe(", ".join(map(translated, rules)))
