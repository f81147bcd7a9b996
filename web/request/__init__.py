"""What a request brings: the page it asks for, its connection to the record, how often it may, who is told what."""
