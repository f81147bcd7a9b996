"""Players of a scorebook."""
