"""A session scored again under other house rules: the same entries, on a sheet of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.core import enter, recall
from scoring.entry.fields import Number
from scoring.entry.telling import told
from scoring.errors import EntryError, Problem
from scoring.message import Message, Words, bare, both, say
from scoring.sheets import extras
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask


@dataclass(frozen=True)
class Breach:
    """An entry that other rules would have refused: its name, what was said, and why they would."""

    called: Message
    told: tuple[Message, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, kw_only=True)
class WhatIf:
    """What a session comes to under other rules: the sheet, and in sentences what of it does not apply.

    `against` are the entries that those rules forbid; `whole`: nothing had to be left out because it cannot be scored;
    `alike`: every entry that was scored can be compared; `as_long`: the game has its end where it had it.
    """

    sheet: Sheet[Any]
    against: tuple[Breach, ...] = ()
    notes: tuple[Message, ...] = ()
    whole: bool = True
    alike: bool = True
    as_long: bool = True

    @property
    def comparable(self) -> bool:
        """The very same deals were scored, and nothing in them would have had to be said otherwise."""
        return self.whole and self.alike and self.as_long and not self.against

    @property
    def scored(self) -> bool:
        """Something of what was played could be scored at all."""
        return bool(self.sheet.deals)


def what_if(played: Sheet[Any], entries: Sequence[Mapping[str, object]], blank: Sheet[Any]) -> WhatIf:
    """Entries scored again on a `blank` sheet with other rules for the same table; `played` is their blank sheet.

    What those rules would have forbidden is scored all the same. Where what was played no longer answers what is asked
    (other hands, stakes out of bounds), nothing more is counted, nor after an end that comes earlier.
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
        played = recall(played, [entry])
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
    """What is gathered on the way: entries that break the other rules, by the reason those that cannot be compared,
    and fields that those rules do not ask.
    """

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
    """The sheet with the entry on it, or why it cannot be; it was made on the sheet `played`."""
    was, ask = played.ask_for(entry["step"]), sheet.ask_for(entry["step"])
    if ask is None:
        if entry["step"] in extras.STEPS:
            return sheet
        main = sheet.ask
        return say("the next entry would be “{title}”.", title=main.title) if main else say("The game would be over.")
    if was is not None and (other := _other_deal(was, ask)):
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
    try:
        after = recall(sheet, [fitting])
    except EntryError as error:
        return error.problems[0].message
    if not unlike:
        said.against.append(Breach(ask.called, told(ask, fitting, sheet), broken))
    return after


def _other_deal(was: Ask, ask: Ask) -> Message | None:
    """Why what was said for the one ask cannot be said for the other: not so many tricks were there to be had."""
    dealt = {field.name: field for field in was.fields}
    for field in ask.fields:
        before = dealt.get(field.name)
        if isinstance(field, Number) and isinstance(before, Number) and field.out_of != before.out_of:
            return say(
                "{field}: you played with {was} cards each, these rules deal {now}.",
                field=field.label,
                was=str(before.out_of),
                now=str(field.out_of),
            )
    return None


def _ended(sheet: Sheet[Any]) -> Message:
    return say("The game would have ended sooner, so later entries aren’t counted: {why}", why=sheet.why_over or "")


def verdict(before: Sheet[Any], after: Sheet[Any], rules: Words) -> Message:
    """Who would have won, or would lead, by the other rules; `rules` is what they are called."""
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
    """The same where what the other rules are called stands beside it already."""
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
    """Whether the same have won, or lead, by both rules."""
    return set(_first(after)) == set(_first(before))


def _first(sheet: Sheet[Any]) -> tuple[tuple[int, ...], ...]:
    """The sides that have won, or lead where the game is not over."""
    if sheet.over:
        return tuple(side for side in sheet.sides if side[0] in sheet.winners)
    return tuple(each.seats for each in sheet.standings if each.place == 1)
