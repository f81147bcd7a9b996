"""Makes a WSGI environ (PEP 3333) from an ASGI scope."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes, urlsplit

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

OF_THE_BODY = {"CONTENT_TYPE": "CONTENT_TYPE", "CONTENT_LENGTH": "CONTENT_LENGTH", "TRANSFER_ENCODING": None}
"""Headers with a key of their own in the environ, or none since the body is complete."""


def environ_of(scope: Mapping[str, Any], body: IO[bytes], size: int) -> WSGIEnvironment:
    """The WSGI environ of a request with its complete body."""
    host, port = scope["server"] or ("", 0)
    client, client_port = scope["client"] or ("", 0)
    path: bytes = scope["raw_path"]
    if not path.startswith(b"/"):  # as a proxy is asked, with the host before it
        path = urlsplit(path).path
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        # WSGI strings are bytes decoded as Latin-1.
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "REMOTE_ADDR": client,
        "REMOTE_PORT": str(client_port),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        _add(environ, name.decode("latin-1"), value.decode("latin-1"))
    if size and "CONTENT_LENGTH" not in environ:  # it came in pieces
        environ["CONTENT_LENGTH"] = str(size)
    return environ


def _add(environ: WSGIEnvironment, name: str, value: str) -> None:
    # X_Forwarded_For would become the same key as X-Forwarded-For, which the proxy sets.
    if "_" in name:
        return
    key = name.upper().replace("-", "_")
    if key in OF_THE_BODY:
        if place := OF_THE_BODY[key]:
            environ[place] = value
        return
    key = f"HTTP_{key}"
    if key in environ:
        environ[key] += ("; " if key == "HTTP_COOKIE" else ",") + value
    else:
        environ[key] = value
