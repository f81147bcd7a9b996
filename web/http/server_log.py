"""The log of the server that runs the site."""

from __future__ import annotations

import logging
import re

from gunicorn.config import Config
from gunicorn.glogging import Logger

from web.http.redact import discreet

SESSION = re.compile(r"(?<=/s/)[^/?\s]+")


class DiscreetLogger(Logger):
    """Writes what the server has to say as it would, but for the secrets of links in the addresses it tells.

    Of what was asked for it does not tell either which session it was: an address of somebody's is beside it.
    """

    def setup(self, cfg: Config) -> None:
        super().setup(cfg)
        for log in (self.error_log, self.access_log):
            for handler in log.handlers:
                handler.addFilter(_without_secrets)
        for handler in self.access_log.handlers:
            handler.addFilter(_without_sessions)


def _without_secrets(record: logging.LogRecord) -> bool:
    record.msg, record.args = discreet(record.getMessage()), ()
    return True


def _without_sessions(record: logging.LogRecord) -> bool:
    record.msg = SESSION.sub("…", record.msg)
    return True
