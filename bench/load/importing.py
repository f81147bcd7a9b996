"""Measures how long a phone waits for a save while a big scorebook file is imported by another.

On request, `python -m bench importing`; `--short` is a try with a small file.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from bench.figures import Figure
from bench.scorebook import fill
from bench.visitor import Visitor, whole_evenings
from store.book import Book
from store.engines.sqlite.database import SQLite
from store.transfer.export import dump
from tests.kit.browser.site import running_site

TITLE = "Saves while a scorebook is imported, four a second, in ms"
SAVED = 1000
"""Milliseconds that a save may wait."""
PAUSE = 0.25
SCOREBOOK = "of-the-bench"
LAST = datetime(2026, 11, 23, tzinfo=UTC)
BOUNDARY = "between-the-fields"
PATIENCE = 1200


@dataclass(frozen=True)
class Plan:
    """How many sessions the file has."""

    sessions: int = 10_000


SHORT = Plan(300)


def measured(plan: Plan | None = None) -> Iterator[Figure]:
    """What the phone met, and how quick the import was."""
    how_many = (plan or Plan()).sessions
    with TemporaryDirectory() as folder:
        file = _file(Path(folder), how_many)
        site_folder = Path(folder) / "site"
        site_folder.mkdir()
        with running_site(site_folder) as site, ThreadPoolExecutor(1) as beside:
            importing, keeper = Visitor(site), Visitor(site)
            saves = whole_evenings(keeper, how_many)
            alone = [_saved(keeper, *next(saves)) for _ in range(20)]
            began = time.monotonic()
            work = beside.submit(_import, importing, file)
            times = []
            while not work.done():
                times.append(_saved(keeper, *next(saves)))
                time.sleep(PAUSE)
            assert work.result() == 200, f"the import was answered with {work.result()}"
            yield Figure("a save before it, median", 1000 * median(alone), "ms")
            yield Figure("a save meanwhile, median", 1000 * median(times), "ms")
            yield Figure(f"the slowest of {len(times)}", 1000 * max(times), "ms", SAVED)
            yield Figure("sessions a second", how_many / (time.monotonic() - began), "")


def _file(folder: Path, how_many: int) -> bytes:
    database = SQLite(folder / "other.db")
    database.prepare()
    with closing(database.connect()) as db:
        fill(db, SCOREBOOK, how_many, last=LAST)
        return "".join(dump(Book(db, SCOREBOOK, "keeper"))).encode()


def _saved(keeper: Visitor, path: str, body: str) -> float:
    began = time.monotonic()
    answer, _ = keeper.send(path, body.encode())
    assert answer.status == 303, f"{path} was answered with {answer.status}"
    return time.monotonic() - began


def _import(keeper: Visitor, file: bytes) -> int:
    keeper.connection = HTTPConnection(urlsplit(keeper.site).netloc, timeout=PATIENCE)
    head = 'Content-Disposition: form-data; name="{}"{}\r\n\r\n'
    parts = [
        f"--{BOUNDARY}\r\n{head.format('csrf_token', '')}{keeper.token}\r\n".encode(),
        f"--{BOUNDARY}\r\n{head.format('file', '; filename=a.json')}".encode() + file,
        f"\r\n--{BOUNDARY}--\r\n".encode(),
    ]
    answer, _ = keeper.send("/scorebook", b"".join(parts), f"multipart/form-data; boundary={BOUNDARY}")
    return answer.status
