"""What moves: a number that counts to its new value."""

from __future__ import annotations

from tests.kit.node import in_node

COUNTS = """async () => {
  const frames = [];
  let now = 0;
  Object.assign(globalThis, {
    matchMedia: () => ({ matches: false }),
    performance: { now: () => now },
    requestAnimationFrame: (frame) => frames.push(frame),
    document: { documentElement: { dataset: {} }, body: { dataset: {} }, querySelectorAll: () => [] },
    addEventListener: () => {},
  });
  const { count } = await import("./static/js/views/motion.js");
  const part = { textContent: "30" };
  count(part, "40");
  part.textContent = "60";
  count(part, "40");
  for (now = 50; now <= 1000; now += 50) for (const frame of frames.splice(0)) frame(now);
  return part.textContent;
}"""
"""A total counts from 40 to 30, which turns out to be 60 before it has moved."""


def test_a_number_counts_to_what_was_shown_last() -> None:
    assert in_node(COUNTS) == "60"
