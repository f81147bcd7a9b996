"""Pages that start a session: game, players by seat, first dealer, house rules."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.session import Session
from scoring.catalogue import all_games, find_game
from scoring.errors import EntryError
from scoring.game import AnyGame
from store.errors import NoSuchError, SessionBegunError
from store.sessions import history, writing
from store.sessions.history import LineUp, line_ups
from store.sessions.loading import load
from store.sessions.series import start_instead, start_next
from web.errors import NoAccessError
from web.i18n.games import by_name
from web.i18n.timezone import end_of_evening
from web.identity import visitor
from web.identity.device_names import previous_game, staying_seats
from web.identity.invitations import joined_sessions, other_scorebooks
from web.identity.visitor import author, book, can_see_scorebook, new_key, role
from web.pages.scorebook.home import RECENT_LINEUPS
from web.request.page import Pages
from web.sheet.change_flow import change
from web.sheet.forms import Form
from web.sheet.setup_form import (
    chosen_options,
    form_of_session,
    place_problems,
    preset_key,
    setup_context,
    setup_form,
    typed_setup,
    with_rule_set,
)

pages = Pages("newgame", __name__, url_prefix="/new", readers="anyone")

LARGE = 2
"""The games that the group plays most are shown large, so many."""


@pages.get("")
def choose() -> ResponseReturnValue:
    """List all games, those that the group plays most first, then in the order of the reader's dictionary.

    `instead` is a session that was begun as the wrong game: each leads to the setup with its table.
    """
    if not _is_kept_here():
        return _elsewhere()
    games, instead = all_games(), request.args.get("instead")
    often = [games[slug] for slug in history.most_played_games(book()) if slug in games]
    if instead:
        load(book(), instead)
    by_habit = [*often, *by_name(game for game in games.values() if game not in often)]
    return render_template("newgame/choose.html", games=by_habit, played=len(often[:LARGE]), instead=instead)


@pages.get("/again")
def again() -> ResponseReturnValue:
    """302 to the setup of the game that was played last, where nothing has begun yet; else to the list of games."""
    last = line_ups(book(), RECENT_LINEUPS) if _is_kept_here() else ()
    slug = next((each.game for each in last if each.game in all_games()), None)
    return redirect(url_for("newgame.prepare", slug=slug) if slug else url_for("newgame.choose"))


@pages.get("/<slug>")
def prepare(slug: str) -> ResponseReturnValue:
    """The form, filled with the last line-up and house rules of the game, without archived players.

    `like` is the session of another line-up, of any game. `instead` is a session that was begun as the wrong game:
    filled with its table. `rules` is a preset to fill in.
    """
    game = find_game(slug)
    if not _is_kept_here():
        return _elsewhere()
    rules = preset_key(request.args.get("rules", ""))
    if instead := request.args.get("instead"):
        return _page(
            game, form=with_rule_set(game, form_of_session(load(book(), instead), game), rules), instead=instead
        )
    last, like = line_ups(book(), RECENT_LINEUPS), request.args.get("like")
    chosen = next((each for each in last if each.session == like), None)
    chosen = chosen or next((each for each in last if each.game == slug), None)
    form = with_rule_set(game, _form_like(game, chosen) if chosen else setup_form(game), rules)
    seated = {form[f"players-{seat}"].data for seat in range(game.player_counts[-1])}
    fits = (each for each in last[:1] if len(_present(each)) in game.player_counts and {*_present(each)} - seated)
    return _page(game, form=form, same=next(fits, None))


def _form_like(game: AnyGame, last: LineUp) -> Form:
    """The form with the people of a session that are not archived, the next dealer, and of the same game the rules."""
    names = _present(last)[: game.player_counts[-1]]
    deals = _deals_next(game, last) if names else None
    dealer = game.dealer_at(names.index(deals)) if deals in names else 0
    is_same = last.game == game.slug
    options = chosen_options(game, last.options, players=last.players, dealer=last.dealer) if is_same else {}
    return setup_form(game, names=names, dealer=dealer, options=options)


def _present(last: LineUp) -> list[str]:
    """Who sat there, in seat order, without archived players."""
    return [name for name in last.players if name not in last.archived]


@pages.post("/<slug>")
def start(slug: str) -> ResponseReturnValue:
    """Start the session; with `fill` only fill in a rule set."""
    game, scorebook = find_game(slug), book()
    form, instead = setup_form(game, typed=request.form), request.form.get("instead") or None
    if "fill" in request.form:
        return _page(game, form=with_rule_set(game, form, request.form["fill"]), instead=instead)
    raw = typed_setup(game, form)

    def write() -> str:
        if instead and _wrong(instead):
            session = start_instead(scorebook, instead, game, raw, author())
        elif before := request.form.get("after"):
            session = start_next(
                scorebook,
                before,
                game,
                raw,
                by=author(),
                stay=staying_seats(request.form),
                links_until=end_of_evening(),
            )
        else:
            session = writing.start(scorebook, game, raw, author())
        return url_for("sheets.show", session=session)

    return change(game, partial(_page, form=form, instead=instead), write)


def _is_kept_here() -> bool:
    """Whether the visitor is a keeper of the open scorebook. Raises UnavailableError."""
    try:
        return role() == "keeper"
    except NoAccessError:
        return False


def _elsewhere() -> str:
    """The page for visitors who are not keepers, with the way to their own scorebook. Raises NoAccessError."""
    if not can_see_scorebook() and not joined_sessions():
        raise NoAccessError
    return render_template("newgame/elsewhere.html", scorebooks=other_scorebooks(), here=visitor.scorebook())


def _deals_next(game: AnyGame, last: LineUp) -> str:
    """The next dealer among players who are not archived; the same one if no deal was finished.

    >>> _deals_next(find_game("oh-hell"), LineUp("", "", ("Ann", "Ben", "Chika"), 0, {}, frozenset({"Ben"}), deals=19))
    'Chika'
    >>> _deals_next(find_game("oh-hell"), LineUp("", "", ("Ann", "Ben", "Chika"), 1, {}))
    'Ben'
    """
    first = game.next_dealer(last.dealer, len(last.players)) if last.deals else last.dealer
    clockwise = (*last.players[first:], *last.players)
    return next(name for name in clockwise if name not in last.archived)


def _page(
    game: AnyGame,
    error: EntryError | SessionBegunError | None = None,
    *,
    form: Form,
    instead: str | None = None,
    same: LineUp | None = None,
) -> str:
    """The page of the setup; `same` are the people who played last, where they do not sit there already."""
    begun = error.began if isinstance(error, SessionBegunError) else None
    problems = place_problems(game, form, error if isinstance(error, EntryError) else None)
    if begun:
        form["key"].data = new_key()
    return render_template(
        "newgame/new.html",
        **setup_context(game, form),
        problems=problems,
        begun=begun,
        instead=_wrong(instead) if instead else None,
        before=None if instead else previous_game(request.form),
        same=_present(same) if same else (),
        same_as=same and same.session,
    )


def _wrong(instead: str) -> Session | None:
    """The session that another game is to be played instead of; None once it is gone."""
    with suppress(NoSuchError):
        return load(book(), instead)
    return None
