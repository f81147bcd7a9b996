"""What was tapped before a change of the table, in the form that asks for it now."""

from __future__ import annotations

from tests.kit.node import in_node

MOVED = """async (fields, move) => {
  globalThis.addEventListener = () => {};
  delete globalThis.BroadcastChannel;
  const page = { dataset: { root: "/" } };
  globalThis.document = { body: page, documentElement: page };
  return (await import("./static/js/sync/storage.js")).moved(fields, move);
}"""


def test_what_was_tapped_goes_with_its_person_and_who_has_gone_is_asked_again() -> None:
    tapped = [["trump", ["hearts"]], ["bids-0", ["1"]], ["bids-1", []], ["bids-2", ["0"]], ["winner", ["0"]]]
    names = {"bids-0": "bids-1", "bids-1": "bids-0", "bids-2": None}
    assert in_node(MOVED, tapped, {"names": names, "values": {"winner": {"0": "1", "1": "0"}}}) == [
        ["trump", ["hearts"]],
        ["bids-1", ["1"]],
        ["bids-0", []],
        ["winner", ["1"]],
    ]
