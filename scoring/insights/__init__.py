"""What a sheet tells beyond its points: chances, story, news, facts, what-if."""
