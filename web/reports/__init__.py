"""What looks back: statistics, evenings, pictures, CSV, QR codes, imports that run."""
