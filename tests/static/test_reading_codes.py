"""A moving code is read over several visits: frames are kept, those of others stay apart, nothing comes unchecked."""

from __future__ import annotations

import json
import zlib
from typing import Any

import pytest

from tests.kit import moving_code
from tests.kit.moving_code import sample
from tests.kit.node import in_node

READS = """async (visits, most) => {
  globalThis.document = { body: { dataset: { root: "/" } }, documentElement: { dataset: {} } };
  const { Reading } = await import("./static/js/moving/reading.js");
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const kept = new Map();
  const store = {
    keep: async (name, value) => kept.set(name, structuredClone(value)),
    keptUnder: async (prefix) => [...kept].filter(([name]) => name.startsWith(prefix)),
    forgetUnder: async (prefix) => [...kept.keys()].forEach((name) => name.startsWith(prefix) && kept.delete(name)),
  };
  let told = null;
  for (const frames of visits) {
    const reading = new Reading(store);
    told = { news: [], kept: 0 };
    for (const [place, frame] of frames.entries()) {
      if (await reading.take(bytes(frame))) told.news.push(place);
      told.progress = reading.progress;
      if (reading.progress < 1) continue;
      try {
        told.whole = await (await reading.whole(most)).text();
      } catch (error) {
        told.refused = error.name;
        if (!["damaged", "too-large"].includes(error.name)) throw error;
      }
      break;
    }
    told.kept = kept.size;
  }
  return told;
}"""


def read(*visits: list[bytes], most: int = 10_000) -> dict[str, Any]:
    """What the last of several visits came to, each of which scanned these bytes."""
    told: dict[str, Any] = in_node(READS, [[frame.hex() for frame in each] for each in visits], most)
    return told


def packed(text: str) -> bytes:
    small = zlib.compressobj(9, wbits=-15)
    return small.compress(text.encode()) + small.flush()


TEXT = json.dumps({"卓録": sample(3000).hex()}, ensure_ascii=False)
FILE = packed(TEXT)
"""Some 3,400 bytes: 4 blocks."""
FRAMES = [moving_code.frame(FILE, number) for number in range(100, 140)]
OTHER = [moving_code.frame(packed(TEXT[::-1]), number) for number in range(40)]


NEW = [FRAMES[place] for place in read(FRAMES)["news"]]
"""Those of the frames that say something new."""
SPOILT = FRAMES[0][:-1] + bytes([FRAMES[0][-1] ^ 1])
VISITS: dict[str, tuple[list[list[bytes]], dict[str, Any]]] = {
    "the file comes once there are frames enough": ([FRAMES], {"whole": TEXT, "new": 4}),
    "frames of an earlier visit are half of it": ([NEW[:2]], {"progress": 0.5}),
    # The second one begins with one that is known.
    "and count": ([NEW[:2], [NEW[0], *NEW[2:]]], {"whole": TEXT, "news": [1, 2]}),
    "a glimpse of another code changes nothing": (
        [[FRAMES[0], *OTHER[:2], *FRAMES[1:3], *OTHER[:2], *FRAMES[3:]]],
        {"whole": TEXT, "new": 4},
    ),
    # Nothing of the first one is kept.
    "another code is read as soon as it stays": ([[*FRAMES[:3], *OTHER]], {"whole": TEXT[::-1], "kept": 4}),
    "what is no frame changes nothing": (
        [[b"", b"https://example.org/", FRAMES[0][:-1], *FRAMES]],
        {"whole": TEXT, "new": 4},
    ),
    # One frame says another block than it had: the hash of the whole finds it.
    "what does not fit together is forgotten": (
        [[SPOILT, *FRAMES[1:]]],
        {"refused": "damaged", "progress": 1, "kept": 0, "whole": None},
    ),
    "what is not packed is refused": ([[moving_code.frame(b"\xff" * 100, 0)]], {"refused": "damaged"}),
}


@pytest.mark.parametrize(("visits", "shown"), VISITS.values(), ids=VISITS)
def test_what_visits_come_to(visits: list[list[bytes]], shown: dict[str, Any]) -> None:
    told = read(*visits)
    assert {name: len(told["news"]) if name == "new" else told.get(name) for name in shown} == shown


def test_with_too_few_frames_it_is_not_whole() -> None:
    assert read(FRAMES[:3])["progress"] < 1


@pytest.mark.parametrize(("most", "refused"), [(len(TEXT.encode()), None), (len(TEXT.encode()) - 1, "too-large")])
def test_no_more_is_unpacked_than_an_import_takes(most: int, refused: str | None) -> None:
    assert read(FRAMES, most=most).get("refused") == refused


def test_a_small_file_that_unpacks_without_end_is_refused() -> None:
    bomb = packed("0" * 50_000_000)
    assert len(bomb) < 60_000
    told = read([moving_code.frame(bomb, number) for number in range(120)], most=1_000_000)
    assert told["refused"] == "too-large"
