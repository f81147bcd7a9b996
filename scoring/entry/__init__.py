"""Entries: the fields that are asked, how input is read, the parts that seats enter."""
