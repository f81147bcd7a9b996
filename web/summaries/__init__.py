"""What pages and API say of many sessions: filters, a player's figures, evenings."""
