"""The pages: what a phone at the table sees and sends."""
