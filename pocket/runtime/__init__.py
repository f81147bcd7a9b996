"""The runtime: the site in a browser without a server; the record is stored on the phone."""
