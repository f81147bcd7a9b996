"""Checks the end of a month: a card lies in one pile, yaku are of the player who stopped and can be together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scoring.decks.hanafuda import CARDS, Card, cards_of
from scoring.decks.yaku import Yaku, YakuRules, certain, is_wet, standing
from scoring.entry.choices import NOBODY
from scoring.errors import Problem
from scoring.games.koi_koi.asks import NOVEMBER
from scoring.games.koi_koi.claim import Claim
from scoring.message import Message, Words, say
from scoring.sheets.values import Doubt, Entry
from scoring.table import Table

NAMED = 6
"""The most cards that a message names."""


def dealt_hands(entry: Entry) -> dict[int, str]:
    """The special hands that were dealt, by seat."""
    return {seat: hand for seat, hand in enumerate(entry.get("dealt") or ()) if hand}


def check_lights(entry: Entry) -> Iterator[Problem]:
    """「ラウンドは即座に終了し…得点倍率はかかりません」: a month that a dealt hand ends needs no brights."""
    if entry.get("lights") is None and len(dealt_hands(entry)) != 1:
        yield Problem("lights", None, say("Choose how many brights are on the field."))


def claim_of(entry: Entry, winner: int, rules: YakuRules) -> Claim:
    """The winner's yaku: from the cards if they were tapped, else as entered."""
    pile = _pile(entry, winner)
    return Claim.of_cards(rules, pile) if pile else _said(entry, rules)


def is_named(entry: Mapping[str, Any]) -> bool:
    """Whether somebody won with yaku that were entered by name, without their cards."""
    winner = entry.get("winner", NOBODY)
    return winner != NOBODY and not (entry.get("cards") and entry["cards"][winner])


def voided(entry: Entry, winner: int, rules: YakuRules) -> tuple[Yaku, ...]:
    """The yaku of the winner's cards that rain voids."""
    cards = _known(entry, winner, rules)
    return sake(cards, rules) if is_wet(cards) or _november(entry) else ()


def doubt_of(entry: Entry, table: Table, rules: YakuRules) -> Doubt | None:
    """The question whether the winner has a card of November, where the yaku turn on it and don't tell."""
    winner = entry["winner"]
    if winner == NOBODY or _november(entry) is not None or _pile(entry, winner):
        return None
    cards = _known(entry, winner, rules)
    void = () if is_wet(cards) else sake(cards, rules)
    if not void:
        return None
    name, yaku = table.players[winner], tuple(each.name for each in void)
    if all(each.slug in _said(entry, rules) for each in void):
        question = say("Does {name} have a November card? It would cancel {yaku}.", name=name, yaku=yaku)
        return Doubt(question, say("No November card"), NOVEMBER.name, "no")
    question = say("Does {name} have a November card? Without one, {yaku} would count too.", name=name, yaku=yaku)
    return Doubt(question, say("Yes, a November card"), NOVEMBER.name, "yes")


def _known(entry: Entry, winner: int, rules: YakuRules) -> frozenset[Card]:
    """The winner's tapped cards, else those in every pile that makes the yaku."""
    return _pile(entry, winner) or certain(yaku for yaku, _ in _said(entry, rules).standing)


def sake(cards: frozenset[Card], rules: YakuRules) -> tuple[Yaku, ...]:
    """The yaku of these cards that a card of November voids."""
    return tuple(yaku for yaku in standing(cards, rules, wet=False) if yaku.rain) if rules.rain else ()


def check_result(entry: Entry, table: Table, rules: YakuRules) -> Iterator[Problem]:
    """The problems of the end of a month."""
    yield from _check_piles(entry, table, rules)
    winner = entry["winner"]
    if winner == NOBODY:
        if _said(entry, rules):
            text = say("Nobody stopped, so no yaku count. Remove the yaku, or choose who stopped.")
            yield Problem("yaku", None, text)
        return
    if _pile(entry, winner):
        problems = list(_check_cards(entry, winner, table, rules))
    else:
        problems = list(_check_said(entry, winner, table, rules))
    yield from problems or _check_calls(entry, winner, table, rules)


def _check_piles(entry: Entry, table: Table, rules: YakuRules) -> Iterator[Problem]:
    piles = [_pile(entry, seat) for seat in table.seats]
    if both := piles[0] & piles[1]:
        names: list[Words] = [card.name for card in CARDS if card in both]
        listed = tuple(names[:NAMED] + (["…"] if len(names) > NAMED else []))
        yield Problem("cards", None, say("In both piles at once: {cards}. Take them out of one.", cards=listed))
        return
    for seat, pile in enumerate(piles):
        made = Claim.of_cards(rules, pile)
        if made and seat != entry["winner"] and not entry["calls"][seat]:
            text = say(
                "{name}’s cards make {yaku}. A player with a yaku stops or calls koi-koi, so enter one of the two.",
                name=table.players[seat],
                yaku=made.names,
            )
            yield Problem("calls", seat, text)


def _check_cards(entry: Entry, winner: int, table: Table, rules: YakuRules) -> Iterator[Problem]:
    """The problems of tapped cards: they must make a yaku, and match yaku that are entered too."""
    name, pile = table.players[winner], _pile(entry, winner)
    made, said = Claim.of_cards(rules, pile), _said(entry, rules)
    if not made:
        text = say("{name}’s cards make no yaku. Tap the missing cards, or choose “no one”.", name=name)
        yield Problem("cards", winner, text)
    elif said and (said.without(made) or made.without(said)):
        text = say(
            "{name}’s cards make {made}, but you entered {said}. Correct one of them.",
            name=name,
            made=made.names,
            said=said.names,
        )
        yield Problem("yaku", None, text)
    november = _november(entry)
    if november is not None and november != is_wet(pile):
        if november:
            text = say("{name}’s cards include no November card. Tap it, or answer “No”.", name=name)
        else:
            text = say("{name}’s cards include a November card. Answer “Yes”, or take it out.", name=name)
        yield Problem("november", None, text)


def _check_said(entry: Entry, winner: int, table: Table, rules: YakuRules) -> Iterator[Problem]:
    said = _said(entry, rules)
    if not said:
        text = say("{name} stopped, so enter the yaku or the cards.", name=table.players[winner])
        yield Problem("yaku", None, text)
    for field, reason in check_together(said, november=_november(entry)):
        yield Problem(field, None, reason)


def check_together(claim: Claim, *, november: bool | None) -> Iterator[tuple[str, Message]]:
    """Why these yaku don't count together, each with the field to mend; `november` is None where it was not answered.

    No other sets of yaku are refused, though for some of them there are no cards.
    """
    said = [yaku for yaku, _ in claim.standing if not yaku.counted]
    yield from _beaten(said)
    if claim.rules.rain:
        yield from _washed(said, november=november)
    yield from _alone(said, claim.rules)


def _beaten(said: list[Yaku]) -> Iterator[tuple[str, Message]]:
    """「三光、雨四光、四光、五光の4つの役だけは、互いに重複しません」."""
    beaten = {slug for yaku in said for slug in yaku.beats}
    several = [yaku for yaku in said if yaku.slug in beaten or beaten.intersection(yaku.beats)]
    best = [yaku.name for yaku in several if yaku.slug not in beaten]
    if len(several) > 1:
        text = say("{yaku} don’t count together. Keep only the best, {best}.", yaku=_names(several), best=best[0])
        yield "yaku", text


def _washed(said: list[Yaku], *, november: bool | None) -> Iterator[tuple[str, Message]]:
    """「11月(柳)の札を取ってしまうと、花見で一杯/月見で一杯の役が無効になってしまいます」."""
    void = [yaku for yaku in said if yaku.rain]
    holder = next((yaku for yaku in said if is_wet(yaku.certain)), None)
    if void and holder:
        text = say(
            "{holder} includes a November card, which cancels {yaku}. Remove {yaku}.",
            holder=holder.name,
            yaku=_names(void),
        )
        yield "yaku", text
    elif void and november:
        text = say("A November card cancels {yaku}. Remove it, or answer “No”.", yaku=_names(void))
        yield "yaku", text
    elif holder and november is False:
        yield "november", say("{yaku} includes a November card. Answer “Yes”.", yaku=holder.name)


def _alone(said: list[Yaku], rules: YakuRules) -> Iterator[tuple[str, Message]]:
    for yaku in rules.plain:
        parts = [each for each in rules.plain if each.slug in yaku.parts]
        those = [each for each in parts if each in said]
        if yaku.slug in rules.alone and those and (yaku in said or those == parts):
            text = say(
                "At this table {yaku} counts alone. Enter it without {others}.", yaku=yaku.name, others=_names(parts)
            )
            yield "yaku", text


def _names(several: Iterable[Yaku]) -> tuple[Message, ...]:
    return tuple(yaku.name for yaku in several)


def _check_calls(entry: Entry, winner: int, table: Table, rules: YakuRules) -> Iterator[Problem]:
    """「新たに点数が増えない限り「やめ」を宣言することはできません」: each koi-koi and the stop take new points."""
    claim, calls = claim_of(entry, winner, rules), entry["calls"][winner]
    chances = claim.chances(wet=_may_be_wet(entry, winner))
    if calls >= chances:
        yield Problem("calls", winner, too_often(table.players[winner], claim, calls, chances - 1))


def too_often(name: str, claim: Claim, calls: int, most: int) -> Message:
    if not most:
        return say(
            "After koi-koi a player needs new points, so {yaku} is not enough to stop. Add a yaku, or set {name}’s"
            " koi-koi to 0.",
            yaku=claim.names,
            name=name,
        )
    return say(
        "After koi-koi a player needs new points. With {yaku}, {name} called {most} times at most, not {n}.",
        name=name,
        n=calls,
        yaku=claim.names,
        most=most,
    )


def _may_be_wet(entry: Entry, winner: int) -> bool:
    pile = _pile(entry, winner)
    return is_wet(pile) if pile else _november(entry) is not False


def _november(entry: Entry) -> bool | None:
    """Whether the winner's pile has a card of November; None if unknown."""
    return {"yes": True, "no": False}.get(entry.get("november"))


def _said(entry: Entry, rules: YakuRules) -> Claim:
    return Claim.said(rules, entry.get("yaku") or (), {yaku.slug: entry.get(yaku.slug) for yaku in rules.counted})


def _pile(entry: Entry, seat: int) -> frozenset[Card]:
    piles = entry.get("cards")
    return cards_of(piles[seat] or ()) if piles else frozenset()
