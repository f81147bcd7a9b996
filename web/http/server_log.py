"""Gunicorn's logger, without secrets and session ids."""

from __future__ import annotations

import logging
import re

from gunicorn.config import Config
from gunicorn.glogging import Logger

from web.http.redact import discreet

SESSION = re.compile(r"(?<=/s/)[^/?\s]+")


class DiscreetLogger(Logger):
    """Removes secrets from all logs, and session ids from the access log, which has the visitor's address."""

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
