"""Serves the files of the pocket: public, without cookies."""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import quote

from flask import Response, redirect, request, send_file, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from web.http.headers import WITH_CAMERA
from web.pocket.download import PocketFile, mark_of, pocket
from web.request.page import Pages

pages = Pages("pocket", __name__, url_prefix="/pocket", readers="anyone", in_pocket=False)

FOREVER = "public, max-age=31536000, immutable"
LOOKED_AT_ANEW = "public, no-cache"
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data:",
        # A group's site is asked by its own address, and not by the server of this one.
        "connect-src 'self' https:",
        "frame-src 'self' blob:",
        "worker-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'self'",
        "frame-ancestors 'none'",
    )
)
BEHIND_HASH = frozenset({"code"})
"""Pages with more behind the # of their address, which a redirect would replace by its own. They lie beside the page
that stays, so that is sent in their place."""
CHECK = "check"
"""The address of `check.html` that is told to people."""
RULED = frozenset({"text/html", "text/javascript"})
"""A page, and a script since it may be a worker's, which has rules of its own."""


@pages.get("/")
def start() -> ResponseReturnValue:
    """The page that stays while the site runs in it."""
    return send("index.html")


@pages.get("/<path:path>")
def send(path: str) -> ResponseReturnValue:
    """A file, packed as the browser takes it; for a page of the site in the phone, not here, 302 to it there.

    See `BEHIND_HASH` for what is sent in place.
    """
    found = pocket()
    if found is None:
        raise NotFound
    names = {CHECK: f"{CHECK}.html"} | dict.fromkeys(BEHIND_HASH, "index.html")
    file = found.files.get(names.get(path, path))
    if file is not None:
        # A build since the start may have taken it away.
        with suppress(FileNotFoundError):
            return _sent(file)
        raise NotFound
    if path.startswith(("assets/", "parts/")) or "." in path.rpartition("/")[2]:
        raise NotFound
    asked = quote(f"{path}?{request.query_string.decode('latin-1')}".rstrip("?"))
    return redirect(f"{url_for('pocket.start')}#to={asked}", 302)


def _sent(file: PocketFile) -> Response:
    encoding, path = file.copy_for(name for name, quality in request.accept_encodings if quality > 0)
    etag = False if file.is_kept_forever else mark_of(path)
    answer = send_file(path, mimetype=file.mimetype, etag=etag, conditional=True, last_modified=None)
    # Said even where it is not packed: then it is not packed on the way out either.
    answer.headers["Content-Encoding"] = encoding or "identity"
    answer.vary.add("Accept-Encoding")
    answer.headers["Cache-Control"] = FOREVER if file.is_kept_forever else LOOKED_AT_ANEW
    if file.mimetype in RULED:
        answer.headers["Content-Security-Policy"] = POLICY
    if file.mimetype == "text/html":
        # The page that scans is framed by this one, and the check tries the camera.
        answer.headers["Permissions-Policy"] = WITH_CAMERA
    return answer
