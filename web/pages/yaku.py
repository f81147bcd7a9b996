"""The yaku of a pile: for a table that keeps score on paper, and for the board of a running month."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from scoring.decks.hanafuda import CARD, CARDS, NOVEMBER, Card, cards_of
from scoring.decks.yaku import OF_SAKE, TABLE, YAKU, Yaku, YakuRules, one_away, rained_out, read_yaku, together
from scoring.errors import Problem
from scoring.fields import Field
from scoring.games.koi_koi.claim import Claim
from scoring.games.koi_koi.options import KoiKoiOptions
from scoring.games.koi_koi.payment import Month, win
from scoring.message import Message, either, say
from scoring.reading import read_fields
from scoring.typed import quoted
from web.workings.words import words

pages = Blueprint("yaku", __name__, url_prefix="/tools")

HOUSE_RULES = ("sake", "exclusive_ribbons", "exclusive_teppo")
"""The options of Koi-Koi that decide which yaku count."""
NAMED = 3
"""Where more cards than these would make a yaku, they are not named."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a pile makes: its yaku with their points, what they pay where nothing multiplies, what is a card away.

    `void` are the yaku that rain took away; `chances` is how often these yaku can have brought new points, each
    koi-koi and the stop taking one.
    """

    pile: frozenset[Card]
    made: tuple[tuple[Yaku, int], ...]
    void: tuple[Yaku, ...]
    away: tuple[tuple[Yaku, tuple[Card, ...]], ...]
    paid: int
    working: Message | None
    chances: int

    @classmethod
    def of(cls, pile: frozenset[Card], gone: frozenset[Card], options: KoiKoiOptions) -> Answer:
        rules = options.yaku_rules
        claim = Claim.of_cards(pile, rules)
        paid, working = win(claim, Month(lights=0), options) if claim else (0, None)
        away = one_away(pile, rules, gone=gone)
        void = rained_out(pile, rules)
        return cls(
            pile=pile,
            made=read_yaku(pile, rules),
            void=void,
            away=away,
            paid=paid,
            working=working,
            chances=claim.chances(rules, rained=rules.sake == "rain" and bool(pile & NOVEMBER)),
        )

    @property
    def hints(self) -> Iterator[tuple[Message, tuple[Card, ...]]]:
        """What is a card away in words, with the cards where they are few enough to be named; the same cards once."""
        together: dict[tuple[Card, ...], list[Message]] = {}
        for yaku, cards in self.away:
            together.setdefault(cards if len(cards) <= NAMED else (), []).append(yaku.name)
        for cards, yaku_names in together.items():
            names = tuple(card.name for card in cards)
            if names:
                yield say("{yaku}: one card away, {cards}", yaku=tuple(yaku_names), cards=either(*names)), cards
            else:
                yield say("{yaku}: one card away", yaku=tuple(yaku_names)), ()

    def to_json(self) -> dict[str, object]:
        return {
            "cards": len(self.pile),
            "yaku": [{"slug": yaku.slug, "name": words(yaku.name), "points": points} for yaku, points in self.made],
            "void": [words(yaku.name) for yaku in self.void],
            "chances": self.chances,
            "sum": sum(points for _, points in self.made),
            "away": [{"text": words(text), "cards": [card.code for card in cards]} for text, cards in self.hints],
            "paid": self.paid,
            "working": words(self.working),
        }


@pages.get("/yaku")
def show() -> ResponseReturnValue:
    """A board of 48 cards, and what those named by repeated `card` make; the house rules are in the query too."""
    answer, options, problems = _read()
    page = render_template(
        "tools/yaku.html",
        answer=answer,
        options=options,
        rules=_house_rules(),
        problems=[words(problem.message) for problem in problems],
    )
    return page, 422 if problems else 200


@pages.get("/yaku.json")
def tell() -> ResponseReturnValue:
    """The same as JSON; `gone` are cards that lie in the other's pile and cannot come any more."""
    answer, _, problems = _read()
    if problems:
        return jsonify(problems=[words(problem.message) for problem in problems]), 422
    return jsonify(answer.to_json())


@pages.app_template_global()
def flower_cards() -> tuple[Card, ...]:
    """The 48 cards, month by month."""
    return CARDS


@pages.app_template_global()
def yaku_table() -> dict[str, Yaku]:
    """The yaku with their points, by slug."""
    return YAKU


@pages.app_template_global()
def yaku_said(rules: YakuRules) -> dict[str, object]:
    """What a page must know of yaku said by name: which bring others along, and which rain takes away.

    `rain` are the yaku that hold a November card, `void` those that it takes away.
    """
    rainy = rules.sake == "rain"
    return {
        "together": [
            {"when": each.when, "brings": each.brings, "replaces": each.replaces, "counts": dict(each.counts)}
            for each in together(rules)
        ],
        "rain": [yaku.slug for yaku in TABLE if rainy and yaku.certain & NOVEMBER],
        "void": OF_SAKE if rainy else (),
    }


def _read() -> tuple[Answer, KoiKoiOptions, list[Problem]]:
    raw = {name: request.args.get(name) for name in HOUSE_RULES}
    facts, problems = read_fields(_house_rules(), raw)
    options = KoiKoiOptions(**facts)  # type: ignore[arg-type]
    pile, wrong = _cards("card")
    gone, wrong_gone = _cards("gone")
    problems += [*wrong, *wrong_gone]
    if both := pile & gone:
        names = tuple(card.name for card in CARDS if card in both)
        problems.append(
            Problem("gone", None, say("In both piles at once: {cards}. Take them out of one.", cards=names))
        )
    return Answer.of(pile, gone, options), options, problems


def _cards(name: str) -> tuple[frozenset[Card], list[Problem]]:
    """The cards named in the query; a code is the month and the place in it."""
    codes = request.args.getlist(name)
    known = [code for code in codes if code in CARD]
    problems = [
        Problem(name, None, say("There is no card “{typed}”: the codes go from 01-1 to 12-4.", typed=quoted(code)))
        for code in dict.fromkeys(codes)
        if code not in CARD
    ]
    problems += [
        Problem(name, None, say("There is only one {card}; it was named twice.", card=CARD[code].name))
        for code in dict.fromkeys(known)
        if known.count(code) > 1
    ]
    return cards_of(known), problems


def _house_rules() -> tuple[Field, ...]:
    return tuple(field for field in KoiKoiOptions.fields() if field.name in HOUSE_RULES)
