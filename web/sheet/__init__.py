"""What the pages of one session show: forms, seat cards, board, chart, log, corrections, conflicts."""
