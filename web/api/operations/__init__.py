"""The operations of the API, a module for each subject."""

from web.api.operation import OPERATIONS
from web.api.operations import catalogue, documents, evenings, players, scorebook, sessions, statistics

__all__ = ["OPERATIONS", "catalogue", "documents", "evenings", "players", "scorebook", "sessions", "statistics"]
