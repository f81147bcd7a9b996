"""Measures how many frames of a moving code must be shown for a file, and how long that takes."""

from __future__ import annotations

from collections.abc import Iterator

from bench.figures import Figure
from tests.kit.node import in_node

TITLE = "Frames of a moving code that are shown until a file is there"
SIZES = (10, 100, 500)
"""Kilobytes, packed."""
LOSSES = (0, 20, 33, 60)
"""Frames that no camera catches, in percent."""
RUNS = 10
PER_SECOND = 10
"""Frames a second."""
GOAL_SECONDS = {(100, 33): 20}
SHOWN = """async (bytes, losses, runs) => {
  const { Decoder, Encoder, numbersOf, readFrame } = await import("./static/js/moving/fountain.js");
  const lost = numbersOf(bytes + losses);
  const made = new Encoder(Uint8Array.from({ length: bytes }, (_, place) => place), new Uint8Array(32));
  const shown = [];
  for (let run = 0; run < runs; run++) {
    const first = run * 1_000_000;
    const decoder = new Decoder(readFrame(made.frame(first)));
    let number = first;
    for (; decoder.progress < 1; number++) {
      if (lost() % 100 >= losses) decoder.take(readFrame(made.frame(number)));
    }
    shown.push(number - first);
  }
  return { blocks: made.count, shown };
}"""


def measured() -> Iterator[Figure]:
    """The frames of the run that needed most, of each size and loss."""
    for size in SIZES:
        for losses in LOSSES:
            told = in_node(SHOWN, size * 1024, losses, RUNS)
            mean, most = sum(told["shown"]) / RUNS, max(told["shown"])
            what = f"{size} KB ({told['blocks']} blocks), {losses} % lost: {mean:.0f} frames, at most {most}"
            goal = GOAL_SECONDS.get((size, losses))
            yield Figure(what, most / PER_SECOND, "s", goal=goal)
