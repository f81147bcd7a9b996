"""Games and sheets in the reader's language: what a game and its sides are called, how it ended, the order of names."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from scoring.catalogue import all_games
from scoring.game import AnyGame
from scoring.message import Message, both, say
from scoring.options import Options
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Side
from scoring.text import beginning
from web.i18n.translate import reader, translated

SAME_VOWEL = (
    "あかさたなはまやらわ",
    "いきしちにひみり",
    "うくすつぬふむゆる",
    "えけせてねへめれ",
    "おこそとのほもよろを",
)
SMALL, LARGE = "ぁぃぅぇぉっゃゅょゎ", "あいうえおつやゆよわ"
AS_LARGE_HIRAGANA = {code: chr(code - 0x60) for code in range(0x30A1, 0x30F7)} | {
    ord(small) + katakana: large for small, large in zip(SMALL, LARGE, strict=True) for katakana in (0, 0x60)
}


def game_name(game: AnyGame, options: Options | Mapping[str, object] | None = None) -> str:
    """A game's name in the reader's language, or the name that these house rules give it."""
    if game.called:
        given = options.to_json() if isinstance(options, Options) else options or {}
        if name := translated(game.called(given)):
            return name
    return game.name_ja if reader().is_japanese else game.name


def name_of_slug(slug: str, options: Mapping[str, object] | None = None) -> str:
    """The name of a game by its slug; the slug itself of one that this release does not have."""
    game = all_games().get(slug)
    return game_name(game, options) if game else slug


def by_name(games: Iterable[AnyGame]) -> list[AnyGame]:
    """Games in the order of the reader's dictionary."""
    japanese = reader().is_japanese
    return sorted(games, key=lambda game: in_dictionary_order((game.kana or game.name_ja) if japanese else game.name))


def in_dictionary_order(name: str) -> str:
    """What a name sorts by: 五十音 without voicing marks, small kana as large ones, ー as the vowel it prolongs.

    >>> sorted(["ブキ", "サタット", "ブーレ", "オーヘル", "こいこい", "ウィザード"], key=in_dictionary_order)
    ['ウィザード', 'オーヘル', 'こいこい', 'サタット', 'ブーレ', 'ブキ']
    """
    kana = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name)).translate(AS_LARGE_HIRAGANA)
    plain = [letter for letter in kana if not unicodedata.combining(letter)]
    for place, letter in enumerate(plain):
        if letter == "ー" and place:
            plain[place] = next((row[0] for row in SAME_VOWEL if plain[place - 1] in row), letter)
    return "".join(plain).casefold()


def seat_numbers(game: AnyGame) -> str:
    """The numbers of players of a game: "3–7", "4", "4 / 6"."""
    least, most = game.player_counts[0], game.player_counts[-1]
    if least == most:
        return str(least)
    if game.player_counts == tuple(range(least, most + 1)):
        return f"{least}–{most}"
    return " / ".join(str(seats) for seats in game.player_counts)


def winner_names(sheet: Sheet[Any]) -> str:
    """The names of the sides that won; "" where nobody has."""
    won = [each.seats for each in sheet.standings if each.seats[0] in sheet.winners]
    return translated(both(*map(sheet.name_of_side, won))) if won else ""


def ended_as(sheet: Sheet[Any], side: Side) -> Message | None:
    """How a game without points ended for a side; None where its total says that."""
    if sheet.has_points or not sheet.over:
        return None
    return say("won") if side[0] in sheet.winners else say("lost")


def result_text(sheet: Sheet[Any]) -> str:
    """The winners of a session that is over, or that there are none."""
    return winner_names(sheet) or translated(say("A draw") if sheet.drawn else sheet.nobody_won)


def text_width(text: str) -> float:
    """The width of a text in full-width letters.

    >>> text_width("3 連続成功")
    5.0
    """
    return sum(1 if unicodedata.east_asian_width(letter) in "FW" else 0.5 for letter in text)


@lru_cache(maxsize=256)
def short_names(players: tuple[str, ...]) -> tuple[str, ...]:
    """For each seat the shortest unique beginning of the name, three letters at most.

    >>> short_names(("Anna", "Ben", "Andy"))
    ('Ann', 'B', 'And')
    """
    short: list[str] = []
    for name in players:
        others = set(players) - {name}
        enough = (n for n in (1, 2) if not any(other.startswith(beginning(name, n)) for other in others))
        short.append(beginning(name, next(enough, 3)))
    return tuple(short)


def initial(name: str) -> str:
    """A player's initial: the first sign, large if that is one sign too.

    >>> initial("ann"), initial("🇯🇵 Ken"), initial("ßen")
    ('A', '🇯🇵', 'ß')
    """
    sign = beginning(name, 1)
    large = sign.title()
    return large if len(large) == len(sign) else sign
