"""Lists which modules and data the pocket needs, which imports to leave out, and what stands in for others.

Modules are found by following imports from the site's own; see docs/decisions/023-a-folder-of-files.md.
"""

from __future__ import annotations

ROOTS = (
    *("app", "pocket.runtime"),
    # Imported without an import statement: by C code, or as a codec.
    *("_compat_pickle", "_pylong", "_strptime", "importlib.readers"),
    *("encodings.ascii", "encodings.cp437", "encodings.idna", "encodings.latin_1", "encodings.punycode"),
    *("encodings.raw_unicode_escape", "encodings.unicode_escape", "encodings.utf_8", "encodings.utf_8_sig"),
    *("encodings.utf_16", "encodings.utf_16_be", "encodings.utf_16_le"),
    *("encodings.utf_32", "encodings.utf_32_be", "encodings.utf_32_le"),
)
"""The modules from which to follow imports, besides those that Python loads at its start."""

FOLDERS = ("pocket.runtime.", "scoring.games.", "web.pages.")
"""Packages whose modules are all needed, because they are found by listing the package."""

CUT = frozenset(
    {
        # For interactive use, debugging and tests.
        *("_ast_unparse", "_pyrepl", "argparse", "bdb", "click.shell_completion", "click.testing", "cmd", "code"),
        *("doctest", "flask.testing", "getpass", "pdb", "py_compile", "pydoc", "rlcompleter", "tracemalloc"),
        *("click._termui_impl", "statistics", "unittest", "werkzeug._reloader", "werkzeug.debug"),
        # Other processes and operating systems: this is one process in a browser.
        *("asyncio.proactor_events", "asyncio.windows_events", "asyncio.windows_utils", "click._winconsole"),
        *("concurrent.futures.interpreter", "concurrent.futures.process", "concurrent.interpreters", "ctypes"),
        *("dateutil.tz.win", "multiprocessing", "plistlib"),
        # Networks, which only the browser can reach; mail.
        *("email.policy", "ftplib", "http.cookiejar", "xmlrpc"),
        # Also there in C.
        "_pydatetime",
        # File formats that the site doesn't use.
        *("dateutil.easter", "dateutil.rrule", "dateutil.zoneinfo", "tarfile"),
        *("xml.dom", "xml.etree", "xml.parsers", "xml.sax.expatreader"),
        # Only on a server: PostgreSQL.
        *("psycopg", "psycopg_pool", "store.engines.postgresql"),
    }
)
"""Modules that are imported only in branches not taken in a pocket. tests/pocket checks that all others can be
imported without them, and that the site's own code imports none."""

STAND_INS = {
    # Templates are compiled when the pocket is built.
    "jinja2/compiler.py": b"CodeGenerator = generate = None",
    "jinja2/parser.py": b"Parser = None",
    # sqlite-utils reads dates with it, but only when asked by its own command line.
    "dateutil/parser/__init__.py": b"",
    # Werkzeug looks with it for the page that was meant, where the site's own code asks for one that there is not.
    "difflib.py": b"",
    # `web.exports.qr_codes` draws QR codes by itself.
    "segno/writers.py": b"",
}
"""Modules that a library imports at its start and the site never uses, by what is shipped in their place."""

DATA = ("babel/global.dat", "babel/locale-data/en.dat", "babel/locale-data/ja.dat", "babel/locale-data/root.dat")
"""Babel's data for dates and numbers; `steps/locales.py` removes the rest."""


def is_needed_data(name: str) -> bool:
    """Whether the site needs a data file of a library: time zones.

    >>> is_needed_data("tzdata/zoneinfo/Asia/Tokyo"), is_needed_data("tzdata/zoneinfo/tzdata.zi")
    (True, False)
    """
    return name.startswith("tzdata/zoneinfo/") and not name.endswith((".zi", ".tab", ".py", "leapseconds"))
