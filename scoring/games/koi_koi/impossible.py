"""Explains why no pile of cards can make the claimed yaku."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from scoring.decks.hanafuda import CARDS, NOVEMBER, Card
from scoring.decks.yaku import Yaku, YakuRules, is_wet, standing
from scoring.decks.yaku_by_name import Pile, certain, families, is_possible, piles, surely
from scoring.games.koi_koi.claim import Claim
from scoring.message import Message, plain, say

Reason = tuple[str, Message]


def reasons(claim: Claim, *, november: bool | None) -> Iterator[Reason]:
    """Every reason with the field to mend; none if some pile makes exactly these yaku.

    `november` says whether the pile has a card of November; None if unknown.
    """
    if is_possible(claim.plain, dict(claim.counts), claim.rules, november=november):
        return
    found = [reason for said in _by_family(claim) for reason in _wrong_together(said, claim.rules, november=november)]
    found += _too_few(claim)
    yield from (
        found or list(_too_many(claim, november=november)) or [("yaku", say("No cards make exactly these yaku."))]
    )


def _by_family(claim: Claim) -> Iterator[list[Yaku]]:
    said = [yaku for yaku, _ in claim.standing if not yaku.counted]
    for family in families(claim.rules):
        yield [yaku for yaku in said if yaku.of <= family]


def _wrong_together(said: list[Yaku], rules: YakuRules, *, november: bool | None) -> Iterator[Reason]:
    yield from _beaten(said)
    washed = list(_washed(said, rules, november=november)) if rules.rain else []
    yield from washed or list(_alone(said, rules)) or _lacking(said, rules, november=november)


def _beaten(said: list[Yaku]) -> Iterator[Reason]:
    """「三光、雨四光、四光、五光の4つの役だけは、互いに重複しません」."""
    beaten = {slug for yaku in said for slug in yaku.beats}
    several = [yaku for yaku in said if yaku.slug in beaten or beaten.intersection(yaku.beats)]
    best = [yaku.name for yaku in several if yaku.slug not in beaten]
    if len(several) > 1:
        text = say("{yaku} don’t count together. Keep only the best, {best}.", yaku=_names(several), best=best[0])
        yield "yaku", text


def _washed(said: list[Yaku], rules: YakuRules, *, november: bool | None) -> Iterator[Reason]:
    """「11月(柳)の札を取ってしまうと、花見で一杯/月見で一杯の役が無効になってしまいます」."""
    void = [yaku for yaku in said if yaku.rain]
    holder = next((yaku for yaku in said if is_wet(yaku.certain)), None)
    if void and holder:
        instead = [yaku for yaku in standing(certain(said), rules, wet=True) if yaku not in said]
        yield "yaku", _void_beside(holder, void, instead)
    elif void and november:
        text = say("A November card cancels {yaku}. Remove it, or answer “No”.", yaku=_names(void))
        yield "yaku", text
    elif holder and november is False:
        yield "november", say("{yaku} includes a November card. Answer “Yes”.", yaku=holder.name)


def _void_beside(holder: Yaku, void: list[Yaku], instead: list[Yaku]) -> Message:
    if instead:
        return say(
            "{holder} includes a November card, which cancels {yaku}. Enter {instead} instead.",
            holder=holder.name,
            yaku=_names(void),
            instead=_names(instead),
        )
    return say(
        "{holder} includes a November card, which cancels {yaku}. Remove {yaku}.",
        holder=holder.name,
        yaku=_names(void),
    )


def _alone(said: list[Yaku], rules: YakuRules) -> Iterator[Reason]:
    for yaku in rules.plain:
        parts = [each for each in rules.plain if each.slug in yaku.parts]
        those = [each for each in parts if each in said]
        if yaku.slug in rules.alone and those and (yaku in said or those == parts):
            text = say(
                "At this table {yaku} counts alone. Enter it without {others}.", yaku=yaku.name, others=_names(parts)
            )
            yield "yaku", text


def _lacking(said: list[Yaku], rules: YakuRules, *, november: bool | None) -> Iterator[Reason]:
    """The smallest combination whose cards make a yaku that was not entered."""
    for some in (some for number in range(1, len(said) + 1) for some in combinations(said, number)):
        made = surely(some, rules, november=november)
        lacking = [yaku for yaku in rules.plain if yaku in made and yaku not in said]
        without = [yaku for yaku in some if yaku not in made]
        if lacking:
            yield "yaku", _makes(some, lacking, without)
            return


def _makes(some: Iterable[Yaku], lacking: list[Yaku], without: list[Yaku]) -> Message:
    if without:
        return say(
            "The cards of {said} make {yaku}, which replaces {others} at this table.",
            said=_names(some),
            yaku=_names(lacking),
            others=_names(without),
        )
    return say("The cards of {said} also make {yaku}. Enter that too.", said=_names(some), yaku=_names(lacking))


def _too_few(claim: Claim) -> Iterator[Reason]:
    """Counted yaku that the cards of others already make: 六短 is six tan."""
    said = [yaku for yaku, _ in claim.standing if not yaku.counted]
    for counted in claim.rules.counted:
        cards = counted.of & certain(said)
        if len(cards) >= counted.least and (claim.cards(counted.slug) or 0) < len(cards):
            whole = [yaku for yaku in said if cards <= yaku.certain]
            text = say(
                "{yaku} means at least {n} {counted}. Enter {n} or more.",
                n=len(cards),
                yaku=_names(whole[:1] or [yaku for yaku in said if cards & yaku.certain]),
                counted=counted.name,
            )
            yield counted.slug, text


def _too_many(claim: Claim, *, november: bool | None) -> Iterator[Reason]:
    """Counts so high that the pile would make yaku that were not entered."""
    sorts = piles(claim.plain, claim.rules, november=november)
    for yaku in claim.rules.counted:
        fullest = max(sorts, key=lambda pile: pile.most(yaku), default=None)
        cards = claim.cards(yaku.slug)
        if fullest and cards and cards > fullest.most(yaku):
            text = say(
                "{n} {yaku} is impossible: with these yaku there are {most} at most ({reasons}).",
                n=plain(cards),
                yaku=yaku.name,
                most=fullest.most(yaku),
                reasons=tuple(dict.fromkeys(_why_not(card, fullest, yaku, claim) for card in _missing(fullest, yaku))),
            )
            yield yaku.slug, text


def _missing(pile: Pile, yaku: Yaku) -> list[Card]:
    return [card for card in CARDS if card in yaku.of - pile.cards - pile.free]


def _why_not(card: Card, pile: Pile, yaku: Yaku, claim: Claim) -> Message:
    """The reason why a card can't be in the pile too."""
    more = pile.cards | {card}
    made = standing(more, claim.rules, wet=pile.wet or is_wet(more))
    makes = next((each for each in made if not each.counted and each.slug not in claim), None)
    if makes and makes.of <= yaku.of:
        return say("not all of {yaku}", yaku=makes.name)
    if card in NOVEMBER and not makes:
        return say("no November card")
    return say("no {card}, which would make another yaku", card=card.name)


def _names(several: Iterable[Yaku]) -> tuple[Message, ...]:
    return tuple(yaku.name for yaku in several)
