"""Measures the peak memory of imports, one at a time and four at once.

On request, `python -m bench memory`.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count, cycle
from pathlib import Path
from urllib.parse import urlsplit

from bench.figures import Figure
from bench.machine import family, started_with
from bench.visitor import Visitor, sit_down
from scoring.catalogue import all_games
from store.encoding import to_text
from tests.kit.browser.site import running_site
from tests.kit.games import NAMES, played
from web.http.limits import MAX_FILE_BYTES

TITLE = "Files of 8 MB to be imported: the most memory of a process, in MB of 1,048,576 bytes"
GOAL_MB = 250
"""A server has 50 by itself."""
AT_ONCE = 4
TIMEOUT_SECONDS = 3600
BOUNDARY = "a-file-follows"
MB = 1024**2
SESSION = {"created_at": "2026-11-21T19:30:00Z", "game": "oh-hell", "players": [], "dealer": 0, "options": {}}


def measured() -> Iterator[Figure]:
    """Each on a site of its own, of one process."""
    for what, file in files():
        for at_once in (1, AT_ONCE):
            peak, answers = peak_of(file, at_once)
            told = ", ".join(f"{times} × {status}" for status, times in sorted(answers.items()))
            yield Figure(f"{what}, {at_once} at once ({told})", peak / MB, "MB", goal=GOAL_MB)


def files() -> Iterator[tuple[str, bytes]]:
    """A played scorebook, and hostile files that cost the most."""
    whole = {"scorebook": 1, "devices": {}, "players": [], "rules": []}
    yield "a list of objects", filled("[", '{"":0},', "0]")
    yield "a list of lists", filled("[", "[],", "0]")
    for name in ("sessions", "players", "name"):
        begun = to_text({key: value for key, value in whole.items() if key != name})[:-1]
        yield f"objects as “{name}”", filled(f'{begun},"{name}":[', '{"":0},', "0]}")
    session = to_text({"id": "hostile-1", **SESSION})[:-1]
    yield "a session of objects", filled(f'{to_text(whole)[:-1]},"sessions":[{session},"actions":[', '{"":0},', "0]}]}")
    devices = ",".join(f'"{number:x}":""' for number in range(MAX_FILE_BYTES // 12))
    yield "devices", f'{{"scorebook":1,"devices":{{{devices}}}}}'.encode()
    yield "a scorebook that was played", honest(MAX_FILE_BYTES - MB // 8)


def filled(begin: str, part: str, end: str) -> bytes:
    times = (MAX_FILE_BYTES - MB // 8 - len(begin)) // len(part)
    return (begin + part * times + end).encode()


def honest(size: int) -> bytes:
    """Games of every kind, one after the other until the file has this size."""
    people = [{"name": name} for name in NAMES]
    whole = to_text({"scorebook": 1, "devices": {"5f3a9c01": "iPhone"}, "players": people, "rules": []})
    written, room = list[str](), size
    games = [played(game, seed) for game in all_games().values() for seed in range(4)]
    for number, game in zip(count(), cycle(games)):
        actions = [
            {"kind": "enter", "at": "2026-11-21T19:31:10Z", "device": "5f3a9c01", "facts": entry}
            for entry in game.entries
        ]
        head = {name: game.session[name] for name in ("game", "players", "dealer", "options")}
        session = to_text({"id": f"honest-{number:06}", **SESSION, **head, "actions": actions})
        room -= len(session.encode()) + 2
        if room < 0:
            break
        written.append(session)
    sessions = ",\n".join(written)
    return f'{whole[:-1]},"sessions":[\n{sessions}]}}'.encode()


def peak_of(file: bytes, at_once: int) -> tuple[int, Counter[int]]:
    """The most bytes that a process of the site had, and how the imports were answered."""
    settings = {"TAKUROKU_WORKERS": "1"}
    with tempfile.TemporaryDirectory() as folder, running_site(Path(folder), settings=settings) as site:
        keepers = [Visitor(site) for _ in range(at_once)]
        for keeper in keepers:
            sit_down(keeper)
            keeper.connection.close()
            keeper.connection.timeout = TIMEOUT_SECONDS
        with ThreadPoolExecutor(at_once) as hands:
            answers = Counter(hands.map(lambda keeper: brings(keeper, file), keepers))
        served = family(started_with(urlsplit(site).netloc))
        return max(map(most_of, served)), answers


def brings(keeper: Visitor, file: bytes) -> int:
    """Send it by the page's form; the status of the answer."""
    keeper.connection.connect()
    kind, body = file_form(keeper, file)
    keeper.connection.request("POST", "/scorebook", body, {"Cookie": keeper.cookie, "Content-Type": kind})
    answer = keeper.connection.getresponse()
    answer.read()
    return answer.status


def file_form(keeper: Visitor, file: bytes) -> tuple[str, bytes]:
    """The content type and the body of the form that imports a file."""
    parts = (
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{keeper.token}\r\n'
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="scorebook.json"\r\n\r\n'
    )
    body = parts.encode() + file + f"\r\n--{BOUNDARY}--\r\n".encode()
    return f"multipart/form-data; boundary={BOUNDARY}", body


def most_of(process: int) -> int:
    """The most bytes of memory that a process had at a time."""
    status = Path(f"/proc/{process}/status").read_text()
    return 1024 * int(status.partition("VmHWM:")[2].split()[0])
