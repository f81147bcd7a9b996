"""What may keep the pocket from being built."""


class BuildError(Exception):
    """Why there is no build, in a sentence that can be shown as it is."""
