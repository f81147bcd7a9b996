"""What a page takes for an answer, when it shows it and when it asks again, with a stand-in for the page."""

from __future__ import annotations

from typing import TypeAlias

import pytest

from tests.kit.node import in_node

Answer: TypeAlias = tuple[int, dict[str, str]]
"""Status and headers."""
IN_TIME = 3_000
"""Milliseconds in which a watcher sees what was written."""
AT_ONCE = 100
"""Milliseconds of rest between two polls that the site holds."""
PAGE = """
const methods = {
  querySelector: () => null, querySelectorAll: () => [], addEventListener() {},
  append() {}, prepend() {}, replaceChildren() {},
};
const part = { ...methods, dataset: { root: "/", saySeen: "No answer" }, childNodes: [], isConnected: true };
globalThis.addEventListener = () => {};
const parts = { head: part, body: part, documentElement: part };
globalThis.document = { ...part, ...parts, cookie: "", addEventListener, createElement: () => part };
Object.defineProperty(globalThis, "navigator", { value: { onLine: true } });
globalThis.location = new URL("http://127.0.0.1/s/1");
Object.defineProperty(globalThis, "localStorage", { value: Object.create({
  getItem(name) { return this[name] ?? null; },
  setItem(name, text) { this[name] = text; },
  removeItem(name) { delete this[name]; },
}) });
"""
FOLLOWS = f"""async (...answers) => {{
  {PAGE}
  const sheet = {{ ...part, dataset: {{ follow: "/s/1/now", etag: "1" }} }};
  const newer = {{ ...part, head: part, querySelector: () => sheet }};
  globalThis.DOMParser = class {{ parseFromString() {{ return newer; }} }};
  // Somebody is typing, so what is newer does not replace the page.
  const there = [["main[data-follow]", sheet], ["#live", part], ["form[data-typed]", part]];
  document.querySelector = (selector) => there.find(([each]) => selector.startsWith(each))?.[1] ?? null;
  // The last answer is given again and again.
  globalThis.fetch = async (url) => {{
    const [status, headers] = answers.length > 1 ? answers.shift() : answers[0];
    return Object.defineProperty(new Response(null, {{ status, headers }}), "url", {{ value: url }});
  }};
  const {{ follow }} = await import("./static/js/sync/follow.js");
  return new Promise((told) => {{
    const waited = [];
    // Every wait is over at once, unless it is called off before.
    globalThis.clearTimeout = clearImmediate;
    globalThis.setTimeout = (act, time) => setImmediate(() => {{
      waited.push(time);
      if (waited.length === 4) told(waited);
      else act();
    }});
    follow();
  }});
}}"""
UNDER_A_FINGER = f"""async () => {{
  {PAGE}
  const heard = {{}};
  globalThis.addEventListener = (name, hear) => (heard[name] ??= []).push(hear);
  Object.assign(globalThis, {{ scrollX: 0, scrollY: 0, scrollTo() {{}} }});
  Object.assign(globalThis, {{ dispatchEvent() {{}}, requestAnimationFrame() {{}} }});
  globalThis.matchMedia = () => ({{ matches: true }});
  const sheet = {{ ...part, dataset: {{ follow: "/s/1/now", etag: "1", position: "0" }} }};
  const newer = {{ ...part, head: part, body: part, querySelector: () => sheet }};
  globalThis.DOMParser = class {{ parseFromString() {{ return newer; }} }};
  (await import("./static/vendor/idiomorph/idiomorph.mjs")).Idiomorph.morph = () => {{}};
  (await import("./static/js/core/page.js")).whenShown(() => happened.push("shown"));
  document.querySelector = (selector) => new Map([["main[data-follow]", sheet], ["#live", part]]).get(selector) ?? null;
  const url = {{ value: location.origin + sheet.dataset.follow }};
  const headers = {{ "X-Takuroku": "1" }};
  globalThis.fetch = async () => Object.defineProperty(new Response("", {{ headers }}), "url", url);
  const turns = async (count) => {{ while (count--) await new Promise(setImmediate); }};
  const {{ follow }} = await import("./static/js/sync/follow.js");
  // What a newer page needs is here: only the finger is waited for.
  await import("./static/js/views/compare.js");
  globalThis.clearTimeout = () => {{}};
  globalThis.setTimeout = setImmediate;
  const happened = [];
  const finger = (name) => {{
    happened.push(name);
    for (const hear of heard[name]) hear();
  }};
  follow();
  finger("pointerdown");
  await turns(50);
  finger("pointerup");
  for (const late = Date.now() + 10000; happened.length < 3 && Date.now() < late; ) await turns(1);
  return happened.slice(0, 3);
}}"""
ASKS = f"""async (status, ...events) => {{
  {PAGE}
  const heard = {{}};
  globalThis.addEventListener = document.addEventListener = (name, hear) => (heard[name] ??= []).push(hear);
  const sheet = {{ ...part, dataset: {{ follow: "/s/1/now", etag: "1" }} }};
  document.querySelector = (selector) => (selector === "main[data-follow]" ? sheet : null);
  const told = [];
  location.reload = () => told.push("loads anew");
  globalThis.setTimeout = globalThis.clearTimeout = () => {{}};
  globalThis.fetch = (url, {{ signal }}) => new Promise((come) => {{
    told.push("asks");
    signal.addEventListener("abort", () => told.push("calls it off"));
    if (status) come(new Response("", {{ status, headers: {{ "X-Takuroku": "1" }} }}));
  }});
  const {{ follow }} = await import("./static/js/sync/follow.js");
  follow();
  for (const event of events) {{
    told.push(event);
    document.hidden = event === "hidden";
    for (const hear of heard[["hidden", "shown"].includes(event) ? "visibilitychange" : event]) hear();
  }}
  for (let count = 9; count; count -= 1) await new Promise(setImmediate);
  return told;
}}"""
"""What a page does that follows, while nothing comes or an answer of this status, and what happens to it."""
NOTHING_NEW: Answer = (304, {})
WAITED: Answer = (304, {"Preference-Applied": "wait=10"})
NEWS: Answer = (200, {"X-Takuroku": "1"})
SENDS = f"""async (status, headers) => {{
  {PAGE}
  const said = {{ dataset: {{ sending: "Come again later." }} }};
  globalThis.DOMParser = class {{ parseFromString() {{ return {{ querySelector: () => said }}; }} }};
  globalThis.fetch = async () => new Response("", {{ status, headers }});
  const {{ post }} = await import("./static/js/sync/outbox.js");
  const {{ secondsUntil }} = await import("./static/js/sync/rules.js");
  const answer = await post({{ address: "/s/1/entries", fields: [["key", "k"]] }});
  return [answer, secondsUntil(answer)];
}}"""

SENDS_ALL = f"""async (refused) => {{
  {PAGE}
  globalThis.DOMParser = class {{ parseFromString() {{ return part; }} }};
  document.querySelector = (selector) => (selector === "main" ? part : null);
  const words = {{ turn: ["1", "0"], words: ["Held"] }};
  const entry = (key, more) => ({{ key, address: `/s/1/${{key}}`, fields: [["key", key]], ...words, ...more }});
  const sent = [];
  const told = [];
  globalThis.fetch = async (address) => {{
    sent.push(address);
    const headers = {{ "X-Takuroku": "1" }};
    return new Response("", {{ status: address === refused ? 409 : 200, headers }});
  }};
  const {{ send, waiting }} = await import("./static/js/sync/outbox.js");
  const hears = (key) => ({{ answered: ({{ ok }}) => told.push([key, ok]) }});
  await send(entry("bids"), hears("bids"));
  await send(entry("tricks", {{ after: "bids" }}), hears("tricks"));
  for (;;) {{
    const held = (await waiting()).filter((item) => item.held).map((item) => item.key);
    if (told.length + held.length === 2) return [sent, told, held];
    await new Promise(setImmediate);
  }}
}}"""
"""What is sent when two entries are, one made on the other, what the page hears of them, and which is held."""


def test_an_entry_goes_after_the_one_it_was_made_on_and_not_without_it() -> None:
    both = ["/s/1/bids", "/s/1/tricks"]
    assert in_node(SENDS_ALL, "") == [both, [["bids", True], ["tricks", True]], []]
    assert in_node(SENDS_ALL, "/s/1/bids") == [both[:1], [["bids", False]], ["tricks"]]


def test_a_page_asks_so_often_that_news_is_there_in_time() -> None:
    assert max(in_node(FOLLOWS, NOTHING_NEW)) < IN_TIME


def test_a_page_for_which_the_site_waits_asks_again_at_once() -> None:
    assert max(in_node(FOLLOWS, WAITED)) <= AT_ONCE


def test_news_that_lay_ready_do_not_make_a_page_wait_for_the_next() -> None:
    """They are no sign that the site does not wait."""
    assert max(in_node(FOLLOWS, NEWS)) <= AT_ONCE
    assert max(in_node(FOLLOWS, WAITED, NEWS)) <= AT_ONCE


def test_a_page_for_which_the_site_does_not_wait_asks_no_sooner_after_news() -> None:
    assert min(in_node(FOLLOWS, NOTHING_NEW, NEWS)) > AT_ONCE


def test_what_is_newer_is_not_shown_under_a_finger_that_taps() -> None:
    assert in_node(UNDER_A_FINGER) == ["pointerdown", "pointerup", "shown"]


def test_while_a_form_is_sent_its_page_asks_nothing() -> None:
    """Over HTTP/1.1 a browser has six connections, and six windows that wait for news would leave none for a save."""
    assert in_node(ASKS, None, "submit") == ["asks", "submit", "calls it off"]


def test_what_was_asked_before_the_site_had_a_tap_is_not_shown() -> None:
    """It lacks what was tapped, or still has what was taken back."""
    assert in_node(ASKS, None, "taps-sent") == ["asks", "taps-sent", "calls it off", "asks"]


def test_a_hidden_page_asks_nothing_and_one_that_is_shown_again_asks_at_once() -> None:
    assert in_node(ASKS, None, "hidden", "shown") == ["asks", "hidden", "calls it off", "shown", "asks"]


@pytest.mark.parametrize("status", [403, 404])
def test_who_may_look_no_longer_is_told_so_at_once(status: int) -> None:
    assert in_node(ASKS, status) == ["asks", "loads anew"]


def test_a_page_that_is_told_to_ask_later_asks_no_sooner() -> None:
    assert in_node(FOLLOWS, (503, {"Retry-After": "7"})) == [7000, 7000, 7000, 7000]


@pytest.mark.parametrize(("asked", "seconds"), [("0", 1), ("4", 4), ("300", 10), ("soon", 1), (None, 1)])
def test_an_entry_waits_as_long_as_it_is_asked_to_within_reason(asked: str | None, seconds: int) -> None:
    headers = {"X-Takuroku": "1"} | ({} if asked is None else {"Retry-After": asked})
    answer, waits = in_node(SENDS, 503, headers)
    assert (answer["why"], waits) == ("Come again later.", seconds)


@pytest.mark.parametrize(("status", "headers"), [(502, {"X-Takuroku": "1"}), (504, {"X-Takuroku": "1"}), (200, {})])
def test_a_proxys_page_is_no_answer_to_an_entry_which_is_sent_again(status: int, headers: dict[str, str]) -> None:
    assert in_node(SENDS, status, headers) == [{}, 1]
