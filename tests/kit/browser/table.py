"""What a scorekeeper does with the phone, in the words of the table; every tap is a real one and is counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from secrets import token_urlsafe
from typing import Any, NamedTuple, Self

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page

from tests.kit.browser.expecting import expect
from tests.kit.browser.stored import FORGOTTEN
from tests.kit.web.page import Form, forms, parse

ANN, BEN, CLEO, DAN = range(4)
FOUR = ("Ann", "Ben", "Cleo", "Dan")
OH_HELL = "/new/oh-hell"

REFUSED = "status of 422"
STALE = "status of 409"
NOT_FOUND = "status of 404"
OFFLINE = "net::ERR_"

RETRIES = 2
"""Of a request on a connection that the server closed in the same moment, because nothing had come on it for long."""

ELSEWHERE = """() => {
    const page = document.documentElement;
    page.dispatchEvent(new PointerEvent("pointerup"));
    page.dispatchEvent(new MouseEvent("click", { detail: 1, clientX: -99, clientY: -99 }));
}"""
"""A tap beside the screen: after it the next one is a first one, however soon it comes."""

FORGET = f"""() => {{
    {FORGOTTEN}
    sessionStorage.clear();
    return String(performance.now).includes("[native code]") && String(Date.now).includes("[native code]");
}}"""
"""Forgets what the site kept; true where the clock is still the phone's own."""


class Cell(NamedTuple):
    """One cell of the scorecard as it is shown: bid and tricks, how they are marked and said, the running total."""

    bid: str
    taken: str
    mark: str
    said: str
    total: str


class Place(NamedTuple):
    """One line of the standings as it is shown."""

    place: str
    names: str
    gap: str
    total: str


@dataclass
class Phone:
    """One phone: its taps are counted, what goes wrong in its pages is kept.

    One without `fingers` is tapped with a pointer, which is as real.
    """

    context: BrowserContext
    fingers: bool = True
    page: Page = field(init=False)
    taps: int = 0
    errors: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.context.on("console", self._console)
        self.context.on("weberror", lambda error: self.errors.append(error.error.stack or str(error.error)))
        self.page = self.context.new_page()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location.get('url', '')})")

    def expects(self, *parts: str) -> None:
        """Say which errors belong to the story: a refusal is one in the browser's own console."""
        self.expected += parts

    @property
    def unexpected(self) -> list[str]:
        return [error for error in self.errors if not any(part in error for part in self.expected)]

    def another_window(self) -> Self:
        """A second window of the same phone, with taps of its own; errors are kept by the first."""
        other = object.__new__(type(self))
        other.context, other.page, other.taps = self.context, self.context.new_page(), 0
        other.fingers = self.fingers
        other.errors, other.expected = self.errors, self.expected
        return other

    def tap(self, target: Locator) -> None:
        """One tap, which is never the second of two: these phones are quicker than a person."""
        # Asked of the target, which may stand on a page that is only coming.
        target.evaluate(ELSEWHERE)
        (target.tap if self.fingers else target.click)()
        self.taps += 1

    def forgets(self) -> bool:
        """Be a phone that was never here, but for the site's files; False where it cannot be that any more."""
        for other in self.context.pages:
            if other is not self.page:
                other.close()
        self.context.set_offline(False)
        self.page.unroute_all()
        # No script runs here that would write down once more what is cleared.
        self.goes_to("/health")
        untouched: bool = self.page.evaluate(FORGET)
        self.context.clear_cookies()
        self.__dict__.pop("as_program", None)
        self.taps = 0
        self.errors.clear()
        # There is no icon.
        self.expected[:] = ["/favicon.ico"]
        return untouched

    def goes_to(self, address: str) -> None:
        self.page.goto(address)

    # --- the sheet ----------------------------------------------------------

    @property
    def sheet(self) -> Locator:
        return self.page.locator("main[data-sheet]")

    @property
    def session(self) -> str:
        return str(self.sheet.get_attribute("data-sheet"))

    @property
    def position(self) -> int:
        return int(self.sheet.get_attribute("data-position") or -1)

    @property
    def action(self) -> Locator:
        """The one large button of the step."""
        return self.page.locator(".action .main")

    def place(self, seat: int) -> Locator:
        """A seat's row among the bids of the step."""
        return self.page.locator(f"[data-chips] [data-seat='{seat}']")

    def key(self, number: int) -> Locator:
        """A key of the tray, which enters its number for the marked seat."""
        return self.page.locator(f"[data-digit='{number}']:not(.none)")

    @property
    def struck(self) -> Locator:
        """The key whose number is forbidden to the marked seat."""
        return self.page.locator("[data-digit][aria-disabled=true]")

    @property
    def reason(self) -> Locator:
        """The first line of the tray: who is marked, or why a number is forbidden."""
        return self.page.locator("[data-reason]")

    def bid_of(self, seat: int) -> Locator:
        """What a seat has bid; empty before."""
        return self.place(seat).locator("output")

    def marks(self, seat: int) -> None:
        """Mark a seat, unless it is."""
        if self.marked() != seat:
            self.tap(self.place(seat).locator("[data-mark]"))

    def bid(self, seat: int, number: int) -> None:
        """Enter one seat's bid with the tray."""
        self.marks(seat)
        tens = self.page.locator("[data-tens]")
        if number < 10 or not tens.count():
            self.tap(self.key(number))
            return
        while self.page.locator(f"[data-digit='{number % 10}']").text_content() != str(number):
            self.tap(tens)
        self.tap(self.key(number % 10))

    def counter(self, seat: int) -> Locator:
        """A seat's number of tricks."""
        row = f"[data-seat='{seat}']"
        return self.page.locator(f"[data-counters] {row} .counter input, [data-list] {row} [name$='tricks-{seat}']")

    def stepper(self, seat: int, by: int) -> Locator:
        """A seat's − or + beside its number of tricks."""
        return self.page.locator(f":is([data-counters], [data-list]) [data-seat='{seat}'] [data-by='{by}']")

    def steps(self, seat: int, by: int) -> None:
        """Tap a seat's − or +; in the list of a correction they are in the row that is open."""
        if self.page.locator("[data-list]").count():
            expect(self.page.locator("[data-list] [aria-current]")).to_have_count(1)
        closed = self.page.locator(f"[data-list] [data-seat='{seat}']:not([aria-current]) [data-mark]")
        if closed.count():
            self.tap(closed)
        self.tap(self.stepper(seat, by))

    def sum_of(self, name: str) -> Locator:
        return self.page.locator(f"[data-sum={name}]")

    def marked(self) -> int | None:
        """The seat that the tray is for."""
        rows: list[str] = self.page.locator("[data-seat][aria-current]").evaluate_all(
            "all => all.map(it => it.dataset.seat)"
        )
        assert len(rows) <= 1, "only one seat is marked at a time"
        return int(rows[0]) if rows else None

    def order(self, group: str) -> list[int]:
        """The seats in the order in which the step asks them."""
        return [int(seat) for seat in str(self.page.locator(f"[data-{group}]").get_attribute("data-order")).split()]

    def bids(self, bids: Sequence[int | None]) -> None:
        """Tap everybody's bid, in the order of the table; None leaves a seat out."""
        for seat in self.order("chips"):
            number = bids[seat]
            if number is not None:
                self.bid(seat, number)

    def takes(self, tricks: Sequence[int]) -> None:
        """Mend the tricks with − and +; what stands there right already is left alone."""
        listed = self.page.locator("[data-list]").count()
        for seat in range(len(tricks)) if listed else self.order("counters"):
            while difference := tricks[seat] - int(self.counter(seat).input_value()):
                self.steps(seat, 1 if difference > 0 else -1)

    def expects_tricks(self, tricks: Sequence[int]) -> None:
        """Wait until the tricks stand in the form: a draft is filled in a moment after the page has come."""
        for seat, number in enumerate(tricks):
            expect(self.counter(seat)).to_have_value(str(number))

    def saves(self) -> None:
        """Save the step and see the sheet one position further."""
        position = self.position
        self.tap(self.action)
        expect(self.sheet).to_have_attribute("data-position", str(position + 1))

    def deal(self, bids: Sequence[int], tricks: Sequence[int]) -> None:
        self.bids(bids)
        self.saves()
        self.takes(tricks)
        self.saves()

    def undoes(self) -> None:
        position = self.position
        self.tap(self.page.locator("#undo button"))
        expect(self.sheet).to_have_attribute("data-position", str(position + 1))

    # --- what is shown --------------------------------------------------------

    def scorecard(self) -> list[list[Cell]]:
        """Every cell of the scorecard, deals down, seats across."""
        rows: list[list[list[str]]] = self.page.locator(".card tbody tr:not(.opened)").evaluate_all(
            """rows => rows.map(row => [...row.querySelectorAll("td")].map(cell => {
                const [bid, taken, total] = [".bid", ".taken", ".total"].map(part => cell.querySelector(part));
                return [bid, taken].map(part => part.textContent.trim()).concat(cell.className.trim(),
                    taken.nextElementSibling.textContent.trim(), total.textContent.trim());
            }))"""
        )
        return [[Cell(*cell) for cell in row] for row in rows]

    def standings(self) -> list[Place]:
        lines: list[list[str]] = self.page.locator(".standings li").evaluate_all(
            """lines => lines.map(line => [".rank", ".name", ".gap", ".total"].map(part => {
                const found = line.querySelector(part);
                if (!found) return "";
                // Behind a name stands the crown; before an amount it is said in words what it is.
                return (part === ".name" ? found.firstChild : found.lastChild).textContent.trim();
            }))"""
        )
        return [Place(*line) for line in lines]

    # --- sitting down ---------------------------------------------------------

    def sits_down(
        self, players: Iterable[str] = FOUR, *, game: str = "oh-hell", dealer: int = 0, **options: Any
    ) -> str:
        """Open the sheet of a new game and return the session; its setup page is not seen."""
        session = self.begins(players, game=game, dealer=dealer, **options)
        self.goes_to(f"/s/{session}")
        return session

    def begins(self, players: Iterable[str] = FOUR, *, game: str = "oh-hell", dealer: int = 0, **options: Any) -> str:
        """Begin a game behind the page's back, by the usual rules but for these options."""
        some_page = parse(self.context.request.get("/accessibility", max_retries=RETRIES).text())
        token = some_page.all("input", name="csrf_token")[0].get("value")
        names = {f"players-{seat}": name for seat, name in enumerate(players)}
        typed = {name: str(value) for name, value in options.items()}
        given = {"csrf_token": token, "key": token_urlsafe(12), "dealer": str(dealer)}
        return self._sends(f"/new/{game}", given | names | typed).removeprefix("/s/")

    def joins(self, link: str) -> None:
        """Accept a link behind the page's back."""
        self._sends(address := f"/j/{link}", self._form(address, address).values)

    def takes_seat(self, session: str, seat: int) -> None:
        """Sit down behind the page's back and open the seat's page."""
        self._sends(taken := f"/s/{session}/seats/{seat}/take", self._form(f"/s/{session}/seats", taken).values)
        self.goes_to(f"/s/{session}/seats/{seat}")

    def _form(self, address: str, action: str) -> Form:
        """The form of a page by where it is sent."""
        asked = self.context.request.get(address, max_retries=RETRIES)
        (form,) = [form for form in forms(parse(asked.text()), address) if form.action == action]
        return form

    def _sends(self, address: str, values: dict[str, Any]) -> str:
        """Where a form with these values leads."""
        answer = self.context.request.post(address, form=values, max_redirects=0, max_retries=RETRIES)
        assert answer.status == 303, answer.text()
        return answer.headers["location"]

    def fills_the_table(self, players: Iterable[str] = FOUR, *, dealer: int = 0, **options: Any) -> str:
        """Begin a game on its setup page, which is open, and return the session."""
        for seat, name in enumerate(players):
            self.seats(seat, name)
        self.tap(self.face(dealer))
        for name, value in options.items():
            choice = self.page.locator(f"select[name={name}]")
            if not choice.is_visible():
                self.tap(self.page.locator("details:has(select) > summary"))
            choice.select_option(value)
        return self.starts()

    def seats(self, seat: int, name: str) -> None:
        """Write a name at a seat of the setup page, with another chair where there is none yet."""
        expect(self.page.locator("#players-0")).to_be_visible()
        field = self.page.locator(f"#players-{seat}")
        if not field.is_visible():
            self.tap(self.page.locator("[data-add]"))
        field.fill(name)

    def face(self, seat: int) -> Locator:
        """A face on the setup page; a tap on it makes its player the first dealer."""
        return self.page.locator(f"[data-place='{seat}'] .deals")

    def starts(self) -> str:
        """Begin the game on its setup page and return the session."""
        self.tap(self.action)
        expect(self.sheet).to_be_visible()
        return self.session

    # --- the record, behind the page's back -----------------------------------

    @cached_property
    def as_program(self) -> dict[str, str]:
        """The header of a program that came with a token of this phone's scorebook."""
        form = self._form("/tokens", "/tokens")
        made = self.context.request.post("/tokens", form={**form.values, "name": "Browser"}, max_retries=RETRIES)
        assert made.ok, made.text()
        return {"Authorization": f"Bearer {parse(made.text()).one('input', id='made').get('value')}"}

    def record(self, session: str | None = None) -> dict[str, Any]:
        """The session as the server has it."""
        answer = self.context.request.get(
            f"/api/v1/sessions/{session or self.session}", headers=self.as_program, max_retries=RETRIES
        )
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        return found

    def entries(self, session: str | None = None) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.record(session)["document"]["entries"]
        return found

    def writes(self, session: str, *entries: dict[str, Any]) -> None:
        """Write entries without tapping them: what a story needs to have happened before it begins."""
        position = self.record(session)["position"]
        for further, entry in enumerate(entries):
            answer = self.context.request.post(
                f"/api/v1/sessions/{session}/entries",
                data={"position": position + further, "entry": entry},
                headers=self.as_program,
                max_retries=RETRIES,
            )
            assert answer.ok, answer.text()


def deal(bids: Sequence[int], tricks: Sequence[int]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A deal as entries."""
    return {"step": "bids", "bids": list(bids)}, {"step": "tricks", "tricks": list(tricks)}


def taps_to_play_again(phone: Phone) -> int:
    """The taps from the home page to the sheet of a new session with the people of the last one."""
    phone.goes_to("/")
    before = phone.taps
    phone.tap(phone.page.locator("a[href*='like=']").first)
    phone.starts()
    assert phone.marked() is not None, "the sheet waits for the first bid"
    return phone.taps - before
