"""The two steps of a month, what they ask and refuse: the deal, then the calls, who stopped and the yaku.

Two players can enter them on their own phones as they play; they see at once what can't be so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from scoring.decks.hanafuda import CARDS, LIGHTS, Card, cards_of
from scoring.decks.yaku import Made, Yaku, YakuRules, certain, is_wet, read_yaku, with_points
from scoring.entry.choices import NOBODY, YES_NO, Choice, Pick, PickMany, SeatPick
from scoring.entry.fields import Field, Number, Own
from scoring.errors import Problem
from scoring.games.koi_koi.payment import TURNS, called_too_often, names_of
from scoring.message import Message, Words, count, say
from scoring.sheets.values import RESULT, Ask, Entry
from scoring.table import Table

DEALT = {"teshi": say("Teshi"), "kuttsuki": say("Kuttsuki")}
DEALT_CHOICES = (
    Choice("teshi", DEALT["teshi"], say("Four cards of one month in the hand.")),
    Choice("kuttsuki", DEALT["kuttsuki"], say("Four pairs of months in the hand.")),
)
MAX_LIGHTS = len(LIGHTS)
SeatInput: TypeAlias = Mapping[str, Any]
"""What a seat has entered on its own phone, as documents write it."""
NAMED = 6
"""The most cards that a message names."""
CARD_CHOICES = tuple(Choice(card.code, card.name) for card in CARDS)
NOVEMBER = Pick(
    name="november",
    label=say("A November card in the winner’s pile"),
    choices=YES_NO,
    optional=True,
)
THE_DEAL = say("The deal")
NO_YAKU_ENTERED = say("Enter {name}’s yaku or cards.")
EACH = "each_"
"""Before the names of the fields of yaku: those of each seat, where nobody stopped."""
SECOND = "second"
"""Kept beside a seat's input: the cards that the other had tapped already, each with a number that grows each time."""


def deal(seats: tuple[int, ...], *, lights: bool, month: Message) -> Ask:
    """The step at the start of the month; the brights are asked only with `lights`."""
    field = Number(
        name="lights", label=say("Brights on the field"), low=0, high=MAX_LIGHTS, optional=True, own=Own.LIVE
    )
    hands = Pick(
        name="dealt",
        label=say("Dealt hand"),
        seats=seats,
        choices=DEALT_CHOICES,
        optional=True,
        turns=True,
        own=Own.LIVE,
    )
    return Ask(
        step="deal",
        title=THE_DEAL,
        fields=(field, hands) if lights else (hands,),
        action=say("Start the month"),
        called=say("{what} of {deal}", what=THE_DEAL, deal=month),
    )


def result(seats: tuple[int, ...], *, rules: YakuRules, month: Message, private: bool, both: bool) -> Ask:
    """The step at the end of the month; `private`: no seat sees the other's cards.

    `both`: the yaku of each seat are asked where nobody stopped.
    """
    calls = Number(
        name="calls", label=say("Koi-koi calls"), seats=seats, low=0, high=TURNS, suggested=(0, 0), own=Own.LIVE
    )
    winner = SeatPick(
        name="winner",
        label=say("Who stopped"),
        among=seats,
        nobody=say("nobody"),
        own=Own.LIVE,
    )
    named = _yaku_fields(rules)
    each = tuple(replace(field, name=EACH + field.name, seats=seats) for field in named) if both else ()
    november: tuple[Field, ...] = (NOVEMBER,) if rules.rain else ()
    cards = PickMany(
        name="cards",
        label=say("Captured cards"),
        help=say("Instead of the yaku: tap the winner’s cards, and the sheet works out the yaku."),
        seats=seats,
        choices=CARD_CHOICES,
        optional=True,
        own=Own.LIVE,
        private=private,
    )
    return Ask(
        step="result",
        title=RESULT,
        fields=(calls, winner, *named, *november, *each, cards),
        action=say("Save {deal}", deal=month),
        called=say("{what} of {deal}", what=RESULT, deal=month),
    )


def _yaku_fields(rules: YakuRules) -> tuple[Field, ...]:
    """The yaku by name, and how many cards of those that count them."""
    yaku = PickMany(
        name="yaku",
        label=say("Yaku"),
        choices=tuple(Choice(yaku.slug, yaku.name, yaku.rule) for yaku in rules.plain),
        optional=True,
    )
    counts = (
        Number(
            name=yaku.slug,
            label=say("{yaku}: how many cards", yaku=yaku.name),
            help=yaku.rule,
            low=rules.fewest(yaku),
            high=len(yaku.of),
            optional=True,
        )
        for yaku in rules.counted
    )
    return (yaku, *counts)


def dealt_hands(entry: Entry) -> dict[int, str]:
    """The special hands that were dealt, by seat."""
    return {seat: hand for seat, hand in enumerate(entry.get("dealt") or ()) if hand}


def piles_of(entry: Entry) -> list[frozenset[Card]]:
    """The captured cards of each seat, as far as they were tapped."""
    return [cards_of(codes or ()) for codes in entry.get("cards") or ((), ())]


def yaku_by_name(entry: Entry, rules: YakuRules, seat: int) -> Made:
    """The yaku of a seat as they were entered by name: of whoever stopped, or of each where nobody did."""

    def said(name: str) -> Any:
        if entry["winner"] == seat:
            return entry.get(name)
        return (entry.get(EACH + name) or (None, None))[seat]

    named = said("yaku") or ()
    entered = [yaku for yaku in rules.played if (said(yaku.slug) if yaku.counted else yaku.slug in named)]
    replaced = [rules.grown[yaku] for yaku in entered if yaku in rules.grown]
    counting = (yaku for yaku in entered if yaku not in replaced)
    return with_points(counting, rules, lambda yaku: said(yaku.slug) or 0)


def yaku_of(entry: Entry, rules: YakuRules, seat: int) -> tuple[Made, frozenset[Card]]:
    """A seat's yaku: from the cards if they were tapped, else as entered; with the cards known of the pile."""
    if pile := piles_of(entry)[seat]:
        return read_yaku(pile, rules), pile
    made = yaku_by_name(entry, rules, seat)
    return made, certain(made)


def check_result(entry: Entry, table: Table, rules: YakuRules, *, both: bool) -> Iterator[Problem]:
    """The problems of the end of a month: a card in both piles, a yaku without stop or koi-koi, a stop without one.

    `both`: where nobody stopped, whoever called has yaku too.
    """
    winner, piles, calls = entry["winner"], piles_of(entry), entry["calls"]
    if twice := [card.name for card in CARDS if card in piles[0] & piles[1]]:
        listed: tuple[Words, ...] = (*twice[:NAMED], *(("…",) if len(twice) > NAMED else ()))
        yield Problem("cards", None, say("In both piles at once: {cards}. Take them out of one.", cards=listed))
    else:
        for seat in table.seats:
            made, _ = yaku_of(entry, rules, seat)
            if made and seat != winner and not calls[seat]:
                text = say(
                    "{name}’s cards make {yaku}. A player with a yaku stops or calls koi-koi, so enter one of the two.",
                    name=table.players[seat],
                    yaku=names_of(made),
                )
                yield Problem("calls", seat, text)
    if winner != NOBODY:
        if any(any(entry.get(EACH + field.name) or ()) for field in _yaku_fields(rules)):
            text = say("{name} stopped, so only {name}’s yaku count. Remove the others, or choose “nobody”.")
            yield Problem(EACH + "yaku", None, text.of(name=table.players[winner]))
        yield from _check_yaku(entry, winner, table, rules)
        return
    if any(entry.get(field.name) for field in _yaku_fields(rules)):
        yield Problem("yaku", None, say("Nobody stopped, so no yaku count. Remove the yaku, or choose who stopped."))
    for seat in table.seats:
        if both and calls[seat]:
            yield from _check_yaku(entry, seat, table, rules)


def _check_yaku(entry: Entry, seat: int, table: Table, rules: YakuRules) -> Iterator[Problem]:
    """The problems of one player's yaku, who stopped, or had called and could not.

    Tapped cards must make a yaku, and match yaku that are entered too; yaku by name must count together.
    """
    stopped, name, pile, calls = entry["winner"] == seat, table.players[seat], piles_of(entry)[seat], entry["calls"]
    entered, (made, _) = yaku_by_name(entry, rules, seat), yaku_of(entry, rules, seat)
    field, place = ("yaku", None) if stopped else (EACH + "yaku", seat)
    november = {"yes": True, "no": False}.get(entry.get(NOVEMBER.name)) if stopped else None
    wrong: list[Problem] = []
    if not pile:
        if not entered:
            wrong.append(Problem(field, place, NO_YAKU_ENTERED.of(name=name)))
        for yaku, points in entered.items():
            if points < yaku.points:
                text = say("{yaku} takes {n} cards or more.", yaku=yaku.name, n=yaku.least)
                wrong.append(Problem(yaku.slug if stopped else EACH + yaku.slug, place, text))
        together = check_together(entered, rules, november=november)
        wrong += [Problem(field, place, each.message) if each.field == "yaku" else each for each in together]
    elif stopped and not made:
        text = say("{name}’s cards make no yaku. Tap the missing cards, or choose “nobody”.", name=name)
        wrong.append(Problem("cards", seat, text))
    elif entered and entered != made:
        text = say(
            "{name}’s cards make {made}, but you entered {entered}. Correct one of them.",
            name=name,
            made=names_of(made),
            entered=names_of(entered),
        )
        wrong.append(Problem(field, place, text))
    if pile and november not in (None, is_wet(pile)):
        text = say("{name}’s cards don’t match the answer about a November card. Correct one of them.", name=name)
        wrong.append(Problem(NOVEMBER.name, None, text))
    wet = is_wet(pile) if pile else november is not False
    if not wrong and (too_often := called_too_often(name, calls[seat], made, rules, wet=wet, stopped=stopped)):
        wrong.append(Problem("calls", seat, too_often))
    yield from wrong


def check_parts(inputs: Mapping[int, SeatInput], table: Table, rules: YakuRules) -> Iterator[Problem]:
    """What two players have tapped on their own phones that cannot both be so, or that one's own cards do not allow."""
    one, other = table.players
    parts: list[SeatInput] = [inputs.get(seat, {}) for seat in table.seats]
    piles = [cards_of(part.get("cards") or ()) for part in parts]
    lights = [part["lights"] for part in parts if part.get("lights") is not None]
    if len({*lights}) > 1:
        text = say(
            "Brights on the field: {one} counts {lights}, {other} {others}. Count again, and tap the same number.",
            one=one,
            lights=lights[0],
            other=other,
            others=lights[1],
        )
        yield Problem("lights", None, text)
    # 「手元に置きます」: a card lies in one pile.
    noted, others = (part.get(SECOND) or {} for part in parts)
    for seat, first in enumerate(table.players):
        cards = tuple(
            card.name
            for card in CARDS
            if card in piles[0] & piles[1] and (noted.get(card.code, 0) > others.get(card.code, 0)) == bool(seat)
        )
        if cards:
            text = count(
                "You both tapped {cards} ({first} first). If it isn’t yours, tap it again to clear it.",
                "You both tapped {cards} ({first} first). If they aren’t yours, tap them again to clear them.",
                n=len(cards),
                cards=cards,
                first=first,
            )
            yield Problem("cards", None, text)
    # 「その時点で即座にラウンドが終了」: one stops, or nobody could.
    winners = [part.get("winner") for part in parts]
    if winners in ([0, 1], [0, NOBODY], [NOBODY, 1]):
        text = say("{one} and {other} don’t agree who stopped. One of you must take it back.", one=one, other=other)
        yield Problem("winner", None, text)
    for seat in inputs:
        pile, calls = piles[seat], parts[seat].get("calls") or 0
        made, wet = read_yaku(pile, rules), is_wet(pile)
        if pile and (too_often := called_too_often(table.players[seat], calls, made, rules, wet=wet, stopped=False)):
            yield Problem("calls", None, too_often)


def check_together(entered: Iterable[Yaku], rules: YakuRules, *, november: bool | None) -> Iterator[Problem]:
    """Why these yaku don't count together; `november` is None where it was not answered.

    No other sets of yaku are refused, though for some of them there are no cards.
    """
    plain = [yaku for yaku in entered if not yaku.counted]
    # 「三光、雨四光、四光、五光の4つの役だけは、互いに重複しません」
    beaten = {slug for yaku in plain for slug in yaku.beats}
    several = [yaku for yaku in plain if yaku.slug in beaten or beaten.intersection(yaku.beats)]
    if len(several) > 1:
        best = next(yaku.name for yaku in several if yaku.slug not in beaten)
        text = say("{yaku} don’t count together. Keep only the best, {best}.", yaku=_names(several), best=best)
        yield Problem("yaku", None, text)
    # 「11月(柳)の札を取ってしまうと、花見で一杯/月見で一杯の役が無効になってしまいます」
    void = _names(yaku for yaku in plain if yaku.rain and rules.rain)
    holder = next((yaku.name for yaku in plain if is_wet(yaku.certain) and rules.rain), None)
    if void and holder:
        text = say("{holder} includes a November card, which cancels {yaku}. Remove {yaku}.", holder=holder, yaku=void)
        yield Problem("yaku", None, text)
    elif void and november:
        yield Problem("yaku", None, say("A November card cancels {yaku}. Remove it, or answer “No”.", yaku=void))
    elif holder and november is False:
        yield Problem(NOVEMBER.name, None, say("{yaku} includes a November card. Answer “Yes”.", yaku=holder))
    for yaku in (each for each in rules.plain if each.slug in rules.alone):
        parts = [each for each in rules.plain if each.slug in yaku.parts]
        those = [each for each in parts if each in plain]
        if those and (yaku in plain or those == parts):
            text = say(
                "At this table {yaku} counts alone. Enter it without {others}.", yaku=yaku.name, others=_names(parts)
            )
            yield Problem("yaku", None, text)


def _names(several: Iterable[Yaku]) -> tuple[Message, ...]:
    return tuple(yaku.name for yaku in several)
