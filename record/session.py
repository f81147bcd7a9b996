"""A session as an immutable value: its log, its sheet, and the actions that can come next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from hashlib import blake2b
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from record.corrections import correction, setup_correction, setup_of, with_entries_after
from record.errors import NothingToRedoError, NothingToUndoError, UnreadableSessionError
from record.log import Action, ActionKind, Author, Entries, EntryJson, Log, Setup
from scoring import document
from scoring.catalogue import find_game
from scoring.core import read_entry, replay_trusted
from scoring.entry.reseating import new_seats
from scoring.errors import EntryError, UnknownGameError, refused
from scoring.families.plans import PassingDeal
from scoring.game import AnyGame
from scoring.message import say
from scoring.sheets import extras
from scoring.sheets.changes import DEALER, JOIN
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Entry
from scoring.text import same_name

DETAILS = ("deleted_at", "archived_at", "excluded_at", "place", "note", "played_at", "played_minutes")
"""What of a session changes and is not in its log."""
TEXTS = ("place", "note")
"""What of it is text, "" where there is none."""
MINUTE = timedelta(minutes=1)
BREAK = timedelta(hours=2)
"""The shortest gap that is not counted as playing: a meal takes as long, a deal doesn't."""
ALONE = say("Before the first deal somebody sits out in a change of its own: save the seats first.")
AFTERWARDS = frozenset(extras.EXTRA_STEPS) - {"end"}
"""The steps that may still be entered after the game."""


@dataclass(frozen=True)
class Session:
    """A session; `log` is its folded log, `sheet` the `blank` one with the live entries.

    `begun` is the setup that it began with, `names` what its players are called now, by their first names in the
    record; who is left out is called so still.

    It was started at `created_at` and played at `played_at`, the same unless a keeper has entered another time;
    `played_minutes` is how long it took, None by the log. `place` and `note` are free text or "". `archived_at`,
    `deleted_at`, and `excluded_at` of one that does not count, are times or None. `colours` are the numbers of the
    players' colours by seat; empty if not known.
    """

    id: str
    game: AnyGame
    created_at: str
    played_at: str
    blank: Sheet[Any]
    sheet: Sheet[Any]
    actions: tuple[Action, ...] = ()
    log: Log = field(default_factory=Log)
    deleted_at: str | None = None
    archived_at: str | None = None
    excluded_at: str | None = None
    place: str = ""
    note: str = ""
    played_minutes: int | None = None
    colours: tuple[int, ...] = ()
    begun: Setup = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def entries(self) -> Entries:
        """The live entries."""
        return self.log.entries

    @property
    def position(self) -> int:
        """The number of logged actions, which the next one must name."""
        return len(self.actions)

    @property
    def is_unplayed(self) -> bool:
        """Whether nothing was ever entered; its setup may have been corrected."""
        return all(action.kind != "enter" for action in self.actions)

    @property
    def updated_at(self) -> str:
        return self.actions[-1].at if self.actions else self.created_at

    def was_played_since(self, at: str) -> bool:
        """Whether a step of the game was entered after this time."""
        entered = (each for each in self.actions if each.kind == "enter" and each.at > at)
        return any(each.facts["step"] not in extras.EXTRA_STEPS for each in entered)

    @property
    def playing_time(self) -> tuple[timedelta, int]:
        """The time from the start to the last deal without breaks, and the number of breaks; or as it was entered.

        Gaps between actions that are longer than `BREAK` are breaks. Notes, adjustments and corrections after the last
        deal don't count.
        """
        if self.played_minutes is not None:
            return self.played_minutes * MINUTE, 0
        played = max(
            (
                number
                for number, action in enumerate(self.actions, 1)
                if action.kind == "redo" or (action.kind == "enter" and action.facts["step"] not in AFTERWARDS)
            ),
            default=0,
        )
        moments = [self.created_at, *(action.at for action in self.actions[:played])]
        gaps = [max(later - earlier, timedelta()) for earlier, later in pairwise(map(datetime.fromisoformat, moments))]
        counted = [gap for gap in gaps if gap <= BREAK]
        return sum(counted, timedelta()), len(gaps) - len(counted)

    @property
    def minutes(self) -> int | None:
        """How long it was played; None while it still is."""
        return round(self.playing_time[0] / MINUTE) if self.sheet.over else None

    @property
    def document(self) -> dict[str, object]:
        """The session document, for export."""
        return document.dump(self.game, self.sheet, self.entries)

    @property
    def setup(self) -> Setup:
        """The present setup, with the players' first names in the record."""
        return self.log.setup or self.begun

    # Make the next action, or refuse it. Nothing is written.

    def undoing(self, by: Author, *, count: int = 1) -> Action:
        """Make the action that undoes the last `count` entries and corrections; raises NothingToUndoError."""
        if not 1 <= count <= len(self.log.done):
            raise NothingToUndoError
        return self._action("undo", {} if count == 1 else {"count": count}, by)

    def redoing(self, by: Author) -> Action:
        """Make the action that redoes what was undone last; raises NothingToRedoError."""
        if not self.log.undone:
            raise NothingToRedoError
        return self._action("redo", {}, by)

    def correcting(self, changes: Mapping[int, object], by: Author, *, reopen: bool = False) -> Action | None:
        """Make the action that replaces live entries, see `correction`; None if it changes nothing."""
        facts = correction(self.blank, self.log, changes, reopen=reopen)
        return None if facts is None else self._action("correct", facts, by)

    def setting_up(self, raw: Setup, by: Author, *, reopen: bool = False) -> Action | None:
        """Correct the setup, see `setup_correction`, with what goes along: make the action, None if it changes nothing.

        `raw` has the players by their first names in the record. It may have in `deals_now` who deals now, in `beside`
        whom newcomers sit to the left of now, by seat, and in `changes` the entries of who comes and goes; everybody at
        their seat before the correction. Raises EntryError, LaterEntriesError.
        """
        action = self._setting_up(raw, by, reopen=reopen)
        if not raw.get("changes"):
            return action
        after = self if action is None else self.after(action)
        seats = new_seats(self.setup["players"], after.setup["players"])
        entered = _entered(after.sheet, raw["changes"], seats)
        if action is None or action.kind == "enter":
            entered = (*(() if action is None else (dict(action.facts),)), *entered)
            if len(entered) == 1:
                return self._action("enter", entered[0], by)
            action = self._action(
                "correct", {"setup": setup_of_log(self), "changes": {}, "keep": len(self.entries)}, by
            )
        if not action.facts["keep"]:
            raise refused("changes", ALONE)
        return replace(action, facts=with_entries_after(action.facts, self.entries, entered))

    def drawing_dealer(self, by: Author) -> Action | None:
        """Correct the setup to a first dealer drawn by lot; None once something was entered.

        The key of the author decides, so that a draw which is sent twice is one.
        """
        if self.entries:
            return None
        dealers = self.game.dealers(len(self.setup["players"]))
        dealer = dealers[int.from_bytes(blake2b(by.key.encode()).digest()) % len(dealers)]
        facts = {"setup": {**setup_of_log(self), "dealer": dealer}, "changes": {}, "keep": 0}
        return self._action("correct", facts, by)

    def _setting_up(self, raw: Setup, by: Author, *, reopen: bool) -> Action | None:
        """The correction of the setup with who deals now, without `changes`."""
        now = setup_of(self.game.start(raw))
        after = _blank(self.game, now, self.names)
        was = setup_of_log(self)
        seats = new_seats(was["players"], now["players"])
        joins = [index for index, entry in enumerate(self.entries) if entry["step"] == JOIN]
        beside = {
            joins[seat - len(was["players"])]: seats.get(other, other) for seat, other in raw.get("beside", {}).items()
        }
        facts = setup_correction(
            self.game, was, now, self.entries, blank=self.blank, after=after, reopen=reopen, beside=beside
        )
        action = None if facts is None else self._action("correct", facts, by)
        if raw.get("deals_now") is None:
            return action
        dealer = read_entry(self.sheet, {"step": DEALER, "seat": raw["deals_now"]})["seat"]
        seat = seats.get(dealer, dealer)
        sheet = self.sheet if action is None else self.after(action).sheet
        is_asked = isinstance(sheet, PassingDeal) and sheet.find_ask(DEALER) and sheet.dealer != seat
        # An entry that this seat deals now, where another would, goes with the correction, or is made alone.
        if not is_asked or sheet.deals < self.sheet.deals:
            return action
        entry = {"step": DEALER, "seat": seat}
        if action is None:
            return self._action("enter", entry, by)
        return replace(action, facts=with_entries_after(action.facts, self.entries, (entry,)))

    def _action(self, kind: ActionKind, facts: Mapping[str, Any], by: Author) -> Action:
        return Action(self.position, kind, facts, by.stamp, by.device)

    # Later and earlier states.

    def with_entry(self, entry: Entry, by: Author) -> Session:
        """The session after an entry that `read_entry` has just checked on this sheet: it is not read again."""
        action = Action(self.position, "enter", entry.to_json(), by.stamp, by.device)
        actions, log = (*self.actions, action), self.log.after(action)
        return replace(self, actions=actions, log=log, sheet=self.sheet.write(entry))

    def after(self, *actions: Action) -> Session:
        """Append actions to the log; raises UnreadableSessionError."""
        log = self.log
        try:
            for action in actions:
                log = log.after(action)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            # Checked actions never fail here: the file was damaged or edited.
            raise UnreadableSessionError(self.id, ValueError("an action in its log is damaged")) from error
        kept, entries = len(self.entries), log.entries
        try:
            blank = self.blank_of(log.setup)
            if blank is self.blank and entries[:kept] == self.entries:
                sheet = replay_trusted(self.sheet, entries[kept:])
            else:
                sheet = replay_trusted(blank, entries)
        except EntryError as error:
            raise UnreadableSessionError(self.id, error) from error
        return replace(self, actions=(*self.actions, *actions), log=log, blank=blank, sheet=sheet)

    def at(self, position: int) -> Session:
        """The session after the first `position` actions."""
        blank = self.blank_of(None)
        return replace(self, actions=(), log=Log(), blank=blank, sheet=blank).after(*self.actions[:position])

    def blank_of(self, setup: Setup | None) -> Sheet[Any]:
        """The blank sheet of a corrected setup, or of the one that the session began with; raises EntryError."""
        if setup == self.log.setup:
            return self.blank
        return _blank(self.game, setup or self.begun, self.names)


def setup_of_log(session: Session) -> Setup:
    """The present setup as a correction has it: with all options, and the players' first names in the record."""
    return {**setup_of(session.blank), "players": session.setup["players"]}


def _entered(sheet: Sheet[Any], changes: Sequence[EntryJson], seats: Mapping[int, int]) -> Entries:
    """Changes of who plays, entered in the order in which the numbers of players allow them; raises EntryError."""
    left = [
        {name: seats.get(value, value) if name in ("seat", "after") else value for name, value in change.items()}
        for change in changes
    ]
    entered: list[EntryJson] = []
    refusal: EntryError | None = None
    while left:
        for change in left:
            try:
                entry = read_entry(sheet, change)
            except EntryError as error:
                refusal = refusal or error
                continue
            sheet = sheet.write(entry)
            entered.append(entry.to_json())
            left.remove(change)
            break
        else:
            assert refusal is not None
            raise refusal
    return tuple(entered)


def new_session(
    *, id: str, created_at: str, head: Mapping[str, object], names: Mapping[str, str] = MappingProxyType({})
) -> Session:
    """Make a session with a blank sheet; `head` is its document without entries, as recorded.

    `names` are as in `Session`. Raises UnreadableSessionError.
    """
    try:
        blank, game = document.blank(head), find_game(head["game"])
        begun = setup_of(blank)
        if names:
            blank = _blank(game, begun, names)
    except (EntryError, UnknownGameError) as error:
        raise UnreadableSessionError(id, error) from error
    return Session(
        id=id,
        game=game,
        created_at=created_at,
        played_at=created_at,
        blank=blank,
        sheet=blank,
        begun=begun,
        names=names,
    )


def _blank(game: AnyGame, setup: Setup, names: Mapping[str, str]) -> Sheet[Any]:
    """The blank sheet of a setup, with what its players are called now; raises EntryError.

    They have their first names, where two of them have become one since.
    """
    now = [names.get(name, name) for name in setup["players"]]
    are_apart = len(set(map(same_name, now))) == len(now)
    return replace(game.start({**setup, "players": now if are_apart else setup["players"]}), names=names)
