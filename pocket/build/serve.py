"""The built folder on localhost, to try it: a site that has nothing but the files which every site has at /pocket/."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from pocket.build.errors import BuildError
from web.pages.site.pocket import pages
from web.pocket.download import read_folder


class Quiet(WSGIRequestHandler):
    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """A hundred files are no news."""


def serve(folder: Path, port: int) -> None:
    """Serve until it is interrupted."""
    server = server_of(folder, port)
    print(f"http://localhost:{server.port}/", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()


def server_of(folder: Path, port: int) -> BaseWSGIServer:
    """The server, not yet serving; by localhost alone, where a browser lets service workers in without HTTPS."""
    if not (folder / "index.html").is_file():
        raise BuildError(f"There is nothing in {folder} yet: make pocket")
    app = Flask(__name__, static_folder=None)
    app.config["POCKET"] = read_folder(folder)
    app.register_blueprint(pages, url_prefix="/")
    try:
        return make_server("localhost", port, app, threaded=True, request_handler=Quiet)
    except (OSError, SystemExit) as error:
        raise BuildError(f"Port {port} cannot be had. Another: TAKUROKU_PORT=8001 make pocket-run") from error
