"""HTTP around the pages: what answers without the app, headers, rate limits, errors, kept pages, live updates."""
