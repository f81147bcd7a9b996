"""A session as a value: what was said, what stands, what the next thing said comes to. No I/O, no clock."""
