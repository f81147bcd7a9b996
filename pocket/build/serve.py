"""Serves the built folder on localhost for a try, with the view that serves /pocket/ on every site."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from pocket.build import BuildError
from web.pages.site.pocket import files


class Quiet(WSGIRequestHandler):
    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Log nothing: a page loads a hundred files."""


def serve(folder: Path, port: int) -> None:
    """Serve until interrupted."""
    server = server_of(folder, port)
    print(f"http://localhost:{server.port}/", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()


def server_of(folder: Path, port: int) -> BaseWSGIServer:
    """Make the server; on localhost only, where browsers allow service workers without HTTPS."""
    if not (folder / "index.html").is_file():
        raise BuildError(f"There is nothing in {folder} yet: make pocket")
    app = Flask(__name__, static_folder=None)
    app.config["POCKET"] = folder
    app.register_blueprint(files, url_prefix="/")
    try:
        return make_server("localhost", port, app, threaded=True, request_handler=Quiet)
    except (OSError, SystemExit) as error:
        raise BuildError(f"Port {port} cannot be had. Another: TAKUROKU_PORT=8001 make pocket-run") from error
