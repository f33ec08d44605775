#!/bin/sh
# Install what checks the scripts of the pages (package.json, exact versions) into node_modules; no lock file is written.
set -eu
sh "$(dirname "$0")/debian.sh" node
echo "installing what checks the scripts (package.json)"
npm install --no-package-lock --no-audit --no-fund --fetch-retries=1 --silent >/dev/null 2>&1 || {
    echo "npm cannot install what package.json names: is its registry within reach? 'npm install' tells more" >&2
    exit 1
}
