"""The order in which a dictionary has names."""

from __future__ import annotations

import unicodedata

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
