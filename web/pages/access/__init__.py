"""Pages about who has access: links, devices, API tokens."""
