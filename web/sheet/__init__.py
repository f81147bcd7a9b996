"""View models of a session's pages: forms, seat cards, board, chart, log, corrections, conflicts."""
