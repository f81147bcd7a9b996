"""Sessions in the database: writing, loading, cache, version, search, lists."""
