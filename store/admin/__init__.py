"""Maintenance of a record: backup, move, rebuild, health, export."""
