"""Which tap is the second of a double tap: by the kind of control, and by what has become of it."""

from __future__ import annotations

import pytest

from tests.kit.node import in_node

COUNTS = "[data-by], [data-begun] :is([data-digit], [data-clear], [data-add])"
KEY = ".key:not([name])"
"""Kinds of controls, as the script tells them apart."""
COUNTED = """async (kind, times) => {
  const { isSecond } = await import("./static/js/core/double-tap.js");
  const control = { matches: (selector) => selector === kind };
  const counted = [];
  for (const at of times) {
    if (!isSecond({ at, control }, { at: counted.at(-1), control }, false)) counted.push(at);
  }
  return counted.length;
}"""
"""How many of the taps on one control count, by their times in milliseconds."""
IS_SECOND = """async (tap, last, isElse) => {
  const { isSecond } = await import("./static/js/core/double-tap.js");
  return isSecond({ control: {}, x: 100, y: 100, ...tap }, { control: {}, x: 100, y: 100, at: 0, ...last }, isElse);
}"""
"""Whether a tap is the second of one on another control, by default at the same place."""


@pytest.mark.parametrize(("delay", "taps"), [(60, 1), (100, 1), (150, 1), (200, 2), (250, 2), (320, 2)])
def test_a_key_of_the_tray_is_soon_tapped_for_the_next_person(delay: int, taps: int) -> None:
    assert in_node(COUNTED, KEY, [0, delay]) == taps


ANEW = """async ([label, labelAnew], delay) => {
  const { isSecond } = await import("./static/js/core/double-tap.js");
  const matches = (selector) => selector === ".key:not([name])";
  const tap = (at, textContent, isConnected) => ({ at, x: 1, y: 1, control: { textContent, isConnected, matches } });
  return isSecond(tap(delay, labelAnew, true), tap(0, label, false), true);
}"""
"""Whether a tap is the second of one on a key whose place a page that came has given to another element."""


@pytest.mark.parametrize(
    ("labels", "delay", "second"), [("11", 200, False), ("11", 150, True), ("12", 200, True)], ids=str
)
def test_a_key_is_the_same_one_on_the_page_that_came_with_what_was_tapped(
    labels: str, delay: int, second: bool
) -> None:
    assert in_node(ANEW, list(labels), delay) is second


LABEL_ANEW = """async (name, nameAnew) => {
  const { isSecond } = await import("./static/js/core/double-tap.js");
  const label = (name, y, isConnected) => ({
    x: 1, y, control: { textContent: "K", isConnected, control: { name, value: "kalo" }, matches: () => false },
  });
  return isSecond({ at: 250, ...label(nameAnew, 80, true) }, { at: 0, ...label(name, 1, false) }, true);
}"""
"""Whether a tap on a label is the second of one on a label with the same letter, which a page that came replaced."""


@pytest.mark.parametrize(("name", "second"), [("games-1", True), ("games-2", False)])
def test_the_same_letter_for_the_next_person_is_a_tap_of_its_own(name: str, second: bool) -> None:
    assert in_node(LABEL_ANEW, "games-1", name) is second


@pytest.mark.parametrize("delay", [200, 250, 320])
def test_one_number_for_five_people_is_five_taps(delay: int) -> None:
    assert in_node(COUNTED, KEY, [place * delay for place in range(5)]) == 5


def test_a_key_that_counts_takes_every_tap() -> None:
    assert in_node(COUNTED, COUNTS, [0, 60, 120, 180]) == 4


@pytest.mark.parametrize(("times", "taps"), [((0, 320), 1), ((0, 150, 300), 1), ((0, 360), 2), ((0, 150, 300, 450), 2)])
def test_any_other_control_is_tapped_again_only_later(times: tuple[int, ...], taps: int) -> None:
    assert in_node(COUNTED, "label", times) == taps


@pytest.mark.parametrize(("delay", "second"), [(600, True), (700, False)])
def test_what_a_control_has_turned_into_is_the_same_for_longer(delay: int, second: bool) -> None:
    assert in_node(IS_SECOND, {"at": delay, "same": "undo"}, {"same": "undo"}, False) is second


@pytest.mark.parametrize(("delay", "second"), [(600, True), (700, False)])
def test_what_lies_there_on_a_page_that_came_is_not_meant_for_longer(delay: int, second: bool) -> None:
    assert in_node(IS_SECOND, {"at": delay}, {"turned": True}, True) is second


COMES = """async (delays, marks = false) => {
  const heard = {};
  const matches = (selector) => marks && selector === ".key:not([name])";
  const [save, undo] = [0, 1].map(() => ({ dataset: {}, matches, animate: () => {} }));
  for (const control of [save, undo]) control.closest = (selector) => (selector.includes("disabled") ? null : control);
  let [now, lies] = [1000, save];
  Object.assign(globalThis, {
    addEventListener: (kind, listener) => (heard[kind] = listener),
    document: { elementFromPoint: () => lies },
    matchMedia: () => ({ matches: true }),
    performance: { now: () => now, getEntriesByType: () => [] },
    sessionStorage: {},
  });
  globalThis.navigator ??= {};
  const { markMoved, pageCame, refuseSecondTaps } = await import("./static/js/core/double-tap.js");
  refuseSecondTaps();
  const taps = (target, timeStamp) => {
    let counts = true;
    heard.pointerup({ target });
    const refuses = { preventDefault: () => (counts = false), stopImmediatePropagation: () => {} };
    heard.click({ target, detail: 1, clientX: 100, clientY: 100, timeStamp, ...refuses });
    return counts;
  };
  const counted = [taps(save, now)];
  [now, lies] = [now + 400, undo];
  marks ? markMoved() : pageCame();
  return [...counted, ...delays.map((delay) => taps(undo, now + delay))];
}"""
"""Whether a tap counts, and those at its place so many milliseconds after another page came there by script."""


def test_a_tap_does_not_reach_what_came_with_a_page_by_script_until_it_can_have_been_seen() -> None:
    assert in_node(COMES, [100, 500, 700]) == [True, False, False, True]


def test_a_number_that_was_under_way_is_not_meant_for_the_player_whom_a_page_has_marked() -> None:
    assert in_node(COMES, [100, 300, 360], True) == [True, False, False, True]


@pytest.mark.parametrize(("delay", "second"), [(300, True), (360, False)])
def test_what_has_come_to_lie_under_the_finger_is_not_meant(delay: int, second: bool) -> None:
    assert in_node(IS_SECOND, {"at": delay, "x": 110}, {}, True) is second


def test_two_keys_side_by_side_are_tapped_at_their_edges_one_after_the_other() -> None:
    assert in_node(IS_SECOND, {"at": 60, "x": 110}, {}, False) is False


def test_somewhere_else_something_that_has_moved_is_meant() -> None:
    assert in_node(IS_SECOND, {"at": 60, "x": 130}, {}, True) is False
