"""The service worker of the site: what a phone keeps of it, and what it answers without a network."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.kit.node import ROOT, in_node
from tests.kit.service_worker import CACHES

SYNC = Path(ROOT, "static", "js", "sync")
SCRIPT = "".join((SYNC / name).read_text("utf-8") for name in ("worker.js", "share-target.js"))
MOST = 30
"""Sheets, with home among them."""
# A step is an event of a worker, with what the site has at that time: null is no network, "late" an answer that takes
# too long. Its own answer is what the phone shows, which paths it keeps, and which it fetched ahead.
PLAYS = (
    f"async (steps) => {{{CACHES}"
    + """
  Kept.prototype.addAll = async function (paths) {
    for (const path of paths) await this.put(path, await fetch(path));
  };
  let fetch;
  const told = [];
  for (const { script, event, path, host, method = "GET", text } of steps) {
    const ahead = [];
    fetch = async (asked, how) => {
      if (how?.headers?.Purpose === "prefetch") ahead.push(asked);
      if (host === null) throw new TypeError("Failed to fetch");
      if (host === "late") return new Promise(() => {});
      const [status, body, ours = true] = host[pathOf(asked)] ?? [404, ""];
      return new Response(body, { status, headers: ours ? { "X-Takuroku": "1" } : {} });
    };
    const heard = {};
    const given = {
      caches, fetch,
      location: { origin: ORIGIN },
      clients: { matchAll: async () => [], claim: async () => {} },
      skipWaiting: () => {},
      setTimeout: (act) => host === "late" && setImmediate(act),
      addEventListener: (type, hear) => (heard[type] = hear),
    };
    new Function(...Object.keys(given), script)(...Object.values(given));
    const waits = [];
    let answered = null;
    const happening = { waitUntil: (promise) => waits.push(promise), data: { path, text } };
    happening.respondWith = (promise) => (answered = promise);
    happening.request = { url: ORIGIN + path, method, mode: path?.includes("/assets/") ? "no-cors" : "navigate" };
    heard[event](happening);
    answered = await answered;
    // What takes too long is waited for by nobody.
    if (host !== "late") await Promise.allSettled(waits);
    const kept = Object.fromEntries([...stored].map(([name, { entries }]) => [name, [...entries.keys()]]));
    told.push({ shown: answered && (await answered.text()), kept, ahead });
  }
  return told;
}"""
)
HOME, RULES, OFFLINE, SHEET = "/", "/rules", "/offline", "/s/one"


def page(text: str) -> list[Any]:
    return [200, f"<html lang='en'>{text}"]


class Release:
    """The site in one version, and the phone's worker of it."""

    def __init__(self, version: str) -> None:
        self.style = f"/assets/{version}/style.css"
        self.site = {"version": version, "root": "/", "files": [self.style], "pages": [OFFLINE, RULES], "headers": {}}
        self.host = {path: page(path) for path in (HOME, RULES, OFFLINE, SHEET)} | {self.style: page(version)}

    def does(self, event: str, path: str = "", host: Any = (), **more: Any) -> dict[str, Any]:
        """One event; the site has its usual pages and those of `host`, if that is not None or "late"."""
        there = host if host is None or host == "late" else self.host | dict(host)
        return {
            "script": f"const SITE = {json.dumps(self.site)};\n{SCRIPT}",
            "event": event,
            "path": path,
            "host": there,
            **more,
        }

    def opens(self, path: str, host: Any = ()) -> dict[str, Any]:
        return self.does("fetch", path, host)


ONE, TWO = Release("one"), Release("two")


def plays(*steps: dict[str, Any]) -> dict[str, Any]:
    """What the last of the steps shows, after the worker was installed; its `kept` by the name of the cache."""
    told: list[dict[str, Any]] = in_node(PLAYS, [ONE.does("install"), *steps])
    return told[-1]


def test_a_release_brings_its_files_and_a_page_seen_before_is_shown_with_them() -> None:
    assert plays(ONE.opens(SHEET))["kept"]["/ files one"] == [ONE.style]
    released = [ONE.opens(SHEET), TWO.does("install"), TWO.does("activate")]
    assert {name for name in plays(*released)["kept"] if " files " in name} == {"/ files two"}
    assert "/s/one" in plays(*released, TWO.opens(SHEET, None))["shown"]
    assert plays(*released, TWO.opens(ONE.style, None))["shown"] == page("two")[1]


def test_without_a_network_a_page_is_as_it_was_seen_and_one_that_was_not_says_so() -> None:
    seen = plays(ONE.opens(SHEET), ONE.opens(SHEET, None))["shown"]
    assert seen.startswith('<html data-seen="20')
    assert plays(ONE.opens(RULES, None))["shown"] == "<html data-kept lang='en'>/rules"
    for path in (SHEET, "/history"):
        assert "/offline" in plays(ONE.opens(path, None))["shown"], path


def test_a_site_that_does_not_answer_gives_way_to_what_was_seen_last() -> None:
    assert "data-seen" in plays(ONE.opens(SHEET), ONE.opens(SHEET, "late"))["shown"]


def test_the_sheets_seen_last_are_kept_and_no_more() -> None:
    others = [ONE.does("message", f"/s/{n}", text="Sheet") for n in range(MOST + 5)]
    kept = plays(ONE.opens(SHEET), *others)["kept"]["/ seen"]
    assert len(kept) == MOST
    # Home is fetched anew for each sheet that is new.
    assert kept[-2:] == [f"/s/{MOST + 4}", HOME]
    assert SHEET not in kept


def test_pages_that_nobody_asked_for_are_fetched_as_such() -> None:
    assert [{*plays(*steps)["ahead"]} for steps in ([], [ONE.does("activate")], [ONE.opens(RULES)])] == [
        {OFFLINE, RULES},
        {HOME},
        set(),
    ]


def test_what_is_no_longer_this_phones_is_not_kept_and_what_another_site_says_is_no_page() -> None:
    for status in (401, 403, 404, 410):
        kept = plays(ONE.opens(SHEET), ONE.opens(SHEET, {SHEET: [status, "No access"]}))["kept"]
        assert kept["/ seen"] == [HOME], status
    for answer in ([200, "Pay for the Wi-Fi", False], [503, "Come again later."]):
        again = plays(ONE.opens(SHEET), ONE.opens(SHEET, {SHEET: answer}), ONE.opens(SHEET, None))
        assert "/s/one" in again["shown"], answer


def test_after_the_language_was_switched_the_kept_pages_are_in_it() -> None:
    switched = ONE.does("fetch", "/settings", {RULES: page("規則"), "/settings": [200, ""]}, method="POST")
    assert "規則" in plays(switched, ONE.opens(RULES, None))["shown"]
