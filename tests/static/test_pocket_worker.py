"""The service worker of the pocket: how the site comes into the phone, in which order, and what was broken off."""

from __future__ import annotations

import gzip
import hashlib
from base64 import b64encode
from typing import Any

import pytest

from pocket.build.build import filled, pages
from tests.kit.node import in_node
from tests.kit.service_worker import CACHES

# Plays a phone over several lives of its service worker, with the caches that they share. A step is an event with what
# the host has; its answer says whether it went well, what was fetched, and which files are kept.
PLAYS = (
    f"async (steps) => {{{CACHES}"
    + """
  const heardByShell = [];
  const shell = { url: `${ORIGIN}/pocket/`, postMessage: (message) => heardByShell.push(message) };
  const clients = { matchAll: async () => [shell], claim: async () => {} };
  const told = [];
  for (const { script, isUpdate, event, host, hours = 0, brotli = false, emptied = false } of steps) {
    if (emptied) stored.clear();
    heardByShell.length = 0;
    let looks = 0;
    let triesAgain = false;
    const fetched = [];
    const fetch = async (address, { method } = {}) => {
      const path = address.slice("/pocket/".length);
      fetched.push(method === "HEAD" ? `HEAD ${path}` : path);
      if (host === null || host[path] === "away") throw new TypeError("Failed to fetch");
      if (!(path in host)) return new Response("", { status: 404 });
      const headers = brotli ? { "Content-Encoding": "br" } : {};
      const body = Buffer.from(host[path], "base64");
      const half = body.length / 2;
      return new Response(ReadableStream.from([body.subarray(0, half), body.subarray(half)]), { headers });
    };
    const heard = {};
    const given = {
      caches, clients, fetch,
      registration: { scope: `${ORIGIN}/pocket/`, active: isUpdate ? {} : null },
      addEventListener: (type, hear) => (heard[type] = hear),
      // A second for each look at the clock.
      Date: { now: () => hours * 3600000 + 1000 * looks++ },
      // The shell is closed before a load that failed is tried again by itself.
      setTimeout: (act) => setImmediate(() => {
        triesAgain = true;
        clients.matchAll = async () => [];
        act();
      }),
    };
    new Function(...Object.keys(given), script)(...Object.values(given));
    const waits = [];
    heard[event]({ data: { type: "leading" }, source: { id: "tab" }, waitUntil: (promise) => waits.push(promise) });
    const [{ status }] = await Promise.allSettled(waits);
    const kept = [...(stored.get("/pocket/ files")?.entries.keys() ?? [])].map((path) => path.slice("/pocket/".length));
    const pages = [...stored].find(([name]) => name.startsWith("/pocket/ pages "))?.[1].entries;
    const progress = heardByShell.filter(({ type }) => type === "progress").map(({ done, of }) => [done, of]);
    told.push({
      ok: status === "fulfilled", fetched: fetched.sort(), kept: kept.sort(), progress, triesAgain,
      whole: Boolean(pages?.has("/pocket/check.html") && pages?.has("/pocket/build.json")),
    });
  }
  return told;
}"""
)


class Release:
    """What a host has of a release, and what its worker does in a phone; `reads` is what reads QR codes."""

    def __init__(self, name: str, reads: str) -> None:
        self.site, self.decoder = f"parts/app-{name}/app.zip", f"assets/{name}/vendor/zxing/zxing_reader.wasm"
        files = {self.site: name.encode() * 99, self.decoder: reads.encode()}
        described = {path: sizes(body) for path, body in files.items()}
        parts = {"app": self.site, "shell": "parts/shell/"}
        self.files = (
            files
            | {f"{self.site}.gz": gzip.compress(files[self.site], mtime=0)}
            | {page: name.encode() for page in ("index.html", "check.html", "manifest.webmanifest")}
        )
        self.build: dict[str, Any] = {"version": name, "parts": parts, "decoder": [self.decoder], "files": described}

    def does(
        self, event: str, *, network: bool = True, without: str = "", lacking: str = "", spoilt: str = "", **more: Any
    ) -> dict[str, Any]:
        """An event of its worker."""
        script = filled(pages()["service-worker.js"], self.build, "").decode()
        host = {
            path: "away" if path == without else b64encode(body[::-1] if path == spoilt else body).decode()
            for path, body in self.files.items()
            if path != lacking
        }
        return {"script": script, "event": event, "host": host if network else None, **more}


def sizes(body: bytes) -> dict[str, object]:
    small = min(len(body), len(gzip.compress(body, mtime=0)))
    return {"bytes": len(body), "gzip": small, "brotli": small - 1, "sha256": hashlib.sha256(body).hexdigest()}


def plays(*steps: dict[str, Any]) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = in_node(PLAYS, list(steps))
    return told


ONE, SAME, OTHER = Release("one", "reads"), Release("same", "reads"), Release("other", "reads better")
OF_ONE = sorted((ONE.site, ONE.decoder))


def test_the_site_comes_packed_as_the_host_packs_or_as_it_is() -> None:
    """A host that packs nothing has packed copies as files; one that sends Brotli says so when it is asked."""
    head, copy = f"HEAD {ONE.site}", f"{ONE.site}.gz"
    for how, fetched in (
        ({}, [head, copy]),
        ({"brotli": True}, [head, ONE.site]),
        ({"lacking": copy}, [head, ONE.site, copy]),
        ({"spoilt": copy}, [head, ONE.site, copy]),
    ):
        (came,) = plays(ONE.does("install", **how))
        assert came["ok"], how
        assert [path for path in came["fetched"] if ONE.site in path] == fetched, how


def test_what_is_expected_is_known_from_the_start() -> None:
    """The bar never jumps: the sum is the same from the first byte to the last, and what is done only grows."""
    # What comes a second time, as its copy was spoilt, counts no second time.
    for spoilt in ("", f"{ONE.site}.gz"):
        (came,) = plays(ONE.does("install", spoilt=spoilt))
        done, of = zip(*came["progress"], strict=True)
        assert {*of} == {ONE.build["files"][ONE.site]["gzip"]}
        assert len({*done}) > 2, "it grows"
        assert [*done] == sorted(done)
        assert done[-1] == of[-1]


def test_a_load_that_is_broken_off_goes_on_where_it_was() -> None:
    broken, again = plays(ONE.does("install", without="index.html"), ONE.does("install"))
    assert (broken["ok"], broken["kept"]) == (False, [ONE.site])
    assert (again["ok"], again["whole"]) == (True, True)
    assert not [path for path in again["fetched"] if ONE.site in path]


def test_a_version_of_which_a_file_is_not_what_it_should_be_is_not_taken() -> None:
    *_, spoilt = plays(ONE.does("install"), OTHER.does("install", isUpdate=True, brotli=True, spoilt=OTHER.site))
    assert (spoilt["ok"], spoilt["kept"]) == (False, [ONE.site])


def test_what_a_browser_emptied_comes_again_even_if_that_was_broken_off() -> None:
    emptied = ONE.does("message", isUpdate=True, emptied=True, without="check.html")
    *_, broken, again = plays(ONE.does("install"), emptied, ONE.does("message", isUpdate=True))
    assert (broken["whole"], again["whole"]) == (False, True)
    assert again["kept"] == OF_ONE


def test_a_load_for_which_there_was_a_network_is_not_tried_again_while_the_site_is_open() -> None:
    """It would be the same megabytes every few seconds."""
    away = ONE.does("message", isUpdate=True, emptied=True, without="check.html")
    lacking = ONE.does("message", isUpdate=True, emptied=True, lacking="check.html")
    *_, broken = plays(ONE.does("install"), away)
    assert broken["triesAgain"]
    *_, broken, again = plays(ONE.does("install"), lacking, ONE.does("message", isUpdate=True))
    assert not broken["triesAgain"]
    assert again["whole"]


def test_what_reads_codes_comes_after_the_first_start() -> None:
    first, started, again = plays(ONE.does("install"), ONE.does("message"), ONE.does("message", network=False))
    assert first["kept"] == [ONE.site]
    assert ONE.decoder in started["fetched"]
    assert ONE.site not in started["fetched"]
    assert started["kept"] == OF_ONE
    assert again["fetched"] == []


@pytest.mark.parametrize("trouble", [{"network": False}, {"without": ONE.decoder}])
def test_a_load_that_was_interrupted_is_taken_up_at_the_next_start(trouble: dict[str, Any]) -> None:
    _, interrupted, again = plays(ONE.does("install"), ONE.does("message", **trouble), ONE.does("message"))
    assert (interrupted["ok"], interrupted["kept"]) == (True, [ONE.site])
    assert again["kept"] == OF_ONE


def test_an_update_brings_it_and_fetches_only_what_changed() -> None:
    *_, same, other = plays(
        ONE.does("install"),
        ONE.does("message"),
        SAME.does("install", isUpdate=True),
        OTHER.does("install", isUpdate=True),
    )
    assert f"{SAME.site}.gz" in same["fetched"]
    assert SAME.decoder not in same["fetched"]
    assert {SAME.site, SAME.decoder} <= {*same["kept"]}
    assert OTHER.decoder in other["fetched"]
    assert {OTHER.site, OTHER.decoder} <= {*other["kept"]}


def test_an_update_waits_for_it_a_day_at_most() -> None:
    lacking = [OTHER.does("install", isUpdate=True, without=OTHER.decoder, hours=hours) for hours in (0, 1, 23, 25)]
    _, _, *updates, later = plays(ONE.does("install"), ONE.does("message"), *lacking, OTHER.does("message"))
    assert [update["ok"] for update in updates] == [False, False, False, True]
    assert {*OF_ONE} <= {*updates[2]["kept"]}
    assert OTHER.decoder in later["kept"]


def test_each_release_waits_a_day_of_its_own() -> None:
    *_, other, third = plays(
        SAME.does("install"),
        ONE.does("install", isUpdate=True, without=ONE.decoder),
        OTHER.does("install", isUpdate=True, without=OTHER.decoder, hours=30),
        OTHER.does("install", isUpdate=True, hours=31),
    )
    assert (other["ok"], third["ok"]) == (False, True)


def test_an_update_waits_for_all_else_as_long_as_it_takes() -> None:
    lacking = [OTHER.does("install", isUpdate=True, without=OTHER.site, hours=hours) for hours in (0, 100)]
    assert [each["ok"] for each in plays(ONE.does("install"), *lacking)] == [True, False, False]
