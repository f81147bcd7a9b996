"""The rules of the tools as data for their scripts, which then work offline.

Numbers, cards and sentences come from `scoring`, the sentences in the reader's language with placeholders in braces.
"""

from __future__ import annotations

from typing import Any

from flask_babel import gettext as _

from scoring.decks import poker
from scoring.decks.hanafuda import CARDS, NOVEMBER
from scoring.decks.playing_cards import RANKS, SUITS, rank_name
from scoring.decks.yaku import TABLE, Yaku
from scoring.games.koi_koi import KoiKoiOptions, payment
from scoring.message import Message, either, joined, listed
from web.i18n.translate import words


def yaku_rules() -> dict[str, Any]:
    """The data of `static/js/tools/yaku-rules.js`: the yaku, the changes by house rules, and the sentences."""
    return {
        "cards": {card.code: words(card.name) for card in CARDS},
        "november": [card.code for card in CARDS if card in NOVEMBER],
        "yaku": [_yaku(yaku) for yaku in TABLE],
        "rules": {
            pick.name: {
                choice: {"without": sorted(rules.without), "alone": sorted(rules.alone), "rain": rules.rain}
                for choice, rules in pick.rules.items()
            }
            for pick in KoiKoiOptions.yaku_picks()
        },
        "named": payment.NAMED,
        "doubled": {"from": payment.DOUBLED_FROM, "times": payment.DOUBLED[0], "said": words(payment.DOUBLED[1])},
        "say": {
            "summed": _open(payment.SUMMED, "points"),
            "times": words(joined("×", "{left}", "{right}")),
            "away": _open(payment.AWAY, "yaku"),
            "awayFor": _open(payment.AWAY_FOR, "yaku", "cards"),
            "or": words(either("{one}", "{other}")),
            "list": words(listed("{one}", "{other}")),
        },
    }


def poker_rules() -> dict[str, Any]:
    """The data of `static/js/tools/poker-rules.js`: kinds of hands, ranks and the sentences."""
    return {
        "size": poker.HAND_SIZE,
        "ranks": RANKS,
        "rankNames": [rank_name(rank) for rank in RANKS],
        "suits": SUITS,
        "wheel": poker.WHEEL,
        "kinds": [words(kind) for kind in poker.HAND_KINDS],
        "groups": {"".join(map(str, groups)): kind for groups, kind in poker.KIND_OF_GROUPS.items()},
        "straight": poker.STRAIGHT,
        "flush": poker.FLUSH,
        "straightFlush": poker.STRAIGHT_FLUSH,
        "say": {
            "hand": _open(poker.HAND, "kind", "ranks"),
            "wild": _open(poker.WILD_HAND, "kind", "ranks", "cards"),
            "tap": _("Tap the five cards of each hand. With two hands you see which one wins."),
            "wins": _("Hand %(number)s wins", number="{number}"),
            "number": _("Hand %(number)s", number="{number}"),
            "drawn": _("Drawn"),
        },
    }


def _yaku(yaku: Yaku) -> dict[str, Any]:
    return {
        "slug": yaku.slug,
        "name": words(yaku.name),
        "points": yaku.points,
        "of": sorted(card.code for card in yaku.of),
        "least": yaku.least,
        "counted": yaku.counted,
        "needs": sorted(card.code for card in yaku.needs),
        "beats": yaku.beats,
        "parts": yaku.parts,
        "rain": yaku.rain,
    }


def _open(message: Message, *names: str) -> str:
    """A translated sentence with placeholders."""
    return words(message.of(**{name: f"{{{name}}}" for name in names}))
