"""Who is visiting: the session cookie, the device, its permissions, invitations, the link to a table."""
