"""The sheet: its values and rows, and the methods that each game defines."""
