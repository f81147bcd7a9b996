"""Assets: style sheets, script bundles, static files and the template loader."""
