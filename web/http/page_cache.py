"""Page cache: keeps rendered sheets by their session's version, without CSRF tokens and form keys."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TypeAlias

from flask_wtf.csrf import generate_csrf

from web.identity.current import new_key

MAX_PAGES = 256
"""Pages kept in a process, of some 25 KB each."""

Key: TypeAlias = tuple[object, ...]
"""Everything that decides how a page looks."""

TOKEN, KEY, FORM_KEY = (secrets.token_hex(16) for _ in range(3))
"""Placeholders in a cached page for the CSRF token and the keys of its forms."""

_lock = Lock()
_pages: OrderedDict[Key, str] = OrderedDict()


def page(key: Key, make: Callable[[], str]) -> str:
    """The cached page, filled in for this visitor.

    `make` renders it where it is not cached, with the placeholders `TOKEN`, `KEY` and `FORM_KEY`.
    """
    with _lock:
        kept = _pages.get(key)
        if kept is not None:
            _pages.move_to_end(key)
    if kept is None:
        kept = make()
        with _lock:
            _pages[key] = kept
            while len(_pages) > MAX_PAGES:
                _pages.popitem(last=False)
    return kept.replace(TOKEN, generate_csrf()).replace(KEY, new_key()).replace(FORM_KEY, new_key())
