"""The frames of a moving code: what one implementation writes the other reads, whatever frames are lost."""

from __future__ import annotations

import json
import random
from hashlib import sha256
from itertools import islice
from pathlib import Path

import pytest

from tests.kit import moving_code
from tests.kit.moving_code import sample, script

VECTORS = json.loads(Path(__file__).with_name("moving_code.json").read_text("utf-8"))


def test_both_implementations_agree_with_the_vectors() -> None:
    ours = script(
        """
        const [vectors] = given;
        return {
          numbers: vectors.numbers.map(({ seed }) => {
            const next = numbersOf(seed);
            return { seed, numbers: [next(), next(), next(), next()] };
          }),
          blocks: vectors.blocks.map(({ frame, count }) => {
            return { frame, count, blocks: blocksOf(frame, count).sort((one, other) => one - other) };
          }),
          frames: await Promise.all(vectors.frames.map(async ({ bytes, frame }) => {
            const made = (await encoder(sample(bytes))).frame(frame);
            return { bytes, frame, begins: hex(made.subarray(0, 32)), sha256: hex(await sha256(made)) };
          })),
        };
        """,
        VECTORS,
    )
    assert ours == VECTORS
    for each in VECTORS["numbers"]:
        assert [*islice(moving_code.numbers(each["seed"]), 4)] == each["numbers"]
    for each in VECTORS["blocks"]:
        assert moving_code.blocks_of(each["frame"], each["count"]) == each["blocks"]
    for each in VECTORS["frames"]:
        made = moving_code.frame(bytes(place**2 % 256 for place in range(each["bytes"])), each["frame"])
        assert (made[:32].hex(), sha256(made).hexdigest()) == (each["begins"], each["sha256"])


@pytest.mark.parametrize("length", [1, 980, 981, 982, 20_000])
def test_what_the_script_sends_the_second_reader_reads(length: int) -> None:
    data = sample(length)
    frames = script(
        """
        const [data, first] = given;
        const made = await encoder(bytes(data));
        return Array.from({ length: made.count + 40 }, (_, later) => hex(made.frame(first + later)));
        """,
        data.hex(),
        length * 1000,
    )
    assert moving_code.solved(map(bytes.fromhex, frames)) == data


@pytest.mark.parametrize("length", [1, 980, 981, 982, 20_000])
def test_what_the_second_writer_sends_the_script_reads(length: int) -> None:
    data = sample(length)
    frames = [moving_code.frame(data, number).hex() for number in range(90)]
    random.Random(1).shuffle(frames)
    read = script(
        """
        const frames = given[0].map((each) => readFrame(bytes(each)));
        const decoder = new Decoder(frames[0]);
        const needed = frames.findIndex((frame) => (decoder.take(frame), decoder.progress === 1)) + 1;
        const whole = decoder.whole();
        return { whole: hex(whole), needed, right: hasHash(await sha256(whole), frames[0].hash) };
        """,
        frames,
    )
    assert (read["whole"], read["right"]) == (data.hex(), True)
    assert read["needed"] >= -(-length // 981)


@pytest.mark.parametrize("losses", [0, 10, 33, 60])
def test_a_few_more_frames_than_blocks_are_enough_whatever_is_lost(losses: int) -> None:
    """Each number of blocks from 1 to 100 and some above, each caught frame twice: 2 more on average, 40 at most."""
    counts = [*range(1, 101), 150, 200, 300]
    more = script(
        """
        const [counts, losses] = given;
        const lost = numbersOf(losses);
        return counts.map((count) => {
          const data = sample(count * 981 - 5);
          const made = new Encoder(data, new Uint8Array(32));
          const decoder = new Decoder(readFrame(made.frame(0)));
          let caught = 0;
          for (let number = 0; decoder.progress < 1; number++) {
            if (lost() % 100 < losses) continue;
            const frame = readFrame(made.frame(number));
            caught += 1;
            const before = decoder.known;
            if (decoder.take(frame) !== (decoder.known === before + 1)) throw new Error("it said what it did not do");
            if (decoder.take(frame)) throw new Error("the same twice");
          }
          if (Buffer.compare(decoder.whole(), data)) throw new Error(`${count} blocks`);
          return caught - count;
        });
        """,
        counts,
        losses,
    )
    assert min(more) >= 0
    assert max(more) <= 40
    assert sum(more) / len(more) < 3


def test_progress_grows_with_each_new_frame_and_nothing_comes_before_the_last() -> None:
    told = script(
        """
        const made = await encoder(sample(9810));
        const decoder = new Decoder(readFrame(made.frame(0)));
        const told = [];
        for (let number = 0; decoder.progress < 1; number++) {
          if (decoder.take(readFrame(made.frame(number)))) told.push([decoder.progress, decoder.whole() !== null]);
        }
        return told;
        """
    )
    assert told == [[pytest.approx(each / 10), each == 10] for each in range(1, 11)]


def test_frames_of_another_file_or_another_cut_have_another_name() -> None:
    names = script(
        """
        const [one, other] = [sample(3000), sample(3000).fill(7, 2999)];
        const frames = [(await encoder(one)).frame(0), (await encoder(one)).frame(9), (await encoder(other)).frame(0)];
        return frames.map((each) => streamOf(readFrame(each)));
        """
    )
    assert names[0] == names[1] != names[2]
    assert names[0] == f"3000 750 {sha256(bytes(each**2 % 256 for each in range(3000))).hexdigest()[:16]}"


def head(*, magic: bytes = b"TKM1", length: int = 2000, size: int = 667, block: int | None = None) -> str:
    """A frame with a block of zeros, which is as long as it says unless told otherwise."""
    packed = moving_code.HEAD.pack(magic, length, size, bytes(8), 5)
    return (packed + bytes(size if block is None else block)).hex()


@pytest.mark.parametrize(
    ("frame", "why"),
    [
        ("", "nothing"),
        (b"TKM".hex(), "half a magic"),
        (b"TKM1".hex(), "no head"),
        (head()[: 2 * 21], "half a head"),
        (head(block=0), "no block"),
        (head(block=666), "a block that is cut off"),
        (head(block=668), "a block that is too long"),
        (head(magic=b"TKM3"), "a later version"),
        (head(magic=b"http"), "something else"),
        (head(length=0, size=0), "an empty whole"),
        (head(length=0, size=1), "a block of nothing"),
        (head(length=10, size=11), "a block longer than the whole"),
        (head(length=2 * 1024**2 + 1, size=1000), "more than may come"),
        (head(length=2**32 - 1, size=1000), "as much as can be said"),
        (head(length=8193, size=1), "too many blocks"),
    ],
)
def test_what_is_no_frame_or_too_large_is_refused_before_anything_is_made(frame: str, why: str) -> None:
    assert script("return readFrame(bytes(given[0]))", frame) is None, why


def test_a_frame_of_another_version_is_known_as_such() -> None:
    told = script(
        "return given.map((each) => isOfOtherVersion(bytes(each)))",
        *(head(magic=magic) for magic in (b"TKM3", b"TKM2", b"TKM1", b"TKXX")),
        "",
    )
    assert told == [True, False, False, False, False]


def test_frames_of_version_2_are_written_and_read_as_those_of_1() -> None:
    theirs = moving_code.frame(sample(50), 7, version=2).hex()
    made, number = script(
        """
        const made = new Encoder(bytes(given[1]), await sha256(bytes(given[1])), 2).frame(7);
        return [hex(made), readFrame(bytes(given[0])).number];
        """,
        theirs,
        sample(50).hex(),
    )
    assert (made, number) == (theirs, 7)


def test_the_largest_that_may_come_is_read() -> None:
    largest = script(
        "return given.map((each) => readFrame(bytes(each))).map(({ length, count }) => [length, count])",
        head(length=2 * 1024**2, size=1000),
        head(length=8192, size=1),
    )
    assert largest == [[2097152, 2098], [8192, 8192]]


def test_nothing_and_more_than_may_be_sent_is_refused_by_the_sender() -> None:
    refused = script(
        """
        return [0, 1, MAX_BYTES, MAX_BYTES + 1].map((length) => {
          try {
            return new Encoder(new Uint8Array(length), new Uint8Array(32)).frame(0).length;
          } catch (error) {
            return error.name;
          }
        });
        """
    )
    assert refused == ["RangeError", 23, 22 + 981, "RangeError"]


def test_any_bytes_are_a_frame_within_bounds_or_none() -> None:
    """A frame with some bytes changed; the seed of the changes is fixed."""
    kept = script(
        """
        const made = (await encoder(sample(4000))).frame(3);
        const next = numbersOf(1);
        let kept = 0;
        for (let turn = 0; turn < 20_000; turn++) {
          const changed = made.slice(0, next() % 3 ? made.length : next() % made.length);
          for (let times = next() % 4; times > 0; times--) changed[next() % 22] = next();
          const frame = readFrame(changed);
          if (!frame) continue;
          kept += 1;
          const { count, length, size, block } = frame;
          if (count > 8192 || length > MAX_BYTES || block.length !== size) throw new Error("bounds");
          new Decoder(frame).take(frame);
        }
        return kept;
        """
    )
    assert 2_000 < kept < 18_000
