"""Tools for tables that keep score on paper, and the rules."""
