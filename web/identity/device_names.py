"""Device names from the User-Agent: "iPhone", "Mac", nothing more exact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from scoring.message import Words, say

DEVICE_KINDS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Macintosh", "Mac"),
    ("Windows", "Windows"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)
"""Parts of a User-Agent with the device's name; the order matters, since an Android phone says Linux too."""


def name_of(user_agent: str) -> str:
    """The name of a device; "" where the User-Agent is unknown.

    >>> name_of("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)")
    'iPhone'
    """
    return next((name for part, name in DEVICE_KINDS if part in user_agent), "")


def numbered(names: Mapping[str, str]) -> dict[str, str]:
    """Number the devices that have the same name.

    >>> numbered({"a1": "iPhone", "b2": "iPad", "c3": "iPhone"})
    {'a1': 'iPhone', 'b2': 'iPad', 'c3': 'iPhone 2'}
    """
    met: Counter[str] = Counter()
    told = {}
    for device, name in names.items():
        met[name] += 1
        told[device] = name if met[name] == 1 else f"{name} {met[name]}"
    return told


def spoken(device: str, *, own: str, name: Words = "") -> Words:
    """The name of a device for a reader whose own device is `own`.

    >>> str(spoken("a1", own="a1", name="iPhone")), str(spoken("b2", own="a1", name="iPad"))
    ('this phone', 'iPad')
    >>> str(spoken("c3", own="a1"))
    'another device'
    """
    if device == own:
        return say("this phone")
    return name or say("another device")
