"""The page that reads QR codes with the camera, from pictures, or as a pasted link."""

from __future__ import annotations

from flask import Response, make_response, render_template

from web.http.headers import with_camera
from web.request.page import Pages

pages = Pages("scan", __name__, readers="anyone")


@pages.get("/scan")
def show() -> Response:
    """The page; a script reads the codes on the phone, and no picture leaves it."""
    return with_camera(make_response(render_template("tools/scan.html")))
