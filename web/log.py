"""The log of the server that runs the site."""

from __future__ import annotations

import logging

from gunicorn.config import Config
from gunicorn.glogging import Logger

from web.workings.discreet import discreet


class DiscreetLogger(Logger):
    """Writes what the server has to say as it would, but for the secrets of links in the addresses it tells."""

    def setup(self, cfg: Config) -> None:
        super().setup(cfg)
        for log in (self.error_log, self.access_log):
            for handler in log.handlers:
                handler.addFilter(_without_secrets)


def _without_secrets(record: logging.LogRecord) -> bool:
    record.msg, record.args = discreet(record.getMessage()), ()
    return True
