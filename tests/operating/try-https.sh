#!/usr/bin/env bash
# Tries docs/operating/Caddyfile and nginx.conf with the site behind them, on ports of this machine's loopback: the Secure
# cookie, the way from plain HTTP, and a whole save. Asks for caddy, nginx, curl and openssl (all in Debian).
# Certificates are made here, and Caddy's own ones are kept in the temporary folder. Ends with "Done."
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
files=$root/docs/operating
python=${PYTHON:-$root/.venv/bin/python}
PATH=$PATH:/usr/sbin
name=scores.example.org
site=18000
plain=18080
https=18443
folder=$(mktemp -d /tmp/takuroku-XXXXXX)
running=()
trap 'kill "${running[@]}" 2>/dev/null || true; wait; rm -rf "$folder"' EXIT
cd "$folder"

say() { echo "— $*"; }
fail() { echo "$*" >&2; exit 1; }
phone() {
    curl --silent --show-error --cacert "$folder/root.crt" --cookie-jar "$folder/cookies" --cookie "$folder/cookies" \
        --resolve "$name:$https:127.0.0.1" --resolve "$name:$plain:127.0.0.1" "$@"
}
hidden() { grep --only-matching --perl-regexp "name=\"$1\" value=\"\\K[^\"]+" | head -1; }
until_it_answers() {
    for _ in $(seq 600); do "${2:-curl}" --silent --insecure --output /dev/null "$1" && return; sleep 0.1; done
    fail "Nothing answers at $1."
}

save() {
    local front="https://$name:$https" page started sheet answer
    rm -f cookies
    phone --dump-header headers --output page "$front/"
    grep --ignore-case '^set-cookie: __Host-takuroku[^=]*=' headers | grep --quiet 'Secure; HttpOnly' || fail "The cookie: $(cat headers)"
    page=$(phone "$front/new/score-pad")
    started=$(phone --referer "$front/new/score-pad" --write-out '%{http_code} %{redirect_url}' --output page \
        --data-urlencode "csrf_token=$(hidden csrf_token <<<"$page")" --data-urlencode "key=$(hidden key <<<"$page")" \
        --data "best=highest&dealer=0&players-0=Ann&players-1=Ben" "$front/new/score-pad")
    [[ $started == "303 $front/s/"* ]] || fail "The new session: $started"
    sheet=${started#303 }
    page=$(phone "$sheet")
    # What a phone claims of itself is not believed.
    answer=$(phone --referer "$sheet" --write-out '%{http_code} %{redirect_url}' --output page \
        --header 'X-Forwarded-Proto: http' --header 'X-Forwarded-Host: elsewhere' --header 'X-Forwarded-Prefix: /else' \
        --data-urlencode "csrf_token=$(hidden csrf_token <<<"$page")" --data-urlencode "key=$(hidden key <<<"$page")" \
        --data "position=0&step=round&points-0=7&points-1=-2" "$sheet/entries")
    [[ $answer == "303 $front/s/"* ]] || fail "The entry: $answer"
    phone "$sheet/takuroku.json" | grep --quiet '"step": *"round"' || fail "The entry is not there."
    phone --head "$front/" | grep --ignore-case '^strict-transport-security'
    answer=$(phone --write-out '%{http_code} %{redirect_url}' --output page "http://$name:$plain/history")
    [[ $answer == 30[18]" https://$name"*/history ]] || fail "Plain HTTP: $answer"
    echo "Cookie, save and redirect are right."
}

say "The site"
(
    cd "$root"
    TAKUROKU_DATA="$folder/data" TAKUROKU_HOST=127.0.0.1 TAKUROKU_PORT=$site TAKUROKU_PROXIES=1 TAKUROKU_HTTPS=1 \
        exec "$python" -m web.serve
) &
running+=($!)
until_it_answers "http://127.0.0.1:$site/health"
curl --silent --write-out '%{http_code}\n' --output page "http://127.0.0.1:$site/" | grep --quiet '^400$' || fail "Plain HTTP past the proxy."

say "Caddy $(caddy version)"
caddy validate --adapter caddyfile --config "$files/Caddyfile" 2>&1 | tail -1
options="admin off\\nskip_install_trust\\nstorage file_system $folder/caddy\\nhttp_port $plain\\nhttps_port $https"
sed -e "0,/^{\$/s##{\\n$options#" -e "s/^{.SITE:$name} {/&\n\ttls internal/" "$files/Caddyfile" >Caddyfile
UPSTREAM=127.0.0.1:$site caddy run --adapter caddyfile --config Caddyfile >caddy.log 2>&1 &
running+=($!)
caddy=$!
until_it_answers "http://127.0.0.1:$plain/"
until [ -e caddy/pki/authorities/local/root.crt ]; do sleep 0.1; done
cp caddy/pki/authorities/local/root.crt .
# The certificate of the site comes after that of its authority.
until_it_answers "https://$name:$https/health" phone
save
kill "$caddy"
wait "$caddy" || true

say "$(nginx -v 2>&1)"
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj "/CN=$name" -addext "subjectAltName=DNS:$name" \
    -keyout site.key -out root.crt 2>/dev/null
{
    printf 'daemon off; pid %s/nginx.pid; error_log stderr; events {}\nhttp {\naccess_log off;\n' "$folder"
    for kind in client_body proxy fastcgi uwsgi scgi; do echo "${kind}_temp_path $folder/$kind;"; done
    sed -e "s/:8000;/:$site;/" -e "s/listen \(\[::\]:\)\?80;/listen \1$plain;/" \
        -e "s/listen \(\[::\]:\)\?443/listen \1$https/" -e "s#/etc/letsencrypt.*/fullchain.pem#$folder/root.crt#" \
        -e "s#/etc/letsencrypt.*/privkey.pem#$folder/site.key#" -e '/listen \[::\]/d' "$files/nginx.conf"
    echo '}'
} >nginx.conf
nginx -q -t -p "$folder" -c "$folder/nginx.conf"
nginx -p "$folder" -c "$folder/nginx.conf" &
running+=($!)
until_it_answers "https://127.0.0.1:$https/health"
save
echo "Done."
