"""Pages that need no scorebook: rules, accessibility, whom to tell of a weakness, preferences."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit

from flask import Response, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from record.log import stamp
from scoring.catalogue import all_games, find_game
from scoring.message import Words, listed
from scoring.options import Preset
from web.i18n.games import by_name
from web.i18n.translate import LANGUAGES, language
from web.identity import visitor
from web.request import now
from web.request.page import Pages

rules = Pages("rules", __name__, url_prefix="/rules", readers="anyone")
accessibility = Pages("accessibility", __name__, url_prefix="/accessibility", readers="anyone")
security = Pages("security", __name__, readers="anyone", in_pocket=False)
preferences = Pages("preferences", __name__, readers="anyone", writers="anyone")

VALID_DAYS = 180
"""How long security.txt holds: who answers for the site set the contact. RFC 9116 wants less than a year."""


@rules.get("")
def index() -> ResponseReturnValue:
    """All the games there are rules for."""
    return render_template("rules/index.html", games=by_name(all_games().values()))


@rules.get("/<slug>", endpoint="show")
def rules_of(slug: str) -> ResponseReturnValue:
    """One game's rules, in the reader's language; `?from=/s/…` is the page that the way back leads to."""
    game = find_game(slug)
    fields = game.options.fields()

    def options_of(preset: Preset) -> Words:
        """The options that a preset names, each by a name of its own."""
        values = preset.values
        return listed(*(game.options.named(each, values) for each in fields if each.name in values))

    return render_template(
        "rules/game.html",
        game=game,
        fields=fields,
        prose=f"games/{game.slug}/rules.{language()}.html",
        back=own_page(request.args.get("from", ""), otherwise=url_for("rules.index")),
        options_of=options_of,
    )


@accessibility.get("", endpoint="show")
def statement() -> str:
    """What the site aims at, what was tried with what, and whom to tell of a barrier, if the settings name somebody."""
    return render_template("site/accessibility.html", contact=current_app.config["CONTACT"])


@security.get("/.well-known/security.txt", endpoint="show")
def security_txt() -> Response:
    """Whom to tell of a weakness, where the settings name somebody (RFC 9116); else 404."""
    contact = current_app.config["CONTACT"]
    if not contact:
        raise NotFound
    fields = {
        "Contact": contact,
        "Expires": stamp(now().replace(hour=0, minute=0, second=0) + timedelta(days=VALID_DAYS)),
        "Preferred-Languages": ", ".join(LANGUAGES),
    }
    # The standard knows only addresses with HTTPS.
    if request.is_secure:
        fields["Canonical"] = url_for("security.show", _external=True)
    return Response("".join(f"{name}: {value}\n" for name, value in fields.items()), mimetype="text/plain")


@preferences.post("/settings")
def settings() -> ResponseReturnValue:
    """Remember the language, the theme, or whether a game's code is shown after each deal, and go back to the page."""
    offered = {"language": LANGUAGES, "theme": visitor.THEMES, "code": visitor.SWITCH}
    visitor.choose_settings({name: value for name, value in request.form.items() if value in offered.get(name, ())})
    return redirect(own_page(request.form.get("back", ""), otherwise=url_for("home.show")), 303)


def own_page(address: str, *, otherwise: str) -> str:
    """The address if it is a path on this site, else `otherwise`: prevents open redirects."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return otherwise
    own = not parts.scheme and not parts.netloc and address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if own and address.isprintable() else otherwise
