"""Each game as a list of taps and totals, worked by hand; `playing.py` plays them.

Taps are phrases with commas between them: `bids 3 2 4 2, save, takes 3 2 3 2, save`. A phrase is a word of all games
(`WORDS`) or of one (`Journey.words`) and what follows it: seats are counted from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.games.skull_king import sheet as skull_king
from tests.games.wizard import sheet as wizard
from tests.kit.browser.expecting import expect
from tests.kit.browser.table import FOUR, REFUSED, STALE, Phone

FRIENDS = ("あんな", "ベン", "千夏", "大輔")
FIVE = (*FRIENDS, "恵美")
Word = str | Callable[..., None]
"""What is tapped: a selector with the seat and the like in it, or what does it."""


@dataclass(frozen=True)
class Short:
    """A deal on a new table, entered in no more taps than its goal, then corrected. Totals have spaces between them."""

    taps: str
    totals: str
    goal: int
    correction: str = ""
    corrected: str = ""
    dealer: int = 0
    before: Sequence[dict[str, Any]] = ()
    """What was written before without being tapped."""


@dataclass(frozen=True)
class Journey:
    """A game: its rounds with the totals after each, how it ends, a short deal, and a deal for who has no script."""

    rounds: tuple[tuple[str, str], ...]
    short: Short
    plain: tuple[str, str]
    words: Mapping[str, Word] = field(default_factory=dict)
    players: tuple[str, ...] = FRIENDS
    guests: tuple[str, ...] = FOUR
    """Who plays the short deal."""
    dealer: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    won: str = ""
    standings: str = ""
    """Place, gap and total of each line."""


# --- words ----------------------------------------------------------------------------


def bids(phone: Phone, *numbers: str) -> None:
    """With - in the place of who says nothing."""
    phone.bids([None if number == "-" else int(number) for number in numbers])


def takes(phone: Phone, *numbers: str) -> None:
    phone.takes([*map(int, numbers)])


def fill(phone: Phone, name: str, value: str) -> None:
    """Choose or type without script, however the field is shown."""
    phone.page.locator("form.step details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    choice = phone.page.locator(f"label:has([name='{name}'][value='{value}'])")
    phone.tap(choice) if choice.count() else phone.page.locator(f"[name='{name}']").fill(value)


def acts(phone: Phone, value: str) -> None:
    """A button that saves what it says."""
    position = phone.position
    phone.tap(phone.page.locator(f".acts [value='{value}']"))
    expect(phone.sheet).to_have_attribute("data-position", str(position + 1))


def press(phone: Phone, *keys: str) -> None:
    for key in keys:
        phone.page.keyboard.press(key)


def opens(phone: Phone, page: str) -> None:
    """Another page of the session, at once."""
    phone.goes_to(f"/s/{phone.session}/{page}")


def types(phone: Phone, selector: str, *words: str) -> None:
    phone.page.locator(selector).fill(" ".join(words))


def refused(phone: Phone, *selector: str) -> None:
    """A save that is answered with what is wrong."""
    phone.expects(REFUSED, STALE)
    phone.tap(phone.page.locator(" ".join(selector)) if selector else phone.action.filter(visible=True))
    expect(phone.page.get_by_role("alert").first).to_be_visible()


def marks_and_taps(row: str, *keys: str) -> Callable[..., None]:
    """Mark a seat's row, unless it is, and tap keys of the tray."""

    def taps(phone: Phone, seat: str, *given: str) -> None:
        place = phone.page.locator(f"{row} [data-seat='{seat}']")
        if place.get_attribute("aria-current") is None:
            phone.tap(place.locator("[data-mark]"))
        for key in keys:
            for each in given or ("",):
                phone.tap(phone.page.locator(key.format(each)))

    return taps


def turns_to_cards(phone: Phone, seat: str) -> None:
    other = phone.page.locator("[data-switch] [data-to=cards]")
    expect(phone.page.locator("[data-switch]")).to_be_visible()
    if other.is_visible():
        phone.tap(other)
    phone.tap(phone.page.locator(f".stops .chip:has(input[value='{seat}'])"))
    expect(phone.page.locator(f"[data-part='{seat}'] .board")).to_be_visible()


def counts_brights(phone: Phone, number: str) -> None:
    """So many of the five cards, the first ones; none is nothing to tap."""
    cards = phone.page.locator(".five button")
    expect(cards).to_have_count(5)
    for at in range(int(number)):
        phone.tap(cards.nth(at))


def lays(phone: Phone, *stakes: str) -> None:
    """Mend the stakes with − and +; the banker lays none."""
    for seat in phone.order("counters"):
        while difference := int(stakes[seat]) - int(phone.counter(seat).input_value()):
            phone.tap(phone.stepper(seat, 1 if difference > 0 else -1))


def wagers(phone: Phone, name: str, backs: str, chips: str) -> None:
    """A spectator stakes, in the row of the games before or in the next empty one."""
    names = phone.page.locator("[data-row] [name$=-name]")
    written: list[str] = names.evaluate_all("all => all.map(input => input.value)")
    row = written.index(name if name in written else "")
    if not names.nth(row).is_visible():
        phone.tap(phone.page.locator("[data-spectators] > summary"))
    names.nth(row).fill(name)
    phone.page.locator(f"[name=spectators-{row}-chips]").fill(chips)
    phone.tap(phone.page.locator(f".chip:has([name=spectators-{row}-backs][value='{backs}'])"))


def are_counted(phone: Phone, *pips: str) -> None:
    for seat, number in enumerate(pips):
        phone.page.locator(f"[name=pips-{seat}]").fill(number)


def nobody_enters(phone: Phone) -> None:
    """Nothing is tapped and yet it is saved: the page asks, and only the answer writes it."""
    position = phone.position
    phone.expects(REFUSED)
    phone.tap(phone.action)
    expect(phone.page.get_by_role("alert")).to_be_in_viewport()
    assert len(phone.entries()) == position
    phone.tap(phone.page.locator("[name=sure]"))
    expect(phone.sheet).to_have_attribute("data-position", str(position + 1))


def hand(phone: Phone, game: str, seat: str, *cards: str) -> None:
    for each in cards:
        phone.tap(phone.page.locator(f"{CONTEST.format(game)} [data-pack='{seat}'] label:has(input[value='{each}'])"))


def point(phone: Phone, seat: str, number: str) -> None:
    """By the keys of the tray, a minus first."""
    phone.tap(phone.page.locator(f"[name$='points-{seat}']"))
    if number.startswith("-"):
        phone.tap(phone.page.locator("[data-minus]"))
    for digit in number.removeprefix("-"):
        phone.page.locator(f"[data-numbers] [data-digit='{digit}']").tap()
        # The second of two quick taps on one key is refused.
        phone.page.wait_for_timeout(200)


def points(phone: Phone, *numbers: str) -> None:
    for seat, number in enumerate(numbers):
        point(phone, str(seat), number)


def loots(phone: Phone, played: str, took: str) -> None:
    marks_and_taps("[data-counters]", "[data-loot]")(phone, played)
    phone.tap(phone.page.locator(f"[data-ally='{took}']"))


def shots(phone: Phone, *numbers: str) -> None:
    for seat, number in enumerate(numbers):
        TWIN_SHOOT["shot"](phone, str(seat), number)  # type: ignore[operator]


def took(phone: Phone, *taken: str) -> None:
    for seat, number in enumerate(taken):
        row = phone.page.locator(f"[data-shots] [data-seat='{seat}']")
        while difference := int(number) - int(row.locator("input[type=number]").input_value()):
            phone.tap(row.locator(f"[data-by='{1 if difference > 0 else -1}']"))


WORDS: Mapping[str, Word] = {
    "save": Phone.saves,
    "refused": refused,
    "undo": Phone.undoes,
    "reload": lambda phone: phone.page.reload(),
    "tap": lambda phone, *selector: phone.tap(phone.page.locator(" ".join(selector))),
    "press": press,
    "focus": lambda phone, *selector: phone.page.locator(" ".join(selector)).focus(),
    "type": types,
    "go": Phone.goes_to,
    "back": lambda phone: phone.page.go_back(),
    "open": opens,
    "bid": lambda phone, seat, number: phone.bid(int(seat), int(number)),
    "mark": lambda phone, seat: phone.tap(phone.page.locator(f"[data-seat='{seat}'] [data-mark]")),
    "key": "[data-digit='{}']:not(.none)",
    "more": lambda phone, seat: phone.steps(int(seat), 1),
    "less": lambda phone, seat: phone.steps(int(seat), -1),
    "bids": bids,
    "takes": takes,
    "fill": fill,
    "acts": acts,
    "points": points,
    "point": point,
}
CONTEST = "[data-contest]:has(input[name^={}])"
BOO_RAY: Mapping[str, Word] = {
    "in": "[data-entrant='{}'] .chip:has(input[value={}])",
    "best": ".decided .chip:has(input[name$={}_best][value='{}'])",
    "unfold": CONTEST + " summary",
    "trick": "[data-contest] .tricks[data-seat='{}'] .chip:has([value='{}'])",
    "hand": hand,
    "used": ".hands:modal .done .button",
    "nobody": nobody_enters,
}
BUKI: Mapping[str, Word] = {
    "lays": lays,
    "wagers": wagers,
    "out": "[data-out] .chip:has([value='{}'])",
    "pips": are_counted,
}
KOI_KOI: Mapping[str, Word] = {
    "light": counts_brights,
    "dealt": "[data-seat='{}'] .chip:has([value={}])",
    "calls": "[data-seat='{}'] [data-by='1']",
    "uncalls": "[data-seat='{}'] [data-by='-1']",
    "stops": ".stops .chip:has(input[value='{}'])",
    "has": ".names .chip:has([value={}])",
    "more": ".counts .stepper:has([name={}]) [data-by='1']",
    "names": "[data-switch] [data-to=names]",
    "cards": turns_to_cards,
    "card": "[data-part='{}'] .fuda:has([value='{}'])",
}
SATAT: Mapping[str, Word] = {"kind": "[name$=kind][value='{}']", "winners": "[name$=winners][value='{}']"}
SKULL_KING: Mapping[str, Word] = {"caught": marks_and_taps("[data-counters]", "[data-bonus={}]"), "loot": loots}
TWIN_SHOOT: Mapping[str, Word] = {
    "shot": marks_and_taps("[data-shots]", "[data-digit='{}']:not(.none)"),
    "suits": marks_and_taps("[data-shots]", "[data-suit={}]"),
    "shots": shots,
    "took": took,
}

# --- the games ------------------------------------------------------------------------

JOURNEYS: Mapping[str, Journey] = {
    # A made bid scores 10 and its tricks, a missed one nothing.
    "oh-hell": Journey(
        rounds=(
            ("bids 1 1 1 0, save, takes 0 1 3 1, save", "0 11 0 0"),
            ("bids 0 2 1 2, save, takes 0 1 1 2, save", "10 11 11 12"),
            ("bids 1 0 1 0, save, takes 1 0 2 0, save", "21 21 11 22"),
            ("bids 0 1 0 2, save, takes 0 2 0 0, save", "31 21 21 22"),
            ("bids 0 0 0 0, save, takes 0 0 1 0, save", "41 31 21 32"),
        ),
        dealer=2,
        options={"format": "short-falling", "top_hand": "5"},
        won="あんなの勝ち、9 点差",
        standings="1  41, 2 −9 32, 3 −10 31, 4 −20 21",
        short=Short(
            "bids 3 2 4 2, save, takes 3 2 3 2, save", "13 12 0 12", 7, "takes 3 2 4 1", "13 12 14 0", dealer=3
        ),
        plain=(
            "fill bids-0 3, fill bids-1 2, fill bids-2 4, fill bids-3 2, save, fill tricks-2 3, save",
            "13 12 0 12",
        ),
    ),
    # A made bid scores 20 and 10 a trick, a missed one loses 10 for each trick of difference.
    "wizard": Journey(
        words={"trump": "label:has([name=trump][value='{}'])"},
        rounds=(
            ("bids 0 1 0 0, trump hearts, save, takes 0 1 0 0, save", "20 30 20 20"),
            ("bids 1 0 1 0, trump none, save, takes 1 0 0 1, save", "50 50 10 10"),
            ("bids 1 1 1 1, trump clubs, save, takes 0 1 2 0, save", "40 80 0 0"),
        ),
        dealer=2,
        # 80 + 30, 100 + 40, 30 − 10, −10 + 30; corrected 30 + 20 and −10 − 10.
        short=Short(
            "bids 1 2 0 1, save, takes 1 2 1 1, save",
            "110 140 20 20",
            7,
            "takes 1 2 0 2",
            "110 140 50 −20",
            dealer=2,
            before=wizard.entries(wizard.DEALS[:4]),
        ),
        plain=("fill bids-0 0, fill bids-1 1, fill bids-2 0, fill bids-3 0, save, save", "20 30 20 20"),
    ),
    # 20 a trick of a made bid, 10 a card dealt for a made 0; missed, 10 off a trick, of a 0 for each card.
    "skull-king": Journey(
        words=SKULL_KING,
        options={"expansion": "on"},
        rounds=(
            ("bids 0 1 0 0, save, takes 0 1 0 0, save", "10 20 10 10"),
            ("bids 1 0 1 1, save, takes 1 0 0 1, caught 0 fourteens, save", "40 40 0 30"),
            ("bids 1 1 0 2, save, takes 1 1 1 0, caught 0 pirates pirates, save", "120 60 −30 10"),
            # 40 and 20 loot; 40, 20 for the mermaid and 20 loot; 20 and 20 for the black 14
            (
                "bids 0 2 1 1, save, takes 0 2 1 1, caught 1 mermaids, caught 3 black, loot 0 1, save",
                "180 140 −10 50",
            ),
        ),
        # Corrected, ベン missed: no loot for either, and no mermaid: 120 + 40, 60 − 10, −30 − 10, 10 + 40.
        short=Short(
            "bids 0 2 1 1, save, caught 1 mermaids, caught 3 black, loot 0 1, save",
            "180 140 −10 50",
            4 + 1 + 2 + 2 + 3 + 1,
            "takes 0 1 2 1",
            "160 50 −40 50",
            before=skull_king.entries(skull_king.ROUNDS[:3]),
        ),
        # 20 and two 14s of 10
        plain=(
            "fill bids-0 1, fill bids-1 0, fill bids-2 0, fill bids-3 0, save, fill fourteens-0 2, save",
            "40 10 10 10",
        ),
    ),
    # 1 a trick of either partner, 10 for who takes as many as bid, 30 in an open bid.
    "twin-shoot": Journey(
        words=TWIN_SHOOT,
        rounds=(
            ("shots 4 3 2 1, took 4 2 2 2, save", "16 14"),
            ("acts yes, shots 5 1 3 0, took 5 1 3 1, save", "82 28"),
            # 3 and 2 by their suits
            ("acts yes, shot 0 2, shot 1 4, suits 2 club diamond, suits 3 heart diamond, took 2 3 3 2, save", "97 93"),
            ("acts no, shots 3 3 4 1, took 1 3 4 2, save", "111 109"),
        ),
        won="あんな＆ベンの勝ち、2 点差",
        standings="1  111, 2 −2 109",
        # Corrected, Cleo takes 3 of her 2: 4 tricks.
        short=Short("shots 4 3 2 3, took 4 2 2 2, save", "16 14", 7, "took 4 2 3 1", "16 4"),
        plain=(
            "fill bids-0 4, fill bids-1 3, fill bids-2 2, fill bids-3 1,"
            "fill tricks-0 4, fill tricks-1 2, fill tricks-2 2, fill tricks-3 2, save",
            "16 14",
        ),
    ),
    # 50 points each; from 7 points doubled, times one and the lights and the calls.
    "koi-koi": Journey(
        words=KOI_KOI,
        players=("千夏", "大輔"),
        guests=("Ann", "Ben"),
        options={"length": "half"},
        rounds=(
            # 花見 5 and タネ of five 1: 6 × (2 + 1)
            ("light 1, save, calls 0, stops 0, has hanami, more tane, save", "68 32"),
            # Nobody made a yaku: the oya, who won, receives 6.
            ("light 0, save, stops nobody, save", "74 26"),
            # Koi-koi was called and nobody could stop.
            ("light 2, save, calls 0, stops nobody, save", "74 26"),
            # By the cards: 猪鹿蝶 6 and タネ of five, of which the cup is one, 1: 7, doubled.
            (
                "light 0, save, calls 0, cards 0, card 0 08-1, card 0 08-3, cards 1, card 1 06-1, card 1 07-1,"
                "card 1 10-1, card 1 02-1, card 1 09-1, save",
                "60 40",
            ),
            # 手四 is a flat 6.
            ("dealt 1 teshi, save", "54 46"),
            # Who tapped the cards last month taps them again. カス of twelve 3, one call: 3 × 2
            ("light 0, save, names, calls 1, stops 1, more kasu, more kasu, more kasu, save", "48 52"),
        ),
        won="大輔の勝ち、4 点差",
        standings="1  52, 2 −4 48",
        # 6 + 6 = 12, doubled 24: × 3; without the call × 2.
        short=Short(
            "light 1, save, calls 0, stops 0, has inoshikacho, has akatan, save",
            "172 28",
            7,
            "uncalls 0",
            "148 52",
        ),
        plain=(
            "fill lights 1, save, fill calls-0 1, fill winner 0, fill yaku inoshikacho, fill yaku akatan, save",
            "172 28",
        ),
    ),
    # Who goes out has 2.5 times the stake; the banker takes what the others laid and pays it.
    "buki": Journey(
        words=BUKI,
        dealer=1,
        options={"games": "6"},
        rounds=(
            ("lays 4 - 2 6, save, out 2, save", "46 55 55 44"),
            ("lays 3 5 - 2, wagers 恵美 0 3, save, out 2, save", "43 50 68 42"),
            # Blocked and level: what was laid stays on the table.
            ("lays 2 6 - 4, wagers 恵美 3 4, save, out nobody, pips 9 5 5 12, save", "41 44 68 38"),
            ("lays 3 2 - 5, wagers フミ 1 2, save, out 3, save", "38 42 50.5 64.5"),
            ("lays 6 6 6 -, save, out nobody, pips 4 11 20 7, save", "53 36 44.5 61.5"),
            ("lays - 2 6 5, wagers 恵美 0 5, save, out 0, save", "53.5 34 38.5 56.5"),
        ),
        won="大輔の勝ち、3 点差",
        standings="1  56.5, 2 −3 53.5, 3 −18 38.5, 4 −22.5 34",
        # Cleo had 5 of Ben and banks: 48 49 55 48. Ann 3 × 2.5 = 7.5; Cleo takes 2 + 3 and pays it.
        # Corrected, Ben has 2 × 2.5 = 5, and Cleo takes 3 + 3.
        short=Short(
            "lays 3 2 - 3, save, out 0, save",
            "55.5 47 52.5 45",
            5,
            "out 1",
            "45 54 56 45",
            dealer=1,
            before=({"step": "stakes", "stakes": [2, None, 2, 2]}, {"step": "result", "out": 2}),
        ),
        plain=("save, fill out 2, save", "48 49 55 48"),
    ),
    # The winners of each game share the pot, the losers pay it, and the ante is 1.
    "boo-ray": Journey(
        words=BOO_RAY,
        players=FIVE,
        guests=FIVE,
        options={"chips": "20", "ante": "1", "wins": "3"},
        rounds=(
            (
                "in 0 boo-ray, in 1 boo-ray, in 2 low-shit, in 3 kalo, in 4 kalo, save,"
                "best booray 1, best kalo 3, save",
                "14 20 20 20 14",
            ),
            # The tricks of the last one follow.
            (
                "in 0 low-shit, in 1 low-shit, in 2 boo-ray, in 4 boo-ray, save,"
                "unfold booray, trick 2 2, best low 0, best low 1, save",
                "13 19 2 19 30",
            ),
            ("nobody", "12 18 1 18 29"),
            (
                "in 0 kalo, in 1 kalo, in 2 kalo, in 3 low-shit, save, unfold kalo, hand kalo 0 3S KS JH 3D 2C,"
                "hand kalo 1 QS 2H QH 9D 8C, hand kalo 2 AS 8S 5H 6D TC, used, save",
                "−16 30 −27 30 28",
            ),
            (
                "in 0 kalo, in 1 boo-ray, in 2 low-shit, in 3 kalo, in 4 boo-ray, save,"
                "best booray 1, best kalo 3, save",
                "−77 49 −8 49 −33",
            ),
        ),
        won="ベンと大輔 ともに 3 勝で優勝",
        # 50 chips each. Corrected, あんな was best in Boo-Ray after all: −1 + 1, and ベン −1 − 5.
        short=Short(
            "in 0 boo-ray, in 1 boo-ray, in 2 low-shit, in 3 kalo, in 4 kalo, save, best booray 1, best kalo 3, save",
            "44 50 50 50 44",
            10,
            "best booray 1, best booray 0",
            "50 44 50 50 44",
        ),
        # 50 − 1 + 5, and 50 − 1 − 5.
        plain=("fill games-0 kalo, fill games-1 kalo, save, fill kalo_best 0, save", "54 44 49 49 49"),
    ),
    # A plain win 1, all seven 2, all thirteen 3.
    "satat": Journey(
        words=SATAT,
        dealer=1,
        options={"end": "wins", "length": "7", "played_on": "plain", "weight_seven": "2", "weight_thirteen": "3"},
        rounds=(
            ("acts 1", "0 1"),
            ("kind 7-0, acts 1", "0 3"),
            ("kind 13-0, acts 0", "3 3"),
            ("kind 7-0-failed, acts 0", "4 3"),
            ("kind 7-0, acts 0", "6 3"),
            ("acts 1", "6 4"),
            ("kind 7-0, acts 1", "6 6"),
            ("acts 0", "7 6"),
        ),
        won="あんな＆千夏の勝ち、1 点差",
        standings="1  7, 2 −1 6",
        short=Short("kind 7-0, acts 1", "0 1", 2, "winners 0", "1 0"),
        plain=("fill kind 7-0, acts 1, acts 0", "1 1"),
    ),
    # Hearts to 60, the lowest total wins.
    "score-pad": Journey(
        words={"rest": "[data-rest]"},
        dealer=1,
        options={"best": "lowest", "target": "60"},
        rounds=(
            ("points 10 0 16 0, save", "10 0 16 0"),
            ("points 26 13 0 -13, save", "36 13 16 −13"),
            ("points 25 1 5 27, save", "61 14 21 14"),
        ),
        won="ベンと大輔の同点優勝、7 点差",
        standings="1  14, 1  14, 3 +7 21, 4 +47 61",
        short=Short("point 2 13, rest, save", "0 0 13 0", 3, "point 1 4", "0 4 13 0"),
        plain=("fill points-0 7, fill points-1 -3, fill points-2 0, fill points-3 5, save", "7 −3 0 5"),
    ),
}
