"""The two steps of a month, what they ask and refuse: the deal, then the calls, who stopped and the yaku."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scoring.decks.hanafuda import CARDS, LIGHTS, Card, cards_of
from scoring.decks.yaku import Made, Yaku, YakuRules, certain, is_wet, rained_out, read_yaku
from scoring.entry.choices import NOBODY, Choice, Pick, PickMany, SeatPick
from scoring.entry.fields import Field, Number, Own
from scoring.errors import Problem
from scoring.games.koi_koi.payment import TURNS, called_too_often, names_of
from scoring.message import Message, Words, say
from scoring.sheets.values import Ask, Doubt, Entry
from scoring.table import Table

DEALT = {"teshi": say("Teshi"), "kuttsuki": say("Kuttsuki")}
DEALT_CHOICES = (
    Choice("teshi", DEALT["teshi"], say("Four cards of one month in the hand.")),
    Choice("kuttsuki", DEALT["kuttsuki"], say("Four pairs of months in the hand.")),
)
MAX_LIGHTS = len(LIGHTS)
NAMED = 6
"""The most cards that a message names."""
CARD_CHOICES = tuple(Choice(card.code, card.name) for card in CARDS)
NOVEMBER = Pick(
    name="november",
    label=say("A November card in the winner's pile"),
    help=say("It cancels Hanami-zake and Tsukimi-zake."),
    choices=(Choice("yes", say("Yes")), Choice("no", say("No"))),
    optional=True,
)


def deal(seats: tuple[int, ...], *, lights: bool, month: Message) -> Ask:
    """The step at the start of the month; the brights are asked only with `lights`."""
    field = Number(
        name="lights", label=say("Brights on the field"), low=0, high=MAX_LIGHTS, optional=True, own=Own.LIVE
    )
    hands = Pick(
        name="dealt",
        label=say("Dealt hands"),
        seats=seats,
        choices=DEALT_CHOICES,
        optional=True,
        turns=True,
        own=Own.LIVE,
    )
    return Ask(
        step="deal",
        title=say("The deal"),
        fields=(field, hands) if lights else (hands,),
        action=say("Start the month"),
        called=say("Deal of {month}", month=month),
    )


def result(seats: tuple[int, ...], *, rules: YakuRules, month: Message, private: bool = False) -> Ask:
    """The step at the end of the month, whose parts seats may enter as they play; `private`: the cards hide."""
    calls = Number(
        name="calls", label=say("Koi-koi calls"), seats=seats, low=0, high=TURNS, suggested=(0, 0), own=Own.LIVE
    )
    winner = SeatPick(
        name="winner",
        label=say("Who stopped"),
        among=seats,
        nobody=say("no one"),
        missing=say("Choose who stopped, or “no one”."),
        own=Own.LIVE,
    )
    yaku = PickMany(
        name="yaku",
        label=say("Yaku"),
        choices=tuple(Choice(yaku.slug, yaku.name, yaku.rule) for yaku in rules.plain),
        optional=True,
    )
    counts = tuple(
        Number(
            name=yaku.slug,
            label=say("{yaku}: how many cards", yaku=yaku.name),
            help=yaku.rule,
            low=yaku.least,
            high=yaku.most,
            optional=True,
        )
        for yaku in rules.counted
    )
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
        title=say("End of the month"),
        fields=(calls, winner, yaku, *counts, *november, cards),
        action=say("Save {month}", month=month),
        called=say("Result of {month}", month=month),
    )


def dealt_hands(entry: Entry) -> dict[int, str]:
    """The special hands that were dealt, by seat."""
    return {seat: hand for seat, hand in enumerate(entry.get("dealt") or ()) if hand}


def winning_yaku(entry: Entry, rules: YakuRules) -> tuple[Made, frozenset[Card]]:
    """The winner's yaku: from the cards if they were tapped, else as entered; with the cards known of the pile."""
    if pile := _piles(entry)[entry["winner"]]:
        return read_yaku(pile, rules), pile
    said = _entered(entry, rules)
    return said, certain(said)


def _piles(entry: Entry) -> list[frozenset[Card]]:
    """The captured cards of each seat, as far as they were tapped."""
    return [cards_of(codes or ()) for codes in entry.get("cards") or ((), ())]


def _entered(entry: Entry, rules: YakuRules) -> Made:
    """The yaku as they were entered by name."""
    entered = entry.get("yaku") or ()
    cards = {yaku: entry.get(yaku.slug) if yaku.counted else yaku.slug in entered for yaku in rules.played}
    return {yaku: yaku.points_of(number) for yaku, number in cards.items() if number}


def doubt_of(entry: Entry, table: Table, rules: YakuRules) -> Doubt | None:
    """The question whether the winner has a card of November, where the yaku turn on it and don't tell."""
    winner = entry["winner"]
    if winner == NOBODY or entry.get(NOVEMBER.name) or _piles(entry)[winner]:
        return None
    said, cards = winning_yaku(entry, rules)
    void = () if is_wet(cards) else rained_out(cards, rules, wet=True)
    if not void:
        return None
    name, yaku = table.players[winner], _names(void)
    if all(each in said for each in void):
        question = say("Does {name} have a November card? It would cancel {yaku}.", name=name, yaku=yaku)
        return Doubt(question, say("No November card"), NOVEMBER.name, "no")
    question = say("Does {name} have a November card? Without one, {yaku} would count too.", name=name, yaku=yaku)
    return Doubt(question, say("Yes, a November card"), NOVEMBER.name, "yes")


def check_result(entry: Entry, table: Table, rules: YakuRules) -> Iterator[Problem]:
    """The problems of the end of a month: a card in both piles, a yaku without stop or koi-koi, a stop without one."""
    winner, piles, calls = entry["winner"], _piles(entry), entry["calls"]
    if both := [card.name for card in CARDS if card in piles[0] & piles[1]]:
        listed: tuple[Words, ...] = (*both[:NAMED], *(("…",) if len(both) > NAMED else ()))
        yield Problem("cards", None, say("In both piles at once: {cards}. Take them out of one.", cards=listed))
    else:
        for seat, pile in enumerate(piles):
            made = read_yaku(pile, rules)
            if made and seat != winner and not calls[seat]:
                text = say(
                    "{name}’s cards make {yaku}. A player with a yaku stops or calls koi-koi, so enter one of the two.",
                    name=table.players[seat],
                    yaku=names_of(made),
                )
                yield Problem("calls", seat, text)
    if winner == NOBODY:
        if _entered(entry, rules):
            yield Problem(
                "yaku", None, say("Nobody stopped, so no yaku count. Remove the yaku, or choose who stopped.")
            )
        return
    name = table.players[winner]
    problems = list(_check_claim(entry, winner, name, rules))
    yield from problems
    if not problems:
        wet = is_wet(piles[winner]) if piles[winner] else entry.get(NOVEMBER.name) != "no"
        made, _ = winning_yaku(entry, rules)
        if too_often := called_too_often(name, calls[winner], made, rules, wet=wet, stopped=True):
            yield Problem("calls", winner, too_often)


def _check_claim(entry: Entry, winner: int, name: str, rules: YakuRules) -> Iterator[Problem]:
    """Tapped cards must make a yaku, and match yaku that are entered too; yaku by name must count together."""
    pile, said = _piles(entry)[winner], _entered(entry, rules)
    november = {"yes": True, "no": False}.get(entry.get(NOVEMBER.name))
    if not pile:
        if not said:
            yield Problem("yaku", None, say("{name} stopped, so enter the yaku or the cards.", name=name))
        yield from check_together(said, rules, november=november)
        return
    made = read_yaku(pile, rules)
    if not made:
        yield Problem(
            "cards", winner, say("{name}’s cards make no yaku. Tap the missing cards, or choose “no one”.", name=name)
        )
    elif said and said != made:
        yield Problem(
            "yaku",
            None,
            say(
                "{name}’s cards make {made}, but you entered {said}. Correct one of them.",
                name=name,
                made=names_of(made),
                said=names_of(said),
            ),
        )
    if november is not None and november != is_wet(pile):
        if november:
            text = say("{name}’s cards include no November card. Tap it, or answer “No”.", name=name)
        else:
            text = say("{name}’s cards include a November card. Answer “Yes”, or take it out.", name=name)
        yield Problem(NOVEMBER.name, None, text)


def check_together(entered: Iterable[Yaku], rules: YakuRules, *, november: bool | None) -> Iterator[Problem]:
    """Why these yaku don't count together; `november` is None where it was not answered.

    No other sets of yaku are refused, though for some of them there are no cards.
    """
    said = [yaku for yaku in entered if not yaku.counted]
    # 「三光、雨四光、四光、五光の4つの役だけは、互いに重複しません」
    beaten = {slug for yaku in said for slug in yaku.beats}
    several = [yaku for yaku in said if yaku.slug in beaten or beaten.intersection(yaku.beats)]
    if len(several) > 1:
        best = next(yaku.name for yaku in several if yaku.slug not in beaten)
        text = say("{yaku} don’t count together. Keep only the best, {best}.", yaku=_names(several), best=best)
        yield Problem("yaku", None, text)
    # 「11月(柳)の札を取ってしまうと、花見で一杯/月見で一杯の役が無効になってしまいます」
    void = _names(yaku for yaku in said if yaku.rain and rules.rain)
    holder = next((yaku.name for yaku in said if is_wet(yaku.certain) and rules.rain), None)
    if void and holder:
        text = say("{holder} includes a November card, which cancels {yaku}. Remove {yaku}.", holder=holder, yaku=void)
        yield Problem("yaku", None, text)
    elif void and november:
        yield Problem("yaku", None, say("A November card cancels {yaku}. Remove it, or answer “No”.", yaku=void))
    elif holder and november is False:
        yield Problem(NOVEMBER.name, None, say("{yaku} includes a November card. Answer “Yes”.", yaku=holder))
    for yaku in (each for each in rules.plain if each.slug in rules.alone):
        parts = [each for each in rules.plain if each.slug in yaku.parts]
        those = [each for each in parts if each in said]
        if those and (yaku in said or those == parts):
            text = say(
                "At this table {yaku} counts alone. Enter it without {others}.", yaku=yaku.name, others=_names(parts)
            )
            yield Problem("yaku", None, text)


def _names(several: Iterable[Yaku]) -> tuple[Message, ...]:
    return tuple(yaku.name for yaku in several)
