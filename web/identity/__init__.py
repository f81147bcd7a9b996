"""Who is visiting: the session cookie, the device, its permissions, invitations, join codes."""
