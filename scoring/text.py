"""Text that people type, such as names and notes: cleaned, checked, cut between signs, put into sentences."""

from __future__ import annotations

import re
import unicodedata

JOINER = "\u200d"
"""The zero-width joiner, for emoji sequences and some Indic scripts."""
FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
"""Invisible characters that Python calls printable: Unicode's Default_Ignorable without variation selectors."""
NO_DOTS = "\u2800"
"""The blank Braille pattern."""
BRAILLE_PATTERN = re.compile("[\u2801-\u28ff]")
"""A pattern with dots, after which the blank one is a space."""
VIRAMA = 9
"""The combining class of viramas, after which a joiner joins letters."""
EXTENDING = re.compile("[\u0e33\u0eb3\u1160-\u11ff\u200c\u200d\uff9e\uff9f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
"""What is drawn as one with the sign before it, besides marks: joiners, skin tones, tags of flags, vowels and voicing
marks that are letters of their own."""
FLAG = range(0x1F1E6, 0x1F200)
"""The letters of flags, of which two are one sign."""
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"


def tidy(raw: object) -> str:
    """Collapse white space in a text; anything but a string becomes "".

    >>> tidy("  Anna   Maria\\n"), tidy(7)
    ('Anna Maria', '')
    """
    return " ".join(raw.split()) if isinstance(raw, str) else ""


def showable(text: str) -> bool:
    """Whether a page can show all of it: no control characters, no lone surrogates.

    >>> showable("Zoë 👩‍🍳"), showable("a\\x00b"), showable("\\ud800")
    (True, False, False)
    """
    return text.replace(JOINER, "").isprintable()


def visible(text: str) -> bool:
    """Whether every character shows, so that no name looks empty and no two names look the same.

    >>> visible("Zoë 👩‍🍳"), visible("❤️"), visible("葛\U000e0100"), visible("ශ්‍රී")
    (True, True, True, True)
    >>> visible("\u3164"), visible("\u2800"), visible("Ann\u200d"), visible("Ann\ufe0f")
    (False, False, False, False)
    """
    seen = ""
    for before, sign, after in zip(" " + text, text, text[1:] + " ", strict=False):
        if _selects(sign):
            if _selects(before) or before == JOINER or not _is_chosen(seen, sign):
                return False
        elif (
            sign in FILLERS
            or (sign == JOINER and not _joins(seen, after))
            or (sign == NO_DOTS and not BRAILLE_PATTERN.fullmatch(seen))
        ):
            return False
        elif sign != JOINER:
            seen = sign
    return any(unicodedata.category(sign)[0] in "LNPS" and sign != NO_DOTS for sign in text)


def _selects(sign: str) -> bool:
    """Whether it is a variation selector."""
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"


def _is_chosen(before: str, selector: str) -> bool:
    """Whether a selector can follow the character: caseless letters, symbols and keycap bases have variants."""
    if selector in "\ufe0e\ufe0f":
        return before != "" and not before.isalpha() and not before.isspace()
    return before != "" and unicodedata.category(before).startswith(("Lo", "S"))


def _joins(before: str, after: str) -> bool:
    """Whether a joiner has an effect between these."""
    if not before:
        return False
    is_sign = unicodedata.category(before)[0] == unicodedata.category(after)[0] == "S"
    return is_sign or (unicodedata.combining(before) == VIRAMA and after.isalpha())


def beginning(text: str, signs: int) -> str:
    """The first signs of a text as a person counts them: a flag, a family, a letter with its accents is one.

    >>> beginning("🇯🇵 Ken", 1), beginning("👍🏽👍", 1), beginning("Zoë", 2)
    ('🇯🇵', '👍🏽', 'Zo')
    """
    # The grapheme clusters of the text (UAX 29), as far as names have them.
    found, sign = list[str](), ""
    for each in text:
        if sign and not _is_one_with(sign, each):
            found.append(sign)
            sign = ""
        sign += each
    return "".join([*found, sign][:signs])


def _is_one_with(sign: str, after: str) -> bool:
    """Whether a character is drawn as one with the sign before it."""
    if unicodedata.category(after)[0] == "M" or EXTENDING.match(after):
        return True
    if sign[-1] == JOINER:
        return unicodedata.category(sign[0])[0] == unicodedata.category(after)[0] == "S"
    return len(sign) == 1 and ord(sign) in FLAG and ord(after) in FLAG


def isolated(text: str) -> str:
    """A text to be put into a sentence; from right to left, it must not turn the numbers and names beside it.

    >>> isolated("Ann"), isolated("דנה")
    ('Ann', '\u2068דנה\u2069')
    """
    return FIRST_STRONG_ISOLATE + text + POP_ISOLATE if RIGHT_TO_LEFT.search(text) else text


def without_isolates(text: str) -> str:
    """A sentence for a program to read, as in a spreadsheet."""
    return text.replace(FIRST_STRONG_ISOLATE, "").replace(POP_ISOLATE, "")


def same_name(name: str) -> str:
    """A key that is equal for names which look alike (case, width, composed accents).

    >>> same_name("ＡＮＮ") == same_name("Ann")
    True
    """
    return unicodedata.normalize("NFKC", name).casefold()
