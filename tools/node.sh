#!/bin/sh
# Install the checkers of the pages' scripts (package.json, exact versions) into node_modules, without a lock file.
set -eu
sh "$(dirname "$0")/debian.sh" node
echo "installing the checkers of the scripts (package.json)"
npm install --no-package-lock --no-audit --no-fund --fetch-retries=1 --silent >/dev/null 2>&1 || {
    echo "npm cannot install the packages in package.json: can it reach its registry? 'npm install' tells more" >&2
    exit 1
}
