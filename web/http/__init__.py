"""HTTP around the pages: database connection, headers, proxies, rate limits, errors, caches, live updates."""
