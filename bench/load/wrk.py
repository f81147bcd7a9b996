"""Requests a second, as wrk counts them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from statistics import median

from bench.visitor import AS_A_PHONE, FORM, Visitor

ROUNDS = 5
SECONDS = 1
POSTS = Path(__file__).with_name("posts.lua")
RATE = re.compile(r"^Requests/sec: +([\d.]+)$", re.MULTILINE)
FAILED = re.compile(r"^ *(?:Non-2xx or 3xx responses|Socket errors): .*$", re.MULTILINE)


def reads(visitor: Visitor, path: str, *, connections: int = 8, headers: Mapping[str, str] | None = None) -> float:
    """How often a second a page can be read on so many connections."""
    sent = {"Cookie": visitor.cookie, **(headers or {})}
    return _rate([f"-c{connections}", "-t1", *_headers(sent), visitor.site + path])


def posts(forms: Mapping[Visitor, Iterable[tuple[str, str]]]) -> float:
    """How many forms a second are taken; each visitor sends its own, a path and its body, one after the other."""
    lanes = len(forms)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as lines:
        for lane, (visitor, own) in enumerate(forms.items(), start=1):
            lines.writelines(f"{lane}\t{path}\t{visitor.cookie}\t{body}\n" for path, body in own)
        lines.flush()
        script = ["-s", str(POSTS), *_headers({"Content-Type": FORM})]
        return _rate([f"-c{lanes}", f"-t{lanes}", *script, next(iter(forms)).site, "--", lines.name])


def in_turn(*measures: Callable[[], float]) -> tuple[float, ...]:
    """The median of each measure; they take turns, so that all meet the same machine."""
    rounds = [[measure() for measure in measures] for _ in range(ROUNDS)]
    return tuple(median(readings) for readings in zip(*rounds, strict=True))


def _wrk(arguments: Iterable[str]) -> list[str]:
    """The command; exits where there is none."""
    command = shutil.which("wrk")
    if command is None:
        sys.exit("There is no wrk to count requests with: apt-get install wrk")
    return [command, "--timeout", "30s", *_headers(AS_A_PHONE), *arguments]


def _headers(named: Mapping[str, str]) -> list[str]:
    return [part for name, value in named.items() if value for part in ("-H", f"{name}: {value}")]


def _rate(arguments: Iterable[str]) -> float:
    done = subprocess.run(_wrk([f"-d{SECONDS}s", *arguments]), capture_output=True, text=True, check=True)
    rate = RATE.search(done.stdout)
    assert rate and not FAILED.search(done.stdout), done.stdout + done.stderr
    return float(rate[1])
