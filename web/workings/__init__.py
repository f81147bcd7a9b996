"""What the pages are made with: who visits, forms, words, the style and script, errors, the way to the record."""
