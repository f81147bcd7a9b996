"""Pages of a scorebook: home, new game, history, evenings, players, import and export."""
