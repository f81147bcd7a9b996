"""What a hand, an editor, a disk or somebody who means harm makes of bytes and of JSON."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

AT = "2026-11-22T08:00:00Z"
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 7, 10, 63, 64, 99, 10**14, -(10**14), 0.5, 1.5, 1e300, "", " ", "1", "0", "00"),
    *("Ann", "Ben", "Zed", "ann", "\ud800", "a\0b", "zz", "__", "<script>", "９", "\N{RIGHT-TO-LEFT OVERRIDE}"),
    *("x" * 31, "x" * 61, "x" * 501, "oh-hell", "koi-koi", "undo", "redo", "correct", "enter", "note", "end", AT),
    *("2026-02-30T19:30:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", [], {}, [[]], [0, 0, 0], ["Ann"]),
    *({"into": "Ann", "at": AT}, {"into": "Ben"}, {"step": "end"}, {"step": "note", "text": "x"}, {"count": 2}),
    *([1, "0"], [-1, "1", "0"], ["0", "x"], [10**9, "0"], [[[[[[]]]]]], {"": 1}),
)


def mutated(whole: Any, luck: Random) -> Any:
    """A value with something else somewhere, or less, or something twice; once or twice."""
    whole = deepcopy(whole)
    for _ in range(luck.choice((1, 1, 1, 2))):
        parts = [*parts_of(whole)]
        (part, key), (other, there) = luck.choice(parts), luck.choice(parts)
        value = deepcopy(luck.choice((luck.choice(ODD), luck.choice(ODD), other[there])))
        match luck.randrange(6):
            case 0:
                del part[key]
            case 1 if isinstance(part, list):
                part.insert(key, value)
            case 1:
                part[luck.choice(("shoes", "name", "\ud800", "at", "id", "called"))] = part.pop(key)
            case _:
                part[key] = value
    return whole


def parts_of(part: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a value where another could stand."""
    for key in [*part] if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ():
        yield part, key
        yield from parts_of(part[key])


def spoilt(body: bytes, luck: Random) -> bytes:
    """Bytes of which some are gone, and others or the same again are there; up to three times."""
    for _ in range(luck.randint(1, 3)):
        at, start = luck.randint(0, len(body)), luck.randrange(len(body))
        more = luck.choice(
            (
                b"",
                luck.randbytes(luck.randint(1, 20)),
                body[start : start + luck.randint(1, 40)] * luck.randint(1, 5),
                bytes([body[at % len(body)] ^ 1 << luck.randrange(8)]),
            )
        )
        body = body[:at] + more + body[at + luck.choice((0, 1, 1, luck.randrange(60))) :] or body
    return body
