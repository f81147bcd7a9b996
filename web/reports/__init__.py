"""What pages, API and pocket have in common: filters, figures, evenings, pictures, files, codes."""
