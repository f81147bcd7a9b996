"""Pages of the site itself: rules, accessibility, preferences, a sample game, API, offline, pocket, group."""
