#!/bin/sh
# One backup more of the record that the settings name, into the folder given; those of more than 30 days ago go, and only
# after this one is whole. Keep a copy of that folder on another machine.
set -eu
folder=${1:?the folder for the backups is missing}
record=${TAKUROKU_DATABASE:-${TAKUROKU_DATA:-data}}
case $record in
    postgres*://*) kind=dump ;;
    *) kind=db ;;
esac
cd "$(dirname "$0")/../.."
"${PYTHON:-.venv/bin/python}" -m store backup "$record" "$folder/takuroku-$(date -u +%Y%m%dT%H%M%SZ).$kind"
find "$folder" -maxdepth 1 -name 'takuroku-*' -mtime +30 -delete
