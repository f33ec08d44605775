#!/bin/sh
# Install the wheel or source archive $1 into its own environment, away from this checkout, and use it.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
package=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
python=${PYTHON:-python3}
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
"$python" -m venv "$room/venv"
"$room/venv/bin/pip" install --quiet --disable-pip-version-check -c "$here/constraints.txt" "$package"
cd "$room"
venv/bin/feltlab --version
venv/bin/feltlab games >games.txt
venv/bin/feltlab settle --json "$here/examples/rounds.jsonl" >settled.jsonl
venv/bin/feltlab analyze low-four --json >figures.json
"$room/venv/bin/pip" install --quiet --disable-pip-version-check -c "$here/constraints.txt" "$package[all]"
venv/bin/feltlab report low-four -o low-four.html
# Data files: fonts, pages and templates.
venv/bin/python -c '
from importlib.resources import files
web = files("feltlab.web")
for folder in ("static/site", "static/felt", "static/fonts", "templates/site"):
    assert any((web / folder).iterdir()), f"the package has no {folder}"
'
# A wheel also has the docs, if they were built before it.
case $package in *.whl) [ ! -e "$here/build/docs" ] || venv/bin/python -c '
from importlib.resources import files
assert (files("feltlab.web") / "docs" / "index.html").is_file(), "the wheel has no docs"
' ;; esac
echo "$(basename "$package"): installed and used"
