"""The files by which static hosts are told what to say of the others; each reads its own and passes over the rest."""

from __future__ import annotations

from web.pages.pocket import FOREVER, POLICY

RULED = ("/", "/index.html", "/404.html", "/service-worker.js", "/manifest.webmanifest", "/licences.html")
"""What keeps its address, and is looked at anew each time."""
LASTING = ("/assets/*", "/parts/*")


def header_files() -> dict[str, bytes]:
    """By name: for Netlify and Cloudflare Pages, and for Apache."""
    return {"_headers": _headers().encode(), ".htaccess": _htaccess().encode()}


def _headers() -> str:
    lasting = [(path, FOREVER) for path in LASTING]
    rules = [*((path, "no-cache") for path in RULED), *lasting]
    return "".join(
        f"{path}\n  Cache-Control: {kept}\n  Content-Security-Policy: {POLICY}\n  X-Content-Type-Options: nosniff\n"
        for path, kept in rules
    )


def _htaccess() -> str:
    return f"""\
Options -Indexes -MultiViews
ErrorDocument 404 /404.html
AddType text/javascript .js .mjs
AddType application/wasm .wasm
AddType application/manifest+json .webmanifest
AddType application/zip .zip
RewriteEngine On
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
Header set X-Content-Type-Options "nosniff"
Header append Vary Accept-Encoding
# After a rewrite Apache calls what was set before it REDIRECT_….
Header set Content-Encoding "%{{REDIRECT_packed}}e" env=REDIRECT_packed
"""
