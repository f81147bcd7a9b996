"""Security headers: content security policy, no frames, no MIME sniffing."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask, Response, current_app

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
NO_SENSORS = "camera=(), microphone=(), geolocation=()"
WITH_CAMERA = NO_SENSORS.replace("camera=()", "camera=(self)")
NO_GUESSING = {"X-Content-Type-Options": "nosniff"}
# A page's script uses it to tell this site's answers from those of a proxy or a hotel's network.
OF_SITE = {"X-Takuroku": "1"}
OF_PAGES = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": NO_SENSORS,
    **OF_SITE,
}
# In the pocket the pages are framed by the shell, a page of the same site.
IN_POCKET = {"Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")}
OF_KIND: Mapping[str, dict[str, str]] = {
    # A 304 has no body, and is sent every few seconds.
    "": OF_SITE,
    # The policy does not apply to styles, scripts and data; fewer headers are faster on a slow network.
    "text/css": {},
    "text/javascript": {},
    "application/wasm": {},
    "image/png": {},
    "application/manifest+json": {},
    "application/json": OF_SITE,
    "application/problem+json": OF_SITE,
    # An SVG opened on its own is a document: it may load nothing.
    "image/svg+xml": {"Content-Security-Policy": "default-src 'none'"},
}


def no_store(response: Response) -> Response:
    """Forbid every cache to store the response, the browser's too, for instance a page with a secret."""
    response.headers["Cache-Control"] = "private, no-store"
    return response


def with_camera(response: Response) -> Response:
    """Allow a page the camera, videos of this phone, and WebAssembly, which reads the codes in their pictures."""
    policy = _of_pages(current_app)["Content-Security-Policy"]
    reads = policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
    response.headers["Content-Security-Policy"] = f"{reads}; media-src blob:"
    response.headers["Permissions-Policy"] = WITH_CAMERA
    return response


def register(app: Flask) -> None:
    """Add the headers to every response; Cache-Control defaults to "private, no-cache"."""
    always = {**NO_GUESSING, "Cache-Control": "private, no-cache"}
    every_page = _of_pages(app) | always
    by_kind = {kind: headers | always for kind, headers in OF_KIND.items()}

    @app.after_request
    def add(response: Response) -> Response:
        for name, value in by_kind.get(response.mimetype or "", every_page).items():
            response.headers.setdefault(name, value)
        return response


def _of_pages(app: Flask) -> dict[str, str]:
    return OF_PAGES | IN_POCKET if app.config["IN_POCKET"] else OF_PAGES
