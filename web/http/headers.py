"""The headers that keep a page to itself: nothing from other hosts, no frames, no guessing of types."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask, Response

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
NO_GUESSING = {"X-Content-Type-Options": "nosniff"}
# By this a page's script tells an answer of this site from that of a proxy or of a hotel's network.
OF_SITE = {"X-Takuroku": "1"}
OF_PAGES = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    **OF_SITE,
}
# There the pages lie in one of the site's own, which stays.
IN_POCKET = {"Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")}
OF_KIND: Mapping[str, dict[str, str]] = {
    # "Nothing is new" has no body, and is sent every few seconds.
    "": OF_SITE,
    # Style, script and data rule nothing: on a phone's slow network every header of theirs is weight.
    "text/css": {},
    "text/javascript": {},
    "image/png": {},
    "application/manifest+json": {},
    "application/json": OF_SITE,
    "application/problem+json": OF_SITE,
    # A picture that is opened by itself is a page, on which nothing is to be had.
    "image/svg+xml": {"Content-Security-Policy": "default-src 'none'"},
}


def unkept(response: Response) -> Response:
    """A page or a file that no memory keeps, the browser's neither, such as one that is read in other hands."""
    response.headers["Cache-Control"] = "private, no-store"
    return response


def register(app: Flask) -> None:
    """Add the headers to every answer; what says nothing else of it is private and asked for anew each time."""
    of_pages = OF_PAGES | IN_POCKET if app.config["IN_POCKET"] else OF_PAGES

    @app.after_request
    def add(response: Response) -> Response:
        for name, value in (NO_GUESSING | OF_KIND.get(response.mimetype or "", of_pages)).items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response
