"""What several steps need to know about cards and tiles."""
