#!/usr/bin/env bash
# Tries docs/operating/litestream.yml with a record of this project in a temporary folder: a copy while it is written to,
# restoring all of it, and restoring a moment. LITESTREAM=/path/to/litestream if it is not on the path.
# Takes some twenty seconds, ends with "Done."
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
python=${PYTHON:-$root/.venv/bin/python}
litestream=${LITESTREAM:-litestream}
folder=$(mktemp -d /tmp/takuroku-XXXXXX)
running=
trap 'kill $running 2>/dev/null || true; wait; rm -rf "$folder"' EXIT
cd "$root"

say() { echo "— $*"; }
play() { "$python" tests/operating/play.py "$1" "$2"; }
actions() {
    "$python" - "$1" <<'PYTHON'
import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute("SELECT * FROM action ORDER BY session, position"):
    print(row)
PYTHON
}
same() { diff <(actions "$1") "$2" || { echo "$1 has other actions." >&2; exit 1; }; }

record=$folder/data/takuroku.db
mkdir "$folder/data"
play "$record" 10
sed -e "s#/var/lib/takuroku#$folder/data#" -e "s#/var/backups/takuroku#$folder#" docs/operating/litestream.yml >"$folder/litestream.yml"

say "Litestream $("$litestream" version) copies while entries are written"
"$litestream" replicate -config "$folder/litestream.yml" >"$folder/log" 2>&1 &
running=$!
sleep 3
play "$record" 50
sleep 4
actions "$record" >"$folder/then"
moment=$(date -u +%Y-%m-%dT%H:%M:%SZ)
sleep 3
play "$record" 20
sleep 4
actions "$record" >"$folder/now"
"$python" -m store check "$record"
# As if the machine were lost: without a warning.
kill -KILL $running
wait $running || true

say "Restored: all of it, and as it was at $moment"
"$litestream" restore -config "$folder/litestream.yml" -o "$folder/restored.db" "$record" 2>>"$folder/log"
same "$folder/restored.db" "$folder/now"
"$python" -m store check "$folder/restored.db"
"$litestream" restore -config "$folder/litestream.yml" -timestamp "$moment" -o "$folder/before.db" "$record" 2>>"$folder/log"
same "$folder/before.db" "$folder/then"
"$python" -m store check "$folder/before.db"
play "$folder/restored.db" 3
"$python" -m store check "$folder/restored.db"
echo "Done."
