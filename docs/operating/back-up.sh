#!/bin/sh
# One backup more of the record that the settings name, with its key, into the folder given; those of more than 30 days
# ago go, and only after this one is whole. Keep a copy of that folder on another machine.
set -eu
folder=$(realpath "${1:?the folder for the backups is missing}")
cd "$(dirname "$0")/../.."
"${PYTHON:-.venv/bin/python}" -m store backup "$folder"
find "$folder" -maxdepth 1 -name 'takuroku-*' -mtime +30 -delete
