"""Names as the scripts of a page show them: as a face, and in a sentence."""

from __future__ import annotations

from store.players.profiles import seat_colours
from tests.kit.node import in_node
from web.i18n.games import initial

FACES = {
    "ann": "A",
    "éva": "É",
    "たくや": "た",
    "🇯🇵 Ken": "🇯🇵",
    "👨‍👩‍👧 Home": "👨‍👩‍👧",
    "👍🏽": "👍🏽",
    "❤️‍🔥 Zoe": "❤️‍🔥",
    "1️⃣": "1️⃣",
    "🏴󠁧󠁢󠁳󠁣󠁴󠁿 Rob": "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
    "ßen": "ß",
    "ﬁn": "ﬁ",
    "e\u0301va": "E\u0301",
    "ｶﾞｸ": "ｶﾞ",
    "": "",
}
"""What is drawn as one sign is one, and the letter is large only where that is one sign too."""


def test_a_face_has_the_first_sign_of_a_name() -> None:
    assert {name: initial(name) for name in FACES} == FACES


def test_a_face_that_the_script_draws_is_the_same() -> None:
    faces = in_node('async (names) => names.map((await import("./static/js/step/seating.js")).initialOf)', [*FACES])
    assert dict(zip(FACES, faces, strict=True)) == FACES


def test_a_face_that_the_script_draws_has_the_colour_that_it_has_on_the_sheet() -> None:
    """Kim has the colour of Ann, who sits before them: on both it is the next one that is free."""
    wanted = {"Ann": 5, "Ben": 1, "Cleo": 2, "Kim": 5}
    hues = 'async (names, colours) => (await import("./static/js/step/seating.js")).hues(names, colours)'
    assert in_node(hues, [*wanted], wanted) == [5, 1, 2, 6]
    assert seat_colours([*enumerate(wanted.values(), 1)]) == (5, 1, 2, 6)


def test_a_name_from_right_to_left_does_not_turn_what_the_script_puts_beside_it() -> None:
    fills = 'async (text, values) => (await import("./static/js/core/elements.js")).fill(text, values)'
    assert in_node(fills, "{name} {points}", {"name": "דנה", "points": -13}) == "\u2068דנה\u2069 -13"
    assert in_node(fills, "{name} {points}", {"name": "Ann", "points": -13}) == "Ann -13"
