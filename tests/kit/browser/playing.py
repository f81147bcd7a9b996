"""The one way in which the journeys of `journeys.py` are played on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from playwright.sync_api import ViewportSize

from tests.kit.browser.expecting import comes_true, expect
from tests.kit.browser.fit import USUAL, faults_on
from tests.kit.browser.journeys import JOURNEYS, Journey, Short
from tests.kit.browser.phrases import WORDS, Word
from tests.kit.browser.table import FOUR, Phone


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


def phrases(words: Mapping[str, Word], taps: str) -> Iterator[tuple[str, Callable[[Phone], None]]]:
    for phrase in re.split(r",\s*", taps):
        word, *given = phrase.split()
        does = {**WORDS, **words}[word]
        if isinstance(does, str):
            selector = does.format(*given)
            yield phrase, lambda phone, selector=selector: phone.tap(phone.page.locator(selector))  # type: ignore[misc]
        else:
            yield phrase, lambda phone, does=does, given=given: does(phone, *given)  # type: ignore[misc]


def plays(phone: Phone, journey: Journey, taps: str) -> None:
    for _, does in phrases(journey.words, taps):
        does(phone)


Seen = Mapping[str, Any]
"""What is on a page, by selector: words, a pattern, the value of a field, or a list of them; a number for how many
there are; True where it is shown, False where it is hidden; `WHOLE`, `UNCUT`, `IN_VIEW`, or how large it is `AtLeast`.

`entry` is what was saved last, None for what it lacks; `document` has parts of the session; `taps` is how many it took
at most; `fits` has sizes of a screen on which nothing is wrong; and `moved` what stands elsewhere than where it stood
when it was asked first in this step.
"""
Steps = Sequence[str | Seen | list[dict[str, Any]]]
"""Taps and, after them, what is seen of them; a list has entries that somebody else writes meanwhile."""


NO_WORDS: Mapping[str, Word] = {}


ACTION, WAITING, SAID, REASON = ".action .main", ".action .main.waiting", ".headline p", "[data-reason]"


def marked(seat: int) -> Seen:
    """The seat that the tray is for."""
    return {f"[data-seat='{seat}'][aria-current]": 1}


class AtLeast(NamedTuple):
    width: int
    height: int


@dataclass(frozen=True)
class Walk:
    """Steps at a table of its own."""

    steps: Steps
    players: Sequence[str] = FOUR
    dealer: int = 0
    before: Sequence[dict[str, Any]] = ()
    """What was written before without being tapped."""
    options: Mapping[str, str] = field(default_factory=dict)
    size: ViewportSize = field(default_factory=USUAL.copy)


def walks(phone: Phone, game: str, promise: str, walk: Walk, words: Mapping[str, Word] = NO_WORDS) -> None:
    """Go through a walk at its table; further words of taps are those of its module."""
    phone.page.set_viewport_size(walk.size)
    session = phone.begins(walk.players, game=game, dealer=walk.dealer, **walk.options)
    phone.writes(session, *walk.before)
    follows(phone, f"/s/{session}", promise, walk.steps, {**JOURNEYS[game].words, **words})


def follows(phone: Phone, address: str, promise: str, steps: Steps, words: Mapping[str, Word] = NO_WORDS) -> None:
    """Go through the steps from a page on; a failure says which promise is broken."""
    try:
        phone.goes_to(address)
        phone.taps = 0
        goes_on(phone, steps, words)
    except BaseException as error:
        error.add_note(promise)
        raise


def goes_on(phone: Phone, steps: Steps, words: Mapping[str, Word] = NO_WORDS) -> None:
    for step in steps:
        if isinstance(step, str):
            for _, does in phrases(words, step):
                does(phone)
        elif isinstance(step, list):
            phone.writes(phone.session, *step)
        else:
            for selector, wanted in step.items():
                sees(phone, selector, wanted)


WHOLE, UNCUT, IN_VIEW = "the whole of it", "nothing of it is cut", "some of it lies on the screen"
IS_WHOLE = """selector => {
    const shown = [...document.querySelectorAll(selector)].filter(part => part.checkVisibility());
    return shown.length > 0 && shown.every(part => {
        const { x, width, top, bottom } = part.getBoundingClientRect();
        const lies = y => document.elementFromPoint(x + width / 2, y);
        const isSeen = y => part.contains(lies(y)) || lies(y)?.contains(part);
        return width && top >= 0 && bottom <= innerHeight + 0.5 && isSeen(top + 1) && isSeen(bottom - 1);
    });
}"""
"""Whether what is shown of these parts lies on the screen and nothing over it."""
MOVED = """async (standing) => {
    const { position } = document.querySelector("[data-sheet]").dataset;
    const stands = await standing();
    if (globalThis.stood?.position !== position) globalThis.stood = { position, stands };
    return stands.filter((part, at) => part !== globalThis.stood.stands[at]);
}"""


def sees(phone: Phone, selector: str, wanted: Any) -> None:
    part = phone.page.locator(selector)
    if selector == "entry":
        saved = phone.entries()[-1]
        found = {name: value if is_said(value := saved.get(name)) else None for name in wanted}
        assert found == wanted, found
    elif selector == "document":
        document = phone.record()["document"]
        assert {name: document[name] for name in wanted} == wanted
    elif selector == "taps":
        assert phone.taps <= wanted, phone.taps
    elif selector == "fits":
        assert not (found := faults_on(phone, *wanted)), found
    elif selector == "moved":
        moved = phone.page.evaluate(f"() => ({MOVED})({STANDING})")
        assert moved == wanted, moved
    elif wanted is WHOLE:
        comes_true(phone.page, IS_WHOLE, selector)
    elif wanted is IN_VIEW:
        expect(part.first).to_be_in_viewport()
    elif wanted is UNCUT:
        assert (
            part.evaluate_all(
                "all => all.filter(it => it.scrollWidth > it.clientWidth || it.scrollHeight > it.clientHeight).length"
            )
            == 0
        )
    elif isinstance(wanted, AtLeast):
        sizes = part.evaluate_all("all => all.map(it => [it.offsetWidth, it.offsetHeight])")
        assert sizes
        assert all(width >= wanted.width and height >= wanted.height for width, height in sizes), sizes
    elif isinstance(wanted, bool):
        expect(part.first).to_be_visible(visible=wanted)
    elif isinstance(wanted, int):
        expect(part).to_have_count(wanted)
    elif part.first.evaluate("it => it.matches('input, select, textarea')"):
        values = wanted if isinstance(wanted, list) else [wanted]
        expect(part).to_have_count(len(values))
        for at, value in enumerate(values):
            expect(part.nth(at)).to_have_value(value)
    else:
        expect(part).to_have_text(wanted)


def is_said(value: object) -> bool:
    return any(map(is_said, value)) if isinstance(value, list) else value not in (None, "")


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


def taps_of_the_short_deal(phone: Phone, game: str) -> int:
    """All the taps of a deal on a new table."""
    journey = JOURNEYS[game]
    begins_short(phone, game, journey.short)
    before = phone.taps
    plays(phone, journey, journey.short.taps)
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
    // A module that was imported may not have reached the rows yet.
    const waits = () => [...document.querySelectorAll(".counter > [data-by][hidden]")]
        .some((each) => each.parentElement.checkVisibility());
    for (let frame = 0; frame < 120 && waits(); frame++) await new Promise(requestAnimationFrame);
    return [...document.querySelectorAll(
        ".bar, .strip, .place, .counter, .pips, .tray, .games .chip, .contest summary, [data-pack] label, .stops .chip,"
        + ".tabs, .board, .yaku-result, .paid, .pair .button, .action .main",
    )].filter(part => part.checkVisibility()).map(part => {
        const { x, y, height } = part.getBoundingClientRect();
        return `${part.localName} ${[x, y, height].map(Math.round)}`;
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
    for phrase, does in phrases(journey.words, short.taps):
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
