"""Per-request helpers: page declaration, database connection, rate limits, problem JSON."""
