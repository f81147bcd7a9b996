"""Pages of one session, below `/s/<session>`."""
