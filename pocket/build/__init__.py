"""Builds the pocket's folder of static files, serves it for a try, and prints its size."""


class BuildError(Exception):
    """The build failed; the message is a sentence for the terminal."""
