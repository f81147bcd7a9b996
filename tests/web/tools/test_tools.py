"""Tools for a table that keeps score on paper: the forbidden bid, the yaku of a pile, the better poker hand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from tests.kit.for_each import for_each
from tests.kit.web.page import Element, Page
from tests.web.conftest import Phone


def answer(page: Page) -> str:
    return page.root.one("section").one("strong").text


@for_each(
    "asked, told",
    [("", "10"), ("?hand=7&bid=3&bid=1", "3"), ("?hand=5&bid=5", "0"), ("?hand=５&bid=２", "3"), ("?hand=1", "1")],
)
def test_what_the_dealer_may_not_bid_is_told(phone: Phone, asked: str, told: str) -> None:
    page = phone.opens(f"/tools/forbidden-bid{asked}")
    assert (page.status, answer(page)) == (200, told)
    free = phone.opens("/tools/forbidden-bid?hand=5&bid=3&bid=4")
    assert (free.status, answer(free).isdigit()) == (200, False), "a dealer who is free is told so"


def test_with_fewer_cards_than_the_restriction_is_from_the_dealer_is_free(phone: Phone) -> None:
    few, enough = (phone.opens(f"/tools/forbidden-bid?hand={hand}&bid=1&bid=1&from=4") for hand in (3, 4))
    assert (answer(few), answer(enough)) == ("any number", "2")
    assert "Fewer than 4 cards: the dealer is not restricted." in few.text
    least = {each.text: each.get("href") for each in few.root.one("nav", aria_label="Restriction from").all("a")}
    assert answer(phone.opens(least["−"])) == "1", "from 3 cards on"
    assert [
        each.has("href")
        for each in phone.opens("/tools/forbidden-bid").root.one("nav", aria_label="Restriction from").all("a")
    ] == [False, True]
    assert all("from=4" in link for link in few.links() if "hand=" in link and link not in least.values())
    assert phone.opens("/tools/forbidden-bid?from=18").status == 422


def test_bids_are_tapped_one_after_the_other(phone: Phone) -> None:
    address = "/tools/forbidden-bid?hand=4"
    for before, told, onward in (("", "4", {"&bid=3"}), ("&bid=3", "1", {"", "&bid=3&bid=1"})):
        page = phone.opens(address + before)
        assert answer(page) == told
        assert {address + bids for bids in onward} <= {*page.links()}
        # Nothing can be taken back before a bid.
        assert len(page.root.one("div", class_="tray").all("a", aria_disabled="true")) == (0 if before else 2)


NO_HAND = ("0", "-1", "18", "abc", "0.5", "9" * 5000, "%3Cb%3E")
NO_BIDS = ("6", "-1", "abc", "0.5", "1&bid=%3Cb%3E", "{n}")


@for_each("asked", [*(f"hand={each}" for each in NO_HAND), *(f"hand=5&bid={each}" for each in NO_BIDS)])
def test_what_cannot_be_is_refused_in_words(phone: Phone, asked: str) -> None:
    page = phone.opens(f"/tools/forbidden-bid?{asked}")
    assert page.status == 422
    assert page.root.one("section").one("p", class_="wrong").text
    assert page.root.one("section").all("strong") == page.root.all("b") == []


def test_a_tool_is_found_under_its_tab_and_keeps_nothing(phone: Phone) -> None:
    asked = ("hand=7&bid=3", "card=03-1", f"hand={THREES}&hand={QUEENS}")
    for tool, query in zip(("forbidden-bid", "yaku", "hands"), asked, strict=True):
        assert f"/tools/{tool}" in phone.opens("/tools").links()
        assert phone.opens(f"/tools/{tool}?{query}").status == 200
    assert phone.opens("/history").root.all("li", class_="item") == []


def test_every_hand_is_one_tap_away_and_keeps_the_bids_that_fit(phone: Phone) -> None:
    page = phone.opens("/tools/forbidden-bid?hand=10&bid=3&bid=8&bid=0")
    hands = {each.text: each.get("href") for each in page.root.one("nav", aria_labelledby="hands").all("a")}
    assert [*hands] == [str(number) for number in range(1, 18)]
    five, most = phone.opens(hands["5"]), phone.opens(hands["17"])
    assert (answer(five), answer(most)) == ("2", "6"), "5 less the 3 and the 0 that fit; 17 less all three"
    assert "Left out, more than 5 cards: 8" in five.text
    assert "Left out" not in most.text


def test_the_answers_that_the_page_brings_are_those_that_the_server_gives(phone: Phone) -> None:
    page = phone.opens("/tools/forbidden-bid")
    (part,) = [each for each in page.root.all("div") if each.has("data-answers")]
    answers = json.loads(part.get("data-answers"))
    for hand, bid in ((1, 0), (5, 5), (10, 4), (17, 17)):
        assert str(answers[hand][bid]) == answer(phone.opens(f"/tools/forbidden-bid?hand={hand}&bid={bid}"))
    assert [len(each) for each in answers] == list(range(1, 19)), "beyond the hand the dealer is free"


# The yaku of a pile.


SAKE = ("03-1", "08-1", "09-1")
"""Curtain, moon and cup."""
SIX_RIBBONS = ("01-2", "02-2", "03-2", "06-2", "09-2", "10-2")


def asked(*cards: str, ending: str = "", gone: Iterable[str] = (), **rules: Any) -> str:
    query = [*(f"card={code}" for code in cards), *(f"gone={code}" for code in gone)]
    return f"/tools/yaku{ending}?" + "&".join([*query, *(f"{name}={value}" for name, value in rules.items())])


def listed(page: Page, kind: str) -> list[str]:
    return [each.text for each in page.root.one("ul", class_=kind).all("li")]


def paid(page: Page) -> str:
    return page.root.one("p", class_="paid").one("strong").text


def tapped(page: Page) -> list[str]:
    return sorted(each.get("value") for each in page.root.all("input", type="checkbox") if each.has("checked"))


def test_no_card_is_tapped_at_first(phone: Phone) -> None:
    page = phone.opens("/tools/yaku")
    assert (tapped(page), listed(page, "made"), paid(page)) == ([], [], "0")
    assert len(page.root.all("input", type="checkbox")) == 48


# The sums are worked by hand from the table in the text; 7 and more is doubled.
@for_each(
    "cards, rules, told, pays",
    [
        (("01-1", "03-1", "08-1"), {}, ["Three Brights 6"], "6"),
        (("01-1", "03-1", "08-1", "12-1"), {}, ["Four Brights 8"], "16"),
        (("01-1", "03-1", "11-1", "12-1"), {}, ["Rainy Four Brights 7"], "14"),
        (SAKE, {}, ["Hanami-zake 5", "Tsukimi-zake 5", "Teppo 5"], "30"),
        (SAKE, {"sake": "off"}, ["Teppo 5"], "5"),
        (SAKE, {"sake": "rain"}, ["Hanami-zake 5", "Tsukimi-zake 5", "Teppo 5"], "30"),
        (
            (*SAKE, "11-4"),
            {"sake": "rain"},
            ["Teppo 5", "Hanami-zake void by rain", "Tsukimi-zake void by rain"],
            "5",
        ),
        (SAKE, {"exclusive_teppo": "none"}, ["Hanami-zake 5", "Tsukimi-zake 5"], "20"),
        (SIX_RIBBONS, {"exclusive_ribbons": "none"}, ["Red ribbons 6", "Blue ribbons 6", "Tan 2"], "28"),
        (SAKE, {"exclusive_teppo": "on"}, ["Teppo 5"], "5"),
        (("06-1", "07-1", "10-1", "02-1", "09-1"), {}, ["Inoshikachō 6", "Tane 1"], "14"),
        (SIX_RIBBONS, {}, ["Red ribbons 6", "Blue ribbons 6", "Six ribbons 6", "Tan 2"], "40"),
        (SIX_RIBBONS, {"exclusive_ribbons": "on"}, ["Six ribbons 6", "Tan 2"], "16"),
        # In the leaflet both are 10, and each further ribbon is one more in place of タン; or a table's own.
        (SIX_RIBBONS, {"yaku_values": "leaflet"}, ["Red ribbons 5", "Blue ribbons 5"], "20"),
        ((*SIX_RIBBONS, "11-3"), {"yaku_values": "leaflet"}, ["Red ribbons 5", "Blue ribbons 6"], "22"),
        (
            SAKE,
            {"yaku_values": "own", "hanami_points": 9, "teppo_points": 0},
            ["Hanami-zake 9", "Tsukimi-zake 5"],
            "28",
        ),
        (SAKE, {"hanami_points": 9}, ["Hanami-zake 5", "Tsukimi-zake 5", "Teppo 5"], "30"),
        (("09-1", *(f"{month:02}-{place}" for month in (1, 2, 3, 4, 5) for place in (3, 4))), {}, ["Kasu 2"], "2"),
    ],
)
def test_a_pile_is_read(
    phone: Phone, cards: tuple[str, ...], rules: dict[str, Any], told: list[str], pays: str
) -> None:
    page = phone.opens(asked(*cards, **rules))
    assert (page.status, tapped(page)) == (200, sorted(cards))
    assert (listed(page, "made"), paid(page)) == (told, pays)


@for_each(
    "cards, told",
    [
        (
            ("03-1", "08-1"),  # told once for the same card
            [
                "1 away: Three Brights (pine with crane or paulownia with phoenix)",
                "1 away: Hanami-zake, Tsukimi-zake, Teppo (chrysanthemum with sake cup)",
            ],
        ),
        (("02-1", "04-1", "05-1", "11-2"), ["1 away: Tane"]),  # where many cards would do none is named
    ],
)
def test_what_is_one_card_away_is_told(phone: Phone, cards: tuple[str, ...], told: list[str]) -> None:
    assert listed(phone.opens(asked(*cards)), "away") == told


def test_the_house_rules_stay_chosen(phone: Phone) -> None:
    page = phone.opens(asked(*SAKE, sake="rain", exclusive_teppo="on"))
    buttons = page.root.all("input", type="radio")
    chosen = {each.get("name"): each.get("value") for each in buttons if each.has("checked")}
    assert chosen == {"yaku_values": "standard", "sake": "rain", "exclusive_ribbons": "off", "exclusive_teppo": "on"}


def test_the_board_of_a_month_is_told_the_same_as_json(phone: Phone) -> None:
    told = phone.opens(asked(*SAKE, ending=".json", gone=("12-1",))).json
    assert [(each["slug"], each["points"]) for each in told["yaku"]] == [("hanami", 5), ("tsukimi", 5), ("teppo", 5)]
    assert (told["cards"], told["paid"]) == (3, 30)
    assert "15 × 2" in told["working"]
    assert [each["cards"] for each in told["away"]] == [["01-1"]], "the phoenix lies in the other pile"


@for_each(
    "query, words",
    [
        ("card=13-1", "“13-1” is not a card."),
        ("card=01-5", "“01-5” is not a card."),
        ("card=", "“” is not a card."),
        ("card=%3Cb%3E", "“<b>” is not a card."),
        ("card=" + "9" * 5000, "“999"),
        ("card=01-1&card=01-1", "“pine with crane” was chosen twice."),
        ("gone=99", "“99” is not a card."),
        ("card=01-1&gone=01-1", "In both piles at once: pine with crane."),
        ("sake=tea", "“tea” can’t be chosen"),
        ("exclusive_teppo=2", "“2” can’t be chosen"),
        ("yaku_values=own&goko_points=51", "51 is too high"),
    ],
)
def test_what_no_pile_can_be_is_refused_in_words(phone: Phone, query: str, words: str) -> None:
    page, told = (phone.opens(f"/tools/yaku{ending}?{query}") for ending in ("", ".json"))
    assert page.status == told.status == 422
    for said in (page.alerts, told.json["problems"]):
        assert (len(said), words in said[0], len(said[0]) < 200) == (1, True, True)


def test_what_is_wrong_leaves_the_rest_of_the_board_tapped(phone: Phone) -> None:
    page = phone.opens(asked(*SAKE, "99-9"))
    assert (page.status, tapped(page)) == (422, sorted(SAKE))


# Poker hands: tapped card by card, compared, refused in words.


HANDS = "/tools/hands"
THREES, QUEENS, SIX = "KSJH3S3D2C", "QSQH9D8C2H", "AS2S3H4D6C"


def told(page: Page) -> str:
    """What the page says of the hands, on one line."""
    return " ".join(page.root.one("section").text.split())


def card(page: Page, name: str) -> Element:
    """The card with this name, tapped or not."""
    cards = [each for each in page.root.one("nav", id="cards").all("a", "span") if each.get("id")]
    (found,) = [each for each in cards if each.text.strip() == name]
    return found


def taps(phone: Phone, page: Page, *names: str) -> Page:
    for name in names:
        page = phone.opens(card(page, name).get("href"))
        assert page.status == 200
    return page


def test_two_hands_are_tapped_card_by_card_and_the_better_one_wins(phone: Phone) -> None:
    page = phone.opens(HANDS)
    assert "Tap the five cards" in told(page)
    page = taps(phone, page, "K♠", "J♥", "3♠", "3♦", "2♣")
    assert "Tap the five cards" in told(page), "one hand alone wins nothing"
    page = taps(phone, page, "Q♠", "Q♥", "9♦", "8♣", "2♥")
    assert told(page) == "Hand 2 wins three of a kind (Q-Q-Q-9-8, wild 2♥)"
    assert "three of a kind (3-3-3-K-J, wild 2♣)" in page.root.one("ol", class_="dealt").text


def test_a_card_is_taken_back_by_another_tap_and_cannot_go_to_a_second_hand(phone: Phone) -> None:
    page = taps(phone, phone.opens(HANDS), "K♠", "J♥", "K♠")
    assert [card(page, name).get("aria-current") for name in ("K♠", "J♥")] == ["", "true"]
    page = phone.opens(f"{HANDS}?hand={THREES}&hand=QS")
    assert (card(page, "K♠").tag, card(page, "Q♠").get("aria-current")) == ("span", "true")
    full = phone.opens(f"{HANDS}?hand={THREES}&at=0")
    assert [card(full, name).tag for name in ("A♠", "2♣")] == ["span", "a"], "a hand has five cards"


@for_each(
    "asked, answer",
    [
        # KALO: three queens against three 3s; with all wild four 3s, by the king and the two
        (f"hand={THREES.lower()}&hand={QUEENS}", "Hand 2 wins three of a kind (Q-Q-Q-9-8, wild 2♥)"),
        (f"kalo_wild=all&hand={THREES}&hand={QUEENS}", "Hand 1 wins four of a kind (3-3-3-3-J, wild K♠ 2♣)"),
        # a pair of jacks by the wild ace against a pair of queens; with the ace above the king a pair of aces
        ("hand=ASJH9D7C5H&hand=QC8S6H3DTS", "Hand 2 wins one pair (Q-Q-10-8-6, wild 3♦)"),
        ("ace_high=yes&hand=ASJH9D7C5H&hand=QC8S6H3DTS", "Hand 1 wins one pair (A-A-J-9-7, wild 5♥)"),
        # Low-Shit: 5-4-3-2-A under 6-4-3-2-A, unless it is a straight
        (f"game=low-shit&hand={SIX}&hand=AH2H3S4C5D", "Hand 2 wins no pair (5-4-3-2-A)"),
        (f"game=low-shit&best_low=a-2-3-4-6&hand={SIX}&hand=AH2H3S4C5D", "Hand 1 wins no pair (6-4-3-2-A)"),
        # suits break no tie
        ("hand=2S9SJDQD5D&hand=2H9HJCQC5C&hand=ASJH3H", "A draw Hand 1 · Hand 2: one pair (Q-Q-J-9-5, wild 2♠)"),
    ],
)
def test_the_hands_are_read_by_the_rules_that_were_chosen(phone: Phone, asked: str, answer: str) -> None:
    page = phone.opens(f"{HANDS}?{asked}")
    assert (page.status, told(page)) == (200, answer)


def test_changing_the_rules_keeps_the_cards(phone: Phone) -> None:
    page = phone.opens(f"{HANDS}?hand={THREES}&hand={QUEENS}")
    every, low = (
        next(link for link in page.links() if all(part in link for part in parts))
        for parts in (("kalo_wild=all", "ace_high=no", "at=2"), ("game=low-shit", "best_low=a-2-3-4-5"))
    )
    assert told(phone.opens(every)).startswith("Hand 1 wins")
    page = phone.opens(low)
    # Low-Shit: both have one pair, 3s and queens: the lower pair is better
    assert told(page) == "Hand 1 wins one pair (3-3-K-J-2)"
    rules = [each.text.strip() for each in page.root.all("h2")]
    assert rules == ["Best hand in Low-Shit"], "the wild card is KALO's"


def test_up_to_ten_hands_lie_on_the_table(phone: Phone) -> None:
    ten = [f"hand={rank}S" for rank in "A23456789T"]
    page, more = (phone.opens(f"{HANDS}?{'&'.join(hands)}") for hands in (ten, [*ten, "hand=JS"]))
    assert (page.status, len(page.root.one("ol", class_="dealt").all("li"))) == (200, 10)
    assert [link.has("hidden") for link in page.root.all("a") if link.text == "One more hand"] == [True]
    assert (more.status, told(more)) == (422, "11 is too high. The maximum is 10.")


@for_each(
    "asked, answer",
    [
        ("hand=1S2S", "“1S” is not a card."),
        ("hand=AS&hand=KX", "“KX” is not a card."),
        ("hand=ASK", "“K” is not a card."),
        ("hand=<b>", "“<B” is not a card."),
        ("hand=A%E2%99%A0", "“A♠” is not a card."),
        ("hand=2H&hand=AS2S3S4S5S6S", "Hand 2 has more than 5 cards. Remove 6♠."),
        ("hand=AS2SAS", "“A♠” was chosen twice."),
        ("hand=AS2S&hand=2S", "2♠ is in two hands. Remove it from Hand 1 or Hand 2."),
        ("game=poker", "Game: “poker” can’t be chosen. Choose one of these: Low-Shit, KALO."),
        ("kalo_wild=two", "KALO wild card: “two” can’t be chosen. Choose one of these: One, All."),
        ("best_low=7-5", "Best hand in Low-Shit: “7-5” can’t be chosen. Choose one of these: A-2-3-4-5, A-2-3-4-6."),
    ],
)
def test_wrong_cards_are_refused_in_words(phone: Phone, asked: str, answer: str) -> None:
    page = phone.opens(f"{HANDS}?{asked}")
    assert (page.status, told(page)) == (422, answer)
    assert page.root.one("section").all("strong") == []
    assert page.root.one("nav", id="cards").all("a"), "and one can go on from there"


@for_each("at", ["-1", "99", "abc", "９", "", "1.5", "0" * 50])
def test_a_hand_that_is_not_there_is_not_tapped(phone: Phone, at: str) -> None:
    page = phone.opens(f"{HANDS}?hand={THREES}&at={at}")
    assert page.status == 200
    assert re.search(r"Cards of hand [123]$", page.root.one("nav", id="cards").get("aria-label"))
