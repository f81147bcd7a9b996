"""Oh Hell's deals are those of its family."""

from tests.scoring.families.exact_bids_facts import told

__all__ = ["told"]
