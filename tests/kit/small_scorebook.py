"""Ten sessions of あんな, ベン, 千夏 and 大輔, one or two of every game, few enough to count by hand.

Most sheets are those worked by hand beside each game's tests; the others are worked by hand here.
"""

from __future__ import annotations

from typing import Any

from record.log import Action
from record.session import Session, new_session
from store.book import Book
from store.sessions.writing import import_session
from tests.games.boo_ray import sheet as boo_ray_sheet
from tests.games.buki import sheet as buki_sheet
from tests.games.koi_koi import sheet as koi_koi_sheet
from tests.games.oh_hell import sheet as oh_hell_sheet
from tests.games.skull_king import sheet as skull_king_sheet
from tests.games.wizard import sheet as wizard_sheet

FOUR = ["あんな", "ベン", "千夏", "大輔"]
ODD, EVEN = 1, 0
"""The teams of Satat: ベン and 大輔, あんな and 千夏."""

SHORT_OH_HELL = oh_hell_sheet.SESSION | {"dealer": 2, "options": {"format": "short-falling", "top_hand": 5}}
"""Five deals from five cards: 41, 31, 21, 32."""

TWIN_SHOOT: dict[str, Any] = {"takuroku": 1, "game": "twin-shoot", "players": FOUR, "dealer": 0, "options": {}}
ROUNDS: tuple[tuple[str | None, tuple[int, int, int, int], tuple[int, int, int, int]], ...] = (
    # Whether the last team opens, bids, tricks; あんな & ベン to 千夏 & 大輔.
    # Nobody hits: 4 and 6.
    (None, (4, 3, 2, 0), (3, 1, 3, 3)),
    # あんな and ベン open, and all hit: 5 + 10 + 10 + 10 + 30 = 65, 5 + 10 + 10 + 10 = 35. 69 to 41.
    ("yes", (3, 2, 4, 1), (3, 2, 4, 1)),
    # あんな and 千夏 hit: 3 + 10, 7 + 10. 82 to 58.
    ("no", (2, 3, 4, 0), (2, 1, 4, 3)),
    # ベン and 大輔 hit: 4 + 10, 6 + 10. 96 to 74.
    ("no", (5, 0, 2, 3), (4, 0, 3, 3)),
    # All hit: 2 + 30, 8 + 30. 128 to 112: over the hundred, あんな and ベン win.
    ("no", (1, 1, 4, 4), (1, 1, 4, 4)),
)

SATAT: dict[str, Any] = {
    "takuroku": 1,
    "game": "satat",
    "players": FOUR,
    "dealer": 1,
    "options": {"end": "wins", "length": 7, "played_on": "plain", "weight_seven": 2, "weight_thirteen": 3},
}
DEALS = (
    # Who won and how; the leader beside it. あんな & 千夏 come to 7, ベン & 大輔 to 6.
    (ODD, "plain"),  # ベン leads
    (ODD, "7-0"),  # ベン
    (EVEN, "13-0"),  # 大輔
    (EVEN, "7-0-failed"),  # あんな; a plain win here
    (EVEN, "7-0"),  # あんな
    (ODD, "plain"),  # 千夏
    (ODD, "7-0"),  # 大輔
    (EVEN, "plain"),  # ベン
)

PAD: dict[str, Any] = {
    "takuroku": 1,
    "game": "score-pad",
    "players": FOUR[:2],
    "dealer": 0,
    "options": {"name": "Golf", "best": "lowest", "rounds": 2},
}
"""12 each: both win."""


def twin_shoot() -> list[dict[str, Any]]:
    """The rounds as entries."""
    entries: list[dict[str, Any]] = []
    for opens, bids, tricks in ROUNDS:
        entries += [{"step": "open", "open": opens}] if opens else []
        entries += [{"step": "result", "bids": list(bids), "tricks": list(tricks)}]
    return entries


EVENINGS: tuple[tuple[dict[str, Any], list[dict[str, Any]]], ...] = (
    (oh_hell_sheet.SESSION, oh_hell_sheet.entries()),
    (SHORT_OH_HELL, oh_hell_sheet.entries(oh_hell_sheet.SHORT_DEALS)),
    (wizard_sheet.SESSION, wizard_sheet.entries()),
    (skull_king_sheet.SESSION, skull_king_sheet.entries()),
    (TWIN_SHOOT, twin_shoot()),
    (koi_koi_sheet.SESSION, koi_koi_sheet.entries()),
    (buki_sheet.SESSION, buki_sheet.entries()),
    (
        boo_ray_sheet.document() | {"entries": []},
        [entry for deal in boo_ray_sheet.DEALS for entry in deal.entries],
    ),
    (SATAT, [{"step": "result", "winners": winners, "kind": kind} for winners, kind in DEALS]),
    (PAD, [{"step": "round", "points": [7, 5]}, {"step": "round", "points": [5, 7]}]),
)


def sessions(luck: str = "") -> list[Session]:
    """The evenings of the first ten days of November; `luck` makes other ids of them."""
    return [_session(f"evening-{day}{luck}", day, *each) for day, each in enumerate(EVENINGS, start=1)]


def write_down(book: Book, luck: str = "") -> None:
    """Take all of them into a scorebook."""
    for session in sessions(luck):
        import_session(book, session)


def _session(id: str, day: int, head: dict[str, Any], entries: list[dict[str, Any]]) -> Session:
    blank = new_session(id=id, created_at=f"2026-11-{day:02}T20:00:00Z", head=head)
    return blank.after(*(Action(place, "enter", raw, blank.created_at, "pen") for place, raw in enumerate(entries)))
