"""What moves: a number that counts to its new value."""

from __future__ import annotations

import pytest

from tests.kit.node import in_node

COUNTS = """async (shown) => {
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
  const part = { textContent: "40" };
  for (const total of shown) {
    const before = part.textContent;
    part.textContent = total;
    count(part, before);
  }
  for (now = 50; now <= 1000; now += 50) for (const frame of frames.splice(0)) frame(now);
  return part.textContent;
}"""
"""A total of 40 that becomes others before it has moved."""


@pytest.mark.parametrize("shown", [["30", "60"], ["30", "40"], ["60", "30", "40"]])
def test_a_number_counts_to_what_was_shown_last(shown: list[str]) -> None:
    assert in_node(COUNTS, shown) == shown[-1]
