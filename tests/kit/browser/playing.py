"""The one way in which the journeys of `journeys.py` are played on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.kit.browser.expecting import expect
from tests.kit.browser.journeys import JOURNEYS, WORDS, Journey, Short
from tests.kit.browser.table import Phone


class Promises:
    """Keeps each promise that was broken, so that a journey tells all that it found."""

    def __init__(self) -> None:
        self.broken: list[str] = []

    def equal(self, promise: str, found: object, wanted: object) -> None:
        if found != wanted:
            self.broken.append(f"{promise}: {found!r}, not {wanted!r}")


@contextmanager
def promised() -> Iterator[Promises]:
    """The promises of a journey, all looked at in its end."""
    promises = Promises()
    yield promises
    assert not promises.broken, "\n".join(promises.broken)


def phrases(journey: Journey, taps: str) -> Iterator[tuple[str, Callable[[Phone], None]]]:
    for phrase in re.split(r",\s*", taps):
        word, *given = phrase.split()
        does = {**WORDS, **journey.words}[word]
        if isinstance(does, str):
            selector = does.format(*given)
            yield phrase, lambda phone, selector=selector: phone.tap(phone.page.locator(selector))  # type: ignore[misc]
        else:
            yield phrase, lambda phone, does=does, given=given: does(phone, *given)  # type: ignore[misc]


def plays(phone: Phone, journey: Journey, taps: str) -> None:
    for _, does in phrases(journey, taps):
        does(phone)


def totals(phone: Phone) -> list[str]:
    """The running totals of each row of the scorecard, with spaces between them."""
    rows: list[list[str]] = phone.page.locator(".card tbody tr:not(.opened)").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('.total')].map(total => total.textContent.trim()))"
    )
    return [" ".join(row) for row in rows]


def begins_on_its_page(phone: Phone, game: str, journey: Journey) -> str:
    phone.goes_to(f"/new/{game}")
    for name, value in journey.options.items():
        choice = phone.page.locator(f"[name={name}]")
        if not choice.is_visible():
            phone.tap(phone.page.locator("details:has(select) > summary"))
        (choice.select_option if choice.evaluate("it => it.tagName") == "SELECT" else choice.fill)(value)
    return phone.fills_the_table(journey.players, dealer=journey.dealer)


def plays_an_evening(phone: Phone, game: str, promises: Promises) -> None:
    """All rounds of a game that is begun on its page, each total as worked by hand."""
    journey = JOURNEYS[game]
    begins_on_its_page(phone, game, journey)
    for number, (taps, _) in enumerate(journey.rounds, start=1):
        plays(phone, journey, taps)
        promises.equal(f"the totals after round {number}", totals(phone), [row for _, row in journey.rounds[:number]])
    if journey.won:
        expect(phone.page.locator("form.step")).to_have_count(0)
        expect(phone.page.locator(".winner")).to_contain_text(journey.won)
    if journey.standings:
        lines = ", ".join(f"{place.place} {place.gap} {place.total}" for place in phone.standings())
        promises.equal("the standings", lines, journey.standings)


def taps_of_the_short_deal(phone: Phone, game: str, short: Short | None = None) -> int:
    """All the taps of a deal on a new table."""
    journey = JOURNEYS[game]
    short = short or journey.short
    begins_short(phone, game, short)
    before = phone.taps
    plays(phone, journey, short.taps)
    return phone.taps - before


def begins_short(phone: Phone, game: str, short: Short) -> None:
    journey = JOURNEYS[game]
    expansion = {"expansion": "on"} if game == "skull-king" else {}
    session = phone.begins(journey.guests, game=game, dealer=short.dealer, **expansion)
    phone.writes(session, *short.before)
    phone.goes_to(f"/s/{session}")


STANDING = """async () => {
    const { script } = document.querySelector("[data-script]")?.dataset ?? {};
    if (script) await import(script);
    return [...document.querySelectorAll(
        ".bar, .strip, .place, .counter, .pips, .tray, .games .chip, .contest summary, .stops .chip, .tabs,"
        + ".action .main",
    )].filter(part => part.checkVisibility()).map(part => {
        const { x, y, height } = part.getBoundingClientRect();
        return `${part.classList[0]} ${[x, y, height].map(Math.round)}`;
    });
}"""
"""Where the parts of a step stand once the game's script has put them there."""


def plays_a_short_deal(phone: Phone, game: str, promises: Promises) -> None:
    """Few taps, and nothing moves; undone, saved again and corrected."""
    journey = JOURNEYS[game]
    short = journey.short
    begins_short(phone, game, short)
    earlier, taps = totals(phone), phone.taps
    stood: object = None
    for phrase, does in phrases(journey, short.taps):
        saves = phrase == "save" or phrase.startswith("acts")
        stood = stood or phone.page.evaluate(STANDING)
        does(phone)
        if not saves:
            promises.equal(f"where all stands after “{phrase}”", phone.page.evaluate(STANDING), stood)
        stood = None if saves else stood
    promises.equal("it takes no more taps than its goal", phone.taps - taps <= short.goal, True)
    promises.equal("the totals", totals(phone), [*earlier, short.totals])
    phone.undoes()
    promises.equal("the totals after an undo", totals(phone), earlier)
    position = phone.position
    phone.tap(phone.page.locator("form[action$='/redo'] button"))
    expect(phone.sheet).to_have_attribute("data-position", str(position + 1))
    promises.equal("the totals after a redo", totals(phone), [*earlier, short.totals])
    phone.goes_to(f"/s/{phone.session}/rows/{len(earlier)}")
    plays(phone, journey, short.correction)
    phone.tap(phone.action)
    expect(phone.page.locator("[data-correcting]")).to_have_count(0)
    promises.equal("the totals after a correction", totals(phone), [*earlier, short.corrected])


def plays_without_script(phone: Phone, game: str, promises: Promises) -> None:
    journey = JOURNEYS[game]
    taps, wanted = journey.plain
    phone.sits_down(journey.guests, game=game, dealer=journey.short.dealer)
    plays(phone, journey, taps)
    promises.equal("the totals without script", totals(phone)[-1:], [wanted])
