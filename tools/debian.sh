#!/bin/sh
# Install what the tests need from Debian where it is missing: a browser, a PostgreSQL server, strace.
# Where that is not allowed, one line says what to install; nobody is asked for a password.
set -eu
missing=
command -v "${FELTLAB_CHROMIUM:-chromium}" >/dev/null 2>&1 || missing="$missing chromium"
command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
command -v strace >/dev/null 2>&1 || missing="$missing strace"
[ -z "$missing" ] || sh "$(dirname "$0")/install.sh" $missing
