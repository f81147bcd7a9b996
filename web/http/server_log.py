"""Gunicorn's logger: a line of the access log for each request, without secrets and session ids."""

from __future__ import annotations

import logging
import re
from typing import Any
from urllib.parse import quote

from gunicorn.config import Config
from gunicorn.glogging import Logger

from web.http.error_pages import redact

CLIENT_LEFT = 499
"""Logged for a request that was not answered because the client left, as nginx does."""
SESSION = re.compile(r"(/s/+)[^/?\s]+")
UNPRINTABLE = re.compile(r"[^\x20-\x7e…]")


class DiscreetLogger(Logger):
    """Removes secrets from all logs, and session ids from the access log, which has the visitor's address."""

    def setup(self, cfg: Config) -> None:
        super().setup(cfg)
        for log in (self.error_log, self.access_log):
            for handler in log.handlers:
                handler.addFilter(_without_secrets)
        for handler in self.access_log.handlers:
            handler.addFilter(_in_a_line)

    def atoms(self, resp: Any, req: Any, environ: dict[str, Any], request_time: Any) -> dict[str, Any]:
        # Gunicorn has decoded the path, which may then have spaces and line ends.
        found: dict[str, Any] = super().atoms(
            resp, req, environ | {"PATH_INFO": quote(environ["PATH_INFO"], errors="replace")}, request_time
        )
        if not resp.headers:
            found["s"] = CLIENT_LEFT
        return found


def _without_secrets(record: logging.LogRecord) -> bool:
    record.msg, record.args = redact(record.getMessage()), ()
    return True


def _in_a_line(record: logging.LogRecord) -> bool:
    """Also without session ids; what a header has may not begin a line or command a terminal."""
    record.msg = UNPRINTABLE.sub("?", SESSION.sub(r"\1…", record.msg))
    return True
