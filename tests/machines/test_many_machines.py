"""Site processes that share nothing but a database and the secret, and what is killed under them: a site, a server."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from copy import deepcopy
from http.client import HTTPConnection, HTTPException, HTTPMessage
from http.cookies import SimpleCookie
from itertools import count
from pathlib import Path
from threading import Barrier, Event
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

import psycopg
import pytest

from scoring.games.oh_hell import GAME as OH_HELL
from store.__main__ import main as store
from store.engines import database_at
from store.engines import postgresql as postgresql_engine
from store.engines.postgresql import PostgreSQL, PostgreSQLConnection
from store.errors import UnavailableError
from tests.kit.browser.site import free_port, running_site
from tests.kit.postgresql import Cluster, running_cluster
from tests.kit.store.table_talk import note
from tests.store.conftest import Keeper

PATIENCE = 60.0
"""Seconds that an answer may take."""
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
TABLE = {
    **{f"players-{seat}": name for seat, name in enumerate(("Ann", "Ben", "Chika", "Dan"))},
    **{"dealer": 0, "format": "long", "top_hand": "", "scoring": "normal", "bidding": "in-turn", "restriction": "on"},
}


class Site:
    """The command that serves the site; it shares the database and the secret with others, and nothing else."""

    def __init__(self, folder: Path, database: str) -> None:
        self.port = free_port()
        self._folder = folder
        self._settings = {"TAKUROKU_DATABASE": database, "TAKUROKU_SECRET": "the same on all machines"}
        self._running = ExitStack()

    def start(self) -> None:
        """Return when it answers, be it that its database is away."""
        self._running.enter_context(running_site(self._folder, settings=self._settings, port=self.port, workers=1))

    def kill(self) -> None:
        """Kill the server and its workers; does nothing where they were killed already."""
        self._running.close()


class Answer(NamedTuple):
    status: int
    headers: HTTPMessage
    text: str


class Acknowledged(NamedTuple):
    """A note of which the phone was told that it is saved."""

    key: str
    session: str
    text: str


class WrongAnswerError(Exception):
    """An answer that no phone may get, whatever was killed."""


class Writer:
    """Writes notes on a sheet that all share and on one of its own, in turn."""

    def __init__(self, name: str, sites: Sequence[Site], cookies: SimpleCookie | None = None) -> None:
        self.name = name
        self.acknowledged: list[Acknowledged] = []
        self.seen: Counter[int | str] = Counter()
        """How often it got each status, and each kind of error of the connection."""
        self.cookies: SimpleCookie = deepcopy(cookies or SimpleCookie())
        self._sites = sites
        self._choice = random.Random(name)

    def writes_until(self, enough: Event, shared: str) -> None:
        own = self.sits_down(f"{self.name}'s own")
        for number in count():
            for session in (shared, own):
                if enough.is_set():
                    return
                self.writes(session, f"{self.name} {number}", again=session == shared)

    def sits_down(self, key: str) -> str:
        """Begin a session of Oh Hell; its id."""
        page = self.until_it_answers("GET", "/new/oh-hell")
        fields = {**TABLE, "key": key, "csrf_token": hidden(page, "csrf_token")}
        answer = self.until_it_answers("POST", "/new/oh-hell", fields)
        if answer.status != 303:
            raise WrongAnswerError(f"{self.name} could not begin: {answer.status}")
        return urlsplit(answer.headers["Location"]).path.removeprefix("/s/")

    def writes(self, session: str, text: str, *, again: bool) -> None:
        """Read the sheet and write on it; `again` from the start where another phone was faster."""
        key = f"{self.name}-{len(self.acknowledged)}"
        while True:
            page = self.until_it_answers("GET", f"/s/{session}")
            fields = {name: hidden(page, name) for name in ("csrf_token", "position")} | {"key": key}
            answer = self.until_it_answers("POST", f"/s/{session}/entries", fields | {"step": "note", "text": text})
            if answer.status == 303:
                break
            if answer.status != 409 or not again:
                raise WrongAnswerError(f"{self.name} could not write {text}: {answer.status}\n{answer.text}")
        self.acknowledged.append(Acknowledged(key, session, text))

    def until_it_answers(self, method: str, path: str, fields: Mapping[str, object] | None = None) -> Answer:
        """The same to any machine until one does it."""
        late = time.monotonic() + PATIENCE
        while time.monotonic() < late:
            try:
                answer = self.asks(self._choice.choice(self._sites), method, path, fields)
            except (OSError, HTTPException) as error:
                self.seen[type(error).__name__] += 1
            else:
                self.seen[answer.status] += 1
                if answer.status in (200, 303, 409):
                    return answer
                if answer.status != 503 or not answer.headers.get("Retry-After", "").isdigit():
                    break
            time.sleep(0.05)
        raise WrongAnswerError(f"{self.name}: {method} {path} in {PATIENCE:.0f} seconds: {self.seen}")

    def asks(self, site: Site, method: str, path: str, fields: Mapping[str, object] | None = None) -> Answer:
        """One request on a connection of its own; raises OSError or HTTPException."""
        connection = HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
        cookie = {"Cookie": "; ".join(f"{name}={morsel.coded_value}" for name, morsel in self.cookies.items())}
        try:
            body, headers = (None, cookie) if fields is None else (urlencode(fields), cookie | FORM)
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        for given in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(given)
        return Answer(answer.status, answer.headers, text)


def hidden(page: Answer, name: str) -> str:
    """What stands in the first field of this name in a page."""
    value = re.search(rf'<input[^>]* name="{name}"[^>]* value="([^"]+)"', page.text)
    if not value:
        raise WrongAnswerError(f"There is no field {name} in the page:\n{page.text}")
    return value[1]


LONGEST = 120.0
"""Seconds until something must have gone on."""


class Machines(NamedTuple):
    cluster: Cluster
    database: str
    sites: tuple[Site, ...]


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """Two sites started, on a server that waits for its disk."""
    with running_cluster(safe=True) as cluster, ExitStack() as ends:
        database = cluster.new_database()
        sites = tuple(Site(tmp_path_factory.mktemp("machine"), database) for _ in range(2))
        for site in sites:
            ends.callback(site.kill)
            site.start()
        yield Machines(cluster, database, sites)


def test_a_visitor_of_one_machine_is_known_to_all_and_sends_its_form_to_any(machines: Machines) -> None:
    one, two = machines.sites
    phone = Writer("Eve", machines.sites)
    session = phone.sits_down("begun anywhere")
    form = phone.asks(one, "GET", f"/s/{session}")
    bids = {f"bids-{seat}": "0" for seat in range(4)} | {"step": "bids", "key": "sent elsewhere"}
    fields = bids | {name: hidden(form, name) for name in ("csrf_token", "position")}
    assert phone.asks(two, "POST", f"/s/{session}/entries", fields).status == 303
    assert phone.asks(one, "POST", f"/s/{session}/entries", fields).status == 303
    assert hidden(phone.asks(two, "GET", f"/s/{session}"), "position") == "1"
    stranger = Writer("Frank", machines.sites)
    assert stranger.asks(two, "GET", f"/s/{session}").status == 404


def test_whatever_is_killed_nothing_acknowledged_is_lost_or_doubled(
    machines: Machines, capsys: pytest.CaptureFixture[str]
) -> None:
    host, enough = Writer("Host", machines.sites), Event()
    shared = host.sits_down("the sheet of all")
    phones = [Writer(name, machines.sites, host.cookies) for name in ("Ann", "Ben", "Chika", "Dan")]

    def go_on() -> None:
        """Return when every phone has two more notes acknowledged."""
        wanted = {phone.name: len(phone.acknowledged) + 2 for phone in phones}
        until(lambda phone: len(phone.acknowledged) >= wanted[phone.name])

    def until(holds: Callable[[Writer], bool]) -> None:
        late = time.monotonic() + LONGEST
        while not all(map(holds, phones)):
            for each in writing:
                if each.done():
                    each.result()
            assert time.monotonic() < late, {phone.name: (len(phone.acknowledged), phone.seen) for phone in phones}
            time.sleep(0.02)

    with ThreadPoolExecutor(len(phones)) as threads:
        writing = [threads.submit(phone.writes_until, enough, shared) for phone in phones]
        try:
            go_on()
            machines.sites[1].kill()
            go_on()
            machines.cluster.kill()
            refused = {phone.name: phone.seen[503] for phone in phones}
            until(lambda phone: phone.seen[503] > refused[phone.name])
            machines.sites[1].start()
            machines.cluster.start()
            go_on()
        finally:
            enough.set()
        for each in writing:
            each.result(LONGEST)
    with closing(database_at(machines.database).connect()) as db:
        rows = db.execute("SELECT key, session, facts FROM action ORDER BY session, position")
    notes = [(row, json.loads(row["facts"])) for row in rows]
    log = [Acknowledged(row["key"], row["session"], note["text"]) for row, note in notes if note["step"] == "note"]
    for phone in phones:
        # In the order in which it wrote them; nothing is lost, doubled or written unasked.
        assert [each for each in log if each.text.startswith(phone.name)] == sorted(
            phone.acknowledged, key=lambda each: each.session
        )
    seen = sum((phone.seen for phone in phones), Counter[int | str]())
    assert seen.keys() >= {200, 303, 503, "ConnectionRefusedError"}
    assert store(["check", machines.database]) == 0, capsys.readouterr().out


@pytest.mark.long
def test_a_site_that_starts_before_its_database_says_so_and_works_when_it_is_there(
    machines: Machines, tmp_path: Path
) -> None:
    site = Site(tmp_path, machines.cluster.new_database())
    phone = Writer("Gil", [site])
    machines.cluster.kill()
    try:
        site.start()
        assert phone.asks(site, "GET", "/health").status == 503
        refused = phone.asks(site, "GET", "/")
        assert (refused.status, refused.headers["Retry-After"].isdigit()) == (503, True)
        machines.cluster.start()
        # Its database is empty yet.
        session = phone.sits_down("begun when it was there")
        phone.until_it_answers("GET", f"/s/{session}")
        phone.until_it_answers("GET", "/health")
    finally:
        site.kill()


# The connections that wait while their server is away, or another one in its place.


THREADS = 4
"""Of a site process."""


@pytest.fixture
def record(mortal: Cluster) -> Iterator[PostgreSQL]:
    database = PostgreSQL(mortal.new_database(prepared=True))
    yield database
    database.close()


@contextmanager
def lent(database: PostgreSQL) -> Iterator[PostgreSQLConnection]:
    db = database.borrow()
    try:
        yield db
    finally:
        database.give_back(db)


def asked_at_once(database: PostgreSQL, count: int) -> None:
    """So many requests at the same moment, each on a connection of its own; raises what one of them raises."""
    together = Barrier(count, timeout=30)

    def ask() -> None:
        with lent(database) as db:
            together.wait()
            db.execute("SELECT COUNT(*) FROM session").fetchone()

    with ThreadPoolExecutor(count) as threads:
        for asked in [threads.submit(ask) for _ in range(count)]:
            asked.result()


def noted(database: PostgreSQL, session: str, *texts: str) -> list[str]:
    """Write notes; all that are there then."""
    with lent(database) as db:
        keeper = Keeper(db, "thursdays")
        for text in texts:
            keeper.writes(session, note(text), key=text)
        return [remark.text for remark in keeper.sees(session).sheet.remarks]


def begun(database: PostgreSQL) -> str:
    with lent(database) as db:
        return Keeper(db, "thursdays").sits_down("Ann", "Ben", "Chika", game=OH_HELL)


def test_after_a_restart_nobody_is_refused_for_the_connections_that_it_cut(mortal: Cluster, record: PostgreSQL) -> None:
    asked_at_once(record, THREADS)
    for at_once in (1, THREADS):
        mortal.kill()
        mortal.start()
        asked_at_once(record, at_once)


def test_after_a_restart_between_two_requests_the_site_answers_the_next_ones(mortal: Cluster, tmp_path: Path) -> None:
    site = Site(tmp_path, mortal.new_database())
    phone = Writer("Hal", [site])
    site.start()
    try:
        session = phone.sits_down("begun before it")
        with ThreadPoolExecutor(THREADS) as threads:
            for at_once in (THREADS, 1):
                mortal.kill()
                mortal.start()
                looks = [threads.submit(phone.asks, site, "GET", f"/s/{session}") for _ in range(at_once)]
                assert [look.result().status for look in looks] == [200] * at_once
    finally:
        site.kill()


def test_connections_whose_server_says_nothing_any_more_are_given_up(
    record: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_at_once(record, THREADS)
    with lent(record) as db:
        waiting = db.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
    monkeypatch.setattr(postgresql_engine, "REPLY_SECONDS", 0.3)
    for backend in waiting:
        os.kill(backend["pid"], signal.SIGSTOP)
    try:
        asked_at_once(record, THREADS)
    finally:
        for backend in waiting:
            os.kill(backend["pid"], signal.SIGCONT)


def test_a_server_that_stops_in_the_middle_lets_go_of_the_request(
    record: PostgreSQL,
) -> None:
    session = begun(record)
    with lent(record) as db:
        backend = db.execute("SELECT pg_backend_pid() AS process").fetchone()["process"]
        with pytest.raises(UnavailableError) as cut, db.writing():
            db.execute("UPDATE session SET deals = 99 WHERE id = ?", (session,))
            os.kill(backend, signal.SIGSTOP)
            db.timeout_seconds = 0.3
            db.execute("SELECT 1")
    assert cut.value.cause == "away"
    # It finds that nobody waits for it any more, and its row is free.
    os.kill(backend, signal.SIGCONT)
    assert noted(record, session, "after it") == ["after it"]
    with lent(record) as db:
        assert db.execute("SELECT deals FROM session WHERE id = ?", (session,)).fetchone()["deals"] == 0


def test_a_record_that_is_lost_is_not_begun_anew_by_a_site_that_knew_it(mortal: Cluster, record: PostgreSQL) -> None:
    asked_at_once(record, 1)
    name = name_of(record)
    with psycopg.connect(mortal.address(), autocommit=True) as db:
        db.execute(f"DROP DATABASE {name} WITH (FORCE)")
        db.execute(f"CREATE DATABASE {name}")
    with lent(record) as empty, pytest.raises(UnavailableError) as lost:
        empty.execute("SELECT COUNT(*) FROM session")
    assert lost.value.cause == "away"
    started_again = PostgreSQL(mortal.address(name))
    asked_at_once(started_again, 1)
    started_again.close()
    asked_at_once(record, 1)


def test_a_log_that_was_put_back_and_went_on_otherwise_is_read_as_it_is(mortal: Cluster, record: PostgreSQL) -> None:
    session = begun(record)
    assert noted(record, session, "kept") == ["kept"]
    record.close()
    name = name_of(record)
    site = PostgreSQL(mortal.address(name))
    with psycopg.connect(mortal.address(), autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}_backup TEMPLATE {name}")
        assert noted(site, session, "lost") == ["kept", "lost"]
        backup = PostgreSQL(mortal.address(f"{name}_backup"))
        assert noted(backup, session, "said anew") == ["kept", "said anew"]
        backup.close()
        db.execute(f"DROP DATABASE {name} WITH (FORCE)")
        db.execute(f"ALTER DATABASE {name}_backup RENAME TO {name}")
    assert noted(site, session) == ["kept", "said anew"]
    site.close()


def name_of(record: PostgreSQL) -> str:
    """The name of its database on the server."""
    return record.address.rpartition("/")[2]
