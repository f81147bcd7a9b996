"""Tool that compares the poker hands of Boo-Ray: Low-Shit and KALO."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scoring.decks.playing_cards import CARDS, card_name
from scoring.decks.poker import HAND_SIZE, HandValue, winners
from scoring.entry.choices import Choice, Pick
from scoring.entry.reading import read_fields
from scoring.entry.typed import quoted
from scoring.games.boo_ray import KALO, LOW_SHIT, NAMES, BooRayOptions, hand_value
from scoring.message import Message, say
from web.i18n.translate import translated
from web.request.page import Pages

pages = Pages("hands", __name__, url_prefix="/tools", readers="anyone", limit="scoring")

MAX_HANDS = 10
GAME = Pick(name="game", label=say("Game"), choices=tuple(Choice(game, NAMES[game]) for game in (LOW_SHIT, KALO)))
RULES = {
    field.name: field
    for field in BooRayOptions.fields()
    if isinstance(field, Pick) and field.name in ("kalo_wild", "ace_high", "best_low")
}
OF_GAME = {LOW_SHIT: ("best_low",), KALO: ("kalo_wild", "ace_high")}
"""The house rules that matter in each game."""


@dataclass(frozen=True, kw_only=True)
class Hands:
    """The hands on the table, the one being tapped, and the rules they are read by."""

    game: str = KALO
    options: BooRayOptions
    hands: tuple[tuple[str, ...], ...] = ()
    at: int = 0

    def address(self, **changes: object) -> str:
        """Where these hands are shown, with changes to the rules or to the hand being tapped."""
        hands = ["".join(hand) for hand in self.hands]
        rules = {name: rule.written(getattr(self.options, name)) for name, rule in RULES.items()}
        values: dict[str, Any] = {"game": self.game, **rules, "hand": hands, "at": self.at, **changes}
        return url_for("hands.show", **values)

    def toggled(self, card: str) -> str:
        """Where the hand being tapped has this card, or no longer has it; a full hand passes on to the next."""
        held = self.hands[self.at]
        hand = tuple(each for each in held if each != card) if card in held else (*held, card)
        after = self.with_hand(hand)
        return after.address(at=after.wanting() if len(hand) == HAND_SIZE else self.at)

    def with_hand(self, hand: tuple[str, ...]) -> Self:
        return replace(self, hands=(*self.hands[: self.at], hand, *self.hands[self.at + 1 :]))

    def wanting(self) -> int:
        """The first hand that wants cards; a new one, while there may be one more."""
        wanting = [place for place, hand in enumerate(self.hands) if len(hand) < HAND_SIZE]
        return wanting[0] if wanting else min(len(self.hands), MAX_HANDS - 1)

    @property
    def hand_values(self) -> dict[int, HandValue]:
        """What each whole hand is worth."""
        return {
            place: hand_value(self.game, hand, self.options)
            for place, hand in enumerate(self.hands)
            if len(hand) == HAND_SIZE
        }

    @property
    def best(self) -> tuple[int, ...]:
        """The hands that win, several where they draw; none while there is nothing to compare."""
        return winners(self.hand_values) if len(self.hand_values) > 1 else ()

    def holder(self, card: str) -> int | None:
        return next((place for place, hand in enumerate(self.hands) if card in hand), None)


@pages.get("/hands")
def show() -> ResponseReturnValue:
    """Who wins with which hand: `hand` once a hand (`KSJH3S3D2C`), `game` and the house rules; nothing is kept."""
    table, problems = _hands_of_query(request.args, request.args.getlist("hand"))
    page = render_template(
        "tools/hands.html",
        table=table,
        rules=[RULES[name] for name in OF_GAME[table.game]],
        game_field=GAME,
        problems=[*map(translated, problems)],
        verdict=verdict(table),
        card_name=card_name,
        pack=CARDS,
        size=HAND_SIZE,
        most=MAX_HANDS,
    )
    return page, 422 if problems else 200


def verdict(table: Hands) -> tuple[str, str]:
    """Who wins, and with what."""
    if not table.best:
        return "", _("Tap the five cards of each hand. With two hands you see which one wins.")
    name = translated(table.hand_values[table.best[0]].name)
    if len(table.best) == 1:
        return _("Hand %(number)s wins", number=table.best[0] + 1), name
    hands = " · ".join(_("Hand %(number)s", number=place + 1) for place in table.best)
    return _("A draw"), f"{hands}: {name}"


def _hands_of_query(args: Mapping[str, str], typed: Sequence[str]) -> tuple[Hands, list[Message]]:
    """The hands in the query, as far as they can be read, with empty ones to tap; and what is wrong with it."""
    asked = {name: value for name in (GAME.name, *RULES) if (value := args.get(name))}
    facts, problems = read_fields((replace(GAME, optional=True), *RULES.values()), asked)
    game, wrong = str(facts.pop(GAME.name, KALO)), [problem.message for problem in problems]
    if len(typed) > MAX_HANDS:
        wrong.append(say("{number} is too high. The maximum is {high}.", number=len(typed), high=MAX_HANDS))
    hands: list[tuple[str, ...]] = []
    for text in typed[:MAX_HANDS]:
        held: list[str] = []
        for card in (text[start : start + 2].upper() for start in range(0, len(text), 2)):
            if message := _wrong(card, held, hands):
                wrong.append(message)
                break
            held.append(card)
        hands.append(tuple(held))
    while hands and not hands[-1]:
        hands.pop()
    found = Hands(game=game, options=BooRayOptions(**facts), hands=tuple(hands))
    at = args.get("at", "")
    place = int(at) if at.isascii() and at.isdecimal() and len(at) < 3 else found.wanting()
    place = max(0, min(place, len(hands), MAX_HANDS - 1))
    empty = max(2, place + 1) - len(hands)
    return replace(found, hands=(*found.hands, *((),) * empty), at=place), wrong


def _wrong(card: str, held: Sequence[str], hands: Sequence[tuple[str, ...]]) -> Message | None:
    """Why a card cannot follow those of its hand, after whole `hands`."""
    name = card_name(card) if card in CARDS else ""
    if not name:
        return say("“{typed}” is not a card.", typed=quoted(card))
    if len(held) == HAND_SIZE:
        return say(
            "{hand} has more than {size} cards. Remove {card}.", hand=_called(len(hands)), size=HAND_SIZE, card=name
        )
    if card in held:
        return say("“{typed}” was chosen twice.", typed=name)
    other = next((place for place, cards in enumerate(hands) if card in cards), None)
    if other is not None:
        both = {"name": _called(other), "other": _called(len(hands))}
        return say("{card} is in two hands. Remove it from {name} or {other}.", card=name, **both)
    return None


def _called(hand: int) -> Message:
    return say("Hand {number}", number=hand + 1)
