"""Translatable messages: an English text and its parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from scoring.text import isolated

Points: TypeAlias = int | Fraction
Param: TypeAlias = "str | int | Fraction | Message | tuple[str | Message, ...]"


@dataclass(frozen=True, slots=True)
class Message:
    """An English text and its parameters; the page translates it.

    `plural` is set where the text depends on a count, which is then the parameter `n`. A `bare` text has no words to
    translate, only punctuation marks.
    """

    text: str
    params: tuple[tuple[str, Param], ...] = ()
    plural: str | None = None
    bare: bool = False

    def of(self, **params: Param) -> Message:
        """The same text with these parameters."""
        return replace(self, params=tuple(params.items()))

    def __str__(self) -> str:
        return render(self, choose=_english)


Words: TypeAlias = Message | str
"""Text to show: a message to translate, or a name to leave as it is."""

W = TypeVar("W", bound=Words)

Choose: TypeAlias = Callable[[str, str | None, int], str]
"""Translates: takes the English text, its plural form or None, and the count."""

Marks: TypeAlias = Mapping[str, str]
"""Punctuation marks that differ in the reader's language, by the English ones: `{", ": "、"}`."""

ENGLISH: Marks = MappingProxyType({})


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


def bare(text: str, /, **params: Param) -> Message:
    """A message that has only punctuation between its parameters, so it is not sent to translators.

    >>> str(bare("{name}: {points}", name="Ben", points=13))
    'Ben: 13'
    """
    return Message(text, tuple(params.items()), bare=True)


def listed(*words: Words) -> Message:
    """A list, separated as in the reader's language.

    >>> str(listed("Ann", say("{name} deals", name="Ben")))
    'Ann, Ben deals'
    """
    return bare("{listed}", listed=words)


def once(messages: Iterable[Message]) -> tuple[Message, ...]:
    """Each text only once, whatever the case of its letters.

    >>> [str(each) for each in once((say("Dealer"), say("Leader"), say("dealer")))]
    ['Dealer', 'Leader']
    """
    found: dict[str, Message] = {}
    for each in messages:
        found.setdefault(str(each).casefold(), each)
    return tuple(found.values())


def joined(sign: str, first: W, *others: W) -> W | Message:
    """Words with a sign between them that is the same in every language.

    >>> str(joined("→", "3", "1", "3")), joined("→", "4")
    ('3 → 1 → 3', '4')
    """
    words: W | Message = first
    for other in others:
        words = bare(f"{{one}} {sign} {{other}}", one=words, other=other)
    return words


def together(first: Words, *others: Words) -> Words:
    """The name of a team from the names of its players.

    >>> str(together("Ann", "Ben"))
    'Ann & Ben'
    """
    return joined("&", first, *others)


def either(first: Words, *others: Words) -> Words:
    """A choice, joined with "or".

    >>> str(either("Ann", "Ben", "Chika"))
    'Ann or Ben or Chika'
    """
    return reduce(lambda one, other: say("{one} or {other}", one=one, other=other), others, first)


def both(*every: Words) -> Words:
    """A list for a sentence, joined with "and"; teams, whose names are two already, only with a comma.

    >>> str(both("Ann")), str(both("Ann", "Ben")), str(both("Ann", "Ben", "Chika"))
    ('Ann', 'Ann and Ben', 'Ann, Ben and Chika')
    >>> str(both(together("Ann", "Ben"), together("Chika", "Dan")))
    'Ann & Ben, Chika & Dan'
    """
    *others, last = every
    if others and isinstance(last, Message):
        return listed(*every)
    return say("{one} and {other}", one=listed(*others), other=last) if others else last


def render(message: Words, *, choose: Choose, marks: Marks = ENGLISH) -> str:
    """Render a message and its parameters as text; lists and bare texts get the reader's punctuation.

    What is put into a text is isolated if it is written from right to left; a name alone is left as it is.

    >>> render(bare("{name} {points}", name="דנה", points="−13"), choose=_english) == "\u2068דנה\u2069 −13"
    True
    """
    if isinstance(message, str):
        return message
    params = {name: _shown(value, choose=choose, marks=marks) for name, value in message.params}
    n = params.get("n")
    if message.bare:
        text = reduce(lambda marked, mark: marked.replace(mark, marks[mark]), marks, message.text)
    else:
        text = choose(message.text, message.plural, n if isinstance(n, int) else 1)
    return text.format_map(params)


def as_points(amount: Points) -> Points:
    """An exact amount, as an int where it is whole."""
    return amount.numerator if amount.denominator == 1 else amount


def signed(points: Points) -> str:
    """An amount with its sign, with a typographic minus.

    >>> signed(12), signed(-30), signed(0), signed(Fraction(5, 2))
    ('+12', '−30', '0', '+2.5')
    """
    return ("+" if points > 0 else "") + plain(points)


def plain(points: Points) -> str:
    """An exact amount as people write it.

    >>> plain(-20), plain(Fraction(15, 2)), plain(Fraction(1, 4))
    ('−20', '7.5', '0.25')
    """
    return decimal(points).replace("-", "−")


def decimal(points: Points) -> str:
    """An amount in exact decimal digits, as documents write it; raises ValueError beyond nine places.

    >>> decimal(Fraction(-1, 4)), decimal(Fraction(6, 2))
    ('-0.25', '3')
    """
    if isinstance(points, int):
        return str(points)
    exact = Decimal(points.numerator) / points.denominator
    if exact != round(exact, 9):
        raise ValueError(f"{points} has no short decimal form")
    return f"{exact:f}"


def _english(one: str, many: str | None, n: int) -> str:
    return one if many is None or n == 1 else many


def _shown(value: Param, *, choose: Choose, marks: Marks) -> str | int:
    if isinstance(value, str):  # most are this or that, and isinstance of Fraction is slow
        return isolated(value)
    if isinstance(value, int):
        return value
    if isinstance(value, Message):
        return render(value, choose=choose, marks=marks)
    if isinstance(value, tuple):
        return marks.get(", ", ", ").join(str(_shown(each, choose=choose, marks=marks)) for each in value)
    return plain(value)


ENDINGS = {1: say("{n}st"), 2: say("{n}nd"), 3: say("{n}rd")}
OTHERS = say("{n}th")
ORDINALS = tuple(ENDINGS.get(place, OTHERS).of(n=place) for place in range(1, 17))
"""Places, from the first."""
