"""Errors of the build."""


class BuildError(Exception):
    """The build failed; the message is a sentence for the terminal."""
