"""The phrases of a list of taps: what each word of them taps, in all games (`WORDS`) or in one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.kit.browser.expecting import expect
from tests.kit.browser.table import REFUSED, STALE, Phone

Word = str | Callable[..., None]
"""What is tapped: a selector with the seat and the like in it, or what does it."""


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
    cards = phone.page.locator(".five .fuda:has(:enabled)")
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
