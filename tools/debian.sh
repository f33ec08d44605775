#!/bin/sh
# Install what is missing from Debian: for the tests, a browser, a PostgreSQL server and strace; with "node", Node.js and
# npm for checking the scripts. If that is not allowed, say in one line what to install; never ask for a password.
set -eu
missing=
if [ "${1:-}" = node ]; then
    command -v node >/dev/null 2>&1 || missing="$missing nodejs"
    command -v npm >/dev/null 2>&1 || missing="$missing npm"
else
    # Chromium without windows; a whole one, if it is there, does as well at twice the work.
    for browser in "${FELTLAB_CHROMIUM:-chromium-headless-shell}" "${FELTLAB_CHROMIUM:-chromium}" missing; do
        command -v "$browser" >/dev/null 2>&1 && break
    done
    [ "$browser" != missing ] || missing="$missing chromium-headless-shell"
    command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
    command -v strace >/dev/null 2>&1 || missing="$missing strace"
fi
[ -z "$missing" ] || sh "$(dirname "$0")/install.sh" $missing
