"""The record of a session: its log, folding it, and making its next actions. No I/O, no clock."""
