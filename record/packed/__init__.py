"""Game codes: one session packed into bytes, for a link or a QR code. docs/codes.md has the format."""
