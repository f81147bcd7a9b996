"""What yaku pay, how many koi-koi calls they allow, and all that a pile of captured cards makes; without a sheet."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod

from scoring.decks.hanafuda import Card
from scoring.decks.yaku import Made, Yaku, YakuRules, one_away, rained_out, read_yaku
from scoring.games.koi_koi.options import KoiKoiOptions
from scoring.message import Message, Points, Words, bare, count, either, joined, say
from scoring.sheets.values import Cell

DOUBLED_FROM = 7
DOUBLED = (2, say("2 (7 points or more)"))
"""The factor from `DOUBLED_FROM` points, and its words."""
FLAT = 6
"""The points for a dealt hand, and for the oya when nobody made a yaku."""
TURNS = 8
"""「8枚の手札」: a turn for each card of the hand, and at most one yes or no to koi-koi a turn."""

EQUALS = bare("{sum} = {points}")
SUMMED = say("Yaku {points}")
"""The message for the sum of the yaku, where they stand beside it."""
NAMED = 3
"""The most cards that are named as making a yaku."""
AWAY = say("1 away: {yaku}")


def factors(options: KoiKoiOptions, calls: Sequence[int], winner: int, *, lights: int) -> list[tuple[int, Words]]:
    """What multiplies a win, each with its words: the brights on the field, and koi-koi of the winner or the other.

    「場札による倍率」 and 「こいこいによる得点倍率」, added up or doubled; a multiplier of 1 is left out.

    >>> [factor for factor, _ in factors(KoiKoiOptions(), (1, 0), 0, lights=3)]
    [5]
    >>> [factor for factor, _ in factors(KoiKoiOptions(koi_koi="payback"), (1, 4), 0, lights=3)]
    [4, 2]
    """
    base, own, other = 1 + lights, calls[winner], calls[1 - winner]
    if options.koi_koi == "stacking" and own:
        return [(base + own, f"({base} + {own})")]
    found: list[tuple[int, Words]] = [(base, str(base))] if base > 1 else []
    if options.koi_koi == "payback" and other:
        found.append((2, say("2 (paid back for koi-koi)")))
    return found


def win(made: Made, multiplied: Iterable[tuple[int, Words]]) -> Cell:
    """The points of a win and their working; `brief` is without the yaku.

    >>> yaku = {yaku: yaku.points_of(5) for yaku in YakuRules().played if yaku.slug in ("akatan", "tan")}
    >>> won = win(yaku, factors(KoiKoiOptions(), (1, 0), 0, lights=3))
    >>> print(won.working)
    Red ribbons 6 + Tan 1 = 7 → 7 × 2 (7 points or more) × (4 + 1) = 70
    >>> print(won.brief)
    Yaku 7 × 2 (7 points or more) × (4 + 1)
    """
    total = sum(made.values())
    times = [*([DOUBLED] if total >= DOUBLED_FROM else ()), *multiplied]
    points, signs = total * prod(factor for factor, _ in times), [words for _, words in times]
    # 「1点の役と2点の役が完成していたら、役の点数は3点」
    working = joined("+", *(bare("{yaku} {points}", yaku=yaku.name, points=each) for yaku, each in made.items()))
    if len(made) > 1:
        working = EQUALS.of(sum=working, points=total)
    if times:
        product = joined("×", bare("{sum}", sum=total), *signs)
        # An arrow, because a full stop would read as a decimal point.
        working = joined("→", working, EQUALS.of(sum=product, points=points))
    return Cell(points=points, working=working, brief=joined("×", SUMMED.of(points=total), *signs))


def names_of(made: Made) -> tuple[Message, ...]:
    """The names of the yaku, the counted ones with their cards."""
    return tuple(
        bare("{yaku} ({cards})", yaku=yaku.name, cards=_cards(points - yaku.points + yaku.least))
        if yaku.counted
        else yaku.name
        for yaku, points in made.items()
    )


def _cards(n: int) -> Message:
    return count("{n} card", "{n} cards", n=n)


def called_too_often(
    name: str, calls: int, made: Made, rules: YakuRules, *, wet: bool, stopped: bool
) -> Message | None:
    """「新たに点数が増えない限り「やめ」を宣言することはできません」: each koi-koi and the stop take new points.

    None where these yaku can have brought new points that many times; `wet`: a card of November may have voided yaku in
    between.
    """
    brought = sum(
        points if yaku.counted else _steps(yaku, made, rules) + points - yaku.points for yaku, points in made.items()
    )
    # 赤短 made first grows with two of 青短 before that is made.
    grown = [rules.grown[yaku] for yaku in made if yaku in rules.grown]
    brought += 2 * (len(grown) - len({*grown}))
    washed = sum(yaku.rain for yaku in rules.played) if wet and rules.rain else 0
    most = min(TURNS, brought + washed) - stopped
    if calls <= most:
        return None
    if not made:
        return say(
            "{name} called koi-koi, but {name}’s cards make no yaku. Take the call back, or tap the cards.", name=name
        )
    yaku = names_of(made)
    return say(
        "After koi-koi a player needs new points. With {yaku}, {name}’s koi-koi can be {most} at most, not {n}.",
        name=name,
        n=calls,
        yaku=yaku,
        most=most,
    )


def _steps(yaku: Yaku, made: Made, rules: YakuRules) -> int:
    """The most times that one yaku brought points: with the last of its parts, or after those it beats."""
    if yaku.parts and {*yaku.parts}.issubset(each.slug for each in made):
        return 0
    lesser = (each for each in rules.played if each.slug in yaku.beats and each.made_by(yaku.of))
    return 1 + max((_steps(each, made, rules) for each in lesser), default=0)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The yaku of a pile with their points, and the payment with its working, before the month's multipliers.

    `void` are the yaku that rain voids, `away` those that one more card makes, each with the cards that would do.
    """

    pile: frozenset[Card]
    made: tuple[tuple[Yaku, int], ...]
    void: tuple[Yaku, ...]
    away: tuple[tuple[Yaku, tuple[Card, ...]], ...]
    paid: Points
    working: Message | None

    @property
    def hints(self) -> Iterator[tuple[Message, tuple[Card, ...]]]:
        """Messages for the yaku one card away, with the cards if they are few; grouped by the same cards."""
        together: dict[tuple[Card, ...], list[Message]] = {}
        for yaku, cards in self.away:
            together.setdefault(cards if len(cards) <= NAMED else (), []).append(yaku.name)
        for cards, names in together.items():
            if cards:
                yield (
                    bare(
                        "{away} ({cards})",
                        away=AWAY.of(yaku=tuple(names)),
                        cards=either(*(card.name for card in cards)),
                    ),
                    cards,
                )
            else:
                yield AWAY.of(yaku=tuple(names)), ()

    @property
    def near(self) -> Message | None:
        """All yaku one card away, without the cards."""
        return AWAY.of(yaku=tuple(yaku.name for yaku, _cards in self.away)) if self.away else None


def what_they_make(cards: Iterable[Card], options: KoiKoiOptions, *, gone: Collection[Card] = ()) -> Answer:
    """Work out the yaku of captured cards under these house rules, and what they pay.

    `gone` are cards that can't come any more, those in the other player's pile.

    >>> from scoring.decks.hanafuda import cards_of
    >>> answer = what_they_make(cards_of(["03-1", "08-1", "09-1"]), KoiKoiOptions())
    >>> [(yaku.slug, points) for yaku, points in answer.made], answer.paid
    ([('hanami', 5), ('tsukimi', 5), ('teppo', 5)], 30)
    """
    pile, rules = frozenset(cards), options.yaku_rules
    made = read_yaku(pile, rules)
    won = win(made, ()) if made else None
    return Answer(
        pile=pile,
        made=tuple(made.items()),
        void=rained_out(pile, rules),
        away=one_away(pile, rules, gone=gone),
        paid=won.points if won else 0,
        working=won.brief if won else None,
    )
