"""Requests a second, as wrk counts them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median

from bench.visitor import AS_A_PHONE, FORM, Visitor

ROUNDS = 5
SECONDS = 1
POSTS = Path(__file__).with_name("posts.lua")
RATE = re.compile(r"^Requests/sec: +([\d.]+)$", re.MULTILINE)
FAILED = re.compile(r"^ *(?:Non-2xx or 3xx responses|Socket errors): .*$", re.MULTILINE)


def reads(visitor: Visitor, path: str, *, connections: int = 8) -> float:
    """How often a second a page can be read on so many connections."""
    return _rate(visitor, path, [], connections=connections)


def posts(visitor: Visitor, requests: Iterable[tuple[str, str]]) -> float:
    """How many forms a second are taken, one after the other on one connection; each is a path and its body."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as lines:
        lines.writelines(f"{path} {body}\n" for path, body in requests)
        lines.flush()
        form = [*("-s", str(POSTS)), *("-H", f"Content-Type: {FORM}")]
        return _rate(visitor, "/", form, connections=1, arguments=[lines.name])


def in_turn(*measures: Callable[[], float]) -> tuple[float, ...]:
    """The median of each measure; they take turns, so that all meet the same machine."""
    rounds = [[measure() for measure in measures] for _ in range(ROUNDS)]
    return tuple(median(readings) for readings in zip(*rounds, strict=True))


def _rate(
    visitor: Visitor, path: str, options: Iterable[str], *, connections: int, arguments: Iterable[str] = ()
) -> float:
    wrk = shutil.which("wrk")
    if wrk is None:
        sys.exit("There is no wrk to count requests with: apt-get install wrk")
    headers = {"Cookie": visitor.cookie, **AS_A_PHONE}
    done = subprocess.run(
        [
            *(wrk, "-t1", f"-c{connections}", f"-d{SECONDS}s", "--timeout", "30s"),
            *(part for name, value in headers.items() for part in ("-H", f"{name}: {value}")),
            *options,
            *(visitor.site + path, "--", *arguments),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    rate = RATE.search(done.stdout)
    assert rate and not FAILED.search(done.stdout), done.stdout + done.stderr
    return float(rate[1])
