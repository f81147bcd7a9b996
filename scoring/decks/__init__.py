"""Packs of cards, and the hands and yaku that they make."""
