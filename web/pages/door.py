"""The door: one page for whatever another phone shows or sends, by camera, six signs, a pasted link or a picture.

The page's script reads codes and links on the phone, see static/js/scan/leads.js. What it leaves to the server, and
without script everything, is sent here, and nobody is asked what it is.
"""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote, urlsplit, urlunsplit

from flask import Response, current_app, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.exceptions import RequestEntityTooLarge

from scoring.errors import EntryError
from store.errors import NoSuchError
from web.errors import TOO_LARGE, kind_of
from web.http.headers import no_store, with_camera
from web.http.limits import count_guess
from web.i18n.translate import reasons, translated
from web.identity.invitations import enter_join_code
from web.pages.codes import limit_request
from web.request.page import Pages
from web.sheet.forms import Form

scan = Pages("scan", __name__, url_prefix="/scan", readers="anyone", writers="anyone")
scan.url_value_preprocessor(limit_request)
old = Pages("join", __name__, url_prefix="/join", readers="anyone", writers="anyone", in_pocket=False)

GAME = re.compile(r"/code#(?:c[\w-]+|q\d+)|\A\s*(?:c[\w-]{40,}|q\d{60,})\s*\Z", re.ASCII)
"""A game code within its link, whichever site made that, or alone: longer than a word."""
WHOLE_LINK = re.compile(r"\A\s*(https?://\S+)\s*\Z", re.IGNORECASE)
LINK = re.compile(r"https?://[!-~]+", re.IGNORECASE)
"""A link in a message: Japanese goes on without a space behind it."""
BEHIND_LINK = ".,;:!?)]}>'\""
"""What ends a sentence and no link in it."""
MAX_SIGNS_LENGTH = 40
"""Whoever types more than this, or what no sign is, means no join code."""


@scan.get("", endpoint="show")
def show_door(form: Form | None = None, elsewhere: str = "") -> Response:
    """The page; no picture that it reads leaves the phone. `elsewhere` is a link to another site."""
    page = render_template(
        "site/door.html",
        form=form or Form(["code"]),
        elsewhere=elsewhere,
        host=urlsplit(elsewhere).netloc,
    )
    return with_camera(make_response(page))


@scan.post("", limit="codes")
def enter() -> ResponseReturnValue:
    """Open what was entered: a game by sending it on to its page (307), a link or a join code by leading there (303).

    A link to another site is shown with its host. 422 where it is none of these, 404 where a join code stands for no
    link. Join codes are counted before they are looked up.
    """
    form = Form(["code"], typed=request.form)
    typed = form["code"].data or ""
    if GAME.search(typed):
        return redirect(url_for("code.preview"), 307)
    if link := link_in(typed, request.url_root):
        is_here = link.startswith(request.url_root) and "/.." not in unquote(link)
        return redirect(link, 303) if is_here else no_store(show_door(elsewhere=link))
    if problem := _why_no_code(typed):
        form["code"].errors.append(problem)
        return no_store(show_door(form)), 422
    count_guess()
    try:
        enter_join_code(typed)
    except (EntryError, NoSuchError) as error:
        unknown = _("This join code does not work. Check each character, or ask for the code that is shown now.")
        form["code"].errors.append(reasons(error.problems) if isinstance(error, EntryError) else unknown)
        return no_store(show_door(form)), kind_of(error).status
    return redirect(url_for("join_by_code.offer"), 303)


@scan.errorhandler(RequestEntityTooLarge)
def _too_large(_error: RequestEntityTooLarge) -> ResponseReturnValue:
    form = Form(["code"])
    form["code"].errors.append(translated(TOO_LARGE))
    return no_store(show_door(form)), 413


@old.get("")
def ask() -> ResponseReturnValue:
    """Where join codes were entered in releases before 2.1.0: 303 to the door."""
    return redirect(url_for("scan.show"), 303)


@old.post("")
def enter_there() -> ResponseReturnValue:
    """What an open page of such a release sends: 307 to the door."""
    return redirect(url_for("scan.enter"), 307)


def link_in(text: str, root: str) -> str:
    """The first link in a text, or "": also in full width, and one to this site without its scheme.

    What stands before an @ looks like a host and is left out, and the host is written as browsers take it.

    >>> link_in("Look: https://cards.example/j/abc. Come!", "http://localhost/")
    'https://cards.example/j/abc'
    >>> link_in("ｈｔｔｐｓ：／／Ann@cards.example／j／abc", "http://localhost/")
    'https://cards.example/j/abc'
    >>> link_in("Cards.example/j/abc", "https://cards.example/"), link_in("cards", "https://cards.example/")
    ('https://cards.example/j/abc', '')
    """
    scheme, _slashes, here = root.partition("://")
    for typed in (text.strip(), unicodedata.normalize("NFKC", text).strip()):
        is_bare = len(typed) > len(here) and typed.lower().startswith(here)
        written = f"{scheme}://{typed}" if is_bare else typed
        whole, within = WHOLE_LINK.search(written), LINK.search(written)
        found = whole[1] if whole else within[0].rstrip(BEHIND_LINK) if within else ""
        try:
            # To a browser a backslash is a slash, and a name in other letters is its code in these.
            parts = urlsplit(found.replace("\\", "/"))
            host = parts.netloc.rpartition("@")[2].lower()
            host = host if host.isascii() else host.encode("idna").decode()
        except ValueError:
            continue
        if host:
            return urlunsplit(parts._replace(netloc=host))
    return ""


def _why_no_code(typed: str) -> str:
    """What is wrong with a text that is no link and can be no join code; "" where it may be one."""
    why = ""
    if "join_by_code" not in current_app.blueprints:
        why = _("Paste a whole link: it begins with https://.")
    elif not typed.strip() or len(typed) > MAX_SIGNS_LENGTH or set(typed) & set("/:#?=&@"):
        why = _("Enter the six-character code, or paste a whole link: it begins with https://.")
    return why
