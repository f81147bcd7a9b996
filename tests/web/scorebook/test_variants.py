"""Games known by a name of their own: found in the list of games, filled in, described, and called by it."""

from __future__ import annotations

import json

import pytest

from scoring.games.oh_hell.variants import VARIANTS
from scoring.options import Preset
from tests.kit.for_each import for_each
from tests.kit.web.page import Form
from tests.web.conftest import Phone, Sitting

THREE = {"players-0": "Ann", "players-1": "Ben", "players-2": "Chika", "dealer": "0"}
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


def test_the_last_line_up_sits_down_again_with_the_variants_rules(phone: Phone) -> None:
    phone.sits_down("Dan", "Eva", "Fay", scoring="bonus", restriction="off")
    form = phone.opens(address(VARIANTS[0])).form("/new/oh-hell")
    assert [form.typed(f"players-{place}") for place in range(4)] == ["Dan", "Eva", "Fay", ""]
    assert current(form) == ["preset:rikiki"]


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


NAMES = {"en": "Games with a name of their own", "ja": "別の名前で知られるゲーム"}


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
        help, about, options = (each.text for each in part.all("p"))
        assert (help == str(variant.help), about == str(variant.about)) == (language == "en",) * 2
        assert len(about) > 40
        told.add((help, about, options))
    assert len(told) == len(VARIANTS)
    if language == "en":
        assert page.root.one("section", id="rikiki").all("p")[-1].text == (
            "House rules: Long: up and down, Own numbers, Points for a made bid: 10, "
            "Points for each trick of a made bid: 2, Points lost for each trick over or under: 2, "
            "Bids in turn, Someone must miss"
        )


def test_own_numbers_are_for_own_scoring_and_not_all_nought(phone: Phone) -> None:
    numbers = ("made_points", "trick_points", "missed_points")
    page = phone.opens("/new/oh-hell")
    asked = [each for each in page.root.all("div", class_="field") if each.has("data-only-with")]
    only_with = {each.one("label").get("for"): json.loads(each.get("data-only-with")) for each in asked}
    assert only_with == {name: ["scoring", "numbers"] for name in numbers}, "script is told"
    form = page.form("/new/oh-hell")
    page = phone.sends(form, THREE | {"fill": "", "trick_points": "7"})
    assert current(page.form("/new/oh-hell")) == ["preset:standard"], "normal scoring has no use for them"
    page = phone.sends(form, THREE | {"fill": "", "scoring": "numbers", "trick_points": "7"})
    (told,) = (each.text for each in page.root.all("span") if each.has("data-changed"))
    assert told == "Own numbers, Points for each trick of a made bid: 7"
    page = phone.sends(form, THREE | {"scoring": "numbers"} | dict.fromkeys(numbers, "0"))
    assert page.status == 422
    assert page.wrong_at("made_points") == "One of the three numbers must be more than 0."
    assert page.form("/new/oh-hell").typed("players-1") == "Ben"
