"""The setup of a session: its form, and what a correction of it would change."""
