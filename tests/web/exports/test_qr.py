"""QR codes: white around, and of digits as small as the standard makes them.

That they are drawn as their library draws them is in tests/web/identity/test_table_link.py.
"""

from __future__ import annotations

from web.exports.qr_codes import MAX_DIGITS, qr_code, with_digits

ADDRESS = "https://cards.example.org/code#q"


def test_its_margin_is_white_in_any_theme() -> None:
    # Version 3 has 29 modules, and four of margin on each side.
    assert '<svg viewBox="0 0 37 37"><path fill="#fff" d="M0 0h37v37H0z"/>' in qr_code(ADDRESS)


def test_digits_have_a_segment_of_their_own() -> None:
    """By ISO 18004: the address is 20 + 32 * 8 bits, 820 digits 16 + 2734; 12-L has room for 2960, 13-L for 3424."""
    found = with_digits(ADDRESS, "0123456789" * 82)
    assert found is not None
    assert found.startswith('<svg viewBox="0 0 77 77">')


def test_more_digits_than_a_camera_reads_make_no_code() -> None:
    longest = with_digits(ADDRESS, "7" * MAX_DIGITS)
    assert longest is not None
    assert longest.startswith('<svg viewBox="0 0 125 125">')
    assert with_digits(ADDRESS, "7" * (MAX_DIGITS + 1)) is None
