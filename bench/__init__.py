"""Benchmarks: `python -m bench`, or one topic of it: `python -m bench taps`."""
