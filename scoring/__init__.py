"""The rules of the games: values in, values out; no web, no database, no clock, no chance."""
