"""Seats and players of a game, without script: who sits where, deals, comes and goes, and their names."""

from __future__ import annotations

import re

import pytest

from tests.kit.web.page import Page
from tests.kit.web.playing import changes_players, fields, played, plays
from tests.web.conftest import Phone, Sitting

FOUR = "Ann Ben Chika Dan top_hand=3: 1100 1110"
"""Ann and Ben made a bid of one, Chika missed nought, Dan made nought; Ben deals the second deal."""
ROUND = "ol[@data-seats] li"
SITTING = ["A Ann", "B D Ben dealer", "C Chika", "D Dan", "+"]
SAID = "Nobody can leave or sit out now. For 3–7 players."
CARD = "div[@id='changes'] li"


@pytest.fixture
def four(phone: Phone) -> Sitting:
    return played(phone, FOUR)


def shows(table: Sitting, typed: str) -> Page:
    """Ask what becomes of a change."""
    return table.phone.sends(table.behind("players").form("/players"), fields(typed))


def saves(table: Sitting, typed: str) -> Page:
    """Look at it, and save it."""
    page = shows(table, typed)
    assert page.status == 200, page.alerts
    return table.phone.sends(page.form("/players"), {"sure": "yes"})


def seated(table: Sitting) -> list[str]:
    return table.behind("players").reads(ROUND)


def test_everybody_who_plays_now_sits_round_the_table_and_the_dealer_of_this_deal_is_marked(four: Sitting) -> None:
    assert seated(four) == SITTING
    assert four.behind("players").reads("div.middle p") == ["deal 2 of 5 Ben deals"]
    plays(four, "players join name=Eva after=2, players leave-3")
    assert seated(four) == ["A Ann", "B D Ben dealer", "C Chika", "E Eva", "+"]
    assert four.behind("players").reads("ul.elsewhere span.name") == ["Dan left"]


SHOWN: list[tuple[str, list[str]]] = [
    ("", []),
    ("dealer=2", ["Dealer: Ben → Chika", "First to bid: Chika → Dan"]),
    ("new-0=Eva start-0=mean", ["Eva joined with 8 before deal 2", "Players: 4 → 5"]),
    ("does-2=rests", ["Chika sits out deal 2", "First to bid: Chika → Dan"]),
    ("does-1=left", ["Ben leaves before deal 2", "Dealer: Ben → Chika", "First to bid: Chika → Dan", "Players: 4 → 3"]),
    ("does-0=unranked", ["Ann leaves before deal 2 (Out of competition)", "Players: 4 → 3"]),
    ("by-0=Zoe", ["Zoe takes over from Ann in deal 2"]),
    ("by-0=Zoe from-0=start", ["Zoe instead of Ann"]),
    ("at-2=3", ["Dan and Chika changed seats", "First to bid: Chika → Dan"]),
    ("at-0=1", ["Ben and Ann changed seats", "First to bid: Chika → Ann"]),
    ("name-0=Anna", ["Name: Ann → Anna, in all games. It is saved apart: undo leaves it."]),
]
"""What is typed, and the lines of what it changes."""


@pytest.mark.parametrize(("typed", "lines"), SHOWN, ids=[typed for typed, _ in SHOWN])
def test_what_a_change_does_is_shown_before_it_is_saved(four: Sitting, typed: str, lines: list[str]) -> None:
    before = four.kept
    page = shows(four, typed)
    assert (page.status, page.reads(CARD), four.kept) == (200, lines, before)
    assert ("All scores stay." in page.text) == bool(lines)


@pytest.mark.parametrize(("typed", "are_others"), [("at-0=1", True), ("at-2=3", False), ("dealer=3", False)])
def test_that_earlier_deals_get_other_dealers_is_shown(four: Sitting, typed: str, are_others: bool) -> None:
    plays(four, "0010 1010")
    dealt = four.page.reads("tbody th")
    page = shows(four, typed)
    assert ("Dealer of earlier deals: by the new seating" in page.reads(CARD)) == are_others
    saves(four, typed)
    assert (four.page.reads("tbody th")[:2] != dealt) == are_others


FIRST: list[tuple[str, str, list[str]]] = [
    ("Ann Ben Chika top_hand=3:", "dealer=1", ["Dealer: Ann → Ben", "First to bid: Ben → Chika"]),
    ("Ann Ben Chika top_hand=3:", "new-0=Dai", ["Players: Ann, Ben, Chika, Dai"]),
    (
        "Ann Ben Chika Dai game=twin-shoot:",
        "at-0=2 at-2=0",
        ["Chika and Ann changed seats", "Teams: Chika & Ben, Ann & Dai"],
    ),
    ("Ann Ben Chika Dai game=twin-shoot:", "at-0=1 at-1=0", ["Ben and Ann changed seats", "First leader: Ann → Ben"]),
]
"""A game in its first deal, what is typed, and the lines of what it changes."""


@pytest.mark.parametrize(("game", "typed", "lines"), FIRST)
def test_in_the_first_deal_each_change_is_one_line(phone: Phone, game: str, typed: str, lines: list[str]) -> None:
    assert shows(played(phone, game), typed).reads(CARD) == lines


def test_in_a_score_pad_nobody_deals(phone: Phone) -> None:
    page = played(phone, "Ann Ben Chika game=score-pad:").behind("players")
    assert page.reads("div.middle p") == ["round 1 Enters first: Ann"]
    assert "deals" not in page.root.one("main").text.casefold()


def test_nothing_changed_has_nothing_to_save(four: Sitting) -> None:
    assert shows(four, "").reads("div[@id='changes'] button") == ["What changes", "Save"]


EVERYTHING = "at-0=1 at-1=0 new-0=Eva start-0=mean does-3=rests by-2=Zoe dealer=2"


def test_all_of_it_is_one_action_and_one_undo_takes_it_back(four: Sitting) -> None:
    before = four.kept
    assert saves(four, EVERYTHING).location == four.address
    assert (four.position, four.kept["document"]["players"]) == (3, ["Ben", "Ann", "Chika", "Dan"])
    assert four.totals == [11, 11, 0, 10, 8]
    assert seated(four) == ["B Ben", "A Ann", "Z D Zoe dealer", "E Eva", "+"]
    assert [each["step"] for each in four.entries[2:]] == ["join", "takeover", "sit-out"]
    plays(four, "undo")
    assert (four.kept["document"], seated(four)) == (before["document"], SITTING)
    plays(four, "redo")
    assert seated(four) == ["B Ben", "A Ann", "Z D Zoe dealer", "E Eva", "+"]


def test_the_log_and_the_sheet_tell_all_of_it(four: Sitting) -> None:
    saves(four, EVERYTHING)
    told = (
        "Ben and Ann changed seats",
        "Eva joined with 8 before deal 2",
        "Zoe takes over from Chika",
        "Dan sits out deal 2",
    )
    assert [each for each in told if each not in four.log[0] or each not in four.page.text] == []
    plays(four, "undo")
    assert [each for each in told[1:] if each not in four.log[0]] == []


def test_sent_twice_it_is_saved_once(four: Sitting) -> None:
    form = shows(four, EVERYTHING).form("/players")
    sent = [four.phone.sends(form, {"sure": "yes"}) for _ in range(2)]
    assert ([each.status for each in sent], four.position) == ([303, 303], 3)


def test_a_newcomer_is_moved_like_everybody(four: Sitting) -> None:
    plays(four, "players join name=Eva after=3")
    page = shows(four, "at-4=2 at-2=4")
    assert "Seats: Ann, Ben, Eva, Dan, Chika" in page.reads(CARD)
    swapped = shows(four, "at-0=1 at-1=0")
    assert [each for each in swapped.reads(CARD) if "seats" in each.lower()] == ["Seats: Ben, Ann, Chika, Dan, Eva"]
    four.phone.sends(page.form("/players"), {"sure": "yes"})
    assert seated(four) == ["A Ann", "B D Ben dealer", "E Eva", "D Dan", "C Chika", "+"]
    plays(four, "undo")
    assert seated(four) == ["A Ann", "B D Ben dealer", "C Chika", "D Dan", "E Eva", "+"]


def test_who_sits_out_or_left_is_back_by_a_button(four: Sitting) -> None:
    plays(four, "players sit-out-1")
    page = four.behind("players")
    assert page.reads("ul.elsewhere span.name") == ["Ben sits out"]
    back = four.phone.sends(page.form("/players"), {"back": "1"})
    assert back.reads(CARD)[0] == "Ben is back for deal 2"
    four.phone.sends(back.form("/players"), {"sure": "yes"})
    assert seated(four) == SITTING


def test_a_change_during_a_deal_waits_for_its_end_and_who_takes_over_plays_at_once(four: Sitting) -> None:
    saves(plays(four, "0000"), "does-0=left new-0=Eva by-1=Zoe")
    text = " ".join(four.behind("players").reads("p.note"))
    assert [each for each in ("Ann leaves before deal 3", "Eva joins before deal 3") if each not in text] == []
    assert "Zoe takes over from Ben in deal 2" in four.log[0]
    plays(four, "undo")
    assert "Eva" not in four.behind("players").text


def test_a_name_is_saved_apart_and_undo_leaves_it(four: Sitting) -> None:
    assert saves(four, "name-0=Anna does-3=rests").status == 303
    plays(four, "undo")
    assert seated(four)[0] == "A Anna"


def test_a_wrong_name_is_told_and_all_that_was_typed_stays(four: Sitting) -> None:
    page = shows(four, "new-0=Ben start-0=typed points-0=-7 does-3=rests")
    assert (page.status, page.alerts) == (200, ["Ben is already at the table. Use a different name."])
    assert four.phone.sends(page.form("/players"), {"sure": "yes"}).status == 422
    values = page.form("/players").values
    assert (values["new-0"], values["points-0"], values["does-3"]) == ("Ben", "-7", "rests")
    assert four.totals == [11, 11, 0, 10]


def test_how_the_table_chose_last_is_filled_in_the_next_time(four: Sitting) -> None:
    def starts(table: Sitting) -> str:
        return str(table.behind("players").form("/players").values["start-0"])

    assert starts(four) == "opening"
    saves(four, "new-0=Eva start-0=last")
    assert starts(four) == "last"
    again = played(four.phone, FOUR)
    assert starts(again) == "last", "the table's choice in the game before"
    saves(again, "new-0=Eva start-0=mean")
    assert starts(four) == "last", "a game has its own"
    assert starts(played(four.phone, "110 120")) == "mean"


def test_as_few_as_can_play_are_told_so(four: Sitting) -> None:
    assert SAID not in four.behind("players").text
    assert SAID in plays(four, "players leave-3").behind("players").text


def test_a_game_for_a_fixed_number_says_why_and_has_the_rows_it_has(phone: Phone) -> None:
    page = played(phone, "Ann Ben game=koi-koi: lights=0").behind("players")
    why = "The number of players is fixed, so nobody joins or leaves. Somebody else can take over a seat."
    assert why in page.reads("p.note")
    names = page.form("/players").names
    assert ("by-0" in names, "new-0" in names, "Sit out" in page.text) == (True, False, False)


def test_before_the_first_entry_all_of_it_is_the_setup(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika")
    assert saves(table, "at-0=2 new-0=Dan by-1=Zoe dealer=2").location == table.address
    document = table.kept["document"]
    assert (document["players"], document["dealer"], document["entries"]) == (["Chika", "Zoe", "Ann", "Dan"], 0, [])
    saves(table, "does-1=left")
    assert table.kept["document"]["players"] == ["Chika", "Ann", "Dan"]
    assert f"/new?instead={table.id}" in table.behind("players").links()


def test_a_game_for_four_or_six_gets_two_at_once(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", "Dan", game="twin-shoot")
    assert shows(table, "new-0=Eva").alerts != []
    saves(table, "new-0=Eva new-1=Fay")
    assert table.kept["document"]["players"] == ["Ann", "Ben", "Chika", "Dan", "Eva", "Fay"]


def test_partners_who_are_parted_are_told_before_it_is_saved(phone: Phone) -> None:
    table = played(phone, "Ann Ben Chika Dan game=satat: winners=0 kind=plain")
    page = shows(table, "at-0=1")
    assert "no longer partners" in page.text


def test_before_the_first_deal_who_sits_out_does_so_in_a_change_of_its_own(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", "Dan")
    refused = shows(table, "does-3=rests at-0=1")
    assert refused.alerts == ["Before the first deal somebody sits out in a change of its own: save the seats first."]
    assert saves(table, "does-3=rests").status == 303
    assert table.entries == [{"step": "sit-out", "seat": 3}]


def test_once_the_game_is_over_names_and_seats_are_corrected_and_nobody_comes(four: Sitting) -> None:
    four.ends()
    page = four.behind("players")
    names = page.form("/players").names
    assert ("name-0" in names, "at-0" in names, "new-0" in names) == (True, True, False)
    assert page.reads(CARD) == []
    assert "Deals now" not in page.text
    saves(four, "at-0=1")
    document = four.kept["document"]
    assert (document["players"], document["dealer"]) == (["Ben", "Ann", "Chika", "Dan"], 1)


def test_somebody_else_was_faster_and_what_was_typed_is_there(four: Sitting) -> None:
    form = shows(four, "new-0=Eva start-0=mean name-0=Anna").form("/players")
    plays(four, "players sit-out-3")
    page = four.phone.sends(form, {"sure": "yes"})
    assert (page.status, "Another entry was saved first." in page.text) == (409, True)
    assert page.reads("ul.elsewhere span.name") == ["Dan sits out"], "what the other phone said stays"
    assert seated(four)[0] == "A Ann", "the new name is not saved either"
    again = page.form("/players")
    assert again.values["new-0"] == "Eva"
    assert (four.phone.sends(again, {"sure": "yes"}).status, len(four.totals)) == (303, 5)


def test_what_was_said_of_a_deal_that_is_over_is_not_said_of_the_next(four: Sitting) -> None:
    form = four.behind("players").form("/players")
    plays(four, "0000 0002")
    page = four.phone.sends(form, fields("dealer=0 does-3=rests"))
    assert "Dealer" not in " ".join(page.reads(CARD))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("at-0=1 drafted-bids-2=0 drafted-bids-3=1", "2 values typed and all scores stay."),
        (
            "dealer=2 drafted-bids-0=1 drafted-bids-1=0 drafted-bids-2=0 drafted-bids-3=0",
            "4 values typed and all scores stay.",
        ),
        # Two cards each: as dealer Chika must not bid the one that makes two.
        ("dealer=2 drafted-bids-0=1 drafted-bids-1=0 drafted-bids-2=1", "3 values typed and all scores stay."),
        (
            "dealer=2 drafted-bids-0=0 drafted-bids-1=0 drafted-bids-2=1 drafted-bids-3=1",
            "Bids (Chika) will be asked again.",
        ),
    ],
)
def test_what_is_typed_stays_with_its_people_and_what_is_asked_again_is_named(
    four: Sitting, typed: str, told: str
) -> None:
    assert told in shows(four, typed).text


def test_somebody_who_asks_for_a_seat_is_filled_in(four: Sitting) -> None:
    page = four.phone.opens(f"{four.address}/players?join=Eva")
    assert page.reads(CARD)[0] == "Eva joined with 0 before deal 2"
    assert four.phone.sends(page.form("/players"), {"sure": "yes"}).status == 303
    assert len(four.totals) == 5


def test_links_lead_there_and_the_addresses_of_before_lead_on(four: Sitting) -> None:
    assert f"{four.address}/players" in four.more.links() + four.page.links()
    for before in ("setup", "names"):
        assert four.phone.opens(f"{four.address}/{before}").location == f"{four.address}/players"


def test_the_forms_of_before_are_still_accepted(four: Sitting) -> None:
    """Entries wait on phones while a site is brought to a new release."""
    assert changes_players(four, "leave-0", "ranked=no").status == 303
    refused = changes_players(four, "join", "name=Ben")
    assert (refused.status, refused.alerts) == (422, ["Ben is already at the table. Use a different name."])
    token = four.behind("players").form("/players").typed("csrf_token")
    names = {"name-1": "Benedikt", "seen-1": "Ben", "name-2": "Chika", "seen-2": "Chika", "csrf_token": token}
    names |= {"name-0": "Ann", "seen-0": "Ann", "name-3": "Dan", "seen-3": "Dan"}
    assert four.phone.posts(f"{four.address}/names", names).status == 303
    assert seated(four)[0] == "B D Benedikt dealer"


def test_the_same_page_in_japanese(japanese: Phone) -> None:
    text = played(japanese, "彩花 たくみ 健二 ゆき top_hand=3:").behind("players").text
    assert ("席とプレイヤー" in text, "このディールだけ" in text, "Leaves" in text) == (True, True, False)


def test_a_newcomer_has_a_row_where_they_sit_also_where_all_show_at_once(phone: Phone) -> None:
    table = played(phone, "Ann Ben Chika game=boo-ray: players join name=Dan after=0")
    assert table.page.reads("div @data-entrant") == ["0", "3", "1", "2"]
    page = plays(table, "games=kalo/none/none/kalo").page
    assert page.reads("div.tapped.decided span.initial") == ["A", "D", "B", "C"]


TOLD: list[tuple[str, str, str, tuple[str, ...], str]] = [
    ("players join name=Eva after=0 start=mean", "", "body", ("Eva joined with 8 before deal 2",), "sits out"),
    ("players takeover-0 name=Zoe", "", "thead", ("Zoe", "before: Ann"), "Dan left"),
    ("players takeover-0 name=Zoe", "", "th.sentence", ("Zoe takes over from Ann in deal 2",), "Ben"),
    ("players sit-out-1", "", "body", ("Ben sits out this deal.",), "left"),
    ("players leave-0 ranked=no", "", "ol.standings", ("Ben", "Chika", "Dan"), "Ann"),
    ("players leave-0 ranked=no", "", "section.unranked", ("Out of competition", "Ann", "left", "11"), "Ben"),
    ("players leave-0 ranked=no", "share", "textarea", ("(out of competition) Ann 11",), "4. "),
    ("players leave-3 ranked=yes, 100 110", "", "tr[@id='row-2'] td.absent", ("not dealt in –",), "0"),
]
"""What is played after the deal, the page, where one looks, what is told there, and what is not."""


@pytest.mark.parametrize("row", TOLD, ids=lambda row: f"{row[0]} {row[1]} {row[2]}")
def test_who_comes_and_goes_is_told(four: Sitting, row: tuple[str, str, str, tuple[str, ...], str]) -> None:
    script, page, path, told, untold = row
    text = " ".join(four.phone.opens(f"{plays(four, script).address}/{page}".rstrip("/")).reads(path))
    assert ([each for each in told if each not in text], untold in text) == ([], False), text


DRAWN = {
    "Ann Ben Chika": ("Dealer", "Dealer"),
    "Ann Ben game=koi-koi": ("First oya", "oya"),
    "Ann Ben Chika game=score-pad": ("Enters first", "Enters first"),
}
"""Who sits down, what whoever begins is called, and what they are called who begin as before."""


@pytest.mark.parametrize("people", DRAWN)
def test_who_begins_is_drawn_once_told_and_undone(phone: Phone, people: str) -> None:
    first, same = DRAWN[people]
    label, news = f"{first}: draw lots", rf"Setup corrected: ({first}: Ann → |{same}: )(?P<who>\w+)"
    table = played(phone, f"{people}:")
    players, drawn = table.kept["document"]["players"], set()
    for position in range(0, 40, 2):
        page = table.behind("players")
        assert page.reads("div[@id='changes'] button")[0] == label
        form = page.form("/dealer")
        told = phone.follows(phone.sends(form))
        said = re.match(news, told.reads("div[@class='headline'] p")[0])
        assert said and said["who"] == players[table.kept["document"]["dealer"]]
        assert phone.sends(form).location == table.address, "a second tap"
        assert table.position == position + 1
        assert said["who"] in table.log[0]
        assert table.log[0].count("Dealer: ") <= 1, "who deals first deals now, which is told once"
        drawn.add(said["who"])
        plays(table, "undo")
        assert table.kept["document"]["dealer"] == 0
    assert drawn == {*players}
    assert label not in phone.sends(page.form("/players"), {"at-0": "1"}).text, "a draw would lose what is not saved"


def test_once_something_was_entered_nobody_is_drawn(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika")
    form = table.behind("players").form("/dealer")
    page = plays(table, "110").behind("players")
    assert "draw lots" not in page.text
    assert phone.sends(form).status == 409, "somebody else has entered the bids"
    assert phone.sends(form, {"position": str(table.position)}).status == 303
    assert (table.position, table.kept["document"]["dealer"]) == (1, 0)
