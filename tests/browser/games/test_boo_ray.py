"""What the script of Boo-Ray says of the taps of a step, as `test_walks.py` has it of the other games."""

from __future__ import annotations

import re

from tests.kit.browser.fit import SHORT, SMALLEST
from tests.kit.browser.journeys import FRIENDS, JOURNEYS, TEN
from tests.kit.browser.playing import (
    ACTION,
    SAID,
    UNCUT,
    WAITING,
    WHOLE,
    Steps,
    Walk,
    goes_on,
    walks,
)
from tests.kit.browser.table import FOUR, Phone

THREE = FOUR[:3]


def entrant(seat: int, game: str) -> str:
    return f"[data-entrant='{seat}'] input[value={game}]:checked"


def contest(name: str, part: str) -> str:
    return f"[data-contest]:has(input[name^={name}]) {part}"


def held(name: str, seat: int, card: str) -> str:
    return contest(name, f"[data-pack='{seat}'] input[value='{card}']")


ENTERED = "in 0 kalo, in 1 kalo, save"
VERDICT = contest("kalo", ".verdict")
BEST_OF_KALO = ".decided input[name$=kalo_best]"
IN_TWO_GAMES = "in 0 low-shit, in 0 kalo, in 1 low-shit, in 2 kalo, save"
ANN_AND_BEN = "unfold low, hand low 0 AS 2S 3H 4D 6C, hand low 1 KH QH 9H 8D 7H"
USES, WON = ".hands:modal .done .button", ".games .chip.won"
THREES = ["3S", "KS", "JH", "3D", "2C"]
BOO_RAY = {
    "a second tap on a game takes it back": Walk(
        (
            {entrant(1, "none"): 1},
            "in 1 kalo",
            {entrant(1, "kalo"): 1},
            "in 1 boo-ray",
            {entrant(1, "boo-ray"): 1},
            "in 1 boo-ray",
            {entrant(1, "none"): 1},
        ),
        THREE,
    ),
    "chips before a player are those not in the pot; what saving will do is said, and what is missing": Walk(
        (
            {
                "[data-entrant='0'] .who small": re.compile("49"),
                ".standings .name": [re.compile("50 chips · 1 in the pot")] * 3,
                ACTION: "Nobody has entered yet",
            },
            "in 0 kalo, in 1 kalo",
            {ACTION: "Save the entries", SAID: "KALO (Ann, Ben), Stayed out: Cleo"},
            "save",
            {ACTION: "Left: Winner of KALO"},
            "best kalo 0",
            {ACTION: "Save deal 1", SAID: "Ann +2, Ben −4. In the pot: 3. KALO: Ann."},
        ),
        THREE,
    ),
    "who must enter and has not is named": Walk(
        ("in 1 kalo", {ACTION: "2 left: Ann"}), THREE, options={"staying_out": "forbidden"}
    ),
    "a card goes to one hand only, and the later word counts": Walk(
        (
            ENTERED,
            "best kalo 1, unfold kalo, hand kalo 0 QS 2H QH 9D 8C, hand kalo 1 3S KS JH 3D 2C",
            {f"{BEST_OF_KALO}:checked": 0, VERDICT: "Best: Ann (three of a kind (Q-Q-Q-9-8, wild 2♥))"},
            "tap [data-hand='0'], hand kalo 0 2H 9D 8C",
            {VERDICT: "", f"{held('kalo', 0, 'KS')}:disabled": 1, f"{held('kalo', 0, 'AS')}:enabled": 1},
            "reload, unfold kalo",
            {"[data-hand='1'] output span": ["3♠", "K♠", "J♥", "3♦", "2♣"], "[data-hand='0'] output": "Q♠Q♥"},
            "press Escape, refused",
            {"[role=alert] >> nth=0": "Ann has 2 cards in KALO, not 5. Tap the whole hand.", ".hands:modal": 1},
            {"[data-hand='0']": WHOLE, "[data-hand='1']": WHOLE},
            # The name alone says it, whatever cards were tapped before.
            "press Escape, best kalo 1, save",
            {"entry": {"step": "results", "kalo_best": ["1"], "kalo_hands": None}},
        ),
        THREE,
        size=SMALLEST,
    ),
    "the hands are one screen, from which one comes back with the winner marked": Walk(
        (
            f"{ENTERED}, unfold kalo",
            {USES: "Cards left for Ann: 5", ".pack:visible .suit-row": 4, f"{USES}": WHOLE},
            dict.fromkeys(("[data-pack='0'] label:has([value=AS])", "[data-pack='0'] label:has([value=KC])"), WHOLE),
            "hand kalo 0 3S KS JH 3D",
            {"moved": []},
            "hand kalo 0 2C",
            {
                "[data-hand='1'][aria-pressed=true]": 1,
                f"{held('kalo', 1, '2C')}:disabled": 1,
                "[data-pack='1'] .taken[data-of=A]": 5,
                "[data-hand='0'] .wild": "2♣",
                "[data-hand='0'] small": "three of a kind (3-3-3-K-J, wild 2♣)",
                USES: "Cards left for Ben: 5",
                "moved": [],
            },
            "hand kalo 1 QS 2H QH 9D 8C, tap [data-pack='1'] [data-take-back]",
            {"[data-hand='1'] output": "Q♠2♥Q♥9♦", USES: "Cards left for Ben: 1"},
            "hand kalo 1 8C",
            {"[data-hand='1'].best": 1, USES: "Use these hands"},
            "used",
            {".hands:modal": 0, WON: 1, f"{WON} b": "K", ACTION: "Save deal 1"},
            "save",
            {"entry": {"kalo_best": None, "kalo_hands": [THREES, ["QS", "2H", "QH", "9D", "8C"], None]}},
        ),
        THREE,
    ),
    "six hands and the whole pack are on one screen": Walk(
        (
            "unfold kalo",
            {"[data-hand]": WHOLE, USES: WHOLE, "[data-hand] output": UNCUT},
            dict.fromkeys((f"[data-pack='0'] label:has([value='{card}'])" for card in ("AS", "7S", "KC")), WHOLE),
        ),
        (*FRIENDS, "恵美", "Fay"),
        before=({"step": "entries", "games": ["kalo"] * 6},),
    ),
    "ten players fit and no word touches its frame": Walk(
        ({".games .chip:visible": 30, "fits": (SHORT, SMALLEST)},), TEN
    ),
    "a card of nine with signs on it scrolls itself, and the sheet fits": Walk(
        ({".card .sign": 3, "fits": (SMALLEST,)},),
        TEN[:9],
        before=({"step": "entries", "games": [*["none"] * 6, "boo-ray", "low-shit", "kalo"]},),
    ),
    "a hand that plays in two games is tapped once": Walk(
        (
            IN_TWO_GAMES,
            ANN_AND_BEN,
            {contest("low", ".verdict"): re.compile(r"Best: Ann \(no pair \(6-4-3-2-A\)\)"), VERDICT: ""},
            # Cleo's hand is all that is wanting in KALO, and it lies open.
            "used",
            {contest("kalo", "[data-hand='0'] output"): "A♠2♠3♥4♦6♣"},
            "hand kalo 2 KC QD 9C 8S 5D",
            {VERDICT: re.compile("Best: Ann .straight .6-5-4-3-2")},
            "used, save",
            {
                "entry": {
                    # In the order of the pack.
                    "low_hands": [["AS", "2S", "3H", "4D", "6C"], ["7H", "9H", "QH", "KH", "8D"], None],
                    "kalo_hands": [["AS", "2S", "3H", "4D", "6C"], None, ["8S", "5D", "QD", "9C", "KC"]],
                }
            },
        ),
        THREE,
        options={"several": "on"},
    ),
    "a hand of two games is sent for the one that is said by hands alone": Walk(
        (
            IN_TWO_GAMES,
            ANN_AND_BEN,
            "press Escape, best kalo 2, save",
            {"entry": {"kalo_best": ["2"], "kalo_hands": None}},
        ),
        THREE,
        options={"several": "on"},
    ),
    "tricks that are not all of them are counted before anything is sent": Walk(
        (
            "in 0 boo-ray, in 1 boo-ray, in 2 boo-ray, save, unfold booray, trick 0 2, trick 1 1",
            # The last one's follow.
            {ACTION: "Save deal 1"},
            "trick 1 2, trick 2 2",
            {WAITING: "1 trick too many"},
            "trick 0 0",
            {WAITING: "1 trick to go"},
        ),
        THREE,
    ),
    "a winner that undo brought back gives way to the first who is tapped; who is tapped then has drawn": Walk(
        (
            f"{ENTERED}, best kalo 0, save, undo",
            {f"{BEST_OF_KALO}:checked": 1},
            "best kalo 1, save",
            {"entry": {"kalo_best": ["1"]}},
            "undo, best kalo 0, best kalo 1, save",
            {"entry": {"kalo_best": ["0", "1"]}},
        ),
        THREE,
    ),
    "the scorecard tells won from lost, and says what its letters mean": Walk(
        (
            {
                "#row-0 td .sign [aria-hidden]": ["B✗", "B✓", "L✓", "K✓", "K✗"],
                "#row-0 td .sign .visually-hidden": [
                    *("Boo-Ray: lost", "Boo-Ray: won", "Low-Shit: won", "KALO: won", "KALO: lost"),
                ],
                ".legend dt": ["B", "L", "K", "✓", "✗", "≈"],
                ".legend dd": ["Boo-Ray", "Low-Shit", "KALO", "won", "lost", "drawn"],
            },
        ),
        (*FOUR, "Eva"),
        before=(
            {"step": "entries", "games": ["boo-ray", "boo-ray", "low-shit", "kalo", "kalo"]},
            {"step": "results", "booray_best": ["1"], "kalo_best": ["3"]},
        ),
    ),
}

# --- Buki -------------------------------------------------------------------------------


def test_a_step_says_at_once_what_its_taps_do(phone: Phone) -> None:
    for promise, walk in BOO_RAY.items():
        walks(phone, "boo-ray", promise, walk)


ROWS_AND_BAR = "all => all.map(it => Math.round(it.getBoundingClientRect().y))"


def test_whether_everybody_is_out_is_asked_in_the_bar_and_no_row_moves(phone: Phone) -> None:
    phone.sits_down(THREE, game="boo-ray")
    rows = phone.page.locator(".place, .games .chip, .action")
    places = rows.evaluate_all(ROWS_AND_BAR)
    asked: Steps = (
        "refused",
        {
            ".question .alert": re.compile("Nobody entered"),
            ".question .button": ["Back to the entry", "Yes, everyone is out"],
            ".question .two": WHOLE,
        },
    )
    goes_on(phone, asked, JOURNEYS["boo-ray"].words)
    assert rows.evaluate_all(ROWS_AND_BAR) == places
    # What is entered then brings the button back.
    entered: Steps = (
        "in 0 kalo",
        {".question": 0, ACTION: "Save the entries"},
        "save",
        {"entry": {"games": ["kalo", "none", "none"]}},
    )
    goes_on(phone, entered, JOURNEYS["boo-ray"].words)
