"""Build steps that run in the shipped Python, because bytecode depends on its version."""
