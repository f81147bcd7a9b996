"""A new game: who sits where, who deals, house rules; what is refused there."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask import Flask

from scoring.catalogue import all_games
from scoring.games.oh_hell import GAME as OH_HELL
from tests.kit.web.page import Form, Page
from tests.web.conftest import Phone, Sitting

THREE = {"players-0": "Ann", "players-1": "Ben", "players-2": "Chika", "dealer": "0"}


def setup(phone: Phone) -> Form:
    return phone.opens("/new/oh-hell").form("/new/oh-hell")


def tries(phone: Phone, typed: dict[str, Any]) -> Page:
    return phone.sends(setup(phone), THREE | typed)


def sessions_of(phone: Phone) -> int:
    """How many sessions the history lists."""
    return len(phone.opens("/history").root.all("li", class_="item"))


def names_in(form: Form) -> list[str]:
    return [form.typed(f"players-{place}") for place in range(7)]


def test_a_start_leads_to_the_sheet(phone: Phone) -> None:
    answer = tries(phone, {})
    assert answer.status == 303
    assert phone.opens(answer.location).status == 200


@pytest.mark.parametrize("slug", all_games())
def test_what_the_page_begins_is_the_table_that_other_tests_begin_in_the_store(
    phone: Phone, stranger: Phone, slug: str
) -> None:
    """By the usual rules, the second player dealing first."""
    names = ("Ann", "Ben", "Chika", "Dan")[: next(seats for seats in all_games()[slug].seats if seats > 1)]
    on_its_page = phone.sets_up(*names, game=slug, dealer=1).kept["document"]
    assert on_its_page == stranger.sits_down(*names, game=slug, dealer=1).kept["document"]
    assert on_its_page["players"] == list(names)


def test_every_game_is_offered_with_both_its_names(phone: Phone, toys: dict[str, Any]) -> None:
    page = phone.opens("/new")
    for game in toys.values():
        assert f"/new/{game.slug}" in page.links()
        assert game.name in page.text
        assert game.name_ja in page.text


def names_offered(phone: Phone) -> list[str]:
    """The games on the list, by the names that stand first."""
    return [
        each.all("a")[0].text.split(" ")[0] for each in phone.opens("/new").root.all("li", class_="item with-emblem")
    ]


def test_what_the_group_plays_most_is_offered_first(phone: Phone, stranger: Phone, toys: dict[str, Any]) -> None:
    assert names_offered(phone) == ["Oh", "Penny", "Pot"]
    for game in ("pot", "penny-pot", "pot", "oh-hell"):
        phone.sets_up("Ann", "Ben", "Chika", game=game)
    assert names_offered(phone) == ["Pot", "Oh", "Penny"], "the most often, then the last one"
    assert names_offered(stranger) == ["Oh", "Penny", "Pot"], "others' habits are theirs"


def test_a_japanese_reader_sees_the_japanese_name_first(japanese: Phone) -> None:
    offered = [each.text for each in japanese.opens("/new").root.all("a", href="/new/oh-hell")]
    assert offered == ["オーヘル Oh Hell"]
    assert japanese.opens("/new/oh-hell").heading == "オーヘル 3–7 人"
    assert japanese.opens("/rules/oh-hell").heading == "オーヘル Oh Hell"


def test_the_games_stand_in_the_order_of_the_readers_language(phone: Phone, japanese: Phone) -> None:
    def offered(reader: Phone) -> list[str]:
        return [each.all("a")[0].get("href") for each in reader.opens("/new").root.all("li", class_="item with-emblem")]

    # ー is read as the vowel before it: ブウレ before ブキ; 得点帳 is とくてんちょう
    assert [address.removeprefix("/new/") for address in offered(japanese)] == [
        *("wizard", "oh-hell", "koi-koi", "satat", "skull-king", "twin-shoot", "score-pad", "boo-ray", "buki"),
    ]
    assert [address.removeprefix("/new/") for address in offered(phone)] == [
        *("boo-ray", "buki", "koi-koi", "oh-hell", "satat", "score-pad", "skull-king", "twin-shoot", "wizard"),
    ]


def test_the_way_back_leads_to_the_other_games(phone: Phone) -> None:
    (back,) = phone.opens("/new/oh-hell").root.all("a", aria_label="Back")
    assert back.get("href") == "/new"


def test_every_game_has_a_drawn_sign(phone: Phone) -> None:
    picture = phone.opens("/assets/x/img/games.svg").html
    assert set(re.findall(r'<symbol id="([\w-]+)" viewBox="0 0 32 32"><', picture)) == set(all_games())


def test_places_left_empty_are_left_out(phone: Phone) -> None:
    typed = {"players-0": "", "players-1": "Ann", "players-3": "Ben", "players-2": " ", "players-6": "Chika"}
    answer = tries(phone, typed | {"dealer": "3"})
    document = Sitting(phone, answer.location).kept["document"]
    assert (document["players"], document["dealer"]) == (["Ann", "Ben", "Chika"], 1)


def test_stray_white_space_in_a_name_goes(phone: Phone) -> None:
    answer = tries(phone, {"players-0": "  Anna \t  Maria "})
    assert Sitting(phone, answer.location).kept["document"]["players"][0] == "Anna Maria"


def test_an_empty_place_cannot_deal(phone: Phone) -> None:
    page = tries(phone, {"dealer": "5"})
    assert page.status == 422
    assert page.root.one(id="dealer-wrong").text
    assert sessions_of(phone) == 0


@pytest.mark.parametrize("dealer", ["abc", "-1", "99", "", None, "9" * 5000, "<b>"])
def test_a_dealer_who_is_nobody_is_refused(phone: Phone, dealer: str | None) -> None:
    page = tries(phone, {"dealer": dealer})
    assert page.status == 422
    assert page.root.one(id="dealer-wrong").text
    assert names_in(page.form("/new/oh-hell"))[:3] == ["Ann", "Ben", "Chika"]
    assert sessions_of(phone) == 0


BAD_NAMES = {
    "equal": "Ann",
    "equal but for case": "aNN",
    "equal but for width": "Ａｎｎ",
    "equal but for space": " Ann ",
    "long": "B" * 31,
    "longer": "B" * 10_000,
    "invisible": "Be\u200bn",
    "control": "Be\x07n",
    "backwards": "Be\u202en",
    "nothing but a filler": "\u3164",
    "nothing but Braille without dots": "\u2800",
    "equal but for a joiner": "Ann\u200d",
}


@pytest.mark.parametrize("bad", BAD_NAMES)
def test_a_bad_name_is_told_at_its_seat_and_stays_there(phone: Phone, bad: str) -> None:
    page = tries(phone, {"players-1": BAD_NAMES[bad], "scoring": "minus"})
    assert page.status == 422
    assert page.wrong_at("players-1")
    assert len(page.alerts) == 1
    again = page.form("/new/oh-hell")
    assert names_in(again)[:3] == ["Ann", BAD_NAMES[bad], "Chika"]
    assert again.typed("scoring") == "minus"
    assert sessions_of(phone) == 0
    assert phone.sends(again, {"players-1": "Ben"}).status == 303


def test_a_bad_name_is_told_at_its_place_where_places_before_it_are_empty(phone: Phone) -> None:
    page = tries(phone, {"players-1": "", "players-4": "Chika"})
    assert page.wrong_at("players-4")


def test_a_name_with_signs_of_its_own_is_taken_as_it_is(phone: Phone) -> None:
    names = ["O’Neill & {n}", "%(x)s 100%", "千夏 👩\u200d🍳"]
    answer = tries(phone, {f"players-{seat}": name for seat, name in enumerate(names)})
    table = Sitting(phone, answer.location)
    assert table.kept["document"]["players"] == names
    for name in names:
        assert name in table.page.text


@pytest.mark.parametrize("number", [0, 1, 2])
def test_too_few_players_are_refused(phone: Phone, number: int) -> None:
    typed = {f"players-{seat}": "" for seat in range(number, 3)}
    page = tries(phone, typed)
    assert page.status == 422
    assert any(str(number) in words and "3" in words for words in page.alerts)
    assert names_in(page.form("/new/oh-hell"))[:number] == ["Ann", "Ben", "Chika"][:number]
    assert sessions_of(phone) == 0


@pytest.mark.parametrize(
    ("option", "typed"),
    [
        ("format", "sideways"),
        ("scoring", "<b>"),
        ("top_hand", "18"),
        ("top_hand", "0"),
        ("top_hand", "0.5"),
        ("top_hand", "abc"),
        ("restriction", "x" * 10_000),
    ],
)
def test_a_house_rule_that_is_none_is_told_at_its_field(phone: Phone, option: str, typed: str) -> None:
    page = tries(phone, {option: typed})
    assert page.status == 422
    assert page.wrong_at(option)
    assert names_in(page.form("/new/oh-hell"))[:3] == ["Ann", "Ben", "Chika"]
    assert sessions_of(phone) == 0


def test_a_house_rule_that_this_table_cannot_play_by_is_told_at_its_field(phone: Phone) -> None:
    page = tries(phone, {"players-3": "Dan", "top_hand": "14"})
    assert (page.status, "13" in page.wrong_at("top_hand")) == (422, True), "52 cards for four"
    assert page.form("/new/oh-hell").typed("top_hand") == "14"


def test_a_house_rule_left_out_is_as_usual(phone: Phone) -> None:
    answer = tries(phone, dict.fromkeys(("format", "top_hand", "scoring", "bidding", "restriction")))
    options = Sitting(phone, answer.location).kept["document"]["options"]
    assert options == {
        "format": "long",
        "top_hand": 10,
        "scoring": "normal",
        "made_points": 10,
        "trick_points": 2,
        "missed_points": 2,
        "bidding": "in-turn",
        "restriction": "on",
    }


def test_what_is_not_asked_is_not_taken(phone: Phone) -> None:
    answer = tries(phone, {"players-7": "Hal", "players-99": "Ivy", "speed": "9", "__class__": "x"})
    assert Sitting(phone, answer.location).kept["document"]["players"] == ["Ann", "Ben", "Chika"]


def test_two_taps_begin_one_game(phone: Phone) -> None:
    form = setup(phone)
    first, second = (phone.sends(form, THREE) for _ in range(2))
    assert (first.status, second.status, first.location) == (303, 303, second.location)
    assert sessions_of(phone) == 1


def test_a_key_of_another_scorebook_tells_nothing_about_it(phone: Phone, stranger: Phone) -> None:
    form = setup(phone)
    started = phone.sends(form, THREE)
    page = tries(stranger, {"key": form.typed("key")})
    assert (page.status, page.location) == (409, "")
    assert started.location not in page.html


# House rules.


def test_the_presets_fill_in_rules_and_start_nothing(phone: Phone) -> None:
    form = setup(phone)
    fields = {field.name: field for field in OH_HELL.options.fields()}
    offered = [each.get("value") for each in form.element.all("button", name="fill")]
    assert offered == [f"preset:{preset.slug}" for preset in OH_HELL.presets]
    for preset in OH_HELL.presets:
        page = phone.sends(form, THREE | {"dealer": "2", "scoring": "bonus", "fill": f"preset:{preset.slug}"})
        filled = page.form("/new/oh-hell")
        assert page.status == 200
        assert names_in(filled)[:3] == ["Ann", "Ben", "Chika"]
        assert filled.typed("dealer") == "2"
        said = {name: str(fields[name].written(value)) for name, value in preset.values.items()}
        assert {name: filled.typed(name) for name in said} == said
        current = [each.get("value") for each in filled.element.all("button", aria_pressed="true", name="fill")]
        assert current == [f"preset:{preset.slug}"]
        assert filled.typed("scoring") == said.get("scoring", "normal")
    assert sessions_of(phone) == 0


def told_by_presets(page: Page) -> list[list[str]]:
    return [
        [line.text for line in each.all("span") if line.has("data-line")]
        for each in page.root.all("button", name="fill")
    ]


def test_the_presets_say_what_they_are_for_so_many_players(phone: Phone) -> None:
    """Oh Hell deals 10 cards to 3 to 5 players, 8 to 6 (15 deals), 7 to 7 (13 deals); the valley 6 to everybody."""
    names = dict(zip((f"players-{place}" for place in range(7)), "ABCDEFG", strict=True))
    form = setup(phone)
    seen = {}
    for number in (4, 6, 7):
        here = {name: names[name] if place < number else "" for place, name in enumerate(names)}
        seen[number] = told_by_presets(phone.sends(form, here | {"fill": "preset:standard"}))[:2]
    assert seen == {
        4: [["10 → 1 → 10 cards", "19 deals, about 60 min"], ["6 → 1 → 6 cards", "11 deals, about 35 min"]],
        6: [["8 → 1 → 8 cards", "15 deals, about 50 min"], ["6 → 1 → 6 cards", "11 deals, about 35 min"]],
        7: [["7 → 1 → 7 cards", "13 deals, about 40 min"], ["6 → 1 → 6 cards", "11 deals, about 35 min"]],
    }


def test_script_is_told_what_the_presets_are_for_each_number_of_players(phone: Phone) -> None:
    buttons = setup(phone).element.all("button", name="fill")
    plans = json.loads(buttons[0].get("data-plans"))
    assert {number: plan[0] for number, plan in plans.items()} == {
        "3": "10 → 1 → 10 cards",
        "4": "10 → 1 → 10 cards",
        "5": "10 → 1 → 10 cards",
        "6": "8 → 1 → 8 cards",
        "7": "7 → 1 → 7 cards",
    }
    assert not buttons[1].has("data-plans"), "the valley is the same at every table"


def test_a_named_set_of_rules_says_for_whom_there_are_not_enough_cards(phone: Phone) -> None:
    phone.sends(phone.sets_up(top_hand="17").behind("rules").form("/rules"), {"rule_name": "Lunch"})
    (lunch,) = setup(phone).element.all("button", value="kept:Lunch")
    plans = json.loads(lunch.get("data-plans"))
    assert plans["3"][0] == "17 → 1 → 17 cards"
    # 52 cards for four: 13 each
    assert plans["4"] == ["52 cards are not enough to deal 17 each to 4 players. The largest hand is 13."]


def test_what_was_changed_in_the_rules_is_said_while_they_are_folded(phone: Phone) -> None:
    def said(**typed: str) -> str:
        page = phone.sends(setup(phone), THREE | {"fill": ""} | typed)
        return next(each.text for each in page.root.all("span") if each.has("data-changed"))

    assert said() == "no changes"
    assert said(scoring="minus") == "no changes", "a preset says it by its name"
    assert said(scoring="bonus", restriction="off", top_hand="5") == (
        "Largest hand: 5, Bonus scoring, No restriction for the dealer"
    )
    assert said(scoring="<b>", top_hand="abc", format="short-rising") == "Short: rising"


def test_script_is_told_what_a_set_of_rules_fills_in(phone: Phone) -> None:
    phone.sends(phone.sets_up(top_hand="3", scoring="plus").behind("rules").form("/rules"), {"rule_name": "Lunch"})
    form = setup(phone)
    for button in form.element.all("button", name="fill"):
        told = json.loads(button.get("data-values"))
        filled = phone.sends(form, {"fill": button.get("value")}).form("/new/oh-hell")
        assert {name: filled.typed(name) for name in told} == told
        assert button.get("formaction") == "/new/oh-hell#rules", "without script the page stays at the rules"
    (lunch,) = form.element.all("button", value="kept:Lunch")
    assert json.loads(lunch.get("data-values")) == {
        "format": "long",
        "top_hand": "3",
        "scoring": "plus",
        "made_points": "10",
        "trick_points": "2",
        "missed_points": "2",
        "bidding": "in-turn",
        "restriction": "on",
    }


def test_the_choices_of_a_house_rule_are_short_and_their_sentences_stand_below(phone: Phone) -> None:
    page = phone.opens("/new/oh-hell")
    scoring = page.root.one("select", id="scoring")
    assert [each.text for each in scoring.all("option")] == ["Normal", "Plus", "Minus", "Bonus", "Own numbers"]
    assert scoring.get("aria-describedby") == "scoring-help"
    told = page.root.one(id="scoring-help").all("p")
    assert [each.get("data-sentence") for each in told] == ["normal", "plus", "minus", "bonus", "numbers"]
    assert told[0].text == "Normal: A made bid scores 10 plus its tricks. A missed bid scores nothing."
    hand = page.root.one("select", id="top_hand").all("option")
    assert [each.text for each in hand[:3]] == ["usual", "1", "2"]
    assert page.root.one(id="top_hand-help").all("p")[0].text.startswith("usual: as usual: 10")


def test_house_rules_are_unfolded_only_where_they_differ_or_are_refused(phone: Phone) -> None:
    def unfolded(form: Form) -> bool:
        return form.element.one("details", class_="fold house").has("open")

    assert not unfolded(setup(phone))
    assert not unfolded(tries(phone, {"players-1": ""}).form("/new/oh-hell"))
    assert unfolded(tries(phone, {"scoring": "plus", "bidding": "x"}).form("/new/oh-hell"))


@pytest.mark.parametrize("fill", ["preset:nothing", "", "kept:<b>", "x" * 10_000])
def test_rules_that_are_not_offered_fill_in_nothing(phone: Phone, fill: str) -> None:
    page = tries(phone, {"scoring": "bonus", "fill": fill})
    assert (page.status, page.form("/new/oh-hell").typed("scoring")) == (200, "bonus")
    assert sessions_of(phone) == 0


def test_the_last_line_up_and_its_rules_are_filled_in_and_the_deal_goes_on(phone: Phone) -> None:
    table = phone.sets_up("Dan", "Eva", "Fay", "Gus", dealer=3, scoring="plus")
    assert setup(phone).typed("dealer") == "3", "without a deal nobody has dealt"
    table.ends()
    assert setup(phone).typed("dealer") == "3"
    table.undoes()
    table.deal(bids=(3, 3, 3, 3), tricks=(3, 3, 3, 1))
    form = setup(phone)
    assert names_in(form) == ["Dan", "Eva", "Fay", "Gus", "", "", ""]
    assert (form.typed("dealer"), form.typed("scoring")) == ("0", "plus")
    assert form.typed("top_hand") == "", "as usual, for whatever table it will be"


def twin_shoot(phone: Phone, **typed: str) -> dict[str, Any]:
    form = phone.opens("/new/twin-shoot").form("/new/twin-shoot")
    names = {f"players-{place}": name for place, name in enumerate(("Ann", "Ben", "Chika", "Dan"))}
    document: dict[str, Any] = Sitting(phone, phone.sends(form, names | typed).location).kept["document"]
    return document


def test_only_right_hand_partners_can_lead_first(phone: Phone) -> None:
    page = phone.opens("/new/twin-shoot")
    assert [each.get("value") for each in page.root.all("input", name="dealer")] == ["0", "2", "4"]
    assert twin_shoot(phone, dealer="2")["dealer"] == 2
    # The first place is empty, so Ben and Chika are partners, and Dan and Eva with Dan on the right.
    typed = {"players-0": "", "players-3": "Dan", "players-4": "Eva"}
    assert twin_shoot(phone, dealer="4", **typed)["dealer"] == 2, "Eva was chosen, and her partner leads"


def test_the_other_team_leads_the_next_game(phone: Phone) -> None:
    table = phone.sets_up("Ann", "Ben", "Chika", "Dan", game="twin-shoot")
    tricks = {f"tricks-{seat}": "10" if seat == 0 else "0" for seat in range(4)}
    table.enters(tricks | {f"bids-{seat}": "5" for seat in range(4)})
    assert phone.opens("/new/twin-shoot").form("/new/twin-shoot").typed("dealer") == "2"
    table.ends()
    again = phone.sends(table.page.form("/again"), {})
    assert Sitting(phone, again.location).kept["document"]["dealer"] == 2


def test_who_plays_with_whom_is_shown(phone: Phone) -> None:
    def teams(game: str) -> list[str]:
        return [each.text for each in phone.opens(f"/new/{game}").root.all("span", class_="team")]

    assert teams("twin-shoot") == ["A", "A", "B", "B", "C", "C"]
    assert teams("satat") == ["A", "B", "A", "B"]
    assert teams("oh-hell") == []


def test_the_regulars_are_offered(phone: Phone) -> None:
    phone.sets_up("Dan", "Eva", "<b>Fay</b>")
    page = phone.opens("/new/oh-hell")
    offered = [each.get("value") for each in page.root.one("datalist", id="regulars").all("option")]
    assert sorted(offered) == ["<b>Fay</b>", "Dan", "Eva"]


def test_nothing_is_filled_in_for_another_game(phone: Phone, toys: dict[str, Any]) -> None:
    phone.sets_up("Dan", "Eva", "Fay")
    form = phone.opens("/new/pot").form("/new/pot")
    assert [form.typed(f"players-{place}") for place in range(3)] == ["", "", ""]


# A game that is none.


@pytest.mark.parametrize("slug", ["tarot", "OH-HELL", "..", "%00", "oh-hell%20", "<b>", "x" * 5000, "oh_hell"])
def test_an_unknown_game_is_not_found(phone: Phone, slug: str) -> None:
    token = phone.token()
    assert phone.opens(f"/new/{slug}").status == 404
    assert phone.posts(f"/new/{slug}", THREE | {"csrf_token": token}).status == 404
    assert phone.opens(f"/rules/{slug}").status == 404


def test_a_name_in_markup_is_shown_as_it_was_written_everywhere(app: Flask) -> None:
    name = '<b onmouseover="x">"Ann\'</b>'
    phone = Phone(app)
    table = phone.sets_up(name, "Ben", "Chika", top_hand="3")
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.adjusts(0, -5, "<u>why</u>")
    refused = table.tries({"bids-0": "x"})
    pages = [
        table.page,
        table.behind("names"),
        table.behind("log"),
        table.row(0),
        refused,
        *(phone.opens(address) for address in ("/", "/history", "/new/oh-hell", f"{table.address}?row=0")),
    ]
    phone.sends(table.row(0).form("/rows/0"), {"e1-tricks-0": "2", "e1-tricks-1": "1"})
    pages.append(table.behind("log"))
    table.ends()
    pages += [table.page, phone.opens("/"), phone.opens("/history?text=%3Cb")]
    for page in pages:
        assert [each for each in page.root.all() if each.has("onmouseover")] == [], page.address
        assert page.root.all("u") == []
        assert name in page.text or any(
            name in (value or "") for each in page.root.all() for value in each.attributes.values()
        ), page.address
    (share,) = [each.get("data-share") for each in table.page.root.all("button") if each.has("data-share")]
    assert name in share
