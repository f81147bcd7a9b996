"""The actions of a session in words: names, the log, the news of the last one, and what a correction would change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby, islice
from typing import Any

from record.corrections import describe_refits, describe_setup_changes
from record.log import Action, Entries, Log, same_start
from record.session import Session
from scoring.core import replay_trusted
from scoring.entry.reseating import new_seats
from scoring.errors import EntryError
from scoring.insights.news import new_lead
from scoring.message import Message, Param, Points, Words, bare, count, joined, once, plain, say, signed
from scoring.sheets import extras
from scoring.sheets.changes import PLAYERS_CHANGE, turns_in_words
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask

UNDONE, REDONE, CORRECTED = say("Undone: {names}"), say("Redone: {names}"), say("Corrected: {names}")
SEATS_CHANGED = say("Seats")

# Names, and the news of the last action.


def names_of_done(session: Session) -> Iterator[Message]:
    """The names of actions to undo, the last first; ends at a correction that dropped, refitted or moved entries."""
    called = session.sheet.called
    for action, live in session.log.done_last_first():
        if action.kind == "enter":
            yield called[live]
            continue
        yield _correction(called, action)
        if action.facts["keep"] < live or action.facts.keys() & {"refitted", "setup"}:
            return


def names_of_undone(session: Session) -> Iterator[Message]:
    """The names of actions to redo, the next first; ends after a correction, which later ones may depend on."""
    sheet = session.sheet
    for action in reversed(session.log.undone):
        if action.kind == "correct":
            yield _correction(sheet.called, action)
            return
        try:
            sheet = replay_trusted(sheet, (action.facts,))
        except EntryError:
            return
        yield sheet.called[-1]


def last_change(session: Session) -> Message | None:
    """A message on the last action: the entry, or what the undo, redo or correction changed."""
    if not session.actions:
        return None
    last = session.actions[-1]
    if last.kind == "enter":
        return session.sheet.message
    if last.kind == "undo":
        return UNDONE.of(names=tuple(islice(names_of_undone(session), last.facts.get("count", 1))))
    done = session.log.done[-1]
    if last.kind == "redo" and done.kind == "enter":
        return REDONE.of(names=session.sheet.called[-1])
    before = session.log.corrected[-1]
    blank = session.blank_of(before.setup)
    was = replay_trusted(blank, before.entries)
    changes = tuple(_differing_totals(was, session.sheet)) or (say("Totals unchanged"),)
    if dropped := len(before.entries) - done.facts["keep"]:
        changes = (*changes, _dropped(dropped, over=session.sheet.over))
    if "setup" in done.facts:
        beside = tuple(_beside_setup(session.log, done, blank=session.blank))
        setup = tuple(describe_setup_changes(session.game, blank, session.blank))
        if beside and not setup:
            return bare("{changes}", changes=beside)
        # Whoever dealt first before may be drawn again.
        setup = setup or tuple(turns_in_words(session.sheet, session.sheet))
        corrected = say("Setup corrected: {what}", what=(*setup, *beside))
        return bare("{corrected}. {changes}", corrected=corrected, changes=changes) if before.entries else corrected
    name = _corrected_entry(was.called, done)
    # The totals are in the rows as well, so they are last, where a short line is cut.
    parts: Param = changes
    if refits := tuple(describe_refits(session.blank, before.entries, done.facts)):
        parts = bare("{refits}; {changes}", refits=refits, changes=parts)
    if lead := new_lead(session.sheet, was=was):
        parts = bare("{lead}; {changes}", lead=lead, changes=parts)
    return bare("{corrected}. {changes}", corrected=CORRECTED.of(names=name), changes=parts)


def _beside_setup(log: Log, correction: Action, *, blank: Sheet[Any]) -> Iterator[Message]:
    """What the table changed along with a correction of the setup, which is the last of the log."""
    last = len(log.ids)
    while last and log.ids[last - 1] == correction.position:
        last -= 1
    sheet = replay_trusted(blank, log.entries[:last])
    for entry in log.entries[last:]:
        was, sheet = sheet, replay_trusted(sheet, (entry,))
        about = sheet.rows[-1].about if len(sheet.rows) > len(was.rows) else sheet.message
        if entry["step"] in PLAYERS_CHANGE and about:
            yield about


def undo_effects(session: Session) -> Iterator[Message]:
    """The totals that an undo changed, and who leads since; none after another action."""
    if session.actions and session.actions[-1].kind == "undo":
        was = session.at(session.position - 1).sheet
        yield from _differing_totals(was, session.sheet)
        if lead := new_lead(session.sheet, was=was):
            yield lead


def changed_totals(before: Sheet[Any], after: Sheet[Any]) -> Iterator[tuple[Words, Points, Points]]:
    """The sides whose total a correction or an undo has changed, each with what it had and has now."""
    seats = {now: was for was, now in new_seats(before.table.players, after.table.players).items()}
    for side in after.sides:
        seat, had = side[0], seats.get(side[0])
        if (before.opening if had is None else before.totals[had]) != after.totals[seat]:
            yield after.name_of_side(side), before.opening if had is None else before.held(had), after.held(seat)


def _differing_totals(before: Sheet[Any], after: Sheet[Any]) -> Iterator[Message]:
    for who, was, now in changed_totals(before, after):
        yield bare("{who} {total} ({points})", who=who, total=plain(now), points=signed(now - was))


def _dropped(number: int, *, over: bool) -> Message:
    if over:
        return count("{n} later entry no longer counts", "{n} later entries no longer count", n=number)
    return count("{n} later entry must be entered again", "{n} later entries must be entered again", n=number)


def _correction(called: tuple[Message, ...], action: Action) -> Message:
    if "setup" in action.facts:
        return say("Correction of the setup")
    return say("Correction of {name}", name=_corrected_entry(called, action))


def _corrected_entry(called: tuple[Message, ...], action: Action) -> Message:
    """The name of the last entry that a correction changed, which names the deal by its result."""
    changed = max(map(int, action.facts["changes"]), default=action.facts["keep"])
    return called[changed] if changed < len(called) else say("later entries")


# What a correction would change.


def beyond_row(before: Session, after: Session, number: int) -> Iterator[Message]:
    """What a correction of a row's entries changes beyond it; `after` is `before` where it changes nothing."""
    if later := sum(row.kind == "deal" for row in after.sheet.rows[number + 1 :]):
        yield say("{length} after this will be rescored.", length=after.sheet.deals_noun.of(n=later))
    if after is before:
        return
    facts = after.actions[-1].facts
    yield from describe_refits(before.blank, before.entries, facts)
    is_shorter = len(after.sheet.rows) < len(before.sheet.rows)
    yield from no_longer_fitting(before.sheet, after.sheet, dropped=facts["keep"] < len(before.entries))
    if after.sheet.over and (is_shorter or not before.sheet.over):
        yield ending(after.sheet)


def no_longer_fitting(before: Sheet[Any], after: Sheet[Any], *, dropped: bool) -> Iterator[Message]:
    """The rows that a correction takes away, or else that entries in no row yet are `dropped`.

    They are asked again, with the deal in play, unless the game is over.
    """
    rows = [row.called for row in before.rows[len(after.rows) :]]
    if rows and not after.over and before.pending:
        rows.append(before.deal_called(before.deals + 1))
    if rows or dropped:
        what: Words = rows[0] if rows else say("entries since the last result")
        if rows[1:]:
            what = say("{first} to {last}", first=rows[0], last=rows[-1])
        text = (
            say("No longer counted: {what}.")
            if after.over
            else say("To be entered again, as it no longer fits: {what}.")
        )
        yield text.of(what=what)


def untouched(sheet: Sheet[Any]) -> Iterator[Message]:
    """The deal in play, which a correction leaves as it is with what is entered of it."""
    if not sheet.over:
        yield say("What is entered of {deal} stays as it is.", deal=sheet.deal_called(sheet.deals + 1))


def lead(sheet: Sheet[Any], *, was: Sheet[Any]) -> Message:
    """Who leads after a correction, or that this stays."""
    if sheet.leaders == was.leaders:
        return say("Same lead")
    names = tuple(sheet.name_of_side(side) for side in sheet.sides if side[0] in sheet.leaders)
    return sheet.level_in_words(names) if len(names) > 1 else count("{name} leads", "{name} lead", n=1, name=names[0])


def ending(sheet: Sheet[Any]) -> Message:
    """The message that a correction ends the game."""
    return say("This ends the game: {why}", why=sheet.why_over or "")


# The log.


def log_lines(session: Session, shown: range | None = None) -> Iterator[tuple[Action, Message]]:
    """The actions in order with what they did, all of them or those at the positions `shown`."""
    past, log = ReplayedLog(session, session.blank_of(None)), Log()
    for action in session.actions:
        was, log = past.sheet, log.after(action)
        if shown is not None and action.position not in shown:
            past.go(log)
        elif action.kind == "enter":
            past.go(log)
            yield action, _entered(past, was)
        else:
            done = action if action.kind == "undo" else log.done[-1]
            what = [*_changes(past, log, done.facts if done.kind == "correct" else None)]
            if past.sheet.over and not was.over:
                what.append(say("The game is over: {why}", why=past.sheet.why_over or ""))
            told = {"undo": UNDONE, "redo": REDONE}.get(action.kind, CORRECTED)
            yield action, told.of(names=joined("·", *what) if what else "")


@dataclass
class ReplayedLog:
    """The sheets of a session: the blank one, and one after each entry."""

    session: Session
    blank: Sheet[Any]
    log: Log = field(default_factory=Log)
    sheets: list[Sheet[Any]] = field(default_factory=list)

    @property
    def entries(self) -> Entries:
        return self.log.entries

    @property
    def sheet(self) -> Sheet[Any]:
        return self.sheets[-1] if self.sheets else self.blank

    def before(self, index: int) -> Sheet[Any]:
        """The sheet on which an entry was asked."""
        return self.sheets[index - 1] if index else self.blank

    def ask(self, index: int) -> Ask:
        step = self.entries[index]["step"]
        ask = self.before(index).find_ask(step)
        assert ask is not None, "a recorded entry was asked"
        return ask

    def name(self, index: int) -> Message:
        """The name of an entry's row, or of the entry itself while its deal is played."""
        return next((row.called for row in self.sheet.rows if index in row.entries), self.sheet.called[index])

    def with_values(self, index: int, name: Message) -> Message:
        """An entry called by this name, with what was entered."""
        what = self.ask(index).texts(self.entries[index], self.before(index))
        return bare("{name} ({what})", name=name, what=what) if what else name

    def go(self, log: Log) -> None:
        """Switch to other entries, replaying only those that differ; all of them on another setup."""
        same = same_start(self.entries, log.entries)
        if log.setup != self.log.setup:
            same, self.blank = 0, self.session.blank_of(log.setup)
        del self.sheets[same:]
        for entry in log.entries[same:]:
            self.sheets.append(replay_trusted(self.sheet, (entry,)))
        self.log = log


def _entered(past: ReplayedLog, was: Sheet[Any]) -> Message:
    """The last entry with its name: the result where it finished a deal, else what was entered."""
    index = len(past.entries) - 1
    name, message = past.sheet.called[index], past.sheet.message
    if past.entries[index]["step"] in extras.EXTRA_STEPS:
        return message or name
    if message is None or len(past.sheet.rows) == len(was.rows):
        return past.with_values(index, name)
    # Some results begin with the row's name.
    return message if str(message).startswith(str(name)) else bare("{name}: {what}", name=name, what=message)


def _changes(past: ReplayedLog, after: Log, corrected: Mapping[str, Any] | None) -> Iterator[Message]:
    """What an undo, a redo or a correction with these facts changed; `past` is then at the log after it."""
    before = past.log
    if before.setup != after.setup or (corrected and "setup" in corrected):
        now = replay_trusted(past.session.blank_of(after.setup), after.entries)
        turns = turns_in_words(past.sheet, now, changed=True) if now.deals == past.sheet.deals else ()
        blank = past.session.blank_of(after.setup)
        beside = tuple(_beside_setup(after, after.done[-1], blank=blank)) if corrected is not None else ()
        # Where the first deal is in play, who deals first deals now.
        changes = once((*describe_setup_changes(past.session.game, past.blank, blank), *beside, *turns))
        if not changes and not after.entries:
            # Whoever dealt first before was drawn again.
            changes = tuple(turns_in_words(now, now))
        yield bare("{setup} ({changes})", setup=say("Setup"), changes=changes) if changes else SEATS_CHANGED
    else:
        yield from _differences(past, after)
        if corrected is not None:
            yield from describe_refits(past.blank, before.entries, corrected)
    if corrected is not None:
        past.go(after)
        if dropped := len(before.entries) - corrected["keep"]:
            yield _dropped(dropped, over=past.sheet.over)
        return
    yield from (_taken_back(past, index) for index in reversed(_only_in(before, after)))
    past.go(after)
    yield from (past.with_values(index, past.name(index)) for index in _only_in(after, before))


def _differences(past: ReplayedLog, after: Log) -> Iterator[Message]:
    """The differences between the entries before and after."""
    then = dict(zip(after.ids, after.entries, strict=True))
    changes = [
        (past.name(index), change)
        for index, (known, was) in enumerate(zip(past.log.ids, past.entries, strict=True))
        if known is not None and then.get(known, was)["step"] == was["step"]
        for change in past.ask(index).changes(was, then.get(known, was), past.before(index))
    ]
    for name, group in groupby(changes, key=lambda each: each[0]):
        yield bare("{name} ({what})", name=name, what=tuple(change for _, change in group))


def _taken_back(past: ReplayedLog, index: int) -> Message:
    """An entry that is undone; of one that went with a correction of the setup, what that changed."""
    known, entry = past.log.ids[index], past.with_values(index, past.name(index))
    if known is not None and past.session.actions[known].kind == "correct":
        return next((row.about for row in past.sheet.rows if index in row.entries), entry)
    return entry


def _only_in(one: Log, other: Log) -> list[int]:
    """The indexes of typed entries that only `one` has."""
    return [index for index, known in enumerate(one.ids) if known is not None and known not in other.ids]
