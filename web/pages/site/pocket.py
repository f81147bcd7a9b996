"""Takes the site along: the files of the pocket, public and without cookies; the page that offers it and makes the link
between a phone and this scorebook."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from urllib.parse import quote

from flask import make_response, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from record.log import stamp
from scoring.errors import EntryError
from store.access.secrets import make_token
from web.assets import FOREVER
from web.exports.qr_codes import phone_link
from web.http.headers import WITH_CAMERA, no_store
from web.identity.visitor import book, device_name
from web.pocket.download import loaded_first, pocket
from web.request import now
from web.request.network import is_only_here
from web.request.page import Pages
from web.sheet.forms import Form

files = Pages("pocket", __name__, url_prefix="/pocket", readers="anyone", in_pocket=False)
download = Pages("download", __name__, url_prefix="/carry", readers="anyone", in_pocket=False)

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
"""The address of `check.html` that people are sent to."""
RULED = frozenset({"text/html", "text/javascript"})
"""A page, and a script since it may be a worker's, which has rules of its own."""


MEGABYTE = 1_000_000


@files.get("/", endpoint="start", defaults={"path": "index.html"})
@files.get("/<path:path>", endpoint="send")
def send(path: str) -> ResponseReturnValue:
    """A file, packed as the browser takes it; for a page of the site in the phone, not here, 302 to it there.

    At first the page that stays while the site runs in it. See `BEHIND_HASH` for what is sent in place.
    """
    found = pocket()
    if found is None:
        raise NotFound
    names = {CHECK: f"{CHECK}.html"} | dict.fromkeys(BEHIND_HASH, "index.html")
    file = found.get(names.get(path, path))
    if file is None:
        if path.startswith(("assets/", "parts/")) or "." in path.rpartition("/")[2]:
            raise NotFound
        asked = quote(f"{path}?{request.query_string.decode('latin-1')}".rstrip("?"))
        return redirect(f"{url_for('pocket.start')}#to={asked}", 302)
    taken = {name for name, quality in request.accept_encodings if quality > 0}
    encoding, packed = next(
        ((each, copy) for each, copy in file.packed.items() if each in taken), ("identity", file.path)
    )
    try:
        etag = False if file.is_kept_forever else sha256(packed.read_bytes()).hexdigest()[:24]
        answer = send_file(packed, mimetype=file.mimetype, etag=etag, conditional=True, last_modified=None)
    except FileNotFoundError:
        # A build since the start may have taken it away.
        raise NotFound from None
    # Said even where it is not packed: then it is not packed on the way out either.
    answer.headers["Content-Encoding"] = encoding
    answer.vary.add("Accept-Encoding")
    answer.headers["Cache-Control"] = FOREVER if file.is_kept_forever else "public, no-cache"
    if file.mimetype in RULED:
        answer.headers["Content-Security-Policy"] = POLICY
    if file.mimetype == "text/html":
        # The page that scans is framed by this one, and the check tries the camera.
        answer.headers["Permissions-Policy"] = WITH_CAMERA
    return answer


@download.app_template_global()
def has_pocket() -> bool:
    """Whether this site can be taken along."""
    return pocket() is not None


@download.post("")
def make() -> ResponseReturnValue:
    """A new link for one phone, shown in this one answer; 422 where there can be none."""
    form = Form(["name"], typed=request.form)
    name = form["name"].data or ""
    try:
        token = make_token(book(), name=name, role="keeper", at=stamp(now()))
    except EntryError as error:
        return show(form, form.refuse(error.problems)), 422
    # What stands behind # no browser sends to any site, see `web.pocket.sync.LINK`. The page that stays opens in its
    # frame what stands behind "to".
    where, behind = ("pocket.start", f"#to=group%23{token}") if has_pocket() else ("download.show", f"#{token}")
    page = render_template("site/download_link.html", link=phone_link(where, behind=behind), name=name.strip())
    return no_store(make_response(page))


@download.get("")
def show(form: Form | None = None, problems: Sequence[str] = ()) -> str:
    """What it is to take the site along, what it weighs, and for a keeper the form for the link."""
    found = pocket()
    return render_template(
        "site/download.html",
        size=found and max(1, round(sum(each.over_the_network for each in loaded_first(found).values()) / MEGABYTE)),
        goes=request.is_secure or is_only_here(),
        form=form or Form(["name"], given={"name": device_name()}),
        problems=problems,
    )
