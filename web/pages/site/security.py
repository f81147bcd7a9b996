"""Whom to tell of a weakness in the site: /.well-known/security.txt, see RFC 9116."""

from __future__ import annotations

from datetime import timedelta

from flask import Response, current_app, request, url_for
from werkzeug.exceptions import NotFound

from record.log import stamp
from web.identity.current import now
from web.identity.visitor import LANGUAGES
from web.request.page import Pages

pages = Pages("security", __name__, readers="anyone", in_pocket=False)

VALID_DAYS = 180
"""From each answer on: a site that answers is run by whoever set the contact. RFC 9116 wants less than a year."""


@pages.get("/.well-known/security.txt")
def show() -> Response:
    """Whom to tell, where the settings name somebody; else 404."""
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
