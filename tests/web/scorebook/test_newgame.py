"""A new game: who sits where, who deals, house rules and names of its own; what is refused there."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from scoring.catalogue import all_games
from scoring.games.oh_hell import GAME as OH_HELL
from scoring.games.oh_hell import VARIANTS
from scoring.options import Preset
from tests.games.oh_hell.sheet import SESSION
from tests.kit.for_each import for_each
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


@pytest.mark.parametrize("slug", all_games())
def test_what_the_page_begins_is_the_table_that_other_tests_begin_in_the_store(
    phone: Phone, stranger: Phone, slug: str
) -> None:
    """By the usual rules, the second player dealing first."""
    names = ("Ann", "Ben", "Chika", "Dan")[: next(seats for seats in all_games()[slug].player_counts if seats > 1)]
    on_its_page = phone.sets_up(*names, game=slug, dealer=1).kept["document"]
    assert on_its_page == stranger.sits_down(*names, game=slug, dealer=1).kept["document"]
    assert on_its_page["players"] == list(names)


def test_every_game_is_offered_with_both_its_names_and_a_drawn_sign(phone: Phone, japanese: Phone) -> None:
    page = phone.opens("/new")
    for game in all_games().values():
        assert f"/new/{game.slug}" in page.links()
        assert (game.name in page.text, game.name_ja in page.text) == (True, True)
    assert [each.text for each in japanese.opens("/new").root.all("a", href="/new/oh-hell")] == ["オーヘル Oh Hell"]
    headings = [japanese.opens(address).heading for address in ("/new/oh-hell", "/rules/oh-hell")]
    assert headings == ["オーヘル 3–7 人", "オーヘル Oh Hell"]
    picture = phone.opens("/assets/x/img/games.svg").html
    assert {*re.findall(r'<symbol id="([\w-]+)" viewBox="0 0 32 32"><', picture)} == {*all_games()}


def test_what_the_group_plays_most_is_offered_first(phone: Phone, japanese: Phone) -> None:
    def offered(reader: Phone) -> list[str]:
        listed = [each.one("a") for games in reader.opens("/new").root.all("ul") for each in games.all("li")]
        return [each.get("href").removeprefix("/new/") for each in listed if "?" not in each.get("href")]

    # ー is read as the vowel before it: ブウレ before ブキ; 得点帳 is とくてんちょう
    in_japanese = ["wizard", "oh-hell", "koi-koi", "satat", "skull-king", "twin-shoot", "score-pad", "boo-ray", "buki"]
    assert [slug for slug in offered(japanese) if slug in in_japanese] == in_japanese
    assert offered(phone) == sorted(all_games(), key=lambda slug: all_games()[slug].name)
    for game in ("wizard", "score-pad", "wizard", "oh-hell"):
        phone.sits_down("Ann", "Ben", "Chika", game=game)
    assert offered(phone)[:4] == ["wizard", "oh-hell", "score-pad", "boo-ray"], "the most often, then the last one"
    large = phone.opens("/new").root.one("ul", class_="cards games").all("a")
    assert [each.get("href") for each in large] == ["/new/wizard", "/new/oh-hell"]
    assert [slug for slug in offered(japanese) if slug in in_japanese] == in_japanese, "others' habits are theirs"


USUAL = SESSION["options"]
SIGNS = ["O’Neill & {n}", "%(x)s 100%", "千夏 👩\u200d🍳"]


@for_each(
    "typed, names, dealer",
    [
        ({}, ["Ann", "Ben", "Chika"], 0),
        (
            {"players-0": "", "players-1": "Ann", "players-3": "Ben", "players-2": " ", "players-6": "Chika"}
            | {"dealer": "3"},
            ["Ann", "Ben", "Chika"],
            1,
        ),
        ({"players-0": "  Anna \t  Maria "}, ["Anna Maria", "Ben", "Chika"], 0),
        ({f"players-{seat}": name for seat, name in enumerate(SIGNS)}, SIGNS, 0),
        ({"players-7": "Hal", "players-99": "Ivy", "speed": "9", "__class__": "x"}, ["Ann", "Ben", "Chika"], 0),
        (dict.fromkeys(("format", "top_hand", "scoring", "bidding", "restriction")), ["Ann", "Ben", "Chika"], 0),
    ],
)
def test_a_start_takes_who_sits_there_and_what_is_not_said_is_as_usual(
    phone: Phone, typed: dict[str, Any], names: list[str], dealer: int
) -> None:
    table = Sitting(phone, tries(phone, {"scoring": "normal"} | typed).location)
    document = table.kept["document"]
    assert (document["players"], document["dealer"], document["options"]) == (names, dealer, USUAL)
    assert [name for name in names if name not in table.page.text] == []


REFUSED: list[tuple[dict[str, Any], str, str]] = [
    *(
        ({"dealer": dealer}, "dealer", "")
        # The sixth place is empty.
        for dealer in ("5", "abc", "-1", "99", "", None, "9" * 5000, "<b>")
    ),
    *(
        ({"players-1": name, "scoring": "minus"}, "players-1", "")
        for name in (
            *("Ann", "aNN", "Ａｎｎ", " Ann ", "Ann\u200d"),  # equal, but for case, width, space, a joiner
            *("B" * 31, "B" * 10_000, "Be\u200bn", "Be\x07n", "Be\u202en"),  # long; invisible, control, backwards
            *("\u3164", "\u2800"),  # nothing but a filler, or Braille without dots
        )
    ),
    ({"players-1": "", "players-4": "Chika"}, "players-4", ""),
    *(
        ({option: typed}, option, "")
        for option, typed in (
            *(("format", "sideways"), ("scoring", "<b>"), ("restriction", "x" * 10_000)),
            *(("top_hand", typed) for typed in ("18", "0", "0.5", "abc")),
        )
    ),
    # 52 cards for four.
    ({"players-3": "Dan", "top_hand": "14"}, "top_hand", "13"),
]


@for_each("typed, field, named", REFUSED)
def test_what_cannot_be_is_refused_at_its_field_and_everything_typed_stays(
    phone: Phone, typed: dict[str, str | None], field: str, named: str
) -> None:
    page = tries(phone, typed)
    assert (page.status, len(page.alerts)) == (422, 1)
    words = page.root.one(id="dealer-wrong").text if field == "dealer" else page.wrong_at(field)
    assert words
    assert named in words
    again = page.form("/new/oh-hell")
    said = THREE | typed
    stays = [name for name in said if name.startswith("players-") or said[name] in ("minus", "14")]
    assert {name: again.typed(name) for name in stays} == {name: said[name] for name in stays}
    assert sessions_of(phone) == 0


def test_one_name_at_several_seats_is_told_once_and_marks_each(phone: Phone) -> None:
    page = tries(phone, {"players-1": "Ann", "players-2": "Ann", "players-3": "Ann"})
    assert page.text.count("Ann is already at the table.") == 2, "above the form and at the seats"
    assert "already" in page.wrong_at("players-1")
    marked = page.root.all(aria_invalid="true", aria_describedby="players-1-wrong")
    assert [each.get("id") for each in marked] == ["players-1", "players-2", "players-3"]


@for_each("number", [0, 1, 2])
def test_too_few_players_are_refused(phone: Phone, number: int) -> None:
    page = tries(phone, {f"players-{seat}": "" for seat in range(number, 3)})
    assert (page.status, any(str(number) in words and "3" in words for words in page.alerts)) == (422, True)
    assert names_in(page.form("/new/oh-hell"))[:number] == ["Ann", "Ben", "Chika"][:number]
    assert sessions_of(phone) == 0


# House rules.


def test_the_presets_fill_in_rules_and_start_nothing(phone: Phone) -> None:
    """So does a set of rules with a name; script is told what each fills in."""
    phone.sends(phone.sits_down(top_hand="3", scoring="plus").behind("plan").form("/rules"), {"rule_name": "Lunch"})
    form, fields = setup(phone), {field.name: field for field in OH_HELL.options.fields()}
    expected = {
        f"preset:{preset.slug}": {name: str(fields[name].written(value)) for name, value in preset.values.items()}
        for preset in OH_HELL.presets
    } | {"kept:Lunch": LUNCH}
    buttons = form.element.all("button", name="fill")
    places = [each for each in form.element.all("div") if each.has("data-option")]
    usual = {[*place.all("select"), *place.all("input")][0].get("name"): place.get("data-usual") for place in places}
    assert {each.get("value") for each in buttons} == {*expected}
    for button in buttons:
        fill, told = button.get("value"), usual | json.loads(button.get("data-fills"))
        page = phone.sends(form, THREE | {"dealer": "2", "scoring": "bonus", "fill": fill})
        filled = page.form("/new/oh-hell")
        assert (page.status, names_in(filled)[:3], filled.typed("dealer")) == (200, ["Ann", "Ben", "Chika"], "2")
        assert {name: filled.typed(name) for name in told} == told == told | expected[fill]
        assert current(filled) == [fill]
        assert filled.typed("scoring") == expected[fill].get("scoring", "normal")
        assert button.get("formaction") == "/new/oh-hell#rules", "without script the page stays at the rules"
    assert sessions_of(phone) == 1


LUNCH = {name: "" if value is None else str(value) for name, value in USUAL.items()} | {
    "top_hand": "3",
    "scoring": "plus",
}
"""All rules of a set that plays for three cards and plus points."""


def test_the_presets_say_what_they_are_for_so_many_players(phone: Phone) -> None:
    """Oh Hell deals 10 cards to 3 to 5 players, 8 to 6 (15 deals), 7 to 7 (13 deals); the valley 6 to everybody."""
    form, seen = setup(phone), {}
    for number in (4, 6, 7):
        here = {f"players-{place}": name if place < number else "" for place, name in enumerate("ABCDEFG")}
        buttons = phone.sends(form, here | {"fill": "preset:standard"}).root.all("button", name="fill")
        seen[number] = [[line.text for line in each.all("span") if line.has("data-line")] for each in buttons[:2]]
    assert seen == {
        4: [["10 → 1 → 10 cards", "19 deals, about 60 min"], ["6 → 1 → 6 cards", "11 deals, about 35 min"]],
        6: [["8 → 1 → 8 cards", "15 deals, about 50 min"], ["6 → 1 → 6 cards", "11 deals, about 35 min"]],
        7: [["7 → 1 → 7 cards", "13 deals, about 40 min"], ["6 → 1 → 6 cards", "11 deals, about 35 min"]],
    }
    # Script is told for each number of players.
    standard, valley, *_ = form.element.all("button", name="fill")
    hands = {number: plan[0].split()[0] for number, plan in json.loads(standard.get("data-plans")).items()}
    assert hands == {"3": "10", "4": "10", "5": "10", "6": "8", "7": "7"}
    assert not valley.has("data-plans"), "the valley is the same at every table"


def test_a_named_set_of_rules_says_for_whom_there_are_not_enough_cards(phone: Phone) -> None:
    phone.sends(phone.sets_up(top_hand="17").behind("plan").form("/rules"), {"rule_name": "Lunch"})
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
        "Largest hand: 5, Scoring: Bonus, Dealer’s restriction: Off"
    )
    assert said(scoring="<b>", top_hand="abc", format="short-rising") == "Length: Short (up only)"
    satat = phone.opens("/new/satat").form("/new/satat")
    page = phone.sends(satat, THREE | {"players-3": "Dan", "fill": "", "end": "wins", "length": "4"})
    told = next(each.text for each in page.root.all("span") if each.has("data-changed"))
    assert told == "How the game ends: A number of wins, Deals or wins: 4", "as the script says it"


def test_trumps_in_an_order_are_typed_kept_and_filled_in_again(phone: Phone) -> None:
    order = {"trumps": "order", "trump_order": "hcdsn", "missed_tricks": "over"}
    page = tries(phone, order | {"players-2": ""})
    assert (page.status, page.form("/new/oh-hell").typed("trump_order")) == (422, "hcdsn")
    page = tries(phone, order | {"trump_order": "h"})
    assert (page.status, "Order of trumps: choose 2 to 8 of them." in page.text) == (422, True)
    table = Sitting(phone, phone.sends(setup(phone), THREE | order).location)
    chips = table.page.root.all("input", name="trump")
    assert [each.get("value") for each in chips if each.has("checked")] == ["hearts"]
    options = table.kept["document"]["options"]
    assert options["trump_order"] == ["hearts", "clubs", "diamonds", "spades", "none"]
    assert "missed_tricks" not in options, "it goes with custom scoring"
    again = setup(phone)
    assert [again.typed(name) for name in ("trumps", "trump_order")] == ["order", "♥ ♣ ♦ ♠ –"]
    assert "♥ ♣ ♦ ♠ –" in table.behind("plan").text
    phone.sends(table.behind("plan").form("/rules"), {"rule_name": "Ours"})
    assert current(setup(phone)) == ["kept:Ours"]


def test_an_empty_field_shows_what_it_stands_for(phone: Phone) -> None:
    page = phone.opens("/new/score-pad").root
    shown = {name: page.one("input", name=name).get("placeholder") for name in ("target", "rounds")}
    assert shown == {"target": "none", "rounds": "no limit: until you end the game"}


def test_house_rules_are_unfolded_only_where_they_differ_or_are_refused(phone: Phone) -> None:
    pages = (tries(phone, typed) for typed in ({"players-1": ""}, {"scoring": "plus", "bidding": "x"}))
    forms = [setup(phone), *(page.form("/new/oh-hell") for page in pages)]
    folds = [form.element.one("details", class_="fold house").has("open") for form in forms]
    assert folds == [False, False, True]


@for_each("fill", ["preset:nothing", "", "kept:<b>", "x" * 10_000])
def test_rules_that_are_not_offered_fill_in_nothing(phone: Phone, fill: str) -> None:
    page = tries(phone, {"scoring": "bonus", "fill": fill})
    assert (page.status, page.form("/new/oh-hell").typed("scoring")) == (200, "bonus")
    assert sessions_of(phone) == 0


def test_the_last_line_up_and_its_rules_are_filled_in_and_the_deal_goes_on(phone: Phone) -> None:
    table = phone.sits_down("Dan", "Eva", "Fay", "<b>Gus</b>", dealer=3, scoring="plus")
    assert setup(phone).typed("dealer") == "3", "without a deal nobody has dealt"
    table.deal(bids=(3, 3, 3, 3), tricks=(3, 3, 3, 1))
    form, another = setup(phone), phone.opens("/new/wizard")
    assert names_in(form) == ["Dan", "Eva", "Fay", "<b>Gus</b>", "", "", ""]
    # The usual largest hand is that of whatever table it will be.
    assert [form.typed(name) for name in ("dealer", "scoring", "top_hand")] == ["0", "plus", ""]
    assert [another.form("/new/wizard").typed(f"players-{place}") for place in range(3)] == ["", "", ""]
    regulars = [each.get("value") for each in another.root.one("datalist", id="regulars").all("option")]
    assert sorted(regulars) == ["<b>Gus</b>", "Dan", "Eva", "Fay"]


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


def test_who_plays_with_whom_is_shown(phone: Phone) -> None:
    for game, teams in (("twin-shoot", "AABBCC"), ("satat", "ABAB"), ("oh-hell", "")):
        assert [each.text for each in phone.opens(f"/new/{game}").root.all("span", class_="team")] == [*teams]


# A game that is none.


@for_each("slug", ["tarot", "OH-HELL", "..", "%00", "oh-hell%20", "<b>", "x" * 5000, "oh_hell"])
def test_an_unknown_game_is_not_found(phone: Phone, slug: str) -> None:
    asked = [phone.opens(f"/new/{slug}"), phone.posts(f"/new/{slug}", THREE | {"csrf_token": phone.token()})]
    assert [page.status for page in (*asked, phone.opens(f"/rules/{slug}"))] == [404] * 3


# Games known by a name of their own: found in the list of games, filled in, described, and called by it.


JAPANESE = {
    "rikiki": "リキキ",
    "nomination-whist": "ノミネーション・ホイスト",
    "stiche-raten": "シュティッヒェ・ラーテン",
    "boerenbridge": "ブーレンブリッジ",
    "chinesisch-poker": "ヒネージッシュ・ポーカー",
    "contract-whist": "コントラクト・ホイスト",
    "blackout": "ブラックアウト",
    "up-and-down-the-river": "アップ・アンド・ダウン・ザ・リバー",
}


def address(variant: Preset) -> str:
    return f"/new/oh-hell?rules={variant.slug}"


def current(form: Form) -> list[str]:
    return [each.get("value") for each in form.element.all("button", name="fill", aria_pressed="true")]


@for_each("variant", VARIANTS)
def test_a_name_in_the_list_leads_to_a_setup_with_its_rules(phone: Phone, japanese: Phone, variant: Preset) -> None:
    for reader, name in ((phone, variant.label), (japanese, f"{JAPANESE[variant.slug]} {variant.label}")):
        shown = {each.get("href"): each.text for each in reader.opens("/new").root.all("a")}
        assert shown[address(variant)] == str(name)
    form = phone.opens(address(variant)).form("/new/oh-hell")
    assert current(form) == [f"preset:{variant.slug}"]
    assert form.element.one("details", class_="fold variants").has("open")
    table = Sitting(phone, phone.sends(form, THREE).location)
    options = table.kept["document"]["options"]
    assert {name: options[name] for name in ("format", "scoring", "bidding")} == {
        name: variant.values[name] for name in ("format", "scoring", "bidding")
    }
    goes_by = "Oh Hell" if variant.slug == "nomination-whist" else str(variant.label)
    assert table.page.heading.startswith(goes_by)
    for page in (table.more, phone.opens("/history"), phone.opens("/")):
        assert goes_by in page.text
    phone.language = "ja"
    assert table.page.heading.startswith("オーヘル" if goes_by == "Oh Hell" else JAPANESE[variant.slug])
    phone.language = "en"


@for_each("rules", ["", "nothing", "preset:rikiki", "<b>", "x" * 2_000])
def test_a_name_that_nobody_knows_fills_in_nothing(phone: Phone, rules: str) -> None:
    page = phone.opens("/new/oh-hell", query_string={"rules": rules})
    assert (page.status, current(page.form("/new/oh-hell"))) == (200, ["preset:standard"])


def test_other_names_are_folded_until_one_of_them_is_played(phone: Phone) -> None:
    fold = phone.opens("/new/oh-hell").root.one("details", class_="fold variants")
    assert not fold.has("open")
    for variant in VARIANTS:
        assert str(variant.label) in fold.one("summary").text
    assert phone.opens("/new/wizard").root.all("details", class_="fold variants") == []


NAMES = {"en": "Other names", "ja": "別名"}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_list_and_the_setup_lead_to_where_each_variant_is_described(phone: Phone, language: str) -> None:
    phone.language = language
    told = set()
    for listed in (phone.opens("/new"), phone.opens("/new/oh-hell")):
        (link,) = [each.get("href") for each in listed.root.all("a") if each.get("href").endswith("#names")]
        page = phone.opens(link)
        assert page.root.one("h2", id="names").text == NAMES[language]
    assert phone.opens("/rules/wizard").root.all("h2", id="names") == []
    for variant in VARIANTS:
        part = page.root.one("section", id=variant.slug)
        assert part.one("h3").text.startswith(JAPANESE[variant.slug] if language == "ja" else str(variant.label))
        assert [each.get("href") for each in part.all("a")] == [address(variant)]
        help, options = (each.text for each in part.all("p"))
        assert (help == str(variant.help)) == (language == "en")
        assert len(help) > 40
        told.add((help, options))
    assert len(told) == len(VARIANTS)
    if language == "en":
        assert page.root.one("section", id="rikiki").all("p")[-1].text == (
            "House rules: Length: Long (up and down), Scoring: Custom, Points for a made bid: 10, "
            "Points for each trick of a made bid: 2, Points lost for each trick over or under: 2, "
            "Bidding: In turn, Dealer’s restriction: On"
        )


def test_own_numbers_are_for_own_scoring_and_not_all_nought(phone: Phone) -> None:
    numbers = ("made_points", "trick_points", "missed_points")
    terms = ("missed_tricks", "missed_sum", "missed_bid")
    page = phone.opens("/new/oh-hell")
    asked = [each for each in page.root.all("div", class_="field") if each.has("data-only-with")]
    only_with = {each.one("label").get("for"): json.loads(each.get("data-only-with")) for each in asked}
    of_scoring = {name for name, (other, value) in only_with.items() if (other, value) == ("scoring", "numbers")}
    assert of_scoring == {*numbers, *terms}, "script is told"
    assert {*only_with} - of_scoring == {"equal_deals", "trump_order", "no_trump_deals", "restriction_from"}
    form = page.form("/new/oh-hell")
    page = phone.sends(form, THREE | {"fill": "", "trick_points": "7"})
    assert current(page.form("/new/oh-hell")) == ["preset:standard"], "normal scoring has no use for them"
    page = phone.sends(form, THREE | {"fill": "", "scoring": "numbers", "trick_points": "7"})
    (told,) = (each.text for each in page.root.all("span") if each.has("data-changed"))
    assert told == "Scoring: Custom, Points for each trick of a made bid: 7"
    page = phone.sends(form, THREE | {"scoring": "numbers"} | dict.fromkeys(numbers, "0"))
    assert page.status == 422
    assert page.wrong_at("made_points") == "One of the three numbers must be more than 0."
    assert page.form("/new/oh-hell").typed("players-1") == "Ben"
