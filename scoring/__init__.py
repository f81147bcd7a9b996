"""The rules of the games as pure functions: no web, no database, no clock, no randomness."""
