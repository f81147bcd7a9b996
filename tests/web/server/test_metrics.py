"""The metrics for Prometheus: counted by all processes together, read by who has the token, without names and ids."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from werkzeug.routing import Map, Rule

from app import create_app
from tests.games.oh_hell.sheet import PLAYERS, entries
from tests.kit.browser.site import LONGEST_START, ROOT, free_port, wait_for
from tests.kit.for_each import for_each
from tests.kit.web.gateway import Line, run, scope
from tests.kit.web.over_http import saves
from tests.web.conftest import SECRET, Phone, site_at
from web.serve import share_metrics
from web.server.incoming import Receive
from web.server.metrics import Metrics
from web.server.outgoing import Send, say
from web.settings import SettingsError, read_settings

TOKEN = "a-secret-of-the-operator"


@contextmanager
def served(folder: Path, **settings: str) -> Iterator[int]:
    """The port of a site with several processes, started as `make run` starts it."""
    port = int(settings.get("PORT") or free_port())
    own = {name: value for name, value in os.environ.items() if not name.startswith("TAKUROKU_")}
    given = {"DATA": str(folder), "HOST": "127.0.0.1", "PORT": str(port), "WORKERS": "3", "METRICS": TOKEN, **settings}
    environ = own | {"TMPDIR": str(folder)} | {f"TAKUROKU_{name}": value for name, value in given.items()}
    with (folder / "server.log").open("w") as log:
        command = [sys.executable, "-m", "web.serve"]
        server = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=log, stderr=log)
    try:
        wait_for(server, port, folder / "server.log")
        yield port
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=LONGEST_START)


def asked(port: int, path: str, **headers: str) -> tuple[int, str]:
    """The answer on a connection of its own, so that any process may give it."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=LONGEST_START)) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        assert len(answer.headers.get_all("Content-Type", ())) == 1
        return answer.status, answer.read().decode()


def samples(port: int) -> dict[tuple[str, str], float]:
    """Every sample of /metrics by its name and labels, in their order, as Prometheus' own reader finds it."""
    status, text = asked(port, "/metrics", Authorization=f"Bearer {TOKEN}")
    assert status == 200
    return {
        (sample.name, ",".join(f'{name}="{value}"' for name, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.mark.thorough
def test_what_several_processes_have_answered_is_one_sum_for_whoever_has_the_token(tmp_path: Path) -> None:
    with served(tmp_path, LIMITS="1", SECRET=SECRET) as port:
        before = samples(port)
        for number in range(125):
            asked(port, f"/j/nowhere-{number}")
        for _ in range(30):
            asked(port, "/rules")
        asked(port, "/no/such/page/Ann")
        keeper = Phone(site_at(str(tmp_path)))
        table = keeper.sits_down(*PLAYERS)
        for position, entry in enumerate(entries()[:4]):
            saves(keeper, f"http://127.0.0.1:{port}", table.address, entry, position)
        after = samples(port)
        (folder,) = tmp_path.glob("takuroku-metrics-*")
        assert len([*folder.glob("counter_*.db")]) > 1, "more than one process has answered"
    answers = ("takuroku_requests_total", 'method="GET",route="/rules",status="2xx"')
    assert (answers in before, before["takuroku_refusals_total", 'status="429"']) == (False, 0)
    # 120 links may be opened in ten minutes; two deals are bids and tricks of each.
    for (name, labels), number in {
        answers: 30,
        ("takuroku_requests_total", 'method="GET",route="/j/<secret>",status="4xx"'): 125,
        ("takuroku_refusals_total", 'status="429"'): 5,
        ("takuroku_requests_total", 'method="GET",route="unknown",status="4xx"'): 1,
        ("takuroku_entries_total", 'game="oh-hell",kind="enter"'): 4,
        ("takuroku_request_seconds_count", 'method="GET",route="/rules"'): 30,
        ("takuroku_request_seconds_bucket", 'le="+Inf",method="GET",route="/rules"'): 30,
    }.items():
        assert after[name, labels] == number, (name, labels)
    told = " ".join(labels for _, labels in after)
    assert not [word for word in (*PLAYERS, table.id, "nowhere", TOKEN) if word in told]
    with served(tmp_path, PORT=str(port)) as port:
        again = samples(port)
        # Without the token metrics are an address that does not exist.
        for given in ({}, *({"Authorization": each} for each in ("Bearer wrong", TOKEN, f"Basic {TOKEN}"))):
            status, page = asked(port, "/metrics", **given)
            assert (status, "takuroku_requests" in page) == (asked(port, "/nothing-here")[0], False)
            assert status == 404
        assert asked(port, "/metrics", Authorization=f"bearer {TOKEN}")[0] == 200
    assert ("takuroku_entries_total", 'game="oh-hell",kind="enter"') not in again


def test_without_the_setting_nobody_can_read_metrics(tmp_path: Path) -> None:
    phone = create_app({"TAKUROKU_DATA": str(tmp_path)}).test_client()
    for token in ("", TOKEN):
        assert phone.get("/metrics", headers={"Authorization": f"Bearer {token}"}).status_code == 404


def test_without_the_setting_its_library_is_not_needed(tmp_path: Path) -> None:
    # An import of a module that is None fails as if it were not there.
    code = (
        "import sys; sys.modules['prometheus_client'] = None; import app, web.serve, web.server.worker;"
        f"app.create_app({{'TAKUROKU_DATA': {str(tmp_path)!r}}})"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


# The middleware alone, which counts in this process.

ROUTES = Map([Rule("/s/<session>", methods=["GET"]), Rule("/s/<session>/entries", methods=["POST"])])


def answering(status: int, meanwhile: float = 0, *, held: bool = False) -> Metrics:
    """The middleware around an app that reads the body, takes so many seconds and answers."""

    async def app(asked: Mapping[str, Any], receive: Receive, send: Send) -> None:
        if asked["method"] == "POST":
            while (await receive()).get("more_body"):
                pass
        await asyncio.sleep(meanwhile)
        await say(send, status, "Said.", **({"preference_applied": "wait=9"} if held else {}))

    return Metrics(app, ROUTES, TOKEN)


def counted(metrics: Metrics, name: str, **labels: str) -> float | None:
    value: float | None = metrics.registry.get_sample_value(name, labels)
    return value


def test_a_route_is_counted_by_its_pattern_and_an_unknown_method_by_no_name() -> None:
    metrics = answering(200)
    wanted = {
        ("/s/<session>", "GET"): [scope("/s/k3p9"), scope("/s/z8")],
        ("unknown", "unknown"): [scope("/s/z8", method="BREW")],
        ("unknown", "GET"): [scope("/s/z8/Ann")],
        ("/health", "GET"): [scope("/health")],
    }
    for each in (each for requests in wanted.values() for each in requests):
        line = Line()
        run(metrics(each, line.receive, line.send))
        assert line.status == 200
    routes = {
        (sample.labels["route"], sample.labels["method"]): sample.value
        for family in metrics.registry.collect()
        for sample in family.samples
        if sample.name == "takuroku_requests_total"
    }
    assert routes == {route: len(requests) for route, requests in wanted.items()}


@for_each("status", [429, 503])
def test_a_refusal_is_counted_also_where_it_comes_from_the_gateway(status: int) -> None:
    metrics, line = answering(status), Line()
    run(metrics(scope("/s/k3p9"), line.receive, line.send))
    assert counted(metrics, "takuroku_refusals_total", status=str(status)) == 1


def test_the_time_runs_from_the_end_of_a_request_whatever_a_slow_phone_takes_to_send_it() -> None:
    class Slow(Line):
        async def receive(self) -> Mapping[str, Any]:
            await asyncio.sleep(0.3)
            return await super().receive()

    metrics, line = answering(303, meanwhile=0.02), Slow(b"bids-0=1&", b"bids-1=0")
    run(metrics(scope("/s/k3p9/entries", method="POST"), line.receive, line.send))
    where = {"route": "/s/<session>/entries", "method": "POST"}
    seconds = counted(metrics, "takuroku_request_seconds_sum", **where)
    assert seconds is not None and 0.02 <= seconds < 0.3
    assert counted(metrics, "takuroku_request_seconds_bucket", le="0.01", **where) == 0


def test_a_poll_that_was_held_until_there_was_news_is_no_slow_answer() -> None:
    line = Line()
    for held, timed in ((False, 1), (True, None)):
        metrics = answering(304, held=held)
        run(metrics(scope("/s/k3p9", prefer="wait=9"), line.receive, line.send))
        assert counted(metrics, "takuroku_requests_total", route="/s/<session>", method="GET", status="3xx") == 1
        assert counted(metrics, "takuroku_request_seconds_count", route="/s/<session>", method="GET") == timed


# The folder in which the processes count.


def test_the_folder_is_of_this_account_alone_and_emptied_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "")
    settings = read_settings({"TAKUROKU_DATA": str(tmp_path / "data"), "TAKUROKU_METRICS": TOKEN})
    share_metrics(settings)
    folder = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
    assert folder.parent == tmp_path and folder.stat().st_mode & 0o777 == 0o700
    (folder / "counter_4711.db").touch()
    share_metrics(settings)
    assert list(folder.iterdir()) == []
    # One that somebody else has laid there is not used.
    folder.rename(tmp_path / "mine")
    (tmp_path / "mine" / "letter").touch()
    folder.symlink_to(tmp_path / "mine")
    with pytest.raises(SettingsError, match="cannot be used: it belongs to somebody else"):
        share_metrics(settings)
    assert (tmp_path / "mine" / "letter").exists()
