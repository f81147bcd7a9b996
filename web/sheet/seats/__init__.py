"""Seats on pages: the card of one, what phones have entered otherwise, what a changed table means for them."""
