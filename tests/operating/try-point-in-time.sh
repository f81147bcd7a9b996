#!/usr/bin/env bash
# Tries what docs/operating/reference.md says about PostgreSQL's backups, with a record of this project on a server of its
# own in a temporary folder: the two roles, a backup and its restore, then a base backup, a lost table, and the way back
# to the moment before.
# Run it from anywhere, as any user; as root the server runs as the user "postgres". Says what it does, ends with "Done."
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
python=${PYTHON:-$root/.venv/bin/python}
initdb=$(command -v initdb || ls -v /usr/lib/postgresql/*/bin/initdb | tail -1)
PATH=$(dirname "$(readlink -f "$initdb")"):$PATH
folder=$(mktemp -d /tmp/takuroku-XXXXXX)
address="postgresql://takuroku@/takuroku?host=$folder"
as_user=()
if [ "$(id -u)" = 0 ]; then
    as_user=(runuser -u postgres --)
    chown postgres "$folder"
fi
cd "$folder"
trap '"${as_user[@]}" pg_ctl stop --mode=immediate --silent --pgdata=data || true; rm -rf "$folder"' EXIT

say() { echo "— $*"; }
server() { "${as_user[@]}" "$@"; }
start() { server pg_ctl start --wait --silent --pgdata=data --log="$folder/log"; }
ask() { psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 "$address" --command="$1"; }
store() { (cd "$root" && "$python" -m store "$@"); }

play() { (cd "$root" && "$python" tests/operating/play.py "$address" "$1"); }
entries() { ask "SELECT COUNT(*) FROM action"; }
# Every action with its time and its device.
actions() { ask "SELECT * FROM action ORDER BY session, position" | sha256sum; }
same() { [ "$1" = "$2" ] || { echo "$3: $1, not $2." >&2; exit 1; }; }

say "A server that keeps its write-ahead log in an archive"
server initdb --auth=trust --username=postgres --encoding=UTF8 --locale=C.UTF-8 --no-instructions --pgdata=data >/dev/null
server mkdir archive
server tee -a data/postgresql.conf >/dev/null <<CONF
listen_addresses = ''
unix_socket_directories = '$folder'
archive_mode = on
archive_command = 'test ! -f $folder/archive/%f && cp %p $folder/archive/%f'
CONF
start
createuser --host="$folder" --username=postgres takuroku
createdb --host="$folder" --username=postgres --owner=takuroku --template=template0 --encoding=UTF8 takuroku
play 20
store check "$address"

say "A second role, that may only keep score"
createuser --host="$folder" --username=postgres takuroku_site
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --file="$root/docs/operating/second-role.sql" "$address"
(
    address="postgresql://takuroku_site@/takuroku?host=$folder"
    play 5
    store check "$address"
    for forbidden in "UPDATE action SET at = ''" "DELETE FROM action" "DROP TABLE action" "TRUNCATE action" \
        "ALTER TABLE action DISABLE TRIGGER ALL" "DELETE FROM migration"; do
        if ask "$forbidden" 2>refused; then
            echo "It may: $forbidden" >&2
            exit 1
        fi
        grep --quiet --extended-regexp 'permission denied|must be owner' refused || { cat refused >&2; exit 1; }
    done
    ask "UPDATE session SET deleted_at = '2020-01-01T00:00:00Z' WHERE id = (SELECT MIN(id) FROM session)"
    before=$(actions)
    if store purge "$address"; then
        echo "It may take out what was deleted." >&2
        exit 1
    fi
    same "$(actions)" "$before" "The actions that it may not take out"
    store check "$address"
)

say "The owner takes out what was deleted"
store purge "$address" | grep "sessions: 1"
same "$(ask "SELECT COUNT(*) FROM session WHERE deleted_at IS NOT NULL")" 0 "Deleted sessions"
store check "$address"

say "A backup, put into another database"
mkdir "$folder/backups"
PYTHON=$python TAKUROKU_DATABASE=$address TAKUROKU_SECRET=tried "$root/docs/operating/back-up.sh" "$folder/backups"
createdb --host="$folder" --username=postgres --owner=takuroku --template=template0 --encoding=UTF8 restored
TAKUROKU_SECRET=tried store restore "$folder"/backups/takuroku-*.db "postgresql://takuroku@/restored?host=$folder"
before=$(actions)
(
    address="postgresql://takuroku@/restored?host=$folder"
    store check "$address"
    same "$(actions)" "$before" "The actions of the backup"
    # It goes on: new rows get numbers of their own.
    play 3
    store check "$address"
)

say "A base backup, more entries, and then somebody drops a table"
server pg_basebackup --host="$folder" --username=postgres --checkpoint=fast --pgdata=base
server pg_verifybackup --quiet base
play 15
before=$(actions)
count=$(entries)
sleep 1
moment=$(ask "SELECT now()")
sleep 1
ask "DROP TABLE action CASCADE"
if store check "$address"; then
    echo "Nobody sees that the table is gone." >&2
    exit 1
fi

say "Back to $moment"
server pg_ctl stop --mode=fast --silent --pgdata=data
server mv data broken
server cp --archive base data
server tee -a data/postgresql.conf >/dev/null <<CONF
restore_command = 'cp $folder/archive/%f %p'
recovery_target_time = '$moment'
recovery_target_action = 'promote'
CONF
server touch data/recovery.signal
start
until [ "$(ask "SELECT pg_is_in_recovery()")" = f ]; do sleep 0.2; done
same "$(entries)" "$count" "Entries"
same "$(actions)" "$before" "The actions"
store check "$address"
play 3
store check "$address"
echo "Done."
