"""The whole site as a folder of static files: built by `python -m pocket`, run in a browser, kept in the phone.

`runtime/` is what runs in the browser's Python, `browser/` what runs around it there; `build/` makes the folder.
"""
