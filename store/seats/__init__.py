"""Devices at seats, and the pending input of seats."""
