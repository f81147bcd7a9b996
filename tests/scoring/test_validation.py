"""Untrusted objects, read by the kinds of their members: each fault is told at its member."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import validation
from scoring.entry.fields import RefusedError
from scoring.entry.reading import read_object
from scoring.errors import EntryError
from scoring.message import say
from scoring.validation import Member, members, optional
from tests.kit.scoring.seen import problems

CAT = {
    "name": validation.tidied_line(5),
    "lives": validation.whole_number(0, 9),
    "tame": optional(validation.FLAG),
    "kittens": optional(validation.LIST),
}


def refused(kinds: dict[str, Member], raw: dict[str, Any], **labels: Any) -> list[tuple[str, int | None, str]]:
    with pytest.raises(EntryError) as caught:
        read_object(members(kinds, labels), raw)
    return problems(caught.value)


def test_what_is_there_is_read_and_what_may_be_missing_is_left_out() -> None:
    assert read_object(members(CAT), {"name": " Mi  a ", "lives": 9}) == {"name": "Mi a", "lives": 9}
    whole = {"name": "Mia", "lives": 0, "tame": False, "kittens": []}
    assert read_object(members(CAT), whole) == whole
    assert read_object(members(CAT), whole | {"tame": None}) == whole | {"tame": None}


def test_every_fault_is_told_in_the_order_of_the_members_and_then_what_nobody_asked_for() -> None:
    assert refused(CAT, {"shoes": 1, "tame": "yes", "name": ""}) == [
        ("name", None, "“name” must be a text of 1 to 5 characters."),
        ("lives", None, "“lives” must be a whole number from 0 to 9."),
        ("tame", None, "“tame” must be true or false."),
        ("shoes", None, "“shoes” is not asked for here."),
    ]


def test_of_what_nobody_asked_for_ten_are_told_each_cut_short() -> None:
    told = refused({}, {f"{number:030}": 1 for number in range(50)})
    assert [field for field, _, _ in told] == ["0" * 19 + "…"] * 10


def test_a_member_is_called_as_people_call_it() -> None:
    raw = {"name": "Mia", "lives": 10}
    assert refused(CAT, raw, lives=say("Deals")) == [("lives", None, "“Deals” must be a whole number from 0 to 9.")]


def test_null_is_no_value_where_one_must_be() -> None:
    assert refused(CAT, {"name": None, "lives": None}) == [
        ("name", None, "“name” must be a text of 1 to 5 characters."),
        ("lives", None, "“lives” must be a whole number from 0 to 9."),
    ]


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [
        (validation.whole_number(-1, 2), (-1, 0, 2), (-2, 3, True, 1.0, "1", None, [], 10**400)),
        (validation.text(3), ("", "a", "a\nb", "日本語"), ("abcd", "a\0b", "\ud800", 1, None, ["a"])),
        (validation.line(3), ("a", " ", "abc"), ("", "abcd", "a\nb", "\ud800", 1, None)),
        (validation.tidied_line(3), ("a", " a\n b ", "  abc"), ("", "  ", "a b c", "a\0b", 1, None)),
        (validation.matching("[a-z]{2}", say("two letters")), ("ab",), ("a", "abc", "ab\n", "AB", 1, None)),
        (validation.FLAG, (True, False), (0, 1, "true", None)),
        (validation.OBJECT, ({}, {"a": 1}), ([], "", None)),
        (validation.LIST, ([], [1]), ({}, "", (), None)),
        (validation.ANYTHING, ({}, [], "", 0, None), ()),
    ],
    ids=lambda each: str(each.expected) if isinstance(each, Member) else "",
)
def test_what_each_kind_accepts(kind: Member, right: tuple[Any, ...], wrong: tuple[Any, ...]) -> None:
    for each in right:
        kind.read_one(each)
    for each in wrong:
        with pytest.raises(RefusedError):
            kind.read_one(each)


def test_a_text_of_one_line_has_its_limits_in_json_schema() -> None:
    for kind in (validation.line(3), validation.tidied_line(3)):
        assert kind.limits == {"type": "string", "minLength": 1, "maxLength": 3}
