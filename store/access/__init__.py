"""Who may do what: grants, secrets, join codes, rate limits."""
