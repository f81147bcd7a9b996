"""The site as an app: its manifest, and what other apps share with it."""

from __future__ import annotations

from typing import Any

from flask import jsonify, redirect, request, url_for
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue
from flask_babel import force_locale
from flask_babel import gettext as _

from web.assets.static_files import asset
from web.identity import visitor
from web.request.page import Pages

pages = Pages("installed", __name__, readers="anyone", in_pocket=False)

MANIFEST = "application/manifest+json"
PAPER = "#f7f1e3"
ICONS = (
    ("img/icon.svg", "any", "any"),
    ("img/icon-192.png", "192x192", "any"),
    ("pictures/icon-512.png", "512x512", "any"),
    ("pictures/icon-full.png", "512x512", "maskable"),
)

SHARED = ("application/json", ".json", "text/plain", ".txt", "image/*", "video/*")
"""Files that other apps may share: scorebook files, and pictures and videos of codes."""


@pages.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """The site as something to install, in the language of the page that asks: browsers send no cookie with it."""
    asked = request.args.get("language")
    language = asked if asked in visitor.LANGUAGES else visitor.language()
    with force_locale(language):
        response = jsonify(
            name=_("Takuroku"),
            short_name=_("Takuroku"),
            description=_("Keep score for games played with real cards and tiles."),
            lang=language,
            id=url_for("home.show"),
            start_url=url_for("home.show"),
            scope=url_for("home.show"),
            display="standalone",
            theme_color=PAPER,
            background_color=PAPER,
            icons=[_picture(*each) for each in ICONS],
            shortcuts=[
                _shortcut(_("New game"), "newgame.choose", "new"),
                _shortcut(_("Same again"), "newgame.again", "again"),
                _shortcut(_("Forbidden bid (the hook)"), "tools.forbidden", "forbidden"),
            ],
            screenshots=[
                _screenshot(f"narrow-{language}", "390x844", _("Enter the tricks of a deal")),
                _screenshot(f"wide-{language}", "1280x800", _("The end of a game, with how it went")),
            ],
            share_target={
                "action": url_for("installed.shared"),
                "method": "POST",
                "enctype": "multipart/form-data",
                "params": {"text": "text", "url": "url", "files": [{"name": "file", "accept": SHARED}]},
            },
            file_handlers=[{"action": url_for("scorebook.show"), "accept": {"application/json": [".json"]}}],
        )
    response.mimetype = MANIFEST
    return response


@pages.record_once
def _without_a_token_against_forgery(setup: BlueprintSetupState) -> None:
    """What other apps share has none, and is not looked at."""
    setup.app.extensions["csrf"].exempt(shared)


@pages.post("/shared", audience="anyone")
def shared() -> ResponseReturnValue:
    """303 to the page for import, which says that nothing arrived.

    The service worker takes what another app shares, see static/js/sync/share-target.js. Only where the phone has lost
    it does the request come here; its body is not read, and no cookie is set.
    """
    return redirect(url_for("scorebook.show", unread="1"), 303)


def _picture(path: str, sizes: str, purpose: str) -> dict[str, str]:
    return {"src": asset(path), "sizes": sizes, "purpose": purpose, "type": kind_of(path)}


def _shortcut(name: str, endpoint: str, icon: str) -> dict[str, Any]:
    """A page that a long tap on the app's icon leads to; opening it changes nothing."""
    icons = [_picture(f"pictures/shortcut-{icon}.png", "96x96", "any")]
    return {"name": name, "url": url_for(endpoint), "icons": icons}


def _screenshot(picture: str, sizes: str, label: str) -> dict[str, str]:
    """What the browser shows of the app where it offers to install it; "narrow-en" is for phones."""
    form = picture.partition("-")[0]
    return {
        "src": asset(f"pictures/{picture}.png"),
        "sizes": sizes,
        "type": "image/png",
        "form_factor": form,
        "label": label,
    }


def kind_of(path: str) -> str:
    """The type of a picture.

    >>> kind_of("img/icon.svg")
    'image/svg+xml'
    """
    return "image/svg+xml" if path.endswith(".svg") else "image/png"
