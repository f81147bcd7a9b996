"""Who may do what: grants, links, tokens, secrets, rate limits."""
