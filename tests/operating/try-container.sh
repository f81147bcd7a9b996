#!/usr/bin/env bash
# Tries the Containerfile: builds the image, plays a round over HTTP, kills the container and starts another on the same
# volume. Asks for podman, runc and curl (all in Debian). No registry is asked: the base is a Debian made here, with the
# libraries that pip finds, which takes debootstrap and root. Without root, BASE=docker-archive:FILE names one that was
# made before, or any image with Python 3.11 that is reachable.
# Takes two or three minutes, ends with "Done."
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
python=${PYTHON:-$root/.venv/bin/python}
port=${PORT:-18001}
site=http://127.0.0.1:$port
PATH=$PATH:/usr/sbin
folder=$(mktemp -d /tmp/takuroku-XXXXXX)
engine() {
    # Without a systemd that could run the checks, and on whatever control groups there are.
    podman --root "$folder/images" --runroot "$folder/run" --storage-driver overlay --runtime runc \
        --cgroup-manager cgroupfs "$@" 2> >(grep --invert-match 'systemd connection' >&2)
}
clean() {
    # Files of a container without root are those of other users, whom only the engine can be.
    { engine rm --all --force && engine volume rm --all --force && engine rmi --all --force; } >/dev/null || true
    rm -rf "$folder"
}
trap clean EXIT
cd "$folder"

say() { echo "— $*"; }
fail() { echo "$*" >&2; engine logs takuroku >&2 || true; exit 1; }
same() { [[ $1 == "$2" ]] || fail "$3: $1, not $2"; }
phone() { curl --silent --show-error --cookie-jar cookies --cookie cookies "$@"; }
hidden() { grep --only-matching --perl-regexp "name=\"$1\" value=\"\\K[^\"]+" | head -1; }

base() {
    debootstrap --variant=minbase --include=ca-certificates,python3,python3-venv trixie debian \
        "${MIRROR:-http://deb.debian.org/debian}" >debootstrap.log || { tail debootstrap.log >&2; exit 1; }
    "$python" -m pip --quiet download --only-binary=:all: --dest debian/wheels \
        --python-version "$(chroot debian python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')" \
        --requirement "$root/requirements-postgresql.txt" 2>pip.log || { cat pip.log >&2; exit 1; }
    printf '[global]\nno-index = true\nfind-links = /wheels\n' >debian/etc/pip.conf
    tar --create --directory debian . | engine import --quiet - localhost/base >/dev/null
    rm -rf debian
    echo localhost/base
}

start() {
    engine run --detach --name takuroku --network host --env TAKUROKU_HOST=127.0.0.1 --env "TAKUROKU_PORT=$port" \
        --ulimit "nofile=$(ulimit -Hn):$(ulimit -Hn)" --ulimit nproc=4096:4096 --health-interval=disable \
        --read-only --tmpfs /tmp --cap-drop=all --security-opt=no-new-privileges \
        --volume takuroku:/var/lib/takuroku localhost/takuroku >/dev/null
    for _ in $(seq 150); do engine healthcheck run takuroku >/dev/null && break; sleep 0.2; done
    same "$(engine inspect takuroku --format '{{.State.Health.Status}}')" healthy "How the container says it is"
}

say "A base"
base=${BASE:-$(base)}

say "The image"
engine build --quiet --isolation chroot --network host --format docker --build-arg "BASE=$base" --tag localhost/takuroku \
    "$root" >/dev/null

say "A round of the score pad"
start
same "$(engine exec takuroku id -u)" 10001 "Who it runs as"
same "$(engine exec takuroku stat --format '%U %a' /var/lib/takuroku)" "takuroku 700" "The volume"
page=$(phone "$site/new/score-pad")
sheet=$(phone --referer "$site/new/score-pad" --write-out '%{redirect_url}' --output page \
    --data-urlencode "csrf_token=$(hidden csrf_token <<<"$page")" --data-urlencode "key=$(hidden key <<<"$page")" \
    --data "best=highest&dealer=0&players-0=Ann&players-1=Ben" "$site/new/score-pad")
page=$(phone "$sheet")
answer=$(phone --referer "$sheet" --write-out '%{http_code}' --output page \
    --data-urlencode "csrf_token=$(hidden csrf_token <<<"$page")" --data-urlencode "key=$(hidden key <<<"$page")" \
    --data "position=0&step=round&points-0=7&points-1=-2" "$sheet/entries")
same "$answer" 303 "The entry"
phone "$sheet/takuroku.json" >before
grep --quiet '"step": *"round"' before || fail "The entry is not there."

say "Killed, and another on the same volume"
engine kill --signal KILL takuroku >/dev/null
engine rm --force takuroku >/dev/null
start
phone "$sheet/takuroku.json" >after
cmp before after || fail "It is not the same as before."
engine exec takuroku python -m store check /var/lib/takuroku

say "Stopped"
engine stop --time 10 takuroku >/dev/null
same "$(engine inspect takuroku --format '{{.State.ExitCode}}')" 0 "How it ended"
echo "Done."
