"""What a browser keeps of the site: the app's manifest, the service worker, the offline page, the step ahead."""

from __future__ import annotations

import json

from flask import Response, current_app, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import force_locale
from flask_babel import gettext as _

from record.log import Action
from scoring.catalogue import all_games
from scoring.lookahead import lookahead
from web.assets import PICTURES, Assets
from web.http.headers import NO_GUESSING, OF_PAGES
from web.i18n.translate import LANGUAGES, language
from web.identity.session_cookie import csrf
from web.identity.visitor import requested_session
from web.request.page import Pages
from web.sheet.drafts import draft_key
from web.sheet.forms import form_for

installed = Pages("installed", __name__, readers="anyone", in_pocket=False)
offline = Pages("offline", __name__, readers="anyone", in_pocket=False)
ahead = Pages("lookahead", __name__, url_prefix="/s", readers="keeper", of_session=True, in_pocket=False)

PAPER = "#f7f1e3"
ICONS = (
    ("img/icon.svg", "any", "any"),
    ("img/icon-192.png", "192x192", "any"),
    ("pictures/icon-512.png", "512x512", "any"),
    ("pictures/icon-full.png", "512x512", "maskable"),
)
SHARED = ("application/json", ".json", "text/plain", ".txt", "image/*", "video/*")
"""Files that other apps may share: scorebook files, and pictures and videos of codes."""
WORKER, SHARE_TARGET = "js/sync/worker.js", "js/sync/share-target.js"
"""The parts of the service worker."""
OF_NO_PAGE = (WORKER, SHARE_TARGET, "vendor/", PICTURES)
"""What no page needs, and libraries, which are large and needed by few."""

OF_NO_RECORD = ("offline.show", "toolbox.show", "tools.forbidden", "yaku.show", "hands.show", "rules.index")
"""Pages that a phone keeps from the start, beside the rules of games: they are the same for everybody at any time."""


@installed.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """The site as something to install, in the language of the page that asks: browsers send no cookie with it."""
    asked = request.args.get("language")
    shown_in = asked if asked in LANGUAGES else language()
    with force_locale(shown_in):
        shortcuts = (
            (_("New game"), "newgame.choose", "new"),
            (_("Same again"), "newgame.again", "again"),
            (_("Forbidden bid (the hook)"), "tools.forbidden", "forbidden"),
        )
        screenshots = (
            ("narrow", "390x844", _("Tricks")),
            ("wide", "1280x800", _("End of the game")),
        )
        response = jsonify(
            name=_("Takuroku"),
            short_name=_("Takuroku"),
            description=_("Keep score for games played with real cards and tiles."),
            lang=shown_in,
            id=url_for("home.show"),
            start_url=url_for("home.show"),
            scope=url_for("home.show"),
            display="standalone",
            theme_color=PAPER,
            background_color=PAPER,
            icons=[_picture(*icon, purpose=purpose) for *icon, purpose in ICONS],
            # What a long tap on the app's icon leads to; opening it changes nothing.
            shortcuts=[
                {
                    "name": name,
                    "url": url_for(endpoint),
                    "icons": [_picture(f"pictures/shortcut-{icon}.png", "96x96", purpose="any")],
                }
                for name, endpoint, icon in shortcuts
            ],
            # What the browser shows of the app where it offers to install it.
            screenshots=[
                _picture(f"pictures/{form}-{shown_in}.png", size, form_factor=form, label=label)
                for form, size, label in screenshots
            ],
            share_target={
                "action": url_for("installed.shared"),
                "method": "POST",
                "enctype": "multipart/form-data",
                "params": {"text": "text", "url": "url", "files": [{"name": "file", "accept": SHARED}]},
            },
            file_handlers=[{"action": url_for("scorebook.show"), "accept": {"application/json": [".json"]}}],
        )
    response.mimetype = "application/manifest+json"
    return response


def _picture(path: str, sizes: str, **more: str) -> dict[str, str]:
    kind = "image/svg+xml" if path.endswith(".svg") else "image/png"
    return {"src": current_app.config["ASSETS"].url(path), "sizes": sizes, "type": kind, **more}


# What other apps share has no token, and is not looked at.
@installed.post("/shared", audience="anyone")
@csrf.exempt
def shared() -> ResponseReturnValue:
    """303 to the page for import, which says that nothing arrived.

    The service worker takes what another app shares, see static/js/sync/share-target.js. Only where the phone has lost
    it does the request come here; its body is not read, and no cookie is set.
    """
    return redirect(url_for("scorebook.show", unread="1"), 303)


@offline.get("/worker.js")
def worker() -> Response:
    """The service worker, with what it must know of this version; browsers look for a new one by themselves."""
    assets: Assets = current_app.config["ASSETS"]
    site = {
        "version": assets.version,
        "root": url_for("home.show"),
        "files": [assets.url(path) for path in assets.files if not path.startswith(OF_NO_PAGE)],
        "pages": [*map(url_for, OF_NO_RECORD), *(url_for("rules.show", slug=slug) for slug in all_games())],
        "headers": {**OF_PAGES, **NO_GUESSING, "Content-Type": "text/html; charset=utf-8"},
    }
    parts = (assets.files[path].decode() for path in (WORKER, SHARE_TARGET))
    text = "\n".join((f"const SITE = {json.dumps(site)};", *parts))
    response = Response(text, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Content-Security-Policy"] = "default-src 'none'; connect-src 'self'"
    response.add_etag()
    response.make_conditional(request)
    return response


@offline.get("/offline")
def show() -> str:
    """What stands in the place of a page that the phone does not have."""
    return render_template("site/offline.html")


@ahead.get("/<session>/ahead", endpoint="show")
def step_ahead(session: str) -> ResponseReturnValue:
    """The form of the step after the next entry, without what depends on that entry; only words where all does.

    For a phone that may lose its network before the entry is saved. The script keeps it beside the sheet, and fills in
    what follows from the entry: elements with `data-from` name the input.
    """
    found = requested_session(session)
    asked, sheet, turn = found.sheet.ask, lookahead(found.sheet), ""
    if asked and sheet:
        entered = Action(found.position, "enter", {"step": asked.step}, at="", device="")
        turn = draft_key(sheet, found.log.after(entered))
    return render_template(
        "session/lookahead.html",
        session=found,
        asked=asked,
        sheet=sheet,
        form=form_for(sheet.ask, position=found.position + 1) if sheet else None,
        turn=turn,
        ahead=True,
    )
