"""The page of the players of a running game, without script: who takes over, joins, leaves, sits out, comes back."""

from __future__ import annotations

import pytest

from tests.kit.web.page import Page
from tests.kit.web.playing import fields, played, plays
from tests.web.conftest import Phone, Sitting

FOUR = "Ann Ben Chika Dan top_hand=3: 1100 1110"
"""Ann and Ben made a bid of one, Chika missed nought, Dan made nought."""
ROWS = "ol.people-now summary"
SITTING = ["A Ann 11", "B D Ben dealer 11", "C Chika 0", "D Dan 10"]
SAID = "Nobody can leave or sit out now. For 3 to 7 players."


@pytest.fixture
def four(phone: Phone) -> Sitting:
    return played(phone, FOUR)


def does(table: Sitting, what: str, typed: str = "") -> Page:
    """Send one of the forms of the page, which its address tells from the others."""
    return table.tries(fields(typed), form=table.behind("players").form(f"?of={what}"))


def starts(table: Sitting) -> str:
    """With how much a newcomer is to start."""
    return str(table.behind("players").form("?of=join").values["start"])


TOLD: list[tuple[str, str, str, tuple[str, ...], str]] = [
    ("", "players", "body", ("Dealer: Ben · First to bid: Chika",), SAID),
    ("players join name=Eva after=0 start=mean", "", "body", ("Eva joined with 8 before deal 2",), "sits out"),
    ("players takeover-0 name=Zoe", "", "thead", ("Zoe", "before: Ann"), "Dan left"),
    ("players takeover-0 name=Zoe", "", "th.sentence", ("Zoe takes over from Ann in deal 2",), "Ben"),
    ("players sit-out-1", "", "body", ("Ben sits out this deal.",), "left"),
    ("players sit-out-1", "players", ROWS, ("sits out the next deal",), "left"),
    ("players sit-out-1, players return-1", "players", ROWS, ("B D Ben dealer 11",), "sits out"),
    ("players leave-0 ranked=no", "", "ol.standings", ("Ben", "Chika", "Dan"), "Ann"),
    ("players leave-0 ranked=no", "", "section.unranked", ("Out of competition", "Ann", "left", "11"), "Ben"),
    ("players leave-0 ranked=no", "share", "textarea", ("(out of competition) Ann 11",), "4. "),
    ("players leave-3 ranked=yes, 100 110", "", "tr[@id='row-2'] td.absent", ("not dealt in –",), "0"),
    (
        "0000, players leave-0 ranked=yes, players join name=Eva",
        "players",
        "section.later",
        ("Ann leaves before deal 3", "with 1 later entry", "Eva joins before deal 3"),
        "deal 2",
    ),
    ("players leave-3", "players", "body", (SAID,), "D Dan 10"),
]
"""What is played after the deal, the page, where one looks, what is told there, and what is not."""


@pytest.mark.parametrize("row", TOLD, ids=lambda row: f"{row[0]} {row[1]} {row[2]}")
def test_who_comes_and_goes_is_told(four: Sitting, row: tuple[str, str, str, tuple[str, ...], str]) -> None:
    script, page, path, told, untold = row
    text = " ".join(four.phone.opens(f"{plays(four, script).address}/{page}".rstrip("/")).reads(path))
    assert ([each for each in told if each not in text], untold in text) == ([], False), text


def test_the_players_stand_as_they_sit_and_a_newcomer_joins_beside_somebody(four: Sitting) -> None:
    page = four.behind("players")
    assert page.reads(ROWS) == SITTING
    # (11 + 11 + 0 + 10) / 4 = 8; the lowest is 0.
    assert [each.split()[-1] for each in page.reads("div.starts label")] == ["0", "0", "8", "score"]
    assert does(four, "join", "name=Eva after=0 start=mean").location == four.address
    assert four.totals == [11, 11, 0, 10, 8]
    assert [each.split()[0] for each in four.behind("players").reads(ROWS)] == ["A", "E", "B", "C", "D"]


def test_what_the_table_chose_last_is_filled_in_the_next_time(four: Sitting) -> None:
    assert starts(four) == "opening"
    plays(four, "players join name=Eva start=last, players leave-0 ranked=no")
    assert (starts(four), four.behind("players").form("?of=leave-1").values["ranked"]) == ("last", "no")
    again = played(four.phone, FOUR)
    assert starts(again) == "last", "the table's choice in the game before"
    plays(again, "players join name=Eva start=mean")
    assert starts(four) == "last", "a game has its own"
    assert starts(played(four.phone, "")) == "mean"
    assert starts(played(four.phone, "Ann Ben game=score-pad:")) == "opening", "nobody has joined on the pad"


def test_a_wrong_name_is_told_at_its_field_and_all_that_was_typed_stays(four: Sitting) -> None:
    typed = "name=Ben after=1 start=typed points=-7"
    page = does(four, "join", typed)
    assert (page.status, page.heading.split()[0]) == (422, "Players")
    assert page.reads("p[@id='join-name-wrong']") == ["Ben is already at the table. Use a different name."]
    assert fields(typed).items() <= page.form("?of=join").values.items()
    assert len(page.reads("details[@open].joins")) == 1
    assert four.totals == [11, 11, 0, 10]


def test_the_wrong_name_of_who_takes_over_is_told_at_that_seat(four: Sitting) -> None:
    page = does(four, "takeover-2", "name=ann")
    assert (page.status, page.reads("p[@id='takeover-2-name-wrong']") != []) == (422, True)
    assert page.reads("details[@open][@name='player'] summary") == ["C Chika 0"]


def test_what_waits_for_the_end_of_the_deal_is_undone_alone(four: Sitting) -> None:
    page = plays(four, "0000, players leave-0 ranked=yes, players join name=Eva").behind("players")
    assert four.phone.sends(page.form("/undo?of=2")).status == 303
    text = four.behind("players").text
    assert ("Eva" in text, "Ann leaves before deal 3" in text) == (False, True)


def test_a_game_for_a_fixed_number_says_why_and_lets_somebody_take_over(phone: Phone) -> None:
    page = played(phone, "Ann Ben game=koi-koi:").behind("players")
    why = "Koi-Koi is played by two, so nobody joins or leaves. Somebody else can take over a seat."
    assert why in page.reads("p.note")
    offered = {form.action.split("?of=")[-1] for form in page.forms if "?of=" in form.action}
    assert offered == {"takeover-0", "takeover-1"}


def test_once_the_game_is_over_there_is_nobody_to_change(four: Sitting) -> None:
    four.ends()
    assert four.phone.opens(f"{four.address}/players").location == four.address


def test_somebody_else_was_faster_and_what_was_typed_is_there(four: Sitting) -> None:
    form = four.behind("players").form("?of=join")
    four.notes("tea")
    page = four.tries({"name": "Eva", "start": "mean"}, form=form)
    again = page.form("?of=join")
    assert (page.status, again.values["name"]) == (409, "Eva")
    assert (four.phone.sends(again).status, len(four.totals)) == (303, 5)


def test_the_same_page_in_japanese(japanese: Phone) -> None:
    text = played(japanese, "彩花 たくみ 健二 ゆき top_hand=3:").behind("players").text
    assert ("次のディールを休む" in text, "Leaves" in text) == (True, False)


def test_a_newcomer_has_a_row_where_they_sit_also_where_all_show_at_once(phone: Phone) -> None:
    table = played(phone, "Ann Ben Chika game=boo-ray: players join name=Dan after=0")
    assert table.page.reads("div @data-entrant") == ["0", "3", "1", "2"]
    page = plays(table, "games=kalo/none/none/kalo").page
    assert page.reads("div.tapped.decided span.initial") == ["A", "D", "B", "C"]
