"""Writes the files that set HTTP headers on static hosts; each host reads its own and ignores the others."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from pathlib import Path

from web.assets import FOREVER
from web.pages.site.pocket import POLICY

NOT_FOUND = Path(__file__).parents[1] / "browser" / "404.html"
RULED = ("/", "/index.html", "/check.html", "/check", "/service-worker.js", "/manifest.webmanifest", "/licences.html")
"""The paths that stay the same and must be revalidated."""
LASTING = ("/assets/*", "/parts/*")


def header_files() -> dict[str, bytes]:
    """The files by name: for Netlify and Cloudflare Pages, and for Apache."""
    return {"_headers": _headers().encode(), ".htaccess": _htaccess().encode()}


def not_found_policy() -> str:
    """The content security policy of the 404 page: one script, which may only connect to this host."""
    (script,) = re.findall(r"<script[^>]*>(.*?)</script>", NOT_FOUND.read_text("utf-8"), re.DOTALL)
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; script-src 'sha256-{digest}'; connect-src 'self'; frame-ancestors 'none'"


def _headers() -> str:
    rules = [
        *((path, "no-cache", POLICY) for path in RULED),
        ("/404.html", "no-cache", not_found_policy()),
        *((path, FOREVER, POLICY) for path in LASTING),
    ]
    return "".join(
        f"{path}\n  Cache-Control: {kept}\n  Content-Security-Policy: {policy}\n  X-Content-Type-Options: nosniff\n"
        for path, kept, policy in rules
    )


def _htaccess() -> str:
    return f"""\
Options -Indexes -MultiViews
AddType text/javascript .js .mjs
AddType application/wasm .wasm
AddType application/manifest+json .webmanifest
AddType application/zip .zip
# A copy that is asked for by its own name is a file like others.
RemoveEncoding .gz .br
RewriteEngine On
# ErrorDocument would need to know in which folder this lies.
RewriteCond %{{REQUEST_FILENAME}} !-f
RewriteCond %{{REQUEST_FILENAME}} !-d
RewriteRule !(^|/)(assets|parts)/|\\.[^/]*$ 404.html
RewriteCond %{{HTTP:Accept-Encoding}} \\bbr\\b
RewriteCond %{{REQUEST_FILENAME}}.br -f
RewriteRule ^(.+)$ $1.br [L,E=packed:br]
RewriteCond %{{HTTP:Accept-Encoding}} \\bgzip\\b
RewriteCond %{{REQUEST_FILENAME}}.gz -f
RewriteRule ^(.+)$ $1.gz [L,E=packed:gzip]
<FilesMatch "\\.m?js\\.(br|gz)$">
  ForceType text/javascript
</FilesMatch>
<FilesMatch "\\.html\\.(br|gz)$">
  ForceType text/html
</FilesMatch>
<FilesMatch "\\.css\\.(br|gz)$">
  ForceType text/css
</FilesMatch>
<FilesMatch "\\.json\\.(br|gz)$">
  ForceType application/json
</FilesMatch>
<FilesMatch "\\.svg\\.(br|gz)$">
  ForceType image/svg+xml
</FilesMatch>
<FilesMatch "\\.wasm\\.(br|gz)$">
  ForceType application/wasm
</FilesMatch>
<FilesMatch "\\.webmanifest\\.(br|gz)$">
  ForceType application/manifest+json
</FilesMatch>
<FilesMatch "\\.zip\\.(br|gz)$">
  ForceType application/zip
</FilesMatch>
SetEnvIf Request_URI "/(assets|parts)/" lasting
Header set Cache-Control "no-cache"
Header set Cache-Control "{FOREVER}" env=lasting
Header set Content-Security-Policy "{POLICY}"
<FilesMatch "^404\\.html(\\.(br|gz))?$">
  Header set Content-Security-Policy "{not_found_policy()}"
</FilesMatch>
Header set X-Content-Type-Options "nosniff"
Header append Vary Accept-Encoding
# After a rewrite Apache calls what was set before it REDIRECT_….
Header set Content-Encoding "%{{REDIRECT_packed}}e" env=REDIRECT_packed
"""
