"""The pocket: the whole site as static files that run in a browser without a server; built by `python -m pocket`.

`runtime/` runs in the browser's Python, `browser/` around it; `build/` makes the folder.
"""
