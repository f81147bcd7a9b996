"""Tool that finds the yaku of a pile, also used by the board of a running month."""

from __future__ import annotations

from flask import jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scoring.decks.hanafuda import CARD, CARDS, Card, cards_of
from scoring.decks.yaku import TABLE, Yaku, rules_by_name
from scoring.entry.reading import read_fields
from scoring.entry.typed import quoted
from scoring.errors import Problem
from scoring.games.koi_koi import Answer, KoiKoiOptions, what_they_make
from scoring.message import say
from web.i18n.client_rules import yaku_rules
from web.i18n.translate import words
from web.request.page import Pages

pages = Pages("yaku", __name__, url_prefix="/tools", readers="anyone", limit="scoring")


@pages.get("/yaku")
def show() -> ResponseReturnValue:
    """A board of 48 cards, and what those named by repeated `card` make; the house rules are in the query too."""
    answer, options, problems = _read()
    page = render_template(
        "tools/yaku.html",
        answer=answer,
        options=options,
        rules=yaku_rules(),
        problems=[words(problem.message) for problem in problems],
    )
    return page, 422 if problems else 200


@pages.get("/yaku.json")
def tell() -> ResponseReturnValue:
    """The same as JSON; `gone` are cards that lie in the other's pile and cannot come any more."""
    answer, _, problems = _read()
    if problems:
        return jsonify(problems=[words(problem.message) for problem in problems]), 422
    return jsonify(
        cards=len(answer.pile),
        yaku=[{"slug": yaku.slug, "name": words(yaku.name), "points": points} for yaku, points in answer.made],
        void=[words(yaku.name) for yaku in answer.void],
        away=[{"text": words(text), "cards": [card.code for card in cards]} for text, cards in answer.hints],
        paid=answer.paid,
        working=words(answer.working),
    )


@pages.app_template_global()
def flower_cards() -> tuple[Card, ...]:
    """The 48 cards, month by month."""
    return CARDS


@pages.app_template_global()
def yaku_table() -> tuple[Yaku, ...]:
    """Every yaku there is, the best first."""
    return TABLE


@pages.app_template_global()
def yaku_address(options: KoiKoiOptions) -> str:
    """Where the script asks what cards make at a table of these house rules."""
    return url_for("yaku.tell", **{pick.name: getattr(options, pick.name) for pick in options.yaku_picks()})


pages.add_app_template_global(rules_by_name)


def _read() -> tuple[Answer, KoiKoiOptions, list[Problem]]:
    picks = KoiKoiOptions.yaku_picks()
    facts, problems = read_fields(picks, {pick.name: request.args.get(pick.name) for pick in picks})
    options = KoiKoiOptions(**facts)
    pile, wrong = _cards("card")
    gone, wrong_gone = _cards("gone")
    problems += [*wrong, *wrong_gone]
    if both := pile & gone:
        names = tuple(card.name for card in CARDS if card in both)
        problems.append(
            Problem("gone", None, say("In both piles at once: {cards}. Take them out of one.", cards=names))
        )
    return what_they_make(pile, options, gone=gone), options, problems


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
        Problem(name, None, say("You chose {card} twice, but there is only one.", card=CARD[code].name))
        for code in dict.fromkeys(known)
        if known.count(code) > 1
    ]
    return cards_of(known), problems
