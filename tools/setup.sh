#!/bin/sh
# Make the environment $1 and install $2 (such as ".[dev]") into it, pinned by constraints.txt.
set -eu
venv=$1
what=$2
python=${PYTHON:-python3}

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "feltlab needs Python 3.11 or newer; $python is $("$python" --version 2>&1)" >&2
    exit 1
}
if [ ! -x "$venv/bin/pip" ]; then
    echo "making the environment $venv"
    # Debian's python3 comes without ensurepip until python3-venv is installed.
    "$python" -c 'import ensurepip' 2>/dev/null || sh "$(dirname "$0")/install.sh" python3-venv
    rm -rf "$venv"
    "$python" -m venv "$venv"
fi
echo "installing $what with its dependencies (constraints.txt)"
# Modules are compiled when imported; most of those installed never are.
"$venv/bin/pip" install --quiet --no-compile --disable-pip-version-check -c constraints.txt -e "$what"
