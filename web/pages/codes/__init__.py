"""Codes to scan: a game as a QR code or a link, a scorebook as a moving code, and the camera that reads them."""
