"""The ASGI server before the WSGI site: reads requests whole and sends responses without holding a thread."""
