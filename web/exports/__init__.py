"""What leaves the site for other apps and phones: links and QR codes, CSV, pictures."""
