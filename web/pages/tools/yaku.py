"""Tool that finds the yaku of a pile, also used by the board of a running month."""

from __future__ import annotations

from typing import Any

from flask import jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scoring.decks.hanafuda import CARD, CARDS, NOVEMBER, Card, cards_of
from scoring.decks.yaku import TABLE
from scoring.entry.reading import read_fields
from scoring.entry.typed import quoted
from scoring.games.koi_koi import Answer, KoiKoiOptions, payment, what_they_make
from scoring.message import Message, bare, either, joined, listed, say
from web.i18n.translate import translated, with_gaps
from web.request.page import Pages

pages = Pages("yaku", __name__, url_prefix="/tools", readers="anyone", limit="scoring")


@pages.get("/yaku")
def show() -> ResponseReturnValue:
    """A board of 48 cards, and what those named by repeated `card` make; the house rules are in the query too."""
    answer, options, problems = _pile_of_query()
    page = render_template(
        "tools/yaku.html",
        answer=answer,
        options=options,
        rules=yaku_rules(),
        problems=problems,
    )
    return page, 422 if problems else 200


@pages.get("/yaku.json")
def tell() -> ResponseReturnValue:
    """The same as JSON; `gone` are cards that lie in the other's pile and cannot come any more."""
    answer, _, problems = _pile_of_query()
    if problems:
        return jsonify(problems=problems), 422
    return jsonify(
        cards=len(answer.pile),
        yaku=[{"slug": yaku.slug, "name": translated(yaku.name), "points": points} for yaku, points in answer.made],
        void=[translated(yaku.name) for yaku in answer.void],
        away=[{"text": translated(text), "cards": [card.code for card in cards]} for text, cards in answer.hints],
        paid=answer.paid,
        working=translated(answer.working),
    )


@pages.app_template_global()
def yaku_address(options: KoiKoiOptions) -> str:
    """Where the script asks what cards make at a table of these house rules."""
    fields = [*options.yaku_picks(), *(each for each in options.yaku_points() if options.applies(each.name))]
    return url_for("yaku.tell", **{field.name: getattr(options, field.name) for field in fields})


def yaku_rules() -> dict[str, Any]:
    """The data of `static/js/tools/yaku.js`: the yaku, the changes by house rules, and the sentences."""
    return {
        "cards": {card.code: translated(card.name) for card in CARDS},
        "november": [card.code for card in CARDS if card in NOVEMBER],
        "yaku": [
            {
                "slug": yaku.slug,
                "name": translated(yaku.name),
                "points": yaku.points,
                "of": sorted(card.code for card in yaku.of),
                "least": yaku.least,
                "counted": yaku.counted,
                "needs": sorted(card.code for card in yaku.needs),
                "beats": yaku.beats,
                "parts": yaku.parts,
                "rain": yaku.rain,
            }
            for yaku in TABLE
        ],
        "rules": {
            pick.name: {
                choice: {
                    "without": sorted(rules.without),
                    "alone": sorted(rules.alone),
                    "rain": rules.rain,
                    "points": dict(rules.points),
                    "growing": rules.growing,
                }
                for choice, rules in pick.rules.items()
            }
            for pick in KoiKoiOptions.yaku_picks()
        },
        "own": {each.yaku: each.name for each in KoiKoiOptions.yaku_points()},
        "named": payment.NAMED,
        "doubled": {
            "from": payment.DOUBLED_FROM,
            "times": payment.DOUBLED[0],
            "working": translated(payment.DOUBLED[1]),
        },
        "say": {
            "summed": with_gaps(payment.SUMMED, "points"),
            "times": translated(joined("×", "{left}", "{right}")),
            "away": with_gaps(payment.AWAY, "yaku"),
            "awayFor": translated(bare("{away} ({cards})", away=payment.AWAY.of(yaku="{yaku}"), cards="{cards}")),
            "or": translated(either("{one}", "{other}")),
            "list": translated(listed("{one}", "{other}")),
        },
    }


def _pile_of_query() -> tuple[Answer, KoiKoiOptions, list[str]]:
    """What the cards in the query make by its house rules, and what is wrong with it."""
    fields = [*KoiKoiOptions.yaku_picks(), *KoiKoiOptions.yaku_points()]
    facts, problems = read_fields(fields, {field.name: request.args.get(field.name) for field in fields})
    options, wrong = KoiKoiOptions(**facts), [problem.message for problem in problems]
    pile, gone = _cards("card", wrong), _cards("gone", wrong)
    if both := pile & gone:
        names = tuple(card.name for card in CARDS if card in both)
        wrong.append(say("In both piles at once: {cards}. Take them out of one.", cards=names))
    return what_they_make(pile, options, gone=gone), options, [*map(translated, wrong)]


def _cards(name: str, wrong: list[Message]) -> frozenset[Card]:
    """The cards named in the query, by the month and the place in it; `wrong` gets what is wrong with them."""
    codes = request.args.getlist(name)
    once = dict.fromkeys(codes)
    wrong += [say("“{typed}” is not a card.", typed=quoted(code)) for code in once if code not in CARD]
    wrong += [
        say("“{typed}” was chosen twice.", typed=CARD[code].name)
        for code in once
        if code in CARD and codes.count(code) > 1
    ]
    return cards_of(code for code in codes if code in CARD)
