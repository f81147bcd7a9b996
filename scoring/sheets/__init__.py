"""The sheet: values, rows, and what each game says for its own."""
