"""Insights from a sheet beyond its points: chances, story, news, facts."""
