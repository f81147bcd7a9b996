"""Sheets kept as pages: at a version of its session a sheet never looks otherwise, but for tokens and keys."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TypeAlias

from flask_wtf.csrf import generate_csrf

from web.identity.current import new_key

MAX_PAGES = 256
"""So many pages of some 25 KB each."""

Key: TypeAlias = tuple[object, ...]
"""Everything that decides how a page looks."""

TOKEN, KEY, FORM_KEY = (secrets.token_hex(16) for _ in range(3))
"""What stands in a kept page for the token against forged forms, and for the keys of its forms."""

_lock = Lock()
_pages: OrderedDict[Key, str] = OrderedDict()


def page(key: Key, make: Callable[[], str]) -> str:
    """The page as it was kept, or made now with `TOKEN`, `KEY` and `FORM_KEY` in it; filled in for this visitor."""
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
