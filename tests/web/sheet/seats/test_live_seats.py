"""Koi-Koi on two phones: each taps the own cards and calls, the month is settled from both, the keeper taps nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import pytest

from tests.kit.web.page import Page
from tests.kit.web.seats import ANN, BEN, ONE_TIME, card, comes, joins, own_form
from tests.web.conftest import Phone, Sitting

CRANE, CURTAIN, MOON, CUP = "01-1", "03-1", "08-1", "09-1"
PHOENIX, BOAR, BUTTERFLIES, DEER = "12-1", "07-1", "06-1", "10-1"


@pytest.fixture
def table(phone: Phone) -> Sitting:
    """Ann is the first oya."""
    return phone.sits_down("Ann", "Ben", game="koi-koi")


def says(phone: Phone, table: Sitting, seat: int, typed: Mapping[str, object], page: Page | None = None) -> Page:
    """Tap something on the own card: a button, or cards of the board."""
    return phone.sends(own_form(page or card(phone, table, seat), seat), typed)


def has(phone: Phone, table: Sitting, seat: int, *cards: str, **typed: object) -> Page:
    """Tap until exactly these cards are in the own pile, and then perhaps a button."""
    return says(phone, table, seat, {f"cards-{seat}": list(cards), **typed})


def deals(phones: Sequence[Phone], table: Sitting, lights: int = 0) -> None:
    for seat, phone in enumerate(phones):
        assert says(phone, table, seat, {"lights": str(lights)}).status == 303


@pytest.fixture
def ann(phone: Phone, table: Sitting) -> Phone:
    return joins(phone, table, ANN)


@pytest.fixture
def ben(phone: Phone, table: Sitting) -> Phone:
    return joins(phone, table, BEN)


@pytest.fixture
def month(table: Sitting, ann: Phone, ben: Phone) -> Sitting:
    """January is dealt: no bright lies on the field."""
    deals((ann, ben), table)
    return table


def test_a_month_is_played_on_two_phones_and_the_keeper_taps_nothing(table: Sitting, ann: Phone, ben: Phone) -> None:
    deals((ann, ben), table, lights=1)
    assert table.entries == [{"step": "deal", "lights": 1}]
    has(ann, table, ANN, CRANE, CURTAIN)
    has(ben, table, BEN, BOAR, "07-3")
    has(ann, table, ANN, CRANE, CURTAIN, MOON)
    has(ann, table, ANN, CRANE, CURTAIN, MOON, **{"calls-0": "1"})
    has(ann, table, ANN, CRANE, CURTAIN, MOON, CUP, "09-3")
    assert has(ann, table, ANN, CRANE, CURTAIN, MOON, CUP, "09-3", winner="0").status == 303
    # 三光 6 + 花見 5 + 月見 5 + 鉄砲 5 = 21, doubled, times 1 + 1 bright + 1 call.
    assert table.kept["document"]["entries"][-1] == {
        "step": "result",
        "calls": [1, 0],
        "winner": ANN,
        "cards": [[CRANE, CURTAIN, MOON, CUP, "09-3"], [BOAR, "07-3"]],
    }
    assert table.totals == [226, -26]


def told(page: Page) -> list[str]:
    return [each.text for each in page.root.all("p", class_="wrong")]


# What cannot both be so is told on both phones.


def test_a_card_in_both_piles_is_told_on_both_and_neither_is_offered_the_stop(
    month: Sitting, ann: Phone, ben: Phone
) -> None:
    has(ben, month, BEN, MOON, CUP)
    has(ann, month, ANN, CRANE, CURTAIN, MOON)
    said = "You both tapped silver grass with moon (Ben first). If it isn’t yours, tap it again to clear it."
    for player, seat in ((ann, ANN), (ben, BEN)):
        page = card(player, month, seat)
        assert told(page) == [said]
        stop = page.root.one("button", name="winner", value=str(seat))
        assert stop.has("data-waits")
        assert stop.text == "Stop", "no sum stands on it"
        (clash,) = [each for each in page.root.all("label") if each.all("input", value=MOON)]
        assert {"gone", "fuda"} <= set(clash.classes)
    has(ben, month, BEN, CUP)
    assert told(card(ann, month, ANN)) == told(card(ben, month, BEN)) == []
    assert card(ann, month, ANN).root.one("button", name="winner", value="0").text == "Stop +6"


def test_brights_that_differ_are_told_on_both_and_whose_number_it_is(table: Sitting, ann: Phone, ben: Phone) -> None:
    says(ann, table, ANN, {"lights": "1"})
    seen = card(ben, table, BEN)
    assert "Ann counted 1." in seen.text
    assert seen.reads("section.asked svg | form.asked svg") == [], "what cannot be tapped looks like no card to tap"
    says(ben, table, BEN, {"lights": "2"})
    said = "Brights on the field: Ann counts 1, Ben 2. Count again, and tap the same number."
    assert told(card(ann, table, ANN)) == told(card(ben, table, BEN)) == [said]
    assert table.entries == []
    says(ann, table, ANN, {"lights": "2"})
    assert table.entries == [{"step": "deal", "lights": 2}]


def test_who_stops_without_a_yaku_reads_why_and_keeps_the_cards(month: Sitting, ann: Phone) -> None:
    page = has(ann, month, ANN, CRANE, CURTAIN, winner="0")
    assert page.status == 422
    assert any("yaku" in text for text in told(page))
    assert page.root.one("input", value=CRANE).has("checked")


def test_who_was_too_late_is_named_on_both(month: Sitting, ann: Phone, ben: Phone) -> None:
    before = card(ben, month, BEN)
    has(ann, month, ANN, CRANE, CURTAIN, MOON, winner="0")
    cards = {"cards-1": [BOAR, DEER, BUTTERFLIES], "winner": "1"}
    assert says(ben, month, BEN, cards, page=before).status == 409
    said = "Ben said stop too, but Ann was quicker. If that is wrong,"
    assert said in card(ann, month, ANN).text
    assert said in card(ben, month, BEN).text


# The other's board is seen live, by the yaku that it makes.


def test_the_other_is_seen_by_the_yaku_as_they_come(month: Sitting, ann: Phone, ben: Phone) -> None:
    before = card(ann, month, ANN)
    assert rival(before) == "No yaku yet"
    has(ben, month, BEN, CRANE, PHOENIX)
    page = card(ann, month, ANN)
    assert rival(page) == "1 away: Three Brights"
    assert etag(page) != etag(before), "an open page learns of it"
    has(ben, month, BEN, CRANE, PHOENIX, MOON, **{"calls-1": "1"})
    assert rival(card(ann, month, ANN)).startswith("Three Brights 6")
    assert "Koi-koi ×1" in card(ann, month, ANN).root.one("section", **{"data-live": "rival"}).text


def test_in_japanese_it_is_said_as_at_the_table(month: Sitting, ann: Phone, ben: Phone) -> None:
    has(ben, month, BEN, CRANE, PHOENIX)
    ann.language = "ja"
    assert rival(card(ann, month, ANN)) == "三光まであと 1 枚"


def rival(page: Page) -> str:
    return str(page.root.one("ul", class_="seen").text)


def etag(page: Page) -> str:
    return str(page.root.one("main").get("data-etag"))


# Hidden by the house rule.


WORLDS = ((MOON, CUP, CURTAIN), ("02-3", "02-4"))
"""What Ben may have in his pile."""


def test_by_the_house_rule_no_page_and_no_program_tells_the_pile_of_the_other(phone: Phone, stranger: Phone) -> None:
    """Two worlds that differ by what Ben has taken look the same to everybody but Ben."""
    table = phone.sits_down("Ann", "Ben", game="koi-koi", boards="hidden")
    ann, ben = (joins(phone, table, seat) for seat in (ANN, BEN))
    deals((ann, ben), table)
    has(ann, table, ANN, CRANE, MOON)
    watcher = comes(phone, table, "watcher")
    seen: list[dict[str, str]] = []
    for pile in WORLDS:
        has(ben, table, BEN, *pile)
        seen.append(
            {
                f"{name} {address}": ONE_TIME.sub("", who.opens(address).html)
                for name, who in (("ann", ann), ("keeper", phone), ("watcher", watcher))
                for address in pages_of(table)
            }
            | {"program": json.dumps(phone.api.sees(table.id))}
        )
        assert told(card(ben, table, BEN)) == []
    assert len(seen[0]) > 20
    assert [address for address, text in seen[0].items() if seen[1][address] != text] == []
    has(ben, table, BEN, *WORLDS[1])
    assert card(ben, table, BEN).root.one("input", value="02-3").has("checked")


def pages_of(table: Sitting) -> list[str]:
    pages = ["", "?look=1", "/seats?look=1", "/seats/0", "/seats/1", "/table", "/flat", "/log", "/more", "/about"]
    return [f"{table.address}{page}" for page in (*pages, "/takuroku.json", "/takuroku.csv", "/ahead")]


# The keeper is idle; where a phone is silent, not.


def test_a_phone_with_an_older_board_replaces_nothing_unseen(phone: Phone, month: Sitting, ben: Phone) -> None:
    before = card(ben, month, BEN)
    has(phone, month, BEN, MOON, CUP)
    page = says(ben, month, BEN, {"cards-1": [BOAR]}, page=before)
    assert page.status == 409
    assert "Yours was not saved." in page.root.one("div", role="alert").text
    assert page.root.one("input", value=MOON).has("checked")
    assert not page.root.one("input", value=BOAR).has("checked")
    assert has(ben, month, BEN, MOON, CUP, BOAR).status == 303


def test_an_undo_leaves_the_cards_on_both_phones(month: Sitting, ann: Phone, ben: Phone) -> None:
    has(ben, month, BEN, BOAR)
    has(ann, month, ANN, CRANE, CURTAIN, MOON, winner="0")
    month.undoes()
    page = card(ann, month, ANN)
    assert page.root.one("input", value=MOON).has("checked")
    assert page.root.one("button", name="winner", value="0").text == "Stop +6"
    assert card(ben, month, BEN).root.one("input", value=BOAR).has("checked")
