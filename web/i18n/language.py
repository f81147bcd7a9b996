"""The reader's language: chosen, or that of the browser."""

from __future__ import annotations

from functools import lru_cache

from flask import request
from flask import session as cookie
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from web.request import for_programs

LANGUAGES = ("en", "ja")


def language() -> str:
    """The chosen language, else the browser's, else English; for the API Accept-Language alone."""
    chosen = None if for_programs() else cookie.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return _accepted_language(request.headers.get("Accept-Language", ""))


@lru_cache(maxsize=256)
def _accepted_language(header: str) -> str:
    return parse_accept_header(header, LanguageAccept).best_match(LANGUAGES) or "en"
