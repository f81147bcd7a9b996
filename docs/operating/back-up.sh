#!/bin/sh
# Makes a backup of the record that the settings name, with its key, in the folder given. Only when it is complete are
# backups older than 30 days removed. Keep a copy of that folder on another machine.
set -eu
folder=$(cd "${1:?the folder for the backups is missing}" && pwd)
cd "$(dirname "$0")/../.."
"${PYTHON:-.venv/bin/python}" -m store backup "$folder"
find "$folder" -maxdepth 1 -name 'takuroku-*' -mtime +30 -delete
