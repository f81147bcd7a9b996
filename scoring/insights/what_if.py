"""What-if: scores a session's entries again under other house rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.core import enter, replay_trusted
from scoring.entry.moving import other_deal
from scoring.entry.telling import told
from scoring.errors import EntryError, Problem
from scoring.message import Message, Words, bare, both, say
from scoring.sheets import changes, extras
from scoring.sheets.sheet import Sheet


@dataclass(frozen=True)
class Breach:
    """An entry that the other rules would have refused: its name, its values and the problems."""

    called: Message
    told: tuple[Message, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, kw_only=True)
class WhatIf:
    """A session scored under other rules: its sheet, and notes on what does not apply.

    `against` are the entries that those rules forbid; `whole`: nothing was left out as impossible to score; `alike`:
    every scored entry can be compared; `as_long`: the game ends at the same entry.
    """

    sheet: Sheet[Any]
    against: tuple[Breach, ...] = ()
    notes: tuple[Message, ...] = ()
    whole: bool = True
    alike: bool = True
    as_long: bool = True

    @property
    def comparable(self) -> bool:
        """Whether the same deals were scored, with every entry legal under both rules."""
        return self.whole and self.alike and self.as_long and not self.against

    @property
    def scored(self) -> bool:
        """Whether at least one deal could be scored."""
        return bool(self.sheet.deals)


def what_if(played: Sheet[Any], entries: Sequence[Mapping[str, object]], blank: Sheet[Any]) -> WhatIf:
    """Score entries on a `blank` sheet with other rules for the same table; `played` is their own blank sheet.

    Entries that those rules forbid are scored all the same. Scoring stops at the first entry that doesn't answer what
    is asked (other hands, stakes out of bounds), and where the game would have ended.
    """
    said = _Said()
    sheet = finished = blank
    stop: Message | None = None
    whole = True
    for position, entry in enumerate(entries):
        if sheet.over and not played.over and entry["step"] not in ("note", "end"):
            stop = _ended(sheet)
            break
        after = _scored(sheet, entry, played, said)
        played = replay_trusted(played, [entry])
        if isinstance(after, Message):
            stop = say(
                "These rules can’t score the game from “{entry}” on: {why}", entry=played.called[position], why=after
            )
            sheet, whole = finished, False
            break
        sheet = after
        finished = finished if sheet.pending else sheet
    if stop is None and played.over and not sheet.over:
        stop = say("The game wouldn’t be over yet.")
    notes = (*said.notes(), *((stop,) if stop else ()))
    return WhatIf(
        sheet=sheet,
        against=tuple(said.against),
        notes=notes,
        whole=whole,
        alike=not said.unlike,
        as_long=stop is None,
    )


class _Said:
    """Collects illegal entries, entries that can't be compared (by the reason), and fields that are not asked."""

    def __init__(self) -> None:
        self.against: list[Breach] = []
        self.unlike: dict[Message, list[Message]] = {}
        self.unasked: dict[str, Words] = {}

    def notes(self) -> Iterator[Message]:
        for why, entries in self.unlike.items():
            yield bare("{why}: {entries}.", why=why, entries=tuple(entries))
        if self.unasked:
            yield say("Ignored, because these rules don’t use it: {fields}.", fields=tuple(self.unasked.values()))


def _scored(sheet: Sheet[Any], entry: Mapping[str, object], played: Sheet[Any], said: _Said) -> Sheet[Any] | Message:
    """Score an entry made on the sheet `played`; returns a message if that is impossible."""
    was, ask = played.ask_for(entry["step"]), sheet.ask_for(entry["step"])
    if ask is None:
        if entry["step"] in changes.PLAYERS_CHANGE:
            return say("the players could not change so.")
        if entry["step"] in extras.EXTRA_STEPS:
            return sheet
        main = sheet.ask
        return say("the next entry would be “{title}”.", title=main.title) if main else say("The game would be over.")
    if was is not None and (other := other_deal(was, ask)):
        return other
    entry, unlike = sheet.by_other_rules(entry, was=played)
    names = {field.name: field for field in ask.fields}
    gone = [name for name in entry if name != "step" and name not in names]
    if was is not None:
        said.unasked |= {field.name: field.label for field in was.fields if field.name in gone}
    fitting = {name: value for name, value in entry.items() if name == "step" or name in names}
    if unlike:
        said.unlike.setdefault(unlike, []).append(ask.called)
    try:
        return enter(sheet, fitting)
    except EntryError as error:
        broken = error.problems
    if entry["step"] == changes.PLAN:
        # These rules have another plan, on which the table would have changed nothing, or something else.
        return sheet
    try:
        after = replay_trusted(sheet, [fitting])
    except EntryError as error:
        return error.problems[0].message
    if not unlike and entry["step"] not in changes.CHANGE_STEPS:
        said.against.append(Breach(ask.called, told(ask, fitting, sheet), broken))
    return after


def _ended(sheet: Sheet[Any]) -> Message:
    return say("The game would have ended sooner, so later entries aren’t counted: {why}", why=sheet.why_over or "")


def verdict(before: Sheet[Any], after: Sheet[Any], rules: Words) -> Message:
    """A sentence on who would have won, or would lead, under the other rules; `rules` is their name."""
    first, same = _first(after), same_first(before, after)
    if after.drawn:
        return say("Under “{rules}”, it would have been a draw.", rules=rules)
    if not first:
        return say("Under “{rules}”, nobody would have won.", rules=rules)
    names = both(*map(after.name_of_side, first))
    if after.over and same and before.over:
        return say("Under “{rules}”, {names} would still have won.", rules=rules, names=names)
    if after.over:
        return say("Under “{rules}”, {names} would have won.", rules=rules, names=names)
    if same:
        return say("Under “{rules}”, {names} would still lead.", rules=rules, names=names)
    return say("Under “{rules}”, {names} would lead.", rules=rules, names=names)


def outcome(before: Sheet[Any], after: Sheet[Any]) -> Message:
    """The same as `verdict` without the name of the rules."""
    first, same = _first(after), same_first(before, after)
    if after.drawn:
        return say("It would have been a draw.")
    if not first:
        return say("Nobody would have won.")
    names = both(*map(after.name_of_side, first))
    if after.over and same and before.over:
        return say("{names} would still have won.", names=names)
    if after.over:
        return say("{names} would have won.", names=names)
    if same:
        return say("{names} would still lead.", names=names)
    return say("{names} would lead.", names=names)


def same_first(before: Sheet[Any], after: Sheet[Any]) -> bool:
    """Whether the same sides have won, or lead, under both rules."""
    return set(_first(after)) == set(_first(before))


def _first(sheet: Sheet[Any]) -> tuple[tuple[int, ...], ...]:
    """The winning sides, or those that lead while the game runs."""
    if sheet.over:
        return tuple(side for side in sheet.sides if side[0] in sheet.winners)
    return tuple(each.seats for each in sheet.standings if each.place == 1)
