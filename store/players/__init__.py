"""The players of a scorebook."""
