"""Words for people, kept apart from their translation: a text with its parameters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Points: TypeAlias = int | Fraction
Param: TypeAlias = "str | int | Fraction | Message | tuple[str | Message, ...]"


@dataclass(frozen=True, slots=True)
class Message:
    """An English text and its parameters; the page looks the text up in its own language.

    `plural` is set where the text depends on a count, which is then the parameter `n`.
    """

    text: str
    params: tuple[tuple[str, Param], ...] = ()
    plural: str | None = None

    def __str__(self) -> str:
        return render(self, choose=_english, comma=", ")


Words: TypeAlias = Message | str
"""Something to read: a message to translate, or a name to leave alone."""

Choose: TypeAlias = Callable[[str, str | None, int], str]
"""Gives the text in the reader's language: of the English text, its plural form or None, and the count."""


def say(text: str, /, **params: Param) -> Message:
    """Mark a text for translation where it is written.

    >>> str(say("{name} deals", name="Ben"))
    'Ben deals'
    """
    return Message(text, tuple(params.items()))


def count(one: str, many: str, /, *, n: int, **params: Param) -> Message:
    """Mark a text that depends on the count `n`.

    >>> str(count("{n} card", "{n} cards", n=1)), str(count("{n} card", "{n} cards", n=7))
    ('1 card', '7 cards')
    """
    return Message(one, (("n", n), *params.items()), plural=many)


def render(message: Words, *, choose: Choose, comma: str) -> str:
    """The message as text, its parameters rendered with it; lists are joined with `comma`."""
    if isinstance(message, str):
        return message
    params = {name: _shown(value, choose=choose, comma=comma) for name, value in message.params}
    n = params.get("n")
    text = choose(message.text, message.plural, n if isinstance(n, int) else 1)
    return text.format_map(params)


def signed(points: Points) -> str:
    """An amount with its sign, a real minus for the eye.

    >>> signed(12), signed(-30), signed(0), signed(Fraction(5, 2))
    ('+12', '−30', '0', '+2.5')
    """
    return ("+" if points > 0 else "") + plain(points)


def plain(points: Points) -> str:
    """An amount as people write it, exact.

    >>> plain(-20), plain(Fraction(15, 2)), plain(Fraction(1, 4))
    ('−20', '7.5', '0.25')
    """
    return decimal(points).replace("-", "−")


def decimal(points: Points) -> str:
    """An amount as exact decimal digits, as documents write it.

    >>> decimal(Fraction(-1, 4)), decimal(Fraction(6, 2))
    ('-0.25', '3')
    """
    if isinstance(points, int):
        return str(points)
    value = points
    for places in range(10):
        scaled = value * 10**places
        if scaled.denominator == 1:
            digits = str(abs(scaled.numerator)).rjust(places + 1, "0")
            whole, part = (digits[:-places], digits[-places:]) if places else (digits, "")
            return ("-" if value < 0 else "") + whole + ("." + part if part else "")
    raise ValueError(f"{points} has no short decimal form")


def _english(one: str, many: str | None, n: int) -> str:
    return one if many is None or n == 1 else many


def _shown(value: Param, *, choose: Choose, comma: str) -> str | int:
    if isinstance(value, Message):
        return render(value, choose=choose, comma=comma)
    if isinstance(value, tuple):
        return comma.join(render(each, choose=choose, comma=comma) for each in value)
    if isinstance(value, Fraction):
        return plain(value)
    return value
