"""Statistics, evenings, pictures, CSV, QR codes and import jobs."""
