"""What of Python, the libraries and the site itself the pocket needs, and what of it would only be carried along.

Modules are found by following imports from the site's own; see docs/decisions/023-a-folder-of-files.md.
"""

from __future__ import annotations

ROOTS = (
    *("app", "pocket.runtime"),
    # What is imported by a name that no import statement spells: by C code, for a codec.
    *("_compat_pickle", "_pylong", "_strptime", "importlib.readers"),
    *("encodings.ascii", "encodings.cp437", "encodings.idna", "encodings.latin_1", "encodings.punycode"),
    *("encodings.raw_unicode_escape", "encodings.unicode_escape", "encodings.utf_8", "encodings.utf_8_sig"),
    *("encodings.utf_16", "encodings.utf_16_be", "encodings.utf_16_le"),
    *("encodings.utf_32", "encodings.utf_32_be", "encodings.utf_32_le"),
)
"""Where the site begins, besides what Python itself loads to start."""

FOLDERS = ("pocket.runtime.", "scoring.games.", "web.pages.")
"""Whose modules are found because they are there."""

CUT = frozenset(
    {
        # For who sits at a prompt, looks for mistakes, or tests.
        *("_ast_unparse", "_pyrepl", "argparse", "bdb", "click.shell_completion", "click.testing", "cmd", "code"),
        *("doctest", "flask.testing", "getpass", "pdb", "py_compile", "pydoc", "rlcompleter", "tracemalloc"),
        *("click._termui_impl", "unittest", "werkzeug._reloader", "werkzeug.debug"),
        # Other processes and other machines' systems: there is one process here, in a browser.
        *("asyncio.proactor_events", "asyncio.windows_events", "asyncio.windows_utils", "click._winconsole"),
        *("concurrent.futures.interpreter", "concurrent.futures.process", "concurrent.interpreters", "ctypes"),
        *("dateutil.tz.win", "multiprocessing", "plistlib"),
        # Networks, which a page of a browser reaches by the browser alone; mail.
        *("email.policy", "ftplib", "http.cookiejar", "xmlrpc"),
        # Written in C as well, and had from there.
        "_pydatetime",
        # Other forms of files than those that the site reads and writes.
        *("dateutil.easter", "dateutil.rrule", "dateutil.zoneinfo", "tarfile"),
        *("xml.dom", "xml.etree", "xml.parsers", "xml.sax.expatreader"),
        # What a server alone offers: the record in PostgreSQL, codes for other phones to read.
        *("psycopg", "psycopg_pool", "segno", "store.engines.postgresql.database", "web.reports.qr"),
    }
)
"""Modules that some import names, in a branch that is not taken in a pocket. tests/pocket holds that all others can be
imported without them, and that the site's own code names none."""

DATA = ("babel/global.dat", "babel/locale-data/en.dat", "babel/locale-data/ja.dat", "babel/locale-data/root.dat")
"""What Babel reads of dates and numbers; `steps/locales.py` makes it lean."""


def is_needed_data(name: str) -> bool:
    """Whether a file of a library that is no module is one that the site comes to: the clocks of the world.

    >>> is_needed_data("tzdata/zoneinfo/Asia/Tokyo"), is_needed_data("tzdata/zoneinfo/tzdata.zi")
    (True, False)
    """
    return name.startswith("tzdata/zoneinfo/") and not name.endswith((".zi", ".tab", ".py", "leapseconds"))
