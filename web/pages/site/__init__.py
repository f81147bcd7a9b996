"""Pages of the site itself: API, offline, preferences, pocket, group."""
