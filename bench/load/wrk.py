"""wrk, which sends the requests of all measurements: one again and again, or many, each when it is due."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.visitor import AS_A_PHONE, Visitor

ROUNDS = 5
SECONDS = 1
PLAY = Path(__file__).with_name("play.lua")
START = 1.0
"""Seconds in which wrk reads what it is to send."""
GRACE = 3.0
"""Seconds in which late answers still count."""
RATE = re.compile(r"^Requests/sec: +([\d.]+)$", re.MULTILINE)
FAILED = re.compile(r"^ *(?:Non-2xx or 3xx responses|Socket errors): .*$", re.MULTILINE)
ANSWER = re.compile(r"^answer\t(.*)\t(.*)\t(\d+)\t([-\d.]+)\t([-\d.]+)$", re.MULTILINE)


class Request(NamedTuple):
    """What is sent so many seconds after the beginning, or at once after the answer before.

    One with a `version` asks whether there is a newer one than was told last.
    """

    what: str
    method: str
    path: str
    cookie: str
    due: float | None = None
    version: str = ""
    body: str = ""

    @property
    def line(self) -> str:
        due = "" if self.due is None else f"{self.due:.6f}"
        return "\t".join((due, self.what, self.method, self.path, self.cookie, self.version, self.body))


class Answer(NamedTuple):
    """How a request was answered, and how many seconds after it was due."""

    what: str
    path: str
    status: int
    due: float
    seconds: float


def reads(visitor: Visitor, path: str) -> float:
    """The rate at which a page is served on eight connections."""
    said = _run([f"-d{SECONDS}s", "-c8", "-t1", *_headers({"Cookie": visitor.cookie}), visitor.site + path])
    rate = RATE.search(said)
    assert rate and not FAILED.search(said), said
    return float(rate[1])


def posts(forms: Mapping[Visitor, Iterable[tuple[str, str]]]) -> float:
    """How many forms a second are taken; each visitor sends its own, a path and its body, one after the other."""
    lanes = [
        [Request("save", "POST", path, visitor.cookie, body=body) for path, body in own]
        for visitor, own in forms.items()
    ]
    answers = play(next(iter(forms)).site, lanes, seconds=SECONDS)
    assert all(answer.status == HTTPStatus.SEE_OTHER for answer in answers), "every form was taken"
    assert len(answers) < sum(map(len, lanes)), "there were forms left"
    return len(answers) / SECONDS


def play(site: str, lanes: Sequence[Iterable[Request]], *, seconds: float) -> list[Answer]:
    """The answers that came within so many seconds to the requests of some lanes, each on a connection of its own."""
    with tempfile.TemporaryDirectory() as folder:
        for number, lane in enumerate(lanes, start=1):
            (Path(folder) / str(number)).write_text("".join(f"{request.line}\n" for request in lane), encoding="utf-8")
        often = [f"-d{round(seconds)}s", f"-c{len(lanes)}", f"-t{len(lanes)}", "-s", str(PLAY)]
        said = _run([*often, site, "--", folder, f"{time.time() + START:.6f}"])
    answers: list[tuple[str, str, str, str, str]] = ANSWER.findall(said)
    return [Answer(what, path, int(status), float(due), float(took)) for what, path, status, due, took in answers]


def in_turn(*measures: Callable[[], float]) -> tuple[float, ...]:
    """The median of each measure; they take turns, so that all meet the same machine."""
    rounds = [[measure() for measure in measures] for _ in range(ROUNDS)]
    return tuple(median(readings) for readings in zip(*rounds, strict=True))


def _run(arguments: Iterable[str]) -> str:
    """What the command says; exits where there is none."""
    command = shutil.which("wrk")
    if command is None:
        sys.exit("There is no wrk to send requests with: apt-get install wrk")
    whole = [command, "--timeout", "30s", *_headers(AS_A_PHONE), *arguments]
    return subprocess.run(whole, capture_output=True, text=True, check=True).stdout


def _headers(named: Mapping[str, str]) -> list[str]:
    return [part for name, value in named.items() if value for part in ("-H", f"{name}: {value}")]
