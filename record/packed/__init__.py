"""Game codes: one session packed into bytes, for a link or a QR code. docs/game-code.md has the format."""
