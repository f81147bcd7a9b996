"""Which phone wrote: a device by the kind that it says it is, never more than that."""

from __future__ import annotations

from collections.abc import Collection

from scoring.message import Words, say

KINDS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Macintosh", "Mac"),
    ("Windows", "Windows"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)
"""What stands in a User-Agent, the most telling first: an Android phone says Linux too."""


def name_of(user_agent: str, taken: Collection[str] = ()) -> str:
    """What a device is called, a number behind it where another has the name; empty where it says nothing known.

    >>> name_of("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)", taken=("iPhone", "iPad"))
    'iPhone 2'
    """
    kind = next((name for part, name in KINDS if part in user_agent), "")
    names = (kind if number == 1 else f"{kind} {number}" for number in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken) if kind else ""


def called(device: str, *, own: str, name: str = "") -> Words:
    """A device as the reader says it, whose own phone is `own`.

    >>> str(called("a1", own="a1", name="iPhone")), str(called("b2", own="a1", name="iPad"))
    ('this phone', 'iPad')
    >>> str(called("c3", own="a1"))
    'another device'
    """
    if device == own:
        return say("this phone")
    return name or say("another device")
