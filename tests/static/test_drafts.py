"""What was tapped before a change of the table, in the form that asks for it now."""

from __future__ import annotations

from tests.kit.node import in_node

STORAGE = """
  globalThis.addEventListener = () => {};
  delete globalThis.BroadcastChannel;
  const page = { dataset: { root: "/" } };
  globalThis.document = { body: page, documentElement: page };
  const storage = await import("./static/js/sync/storage.js");
"""
MOVED = f"async (fields, move) => {{{STORAGE} return storage.moved(fields, move); }}"
FILLED = f"""async (taps, known, seats, since = []) => {{{STORAGE}
  const [entered, isNew] = [seats, since].map((among) => (name) => among.some((seat) => name.endsWith(`-${{seat}}`)));
  return taps.map((tap) => storage.filledFrom(tap, {{ ...known, entered, isNew }}));
}}"""


def test_what_was_tapped_goes_with_its_person_and_who_has_gone_is_asked_again() -> None:
    tapped = [["trump", ["hearts"]], ["bids-0", ["1"]], ["bids-1", []], ["bids-2", ["0"]], ["winner", ["0"]]]
    names = {"bids-0": "bids-1", "bids-1": "bids-0", "bids-2": None}
    assert in_node(MOVED, tapped, {"names": names, "values": {"winner": {"0": "1", "1": "0"}}}) == [
        ["trump", ["hearts"]],
        ["bids-1", ["1"]],
        ["bids-0", []],
        ["winner", ["1"]],
    ]


def test_a_suggested_stake_follows_the_player_who_entered_it_and_what_was_tapped_does_not() -> None:
    """Ben and Cleo have entered 4 and 6 on their phones; here Ben was set to 8 before, and Dan is left as suggested."""
    untapped = [["stakes-1", ["2"]], ["stakes-2", ["2"]], ["stakes-3", ["2"]], ["name", [""]]]
    came = [["stakes-1", ["4"]], ["stakes-2", ["6"]], ["stakes-3", ["4"]], ["name", [""]]]
    taps = [
        [["stakes-1", ["8"]], ["stakes-2", ["2"]], ["stakes-3", ["2"]], ["name", [""]]],
        [["stakes-1", ["8"]], ["stakes-2", ["2"]], ["stakes-3", ["2"]], ["name", ["Eva"]]],
    ]
    assert in_node(FILLED, taps, {"came": came, "untapped": untapped, "last": taps[-1]}, [1, 2]) == [
        [["stakes-1", ["8"]], ["stakes-2", ["6"]], ["stakes-3", ["2"]], ["name", [""]]],
        [["stakes-1", ["8"]], ["stakes-2", ["6"]], ["stakes-3", ["2"]], ["name", ["Eva"]]],
    ]


def test_what_a_player_has_entered_since_is_newer_than_what_was_tapped() -> None:
    """Ben has bid 2 on his phone since 1 was tapped for him; Cleo has too, before 0 was tapped for her."""
    untapped = [["bids-1", []], ["bids-2", ["3"]]]
    tap = [["bids-1", ["1"]], ["bids-2", ["0"]]]
    known = {"came": [["bids-1", ["2"]], ["bids-2", ["3"]]], "untapped": untapped, "last": tap}
    assert in_node(FILLED, [tap], known, [1, 2], [1]) == [[["bids-1", ["2"]], ["bids-2", ["0"]]]]
