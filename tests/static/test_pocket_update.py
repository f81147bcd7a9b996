"""The shell of the pocket changes to a new version: the record is closed before that opens it."""

from __future__ import annotations

import pytest

from tests.kit.node import in_node

CHANGES = """async (leads, rests) => {
  const done = [];
  const nothing = () => {};
  globalThis.fetch = async () => Response.json({});
  // The line that offers the version is there.
  const querySelector = (found) => (found === "#lines" ? { querySelector: () => ({}) } : null);
  globalThis.document = { baseURI: "https://cards.example/", addEventListener: nothing, querySelector };
  globalThis.setTimeout = globalThis.setInterval = nothing;
  Object.defineProperty(globalThis, "navigator", { value: { serviceWorker: { addEventListener: nothing } } });
  const { offerUpdates } = await import("./pocket/browser/shell/update.js");
  const { change } = offerUpdates({
    registration: {
      active: { postMessage: ({ type }) => done.push(`old: ${type}`) },
      waiting: { postMessage: ({ type }) => done.push(`new: ${type}`) },
      addEventListener: nothing,
    },
    version: "one",
    engine: { leads, state: "ready", stop: async () => done.push("stop"), isAtRest: async () => rests },
    tabs: {
      on: nothing,
      ask: async (what) => (what === "at-rest?" ? [{ leads: !leads, rests }] : done.push(what) && [true]),
    },
  });
  await change();
  return done;
}"""


@pytest.mark.parametrize(
    ("leads", "rests", "done"),
    [
        (True, True, ["stop", "old: make-way", "new: skip-waiting"]),
        (False, True, ["who-leads?", "make-way", "old: make-way", "new: skip-waiting"]),
        (True, False, []),
    ],
)
def test_the_engine_is_stopped_by_whoever_leads_before_the_new_version_comes(
    leads: bool, rests: bool, done: list[str]
) -> None:
    assert in_node(CHANGES, leads, rests) == done
