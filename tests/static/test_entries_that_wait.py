"""What a phone decides about entries that wait: what an answer means, which goes first, which a page names."""

from __future__ import annotations

from typing import Any

from tests.kit.node import in_node

SHEET = "/s/1"
DECIDED = """async (name, ...given) => {
  const { [name]: decide } = await import("./static/js/sync/rules.js");
  return decide(...given);
}"""
MEANINGS = """async (answers) => {
  const { meaningOf } = await import("./static/js/sync/rules.js");
  return answers.map(([status, headers]) => meaningOf(new Response(null, { status, headers })));
}"""
CONTINUED = """async (items, there) => {
  const { continuedAt } = await import("./static/js/sync/rules.js");
  return continuedAt("/s/1", items, ({ key }) => there.includes(key))?.key;
}"""

FETCHES_AHEAD = """async (after) => {
  const asked = [];
  const main = { dataset: { sheet: "1", position: "1", after } };
  const form = { dataset: { preview: "/s/1/preview" }, closest: () => main };
  const root = { dataset: { root: "/" } };
  globalThis.addEventListener = () => {};
  globalThis.location = new URL("http://127.0.0.1/s/1");
  globalThis.document = { body: root, documentElement: root, querySelector: () => form, addEventListener: () => {} };
  globalThis.fetch = async (address) => { asked.push(address); throw new TypeError(); };
  await import("./static/js/step/ahead.js");
  return asked;
}"""


def decided(name: str, *given: Any) -> Any:
    return in_node(DECIDED, name, *given)


def waiting(key: str, number: int, **more: Any) -> dict[str, Any]:
    """An entry of the sheet as the phone keeps it."""
    return {"key": key, "number": number, "page": SHEET, "fields": [], "turn": ["1", f"turn-{key}"], **more}


def keys(items: list[dict[str, Any]]) -> str:
    return "".join(item["key"] for item in items)


BIDS, TRICKS, ELSEWHERE = waiting("b", 1), waiting("t", 2, after="b"), waiting("e", 3, page="/s/2")
ALL = [BIDS, TRICKS, ELSEWHERE]


def test_an_answer_saves_refuses_is_for_later_or_is_none() -> None:
    ours = {"X-Takuroku": "1"}
    meant = {
        **dict.fromkeys((200, 403, 404, 409, 422, 500), "final"),
        **dict.fromkeys((429, 503), "later"),
        **dict.fromkeys((502, 504), "none"),
        400: "unreadable",
        304: "same",
    }
    assert in_node(MEANINGS, [[status, ours] for status in meant]) == [*meant.values()]
    # Whatever another site says, as a hotel's does before one has paid.
    others = [status for status in meant if status != 304]
    assert in_node(MEANINGS, [[status, {}] for status in others]) == ["none"] * len(others)


def test_what_waits_goes_in_the_order_in_which_it_was_entered() -> None:
    assert keys(decided("inOrder", [ELSEWHERE, {"key": "x", "number": 0}, TRICKS, BIDS])) == "bte"
    assert [decided("nextNumber", items) for items in ([], ALL)] == [1, 4]
    assert decided("nextToSend", ALL, [])["key"] == "b"
    refused = [{**BIDS, "refused": True}, TRICKS]
    assert decided("nextToSend", refused, [])["key"] == "t"
    assert decided("nextToSend", refused, ["b"])["key"] == "b", "where its page shows it again"


def test_what_was_made_on_an_entry_is_held_with_it_until_its_step_comes_again() -> None:
    assert keys(decided("madeOn", BIDS, ALL)) == "t"
    held = {**TRICKS, "held": True, "refused": True}
    assert keys(decided("madeOn", BIDS, [held])) == ""
    assert keys(decided("heldFor", TRICKS, [BIDS, held])) == "t"
    assert keys(decided("heldFor", BIDS, [BIDS, held])) == ""


def test_a_page_goes_on_with_its_own_entry_and_with_a_refused_one_where_its_form_is() -> None:
    untaken = {**BIDS, "refused": True, "why": "No access"}
    for items, there, key in (
        (ALL, "", "b"),
        ([ELSEWHERE], "e", None),
        ([{**BIDS, "quiet": True}], "b", None),
        ([{**TRICKS, "held": True}], "t", None),
        ([untaken], "", None),
        ([untaken], "b", "b"),
    ):
        assert in_node(CONTINUED, items, there) == key, (items, there)


def test_a_page_names_what_its_own_form_does_not_show() -> None:
    refused, untaken = {**BIDS, "refused": True}, {**BIDS, "refused": True, "why": "No access"}
    for item, is_sending, is_named in (
        (ELSEWHERE, False, True),
        (ELSEWHERE, True, True),
        # In another window it is being sent.
        (BIDS, False, True),
        (BIDS, True, False),
        # Its form shows why.
        (refused, False, False),
        (untaken, False, True),
        ({**TRICKS, "held": True, "refused": True}, True, True),
    ):
        assert bool(decided("namedAt", SHEET, [item], is_sending)) is is_named, (item, is_sending)


def test_a_step_depends_on_what_was_entered_in_fields_of_its_names() -> None:
    entry = {"fields": [["bids-0", "1"], ["dealt", ""], ["lights", "2"]]}
    for names, depends in ((["bids"], True), (["lights"], True), (["dealt"], False), (["bid", ""], False)):
        assert decided("dependsOn", names, entry) is depends, names


def test_two_steps_can_wait_and_no_third() -> None:
    assert in_node(FETCHES_AHEAD, "") == ["/s/1/ahead"]
    assert in_node(FETCHES_AHEAD, "the key of the bids that wait") == []


def test_an_answer_leads_on_where_its_address_says_so() -> None:
    site = "https://cards.example"
    for address, asked, ok, leads_on in (
        (f"{site}/s/1", f"{site}/s/1/entries", True, True),
        (f"{site}/s/1/entries", f"{site}/s/1/entries", False, False),
        # A correction is sent to the page that shows it.
        (f"{site}/s/1", f"{site}/s/1", True, True),
        (f"{site}/s/1", f"{site}/s/1", False, False),
    ):
        answer = {"address": address, "asked": asked, "ok": ok}
        assert decided("wentOn", answer, SHEET) is leads_on, answer
