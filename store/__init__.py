"""The record: persistence of scorebooks and sessions, and the only package with SQL."""

VERSION = "2.0.0"
"""The program's version; the API and the scorebook file have their own."""
